"""Parts of robots: what follows from the types of their fields.

A part converts its numbers while it is made: sequences and arrays become tuples of floats, so that parts are immutable
and compare and hash by value. Values that do not fit are left alone, and `misfits` reports them once the robot is
complete: a part may hold expressions in place of numbers while a model is built.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import is_dataclass
from itertools import chain
from numbers import Real
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

from armillary.errors import Problem
from armillary.files.keywords import Helpful
from armillary.files.quantity import declared, without_none
from armillary.files.words import shortened


class Part(Helpful):
    """Base of the parts of a robot, whose numbers become floats and tuples of floats as a part is made."""

    inline: ClassVar[bool] = False
    """Whether the fields of the part are fields of the table around it in a file."""
    table: ClassVar[str] = ""
    """Name of the table of the part in a file; default: that of the field that holds the part."""

    def __post_init__(self) -> None:
        convert(self)


def convert(part: Any) -> None:
    """Turn the numbers of a new part into floats and tuples of floats; one number becomes a list of one."""
    values, kind = part.__dict__, type(part)
    if kind not in _CONVERSIONS:
        _CONVERSIONS[kind] = tuple(_conversions(kind))
    for name, default, ready, conversion in _CONVERSIONS[kind]:
        value = values[name]
        if value is default or type(value) is ready:
            continue
        converted = conversion(value)
        if converted is not value:
            object.__setattr__(part, name, converted)


_CONVERSIONS: dict[type, tuple[tuple[str, Any, type, Callable[[Any], Any]], ...]] = {}


def _conversions(part: type) -> Iterator[tuple[str, Any, type, Callable[[Any], Any]]]:
    """Yield name, default, type that needs no conversion, and conversion of each field that may need one."""
    for field in declared(part):
        kind = without_none(field.type)
        if kind is float:
            yield field.name, field.default, float, plain
        elif kind is int or kind is bool:
            yield field.name, field.default, kind, _native
        elif get_origin(kind) is tuple and get_args(kind)[-1] is not ...:
            yield field.name, field.default, type(None), plain
        elif get_origin(kind) is tuple and _of_numbers(kind):
            yield field.name, field.default, type(None), _rows
        elif get_origin(kind) is tuple:
            yield field.name, field.default, tuple, _sequence


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _of_numbers(kind: Any) -> bool:
    """Return whether a type is a number, or a tuple of numbers, of any depth."""
    return kind is float or (get_origin(kind) is tuple and _of_numbers(get_args(kind)[0]))


def _rows(value: Any) -> Any:
    """Return numbers, or rows of numbers, as tuples; one number becomes a list of one."""
    value = plain(_sequence(value))
    return (value,) if type(value) is float else value


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
    if type(value) is float or (type(value) is tuple and _is_plain(value)):
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
        return tuple(plain(entry, depth - 1) for entry in value)
    return value


def _is_plain(values: tuple[Any, ...]) -> bool:
    """Return whether a tuple has floats alone, or rows of floats alone."""
    kinds = {*map(type, values)}
    return kinds == {float} or (kinds == {tuple} and {*map(type, chain.from_iterable(values))} == {float})


def misfits(part: Any, place: str = "") -> Iterator[Problem]:
    """Yield a problem for every field of a robot, or of a part at a place, that is not of its type or shape."""
    kind = type(part)
    if kind not in _CHECKS:
        _CHECKS[kind] = tuple(_checks(kind))
    for name, hint, fits, entry in _CHECKS[kind]:
        value = getattr(part, name)
        if entry is not None and isinstance(value, tuple):
            table = name if place else name.removesuffix("s")  # [[link]] in a file, links in a robot
            for i, inner in enumerate(value):
                if isinstance(inner, entry):
                    yield from misfits(inner, f"{place}{table}[{i}].")
                else:
                    yield Problem(f"{place}{table}[{i}]", _shown(inner), _expected(entry))
        elif not fits(value):
            yield Problem(place + name, _shown(value), _expected(hint), _example(hint))
        elif isinstance(value, Part):
            yield from misfits(value, inner_place(place, name, value))


def inner_place(place: str, name: str, part: Part) -> str:
    """Return the place of the fields of a part in a field, as a robot file names it."""
    if part.inline:
        return place or "base."
    return f"{place}{part.table or name}."


_CHECKS: dict[type, tuple[tuple[str, Any, Callable[[Any], bool], Any], ...]] = {}


def _checks(part: type) -> Iterator[tuple[str, Any, Callable[[Any], bool], Any]]:
    """Yield name, type and check of each field, and the type of the entries of a field of several parts."""
    for field in declared(part):
        entry = get_args(field.type)[0] if get_origin(field.type) is tuple else None
        yield field.name, field.type, _check(field.type), entry if is_dataclass(entry) else None


def _check(hint: Any) -> Callable[[Any], bool]:
    """Return a function that says whether a value has a type."""
    members = get_args(hint)
    if len(_members(hint)) > 1:
        checks = [_check(member) for member in members]
        return lambda value: any(check(value) for check in checks)
    if get_origin(hint) is Literal:
        return lambda value: isinstance(value, str)  # which word, `validate` checks
    if hint in (float, int, bool):
        return lambda value: type(value) is hint
    if get_origin(hint) is not tuple:
        return lambda value: isinstance(value, hint)
    entry, count = _check(members[0]), None if members[-1] is ... else len(members)
    return lambda value: isinstance(value, tuple) and len(value) == (count or len(value)) and all(map(entry, value))


_WORDS = {float: "a number", int: "a whole number", bool: "True or False", str: "a text", type(None): "None"}


def _expected(hint: Any) -> str:
    """Return a type in words."""
    if hint in _WORDS:
        return _WORDS[hint]
    members = get_args(hint)
    if len(_members(hint)) > 1:
        return " or ".join(_expected(member).removeprefix("a " * bool(k)) for k, member in enumerate(members))
    if get_origin(hint) is Literal:
        return "a text"
    if get_origin(hint) is not tuple:
        return hint.__name__ if hint.__name__.endswith("s") else f"a {hint.__name__}"
    open_ended, entry = members[-1] is ..., members[0]
    if isinstance(entry, type) and is_dataclass(entry):
        return f"a sequence of {entry.__name__}"
    if entry is str:
        return "a sequence of texts"
    count = "" if open_ended else "three "
    return f"{count}numbers" if entry is float else f"{count}rows of {_expected(entry)}"


def _example(hint: Any) -> str:
    """Return how a part is made: with its required fields, or the first two."""
    part = without_none(hint)
    if not isinstance(part, type) or not is_dataclass(part):
        return ""
    names = [field.name for field in declared(part) if field.required] or [field.name for field in declared(part)][:2]
    return f"{part.__name__}({', '.join(names)})"


def _shown(value: object) -> str:
    """Return an invalid value of any type as a short text."""
    if value is None or isinstance(value, str | int | float):
        return shortened(value)
    if isinstance(value, tuple):
        rows = [entry for entry in value if isinstance(entry, tuple)]
        return f"{len(value)} rows of {len(rows[0])}" if rows else shortened(list(value))
    return f"a {type(value).__name__}"
