"""A study as text, for its fingerprint, for readers, and to name differences between studies line by line.

A line has a readable value, which may be shortened, and the digest of the whole value. Lines whose values may grow
(values of given axes, the number of samples) are marked.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.compiler.ptx.target import CPU
from armillary.description.robot import Robot
from armillary.files.toml_values import toml_value
from armillary.files.words import claim, shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count, joint_size
from armillary.multibody.home import home
from armillary.simulation.scenario import Scenario
from armillary.simulation.simulate import DURATION
from armillary.simulation.solvers import Auto
from armillary.studies.axes.distributions import Choice
from armillary.studies.axes.given import Given, Values
from armillary.studies.dimensions import Dimension, VariedQuantity
from armillary.studies.fingerprint import fingerprint
from armillary.studies.layout import GridCoordinate
from armillary.studies.variation import STARTS

if TYPE_CHECKING:
    from armillary.studies.study import Study

FORMAT = 1
"""Version of studies: it changes with the meaning of their fields."""
FIXED = ("latin",)
"""Kinds of sampling whose number of samples cannot grow."""
DIGITS = 12
"""Hexadecimal digits of the digests of parts."""
LISTED = 12
"""Values of an axis that are written out."""


def label(value: Any) -> float | str:
    """Return a number unchanged, any other value as text: the name of a robot, the arguments of a solver."""
    if isinstance(value, np.generic):
        return label(value.item())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value
    if isinstance(value, Robot | Model):
        return value.name if isinstance(value, Robot) else value.robot.name
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, types.FunctionType | type):
        return f"{value.__module__}.{value.__qualname__}"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", shortened(value))


def coordinate(quantity: VariedQuantity, dim: str, length: int) -> GridCoordinate:
    """Return a quantity with the labels of its values along a dimension."""
    axis, values = quantity.axis, None
    if isinstance(axis, Given):
        column = axis.at(range(length))
        values = column.tolist() if isinstance(column, np.ndarray) else list(map(str, map(label, column)))
    parts: Sequence[Any] = values or (axis.values if isinstance(axis, Choice) else ())
    text = any(isinstance(label(part), str) for part in parts)
    return GridCoordinate(quantity.name, dim, quantity.unit or "", values=values, text=text)


def robots_of(scenario: Scenario | Robot | Model, dimensions: Sequence[Dimension]) -> dict[str, str]:
    """Return the digests of all robots by name; names that appear twice get a number."""
    if isinstance(scenario, Scenario):
        values = [scenario.robot, scenario.plant, *(change.robot for change in scenario.changes)]
    else:
        values = [scenario]
    axes = (change.axis for dimension in dimensions for change in dimension.quantities)
    values += [value for axis in axes if isinstance(axis, Values | Choice) for value in axis.values]
    digests = {fingerprint(robot): str(label(robot)) for robot in values if isinstance(robot, Robot | Model)}
    used: set[str] = set()
    return {claim(name, used): digest for digest, name in digests.items()}


@dataclass(frozen=True)
class StudyLine:
    """A part of a study: name, value, and whether later sweeps may extend it."""

    name: str
    value: Any
    grows: bool = False

    def __str__(self) -> str:
        if isinstance(self.value, tuple | list):
            labels = [label(part) for part in self.value[:LISTED]]
            text = toml_value(labels + ["…"] * (len(self.value) > LISTED))
        else:
            text = toml_value(label(self.value))
        return f"{self.name} = {text}  # {self.digest[:DIGITS]}"

    @cached_property
    def digest(self) -> str:
        """The fingerprint of name and value."""
        return fingerprint((self.name, self.value))


def canonical(scenario: Scenario, name: str) -> Any:
    """Return a field of a scenario; None is replaced by the value for which it stands."""
    value = getattr(scenario, name)
    if value is None and name in STARTS:
        model = scenario.plant_model
        return home(model).q[: joint_size(model)] if name == "q0" else np.zeros(joint_count(model))
    return {"duration": DURATION, "solver": Auto()}.get(name) if value is None else value


def lines_of(study: Study) -> list[StudyLine]:
    """Return the parts that decide the results of a study."""
    lines = [StudyLine("format", FORMAT), StudyLine("sampling", study.sampling), StudyLine("seed", study.seed)]
    if study.samples is not None:
        lines.append(StudyLine("samples", study.samples, study.sampling not in FIXED))
    if study.device != CPU:  # results of GPUs differ from those of CPUs in their last digits
        lines += [StudyLine("device", study.device.partition(":")[0]), StudyLine("dtype", study.dtype)]
    lines += [StudyLine("outputs", study.outputs)]
    lines += [StudyLine(f"signals.{name}", spacing) for name, spacing in study.signals.items()]
    lines += [StudyLine(f"functions.{name}", function) for name, function in study.functions.items()]
    base = study.scenario
    if isinstance(base, Scenario):
        names = [field.name for field in dataclasses.fields(base) if field.compare and field.name != "output"]
        lines += [StudyLine(f"scenario.{name}", canonical(base, name)) for name in names]
    else:
        lines.append(StudyLine("robot", base))
    for dimension in study.dimensions:
        for quantity in dimension.quantities:
            name = f"axes.{toml_value(quantity.name)}"
            lines.append(StudyLine(f"{name}.unit", quantity.unit or ""))
            if isinstance(quantity.axis, Given):
                values = quantity.axis.at(range(len(quantity.axis)))
                lines.append(StudyLine(f"{name}.along", dimension.name))
                lines.append(StudyLine(f"{name}.values", [*values], grows=True))
            else:
                lines.append(StudyLine(f"{name}.distribution", quantity.axis))
                lines.append(StudyLine(f"{name}.column", quantity.column))
    return lines
