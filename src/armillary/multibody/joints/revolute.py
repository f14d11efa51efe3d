"""Revolute joint: one angle [rad] about a fixed axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.multibody.joints.constant import ConstantSubspace
from armillary.spatial.scalar import Array
from armillary.spatial.turn import Turn, turn_about


class Revolute(ConstantSubspace):
    """A hinge about the unit vector `axis`, turned by `offset` [rad] at q = 0."""

    nq = nv = 1

    def __init__(self, axis: ArrayLike, offset: float = 0.0) -> None:
        self.axis: NDArray[np.float64] = np.array(axis, dtype=float)
        self.offset = offset
        self.angular = self.axis[:, None]
        self.linear = np.zeros((3, 1))
        self.brackets = np.zeros((1, 1, 1))
        self.neutral = np.zeros(1)

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return turn_about(self.axis, np.asarray(q)[0], self.offset)

    def slide(self, q: ArrayLike) -> Array:
        """Return no translation."""
        return np.zeros(3)

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt."""
        return np.asarray(qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> NDArray[np.float64]:
        """Return q + step."""
        return np.asarray(q, dtype=float) + np.asarray(step, dtype=float)
