"""A store of results: which chunks it has, and how they are read and written.

A chunk is complete when its file of `status` exists. That file gets its name last, when all other files of the chunk
have theirs and all are on the disk. So a process can be killed at any time: a chunk is complete or absent.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError, StoreError
from armillary.studies.layout import DONE, FAILED, NOT_RUN, ChunkResults, GridChunk, Planned, RunGrid
from armillary.studies.store.arrays import (
    along,
    decode_piece,
    encode_chunk,
    encode_piece,
    from_reasons,
    is_filled,
    read_reasons,
    read_status,
    read_values,
    write_files,
)
from armillary.studies.store.description import FAILURES, STATUS, Description, read_description
from armillary.studies.store.growth import make_or_grow
from armillary.studies.store.location import ROOT, Location, location_of

LISTED_AT_ONCE = 8192
"""Number of file names that are converted to numbers of chunks at once."""


@dataclass(frozen=True)
class Damage:
    """A damaged file of a store: the problem, and the chunk to discard.

    Without a chunk, the file has values of an axis or labels; the next sweep writes them again.
    """

    path: str
    found: str
    chunk: int | None = None


@dataclass(frozen=True)
class Counts:
    """Numbers of runs and chunks of a store."""

    runs: int
    done: int
    failed: int
    chunks: int
    complete: int

    @property
    def left(self) -> int:
        """Number of runs that are not computed yet."""
        return self.runs - self.done - self.failed


@dataclass
class Store:
    """A store of results; `Store.create` and `Store.open` make it.

    A store that writes needs its study; workers get both at once.
    """

    location: Location
    about: Description
    study: Planned | None = None
    _stamp: Hashable = None
    _written: set[tuple[str, int]] = field(default_factory=set, repr=False)

    @classmethod
    def create(cls, path: str | os.PathLike[str] | Location, study: Planned) -> Store:
        """Make a store for a study, or open the one that is there; any number of processes may do so at once.

        A store of the same study is opened. A store of a smaller study of the same family grows.

        Raises:
            StoreError: There is something else, or the store of another study; the message names the differences.
        """
        location = location_of("path", path)
        about = make_or_grow(location, study)
        return cls(location, about, study, _stamp(location))

    @classmethod
    def open(cls, path: str | os.PathLike[str] | Location, study: Planned | None = None) -> Store:
        """Open a store as it is.

        Raises:
            StoreError: There is no store.
        """
        location = location_of("path", path)
        about = read_description(location)
        return cls(location, about, study, _stamp(location))

    @property
    def path(self) -> Any:
        """The path of the folder, or the address."""
        return self.location.path

    @property
    def layout(self) -> RunGrid:
        """The grid of runs, with the lengths of chunks of this store."""
        return self.about.layout

    def present_chunks(self, since: float = 0.0) -> NDArray[np.uint8]:
        """Return 1 for each complete chunk whose `status` was written at or after the time `since` [s], else 0."""
        present = np.zeros(self.layout.count, dtype=np.uint8)
        for numbers in self._numbers_of_files(STATUS, since=since):
            present[numbers] = 1
        return present

    def missing(self, retry_failed: bool = False) -> Iterator[int]:
        """Yield the numbers of chunks with runs to compute, in order."""
        present = self.present_chunks()
        for number in self._edge_chunks(present):
            present[number] = not self.todo(number).any()
        for number in self._with_failures(present) if retry_failed else ():
            present[number] = not self.todo(number, retry_failed=True).any()
        yield from map(int, np.flatnonzero(present == 0))

    def todo(self, chunk: int | GridChunk, retry_failed: bool = False) -> NDArray[np.bool_]:
        """Return for each run of a chunk whether it has to be computed."""
        box = self._box(chunk)
        status = read_status(self.location, self.about, box)
        if status is None:
            return np.ones(box.runs, dtype=bool)
        return (status == NOT_RUN) | ((status == FAILED) & retry_failed)

    def read(self, chunk: int | GridChunk) -> ChunkResults | None:
        """Return the results of a chunk, or None if it is absent.

        Raises:
            StoreError: A file of the chunk is damaged or missing.
        """
        box = self._box(chunk)
        status = read_status(self.location, self.about, box)
        if status is None:
            return None
        reasons = read_reasons(self.location, self.about, box, status)
        return ChunkResults(read_values(self.location, self.about, box), status, reasons)

    def write(self, chunk: int | GridChunk, results: ChunkResults) -> None:
        """Write the results of a chunk; runs that are `NOT_RUN` keep their results in the store.

        Raises:
            StoreError: The store cannot be written, has grown meanwhile, or has no study.
            ArgumentError: Shapes or names of results differ from those of the study, or runs are missing.
        """
        box = self._box(chunk)
        self._check_current()
        earlier = self.read(box)
        if earlier is not None:
            results = results.over(earlier)
        self._check(box, results)
        failed = map(int, np.flatnonzero(results.status == FAILED))
        reasons = {k: results.reasons.get(k) or "no reason was given" for k in failed}
        # Until the new status has its name, a reader sees the earlier one and needs its reasons: the file has both.
        both = (earlier.reasons if earlier else {}) | reasons
        write_files(self.location, self._pieces(box) | encode_chunk(self.about, box, results, both))
        if not reasons:
            self.location.remove(self.about.reasons_file(box))
        elif len(both) > len(reasons):
            write_files(self.location, {self.about.reasons_file(box): from_reasons(reasons, box, self.layout)})

    def discard(self, chunk: int | GridChunk) -> None:
        """Remove a chunk, so that it is computed again."""
        box = self._box(chunk)
        first = self.about.status_file(box)  # without it the chunk is absent, even if the rest remains
        for name in (first, *self.about.value_files(box).values(), self.about.reasons_file(box)):
            try:
                self.location.remove(name)
            except OSError as error:
                found = f"cannot be removed: {error.strerror or error}"
                raise StoreError(self.location.file(name), found, "permission to remove it") from error

    def verify(self) -> Iterator[Damage]:
        """Read all files and yield the damaged ones, at most one of each chunk; `discard` removes their chunks."""
        present = self.present_chunks()
        for number in map(int, np.flatnonzero(present)):
            try:
                self.read(number)
            except StoreError as error:
                yield Damage(error.path, error.found, number)
        boxes = np.where(present, np.arange(self.layout.count), -1).reshape(self.layout.boxes)
        for scale in self.about.scales:
            for k in range(-(-self.about.length(scale) // scale.piece)):
                chunk = int(boxes.take(k, axis=self.layout.dims.index(scale.dim)).max()) if scale.random else None
                if chunk is not None and chunk < 0:
                    continue  # no chunk needs these values
                try:
                    decode_piece(self.location, scale, k)
                except StoreError as error:
                    yield Damage(error.path, error.found, chunk)

    def status(self) -> Counts:
        """Return the numbers of runs and chunks that are computed."""
        present = self.present_chunks()
        computed, complete = self.layout.runs_in(present), int(np.count_nonzero(present))
        for number in self._edge_chunks(present):
            left = int(self.todo(number).sum())
            computed, complete = computed - left, complete - bool(left)
        failed = sum(len(reasons) for _, reasons in self._reasons(present))
        return Counts(self.layout.runs, computed - failed, failed, self.layout.count, complete)

    def values_of(self, name: str) -> Iterator[NDArray[np.float64]]:
        """Yield the values of an output for the runs of each chunk that are done."""
        for number in map(int, np.flatnonzero(self.present_chunks())):
            box = self._box(number)
            status = read_status(self.location, self.about, box)
            if status is not None:
                yield read_values(self.location, self.about, box, name)[name][status == DONE]

    def recent(self, seconds: float) -> int:
        """Return the number of runs in the chunks that were written in the last `seconds` [s]."""
        return self.layout.runs_in(self.present_chunks(time.time() - seconds))

    def failures(self) -> Iterator[tuple[tuple[int, ...], str]]:
        """Yield the indices of failed runs and why they failed."""
        for box, reasons in self._reasons(self.present_chunks()):
            for run, reason in reasons.items():
                yield tuple(map(int, box.indices[run])), reason

    def _reasons(self, present: NDArray[np.uint8]) -> Iterator[tuple[GridChunk, dict[int, str]]]:
        """Yield chunks with failed runs, and the reasons by the number of the run in the chunk."""
        for box in map(self._box, self._with_failures(present)):
            status = read_status(self.location, self.about, box)
            if status is not None:  # another process may have discarded the chunk
                yield box, read_reasons(self.location, self.about, box, status)

    def _with_failures(self, present: NDArray[np.uint8]) -> list[int]:
        """Return the numbers of complete chunks that have a file of reasons, in order."""
        chunks = np.concatenate([np.zeros(0, np.int64), *self._numbers_of_files(FAILURES, ".json")])
        return sorted(map(int, chunks[present[chunks] == 1]))

    def _edge_chunks(self, present: NDArray[np.uint8]) -> list[int]:
        """Return the complete chunks that lay at the edge of the grid before a growth: they may lack runs."""
        chunks: set[int] = set()
        boxes = np.arange(self.layout.count).reshape(self.layout.boxes)
        for shape in self.about.shapes:
            for axis, (old, now, length) in enumerate(zip(shape, self.layout.shape, self.layout.chunks, strict=True)):
                if old % length and now > old:
                    column = boxes.take(old // length, axis=axis).ravel()
                    chunks.update(map(int, column[present[column] == 1]))
        return sorted(chunks)

    def _numbers_of_files(self, folder: str, suffix: str = "", since: float = 0.0) -> Iterator[NDArray[np.int64]]:
        """Yield the numbers of chunks that have a file in a folder, a batch at a time; other files are skipped."""
        dims = len(self.layout.dims)
        boxes = np.array(self.layout.boxes, dtype=np.int64).reshape(-1, 1)
        strides = np.array([math.prod(self.layout.boxes[k + 1 :]) for k in range(dims)], dtype=np.int64)
        names = self.location.names(folder, since)
        while batch := list(itertools.islice(names, LISTED_AT_ONCE)):
            rows = [name.removesuffix(suffix).split(".") for name in batch if name.endswith(suffix)]
            rows = [row[1:] for row in rows if len(row) == dims + 1 and row[0] == "c"]
            rows = [row for row in rows if all(map(str.isdecimal, row))]
            places = np.array(rows, dtype=np.int64).reshape(len(rows), dims).T
            places = places[:, (places < boxes).all(axis=0)]
            yield strides @ places

    def _box(self, chunk: int | GridChunk) -> GridChunk:
        return chunk if isinstance(chunk, GridChunk) else self.layout.chunk(chunk)

    def _pieces(self, box: GridChunk) -> dict[str, bytes]:
        """Return the files with values of random axes that the chunk needs and the store lacks."""
        files: dict[str, bytes] = {}
        places = dict(zip(self.layout.dims, self.about.place(box), strict=True))
        sizes = dict(zip(self.layout.dims, box.shape, strict=True))
        points = None
        for scale in self.about.scales:
            if not scale.random:
                continue
            piece = places[scale.dim]
            if (scale.name, piece) in self._written:
                continue
            if is_filled(self.location, scale, piece, sizes[scale.dim]):
                self._written.add((scale.name, piece))  # chunks along the other dimensions need the same piece
                continue
            if self.study is None:
                raise StoreError(str(self.location), "opened without its study", "a store made by `Store.create`")
            points = self.study.points(box) if points is None else points
            values = along(points[scale.name], scale, box, self.layout)
            files[scale.file(piece)] = encode_piece(values, scale)
        return files

    def _check(self, box: GridChunk, results: ChunkResults) -> None:
        """Raise an `ArgumentError` if results have other shapes than those of the study, or lack runs."""
        for variable in self.about.variables:
            expected = (box.runs, *variable.shape)
            shape = np.shape(results.values[variable.name]) if variable.name in results.values else None
            if shape != expected:
                text = f"{variable.name!r} with shape {shape}" if shape is not None else f"no {variable.name!r}"
                raise ArgumentError("found", text, f"an array of shape {expected} for chunk {box.number}")
        left = int(np.count_nonzero(~np.isin(results.status, (DONE, FAILED))))
        if results.status.shape != (box.runs,) or left:
            text = f"{left} of {box.runs} runs are not computed"
            raise ArgumentError("found", text, f"results of all runs of chunk {box.number}")

    def _check_current(self) -> None:
        """Raise `StoreError` if another process has extended the store: chunks at its edge are larger now."""
        stamp = _stamp(self.location)
        if stamp != self._stamp:
            if read_description(self.location).fingerprint != self.about.fingerprint:
                raise StoreError(str(self.location), "extended by another process", "the same study", "start again")
            self._stamp = stamp


def _stamp(location: Location) -> Hashable:
    """Return the stamp of the description, which tells whether another process has changed it."""
    try:
        return location.stamp(ROOT)
    except OSError as error:
        found = f"{ROOT} cannot be read: {error.strerror or error}"
        raise StoreError(str(location), found, "a store of results") from error
