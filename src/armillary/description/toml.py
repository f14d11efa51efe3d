"""The TOML reader: text → tables → robot, with every problem of the file at once.

    text   → tables      syntax, by the standard library
    tables → schema      fields, types, units, by pydantic
    schema → robot       whether it makes a robot, by the robot's own validation
A fault in one table does not hide those of the others: `toml_mend` puts harmless values where fields are
faulty, and the robot's own checks run on that.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from armillary.description.files import TOML_LIMIT, read_text
from armillary.description.lines import Path, key_lines, line_of
from armillary.description.robot import Robot
from armillary.description.schema import RobotFile
from armillary.description.toml_mend import other_faults
from armillary.description.toml_problems import field_name, field_path, path_in_file, schema_problem
from armillary.errors import DescriptionError, Problem

MOST_PROBLEMS = 100

# The standard reader takes a time that grows with the square of the dots in a key.
_NO_KEY = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+",
    re.DOTALL,
)
_DEEP_KEY = re.compile(r"(?:\.[^.,=#\[\]{}\n]++){100}")

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
            problems += [_located(problem, lines, file) for problem in other_faults(data, faulty)]
    raise DescriptionError(_ordered(problems, hidden, file))


def _tables(text: str, file: str | None) -> dict[str, Any]:
    deep = _DEEP_KEY.search(_NO_KEY.sub(lambda part: "x" + "\n" * part[0].count("\n"), text))
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
