"""Motion files → `MotionTask`.

A line or a circle is the same for all robots and is read completely. The units of a joint reference depend on the
robot: its type and the names of its parameters are checked here, its values by `MotionTask.of`.
"""

from __future__ import annotations

import os
import pathlib
from typing import Any

from armillary.description.robot import Joint, Link, Robot
from armillary.errors import ArgumentError, MotionError
from armillary.files.document import Document, Kind
from armillary.files.fields import Table
from armillary.files.objects import Objects
from armillary.files.text import Source
from armillary.files.words import among, shortened
from armillary.motion.task import MotionTask
from armillary.multibody import as_model
from armillary.simulation.references import REFERENCES, TASK_REFERENCES, unshaped_type
from armillary.simulation.scenario_file.values import Values

MOTION = Kind(Source("motion file", "a motion", "docs/selection.md", MotionError), Table)


def load_motion(path: str | os.PathLike[str]) -> MotionTask:
    """Read a motion from a TOML file; docs/selection.md describes the format.

    Raises:
        MotionError: Lists every problem of the file, each with its line.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", shortened(path), "the name of a motion file")
    return parse_motion(MOTION.source.read_text(path), os.fspath(path))


def motion_task(motion: MotionTask | str | os.PathLike[str] | None) -> MotionTask | None:
    """Return a motion task, read from its file if a path is given; None stands for the standard motion."""
    if isinstance(motion, (str, os.PathLike)):
        return load_motion(motion)
    if motion is not None and not isinstance(motion, MotionTask):
        raise ArgumentError("motion", shortened(motion), "a MotionTask, or the name of a motion file")
    return motion


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
    objects, task = Objects(document.places), None
    fields = objects.fields((), document.data, MotionTask, "a motion")
    values = {
        name: objects.value((name,), document.data[name], field)
        for name, field in fields.items()
        if name in document.data
    }
    document.problems += objects.problems
    reference = _reference(document)
    if not document.problems:
        name = pathlib.Path(file).stem if file else "motion"
        values = {"name": name} | values | {"reference": reference, "places": document.places}
        task = document.attempt(lambda: MotionTask(**values))
    if task is None:
        raise document.error()
    if task.duration is None and not isinstance(reference, dict):
        document.attempt(lambda: task.times(reference))
    document.check()
    return task


def _reference(document: Document[Table]) -> Any:
    """Return a path, or the table of a joint reference; collect its problems."""
    table = document.data.get("reference")
    if not isinstance(table, dict):
        if table is not None:
            document.fault(("reference",), shortened(table), "a table such as { type = …, … }")
        return None
    kind = unshaped_type(table)
    values = Values(as_model(_NOBODY), document.places)
    made = table
    if not among(kind, REFERENCES) or kind in TASK_REFERENCES:
        made = values.made(("reference",), table, REFERENCES, "reference", values.model.neutral)
    else:
        fields = {name: value for name, value in table.items() if name != "type"}
        values.fields(("reference",), fields, REFERENCES[table["type"]], table["type"])
    document.problems += values.problems
    return made


# Placeholder robot: the parameters of lines and circles do not depend on the robot.
_NOBODY = Robot("nobody", (Link("link", 1.0),), (Joint("joint", "revolute", "base", "link", axis=(0.0, 0.0, 1.0)),))
