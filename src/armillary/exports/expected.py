"""Expected values in the tests of exported sources: those of the kernels at a few random states.

A function passes at a state if no entry of an output differs by more than
    1e-13 · greatest entry of the output, or 10 · the expected rounding if that is larger        (1)
Near singularities, and where large terms cancel, compilers differ by more than 1e-13. For the expected rounding, every
operation rounds its result v, and passes on the errors e of its arguments:
    e² = (u v)² + Σ (∂v/∂x_i · e_i)²,   u = 2⁻⁵³                                                 (2)
Constants are rounded as well, inputs are exact. This is an estimate and not a bound: it treats the errors of arguments
as independent, which is wrong for a value that is used twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from armillary.compiler.kernel import build
from armillary.compiler.program import Port, Program
from armillary.expr.evaluate import evaluate_nodes, signed
from armillary.expr.ops import Op
from armillary.multibody import Model
from armillary.multibody.drives import actuated
from armillary.multibody.random_states import random_state
from armillary.spatial.scalar import Array, Floats

STATES = 4
SEED = 8
CLOSE = 1e-13
ROUNDINGS = 10
"""Factors of (1): relative difference, and multiple of the expected rounding."""
UNIT = 2.0**-53
"""u of (2)."""


def random_states(model: Model, inputs: Sequence[Port], single: bool = False) -> dict[str, Floats]:
    """Return random states, an array for each input of the quantities; with `single`, numbers of single precision."""
    rng = np.random.default_rng(SEED)
    rows = [random_state(model, rng) for _ in range(STATES)]
    q, qd, qdd = (np.array([row[k] for row in rows]) for k in range(3))
    states = {"q": q, "qd": qd, "qdd": qdd, "tau": 10 * rng.normal(size=(STATES, model.nv))}
    states["tau"][:, [k for k in range(model.nv) if k not in actuated(model)]] = 0.0
    parameters = np.array([parameter.value for parameter in model.free_parameters])
    if len(parameters):
        states["parameters"] = parameters * rng.uniform(0.9, 1.1, (STATES, len(parameters))) + 0.01 * (parameters == 0)
    for port in inputs:  # directions and cotangents
        if port.name not in states:
            states[port.name] = rng.normal(size=(STATES, port.size))
    return {key: value.astype(np.float32).astype(float) if single else value for key, value in states.items()}


def expected_values(program: Program, states: dict[str, Floats]) -> tuple[list[Floats], list[Floats]]:
    """Return the outputs of a program at states, by its kernel, and the allowed difference of each, (1)."""
    inputs = [np.ascontiguousarray(states[array.name]) for array in program.inputs]
    outputs = [np.empty((len(inputs[0]), array.size)) for array in program.outputs]
    kernel = build(program)
    for row in range(len(inputs[0])):
        kernel.one(*(np.ascontiguousarray(values[row]) for values in inputs), *(out[row] for out in outputs))
    rounding = expected_rounding(program, states)
    allowed = [
        np.maximum(CLOSE * np.abs(values), ROUNDINGS * off).max(axis=1)  # (1)
        for values, off in zip(outputs, rounding, strict=True)
    ]
    return outputs, allowed


def expected_rounding(program: Program, states: dict[str, Floats]) -> list[Floats]:
    """Return the expected error of each output at states (N, n), (2): arrays of shape (N, size)."""
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
    rounding, refs = UNIT * np.abs(v), program.graph.arguments(node)
    if op is Op.CONST:
        return rounding
    slopes = SLOPES[op](v, *(signed(values, ref) for ref in refs)) if op in SLOPES else [np.ones_like(v)] * len(refs)
    parts = [slope * errors[ref >> 1] for slope, ref in zip(slopes, refs, strict=True)]
    return np.sqrt(rounding**2 + sum(part**2 for part in parts))  # (2)


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
    Op.FLOOR: lambda v, a: (np.zeros_like(v),),
    Op.LESS: lambda v, a, b: (np.zeros_like(v), np.zeros_like(v)),
    Op.SELECT: lambda v, c, a, b: (np.zeros_like(v), np.where(c != 0, 1.0, 0.0), np.where(c != 0, 0.0, 1.0)),
}
"""Derivatives of operations with value v by their arguments, without signs; 1 for all others."""
