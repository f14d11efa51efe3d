"""Distributions of outputs: a histogram with quantiles, or a box for each value of an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.figures.style import COLOURS, LABEL, SMALL, grid, heading
from armillary.figures.sweeps.choice import (
    LEVELS,
    Choice,
    empty,
    endless,
    value_scale,
    value_text,
    wrapped,
)
from armillary.spatial.scalar import Floats
from armillary.studies.quantities import (
    SAMPLE,
    Quantity,
    axis,
    axis_names,
    done,
    flat,
    given_dims,
    output,
)
from armillary.tables.chart import spaced_rows

MOST_BOXES = 16
STYLES = {0.05: ":", 0.5: "-", 0.95: ":"}
"""Lines of the quantiles of a histogram."""


def draw_distribution(axes: Any, dataset: Any, choice: Choice, panel: tuple[str, ...]) -> None:
    """Draw the distribution of one output."""
    one = output(dataset, panel[0], choice.pick)
    values = flat(dataset, one)
    fine = np.isfinite(values)
    if not fine.any():
        empty(axes, one.label, endless(one, values))
        return
    absent = int((done(dataset) & np.isnan(values)).sum())
    more = endless(one, values), f"{absent:,} without a value" * bool(absent)
    told = ", ".join(filter(None, (f"{int(fine.sum()):,} runs", *more)))
    by = _by(dataset, choice)
    if by is None:
        _histogram(axes, values[fine], one)
        heading(axes, wrapped(told))
        axes.set_ylabel("runs", fontsize=LABEL)
        axes.set_xlabel(wrapped(one.label), fontsize=LABEL)
        axes.legend(fontsize=SMALL, frameon=False)
    else:
        left = _boxes(axes, one, by)
        heading(axes, wrapped(f"{told}; box 25 to 75 %, whiskers 5 to 95 %{left}"))
        axes.set_xlabel(wrapped(by.label), fontsize=LABEL)
        value_scale(axes, "y", values[fine], one.label)
    axes.tick_params(labelsize=SMALL)
    grid(axes)


def _by(dataset: Any, choice: Choice) -> Quantity | None:
    """Return the axis whose values have a box each: the chosen one, else the longest one if others vary too."""
    if choice.axes:
        return axis(dataset, choice.axes[0]) if dataset[choice.axes[0]].dims != (SAMPLE,) else None
    dims = given_dims(dataset)
    if not dims or dataset.sizes[dims[0]] * 5 > dataset["status"].size:
        return None
    return axis(dataset, next(name for name in axis_names(dataset) if dataset[name].dims == (dims[0],)))


def _histogram(axes: Any, values: Floats, one: Quantity) -> None:
    spread = np.ptp(values)
    logarithmic = values.min() > 0 and values.max() > 100 * values.min()
    if spread <= 1e-9 * np.abs(values).max():
        edges: Any = 1
    else:
        edges = np.histogram_bin_edges(np.log(values) if logarithmic else values, bins="auto")
        edges = edges if len(edges) < 80 else np.linspace(edges[0], edges[-1], 80)
        edges = np.exp(edges) if logarithmic else edges
    axes.hist(values, bins=edges, color=COLOURS[5], edgecolor="white", linewidth=0.4)
    if logarithmic:
        value_scale(axes, "x", values, one.label)
    for share, style in STYLES.items():
        at = float(np.quantile(values, share))
        name = "median" if share == 0.5 else f"{100 * share:g} %"
        axes.axvline(at, color="k", linestyle=style, linewidth=1.2, label=f"{name}: {value_text(at)} {one.unit}")


def _boxes(axes: Any, one: Quantity, by: Quantity) -> str:
    """Draw a box for each value of an axis; return a remark if only some values have one."""
    (dim,) = by.dims
    rows = one.values.transpose(dim, ...).values.reshape(len(by.values), -1)
    drawn = spaced_rows(len(rows), MOST_BOXES)
    stats = []
    for k in drawn:
        fine = rows[k][np.isfinite(rows[k])]
        values = np.quantile(fine, LEVELS) if len(fine) else np.full(len(LEVELS), np.nan)
        names = ("whislo", "q1", "med", "q3", "whishi")
        stats.append({"label": value_text(by.values.values[k]), **dict(zip(names, values, strict=True))})
    axes.bxp(stats, showfliers=False, patch_artist=True, boxprops={"facecolor": COLOURS[5], "alpha": 0.7},
             medianprops={"color": "k", "linewidth": 1.4})  # fmt: skip
    if max(len(str(box["label"])) for box in stats) > 5:
        axes.tick_params(axis="x", rotation=30)
    return f"; {len(drawn)} of {len(rows)} values" if len(drawn) < len(rows) else ""
