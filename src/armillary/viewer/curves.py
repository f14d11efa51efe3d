"""Charts of a motion, and of a second one in the same charts, thinned out to what a screen can show."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from armillary.results.charts import charts
from armillary.results.trajectory import Trajectory
from armillary.tables.chart import Chart, Line
from armillary.viewer.difference import difference

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
    """A chart whose lines have styles."""

    chart: Chart
    styles: tuple[Style, ...]


def curves(motion: Trajectory, kinds: tuple[str, ...], ghost: Trajectory | None = None) -> list[Curves]:
    """Return the charts of a motion that it has; lines of a second motion are dashed, and the difference is added."""
    others = {} if ghost is None else {chart.key: chart for chart in charts(ghost, usual=kinds)}
    found = []
    for chart in charts(motion, usual=kinds):
        lines, styles = _lines(chart)
        if ghost is not None and chart.key in others:
            dashed, more = _lines(others[chart.key], dash=(6, 4), suffix=" (ghost)")
            lines += [replace(line, values=np.interp(motion.t, ghost.t, line.values)) for line in dashed]
            styles += more
        found.append(_thinned(chart, lines, styles))
    if ghost is not None:
        between = difference(motion, ghost)
        found += [_thinned(chart, *_lines(chart)) for chart in between.charts() if len(between.t) > 1]
    return found


def _lines(chart: Chart, dash: tuple[int, ...] = (), suffix: str = "") -> tuple[list[Line], list[Style]]:
    lines, styles, names = [], [], [line.name for line in chart.lines if not line.wanted]
    for line in chart.lines:
        if line.wanted and suffix:
            continue  # both follow the same, most often
        place = names.index(line.name) if line.name in names else len(names)
        colour = PALETTE[place % len(PALETTE)]
        name = f"{line.name}{' wanted' if line.wanted else ''}{suffix}"
        lines.append(replace(line, values=np.abs(line.values)) if chart.logarithmic else line)
        styles.append(Style(name, colour + ("88" if line.wanted or suffix else ""), 1.0 if line.wanted else 1.5, dash))
    return lines, styles


def _thinned(chart: Chart, lines: list[Line], styles: list[Style]) -> Curves:
    """Return a chart with finite rows only, thinned: uPlot draws lines through gaps of viser's arrays."""
    finite = np.isfinite(chart.t) & np.all([np.isfinite(line.values) for line in lines], axis=0)
    whole = replace(chart, lines=tuple(lines)).at(np.flatnonzero(finite))
    return Curves(whole.thinned(2 * BUCKETS * len(lines)) if len(whole.t) > 2 * BUCKETS else whole, tuple(styles))
