"""A robot as functions of CasADi, for optimal control.

Each program becomes a `casadi.Function` of SX expressions, operation by operation, so that CasADi differentiates it as
it needs. Inputs and outputs have the names of `exports.programs`; vectors are columns, matrices have their shape.
Dry friction is c·sign(qd), whose derivative CasADi takes as zero; export without friction and add a smooth one where
a solver is to see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from armillary.compiler.program import Program
from armillary.errors import MissingExtraError
from armillary.exports.programs import Entry
from armillary.expr.evaluate import signed
from armillary.expr.graph import Op


def load_casadi() -> Any:
    """Return the package, or say that it is missing."""
    try:
        import casadi
    except ImportError:
        raise MissingExtraError("casadi", "casadi", "making functions of CasADi") from None
    return casadi


def casadi_functions(entries: Sequence[Entry]) -> dict[str, Any]:
    """Return a `casadi.Function` for each entry, by its name."""
    return {entry.name: casadi_function(entry.program, entry.name) for entry in entries}


def casadi_function(program: Program, name: str) -> Any:
    """Return a program as a `casadi.Function`."""
    ca = load_casadi()
    inputs = {array.name: ca.SX.sym(array.name, array.size) for array in program.inputs}
    values = _values(ca, program, inputs)
    outputs = []
    for array, refs in zip(program.outputs, program.results, strict=True):
        flat = ca.vertcat(*(signed(values, ref) for ref in refs))
        rows, cols = (*array.shape, 1, 1)[:2]
        outputs.append(ca.reshape(flat, cols, rows).T)  # entries are row by row, those of CasADi column by column
    names = [list(inputs), [array.name for array in program.outputs]]
    return ca.Function(name, list(inputs.values()), outputs, *names)


def _values(ca: Any, program: Program, inputs: dict[str, Any]) -> dict[int, Any]:
    operations: dict[Op, Any] = {
        Op.ADD: lambda a, b: a + b,
        Op.MUL: lambda a, b: a * b,
        Op.DIV: lambda a, b: a / b,
        Op.SQRT: ca.sqrt,
        Op.SIN: ca.sin,
        Op.COS: ca.cos,
        Op.EXP: ca.exp,
        Op.LOG: ca.log,
        Op.TANH: ca.tanh,
        Op.ABS: ca.fabs,
        Op.ATAN2: ca.atan2,
        Op.MIN: ca.fmin,
        Op.MAX: ca.fmax,
        Op.LESS: lambda a, b: a < b,
        Op.SELECT: ca.if_else,
    }
    graph = program.graph
    values: dict[int, Any] = {}
    for node in program.order:
        op, args = graph.op[node], graph.args[node]
        if op is Op.CONST:
            values[node] = ca.SX(args[0])
        elif op is Op.INPUT:
            values[node] = inputs[args[0]][args[1]]
        else:
            values[node] = operations[op](*(signed(values, ref) for ref in args))
    return values
