"""Spherical joint: a unit quaternion (w, x, y, z); its velocity is ω of the child in the child's frame.

    q̇ = ½ q ∘ (0, ω)                                       (1)
    q(t) = q(0) ∘ exp(½ ω t) for constant ω                 (2)
The directions of ω are left-invariant fields on SO(3): [e_j, e_k] = Σ_l ε_jkl e_l.   (3)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody.joints.kind import JointKind
from armillary.spatial.rotation import from_quaternion, quaternion_exp, quaternion_product, skew
from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import MatrixTurn, Turn


class Spherical(JointKind):
    """A ball joint."""

    def __init__(self) -> None:
        super().__init__(np.eye(3), np.zeros((3, 3)))
        self.nq, self.neutral = 4, np.array([1.0, 0.0, 0.0, 0.0])
        # (3): column k of e_j~ is e_j × e_k
        self.brackets = np.stack([np.asarray(skew(e), dtype=float) for e in np.eye(3)], axis=1)

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return MatrixTurn(from_quaternion(q))

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, (1)."""
        omega = np.asarray(qd)
        return quaternion_product(q, np.array([0 * omega[0], *omega])) / 2

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return the quaternion after turning with the body rate `step` for unit time, (2)."""
        turned = np.asarray(quaternion_product(q, quaternion_exp(step)), dtype=float)
        return turned / np.linalg.norm(turned)
