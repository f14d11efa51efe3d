"""A robot as TOML text that reads back as the very same robot.

Floats are written with all their digits, what is at its default is left out, and a rotation is written
as roll, pitch, yaw only if these give back the same matrix to the last bit. Notes are not written.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from armillary.description.robot import (
    IDENTITY,
    NO_INERTIA,
    ORIGIN,
    Joint,
    Limits,
    Link,
    Motor,
    Payload,
    Placement,
    Robot,
    Visual,
    matrix,
)
from armillary.description.toml.write_beams import beam_blocks
from armillary.description.toml.write_values import (
    Lines,
    angle_value,
    block,
    escaped,
    inertia_value,
    inline,
    list_value,
    number_value,
    numbers_value,
    rows_value,
    text_value,
)
from armillary.errors import ArgumentError
from armillary.files.atomic import write_content
from armillary.spatial.rotation import from_rpy, to_rpy


def to_toml(robot: Robot, folder: str | os.PathLike[str] | None = None) -> str:
    """Return the robot in the format of docs/robot-files.md; reading it gives an equal robot.

    Mesh files inside `folder`, where the text is to be written, are named from there.

    Example:
        >>> from armillary.description.toml.reader import parse_toml
        >>> import armillary as arm
        >>> robot = arm.planar([1, 1], [1, 1], [0.5, 0.5], [0.1, 0.1])
        >>> parse_toml(to_toml(robot)) == robot
        True
    """
    blocks = [
        block(f"# Robot {escaped(robot.name)}: SI units; the fields are explained in docs/robot-files.md", _head(robot))
    ]
    base = [*([("name", text_value(robot.base))] if robot.base != "base" else []), *_placement(robot.base_placement)]
    blocks += [block("[base]", base)] if base else []
    for link in robot.links:
        blocks += _link(link)
    blocks += [block("[[joint]]", _joint(joint)) for joint in robot.joints]
    blocks += [block("[[motor]]", _motor(motor)) for motor in robot.motors]
    for payload in robot.payloads:
        owner = [("name", text_value(payload.name)), ("link", text_value(payload.link)), *_node(payload.node)]
        blocks.append(block("[[payload]]", [*owner, *_body(payload)]))
    for frame in robot.frames:
        owner = [("name", text_value(frame.name)), ("link", text_value(frame.link)), *_node(frame.node)]
        blocks.append(block("[[frame]]", [*owner, *_placement(frame.placement)]))
    blocks += [block("[[visual]]", _visual(visual, folder)) for visual in robot.visuals]
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
    write_content(target, to_toml(robot, target.parent))


def _head(robot: Robot) -> Lines:
    yield "name", text_value(robot.name)
    if robot.source:
        yield "source", text_value(robot.source)
    if robot.gravity != Robot.__dataclass_fields__["gravity"].default:
        yield "gravity", numbers_value(robot.gravity)


def _link(link: Link) -> Iterator[str]:
    hub = link.beam is None or link.mass or link.com != ORIGIN or link.inertia != NO_INERTIA
    yield block("[[link]]", [("name", text_value(link.name)), *(_body(link) if hub else ())])
    if link.beam is not None:
        yield from beam_blocks(link.beam)


def _node(node: str | None) -> Lines:
    if node is not None:
        yield "node", text_value(node)


def _body(body: Link | Payload) -> Lines:
    yield "mass", number_value(body.mass)
    if body.com != ORIGIN:
        yield "com", numbers_value(body.com)
    if body.inertia != NO_INERTIA:
        yield "inertia", inertia_value(body.inertia)


def _joint(joint: Joint) -> Lines:
    for key in ("name", "type", "parent", "child"):
        yield key, text_value(getattr(joint, key))
    yield from _node(joint.node)
    yield from _placement(joint.placement)
    if joint.axis is not None:
        yield "axis", numbers_value(joint.axis)
    is_angle = joint.type != "prismatic"
    plain = Limits()
    limits = [(key, getattr(joint.limits, key)) for key in ("lower", "upper", "velocity", "effort")]
    given = [(key, value) for key, value in limits if value != getattr(plain, key)]
    if given:
        yield (
            "limits",
            inline(
                (key, angle_value(v) if is_angle and key in ("lower", "upper") else number_value(v)) for key, v in given
            ),
        )
    friction = [(key, number_value(getattr(joint, key))) for key in ("viscous", "coulomb") if getattr(joint, key)]
    if friction:
        yield "friction", inline(friction)
    if joint.stiffness or joint.rest:
        rest = angle_value(joint.rest) if is_angle else number_value(joint.rest)
        yield (
            "spring",
            inline([("stiffness", number_value(joint.stiffness)), *([("rest", rest)] if joint.rest else [])]),
        )


def _motor(motor: Motor) -> Lines:
    for key in ("name", "joint", "carrier"):
        yield key, text_value(getattr(motor, key))
    yield from _node(motor.node)
    if motor.mass:
        yield "mass", number_value(motor.mass)
    if motor.position != ORIGIN:
        yield "position", numbers_value(motor.position)
    if motor.stator_inertia != NO_INERTIA:
        yield "stator_inertia", inertia_value(motor.stator_inertia)
    if motor.rotor_inertia:
        yield "rotor_inertia", number_value(motor.rotor_inertia)
    if motor.ratio != 1.0:
        yield "ratio", number_value(motor.ratio)
    if motor.axis is not None:
        yield "axis", numbers_value(motor.axis)


def _visual(visual: Visual, folder: str | os.PathLike[str] | None) -> Lines:
    yield "link", text_value(visual.link)
    yield from _node(visual.node)
    yield "shape", text_value(visual.shape)
    match visual.shape:
        case "mesh":
            yield "file", text_value(_from_folder(visual.file, folder))
        case "box":
            yield "size", numbers_value(visual.size)
        case "cylinder":
            yield "radius", number_value(visual.size[0])
            yield "length", number_value(visual.size[1])
        case "sphere":
            yield "radius", number_value(visual.size[0])
    if visual.scale != (1.0, 1.0, 1.0):
        yield "scale", numbers_value(visual.scale)
    yield from _placement(visual.placement)
    if visual.colour is not None:
        yield "colour", numbers_value(visual.colour)


def _from_folder(file: str, folder: str | os.PathLike[str] | None) -> str:
    """Return the name of a file as seen from a folder, if it lies in there."""
    if folder is None:
        return file
    with contextlib.suppress(ValueError):
        return Path(file).absolute().relative_to(Path(folder).absolute()).as_posix()
    return str(Path(file).absolute())


def _placement(placement: Placement) -> Lines:
    if placement.xyz != ORIGIN:
        yield "xyz", numbers_value(placement.xyz)
    if placement.rotation != IDENTITY:
        rpy = to_rpy(placement.rotation)
        if matrix(from_rpy(*rpy).tolist()) == placement.rotation:
            yield "rpy", list_value(angle_value(angle) for angle in rpy)
        else:
            yield "rotation", rows_value(placement.rotation)
