"""What a run ran into: stops and events, told with the time, the joint and what to try."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.compiler.simplified import build_simplified
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names
from armillary.results.trajectory import Event
from armillary.simulation.controllers.task_space import TaskSpace
from armillary.simulation.march import TOO_SLOW
from armillary.simulation.native.loop import NOT_CONVERGED, NOT_FINITE, OUT_OF_BOUNDS, TOO_SMALL
from armillary.simulation.references import Circle, Line
from armillary.simulation.signals import Reference
from armillary.simulation.system import Layout

Floats = NDArray[np.float64]

NEAR = 1e-9
"""An effort this close to its limit, relatively, is at it."""
SLACK = 1e-10
"""How far a joint may be beyond its limit [rad or m]: one that starts there, and rests, does not stop a run."""
NEARLY_SINGULAR = 1e-2
MANY = 100
"""So many steps may be rejected for no reason."""


def joint_bounds(model: Model, layout: Layout) -> tuple[Floats, Floats]:
    """Return the least and the greatest state: the limits of the joints, and no others."""
    lower, upper = np.full(layout.size, -np.inf), np.full(layout.size, np.inf)
    limits = {joint.name: joint.limits for joint in model.robot.joints}
    for joint in model.joints:
        if joint.kind.nq == joint.kind.nv == 1 and joint.name in limits:
            lower[joint.q], upper[joint.q] = limits[joint.name].lower - SLACK, limits[joint.name].upper + SLACK
    return lower, upper


def check_start(model: Model, start: Floats) -> None:
    """Raise an `ArgumentError` if a joint starts outside its limits."""
    lower, upper = joint_bounds(model, Layout(model.nq, model.nv, 0))
    for name, q, low, high in zip(coordinate_names(model), start, lower, upper, strict=False):
        if not low <= q <= high:
            found = f"{name} = {q:.6g}, outside its limits {low:.6g} … {high:.6g}"
            raise ArgumentError("q0", found, "joints within their limits", "give q0, or turn limits off")


def effort_limits(model: Model) -> tuple[float, ...]:
    """Return the greatest effort of each velocity coordinate, from the limits of the joints."""
    most = np.full(model.nv, np.inf)
    limits = {joint.name: joint.limits for joint in model.robot.joints}
    for joint in model.joints:
        if joint.name in limits and not joint.kind.shared:
            most[joint.v] = limits[joint.name].effort
    return tuple(float(value) for value in most)


def stopped(status: int, t: float, x: Floats, rates: Floats, bounds: tuple[Floats, Floats], names: list[str]) -> Event:
    """Return the event that ended a run before its time; `names` are those of q and qd, `rates` is ẋ there."""
    count = len(names)
    bad = [k for k in range(count) if not np.isfinite(x[k])] or [k for k in range(count) if not np.isfinite(rates[k])]
    if status == NOT_FINITE or (bad and status == TOO_SMALL):
        where = names[bad[0]] if bad else ""
        text = f"the motion of {where or 'the robot'} is not finite after t = {t:.6g} s; look at the efforts there, or "
        return Event(t, "not finite", text + "try a smaller step, or a solver that chooses its own", where)
    if status == OUT_OF_BOUNDS:
        k = int(np.nanargmax(np.maximum(bounds[0] - x, x - bounds[1])))
        limit = bounds[0][k] if x[k] < bounds[0][k] else bounds[1][k]
        return Event(t, "limit", f"{names[k]} reaches its limit {limit:.6g} at t = {t:.6g} s", names[k])
    fastest = names[int(np.nanargmax(np.abs(rates[:count]) / (1 + np.abs(x[:count]))))] if not bad else ""
    there = f"at t = {t:.6g} s" + (f", where {fastest} changes fastest" if fastest else "")
    kind, text = _GIVEN_UP[status]
    return Event(t, kind, f"{there}: {text}", fastest)


_GIVEN_UP = {
    TOO_SMALL: (
        "step too small",
        "no step is small enough: the motion is not smooth there, or too stiff; try looser tolerances, or "
        "solver=arm.solvers.Rosenbrock()",
    ),
    TOO_SLOW: (
        "rejected",
        "steps are rejected, or so small, that the rest would take all day: the motion is not smooth there, or too "
        "stiff; try a controller without jumps, period=, or solver=arm.solvers.Rosenbrock()",
    ),
    NOT_CONVERGED: ("not converged", "the equations of a step have no solution that was found; try a smaller step"),
}


def saturations(t: Floats, tau: Floats, most: Floats, names: tuple[str, ...]) -> list[Event]:
    """Return an event for the beginning of every spell in which an effort is at its limit; `most` (N, nv) or (N, 0)."""
    found = []
    for k in range(most.shape[1]):
        limit = most[:, k]
        at = np.isfinite(limit) & (np.abs(tau[:, k]) >= limit * (1 - NEAR)) & (tau[:, k] != 0)
        for i in beginnings(at):
            text = f"the effort of {names[k]} is at its limit of {limit[i]:.6g} from t = {t[i]:.6g} s"
            found.append(Event(float(t[i]), "saturated", text, names[k]))
    return found


def beginnings(at: NDArray[np.bool_]) -> list[int]:
    """Return where spells begin."""
    return [int(i) for i in np.flatnonzero(at & ~np.concatenate([[False], at[:-1]]))]


def rejections(t: float, counts: dict[str, float]) -> list[Event]:
    """Return an event where more steps were rejected than taken."""
    taken, rejected = counts["steps"], counts["rejected"]
    if rejected < MANY or rejected < taken:
        return []
    text = f"{rejected:g} steps were rejected until t = {t:.6g} s and {taken:g} taken: the motion is not smooth; "
    return [Event(t, "rejected", text + "try a controller without jumps, or another solver")]


def task_of(law: Any, reference: Reference, model: Model) -> TaskSpace | None:
    """Return the task that a controller or a reference has, if any."""
    while hasattr(law, "inner") and not hasattr(law, "space"):
        law = law.inner
    found = getattr(law, "space", None)
    if isinstance(found, TaskSpace):
        return found
    if isinstance(reference, Line | Circle) and not model.elastic and "tip" in model.frames:
        return TaskSpace(model, "tip", "position")
    return None


def singularities(t: Floats, q: Floats, space: TaskSpace) -> list[Event]:
    """Return an event where a task comes closest to a singularity, for every spell that is near one.

    Near is where the least singular value of the task's Jacobian is below a part `NEARLY_SINGULAR` of the greatest. A
    square Jacobian whose determinant changes its sign from one recorded state to the next has passed one, too.
    """
    J = _jacobians(space, np.ascontiguousarray(q[:, : space.model.nq]))
    sigma = np.linalg.svd(J, compute_uv=False)
    ratio = sigma[:, -1] / np.maximum(sigma[:, 0], np.finfo(float).tiny)
    near = ratio < NEARLY_SINGULAR
    if J.shape[1] == J.shape[2]:
        turned = np.flatnonzero(np.diff(np.sign(np.linalg.det(J))) != 0)
        near[turned], near[turned + 1] = True, True
    found = []
    for i in beginnings(near):
        stop = i + int(np.argmin(np.append(near[i:], False)))
        k = i + int(np.argmin(ratio[i:stop]))
        text = f"the task of {space.frame} passes a singularity at about t = {t[k]:.6g} s: its least singular value is "
        text += f"{ratio[k]:.2g} of the greatest; try damping, or another path"
        found.append(Event(float(t[k]), "singularity", text, space.frame))
    return found


def _jacobians(space: TaskSpace, q: Floats) -> Floats:
    """Return the Jacobian of a task at many q, shape (N, s, nv)."""
    graph, shape = Graph(), (space.size, space.model.nv)
    arrays = (Port("q", (space.model.nq,)),)
    (symbols,) = inputs_of(graph, arrays)
    refs = references(graph, np.asarray(space.jacobian(symbols)).ravel())
    program = Program("task", graph, arrays, (Port("J", (shape[0] * shape[1],)),), (refs,))
    found = np.empty((len(q), shape[0] * shape[1]))
    build_simplified(program).batch(q, found)
    return found.reshape(-1, *shape)
