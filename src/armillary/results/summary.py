"""A trajectory in short: as text, as tables, and for notebooks with charts of joints, efforts and energies."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.multibody.flexible.thickness import frequency_warnings
from armillary.results.charts import charts, spread
from armillary.results.response import settling_time
from armillary.results.tracking import tracking
from armillary.results.trajectory import Trajectory
from armillary.tables.parts import Facts, Notes, Part, Text
from armillary.tables.table import Table, columns

MOST_EVENTS = 20
MOST_CHARTS = 8
"""Charts that a notebook shows; `plot` shows all."""


def summary(trajectory: Trajectory) -> str:
    """Return lines of text on a run: duration, solver, energy audit, greatest effort, events."""
    lines = [f"{trajectory.robot.name}: {extent(trajectory)}"]
    lines += [f"{name + ':':<10} {value}" for name, value in facts(trajectory).items()]
    lines += map(event_line, trajectory.events[:MOST_EVENTS])
    if len(trajectory.events) > MOST_EVENTS:
        lines.append(f"… and {len(trajectory.events) - MOST_EVENTS} events more")
    return "\n".join(lines)


def extent(trajectory: Trajectory) -> str:
    """Return the number of runs, their duration and their number of rows as text."""
    span = f"{trajectory.t[-1] - trajectory.t[0]:g} s in {len(trajectory.t)} rows"
    return f"{len(trajectory)} runs of {span}" if trajectory.stacked else span


def facts(trajectory: Trajectory) -> dict[str, str]:
    """Return the main facts of a run or a stack by name: solver, omissions, energies, drift, effort, …"""
    texts = {"computed": _computed(trajectory.info), "because": str(trajectory.info.get("why", ""))}
    texts["start"] = str(trajectory.info.get("start", ""))
    texts["left out"] = "; ".join(trajectory.robot.omissions)
    texts["beams"] = "; ".join(frequency_warnings(trajectory.robot))
    texts |= {"energy": _energies(trajectory), "drift": _drift(trajectory)}
    heat = {kind: values[..., -1] - values[..., 0] for kind, values in trajectory.heat.items()}
    texts["heat"] = ", ".join(f"{kind} {_range_text(values)} J" for kind, values in heat.items())
    most = {kind: np.nanmax(values, initial=0.0) for kind, values in trajectory.stored.items()}
    texts["stored"] = ", ".join(f"{kind} at most {value:.6g} J" for kind, value in most.items())
    peak = peak_effort(trajectory)
    if peak:
        name, value, unit, t = peak
        texts["effort"] = f"at most {value:.6g} {unit} at {name}, t = {t:.6g} s"
    texts["limits"] = _limits(trajectory)
    texts["tracking"] = _tracking(trajectory)
    if trajectory.stacked and np.any(trajectory.lost):
        numbers = ", ".join(str(k) for k in np.flatnonzero(trajectory.lost)[:MOST_EVENTS])
        texts["lost"] = f"{np.count_nonzero(trajectory.lost)} runs are not finite at the end: {numbers}"
    return {name: value for name, value in texts.items() if value}


def event_line(event: Any) -> str:
    """Return an event as a line: run (of a stack), time, kind, message."""
    run = "" if event.run is None else f"run {event.run}, "
    return f"{run}t = {event.t:.6g} s: {event.kind}: {event.message}"


def peak_effort(trajectory: Trajectory) -> tuple[str, float, str, float] | None:
    """Return the joint with the greatest effort, the effort, its unit and the time [s]; None without any effort.

    Torques and forces cannot be compared: forces count only if no joint has a torque.
    """
    sizes = np.abs(trajectory.tau)
    if not sizes.size or not np.nanmax(sizes, initial=0.0) > 0:
        return None
    units = trajectory.units["tau"]
    turning = [k for k, unit in enumerate(units) if unit == "N·m" and np.nanmax(sizes[..., k]) > 0]
    compared = turning or list(range(sizes.shape[-1]))
    *_, row, column = np.unravel_index(np.nanargmax(sizes[..., compared]), (*sizes.shape[:-1], len(compared)))
    k = compared[int(column)]
    return trajectory.velocities[k], float(np.nanmax(sizes[..., k])), units[k], float(trajectory.t[row])


def _computed(info: dict[str, Any]) -> str:
    parts = [str(info["solver"])] if "solver" in info else []
    numbers = {name: value for name, value in info.items() if isinstance(value, (int, float)) and value}
    counts = ("steps", "rejected", "evaluations", "switches")
    parts += [f"{numbers[name]:,} {name}" for name in counts if name in numbers]
    if "seconds" in numbers:
        parts.append(f"{numbers['seconds']:.3g} s")
    return ", ".join(parts)


def _energies(trajectory: Trajectory) -> str:
    integrals = {"work": trajectory.work, "external": trajectory.external, "dissipated": trajectory.dissipated}
    kinetic = trajectory.kinetic[~np.isnan(trajectory.kinetic)]
    parts = [f"kinetic at most {kinetic.max(initial=0.0):.6g} J"] if kinetic.size else []
    changes = {name: values[..., -1] - values[..., 0] for name, values in integrals.items() if np.any(values)}
    parts += [f"{name} {_range_text(values)} J" for name, values in changes.items()]
    return ", ".join(parts)


def _range_text(values: NDArray[np.float64], digits: int = 6) -> str:
    """Return a number as text, or the least and the greatest of several."""
    numbers = np.atleast_1d(values)[~np.isnan(np.atleast_1d(values))]
    if not numbers.size:
        return "nan"
    low, high = float(numbers.min()), float(numbers.max())
    return f"{low:.{digits}g} to {high:.{digits}g}" if low < high else f"{low:.{digits}g}"


def _drift(trajectory: Trajectory) -> str:
    peak = f"{trajectory.peak_energy:.6g} J"
    return f"{trajectory.drift_max:.2g} % at most, {trajectory.drift_rms:.2g} % RMS, of {peak}"


def _limits(trajectory: Trajectory) -> str:
    """Return the greatest use of position, speed and effort limits, with the joint; empty without limits."""
    metrics = trajectory.metrics(frames=())
    parts = []
    for what, use in (("position", metrics.position_use), ("speed", metrics.speed_use), ("effort", metrics.effort_use)):
        worst = np.fmax.reduce(use.reshape(-1, len(metrics.limited)), axis=0) if len(metrics.limited) else np.zeros(0)
        if np.any(worst > 0):
            k = int(np.nanargmax(worst))
            parts.append(f"{what} used to {worst[k]:.0%} at {metrics.limited[k]}")
    return ", ".join(parts)


def _tracking(trajectory: Trajectory) -> str:
    """Return how well joints and the frame of the task follow the reference; empty without a reference."""
    follow = tracking(trajectory)
    distance_from_end = np.abs(follow.q - follow.desired[..., -1:, :])
    has_step = np.any(distance_from_end[..., 0, :] > 0)
    parts = []
    with np.errstate(invalid="ignore", over="ignore"):
        if follow.joints and has_step:
            settled = settling_time(trajectory.t, distance_from_end, distance_from_end[..., 0, :])  # NaN without a step
            latest = np.max(settled, axis=-1, initial=0.0, where=~np.isnan(settled))
            parts.append(f"settled after {_range_text(latest)} s" if np.all(np.isfinite(latest)) else "not settled")
        for frame, (at, desired) in follow.frames.items():
            distance = 1000 * np.linalg.norm(desired - at, axis=-1)
            parts.append(f"{frame} at most {_range_text(distance.max(axis=-1), 3)} mm off, at the end "
                         f"{_range_text(distance[..., -1], 3)} mm")  # fmt: skip
    return ", ".join(parts)


def tables_of(trajectory: Trajectory) -> list[Part]:
    """Return the facts of a run and its first events."""
    rows = [
        ("" if event.run is None else str(event.run), f"{event.t:.6g}", event.kind, event.message)
        for event in trajectory.events[:MOST_EVENTS]
    ]
    left = len(trajectory.events) - len(rows)
    heads = columns("run>", "t [s]>", "event", "what happened", wrap={"what happened": 30})
    parts: list[Part] = [Facts(facts(trajectory))]
    if rows:
        parts.append(Table("", heads, rows).used())
    return [*parts, Notes([f"… and {left} events more: see --json"])] if left else parts


def run_data(trajectory: Trajectory) -> dict[str, Any]:
    """Return a run or a stack as plain data: facts, energies, greatest effort, last state, metrics, events."""
    peak = peak_effort(trajectory)
    return {
        "robot": trajectory.robot.name,
        "duration": trajectory.t[-1] - trajectory.t[0],
        "rows": len(trajectory.t),
        "info": trajectory.info,
        "drift_max": trajectory.drift_max,
        "drift_rms": trajectory.drift_rms,
        "peak_energy": trajectory.peak_energy,
        "peak_effort": None if peak is None else dict(zip(("joint", "effort", "unit", "t"), peak, strict=True)),
        "coordinates": trajectory.coordinates,
        "q": trajectory.q[..., -1, :],
        "velocities": trajectory.velocities,
        "qd": trajectory.qd[..., -1, :],
        "metrics": trajectory.metrics().to_json(),
        "events": trajectory.events,
        "omissions": trajectory.robot.omissions,
    }


def notebook_parts(trajectory: Trajectory) -> list[Part]:
    """Return name and duration of a run, an animation, its facts, charts and events."""
    from armillary.figures.turning import playing

    if not len(trajectory.t):
        return [Text(repr(trajectory))]
    names = ["joints", *(["elastic"] if trajectory.elastic else []), *(["drives"] if trajectory.model.drives else [])]
    names = [*names, *(["torques"] if trajectory.tau.any() else []), "energies"]
    names += ["currents", "heat"] if trajectory.model.windings else []
    all_charts = spread(trajectory) if trajectory.stacked else charts(trajectory, names)
    facts_table, *event_tables = tables_of(trajectory)
    animation = None if trajectory.stacked else playing(trajectory, "the robot as it moves")
    left = len(all_charts) - MOST_CHARTS
    more = [Notes([f"… and {left} charts more: see plot"])] if left > 0 else []
    return [
        Text(f"{trajectory.robot.name}: {extent(trajectory)}", "heading"),
        *([animation] if animation else []),
        facts_table,
        *all_charts[:MOST_CHARTS],
        *more,
        *event_tables,
    ]
