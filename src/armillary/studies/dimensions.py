"""The quantities that a study varies, its dimensions, and the shape of its chunks.

A chunk has one value of each axis that changes the structure of the closed loop. The other dimensions fill it, from the
last one on, up to a number of runs that depends on the study alone:
    runs / chunks, rounded to a power of two from `FEWEST` to the most of the device; more if there were over
    `MOST_CHUNKS` chunks. The number of chunks to aim at is that of the device.                               (1)
"""

from __future__ import annotations

import math
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from armillary.compiler.ptx.target import CPU
from armillary.description.reading import AS_WRITTEN
from armillary.errors import ArgumentError
from armillary.files.units import in_si
from armillary.files.words import is_listed, shortened
from armillary.simulation.scenario_file.read import library_or_file
from armillary.studies.axes.axis import Axis, Column
from armillary.studies.axes.distributions import Choice, Random
from armillary.studies.axes.given import Given, Values, as_axis, column
from armillary.studies.device import sizes
from armillary.studies.layout import RunGrid
from armillary.studies.sampling import CubeSampling
from armillary.studies.variation import ROBOTS, STARTS, Base, check, scenario_of, variation
from armillary.tables.chart import spaced_rows

SAMPLE = "sample"
"""Name of the dimension of random axes."""
FEWEST, MOST_CHUNKS = 8, 100_000
MOST_RUNS = 2**32
MOST_TRIED = 1000
"""Values of an axis that are tried on the scenario before anything runs."""


@dataclass(frozen=True)
class VariedQuantity:
    """A quantity that varies: name, axis in SI units, unit (None: its values are not numbers).

    Structural quantities, such as robot or solver, change the closed loop itself and not only its numbers. `column` is
    the column of the points of the unit cube from which a random axis takes its values.
    """

    name: str
    axis: Axis
    unit: str | None = None
    structural: bool = False
    column: int = 0


@dataclass(frozen=True)
class Dimension:
    """A dimension of the grid: name, length, and the quantities that vary along it.

    `sampling` belongs to the dimension of random axes. Without a quantity, the runs of that dimension differ in noise.
    """

    name: str
    length: int
    quantities: tuple[VariedQuantity, ...]
    sampling: CubeSampling | None = None

    @property
    def structural(self) -> bool:
        """Whether its values change the structure of the closed loop."""
        return self.sampling is None and any(quantity.structural for quantity in self.quantities)

    @property
    def structures(self) -> int:
        """Largest number of closed loops of different structure along it."""
        if self.sampling is None:
            return self.length if self.structural else 1
        axes = [quantity.axis for quantity in self.quantities if quantity.structural]
        choices = (len(axis.values) if isinstance(axis, Choice) else self.length for axis in axes)
        return min(self.length, math.prod(choices))

    def values(self, start: int, stop: int) -> dict[str, Column]:
        """Return the values at the places `start` … `stop` − 1 of the dimension, by the names of the quantities."""
        if self.sampling is None:
            where = range(start, stop)
            return {
                quantity.name: quantity.axis.at(where)
                for quantity in self.quantities
                if isinstance(quantity.axis, Given)
            }
        if not self.quantities:
            return {}
        u = self.sampling.points(start, stop)
        return {
            quantity.name: quantity.axis.ppf(u[:, quantity.column])
            for quantity in self.quantities
            if isinstance(quantity.axis, Random)
        }


def quantities_of(base: Base, key: Any, value: Any) -> tuple[VariedQuantity, ...]:
    """Return the quantities that an axis varies, in SI units.

    Args:
        base: The scenario, or the robot, that varies.
        key: A name, or a tuple of names that vary together.
        value: An axis, or a list of values; rows for several names.
    """
    axis = as_axis("", value)
    names = list(key) if isinstance(key, tuple) else [key]
    if not names or not is_listed(names):
        raise ArgumentError("", shortened(key), "a name, or a tuple of names")
    parts = axis.components()
    if isinstance(key, tuple):
        if not isinstance(axis, Values | Choice) or parts is None or len(parts) != len(names):
            problem = shortened(axis.values[0]) if isinstance(axis, Values | Choice) else type(axis).__name__
            raise ArgumentError("", problem, f"rows of {len(names)} values, one for each of the names")
        columns = zip(names, parts, strict=True)
        return tuple(quantity for name, part in columns for quantity in _split(base, name, part, part.components()))
    return tuple(_split(base, key, axis, parts))


def _split(base: Base, name: str, axis: Any, parts: list[Any] | None) -> Iterator[VariedQuantity]:
    """Yield the quantity of a name, or those of its entries if values are rows."""
    together = isinstance(axis, Choice)  # one column of the unit cube chooses a whole row
    for k, part in enumerate(parts or [axis]):
        entry = _entry(base, name, k) if parts else name
        unit, structural = variation(base, entry)
        if entry in STARTS:  # values other than rows are names of configurations
            unit = None
        converted = part.converted(partial(_parse, entry, unit))
        yield VariedQuantity(entry, converted, unit, structural, 0 if together else k)


def _entry(base: Base, name: str, k: int) -> str:
    """Return the name of entry k of a list, or of a vector, whose entries are x, y and z."""
    axis = f"{name}.{'xyz'[k]}" if k < 3 else ""
    return axis if axis in scenario_of(base).numbers else f"{name}[{k}]"


def _parse(name: str, unit: str | None, value: Any) -> Any:
    """Return a value for runs: a number in SI units, or a robot by its name."""
    if name in ROBOTS and isinstance(value, str):
        return library_or_file(value, pathlib.Path(), AS_WRITTEN)
    return value if unit is None else in_si(value, unit, field="")


def check_axis(base: Base, varied: Sequence[VariedQuantity]) -> None:
    """Raise an `ArgumentError` if values of an axis do not fit the scenario; long axes are checked at some values."""
    tried_values: dict[str, Sequence[Any]] = {}
    for quantity in varied:
        if isinstance(quantity.axis, Given):
            rows = spaced_rows(len(quantity.axis), MOST_TRIED)
            values: Column = quantity.axis.at(rows.tolist())
        elif isinstance(quantity.axis, Choice):
            values = [*quantity.axis.values]
        else:
            values = quantity.axis.ppf(np.array([1e-9, 0.5, 1 - 1e-9])) if isinstance(quantity.axis, Random) else []
        tried_values[quantity.name] = values.tolist() if isinstance(values, np.ndarray) else values
    check(base, tried_values)


def dimensions_of(
    quantities: Mapping[Any, tuple[VariedQuantity, ...]], sampling: CubeSampling | None
) -> tuple[Dimension, ...]:
    """Return the dimensions of a study from the quantities of its axes, by their keys."""
    dimensions = [
        Dimension(members[0].name, len(axis), members)
        for members in quantities.values()
        if isinstance(axis := members[0].axis, Given)
    ]
    if sampling is None:
        return tuple(dimensions)
    random = []
    first = 0
    for members, width in zip(_random_axes(quantities), sampling.widths, strict=True):
        random += [replace(quantity, column=first + quantity.column) for quantity in members]
        first += width
    return (*dimensions, Dimension(SAMPLE, sampling.count, tuple(random), sampling))


def widths_of(quantities: Mapping[Any, tuple[VariedQuantity, ...]]) -> tuple[int, ...]:
    """Return the number of columns of the unit cube that each random axis needs."""
    return tuple(1 + max(quantity.column for quantity in members) for members in _random_axes(quantities))


def _random_axes(quantities: Mapping[Any, tuple[VariedQuantity, ...]]) -> list[tuple[VariedQuantity, ...]]:
    return [members for members in quantities.values() if members[0].axis.random]


def take(values: Column, places: Any) -> Column:
    """Return the values at some places."""
    return values[places] if isinstance(values, np.ndarray) else column([values[k] for k in places])


def layout_of(dimensions: Sequence[Dimension], chunk: int | tuple[int, ...] | None, device: str = CPU) -> RunGrid:
    """Return the grid of a study; `chunk` is the number of runs of a chunk, its shape, or None for (1)."""
    names = tuple(dimension.name for dimension in dimensions)
    shape = tuple(dimension.length for dimension in dimensions)
    runs = math.prod(shape)
    if runs > MOST_RUNS:
        raise ArgumentError("axes", f"{runs} runs", f"at most {MOST_RUNS}", "give fewer values, or fewer samples")
    if isinstance(chunk, tuple):
        if len(chunk) != len(shape):
            raise ArgumentError("chunk", shortened([*chunk]), f"{len(shape)} numbers, one for each of {names}")
        return RunGrid(names, shape, chunk)
    if chunk is not None:
        return RunGrid(names, shape, _chunk_shape(dimensions, chunk))
    chunk_sizes = sizes(device)
    size = 2 ** round(math.log2(min(max(runs / chunk_sizes.chunks, FEWEST), chunk_sizes.runs)))  # (1)
    layout = RunGrid(names, shape, _chunk_shape(dimensions, size))
    while layout.count > MOST_CHUNKS and size < runs:
        size *= 2
        layout = RunGrid(names, shape, _chunk_shape(dimensions, size))
    return layout


def _chunk_shape(dimensions: Sequence[Dimension], size: int) -> tuple[int, ...]:
    """Return the shape of chunks with up to `size` runs, filled from the last dimension on."""
    lengths: list[int] = []
    for dimension in reversed(dimensions):
        lengths.append(1 if dimension.structural else min(dimension.length, size))
        size = max(1, size // lengths[-1])
    return tuple(reversed(lengths))
