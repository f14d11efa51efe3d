"""Campbell diagram: natural frequencies over the rate of a joint or over a parameter, one line for each mode.

Straight dashed lines are multiples of the rate: an excitation k times per turn meets a mode where its line crosses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.draw import shown
from armillary.figures.style import LINE, MARKS, SMALL, THIN, colour, label, new_figure
from armillary.files.arguments import numbers

if TYPE_CHECKING:
    from armillary.analysis.campbell import Campbell

WIDTH, HEIGHT = 6.8, 4.4


def plot_campbell(campbell: Campbell, orders: Sequence[float] = (1, 2, 3)) -> Any:
    """Return a figure of matplotlib; `orders` are the multiples of a joint's rate that are drawn."""
    multiples = numbers("orders", orders) if np.size(orders) else ()
    figure = new_figure(WIDTH, HEIGHT, f"{shown(campbell.robot)}: natural frequencies")
    axes = figure.subplots()
    order = np.argsort(campbell.values, kind="stable")
    x = campbell.values[order]
    every = max(1, len(x) // 8)
    for k in range(campbell.modes):
        look = {"color": colour(k), "marker": MARKS[k % len(MARKS)], "markersize": 4, "linewidth": LINE}
        # Marks of each mode start one point later, so that close modes do not hide each other.
        axes.plot(x, campbell.hz[order, k], markevery=(k % every, every), label=f"mode {k + 1}", **look)
    top = float(np.nanmax(campbell.hz)) if np.any(np.isfinite(campbell.hz)) else 1.0
    axes.set_ylim(0.0, 1.08 * top)
    if campbell.spin and campbell.unit.startswith("rad"):
        for multiple in multiples:
            line = np.abs(multiple * x) / (2 * np.pi)
            if line.max() > 0:
                axes.plot(x, line, color="0.55", linestyle="--", linewidth=THIN, zorder=0)
                inside = line <= 1.02 * top  # name the line at its highest point within the chart
                at = int(np.argmax(np.where(inside, line, -1.0)))
                axes.annotate(f"{multiple:g}×", (x[at], line[at]), fontsize=SMALL, color="0.4", va="bottom", ha="right")
    name = f"rate of {shown(campbell.over)}" if campbell.spin else shown(campbell.over)
    label(axes, f"{name} [{campbell.unit or '1'}]", "frequency [Hz]")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=SMALL, frameon=False)
    return figure
