"""Splines through via points: piecewise polynomials of degree d = 3 or 5 with d − 1 continuous derivatives.

Piece k, from t_k to t_{k+1} = t_k + h_k, in u = (t − t_k) / h_k:
    p_k(u) = Σ_i c_ki u^i,   i = 0 … d,   p_k(0) = y_k,   p_k(1) = y_{k+1}                              (1)
    p_k^(i)(1) / h_k^i = p_{k+1}^(i)(0) / h_{k+1}^i,   i = 1 … d − 1                                    (2)
and, at each end, for degree 3 one and for degree 5 two conditions:
    clamped:  the velocity, and for degree 5 the acceleration, are zero                                 (3)
    natural:  the derivatives of order 2, or of orders 3 and 4, are zero                                (4)
Before the first and after the last via point the reference rests at this point. A clamped spline of degree 3 has a jump
of the acceleration there, one of degree 5 has none; a natural spline has a jump of the velocity.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import perm
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.files.arguments import rising, rows
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.simulation.parameters import Checked, Row, Rows, settle
from armillary.simulation.references.time_law import piece
from armillary.simulation.signals import DesiredMotion, Parametric
from armillary.spatial.scalar import Array, Scalar

END_ORDERS = {(3, "clamped"): (1,), (3, "natural"): (2,), (5, "clamped"): (1, 2), (5, "natural"): (3, 4)}
"""Orders of the derivatives that are zero at the ends, (3) and (4)."""


@dataclass(frozen=True)
class Spline(Checked, Parametric):
    """Spline through via points.

    Args:
        times: Times of the via points, in rising order [s].
        points: Via points, one row per time [rad, m].
        degree: 3 (default) or 5.
        ends: "clamped" (default) or "natural", (3) and (4).

    Example:
        >>> path = Spline(times=[0, 1, 3], points=[[0.0, 0.0], [1.0, 0.5], [0.0, 2.0]])
        >>> path.motion(1.0).position.round(12).tolist()
        [1.0, 0.5]
    """

    times: Annotated[Row, Quantity("time", says="time of each via point")]
    points: Annotated[Rows, Quantity("joint position", says="via points, one row per time")]
    degree: Annotated[int, Quantity(says="degree of the polynomials, 3 or 5")] = 3
    ends: Annotated[Literal["clamped", "natural"], "boundary conditions at both ends"] = "clamped"

    def __post_init__(self) -> None:
        super().__post_init__()
        points = rows("points", self.points, 2)
        if self.degree not in (3, 5):
            raise ArgumentError("degree", shortened(self.degree), "3 or 5")
        settle(self, points=points, times=rising("times", self.times, len(points)))

    @property
    def switches(self) -> tuple[float, ...]:
        """Times of the via points [s]."""
        return tuple(np.asarray(self.times, dtype=float).tolist())

    @property
    def pattern(self) -> Hashable:
        """The class, the number of via points and the degree."""
        return type(self), len(np.asarray(self.times)), self.degree

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """Times, 1/h_k and coefficients c of the pieces, and the last via point."""
        times = np.asarray(self.times, dtype=float)
        parts = (times, 1 / np.diff(times), self.coefficients.ravel(), np.asarray(self.points, dtype=float)[-1])
        return tuple(np.concatenate(parts))

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s]."""
        (points, n), values = np.shape(self.points), np.array(numbers)
        shape = points - 1, self.degree + 1, n
        times, rates, c, last = np.split(values, np.cumsum([points, points - 1, math.prod(shape)]))
        c = c.reshape(shape)
        zeros = [0.0] * (self.degree * n)
        # A piece is its start, 1/h and coefficients, so that one selection serves all derivatives.
        pieces = [[0.0, 0.0, *c[0, 0], *zeros]]  # at rest before the first via point
        pieces += [[start, rate, *c_k.ravel()] for start, rate, c_k in zip(times, rates, c, strict=False)]
        pieces += [[0.0, 0.0, *last, *zeros]]
        begin, rate, *entries = piece(t if inside is None else inside, times.tolist(), pieces)
        c_k, u = np.array(entries).reshape(shape[1:]), (t - begin) * rate
        return DesiredMotion(_value(c_k, u, 0), _value(c_k, u, 1) * rate, _value(c_k, u, 2) * (rate * rate))

    @cached_property
    def coefficients(self) -> NDArray[np.float64]:
        """Coefficients c, (1), shape (pieces, degree + 1, coordinates)."""
        y, h, d = np.array(self.points), np.diff(self.times), self.degree
        pieces, size = len(h), d + 1
        A, b = np.zeros((pieces * size, pieces * size)), np.zeros((pieces * size, y.shape[1]))
        row = 0

        def add(k: int, order: int, end: int, weight: float = 1.0) -> None:
            """Add a derivative of piece k at its start (0) or end (1) to the equation `row`."""
            A[row, k * size : (k + 1) * size] += weight * _derivative(d, order, end) / h[k] ** order

        for k in range(pieces):
            for end in (0, 1):
                add(k, 0, end)  # (1)
                b[row] = y[k + end]
                row += 1
        for k in range(pieces - 1):
            for order in range(1, d):
                add(k, order, 1)  # (2)
                add(k + 1, order, 0, -1.0)
                row += 1
        for order in END_ORDERS[d, self.ends]:
            for k, end in ((0, 0), (pieces - 1, 1)):
                add(k, order, end)  # (3), (4)
                row += 1
        scale = np.abs(A).max(axis=1, keepdims=True)  # rows of high derivatives are large for short pieces
        return np.linalg.solve(A / scale, b / scale).reshape(pieces, size, -1)


def _derivative(degree: int, order: int, u: int) -> NDArray[np.float64]:
    """Return the weights of the coefficients in a derivative by u at u = 0 or 1."""
    return np.array([perm(i, order) * (1.0 if u or i == order else 0.0) for i in range(degree + 1)])


def _value(c: Array, u: Scalar, order: int) -> Array:
    """Return a derivative by u of the polynomial with coefficients c, by Horner's rule."""
    value = perm(len(c) - 1, order) * c[-1]
    for i in range(len(c) - 2, order - 1, -1):
        value = perm(i, order) * c[i] + value * u
    return value
