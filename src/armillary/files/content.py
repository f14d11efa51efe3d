"""Equality and hashes of values with arrays in them.

`==` of arrays is an array, so a dataclass that holds one cannot compare its fields as tuples do. Here arrays are equal
if their shapes and entries are, and NaN, which stands for a missing number in results, equals NaN. Everything that has
an equality of its own is asked for it; functions are equal if they are the same function.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Iterable, Mapping
from typing import Any, cast

import numpy as np

from armillary.files.keywords import Helpful


class Content(Helpful):
    """Base of dataclasses, declared with `eq=False`, that are equal if their fields are, arrays included.

    Example:
        >>> @dataclasses.dataclass(frozen=True, eq=False)
        ... class Row(Content):
        ...     name: str
        ...     values: np.ndarray
        >>> Row("a", np.array([1.0, np.nan])) == Row("a", np.array([1.0, np.nan]))
        True
        >>> Row("a", np.array([1.0])) == Row("a", np.array([2.0])), len({Row("a", np.eye(2)), Row("a", np.eye(2))})
        (False, 1)
    """

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or all(map(same, _fields(self), _fields(other)))

    def __hash__(self) -> int:
        return hash((type(self), *map(digest, _fields(self))))

    def __getstate__(self) -> dict[str, Any]:
        """Copy the fields alone: what was computed from them may hold machine code, files and closures."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(cast(Any, self))}


def same(a: Any, b: Any) -> bool:
    """Return whether two values have equal contents."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return _same_arrays(a, b)
    if type(a) is not type(b) and not (isinstance(a, (int, float)) and isinstance(b, (int, float))):
        return False
    match a:
        case float() | complex() | np.floating() | np.complexfloating():
            return bool(a == b or (a != a and b != b))
        case Mapping():
            return a.keys() == b.keys() and all(same(value, b[key]) for key, value in a.items())
        case list() | tuple():
            return len(a) == len(b) and all(map(same, a, b))
        case functools.partial():
            return same((a.func, a.args, a.keywords), (b.func, b.args, b.keywords))
        case types.MethodType():
            return same((a.__func__, a.__self__), (b.__func__, b.__self__))
    if dataclasses.is_dataclass(a) and not isinstance(a, type) and type(a).__eq__ is object.__eq__:
        return all(map(same, _fields(a), _fields(b)))
    return bool(a == b)


def digest(value: Any) -> int:
    """Return a hash that values have in common if they are the `same`."""
    match value:
        case np.ndarray():
            if value.dtype == object:
                return hash((value.shape, *map(digest, value.flat)))
            if value.dtype.kind in "biufc":  # 1 equals 1.0 and 1 + 0j, −0 equals 0, and NaN has many forms
                value = np.nan_to_num(value.astype(complex), nan=0.5) + 0.0
            return hash((value.shape, value.tobytes()))
        case float() | np.floating() if value != value:
            return 0
        case Mapping():
            return hash(frozenset((key, digest(part)) for key, part in value.items()))
        case list() | tuple():
            return hash(tuple(map(digest, value)))
        case functools.partial():
            return digest((value.func, value.args, value.keywords))
        case types.MethodType():
            return digest((value.__func__, value.__self__))
    if dataclasses.is_dataclass(value) and not isinstance(value, type) and type(value).__eq__ is object.__eq__:
        return hash((type(value), *map(digest, _fields(value))))
    try:
        return hash(value)
    except TypeError:  # equal values have equal types
        return hash(type(value))


def _fields(value: Any) -> Iterable[Any]:
    """Return the fields of a dataclass that count in comparisons."""
    return [getattr(value, field.name) for field in dataclasses.fields(value) if field.compare]


def _same_arrays(a: Any, b: Any) -> bool:
    if not isinstance(a, np.ndarray) or not isinstance(b, np.ndarray) or a.shape != b.shape:
        return False
    if a.dtype == object or b.dtype == object:
        return all(map(same, a.flat, b.flat))
    return np.array_equal(a, b, equal_nan=a.dtype.kind in "fc" and b.dtype.kind in "fc")
