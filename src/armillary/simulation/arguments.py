"""What `simulate` and `simulate_batch` are given, looked at before anything runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.multibody import Model, build
from armillary.simulation.disturbances import Push
from armillary.simulation.engine import quaternions
from armillary.simulation.references import anchor
from armillary.simulation.signals import Reference, Rest
from armillary.simulation.solvers import Auto, Solver

Floats = NDArray[np.float64]

MOST_ROWS = 10**7
"""Recorded states that one run may have."""
MOST_FIXED = 10**10
"""Fixed steps that one run may have: hours."""
UNIT = 1e-3
"""What the length of a quaternion may differ by from 1 before it is taken for a mistake."""


def positive(name: str, value: Any) -> float:
    """Return a number as a float, or raise an `ArgumentError` if it is not positive and finite."""
    return _number(name, value, "a positive number", False)


def not_negative(name: str, value: Any) -> float:
    """Return a number as a float, or raise an `ArgumentError` if it is negative or not finite."""
    return _number(name, value, "a number that is not negative", True)


def _number(name: str, value: Any, expected: str, zero: bool) -> float:
    known = isinstance(value, (int, float, np.number)) and not isinstance(value, (bool, np.complexfloating))
    if not known or not 0 <= value < np.inf or not (zero or value > 0):
        raise ArgumentError(name, repr(value)[:80], expected)
    return float(value)


def modelled(name: str, robot: Any, motors: str, friction: bool) -> Model:
    """Return the model of a robot, or raise an `ArgumentError` if it is none."""
    if not isinstance(robot, Robot):
        hint = "arm.library.get(name) and arm.load(file) give robots"
        raise ArgumentError(name, repr(robot)[:80], "a robot", hint)
    model = build.model(robot, motors=motors, friction=friction)
    if not model.nv:
        raise ArgumentError(name, f"{robot.name}, of which nothing moves", "a robot with joints")
    return model


def check_alike(model: Model, plant: Model) -> None:
    """Raise an `ArgumentError` unless a model has the plant's joints, and its elastic coordinates or none."""
    sizes = [(each.nq - len(each.elastic), each.nv - len(each.elastic)) for each in (model, plant)]
    if sizes[0] != sizes[1]:
        raise ArgumentError("plant", f"{plant.nv} coordinates", f"{model.nv}, as many as the controller's model has")
    if model.elastic and model.elastic != plant.elastic:
        found = f"{len(plant.elastic)} elastic coordinates"
        raise ArgumentError("plant", found, f"those of the controller's model, {len(model.elastic)}")


def solver_of(solver: Any) -> Solver:
    """Return the solver, `Auto()` for None, or raise an `ArgumentError` for anything else."""
    if solver is None:
        return Auto()
    if isinstance(solver, Solver):
        return solver
    raise ArgumentError("solver", repr(solver)[:80], "a solver such as arm.solvers.RK4(step=1e-3)")


def spacing_of(record: float | None, duration: float, otherwise: float) -> float:
    """Return the time between recorded states [s]."""
    if record is None:
        return otherwise
    spacing = positive("record", record)
    if duration / spacing > MOST_ROWS:
        raise ArgumentError("record", f"{spacing:g} s over {duration:g} s", f"at most {MOST_ROWS:g} recorded states")
    return spacing


def check_count(solver: Solver, duration: float) -> None:
    """Raise an `ArgumentError` if a run has too many fixed steps."""
    if solver.fixed and duration / solver.step > MOST_FIXED:
        raise ArgumentError("solver", f"{solver.step:g} s over {duration:g} s", f"at most {MOST_FIXED:g} steps")


def pushed(pushes: Any, model: Model) -> tuple[Push, ...]:
    """Return pushes as a tuple, or raise an `ArgumentError` where one is none or its frame is unknown."""
    given = (pushes,) if isinstance(pushes, Push) or not isinstance(pushes, Iterable) else tuple(pushes)
    for push in given:
        if not isinstance(push, Push):
            raise ArgumentError("disturbances", repr(push)[:80], "a Push(frame, wrench, start, end)")
        push.check(model)
    return given


def wanted_of(reference: Any, model: Model, plant: Model, begin: Floats) -> Reference:
    """Return the reference, which begins where the robot is if it leaves that open; to stay there if there is none."""
    if reference is None:
        return Rest(tuple(begin if model.elastic == plant.elastic else begin[: model.nq]))
    if isinstance(reference, type) or not (hasattr(reference, "switches") and hasattr(reference, "motion")):
        raise ArgumentError("reference", repr(reference)[:80], "a reference, such as FifthOrder(…)")
    found: Reference = anchor(reference, model, begin)
    return found


def rows_of(name: str, value: ArrayLike | None, plain: Floats, elastic: int) -> Floats:
    """Return rows of coordinates, (N, n), from those of all coordinates or of the joints alone, or `plain`."""
    joints = len(plain) - elastic
    expected = f"{len(plain)} finite numbers" + (f", or the {joints} of the joints" if elastic else "")
    try:
        given = np.atleast_2d(plain if value is None else np.asarray(value, dtype=float))
    except (TypeError, ValueError):
        raise ArgumentError(name, repr(value)[:80], expected) from None
    if given.ndim != 2 or given.shape[1] not in (len(plain), joints) or not len(given):
        raise ArgumentError(name, f"shape {np.shape(np.asarray(value))}", expected)
    if not np.all(np.isfinite(given)):
        raise ArgumentError(name, "numbers that are not finite", expected)
    rows = np.repeat(plain[None], len(given), axis=0)
    rows[:, : given.shape[1]] = given
    return rows


def starts(model: Model, q: ArrayLike | None, qd: ArrayLike | None) -> Floats:
    """Return (q, v) at the beginning, one row for each of q or qd; those of the joints alone leave links straight."""
    elastic = len(model.elastic)
    places = rows_of("q0", q, model.neutral, elastic)
    rates = rows_of("qd0", qd, np.zeros(model.nv), elastic)
    for start in quaternions(model):
        length = np.linalg.norm(places[:, start : start + 4], axis=1, keepdims=True)
        if np.any(np.abs(length - 1) > UNIT):
            found = f"a quaternion of length {float(length[np.argmax(np.abs(length - 1)), 0]):.6g}"
            raise ArgumentError("q0", found, "unit quaternions (w, x, y, z) for ball joints")
        places[:, start : start + 4] /= length
    count = max(len(places), len(rates))
    if len(places) not in (1, count) or len(rates) not in (1, count):
        raise ArgumentError("qd0", f"{len(rates)} rows", f"as many as q0 has, {len(places)}, or one")
    both = (np.broadcast_to(part, (count, part.shape[1])) for part in (places, rates))
    return np.concatenate(list(both), axis=1)


def start_of(model: Model, q: ArrayLike | None, qd: ArrayLike | None) -> Floats:
    """Return (q, v) at the beginning of one motion."""
    for name, value in (("q0", q), ("qd0", qd)):
        if value is not None and np.ndim(value) != 1:
            raise ArgumentError(name, f"shape {np.shape(value)}", "one number for each coordinate")
    return starts(model, q, qd)[0]


def check_instants(period: float, duration: float) -> None:
    """Raise an `ArgumentError` where control instants are too many to be asked for."""
    if duration / period > MOST_ROWS:
        raise ArgumentError("period", f"{period:g} s over {duration:g} s", f"at most {MOST_ROWS:g} control instants")


def unbounded(n: int) -> tuple[Floats, Floats]:
    """Return bounds that nothing leaves."""
    return np.full(n, -np.inf), np.full(n, np.inf)
