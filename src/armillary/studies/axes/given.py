"""Axes with given values: a list, an even range, a range in equal ratios. Each is a dimension of the grid of runs."""

from __future__ import annotations

import decimal
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Self

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import listed
from armillary.files.quantity import Quantity, Written
from armillary.files.words import shortened
from armillary.simulation.parameters import check, settle
from armillary.spatial.scalar import Floats
from armillary.studies.axes.axis import Axis, Column, Parse

DIGITS = decimal.Context(prec=40)
MOST = 10**12
"""Greatest number of values of a range: places of values stay exact as numbers of double precision."""


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

    values: Annotated[tuple[Any, ...], "values: numbers, texts with units, rows, names"]
    numbers: ClassVar[tuple[str, ...]] = ("values",)

    def __post_init__(self) -> None:
        values = listed("values", self.values, "a list of values")
        if not values:
            raise ArgumentError("values", "an empty list", "at least one value")
        try:
            settle(self, values=tuple(_plain(value) for value in values))
        except RecursionError:
            raise ArgumentError("values", "lists within lists without end", "numbers, texts or rows of them") from None

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
        sizes = {len(value) if isinstance(value, tuple) else 0 for value in self.values}
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

    start: Annotated[float | str, Written("from"), "first value"]
    stop: Annotated[float | str, Written("to"), "last value"]
    count: Annotated[int, Quantity(least=2, most=MOST, says="number of values")]
    numbers: ClassVar[tuple[str, ...]] = ("start", "stop")

    def __post_init__(self) -> None:
        check(self)
        are_numbers = self._check_numbers()
        for name in self.numbers:
            if isinstance(getattr(self, name), tuple):
                raise ArgumentError(name, shortened(getattr(self, name)), "one number", "give rows as a list of values")
        if are_numbers and self.start == self.stop:
            raise ArgumentError("stop", shortened(self.stop), f"a number other than {shortened(self.start)}")

    def __len__(self) -> int:
        return self.count

    def at(self, places: Iterable[int]) -> Floats:
        """Return the numbers at these places."""
        # Fractions of the decimals as written: 0, 0.1, 0.2 without rounding errors, equal on all machines.
        start, stop = (Fraction(repr(number)) for number in self._floats())
        step = (stop - start) / (self.count - 1)
        denominator = step.denominator * start.denominator
        first, increment = start.numerator * step.denominator, step.numerator * start.denominator
        return np.array([(first + k * increment) / denominator for k in places], dtype=float)


@dataclass(frozen=True)
class LogRange(Range):
    """`count` numbers from `start` to `stop`, both included, with the same ratio between neighbours.

    Example:
        >>> LogRange(0.1, 100, 4).at(range(4)).tolist()
        [0.1, 1.0, 10.0, 100.0]
    """

    start: Annotated[float | str, Written("from"), Quantity(above=0, says="first value")]
    stop: Annotated[float | str, Written("to"), Quantity(above=0, says="last value")]

    def at(self, places: Iterable[int]) -> Floats:
        """Return the numbers at these places."""
        start, stop = (DIGITS.create_decimal(repr(number)) for number in self._floats())
        rate, intervals = DIGITS.ln(DIGITS.divide(stop, start)), self.count - 1
        powers = (DIGITS.exp(DIGITS.divide(DIGITS.multiply(rate, k), intervals)) for k in map(int, places))
        return np.array([float(DIGITS.multiply(start, power)) for power in powers], dtype=float)


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
        raise error.renamed(argument) from None


def column(values: Sequence[Any]) -> Column:
    """Return values of runs as an array, if they are numbers, and otherwise as a list."""
    if all(type(value) is float or (type(value) is int and abs(value) < 2**63) for value in values):
        return np.array(values, dtype=np.int64 if all(type(value) is int for value in values) else float)
    return [*values]


def _plain(value: Any) -> Any:
    """Return a value with numbers of NumPy as Python's, and lists and arrays as tuples."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray) and value.ndim == 0:  # an entry of a masked array
        return value.item()
    if isinstance(value, list | tuple | np.ndarray):
        return tuple(_plain(entry) for entry in value)
    return value
