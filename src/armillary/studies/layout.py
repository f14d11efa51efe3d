"""The runs of a study as a grid: its dimensions, the chunks that are computed and written at once, and their results.

A dimension is an axis with given values, or `sample`, along which all random axes vary together. A run has one index
for each dimension. A chunk is a box of the grid; chunks are numbered in C order, and so are the runs inside one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

NOT_RUN, DONE, FAILED = 0, 1, 2
"""Status of a run."""
DRIFT, DRIFT_MEANING = "drift", "greatest error of the energy balance; zero where it is rounding"
"""Name and meaning of the result that every study with simulations has in addition to its outputs."""


@dataclass(frozen=True)
class Variable:
    """A result of every run: name, unit, meaning, and the labels of its own dimensions by their names.

    A number for each run has no dimensions of its own.
    """

    name: str
    unit: str = ""
    meaning: str = ""
    dims: Mapping[str, tuple[str | float, ...]] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the result of one run."""
        return tuple(len(labels) for labels in self.dims.values())


@dataclass(frozen=True)
class GridCoordinate:
    """A quantity that varies along a dimension of the grid: name, dimension, unit, meaning.

    `values` are those of an axis with given values, None for a random axis, whose values come from `Planned.points`.
    `text` says whether values are texts, such as names of robots; other values are numbers.
    """

    name: str
    dim: str
    unit: str = ""
    meaning: str = ""
    values: Sequence[float] | Sequence[str] | None = None
    text: bool = False


@dataclass(frozen=True)
class GridChunk:
    """A box of the grid: its number, and the first index and the number of runs along each dimension."""

    number: int
    start: tuple[int, ...]
    shape: tuple[int, ...]

    @property
    def runs(self) -> int:
        """Number of runs."""
        return math.prod(self.shape)

    @property
    def slices(self) -> tuple[slice, ...]:
        """Where the chunk lies in the grid."""
        return tuple(slice(a, a + n) for a, n in zip(self.start, self.shape, strict=True))

    @cached_property
    def indices(self) -> NDArray[np.int64]:
        """Indices of the runs in the grid, one row for each run, shape (runs, dimensions)."""
        inside = np.indices(self.shape).reshape(len(self.shape), -1).T
        return np.asarray(inside + np.array(self.start, dtype=np.int64).reshape(1, -1), dtype=np.int64)


@dataclass(frozen=True)
class RunGrid:
    """A grid of runs: names of its dimensions, their lengths, and the lengths of chunks.

    Example:
        >>> grid = RunGrid(("payload", "sample"), (3, 100), (1, 64))
        >>> grid.runs, grid.count, grid.chunk(3).slices
        (300, 6, (slice(1, 2, None), slice(64, 100, None)))
    """

    dims: tuple[str, ...]
    shape: tuple[int, ...]
    chunks: tuple[int, ...]

    @property
    def runs(self) -> int:
        """Number of runs."""
        return math.prod(self.shape)

    @property
    def boxes(self) -> tuple[int, ...]:
        """Number of chunks along each dimension."""
        return tuple(-(-n // k) for n, k in zip(self.shape, self.chunks, strict=True))

    @property
    def count(self) -> int:
        """Number of chunks."""
        return math.prod(self.boxes)

    def chunk(self, number: int) -> GridChunk:
        """Return a chunk; those at the end of a dimension may be smaller."""
        place = [int(k) for k in np.unravel_index(number, self.boxes)] if self.boxes else []
        start = tuple(k * n for k, n in zip(place, self.chunks, strict=True))
        ends = zip(start, self.chunks, self.shape, strict=True)
        return GridChunk(number, start, tuple(min(length, size - first) for first, length, size in ends))

    def runs_in(self, chunks: NDArray[np.uint8]) -> int:
        """Return the number of runs in the chunks marked by 1, shape (count,)."""
        counts = chunks.reshape(self.boxes).astype(np.int64)
        # One dimension at a time: there may be millions of chunks.
        for length, size in zip(self.chunks, self.shape, strict=True):
            sizes = np.minimum(length, size - length * np.arange(counts.shape[0]))
            counts = np.tensordot(sizes, counts, axes=(0, 0))
        return int(counts)


@dataclass(frozen=True)
class ChunkResults:
    """Results of the runs of a chunk.

    `values` has an array for each variable, shape (runs, …); `status` is `NOT_RUN`, `DONE` or `FAILED` for each run;
    `reasons` says why a run failed, by its number in the chunk. Values of failed runs are NaN.
    """

    values: dict[str, NDArray[np.float64]]
    status: NDArray[np.uint8]
    reasons: dict[int, str] = field(default_factory=dict)

    def over(self, earlier: ChunkResults) -> ChunkResults:
        """Return these results, and those of an earlier computation for runs that are `NOT_RUN` here."""
        earlier_runs = self.status == NOT_RUN
        values = {
            name: np.where(earlier_runs.reshape(-1, *[1] * (array.ndim - 1)), earlier.values[name], array)
            for name, array in self.values.items()
        }
        reasons = itertools.chain(earlier.reasons.items(), self.reasons.items())
        status = np.where(earlier_runs, earlier.status, self.status)
        return ChunkResults(values, status, {k: text for k, text in reasons if status[k] == FAILED})


class Planned(Protocol):
    """Protocol that a store requires of a study.

    A store keeps the chunk lengths it was made with: its layout counts, not that of a study that has grown.
    """

    @property
    def layout(self) -> RunGrid:
        """The grid of runs."""
        ...

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Results of every run."""
        ...

    @property
    def coordinates(self) -> tuple[GridCoordinate, ...]:
        """Everything that varies."""
        ...

    @property
    def fingerprint(self) -> str:
        """Hash of everything that results depend on: scenario, robots, axes, sampling, seed, outputs."""
        ...

    @property
    def family(self) -> str:
        """Hash of the same without lengths and values of the dimensions that may grow; the store compares those."""
        ...

    @property
    def text(self) -> str:
        """The study in canonical form, kept in the store for readers and to name differences, line by line."""
        ...

    @property
    def robots(self) -> Mapping[str, str]:
        """Hash of each robot by its name."""
        ...

    def points(self, chunk: GridChunk) -> Mapping[str, Sequence[Any] | NDArray[Any]]:
        """Return the values of everything that varies, by name: one value for each run of the chunk."""
        ...
