"""How far a program may be off by rounding alone: what two compilers can be expected to agree to.

Every operation rounds its result v by a random part of it, and passes on the errors e of its arguments:
    e² = (u v)² + Σ (∂v/∂x_i · e_i)²,   u = 2⁻⁵³                                           (1)
Constants are rounded as well, inputs are exact. This takes the errors of arguments as independent, which they are not
where a value is used twice; it is an estimate of the size, not a bound.
"""

from __future__ import annotations

import numpy as np

from armillary.compiler.program import Program
from armillary.expr.evaluate import evaluate_nodes, signed
from armillary.expr.graph import Op
from armillary.spatial.scalar import Array, Floats

UNIT = 2.0**-53


def expected_rounding(program: Program, states: dict[str, Floats]) -> list[Floats]:
    """Return the expected error of each output at states (N, n), (1): arrays of shape (N, size)."""
    columns = {array.name: np.moveaxis(states[array.name], -1, 0) for array in program.inputs}
    values = evaluate_nodes(program.graph, program.order, columns)
    errors: dict[int, Array] = {}
    with np.errstate(all="ignore"):
        for node in program.order:
            errors[node] = _error(program, node, values, errors)
    count = len(next(iter(states.values())))
    return [
        np.stack([np.broadcast_to(errors[ref >> 1], (count,)) for ref in refs], axis=1).astype(float)
        for refs in program.results
    ]


def _error(program: Program, node: int, values: dict[int, Array], errors: dict[int, Array]) -> Array:
    op, v = program.graph.op[node], values[node]
    if op is Op.INPUT:
        return np.zeros_like(v)
    own = UNIT * np.abs(v)
    if op is Op.CONST:
        return own
    refs = program.graph.arguments(node)
    slopes = _slopes(op, [signed(values, ref) for ref in refs], v)
    parts = [slope * errors[ref >> 1] for slope, ref in zip(slopes, refs, strict=True)]
    return np.sqrt(own**2 + sum(part**2 for part in parts))  # (1)


def _slopes(op: Op, x: list[Array], v: Array) -> list[Array]:
    """Return the derivatives of an operation by its arguments, but for signs."""
    one = np.ones_like(v)
    match op:
        case Op.MUL:
            return [x[1], x[0]]
        case Op.DIV:
            return [1 / x[1], v / x[1]]
        case Op.SQRT:
            return [0.5 / v]
        case Op.SIN:
            return [np.cos(x[0])]
        case Op.COS:
            return [np.sin(x[0])]
        case Op.EXP:
            return [v]
        case Op.LOG:
            return [1 / x[0]]
        case Op.TANH:
            return [1 - v * v]
        case Op.ATAN2:
            square = x[0] ** 2 + x[1] ** 2
            return [x[1] / square, x[0] / square]
        case Op.LESS:
            return [0 * one, 0 * one]
        case Op.SELECT:
            return [0 * one, np.where(x[0] != 0, 1.0, 0.0), np.where(x[0] != 0, 0.0, 1.0)]
    return [one] * len(x)  # sums, |x|, the smaller and the greater of two
