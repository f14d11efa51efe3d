"""Fields of frozen values by their path: `end`, `shaper.frequency`, `sensors[0].resolution`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from armillary.files.lines import Path, field_name


def field_at(owner: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path through dataclasses, lists and arrays; raise `LookupError` if there is none."""
    for part in path:
        owner = _inside(owner, part)
    return owner


def with_field(owner: Any, path: Sequence[str | int], value: Any) -> Any:
    """Return a frozen value with another value at a path; raise `LookupError` for an unknown path.

    One number in the place of several is the value of each.
    """
    if not path:
        several = np.ndim(value) == 0 and isinstance(owner, list | tuple | np.ndarray) and is_numeric(owner)
        return np.full(np.shape(owner), value) if several else value
    first, *rest = path
    changed = with_field(_inside(owner, first), rest, value)
    if isinstance(first, str):
        return dataclasses.replace(owner, **{first: changed})
    entries = list(owner)
    entries[first] = changed
    return tuple(entries)


def fields_of(owner: Any, path: Path = ()) -> Iterator[str]:
    """Yield the paths of the fields of a value and of the values inside it, as text."""
    if dataclasses.is_dataclass(owner) and not isinstance(owner, type):
        for each in dataclasses.fields(owner):
            if each.init and not each.name.startswith("_"):
                yield field_name((*path, each.name))
                yield from fields_of(getattr(owner, each.name, None), (*path, each.name))
    elif isinstance(owner, tuple) and owner and dataclasses.is_dataclass(owner[0]):
        for k, each in enumerate(owner):
            yield from fields_of(each, (*path, k))


def is_numeric(value: Any) -> bool:
    """Return whether a value is a number, or a list or an array of numbers."""
    if isinstance(value, bool | str) or value is None:
        return False
    try:
        return np.asarray(value).dtype.kind in "iuf"
    except ValueError:  # rows of different lengths
        return False


def _inside(owner: Any, part: str | int) -> Any:
    """Return a field of a dataclass or an entry of a list."""
    if isinstance(part, int):
        if not isinstance(owner, list | tuple | np.ndarray):
            raise LookupError(part)
        return owner[part]
    known = {each.name for each in dataclasses.fields(owner) if each.init} if dataclasses.is_dataclass(owner) else ()
    if part not in known or isinstance(owner, type):
        raise LookupError(part)
    return getattr(owner, part)
