"""Prismatic joint: one displacement [m] along a fixed axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody.joints.kind import JointKind
from armillary.spatial.scalar import Array, Floats


class Prismatic(JointKind):
    """A slide along the unit vector `axis`."""

    def __init__(self, axis: ArrayLike) -> None:
        self.axis: Floats = np.array(axis, dtype=float)
        super().__init__(np.zeros((3, 1)), self.axis[:, None])

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        return self.axis * np.asarray(q)[0]
