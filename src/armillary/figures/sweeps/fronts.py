"""One output against another: runs as points, with the front of those that no other run beats in both."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.figures.style import COLOURS, SMALL, TINY, grid, heading
from armillary.figures.sweeps.choice import Choice, empty, endless, value_scale, wrapped
from armillary.spatial.scalar import Floats
from armillary.studies.quantities import flat, output
from armillary.tables.chart import spaced_rows

MOST_POINTS = 10_000
APART = 0.05
"""Least distance of numbers beside the front, relative to the chart."""


def front_of(points: Floats) -> NDArray[np.int64]:
    """Return the indices of points that no other point beats, less being better in both columns, by the first.

    Example:
        >>> front_of(np.array([[1.0, 3.0], [2.0, 2.0], [3.0, 2.5]])).tolist()
        [0, 1]
    """
    order = np.lexsort((points[:, 1], points[:, 0]))
    least = np.minimum.accumulate(points[order, 1])
    kept = np.concatenate([[True], points[order[1:], 1] < least[:-1]]) if len(order) else np.zeros(0, dtype=bool)
    return np.asarray(order[kept], dtype=np.int64)


def draw_front(axes: Any, dataset: Any, choice: Choice, panel: tuple[str, ...]) -> None:
    """Draw the second output of a panel over the first."""
    pair = [output(dataset, name, choice.pick) for name in panel]
    values = np.column_stack([flat(dataset, one) for one in pair])
    numbers = np.flatnonzero(np.isfinite(values).all(axis=1))
    left = ", ".join(filter(None, (endless(one, flat(dataset, one)) for one in pair)))
    if not len(numbers):
        empty(axes, " and ".join(one.words for one in pair), left)
        return
    values = values[numbers]
    signs = np.array([-1.0 if name in choice.more else 1.0 for name in panel])
    front = front_of(values * signs)
    k = spaced_rows(len(values), MOST_POINTS)
    axes.plot(*values[k].T, "o", color="0.6", markersize=3, markeredgewidth=0, alpha=0.7, label="runs")
    steps = "steps-post" if signs[0] > 0 else "steps-pre"
    line = values[front] if signs[0] > 0 else values[front[::-1]]
    axes.plot(*line.T, drawstyle=steps, color=COLOURS[0], linewidth=0.9, alpha=0.7)
    axes.plot(*values[front].T, "o", color=COLOURS[0], markersize=5, label=f"front, {len(front)} runs")
    for which, one, sign, column in zip("xy", pair, signs, values.T, strict=True):
        value_scale(axes, which, column, f"{one.label}, {'less' if sign > 0 else 'more'} is better")
    for j in _apart(axes, values, front):
        axes.annotate(str(numbers[j]), values[j], xytext=(4, 3), textcoords="offset points", fontsize=TINY,
                      color=COLOURS[0])  # fmt: skip
    drawn = f"{len(values):,} runs" if len(k) == len(values) else f"{len(k):,} of {len(values):,} runs"
    told = "; ".join(filter(None, (drawn, left, "numbers of runs beside the front")))
    heading(axes, wrapped(told))
    axes.legend(fontsize=SMALL, frameon=False)
    grid(axes)


def _apart(axes: Any, values: Floats, front: NDArray[np.int64]) -> list[int]:
    """Return the points of the front whose numbers have room."""
    kept: list[int] = []
    place = (axes.transScale + axes.transLimits).transform
    for j in front.tolist():
        if all(np.abs(place(values[j]) - place(values[k])).max() > APART for k in kept):
            kept.append(j)
    return kept
