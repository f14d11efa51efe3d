"""Parallel coordinates: a line for each run through all axes and outputs, coloured by the last output."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.figures.draw import shown
from armillary.figures.style import MAP, SMALL, TINY, heading
from armillary.figures.sweeps.choice import Choice, empty, endless, geometric, value_text, wrapped
from armillary.spatial.scalar import Floats
from armillary.studies.quantities import Quantity, axis, axis_names, flat, output
from armillary.tables.chart import spaced_rows

MOST_LINES = 1500
TICKS = 5


def draw_parallel(axes: Any, dataset: Any, choice: Choice, panel: tuple[str, ...]) -> None:
    """Draw the axes and all outputs of a panel; the colour is that of the first output."""
    names = choice.axes or tuple(name for name in axis_names(dataset) if dataset[name].size > 1)
    quantities = [axis(dataset, name) for name in names if name in axis_names(dataset)]
    outputs = [output(dataset, name, choice.pick) for name in panel]
    quantities += outputs
    columns = [flat(dataset, one) for one in quantities]
    numbers = np.all([np.isfinite(flat(dataset, one)) for one in outputs], axis=0)
    runs = np.flatnonzero(numbers)
    if not len(runs):
        remarks = (endless(one, flat(dataset, one)) for one in outputs)
        empty(axes, ", ".join(one.words for one in outputs), ", ".join(filter(None, remarks)))
        return
    drawn = runs[spaced_rows(len(runs), MOST_LINES)]
    heights = np.column_stack(
        [_drawn(axes, k, column, runs, one)[drawn]
         for k, (one, column) in enumerate(zip(quantities, columns, strict=True))]
    )  # fmt: skip
    first = columns[len(quantities) - len(outputs)]
    _lines(axes, heights, first[drawn].astype(float), outputs[0])
    left = f"{len(drawn):,} of " if len(drawn) < len(runs) else ""
    told = [f"{left}{len(runs):,} runs", f"coloured by {outputs[0].name.replace('_', ' ')}"]
    told += [endless(one, flat(dataset, one)) for one in outputs]
    heading(axes, "; ".join(map(shown, filter(None, told))))
    axes.set_xticks(range(len(quantities)), [wrapped(one.label, 18) for one in quantities], fontsize=SMALL)
    axes.set(xlim=(-0.1, len(quantities) - 0.9), ylim=(-0.04, 1.04))
    axes.set_yticks([])
    for side in ("left", "right", "top", "bottom"):
        axes.spines[side].set_visible(False)


def _drawn(axes: Any, k: int, column: NDArray[Any], runs: NDArray[np.int64], one: Quantity) -> Floats:
    """Draw the scale of one coordinate, and return the heights of all runs on it, from 0 to 1."""
    if one.numeric:
        values = column.astype(float)
        at = np.log(values) if geometric(values[runs]) else values
        low, high = float(at[runs].min()), float(at[runs].max())
        if high == low:
            low, high = low - 0.5, high + 0.5
        span = high - low
        heights = (at - low) / span
        marks = np.linspace(0, 1, TICKS)
        texts = [value_text(np.exp(v) if at is not values else v) for v in (low + marks * span).tolist()]
    else:
        levels, place = np.unique([str(value) for value in column], return_inverse=True)
        heights = place / max(len(levels) - 1, 1)
        shown = spaced_rows(len(levels), 2 * TICKS)
        marks, texts = shown / max(len(levels) - 1, 1), [value_text(str(levels[j])) for j in shown]
    axes.plot([k, k], [0, 1], color="0.3", linewidth=1.0, zorder=3)
    for mark, text in zip(marks, texts, strict=True):
        axes.annotate(text, (k, mark), xytext=(3, 0), textcoords="offset points", fontsize=TINY, va="center", zorder=4,
                      bbox={"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.6})  # fmt: skip
    return np.asarray(heights, dtype=float)


def _lines(axes: Any, heights: Floats, colour: Floats, one: Quantity) -> None:
    from matplotlib.collections import LineCollection

    order = np.argsort(-colour, kind="stable")  # least values on top
    x = np.broadcast_to(np.arange(heights.shape[1]), heights.shape)
    lines = LineCollection(
        list(np.stack([x, heights], axis=-1)[order]), cmap=MAP, linewidths=0.8, alpha=max(0.15, len(heights) ** -0.25)
    )
    lines.set_array(colour[order])
    axes.add_collection(lines)
    bar = axes.figure.colorbar(lines, ax=axes)
    bar.solids.set_alpha(1.0)
    bar.set_label(wrapped(one.label), fontsize=SMALL)
    bar.ax.tick_params(labelsize=SMALL)
