"""Prismatic joint: one displacement [m] along a fixed axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.multibody.joints.constant import ConstantSubspace
from armillary.spatial.scalar import Array
from armillary.spatial.turn import MatrixTurn, Turn


class Prismatic(ConstantSubspace):
    """A slide along the unit vector `axis`."""

    nq = nv = 1

    def __init__(self, axis: ArrayLike) -> None:
        self.axis: NDArray[np.float64] = np.array(axis, dtype=float)
        self.angular = np.zeros((3, 1))
        self.linear = self.axis[:, None]
        self.brackets = np.zeros((1, 1, 1))
        self.neutral = np.zeros(1)

    def turn(self, q: ArrayLike) -> Turn:
        """Return no rotation."""
        return MatrixTurn(np.eye(3))

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        return self.axis * np.asarray(q)[0]

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt."""
        return np.asarray(qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> NDArray[np.float64]:
        """Return q + step."""
        return np.asarray(q, dtype=float) + np.asarray(step, dtype=float)
