"""Stops and events of a run, each with the time, the joint and a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.program import record
from armillary.compiler.simplified import build_simplified
from armillary.files.words import few
from armillary.multibody.coordinates import velocity_names
from armillary.multibody.validity import Bending
from armillary.results.trajectory import Event, Trajectory
from armillary.simulation.controllers.task_space import TaskSpace
from armillary.simulation.drives.dry_friction import CREEP
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.switching import sticking
from armillary.simulation.solvers.base import Solver
from armillary.simulation.walk.arguments import NOT_CONVERGED, NOT_FINITE, OUT_OF_BOUNDS, TOO_OFTEN, TOO_SMALL
from armillary.simulation.walk.lanes import MOST_EVENTS, TOO_SLOW
from armillary.spatial.scalar import Floats

NEARLY_SINGULAR = 1e-2
MANY = 100
"""Number of rejected steps below which no event is reported."""


def too_long(fastest: float) -> str:
    """Return a hint on the step of an iteration that fails where an eigenvalue has the size `fastest` [1/s]."""
    known = np.isfinite(fastest) and fastest > 0
    return (
        f" (the fastest part has {fastest:.3g} rad/s, which needs steps of at most about {1 / fastest:.2g} s)"
        if known
        else ""
    )


def stopped(
    status: int,
    t: float,
    x: Floats,
    rates: Callable[[], Floats],
    bounds: tuple[Floats, Floats],
    names: list[str],
) -> Event:
    """Return the event that ended a run before its time; `names` are those of q and qd, `rates` computes ẋ there."""
    count = len(names)
    bad = [k for k in range(count) if not np.isfinite(x[k])]
    dx = np.zeros(count) if bad or status == OUT_OF_BOUNDS else rates()[:count]
    bad = bad or [k for k in range(count) if not np.isfinite(dx[k])]
    if status == NOT_FINITE or (bad and status == TOO_SMALL):
        where = names[bad[0]] if bad else ""
        text = f"the motion of {where or 'the robot'} is not finite after t = {t:.6g} s; look at the efforts there, or "
        return Event(t, "not finite", text + "try a smaller step, or a solver that chooses its own", where)
    if status == OUT_OF_BOUNDS:
        k = int(np.nanargmax(np.maximum(bounds[0] - x, x - bounds[1])))
        limit = bounds[0][k] if x[k] < bounds[0][k] else bounds[1][k]
        return Event(t, "limit", f"{names[k]} reaches its limit {limit:.6g} at t = {t:.6g} s", names[k])
    fastest = names[int(np.nanargmax(np.abs(dx) / (1 + np.abs(x[:count]))))] if not bad else ""
    at_time = f"at t = {t:.6g} s" + (f", where {fastest} changes fastest" if fastest else "")
    kind, text = _GIVEN_UP[status]
    return Event(t, kind, f"{at_time}: {text}", fastest)


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
    TOO_OFTEN: (
        "too many switches",
        f"joints began to stick or slip, or gears with backlash to touch or part, more than {MOST_EVENTS:,} times: "
        "modes change without end there; try smooth_velocity or bristle_stiffness in the friction of the joint, "
        "damping of the gear, or a controller without jumps",
    ),
    NOT_CONVERGED: (
        "not converged",
        "the iteration for the equations of a step does not converge, since the closed loop is stiff or not smooth "
        "there; try a smaller step, or solver=arm.solvers.Rosenbrock()",
    ),
}


ENDINGS = ("not finite", "limit", *(kind for kind, _ in _GIVEN_UP.values()))
"""Kinds of events that end a run."""


def incomplete(motion: Trajectory) -> str:
    """Return the warning of a run, or of a stack with runs, that ended before its time."""
    ends = [event.message for event in motion.events if event.kind in ENDINGS]
    duration, why = motion.info["duration"], f": {ends[-1]}" if ends else ""
    if not motion.stacked:
        return f"the run ended at t = {motion.t[-1]:.6g} s, before its {duration:g} s{why}"
    early = [str(run) for run in np.flatnonzero(~np.asarray(motion.complete))]
    first = f"{len(early)} of {len(motion)} runs ended before their {duration:g} s (numbers {few(early)})"
    return f"{first}, see `complete` and `events`; the last one{why}" if ends else first


WRITE = "write branches as arm.where(condition, a, b), and memory as arm.controllers.Discrete(law, start)"
"""How to write a law that can be compiled."""


def sampled(reason: str, period: float, chosen: bool) -> str:
    """Return the message on a controller that Python calls at instants because it cannot be compiled.

    `chosen` is whether the control period [s] is that of the user.
    """
    how = "" if chosen else "give period= to choose how often, or "
    return (
        f"the controller cannot be compiled ({reason}): Python calls it every {period:g} s and its efforts are held; "
        f"{how}{WRITE}"
    )


def _beginnings(at: NDArray[np.bool_]) -> list[tuple[int | None, int]]:
    """Return the places at which intervals begin: the run, None without a leading axis, and the row."""
    before = np.zeros_like(at)
    before[..., 1:] = at[..., :-1]
    places = np.argwhere(at & ~before)
    return [(None, int(place[0])) if at.ndim == 1 else (int(place[0]), int(place[1])) for place in places]


def bent(motion: Trajectory, furthest: list[Furthest]) -> list[Event]:
    """Return an event for each link that bends or stretches further than its modes describe, by run.

    Its time is the first recorded time beyond; the message has slope and stretch where they are greatest. A link that
    is beyond between recorded times alone has the time at which the run bends `furthest`.
    """
    if not any(model.elastic for _, model in motion.models):
        return []
    bending, ends = motion.bending(), motion.q.shape[:-1]
    times = np.broadcast_to(motion.t, ends)
    events = []
    for step in furthest:
        for i, node in np.argwhere(step.bending.beyond).tolist():
            number, t, link = int(step.runs[i]), float(step.t[i]), step.bending.links[node]
            seen = bending.beyond[number] if motion.stacked else bending.beyond
            if not np.any(seen[:, [name == link for name in bending.links]]):
                text = f"link {link} bends too far between recorded times; at t = {t:.6g} s "
                text += step.bending.text((i, node))
                events.append(Event(t, "bending", text, link, number if motion.stacked else None))
    for link in dict.fromkeys(bending.links):
        of_link = [k for k, name in enumerate(bending.links) if name == link]
        excess = np.nan_to_num(bending.excess[..., of_link], nan=0.0)
        over = np.max(excess, axis=-1) > 1.0
        for run in np.ndindex(ends[:-1]):
            if not np.any(over[run]):
                continue
            begin = float(times[run][np.argmax(over[run])])
            row, k = np.unravel_index(np.argmax(excess[run]), excess[run].shape)
            place = (*run, int(row), of_link[k])
            text = (
                f"link {link} bends too far from t = {begin:.6g} s; at t = {motion.t[row]:.6g} s {bending.text(place)}"
            )
            events.append(Event(begin, "bending", text, link, run[0] if run else None))
    return events


class Furthest(NamedTuple):
    """The steps at which runs of one plant bend furthest: numbers of the runs, times [s] (n,), bending (n, nodes)."""

    runs: NDArray[np.int64]
    t: Floats
    bending: Bending


def rejections(t: float, counts: dict[str, float]) -> list[Event]:
    """Return an event where more steps were rejected than taken."""
    taken, rejected = counts["steps"], counts["rejected"]
    if rejected < MANY or rejected < taken:
        return []
    text = f"{rejected:g} steps were rejected until t = {t:.6g} s and {taken:g} taken: the motion is not smooth; "
    return [Event(t, "rejected", text + "try a controller without jumps, or another solver")]


def smoothed(solver: Solver, equations: Equations) -> list[Event]:
    """Return an event where joints should stick and a solver lets them creep."""
    names = velocity_names(equations.plant)
    bristled = [law.name for law in equations.plant.stribeck if law.bristled]
    if bristled and not solver.fixed and not solver.linear:
        text = f"{solver.name} leaves a ripple of its tolerance in the rates of joints that bristles hold, so that "
        return [Event(0.0, "creep", text + f"{few(bristled)} may creep; try solver=arm.solvers.Rosenbrock()")]
    held = [names[k] for k in sticking(equations.plant)] if solver.momentum else []
    if not held:
        return []
    text = f"{solver.name} integrates momenta, without events: dry friction at {few(held)} is smooth and joints that "
    return [Event(0.0, "smooth", text + f"should stick creep at rates of about {CREEP:g}; try another solver")]


def singularities(t: Floats, q: Floats, space: TaskSpace) -> list[Event]:
    """Return an event where a task comes closest to a singularity, for every interval near one; q (…, K, nq).

    Near means that the least singular value of the task's Jacobian is below `NEARLY_SINGULAR` times the greatest. A
    square Jacobian whose determinant changes its sign between recorded states has passed a singularity, too.
    """
    known = np.all(np.isfinite(q), axis=-1)
    J = _jacobians(space, np.where(known[..., None], q, 0.0)[..., : space.model.nq])
    sigma = np.linalg.svd(J, compute_uv=False)
    ratio = sigma[..., -1] / np.maximum(sigma[..., 0], np.finfo(float).tiny)
    near = ratio < NEARLY_SINGULAR
    if J.shape[-2] == J.shape[-1]:
        turned = np.diff(np.sign(np.linalg.det(J)), axis=-1) != 0
        near[..., :-1] |= turned
        near[..., 1:] |= turned
    near &= known
    events = []
    for run, i in _beginnings(near):
        of_run, ratios = (near, ratio) if run is None else (near[run], ratio[run])
        stop = i + int(np.argmin(np.append(of_run[i:], False)))
        k = i + int(np.argmin(ratios[i:stop]))
        text = f"the task of {space.frame} passes a singularity at about t = {t[k]:.6g} s: its least singular value is "
        text += f"{ratios[k]:.2g} of the greatest; try damping, or another path"
        events.append(Event(float(t[k]), "singularity", text, space.frame, run))
    return events


def _jacobians(space: TaskSpace, q: Floats) -> Floats:
    """Return the Jacobian of a task at many q, shape (…, s, nv)."""
    program = record("task", lambda q: {"J": space.jacobian(q).ravel()}, {"q": space.model.nq})
    flat = np.ascontiguousarray(q.reshape(-1, q.shape[-1]))
    entries = np.empty((len(flat), program.outputs[0].size))
    build_simplified(program).batch(flat, entries)
    return entries.reshape(*q.shape[:-1], space.size, space.model.nv)
