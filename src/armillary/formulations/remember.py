"""Memoisation of intermediate results while many quantities of one state are compared.

Explicit formulations compute τ, q̈ and C q̇ from the same M(q), b_ijk(q) and g(q), each function for itself. `arm.check`
compares all of them at one state and would spend most of its time on the same numbers again. Within `remembering()` a
`memoised` function returns the array of its first call with equal arguments, which is then read-only. Outside, and for
expressions, every call computes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.spatial.scalar import Array

Way = TypeVar("Way", bound=Callable[..., Array])
_results: ContextVar[dict[Any, Array] | None] = ContextVar("results", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Keep the results of memoised functions within this block."""
    token = _results.set({})
    try:
        yield
    finally:
        _results.reset(token)


def memoised(way: Way) -> Way:
    """Memoise a function of a model and of arrays within `remembering()` blocks."""

    @wraps(way)
    def known(model: Model, *arguments: ArrayLike) -> Array:
        results, arrays = _results.get(), [np.asarray(argument) for argument in arguments]
        if results is None or any(array.dtype == object for array in arrays):
            return way(model, *arguments)
        key = (way, model, *((array.dtype, array.tobytes()) for array in arrays))
        if key not in results:
            results[key] = way(model, *arguments)
            results[key].flags.writeable = False
        return results[key]

    return cast(Way, known)
