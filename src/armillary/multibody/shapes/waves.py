"""Waves of a beam that is clamped at ξ = 0, in a form that neither overflows nor cancels.

Every solution of φ'''' = b⁴ φ with φ(0) = φ'(0) = 0 and φ''(0) ≠ 0 is, up to its size,
    φ = cosh bξ − cos bξ − σ (sinh bξ − sin bξ).                                             (1)
σ tends to 1 for high modes, and its difference from 1 is then multiplied by e^bξ: the 16th mode has lost all its
digits. With s = (1 − σ) eᵇ and e = e⁻ᵇ the same function is
    φ = −cos bξ + (1 − s e) sin bξ + (1 − s e/2) e^{−bξ} + (s/2) e^{−b(1−ξ)},                (2)
in which nothing exceeds the order of one. Shear at the end, φ'''(1) = −μ b⁴ φ(1) for a mass of ratio μ, gives
    s = [e + cos b + sin b + μ b (cos b − sin b − e)] / [½(1 + e²) + e cos b + μ b (½(1 − e²) − e sin b)].    (3)
No term of the denominator is negative. μ = 0 is a free end, μ → ∞ one that is held.

For b < 1, as under a heavy tip mass, (2) cancels instead. There (1) is summed as the series of
    C = Σ z^{4i}/(4i)!,  W = Σ z^{4i+1}/(4i+1)!,  U = Σ z^{4i+2}/(4i+2)!,  V = Σ z^{4i+3}/(4i+3)!,           (4)
each the derivative of the next and V that of C: φ = 2U(bξ) − 2σV(bξ), and (3) becomes σ = (V + μbU)/(C + μbV).  (5)
"""

from __future__ import annotations

import math

import numpy as np

from armillary.spatial.scalar import Floats

Shapes = tuple[Floats, Floats, Floats]
"""Values, first and second derivative with respect to ξ, each of shape (count, len(ξ))."""

SERIES_BELOW = 1.0
_SERIES = [[1.0 / math.factorial(4 * i + j) for i in range(6)] for j in range(4)]  # rest below 1e-23


def series(z: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return C, W, U and V (4) at |z| ≤ 1."""
    z4 = z**4
    C, W, U, V = (z**j * np.polynomial.polynomial.polyval(z4, _SERIES[j]) for j in range(4))
    return C, W, U, V


def clamped_waves(b: Floats, mass_ratio: float, xi: Floats) -> Shapes:
    """Return the waves of numbers b, shape (count,), whose end has a mass of the given ratio, inf to hold it.

    The curvature at the clamped end is 2b² for each.
    """
    free, held = (0.0, 1.0) if math.isinf(mass_ratio) else (1 / (1 + mass_ratio), mass_ratio / (1 + mass_ratio))
    low = b < SERIES_BELOW
    if not low.any():
        return _high_waves(b[:, None], free, held, xi)
    high = _high_waves(b[~low, None], free, held, xi)
    shapes = [np.concatenate(pair) for pair in zip(_low_waves(b[low, None], free, held, xi), high, strict=True)]
    order = np.argsort(np.concatenate([np.flatnonzero(low), np.flatnonzero(~low)]))
    return shapes[0][order], shapes[1][order], shapes[2][order]


def _high_waves(b: Floats, free: float, held: float, xi: Floats) -> Shapes:
    e, c, s = np.exp(-b), np.cos(b), np.sin(b)
    above = free * (e + c + s) + held * b * (c - s - e)
    below = free * ((1 + e * e) / 2 + e * c) + held * b * ((1 - e * e) / 2 - e * s)
    t = above / below  # (3)
    cosine, sine = np.cos(b * xi), (1 - t * e) * np.sin(b * xi)
    cosine_rate, sine_rate = np.sin(b * xi), (1 - t * e) * np.cos(b * xi)
    start, end = (1 - t * e / 2) * np.exp(-b * xi), t / 2 * np.exp(-b * (1 - xi))
    values = sine - cosine + start + end  # (2)
    first = b * (sine_rate + cosine_rate - start + end)
    second = b * b * (cosine - sine + start + end)
    return values, first, second


def _low_waves(b: Floats, free: float, held: float, xi: Floats) -> Shapes:
    C, _, U, V = series(b)
    sigma = (free * V + held * b * U) / (free * C + held * b * V)  # (5)
    C, W, U, V = series(b * xi)
    return 2 * (U - sigma * V), 2 * b * (W - sigma * U), 2 * b * b * (C - sigma * W)


def newton(b: Floats, sign: float) -> Floats:
    """Return the roots of cos b = sign / cosh b next to the starting values, to rounding."""
    for _ in range(6):
        sech = 1 / np.cosh(np.minimum(b, 700.0))
        b = b + (np.cos(b) - sign * sech) / (np.sin(b) - sign * sech * np.tanh(b))
    return b
