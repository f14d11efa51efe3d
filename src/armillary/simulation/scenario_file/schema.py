"""Tables of a scenario file.

`Scenario` and `Push` declare their numbers and words, and `table_of` makes tables of them. The classes here add what
files say in other words.

The fields of reference, controller and solver depend on their type, and units at joints depend on the robot. Both are
checked by `values`, where the robot is known.
"""

from __future__ import annotations

import pathlib
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from armillary.description.reading import BaseChoice
from armillary.description.robot import Payload
from armillary.description.toml.tables import PartTable, spells, table_of
from armillary.errors import ScenarioError
from armillary.files.fields import Angle, Flag, Force, Name, Span, Table, Torque, listed, problem, quantity
from armillary.files.kinds import PICTURES
from armillary.files.text import Source
from armillary.files.words import shortened
from armillary.multibody.build import Motors
from armillary.results.tables import KINDS as RESULTS
from armillary.simulation.disturbances import Push
from armillary.simulation.scenario import Scenario

Chart = Literal[
    "joints",
    "rates",
    "accelerations",
    "torques",
    "task",
    "task_error",
    "energies",
    "drift",
    "elastic",
    "drives",
    "currents",
    "voltages",
    "temperatures",
    "heat",
    "powers",
    "deflection",
    "measured",
]
"""The charts and files of `armillary.figures`, which comes later in the flow: a test compares the names."""

SCENARIO_FILE = Source("scenario file", "a scenario", "docs/simulation/scenario-files.md", ScenarioError)


def _table(value: object) -> object:
    if not isinstance(value, dict):
        raise problem(shortened(value), "a table such as { type = …, … }")
    return value


def _solver(value: object) -> object:
    return value if isinstance(value, str) else _table(value)


def _names(value: object) -> object:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise problem(shortened(value), "a list of names in quotes")
    return value


def _charts(value: object) -> object:
    if value == []:
        raise problem("an empty list", "some charts, or nothing at all for the usual ones")
    return _names(value)


def _result_file(value: str) -> str:
    return _ending(value, tuple(RESULTS))


def _picture(value: str) -> str:
    return _ending(value, PICTURES)


def _ending(value: str, known: tuple[str, ...]) -> str:
    if pathlib.PurePath(value).suffix.lower() not in known or "\0" in value:
        raise problem(shortened(value), f"a name that ends in {', '.join(known)}")
    return value


Scale = Annotated[float, quantity("number", least=0)]
Loose = Annotated[dict[str, Any], BeforeValidator(_table)]
"""A table whose fields depend on the robot or on its type."""
Names = Annotated[tuple[str, ...], BeforeValidator(_names)]


class Differences(Table):
    """Differences between a robot and another."""

    masses: Any = 1.0
    friction: Scale = 1.0
    without: Names = ()
    payload: tuple[table_of(Payload), ...] = ()  # type: ignore[valid-type]


class Plant(Differences):
    """Differences between the plant and the robot that the controller knows."""

    motors: Motors | None = None


class Change(Differences):
    """A [[change]]: differences of the plant from a time on."""

    time: Span


@spells(Push)
class Wrench(PartTable):
    """A [[disturbance]]: a wrench on a frame in world axes, for a time; with a frequency, times sin(2π f t + phase)."""

    in_range = True
    left_out = ("wrench",)

    frame: Name = Field("tip", description="frame on which the wrench acts")
    force: Annotated[tuple[Force, Force, Force], listed(3, "[0, 0, '-20 N']")] = (0.0, 0.0, 0.0)
    moment: Annotated[tuple[Torque, Torque, Torque], listed(3, "[0, 0, '5 N m']")] = (0.0, 0.0, 0.0)
    frequency: Annotated[float, quantity("frequency", least=0)] | None = None
    phase: Angle = 0.0


Disturbance = table_of(Push)


class Output(Table):
    """The [output]: file of results, picture with the charts `what`, frames whose positions are recorded."""

    file: Annotated[Name, AfterValidator(_result_file)] | None = None
    plot: Annotated[Name, AfterValidator(_picture)] | None = None
    what: Annotated[tuple[Chart, ...], BeforeValidator(_charts)] | None = None
    frames: Names | None = None


@spells(Scenario)
class ScenarioWords(PartTable):
    """A whole file."""

    in_range = True
    required = ("duration",)
    left_out = ("disturbances", "changes", "sensors", "file", "text")

    robot: Name = Field(description="name of the library, or a file beside this one")
    motors: Motors = Field("full", description="what the rotors of motors contribute")
    friction: Flag = Field(True, description="whether joints have friction")
    base: BaseChoice = Field("as described", description="whether the base is fixed or free")
    q0: Any = Field(None, description="start configuration")
    qd0: Any = Field(None, description="start velocities")
    x0: Loose | None = Field(None, description="start values of states of controller and drives")
    reference: Loose | None = Field(None, description="desired motion")
    controller: Loose | None = Field(None, description="control law")
    solver: Annotated[str | dict[str, Any], BeforeValidator(_solver)] | None = Field(
        None, description="type of a solver, or its table"
    )
    plant: Plant | None = Field(None, description="differences between the plant and the robot")
    change: tuple[Change, ...] = Field((), description="changes of the plant during the run")
    disturbance: tuple[Disturbance, ...] = Field((), description="wrenches from outside")  # type: ignore[valid-type]
    sensor: tuple[Loose, ...] = Field((), description="sensors of a sampled controller")
    output: Output = Field(Output(), description="results to write")


ScenarioFile = table_of(Scenario)
