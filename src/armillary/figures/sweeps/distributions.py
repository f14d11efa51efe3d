"""Distributions of outputs: a histogram with quantiles, or a box for each value of an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.figures.style import LABEL, SKY, SMALL, grid, heading
from armillary.figures.sweeps.panel import (
    LEVELS,
    PanelOptions,
    along,
    empty,
    infinite_runs,
    value_scale,
    value_text,
    wide,
    wrapped,
)
from armillary.spatial.scalar import Floats
from armillary.studies.quantities import (
    SAMPLE,
    StudyQuantity,
    axis,
    done,
    flat,
    given_dims,
    output,
)
from armillary.tables.chart import spaced_rows

MOST_BOXES = 16
STYLES = {0.05: ":", 0.5: "-", 0.95: ":"}
"""Lines of the quantiles of a histogram."""


def draw_distribution(axes: Any, dataset: Any, options: PanelOptions, panel: tuple[str, ...]) -> None:
    """Draw the distribution of one output."""
    quantity = output(dataset, panel[0], options.pick)
    values = flat(dataset, quantity)
    finite = np.isfinite(values)
    if not finite.any():
        empty(axes, quantity.label, infinite_runs(quantity, values))
        return
    absent = int((done(dataset) & np.isnan(values)).sum())
    remarks = [f"{int(finite.sum()):,} runs", infinite_runs(quantity, values)]
    if absent:
        remarks.append(f"{absent:,} without a value")
    remark = ", ".join(filter(None, remarks))
    by = _by(dataset, options)
    if by is None:
        _histogram(axes, values[finite], quantity)
        heading(axes, wrapped(remark))
        axes.set_ylabel("runs", fontsize=LABEL)
        axes.set_xlabel(wrapped(quantity.label), fontsize=LABEL)
        axes.legend(fontsize=SMALL, frameon=False)
    else:
        left_out = _boxes(axes, quantity, by)
        heading(axes, wrapped(f"{remark}; box 25 to 75 %, whiskers 5 to 95 %{left_out}"))
        axes.set_xlabel(wrapped(by.label), fontsize=LABEL)
        value_scale(axes, "y", values[finite], quantity.label)
    axes.tick_params(labelsize=SMALL)
    grid(axes)


def _by(dataset: Any, options: PanelOptions) -> StudyQuantity | None:
    """Return the axis whose values have a box each: the chosen one, else the longest one if others vary too.

    None stands for a histogram of all runs: a box needs five runs or more.
    """
    if options.axes:
        return axis(dataset, options.axes[0]) if dataset[options.axes[0]].dims != (SAMPLE,) else None
    dims = given_dims(dataset)
    if not dims or dataset.sizes[dims[0]] * 5 > dataset["status"].size:
        return None
    return axis(dataset, along(dataset, dims[0]))


def _histogram(axes: Any, values: Floats, quantity: StudyQuantity) -> None:
    spread = np.ptp(values)
    logarithmic = wide(values)
    if spread <= 1e-9 * np.abs(values).max():
        edges: Any = 1  # equal up to rounding: one bar
    else:
        edges = np.histogram_bin_edges(np.log(values) if logarithmic else values, bins="auto")
        edges = edges if len(edges) < 80 else np.linspace(edges[0], edges[-1], 80)
        edges = np.exp(edges) if logarithmic else edges
    axes.hist(values, bins=edges, color=SKY, edgecolor="white", linewidth=0.4)
    if logarithmic:
        value_scale(axes, "x", values, quantity.label)
    for share, style in STYLES.items():
        at = float(np.quantile(values, share))
        name = "median" if share == 0.5 else f"{100 * share:g} %"
        axes.axvline(at, color="k", linestyle=style, linewidth=1.2, label=f"{name}: {value_text(at)} {quantity.unit}")


def _boxes(axes: Any, quantity: StudyQuantity, by: StudyQuantity) -> str:
    """Draw a box for each value of an axis; return a remark if only some values have one."""
    (dim,) = by.dims
    rows = quantity.values.transpose(dim, ...).values.reshape(len(by.values), -1)
    drawn = spaced_rows(len(rows), MOST_BOXES)
    stats = []
    for k in drawn:
        finite = rows[k][np.isfinite(rows[k])]
        values = np.quantile(finite, LEVELS) if len(finite) else np.full(len(LEVELS), np.nan)
        names = ("whislo", "q1", "med", "q3", "whishi")
        stats.append({"label": value_text(by.values.values[k]), **dict(zip(names, values, strict=True))})
    look = {"boxprops": {"facecolor": SKY, "alpha": 0.7}, "medianprops": {"color": "k", "linewidth": 1.4}}
    axes.bxp(stats, showfliers=False, patch_artist=True, **look)
    if max(len(str(box["label"])) for box in stats) > 5:
        axes.tick_params(axis="x", rotation=30)
    return f"; {len(drawn)} of {len(rows)} values" if len(drawn) < len(rows) else ""
