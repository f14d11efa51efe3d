"""Python source of a program: one function on NumPy arrays, for one state or a batch.

The source needs NumPy and nothing else. It is meant to be read, and to run where nothing can be compiled.
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.names import UniqueNames
from armillary.compiler.program import Port, Program
from armillary.compiler.source import Syntax, body, calls, docstring, heading, indent
from armillary.expr.ops import Op

NUMPY = Syntax(
    {
        **calls("np.", ATAN2="arctan2", MIN="minimum", MAX="maximum"),
        Op.LESS: "np.where({0} < {1}, 1.0, 0.0)",
        Op.SELECT: "np.where({0} != 0.0, {1}, {2})",
    },
    {Op.LESS: "{0} < {1}", Op.SELECT: "np.where({0}, {1}, {2})"},
    ("batch", "NQ", "NV", "COORDINATES", "VELOCITIES", "NEUTRAL", "_array"),
)

AS_GIVEN = "np.asarray({0}, dtype=float)"
"""Template that makes an array of an argument, from its name and its size."""


def emit(program: Program, name: str | None = None) -> str:
    """Return the source of a module with one function, called like the program by default.

    Its arguments are arrays of shape (n,), or (N, n) for a batch, in the order of the program's
    inputs; it returns the output, or a tuple if there are several.

    Example:
        >>> import armillary as arm
        >>> from armillary.compiler.trace import trace
        >>> print(emit(trace(arm.model(arm.library.get("khatib-rr")), "gravity")).splitlines()[-1])
            return gravity_2
    """
    name = UniqueNames().give(name or program.name)
    what = " and ".join(port.name for port in program.outputs)
    sizes = ", ".join(f"{port.name} ({port.size},)" for port in program.inputs)
    about = [f"Return {what} for one state, {sizes}, or a batch, with a first axis more."]
    comment = (f"# {line}" for line in heading(program))
    return "\n".join([*comment, "", "import numpy as np", "", "", *function(program, name, about)]) + "\n"


def function(program: Program, name: str, about: Sequence[str], array: str = AS_GIVEN) -> list[str]:
    """Return the lines of a function with a docstring; `array` is the template that makes arrays of arguments."""
    written = body(program, name, NUMPY)
    inputs = [written.inputs[port.name] for port in program.inputs]
    results = list(zip(written.outputs, program.outputs, strict=True))
    lines = [
        *docstring(about),
        *(f"{x} = {array.format(x, port.size)}" for x, port in zip(inputs, program.inputs, strict=True)),
        f"batch = np.broadcast_shapes({', '.join(f'{x}.shape[:-1]' for x in inputs)})",
        *(f"{y} = np.empty((*batch, {port.size}))" for y, port in results),
        *(f"{value} = {entry}" for value, entry in written.reads("{0}[..., {1}]").items()),
        *written.lines("{0}[..., {1}]"),
        f"return {', '.join(_shaped(y, port) for y, port in results)}",
    ]
    return [f"def {name}({', '.join(inputs)}):", *indent(lines)]


def _shaped(name: str, port: Port) -> str:
    if len(port.shape) == 1:
        return name
    return f"{name}.reshape((*batch, {', '.join(map(str, port.shape))}))" if port.shape else f"{name}[..., 0]"
