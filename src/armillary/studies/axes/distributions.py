"""Random axes: distributions that turn numbers u of the unit interval into values, by the inverse of their function."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Self

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import listed
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.simulation.parameters import settle
from armillary.spatial.scalar import Floats
from armillary.studies.axes.axis import Amount, Axis, Column, Parse
from armillary.studies.axes.given import Values

WEIGHT = Quantity(least=0, says="weight of a value")


class Random(Axis):
    """A distribution; its numbers may be rows, for quantities such as q0: entry k varies the name `q0[k]`."""

    random: ClassVar[bool] = True

    def components(self) -> list[Self] | None:
        """Return a distribution for each number of a row; these numbers are independent."""
        rows = [name for name in self.numbers if isinstance(getattr(self, name), tuple)]
        if not rows:
            return None
        size = len(getattr(self, rows[0]))
        return [replace(self, **{name: getattr(self, name)[k] for name in rows}) for k in range(size)]  # type: ignore[type-var]

    @abstractmethod
    def ppf(self, u: Floats) -> Column:
        """Return the values where the distribution function is u, 0 < u < 1."""

    def _check_numbers(self) -> bool:
        are_numbers = super()._check_numbers()
        sizes = {len(value) for name in self.numbers if isinstance(value := getattr(self, name), tuple)}
        if len(sizes) > 1:
            raise ArgumentError(self.numbers[-1], f"rows of {' and '.join(map(str, sorted(sizes)))} numbers",
                                "rows of the same length")  # fmt: skip
        return are_numbers

    def _check_order(self, low: str, high: str) -> None:
        """Check that a lower bound is below an upper one."""
        if np.any(np.greater_equal(getattr(self, low), getattr(self, high))):
            expected = f"more than {low}, {shortened(getattr(self, low))}"
            raise ArgumentError(high, shortened(getattr(self, high)), expected)


@dataclass(frozen=True)
class Uniform(Random):
    """Numbers between `low` and `high`, all equally likely.

    Example:
        >>> Uniform(-1, 1).ppf([0.25, 0.5]).tolist()
        [-0.5, 0.0]
    """

    low: Annotated[Amount, "smallest value"]
    high: Annotated[Amount, "largest value"]
    numbers: ClassVar[tuple[str, ...]] = ("low", "high")

    def __post_init__(self) -> None:
        if self._check_numbers():
            self._check_order("low", "high")

    def ppf(self, u: Floats) -> Floats:
        """Return the numbers where the distribution function is u, 0 < u < 1."""
        u, (low, high) = np.asarray(u, dtype=float), self._floats()
        return np.asarray(low * (1 - u) + high * u)


@dataclass(frozen=True)
class LogUniform(Uniform):
    """Numbers between `low` and `high`, both above zero, whose logarithms are equally likely.

    Example:
        >>> LogUniform(1, 100).ppf([0.5]).round(12).tolist()
        [10.0]
    """

    low: Annotated[Amount, Quantity(above=0, says="smallest value")]
    high: Annotated[Amount, Quantity(above=0, says="largest value")]

    def ppf(self, u: Floats) -> Floats:
        """Return the numbers where the distribution function is u, 0 < u < 1."""
        low, high = self._floats()
        # exp of the C library: that of NumPy has other last digits on processors with wider vectors
        return low * np.array([math.exp(power) for power in np.asarray(u, dtype=float) * math.log(high / low)])


@dataclass(frozen=True)
class Normal(Random):
    """Numbers around `mean` with the standard deviation `sd`; between `low` and `high`, which cut the tails off.

    Example:
        >>> Normal("2 kg", "100 g", low="0 kg").low
        '0 kg'
        >>> Normal(2.0, 0.1).ppf([0.5]).tolist()
        [2.0]
    """

    mean: Annotated[Amount, "mean of the distribution that is not cut off"]
    sd: Annotated[Amount, Quantity(above=0, says="standard deviation of the same")]
    low: Annotated[Amount, Quantity(infinite=True, says="smallest value")] = -math.inf
    high: Annotated[Amount, Quantity(infinite=True, says="largest value")] = math.inf
    numbers: ClassVar[tuple[str, ...]] = ("mean", "sd", "low", "high")

    def __post_init__(self) -> None:
        if not self._check_numbers():
            return
        self._check_order("low", "high")
        for component in self.components() or [self]:
            below, above, _ = component._shares()
            if below == above:
                bounds = f"bounds {component.low} and {component.high} far from the mean {component.mean}"
                raise ArgumentError("low", bounds, "an interval with some of the distribution")

    def _shares(self) -> tuple[float, float, float]:
        """Return the distribution function at both bounds, and ±1: the sign that keeps the lower tail exact."""
        from scipy.special import ndtr

        mean, sd, low, high = self._floats()
        sign = -1.0 if low > mean else 1.0
        return float(ndtr(sign * (low - mean) / sd)), float(ndtr(sign * (high - mean) / sd)), sign

    def ppf(self, u: Floats) -> Floats:
        """Return the numbers where the distribution function is u, 0 < u < 1."""
        from scipy.special import ndtri

        below, above, sign = self._shares()
        mean, sd, low, high = self._floats()
        with np.errstate(over="ignore"):  # infinite values fail their runs
            values = mean + sd * sign * ndtri(below * (1 - np.asarray(u, dtype=float)) + above * np.asarray(u))
        return np.asarray(np.clip(values, low, high))


@dataclass(frozen=True)
class Choice(Random):
    """One of some values, all equally likely or with the given `weights`.

    Example:
        >>> Choice(["rk4", "euler"], weights=[3, 1]).ppf([0.5, 0.8])
        ['rk4', 'euler']
    """

    values: Annotated[tuple[Any, ...], "values, one of which each run gets"]
    weights: Annotated[tuple[float, ...] | None, "weight of each value; default: equal weights"] = None

    def __post_init__(self) -> None:
        settle(self, values=Values(self.values).values)
        if self.weights is None:
            return
        weights = listed("weights", self.weights, "a weight for each value")
        valid = len(weights) == len(self.values) and not any(map(WEIGHT.fault, weights)) and any(weights)
        if not valid:
            raise ArgumentError("weights", shortened([*weights]), f"{len(self.values)} numbers of zero or more")
        settle(self, weights=tuple(map(float, weights)))

    def ppf(self, u: Floats) -> Column:
        """Return the values where the cumulated weights reach u."""
        cumulated = np.cumsum(self.weights or [1.0] * len(self.values))
        indices = np.searchsorted(cumulated, np.asarray(u, dtype=float) * cumulated[-1], side="right")
        return Values(self.values).at(np.minimum(indices, len(self.values) - 1).tolist())

    def converted(self, parse: Parse) -> Self:
        """Return the axis with its values converted."""
        return replace(self, values=tuple(map(parse, self.values)))

    def components(self) -> list[Self] | None:
        """Return the columns of rows of the same length, with the weights of the rows."""
        columns = Values(self.values).components()
        return None if columns is None else [replace(self, values=column.values) for column in columns]
