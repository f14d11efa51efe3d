"""Numeric evaluation of a graph: the oracle that every back end is compared with.

NumPy computes each node once, on scalars or on arrays of one shape. The imaginary part of a complex input
is an infinitesimal, for differentiation by the complex step: |x|, ⌊x⌋, minimum, maximum and comparisons
go by the real part, and with x, y the real parts and h the step
    atan2(y + h y', x + h x') = atan2(y, x) + h (x y' − y x') / (x² + y²)                 (1)
NaN passes through minimum and maximum; a comparison with NaN is false. Nothing raises or warns:
√−1 is NaN and 1/0 infinite, as in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.expr.graph import Graph
from armillary.expr.ops import Op, Ref
from armillary.spatial.scalar import Array


def _atan2(y: Array, x: Array) -> Array:
    angle = np.arctan2(np.real(y), np.real(x))
    if not (np.iscomplexobj(y) or np.iscomplexobj(x)):
        return angle
    turned = np.real(x) * np.imag(y) - np.real(y) * np.imag(x)
    return angle + 1j * turned / (np.real(x) ** 2 + np.real(y) ** 2)  # (1)


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
    Op.ABS: lambda a: np.where(np.real(a) < 0, -a, a) if np.iscomplexobj(a) else np.abs(a),
    Op.FLOOR: lambda a: np.floor(np.real(a)),
    Op.ATAN2: _atan2,
    Op.MIN: lambda a, b: np.where((np.real(a) < np.real(b)) | np.isnan(a), a, b),
    Op.MAX: lambda a, b: np.where((np.real(a) > np.real(b)) | np.isnan(a), a, b),
    Op.LESS: lambda a, b: np.where(np.real(a) < np.real(b), 1.0, 0.0),
    Op.SELECT: lambda condition, then, otherwise: np.where(condition != 0, then, otherwise),
}
"""Each operation on numbers."""


def evaluate_nodes(
    graph: Graph,
    order: Iterable[int],
    inputs: Mapping[str, Sequence[ArrayLike] | Array],
    functions: Mapping[Op, Callable[..., Any]] = FUNCTIONS,
    constant: Callable[[Any], Any] = np.asarray,
) -> dict[int, Any]:
    """Return the value of each node.

    Args:
        graph: The graph.
        order: Nodes, arguments before users.
        inputs: `inputs[name][k]` is entry k of an input array: a number, or an array of one shape for all.
        functions: Each operation on values; default NumPy's.
        constant: Makes a value of a number or of an entry of an input.
    """
    values: dict[int, Any] = {}
    with np.errstate(all="ignore"):
        for node in order:
            op, args = graph.op[node], graph.args[node]
            if op is Op.CONST:
                values[node] = constant(args[0])
            elif op is Op.INPUT:
                values[node] = constant(inputs[args[0]][args[1]])
            else:
                values[node] = functions[op](*(signed(values, ref) for ref in args))
    return values


def signed(values: Mapping[int, Any], ref: Ref) -> Any:
    """Return the value of a reference, given the values of nodes."""
    return -values[ref >> 1] if ref & 1 else values[ref >> 1]
