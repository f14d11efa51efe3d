"""Charts of a motion, with a second one in the same charts and the difference of both, thinned for a screen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArmillaryError
from armillary.multibody.coordinates import joint_size
from armillary.results.charts import MOST_LINES, MOTORS, charts
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats
from armillary.tables.chart import Chart, Line

KINDS = (
    "joints", "torques", "energies", "drift", "rates", "elastic", "drives", *MOTORS, "powers", "heat", "deflection",
    "measured", "task", "task_error",
)  # fmt: skip
USUAL = ("joints", "torques", "energies", "drift")
BUCKETS = 800
"""Number of time intervals of which each line keeps its least and its greatest value."""
PALETTE = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2")


@dataclass(frozen=True)
class LineStyle:
    """Name, colour, width and dashes of a line."""

    name: str
    colour: str
    width: float
    dash: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class StyledChart:
    """A chart whose lines have styles."""

    chart: Chart
    styles: tuple[LineStyle, ...]


def curves(motion: Trajectory, kinds: tuple[str, ...], ghost: Trajectory | None = None) -> list[StyledChart]:
    """Return the charts of a motion; lines of a second motion are dashed, and the difference is added."""
    others = {} if ghost is None else {chart.key: chart for chart in charts(ghost, usual=kinds)}
    drawn = []
    for chart in charts(motion, usual=kinds):
        lines, styles = _lines(chart)
        if ghost is not None and chart.key in others:
            dashed, more = _lines(others[chart.key], dash=(6, 4), suffix=" (ghost)")
            lines += [replace(line, values=np.interp(motion.t, ghost.t, line.values)) for line in dashed]
            styles += more
        drawn.append(_thinned(chart, lines, styles))
    if ghost is not None:
        between = difference(motion, ghost)
        drawn += [_thinned(chart, *_lines(chart)) for chart in between.charts() if len(between.t) > 1]
    return drawn


def _lines(chart: Chart, dash: tuple[int, ...] = (), suffix: str = "") -> tuple[list[Line], list[LineStyle]]:
    lines = []
    styles = []
    names = [line.name for line in chart.lines if not line.desired]
    for line in chart.lines:
        if line.desired and suffix:
            continue  # most often both follow the same reference
        place = names.index(line.name) if line.name in names else len(names)
        colour = PALETTE[place % len(PALETTE)]
        name = f"{line.name}{' desired' if line.desired else ''}{suffix}"
        lines.append(line)
        pale = "88" if line.desired or suffix else ""
        width = 1.0 if line.desired else 1.5
        styles.append(LineStyle(name, colour + pale, width, dash))
    return lines, styles


def _thinned(chart: Chart, lines: list[Line], styles: list[LineStyle]) -> StyledChart:
    """Return a chart with finite rows only, thinned: uPlot draws lines through gaps of viser's arrays."""
    chart = replace(chart, lines=tuple(lines)).visible()
    finite = np.isfinite(chart.t) & np.all([np.isfinite(line.values) for line in chart.lines], axis=0)
    whole = chart.at(np.flatnonzero(finite))
    return StyledChart(whole.thinned(2 * BUCKETS * len(lines)) if len(whole.t) > 2 * BUCKETS else whole, tuple(styles))


@dataclass(frozen=True, eq=False)
class Difference:
    """Second minus first motion at the times t (N,): joints (N, k) by name and unit, distance of the tips (N,) [m]."""

    t: Floats
    names: tuple[str, ...]
    units: tuple[str, ...]
    joints: Floats
    tip: Floats | None

    def at(self, time: float) -> str:
        """Return a sentence on the distance of the tips at a time, and on its maximum."""
        if not len(self.t):
            return "The two motions have no time in common."
        if self.tip is None:
            return f"Joints differ by at most {np.abs(self.joints).max(initial=0.0):.4g}."
        now = float(np.interp(time, self.t, self.tip))
        k = int(self.tip.argmax())
        rms = float(np.sqrt(np.mean(self.tip**2)))
        return (
            f"Tips are {1000 * now:.4g} mm apart; at most {1000 * self.tip[k]:.4g} mm, at {self.t[k]:.4g} s; "
            f"rms {1000 * rms:.4g} mm."
        )

    def charts(self) -> list[Chart]:
        """Return the differences as charts over `t`: one for each unit, and one of the tips."""
        drawn = []
        kinds = {"rad": "angle", "m": "displacement"}
        for unit in dict.fromkeys(self.units):
            places = [k for k, joint_unit in enumerate(self.units) if joint_unit == unit][:MOST_LINES]
            lines = tuple(Line(self.names[k], self.joints[:, k]) for k in places)
            drawn.append(Chart("difference of the joints", kinds.get(unit, "value"), unit, self.t, lines))
        if self.tip is not None:
            drawn.append(Chart("distance of the tips", "distance", "mm", self.t, (Line("distance", 1000 * self.tip),)))
        return drawn


def difference(first: Trajectory, second: Trajectory) -> Difference:
    """Return the difference of two motions at the times of the first that lie within the second, interpolated."""
    inside = (first.t >= second.t[0]) & (first.t <= second.t[-1])
    t = first.t[inside]
    count = joint_size(first.model)
    names = tuple(name for name in first.coordinates[:count] if name in second.coordinates)
    place, other_place = first.coordinates.index, second.coordinates.index
    columns = [np.interp(t, second.t, second.q[:, other_place(name)]) - first.q[inside, place(name)] for name in names]
    units = first.units["q"]
    joints = np.stack(columns, axis=1) if columns else np.zeros((len(t), 0))
    return Difference(t, names, tuple(units[place(name)] for name in names), joints, _tips(first, second, t, inside))


def _tips(first: Trajectory, second: Trajectory, t: Floats, inside: NDArray[np.bool_]) -> Floats | None:
    try:
        first_tips, tips = first.position("tip")[inside], second.position("tip")
    except ArmillaryError:
        return None  # a robot with several ends has no tip
    second_tips = np.stack([np.interp(t, second.t, tips[:, k]) for k in range(3)], axis=1)
    return np.asarray(np.linalg.norm(second_tips - first_tips, axis=1))
