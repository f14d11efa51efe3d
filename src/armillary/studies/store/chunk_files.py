"""The files of one chunk: one for each output, one with the reasons of failed runs if there are any, one of `status`.

A file has room for a whole chunk, even at the end of a dimension, so that its bytes stay valid when the study grows.
Reasons are in a JSON file with a checksum: each reason once, with the numbers of its runs in a whole chunk.
"""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError, StoreError
from armillary.studies.layout import FAILED, ChunkResults, GridChunk, RunGrid
from armillary.studies.store.description import FAILURES, STATUS, Description, folder, key
from armillary.studies.store.encoding import DamageError, checksum, from_numbers, to_numbers
from armillary.studies.store.location import Location

ROOM = "make room and start again: complete chunks are kept"
ELSEWHERE = "choose a path that can be written"
HINTS = {
    errno.ENOSPC: ROOM,
    errno.EDQUOT: ROOM,
    errno.EROFS: ELSEWHERE,
    errno.EACCES: ELSEWHERE,
    errno.EPERM: ELSEWHERE,
}


def status_file(about: Description, box: GridChunk) -> str:
    """Return the file of `status`, with which a chunk is complete."""
    return f"{STATUS}/{about.key(box)}"


def reasons_file(about: Description, box: GridChunk) -> str:
    """Return the file with the reasons of failed runs."""
    return f"{FAILURES}/{about.key(box)}.json"


def value_files(about: Description, box: GridChunk) -> dict[str, str]:
    """Return the file of each output."""
    place = about.place(box)
    return {variable.name: f"{folder(variable.name)}/{key(place, len(variable.dims))}" for variable in about.variables}


def read_status(location: Location, about: Description, box: GridChunk) -> NDArray[np.uint8] | None:
    """Return the status of the runs of a chunk, or None if the chunk is not there."""
    file = status_file(about, box)
    try:
        status = to_numbers(location.read(file), about.layout.chunks, "u1")
    except FileNotFoundError:
        return None
    except (OSError, DamageError) as error:
        raise damage_error(location, file, error) from error
    return status[_inside(box)].reshape(box.runs)


def read_values(
    location: Location, about: Description, box: GridChunk, name: str | None = None
) -> dict[str, NDArray[np.float64]]:
    """Return the results of a chunk by the name of the output: all of them, or that with a name."""
    files, values = value_files(about, box), {}
    for variable in about.variables:
        if name not in (None, variable.name):
            continue
        whole = _decoded(location, files[variable.name], (*about.layout.chunks, *variable.shape))
        values[variable.name] = whole[_inside(box)].reshape(box.runs, *variable.shape)
    return values


def read_reasons(location: Location, about: Description, box: GridChunk, status: NDArray[np.uint8]) -> dict[int, str]:
    """Return the reasons of failed runs by their numbers in the chunk."""
    if not (status == FAILED).any():
        return {}
    file = reasons_file(about, box)
    try:
        content = json.loads(location.read(file))
        rows = [(str(reason), np.array(runs, dtype=np.int64)) for reason, runs in content["reasons"]]
        if content["crc32c"] != _sum(content["reasons"]):
            raise DamageError("its checksum is wrong")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise damage_error(location, file, error) from error
    reasons = {}
    for reason, runs in rows:
        places = np.array(np.unravel_index(runs, about.layout.chunks or (1,))).reshape(-1, len(runs))
        inside = (np.array(box.shape or (1,)) > places.T).all(axis=1)
        for run in np.ravel_multi_index(tuple(places[:, inside]), box.shape or (1,)):
            reasons[int(run)] = reason
    return {int(k): reasons.get(int(k), "the reason is lost") for k in np.flatnonzero(status == FAILED)}


def encode_chunk(
    about: Description, box: GridChunk, results: ChunkResults, reasons: Mapping[int, str]
) -> dict[str, bytes]:
    """Return the files of a chunk in the order in which they get their names, `status` last."""
    files = {}
    failed = results.status == FAILED
    targets = value_files(about, box)
    for variable in about.variables:
        whole = np.full((*about.layout.chunks, *variable.shape), np.nan)
        values = np.where(failed.reshape(-1, *[1] * len(variable.shape)), np.nan, results.values[variable.name])
        whole[_inside(box)] = values.reshape((*box.shape, *variable.shape))
        files[targets[variable.name]] = from_numbers(whole)
    if reasons:
        files[reasons_file(about, box)] = from_reasons(reasons, box, about.layout)
    status = np.zeros(about.layout.chunks, dtype=np.uint8)
    status[_inside(box)] = results.status.reshape(box.shape)
    return files | {status_file(about, box): from_numbers(status)}


def from_reasons(reasons: Mapping[int, str], box: GridChunk, layout: RunGrid) -> bytes:
    """Return reasons as JSON."""
    runs = sorted(reasons)
    numbers = np.ravel_multi_index(np.unravel_index(runs, box.shape or (1,)), layout.chunks or (1,))
    rows: dict[str, list[int]] = {}
    for run, number in zip(runs, numbers, strict=True):
        rows.setdefault(reasons[run], []).append(int(number))
    listed = [[reason, runs_of_reason] for reason, runs_of_reason in rows.items()]
    return json.dumps({"crc32c": _sum(listed), "reasons": listed}, ensure_ascii=True).encode()


def write_files(location: Location, files: Mapping[str, bytes]) -> None:
    """Write files of a store, in this order.

    Raises:
        StoreError: The store cannot be written; the message says what to do.
    """
    with told_what_to_do(location):
        location.write(files)


@contextlib.contextmanager
def told_what_to_do(location: Location) -> Iterator[None]:
    """Raise `StoreError` for a store that cannot be written."""
    try:
        yield
    except ArgumentError as error:
        code = getattr(error.__cause__, "errno", None)
        raise StoreError(str(location), error.found, error.expected, HINTS.get(code or 0, "")) from error


def damage_error(location: Location, file: str, error: Exception) -> StoreError:
    """Return the error for a file of a store that cannot be used."""
    gone = isinstance(error, FileNotFoundError)
    problem = "it is missing" if gone else getattr(error, "strerror", None) or str(error)
    hint = "`armillary sweep status --verify` lists damaged chunks; remove them there to compute them again"
    return StoreError(location.file(file), f"damaged: {problem}", "a file of this store", hint)


def _decoded(location: Location, file: str, shape: tuple[int, ...], kind: str = "<f8") -> NDArray[Any]:
    try:
        return to_numbers(location.read(file), shape, kind)
    except (OSError, DamageError) as error:
        raise damage_error(location, file, error) from error


def _inside(box: GridChunk) -> tuple[slice, ...]:
    """Return where the runs of a chunk lie in a whole chunk."""
    return tuple(slice(0, n) for n in box.shape)


def _sum(rows: object) -> str:
    return checksum(json.dumps(rows).encode()).hex()
