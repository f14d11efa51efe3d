"""Revolute joint: one angle [rad] about a fixed axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody.joints.kind import JointKind
from armillary.spatial.scalar import Floats
from armillary.spatial.turn import Turn, turn_about


class Revolute(JointKind):
    """A hinge about the unit vector `axis`, turned by `offset` [rad] at q = 0."""

    def __init__(self, axis: ArrayLike, offset: float = 0.0) -> None:
        self.axis: Floats = np.array(axis, dtype=float)
        self.offset = offset
        super().__init__(self.axis[:, None], np.zeros((3, 1)))

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return turn_about(self.axis, np.asarray(q)[0], self.offset)
