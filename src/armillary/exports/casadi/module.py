"""A robot as a Python module that makes functions of CasADi; to use it takes CasADi, to write it does not.

Each function of the module, such as `forward_dynamics()`, returns a `casadi.Function`: the same that
`exports.casadi.functions` makes, without Armillary.
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.source import Names, Syntax, statements
from armillary.exports.about import about, notes
from armillary.exports.programs import Entry
from armillary.exports.python_module import columns, constants, docstring
from armillary.expr.graph import Op
from armillary.multibody import Model

CALLS = {
    Op.SQRT: "ca.sqrt({0})",
    Op.SIN: "ca.sin({0})",
    Op.COS: "ca.cos({0})",
    Op.EXP: "ca.exp({0})",
    Op.LOG: "ca.log({0})",
    Op.TANH: "ca.tanh({0})",
    Op.ABS: "ca.fabs({0})",
    Op.ATAN2: "ca.atan2({0}, {1})",
    Op.MIN: "ca.fmin({0}, {1})",
    Op.MAX: "ca.fmax({0}, {1})",
    Op.LESS: "({0} < {1})",
    Op.SELECT: "ca.if_else({0} != 0, {1}, {2})",
}
TESTS = {Op.LESS: "{0} < {1}", Op.SELECT: "ca.if_else({0}, {1}, {2})"}

USAGE = (
    "Each function returns a casadi.Function with named inputs and outputs, made of SX:",
    "    f = forward_dynamics()",
    "    f(q, qd, tau)                          # numbers, SX or MX",
    "    f(q=q, qd=qd, tau=tau)['qdd']",
)
RESERVED = ("ca", "casadi", "NQ", "NV", "COORDINATES", "VELOCITIES")


def casadi_source(model: Model, entries: Sequence[Entry]) -> str:
    """Return the text of the module.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> text = casadi_source(dyn.model, entries(dyn, ("gravity",)))
        >>> text.splitlines()[-1]
        "    return ca.Function('gravity', [q], [g], ['q'], ['g'])"
    """
    lines = [*docstring([*about(model, "Kinematics and dynamics"), "", *USAGE]), "", "import casadi as ca", ""]
    lines += constants(model)
    for entry in entries:
        lines += ["", "", *_function(entry)]
    return "\n".join(lines) + "\n"


def _function(entry: Entry) -> list[str]:
    program = entry.program
    names = Names([entry.name, *RESERVED])
    arrays = {array.name: names.give(array.name) for array in program.inputs}
    outputs = [names.give(array.name) for array in program.outputs]
    entries_of = columns(program, arrays, names)
    syntax = Syntax(lambda array, index: entries_of[array, index], CALLS, TESTS)
    reserved = [entry.name, *RESERVED, *arrays.values(), *outputs, *entries_of.values()]
    body = [
        *docstring(["Return a function of CasADi.", "", *notes(entry)]),
        *(f"{arrays[array.name]} = ca.SX.sym({array.name!r}, {array.size})" for array in program.inputs),
        *(f"{name} = ca.SX.zeros({array.size})" for name, array in zip(outputs, program.outputs, strict=True)),
        *(f"{column} = {arrays[array]}[{index}]" for (array, index), column in entries_of.items()),
    ]
    for statement in statements(program, syntax, reserved):
        if statement.output is None:
            body.append(f"{statement.name} = {statement.text}")
        else:
            body.append(f"{outputs[statement.output[0]]}[{statement.output[1]}] = {statement.text}")
    for name, array in zip(outputs, program.outputs, strict=True):
        if len(array.shape) == 2:
            rows, cols = array.shape
            body.append(f"{name} = ca.reshape({name}, {cols}, {rows}).T  # it was filled row by row")
    symbols = [[array.name for array in program.inputs], [array.name for array in program.outputs]]
    called = f"[{', '.join(arrays.values())}], [{', '.join(outputs)}]"
    body.append(f"return ca.Function({entry.name!r}, {called}, {symbols[0]!r}, {symbols[1]!r})")
    return [f"def {entry.name}():", *(f"    {line}".rstrip() for line in body)]
