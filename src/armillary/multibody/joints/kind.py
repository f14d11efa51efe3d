"""What every kind of joint answers; the defaults are those of a joint that moves nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import MatrixTurn, Turn


class JointKind:
    """A kind of joint. All vectors are in the child's frame.

    The halves of its motion subspace S, shapes (3, nv), are `subspace(q)`: the child turns at S_ω q̇ and slides at
    S_v q̇ against its parent. For joints proper they are the constants `angular` and `linear`. A connection that is
    `shared` has no coordinates of its own: it moves with the elastic ones of its parent.
    `brackets[:, j, k]` holds the components of [e_j, e_k], the Lie brackets of its velocity
    directions; they vanish where qd is the rate of q. `neutral` is q of the undisplaced joint.
    """

    shared = False

    def __init__(self, angular: ArrayLike, linear: ArrayLike) -> None:
        self.angular: Floats = np.asarray(angular, dtype=float)
        self.linear: Floats = np.asarray(linear, dtype=float)
        self.nq = self.nv = n = self.angular.shape[1]
        self.neutral: Floats = np.zeros(n)
        self.brackets: Floats = np.zeros((n, n, n))

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return MatrixTurn(np.eye(3))

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        return np.zeros(3)

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, nv)."""
        return self.angular, self.linear

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return their rates in the child's frame, shapes (3, nv)."""
        return np.zeros_like(self.angular), np.zeros_like(self.linear)

    def drift(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the child's angular and linear acceleration against its parent at q̈ = 0, shapes (3,)."""
        return np.zeros(3), np.zeros(3)

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, shape (nq,)."""
        return np.asarray(qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return the configuration after moving from q with the constant velocity `step` for unit time."""
        return np.asarray(q, dtype=float) + np.asarray(step, dtype=float)


class Weld(JointKind):
    """A joint without coordinates, which fixes a flexible link to its parent."""

    def __init__(self) -> None:
        super().__init__(np.zeros((3, 0)), np.zeros((3, 0)))
