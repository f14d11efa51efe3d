"""Elementary functions for any scalar: floats, complex numbers, expression nodes, SymPy symbols.

An algorithm that calls these instead of `math` or NumPy runs unchanged on numbers (to evaluate),
on complex numbers (to differentiate by the complex step), on expression nodes (to compile) and on
SymPy symbols (to read). Any other scalar type needs methods of these names.
"""

from __future__ import annotations

import cmath
import math
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

Scalar = Any
"""A float, a complex number, an expression node or a SymPy expression."""
Array = NDArray[Any]
"""An array of scalars."""
Floats = NDArray[np.float64]
"""An array of doubles."""


def _call(name: str, x: Scalar) -> Scalar:
    if isinstance(x, (float, int)):
        if math.isfinite(x):
            return getattr(math, name)(x)
        return x if name == "sqrt" and x > 0 else math.nan  # where `math` raises
    if isinstance(x, (complex, np.complexfloating)):
        try:
            return getattr(cmath, name)(x)
        except (ValueError, OverflowError):  # of infinite and very large numbers
            return complex(math.nan, math.nan)
    if isinstance(x, np.number):
        return _call(name, float(x))
    method = getattr(x, name, None)
    if method is not None and not _is_sympy(x):
        return method()
    return getattr(sys.modules["sympy"], name)(x)


def _is_sympy(x: Scalar) -> bool:
    return "sympy" in sys.modules and isinstance(x, sys.modules["sympy"].Basic)


def sin(x: Scalar) -> Scalar:
    """Sine of a scalar [rad]."""
    return _call("sin", x)


def cos(x: Scalar) -> Scalar:
    """Cosine of a scalar [rad]."""
    return _call("cos", x)


def sqrt(x: Scalar) -> Scalar:
    """Square root of a scalar."""
    return _call("sqrt", x)


def tanh(x: Scalar) -> Scalar:
    """Hyperbolic tangent of a scalar."""
    if isinstance(x, (float, int, np.floating)):
        return math.tanh(x)
    return _call("tanh", x)


def exp(x: Scalar) -> Scalar:
    """Exponential of a scalar."""
    return _call("exp", x)


def log(x: Scalar) -> Scalar:
    """Natural logarithm of a scalar."""
    return _call("log", x)


def magnitude(x: Scalar) -> Scalar:
    """Return |x|; for the complex step, x with the sign of its real part removed."""
    return x * sign(x) if isinstance(x, (complex, np.complexfloating)) else abs(x)


def sign(x: Scalar) -> Scalar:
    """Return −1, 0 or 1 with the sign of x (of its real part, for the complex step)."""
    if isinstance(x, (complex, np.complexfloating)):
        return float(np.sign(x.real))
    if isinstance(x, (float, int, np.number)):
        return float(np.sign(x))
    if _is_sympy(x):
        return sys.modules["sympy"].sign(x)
    return x.sign()


def is_zero(x: Scalar) -> bool:
    """Return whether a scalar is the constant 0."""
    is_constant_zero = getattr(x, "is_constant_zero", None)
    return bool(x == 0) if is_constant_zero is None else is_constant_zero()


def times_vector(matrix: Floats, x: Array) -> Array:
    """Return the product of a matrix and a vector; with expressions, zeros of the matrix take no time."""
    if x.dtype != object or matrix.dtype == object:
        return np.asarray(matrix @ x)
    nonzero = [np.flatnonzero(row) if row.any() else [0] for row in matrix]
    return np.array([row[columns] @ x[columns] for row, columns in zip(matrix, nonzero, strict=True)], dtype=object)


def label(name: str, values: Any) -> Any:
    """Name the entries of a vector or symmetric tensor for printers, and return it.

    Scalars that can carry a name have a method `label`; numbers and symbols pass through.
    """
    for index, value in np.ndenumerate(np.asarray(values)):
        if hasattr(value, "label"):
            value.label(name + "_" + "".join("xyz"[k] if k < 3 else str(k) for k in index))
    return values
