"""Which chunks a store has, one byte for each, from the file names in one folder."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from armillary.studies.layout import RunGrid
from armillary.studies.store.description import STATUS
from armillary.studies.store.location import Location


def present_chunks(location: Location, layout: RunGrid, since: float = 0.0) -> NDArray[np.uint8]:
    """Return 1 for each chunk that has a file of `status`, written at or after the time `since` [s], else 0."""
    there = np.zeros(layout.count, dtype=np.uint8)
    for batch in numbers(location, STATUS, layout, since=since):
        there[batch] = 1
    return there


def numbers(
    location: Location, folder: str, layout: RunGrid, suffix: str = "", since: float = 0.0
) -> Iterator[NDArray[np.int64]]:
    """Yield the numbers of chunks that have a file in a folder, some at a time; other files are skipped."""
    dims, boxes = len(layout.dims), np.array(layout.boxes, dtype=np.int64).reshape(-1, 1)
    steps = np.array([math.prod(layout.boxes[k + 1 :]) for k in range(dims)], dtype=np.int64)
    names = location.names(folder, since)
    while batch := list(itertools.islice(names, 8192)):
        rows = [name.removesuffix(suffix).split(".") for name in batch if name.endswith(suffix)]
        rows = [row[1:] for row in rows if len(row) == dims + 1 and row[0] == "c"]
        rows = [row for row in rows if all(map(str.isdecimal, row))]
        places = np.array(rows, dtype=np.int64).reshape(len(rows), dims).T
        places = places[:, (places < boxes).all(axis=0)]
        yield steps @ places


def edge_chunks(there: NDArray[np.uint8], shapes: Sequence[tuple[int, ...]], layout: RunGrid) -> list[int]:
    """Return the chunks that are there and that lay at the edge of the grid before it grew from these shapes."""
    chunks: set[int] = set()
    boxes = np.arange(layout.count).reshape(layout.boxes)
    for shape in shapes:
        for axis, (old, now, length) in enumerate(zip(shape, layout.shape, layout.chunks, strict=True)):
            if old % length and now > old:
                column = boxes.take(old // length, axis=axis).ravel()
                chunks.update(map(int, column[there[column] == 1]))
    return sorted(chunks)


def runs_of(there: NDArray[np.uint8], layout: RunGrid) -> int:
    """Return the number of runs in the chunks that are there."""
    counts = there.reshape(layout.boxes).astype(np.int64)
    for length, size in zip(layout.chunks, layout.shape, strict=True):
        sizes = np.minimum(length, size - length * np.arange(counts.shape[0]))
        counts = np.tensordot(sizes, counts, axes=(0, 0))
    return int(counts)
