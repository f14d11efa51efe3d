"""A trajectory as HTML for notebooks: what is worth saying of it, and charts of joints, efforts and energies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from armillary.results.summary import MOST_EVENTS, facts
from armillary.results.trajectory import Trajectory
from armillary.tables.html import Safe, chart, element, table

MOST_LINES = 8
"""Lines of one chart; a notebook shows the first ones, `plot` shows all."""


def trajectory_html(trajectory: Trajectory) -> Safe:
    """Return facts, charts and events of a trajectory."""
    if not len(trajectory):
        return element("div", repr(trajectory))
    span = f"{trajectory.t[0]:g} … {trajectory.t[-1]:g} s in {len(trajectory)} rows"
    rows = list(facts(trajectory).items())
    parts = [element("div", element("b", trajectory.robot.name), f": {span}"), table((), rows)]
    parts += [
        chart(title, label, trajectory.t.tolist(), [(name, values.tolist()) for name, values in lines[:MOST_LINES]])
        for title, label, lines in _charts(trajectory)
    ]
    if trajectory.events:
        events = [(f"{one.t:.6g}", one.kind, one.message) for one in trajectory.events[:MOST_EVENTS]]
        title = f"Events, the first {MOST_EVENTS} of {len(trajectory.events)}"
        parts.append(table(("t [s]", "event", ""), events, title if len(trajectory.events) > MOST_EVENTS else "Events"))
    return element("div", *parts)


Lines = list[tuple[str, NDArray[np.float64]]]


def _charts(trajectory: Trajectory) -> Iterator[tuple[str, str, Lines]]:
    """Yield title, label of the vertical axis, and lines."""
    elastic = len(trajectory.elastic)
    joints, rates = trajectory.q.shape[1] - elastic, trajectory.qd.shape[1] - elastic
    kinds = {"rad": "angle [rad]", "m": "displacement [m]", "": "quaternion"}
    yield from _by_unit(trajectory, "joints", "q", slice(0, joints), kinds)
    if elastic:
        kinds = {"m": "modal amplitude [m]", "rad": "angle [rad]", "": "modal amplitude"}
        yield from _by_unit(trajectory, "elastic coordinates", "q", slice(joints, None), kinds)
    if np.any(trajectory.tau):
        yield from _by_unit(trajectory, "efforts", "tau", slice(0, rates), {"N·m": "torque [N·m]", "N": "force [N]"})
    finite = trajectory.potential[np.isfinite(trajectory.potential)]
    potential = trajectory.potential - finite.min() if finite.size else trajectory.potential
    energies = {"kinetic": trajectory.kinetic, "potential": potential, "work": trajectory.work}
    energies |= {"external work": trajectory.external, "dissipated": trajectory.dissipated}
    shown = [(name, values) for name, values in energies.items() if name in ("kinetic", "potential") or np.any(values)]
    yield "energies", "energy [J]", shown


def _by_unit(
    trajectory: Trajectory, title: str, kind: str, which: slice, labels: dict[str, str]
) -> Iterator[tuple[str, str, Lines]]:
    """Yield a chart for each unit of some columns."""
    names: Sequence[str] = (trajectory.coordinates if kind == "q" else trajectory.velocities)[which]
    units = trajectory.units[kind][which]
    values = getattr(trajectory, kind)[:, which]
    for unit in dict.fromkeys(units):
        own = [k for k, one in enumerate(units) if one == unit]
        more = f" (the first {MOST_LINES} of {len(own)})" if len(own) > MOST_LINES else ""
        yield title + more, labels.get(unit, unit), [(names[k], values[:, k]) for k in own]
