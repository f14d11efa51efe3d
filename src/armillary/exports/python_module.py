"""A robot as one Python module that needs NumPy and nothing else; it is meant to be read.

Functions take one state, arrays of shape (n,), or a batch, (N, n), and return arrays of the shapes that `arm.compile`
returns. Names of coordinates stand in the module as strings, written so that they are strings whatever is in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from armillary.compiler.program import Port, Program
from armillary.compiler.python.emit import CALLS, TESTS
from armillary.compiler.source import Names, Syntax, statements
from armillary.exports.about import about, notes
from armillary.exports.programs import Entry
from armillary.expr.graph import Op
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, velocity_names

SUPPORT = '''\
def _array(name, value, size):
    """Return an argument as floats of shape (size,) or (N, size)."""
    array = np.asarray(value, dtype=float)
    if array.ndim not in (1, 2) or array.shape[-1] != size:
        raise ValueError(f"{name}: shape {array.shape}; expected ({size},) or (N, {size})")
    return array'''

RESERVED = ("np", "batch", "NQ", "NV", "COORDINATES", "VELOCITIES", "NEUTRAL", "_array")


def python_source(model: Model, entries: Sequence[Entry]) -> str:
    """Return the text of the module.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> text = python_source(dyn.model, entries(dyn, ("gravity",)))
        >>> [line for line in text.splitlines() if line.startswith(("import", "def gravity"))]
        ['import numpy as np', 'def gravity(q):']
    """
    usage = ["Functions take one state, arrays of shape (n,), or a batch, (N, n), and return as many results."]
    lines = [*docstring([*about(model, "Kinematics and dynamics"), "", *usage]), "", "import numpy as np", ""]
    lines += [*constants(model), f"NEUTRAL = np.array({literals(map(float, model.neutral))})", "", "", SUPPORT]
    for entry in entries:
        lines += ["", "", *_function(entry)]
    return "\n".join(lines) + "\n"


def docstring(lines: Sequence[str], indent: str = "") -> list[str]:
    """Return plain lines as a docstring."""
    first, *rest = lines
    if not rest:
        return [f'{indent}"""{first}"""']
    return [f'{indent}"""{first}', *(f"{indent}{line}".rstrip() for line in rest), f'{indent}"""']


def constants(model: Model) -> list[str]:
    """Return the lines that say how many coordinates there are and what they are called."""
    return [
        f"NQ = {model.nq}",
        f"NV = {model.nv}",
        f"COORDINATES = {literals(coordinate_names(model))}",
        f"VELOCITIES = {literals(velocity_names(model))}",
    ]


def literals(values: Iterable[object]) -> str:
    """Return values as a tuple of Python, in ASCII: whatever a text holds, what is written is that text."""
    texts = [ascii(value) for value in values]
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"


def columns(program: Program, arrays: dict[str, str], names: Names) -> dict[tuple[str, int], str]:
    """Return a name for each entry of an input that a program reads; `arrays` says what inputs are called."""
    used = sorted({program.graph.args[node] for node in program.order if program.graph.op[node] is Op.INPUT})
    return {(array, k): names.give(f"{arrays[array]}_{k}") for array, k in used}


def _function(entry: Entry) -> list[str]:
    program = entry.program
    names = Names([entry.name, *RESERVED])
    arrays = {array.name: names.give(array.name) for array in program.inputs}
    outputs = [names.give(array.name) for array in program.outputs]
    entries_of = columns(program, arrays, names)
    syntax = Syntax(lambda array, index: entries_of[array, index], CALLS, TESTS)
    reserved = [entry.name, *RESERVED, *arrays.values(), *outputs, *entries_of.values()]
    shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(outputs, program.outputs, strict=True))
    body = [
        *docstring([*notes(entry), f"Returns {shapes}."]),
        *(f'{arrays[a.name]} = _array("{arrays[a.name]}", {arrays[a.name]}, {a.size})' for a in program.inputs),
        f"batch = np.broadcast_shapes({', '.join(f'{array}.shape[:-1]' for array in arrays.values())})",
        *(f"{name} = np.empty((*batch, {array.size}))" for name, array in zip(outputs, program.outputs, strict=True)),
        *(f"{column} = {arrays[array]}[..., {index}]" for (array, index), column in entries_of.items()),
    ]
    for statement in statements(program, syntax, reserved):
        if statement.output is None:
            body.append(f"{statement.name} = {statement.text}")
        else:
            body.append(f"{outputs[statement.output[0]]}[..., {statement.output[1]}] = {statement.text}")
    results = [_shaped(name, array) for name, array in zip(outputs, program.outputs, strict=True)]
    body.append(f"return {', '.join(results)}")
    return [f"def {entry.name}({', '.join(arrays.values())}):", *(f"    {line}".rstrip() for line in body)]


def _shaped(name: str, array: Port) -> str:
    if len(array.shape) == 1:
        return name
    return f"{name}.reshape((*batch, {', '.join(map(str, array.shape))}))" if array.shape else f"{name}[..., 0]"
