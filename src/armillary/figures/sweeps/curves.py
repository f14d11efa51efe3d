"""Outputs over one axis: lines by a second axis; medians with bands from 5 to 95 % where further axes vary."""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.figures.style import COLOURS, MARKS, SMALL, grid, heading
from armillary.figures.sweeps.choice import (
    LEVELS,
    Choice,
    empty,
    endless,
    places,
    scale,
    value_scale,
    value_text,
    wrapped,
)
from armillary.studies.quantities import (
    SAMPLE,
    Quantity,
    axis,
    axis_names,
    given_dims,
    output,
    quantiles,
    random_axes,
)
from armillary.tables.chart import spaced_rows

MOST_LINES = len(COLOURS)
MOST_POINTS = 5000
BINS = 20
"""Pieces of a random axis in which a median is drawn."""


def draw_curves(axes: Any, dataset: Any, choice: Choice, panel: tuple[str, ...]) -> None:
    """Draw one output over an axis."""
    name = panel[0]
    x_name, line_name = _axes(dataset, choice, name)
    x = axis(dataset, x_name)
    known, dims = axis_names(dataset), dataset[name].dims
    own = tuple(dim for dim in (x_name, line_name) if dim and dim in dims and dim not in known)
    one = output(dataset, name, choice.pick, kept=own)
    if not np.isfinite(one.values.values).any():
        empty(axes, one.label, endless(one, one.values.values))
        return
    (x_dim,) = x.dims
    if x_dim == SAMPLE:
        _points(axes, one, x)
    else:
        _lines(axes, one, x, axis(dataset, line_name) if line_name else None)
    if axes.has_data():
        scale(axes, "x", x)
        value_scale(axes, "y", one.values.values, one.label)
        grid(axes)


def _axes(dataset: Any, choice: Choice, name: str) -> tuple[str, str | None]:
    """Return the names of the axis of x and that of lines: as chosen, else time, else the axes with most values."""
    if choice.axes:
        x = choice.axes[0]
        line = choice.axes[1] if len(choice.axes) > 1 else None
        if line and dataset[line].dims == (SAMPLE,):
            raise ArgumentError("axes", line, "an axis with given values for lines", "a random axis can be x only")
        return x, line
    dims = [_named(dataset, dim) for dim in given_dims(dataset)]
    if "time" in dataset[name].dims:
        dims = ["time", *dims]
    if not dims and random_axes(dataset):
        dims = [name for name in random_axes(dataset) if name in axis_names(dataset)][:1]
    if not dims:
        raise ArgumentError("axes", "none with more than one value", "an axis to draw over")
    return dims[0], dims[1] if len(dims) > 1 else None


def _named(dataset: Any, dim: str) -> str:
    """Return the name of the first axis along a dimension."""
    return dim if dim in dataset.coords else next(n for n in axis_names(dataset) if dataset[n].dims == (dim,))


def _lines(axes: Any, one: Quantity, x: Quantity, line: Quantity | None) -> None:
    """Draw medians over the axes that are not shown, with bands."""
    at, (x_dim,) = places(x), x.dims
    line_dim = line.dims[0] if line is not None else None
    kept = (x_dim, line_dim) if line_dim is not None else (x_dim,)
    others = [dim for dim in one.dims if dim not in kept]
    order = np.argsort(at, kind="stable")
    bands = quantiles(one, kept, (LEVELS[0], 0.5, LEVELS[-1]))
    bands = [band if line_dim is not None else band[:, None] for band in bands]
    if not np.isfinite(bands[1]).any():  # half of the runs or more are infinite everywhere
        empty(axes, one.label, f"no finite median: {endless(one, one.values.values)}")
        return
    drawn = spaced_rows(bands[1].shape[1], MOST_LINES)
    marks = len(at) <= 40
    for place, k in enumerate(drawn):
        low, middle, high = (band[order, k] for band in bands)
        label = value_text(line.values.values[k]) if line is not None else "_"
        axes.plot(at[order], middle, color=COLOURS[place], marker=MARKS[place] if marks else None, markersize=4,
                  linewidth=1.3, label=label)  # fmt: skip
        if others:
            axes.fill_between(at[order], low, high, color=COLOURS[place], alpha=0.18, linewidth=0)
    told = f"median and 5 to 95 % over {', '.join(others)}" if others else ""
    told = "; ".join(filter(None, (told, endless(one, one.values.values))))
    if told:
        heading(axes, wrapped(told))
    if line is not None:
        left = f"\n{len(drawn)} of {bands[1].shape[1]} values" if len(drawn) < bands[1].shape[1] else ""
        axes.legend(title=wrapped(line.label, 24) + left, title_fontsize=SMALL, fontsize=SMALL, frameon=False,
                    loc="center left", bbox_to_anchor=(1.0, 0.5))  # fmt: skip


def _points(axes: Any, one: Quantity, x: Quantity) -> None:
    """Draw every run over a random axis, and the median in pieces of that axis."""
    x_all = np.broadcast_to(places(x), (one.values.size // len(x.values), len(x.values))).reshape(-1)
    others = [dim for dim in one.dims if dim != SAMPLE]
    y_all = one.values.transpose(*others, SAMPLE).values.reshape(-1)
    heading(axes, endless(one, y_all))
    fine = np.isfinite(y_all) & np.isfinite(x_all)
    x_all, y_all = x_all[fine], y_all[fine]
    k = spaced_rows(len(x_all), MOST_POINTS)
    axes.plot(x_all[k], y_all[k], ".", color=COLOURS[5], markersize=3, alpha=0.6, label="runs")
    pieces = np.array_split(np.argsort(x_all, kind="stable"), min(BINS, max(1, len(x_all) // 10)))
    middle = [(np.median(x_all[piece]), np.median(y_all[piece])) for piece in pieces]
    axes.plot(*zip(*middle, strict=True), "-", color=COLOURS[1], linewidth=1.6, label="median")
    axes.legend(fontsize=SMALL, frameon=False)
