"""Names and places of everything in the module of a closed loop, as plain data for its driver (`LoopData` there).

Numbers that a user may change while the loop runs are sliders:
    plant        payload, gravity, friction, stiffness and damping of beams, gears and springs: free parameters
    controller   gains, as far as the scenario has values other than zero
    reference    targets of the joints or of the tip, for references at rest and from point to point
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from armillary.compiler.program import Program, record
from armillary.description.robot import Robot
from armillary.files.lines import field_path
from armillary.files.quantity import Number
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.multibody.coordinates import (
    coordinate_names,
    coordinate_units,
    joint_coordinates,
    joint_size,
    velocity_names,
)
from armillary.multibody.parameters import Key
from armillary.simulation import checks
from armillary.simulation.disturbances import PER_BODY
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.state import AUDIT
from armillary.simulation.references.point_to_point import Constant, PointToPoint
from armillary.simulation.scenario import Scenario
from armillary.simulation.signals import HoldPosition
from armillary.simulation.solvers.base import Solver
from armillary.simulation.walk.live import MARKS, Live
from armillary.spatial.scalar import Array

ENERGIES = ("kinetic", "potential", "elastic", *AUDIT, "changed", "imbalance")
"""Outputs in joules: energies, works of actuators and pushes, losses, outside work by changed numbers, error."""
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
class Slider:
    """A number of `Scenario.numbers`, or a target, that may change while the loop runs, in a range.

    Its entry of p, at `at`, is `value` less `zero`.
    """

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
    """Return the names of the numbers of the plant that are free by default."""
    plant = scenario.plant_model
    if plant.changes:
        return ()
    live = (name for name, (key, number) in plant.numbers.identified.items() if _is_live(plant.robot, key, number))
    return tuple(dict.fromkeys([*plant.free, *live]))


def _is_live(robot: Robot, key: Key, number: Number) -> bool:
    """Return whether a number is free by default.

    Code with dry friction or springs that the robot lacks would be longer. Damping of sublinks grows with the square of
    their frequencies, and would need short steps.
    """
    if key.kind == "payload":
        return key.field == "mass"
    if _is_damping(key):
        return bool(getattr(robot.link(key.owner).beam, "modes", None))
    if key.field == "friction.viscous" or key.kind == "world":
        return True
    return number.value != 0 and (key.field.startswith("friction.coulomb") or key.field in STIFFNESS)


def _is_damping(key: Key) -> bool:
    return key.kind == "beam" and key.field == "damping"


def sliders(loop: Loop) -> list[Slider]:
    """Return the sliders of a closed loop whose gains and reference are entries of p."""
    return [*_of_plant(loop), *_of_controller(loop), *_of_reference(loop)]


def _slider(number: Number, at: int, span: tuple[float, float], group: str, label: str = "") -> Slider:
    """Return the slider of a number whose range is inside that of the number."""
    least, most = max(number.quantity.least, number.quantity.above), number.quantity.most
    low, high = (min(max(end, least), most) for end in span)
    return Slider(number.name, label or number.says, group, number.unit, at, number.value, low, high)


def _of_plant(loop: Loop) -> Iterator[Slider]:
    numbers = loop.scenario.plant_model.numbers
    mass = sum(float(body.mass) for body in loop.scenario.plant_model.bodies)
    for at, (name, (key, _)) in enumerate(loop.equations.plant.resolved.items(), loop.equations.changing):
        number = numbers[name]
        yield _slider(number, at, _range(key, number.value, mass), _group(key))


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


def _of_controller(loop: Loop) -> Iterator[Slider]:
    scenario, equations = loop.scenario, loop.equations
    joints = joint_coordinates(scenario.control_model)
    for name in equations.tunable:
        number, (*_, place) = scenario.numbers[name], field_path(name)
        of_joint = isinstance(place, int) and place < len(joints) and name.count("[") == 1
        label = number.says + (f" of {joints[int(place)].name}" if of_joint else "")
        low, high = sorted((0.0, HIGHER * number.value))
        yield _slider(number, equations.place(name), (low, high), "gain", label)


def _of_reference(loop: Loop) -> Iterator[Slider]:
    scenario, equations, desired = loop.scenario, loop.equations, loop.scenario.desired
    if not equations.free_motion or scenario.controller is None:
        return
    first = equations.motion.start
    if isinstance(desired, HoldPosition | Constant):
        values, zeros = np.array(desired.numbers), np.zeros(len(desired.numbers))
    elif isinstance(desired, PointToPoint):
        zeros, values = np.array(desired.start, dtype=float), np.array(desired.end, dtype=float)
        first += len(zeros)
    else:
        return
    for k, (name, unit, low, high) in enumerate(_targets(loop, values)):
        if unit:  # not the parts of a quaternion
            coordinate = None if loop.task_space is not None else k
            value, zero = float(values[k]), float(zeros[k])
            key, label = f"target.{name}", f"target of {name}"
            yield Slider(key, label, "target", unit, first + k, value, low, high, zero, coordinate)


def _targets(loop: Loop, values: Sequence[float] | np.ndarray) -> list[tuple[str, str, float, float]]:
    """Return name, unit and range of each entry of the reference of joints, or of the tip."""
    model = loop.scenario.control_model
    if loop.task_space is not None:
        return [(axis, "m", float(x) - 1.0, float(x) + 1.0) for axis, x in zip("xyz", values, strict=False)]
    return _joints(model)[: len(values)]


def _joints(model: Model) -> list[tuple[str, str, float, float]]:
    names, units = coordinate_names(model), coordinate_units(model)["q"]
    entries = [(name, "", 0.0, 0.0) for name in names[: joint_size(model)]]
    for coordinate in joint_coordinates(model):
        if coordinate.q is None:  # of a rotation in space: its quaternion has no range
            continue
        k, limits = coordinate.q, coordinate.limits
        reach = math.pi if coordinate.turns else 1.0
        low = limits.lower if math.isfinite(limits.lower) else -reach
        high = limits.upper if math.isfinite(limits.upper) else reach
        entries[k] = names[k], units[k], low, high
    return entries


@dataclass(frozen=True, eq=False)
class LoopParts:
    """A closed loop with its solver, the structure of its block of memory, and the numbers that may change."""

    loop: Loop
    solver: Solver
    live: Live
    numbers: tuple[Slider, ...]


def outputs_program(equations: Equations) -> Program:
    """Return the program of the outputs: a function of clock, x, p and (b₀, outside work by changed numbers)."""

    def outputs(clock: Array, x: Array, p: Array, base: Array) -> dict[str, Array]:
        now = equations.at(clock[0].graph, clock, x, p)
        work, external, lost = x[equations.layout.audit][: len(AUDIT)]
        error = now.kinetic + now.potential - work - external + lost - base[0]
        row = [*now.tau, *now.signal.reference.position, *(now.motors.currents if now.motors is not None else ())]
        row += [now.kinetic, now.potential, now.stored, work, external, lost, base[1], error]
        if "tip" in equations.plant.frames:
            row += [*frame_pose(now.plant, body_poses(now.plant, now.q), "tip")[1]]
        return {"row": np.array(row, dtype=object)}

    return record("outputs", outputs, {**equations.inputs, "base": 2})


def output_names(loop: Loop) -> dict[str, str]:
    """Return name → unit of each output: those of `outputs_program`, then the drift and the greatest drift."""
    equations, plant = loop.equations, loop.equations.plant
    units = coordinate_units(plant)
    names = {f"effort.{name}": unit for name, unit in zip(velocity_names(plant), units["tau"], strict=True)}
    desired = np.atleast_1d(equations.reference.motion(0.0, 0.0).position)
    axes = loop.task_frame is not None and len(desired) <= 3
    entries = zip("xyz", "mmm", strict=True) if axes else zip(coordinate_names(plant), units["q"], strict=True)
    names |= {f"reference.{name}": unit for (name, unit), _ in zip(entries, desired, strict=False)}
    names |= {f"current.{winding.name}": "A" for winding in plant.windings} | dict.fromkeys(ENERGIES, "J")
    if "tip" in plant.frames:
        names |= {f"tip.{axis}": "m" for axis in "xyz"}
    return names | {"drift": "%", "drift_max": "%"}


def about(parts: LoopParts, at: int) -> dict[str, Any]:
    """Return the data of a driver; `at` is the address of the block of memory."""
    loop, plant = parts.loop, parts.loop.equations.plant
    return {
        "name": plant.robot.name,
        "nq": plant.nq,
        "nv": plant.nv,
        "changing": loop.equations.changing,
        "states": _listed(_states(loop.equations)),
        "parameters": [asdict(number) for number in parts.numbers],
        **_pushes(loop.equations),
        "outputs": _listed(output_names(loop).items()),
        "solver": parts.solver.name,
        "step": parts.solver.step,
        "period": loop.period,
        "start": loop.start[0].tolist(),
        "memory": _memory(parts, at),
    }


def _listed(named: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "unit": unit} for name, unit in named]


def _pushes(equations: Equations) -> dict[str, Any]:
    """Return the places in p of live pushes."""
    plant, first = equations.plant, equations.pushes.start
    links = [{"name": joint.name, "body": k, "at": first + PER_BODY * k} for k, joint in enumerate(plant.joints)]
    named = zip(velocity_names(plant), coordinate_units(plant)["tau"], strict=True)
    after = first + PER_BODY * len(links)
    return {
        "links": links,
        "efforts": [{"name": name, "unit": unit, "at": at} for at, (name, unit) in enumerate(named, after)],
    }


def _memory(parts: LoopParts, at: int) -> dict[str, Any]:
    """Return the places of the parts of the block, and those that a run starts with; None stands for infinity."""
    loop, equations = parts.loop, parts.loop.equations
    limited = loop.scenario.limits == "end"
    lower, upper = (
        checks.joint_bounds(equations.plant, equations.layout) if limited else checks.unbounded(equations.layout.size)
    )
    start = {"x": loop.start[0], "p": loop.p(), "lower": lower, "upper": upper}
    return {
        "at": at,
        "places": {name: list(place) for name, place in parts.live.places.items()},
        "marks": list(MARKS),
        "start": {
            name: [number if np.isfinite(number) else None for number in array.tolist()]
            for name, array in start.items()
        },
    }


def _states(equations: Equations) -> Iterator[tuple[str, str]]:
    """Yield name and unit of each state."""
    plant, layout, units = equations.plant, equations.layout, coordinate_units(equations.plant)
    yield from zip(coordinate_names(plant), units["q"], strict=True)
    yield from ((f"{name}.rate", unit) for name, unit in zip(velocity_names(plant), units["qd"], strict=True))
    counts = {
        "controller": layout.controller,
        "drive": layout.drives,
        "mode": layout.modes,
        "impulse": layout.held,
    }
    yield from ((f"{name}.{k}", "") for name, count in counts.items() for k in range(count))
    kinds = equations.heats if layout.heats else ()
    yield from ((name, "J") for name in (*AUDIT, *(f"heat.{kind}" for kind in kinds)))
