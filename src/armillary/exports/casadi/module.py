"""A robot as a Python module that makes functions of CasADi; to use it takes CasADi, to write it does not.

Each function of the module, such as `forward_dynamics()`, returns a `casadi.Function`: the same that
`exports.casadi.functions` makes, without Armillary.
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.source import Syntax, body, docstring, indented
from armillary.exports.about import about, notes
from armillary.exports.programs import Entry
from armillary.exports.python_module import constants
from armillary.expr.graph import Op
from armillary.multibody import Model

CASADI = Syntax(
    {
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
    symbols = [[port.name for port in program.inputs], [port.name for port in program.outputs]]
    called = f"[{', '.join(arrays.values())}], [{', '.join(outputs)}]"
    lines.append(f"return ca.Function({entry.name!r}, {called}, {symbols[0]!r}, {symbols[1]!r})")
    return [f"def {entry.name}():", *indented(lines)]
