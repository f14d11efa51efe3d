"""Lines over time or another quantity, as data: names, units, values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

LEAST = 1e-18
"""Smallest value on a logarithmic axis."""


@dataclass(frozen=True, eq=False)
class Line:
    """A line of a chart: name and values, shape (N,); `desired` marks a reference."""

    name: str
    values: NDArray[np.float64]
    desired: bool = False


@dataclass(frozen=True, eq=False)
class Chart:
    """Lines over `t`, shape (N,), with one vertical axis; `logarithmic` shows the size of values on a log scale."""

    title: str
    quantity: str
    unit: str
    t: NDArray[np.float64]
    lines: tuple[Line, ...]
    logarithmic: bool = False
    kind: ClassVar[str] = "chart"

    @property
    def key(self) -> tuple[str, str]:
        """Title and unit, which differ between the charts of a trajectory."""
        return self.title, self.unit

    @property
    def label(self) -> str:
        """The label of the vertical axis."""
        return f"{self.quantity} [{self.unit}]" if self.unit else self.quantity

    def visible(self) -> Chart:
        """Return the chart with the sizes that a logarithmic axis can show, NaN elsewhere; without any, linear."""
        sizes = [np.where(np.abs(line.values) > LEAST, np.abs(line.values), np.nan) for line in self.lines]
        if not self.logarithmic or not np.any(np.isfinite(sizes)):
            return replace(self, logarithmic=False)
        lines = tuple(replace(line, values=values) for line, values in zip(self.lines, sizes, strict=True))
        return replace(self, lines=lines)

    def thinned(self, most: int) -> Chart:
        """Return the chart with about `most` rows, peaks of all lines among them."""
        rows = extreme_rows([line.values for line in self.lines], most)
        return self if len(rows) == len(self.t) else self.at(rows)

    def at(self, rows: NDArray[np.intp]) -> Chart:
        """Return the chart with some of its rows."""
        lines = tuple(replace(line, values=line.values[rows]) for line in self.lines)
        return replace(self, t=self.t[rows], lines=lines)

    def to_json(self, pack: Callable[[NDArray[np.float64]], Any] = np.ndarray.tolist) -> dict[str, Any]:
        """Return the chart as plain data; `pack` converts arrays, by default to lists."""
        return {
            "title": self.title,
            "quantity": self.quantity,
            "unit": self.unit,
            "logarithmic": self.logarithmic,
            "t": pack(self.t),
            "lines": [{"name": line.name, "desired": line.desired, "values": pack(line.values)} for line in self.lines],
        }

    def text(self) -> str:
        """Return a sentence on each line: its range."""
        ranges = []
        for line in self.lines:
            values = line.values[np.isfinite(line.values)]
            extent = f"{values.min():.4g} to {values.max():.4g}" if values.size else "–"
            ranges.append(f"{line.name} {extent}")
        return f"{self.title}, {self.label}: {', '.join(ranges)}"


def spaced_rows(count: int, most: int) -> NDArray[np.intp]:
    """Return the indices of at most `most` of `count` rows, evenly spaced from the first to the last."""
    return np.unique(np.linspace(0, count - 1, min(most, count)).round().astype(np.intp))


def extreme_rows(lines: Sequence[NDArray[np.float64]], most: int) -> NDArray[np.intp]:
    """Return the indices of about `most` rows of lines of equal length, shape (N,) each, that keep every peak.

    The lines are cut into pieces. Kept are the first and the last row, and in every piece the rows of the least, the
    greatest and the first non-finite value of each line, so that a gap stays a gap.
    """
    count = len(lines[0])
    if count <= most:
        return np.arange(count)
    size = -(-count // max(most // (2 * len(lines)), 1))
    pieces = -(-count // size)
    start = np.arange(pieces) * size
    parts = [np.array([0, count - 1])]
    for line in lines:
        padded = np.full(pieces * size, np.nan)
        padded[:count] = line
        grid = padded.reshape(pieces, size)
        finite = np.isfinite(grid)
        is_finite, gap = finite.any(axis=1), ~finite.all(axis=1)
        parts.append((start + np.where(finite, grid, np.inf).argmin(axis=1))[is_finite])
        parts.append((start + np.where(finite, grid, -np.inf).argmax(axis=1))[is_finite])
        parts.append((start + finite.argmin(axis=1))[gap])
    rows = np.unique(np.concatenate(parts))
    return rows[rows < count]
