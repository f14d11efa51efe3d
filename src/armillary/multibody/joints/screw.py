"""Screw joint: it turns by q about its axis a and slides by h q along it, h the pitch.

R = R(a, q),   r = h q a,   S = (a, h a)                                     (1)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.joint_types import FORMS
from armillary.multibody.joints.kinds import JointKind
from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import Turn, turn_about


class Screw(JointKind):
    """One angle [rad] about the unit vector `axis`; it slides by `pitch` [m/rad] along the axis."""

    form = FORMS["screw"]
    uniform = True

    def __init__(self, axis: ArrayLike, pitch: float) -> None:
        self.axis: Floats = np.array(axis, dtype=float)
        self.pitch = pitch
        super().__init__(self.axis[:, None], pitch * self.axis[:, None])  # (1)

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return turn_about(self.axis, np.asarray(q)[0])

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        return self.pitch * self.axis * np.asarray(q)[0]
