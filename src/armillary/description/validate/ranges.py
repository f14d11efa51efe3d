"""Ranges of single numbers: every number of a robot against the declaration beside its type."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, get_args, get_origin

from armillary.description.joint_types import FORMS
from armillary.description.part import Part, inner_place
from armillary.description.robot import Joint, Vector
from armillary.description.validate.quantities import Impossible
from armillary.errors import Problem
from armillary.files.quantity import AT_ROTOR, Quantity, declared, without_none

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
    for name, default, quantity, whole, rotor in _rows(type(part)):
        value = getattr(part, name)
        if value is None or value is default:
            continue
        if quantity is not None:
            at = f"{place}{quantity.table}.{name}" if quantity.table else place + name
            yield from _vector(at, value, quantity) if whole else _faults(at, value, quantity, turns)
        elif isinstance(value, Part):
            yield from range_faults(value, inner_place(place, name, value), True if rotor else turns)
        elif isinstance(part, Joint):  # its coordinates
            for coordinate, inner, inner_turns in zip(part.form.v, value, part.form.turns, strict=False):
                yield from range_faults(inner, f"{place}{coordinate}.", inner_turns)
        else:
            table = name if place else name.removesuffix("s")  # [[link]] in a file, links in a robot
            for i, inner in enumerate(value):
                yield from range_faults(inner, f"{place}{table}[{i}].", turns)


_ROWS: dict[type, tuple[tuple[str, Any, Quantity | None, bool, bool], ...]] = {}


def _rows(part: type) -> tuple[tuple[str, Any, Quantity | None, bool, bool], ...]:
    """Return name, default, quantity, whether it is a vector and whether it is on a rotor, of numbers and parts."""
    if part not in _ROWS:
        rows = []
        for field in declared(part):
            kind: Any = without_none(field.type)
            entry = get_args(kind)[0] if get_origin(kind) is not None else kind
            if field.quantity is not None or (isinstance(entry, type) and issubclass(entry, Part)):
                rows.append((field.name, field.default, field.quantity, kind == Vector, AT_ROTOR in field.notes))
        _ROWS[part] = tuple(rows)
    return _ROWS[part]


def _faults(field: str, value: Any, quantity: Quantity, turns: bool | None) -> Iterator[Problem]:
    """Yield the problems of a number, of each number in a list, or of rows as a whole."""
    if not isinstance(value, tuple):
        if fault := quantity.fault(value, turns):
            kind = Impossible if quantity.lenient and math.isfinite(value) else Problem
            yield kind(field, *fault)
    elif value and isinstance(value[0], tuple):
        if not all(math.isfinite(number) for row in value for number in row):
            yield Problem(field, "a value is not finite", "finite numbers")
    else:
        for i, number in enumerate(value):
            yield from _faults(f"{field}[{i}]", number, quantity, turns)


def _vector(field: str, value: Vector, quantity: Quantity) -> Iterator[Problem]:
    """Yield the problem of an invalid vector."""
    if not all(map(math.isfinite, value)):
        yield Problem(field, f"the value is {value}", "finite numbers")
    elif quantity.direction and abs(math.hypot(*value) - 1.0) > UNIT_LENGTH:
        yield Problem(field, f"the length of {value} is {math.hypot(*value):g}", "a unit vector")
    elif any(map(quantity.expected, value)):
        yield Problem(field, f"the value is {value}", f"three numbers, each {quantity.range_text()}")
