"""The expected rounding error of a program, and so the expected difference between two compilers.

Every operation rounds its result v, and passes on the errors e of its arguments:
    e² = (u v)² + Σ (∂v/∂x_i · e_i)²,   u = 2⁻⁵³                                           (1)
Constants are rounded as well, inputs are exact. This is an estimate and not a bound: it treats the errors of arguments
as independent, which is wrong for a value that is used twice.
"""

from __future__ import annotations

from collections.abc import Callable

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
    own, refs = UNIT * np.abs(v), program.graph.arguments(node)
    if op is Op.CONST:
        return own
    slopes = SLOPES[op](v, *(signed(values, ref) for ref in refs)) if op in SLOPES else [np.ones_like(v)] * len(refs)
    parts = [slope * errors[ref >> 1] for slope, ref in zip(slopes, refs, strict=True)]
    return np.sqrt(own**2 + sum(part**2 for part in parts))  # (1)


SLOPES: dict[Op, Callable[..., tuple[Array, ...]]] = {
    Op.MUL: lambda v, a, b: (b, a),
    Op.DIV: lambda v, a, b: (1 / b, v / b),
    Op.SQRT: lambda v, a: (0.5 / v,),
    Op.SIN: lambda v, a: (np.cos(a),),
    Op.COS: lambda v, a: (np.sin(a),),
    Op.EXP: lambda v, a: (v,),
    Op.LOG: lambda v, a: (1 / a,),
    Op.TANH: lambda v, a: (1 - v * v,),
    Op.ATAN2: lambda v, y, x: (x / (y**2 + x**2), y / (y**2 + x**2)),
    Op.LESS: lambda v, a, b: (0 * v, 0 * v),
    Op.SELECT: lambda v, c, a, b: (0 * v, np.where(c != 0, 1.0, 0.0), np.where(c != 0, 0.0, 1.0)),
}
"""Derivatives of operations with value v by their arguments, without signs; 1 for all others."""
