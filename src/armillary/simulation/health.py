"""What a run ran into: stops and events, told with the time, the joint and what to try."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.model import Model
from armillary.results.trajectory import Event
from armillary.simulation.loop import NOT_CONVERGED, NOT_FINITE, OUT_OF_BOUNDS, TOO_MANY, TOO_SMALL
from armillary.simulation.system import Layout

Floats = NDArray[np.float64]

NEAR = 1e-9
"""An effort this close to its limit, relatively, is at it."""


def coordinate_names(model: Model) -> tuple[str, ...]:
    """Return the names of the entries of q: joints, with .w .x .y .z for a ball, then elastic coordinates."""
    names = [""] * model.nq
    for joint in model.joints:
        if not joint.kind.shared:
            several = [f"{joint.name}.{part}" for part in "wxyz"] if joint.kind.nq == 4 else [joint.name]
            names[joint.q] = several[: joint.kind.nq]
    return (*names[: model.nq - len(model.elastic)], *model.elastic)


def velocity_names(model: Model) -> tuple[str, ...]:
    """Return the names of the entries of qd: joints, with .x .y .z for a ball, then elastic coordinates."""
    names = [""] * model.nv
    for joint in model.joints:
        if not joint.kind.shared:
            several = [f"{joint.name}.{part}" for part in "xyz"] if joint.kind.nv == 3 else [joint.name]
            names[joint.v] = several[: joint.kind.nv]
    return (*names[: model.nv - len(model.elastic)], *model.elastic)


def joint_bounds(model: Model, layout: Layout) -> tuple[Floats, Floats]:
    """Return the least and the greatest state: the limits of the joints, and no others."""
    lower, upper = np.full(layout.size, -np.inf), np.full(layout.size, np.inf)
    limits = {joint.name: joint.limits for joint in model.robot.joints}
    for joint in model.joints:
        if joint.kind.nq == joint.kind.nv == 1 and joint.name in limits:
            lower[joint.q], upper[joint.q] = limits[joint.name].lower, limits[joint.name].upper
    return lower, upper


def check_start(model: Model, start: Floats) -> None:
    """Raise an `ArgumentError` if a joint starts outside its limits."""
    lower, upper = joint_bounds(model, Layout(model.nq, model.nv, 0))
    for name, q, low, high in zip(coordinate_names(model), start, lower, upper, strict=False):
        if not low <= q <= high:
            found = f"{name} = {q:.6g}, outside its limits {low:.6g} … {high:.6g}"
            raise ArgumentError("q", found, "joints within their limits", "give q, or limits=False")


def effort_limits(model: Model) -> tuple[float, ...]:
    """Return the greatest effort of each velocity coordinate, from the limits of the joints."""
    most = np.full(model.nv, np.inf)
    limits = {joint.name: joint.limits for joint in model.robot.joints}
    for joint in model.joints:
        if joint.name in limits and not joint.kind.shared:
            most[joint.v] = limits[joint.name].effort
    return tuple(float(value) for value in most)


def stopped(status: int, t: float, x: Floats, bounds: tuple[Floats, Floats], names: list[str]) -> Event:
    """Return the event that ended a run before its time."""
    match status:
        case s if s == NOT_FINITE:
            bad = [name for name, value in zip(names, x, strict=False) if not np.isfinite(value)]
            where = bad[0] if bad else ""
            text = (
                f"{where or 'the state'} is not finite after t = {t:.6g} s; try a smaller step, or an integrator that"
            )
            return Event(t, "not finite", f"{text} chooses its own", where)
        case s if s == OUT_OF_BOUNDS:
            over = np.maximum(bounds[0] - x, x - bounds[1])
            k = int(np.nanargmax(over))
            limit = bounds[0][k] if x[k] < bounds[0][k] else bounds[1][k]
            return Event(t, "limit", f"{names[k]} reaches its limit {limit:.6g} at t = {t:.6g} s", names[k])
        case s if s == TOO_MANY:
            return Event(
                t, "too many steps", f"the most steps were taken at t = {t:.6g} s; try integrator='rosenbrock'"
            )
        case s if s == TOO_SMALL:
            text = f"no step is small enough at t = {t:.6g} s: the motion is not smooth there, or too stiff; "
            return Event(t, "step too small", text + "try looser tolerances or integrator='rosenbrock'")
        case s if s == NOT_CONVERGED:
            text = f"the equations of a step have no solution that was found at t = {t:.6g} s; try a smaller step"
            return Event(t, "not converged", text)
    return Event(t, "stopped", f"stopped at t = {t:.6g} s")


def saturations(t: Floats, tau: Floats, most: tuple[float, ...], names: tuple[str, ...]) -> list[Event]:
    """Return an event for the beginning of every spell in which an effort is at its limit."""
    found = []
    for k, limit in enumerate(most):
        if not np.isfinite(limit):
            continue
        at = np.abs(tau[:, k]) >= limit * (1 - NEAR)
        for i in np.flatnonzero(at & ~np.concatenate([[False], at[:-1]])):
            text = f"the effort of {names[k]} is at its limit of {limit:.6g} from t = {t[i]:.6g} s"
            found.append(Event(float(t[i]), "saturated", text, names[k]))
    return found
