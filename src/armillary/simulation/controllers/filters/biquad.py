"""Biquad: a sampled filter of order 2, given by its coefficients.

    H(z) = (b_0 + b_1 z⁻¹ + b_2 z⁻²) / (a_0 + a_1 z⁻¹ + a_2 z⁻²)                            (1)
in the transposed direct form II, which has the smallest rounding errors, with all coefficients divided by a_0:
    y = b_0 u + s_1,   s_1 ← b_1 u − a_1 y + s_2,   s_2 ← b_2 u − a_2 y                     (2)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.arguments import reals
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.simulation.controllers.law import Specification
from armillary.simulation.parameters import Coefficients
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class Biquad(Specification):
    """Sampled filter of order 2, (1), the same for all joints; its coefficients are those of a row of SciPy's `sos`.

    Args:
        numerator: b_0, b_1, b_2.
        denominator: a_0, a_1, a_2; a_0 is not zero.
        period: Sampling period [s] of the coefficients; default: that of the controller around it.
        offset: First instant [s]; default 0.

    Example:
        >>> Biquad([0.25, 0.5, 0.25], [1.0, 0.0, 0.0]).bound(3).states
        6
    """

    numerator: Annotated[Coefficients, Quantity(says="coefficients b_0, b_1, b_2")]
    denominator: Annotated[Coefficients, Quantity(says="coefficients a_0, a_1, a_2")]

    def bound(self, width: int) -> BiquadSection:
        """Return the filter for a number of channels."""
        return BiquadSection(width, self)


class BiquadSection:
    """(2), in each of several channels."""

    discrete = True

    def __init__(self, width: int, spec: Biquad) -> None:
        self.width = width
        self.numerator = _coefficients("numerator", spec.numerator)
        self.denominator = _coefficients("denominator", spec.denominator)
        if not isinstance(self.denominator[0], Expr) and not self.denominator[0]:
            raise ArgumentError("denominator", shortened(spec.denominator), "a non-zero a_0")

    @property
    def states(self) -> int:
        """Number of states: two for each channel."""
        return 2 * self.width

    def start(self) -> Array:
        """Return the initial states: the filter is at rest."""
        return np.zeros(self.states)

    def output(self, u: Array, state: Array, period: float | None) -> Array:
        """Return y, (2)."""
        return np.asarray(self.numerator[0] / self.denominator[0] * u + np.asarray(state)[: self.width])

    def advance(self, u: Array, state: Array, period: float) -> Array:
        """Return s_1 and s_2 at the next instant, (2)."""
        _, b1, b2 = self.numerator / self.denominator[0]
        _, a1, a2 = self.denominator / self.denominator[0]
        y = self.output(u, state, period)
        return np.concatenate([b1 * u - a1 * y + np.asarray(state)[self.width :], b2 * u - a2 * y])


def _coefficients(name: str, value: ArrayLike) -> Array:
    """Return three coefficients: finite numbers, or expressions, which are not checked."""
    array = np.asarray(value, dtype=object)
    if array.shape == (3,) and any(isinstance(entry, Expr) for entry in array):
        return array
    coefficients = reals(value)
    if coefficients.shape != (3,) or not np.all(np.isfinite(coefficients)):
        raise ArgumentError(name, shortened(value), "three finite numbers")
    return coefficients
