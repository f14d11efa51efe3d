"""What a study varies: numbers of a scenario by name, and non-numeric values.

Numbers are those of `Scenario.numbers`. Inputs of the compiled loop vary side by side in one stack; numbers of the
structure give another scenario. Times at which a reference switches count as structure, since runs of a stack are cut
together. The other values, which all give another scenario:
    robot, plant, controller, reference, …     whole fields of a scenario; a robot may be a file, or of the library
    motors, friction                           choices of the models
    q0, qd0                                    rows, or names of configurations
    reference.law, upper.beam.modes.shapes     texts, flags and parts inside the scenario or a part of the plant
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from armillary.description import library
from armillary.description.load import load
from armillary.description.numbers import KINDS
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import finite
from armillary.files.content import same
from armillary.files.lines import Path, field_name, field_path
from armillary.files.nested import value_at, with_value
from armillary.files.words import among, shortened
from armillary.multibody import Model, build
from armillary.multibody.coordinates import coordinate_units
from armillary.simulation.loop.varied import Motions, varied
from armillary.simulation.numbers import owner_of
from armillary.simulation.scenario import Scenario
from armillary.simulation.solvers import SOLVERS, Auto

Base = Scenario | Robot | Model
CHOICES = ("motors", "friction")
ROBOTS, STARTS = ("robot", "plant"), ("q0", "qd0")
FIELDS = tuple(field.name for field in dataclasses.fields(Scenario) if field.compare and field.name != "output")
"""Fields of a scenario that change its runs."""
_NO_PATH = (LookupError, TypeError, AttributeError, ValueError)
"""Errors of an invalid path."""
MOST_CHECKED = 64
"""Number of values of a structural quantity that are checked before a study runs."""


class Variation(NamedTuple):
    """Unit of a varied quantity (empty: plain number, None: no number), and whether it changes the structure."""

    unit: str | None
    structural: bool


def scenario_of(base: Base) -> Scenario:
    """Return a scenario; a robot or a model alone stands for its free motion."""
    return base if isinstance(base, Scenario) else Scenario(base)


def variation(base: Base, name: str) -> Variation:
    """Return unit and structural effect of the quantity with a name.

    Raises:
        ArgumentError: The scenario has nothing of this name; the message has the closest names.

    Example:
        >>> import armillary as arm
        >>> robot = arm.library.get("khatib-rr")
        >>> variation(robot, "link1.mass"), variation(robot, "solver")
        (Variation(unit='kg', structural=False), Variation(unit=None, structural=True))
    """
    scenario = scenario_of(base)
    if name in STARTS:
        units = set(coordinate_units(scenario.plant_model)["q" if name == "q0" else "qd"])
        return Variation(units.pop() if len(units) == 1 else "", False)
    number = scenario.numbers.find(name)
    if number is not None:
        return Variation(number.unit, number.kind == "structure" or _moves_switches(scenario, name, number.value))
    if name not in (*CHOICES, *FIELDS):
        try:
            _path_inside(scenario, {}, name)
        except _NO_PATH:
            raise scenario.numbers.unknown(name, "axes", (*FIELDS, *CHOICES)) from None
    return Variation(None, True)


def _moves_switches(scenario: Scenario, name: str, value: float) -> bool:
    """Return whether times at which the reference switches depend on one of its numbers."""
    if owner_of(name) != "reference":
        return False
    value = float(np.ravel(value_at(scenario.reference, field_path(name)[1:]))[0])
    for other in (value * 1.001 + 1e-6, value * 0.999 - 1e-6):
        try:
            desired = varied(scenario, {name: np.array(other)}).desired
        except ArgumentError:
            continue
        return bool(Motions((scenario.desired, desired), np.arange(2)).timelines[1])
    return True


def check(base: Base, values: Mapping[str, Sequence[Any]]) -> None:
    """Raise an `ArgumentError` for invalid values, before anything runs.

    Names in the same call vary together: value k of all. Scenarios with the first structural values are built.
    """
    scenario = scenario_of(base)
    quantities = {name: variation(base, name) for name in values}
    for name, (unit, _) in quantities.items():
        number = None if name in STARTS else scenario.numbers.find(name)
        for value in values[name] if number is not None else ():
            if finite(value) is None:
                raise ArgumentError(name, shortened(value), f"a finite number{f' [{unit}]' if unit else ''}")
        if number is not None and number.kind == "input":
            for value in (min(values[name]), max(values[name])):
                inputs = scenario.numbers.checked({name: value})
                if owner_of(name) == "reference":
                    varied(scenario, inputs)
    structural = [name for name, quantity in quantities.items() if quantity.structural or name in STARTS]
    for k in range(min(MOST_CHECKED, *(len(values[name]) for name in structural)) if structural else 0):
        applied(scenario, {name: values[name][k] for name in structural})


def applied(base: Base, values: Mapping[str, Any]) -> Scenario:
    """Return a scenario with other values of structural quantities, of q0 and of qd0.

    Robots come first, then choices, then whole fields, then values inside them, and at last numbers.
    """
    scenario = scenario_of(base)
    order = (*ROBOTS, *CHOICES)
    ranks = {name: (order.index(name) if name in order else len(order), len(name)) for name in values}
    changed: dict[str, Any] = {}
    numbers: dict[str, float] = {}
    for name in sorted(values, key=ranks.__getitem__):
        number = None if name in STARTS else scenario.numbers.find(name)
        if number is not None and finite(values[name]) is not None:
            number.check(values[name])
            numbers[name] = values[name]
            continue
        try:
            changed |= _changes(scenario, changed, name, values[name])
        except _NO_PATH:
            raise scenario.numbers.unknown(name, "axes", (*FIELDS, *CHOICES)) from None
    if numbers:  # all at once, so that a robot is checked with all of them
        changed = scenario.numbers.changed(numbers, changed)
    different = {field: value for field, value in changed.items() if value is not getattr(scenario, field)}
    return dataclasses.replace(scenario, **different) if different else scenario


def _changes(scenario: Scenario, changed: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Return the fields of a scenario that one quantity changes; `changed` are the fields that others have changed."""

    def current(field: str) -> Any:
        return changed.get(field, getattr(scenario, field))

    if name in ROBOTS:
        return {name: _robot(current("robot"), name, value)}
    if name in CHOICES:
        return {field: _with_choices(name, current(field), {name: value}) for field in ROBOTS}
    if name == "solver" and among(value, SOLVERS):
        return {"solver": SOLVERS[value]()}
    if name in FIELDS:
        return {name: value}
    field, path = _path_inside(scenario, changed, name)
    if field not in ROBOTS:
        try:
            return {field: with_value(Auto() if current(field) is None else current(field), path, value)}
        except ArgumentError as error:
            raise error.renamed(f"{field}{'' if error.field.startswith('[') else '.'}{error.field}") from None
    robot = current("robot") if field == "robot" or current("plant") is None else current("plant")
    description = with_value(robot.robot if isinstance(robot, Model) else robot, path, value)
    return {field: _with_choices(name, description, {}, robot)}


def _path_inside(scenario: Scenario, changed: Mapping[str, Any], name: str) -> tuple[str, Path]:
    """Return the field of a scenario, and the path in it, of a value that is not a number.

    Raises:
        LookupError: There is no such value.
    """
    plant = changed.get("plant", scenario.plant)
    owner, *path = _path(name) or ("",)
    # Parts are looked up in the robot that varies with them: its parts may have another order.
    robot = changed.get("robot", scenario.robot) if owner == "robot" or plant is None else plant
    description = robot.robot if isinstance(robot, Model) else robot
    if owner in FIELDS and owner not in ROBOTS:
        value = changed.get(str(owner), getattr(scenario, str(owner)))
        value_at(Auto() if owner == "solver" and value is None else value, path)
        return str(owner), tuple(path)
    of = str(owner) if owner in ROBOTS else "plant"
    inside = name.removeprefix(f"{owner}.") if owner in ROBOTS else name
    for kind, field in KINDS.items():
        for k, part in enumerate(getattr(description, field)):
            for before in (f"{part.name}.", f"{kind}.{part.name}."):
                if inside.startswith(before) and (of_part := _path(inside.removeprefix(before))):
                    value_at(part, of_part)
                    return of, (field, k, *of_part)
    if owner not in ROBOTS or not path:
        raise LookupError(name)
    value_at(description, path)
    return of, tuple(path)


def _path(text: str) -> Path:
    """Return the path of a text; () if it is not the canonical text of a path."""
    path = field_path(text)
    return path if field_name(path) == text else ()


def _with_choices(
    name: str, robot: Robot | Model | None, choices: Mapping[str, Any], like: Robot | Model | None = None
) -> Any:
    """Return a model of a robot with other choices; other properties are those of the model, or of `like`.

    Args:
        name: The quantity that varies.
        robot: The robot; None: no separate plant.
        choices: Arguments of `arm.model`.
        like: The robot or model that it replaces.
    """
    before = next((item for item in (robot, like) if isinstance(item, Model)), None)
    if robot is None or (before is None and not choices):
        return robot
    description = robot.robot if isinstance(robot, Model) else robot
    if before is None:
        return build.model(description, **choices)
    made = build.model(description, **{"motors": before.motors, "friction": before.friction, **choices})
    free = [parameter for parameter in before.free if made.numbers.identify(parameter) is not None]
    if free:  # the other robot may lack some
        made = build.model(made.robot, motors=made.motors, friction=made.friction, free=free)
    return _carry_over_changes(name, before, made) if before.changes else made


def _carry_over_changes(name: str, before: Model, made: Model) -> Model:
    """Return a model with the changes of the user in the model before, such as gravity or bodies."""
    plain = build.model(before.robot, motors=before.motors, friction=before.friction)
    changes = {}
    for field in dataclasses.fields(Model):
        value, built = getattr(before, field.name), getattr(plain, field.name)
        if field.name in ("robot", *CHOICES, "free", "changes") or same(value, built):
            continue
        if not same(built, getattr(made, field.name)):  # the study and the user change the same field
            problem = f"{field.name} of a transformed model, which depend on {name}"
            raise ArgumentError(name, problem, "a model from arm.model, or with_numbers of one")
        changes[field.name] = value
    return made.changed(**changes)


def _robot(before: Robot | Model, name: str, value: Any) -> Any:
    """Return a robot of a file or the library with the choices of the robot before; None: no separate plant."""
    if value is None and name == "plant":
        return None
    robot = _load(value) if isinstance(value, str) else value
    if not isinstance(robot, Robot | Model):
        raise ArgumentError(name, shortened(value), "a robot, a file, or a name of the library")
    return robot if isinstance(robot, Model) else _with_choices(name, robot, {}, before)


@lru_cache(maxsize=256)
def _load(name: str) -> Robot:
    """Return a robot of the library or of a file, read once, so that its models are made once."""
    return library.get(name) if name in library.names() else load(name)
