"""A robot as functions of CasADi, for optimal control: in memory, or as a Python module that makes them.

Programs become functions of SX operation by operation, so that CasADi can differentiate them. Inputs and outputs have
the names of `exports.programs`; vectors are columns, matrices have their shape. Each function of the module, such as
`forward_dynamics()`, returns the same `casadi.Function` without Armillary; writing the module does not need CasADi.
Dry friction is c·sign(qd), whose derivative CasADi takes as zero. Where a solver needs it, export without friction and
add smooth friction.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from armillary.compiler.program import Program
from armillary.compiler.source import Syntax, body, calls, docstring, indent
from armillary.errors import MissingExtraError
from armillary.exports.about import notes
from armillary.exports.programs import ExportedFunction
from armillary.exports.python_module import module_head
from armillary.expr.evaluate import evaluate_nodes, signed
from armillary.expr.ops import BINARY, UNARY, Op
from armillary.multibody import Model

NAMES = {"ABS": "fabs", "MIN": "fmin", "MAX": "fmax"}
"""Operations whose function in CasADi has another name."""

CASADI = Syntax(
    {
        **calls("ca.", **NAMES),
        Op.LESS: "({0} < {1})",
        Op.SELECT: "ca.if_else({0} != 0, {1}, {2})",
    },
    {Op.LESS: "{0} < {1}", Op.SELECT: "ca.if_else({0}, {1}, {2})"},
    ("ca", "casadi", "NQ", "NV", "COORDINATES", "VELOCITIES"),
)

USAGE = (
    "Each function returns a casadi.Function with named inputs and outputs, made of SX:",
    "    f = forward_dynamics()",
    "    f(q, qd, tau)                          # numbers, SX or MX",
    "    f(q=q, qd=qd, tau=tau)['qdd']",
)


def casadi_functions(entries: Sequence[ExportedFunction]) -> dict[str, Any]:
    """Return a `casadi.Function` for each entry, by its name."""
    try:
        import casadi
    except ImportError:
        raise MissingExtraError("casadi", "casadi", "making functions of CasADi") from None
    return {entry.name: _function(casadi, entry.program, entry.name) for entry in entries}


def _function(ca: Any, program: Program, name: str) -> Any:
    operations = {op: getattr(ca, NAMES.get(op.name, op.name.lower())) for op in (*UNARY, *BINARY)}
    operations |= {Op.ADD: operator.add, Op.MUL: operator.mul, Op.DIV: operator.truediv, Op.LESS: operator.lt}
    operations[Op.SELECT] = ca.if_else
    inputs = {array.name: ca.SX.sym(array.name, array.size) for array in program.inputs}
    values = evaluate_nodes(program.graph, program.order, inputs, operations, ca.SX)
    outputs = []
    for array, refs in zip(program.outputs, program.results, strict=True):
        flat = ca.vertcat(*(signed(values, ref) for ref in refs))
        rows, cols = (*array.shape, 1, 1)[:2]
        outputs.append(ca.reshape(flat, cols, rows).T)  # our entries are row by row, CasADi's column by column
    return ca.Function(name, list(inputs.values()), outputs, list(inputs), [array.name for array in program.outputs])


def casadi_source(model: Model, entries: Sequence[ExportedFunction]) -> str:
    """Return the text of the module.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> text = casadi_source(dyn.model, entries(dyn, ("gravity",)))
        >>> text.splitlines()[-1]
        "    return ca.Function('gravity', [q], [g], ['q'], ['g'])"
    """
    lines = module_head(model, USAGE, "import casadi as ca")
    for entry in entries:
        lines += ["", "", *_function_lines(entry)]
    return "\n".join(lines) + "\n"


def _function_lines(entry: ExportedFunction) -> list[str]:
    program = entry.program
    written = body(program, entry.name, CASADI)
    arrays, outputs = written.inputs, written.outputs
    lines = [
        *docstring(["Return a function of CasADi.", "", *notes(entry)]),
        *(f"{arrays[port.name]} = ca.SX.sym({port.name!r}, {port.size})" for port in program.inputs),
        *(f"{name} = ca.SX.zeros({port.size})" for name, port in zip(outputs, program.outputs, strict=True)),
        *(f"{name} = {read}" for name, read in written.reads("{0}[{1}]").items()),
        *written.lines("{0}[{1}]"),
    ]
    for name, port in zip(outputs, program.outputs, strict=True):
        if len(port.shape) == 2:
            rows, cols = port.shape
            lines.append(f"{name} = ca.reshape({name}, {cols}, {rows}).T  # it was filled row by row")
    symbols = [[port.name for port in ports] for ports in (program.inputs, program.outputs)]
    called = f"[{', '.join(arrays.values())}], [{', '.join(outputs)}]"
    lines.append(f"return ca.Function({entry.name!r}, {called}, {symbols[0]!r}, {symbols[1]!r})")
    return [f"def {entry.name}():", *indent(lines)]
