"""Modes of a uniform cantilever, clamped at ξ = 0 and free at ξ = 1.

Bending: φ'''' = b⁴ φ, φ(0) = φ'(0) = φ''(1) = φ'''(1) = 0. With the wave (1) of waves.py the two conditions at the
free end need
    1 + cos b cosh b = 0,   b_k ≈ (k − ½)π.                                                   (1)
With Φ = φ² + (φ''² − 2φ'φ''')/b⁴, which is constant along the beam, 4φ² = d/dξ [ξΦ + (3φφ''' − φ'φ'')/b⁴], so that
    ∫₀¹ φ² = ¼ φ''(0)²/b⁴ = ¼ φ(1)².                                                           (2)
The waves have φ''(0) = 2b², hence φ_k(1) = 2(−1)^{k−1}; half of that, with its sign, gives φ_k(1) = 1.

Torsion and stretching: φ'' = −b² φ, φ(0) = φ'(1) = 0, so that φ = sin b_k ξ with b_k = (k − ½)π.            (3)
"""

from __future__ import annotations

import numpy as np

from armillary.multibody.shapes.waves import Shapes, clamped_waves, newton
from armillary.spatial.scalar import Floats


def roots(count: int) -> Floats:
    """Return the first roots b_k of (1); natural frequencies are b² √(EI/ρAL⁴)."""
    return newton(odd_quarters(count), -1.0)


def bending(count: int, xi: Floats) -> Shapes:
    """Return the clamped–free bending modes with φ(1) = 1."""
    values, first, second = clamped_waves(roots(count), 0.0, xi)
    half = np.where(np.arange(count) % 2 == 0, 0.5, -0.5)[:, None]  # (2)
    return half * values, half * first, half * second


def bar(count: int, xi: Floats) -> Shapes:
    """Return the clamped–free modes of torsion or stretching, sin (k − ½)πξ."""
    return sines(odd_quarters(count), xi)  # (3)


def odd_quarters(count: int, start: int = 1) -> Floats:
    """Return (k − ½)π for k from `start` on."""
    k = np.arange(start, start + count, dtype=float)
    return (k - 0.5) * np.pi


def sines(b: Floats, xi: Floats) -> Shapes:
    """Return sin bξ and its derivatives for each wave number b."""
    b = b[:, None]
    sine = np.sin(b * xi)
    return sine, b * np.cos(b * xi), -b * b * sine
