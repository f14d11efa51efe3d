"""Axes of a study: the values that a named quantity takes, given one by one or drawn from a distribution.

An axis with given values (`Values`, `Range`, `LogRange`) is a dimension of the grid of runs. Distributions (`Uniform`,
`LogUniform`, `Normal`, `Choice`) vary together along the dimension `sample`; they turn numbers u of the unit interval
into values by the inverse of their distribution function. Numbers may be texts with units, such as "2 kg": the study
converts them to the unit of the quantity.

Values of ranges are those that a person would write: `Range(0, 0.3, 4)` has the numbers 0, 0.1, 0.2 and 0.3, computed
as fractions of decimal numbers and rounded once. So a longer range with the same spacing begins with the same numbers.
"""

from __future__ import annotations

import decimal
import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.files.arguments import finite, listed, whole
from armillary.files.words import shortened
from armillary.simulation.references.parameters import settle
from armillary.spatial.scalar import Floats

__all__ = ["Axis", "Choice", "LogRange", "LogUniform", "Normal", "Range", "Uniform", "Values"]

Parse = Callable[[Any], Any]
"""Converts a value, perhaps a text with a unit, to the value that a run gets."""
Column = NDArray[Any] | list[Any]
"""Values of several runs: an array of numbers, or a list of other values."""

Amount = float | str | Sequence[float | str]
"""A number, a text with a unit, or a row of them."""

DIGITS = decimal.Context(prec=40)


class Axis:
    """Values that a quantity takes; the base of all kinds."""

    random: ClassVar[bool] = False
    numbers: ClassVar[tuple[str, ...]] = ()
    """Fields with numbers, which may have units."""
    unbounded: ClassVar[tuple[str, ...]] = ()
    """Those of them that may be infinite."""

    def converted(self, parse: Parse) -> Self:
        """Return the axis with its numbers, or values, converted."""
        return replace(self, **{name: _mapped(parse, getattr(self, name)) for name in self.numbers})  # type: ignore[type-var]

    def components(self) -> list[Self] | None:
        """Return an axis for each number of a row, or None if values are no rows."""
        return None

    def _floats(self) -> list[float]:
        """Return the numbers of an axis without rows, in SI units."""
        return [float(getattr(self, name)) for name in self.numbers]

    def _settle(self) -> bool:
        """Check the numbers; return whether all are numbers, and not texts with units."""
        found = {name: _number(name, getattr(self, name), name in self.unbounded) for name in self.numbers}
        settle(self, **found)
        return not any(isinstance(part, str) for each in found.values() for part in _parts(each))


class Given(Axis):
    """An axis with given values, which is a dimension of the study."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def at(self, places: Iterable[int]) -> Column:
        """Return the values at these places."""


@dataclass(frozen=True)
class Values(Given):
    """Given values: numbers, texts with units, rows of numbers, names, robots, solvers, ….

    A list stands for it in the axes of a study. Entry k of rows varies the name with `[k]` behind it.

    Example:
        >>> Values([1.0, 2.0, 5.0]).at([0, 2]).tolist()
        [1.0, 5.0]
    """

    values: tuple[Any, ...]
    numbers: ClassVar[tuple[str, ...]] = ("values",)

    def __post_init__(self) -> None:
        found = listed("values", self.values, "a list of values")
        if not found:
            raise ArgumentError("values", "an empty list", "at least one value")
        settle(self, values=tuple(_plain(each) for each in found))

    def __len__(self) -> int:
        return len(self.values)

    def at(self, places: Iterable[int]) -> Column:
        """Return the values at these places."""
        return column([self.values[k] for k in places])

    def converted(self, parse: Parse) -> Self:
        """Return the axis with its values converted."""
        return replace(self, values=tuple(map(parse, self.values)))

    def components(self) -> list[Self] | None:
        """Return the columns of rows of the same length."""
        sizes = {len(each) if isinstance(each, tuple) else 0 for each in self.values}
        if len(sizes) != 1 or sizes == {0}:
            return None
        return [replace(self, values=part) for part in zip(*self.values, strict=True)]


@dataclass(frozen=True)
class Range(Given):
    """`count` evenly spaced numbers from `start` to `stop`, both included.

    Example:
        >>> Range(0, 0.3, 4).at(range(4)).tolist()
        [0.0, 0.1, 0.2, 0.3]
    """

    start: float | str
    stop: float | str
    count: int
    numbers: ClassVar[tuple[str, ...]] = ("start", "stop")

    def __post_init__(self) -> None:
        settle(self, count=whole("count", self.count, 2))
        known = self._settle()
        for name in self.numbers:
            if isinstance(getattr(self, name), tuple):
                raise ArgumentError(name, shortened(getattr(self, name)), "one number", "give rows as a list of values")
        if known and self.start == self.stop:
            raise ArgumentError("stop", shortened(self.stop), f"a number other than {shortened(self.start)}")

    def __len__(self) -> int:
        return self.count

    def at(self, places: Iterable[int]) -> Floats:
        """Return the numbers at these places."""
        start, stop = (Fraction(repr(each)) for each in self._floats())
        step = (stop - start) / (self.count - 1)
        whole_, first = step.denominator * start.denominator, start.numerator * step.denominator
        more = step.numerator * start.denominator
        return np.array([(first + k * more) / whole_ for k in places], dtype=float)


@dataclass(frozen=True)
class LogRange(Range):
    """`count` numbers from `start` to `stop`, both included, with the same ratio between neighbours.

    Example:
        >>> LogRange(0.1, 100, 4).at(range(4)).tolist()
        [0.1, 1.0, 10.0, 100.0]
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.numbers:
            if isinstance(value := getattr(self, name), float) and value <= 0:
                raise ArgumentError(name, shortened(value), "a number above zero, of a range of ratios")

    def at(self, places: Iterable[int]) -> Floats:
        """Return the numbers at these places."""
        start, stop = (DIGITS.create_decimal(repr(each)) for each in self._floats())
        rate, all_ = DIGITS.ln(DIGITS.divide(stop, start)), self.count - 1
        powers = (DIGITS.exp(DIGITS.divide(DIGITS.multiply(rate, k), all_)) for k in map(int, places))
        return np.array([float(DIGITS.multiply(start, power)) for power in powers], dtype=float)


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

    def _settle(self) -> bool:
        known = super()._settle()
        sizes = {len(each) for name in self.numbers if isinstance(each := getattr(self, name), tuple)}
        if len(sizes) > 1:
            raise ArgumentError(self.numbers[-1], f"rows of {' and '.join(map(str, sorted(sizes)))} numbers",
                                "rows of the same length")  # fmt: skip
        return known

    def _ordered(self, low: str, high: str) -> None:
        """Check that a lower bound is below an upper one."""
        if np.any(np.greater_equal(getattr(self, low), getattr(self, high))):
            raise ArgumentError(high, shortened(getattr(self, high)), f"more than {low}, {getattr(self, low)}")


@dataclass(frozen=True)
class Uniform(Random):
    """Numbers between `low` and `high`, all equally likely.

    Example:
        >>> Uniform(-1, 1).ppf([0.25, 0.5]).tolist()
        [-0.5, 0.0]
    """

    low: Amount
    high: Amount
    numbers: ClassVar[tuple[str, ...]] = ("low", "high")

    def __post_init__(self) -> None:
        if self._settle():
            self._ordered("low", "high")

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

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.numbers:
            if any(isinstance(part, float) and part <= 0 for part in _parts(getattr(self, name))):
                raise ArgumentError(name, shortened(getattr(self, name)), "a number above zero")

    def ppf(self, u: Floats) -> Floats:
        """Return the numbers where the distribution function is u, 0 < u < 1."""
        low, high = self._floats()
        # exp of the C library: that of NumPy has other last digits on processors with wider vectors
        return low * np.array([math.exp(each) for each in np.asarray(u, dtype=float) * math.log(high / low)])


@dataclass(frozen=True)
class Normal(Random):
    """Numbers around `mean` with the standard deviation `sd`; between `low` and `high`, which cut the tails off.

    Example:
        >>> Normal("2 kg", "100 g", low="0 kg").low
        '0 kg'
        >>> Normal(2.0, 0.1).ppf([0.5]).tolist()
        [2.0]
    """

    mean: Amount
    sd: Amount
    low: Amount = -math.inf
    high: Amount = math.inf
    numbers: ClassVar[tuple[str, ...]] = ("mean", "sd", "low", "high")
    unbounded: ClassVar[tuple[str, ...]] = ("low", "high")

    def __post_init__(self) -> None:
        if not self._settle():
            return
        if np.any(np.less_equal(self.sd, 0.0)):
            raise ArgumentError("sd", shortened(self.sd), "a standard deviation above zero")
        self._ordered("low", "high")
        for one in self.components() or [self]:
            below, above, _ = one._shares()
            if below == above:
                raise ArgumentError("low", f"bounds {one.low} and {one.high} far from the mean {one.mean}",
                                    "an interval with some of the distribution")  # fmt: skip

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
        found = mean + sd * sign * ndtri(below * (1 - np.asarray(u, dtype=float)) + above * np.asarray(u))
        return np.asarray(np.clip(found, low, high))


@dataclass(frozen=True)
class Choice(Random):
    """One of some values, all equally likely or with the given `weights`.

    Example:
        >>> Choice(["rk4", "euler"], weights=[3, 1]).ppf([0.5, 0.8])
        ['rk4', 'euler']
    """

    values: tuple[Any, ...]
    weights: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        settle(self, values=Values(self.values).values)
        if self.weights is None:
            return
        given = listed("weights", self.weights, "a weight for each value")
        found = [each for each in map(finite, given) if each is not None and each >= 0]
        if len(found) != len(self.values) or len(found) != len(given) or not sum(found):
            raise ArgumentError("weights", shortened([*given]), f"{len(self.values)} numbers of zero or more")
        settle(self, weights=tuple(found))

    def ppf(self, u: Floats) -> Column:
        """Return the values where the cumulated weights reach u."""
        cumulated = np.cumsum(self.weights or [1.0] * len(self.values))
        found = np.searchsorted(cumulated, np.asarray(u, dtype=float) * cumulated[-1], side="right")
        return Values(self.values).at(np.minimum(found, len(self.values) - 1).tolist())

    def converted(self, parse: Parse) -> Self:
        """Return the axis with its values converted."""
        return replace(self, values=tuple(map(parse, self.values)))

    def components(self) -> list[Self] | None:
        """Return the columns of rows of the same length, with the weights of the rows."""
        columns = Values(self.values).components()
        return None if columns is None else [replace(self, values=each.values) for each in columns]


KINDS: dict[str, type[Axis]] = {
    "values": Values,
    "range": Range,
    "log_range": LogRange,
    "uniform": Uniform,
    "log_uniform": LogUniform,
    "normal": Normal,
    "choice": Choice,
}
"""Kinds of axes by their names in study files."""


def as_axis(argument: str, value: Any) -> Axis:
    """Return an axis; a list or an array of values stands for `Values`."""
    if isinstance(value, Axis):
        return value
    if isinstance(value, str | bytes | dict) or not hasattr(value, "__iter__"):
        hint = "such as [1, 2, 5], arm.axes.Range(0, 1, 11) or arm.axes.Normal(2, 0.1)"
        raise ArgumentError(argument, shortened(value), "a list of values, or an axis of arm.axes", hint)
    try:
        return Values(tuple(value))
    except ArgumentError as error:
        raise ArgumentError(argument, error.found, error.expected, error.hint) from None


def column(values: Sequence[Any]) -> Column:
    """Return values of runs as an array, if they are numbers, and otherwise as a list."""
    if all(type(each) in (float, int) for each in values):
        return np.array(values, dtype=np.int64 if all(type(each) is int for each in values) else float)
    return [*values]


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _mapped(parse: Parse, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_mapped(parse, each) for each in value)
    return value if value in (-math.inf, math.inf) else parse(value)


def _number(name: str, value: Any, infinite: bool) -> Any:
    """Return a number as a float, a row as a tuple; texts with units stay."""
    if isinstance(value, str):
        return value
    if _is_row(value):
        return tuple(_number(name, each, infinite) for each in value)
    if infinite and isinstance(value, float) and math.isinf(value):
        return float(value)
    found = finite(value)
    if found is None:
        raise ArgumentError(name, shortened(value), "a finite number, a text with a unit, or a row of them")
    return found + 0.0


def _is_row(value: Any) -> bool:
    """Return whether a value is a list of single values, at least one."""
    several = (list, tuple, np.ndarray)
    if not isinstance(value, several) or (isinstance(value, np.ndarray) and value.ndim != 1):
        return False
    return len(value) > 0 and not any(isinstance(each, several) for each in value)


def _plain(value: Any) -> Any:
    """Return a value with numbers of NumPy as Python's, and lists and arrays as tuples."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, list | tuple | np.ndarray):
        return tuple(_plain(each) for each in value)
    return value
