"""Outputs over two axes in colours: a map with contours for given values, points for random ones.

Cells are hatched where every run failed, where the median is infinite, and where none has been run yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.figures.draw import shown
from armillary.figures.style import MAP, SMALL, TINY, VERMILION, colour_bar, heading
from armillary.figures.sweeps.panel import PanelOptions, along, drawable, geometric, places, scale, wide, wrapped
from armillary.spatial.scalar import Floats
from armillary.studies.layout import NOT_RUN
from armillary.studies.quantities import (
    SAMPLE,
    STATUS,
    StudyQuantity,
    axis,
    axis_names,
    flat,
    given_dims,
    output,
    quantiles,
    random_axes,
)
from armillary.tables.chart import spaced_rows

MOST_POINTS = 10_000
CONTOURS = 6
SAME = 1e-8
"""Relative difference of values that is treated as rounding."""


def draw_map(axes: Any, dataset: Any, options: PanelOptions, panel: tuple[str, ...]) -> None:
    """Draw one output over two axes."""
    names = _axes(dataset, options)
    x, y = (axis(dataset, name) for name in names)
    kept = tuple(dim for dim in names if dim in dataset[panel[0]].dims and dim not in axis_names(dataset))
    quantity = output(dataset, panel[0], options.pick, kept=kept)
    if not drawable(axes, quantity):
        return
    if x.dims == y.dims and x.dims != (SAMPLE,):
        raise ArgumentError("axes", ", ".join(names), "two axes that vary independently")
    others = [dim for dim in quantity.dims if dim not in (*x.dims, *y.dims)]
    if SAMPLE in (*x.dims, *y.dims):
        drawn = _points(axes, dataset, x, y, quantity)
        remark = quantity.words
    else:
        drawn = _mesh(axes, dataset, x, y, quantity)
        remark = quantity.words + (f", median over {', '.join(others)}" if others else "")
    heading(axes, wrapped(remark))
    scale(axes, "x", x)
    scale(axes, "y", y)
    colour_bar(axes, drawn, f"[{shown(quantity.unit)}]" if quantity.unit else "")


def _axes(dataset: Any, options: PanelOptions) -> tuple[str, str]:
    """Return the names of the axes for x and y: as chosen, else those with given values, else random ones."""
    names = [*options.axes, *(along(dataset, dim) for dim in given_dims(dataset))]
    names += [name for name in random_axes(dataset) if name in axis_names(dataset)]
    names = list(dict.fromkeys(names))
    if len(names) < 2:
        few = ", ".join(names) or "none"
        raise ArgumentError("axes", few, "two axes with more than one value", "curves draw an output over one axis")
    return names[0], names[1]


def _norm(values: Floats) -> Any:
    """Return the scale of colours: logarithmic for more than two decades, one colour for equal values."""
    from matplotlib.colors import LogNorm, Normalize

    finite = values[np.isfinite(values)]
    if not len(finite):
        return None
    low, high = finite.min(), finite.max()
    if _same(finite):
        room = 0.05 * abs(high) or 1.0
        return Normalize(low - room, high + room)
    return LogNorm(low, high) if wide(finite) else Normalize(low, high)


def _same(values: Floats) -> bool:
    """Return whether finite values are equal within rounding."""
    return bool(np.ptp(values) <= SAME * np.abs(values).max())


def _points(axes: Any, dataset: Any, x: StudyQuantity, y: StudyQuantity, quantity: StudyQuantity) -> Any:
    """Draw every run as a point, and mark those without a finite value."""
    values = flat(dataset, quantity)
    x_all, y_all = (flat(dataset, replace(axis, values=axis.values.copy(data=places(axis)))) for axis in (x, y))
    finite = np.isfinite(values)
    k = np.flatnonzero(finite)[spaced_rows(int(finite.sum()), MOST_POINTS)]
    dots = axes.scatter(x_all[k], y_all[k], c=values[k], s=9, cmap=MAP, norm=_norm(values))
    tried = (dataset[STATUS].values != NOT_RUN).reshape(-1)
    marks = (
        ("x", np.isnan(values) & tried, "failed or without a value"),
        ("^", np.isposinf(values), _infinite_text(quantity)),
    )
    for mark, which, label in marks:
        if which.any():
            k = np.flatnonzero(which)[spaced_rows(int(which.sum()), MOST_POINTS)]
            axes.plot(x_all[k], y_all[k], mark, color=VERMILION, markersize=4, label=label)
    if not finite[tried].all():
        axes.legend(fontsize=SMALL, frameon=False, loc="upper left", bbox_to_anchor=(0, -0.12))
    return dots


def _mesh(axes: Any, dataset: Any, x: StudyQuantity, y: StudyQuantity, quantity: StudyQuantity) -> Any:
    """Draw cells around the values of two axes, contours between them, and hatches where runs failed."""
    dims = (*y.dims, *x.dims)
    (values,) = quantiles(quantity, dims, (0.5,))
    rows = np.argsort(places(y), kind="stable")
    columns = np.argsort(places(x), kind="stable")
    values = values[np.ix_(rows, columns)]
    y_at, x_at = places(y)[rows], places(x)[columns]
    y_edges, x_edges = _edges(y_at), _edges(x_at)
    norm = _norm(values)
    mesh = axes.pcolormesh(x_edges, y_edges, np.ma.masked_invalid(values), cmap=MAP, norm=norm, rasterized=True)
    smooth = x.numeric and y.numeric and min(values.shape) >= 3 and np.isfinite(values).sum() >= 9
    if smooth and not _same(values[np.isfinite(values)]):
        _contours(axes, x_at, y_at, np.ma.masked_invalid(values), norm)
    status = dataset[STATUS]
    waiting = (status == NOT_RUN).all([dim for dim in status.dims if dim not in dims])
    # An output may have dimensions of its own, such as time, that the status of runs lacks.
    cells = quantity.values.isel({dim: 0 for dim in quantity.dims if dim not in dims})
    unrun = waiting.broadcast_like(cells).transpose(*dims).values[np.ix_(rows, columns)]
    looks = {
        ("////", "failed or without a value"): np.isnan(values) & ~unrun,
        ("xx", _infinite_text(quantity)): np.isposinf(values),
        ("...", "not run"): unrun,
    }
    _hatch(axes, (x_edges, y_edges), looks)
    return mesh


def _infinite_text(quantity: StudyQuantity) -> str:
    return "never settles" if "settling" in quantity.name else "∞"


def _contours(axes: Any, x: Floats, y: Floats, values: Any, norm: Any) -> None:
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import LogLocator, MaxNLocator

    low, high = float(values.min()), float(values.max())
    locator = LogLocator(subs=(1, 2, 5)) if isinstance(norm, LogNorm) else MaxNLocator(CONTOURS)
    levels = [level for level in locator.tick_values(low, high) if low < level < high]
    if levels:
        lines = axes.contour(x, y, values, levels, colors="w", linewidths=0.8)
        axes.clabel(lines, fontsize=TINY, fmt="%.4g")


def _edges(at: Floats) -> Floats:
    """Return the borders of cells halfway between values, in their logarithms if the values are geometric."""
    if len(at) == 1:
        return np.array([at[0] - 0.5, at[0] + 0.5])
    logarithmic = geometric(at)
    line = np.log(at) if logarithmic else at
    middle = (line[1:] + line[:-1]) / 2
    edges = np.concatenate([[line[0] - (middle[0] - line[0])], middle, [line[-1] + (line[-1] - middle[-1])]])
    return np.asarray(np.exp(edges) if logarithmic else edges)


def _hatch(axes: Any, edges: tuple[Floats, Floats], looks: Mapping[tuple[str, str], NDArray[np.bool_]]) -> None:
    """Hatch cells without a finite value: `looks` says which, by hatch and label; `edges` are borders in x and y."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Patch, Rectangle

    x, y = edges
    keys = []
    for (hatch, label), which in looks.items():
        cells = [Rectangle((x[k], y[j]), x[k + 1] - x[k], y[j + 1] - y[j]) for j, k in np.argwhere(which)]
        look: dict[str, Any] = {"facecolor": "0.92", "edgecolor": "0.45", "hatch": hatch, "linewidth": 0.0}
        if cells:
            axes.add_collection(PatchCollection(cells, **look))
            keys.append(Patch(label=label, **look))
    if keys:
        axes.legend(handles=keys, fontsize=SMALL, frameon=False, loc="upper left", bbox_to_anchor=(0, -0.16), ncols=2)
