"""Planar joint: it moves by (x, y) in a plane fixed in the parent and turns by q₃ about its normal a.

    r = x e₁ + y e₂,   R = R(a, q₃),   S_ω = (0, 0, a),   S_v = (Rᵀ e₁, Rᵀ e₂, 0)   (1)
    Ṡ_v = −q̇₃ a × S_v;   nothing remains at q̈ = 0                                  (2)
e₁ is the coordinate axis after the one nearest to a (x for z, y for x, z for y), in the plane, and e₂ = a × e₁.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.joint_types import FORMS
from armillary.multibody.joints.kinds import JointKind
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import Turn, turn_about


class Planar(JointKind):
    """Two displacements [m] in the plane normal to the unit vector `axis`, and an angle [rad] about it."""

    form = FORMS["planar"]
    uniform = True
    constant = False

    def __init__(self, axis: ArrayLike) -> None:
        self.axis: Floats = np.array(axis, dtype=float)
        self.plane = plane_axes(self.axis)
        zero = np.zeros(3)
        super().__init__(np.stack([zero, zero, self.axis], axis=1), np.stack([*self.plane, zero], axis=1))

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return turn_about(self.axis, np.asarray(q)[2])

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        x, y, _ = np.asarray(q)
        return self.plane[0] * x + self.plane[1] * y

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, 3), (1)."""
        turn = self.turn(q)
        return self.angular, np.stack([*(turn.into(e) for e in self.plane), np.zeros(3)], axis=1)

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the rates of S_ω and S_v in the child's frame, shapes (3, 3), (2)."""
        turn, rate = self.turn(q), np.asarray(qd)[2]
        moved = (-rate * cross(self.axis, turn.into(e)) for e in self.plane)
        return np.zeros_like(self.angular), np.stack([*moved, np.zeros(3)], axis=1)


def plane_axes(normal: Floats) -> tuple[Floats, Floats]:
    """Return e₁ and e₂, two unit vectors normal to `normal` and to each other."""
    after = np.eye(3)[(int(np.argmax(np.abs(normal))) + 1) % 3]
    first = after - normal * (normal @ after)
    first = first / np.linalg.norm(first)
    return first, np.cross(normal, first)
