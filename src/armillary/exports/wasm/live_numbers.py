"""The numbers of a scenario that a user may change while its loop runs, with names, units and ranges.

    plant        payload, gravity, friction, stiffness and damping of beams, gears and springs: free parameters
    controller   gains, as far as the scenario has values other than zero
    reference    targets of the joints or of the tip, for references at rest and from point to point
A number is an entry of p; where `zero` is given, the entry is the number less `zero`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from armillary.description.robot import Robot
from armillary.files.lines import field_name
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, coordinate_units, joint_coordinates, joint_size
from armillary.multibody.parameters import Key, Parameter, known_parameters, resolve
from armillary.simulation.closed_loop.setup import Setup
from armillary.simulation.controllers.gains import gains
from armillary.simulation.references.point_to_point import Constant, PointToPoint
from armillary.simulation.scenario import Scenario
from armillary.simulation.signals import Rest

STIFFNESS = ("stiffness", "gear.stiffness", "E", "G", "damping", "gear.damping")
"""Fields of joints, gears and beams in the group "stiffness"."""
WIDER = 4.0
"""Upper end of most ranges against the scenario's value."""
HIGHER = 2.0
"""The same for gains, which make a closed loop fast and so the steps short."""
DAMPED = 0.1
"""Least upper end of the damping ratio of beams."""
HEAVIEST = 20.0
"""Bound of gravity [m/s²]."""


@dataclass(frozen=True)
class LiveNumber:
    """A number that may change: its entry of p is `value` less `zero`."""

    name: str
    label: str
    group: str
    unit: str
    at: int
    value: float
    low: float
    high: float
    zero: float = 0.0
    coordinate: int | None = None
    """Place in q, for a target of a joint."""


def default_free(scenario: Scenario) -> tuple[str, ...]:
    """Return the names of the parameters of the plant that are free by default."""
    plant = scenario.plant_model
    if plant.changes:
        return ()
    robot = plant.robot
    own = known_parameters(robot, plant.motors, plant.friction).items()
    return tuple(dict.fromkeys([*plant.free, *(name for name, (key, each) in own if _is_live(robot, key, each))]))


def _is_live(robot: Robot, key: Key, own: Parameter) -> bool:
    """Return whether a parameter is free by default.

    Code with dry friction or springs that the robot lacks would be longer. Damping of sublinks grows with the square of
    their frequencies, and would need short steps.
    """
    if key.kind == "payload":
        return key.field == "mass"
    if _is_damping(key):
        return bool(getattr(robot.link(key.owner).beam, "modes", None))
    if key.field == "friction.viscous" or key.kind == "world":
        return True
    return own.value != 0 and (key.field.startswith("friction.coulomb") or key.field in STIFFNESS)


def _is_damping(key: Key) -> bool:
    return key.kind == "beam" and key.field == "damping"


def live_numbers(setup: Setup) -> list[LiveNumber]:
    """Return the live numbers of a setup whose gains and reference are entries of p."""
    return [*_of_plant(setup), *_of_controller(setup), *_of_reference(setup)]


def _of_plant(setup: Setup) -> Iterator[LiveNumber]:
    plant, first = setup.loop.plant, setup.loop.changing
    known = resolve(plant.robot, plant.motors, plant.friction, plant.free)
    mass = sum(float(body.mass) for body in setup.scenario.plant_model.bodies)
    for k, (key, each) in enumerate(known.values()):
        low, high = _range(key, each.value, mass)
        yield LiveNumber(each.name, each.meaning, _group(key), each.unit, first + k, each.value, low, high)


def _group(key: Key) -> str:
    if key.kind == "payload":
        return "payload"
    if key.kind == "world":
        return "gravity"
    if ".friction" in f".{key.field}":
        return "friction"
    return "stiffness" if key.field in STIFFNESS else "parameter"


def _range(key: Key, value: float, mass: float) -> tuple[float, float]:
    """Return the range of a parameter of the plant; `mass` is that of the robot [kg]."""
    if key.kind == "world":
        return -HEAVIEST, HEAVIEST
    if key.kind == "payload" and key.field == "mass":
        return 0.0, _upper(max(value, 0.1 * mass))
    if key.field in ("E", "G"):
        return value / WIDER, value * WIDER
    if _is_damping(key):
        return 0.0, max(DAMPED, _upper(value))
    if not value:
        return 0.0, 1.0
    return (0.0, _upper(value)) if value > 0 else (-_upper(-value), 0.0)


def _upper(value: float) -> float:
    """Return `WIDER` times a positive number, rounded to two digits."""
    return float(f"{WIDER * value:.2g}")


def _of_controller(setup: Setup) -> Iterator[LiveNumber]:
    scenario, loop = setup.scenario, setup.loop
    if loop.tuning is None:
        return
    known = {}
    for gain in gains(scenario.controller, scenario.law):
        name = field_name(gain.path)
        known[name] = known[name + "".join(f"[{k}]" for k in gain.place)] = gain
    first, joints = loop.changing + len(loop.plant.free), joint_coordinates(scenario.control_model)
    for k, name in enumerate(loop.tuning.names):
        gain, value = known[name], float(setup.lifted[name])
        one = name.endswith("]") and len(gain.place) == 1 and gain.place[0] < len(joints)
        label = gain.says.says + (f" of {joints[gain.place[0]].name}" if one else "")
        low, high = sorted((0.0, HIGHER * value))
        yield LiveNumber(name, label, "gain", gain.unit(), first + k, value, low, high)


def _of_reference(setup: Setup) -> Iterator[LiveNumber]:
    scenario, loop, desired = setup.scenario, setup.loop, setup.scenario.desired
    if loop.tuning is None or not loop.tuning.free_motion or scenario.controller is None:
        return
    first = loop.changing + len(loop.plant.free) + len(loop.tuning.names)
    if isinstance(desired, Rest | Constant):
        values, zeros = np.array(desired.numbers), np.zeros(len(desired.numbers))
    elif isinstance(desired, PointToPoint):
        zeros, values = np.array(desired.start, dtype=float), np.array(desired.end, dtype=float)
        first += len(zeros)
    else:
        return
    for k, (name, unit, low, high) in enumerate(_targets(setup, values)):
        if unit:  # not the parts of a quaternion
            text, of = f"target.{name}", None if setup.task is not None else k
            found = (first + k, float(values[k]), low, high, float(zeros[k]), of)
            yield LiveNumber(text, f"target of {name}", "target", unit, *found)


def _targets(setup: Setup, values: Sequence[float] | np.ndarray) -> list[tuple[str, str, float, float]]:
    """Return name, unit and range of each entry of the reference of joints, or of the tip."""
    model = setup.scenario.control_model
    if setup.task is not None:
        return [(axis, "m", float(x) - 1.0, float(x) + 1.0) for axis, x in zip("xyz", values, strict=False)]
    return _joints(model)[: len(values)]


def _joints(model: Model) -> list[tuple[str, str, float, float]]:
    names, units = coordinate_names(model), coordinate_units(model)["q"]
    found = [(name, "", 0.0, 0.0) for name in names[: joint_size(model)]]
    for each in joint_coordinates(model):
        if each.q is None:
            continue
        reach = math.pi if each.turns else 1.0
        low, high = (own if math.isfinite(own) else bound for own, bound in (
            (each.limits.lower, -reach), (each.limits.upper, reach)))  # fmt: skip
        found[each.q] = names[each.q], units[each.q], low, high
    return found
