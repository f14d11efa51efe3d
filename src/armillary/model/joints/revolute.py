"""Revolute joint: one angle [rad] about a fixed axis.

The child is turned by q + offset. An offset of whole quarter turns costs nothing:
    cos(q + kπ/2), sin(q + kπ/2) are ±cos q or ±sin q                                      (1)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.spatial.rotation import Array, rodrigues
from armillary.spatial.scalar import cos, sin
from armillary.spatial.turn import AxisTurn, MatrixTurn, Turn


class Revolute:
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
        angle = np.asarray(q)[0]
        quarters = self.offset / (np.pi / 2)
        if abs(quarters - round(quarters)) <= 1e-12:
            c, s = cos(angle), sin(angle)
            c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[round(quarters) % 4]  # (1)
        else:
            c, s = cos(angle + self.offset), sin(angle + self.offset)
        along = np.flatnonzero(self.axis)
        if len(along) == 1:
            return AxisTurn(int(along[0]), c, s * float(self.axis[along[0]]))
        return MatrixTurn(rodrigues(self.axis, c, s))

    def slide(self, q: ArrayLike) -> Array:
        """Return no translation."""
        return np.zeros(3)

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt."""
        return np.asarray(qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> NDArray[np.float64]:
        """Return q + step."""
        return np.asarray(q, dtype=float) + np.asarray(step, dtype=float)
