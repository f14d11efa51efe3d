"""Weld: no motion at all; it fixes a flexible link to its parent."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.multibody.joints.constant import ConstantSubspace
from armillary.spatial.scalar import Array
from armillary.spatial.turn import MatrixTurn, Turn


class Weld(ConstantSubspace):
    """A joint with no coordinates."""

    nq = nv = 0

    def __init__(self) -> None:
        self.angular = np.zeros((3, 0))
        self.linear = np.zeros((3, 0))
        self.brackets = np.zeros((0, 0, 0))
        self.neutral = np.zeros(0)

    def turn(self, q: ArrayLike) -> Turn:
        """Return no rotation."""
        return MatrixTurn(np.eye(3))

    def slide(self, q: ArrayLike) -> Array:
        """Return no translation."""
        return np.zeros(3)

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return nothing, shape (0,)."""
        return np.asarray(qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> NDArray[np.float64]:
        """Return nothing, shape (0,)."""
        return np.zeros(0)
