"""Charts drawn by matplotlib: one figure for all of them, of one trajectory or of several to compare."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import numpy as np

from armillary.errors import ArgumentError, printable
from armillary.figures.style import SMALL, STYLES, TINY, TITLE, colour, grid, heading, matplotlib, new_figure
from armillary.files.arguments import listed
from armillary.files.atomic import suffix_of, write_whole
from armillary.files.kinds import PICTURES
from armillary.results.charts import charts
from armillary.results.trajectory import Trajectory
from armillary.tables.chart import Chart, spaced_rows

DESIRED: Any = ":"
"""Line style of references."""
WIDTH, HEIGHT = 6.8, 2.5
"""Size of one chart [inch]."""
MOST_POINTS = 20_000
"""Largest number of rows in a chart; longer ones are thinned."""
MOST_RUNS = 50
"""Largest number of runs of a stack in a figure; of larger stacks, evenly spaced runs are drawn."""
LONGEST = 40
"""Largest number of characters of a name in a figure; longer names are cut."""
DECADE, FEW = 10.0, 1000.0
"""Ratios of the largest to the smallest value: above DECADE an axis is logarithmic, up to FEW with ticks at 2 and 5."""


def plot(
    *trajectories: Trajectory, what: Sequence[str] | None = None, names: Sequence[str] | None = None, title: str = ""
) -> Any:
    """Return a figure of matplotlib with the charts of one trajectory, or of several in the same axes.

    Args:
        trajectories: Up to four single runs, with full, dashed, dotted and dash-dotted lines; or one stack, whose
            runs are drawn faintly, at most MOST_RUNS of them.
        what: Some of `WHAT`; default: the usual charts that are not empty.
        names: Names of several trajectories in the legend; default their numbers.
        title: Title of the figure; default: the name of the robot.
    """
    if what is not None:
        what = listed("what", what, "names of charts")  # an iterator could be read only once
    if len(trajectories) == 1 and trajectories[0].stacked:
        return _stack(trajectories[0], what, title)
    if not trajectories or len(trajectories) > len(STYLES):
        raise ArgumentError("trajectories", f"{len(trajectories)} of them", f"1 to {len(STYLES)}")
    trajectories = tuple(trajectory.single() for trajectory in trajectories)
    names = list(names) if names else [f"{k + 1}" for k in range(len(trajectories))]
    if len(names) != len(trajectories):
        raise ArgumentError("names", f"{len(names)} names", f"{len(trajectories)}")
    return _figure(trajectories, what, names, title)


def _stack(stack: Trajectory, what: Sequence[str] | None, title: str) -> Any:
    """Return the figure of a stack, every run in the same faint lines."""
    drawn = spaced_rows(len(stack), MOST_RUNS)
    runs = stack[drawn].runs
    count = f"{len(drawn)} of {len(stack)}" if len(drawn) < len(stack) else f"{len(stack)}"
    return _figure(runs, what, [], title or f"{stack.robot.name}: {count} runs")


def save_plot(figure: Any, path: str | os.PathLike[str], argument: str = "path") -> None:
    """Write a figure to a .png, .svg or .pdf file, whole or not at all."""
    kind = suffix_of(path, PICTURES, argument)
    options: dict[str, Any] = {"format": kind[1:]}
    if kind == ".png":
        options["dpi"] = 150
    # Without a date and a random salt of identifiers, equal figures give equal files.
    options["metadata"] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(kind)
    with without_glyph_warnings(), matplotlib().rc_context({"svg.hashsalt": "armillary"}):
        write_whole(path, lambda file: figure.savefig(file, **options), argument)


def kept(figure: Any, path: str | os.PathLike[str] | None) -> Any:
    """Write a figure to a file if a path is given, and return the figure."""
    if path is not None:
        save_plot(figure, path)
    return figure


@contextmanager
def without_glyph_warnings() -> Iterator[None]:
    """Suppress warnings about characters that the font lacks; they are drawn as boxes."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def _figure(trajectories: Sequence[Trajectory], what: Sequence[str] | None, names: list[str], title: str) -> Any:
    all_charts = [charts(trajectory, what) for trajectory in trajectories]
    drawn = list(dict.fromkeys(chart.key for run_charts in all_charts for chart in run_charts))
    across = next((columns for columns, most in ((1, 3), (2, 12)) if len(drawn) <= most), 3)
    down = -(-len(drawn) // across)
    figure = new_figure(WIDTH * across, HEIGHT * down + 0.5)
    axes = _axes(figure, len(drawn), down, across)
    for k, key in enumerate(drawn):
        charts_of_key = [next((chart for chart in run_charts if chart.key == key), None) for run_charts in all_charts]
        _draw(axes[k], trajectories, charts_of_key, faint=not names)
    robots = " and ".join(dict.fromkeys(trajectory.robot.name for trajectory in trajectories))
    figure.suptitle(shown(title or robots), fontsize=TITLE)
    if len(names) > 1:
        from matplotlib.lines import Line2D

        named = zip(STYLES, names, strict=False)
        keys = [Line2D([], [], color="0.3", linestyle=style, label=shown(name)) for style, name in named]
        figure.legend(handles=keys, loc="outside lower center", ncols=len(keys), fontsize=SMALL, frameon=False)
    return figure


def _axes(figure: Any, count: int, down: int, across: int) -> list[Any]:
    """Return axes with a common time axis, labelled in the last row; a single chart in that row is wide."""
    grid = figure.add_gridspec(down, across)
    alone = across > 1 and count % across == 1
    axes: list[Any] = []
    for k in range(count):
        place = grid[down - 1, :] if alone and k == count - 1 else grid[k // across, k % across]
        axes.append(figure.add_subplot(place, sharex=axes[0] if axes else None))
        if k >= count - across - alone:
            axes[k].set_xlabel("time [s]")
        else:
            axes[k].tick_params(labelbottom=False)
    return axes


def _draw(
    axes: Any, trajectories: Sequence[Trajectory], charts_of_trajectories: list[Chart | None], faint: bool
) -> None:
    """Draw one chart of every trajectory that has it; the runs of a stack faintly, all in the same style.

    `charts_of_trajectories` has None for a trajectory without the chart.
    """
    shown_charts = [chart.visible() if chart else None for chart in charts_of_trajectories]
    present = [chart for chart in shown_charts if chart]
    # A logarithmic chart of one run sets the scale for all.
    first = next((chart for chart in present if chart.logarithmic), present[0])
    names = list(dict.fromkeys(line.name for chart in present for line in chart.lines))
    shade = max(0.15, len(shown_charts) ** -0.5) if faint else 1.0
    for chart, style in zip(shown_charts, cycle(STYLES[:1] if faint else STYLES), strict=False):
        if chart is None:
            continue
        thinned = chart.thinned(MOST_POINTS)
        for line in thinned.lines:
            if line.desired:  # above the line that follows it, which would hide it
                look = {"color": "k", "linewidth": 0.9, "zorder": 3, "linestyle": DESIRED}
            else:
                look = {"color": colour(names.index(line.name)), "alpha": shade, "linestyle": style}
            axes.plot(thinned.t, line.values, **look)
    heading(axes, shown(first.title))
    axes.set_ylabel(first.label)
    grid(axes)
    if first.logarithmic:
        axes.set_yscale("log")
    else:
        _scale(axes)
    events = [event.t for trajectory in trajectories for event in trajectory.events[:50]]
    for t in {t for t in events if np.isfinite(t)}:
        axes.axvline(t, color="0.6", linewidth=0.6, zorder=0)
    desired = any(line.desired for chart in present for line in chart.lines)
    _legend(axes, names, desired, first.logarithmic)


def _scale(axes: Any) -> None:
    """Write numbers without an offset, and keep rounding errors of a constant from filling the chart."""
    axes.ticklabel_format(axis="y", useOffset=False, scilimits=(-4, 5))
    low, high = axes.get_ylim()
    size = max(abs(low), abs(high))
    if high - low < 1e-9 * size:
        axes.set_ylim(low - 0.1 * size, high + 0.1 * size)


def _legend(axes: Any, names: list[str], desired: bool, logarithmic: bool) -> None:
    from matplotlib.lines import Line2D

    keys = [Line2D([], [], color=colour(k), label=shown(name)) for k, name in enumerate(names)]
    if desired:
        keys.append(Line2D([], [], color="k", linewidth=0.9, linestyle=DESIRED, label="reference"))
    if len(keys) > 1 or not logarithmic:
        axes.legend(handles=keys, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=TINY, frameon=False)


def shown(name: str) -> str:
    """Return a name as matplotlib shows it: it hides labels with a leading underscore and typesets between dollars.

    Long names are cut, since they would leave no room for the chart.
    """
    text = printable(name, "") if len(name) <= LONGEST else f"{printable(name[: LONGEST - 1], '')}…"
    text = text.replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text


def scale_axis(axes: Any, axis: str, values: Sequence[float]) -> None:
    """Make the axis "x" or "y" logarithmic if its values span more than `DECADE`, with decimal numbers at its ticks."""
    scale = getattr(axes, f"{axis}axis")
    scale.set_tick_params(labelsize=SMALL, which="both")
    if not values or min(values) <= 0 or max(values) <= DECADE * min(values):
        getattr(axes, f"set_{axis}lim")(auto=True)
        return
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    getattr(axes, f"set_{axis}scale")("log")
    scale.set_major_locator(LogLocator(subs=(1, 2, 5) if max(values) < FEW * min(values) else (1,)))
    scale.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    scale.set_minor_formatter(NullFormatter())
