"""Robot → TOML text that reads back as the very same robot.

Floats are written with all their digits, fields at their defaults are left out, and a rotation is written as roll,
pitch, yaw only if these give back the same matrix to the last bit. Notes are not written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from armillary.description.beam import SECTION_SIZES, Beam, Section
from armillary.description.part import Part
from armillary.description.robot import (
    COORDINATE_FIELDS,
    IDENTITY,
    ORIGIN,
    Coordinate,
    Coupling,
    Joint,
    Link,
    Matrix,
    Placement,
    Robot,
    Visual,
    matrix,
)
from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity, declared
from armillary.files.toml_values import Lines, angle_value, block, escaped, inline, rows_value, toml_value
from armillary.files.words import shortened
from armillary.spatial.rotation import from_rpy, to_rpy


def to_toml(robot: Robot, folder: str | os.PathLike[str] | None = None) -> str:
    """Return the robot in the format of docs/robot-files.md; reading the text gives an equal robot.

    Args:
        robot: The robot.
        folder: Folder of the file; mesh files inside it are named from there. Default: absolute names.

    Example:
        >>> from armillary.description.toml.reader import parse_toml
        >>> import armillary as arm
        >>> robot = arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1])
        >>> parse_toml(to_toml(robot)) == robot
        True
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot")
    title = f"# Robot {escaped(robot.name)}: SI units; the fields are explained in docs/robot-files.md"
    head = {name: getattr(robot, name) for name in ("name", "source", "omissions", "strict", "gravity")}
    plain = {"source": "", "omissions": (), "strict": True, "gravity": Robot.__dataclass_fields__["gravity"].default}
    blocks = [block(title, ((key, toml_value(value)) for key, value in head.items() if value != plain.get(key)))]
    base = [*([("name", toml_value(robot.base))] if robot.base != "base" else []), *_placement(robot.base_placement)]
    blocks += [block("[base]", base)] if base else []
    for link in robot.links:
        blocks += _link(link)
    blocks += [block("[[joint]]", _joint(joint)) for joint in robot.joints]
    for kind in ("motor", "payload", "frame", "configuration"):
        blocks += [block(f"[[{kind}]]", _changed(part)) for part in getattr(robot, f"{kind}s")]
    blocks += [block("[[visual]]", _visual(visual, folder)) for visual in robot.visuals]
    return "\n".join(blocks)


def _changed(part: Part, *others: str, turns: bool | None = None) -> Lines:
    """Yield the fields of a part that are not at their defaults, without some others.

    Angles are written in degrees where that is shorter. `turns` says whether positions at a joint are angles.
    """
    groups: dict[str, dict[str, str]] = {}
    for field in declared(type(part)):
        value, quantity = getattr(part, field.name), field.quantity or Quantity()
        if field.name in others or (value == field.default and not quantity.table):
            continue
        text = _value(value, quantity, turns)
        if quantity.table:
            groups.setdefault(quantity.table, {})[field.name] = text if value != field.default else ""
        elif isinstance(value, Placement):
            yield from _placement(value)
        else:
            yield field.name, text
    for table, lines in groups.items():
        first = next(iter(lines))  # is required in the table
        if any(lines.values()):
            given = {name: text for name, text in lines.items() if text}
            yield table, inline(({first: toml_value(getattr(part, first))} | given).items())


def _value(value: Any, quantity: Quantity, turns: bool | None) -> str:
    """Return the value of a field as TOML."""
    if isinstance(value, Placement):
        return ""  # fields of the table around it
    if isinstance(value, Part):
        return inline(_changed(value, turns=turns))
    if isinstance(value, tuple) and value and isinstance(value[0], Part):
        return f"[{', '.join(inline(_changed(part, turns=turns)) for part in value)}]"
    if quantity.dimension == "inertia" and isinstance(value, tuple):
        return _inertia(value)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return rows_value(value)
    if turns and quantity.dimension_at(turns) == "angle":
        return angle_value(value)
    return toml_value(value)


def _placement(placement: Placement) -> Lines:
    if placement.xyz != ORIGIN:
        yield "xyz", toml_value(placement.xyz)
    if placement.rotation != IDENTITY:
        rpy = to_rpy(placement.rotation)
        if matrix(from_rpy(*rpy)) == placement.rotation:
            yield "rpy", f"[{', '.join(angle_value(angle) for angle in rpy)}]"
        else:
            yield "rotation", rows_value(placement.rotation)
    if any(placement.letters):
        names = zip(("a", "alpha", "d", "theta"), placement.letters, strict=True)
        yield "letters", toml_value({number: letter for number, letter in names if letter})


def _inertia(inertia: Matrix) -> str:
    """Return the entries by name, or three rows if the tensor is not exactly symmetric."""
    if any(inertia[i][j] != inertia[j][i] for i in range(3) for j in range(i)):
        return rows_value(inertia)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia
    products = {key: value for key, value in {"xy": xy, "xz": xz, "yz": yz}.items() if value}
    return toml_value({"xx": xx, "yy": yy, "zz": zz} | products)


def _link(link: Link) -> Iterator[str]:
    lines = dict(_changed(link, "beam"))
    if link.beam is None or len(lines) > 1:
        lines = {"name": lines.pop("name"), "mass": toml_value(link.mass)} | lines
    yield block("[[link]]", lines.items())
    if isinstance(link.beam, Beam):
        yield block("[link.beam]", _beam(link.beam))
    elif link.beam is not None:
        yield block("[link.modal]", _changed(link.beam, "nodes"))
        for node in link.beam.nodes:
            yield block("[[link.modal.nodes]]", _changed(node))


def _beam(beam: Beam) -> Lines:
    yield from _changed(beam, "stations")
    if len(beam.stations) == 1 and beam.stations[0].at == 0:
        yield "section", _section(beam.stations[0].section)
    else:
        stations = ([("at", toml_value(each.at)), ("section", _section(each.section))] for each in beam.stations)
        yield "stations", rows_value(map(inline, stations))


def _section(section: Section) -> str:
    shape = {"shape": section.shape} if section.shape != "general" else {}
    return toml_value(shape | dict(zip(SECTION_SIZES[section.shape], section.size, strict=True)))


def _joint(joint: Joint) -> Lines:
    yield from _changed(joint, *COORDINATE_FIELDS, "coordinates", "couple")
    own = Coordinate(*(getattr(joint, name) for name in COORDINATE_FIELDS))
    yield from _changed(own, turns=not joint.form.slides)
    for name, turns, part in zip(joint.form.v, joint.form.turns, joint.coordinates, strict=False):
        yield name, inline(_changed(part, turns=turns))
    if joint.couple:
        yield "couple", inline(_couple(joint.couple))


def _couple(couple: Coupling) -> Lines:
    yield "joint", toml_value(couple.joint)
    if len(couple.polynomial) != 2:
        yield "polynomial", toml_value(couple.polynomial)
        return
    offset, ratio = couple.polynomial
    yield from ((key, toml_value(value)) for key, value in (("ratio", ratio), ("offset", offset)) if value)


def _visual(visual: Visual, folder: str | os.PathLike[str] | None) -> Lines:
    own: dict[str, Any] = {"link": visual.link, "shape": visual.shape}
    match visual.shape:
        case "mesh":
            own["file"] = visual.file
            if folder is not None:
                file, beside = Path(visual.file).absolute(), Path(folder).absolute()
                own["file"] = file.relative_to(beside).as_posix() if file.is_relative_to(beside) else str(file)
        case "box":
            own["size"] = visual.size
        case _:
            own |= zip(("radius", "length"), visual.size, strict=False)
    yield from ((key, toml_value(value)) for key, value in own.items())
    yield from _changed(visual, "link", "shape", "size", "file")
