"""Checks of a scenario and of how it is run, before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeVar

import numpy as np

from armillary.description.couplings import followed
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.arguments import number
from armillary.files.quantity import declared
from armillary.files.words import few, is_listed, shortened
from armillary.multibody import Model, build
from armillary.multibody.configuration import Coordinates, configuration, rates
from armillary.multibody.coordinates import coordinate_names, joint_count, joint_size
from armillary.multibody.limits import position_limits
from armillary.simulation.drives.drives import drive_states
from armillary.simulation.loop.state import Layout
from armillary.simulation.signals import TaskMotion
from armillary.simulation.solvers import EXPLICIT, Solver
from armillary.spatial.rotation import UNIT
from armillary.spatial.scalar import Floats

Part = TypeVar("Part")

Limits = Literal["stop", "end", "none"]
"""What happens at the limits of joints."""
Command = Literal["torque", "current", "voltage"]
"""Meanings of the output of a controller at a joint whose motors have windings."""

MOST_ROWS = 10**7
"""Greatest number of recorded states of one run."""
MOST_FIXED = 10**10
"""Greatest number of fixed steps of one run, which take hours."""
MOST_UNDER_WAY = 1000
"""Greatest delay of a sampled controller in control periods: each command on its way is an entry of p."""
SLACK = 1e-10
"""Tolerance on joint limits [rad or m], so that a joint at rest on its limit does not end a run."""
PRESSED = 1e-3
"""Greatest depth in an end stop at the start of a run [rad or m]: files round limits and configurations."""


def listed(name: str, value: Any, kind: type[Part], expected: str) -> tuple[Part, ...]:
    """Return one value or several as a tuple, or raise an `ArgumentError` if one is of another kind."""
    try:
        values = tuple(value) if isinstance(value, Iterable) and not isinstance(value, kind) else (value,)
    except Exception:  # an array or another object without entries, or whatever its iterator raises
        values = (value,)
    for each in values:
        if not isinstance(each, kind):
            raise ArgumentError(name, shortened(each), expected)
    return values


def solver(value: Any) -> Solver:
    """Return a solver, or raise an `ArgumentError` for anything else."""
    if isinstance(value, Solver):
        for field in declared(type(value)):
            # Laws take complex numbers and expressions for derivatives; steps and tolerances have none.
            if field.quantity is not None and isinstance(getattr(value, field.name), Expr | complex):
                raise ArgumentError(f"solver.{field.name}", shortened(getattr(value, field.name)), "a number")
        return value
    raise ArgumentError("solver", shortened(value), "a solver such as arm.solvers.RK4(step=1e-3)")


def moving_model(name: str, robot: Any, like: Model | None = None) -> Model:
    """Return a model with at least one joint; a robot gets the motors and the friction of the model `like`."""
    if isinstance(robot, Robot) and like is not None:
        robot = build.model(robot, motors=like.motors, friction=like.friction)
    model = build.as_model(robot, name)
    # Parameters are freed where they are given values.
    if model.free and model.changes:
        model = replace(model, free=())
    elif model.free:
        model = build.model(model.robot, motors=model.motors, friction=model.friction)
    if not model.nv:
        raise ArgumentError(name, f"{model.robot.name}, of which nothing moves", "a robot with joints")
    return model


def alike(model: Model, plant: Model) -> None:
    """Raise an `ArgumentError` unless a model has the plant's joints, and its elastic coordinates or none."""
    sizes = [(joint_size(each), joint_count(each)) for each in (model, plant)]
    if sizes[0] != sizes[1]:
        raise ArgumentError("plant", f"{plant.nv} coordinates", f"{model.nv}, as many as the controller's model has")
    if model.elastic and model.elastic != plant.elastic:
        problem = f"{len(plant.elastic)} elastic coordinates"
        raise ArgumentError("plant", problem, f"those of the controller's model, {len(model.elastic)}")


def same_coordinates(one: Model, other: Model) -> bool:
    """Return whether two models have as many coordinates, and the same elastic coordinates and drives."""
    keys = ((each.nq, each.nv, each.elastic, [drive.name for drive in each.drives]) for each in (one, other))
    return next(keys) == next(keys)


def named(argument: str, values: object) -> None:
    """Raise an `ArgumentError` unless an argument is None or values by name."""
    if values is not None and not (isinstance(values, Mapping) and is_listed(tuple(values))):
        raise ArgumentError(argument, shortened(values), 'values by name, such as {"payload.mass": 2.0}')


def spacing(record: float | None, duration: float, default: float) -> float:
    """Return the time between recorded states [s]."""
    if record is None:
        return default
    interval = number("record", record, 0.0, True)
    if duration / interval > MOST_ROWS:
        raise ArgumentError("record", f"{interval:g} s over {duration:g} s", f"at most {MOST_ROWS:g} recorded states")
    return interval


def explicit(solver: Solver, where: str = "") -> None:
    """Raise an `ArgumentError` if a solver is no explicit method with a fixed step, which all runs do alike."""
    if not isinstance(solver, EXPLICIT):
        names = ", ".join(method.__name__ for method in EXPLICIT)
        raise ArgumentError("solver", f"{type(solver).__name__} {where}".rstrip(), f"one of {names}, with a fixed step")


def steps(solver: Solver, duration: float) -> None:
    """Raise an `ArgumentError` if a run has too many fixed steps."""
    if solver.fixed and duration / solver.step > MOST_FIXED:
        raise ArgumentError("solver", f"{solver.step:g} s over {duration:g} s", f"at most {MOST_FIXED:g} steps")


def instants(period: float, duration: float) -> None:
    """Raise an `ArgumentError` if a run has too many control instants."""
    if duration / period > MOST_ROWS:
        raise ArgumentError("period", f"{period:g} s over {duration:g} s", f"at most {MOST_ROWS:g} control instants")


def delayed(delay: float, period: float) -> None:
    """Raise an `ArgumentError` if too many commands of a sampled controller are on their way."""
    if delay > MOST_UNDER_WAY * period:
        problem = f"{delay:g} s with a control period of {period:g} s"
        raise ArgumentError(
            "delay", problem, f"at most {MOST_UNDER_WAY} periods", "give a shorter delay or a longer period"
        )


def starts(model: Model, q0: Coordinates, qd0: Coordinates) -> Floats:
    """Return (q, v) at the start, one row for each run."""
    q = configuration(model, q0, argument="q0", rows=True)
    qd = rates(model, qd0, argument="qd0", rows=True)
    count = max(len(q), len(qd))
    if len(q) not in (1, count) or len(qd) not in (1, count):
        raise ArgumentError("qd0", f"{len(qd)} rows", f"as many as q0 has, {len(q)}, or one")
    both = (np.broadcast_to(part, (count, part.shape[1])) for part in (q, qd))
    return np.concatenate(list(both), axis=1)


def turning(model: Model, reference: Any) -> None:
    """Raise an `ArgumentError` if a reference of joints starts or ends at a quaternion that is no rotation."""
    if not model.quaternions:
        return
    for t in (0.0, max((0.0, *reference.switches))):
        motion = reference.motion(t, t)
        # A reference of another size is no configuration: it may hold efforts for a law that takes them from there.
        if isinstance(motion, TaskMotion) or len(motion.position) not in (joint_size(model), model.nq):
            continue
        for place, _ in model.quaternions:
            length = float(np.linalg.norm(np.asarray(motion.position, dtype=float)[place]))
            if abs(length - 1) > UNIT:
                problem = f"a quaternion of length {length:.6g} at {t:g} s"
                raise ArgumentError(
                    "reference", problem, "unit quaternions (w, x, y, z) of spherical and floating joints"
                )


def joint_bounds(model: Model, layout: Layout) -> tuple[Floats, Floats]:
    """Return lower and upper bounds of the state: the limits of the joints, infinite for all other states."""
    lower, upper = np.full(layout.size, -np.inf), np.full(layout.size, np.inf)
    least, most = position_limits(model)
    lower[layout.q], upper[layout.q] = least - SLACK, most + SLACK
    return lower, upper


def unbounded(n: int) -> tuple[Floats, Floats]:
    """Return infinite bounds for n states."""
    return np.full(n, -np.inf), np.full(n, np.inf)


def within_limits(model: Model, start: Floats, limits: str, stacked: bool = False) -> None:
    """Raise an `ArgumentError` if a joint starts outside its limits; `start` is one state or (N, …).

    With limits="stop" a joint may start on its stop, pressed in by up to `PRESSED`.
    """
    rows, slack = np.atleast_2d(start)[:, : model.nq], PRESSED if limits == "stop" else SLACK
    lower, upper = position_limits(model)
    out = np.argwhere(~((lower - slack <= rows) & (rows <= upper + slack)))
    if len(out):
        run, k = out[0]
        problem = (
            f"{coordinate_names(model)[k]} = {rows[run, k]:.6g}, outside its limits {lower[k]:.6g} … {upper[k]:.6g}"
        )
        where = f", in run {run}" if stacked else ""
        raise ArgumentError("q0", problem + where, "joints within their limits", 'give q0, or limits="none"')


def command(value: Command, plant: Model) -> None:
    """Raise an `ArgumentError` for a command for windings that the plant does not have."""
    if value != "torque" and not plant.windings:
        hint = "give a motor a winding, as in Motor(…, winding=Winding(0.05, 0.5))"
        raise ArgumentError("command", f"{value!r} of a robot without windings", "'torque'", hint)
    leaders = {name: leader.joint for name, leader in followed(plant.robot).items()}
    moved = {motor.name: leaders.get(motor.joint, motor.joint) for motor in plant.robot.motors}
    wound = {moved[motor.name] for motor in plant.robot.motors if motor.winding is not None}
    plain = [motor for motor in plant.robot.motors if moved[motor.name] in wound and motor.winding is None]
    if value != "torque" and plain:
        where = f"joint {moved[plain[0].name]}" + (f" with {plain[0].joint}" if plain[0].joint in leaders else "")
        problem = f"{value!r} at {where}, of whose motors {plain[0].name} has no winding"
        expected = "windings for all motors of a joint and of those that follow it, or 'torque'"
        raise ArgumentError("command", problem, expected)


def commanded(law: Any, value: str) -> None:
    """Raise an `ArgumentError` if a law, or one inside it, gives outputs of another meaning than `value`."""
    commands = getattr(law, "commands", None)
    if commands is not None and commands != value:
        raise ArgumentError("command", f"{value!r} for a controller with a current loop", repr(commands))
    for each in getattr(law, "inside", {}).values():
        commanded(each, value)


def same_drives(other: Model, before: Model, t: float) -> None:
    """Raise an `ArgumentError` if the drives of a plant that changes have other states or windings than before."""
    names = [
        [*(state.name for state in drive_states(each)), *(f"the winding of {motor.name}" for motor in each.windings)]
        for each in (other, before)
    ]
    if names[0] != names[1]:
        texts = [f"drives with {few(each)}" if each else "drives without states and windings" for each in names]
        hint = "give both robots the same kinds of friction, gears and motors"
        raise ArgumentError("changes", f"{texts[0]} at {t:g} s", f"{texts[1]}, as before", hint)
