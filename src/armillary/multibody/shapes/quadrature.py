"""Gauss and Legendre's rule for products of shape functions, and the number of points it needs.

On a stretch that is the part ℓ of a beam, two shapes of wave number b or less multiply to waves of phase
    ω = 2 b · ½ℓ = b ℓ                                                                        (1)
over the half-width 1 of the rule. N points integrate cos ωz and cosh ωz with an error that falls faster than
any power once 2N > ω. Doubling N showed how many reach rounding, for sections up to the fourth degree:
    N = ⌈0.65 ω + min(ω, 6)⌉ + 6.                                                              (2)
Shapes of any family are taken as waves of b = (k + ½)π, k their number; k polynomials in bending have the degree k + 1,
their squares times an area of degree 2 the degree 2k + 4, which k + 3 points integrate exactly.               (3)
Where the section changes, shapes are integrals of waves divided by a rigidity that is no polynomial. They are built on
the same points (varying.py): SMOOTH more represent each of them, on pieces over which no size of the section changes
by more than the factor STEEP, so that the zeros of the sizes are at |z| ≥ 3, and Legendre's coefficients fall
by a factor of 3 + √8 each.                                                                   (4)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.spatial.scalar import Floats

SMOOTH = 14
STEEP = 2.0
BETWEEN = 10
"""Points of the rule between two neighbours of (2), whose phase is less than π."""


@lru_cache(maxsize=64)
def gauss(count: int) -> tuple[Floats, Floats]:
    """Return the points and weights of Gauss and Legendre's rule on [0, 1].

    NumPy's are polished by Newton's method in extended precision, where the machine has it: their weights are right to
    some 1e-14 only, which would show in the orthogonality of modes.
    """
    z: NDArray[Any] = np.polynomial.legendre.leggauss(count)[0].astype(np.longdouble)
    for _ in range(2):
        before, P = np.zeros_like(z), np.ones_like(z)
        for n in range(count):
            before, P = P, ((2 * n + 1) * z * P - n * before) / (n + 1)
        slope = count * (z * P - before) / (z * z - 1)
        z = z - P / slope
    points, weights = ((1 + z) / 2).astype(float), (1 / ((1 - z * z) * slope * slope)).astype(float)
    points.setflags(write=False)
    weights.setflags(write=False)
    return points, weights


def enough_points(shapes: int, part: float, varying: bool = False) -> int:
    """Return the number of points that integrate products of `shapes` functions over a part of a beam to rounding."""
    if shapes == 0:
        return 3  # r² and areas, or polar moments: degree 4
    phase = (shapes + 0.5) * math.pi * part  # (1)
    wave = math.ceil(0.65 * phase + min(phase, 6.0)) + 6  # (2)
    return max(wave, shapes + 3) + (SMOOTH if varying else 0)  # (3), (4)


@dataclass(frozen=True, eq=False)
class Running:
    """Integrals of products from 0 to every ξ of `at`, summed over the gaps between neighbours.

    Each gap has one rule, at `points`; gaps also end at `kinks` of the functions.
    """

    at: Floats
    kinks: Floats = field(default_factory=lambda: np.zeros(0))

    @cached_property
    def _gaps(self) -> tuple[NDArray[np.int_], Floats, Floats]:
        """The order of all ends, and the starts and lengths of the gaps in this order."""
        at = np.concatenate([self.at, self.kinks])
        order = np.argsort(at)
        starts = np.concatenate([[0.0], at[order][:-1]])
        return order, starts, at[order] - starts

    @cached_property
    def points(self) -> Floats:
        """The ξ at which functions are needed, shape (gaps · BETWEEN,)."""
        _, starts, lengths = self._gaps
        return (starts[:, None] + np.multiply.outer(lengths, gauss(BETWEEN)[0])).ravel()

    def __call__(self, f: Floats, g: Floats) -> Floats:
        """Return ∫₀^ξ f_k g_l dξ at every ξ of `at`, shape (n, m, len(at)), of functions at `points`."""
        order, _, lengths = self._gaps
        f, g = (values.reshape(len(values), -1, BETWEEN).transpose(1, 0, 2) for values in (f, g))  # (gaps, n, BETWEEN)
        pieces = (f * np.multiply.outer(lengths, gauss(BETWEEN)[1])[:, None]) @ g.transpose(0, 2, 1)
        integrals = np.empty((*pieces.shape[1:], len(order)))
        integrals[..., order] = np.moveaxis(np.cumsum(pieces, axis=0), 0, -1)
        return integrals[..., : len(self.at)]
