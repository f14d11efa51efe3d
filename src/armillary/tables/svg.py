"""A chart as the geometry of an SVG picture: ticks, paths, colours. A template renders it.

Lines have the colours of Okabe and Ito, which colour-blind readers can distinguish.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from armillary.tables.chart import Chart
from armillary.tables.numbers import number

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6d3b", "#7f7f7f")
"""Colours of lines, by their number."""
WIDTH, HEIGHT = 420, 180
LEFT, RIGHT, TOP, BOTTOM = 62, 10, 24, 34
"""Size of a chart and of the margins about its frame [px]."""
MOST_POINTS = 600
"""Points of a line; longer lines are thinned."""


@dataclass(frozen=True)
class Drawing:
    """Ticks as (place [px], text), lines as (name, colour, path, whether it is a reference)."""

    x_ticks: list[tuple[str, str]]
    y_ticks: list[tuple[str, str]]
    lines: list[tuple[str, str, str, bool]]


def drawing(chart: Chart) -> Drawing:
    """Return the geometry of a chart; values that are not finite leave a gap."""
    chart = chart.visible()
    if chart.logarithmic:  # drawn as powers of ten
        chart = replace(chart, lines=tuple(replace(line, values=np.log10(line.values)) for line in chart.lines))
    x, lines = chart.t.tolist(), [line.values.tolist() for line in chart.lines]
    finite = [value for values in lines for value in values if math.isfinite(value)]
    y_ticks = ticks(min(finite, default=0.0), max(finite, default=1.0))
    x_ticks = ticks(min(x, default=0.0), max(x, default=1.0))
    x_low, x_high = (x[0], x[-1]) if len(x) and x[-1] > x[0] else (x_ticks[0], x_ticks[-1])
    y_low, y_high = min([y_ticks[0], *finite]), max([y_ticks[-1], *finite])

    def right(value: float) -> float:
        return LEFT + (value - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT)

    def down(value: float) -> float:
        return HEIGHT - BOTTOM - (value - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM)

    drawn, names = [], list(dict.fromkeys(line.name for line in chart.lines))
    for line in chart.lines:
        part = Chart("", "", "", chart.t, (line,)).thinned(MOST_POINTS)
        points = zip(part.t.tolist(), part.lines[0].values.tolist(), strict=True)
        path = _path((right(a), down(b)) if math.isfinite(b) else None for a, b in points)
        drawn.append((line.name, COLOURS[names.index(line.name) % len(COLOURS)], path, line.desired))
    return Drawing(
        [(f"{right(t):.1f}", number(t)) for t in x_ticks if x_low <= t <= x_high],
        [(f"{down(y):.1f}", number(10**y if chart.logarithmic else y)) for y in y_ticks],
        drawn,
    )


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return about `count` round numbers that cover a range.

    Example:
        >>> ticks(0.0, 9.3)
        [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    """
    if not math.isfinite(high - low):
        low, high = 0.0, 1.0
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        room = 0.5 * abs(high) or 1.0
        low, high = low - room, high + room
    step = 10.0 ** math.floor(math.log10((high - low) / count))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (factor * step) <= count)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [k * step + 0.0 for k in range(first, last + 1)]


def _path(points: Iterable[tuple[float, float] | None]) -> str:
    """Return the commands of a path; a gap starts a new piece."""
    pairs = pairwise((None, *points))
    return "".join(f"{'L' if last else 'M'}{at[0]:.1f} {at[1]:.1f}" for last, at in pairs if at is not None)
