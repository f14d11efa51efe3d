"""Shape functions of beams and bars on ξ = x/L ∈ [0, 1], one family per file.

Each gives the values and the first and second derivatives with respect to ξ of its first `count` functions for a
uniform beam; `varying` makes of them those of a beam whose section changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.multibody.shapes import attachment, cantilever, polynomial, tip_mass
from armillary.multibody.shapes.waves import Shapes
from armillary.spatial.scalar import Floats

LARGEST_RATIO = 1e60
"""Beyond it the fourth powers of wave numbers leave the range of floats; shapes have long ceased to change."""

BENDING: dict[str, Callable[[int, Floats, float, float], Shapes]] = {
    "cantilever": lambda count, xi, mass_ratio, inertia_ratio: cantilever.bending(count, xi),
    "tip-mass": tip_mass.bending,
    "attachment": lambda count, xi, mass_ratio, inertia_ratio: attachment.bending(count, xi),
    "polynomial": lambda count, xi, mass_ratio, inertia_ratio: polynomial.bending(count, xi),
}
BARS: dict[str, Callable[[int, Floats, float], Shapes]] = {
    "cantilever": lambda count, xi, ratio: cantilever.bar(count, xi),
    "tip-mass": tip_mass.bar,
    "attachment": lambda count, xi, ratio: attachment.bar(count, xi),
    "polynomial": lambda count, xi, ratio: polynomial.bar(count, xi),
}


def bending_shapes(
    family: str, count: int, xi: ArrayLike, mass_ratio: float = 0.0, inertia_ratio: float = 0.0
) -> Shapes:
    """Return `count` functions for bending, φ(0) = φ'(0) = 0, with φ' and φ'', each (count, len(xi)).

    The ratios matter to "tip-mass" alone: m_tip/(ρAL) and I_tip/(ρAL³).

    Example:
        >>> values, first, second = bending_shapes("cantilever", 2, [0.0, 1.0])
        >>> values[:, 1].round(12).tolist()
        [1.0, 1.0]
    """
    _check(family, count, mass_ratio=mass_ratio, inertia_ratio=inertia_ratio)
    return BENDING[family](count, np.asarray(xi, dtype=float), float(mass_ratio), float(inertia_ratio))


def bar_shapes(family: str, count: int, xi: ArrayLike, ratio: float = 0.0) -> Shapes:
    """Return `count` functions for torsion or stretching, φ(0) = 0, with φ' and φ'', each (count, len(xi)).

    The ratio of the tip's inertia (mass) to that of the bar matters to "tip-mass" alone.
    """
    _check(family, count, ratio=ratio)
    return BARS[family](count, np.asarray(xi, dtype=float), float(ratio))


def _check(family: str, count: int, **ratios: float) -> None:
    if family not in BENDING:
        raise ArgumentError("shapes", repr(family), "one of " + ", ".join(BENDING))
    if count < 0:
        raise ArgumentError("count", str(count), "zero or more functions")
    for name, ratio in ratios.items():
        if not (math.isfinite(ratio) and 0 <= ratio <= LARGEST_RATIO):
            raise ArgumentError(name, str(ratio), f"a number from 0 to {LARGEST_RATIO:g}")


__all__ = ["bar_shapes", "bending_shapes"]
