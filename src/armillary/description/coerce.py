"""Robots built in Python: sequences and arrays become tuples of floats, and what cannot is told.

`coerce` runs as a part of a robot is made, so that parts are immutable and compare and hash by value
whatever they were made of. It leaves alone what is no number; `misfits` finds that once the robot is
complete and the place of each part is known. Both go by the annotations of the fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from numbers import Real
from typing import Any

from armillary.description.units import shortened
from armillary.errors import Problem

_NUMBERS = ("float", "Vector", "Vector | None", "Matrix")
_EXPECTED = {
    "float": "a number",
    "Vector": "three numbers",
    "Vector | None": "three numbers or None",
    "Matrix": "three rows of three numbers",
    "str": "a text",
    "JointType": "a text",
}
# The parts of a robot: its field, the name of one in messages.
_PARTS = {"links": "link", "joints": "joint", "motors": "motor", "payloads": "payload", "frames": "frame"}


_KINDS: dict[type, dict[str, str]] = {}


def _kinds(part: Any) -> dict[str, str]:
    """Return the annotations of a part's fields, looked up once for each class."""
    kinds = _KINDS.get(type(part))
    if kinds is None:
        kinds = _KINDS[type(part)] = {field.name: str(field.type) for field in fields(part)}
    return kinds


def coerce(part: Any) -> None:
    """Turn the numbers of a new part into floats and tuples of floats."""
    for name, kind in _kinds(part).items():
        if kind in _NUMBERS:
            _replace(part, name, plain(getattr(part, name)))
        elif kind.startswith("tuple"):
            value = getattr(part, name)
            if isinstance(value, Iterable) and not isinstance(value, str):
                _replace(part, name, tuple(value))


def _replace(part: Any, name: str, value: object) -> None:
    if value is not getattr(part, name):
        object.__setattr__(part, name, value)


def plain(value: Any, depth: int = 2) -> Any:
    """Return a number as a float, a sequence or array of them as a tuple; anything else as it is."""
    if type(value) is float:
        return value
    if hasattr(value, "tolist"):  # NumPy's arrays and scalars
        value = value.tolist()
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


def misfits(robot: Any) -> Iterator[Problem]:
    """Yield a problem for every field of the robot that is not of its type or shape."""
    from armillary.description import robot as described

    classes = {
        "links": described.Link,
        "joints": described.Joint,
        "motors": described.Motor,
        "payloads": described.Payload,
        "frames": described.Frame,
    }
    yield from _misfits(robot, "")
    for name, part_class in classes.items():
        parts = getattr(robot, name)
        if not isinstance(parts, tuple):
            yield Problem(name, _found(parts), f"a sequence of {part_class.__name__}")
            continue
        for i, part in enumerate(parts):
            place = f"{_PARTS[name]}[{i}]"
            if isinstance(part, part_class):
                yield from _misfits(part, f"{place}.")
            else:
                yield Problem(place, _found(part), f"a {part_class.__name__}")
    if not isinstance(robot.notes, tuple) or not all(isinstance(note, str) for note in robot.notes):
        yield Problem("notes", _found(robot.notes), "a sequence of texts")


def _misfits(part: Any, place: str) -> Iterator[Problem]:
    from armillary.description.robot import Limits, Placement

    for name, kind in _kinds(part).items():
        value = getattr(part, name)
        if kind in _EXPECTED:
            if not _fits(value, kind):
                yield Problem(place + name, _found(value), _EXPECTED[kind])
        elif kind == "Placement":
            if isinstance(value, Placement):
                yield from _misfits(value, place or "base.")
            else:
                yield Problem(place + name, _found(value), "a Placement", "Placement(xyz, rotation)")
        elif kind == "Limits":
            if isinstance(value, Limits):
                yield from _misfits(value, f"{place}limits.")
            else:
                yield Problem(place + name, _found(value), "Limits", "Limits(lower, upper)")


def _fits(value: object, kind: str) -> bool:
    match kind:
        case "float":
            return type(value) is float
        case "Vector":
            return isinstance(value, tuple) and len(value) == 3 and all(type(entry) is float for entry in value)
        case "Vector | None":
            return value is None or _fits(value, "Vector")
        case "Matrix":
            return isinstance(value, tuple) and len(value) == 3 and all(_fits(row, "Vector") for row in value)
    return isinstance(value, str)


def _found(value: object) -> str:
    """Return what came instead, short, whatever it is."""
    if value is None or isinstance(value, str | int | float):
        return shortened(value)
    if isinstance(value, tuple):
        rows = [entry for entry in value if isinstance(entry, tuple)]
        return f"{len(value)} rows of {len(rows[0])}" if rows else shortened(list(value))
    return f"a {type(value).__name__}"
