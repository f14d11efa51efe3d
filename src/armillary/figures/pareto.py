"""Pictures of a search: the first objective against each of the others, fronts marked.

Every architecture is a point. Points of the first front, which counts all objectives, are filled and carry their rank;
a list beside the charts has their names. Later fronts are paler. The line in a chart is the front of its two objectives
alone: a point of the first front off the line is there for an objective that the chart does not show.
"""

from __future__ import annotations

import math
from typing import Any

from armillary.errors import ArgumentError
from armillary.figures.draw import scale_axis
from armillary.figures.style import BLUE, LABEL, SMALL, TINY, TITLE, grid, new_figure
from armillary.selection.architectures.pareto import fronts
from armillary.selection.architectures.search_result import Search

ACROSS, HEIGHT = 4.6, 3.9
"""Size of one chart [inch]."""
NAMED = 24
"""Largest number of names beside the charts."""
TOGETHER = 0.035
"""Distance relative to the width of a chart below which points share a label."""
SHADES = {1: BLUE, 2: "0.45", 3: "0.68"}
LATER = "0.85"
"""Colours of the points by front."""


def plot_pareto(search: Search, title: str = "") -> Any:
    """Return a figure of matplotlib with a chart for each objective but the first, which is the axis of all.

    Raises:
        ArgumentError: There is one objective only.
    """
    cost, *others = search.objectives
    if not others:
        raise ArgumentError("objectives", f"one only, {cost}", "two or more, to draw one against another")
    across = min(len(others), 3)
    down = -(-len(others) // across)
    figure = new_figure(ACROSS * across + 2.2, max(HEIGHT * down, 4.6) + 0.4)
    for k, key in enumerate(others):
        _draw(figure.add_subplot(down, across, k + 1), search, cost, key)
    joints = len(search.architectures[0].pieces)
    figure.suptitle(title or f"{len(search.architectures)} architectures of {joints} joints", fontsize=TITLE)
    _legend(figure, search)
    return figure


def _draw(axes: Any, search: Search, cost: str, key: str) -> None:
    """Draw one objective against the cost."""
    points = _points(search, cost, key)
    for name, (x, y) in sorted(points.items(), key=lambda item: -(search.fronts[item[0]] or math.inf)):
        front = search.fronts[name]
        first = front == 1
        axes.plot(
            x, y, "o", markersize=6 if first else 4.5, color="none" if front is None else SHADES.get(front, LATER),
            markeredgecolor=BLUE if first else "0.4", markeredgewidth=0.6, zorder=3 if first else 2, label="_",
        )  # fmt: skip
    better = [search.objective(one).better for one in (cost, key)]
    pair = fronts(list(points.values()), better)
    line = sorted(point for point, front in zip(points.values(), pair, strict=True) if front == 1)
    steps = "steps-post" if better[0] == "less" else "steps-pre"
    axes.plot(*zip(*line, strict=True), "-", drawstyle=steps, color=BLUE, linewidth=0.9, alpha=0.6, zorder=1)
    for axis, one in (("x", cost), ("y", key)):
        scale_axis(axes, axis, [point[axis == "y"] for point in points.values()])
        getattr(axes, f"set_{axis}label")(_label(search, one), fontsize=LABEL)
    axes.tick_params(labelsize=SMALL)
    grid(axes)
    _number(axes, search, points)


def _points(search: Search, cost: str, key: str) -> dict[str, tuple[float, float]]:
    """Return the points of the architectures for which both values are finite."""
    found = {name: (search.value(name, cost), search.value(name, key)) for name in search.ranking}
    return {
        name: (x, y)
        for name, (x, y) in found.items()
        if x is not None and y is not None and math.isfinite(x) and math.isfinite(y)
    }


def _number(axes: Any, search: Search, points: dict[str, tuple[float, float]]) -> None:
    """Write ranks beside the points of the first front; points in about one place share a label."""
    labels: list[tuple[tuple[float, float], tuple[float, float], list[int]]] = []
    to_screen = axes.transScale + axes.transLimits
    for k, name in enumerate(search.front[:NAMED]):
        if name not in points:
            continue
        x, y = to_screen.transform(points[name])
        near = (ranks for _, (u, v), ranks in labels if abs(u - x) < TOGETHER and abs(v - y) < TOGETHER)
        ranks = next(near, None)
        if ranks is None:
            labels.append((points[name], (x, y), [k + 1]))
        else:
            ranks.append(k + 1)
    for point, _, ranks in labels:
        text = ", ".join(map(str, ranks))
        axes.annotate(text, point, xytext=(4, 3), textcoords="offset points", fontsize=TINY, color=BLUE, zorder=4)


def _label(search: Search, key: str) -> str:
    one = search.objective(key)
    unit = f" [{one.unit}]" if one.unit else ""
    return f"{key.replace('.', ': ').replace('_', ' ')}{unit}, {'less' if one.better == 'less' else 'more'} is better"


def _legend(figure: Any, search: Search) -> None:
    """Write the fronts, and the names of the first by rank, beside the charts."""
    from matplotlib.lines import Line2D

    def key(colour: str, label: str) -> Any:
        key = Line2D([], [], marker="o", linestyle="", color=colour, label=label)
        key.set(markeredgecolor="0.4", markeredgewidth=0.6)
        return key

    held = {front for front in search.fronts.values() if front is not None}
    keys = [key(SHADES[front], f"front {front}") for front in (1, 2, 3) if front in held]
    keys += [key(LATER, "later fronts")] if any(front > 3 for front in held) else []
    keys += [Line2D([], [], color=BLUE, linewidth=0.9, alpha=0.6, label="front of the two")]
    first = search.front
    keys += [Line2D([], [], linestyle="", label=f"{k + 1}  {name}") for k, name in enumerate(first[:NAMED])]
    if len(first) > NAMED:
        keys.append(Line2D([], [], linestyle="", label=f"and {len(first) - NAMED} more"))
    figure.legend(handles=keys, loc="outside right upper", fontsize=TINY, frameon=False, handlelength=1.2)
