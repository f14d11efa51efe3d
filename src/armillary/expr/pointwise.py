"""Choices without branches and whole numbers, element by element: for numbers, expressions and arrays of either.

A function that uses these instead of `if` runs on numbers and on expressions, and so can be compiled.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from numbers import Number
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.expr.linear import LinearCombination
from armillary.expr.ops import Op
from armillary.files.words import shortened

DIMENSIONS = 32
"""Most dimensions of arrays that NumPy computes together."""


def _pointwise(op: Op, of_numbers: Callable[..., Any], *values: Any) -> Any:
    """Return an operation on numbers or expressions, or on the entries of arrays, which are broadcast."""
    if any(isinstance(value, np.ndarray | list | tuple) for value in values):
        parts = np.broadcast_arrays(*(np.asarray(value) for value in values))
        entries = [_pointwise(op, of_numbers, *entry) for entry in zip(*(p.ravel() for p in parts), strict=True)]
        kind: Any = object if any(isinstance(entry, Expr | LinearCombination) for entry in entries) else float
        if kind is float and any(isinstance(entry, complex) for entry in entries):
            kind = complex
        return np.array(entries, dtype=kind).reshape(parts[0].shape)
    graph = next((value.graph for value in values if isinstance(value, Expr | LinearCombination)), None)
    if graph is None:
        return of_numbers(*values)
    return Expr(graph, graph.rebuild(op, [graph.lift(value) for value in values]))


def where(condition: Any, then: Any, otherwise: Any) -> Any:
    """Return `then` where a condition holds (is not zero), else `otherwise`, element by element.

    Inside a control law values are expressions, of which `if` cannot ask the truth; this branch can be compiled.

    Args:
        condition: A comparison such as ``q[0] < 0.1``, or an array of them.
        then: Number, expression or array.
        otherwise: Number, expression or array.

    Example:
        >>> where(1.0 < 2.0, 5.0, 6.0)
        5.0
        >>> where(np.array([-1.0, 1.0]) < 0, 5.0, 6.0)
        array([5., 6.])
    """
    for name, value in (("condition", condition), ("then", then), ("otherwise", otherwise)):
        _check(name, value)
    arrays = [np.shape(value) for value in (condition, then, otherwise) if isinstance(value, np.ndarray | list | tuple)]
    try:
        np.broadcast_shapes(*arrays)
    except ValueError:
        problem = "shapes " + ", ".join(map(str, arrays))
        raise ArgumentError("condition, then, otherwise", problem, "numbers, or arrays of one shape") from None
    return _pointwise(Op.SELECT, lambda c, a, b: a if c else b, condition, then, otherwise)


def floor(x: Any) -> Any:
    """Return the greatest whole number that is not above x, element by element; its derivative is zero.

    Args:
        x: Number, expression or array.

    Example:
        >>> floor(-0.5)
        -1.0
        >>> floor(np.array([1.0, 2.7]))
        array([1., 2.])
    """
    _check("x", x)
    return _pointwise(Op.FLOOR, lambda a: float(np.floor(np.real(a))), x)


def round(x: Any) -> Any:
    """Return the nearest whole number, ⌊x + 1/2⌋, element by element; its derivative is zero.

    Args:
        x: Number, expression or array.

    Example:
        >>> round(2.5)
        3.0
    """
    _check("x", x)
    return floor((np.asarray(x) if isinstance(x, list | tuple) else x) + 0.5)


def _check(name: str, value: Any) -> None:
    if not _computable(value):
        raise ArgumentError(name, shortened(value), "a number, an expression or an array of them")


def _computable(value: Any) -> bool:
    """Return whether a value is a number, an expression or an array of them."""
    if not isinstance(value, np.ndarray | list | tuple):
        return _is_single(value)
    try:
        entries = np.asarray(value)
    except (TypeError, ValueError, OverflowError):  # rows of different lengths
        return False
    if entries.ndim > DIMENSIONS:
        return False
    if entries.dtype.kind != "O":
        return entries.dtype.kind in "biufc"
    return all(_is_single(entry) for entry in entries.flat)


def _is_single(value: Any) -> bool:
    """Return whether a value is an expression, or a number that a float can hold."""
    if isinstance(value, int) and value.bit_length() > 1023:
        return False
    return isinstance(value, Expr | LinearCombination | Number | np.bool_) and not isinstance(value, Decimal)


def less(a: Any, b: Any) -> Any:
    """Return 1 where a < b, else 0."""
    return _pointwise(Op.LESS, lambda x, y: 1.0 if x.real < y.real else 0.0, a, b)  # real parts of the complex step


def minimum(a: Any, b: Any) -> Any:
    """Return the smaller of two values."""
    return _pointwise(Op.MIN, min, a, b)


def maximum(a: Any, b: Any) -> Any:
    """Return the larger of two values."""
    return _pointwise(Op.MAX, max, a, b)


def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the vector (x, y) [rad]."""
    return _pointwise(Op.ATAN2, math.atan2, y, x)
