"""The form of a run, as data: its fields, proposed values, and the scenario that they make.

A field holds text: one value or several separated by commas, each a number or a quantity such as 90 deg. The form
becomes the text of a scenario file, and the reader of scenario files reports problems.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.robot import Robot
from armillary.errors import ArmillaryError, Problem, ScenarioError
from armillary.files.toml_values import toml_value
from armillary.formulations.composite_body import mass_matrix
from armillary.kinematics.poses import pose
from armillary.multibody import Model, build
from armillary.multibody.coordinates import joint_coordinates, joint_count, joint_places, joint_size
from armillary.simulation.controllers import CONTROLLERS
from armillary.simulation.parameters import Format, format_of, parameters
from armillary.simulation.references import REFERENCES
from armillary.simulation.scenario import Scenario
from armillary.simulation.scenario_file.read import parse_scenario
from armillary.spatial.scalar import Floats

NONE = "none"
_TABLES = {Format.CONTROLLER, Format.MATRIX, Format.REFERENCE}


def _has_tables(kind: type) -> bool:
    """Return whether a class has fields that a line of text cannot hold."""
    return any(format_of(field) in _TABLES for field in parameters(kind))


CHOICES = {
    "reference": (NONE, *(name for name, made in REFERENCES.items() if not _has_tables(made))),
    "controller": (NONE, *(name for name, made in CONTROLLERS.items() if not _has_tables(made))),
}
OPTIONAL = {
    "trapezoid": ("duration",),
    "sinusoid": ("offset",),
    "line": ("displacement", "duration"),
    "circle": ("axis", "angle", "duration"),
    "inverse_dynamics": ("kp", "kd"),
    "operational_space": ("frame", "task"),
    "pid": ("gravity",),
}
"""Optional parameters that have a field, by type."""

MOVE, SWING = 0.5, 0.2
"""Proposed move and amplitude of a joint [rad]."""
STIFFNESS, DAMPING = 100.0, 20.0
"""Proposed gains for unit inertia: 10 rad/s, critically damped [1/s², 1/s]."""


@dataclass(frozen=True)
class FormField:
    """A text field: table and name of its parameter, unit, meaning, whether it is required."""

    table: str
    name: str
    unit: str
    meaning: str
    required: bool
    each: bool
    """Whether a single value holds for all joints."""

    @property
    def path(self) -> str:
        """Name of the field in problems."""
        return f"{self.table}.{self.name}" if self.table else self.name


DURATION = FormField("", "duration", "s", "simulated time", True, False)


def fields(table: str, kind: str) -> tuple[FormField, ...]:
    """Return the fields of a type of reference or controller."""
    of = {"reference": REFERENCES, "controller": CONTROLLERS}[table]
    if kind == NONE:
        return ()
    shown = []
    for field in parameters(of[kind]):
        if field.required or field.name in OPTIONAL.get(kind, ()):
            dimension = field.quantity.dimension if field.quantity else ""
            unit = field.quantity.unit(None) if field.quantity else ""
            per_joint = dimension == "joint position" and format_of(field) is Format.ROW
            shown.append(FormField(table, field.name, unit, field.says, field.required, per_joint))
    return tuple(shown)


def proposals(model: Model, kind: str, q: ArrayLike, duration: float = 2.0) -> dict[str, str]:
    """Return a proposed text for each field, for a robot at q: a move within limits, gains for its inertia."""
    q = np.asarray(q, dtype=float)
    moves = _moves(model, q, MOVE)
    inertia = np.diagonal(np.asarray(mass_matrix(model, q), dtype=float))[: joint_count(model)]
    gains = np.ones(1) if kind in ("computed_torque", "operational_space") else inertia
    texts = {
        "position": moves,
        "end": moves,
        "amplitude": _swings(model),
        "offset": _moves(model, q, 0.0),
        "frequency": "0.5",
        "start_frequency": "0.2",
        "end_frequency": "2",
        "duration": f"{0.75 * duration:g}",
        "times": f"0, {duration / 2:g}, {duration:g}",
        "points": _points(model, q),
        "torque": ", ".join("0" for _ in inertia),
        "kp": _listed(STIFFNESS * gains),
        "kd": _listed(DAMPING * gains),
        "ki": _listed(0.2 * STIFFNESS * gains),
        "gravity": "true",
    }
    if "tip" in model.frames:  # a move by a tenth of the way to the base, or a circle about a point near the tip
        tip = np.asarray(pose(model, q), dtype=float)[:3, 3]
        texts |= {"displacement": _listed(-0.1 * tip), "centre": _listed(0.95 * tip)}
        texts |= {"axis": "0, 0, 1", "angle": "360 deg"}
    return texts


def _moves(model: Model, q: Floats, turn: float) -> str:
    """Return joint positions after a turn [rad], or a slide by a fifth of that [m], within the limits."""
    texts = [f"{value:g}" for value in q[: joint_size(model)]]  # quaternions do not change
    for coordinate in joint_coordinates(model):
        if coordinate.q is not None:
            here = q[coordinate.q]
            move = turn if coordinate.turns else 0.2 * turn
            there = here + move
            if there > coordinate.limits.upper:
                there = max(here - move, coordinate.limits.lower)
            texts[coordinate.q] = _quantity(there, not coordinate.turns)
    return ", ".join(texts)


def _swings(model: Model) -> str:
    """Return an amplitude for each joint."""
    texts = ["0"] * (joint_size(model))
    for coordinate in joint_coordinates(model):
        if coordinate.q is not None:
            texts[coordinate.q] = _quantity(SWING * (1.0 if coordinate.turns else 0.2), not coordinate.turns)
    return ", ".join(texts)


def _quantity(value: float, slid: bool) -> str:
    return f"{value:.6g}" if slid else f"{math.degrees(value):.4g} deg"


def _points(model: Model, q: Floats) -> str:
    still, there = ([_item(text) for text in _moves(model, q, turn).split(",")] for turn in (0.0, SWING))
    return f"[{toml_value(still)}, {toml_value(there)}, {toml_value(still)}]"


def _listed(values: ArrayLike) -> str:
    return ", ".join(f"{value:.3g}" for value in np.atleast_1d(np.asarray(values, dtype=float)).tolist())


@dataclass(frozen=True)
class RunForm:
    """A filled form: names of types, texts by path (`reference.end`), start values of the joints."""

    robot: Robot
    robot_name: str
    """Robot in the scenario: a name of the library, or a file."""
    motors: str = "full"
    reference: str = NONE
    controller: str = NONE
    texts: tuple[tuple[str, str], ...] = ()
    start: tuple[float, ...] = ()

    @property
    def fields(self) -> tuple[FormField, ...]:
        """The fields of the chosen types."""
        return (DURATION, *fields("reference", self.reference), *fields("controller", self.controller))

    def check(self, file: str | None = None) -> tuple[Scenario | None, dict[str, str]]:
        """Return the scenario or None, and problems: messages by path; an empty path belongs to no field."""
        typed = dict(self.texts)
        faults = {}
        for field in self.fields:
            if field.required and not typed.get(field.path, "").strip():
                faults[field.path] = f"is needed: {field.meaning}"
        try:
            scenario = parse_scenario(self.text(), file)
        except ScenarioError as error:
            tables = {path.partition(".")[0] for path in faults}  # their missing values are reported at the fields
            placed = self._placed(error.problems)
            return None, {path: text for path, text in placed.items() if path not in tables} | faults
        except ArmillaryError as error:
            return None, {"": str(error)} | faults
        return (None, faults) if faults else (scenario, {})

    def text(self) -> str:
        """Return the scenario as a TOML file."""
        tables: dict[str, dict[str, Any]] = {"reference": {}, "controller": {}}
        typed = dict(self.texts)
        count = len(joint_places(build.model(self.robot, motors=self.motors)))
        for field in self.fields[1:]:
            text = typed.get(field.path, "").strip()
            if text:
                value = read_value(text)
                repeated = field.each and not isinstance(value, list)
                tables[field.table][field.name] = [value] * count if repeated else value
        lines = [
            f"robot = {toml_value(self.robot_name)}",
            f"duration = {toml_value(read_value(typed.get('duration', '')))}",
            f"motors = {toml_value(self.motors)}",
        ]
        if self.start:
            lines.append(f"q0 = {toml_value(list(self.start))}")
        for name, kind in (("reference", self.reference), ("controller", self.controller)):
            if kind != NONE:
                lines.append(f"{name} = {toml_value({'type': kind} | tables[name])}")
        return "\n".join(lines) + "\n"

    def _placed(self, problems: tuple[Problem, ...]) -> dict[str, str]:
        """Return the problems as messages by field; problems of no field have an empty path."""
        known = [field.path for field in self.fields]
        messages = dict[str, str]()
        for problem in problems:
            # A problem of an entry, as in reference.end[1], belongs to the field.
            paths = [path for path in known if f"{problem.field}.".startswith((f"{path}.", f"{path}["))]
            key = max(paths, key=len, default=problem.field if problem.field in ("reference", "controller") else "")
            text = f"{problem.found}; expected {problem.expected}"
            text += f" ({problem.hint})" if problem.hint else ""
            if not key and problem.field:  # no field of the form: the message names its place in the file
                text = f"{problem.field}: {text}"
            messages[key] = f"{messages[key]}. {text}" if key in messages else text
        return messages


def read_value(text: str) -> Any:
    """Parse a text: a TOML value, or values separated by commas, numbers or texts such as 90 deg.

    Example:
        >>> read_value("90 deg, 0.5")
        ['90 deg', 0.5]
    """
    if text.lstrip().startswith(("[", "{", '"', "'")) and "\n" not in text:
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except (ValueError, RecursionError):  # not TOML: the reader of scenarios reports it
            return text.strip()
    items = [_item(part) for part in text.split(",")]
    return items[0] if len(items) == 1 else items


def _item(text: str) -> Any:
    text = text.strip()
    if text in ("true", "false"):
        return text == "true"
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text
