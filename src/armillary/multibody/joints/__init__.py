"""The kinds of joint, one per file. A recursion asks a joint; it never branches on its kind."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.multibody.joints.node import Node
from armillary.multibody.joints.prismatic import Prismatic
from armillary.multibody.joints.revolute import Revolute
from armillary.multibody.joints.spherical import Spherical
from armillary.multibody.joints.weld import Weld
from armillary.spatial.scalar import Array
from armillary.spatial.turn import Turn


class JointKind(Protocol):
    """What every joint can say. All vectors are in the child's frame.

    The halves of its motion subspace S, shapes (3, nv), are `subspace(q)`: the child turns at S_ω q̇ and slides at
    S_v q̇ against its parent. For joints proper they are constant, `angular` and `linear`. A connection that is
    `shared` has no coordinates of its own: it moves with the elastic ones of its parent.
    `brackets[:, j, k]` holds the components of [e_j, e_k], the Lie brackets of its velocity
    directions; they vanish where qd is the rate of q.
    """

    nq: int
    nv: int
    shared: bool
    angular: NDArray[np.float64]
    linear: NDArray[np.float64]
    brackets: NDArray[np.float64]
    neutral: NDArray[np.float64]

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, nv)."""

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return their rates in the child's frame, shapes (3, nv)."""

    def drift(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return what is left of the child's accelerations against its parent at q̈ = 0, shapes (3,)."""

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, shape (nq,)."""

    def integrate(self, q: ArrayLike, step: ArrayLike) -> NDArray[np.float64]:
        """Return the configuration after moving from q with the constant rate `step` for unit time."""


__all__ = ["JointKind", "Node", "Prismatic", "Revolute", "Spherical", "Weld"]
