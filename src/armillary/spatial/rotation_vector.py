"""Rotations by a rotation vector ψ, smooth at ψ = 0 and free of branches.

    R = exp(ψ~) = 1 + a ψ~ + b ψ~ψ~,   J = 1 − b ψ~ + c ψ~ψ~                                    (1)
    a = sin θ/θ,   b = (1 − cos θ)/θ²,   c = (θ − sin θ)/θ³,   θ = |ψ|,   a = 1 − θ² c            (2)
The rate of turn, in the turned axes, is J ψ̇ (in the axes before the turn it is Jᵀ ψ̇). Its own rate is
    J̇ = −ḃ ψ~ − b ψ̇~ + ċ ψ~ψ~ + c (ψ̇~ψ~ + ψ~ψ̇~),   ψ~ψ~ = ψψᵀ − θ² 1                             (3)
and with x = θ², b̈ = b_xx ẋ² + b_x ẍ, likewise c̈, and Θ = ψ~ψ~,
    J̈ = −b̈ ψ~ − 2 ḃ ψ̇~ − b ψ̈~ + c̈ Θ + 2 ċ Θ̇ + c Θ̈,   Θ̈ = ψψ̈ᵀ + ψ̈ψᵀ + 2 ψ̇ψ̇ᵀ − ẍ 1                (5)
a, b, c are entire functions of x = θ²; their power series
    b = Σ (−x)^k / (2k + 2)!,   c = Σ (−x)^k / (2k + 3)!                                          (4)
to `TERMS` terms are exact to rounding for θ ≤ π. Elastic rotations are far smaller.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from armillary.spatial.rotation import skew
from armillary.spatial.scalar import Array, Scalar

TERMS = 14


def _polynomial(coefficients: list[float], x: Scalar) -> Scalar:
    """Return Σ c_k x^k by Horner's rule."""
    value: Scalar = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        value = coefficient + x * value
    return value


def _series(first: int) -> list[float]:
    """Return the coefficients 1/first!, −1/(first + 2)!, … of (4)."""
    return [(-1) ** k / math.factorial(2 * k + first) for k in range(TERMS)]


B, C = _series(2), _series(3)
B_SLOPE, C_SLOPE = ([k * c for k, c in enumerate(series)][1:] for series in (B, C))
B_BEND, C_BEND = ([k * c for k, c in enumerate(series)][1:] for series in (B_SLOPE, C_SLOPE))


def rotation(psi: ArrayLike) -> Array:
    """Return R = exp(ψ~), shape (3, 3), (1)."""
    psi = np.asarray(psi)
    x = psi @ psi
    b, c = _polynomial(B, x), _polynomial(C, x)
    turn = skew(psi)
    return np.eye(3) + (1 - x * c) * turn + b * (np.outer(psi, psi) - x * np.eye(3))


def rate_map(psi: ArrayLike) -> Array:
    """Return J of (1), shape (3, 3)."""
    psi = np.asarray(psi)
    x = psi @ psi
    b, c = _polynomial(B, x), _polynomial(C, x)
    return np.eye(3) - b * skew(psi) + c * (np.outer(psi, psi) - x * np.eye(3))


def rate_map_rate(psi: ArrayLike, psi_dot: ArrayLike) -> Array:
    """Return J̇ of (3), shape (3, 3)."""
    psi, psi_dot = np.asarray(psi), np.asarray(psi_dot)
    x, x_dot = psi @ psi, 2 * (psi @ psi_dot)
    b, c = _polynomial(B, x), _polynomial(C, x)
    b_dot, c_dot = _polynomial(B_SLOPE, x) * x_dot, _polynomial(C_SLOPE, x) * x_dot
    square = np.outer(psi, psi) - x * np.eye(3)
    moved = np.outer(psi, psi_dot)
    square_rate = moved + moved.T - x_dot * np.eye(3)
    return -b_dot * skew(psi) - b * skew(psi_dot) + c_dot * square + c * square_rate


def rate_map_second(psi: ArrayLike, psi_dot: ArrayLike, psi_second: ArrayLike) -> Array:
    """Return J̈ of (5), shape (3, 3)."""
    psi, psi_dot, psi_second = np.asarray(psi), np.asarray(psi_dot), np.asarray(psi_second)
    x, x_dot, x_second = psi @ psi, 2 * (psi @ psi_dot), 2 * (psi_dot @ psi_dot + psi @ psi_second)
    b, b_x, b_xx, c, c_x, c_xx = (_polynomial(series, x) for series in (B, B_SLOPE, B_BEND, C, C_SLOPE, C_BEND))
    b_second, c_second = (bend * (x_dot * x_dot) + slope * x_second for bend, slope in ((b_xx, b_x), (c_xx, c_x)))
    square, identity = np.outer(psi, psi) - x * np.eye(3), np.eye(3)
    moved, pushed = np.outer(psi, psi_dot), np.outer(psi, psi_second)
    square_rate = moved + moved.T - x_dot * identity
    square_second = pushed + pushed.T + 2 * np.outer(psi_dot, psi_dot) - x_second * identity
    odd = b_second * psi + 2 * (b_x * x_dot) * psi_dot + b * psi_second
    return c_second * square + 2 * (c_x * x_dot) * square_rate + c * square_second - skew(odd)
