"""Values along dimensions as files: pieces of one length, with room for values that are added later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.studies.layout import GridChunk, Planned, RunGrid
from armillary.studies.store.chunk_files import damage_error
from armillary.studies.store.description import Description, Scale, folder, key
from armillary.studies.store.encoding import DamageError, from_numbers, from_texts, to_numbers, to_texts
from armillary.studies.store.location import Location

Values = Sequence[Any] | NDArray[Any]


def given_files(study: Planned, about: Description) -> dict[str, bytes]:
    """Return the files of axes with given values and of the labels of outputs, by their names in the store."""
    values: dict[str, Values] = {item.name: item.values for item in study.coordinates if item.values is not None}
    values |= {name: labels for item in about.variables for name, labels in item.dims.items()}
    files = {}
    for scale in about.scales:
        if not scale.random:
            for k in range(-(-len(values[scale.name]) // scale.piece)):
                piece = values[scale.name][k * scale.piece : (k + 1) * scale.piece]
                files[piece_file(scale, k)] = encode_piece(piece, scale)
    return files


def encode_piece(values: Values, scale: Scale) -> bytes:
    """Return values as a piece; the rest of it is empty."""
    if scale.text:
        return from_texts([*map(str, values), *[""] * (scale.piece - len(values))])
    whole = np.full(scale.piece, np.nan)
    whole[: len(values)] = np.asarray(values, dtype=np.float64)
    return from_numbers(whole)


def piece_file(scale: Scale, number: int) -> str:
    """Return the file of a piece."""
    return f"{folder(scale.name)}/{key((number,))}"


def decode_piece(location: Location, scale: Scale, number: int) -> Values:
    """Return the values of a piece, the empty ones too.

    Raises:
        StoreError: The file is damaged or missing.
    """
    file = piece_file(scale, number)
    try:
        content = location.read(file)
        return to_texts(content, scale.piece) if scale.text else to_numbers(content, (scale.piece,))
    except (OSError, DamageError) as error:
        raise damage_error(location, file, error) from error


def read_scale(location: Location, about: Description, scale: Scale) -> Values:
    """Return the values of an axis, or the labels of a dimension of outputs."""
    length = about.length(scale)
    parts: list[Any] = []
    for k in range(-(-length // scale.piece)):
        parts.extend(np.asarray(decode_piece(location, scale, k)).tolist())
    return parts[:length]


def along(values: Values, scale: Scale, box: GridChunk, layout: RunGrid) -> Values:
    """Return the values along the dimension of a scale from those of all runs of a chunk."""
    axis = layout.dims.index(scale.dim)
    runs = np.arange(box.runs).reshape(box.shape)
    first = runs[tuple(slice(None) if k == axis else 0 for k in range(len(box.shape)))]
    return values[first] if isinstance(values, np.ndarray) else [values[int(run)] for run in first]


def is_filled(location: Location, scale: Scale, number: int, count: int) -> bool:
    """Return whether a piece has its first `count` values."""
    try:
        content = location.read(piece_file(scale, number))
        if scale.text:
            return to_texts(content, scale.piece)[count - 1] != ""
        return not np.isnan(to_numbers(content, (scale.piece,))[count - 1])
    except (OSError, DamageError):
        return False
