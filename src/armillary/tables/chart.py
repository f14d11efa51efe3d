"""Lines over time, or over another quantity, as data: names, units, values; drawn by `figures`, pages and notebooks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from armillary.tables.thin import extreme_rows


@dataclass(frozen=True, eq=False)
class Line:
    """A line of a chart: its name and its values, shape (N,). References are `wanted` and drawn thin."""

    name: str
    values: NDArray[np.float64]
    wanted: bool = False


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

    def thinned(self, most: int) -> Chart:
        """Return the chart with about `most` rows, peaks of all lines among them."""
        rows = extreme_rows([line.values for line in self.lines], most)
        if len(rows) == len(self.t):
            return self
        return self.at(rows)

    def at(self, rows: NDArray[np.intp]) -> Chart:
        """Return the chart with some of its rows."""
        lines = tuple(replace(line, values=line.values[rows]) for line in self.lines)
        return replace(self, t=self.t[rows], lines=lines)

    def to_json(self, pack: Callable[[NDArray[np.float64]], Any] = np.ndarray.tolist) -> dict[str, Any]:
        """Return the chart as plain data; `pack` makes each array of it data, by default a list."""
        return {
            "title": self.title,
            "quantity": self.quantity,
            "unit": self.unit,
            "logarithmic": self.logarithmic,
            "t": pack(self.t),
            "lines": [{"name": one.name, "wanted": one.wanted, "values": pack(one.values)} for one in self.lines],
        }

    def text(self) -> str:
        """Return a sentence on each line: its range."""
        ends = [(line.name, line.values[np.isfinite(line.values)]) for line in self.lines]
        said = [f"{name} {own.min():.4g} to {own.max():.4g}" if own.size else f"{name} –" for name, own in ends]
        return f"{self.title}, {self.label}: {', '.join(said)}"
