"""The kinds of joint, one per file. A recursion asks a joint; it never branches on its kind."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.model.joints.prismatic import Prismatic
from armillary.model.joints.revolute import Revolute
from armillary.model.joints.spherical import Spherical
from armillary.spatial.rotation import Array
from armillary.spatial.turn import Turn


class JointKind(Protocol):
    """What every joint can say. All vectors are in the child's frame.

    `angular` and `linear` are the halves of its motion subspace S, shape (3, nv), constant there:
    the child turns at `angular @ qd` and slides at `linear @ qd` against its parent.
    `brackets[:, j, k]` holds the components of [e_j, e_k], the Lie brackets of its velocity
    directions; they vanish where qd is the rate of q.
    """

    nq: int
    nv: int
    angular: NDArray[np.float64]
    linear: NDArray[np.float64]
    brackets: NDArray[np.float64]
    neutral: NDArray[np.float64]

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, shape (nq,)."""

    def integrate(self, q: ArrayLike, step: ArrayLike) -> NDArray[np.float64]:
        """Return the configuration after moving from q with the constant rate `step` for unit time."""


__all__ = ["JointKind", "Prismatic", "Revolute", "Spherical"]
