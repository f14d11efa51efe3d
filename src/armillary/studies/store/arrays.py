"""The arrays of a store as files: the results of each chunk, and the values along the dimensions.

A chunk has one file for each output, one with the reasons of failed runs if there are any, and one of `status`. A file
has room for a whole chunk, even at the end of a dimension, so that its bytes stay valid when the study grows. Reasons
are in a JSON file with a checksum: each reason once, with the numbers of its runs in a whole chunk.

Values along a dimension (`Scale`) are in pieces of one length, with room for values that are added later.
"""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError, StoreError
from armillary.studies.layout import FAILED, ChunkResults, GridChunk, Planned, RunGrid
from armillary.studies.store.description import Description, Scale
from armillary.studies.store.encoding import DamageError, checksum, from_numbers, from_texts, to_numbers, to_texts
from armillary.studies.store.location import Location

ScaleValues = Sequence[Any] | NDArray[Any]
"""Values along a dimension: numbers, or texts."""
ROOM = "make room and start again: complete chunks are kept"
ELSEWHERE = "choose a path that can be written"
HINTS = {
    errno.ENOSPC: ROOM,
    errno.EDQUOT: ROOM,
    errno.EROFS: ELSEWHERE,
    errno.EACCES: ELSEWHERE,
    errno.EPERM: ELSEWHERE,
}


def read_status(location: Location, about: Description, box: GridChunk) -> NDArray[np.uint8] | None:
    """Return the status of the runs of a chunk, or None if the chunk is not there."""
    file = about.status_file(box)
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
    """Return the results of a chunk by the name of the output: all of them, or the one named `name`."""
    files = about.value_files(box)
    values = {}
    for variable in about.variables:
        if name not in (None, variable.name):
            continue
        file = files[variable.name]
        try:
            whole = to_numbers(location.read(file), (*about.layout.chunks, *variable.shape))
        except (OSError, DamageError) as error:
            raise damage_error(location, file, error) from error
        values[variable.name] = whole[_inside(box)].reshape(box.runs, *variable.shape)
    return values


def read_reasons(location: Location, about: Description, box: GridChunk, status: NDArray[np.uint8]) -> dict[int, str]:
    """Return the reasons of failed runs by their numbers in the chunk."""
    if not (status == FAILED).any():
        return {}
    file = about.reasons_file(box)
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
    targets = about.value_files(box)
    for variable in about.variables:
        whole = np.full((*about.layout.chunks, *variable.shape), np.nan)
        values = np.where(failed.reshape(-1, *[1] * len(variable.shape)), np.nan, results.values[variable.name])
        whole[_inside(box)] = values.reshape((*box.shape, *variable.shape))
        files[targets[variable.name]] = from_numbers(whole)
    if reasons:
        files[about.reasons_file(box)] = from_reasons(reasons, box, about.layout)
    status = np.zeros(about.layout.chunks, dtype=np.uint8)
    status[_inside(box)] = results.status.reshape(box.shape)
    return files | {about.status_file(box): from_numbers(status)}


def from_reasons(reasons: Mapping[int, str], box: GridChunk, layout: RunGrid) -> bytes:
    """Return reasons of failed runs as JSON."""
    runs = sorted(reasons)
    numbers = np.ravel_multi_index(np.unravel_index(runs, box.shape or (1,)), layout.chunks or (1,))
    rows: dict[str, list[int]] = {}
    for run, number in zip(runs, numbers, strict=True):
        rows.setdefault(reasons[run], []).append(int(number))
    content = [[reason, runs_of_reason] for reason, runs_of_reason in rows.items()]
    return json.dumps({"crc32c": _sum(content), "reasons": content}, ensure_ascii=True).encode()


def write_files(location: Location, files: Mapping[str, bytes]) -> None:
    """Write files of a store, in this order.

    Raises:
        StoreError: The store cannot be written; the message says what to do.
    """
    with as_store_error(location):
        location.write(files)


@contextlib.contextmanager
def as_store_error(location: Location) -> Iterator[None]:
    """Raise errors of writing as `StoreError`, with a hint that depends on the cause."""
    try:
        yield
    except ArgumentError as error:
        code = getattr(error.__cause__, "errno", None)
        raise StoreError(str(location), error.found, error.expected, HINTS.get(code or 0, "")) from error


def damage_error(location: Location, file: str, error: Exception) -> StoreError:
    """Return the error for a file of a store that cannot be used."""
    problem = getattr(error, "strerror", None) or str(error)
    if isinstance(error, FileNotFoundError):
        problem = "it is missing"
    hint = "`armillary sweep status --verify` lists damaged chunks; remove them there to compute them again"
    return StoreError(location.file(file), f"damaged: {problem}", "a file of this store", hint)


def _inside(box: GridChunk) -> tuple[slice, ...]:
    """Return the place of the runs of a chunk in a whole chunk; chunks at an edge of the grid are smaller."""
    return tuple(slice(0, n) for n in box.shape)


def _sum(rows: object) -> str:
    """Return the checksum of rows as JSON."""
    return checksum(json.dumps(rows).encode()).hex()


def given_files(study: Planned, about: Description) -> dict[str, bytes]:
    """Return the files of axes with given values and of the labels of outputs, by their names in the store."""
    values: dict[str, ScaleValues] = {item.name: item.values for item in study.coordinates if item.values is not None}
    values |= {name: labels for item in about.variables for name, labels in item.dims.items()}
    files = {}
    for scale in about.scales:
        if not scale.random:
            for k in range(-(-len(values[scale.name]) // scale.piece)):
                piece = values[scale.name][k * scale.piece : (k + 1) * scale.piece]
                files[scale.file(k)] = encode_piece(piece, scale)
    return files


def encode_piece(values: ScaleValues, scale: Scale) -> bytes:
    """Return values as the file of a piece; places without a value are NaN or empty texts."""
    if scale.text:
        return from_texts([*map(str, values), *[""] * (scale.piece - len(values))])
    whole = np.full(scale.piece, np.nan)
    whole[: len(values)] = np.asarray(values, dtype=np.float64)
    return from_numbers(whole)


def decode_piece(location: Location, scale: Scale, number: int) -> ScaleValues:
    """Return the values of a piece, including empty places.

    Raises:
        StoreError: The file is damaged or missing.
    """
    file = scale.file(number)
    try:
        content = location.read(file)
        return to_texts(content, scale.piece) if scale.text else to_numbers(content, (scale.piece,))
    except (OSError, DamageError) as error:
        raise damage_error(location, file, error) from error


def read_scale(location: Location, about: Description, scale: Scale) -> ScaleValues:
    """Return the values of an axis, or the labels of a dimension of outputs."""
    length = about.length(scale)
    values: list[Any] = []
    for k in range(-(-length // scale.piece)):
        values.extend(np.asarray(decode_piece(location, scale, k)).tolist())
    return values[:length]


def along(values: ScaleValues, scale: Scale, box: GridChunk, layout: RunGrid) -> ScaleValues:
    """Return the values along the dimension of a scale, from the values of all runs of a chunk."""
    axis = layout.dims.index(scale.dim)
    runs = np.arange(box.runs).reshape(box.shape)
    first = runs[tuple(slice(None) if k == axis else 0 for k in range(len(box.shape)))]
    return values[first] if isinstance(values, np.ndarray) else [values[int(run)] for run in first]


def is_filled(location: Location, scale: Scale, number: int, count: int) -> bool:
    """Return whether a piece has its first `count` values."""
    try:
        content = location.read(scale.file(number))
        if scale.text:
            return to_texts(content, scale.piece)[count - 1] != ""
        return not np.isnan(to_numbers(content, (scale.piece,))[count - 1])
    except (OSError, DamageError):
        return False
