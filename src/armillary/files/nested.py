"""Values inside frozen values, by their path: `end`, `shaper.frequency`, `sensors[0].resolution`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.lines import Path


def value_at(owner: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path through dataclasses, lists and arrays; raise `LookupError` if there is none."""
    for part in path:
        owner = _inside(owner, part)
    return owner


def with_value(owner: Any, path: Sequence[str | int], value: Any) -> Any:
    """Return a frozen value with another value at a path; raise `LookupError` for an unknown path.

    One number in the place of several is the value of each. A float in the place of a whole number becomes one if it
    has no fraction. An `ArgumentError` of a class on the way names its field by the path from `owner`.
    """
    if not path:
        several = isinstance(owner, list | tuple | np.ndarray) and is_numeric(owner)
        # Numbers and expressions have a sign. Texts, None and flags replace the whole list: its class judges them.
        if several and hasattr(value, "__neg__") and np.ndim(value) == 0 and not isinstance(value, bool):
            return np.full(np.shape(owner), value)
        whole = type(owner) is int and isinstance(value, float) and value.is_integer()
        return int(value) if whole else value
    first, *rest = path
    try:
        changed = with_value(_inside(owner, first), rest, value)
    except ArgumentError as error:
        inside = f"[{first}]" if isinstance(first, int) else first
        raise error.renamed(f"{inside}{'' if error.field.startswith('[') else '.'}{error.field}") from None
    if isinstance(first, str):
        return dataclasses.replace(owner, **{first: changed})
    entries = list(owner)
    entries[first] = changed
    return tuple(entries)


def paths_in(owner: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield path and value of each field of a value, and of the parts inside it."""
    if dataclasses.is_dataclass(owner) and not isinstance(owner, type):
        for field in dataclasses.fields(owner):
            if field.init and not field.name.startswith("_"):
                value = getattr(owner, field.name, None)
                yield (*path, field.name), value
                yield from paths_in(value, (*path, field.name))
    elif isinstance(owner, tuple) and owner and dataclasses.is_dataclass(owner[0]):
        for k, part in enumerate(owner):
            yield from paths_in(part, (*path, k))


def entries_of(value: Any) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield place and value of each entry of an array of numbers; a number alone has the place ()."""
    for place, entry in np.ndenumerate(np.asarray(value, dtype=float)):
        yield place, float(entry)


def common(value: Any) -> float:
    """Return the value that all entries of an array of numbers share; NaN where they differ."""
    entries = np.asarray(value, dtype=float).ravel()
    return float(entries[0]) if entries.size and np.all(entries == entries[0]) else float("nan")


def is_numeric(value: Any) -> bool:
    """Return whether a value is a number, or a list or an array of numbers that is not empty."""
    if isinstance(value, bool | str) or value is None:
        return False
    try:
        array = np.asarray(value)
        return array.dtype.kind in "iuf" and array.size > 0
    except ValueError:  # rows of different lengths
        return False


def _inside(owner: Any, part: str | int) -> Any:
    """Return a field of a dataclass or an entry of a list."""
    if isinstance(part, int):
        if not isinstance(owner, list | tuple | np.ndarray):
            raise LookupError(part)
        return owner[part]
    known = {field.name for field in dataclasses.fields(owner) if field.init} if dataclasses.is_dataclass(owner) else ()
    if part not in known or isinstance(owner, type):
        raise LookupError(part)
    return getattr(owner, part)
