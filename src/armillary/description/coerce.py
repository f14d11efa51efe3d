"""Robots built in Python: sequences and arrays become tuples of floats.

`coerce` runs while a part of a robot is made, so that parts are immutable and compare and hash by value. It follows the
annotations of the fields and leaves other values alone; `misfits` reports those once the robot is complete.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from numbers import Real
from typing import Any

_NUMBERS = ("float", "float | None", "Vector", "Vector | None", "Matrix")
_ROWS = ("tuple[float, ...]", "tuple[Vector, ...]")
_WHOLE = ("int", "int | None", "bool", "bool | None")


_KINDS: dict[type, dict[str, str]] = {}


def kinds_of(part: Any) -> dict[str, str]:
    """Return the annotations of a part's fields, looked up once for each class."""
    if type(part) not in _KINDS:
        _KINDS[type(part)] = {field.name: str(field.type) for field in fields(part)}
    return _KINDS[type(part)]


def coerce(part: Any) -> None:
    """Turn the numbers of a new part into floats and tuples of floats; one number becomes a list of one."""
    for name, kind in kinds_of(part).items():
        value = getattr(part, name)
        if kind in _NUMBERS:
            value = plain(value)
        elif kind in _WHOLE:
            value = _native(value)
        elif kind in _ROWS:
            value = plain(_sequence(value))
            value = (value,) if type(value) is float else value
        elif kind.startswith("tuple"):
            value = _sequence(value)
        if value is not getattr(part, name):
            object.__setattr__(part, name, value)


class Part:
    """Base of the parts of a robot, whose numbers become floats and tuples of floats as a part is made."""

    def __post_init__(self) -> None:
        coerce(self)


def _sequence(value: Any) -> Any:
    """Return an iterable as a tuple; leave texts and zero-dimensional arrays alone."""
    if isinstance(value, tuple | str | bytes) or getattr(value, "shape", None) == ():
        return value
    try:
        return tuple(value) if isinstance(value, Iterable) else value
    except Exception:  # an object that has no entries after all, or whatever its iterator raises
        return value


def _native(value: Any) -> Any:
    """Return NumPy's scalars as Python's own."""
    return value.tolist() if hasattr(value, "tolist") else value


def plain(value: Any, depth: int = 2) -> Any:
    """Return a number as a float and a sequence or array of numbers as a tuple; leave other values alone."""
    if type(value) is float:
        return value
    value = _native(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, Real):
        try:
            return float(value)
        except OverflowError:
            return value
    if isinstance(value, list | tuple) and depth:
        entries = tuple(plain(entry, depth - 1) for entry in value)
        same = type(value) is tuple and all(a is b for a, b in zip(entries, value, strict=True))
        return value if same else entries
    return value
