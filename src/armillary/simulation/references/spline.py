"""Splines through way-points: piecewise polynomials of degree 3 or 5 with d − 1 continuous derivatives.

Piece k, from t_k to t_{k+1} = t_k + h_k, in u = (t − t_k) / h_k:
    p_k(u) = Σ_i c_ki u^i,   i = 0 … d,   p_k(0) = y_k,   p_k(1) = y_{k+1}                              (1)
    p_k^(i)(1) / h_k^i = p_{k+1}^(i)(0) / h_{k+1}^i,   i = 1 … d − 1                                    (2)
and, at each end, for degree 3 one and for degree 5 two conditions:
    clamped:  the velocity, and for degree 5 the acceleration, are zero                                 (3)
    natural:  the derivatives of order 2, or of orders 3 and 4, are zero                                (4)
Before the first and after the last way-point the reference is at rest there. A clamped spline of degree 3 leaves rest
with a jump of its acceleration, one of degree 5 without; a natural spline leaves rest with a jump of its velocity.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    """A spline through way-points.

    Args:
        times: Time of each way-point, in rising order [s].
        points: The way-points, one row for each time [rad, m].
        degree: 3 (default) or 5.
        ends: "clamped" (default) or "natural", (3) and (4).

    Example:
        >>> path = Spline(times=[0, 1, 3], points=[[0.0, 0.0], [1.0, 0.5], [0.0, 2.0]])
        >>> path.motion(1.0).position.round(12).tolist()
        [1.0, 0.5]
    """

    times: Annotated[Row, Quantity("time", says="time of each way-point")]
    points: Annotated[Rows, Quantity("joint position", says="the way-points, one row for each time")]
    degree: Annotated[int, Quantity(says="degree of the polynomials, 3 or 5")] = 3
    ends: Annotated[Literal["clamped", "natural"], "state at both ends"] = "clamped"

    def __post_init__(self) -> None:
        super().__post_init__()
        points = rows("points", self.points, 2)
        if self.degree not in (3, 5):
            raise ArgumentError("degree", shortened(self.degree), "3 or 5")
        settle(self, points=points, times=rising("times", self.times, len(points)))

    @property
    def switches(self) -> tuple[float, ...]:
        """The times of the way-points [s]."""
        return tuple(np.asarray(self.times, dtype=float).tolist())

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """Times, 1/h_k and coefficients c of the pieces, and the last way-point."""
        times = np.asarray(self.times, dtype=float)
        parts = (times, 1 / np.diff(times), self.coefficients.ravel(), np.asarray(self.points, dtype=float)[-1])
        return tuple(np.concatenate(parts))

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s]."""
        (points, n), values = np.shape(self.points), np.array(numbers)
        shape = points - 1, self.degree + 1, n
        times, rates, c, last = np.split(values, np.cumsum([points, points - 1, math.prod(shape)]))
        c = c.reshape(shape)
        still = [0.0] * (self.degree * n)
        # The piece is chosen once, with its start, its rate and its coefficients.
        moving = [[start, rate, *own.ravel()] for start, rate, own in zip(times, rates, c, strict=False)]
        pieces = [[0.0, 0.0, *c[0, 0], *still], *moving, [0.0, 0.0, *last, *still]]
        begin, rate, *chosen = piece(t if inside is None else inside, times.tolist(), pieces)
        own, u = np.array(chosen).reshape(shape[1:]), (t - begin) * rate
        return DesiredMotion(_value(own, u, 0), _value(own, u, 1) * rate, _value(own, u, 2) * (rate * rate))

    @cached_property
    def coefficients(self) -> NDArray[np.float64]:
        """The coefficients c of (1), shape (pieces, degree + 1, coordinates)."""
        y, h, d = np.array(self.points), np.diff(self.times), self.degree
        pieces, size = len(h), d + 1
        A, b = np.zeros((pieces * size, pieces * size)), np.zeros((pieces * size, y.shape[1]))
        row = 0

        def put(k: int, order: int, end: int, weight: float = 1.0) -> None:
            A[row, k * size : (k + 1) * size] += weight * _derivative(d, order, end) / h[k] ** order

        for k in range(pieces):
            for end in (0, 1):
                put(k, 0, end)  # (1)
                b[row] = y[k + end]
                row += 1
        for k in range(pieces - 1):
            for order in range(1, d):
                put(k, order, 1)  # (2)
                put(k + 1, order, 0, -1.0)
                row += 1
        for order in END_ORDERS[d, self.ends]:
            for k, end in ((0, 0), (pieces - 1, 1)):
                put(k, order, end)  # (3), (4)
                row += 1
        scale = np.abs(A).max(axis=1, keepdims=True)
        return np.linalg.solve(A / scale, b / scale).reshape(pieces, size, -1)


def _derivative(degree: int, order: int, u: int) -> NDArray[np.float64]:
    """Return the weights of the coefficients in a derivative at u = 0 or 1."""
    return np.array([perm(i, order) * (1.0 if u or i == order else 0.0) for i in range(degree + 1)])


def _value(c: Array, u: Scalar, order: int) -> Array:
    """Return a derivative of the polynomial with coefficients c by u, Horner's rule."""
    value = perm(len(c) - 1, order) * c[-1]
    for i in range(len(c) - 2, order - 1, -1):
        value = perm(i, order) * c[i] + value * u
    return value
