"""The quantities of a scenario that a study varies, by name.

Numbers that are inputs of one compiled program, so that runs with different values go through it side by side:
    payload.mass, elbow.friction.viscous   parameters of the plant, as `Model.parameters` lists them
    controller.kp, controller.kp[2]        gains
    disturbances[0].force.z                wrenches
    reference.end[1], reference.amplitude  numbers of the reference, but for times at which it switches
    q0, q0[1], qd0, qd0[0]                 starts: rows, names of configurations, or single entries
    x0.motor1.current                      states of controller and drives at the start
    seed                                   seed of the sensors' noise
Structural quantities, which give another scenario:
    robot, plant, controller, reference    whole values; a robot may be a file or a name of the library
    motors, friction                       choices of the models
    period, solver.step, sensors[0].noise  any other field of the scenario, by its path
    upper.beam.stations[0].section.size[1] a field of a link, joint, motor, payload or frame of the plant
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from armillary.description import library
from armillary.description.load import load
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import finite
from armillary.files.lines import Path, field_name, field_path
from armillary.files.quantity import AT_JOINTS, Quantity
from armillary.files.words import among, few, hint, near, shortened, unknown
from armillary.multibody import Model, build
from armillary.multibody.coordinates import coordinate_units, joint_size
from armillary.multibody.parameters import resolve
from armillary.simulation.closed_loop.prepare import setup_of
from armillary.simulation.closed_loop.tuning import OWNERS, PLACES, Tuning, constant_pushes
from armillary.simulation.closed_loop.varied import (
    Motions,
    owner_of,
    reference_numbers,
    start_entry,
    start_given,
    values_of,
    varied,
)
from armillary.simulation.controllers.gains import gains
from armillary.simulation.drives.drives import drive_states
from armillary.simulation.fields import field_at, fields_of, is_numeric, with_field
from armillary.simulation.parameters import parameters
from armillary.simulation.scenario import Scenario
from armillary.simulation.sensors import Sensor
from armillary.simulation.solvers import SOLVERS, Auto

Base = Scenario | Robot | Model
CHOICES = ("motors", "friction")
ROBOTS, STARTS = ("robot", "plant"), ("q0", "qd0")
TIMES = ("period", "offset", "delay", "duration", "record")
PARTS = ("links", "joints", "motors", "payloads", "frames")
FIELDS = tuple(each.name for each in dataclasses.fields(Scenario) if each.compare and each.name != "output")
"""Fields of a scenario that change its runs."""
MOST_CHECKED = 64
"""Number of values of a structural quantity that are tried before a study runs."""


@dataclass(frozen=True)
class Target:
    """What a name varies: its unit, empty for plain numbers and None for other values, and whether it is structural."""

    name: str
    unit: str | None
    structural: bool


def scenario_of(base: Base) -> Scenario:
    """Return a scenario; a robot or a model alone stands for its free motion."""
    return base if isinstance(base, Scenario) else Scenario(base)


def target(base: Base, name: str) -> Target:
    """Return what a name varies.

    Raises:
        ArgumentError: The scenario has nothing of this name; the message has the closest names.

    Example:
        >>> import armillary as arm
        >>> robot = arm.library.get("khatib-rr")
        >>> target(robot, "link1.mass"), target(robot, "solver")
        (Target(name='link1.mass', unit='kg', structural=False), Target(name='solver', unit=None, structural=True))
    """
    scenario, owner = scenario_of(base), owner_of(name)
    if name in STARTS:
        units = set(coordinate_units(scenario.plant_model)["q" if name == "q0" else "qd"])
        return Target(name, units.pop() if len(units) == 1 else "", False)
    if owner in STARTS:
        k = start_entry(name, start_given(scenario, owner).shape[-1])
        return Target(name, coordinate_units(scenario.plant_model)["q" if owner == "q0" else "qd"][k], False)
    if owner == "x0" and name != owner:
        state, setup = name.partition(".")[2], setup_of(scenario, switching=True)
        if state not in setup.state_names:
            raise ArgumentError(name, *unknown(state, setup.state_names, "a state of the controller or of the drives"))
        drives = {each.name: each.unit for each in drive_states(scenario.plant_model)}
        return Target(name, drives.get(state, ""), False)
    if name == "seed":
        return Target(name, "", False)
    if owner in OWNERS and name != owner and _is_tuned(scenario, name):
        return Target(name, _tuned_unit(scenario, name), False)
    if owner == "reference" and name != owner:
        return _of_reference(scenario, name)
    if name in CHOICES:
        return Target(name, None, True)
    if owner in FIELDS:
        return _of_field(scenario, name)
    return _of_plant(scenario, name)


def check(base: Base, values: Mapping[str, Sequence[Any]]) -> None:
    """Raise an `ArgumentError` for values that a study cannot have, before anything runs.

    Names that are given together vary together: value k of each. Scenarios of the first structural values are made.
    """
    scenario = scenario_of(base)
    own = {name: target(base, name) for name in values}
    for name, each in own.items():
        said = f"a finite number{f' [{each.unit}]' if each.unit else ''}"
        for value in values[name] if each.unit is not None and name not in STARTS else ():
            if finite(value) is None:
                raise ArgumentError(name, shortened(value), said)
        if name == "seed" or (owner_of(name) == "reference" and not each.structural):
            for value in (min(values[name]), max(values[name])):
                varied(scenario, {name: values_of(name, value)})
    shaped = [name for name, each in own.items() if each.structural or name in STARTS]
    for k in range(min(MOST_CHECKED, *(len(values[name]) for name in shaped)) if shaped else 0):
        applied(scenario, {name: values[name][k] for name in shaped})


def applied(base: Base, values: Mapping[str, Any]) -> Scenario:
    """Return a scenario with other values of structural quantities, of q0 and of qd0.

    Robots come first, then choices, then whole fields, then paths into them.
    """
    scenario = scenario_of(base)
    order, now = (*ROBOTS, *CHOICES), {each: getattr(scenario, each) for each in FIELDS}
    for name in sorted(values, key=lambda each: (order.index(each) if each in order else len(order), len(each))):
        now |= _changes(scenario, now, name, values[name])
    changed = {each: value for each, value in now.items() if value is not getattr(scenario, each)}
    return replace(scenario, **changed) if changed else scenario


def _changes(scenario: Scenario, now: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Return other fields of a scenario, whose fields are `now`, for another value of one quantity."""
    owner, *path = field_path(name)
    if name in ROBOTS:
        return {name: _robot(now["robot"], name, value)}
    if name in CHOICES:
        return {each: _chosen(now[each], {name: value}) for each in ROBOTS}
    if owner not in FIELDS:
        kind, place = _part(scenario, str(owner))
        owner, path = "plant", [kind, place, *path]
    if owner in ROBOTS and path:
        given = now["robot"] if owner == "robot" or now["plant"] is None else now["plant"]
        made = _inside(given.robot if isinstance(given, Model) else given, path, value, (scenario, name))
        return {str(owner): _chosen(made, {}, given)}
    if name == "solver" and among(value, SOLVERS):
        return {"solver": SOLVERS[value]()}
    held = Auto() if owner == "solver" and now["solver"] is None else now[str(owner)]
    return {str(owner): _inside(held, path, value, (scenario, name)) if path else value}


def _inside(owner: Any, path: Sequence[str | int], value: Any, at: tuple[Scenario, str]) -> Any:
    """Return a value with another field; `at` are scenario and name for a message."""
    try:
        return with_field(owner, path, value)
    except (LookupError, TypeError, AttributeError, ValueError):
        raise _unknown(*at) from None


def _chosen(robot: Robot | Model | None, choices: Mapping[str, Any], like: Robot | Model | None = None) -> Any:
    """Return a model of a robot with other choices; other choices are those of the model, or of `like`."""
    own = robot if isinstance(robot, Model) else like if isinstance(like, Model) else None
    if robot is None or (own is None and not choices):
        return robot
    kept = {} if own is None else {"motors": own.motors, "friction": own.friction}
    return build.model(robot.robot if isinstance(robot, Model) else robot, **{**kept, **choices})


def _robot(before: Robot | Model, name: str, value: Any) -> Any:
    """Return a robot of a file or the library with the choices of the one before; None is no other plant."""
    if value is None and name == "plant":
        return None
    found = _loaded(value) if isinstance(value, str) else value
    if not isinstance(found, Robot | Model):
        raise ArgumentError(name, shortened(value), "a robot, a file, or a name of the library")
    return found if isinstance(found, Model) else _chosen(found, {}, before)


@lru_cache(maxsize=256)
def _loaded(name: str) -> Robot:
    """Return a robot of the library or of a file; it is read once, so that its models are made once."""
    return library.get(name) if name in library.names() else load(name)


def _is_tuned(scenario: Scenario, name: str) -> bool:
    try:
        Tuning(scenario, (name,))
    except ArgumentError:
        return False
    return True


def _tuned_unit(scenario: Scenario, name: str) -> str:
    """Return the unit of a gain or of an entry of a wrench."""
    path = field_path(name)
    if path[0] == "disturbances":
        return "N·m" if path[2] == "moment" else "N"
    own = (each for each in gains(scenario.controller, scenario.law) if path[: len(each.path)] == each.path)
    found = next(own, None)
    return "" if found is None else _unit(scenario, found.says.quantity, path[len(found.path) :])


def _unit(scenario: Scenario, quantity: Quantity | None, place: Path) -> str:
    """Return a unit: at joints that of one joint, or of all joints where they have the same; else empty."""
    if quantity is None or quantity.dimension not in AT_JOINTS:
        return quantity.unit() if quantity else ""
    kinds = coordinate_units(scenario.plant_model)["q"][: joint_size(scenario.plant_model)]
    own = {kinds[int(place[0])]} if len(place) == 1 and int(place[0]) < len(kinds) else {*kinds}
    return quantity.unit(turns="rad" in own) if own in ({"rad"}, {"m"}) else ""


def _of_reference(scenario: Scenario, name: str) -> Target:
    """Return what a field of the reference varies; it is structural where times at which it switches depend on it."""
    given = scenario.reference
    _, *path = field_path(name)
    try:
        value = field_at(given, path)
    except (LookupError, TypeError):
        raise _unknown(scenario, name) from None
    unit = _field_unit(scenario, given, path, value)
    if unit is None or value is None:
        return Target(name, unit, True)
    number = float(np.ravel(value)[0])
    for other in (number * 1.001 + 1e-6, number * 0.999 - 1e-6):
        try:
            desired = varied(scenario, {name: np.array(other)}).desired
        except ArgumentError:
            continue
        timelines = Motions((scenario.desired, desired), np.arange(2)).timelines
        return Target(name, unit, bool(timelines[1]))
    return Target(name, unit, True)


def _field_unit(scenario: Scenario, owner: Any, path: Sequence[str | int], value: Any) -> str | None:
    """Return the unit of a number, as the class says that has the field; None for other values."""
    last = max(k for k, part in enumerate(path) if isinstance(part, str))
    holder = field_at(owner, path[:last])
    said = next((each for each in parameters(type(holder)) if each.name == path[last]), None)
    if not is_numeric(value) and (said is None or said.quantity is None):
        return None
    place = () if isinstance(holder, Sensor) else tuple(path[last + 1 :])  # channels of a sensor are not the joints
    return "" if said is None else _unit(scenario, said.quantity, place)


def _of_field(scenario: Scenario, name: str) -> Target:
    """Return what a field of a scenario varies."""
    owner, *path = field_path(name)
    holder: Any = scenario
    full: Path = (owner, *path)
    if owner in ROBOTS and path:
        given = scenario.robot if owner == "robot" or scenario.plant is None else scenario.plant
        holder, full = given.robot if isinstance(given, Model) else given, tuple(path)
    elif owner == "solver" and scenario.solver is None:
        holder = replace(scenario, solver=Auto())
    try:
        value = field_at(holder, full)
    except (LookupError, TypeError):
        raise _unknown(scenario, name) from None
    if name in TIMES or (owner in ("disturbances", "changes") and full[-1] in ("start", "end", "t")):
        return Target(name, "s", True)
    return Target(name, _field_unit(scenario, holder, full, value) if path else None, True)


def _of_plant(scenario: Scenario, name: str) -> Target:
    """Return what a parameter of the plant, or another field of one of its parts, varies."""
    plant, (owner, *path) = scenario.plant_model, field_path(name) or ("",)
    try:
        ((_, parameter),) = resolve(plant.robot, plant.motors, plant.friction, [name]).values()
    except ArgumentError as error:
        kind, place = _part(scenario, str(owner), None)
        if not kind:
            known = {each.name for each in plant.parameters()}
            if str(owner) == "payload" or any(each.startswith(f"{owner}.") for each in known):
                raise error.renamed("axes") from None
            raise _unknown(scenario, name) from None
        try:
            value = field_at(getattr(plant.robot, kind)[place], path)
        except (LookupError, TypeError):
            raise error.renamed("axes") from None
        return Target(name, "" if is_numeric(value) else None, True)
    return Target(name, parameter.unit, False)


def _part(scenario: Scenario, owner: str, default: str | None = "") -> tuple[str, int]:
    """Return the field of a robot that has a part of this name, and its place there; ("", 0) without one."""
    robot = scenario.plant_model.robot
    for kind in PARTS:
        for k, each in enumerate(getattr(robot, kind)):
            if each.name == owner:
                return kind, k
    if default is None:
        return "", 0
    raise _unknown(scenario, owner)


def names(base: Base) -> list[str]:
    """Return the names of everything that may vary; entries of lists and fields of robots are left out."""
    scenario = scenario_of(base)
    found = [each.name for each in scenario.plant_model.parameters()]
    found += [] if any(each.startswith("payload.") for each in found) else ["payload.mass"]
    found += (field_name(each.path) for each in gains(scenario.controller, scenario.law))
    own = (f"disturbances[{k}].{part}" for k in constant_pushes(scenario) for part in PLACES)
    found += [f"{each}.{axis}" for each in own for axis in "xyz"]
    found += reference_numbers(scenario.reference)
    for each in FIELDS:
        found += (each, *(() if each in (*ROBOTS, "changes") else fields_of(getattr(scenario, each), (each,))))
    return list(dict.fromkeys([*found, *CHOICES]))


def _unknown(scenario: Scenario, name: str) -> ArgumentError:
    """Return the error for a name that the scenario does not have."""
    known = names(scenario)
    close = near(name, known, 3)
    expected = "a parameter of the robot, a gain, a number of the reference or a field of the scenario"
    return ArgumentError("axes", shortened(name), expected, hint(close) or f"such as {few(known, 4)}")
