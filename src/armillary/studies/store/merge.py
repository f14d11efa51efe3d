"""Stores of the same study, computed in parts, joined to one.

Every file is checked before it is copied. Where two stores have the same chunk, runs that are done in both must have
the same results; a run that failed or is missing in one is taken from the other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from armillary.errors import ArgumentError, StoreError
from armillary.studies.layout import DONE, FAILED, NOT_RUN, ChunkResults
from armillary.studies.store.arrays import (
    decode_piece,
    encode_chunk,
    is_filled,
    write_files,
)
from armillary.studies.store.description import Description
from armillary.studies.store.growth import differences, make
from armillary.studies.store.location import Location, location_of
from armillary.studies.store.store import Store

MOST = 8
"""Number of differing chunks that a message lists."""


def merge(paths: Sequence[str | os.PathLike[str] | Location], to: str | os.PathLike[str] | Location) -> Store:
    """Join stores of the same study into the store `to`, which is made if it does not exist; the others stay.

    Raises:
        StoreError: The stores belong to different studies, are damaged, or differ in a chunk that two of them have.
    """
    if not paths:
        raise ArgumentError("paths", "no store", "at least one store to merge")
    sources = [Store.open(path) for path in paths]
    target = location_of("to", to)
    machine = "; ".join(sorted({name for source in sources for name in source.about.machine.split("; ")}))
    about = replace(sources[0].about, machine=machine)
    if not target.exists():
        make(target, _axis_files(about, sources[0]) | about.files())
    whole = Store.open(target)
    for source in sources:
        if (source.about.fingerprint, source.layout) != (whole.about.fingerprint, whole.layout):
            difference = f"differs from {whole.location}: {differences(whole.about, source.about)}"
            raise StoreError(str(source.location), difference, "stores of the same study, with the same chunks")
    differing = [text for source in sources for text in _add(source, whole)]
    if differing:
        rest = f", and {len(differing) - MOST} more" if len(differing) > MOST else ""
        hint = "all other chunks are merged; remove the wrong store of the two, or compute these chunks again"
        raise StoreError(str(target), f"other results in {'; '.join(differing[:MOST])}{rest}", "equal results", hint)
    return whole


def _axis_files(about: Description, source: Store) -> dict[str, bytes]:
    """Return the files of the axes with given values of a store."""
    files = {}
    for scale in about.scales:
        for k in range(0 if scale.random else -(-about.length(scale) // scale.piece)):
            decode_piece(source.location, scale, k)  # raises StoreError for a damaged file
            files[scale.file(k)] = source.location.read(scale.file(k))
    return files


def _add(source: Store, whole: Store) -> Iterator[str]:
    """Copy the chunks of a store into another; yield the chunks that differ."""
    present = whole.present_chunks()
    for number in map(int, np.flatnonzero(source.present_chunks())):
        box = whole.layout.chunk(number)
        results = source.read(number)
        earlier = whole.read(number) if present[number] else None
        if results is None:
            continue  # another process has discarded it since
        if earlier is not None:
            if _conflict(results, earlier):
                yield f"chunk {number} ({_place(whole, number)}) of {source.location}"
                continue
            results = _combine(results, earlier)
            if (results.status == earlier.status).all():
                continue  # the source adds nothing
        files = _pieces(source, whole, number) | encode_chunk(whole.about, box, results, results.reasons)
        write_files(whole.location, files)
        if earlier is not None and not results.reasons:
            whole.location.remove(whole.about.reasons_file(box))


def _pieces(source: Store, whole: Store, number: int) -> dict[str, bytes]:
    """Return the files with values of random axes that a chunk needs and the whole store lacks."""
    box = whole.layout.chunk(number)
    files: dict[str, bytes] = {}
    places = dict(zip(whole.layout.dims, whole.about.place(box), strict=True))
    sizes = dict(zip(whole.layout.dims, box.shape, strict=True))
    for scale in whole.about.scales:
        if scale.random:
            piece = places[scale.dim]
            if not is_filled(whole.location, scale, piece, sizes[scale.dim]):
                decode_piece(source.location, scale, piece)
                files[scale.file(piece)] = source.location.read(scale.file(piece))
    return files


def _conflict(results: ChunkResults, other: ChunkResults) -> bool:
    """Return whether runs that are done in both have other results."""
    both = (results.status == DONE) & (other.status == DONE)
    return any(
        not np.array_equal(results.values[name][both], other.values[name][both], equal_nan=True)
        for name in results.values
    )


def _combine(results: ChunkResults, other: ChunkResults) -> ChunkResults:
    """Return the results of two computations of a chunk; results of `other` win where both are done or both failed."""
    from_other = (results.status == NOT_RUN) | ((results.status == FAILED) & (other.status == FAILED))
    from_other |= other.status == DONE
    return replace(results, status=np.where(from_other, NOT_RUN, results.status).astype(np.uint8)).over(other)


def _place(store: Store, number: int) -> str:
    box = store.layout.chunk(number)
    rows = zip(store.layout.dims, box.slices, strict=True)
    return ", ".join(f"{name} {part.start} to {part.stop - 1}" for name, part in rows)
