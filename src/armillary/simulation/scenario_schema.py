"""The tables of a scenario file: which fields each has, and their dimensions.

What the reference and the controller are made of depends on their type, and what a joint's numbers measure on the
robot; these are checked where the robot is known (`scenario_values`).
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator

from armillary.description.fields import (
    Count,
    Flag,
    Frequency,
    Name,
    Number,
    Table,
    listed,
    positive,
    problem,
    quantity,
)
from armillary.description.schema import Payload
from armillary.description.units import shortened

Motors = Literal["full", "reflected", "none"]

Time = Annotated[float, quantity("time")]
Positive = Annotated[Number, AfterValidator(positive)]
Span = Annotated[Time, AfterValidator(positive)]
Force = Annotated[float, quantity("force")]
Torque = Annotated[float, quantity("torque")]
Angle = Annotated[float, quantity("angle")]


def _not_negative(value: float) -> float:
    if value < 0:
        raise problem(f"{value:g}", "zero or more")
    return value


def _table(value: object) -> object:
    if not isinstance(value, dict):
        raise problem(shortened(value), "a table such as { type = …, … }")
    return value


def _names(value: object) -> object:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise problem(shortened(value), 'a list of names such as ["tip"]')
    return value


Scale = Annotated[Number, AfterValidator(_not_negative)]
Loose = Annotated[dict[str, Any], BeforeValidator(_table)]
"""A table whose fields depend on the robot or on its type."""
Names = Annotated[tuple[str, ...], BeforeValidator(_names)]


class Initial(Table):
    """The [initial] state: lists, joints first, or tables by name; what is left out is zero."""

    q: Any = None
    qd: Any = None


class Plant(Table):
    """How the robot that moves differs from the one that the controller knows."""

    masses: Any = 1.0
    friction: Scale = 1.0
    motors: Motors | None = None
    without: Names = ()
    payload: tuple[Payload, ...] = ()


class Disturbance(Table):
    """A [[disturbance]]: a wrench on a frame in world axes, for a time; with a frequency, times sin(2π f t + phase)."""

    frame: Name = "tip"
    force: Annotated[tuple[Force, Force, Force], listed(3, "[0, 0, '-20 N']")] = (0.0, 0.0, 0.0)
    moment: Annotated[tuple[Torque, Torque, Torque], listed(3, "[0, 0, '5 N m']")] = (0.0, 0.0, 0.0)
    start: Time = 0.0
    end: Annotated[float, quantity("time", infinite=True)] = math.inf
    frequency: Frequency | None = None
    phase: Angle = 0.0


class Noise(Table):
    """The [noise] on measured coordinates and rates: its standard deviation [rad, m and their rates], and a seed."""

    deviation: Scale
    seed: Count = 0


class Output(Table):
    """Where the [output] goes: a file of results, pictures of `what`; frames whose positions are kept."""

    file: Name | None = None
    plot: Name | None = None
    what: Names | None = None
    frames: Names | None = None


class ScenarioFile(Table):
    """A whole file."""

    robot: Name
    duration: Span
    step: Span = 1e-3
    integrator: str = "rk45"
    relative: Positive = 1e-9
    absolute: Positive = 1e-9
    record: Span | None = None
    motors: Motors = "full"
    friction: Flag = True
    limits: Flag = True
    period: Span | None = None
    initial: Initial = Initial()
    reference: Loose | None = None
    controller: Loose | None = None
    plant: Plant | None = None
    disturbance: tuple[Disturbance, ...] = ()
    noise: Noise | None = None
    output: Output = Output()
