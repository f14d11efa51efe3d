"""Charts of a motion, and of a second one in the same charts, thinned out to what a screen can show."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArmillaryError
from armillary.figures.charts import Chart, charts
from armillary.results.trajectory import Trajectory
from armillary.viewer.difference import difference

Floats = NDArray[np.float64]

KINDS = ("joints", "torques", "energies", "drift", "rates", "elastic", "deflection", "task", "task_error")
USUAL = ("joints", "torques", "energies", "drift")
BUCKETS = 800
"""Parts of the time of which each line keeps its least and its greatest value."""
PALETTE = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2")


@dataclass(frozen=True)
class Style:
    """How a line looks."""

    name: str
    colour: str
    width: float
    dash: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Curves:
    """One chart: times (N,) [s], and lines (N,) with their styles."""

    title: str
    label: str
    t: Floats
    lines: tuple[Floats, ...]
    styles: tuple[Style, ...]


def curves(motion: Trajectory, kinds: tuple[str, ...], ghost: Trajectory | None = None) -> list[Curves]:
    """Return the charts of a motion that it has; lines of a second motion are dashed, and the difference is added."""
    others = {} if ghost is None else {chart.key: chart for chart in _charts(ghost, kinds)}
    found = []
    for chart in _charts(motion, kinds):
        values, styles = _lines(chart)
        if ghost is not None and chart.key in others:
            dashed, more = _lines(others[chart.key], dash=(6, 4), suffix=" (ghost)")
            values += [np.interp(motion.t, ghost.t, each) for each in dashed]
            styles += more
        found.append(_thinned(chart, motion.t, values, styles))
    if ghost is not None:
        between = difference(motion, ghost)
        found += [_thinned(chart, between.t, *_lines(chart)) for chart in between.charts() if len(between.t) > 1]
    return found


def _charts(motion: Trajectory, kinds: tuple[str, ...]) -> list[Chart]:
    found: list[Chart] = []
    for kind in kinds:
        try:
            found += charts(motion, [kind])
        except ArmillaryError:
            continue  # this motion has nothing to show there
    return found


def _lines(chart: Chart, dash: tuple[int, ...] = (), suffix: str = "") -> tuple[list[Floats], list[Style]]:
    values, styles, names = [], [], [line.name for line in chart.lines if not line.wanted]
    for line in chart.lines:
        if line.wanted and suffix:
            continue  # both follow the same, most often
        place = names.index(line.name) if line.name in names else len(names)
        colour = PALETTE[place % len(PALETTE)]
        name = f"{line.name}{' wanted' if line.wanted else ''}{suffix}"
        values.append(np.abs(line.values) if chart.logarithmic else line.values)
        styles.append(Style(name, colour + ("88" if line.wanted or suffix else ""), 1.0 if line.wanted else 1.5, dash))
    return values, styles


def _thinned(chart: Chart, t: Floats, values: list[Floats], styles: list[Style]) -> Curves:
    """Return a chart with the rows that matter: in each bucket the least and the greatest of each line."""
    finite = np.isfinite(t) & np.all([np.isfinite(each) for each in values], axis=0)
    t, values = t[finite], [each[finite] for each in values]
    if len(t) > 2 * BUCKETS:
        kept = {0, len(t) - 1}
        edges = np.linspace(0, len(t), BUCKETS + 1).astype(int)
        for each in values:
            for first, last in pairwise(edges.tolist()):
                if last > first:
                    kept |= {first + int(each[first:last].argmin()), first + int(each[first:last].argmax())}
        rows = np.array(sorted(kept))
        t, values = t[rows], [each[rows] for each in values]
    return Curves(chart.title, chart.label, t, tuple(values), tuple(styles))
