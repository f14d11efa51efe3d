"""A robot as TOML text that reads back as the very same robot.

Floats are written with all their digits, what is at its default is left out, and a rotation is written
as roll, pitch, yaw only if these give back the same matrix to the last bit. Notes are not written.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from armillary.description.robot import (
    IDENTITY,
    NO_INERTIA,
    ORIGIN,
    Joint,
    Limits,
    Link,
    Matrix,
    Motor,
    Payload,
    Placement,
    Robot,
    matrix,
)
from armillary.description.units import parse_quantity
from armillary.errors import ArgumentError
from armillary.spatial.rotation import from_rpy, to_rpy

Lines = Iterable[tuple[str, str]]


def to_toml(robot: Robot) -> str:
    """Return the robot in the format of docs/robot-files.md; reading it gives an equal robot.

    Example:
        >>> from armillary.description.toml import parse_toml
        >>> import armillary as arm
        >>> robot = arm.planar([1, 1], [1, 1], [0.5, 0.5], [0.1, 0.1])
        >>> parse_toml(to_toml(robot)) == robot
        True
    """
    blocks = [
        _block(
            f"# Robot {_escaped(robot.name)}: SI units; the fields are explained in docs/robot-files.md", _head(robot)
        )
    ]
    base = [*([("name", _text(robot.base))] if robot.base != "base" else []), *_placement(robot.base_placement)]
    blocks += [_block("[base]", base)] if base else []
    blocks += [_block("[[link]]", [("name", _text(link.name)), *_body(link)]) for link in robot.links]
    blocks += [_block("[[joint]]", _joint(joint)) for joint in robot.joints]
    blocks += [_block("[[motor]]", _motor(motor)) for motor in robot.motors]
    for payload in robot.payloads:
        owner = [("name", _text(payload.name)), ("link", _text(payload.link))]
        blocks.append(_block("[[payload]]", [*owner, *_body(payload)]))
    for frame in robot.frames:
        owner = [("name", _text(frame.name)), ("link", _text(frame.link))]
        blocks.append(_block("[[frame]]", [*owner, *_placement(frame.placement)]))
    return "\n".join(blocks)


def save(robot: Robot, path: str | os.PathLike[str]) -> None:
    """Write the robot to a .toml file; an interrupted write leaves no half file behind."""
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", f"a {type(robot).__name__}", "a Robot")
    if not isinstance(path, str | os.PathLike):
        raise ArgumentError("path", repr(path)[:80], "the name of a .toml file")
    target = Path(path)
    if target.suffix.lower() != ".toml":
        raise ArgumentError("path", repr(os.fspath(path)), "a name that ends in .toml")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_text(to_toml(robot), encoding="utf-8", newline="\n")
        part.replace(target)
    except (OSError, ValueError) as error:
        raise ArgumentError("path", f"{os.fspath(path)!r} cannot be written: {error}", "a place to write to") from error
    finally:
        with contextlib.suppress(OSError, ValueError):
            part.unlink(missing_ok=True)


def _block(title: str, lines: Lines) -> str:
    return "\n".join([title, *(f"{key} = {value}" for key, value in lines), ""])


def _head(robot: Robot) -> Lines:
    yield "name", _text(robot.name)
    if robot.source:
        yield "source", _text(robot.source)
    if robot.gravity != Robot.__dataclass_fields__["gravity"].default:
        yield "gravity", _numbers(robot.gravity)


def _body(body: Link | Payload) -> Lines:
    yield "mass", _number(body.mass)
    if body.com != ORIGIN:
        yield "com", _numbers(body.com)
    if body.inertia != NO_INERTIA:
        yield "inertia", _inertia(body.inertia)


def _joint(joint: Joint) -> Lines:
    for key in ("name", "type", "parent", "child"):
        yield key, _text(getattr(joint, key))
    yield from _placement(joint.placement)
    if joint.axis is not None:
        yield "axis", _numbers(joint.axis)
    is_angle = joint.type != "prismatic"
    plain = Limits()
    limits = [(key, getattr(joint.limits, key)) for key in ("lower", "upper", "velocity", "effort")]
    given = [(key, value) for key, value in limits if value != getattr(plain, key)]
    if given:
        yield (
            "limits",
            _inline((key, _angle(v) if is_angle and key in ("lower", "upper") else _number(v)) for key, v in given),
        )
    friction = [(key, _number(getattr(joint, key))) for key in ("viscous", "coulomb") if getattr(joint, key)]
    if friction:
        yield "friction", _inline(friction)


def _motor(motor: Motor) -> Lines:
    for key in ("name", "joint", "carrier"):
        yield key, _text(getattr(motor, key))
    if motor.mass:
        yield "mass", _number(motor.mass)
    if motor.position != ORIGIN:
        yield "position", _numbers(motor.position)
    if motor.stator_inertia != NO_INERTIA:
        yield "stator_inertia", _inertia(motor.stator_inertia)
    if motor.rotor_inertia:
        yield "rotor_inertia", _number(motor.rotor_inertia)
    if motor.ratio != 1.0:
        yield "ratio", _number(motor.ratio)
    if motor.axis is not None:
        yield "axis", _numbers(motor.axis)


def _placement(placement: Placement) -> Lines:
    if placement.xyz != ORIGIN:
        yield "xyz", _numbers(placement.xyz)
    if placement.rotation != IDENTITY:
        rpy = to_rpy(placement.rotation)
        if matrix(from_rpy(*rpy).tolist()) == placement.rotation:
            yield "rpy", _list(_angle(angle) for angle in rpy)
        else:
            yield "rotation", _rows(placement.rotation)


def _inertia(inertia: Matrix) -> str:
    """Return the entries by name, or all nine where the tensor is not symmetric to the last bit."""
    if any(inertia[i][j] != inertia[j][i] for i in range(3) for j in range(i)):
        return _rows(inertia)
    products = {"xy": inertia[0][1], "xz": inertia[0][2], "yz": inertia[1][2]}
    entries = [("xx", inertia[0][0]), ("yy", inertia[1][1]), ("zz", inertia[2][2])]
    entries += [(key, value) for key, value in products.items() if value]
    return _inline((key, _number(value)) for key, value in entries)


def _inline(entries: Lines) -> str:
    return "{ " + ", ".join(f"{key} = {value}" for key, value in entries) + " }"


def _rows(rows: Matrix) -> str:
    return "[\n" + "".join(f"  {_numbers(row)},\n" for row in rows) + "]"


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _numbers(values: Sequence[float]) -> str:
    return _list(_number(value) for value in values)


def _number(value: float) -> str:
    """Return all digits of a float; a whole number without its point."""
    value = float(value) + 0.0
    return str(int(value)) if value.is_integer() and abs(value) < 1e6 else repr(value)


def _angle(value: float) -> str:
    """Return an angle in degrees if that is shorter and the very same number."""
    value = float(value)
    if 1e-6 < abs(value) < 1e6:
        text = f"{math.degrees(value):.8g} deg"
        if len(text) < len(repr(value)) and parse_quantity(text, "angle") == value:
            return f'"{text}"'
    return _number(value)


def _text(value: str) -> str:
    if "\n" in value:
        return '"""\n' + "\n".join(_escaped(line) for line in value.split("\n")) + '"""'
    return f'"{_escaped(value)}"'


def _escaped(value: str) -> str:
    named = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return "".join(named.get(c) or (f"\\u{ord(c):04X}" if ord(c) < 0x20 or ord(c) == 0x7F else c) for c in value)
