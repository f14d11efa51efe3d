"""Pictures of a search: the first objective against each of the others, fronts marked.

Every architecture is a point. Points of the first front, which counts all objectives, are filled and carry their rank;
a list beside the charts has their names. Later fronts are paler. The line in a chart is the front of its two objectives
alone: a point of the first front off the line is there for an objective that the chart does not show. Architectures
that exceed their limits are empty circles and on no front where others do not exceed theirs.
"""

from __future__ import annotations

import math
from typing import Any

from armillary.errors import ArgumentError
from armillary.figures.draw import scale_axis
from armillary.figures.style import BLUE, LABEL, SMALL, TINY, grid, new_panels
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
    joints = len(search.architectures[0].pieces)
    title = title or f"{len(search.architectures)} architectures of {joints} joints"
    # A single row of charts is higher, since the legend beside them has many lines.
    height = HEIGHT if len(others) > 3 else 4.6
    figure, panels = new_panels(len(others), (ACROSS, height), margin=(2.2, 0.4), title=title)
    for axes, key in zip(panels, others, strict=True):
        _draw(axes, search, cost, key)
    _legend(figure, search)
    return figure


def _draw(axes: Any, search: Search, cost: str, key: str) -> None:
    """Draw one objective against the cost."""
    points = _points(search, cost, key)
    # The first front is drawn last, over all others.
    for name in sorted(points, key=lambda name: -(search.fronts[name] or math.inf)):
        front = search.fronts[name]
        look: dict[str, Any] = {"markersize": 4.5, "markeredgecolor": "0.4", "zorder": 2}
        if front == 1:
            look = {"markersize": 6, "markeredgecolor": BLUE, "zorder": 3}
        look["color"] = "none" if front is None else SHADES.get(front, LATER)
        axes.plot(*points[name], "o", markeredgewidth=0.6, label="_", **look)
    better = [search.objective(objective).better for objective in (cost, key)]
    rivals = [point for name, point in points.items() if name not in search.dropped]
    line = sorted(point for point, front in zip(rivals, fronts(rivals, better), strict=True) if front == 1)
    steps = "steps-post" if better[0] == "less" else "steps-pre"
    axes.plot(
        [x for x, _ in line], [y for _, y in line], "-", drawstyle=steps, color=BLUE, linewidth=0.9, alpha=0.6, zorder=1
    )
    for k, (axis, objective) in enumerate((("x", cost), ("y", key))):
        scale_axis(axes, axis, [point[k] for point in points.values()])
        getattr(axes, f"set_{axis}label")(_label(search, objective), fontsize=LABEL)
    axes.tick_params(labelsize=SMALL)
    grid(axes)
    _number(axes, search, points)


def _points(search: Search, cost: str, key: str) -> dict[str, tuple[float, float]]:
    """Return the points of the architectures for which both values are finite."""
    points = {}
    for name in search.ranking:
        x, y = search.value(name, cost), search.value(name, key)
        if x is not None and y is not None and math.isfinite(x) and math.isfinite(y):
            points[name] = (x, y)
    return points


def _number(axes: Any, search: Search, points: dict[str, tuple[float, float]]) -> None:
    """Write ranks beside the points of the first front; points in about one place share a label."""
    labels: list[tuple[tuple[float, float], tuple[float, float], list[int]]] = []  # point, its place, ranks
    to_chart = axes.transScale + axes.transLimits  # to parts of the width and height of the chart
    for k, name in enumerate(search.front[:NAMED]):
        if name not in points:
            continue
        x, y = to_chart.transform(points[name])
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
    objective = search.objective(key)
    unit = f" [{objective.unit}]" if objective.unit else ""
    better = "less" if objective.better == "less" else "more"
    return f"{key.replace('.', ': ').replace('_', ' ')}{unit}, {better} is better"


def _legend(figure: Any, search: Search) -> None:
    """Write the fronts, and the names of the first by rank, beside the charts."""
    from matplotlib.lines import Line2D

    def key(colour: str, label: str) -> Any:
        key = Line2D([], [], marker="o", linestyle="", color=colour, label=label)
        key.set(markeredgecolor="0.4", markeredgewidth=0.6)
        return key

    numbers = {front for front in search.fronts.values() if front is not None}
    keys = [key(SHADES[front], f"front {front}") for front in (1, 2, 3) if front in numbers]
    keys += [key(LATER, "later fronts")] if any(front > 3 for front in numbers) else []
    keys += [Line2D([], [], color=BLUE, linewidth=0.9, alpha=0.6, label="front of the two")]
    first = search.front
    keys += [Line2D([], [], linestyle="", label=f"{k + 1}  {name}") for k, name in enumerate(first[:NAMED])]
    if len(first) > NAMED:
        keys.append(Line2D([], [], linestyle="", label=f"and {len(first) - NAMED} more"))
    figure.legend(handles=keys, loc="outside right upper", fontsize=TINY, frameon=False, handlelength=1.2)
