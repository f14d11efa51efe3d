"""A motion as the page needs it: q for the animation, lines for the plots, events.

Rows are chosen, never interpolated. The animation has the recorded rows nearest to `RATE` times a second; a plot has
all rows or, beyond a limit, the rows at which one of its lines has an extreme within a piece of the time, so that every
peak stays. Numbers are in single precision, times in double.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.pages.page import packed
from armillary.results.charts import MOTORS, charts
from armillary.results.trajectory import Trajectory
from armillary.scene.scene import Scene
from armillary.spatial.scalar import Floats
from armillary.tables.chart import Chart
from armillary.tables.json import plain

Rows = NDArray[np.intp]

RATE = 120.0
"""Largest number of rows of the animation per second."""
MOST_NUMBERS = 250_000
"""Limit on the numbers of q in the animation: about a megabyte."""
MOST_PLOTTED = 280_000
"""Approximate limit on the numbers in all plots: a page of about three megabytes."""
FEWEST_ROWS = 1000
"""Smallest limit on the rows of a plot."""
SHOWN = (
    "joints", "rates", "torques", "task", "task_error", "elastic", "drives", *MOTORS, "powers", "deflection",
    "energies", "heat", "drift", "measured",
)  # fmt: skip
"""The charts of a page; empty ones are left out."""
MOST_EVENTS = 200


def motion_data(trajectory: Trajectory, scene: Scene, runs: int = 1) -> dict[str, Any]:
    """Return a motion as plain data, one of several runs of a page."""
    rows = animation_rows(trajectory)
    drawn = charts_of(trajectory)
    most = plotted_rows(drawn, runs)
    charts = [(chart, chart.thinned(most)) for chart in drawn]
    return {
        "begin": float(trajectory.t[0]),
        "end": float(trajectory.t[-1]),
        "recorded": len(trajectory),
        "times": packed(trajectory.t, "f8") if len(trajectory) <= most else None,
        "t": packed(trajectory.t[rows], "f8"),
        "q": packed(trajectory.q[rows, : trajectory.model.nq - len(trajectory.model.drives)]),
        "strain": largest_strain(trajectory, scene),
        # A chart with all rows has no times: the times of the run apply.
        "charts": [
            thin.to_json(packed) | {"t": None if len(thin.t) == len(chart.t) else packed(thin.t, "f8")}
            for chart, thin in charts
        ],
        "events": plain(trajectory.events[:MOST_EVENTS]),
    }


def animation_rows(trajectory: Trajectory) -> Rows:
    """Return the rows of the animation: finite ones, at most `RATE` per second, the first and the last among them."""
    with np.errstate(over="ignore", invalid="ignore"):
        finite = np.flatnonzero(np.all(np.isfinite(trajectory.q.astype(np.float32)), axis=1))
    t = trajectory.t[finite]
    if not len(t):
        return np.arange(0)
    most = min(RATE * float(t[-1] - t[0]), MOST_NUMBERS / max(trajectory.q.shape[1], 1))
    if len(t) - 1 <= most:
        return finite
    times = np.linspace(t[0], t[-1], max(int(most), 1) + 1)
    after = np.clip(np.searchsorted(t, times), 1, len(t) - 1)
    nearest = np.where(times - t[after - 1] < t[after] - times, after - 1, after)
    return finite[np.unique([0, *nearest, len(t) - 1])]


def last_finite(q: Floats) -> Floats:
    """Return the last row whose numbers are all finite; without one, the first row."""
    known = np.flatnonzero(np.all(np.isfinite(q), axis=1))
    return np.asarray(q[known[-1] if len(known) else 0])


def charts_of(trajectory: Trajectory) -> list[Chart]:
    """Return the charts of a page that have something to show."""
    return charts(trajectory, usual=SHOWN)


def largest_strain(trajectory: Trajectory, scene: Scene) -> float:
    """Return the greatest strain at the surface of a link over all recorded rows."""
    largest = 0.0
    for part in scene.parts:
        if part.bending is not None:
            start, count = part.bending.start, len(part.bending.strain)
            q = trajectory.q[:, start : start + count]
            q = q[np.all(np.isfinite(q), axis=1)]
            distinct = np.unique(part.bending.strain, axis=1)
            for rows in np.array_split(q, max(len(q) // 2000, 1)):
                largest = max(largest, float(np.abs(rows @ distinct).max(initial=0.0)))
    return largest


def plotted_rows(charts: Sequence[Chart], runs: int) -> int:
    """Return the largest number of rows of each plot of a run; fewer for pages with several runs."""
    columns = sum(len(chart.lines) for chart in charts)
    return max(MOST_PLOTTED // (runs * max(columns, 1)), FEWEST_ROWS)
