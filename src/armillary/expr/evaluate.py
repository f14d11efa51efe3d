"""Numeric evaluation of a graph: the oracle that every back end is compared with.

Each node is computed once, by NumPy, over scalars or over arrays of one shape. Complex inputs are
taken as reals with an infinitesimal imaginary part, for differentiation by the complex step: |x|,
minimum, maximum and comparisons go by the real part, and with x, y the real parts and h the step
    atan2(y + h y', x + h x') = atan2(y, x) + h (x y' − y x') / (x² + y²)                 (1)
NaN passes through minimum and maximum; a comparison with NaN is false. Nothing raises or warns:
√−1 is NaN and 1/0 infinite, as in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.expr.graph import Graph, Op, Ref
from armillary.spatial.scalar import Array


def evaluate_nodes(
    graph: Graph, order: Iterable[int], inputs: Mapping[str, Sequence[ArrayLike] | Array]
) -> dict[int, Array]:
    """Return the value of each node of `order`, in which arguments come before users.

    `inputs[name][k]` is entry k of an input array: a number, or an array of one shape for all.
    """
    values: dict[int, Array] = {}
    with np.errstate(all="ignore"):
        for node in order:
            op, args = graph.op[node], graph.args[node]
            if op is Op.CONST:
                values[node] = np.asarray(args[0])
            elif op is Op.INPUT:
                values[node] = np.asarray(inputs[args[0]][args[1]])
            else:
                values[node] = FUNCTIONS[op](*(signed(values, ref) for ref in args))
    return values


def signed(values: Mapping[int, Array], ref: Ref) -> Array:
    """Return the value of a reference, given those of nodes."""
    value = values[ref >> 1]
    return -value if ref & 1 else value


def _abs(a: Array) -> Array:
    return np.where(np.real(a) < 0, -a, a) if np.iscomplexobj(a) else np.abs(a)


def _minimum(a: Array, b: Array) -> Array:
    return np.where((np.real(a) < np.real(b)) | np.isnan(a), a, b)


def _maximum(a: Array, b: Array) -> Array:
    return np.where((np.real(a) > np.real(b)) | np.isnan(a), a, b)


def _less(a: Array, b: Array) -> Array:
    return np.where(np.real(a) < np.real(b), 1.0, 0.0)


def _atan2(y: Array, x: Array) -> Array:
    angle = np.arctan2(np.real(y), np.real(x))
    if not (np.iscomplexobj(y) or np.iscomplexobj(x)):
        return angle
    turned = np.real(x) * np.imag(y) - np.real(y) * np.imag(x)
    return angle + 1j * turned / (np.real(x) ** 2 + np.real(y) ** 2)  # (1)


def _select(condition: Array, then: Array, otherwise: Array) -> Array:
    return np.where(condition != 0, then, otherwise)


FUNCTIONS: dict[Op, Callable[..., Any]] = {
    Op.ADD: np.add,
    Op.MUL: np.multiply,
    Op.DIV: np.divide,
    Op.SQRT: np.sqrt,
    Op.SIN: np.sin,
    Op.COS: np.cos,
    Op.EXP: np.exp,
    Op.LOG: np.log,
    Op.TANH: np.tanh,
    Op.ABS: _abs,
    Op.ATAN2: _atan2,
    Op.MIN: _minimum,
    Op.MAX: _maximum,
    Op.LESS: _less,
    Op.SELECT: _select,
}
"""What each operation does with numbers."""
