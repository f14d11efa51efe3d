"""Motion files: text → tables → schema → `MotionTask`; what the robot decides is read when there is one.

A line or a circle is the same for all robots and is read here. What the numbers of a joint reference measure depends
on the robot; of these the type and the names of the parameters are checked here, the rest by `MotionTask.of`.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, ValidationError

from armillary.description.load import TOML_LIMIT, read_text
from armillary.description.robot import Joint, Link, Robot
from armillary.description.toml.fields import Mass, Name, Table
from armillary.errors import ArgumentError, DescriptionError, Problem
from armillary.files.lines import key_lines
from armillary.files.places import Places, Text
from armillary.files.toml_text import tables
from armillary.motion.task import MotionTask
from armillary.multibody import as_model
from armillary.simulation.references import REFERENCES, TASK_REFERENCES, parameters
from armillary.simulation.scenario_file.problems import of_scenario, schema_problem, unknown
from armillary.simulation.scenario_file.schema import Loose, Span, not_negative
from armillary.simulation.scenario_file.values import Values

MOST_PROBLEMS = 100


class MotionError(DescriptionError):
    """A motion file is wrong. `problems` holds every fault that was found, not just the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        title = f"{len(self.problems)} problem{'s' * (len(self.problems) != 1)} in the motion:"
        self.args = ("\n".join([title, *(f"  {problem}" for problem in self.problems)]),)


class Initial(Table):
    """The [initial] configuration: a list, joints first, or a table by name."""

    q: Any = None


class MotionFile(Table):
    """A whole file."""

    name: Name | None = None
    duration: Span | None = None
    step: Span | None = None
    frame: Name = "tip"
    payload: Annotated[Mass, AfterValidator(not_negative)] = 0.0
    initial: Initial = Initial()
    reference: Loose


def read_motion(path: str | os.PathLike[str]) -> MotionTask:
    """Read a motion file."""
    try:
        return parse_motion(read_text(path, TOML_LIMIT), os.fspath(path))
    except MotionError:
        raise
    except DescriptionError as error:
        raise _of_motion(error) from None


def parse_motion(text: str, file: str | None = None) -> MotionTask:
    """Read a motion from TOML text; `file` is the name that messages give.

    Example:
        >>> task = parse_motion('''
        ...     payload = "500 g"
        ...     reference = { type = "line", start = [1, 0, 0], end = ["50 cm", 1, 0], duration = "2 s" }
        ... ''')
        >>> task.payload, task.reference.end
        (0.5, (0.5, 1.0, 0.0))
    """
    try:
        data = tables(text, file, "a motion file")
    except DescriptionError as error:
        raise _of_motion(error) from None
    places = Places(Text(file, lambda: key_lines(text)))
    problems: list[Problem] = []
    try:
        read = MotionFile.model_validate(data)
    except ValidationError as error:
        problems = [schema_problem(item, places, MotionFile) for item in error.errors(include_url=False)]
        read = None
    reference, faults = _reference(data.get("reference"), places)
    problems += faults
    if read is None or problems:
        unique = sorted(dict.fromkeys(problems), key=places.order)
        raise MotionError(unique[:MOST_PROBLEMS])
    name = read.name or (pathlib.Path(file).stem if file else "motion")
    try:
        task = MotionTask(reference, read.duration, read.step, read.frame, read.payload, read.initial.q, name, places)
        if read.duration is None and not isinstance(reference, dict):
            task.times(reference)
    except ArgumentError as error:
        raise MotionError([places.problem((error.argument,), error.found, error.expected, error.hint)]) from None
    return task


def _reference(table: Any, places: Places) -> tuple[Any, list[Problem]]:
    """Return a path, or the table of a reference of joints, and what is wrong with it."""
    if not isinstance(table, dict):
        return None, []
    kind = table.get("type")
    values = Values(as_model(_NOBODY), places)
    if kind in TASK_REFERENCES or kind not in REFERENCES:
        return values.made(("reference",), table, REFERENCES, "reference", values.model.neutral), values.problems
    known = {each.name: each for each in parameters(REFERENCES[kind])}
    for name in table:
        if name != "type" and name not in known:
            values.fault(("reference", name), *unknown(name, known, f"a parameter of {kind}"))
    for name, each in known.items():
        if each.required and name not in table:
            values.fault(("reference",), f"{name} is missing", f"{name} = …: {each.meaning}")
    return table, values.problems


def _of_motion(error: DescriptionError) -> MotionError:
    def told(text: str) -> str:
        return text.replace("docs/simulation.md", "docs/selection.md").replace("scenario", "motion")

    return MotionError([replace(p, expected=told(p.expected), hint=told(p.hint)) for p in of_scenario(error).problems])


_NOBODY = Robot("nobody", (Link("link", 1.0),), (Joint("joint", "revolute", "base", "link", axis=(0.0, 0.0, 1.0)),))
"""Any robot: the parameters of lines and circles are the same for all."""
