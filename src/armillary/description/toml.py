"""The TOML reader: text → tables → robot, with every problem of the file at once.

    text   → tables      syntax, by the standard library
    tables → schema      fields, types, units, by pydantic
    schema → robot       whether it makes a robot, by the robot's own validation
A fault in one table does not hide those of the others: faulty tables are cut down to the names that
hold the tree together, and the robot's own checks run on what is left.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from armillary.description.files import TOML_LIMIT, read_text
from armillary.description.lines import Path, key_lines, line_of
from armillary.description.robot import Robot
from armillary.description.schema import RobotFile
from armillary.description.toml_problems import field_name, field_path, path_in_file, schema_problem
from armillary.errors import DescriptionError, Problem

MOST_PROBLEMS = 100

# The standard reader takes a time that grows with the square of the dots in a key.
_QUOTED = re.compile(r"\"[^\"\n]*+\"|'[^'\n]*+'")
_DEEP_KEY = re.compile(r"(?:\.[^.,=#\[\]{}\n]++){100}")

# The names that hold the tree together, per table.
_NAMES: dict[str, tuple[str, ...]] = {
    "link": ("name",),
    "joint": ("name", "type", "parent", "child"),
    "motor": ("name", "joint", "carrier"),
    "payload": ("name", "link"),
    "frame": ("name", "link"),
}
# A number that the robot's checks name may come from another field of the file.
_ORIGINS = {"inertia": ("principal", "shape"), "mass": ("shape",), "com": ("shape",), "rotation": ("quaternion",)}


def read_toml(path: str | os.PathLike[str]) -> Robot:
    """Read a robot from a TOML file (docs/robot-files.md).

    Raises:
        DescriptionError: Lists every problem of the file, each with its line.
    """
    return parse_toml(read_text(path, TOML_LIMIT), os.fspath(path))


def parse_toml(text: str, file: str | None = None) -> Robot:
    """Read a robot from TOML text; `file` is the name that messages give.

    Example:
        >>> robot = parse_toml('''
        ...     name = "pendulum"
        ...     link = [{ name = "bob", mass = "500 g", com = ["1 m", 0, 0] }]
        ...     joint = [{ name = "pivot", type = "revolute", parent = "base", child = "bob", axis = [0, 1, 0] }]
        ... ''')
        >>> robot.links[0].mass
        0.5
    """
    data = _tables(text, file)
    lines = key_lines(text)
    hidden = 0
    try:
        return RobotFile.model_validate(data).build()
    except DescriptionError as error:
        problems = [_located(problem, lines, file) for problem in error.problems]
    except ValidationError as error:
        errors = error.errors(include_url=False)
        faulty = {path_in_file(item["loc"])[:3] for item in errors}
        errors = [item for item in errors if not _follows(path_in_file(item["loc"]), faulty)]
        problems = [schema_problem(item, lines, file) for item in errors[:MOST_PROBLEMS]]
        hidden = max(0, len(errors) - MOST_PROBLEMS)
        if not hidden:
            problems += [_located(problem, lines, file) for problem in _other_faults(data, faulty)]
    raise DescriptionError(_ordered(problems, hidden, file))


def _tables(text: str, file: str | None) -> dict[str, Any]:
    deep = _DEEP_KEY.search(_QUOTED.sub("x", text))
    if deep:
        line: int | None = deep.string.count("\n", 0, deep.start()) + 1
        raise DescriptionError([Problem("", "a key with a hundred dots", "keys such as base.xyz", "", file, line)])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DescriptionError([Problem("", "brackets nest too deeply", "a robot file", "", file)]) from None
    except ValueError as error:  # a TOMLDecodeError, or an integer with thousands of digits
        message, _, place = str(error).partition(" (at ")
        message = message if place else "a number has thousands of digits"
        at_line = re.match(r"line (\d+)", place)
        line = int(at_line[1]) if at_line else text.count("\n") + 1 if place else None
        hint = "texts need quotes, tables [brackets]" if "Invalid value" in message else ""
        raise DescriptionError([Problem("", f"this is not TOML: {message}", "valid TOML", hint, file, line)]) from None


def _located(problem: Problem, lines: dict[Path, int], file: str | None) -> Problem:
    """Return a problem of the robot with its place in the file."""
    path = field_path(problem.field)
    if path and path not in lines:
        given = [(*path[:-1], name) for name in _ORIGINS.get(str(path[-1]), ()) if (*path[:-1], name) in lines]
        path = given[0] if given else path
    return replace(problem, field=field_name(path), file=file, line=line_of(lines, path))


def _ordered(problems: list[Problem], hidden: int, file: str | None) -> list[Problem]:
    problems = sorted(problems, key=lambda problem: problem.line or 0)
    hidden += max(0, len(problems) - MOST_PROBLEMS)
    rest = [Problem("", f"{hidden} more problems", "a robot file", "is this one?", file)] if hidden else []
    return problems[:MOST_PROBLEMS] + rest


def _follows(path: Path, faulty: set[Path]) -> bool:
    """Say whether a fault is owed to another: without its type, a joint's limits have no known unit."""
    return path[:1] == ("joint",) and path[2:3] in (("limits",), ("friction",)) and (*path[:2], "type") in faulty


def _other_faults(data: dict[str, Any], faulty: set[Path]) -> Iterable[Problem]:
    """Return what is wrong with the robot apart from the faulty fields, as far as that can be told."""
    rest: dict[str, Any] = {"name": "?"}
    if not any(path[0] == "gravity" for path in faulty) and "gravity" in data:
        rest["gravity"] = data["gravity"]
    if ("base",) not in faulty:
        wrong = {path[1] for path in faulty if path[0] == "base"}
        rest["base"] = {key: value for key, value in data.get("base", {}).items() if key not in wrong}
    for kind in _NAMES:
        if (kind,) not in faulty:
            rest[kind] = [_mended(kind, i, item, faulty) for i, item in enumerate(data.get(kind, []))]
    try:
        RobotFile.model_validate(rest).build()
    except DescriptionError as error:
        names_known = not any(_about_names(path) for path in faulty)
        return [p for p in error.problems if names_known or not _about_names(field_path(p.field))]
    except ValidationError:
        pass
    return []


def _about_names(path: Path) -> bool:
    """Say whether a field belongs to what holds the tree together."""
    kind = str(path[0]) if path else ""
    if kind == "base":
        return path[1:2] in ((), ("name",))
    return kind in _NAMES and (len(path) < 3 or path[2] in _NAMES[kind])


def _mended(kind: str, i: int, item: Any, faulty: set[Path]) -> dict[str, Any]:
    """Return a table with harmless values for the fields that are wrong or missing."""
    wrong = {path[2] for path in faulty if path[:2] == (kind, i) and len(path) > 2}
    fields = {key: value for key, value in item.items() if key not in wrong} if isinstance(item, dict) else {}
    for key in _NAMES[kind]:
        fields.setdefault(key, "fixed" if key == "type" else f"?{kind}{i}")
    if "mass" in wrong and kind != "motor":
        fields.pop("shape", None)
    if "mass" in wrong or (kind in ("link", "payload") and not fields.keys() & {"mass", "shape"}):
        fields["mass"] = 1.0
    if "principal" in wrong:
        fields.pop("principal_rpy", None)
    if "type" in wrong:
        for key in ("axis", "limits", "friction"):
            fields.pop(key, None)
    elif "axis" in wrong and kind == "joint":
        fields["axis"] = [0, 0, 1]
    return fields
