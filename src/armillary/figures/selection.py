"""Pictures of a selection, in one figure.

score           a bar for each candidate, best at the top; pieces are measures, coloured by group
distributions   of indices over the sampled configurations: line 5 to 95 %, bar 25 to 75 %, mark at the median
tradeoff        candidates as points, two measures as axes, with their errors
Axes with more than a decade of values are logarithmic.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.figures.draw import scale_axis, shown
from armillary.figures.style import BLUE, SMALL, colour, grid, heading, new_figure
from armillary.files.arguments import words
from armillary.files.words import shortened
from armillary.selection.candidate import Measure
from armillary.selection.measures import GROUPS
from armillary.selection.measures.dexterity import Distribution, distributions
from armillary.selection.result import Selection

WHAT = ("score", "distributions", "tradeoff")
TRADEOFFS = (("operations.forward_dynamics", "workspace.volume"), ("effort.energy", "dexterity.isotropy"))
"""Pairs of measures that are drawn by default."""
WIDTH = 11.0
ROW = 0.3
"""Width of the figure and height of a candidate in it [inch]."""
MARKERS = "osD^vPX"
LONGEST = 34
"""Largest number of letters of a name."""


def plot_selection(
    selection: Selection, what: Sequence[str] | None = None, tradeoffs: Sequence[tuple[str, str]] | None = None
) -> Any:
    """Return a figure of matplotlib that shows a selection.

    Args:
        selection: Result of `arm.select`.
        what: Some of `WHAT`; default: all that are not empty.
        tradeoffs: Pairs of measures to draw against each other, such as ("workspace.volume", "effort.energy").

    Raises:
        ArgumentError: A picture or a measure is unknown.
    """
    if isinstance(what, str) or (what is not None and not words("what", what, WHAT)):
        raise ArgumentError("what", shortened(what), f"a list of some of {', '.join(WHAT)}")
    chosen = [name for name in WHAT if what is None or name in what]
    pairs = _pairs(selection, tradeoffs)
    spread = distributions(selection.looked_at) if "distributions" in chosen else []
    rows_height = ROW * max(len(selection.candidates), 4)
    charts = {"score": 1, "distributions": len(spread), "tradeoff": len(pairs)}
    heights = {
        "score": 1.4 + rows_height,
        "distributions": 1.3 + rows_height,
        "tradeoff": max(3.2, 0.6 + 0.2 * len(selection.candidates)),
    }
    drawn = [name for name in chosen if charts[name]]
    if not drawn:
        raise ArgumentError("what", ", ".join(chosen), "a picture for which these robots have values")
    sizes = [heights[name] for name in drawn]
    figure = new_figure(WIDTH, sum(sizes))
    rows = figure.subfigures(len(drawn), 1, height_ratios=sizes, squeeze=False)
    for name, row in zip(drawn, rows[:, 0], strict=True):
        axes = list(row.subplots(1, charts[name], squeeze=False)[0])
        if name == "score":
            _score(axes[0], selection)
        elif name == "distributions":
            _distributions(row, axes, spread, selection)
        else:
            _tradeoffs(row, axes, selection, pairs)
    return figure


def _score(axes: Any, selection: Selection) -> None:
    """Draw the scores as stacked bars, with the parts of a group next to each other."""
    from matplotlib.patches import Patch

    ranked = selection.result.ranking
    colours = {group: colour(k) for k, group in enumerate(GROUPS)}
    weights: dict[str, float] = {}
    for place, score in enumerate(ranked):
        left = 0.0
        for part in sorted(score.parts, key=lambda part: GROUPS.index(part.key.partition(".")[0])):
            group = part.key.partition(".")[0]
            axes.barh(place, part.points, left=left, color=colours[group], edgecolor="white", linewidth=0.8, height=0.7)
            left += part.points
            if place == 0:  # all candidates have the same weights
                weights[group] = weights.get(group, 0.0) + part.share
        error = f"±{score.error:.3f}" if score.error >= 5e-4 else ""  # smaller ones would show as ±0.000
        axes.text(left + 0.01, place, f"{score.value:.3f}{error}", va="center", fontsize=SMALL)
    _names(axes, [score.candidate + (" ✗" if score.reasons else "") for score in ranked])
    axes.set_xlim(0, 1.15)
    axes.set_xticks(np.linspace(0, 1, 6))
    axes.tick_params(labelsize=SMALL)
    axes.set_xlabel("score: sum of its parts; 1 is best in every measure", fontsize=SMALL)
    heading(axes, "scores, parts by group (share of the weights)" + _verdict(selection))
    keys = [
        Patch(color=colours[group], label=f"{group.replace('_', ' ')} ({share:.2f})")
        for group, share in weights.items()
    ]
    axes.legend(handles=keys, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=SMALL, frameon=False)


def _verdict(selection: Selection) -> str:
    """Return the meaning of a mark beside a name; empty if no candidate has one."""
    if not selection.infeasible:
        return ""
    return "; ✗: cannot perform the task" if selection.feasible else "; ✗: no candidate can perform the task"


def _distributions(figure: Any, axes: list[Any], spread: list[Distribution], selection: Selection) -> None:
    """Draw the distributions of indices over the workspace of each candidate."""
    from matplotlib.lines import Line2D

    for chart, distribution in zip(axes, spread, strict=True):
        drawn = []
        for place, name in enumerate(selection.ranking):
            values = distribution.values.get(name)
            if values is None or not np.any(np.isfinite(values)):
                continue
            # "lower" takes values of the sample: infinite ones cannot be interpolated.
            low, first, middle, third, high = np.quantile(values, (0.05, 0.25, 0.5, 0.75, 0.95), method="lower")
            chart.plot([low, high], [place, place], color=BLUE, linewidth=1)
            chart.plot([first, third], [place, place], color=BLUE, linewidth=6, solid_capstyle="butt", alpha=0.6)
            chart.plot([middle], [place], color="k", marker="|", markersize=11, markeredgewidth=1.6, linestyle="none")
            drawn += [value for value in (low, high) if math.isfinite(value)]
        _names(chart, selection.ranking if chart is axes[0] else [""] * len(selection.ranking))
        scale_axis(chart, "x", drawn)
        chart.set_xlabel(_label(distribution.label, distribution.unit), fontsize=SMALL)
    keys = [
        Line2D([], [], color=BLUE, linewidth=1, label="5 to 95 %"),
        Line2D([], [], color=BLUE, linewidth=6, alpha=0.6, label="25 to 75 %"),
        Line2D([], [], color="k", marker="|", markersize=11, markeredgewidth=1.6, linestyle="none", label="median"),
    ]
    samples = selection.looked_at[0].samples
    heading(axes[0], f"distributions over {samples} configurations")
    figure.legend(handles=keys, loc="outside lower center", ncols=3, fontsize=SMALL, frameon=False)


def _tradeoffs(figure: Any, axes: list[Any], selection: Selection, pairs: list[tuple[str, str]]) -> None:
    """Draw measures against each other, a mark for each candidate."""
    from matplotlib.lines import Line2D

    looks: dict[str, dict[str, Any]] = {
        name: {"color": colour(k), "marker": MARKERS[k % len(MARKERS)]} for k, name in enumerate(selection.ranking)
    }
    for chart, pair in zip(axes, pairs, strict=True):
        points = _points(selection, pair)
        for name, (x, y) in points.items():
            at = (x.value, y.value, x.error, y.error)
            chart.errorbar(*at, markersize=8, elinewidth=1, linestyle="none", **looks[name])
        for k, axis in enumerate("xy"):
            measure = next(measures[pair[k]] for measures in selection.by_key.values() if pair[k] in measures)
            scale_axis(chart, axis, [float(point[k].value or 0.0) for point in points.values()])
            better = f", {measure.better} is better" if measure.better else ""
            getattr(chart, f"set_{axis}label")(_label(measure.label, measure.unit) + better, fontsize=SMALL)
        grid(chart)
    heading(axes[0], "one measure against another")
    keys = [Line2D([], [], linestyle="none", label=_short(name), markersize=8, **look) for name, look in looks.items()]
    figure.legend(handles=keys, loc="outside center right", fontsize=SMALL, frameon=False)


def _points(selection: Selection, pair: tuple[str, str]) -> dict[str, tuple[Measure, Measure]]:
    """Return the two measures of every candidate that has both."""
    return {
        name: (measures[pair[0]], measures[pair[1]])
        for name, measures in selection.by_key.items()
        if all(_has_value(measures.get(key)) for key in pair)
    }


def _pairs(selection: Selection, tradeoffs: Sequence[tuple[str, str]] | None) -> list[tuple[str, str]]:
    """Return the pairs to draw: `tradeoffs`, or the usual pairs that at least two candidates have."""
    if tradeoffs is not None:
        for key in (key for pair in tradeoffs for key in pair):
            selection.measure(selection.candidates[0], key)
        return list(tradeoffs)
    return [pair for pair in TRADEOFFS if len(_points(selection, pair)) > 1]


def _has_value(measure: Measure | None) -> bool:
    return measure is not None and measure.value is not None and math.isfinite(measure.value)


def _names(axes: Any, names: Sequence[str]) -> None:
    """Write the names of candidates beside the rows, best at the top."""
    axes.set_yticks(range(len(names)), [_short(name) for name in names], fontsize=SMALL)
    axes.set_ylim(len(names) - 0.4, -0.6)
    grid(axes, "x")


def _short(name: str) -> str:
    """Return a name of at most `LONGEST` letters; its middle is cut, since names often differ at their ends."""
    half = LONGEST // 2
    return shown(name if len(name) <= LONGEST else f"{name[:half]}…{name[1 - LONGEST + half :]}")


def _label(label: str, unit: str) -> str:
    return "\n".join(textwrap.wrap(f"{label} [{unit}]" if unit else label, 44))
