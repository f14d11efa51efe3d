"""The style of all figures: readable in print, and by colour-blind readers.

The colours are those of Okabe and Ito, with brown in place of yellow. Lines of Bode plots, Campbell diagrams and
studies differ in style or marks too, for print without colours. Every axis names its quantity and its unit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.errors import MissingExtraError

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D1F")
BLUE, VERMILION, GREEN, PINK, ORANGE, SKY, BLACK, BROWN = COLOURS
MAP = "cividis"
"""Colour map of values: its lightness grows with the value, so that it is readable without colours."""
TITLE, LABEL, SMALL, TINY = 10, 9, 8, 7
"""Sizes of titles, of labels, of legends and ticks, and of remarks in a chart [points]."""
LINE, THIN = 1.3, 0.8
"""Widths of lines [points]."""
STYLES: tuple[Any, ...] = ("-", "--", ":", "-.")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
"""Styles of lines, and marks on them, that differ without colours."""


def matplotlib() -> Any:
    """Return matplotlib, or raise `MissingExtraError`."""
    try:
        import matplotlib as library
    except ImportError as error:
        raise MissingExtraError("matplotlib", "plot", "Drawing") from error
    return library


def colour(k: int) -> str:
    """Return the colour of line k."""
    return COLOURS[k % len(COLOURS)]


def new_figure(width: float, height: float, title: str = "") -> Any:
    """Return an empty figure of matplotlib, of a size in inches."""
    matplotlib()
    from matplotlib.figure import Figure

    # Not by pyplot, which keeps every figure alive and chooses a display.
    figure = Figure(figsize=(width, height), layout="constrained")
    if title:
        figure.suptitle(title, fontsize=TITLE, wrap=True)
    return figure


def new_panels(
    count: int, size: tuple[float, float], across: int = 3, margin: tuple[float, float] = (0.0, 0.0), title: str = ""
) -> tuple[Any, list[Any]]:
    """Return a new figure with charts in rows, and the axes of the charts.

    Args:
        count: Number of charts.
        size: Width and height of one chart [inch].
        across: Largest number of charts in a row; default 3.
        margin: Width and height beyond those of the charts, for titles and legends [inch]; default none.
        title: Title of the figure.
    """
    across = min(across, count)
    down = -(-count // across)
    figure = new_figure(size[0] * across + margin[0], size[1] * down + margin[1], title)
    return figure, [figure.add_subplot(down, across, k + 1) for k in range(count)]


def grid(axes: Any, axis: str = "both") -> None:
    """Draw fine lines behind a chart."""
    axes.grid(True, axis=axis, linewidth=0.4, alpha=0.5)
    axes.set_axisbelow(True)


def heading(axes: Any, text: str, size: int = LABEL) -> None:
    """Write the title of one chart at its left."""
    axes.set_title(text, fontsize=size, loc="left")


def label(axes: Any, *names: str) -> None:
    """Name the axes x, y and, in space, z, with their units; draw a grid."""
    for axis, name in zip("xyz", names, strict=False):
        getattr(axes, f"set_{axis}label")(name, fontsize=LABEL)
    axes.tick_params(labelsize=SMALL)
    grid(axes)


def legend_below(figure: Any, columns: int = 3, title: str = "") -> None:
    """Add one legend for all charts below them, each name once, under a title."""
    handles: dict[str, Any] = {}
    for axes in figure.axes:
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(name, handle)
    if handles:
        look = {"loc": "outside lower center", "ncols": columns, "fontsize": SMALL, "frameon": False}
        figure.legend(list(handles.values()), list(handles), title=title or None, title_fontsize=SMALL, **look)


def colour_bar(axes: Any, drawn: Any, text: str, **look: Any) -> Any:
    """Add a bar that explains the colours of what is drawn, beside one or several axes, and return it."""
    figure = drawn.axes.figure
    bar = figure.colorbar(drawn, ax=axes, **look)
    bar.set_label(text, fontsize=SMALL)
    bar.ax.tick_params(labelsize=SMALL)
    return bar


def edge(values: Any, part: float = 0.05) -> tuple[float, float]:
    """Return the range of finite values, wider by a part of it on each side."""
    finite = np.asarray(values, dtype=float)
    finite = finite[np.isfinite(finite)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    room = part * (high - low) or 0.5 * abs(low) or 0.5
    return low - room, high + room
