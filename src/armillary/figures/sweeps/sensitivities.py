"""Sobol indices as bars with confidence intervals, an axis in each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.figures.style import COLOURS, LABEL, SMALL, grid, heading
from armillary.figures.sweeps.panel import PanelOptions, drawable, wrapped
from armillary.studies.quantities import output, sensitivities


def draw_sensitivities(axes: Any, dataset: Any, options: PanelOptions, panel: tuple[str, ...]) -> None:
    """Draw the indices of one output, the axis with the largest index at the top."""
    quantity = output(dataset, panel[0], options.pick)
    if not drawable(axes, quantity):
        return
    indices = sensitivities(dataset, panel[0], options.pick)
    heading(axes, wrapped(indices.output))
    size = indices.first if indices.total is None else indices.total
    order = np.argsort(-np.nan_to_num(size), kind="stable")
    rows = np.arange(len(order), dtype=float)
    both = indices.total is not None
    series = [("first order", indices.first, indices.first_error, COLOURS[0], "")]
    if indices.total is not None and indices.total_error is not None:
        series.append(("total", indices.total, indices.total_error, COLOURS[4], "///"))
    for k, (name, values, errors, colour, hatch) in enumerate(series):
        at = rows + (0.2 * (2 * k - 1) if both else 0.0)
        look = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0.5, "label": name}
        axes.barh(at, values[order], 0.38 if both else 0.6, xerr=errors[order], error_kw={"capsize": 2.5}, **look)
    axes.set_yticks(rows, [wrapped(indices.axes[k], 24) for k in order], fontsize=SMALL)
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.axvline(0.0, color="0.3", linewidth=0.8)
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, 0.0), max(high, 1.0))
    axes.set_xlabel("share of the variance, bars with 95 % confidence intervals", fontsize=LABEL)
    if not np.isfinite(indices.first).all():
        axes.text(0.5, 0.5, "the output does not vary", ha="center", va="center", transform=axes.transAxes)
    axes.tick_params(labelsize=SMALL)
    axes.legend(fontsize=SMALL, frameon=False, loc="lower right")
    grid(axes)
