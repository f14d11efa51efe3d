"""The TOML reader: text → tables → robot, with every problem of the file at once.

    text   → tables      syntax, by the standard library
    tables → tables      with the files of modal data that they name
    tables → schema      fields, types, units, by pydantic
    schema → robot       whether it makes a robot, by the robot's own validation
A fault in one table does not hide those of the others: `toml_mend` puts harmless values where fields are
faulty, and the robot's own checks run on that.
"""

from __future__ import annotations

import os
import pathlib
from typing import Any

from pydantic import ValidationError

from armillary.description.load import TOML_LIMIT, read_text
from armillary.description.robot import Robot
from armillary.description.toml.mend import other_faults
from armillary.description.toml.modal_files import embed
from armillary.description.toml.problems import path_in_file, schema_problem
from armillary.description.toml.schema import RobotFile
from armillary.description.toml.visuals import place_files
from armillary.errors import DescriptionError, Problem
from armillary.files.lines import Path, field_path, key_lines
from armillary.files.places import Places, Text
from armillary.files.toml_text import tables

MOST_PROBLEMS = 100


def read_toml(path: str | os.PathLike[str]) -> Robot:
    """Read a robot from a TOML file (docs/robot-files.md).

    Raises:
        DescriptionError: Lists every problem of the file, each with its line.
    """
    return parse_toml(read_text(path, TOML_LIMIT), os.fspath(path))


def parse_toml(text: str, file: str | None = None) -> Robot:
    """Read a robot from TOML text; `file` is the name that messages give, and files that it names are beside it.

    Example:
        >>> robot = parse_toml('''
        ...     name = "pendulum"
        ...     link = [{ name = "bob", mass = "500 g", com = ["1 m", 0, 0] }]
        ...     joint = [{ name = "pivot", type = "revolute", parent = "base", child = "bob", axis = [0, 1, 0] }]
        ... ''')
        >>> robot.links[0].mass
        0.5
    """
    data, places = tables(text, file), Places(Text(file, lambda: key_lines(text)))
    unread = embed(data, places, pathlib.Path(file or "").parent)
    if file is not None:
        place_files(data, pathlib.Path(file).parent)
    problems = [problem for found in unread.values() for problem in found]
    errors: list[Any] = []
    try:
        described = RobotFile.model_validate(data)
        if not unread:
            return described.build()
    except DescriptionError as error:
        raise DescriptionError(_ordered([_located(problem, places) for problem in error.problems], 0, places)) from None
    except ValidationError as error:
        errors = [item for item in error.errors(include_url=False) if path_in_file(item["loc"])[:3] not in unread]
    faulty = {path_in_file(item["loc"])[:5] for item in errors} | unread.keys()
    errors = [item for item in errors if not _follows(path_in_file(item["loc"]), faulty)]
    problems += [schema_problem(item, places) for item in errors[:MOST_PROBLEMS]]
    hidden = max(0, len(errors) - MOST_PROBLEMS)
    if not hidden:
        problems += [_located(problem, places) for problem in other_faults(data, faulty)]
    raise DescriptionError(_ordered(problems, hidden, places))


def _located(problem: Problem, places: Places) -> Problem:
    """Return a problem of the robot with its place in the file."""
    return places.problem(field_path(problem.field), problem.found, problem.expected, problem.hint, of_robot=True)


def _ordered(problems: list[Problem], hidden: int, places: Places) -> list[Problem]:
    problems = sorted(problems, key=places.order)
    hidden += max(0, len(problems) - MOST_PROBLEMS)
    rest = [Problem("", f"{hidden} more problems", "a robot file", "is this one?", places.main.file)] if hidden else []
    return problems[:MOST_PROBLEMS] + rest


def _follows(path: Path, faulty: set[Path]) -> bool:
    """Say whether a fault is owed to another: without its type, a joint's limits have no known unit."""
    by_type = path[2:3] in (("limits",), ("friction",), ("spring",))
    return path[:1] == ("joint",) and by_type and (*path[:2], "type") in faulty
