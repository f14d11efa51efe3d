"""Outputs over two axes in colours: a map with contours for given values, points for random ones.

Places where every run failed, where the median is infinite, and those that are not run yet have hatches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.figures.draw import shown
from armillary.figures.style import MAP, SMALL, TINY, VERMILION, heading
from armillary.figures.sweeps.choice import Choice, empty, endless, geometric, places, scale, wrapped
from armillary.spatial.scalar import Floats
from armillary.studies.layout import NOT_RUN
from armillary.studies.quantities import (
    SAMPLE,
    STATUS,
    Quantity,
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


def draw_map(axes: Any, dataset: Any, choice: Choice, panel: tuple[str, ...]) -> None:
    """Draw one output over two axes."""
    names = _axes(dataset, choice)
    x, y = (axis(dataset, name) for name in names)
    own = tuple(dim for dim in names if dim in dataset[panel[0]].dims and dim not in axis_names(dataset))
    one = output(dataset, panel[0], choice.pick, kept=own)
    if not np.isfinite(one.values.values).any():
        empty(axes, one.label, endless(one, one.values.values))
        return
    if x.dims == y.dims and x.dims != (SAMPLE,):
        raise ArgumentError("axes", ", ".join(names), "two axes that vary independently")
    others = [dim for dim in one.dims if dim not in (*x.dims, *y.dims)]
    if SAMPLE in (*x.dims, *y.dims):
        found = _points(axes, dataset, x, y, one)
        told = one.words
    else:
        found = _mesh(axes, dataset, x, y, one)
        told = one.words + (f", median over {', '.join(others)}" if others else "")
    heading(axes, wrapped(told))
    scale(axes, "x", x)
    scale(axes, "y", y)
    bar = axes.figure.colorbar(found, ax=axes)
    bar.set_label(f"[{shown(one.unit)}]" if one.unit else "", fontsize=SMALL)
    bar.ax.tick_params(labelsize=SMALL)


def _axes(dataset: Any, choice: Choice) -> tuple[str, str]:
    names = [dim if dim in dataset.coords else next(n for n in axis_names(dataset) if dataset[n].dims == (dim,))
             for dim in given_dims(dataset)]  # fmt: skip
    found = list(dict.fromkeys([*choice.axes, *names, *(n for n in random_axes(dataset) if n in axis_names(dataset))]))
    if len(found) < 2:
        raise ArgumentError("axes", ", ".join(found) or "none", "two axes with more than one value",
                            "curves draw an output over one axis")  # fmt: skip
    return found[0], found[1]


def _norm(values: Floats) -> Any:
    """Return the scale of colours: logarithmic for more than two decades, one colour for equal values."""
    from matplotlib.colors import LogNorm, Normalize

    fine = values[np.isfinite(values)]
    if not len(fine):
        return None
    low, high = fine.min(), fine.max()
    if _same(fine):
        room = 0.05 * abs(high) or 1.0
        return Normalize(low - room, high + room)
    return (LogNorm if low > 0 and high > 100 * low else Normalize)(low, high)


def _same(values: Floats) -> bool:
    """Return whether finite values are equal within rounding."""
    return bool(np.ptp(values) <= SAME * np.abs(values).max())


def _points(axes: Any, dataset: Any, x: Quantity, y: Quantity, one: Quantity) -> Any:
    values, at = flat(dataset, one), [flat(dataset, _placed(each)) for each in (x, y)]
    fine = np.isfinite(values)
    k = np.flatnonzero(fine)[spaced_rows(int(fine.sum()), MOST_POINTS)]
    found = axes.scatter(at[0][k], at[1][k], c=values[k], s=9, cmap=MAP, norm=_norm(values))
    tried = (dataset[STATUS].values != NOT_RUN).reshape(-1)
    marks = {"failed or without a value": ("x", np.isnan(values) & tried), _endless(one): ("^", np.isposinf(values))}
    for label, (mark, which) in marks.items():
        bad = np.flatnonzero(which)[spaced_rows(int(which.sum()), MOST_POINTS)] if which.any() else ()
        if len(bad):
            axes.plot(at[0][bad], at[1][bad], mark, color=VERMILION, markersize=4, label=label)
    if not fine[tried].all():
        axes.legend(fontsize=SMALL, frameon=False, loc="upper left", bbox_to_anchor=(0, -0.12))
    return found


def _placed(one: Quantity) -> Quantity:
    return Quantity(one.name, one.words, one.unit, one.values.copy(data=places(one)))


def _mesh(axes: Any, dataset: Any, x: Quantity, y: Quantity, one: Quantity) -> Any:
    """Draw cells around the values of two axes, contours between them, and hatches where runs failed."""
    dims = (*y.dims, *x.dims)
    (values,) = quantiles(one, dims, (0.5,))
    orders = [np.argsort(places(each), kind="stable") for each in (y, x)]
    values = values[np.ix_(*orders)]
    at = [places(each)[order] for each, order in zip((y, x), orders, strict=True)]
    y_edges, x_edges = (_edges(each) for each in at)
    norm = _norm(values)
    found = axes.pcolormesh(x_edges, y_edges, np.ma.masked_invalid(values), cmap=MAP, norm=norm, rasterized=True)
    smooth = x.numeric and y.numeric and min(values.shape) >= 3 and np.isfinite(values).sum() >= 9
    if smooth and not _same(values[np.isfinite(values)]):
        _contours(axes, at[1], at[0], np.ma.masked_invalid(values), norm)
    status = dataset[STATUS]
    seen = [dim for dim in dims if dim in status.dims]
    waiting = (status == NOT_RUN).all([dim for dim in status.dims if dim not in seen])
    waiting = waiting.broadcast_like(one.values.isel({dim: 0 for dim in one.dims if dim not in dims})).transpose(*dims)
    unrun = waiting.values[np.ix_(*orders)]
    looks = {
        ("////", "failed or without a value"): np.isnan(values) & ~unrun,
        ("xx", _endless(one)): np.isposinf(values),
        ("...", "not run"): unrun,
    }
    _hatch(axes, (x_edges, y_edges), looks)
    return found


def _endless(one: Quantity) -> str:
    return "never settles" if "settling" in one.name else "∞"


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
    """Return the borders of cells halfway between values, in ratio where the values are geometric."""
    if len(at) == 1:
        return np.array([at[0] - 0.5, at[0] + 0.5])
    logarithmic = geometric(at)
    line = np.log(at) if logarithmic else at
    middle = (line[1:] + line[:-1]) / 2
    edges = np.concatenate([[line[0] - (middle[0] - line[0])], middle, [line[-1] + (line[-1] - middle[-1])]])
    return np.asarray(np.exp(edges) if logarithmic else edges)


def _hatch(axes: Any, edges: tuple[Floats, Floats], looks: Mapping[tuple[str, str], NDArray[np.bool_]]) -> None:
    """Hatch cells without a finite value; `looks` are these cells by hatch and label."""
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
