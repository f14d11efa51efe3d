"""Results that several quantities of one state need: computed once while they are compared.

Explicit formulations compute τ, q̈ and C q̇ from the same M(q), b_ijk(q) and g(q), and each function computes what it
needs. `arm.check` asks for all of them at one state, so that most of its time would go into the same numbers again.
Within `remembering()` a `memoised` function returns for equal arguments the array of its first call, which is
read-only then. Outside, and for expressions, it is called as it is.
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
    """Keep the results of remembered functions within this block."""
    token = _results.set({})
    try:
        yield
    finally:
        _results.reset(token)


def memoised(way: Way) -> Way:
    """Return a function of a model and of arrays whose results are kept within `remembering()`."""

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
