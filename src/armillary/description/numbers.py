"""Numbers of a robot by the paths that its file has: `upper.beam.length`, `elbow.friction.viscous`, `gravity.z`.

A name is that of a part (link, payload, motor, joint, frame) and a path inside it. Entries of vectors are `.x`, `.y`,
`.z`, those of inertias `.xx` … `.yz`, others `[0]`, `[1]`, …. Friction and springs of a joint with several coordinates
have the names of these, as in `base.x.friction.viscous`. `LINK.beam.damping` is the one damping ratio of a beam.

Where two parts have one name, the number of the first of the kinds above has the plain name, and another has its kind
before it: `motor.elbow.mass`. `payload.mass` is the mass of the only payload, or of a point at the tip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from armillary.description.beam import Beam
from armillary.description.friction import FRICTIONLESS
from armillary.description.robot import COORDINATE_FIELDS, Joint, Matrix, Payload, Robot, Vector
from armillary.errors import ArgumentError
from armillary.files.arguments import finite, unlisted
from armillary.files.lines import Path, field_name, field_path
from armillary.files.nested import is_numeric, paths_in, value_at, with_value
from armillary.files.quantity import declared

AXES = ("x", "y", "z")
KINDS = {"link": "links", "payload": "payloads", "motor": "motors", "joint": "joints", "frame": "frames"}
"""Kinds of parts in the order in which they have their plain names, and the fields of a robot with them."""
TIP_LOAD = "payload"
"""Name of the point mass at the tip of a robot without payloads, and alias of an only payload."""
WORLD = "world"


class Place(NamedTuple):
    """Place of a number: kind and index of its part, and the path of attributes inside the part."""

    kind: str
    at: int
    path: Path


def place_of(robot: Robot, name: str, kind: str = "") -> Place | None:
    """Return the place of a number, for parts of one kind or of all; None if the robot has none of this name.

    Example:
        >>> import armillary as arm
        >>> place_of(arm.library.get("khatib-rr"), "link2.com.x")
        Place(kind='link', at=1, path=('com', 0))
    """
    first, _, rest = name.partition(".")
    if first == "gravity" and rest in AXES:
        return Place(WORLD, 0, ("gravity", AXES.index(rest)))
    places = [place for place in _places(robot, name) if kind in ("", place.kind)]
    if not places and first in KINDS:
        places = [place for place in _places(robot, rest) if place.kind == first]
    if not places and first == TIP_LOAD and len(robot.payloads) == 1:
        places = [*_places(robot, f"{robot.payloads[0].name}.{rest}")]
    if not places and name == f"{TIP_LOAD}.mass" and not robot.payloads and tip_of(robot) is not None:
        return Place(TIP_LOAD, 0, ("mass",))
    # A motor without friction leaves the name to the joint that it drives.
    places.sort(key=lambda place: _is_frictionless(robot, place))
    return places[0] if places else None


def value_of(robot: Robot, place: Place) -> float | None:
    """Return a number; None where the robot leaves it open."""
    if place.kind == WORLD:
        return robot.gravity[int(place.path[1])]
    value: float | None = value_at(_part(robot, place), place.path)
    return value


def numbers_of(robot: Robot) -> Iterator[tuple[str, Place]]:
    """Yield all numbers of a robot by name: parts in the order of `KINDS`, then gravity."""
    for kind, field in KINDS.items():
        for index, part in enumerate(getattr(robot, field)):
            for inside, path in _numbers(part):
                place, name = Place(kind, index, path), f"{part.name}.{inside}"
                yield (name if place_of(robot, name) == place else f"{kind}.{name}"), place
    if tip_of(robot) is not None and not robot.payloads:
        yield f"{TIP_LOAD}.mass", Place(TIP_LOAD, 0, ("mass",))
    yield from ((f"gravity.{axis}", Place(WORLD, 0, ("gravity", k))) for k, axis in enumerate(AXES))


def with_numbers(robot: Robot, values: Mapping[str, Any]) -> Robot:
    """Return a robot with other values of numbers, see `Robot.with_numbers`."""
    if not isinstance(values, Mapping):
        raise ArgumentError("values", type(values).__name__, 'numbers by name, such as {"payload.mass": 1.0}')
    for name, value in values.items():
        if not isinstance(name, str) or place_of(robot, name) is None:
            known = (known for known, _ in numbers_of(robot))
            raise unlisted("values", name, known, f"the name of a number of robot {robot.name!r}")
        if finite(value) is None and not isinstance(value, float):
            raise ArgumentError(name, repr(value)[:80], "a number in SI units")
    return with_values_at(robot, distinct_places(values, lambda name: place_of(robot, name)))


def distinct_places(values: Mapping[str, Any], place: Callable[[str], Any]) -> dict[Place, float]:
    """Return values by their places; raise an `ArgumentError` for two names of one number."""
    names: dict[Place, str] = {}
    for name in values:
        twin = names.setdefault(place(name), name)
        if twin != name:
            raise same_number("values", name, twin)
    return {at: float(values[name]) for at, name in names.items()}


def same_number(argument: str, name: str, twin: str) -> ArgumentError:
    """Return the error of a number that is named twice."""
    problem = f"{name!r} twice" if twin == name else f"{name!r} and {twin!r}, two names of one number"
    return ArgumentError(argument, problem, "each number once")


def with_values_at(robot: Robot, values: Mapping[Place, float]) -> Robot:
    """Return a robot with other numbers at some places; all change at once, so that it is checked once."""
    fields: dict[str, Any] = {}
    for place, value in values.items():
        if place.kind == WORLD:
            fields["gravity"] = with_value(fields.get("gravity", robot.gravity), place.path[1:], value)
            continue
        if not robot.payloads and place.kind == TIP_LOAD:
            fields["payloads"] = (replace(tip_of(robot), mass=value),)  # type: ignore[type-var]
            continue
        field = KINDS[place.kind]
        parts = [*fields.get(field, getattr(robot, field))]
        parts[place.at] = _with(parts[place.at], place.path, value)
        fields[field] = tuple(parts)
    return replace(robot, **fields) if fields else robot


def tip_of(robot: Robot) -> Payload | None:
    """Return a payload without mass at the tip; None for a robot with several ends and no frame named tip."""
    frame = next((frame for frame in robot.frames if frame.name == "tip"), None)
    if frame is not None:
        return Payload(TIP_LOAD, frame.link, 0.0, frame.placement.xyz, node=frame.node)
    ends = robot.ends()
    return Payload(TIP_LOAD, ends[0], 0.0) if len(ends) == 1 else None


def _part(robot: Robot, place: Place) -> Any:
    if not robot.payloads and place.kind == TIP_LOAD:
        return tip_of(robot)
    part = getattr(robot, KINDS[place.kind])[place.at]
    return _spread(part) if place.path[0] == "coordinates" else part


def _spread(joint: Joint) -> Joint:
    """Return a joint whose coordinates have friction and springs of their own."""
    if joint.coordinates:
        return joint
    plain: dict[str, Any] = {field: Joint.__dataclass_fields__[field].default for field in COORDINATE_FIELDS}
    return replace(joint, coordinates=joint.each(), **plain)


def _with(part: Any, path: Path, value: float) -> Any:
    """Return a part with another number; the inertia of a payload stays in proportion to its mass."""
    if path[0] == "coordinates":
        part = _spread(part)
    changed = with_value(part, path, value)
    if len(path) == 3 and path[0] in ("inertia", "stator_inertia"):
        row, column = int(path[1]), int(path[2])
        return with_value(changed, (path[0], column, row), value)
    if isinstance(part, Payload) and path == ("mass",) and part.mass:
        heavier = value / part.mass
        return replace(changed, inertia=tuple(tuple(heavier * entry for entry in row) for row in part.inertia))
    return changed


def _is_frictionless(robot: Robot, place: Place) -> bool:
    return place.kind == "motor" and place.path[0] == "friction" and robot.motors[place.at].friction == FRICTIONLESS


def _places(robot: Robot, name: str) -> Iterator[Place]:
    """Yield the places that a name without the word for a kind may mean."""
    for kind, field in KINDS.items():
        for index, part in enumerate(getattr(robot, field)):
            if not name.startswith(f"{part.name}."):
                continue
            rest = name.removeprefix(f"{part.name}.")
            path = _path(part, rest)
            if path is None and isinstance(part, Joint):
                path = _at_coordinate(part, rest)
            if path is not None:
                yield Place(kind, index, path)


def _at_coordinate(joint: Joint, rest: str) -> Path | None:
    """Return the path of friction or a spring of one of several coordinates."""
    label, _, inside = rest.partition(".")
    if joint.form.single or label not in joint.form.v:
        return None
    k = joint.form.v.index(label)
    path = _path(joint.each()[k], inside)
    return None if path is None else ("coordinates", k, *path)


def _path(part: Any, rest: str) -> Path | None:
    """Return the path of attributes for a path as names have it; None for another path, or one to no number."""
    words = field_path(rest)
    if field_name(words) != rest:  # quotation marks would be a second spelling of the same path
        return None
    path: list[str | int] = []
    value, kind = part, None
    for k, word in enumerate(words):
        if word == "damping" and isinstance(value, Beam):
            path += _damping(value) or [""]
        elif kind in _VECTORS and value is not None and isinstance(word, str) and word in AXES:
            path.append(AXES.index(word))
        elif kind == Matrix and isinstance(word, str) and word in _MOMENTS:
            path += [AXES.index(axis) for axis in word]
        elif isinstance(word, int) and kind in (*_VECTORS, Matrix):
            return None  # these have letters
        else:
            path.append(word)
        try:
            value = value_at(part, path)
        except (LookupError, TypeError):
            return None
        kind = _kind(part, path[:-1], word) if isinstance(word, str) and path[-1] == word else None
        if (k == 0 and word in _skipped(part)) or word == "rotation":
            return None
    return tuple(path) if words and _is_number(value, kind) else None


_VECTORS = (Vector, Vector | None)
_MOMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")


def _kind(part: Any, path: list[str | int], field: str) -> Any:
    """Return the type that a class declares for one of its fields."""
    owner: type = type(value_at(part, path))
    return next((declaration.type for declaration in declared(owner) if declaration.name == field), None)


def _is_number(value: Any, kind: Any) -> bool:
    return (isinstance(value, int | float) and not isinstance(value, bool)) or (value is None and kind == float | None)


def _skipped(part: Any) -> tuple[str, ...]:
    """Return the fields of a joint that its coordinates have in their place, unless all share them."""
    shared = not isinstance(part, Joint) or part.form.single or (part.type == "spherical" and not part.coordinates)
    return () if shared else (*COORDINATE_FIELDS, "coordinates")


def _damping(beam: Beam) -> list[str | int]:
    """Return the path of the one damping ratio of a beam; an empty one if it has several, or none."""
    if beam.modes is not None:
        return ["modes", "damping", 0] if len(beam.modes.damping) == 1 else []
    return ["sublinks", "damping"] if beam.sublinks is not None else []


def _numbers(part: Any) -> Iterator[tuple[str, Path]]:
    """Yield path as names have it, and path of attributes, of each number of a part."""
    skipped, beam = _skipped(part), getattr(part, "beam", None)
    ratio = ("beam", *_damping(beam)) if isinstance(beam, Beam) else ()
    for path, value in paths_in(part):
        if path[0] in skipped or path[-1] == "rotation":
            continue
        kind = _kind(part, [*path[:-1]], str(path[-1]))
        if len(ratio) > 1 and path == ratio[:3]:
            yield "beam.damping", ratio
        elif _is_number(value, kind):
            yield field_name(path), path
        elif is_numeric(value):
            for names, place in _entries(value, kind):
                yield f"{field_name(path)}{names}", (*path, *place)
    if isinstance(part, Joint) and "coordinates" in skipped:
        for k, (label, coordinate) in enumerate(zip(part.form.v, part.each(), strict=True)):
            yield from ((f"{label}.{inside}", ("coordinates", k, *path)) for inside, path in _numbers(coordinate))


def _entries(value: Any, kind: Any) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield name and place of each entry of a vector, of a symmetric tensor, or of another array."""
    if kind in _VECTORS:
        yield from ((f".{axis}", (k,)) for k, axis in enumerate(AXES))
    elif kind == Matrix:
        yield from ((f".{axes}", (AXES.index(axes[0]), AXES.index(axes[1]))) for axes in _MOMENTS)
    else:
        for k, entry in enumerate(value):
            if isinstance(entry, tuple):
                yield from ((f"[{k}][{i}]", (k, i)) for i in range(len(entry)))
            else:
                yield f"[{k}]", (k,)
