"""Python source of a program: one function on NumPy arrays, for one state or a batch.

The file needs NumPy and nothing else. It is meant to be read, and to run where nothing can be compiled.
"""

from __future__ import annotations

from armillary.compiler.program import Port, Program
from armillary.compiler.source import Names, Statement, Syntax, heading, statements
from armillary.expr.graph import Op

CALLS = {
    Op.SQRT: "np.sqrt({0})",
    Op.SIN: "np.sin({0})",
    Op.COS: "np.cos({0})",
    Op.EXP: "np.exp({0})",
    Op.LOG: "np.log({0})",
    Op.TANH: "np.tanh({0})",
    Op.ABS: "np.abs({0})",
    Op.ATAN2: "np.arctan2({0}, {1})",
    Op.MIN: "np.minimum({0}, {1})",
    Op.MAX: "np.maximum({0}, {1})",
    Op.LESS: "np.where({0} < {1}, 1.0, 0.0)",
    Op.SELECT: "np.where({0} != 0.0, {1}, {2})",
}
TESTS = {Op.LESS: "{0} < {1}", Op.SELECT: "np.where({0}, {1}, {2})"}


def emit(program: Program, name: str | None = None) -> str:
    """Return the source of a module with one function, named like the program unless told otherwise.

    Its arguments are arrays of shape (n,), or (N, n) for a batch, in the order of the program's
    inputs; it returns the output, or a tuple if there are several.

    Example:
        >>> import armillary as arm
        >>> from armillary.compiler.trace import trace
        >>> print(emit(trace(arm.model(arm.library.get("khatib-rr")), "gravity")).splitlines()[-1])
            return gravity
    """
    name = Names().give(name or program.name)
    taken = Names(["batch"])
    arrays = [taken.give(array.name) for array in program.inputs]
    outputs = [taken.give(array.name) for array in program.outputs]
    results = list(zip(outputs, program.outputs, strict=True))
    columns = _columns(program, arrays, taken)
    syntax = Syntax(lambda array, index: columns[array, index], CALLS, TESTS)
    reserved = [name, "batch", *arrays, *outputs, *columns.values()]
    lines = [
        *(f"# {line}" for line in heading(program)),
        "",
        "import numpy as np",
        "",
        "",
        f"def {name}({', '.join(arrays)}):",
        f'    """{_docstring(program)}"""',
        *(f"    {array} = np.asarray({array}, dtype=float)" for array in arrays),
        f"    batch = np.broadcast_shapes({', '.join(f'{array}.shape[:-1]' for array in arrays)})",
        *(f"    {output} = np.empty(batch + ({spec.size},))" for output, spec in results),
        *(
            f"    {column} = {arrays[k]}[..., {index}]"
            for k, array in enumerate(program.inputs)
            for (owner, index), column in columns.items()
            if owner == array.name
        ),
        *(f"    {_line(statement, outputs)}" for statement in statements(program, syntax, reserved)),
        f"    return {', '.join(_shaped(output, spec) for output, spec in results)}",
    ]
    return "\n".join(lines) + "\n"


def _columns(program: Program, arrays: list[str], names: Names) -> dict[tuple[str, int], str]:
    """Return a name for each entry of an input that the program reads."""
    used = {program.graph.args[node] for node in program.order if program.graph.op[node] is Op.INPUT}
    called = dict(zip((array.name for array in program.inputs), arrays, strict=True))
    gap = {array: "_" if called[array][-1].isdigit() else "" for array in called}
    return {(array, k): names.give(f"{called[array]}{gap[array]}{k}") for array, k in sorted(used)}


def _docstring(program: Program) -> str:
    what = " and ".join(array.name for array in program.outputs)
    sizes = ", ".join(f"{array.name} ({array.size},)" for array in program.inputs)
    return f"Return {what} for one state, {sizes}, or a batch, with a first axis more."


def _line(statement: Statement, outputs: list[str]) -> str:
    if statement.output is None:
        return f"{statement.name} = {statement.text}"
    k, j = statement.output
    return f"{outputs[k]}[..., {j}] = {statement.text}"


def _shaped(output: str, spec: Port) -> str:
    if len(spec.shape) == 1:
        return output
    return f"{output}.reshape(batch + {spec.shape})" if spec.shape else f"{output}[..., 0]"
