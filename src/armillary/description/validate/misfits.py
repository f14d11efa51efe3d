"""Fields of a robot built in Python that do not have the type or shape of their annotation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from armillary.description.beam import Beam, BeamNode, ModalData, ModalNode, Modes, Section, Station, Sublinks
from armillary.description.coerce import kinds_of
from armillary.description.gear import Branch, Gear
from armillary.description.robot import (
    Configuration,
    Coordinate,
    Coupling,
    Frame,
    Friction,
    Heat,
    Joint,
    Limits,
    Link,
    Motor,
    Payload,
    Placement,
    Stop,
    Visual,
    Winding,
)
from armillary.errors import Problem
from armillary.files.words import shortened

_EXPECTED = {
    "float": "a number",
    "int": "a whole number",
    "bool": "True or False",
    "Vector": "three numbers",
    "Matrix": "three rows of three numbers",
    "tuple[float, ...]": "numbers",
    "tuple[Vector, ...]": "rows of three numbers",
    "tuple[str, ...]": "a sequence of texts",
    **dict.fromkeys(("str", "JointType", "VisualShape", "SectionShape", "ShapeFamily"), "a text"),
}
_EXPECTED |= {f"{kind} | None": f"{expected} or None" for kind, expected in _EXPECTED.items()}
_PARTS = {
    part.__name__: part
    for part in (
        *(Link, Joint, Coupling, Motor, Gear, Branch, Payload, Frame, Configuration, Visual),
        *(Placement, Limits, Stop, Friction, Coordinate, Winding, Heat),
        *(Beam, ModalData, Section, Station, BeamNode, ModalNode, Modes, Sublinks),
    )
}
_EXAMPLES = {
    "Placement": "Placement(xyz, rotation)",
    "Limits": "Limits(lower, upper)",
    "Stop | None": "Stop(stiffness=1e4, damping=20.0)",
    "Friction": "Friction(viscous=0.1)",
    "Winding | None": "Winding(torque_constant, resistance)",
    "Heat | None": "Heat(resistance, capacity)",
    "Coupling | None": "Coupling.linear(joint, ratio)",
    "Section": "Section('circle', (0.02,))",
    "Gear | None": "Gear(stiffness=5000.0)",
    "Modes | None": "Modes(bending_y=2)",
    "Sublinks | None": "Sublinks(5)",
}


def misfits(part: Any, place: str = "") -> Iterator[Problem]:
    """Yield a problem for every field of a robot, or of a part at a place, that is not of its type or shape."""
    for name, kind in kinds_of(part).items():
        value = getattr(part, name)
        if kind in _EXPECTED:
            if not _fits(value, kind):
                yield Problem(place + name, _found(value), _EXPECTED[kind])
        elif kind.startswith("tuple["):
            yield from _sequence(name, value, kind[len("tuple[") : -len(", ...]")], place)
        else:
            yield from _part(name, value, kind, place)


def _part(name: str, value: Any, kind: str, place: str) -> Iterator[Problem]:
    names = kind.split(" | ")
    if not isinstance(value, tuple(_PARTS.get(one, type(None)) for one in names)):
        article = "" if names[0].endswith("s") else "a "
        yield Problem(place + name, _found(value), article + " or ".join(names), _EXAMPLES.get(kind, ""))
    elif isinstance(value, Placement):  # its fields are fields of the table around it
        yield from misfits(value, place or "base.")
    elif value is not None:
        yield from misfits(value, f"{place}{'modal' if isinstance(value, ModalData) else name}.")


def _sequence(name: str, value: Any, part: str, place: str) -> Iterator[Problem]:
    if not isinstance(value, tuple):
        yield Problem(place + name, _found(value), f"a sequence of {part}")
        return
    table = name if place else name.removesuffix("s")  # [[link]] in a file, links in a robot
    for i, each in enumerate(value):
        if isinstance(each, _PARTS[part]):
            yield from misfits(each, f"{place}{table}[{i}].")
        else:
            yield Problem(f"{place}{table}[{i}]", _found(each), f"a {part}")


def _fits(value: object, kind: str) -> bool:
    if kind.endswith(" | None"):
        return value is None or _fits(value, kind.removesuffix(" | None"))
    match kind:
        case "float":
            return type(value) is float
        case "int":
            return type(value) is int
        case "bool":
            return type(value) is bool
        case "Vector":
            return isinstance(value, tuple) and len(value) == 3 and all(type(entry) is float for entry in value)
        case "Matrix":
            return isinstance(value, tuple) and len(value) == 3 and all(_fits(row, "Vector") for row in value)
        case "tuple[float, ...]" | "tuple[Vector, ...]" | "tuple[str, ...]":
            inner = kind.removeprefix("tuple[").removesuffix(", ...]")
            return isinstance(value, tuple) and all(_fits(entry, inner) for entry in value)
    return isinstance(value, str)


def _found(value: object) -> str:
    """Return an invalid value of any type as a short text."""
    if value is None or isinstance(value, str | int | float):
        return shortened(value)
    if isinstance(value, tuple):
        rows = [entry for entry in value if isinstance(entry, tuple)]
        return f"{len(value)} rows of {len(rows[0])}" if rows else shortened(list(value))
    return f"a {type(value).__name__}"
