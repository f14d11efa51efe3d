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
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.graph import Graph, Op, Ref
from armillary.spatial.scalar import Array


class ArrayLikeSpec(Protocol):
    """An input or output array: its name and shape."""

    @property
    def name(self) -> str:
        """The name of the array."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape for one state."""

    @property
    def size(self) -> int:
        """Number of entries."""


class ProgramLike(Protocol):
    """Expressions with named input and output arrays; `armillary.compiler.program.Program` is one."""

    @property
    def graph(self) -> Graph:
        """The graph."""

    @property
    def order(self) -> tuple[int, ...]:
        """The live nodes, arguments before users."""

    @property
    def inputs(self) -> Sequence[ArrayLikeSpec]:
        """The input arrays."""

    @property
    def outputs(self) -> Sequence[ArrayLikeSpec]:
        """The output arrays."""

    @property
    def results(self) -> Sequence[Sequence[Ref]]:
        """References of the entries of each output."""


def evaluate(program: ProgramLike, inputs: Mapping[str, ArrayLike]) -> dict[str, Array]:
    """Return the outputs of a program by name, for one state, inputs (n,), or a batch, (N, n).

    An output of shape s has shape s for one state and (N, *s) for a batch.
    """
    arrays = {spec.name: _checked(spec, inputs) for spec in program.inputs}
    batch = np.broadcast_shapes(*(array.shape[:-1] for array in arrays.values()))
    columns = {name: np.moveaxis(array, -1, 0) for name, array in arrays.items()}
    values = evaluate_nodes(program.graph, program.order, columns)
    kind = np.result_type(float, *arrays.values())
    outputs: dict[str, Array] = {}
    for spec, refs in zip(program.outputs, program.results, strict=True):
        result = np.empty((*batch, spec.size), dtype=kind)
        for k, ref in enumerate(refs):
            result[..., k] = signed(values, ref)
        outputs[spec.name] = result.reshape((*batch, *spec.shape))
    return outputs


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


def _checked(spec: ArrayLikeSpec, inputs: Mapping[str, ArrayLike]) -> Array:
    if spec.name not in inputs:
        raise ArgumentError(spec.name, "nothing", f"shape ({spec.size},) or (N, {spec.size})")
    array = np.asarray(inputs[spec.name])
    array = array if np.iscomplexobj(array) else np.asarray(array, dtype=float)
    if array.ndim not in (1, 2) or array.shape[-1] != spec.size:
        raise ArgumentError(spec.name, f"shape {array.shape}", f"shape ({spec.size},) or (N, {spec.size})")
    return array


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
