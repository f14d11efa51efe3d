"""Parallel coordinates: a line for each run through all axes and outputs, coloured by the first output."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.figures.draw import shown
from armillary.figures.style import MAP, SMALL, TINY, colour_bar, heading
from armillary.figures.sweeps.panel import PanelOptions, empty, geometric, infinite_runs, value_text, wrapped
from armillary.spatial.scalar import Floats
from armillary.studies.quantities import StudyQuantity, axis, axis_names, flat, output
from armillary.tables.chart import spaced_rows

MOST_LINES = 1500
TICKS = 5


def draw_parallel(axes: Any, dataset: Any, options: PanelOptions, panel: tuple[str, ...]) -> None:
    """Draw the axes and all outputs of a panel; the colour is that of the first output."""
    names = options.axes or tuple(name for name in axis_names(dataset) if dataset[name].size > 1)
    quantities = [axis(dataset, name) for name in names if name in axis_names(dataset)]
    outputs = [output(dataset, name, options.pick) for name in panel]
    quantities += outputs
    columns = [flat(dataset, quantity) for quantity in quantities]
    numbers = np.all([np.isfinite(flat(dataset, quantity)) for quantity in outputs], axis=0)
    runs = np.flatnonzero(numbers)
    if not len(runs):
        reasons = (infinite_runs(quantity, flat(dataset, quantity)) for quantity in outputs)
        empty(axes, ", ".join(quantity.words for quantity in outputs), ", ".join(filter(None, reasons)))
        return
    drawn = runs[spaced_rows(len(runs), MOST_LINES)]
    heights = np.empty((len(drawn), len(quantities)))
    for k, (quantity, column) in enumerate(zip(quantities, columns, strict=True)):
        heights[:, k] = _draw_scale(axes, k, column, runs, quantity)[drawn]
    first = columns[len(quantities) - len(outputs)]
    _lines(axes, heights, first[drawn].astype(float), outputs[0])
    left = f"{len(drawn):,} of " if len(drawn) < len(runs) else ""
    remarks = [f"{left}{len(runs):,} runs", f"coloured by {outputs[0].name.replace('_', ' ')}"]
    remarks += [infinite_runs(quantity, flat(dataset, quantity)) for quantity in outputs]
    heading(axes, "; ".join(map(shown, filter(None, remarks))))
    axes.set_xticks(range(len(quantities)), [wrapped(quantity.label, 18) for quantity in quantities], fontsize=SMALL)
    axes.set(xlim=(-0.1, len(quantities) - 0.9), ylim=(-0.04, 1.04))
    axes.set_yticks([])
    for side in ("left", "right", "top", "bottom"):
        axes.spines[side].set_visible(False)


def _draw_scale(axes: Any, k: int, column: NDArray[Any], runs: NDArray[np.int64], quantity: StudyQuantity) -> Floats:
    """Draw the scale of one coordinate, and return the heights of all runs on it, from 0 to 1."""
    if quantity.numeric:
        values = column.astype(float)
        at = np.log(values) if geometric(values[runs]) else values
        low, high = float(at[runs].min()), float(at[runs].max())
        if high == low:
            low, high = low - 0.5, high + 0.5
        heights = (at - low) / (high - low)
        marks = np.linspace(0, 1, TICKS)
        ticks = low + marks * (high - low)
        ticks = np.exp(ticks) if at is not values else ticks  # back from the logarithms
        texts = [value_text(tick) for tick in ticks.tolist()]
    else:
        levels, place = np.unique([str(value) for value in column], return_inverse=True)
        heights = place / max(len(levels) - 1, 1)
        named = spaced_rows(len(levels), 2 * TICKS)
        marks = named / max(len(levels) - 1, 1)
        texts = [value_text(str(levels[j])) for j in named]
    axes.plot([k, k], [0, 1], color="0.3", linewidth=1.0, zorder=3)
    backing = {"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.6}
    beside = {"xytext": (3, 0), "textcoords": "offset points", "va": "center", "fontsize": TINY}
    for mark, text in zip(marks, texts, strict=True):
        axes.annotate(text, (k, mark), zorder=4, bbox=backing, **beside)
    return np.asarray(heights, dtype=float)


def _lines(axes: Any, heights: Floats, colour: Floats, quantity: StudyQuantity) -> None:
    from matplotlib.collections import LineCollection

    order = np.argsort(-colour, kind="stable")  # small values, which are usually better, are drawn last and on top
    x = np.broadcast_to(np.arange(heights.shape[1]), heights.shape)
    lines = LineCollection(
        list(np.stack([x, heights], axis=-1)[order]), cmap=MAP, linewidths=0.8, alpha=max(0.15, len(heights) ** -0.25)
    )
    lines.set_array(colour[order])
    axes.add_collection(lines)
    bar = colour_bar(axes, lines, wrapped(quantity.label))
    bar.solids.set_alpha(1.0)  # the bar would be as pale as the lines
