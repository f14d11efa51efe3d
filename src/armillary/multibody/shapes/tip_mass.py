"""Modes of a uniform beam that is clamped at ξ = 0 and carries a rigid body at ξ = 1.

Bending. The body has mass μ ρAL and moment of inertia ν ρAL³ about the end. Shear and moment accelerate it:
    φ'''(1) = −μ b⁴ φ(1),   φ''(1) = ν b⁴ φ'(1).                                             (1)
With φ = P U(bξ) + Q V(bξ) of waves.py, this is a pair of linear equations in P and Q. It has a solution if
    C² − WV + μb (CV − WU) − νb³ (WC − UV) + μνb⁴ (U² − WV) = 0   at b, which is             (2)
    1 + cos b cosh b + μb (cos b sinh b − sin b cosh b)
      − νb³ (sin b cosh b + cos b sinh b) + μνb⁴ (1 − cos b cosh b) = 0.
Neither its size nor its sign tells which root one has found. Wittrick and Williams' count does [WittrickWilliams1971]:
the number of modes below b is that of the beam clamped at both ends plus the number of negative eigenvalues of
    [ b³ (sin b cosh b + cos b sinh b)/Δ − μb⁴,    −b² sin b sinh b/Δ ]
    [ …,                 b (sin b cosh b − cos b sinh b)/Δ − νb⁴ ],    Δ = 1 − cos b cosh b,  (3)
the stiffness of the end against displacement and rotation. Its determinant is b⁴/Δ times (2). Clamped–clamped modes lie
where Δ changes sign, next to (j + ½)π. The count is bisected until no number is left between the ends.

The modes have a mean square of ¼ and (−1)^{k−1} φ_k''(0) > 0, which never vanishes. For μ = ν = 0 that is
φ_k(1) = 1; under a heavy body φ_k(1) itself would be no measure, since it tends to zero.

Bar. A tip inertia of `ratio` times the bar's own: φ'(1) = ratio b² φ(1) with φ = sin bξ, so that with b = (k−1)π + t
    b tan b = 1/ratio   or   t = arccot(ratio · b),   0 < t ≤ π/2.                            (4)
t − arccot(ratio · b) rises and is concave, so Newton's method converges from any start. The modes have a mean square
of ½, as sin (k − ½)πξ has, to which they tend for a ratio of zero.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from armillary.multibody.shapes.cantilever import sines
from armillary.multibody.shapes.quadrature import gauss
from armillary.multibody.shapes.waves import SERIES_BELOW, Shapes, clamped_waves, series
from armillary.spatial.scalar import Floats


def bending(count: int, xi: Floats, mass_ratio: float, inertia_ratio: float) -> Shapes:
    """Return the bending modes with a mass μ ρAL and an inertia ν ρAL³ at the end."""
    b = np.array(roots(count, mass_ratio, inertia_ratio))
    points, weights = gauss(2 * count + 20)
    square = clamped_waves(b, mass_ratio, points)[0] ** 2 @ weights
    sign = np.where(np.arange(count) % 2 == 0, 1.0, -1.0)
    return _scaled(sign * np.sqrt(0.25 / square), clamped_waves(b, mass_ratio, xi))


def bar(count: int, xi: Floats, ratio: float) -> Shapes:
    """Return the modes of torsion or stretching with an inertia of `ratio` times the bar's own at the end."""
    b = bar_roots(count, ratio)
    points, weights = gauss(2 * count + 20)
    return _scaled(np.sqrt(0.5 / (sines(b, points)[0] ** 2 @ weights)), sines(b, xi))


def _scaled(scale: Floats, shapes: Shapes) -> Shapes:
    values, first, second = (scale[:, None] * f for f in shapes)
    return values, first, second


@lru_cache(maxsize=64)
def roots(count: int, mass_ratio: float, inertia_ratio: float) -> tuple[float, ...]:
    """Return the first roots b_k of (2); natural frequencies are b² √(EI/ρAL⁴)."""
    roots: list[float] = []
    for k in range(count):
        low = roots[-1] if roots else 0.0
        high = (k + 0.5) * math.pi + 0.5  # b_k is below it without a body, which only lowers b_k
        while low < (middle := (low + high) / 2) < high:
            if modes_below(middle, mass_ratio, inertia_ratio) > k:
                high = middle
            else:
                low = middle
        roots.append(high)
    return tuple(roots)


def modes_below(b: float, mass_ratio: float, inertia_ratio: float) -> int:
    """Return the number of modes with a wave number below b > 0."""
    free, held, turned, fixed = _end_functions(b)
    p, m = 1 / (1 + mass_ratio), mass_ratio / (1 + mass_ratio)
    r, n = 1 / (1 + inertia_ratio), inertia_ratio / (1 + inertia_ratio)
    equation = r * (p * free + m * b * held) - n * b**3 * (p * turned - m * b * fixed)  # (2), times p r
    j = max(math.floor(b / math.pi), 1)
    clamped = j if (fixed < 0) == (j % 2 == 1) else j - 1  # Δ < 0 past an odd number of clamped–clamped modes
    if (equation > 0) != (fixed > 0):
        return clamped + 1
    return clamped + (2 if (p * turned - m * b * fixed > 0) != (fixed > 0) else 0)  # (3)


def _end_functions(b: float) -> tuple[float, float, float, float]:
    """Return the four functions of (2), all divided by cosh b."""
    if b < SERIES_BELOW:
        C, W, U, V = (float(f) for f in series(np.array(b)))
        return C * C - W * V, C * V - W * U, W * C - U * V, U * U - W * V  # halves, but only signs are of use
    c, s, tanh = math.cos(b), math.sin(b), math.tanh(b)
    sech = 1 / math.cosh(b) if b < 700 else 0.0  # cosh overflows
    return sech + c, c * tanh - s, s + c * tanh, sech - c


def bar_roots(count: int, ratio: float) -> Floats:
    """Return the first roots b_k of (4)."""
    start = np.arange(count) * np.pi
    t = np.full(count, (ratio + 4 / np.pi**2) ** -0.5)
    for _ in range(12):
        x = ratio * (start + t)
        t = t - (t - np.arctan2(1.0, x)) / (1 + ratio / (1 + x * x))
    return start + t
