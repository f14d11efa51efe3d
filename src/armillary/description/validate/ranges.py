"""Ranges of single numbers: every number of a robot against the declaration beside its type."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from typing import Any, get_args, get_origin

from armillary.description.joint_types import FORMS
from armillary.description.part import Part, inner_place
from armillary.description.robot import Joint, Vector
from armillary.description.validate.quantities import Impossible
from armillary.errors import Problem
from armillary.files.quantity import AT_ROTOR, Quantity, declared, inner_range, without_none

UNIT_LENGTH = 1e-9
"""Tolerance of the length of a direction."""


def range_faults(part: Part, place: str = "", turns: bool | None = None) -> Iterator[Problem]:
    """Yield a problem for every number out of its range, of a part and of the parts in it.

    Args:
        part: A part whose fields have the right types.
        place: Place of its fields, as in ``joint[0].limits.``; default that of a robot.
        turns: Whether quantities at joints are those of a rotation; None (default) if both are possible.
    """
    if isinstance(part, Joint) and part.type in FORMS:
        turns = not part.form.slides
    kind: type = type(part)
    for name, default, quantity, (low, high), rotor in _rows(kind):
        value = getattr(part, name)
        if value is None or value is default:
            continue
        if quantity is not None and not quantity.direction and _inside(value, low, high):
            continue
        if quantity is not None:
            at = f"{place}{quantity.table}.{name}" if quantity.table else place + name
            yield from _direction(at, value) if quantity.direction else _faults(at, value, quantity, turns)
        elif isinstance(value, Part):
            yield from range_faults(value, inner_place(place, name, value), True if rotor else turns)
        elif isinstance(part, Joint):  # its coordinates
            for coordinate, inner, inner_turns in zip(part.form.v, value, part.form.turns, strict=False):
                yield from range_faults(inner, f"{place}{coordinate}.", inner_turns)
        else:
            table = name if place else name.removesuffix("s")  # [[link]] in a file, links in a robot
            for i, inner in enumerate(value):
                yield from range_faults(inner, f"{place}{table}[{i}].", turns)


@cache
def _rows(part: type) -> tuple[tuple[str, Any, Quantity | None, tuple[float, float], bool], ...]:
    """Return name, default, quantity, its inner range, and whether it is on a rotor, of each number or inner part."""
    rows = []
    for field in declared(part):
        kind: Any = without_none(field.type)
        entry = get_args(kind)[0] if get_origin(kind) is not None else kind
        if field.quantity is not None or (isinstance(entry, type) and issubclass(entry, Part)):
            inner = inner_range(field.quantity or Quantity())
            rows.append((field.name, field.default, field.quantity, inner, AT_ROTOR in field.notes))
    return tuple(rows)


def _inside(value: Any, low: float, high: float) -> bool:
    """Return whether a float, or floats in a vector or a matrix, are finite and from `low` to `high`."""
    if type(value) is float:
        return low <= value <= high and math.isfinite(value)
    if type(value) is not tuple or not value:
        return False
    entries = tuple(chain.from_iterable(value)) if type(value[0]) is tuple else value
    if {*map(type, entries)} != {float} or not all(map(math.isfinite, entries)):
        return False
    return low <= min(entries) and max(entries) <= high


def _faults(field: str, value: Any, quantity: Quantity, turns: bool | None) -> Iterator[Problem]:
    """Yield the problems of a number, of each number in a list, or the first one in a matrix or in rows."""
    if not isinstance(value, tuple):
        if fault := quantity.fault(value, turns):
            kind = Impossible if quantity.lenient and math.isfinite(value) else Problem
            yield kind(field, *fault, value=value)
        return
    faults = (fault for i, entry in enumerate(value) for fault in _faults(f"{field}[{i}]", entry, quantity, turns))
    is_rows = bool(value) and isinstance(value[0], tuple)
    yield from islice(faults, 1) if is_rows else faults


def _direction(field: str, value: Vector) -> Iterator[Problem]:
    """Yield the problem of a vector that is not a unit vector."""
    length = math.hypot(*value)
    if not abs(length - 1.0) <= UNIT_LENGTH:  # NaN, too
        yield Problem(field, f"the length of {value} is {length:g}", "a unit vector")
