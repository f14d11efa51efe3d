"""Choices without branches, for numbers, for expressions and for arrays of either, element by element.

A function that is written with these runs with numbers as well as with expressions, and so can be compiled.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from armillary.expr import graph
from armillary.expr.graph import Expr


def _pointwise(of_expressions: Callable[..., Any], of_numbers: Callable[..., Any], *values: Any) -> Any:
    """Return what a function says to values, or to each of those in arrays, which are broadcast."""
    if any(isinstance(value, np.ndarray | list | tuple) for value in values):
        parts = np.broadcast_arrays(*(np.asarray(value) for value in values))
        found = [
            _pointwise(of_expressions, of_numbers, *each) for each in zip(*(p.ravel() for p in parts), strict=True)
        ]
        kind = object if any(isinstance(each, Expr) for each in found) else float
        return np.array(found, dtype=kind).reshape(parts[0].shape)
    known = any(isinstance(value, Expr) for value in values)
    return of_expressions(*values) if known else of_numbers(*values)


def select(condition: Any, then: Any, otherwise: Any) -> Any:
    """Return `then` where the condition is not zero, else `otherwise`.

    Example:
        >>> select(1.0 < 2.0, 5.0, 6.0)
        5.0
        >>> select(np.array([-1.0, 1.0]) < 0, 5.0, 6.0)
        array([5., 6.])
    """
    return _pointwise(graph.select, lambda c, a, b: a if c else b, condition, then, otherwise)


def less(a: Any, b: Any) -> Any:
    """Return 1 where a < b, else 0."""
    return _pointwise(graph.less, lambda x, y: 1.0 if x < y else 0.0, a, b)


def minimum(a: Any, b: Any) -> Any:
    """Return the smaller of two values."""
    return _pointwise(graph.minimum, min, a, b)


def maximum(a: Any, b: Any) -> Any:
    """Return the larger of two values."""
    return _pointwise(graph.maximum, max, a, b)


def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the vector (x, y) [rad]."""
    return _pointwise(graph.atan2, math.atan2, y, x)
