"""The four numbers of two lines in space: length and twist of their common normal, offset and angle along the second.

A frame is placed along the common normal of the z axes by
    T = Rx(α) Tx(a) Rz(θ) Tz(d)                                                       (1)
    R = [cθ, −sθ, 0; cα sθ, cα cθ, −sα; sα sθ, sα cθ, cα],   p = (a, −sα d, cα d)     (2)
A rotation and an origin have this form if R_xz = 0 and p has no part along Rx(α) y. [DenavitHartenberg1955]
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from armillary.spatial.rotation import about_axis, tidy
from armillary.spatial.scalar import Floats

Numbers = tuple[float, float, float, float]
"""a [m], α [rad], d [m], θ [rad]."""

QUARTER = math.pi / 2


def along_normal(a: float, alpha: float, d: float = 0.0, theta: float = 0.0) -> tuple[Floats, Floats]:
    """Return rotation and origin of (1), with exact zeros and ones at quarter turns."""
    R_x = tidy(about_axis((1.0, 0.0, 0.0), alpha))
    return R_x @ tidy(about_axis((0.0, 0.0, 1.0), theta)), np.array([a, 0.0, 0.0]) + R_x @ np.array([0.0, 0.0, d])


def normal_numbers(R: ArrayLike, p: ArrayLike, tolerance: float = 1e-12) -> Numbers | None:
    """Return a, α, d, θ of (1), or None for a rotation and an origin of another form.

    `tolerance` is absolute for the rotation, and relative to the distance for the origin.
    """
    R, p = np.asarray(R, dtype=float), np.asarray(p, dtype=float)
    if abs(R[0, 2]) > tolerance:
        return None
    alpha, theta = _angle(-R[1, 2], R[2, 2]), _angle(-R[0, 1], R[0, 0])
    c, s = tidy([math.cos(alpha), math.sin(alpha)])
    if abs(c * p[1] + s * p[2]) > tolerance * max(1.0, float(np.linalg.norm(p))):
        return None
    return float(p[0]) + 0.0, alpha, float(c * p[2] - s * p[1]) + 0.0, theta


def _angle(sine: float, cosine: float) -> float:
    """Return the angle of a sine and a cosine; a quarter turn within rounding is exact."""
    angle = math.atan2(sine, cosine)
    quarters = angle / QUARTER
    return round(quarters) * QUARTER if abs(quarters - round(quarters)) <= 1e-14 else angle
