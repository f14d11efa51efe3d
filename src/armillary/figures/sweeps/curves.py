"""Outputs over one axis: lines by a second axis; medians with bands from 5 to 95 % where further axes vary."""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.figures.style import COLOURS, LINE, MARKS, SKY, SMALL, VERMILION, grid, heading
from armillary.figures.sweeps.panel import (
    LEVELS,
    PanelOptions,
    along,
    drawable,
    empty,
    infinite_runs,
    places,
    scale,
    value_scale,
    value_text,
    wrapped,
)
from armillary.studies.quantities import (
    SAMPLE,
    StudyQuantity,
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
"""Intervals of a random axis in which a median is drawn, with about as many runs in each."""


def draw_curves(axes: Any, dataset: Any, options: PanelOptions, panel: tuple[str, ...]) -> None:
    """Draw one output over an axis."""
    name = panel[0]
    x_name, line_name = _axes(dataset, options, name)
    x = axis(dataset, x_name)
    dims = dataset[name].dims
    # Dimensions of the output itself, such as time, stay only if they are drawn; of others one entry is picked.
    kept = tuple(dim for dim in (x_name, line_name) if dim and dim in dims and dim not in axis_names(dataset))
    quantity = output(dataset, name, options.pick, kept=kept)
    if not drawable(axes, quantity):
        return
    (x_dim,) = x.dims
    if x_dim == SAMPLE:
        _points(axes, quantity, x)
    else:
        _lines(axes, quantity, x, axis(dataset, line_name) if line_name else None)
    if axes.has_data():
        scale(axes, "x", x)
        value_scale(axes, "y", quantity.values.values, quantity.label)
        grid(axes)


def _axes(dataset: Any, options: PanelOptions, name: str) -> tuple[str, str | None]:
    """Return the names of the axes for x and for lines: as chosen, else time, else those with most values."""
    if options.axes:
        x = options.axes[0]
        line = options.axes[1] if len(options.axes) > 1 else None
        if line and dataset[line].dims == (SAMPLE,):
            raise ArgumentError("axes", line, "an axis with given values for lines", "a random axis can be x only")
        return x, line
    dims = [along(dataset, dim) for dim in given_dims(dataset)]
    if "time" in dataset[name].dims:
        dims = ["time", *dims]
    if not dims and random_axes(dataset):
        dims = [name for name in random_axes(dataset) if name in axis_names(dataset)][:1]
    if not dims:
        raise ArgumentError("axes", "none with more than one value", "an axis to draw over")
    return dims[0], dims[1] if len(dims) > 1 else None


def _lines(axes: Any, quantity: StudyQuantity, x: StudyQuantity, line: StudyQuantity | None) -> None:
    """Draw medians over the axes that are not shown, with bands."""
    at = places(x)
    (x_dim,) = x.dims
    line_dim = line.dims[0] if line is not None else None
    kept = (x_dim, line_dim) if line_dim is not None else (x_dim,)
    others = [dim for dim in quantity.dims if dim not in kept]
    order = np.argsort(at, kind="stable")
    bands = quantiles(quantity, kept, (LEVELS[0], 0.5, LEVELS[-1]))
    bands = [band if line_dim is not None else band[:, None] for band in bands]
    if not np.isfinite(bands[1]).any():  # half of the runs or more are infinite everywhere
        empty(axes, quantity.label, f"no finite median: {infinite_runs(quantity, quantity.values.values)}")
        return
    count = bands[1].shape[1]
    drawn = spaced_rows(count, MOST_LINES)
    marks = len(at) <= 40
    for place, k in enumerate(drawn):
        low, middle, high = (band[order, k] for band in bands)
        label = value_text(line.values.values[k]) if line is not None else "_"
        look = {"color": COLOURS[place], "marker": MARKS[place] if marks else None, "markersize": 4, "linewidth": LINE}
        axes.plot(at[order], middle, label=label, **look)
        if others:
            axes.fill_between(at[order], low, high, color=COLOURS[place], alpha=0.18, linewidth=0)
    remark = f"median and 5 to 95 % over {', '.join(others)}" if others else ""
    remark = "; ".join(filter(None, (remark, infinite_runs(quantity, quantity.values.values))))
    if remark:
        heading(axes, wrapped(remark))
    if line is not None:
        left_out = f"\n{len(drawn)} of {count} values" if len(drawn) < count else ""
        beside: dict[str, Any] = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)}
        title = wrapped(line.label, 24) + left_out
        axes.legend(title=title, title_fontsize=SMALL, fontsize=SMALL, frameon=False, **beside)


def _points(axes: Any, quantity: StudyQuantity, x: StudyQuantity) -> None:
    """Draw every run over a random axis, and the median in bins of that axis."""
    # The samples are the last dimension of y below: their x is repeated for each entry of the others.
    x_all = np.broadcast_to(places(x), (quantity.values.size // len(x.values), len(x.values))).reshape(-1)
    others = [dim for dim in quantity.dims if dim != SAMPLE]
    y_all = quantity.values.transpose(*others, SAMPLE).values.reshape(-1)
    heading(axes, infinite_runs(quantity, y_all))
    finite = np.isfinite(y_all) & np.isfinite(x_all)
    x_all = x_all[finite]
    y_all = y_all[finite]
    k = spaced_rows(len(x_all), MOST_POINTS)
    axes.plot(x_all[k], y_all[k], ".", color=SKY, markersize=3, alpha=0.6, label="runs")
    bins = np.array_split(np.argsort(x_all, kind="stable"), min(BINS, max(1, len(x_all) // 10)))
    medians = np.array([(np.median(x_all[rows]), np.median(y_all[rows])) for rows in bins])
    axes.plot(*medians.T, "-", color=VERMILION, linewidth=1.6, label="median")
    axes.legend(fontsize=SMALL, frameon=False)
