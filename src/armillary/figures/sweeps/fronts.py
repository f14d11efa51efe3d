"""One output against another: runs as points, with the Pareto front."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.figures.style import BLUE, SMALL, TINY, grid, heading
from armillary.figures.sweeps.panel import PanelOptions, empty, infinite_runs, value_scale, wrapped
from armillary.spatial.scalar import Floats
from armillary.studies.quantities import flat, output
from armillary.tables.chart import spaced_rows

MOST_POINTS = 10_000
APART = 0.05
"""Smallest distance between the numbers of two runs on the front, relative to the chart."""


def front_of(points: Floats) -> NDArray[np.int64]:
    """Return the indices of the points on the Pareto front for two columns to minimise, by rising first column.

    Example:
        >>> front_of(np.array([[1.0, 3.0], [2.0, 2.0], [3.0, 2.5]])).tolist()
        [0, 1]
    """
    order = np.lexsort((points[:, 1], points[:, 0]))
    second = points[order, 1]
    # Along the rising first column, a point is on the front if its second value is below all before it.
    least = np.minimum.accumulate(np.append(np.inf, second))[:-1]
    return np.asarray(order[second < least], dtype=np.int64)


def draw_front(axes: Any, dataset: Any, options: PanelOptions, panel: tuple[str, ...]) -> None:
    """Draw the second output of a panel against the first."""
    pair = [output(dataset, name, options.pick) for name in panel]
    values = np.column_stack([flat(dataset, quantity) for quantity in pair])
    numbers = np.flatnonzero(np.isfinite(values).all(axis=1))
    infinite = ", ".join(filter(None, (infinite_runs(quantity, flat(dataset, quantity)) for quantity in pair)))
    if not len(numbers):
        empty(axes, " and ".join(quantity.words for quantity in pair), infinite)
        return
    values = values[numbers]
    signs = np.array([-1.0 if name in options.more else 1.0 for name in panel])
    front = front_of(values * signs)
    k = spaced_rows(len(values), MOST_POINTS)
    axes.plot(*values[k].T, "o", color="0.6", markersize=3, markeredgewidth=0, alpha=0.7, label="runs")
    steps = "steps-post" if signs[0] > 0 else "steps-pre"
    line = values[front] if signs[0] > 0 else values[front[::-1]]  # from left to right, as steps need
    axes.plot(*line.T, drawstyle=steps, color=BLUE, linewidth=0.9, alpha=0.7)
    axes.plot(*values[front].T, "o", color=BLUE, markersize=5, label=f"front, {len(front)} runs")
    for which, quantity, sign, column in zip("xy", pair, signs, values.T, strict=True):
        better = "less" if sign > 0 else "more"
        value_scale(axes, which, column, f"{quantity.label}, {better} is better")
    beside = {"xytext": (4, 3), "textcoords": "offset points", "fontsize": TINY, "color": BLUE}
    for j in _apart(axes, values, front):
        axes.annotate(str(numbers[j]), values[j], **beside)
    drawn = f"{len(values):,} runs" if len(k) == len(values) else f"{len(k):,} of {len(values):,} runs"
    remark = "; ".join(filter(None, (drawn, infinite, "numbers of runs beside the front")))
    heading(axes, wrapped(remark))
    axes.legend(fontsize=SMALL, frameon=False)
    grid(axes)


def _apart(axes: Any, values: Floats, front: NDArray[np.int64]) -> list[int]:
    """Return the points of the front whose numbers do not overlap in the chart."""
    kept: list[int] = []
    place = (axes.transScale + axes.transLimits).transform
    for j in front.tolist():
        if all(np.abs(place(values[j]) - place(values[k])).max() > APART for k in kept):
            kept.append(j)
    return kept
