"""Motion files → `MotionTask`.

A line or a circle is the same for all robots and is read completely. The units of a joint reference depend on the
robot: its type and parameter names are checked here, its values by `MotionTask.of`.
"""

from __future__ import annotations

import os
import pathlib
from typing import Annotated, Any

from pydantic import AfterValidator

from armillary.description.robot import Joint, Link, Robot
from armillary.errors import MotionError
from armillary.files.document import Document, Kind
from armillary.files.fields import Mass, Name, Span, Table, not_negative
from armillary.files.text import Source
from armillary.motion.task import MotionTask
from armillary.multibody import as_model
from armillary.simulation.references import REFERENCES, TASK_REFERENCES
from armillary.simulation.scenario_file.schema import Loose
from armillary.simulation.scenario_file.values import Values


class Initial(Table):
    """The [initial] configuration: a list in joint order, or a table by joint name."""

    q: Any = None


class MotionFile(Table):
    """A motion file."""

    name: Name | None = None
    duration: Span | None = None
    step: Span | None = None
    frame: Name = "tip"
    payload: Annotated[Mass, AfterValidator(not_negative)] = 0.0
    initial: Initial = Initial()
    reference: Loose


MOTION = Kind(Source("motion file", "a motion", "docs/selection.md", MotionError), MotionFile)


def read_motion(path: str | os.PathLike[str]) -> MotionTask:
    """Read a motion file.

    Raises:
        MotionError: Lists every problem of the file, each with its line.
    """
    return parse_motion(MOTION.source.read_text(path), os.fspath(path))


def parse_motion(text: str, file: str | None = None) -> MotionTask:
    """Read a motion from TOML text; `file` is the file name in messages.

    Example:
        >>> task = parse_motion('''
        ...     payload = "500 g"
        ...     reference = { type = "line", start = [1, 0, 0], end = ["50 cm", 1, 0], duration = "2 s" }
        ... ''')
        >>> task.payload, task.reference.end
        (0.5, (0.5, 1.0, 0.0))
    """
    document = MOTION.parse(text, file)
    read = document.validate()
    reference = _reference(document)
    task = None
    if read is not None and not document.problems:
        name = read.name or (pathlib.Path(file).stem if file else "motion")
        fields = (reference, read.duration, read.step, read.frame, read.payload, read.initial.q, name, document.places)
        task = document.attempt(lambda: MotionTask(*fields))
    if task is None:
        raise document.error()
    if task.duration is None and not isinstance(reference, dict):
        document.attempt(lambda: task.times(reference))
    document.check()
    return task


def _reference(document: Document[MotionFile]) -> Any:
    """Return a path, or the table of a joint reference; collect its problems."""
    table = document.data.get("reference")
    if not isinstance(table, dict):
        return None
    kind = table.get("type")
    values = Values(as_model(_NOBODY), document.places)
    if kind in TASK_REFERENCES or kind not in REFERENCES:
        made = values.made(("reference",), table, REFERENCES, "reference", values.model.neutral)
        document.problems += values.problems
        return made
    values.check_names(("reference",), table, REFERENCES[kind])
    document.problems += values.problems
    return table


_NOBODY = Robot("nobody", (Link("link", 1.0),), (Joint("joint", "revolute", "base", "link", axis=(0.0, 0.0, 1.0)),))
"""Placeholder robot: the parameters of lines and circles do not depend on the robot."""
