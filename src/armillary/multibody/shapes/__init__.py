"""Shape functions of beams and bars on ξ = x/L ∈ [0, 1], one family per file.

Each family gives the values and the first and second derivatives with respect to ξ of its first `count` functions for a
uniform beam. `varying` turns them into the functions of a beam whose section changes.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.multibody.shapes import attachment, cantilever, loaded, polynomial, tip_mass
from armillary.multibody.shapes.loaded import BeamLoad
from armillary.multibody.shapes.waves import Shapes

LARGEST_RATIO = 1e60
"""Larger ratios overflow the fourth powers of wave numbers; the shapes have converged long before."""

FAMILIES: dict[str, Any] = {
    "loaded": loaded,
    "cantilever": cantilever,
    "tip-mass": tip_mass,
    "attachment": attachment,
    "polynomial": polynomial,
}


def bending_shapes(
    family: str,
    count: int,
    xi: ArrayLike,
    mass_ratio: float = 0.0,
    inertia_ratio: float = 0.0,
    loads: tuple[BeamLoad, ...] = (),
) -> Shapes:
    """Return `count` functions for bending, φ(0) = φ'(0) = 0, with φ' and φ'', each (count, len(xi)).

    The ratios m_tip/(ρAL) and I_tip/(ρAL³) affect only the family "tip-mass", the loads only the family "loaded".
    """
    ratios = _checked(family, count, mass_ratio=mass_ratio, inertia_ratio=inertia_ratio)
    loading = {"tip-mass": tuple(ratios), "loaded": (loads,)}.get(family, ())
    shapes: Shapes = FAMILIES[family].bending(count, np.asarray(xi, dtype=float), *loading)
    return shapes


def bar_shapes(family: str, count: int, xi: ArrayLike, ratio: float = 0.0) -> Shapes:
    """Return `count` functions for torsion or stretching, φ(0) = 0, with φ' and φ'', each (count, len(xi)).

    The ratio of the tip's inertia (mass) to that of the bar affects only the families "tip-mass" and "loaded".
    """
    loading = _checked(family, count, ratio=ratio) if family in ("tip-mass", "loaded") else _checked(family, count)
    shapes: Shapes = FAMILIES[family].bar(count, np.asarray(xi, dtype=float), *loading)
    return shapes


def _checked(family: str, count: int, **ratios: float) -> list[float]:
    """Return the ratios of a tip mass."""
    if family not in FAMILIES:
        raise ArgumentError("shapes", shortened(family), "one of " + ", ".join(FAMILIES))
    if count < 0:
        raise ArgumentError("count", str(count), "zero or more functions")
    for name, ratio in ratios.items():
        if not (math.isfinite(ratio) and 0 <= ratio <= LARGEST_RATIO):
            raise ArgumentError(name, str(ratio), f"a number from 0 to {LARGEST_RATIO:g}")
    return [float(ratio) for ratio in ratios.values()]


__all__ = ["BeamLoad", "bar_shapes", "bending_shapes"]
