"""The base of all axes: numbers that may have units, and rows of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity, declared
from armillary.files.words import shortened
from armillary.simulation.parameters import settle

Parse = Callable[[Any], Any]
"""Converts a value, perhaps a text with a unit, to the value that a run gets."""
Column = NDArray[Any] | list[Any]
"""Values of several runs: an array of numbers, or a list of other values."""
Amount = float | str | Sequence[float | str]
"""A number, a text with a unit, or a row of them; the unit is that of the quantity that varies."""


class Axis:
    """Values that a quantity takes; the base of all kinds."""

    random: ClassVar[bool] = False
    numbers: ClassVar[tuple[str, ...]] = ()
    """Fields with numbers, which may have units."""

    def converted(self, parse: Parse) -> Self:
        """Return the axis with its numbers, or values, converted."""
        return replace(self, **{name: _map(parse, getattr(self, name)) for name in self.numbers})  # type: ignore[type-var]

    def components(self) -> list[Self] | None:
        """Return an axis for each number of a row, or None if values are not rows."""
        return None

    def _floats(self) -> list[float]:
        """Return the numbers of an axis without rows, in SI units.

        Raises:
            ArgumentError: A value is a row, or a text, whose unit only a study can convert.
        """
        values = {name: getattr(self, name) for name in self.numbers}
        for name, value in values.items():
            if not isinstance(value, float):
                expected = "one number; a study converts texts with units and rows of quantities that have them"
                raise ArgumentError(name, shortened(value), expected)
        return [*values.values()]

    def _check_numbers(self) -> bool:
        """Check the numbers; return whether all are numbers, and not texts with units."""
        quantities = {field.name: field.quantity or Quantity() for field in declared(type(self))}
        values = {name: _number(name, getattr(self, name), quantities[name]) for name in self.numbers}
        settle(self, **values)
        return not any(isinstance(part, str) for value in values.values() for part in parts_of(value))


def parts_of(value: Any) -> tuple[Any, ...]:
    """Return the numbers of a row, or the one number."""
    return value if isinstance(value, tuple) else (value,)


def _map(parse: Parse, value: Any) -> Any:
    """Return a number, or the numbers of a row, converted; infinite bounds have no unit."""
    if isinstance(value, tuple):
        return tuple(_map(parse, entry) for entry in value)
    return value if value in (-math.inf, math.inf) else parse(value)


def _number(name: str, value: Any, quantity: Quantity) -> Any:
    """Return a number as a float, a row as a tuple; texts with units stay."""
    if isinstance(value, str):
        return value
    if _is_row(value):
        return tuple(_number(name, entry, quantity) for entry in value)
    if fault := quantity.fault(value):
        found, expected, hint = fault
        raise ArgumentError(name, found, f"{expected}, a text with a unit, or a row of them", hint, value)
    return float(value) + 0.0  # −0 and 0 are one value with one fingerprint


def _is_row(value: Any) -> bool:
    """Return whether a value is a list of single values, at least one."""
    sequences = (list, tuple, np.ndarray)
    if not isinstance(value, sequences) or (isinstance(value, np.ndarray) and value.ndim != 1):
        return False
    return len(value) > 0 and not any(isinstance(entry, sequences) for entry in value)
