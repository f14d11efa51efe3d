"""Attachment modes: the motion of the tip is a coordinate, and the other modes hold the tip. [CraigBampton1968]

Bending: the static shapes of a unit displacement of the tip at zero slope, and of a unit slope dφ/dξ at zero
displacement,
    φ₁ = 3ξ² − 2ξ³,   φ₂ = ξ³ − ξ²,                                                           (1)
then the clamped–clamped modes, cos b cosh b = 1, b_k ≈ (k + ½)π, waves whose end is held. Since Φ of cantilever.py is
constant, 4∫φ² = φ''(0)²/b⁴, so that φ''(0) = 2b² makes their mean square one.                (2)
Torsion and stretching: ξ, then sin kπξ.                                                       (3)
The first shapes are exact for the loads of a joint, a motor or a payload at the tip. So few modes suffice where many
cantilever modes, which have neither moment nor shear at the tip, are needed.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from armillary.multibody.shapes.cantilever import odd_quarters, sines
from armillary.multibody.shapes.waves import Shapes, clamped_waves, newton
from armillary.spatial.scalar import Floats


def roots(count: int) -> Floats:
    """Return the first roots b_k of cos b cosh b = 1; natural frequencies are b² √(EI/ρAL⁴)."""
    return newton(odd_quarters(count, start=2), 1.0)


def bending(count: int, xi: Floats) -> Shapes:
    """Return the two static shapes of the tip (1), then clamped–clamped modes of mean square 1."""
    ones = np.ones_like(xi)
    static = (
        np.array([xi**2 * (3 - 2 * xi), xi**2 * (xi - 1)]),
        np.array([6 * xi * (1 - xi), xi * (3 * xi - 2)]),
        np.array([6 - 12 * xi, 6 * xi - 2 * ones]),
    )
    waves = clamped_waves(roots(max(count - 2, 0)), math.inf, xi)  # (2)
    for held in waves[:2]:
        held[:, _ends(xi)] = 0.0
    return _first(count, static, waves)


def bar(count: int, xi: Floats) -> Shapes:
    """Return ξ, then sin kπξ."""
    static = (xi[None], np.ones_like(xi)[None], np.zeros_like(xi)[None])
    waves = sines(np.pi * np.arange(1.0, max(count, 1)), xi)  # (3)
    waves[0][:, _ends(xi)] = 0.0
    return _first(count, static, waves)


def _ends(xi: Floats) -> NDArray[np.bool_]:
    """Return the points at which the modes are held: exact zeros there cost compiled models nothing."""
    return (xi == 0) | (xi == 1)


def _first(count: int, static: Shapes, waves: Shapes) -> Shapes:
    values, first, second = (np.concatenate(pair)[:count] for pair in zip(static, waves, strict=True))
    return values, first, second
