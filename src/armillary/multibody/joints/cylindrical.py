"""Cylindrical joint: it turns by q₁ about its axis a and slides by q₂ along it, independently.

R = R(a, q₁),   r = q₂ a,   S_ω = (a, 0),   S_v = (0, a)                     (1)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.joint_types import FORMS
from armillary.multibody.joints.kinds import JointKind
from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import Turn, turn_about


class Cylindrical(JointKind):
    """An angle [rad] about and a displacement [m] along the unit vector `axis`."""

    form = FORMS["cylindrical"]
    uniform = True

    def __init__(self, axis: ArrayLike) -> None:
        self.axis: Floats = np.array(axis, dtype=float)
        zero = np.zeros(3)
        super().__init__(np.stack([self.axis, zero], axis=1), np.stack([zero, self.axis], axis=1))  # (1)

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return turn_about(self.axis, np.asarray(q)[0])

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        return self.axis * np.asarray(q)[1]
