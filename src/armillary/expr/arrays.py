"""Arrays of expressions whose comparisons are expressions, so that a law written for NumPy arrays can be traced.

NumPy asks the truth of `q < 0.1` entry by entry, which an expression does not have. Here comparisons and the logical
functions of NumPy give arrays of expressions, 1 where they hold and 0 elsewhere; `np.where`, `np.clip`, `np.maximum`
and `np.minimum` choose by expressions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from armillary.expr.pointwise import less, maximum, minimum, where


def _untold(*_: Any) -> Any:
    raise TypeError("an expression has no truth value: the function compares values")


def _both(a: Any, b: Any) -> Any:
    return where(a, where(b, 1.0, 0.0), 0.0)


def _either(a: Any, b: Any) -> Any:
    return where(a, 1.0, where(b, 1.0, 0.0))


CHOICES: dict[str, Callable[..., Any]] = {
    "less": less,
    "greater": lambda a, b: less(b, a),
    "less_equal": lambda a, b: where(less(b, a), 0.0, 1.0),
    "greater_equal": lambda a, b: where(less(a, b), 0.0, 1.0),
    "equal": _untold,
    "not_equal": _untold,
    "maximum": maximum,
    "minimum": minimum,
    "logical_and": _both,
    "bitwise_and": _both,
    "logical_or": _either,
    "bitwise_or": _either,
    "logical_not": lambda a: where(a, 0.0, 1.0),
    "invert": lambda a: where(a, 0.0, 1.0),
    "clip": lambda a, least, most: maximum(minimum(a, most), least),
    "sign": lambda a: less(0.0, a) - less(a, 0.0),
}
"""Functions of NumPy by name that ask the truth of their arguments, and their forms for expressions."""


class Traced(np.ndarray):
    """An array of expressions."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """Return a function of NumPy, by `CHOICES` where it would ask the truth of an expression."""
        plain = [np.asarray(array) if isinstance(array, Traced) else array for array in inputs]
        into = options.pop("out", (None,))
        if method == "__call__" and ufunc.__name__ in CHOICES:
            if "where" in options:
                raise TypeError(f"np.{ufunc.__name__} with where= cannot be traced; use armillary.where")
            result = CHOICES[ufunc.__name__](*plain)
        else:
            result = getattr(ufunc, method)(*plain, **options)
        if into[0] is not None:
            into[0][...] = result
            return into[0]
        return result.view(Traced) if isinstance(result, np.ndarray) else result

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        """Return another function of NumPy; `np.where` with three arguments is `where`."""
        if function is np.where and len(args) == 3:
            return np.asarray(where(*args)).view(Traced)
        return super().__array_function__(function, types, args, options)
