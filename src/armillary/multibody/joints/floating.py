"""Floating joint: the child moves freely. q is its position p in the parent, then its unit quaternion.

The velocity is ṗ in the axes of the parent, then ω in the axes of the child, as MuJoCo has them:
    r = p,   R of the quaternion,   S_ω = (0, 1),   S_v = (Rᵀ, 0)                    (1)
    Ṡ_v = (−ω~ Rᵀ, 0);   nothing remains at q̈ = 0                                    (2)
Displacements commute with all directions; rotations have the brackets of a spherical joint. [decision 17]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.joint_types import FORMS
from armillary.multibody.joints.kinds import TURNS, JointKind, quaternion_rate, turned
from armillary.spatial.rotation import cross, from_quaternion
from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import MatrixTurn, Turn


class Floating(JointKind):
    """A position [m] in the parent and a unit quaternion."""

    form = FORMS["floating"]
    uniform = True
    constant = False

    def __init__(self) -> None:
        zero, identity = np.zeros((3, 3)), np.eye(3)
        super().__init__(np.hstack([zero, identity]), np.hstack([identity, zero]))
        self.nq, self.neutral = 7, np.array(self.form.neutral)
        self.brackets[3:, 3:, 3:] = TURNS

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return MatrixTurn(from_quaternion(np.asarray(q)[3:]))

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        return np.asarray(q)[:3]

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, 6), (1)."""
        return self.angular, np.hstack([from_quaternion(np.asarray(q)[3:]).T, np.zeros((3, 3))])

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the rates of S_ω and S_v in the child's frame, shapes (3, 6), (2)."""
        omega, R = np.asarray(qd)[3:], from_quaternion(np.asarray(q)[3:])
        moved = np.stack([-cross(omega, row) for row in R], axis=1)
        return np.zeros_like(self.angular), np.hstack([moved, np.zeros((3, 3))])

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, shape (7,)."""
        q, qd = np.asarray(q), np.asarray(qd)
        return np.concatenate([qd[:3], quaternion_rate(q[3:], qd[3:])])

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return the configuration after moving from q with the constant velocity `step` for unit time."""
        q, step = np.asarray(q, dtype=float), np.asarray(step, dtype=float)
        return np.concatenate([q[:3] + step[:3], turned(q[3:], step[3:])])
