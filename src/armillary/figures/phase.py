"""Phase portraits: the rate of each coordinate over the coordinate, along a run or the runs of a stack.

A circle is the start, a square the end of a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from armillary.errors import ArgumentError
from armillary.figures.draw import MOST_RUNS, shown
from armillary.figures.style import (
    BLUE,
    GREEN,
    LINE,
    VERMILION,
    heading,
    label,
    legend_below,
    new_panels,
)
from armillary.files.arguments import words
from armillary.multibody.coordinates import coordinate_names, coordinate_units, joint_size
from armillary.tables.chart import spaced_rows

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory

WIDTH, HEIGHT = 3.4, 2.9
"""Size of one chart [inch]."""
MOST_CHARTS = 12
MOST_POINTS, LEAST_ROWS = 5000, 3


def plot_phase(trajectory: Trajectory, coordinates: str | Sequence[str] | None = None) -> Any:
    """Return a figure of matplotlib with a phase portrait for each coordinate; default: those of joints."""
    model = trajectory.model
    of_q, of_qd = model.plain
    names, units = coordinate_names(model), coordinate_units(model)
    places = {names[k]: (k, v) for k, v in zip(of_q.tolist(), of_qd.tolist(), strict=True)}
    usual = [name for name, (k, _) in places.items() if k < joint_size(model)]
    chosen = usual[:MOST_CHARTS] if coordinates is None else list(words("coordinates", coordinates, places))
    if len(chosen) > MOST_CHARTS:
        raise ArgumentError("coordinates", f"{len(chosen)} names", f"at most {MOST_CHARTS}")
    if not chosen:
        without = "a robot without coordinates whose rates are their derivatives"
        raise ArgumentError("coordinates", without, "a joint with one coordinate, or an elastic one")
    runs = trajectory.runs
    count = len(runs)
    runs = tuple(runs[k] for k in spaced_rows(count, MOST_RUNS))
    if max(len(run.t) for run in runs) < LEAST_ROWS:
        raise ArgumentError("trajectory", "the ends of runs alone", "rows between", "simulate with record=0.01")
    runs_text = f"{len(runs)} of {count} runs" if len(runs) < count else f"{count} runs"
    title = f"{shown(model.robot.name)}: phase portraits" + (f" of {runs_text}" if count > 1 else "")
    figure, panels = new_panels(len(chosen), (WIDTH, HEIGHT), margin=(0.3, 0.7), title=title)
    shade = max(0.25, len(runs) ** -0.5)
    for axes, name in zip(panels, chosen, strict=True):
        k, v = places[name]
        for i, run in enumerate(runs):
            every = -(-len(run.t) // MOST_POINTS) if len(run.t) else 1
            q, qd = run.q[::every, k], run.qd[::every, v]
            labels = ("run", "start", "end") if i == 0 else (None, None, None)  # one entry of the legend for all runs
            axes.plot(q, qd, color=BLUE, linewidth=LINE, alpha=shade, label=labels[0])
            axes.plot(run.q[:1, k], run.qd[:1, v], "o", color=GREEN, markersize=4, label=labels[1])
            axes.plot(run.q[-1:, k], run.qd[-1:, v], "s", color=VERMILION, markersize=4, label=labels[2])
        heading(axes, shown(name))
        label(axes, f"position [{units['q'][k]}]", f"rate [{units['qd'][v]}]")
    legend_below(figure)
    return figure
