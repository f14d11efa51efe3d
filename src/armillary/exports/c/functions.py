"""C functions of programs: straight-line C99 in double or in single precision.

    void NAME(const double q[7], const double qd[7], …, double tau[7])
Inputs are read into constants first, so that no `restrict` is needed for good code (MISRA C:2012, rule 8.14, forbids
it). There is no loop, no recursion, no static variable and one exit. A program of more than some 2,000 operations
becomes several static functions that hand over values in an array w on the caller's stack, because the time a
compiler takes grows faster than the length of a function.
In single precision every constant is rounded to it and every function of libm is the one that has an f behind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from armillary.compiler.c import emit as emit_c
from armillary.compiler.program import Port, Program
from armillary.compiler.source import Names, Statement, Syntax, statements
from armillary.errors import ArgumentError
from armillary.exports.names import MATH
from armillary.expr.graph import Op

Precision = Literal["double", "float"]
PRECISIONS: tuple[Precision, ...] = ("double", "float")

NUMBER = re.compile(r"(?<![\w.])(\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)(?![\w.])")
"""A constant as `source` writes it, and no part of a name."""

LIBM = re.compile(r"\b(sqrt|sin|cos|exp|log|tanh|fabs|atan2)\(")

HELPERS = {  # NaN passes through either argument: a comparison with it is false
    Op.MIN: "static {0} minimum({0} a, {0} b)\n{{\n    return ((a < b) || !(a <= a)) ? a : b;\n}}\n",
    Op.MAX: "static {0} maximum({0} a, {0} b)\n{{\n    return ((a > b) || !(a <= a)) ? a : b;\n}}\n",
}
CALLS = emit_c.CALLS | {  # a condition holds unless it is zero, and NaN is not
    Op.SELECT: "(!(({0} >= 0.0) && ({0} <= 0.0)) ? {1} : {2})",
    Op.LESS: "(({0} < {1}) ? 1.0 : 0.0)",
}
TESTS = {Op.LESS: "({0} < {1})", Op.SELECT: "({0} ? {1} : {2})"}


@dataclass(frozen=True)
class Signature:
    """The names of a function and of its arguments, inputs before outputs."""

    name: str
    inputs: tuple[tuple[str, Port], ...]
    outputs: tuple[tuple[str, Port], ...]
    precision: Precision

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of all arguments."""
        return tuple(name for name, _ in (*self.inputs, *self.outputs))

    @property
    def parameters(self) -> list[str]:
        """The arguments as they are declared."""
        kind = self.precision
        taken = [f"const {kind} {name}[{array.size}]" for name, array in self.inputs]
        return taken + [f"{kind} {name}[{array.size}]" for name, array in self.outputs]


def signature(program: Program, name: str, precision: Precision) -> Signature:
    """Return what the function of a program is called, and its arguments."""
    names = Names([name, *MATH])
    given = [names.give(array.name) for array in (*program.inputs, *program.outputs)]
    count = len(program.inputs)
    inputs, outputs = given[:count], given[count:]
    return Signature(
        name,
        tuple(zip(inputs, program.inputs, strict=True)),
        tuple(zip(outputs, program.outputs, strict=True)),
        precision,
    )


def prototype(head: str, parameters: Sequence[str], end: str = "") -> list[str]:
    """Return the lines of a prototype, on one line if it is short."""
    line = f"{head}({', '.join(parameters)}){end}"
    if len(line) <= 110:
        return [line]
    return [f"{head}(", *(f"    {parameter}," for parameter in parameters[:-1]), f"    {parameters[-1]}){end}"]


def helpers(programs: Sequence[Program], precision: Precision) -> list[str]:
    """Return the functions that the C of these programs calls besides those of libm."""
    used = {program.graph.op[node] for program in programs for node in program.order}
    return [text.format(precision) for op, text in HELPERS.items() if op in used]


def function(program: Program, signed: Signature, chunk: int = emit_c.CHUNK) -> list[str]:
    """Return the lines of the function of a program, and before it of those that it calls."""
    columns = _columns(program, signed)
    syntax = Syntax(lambda array, index: columns[array, index], CALLS, TESTS)
    reserved = [signed.name, "w", *signed.arguments, *columns.values(), *MATH]
    written = [_in_precision(each, signed.precision) for each in statements(program, syntax, reserved)]
    chunks = emit_c.chunks_of(written, chunk)
    loads = {column: f"{_argument(signed, array)}[{index}]" for (array, index), column in columns.items()}
    if len(chunks) == 1:
        body = _body(chunks[0], signed, loads)
        return _defined(f"void {signed.name}", signed.parameters, signed.arguments, body)
    return _in_parts(signed, chunks, loads)


def _columns(program: Program, signed: Signature) -> dict[tuple[str, int], str]:
    """Return a name for each entry of an input that the program reads."""
    names = Names([signed.name, "w", *signed.arguments, *MATH])
    used = sorted({program.graph.args[node] for node in program.order if program.graph.op[node] is Op.INPUT})
    return {(array, k): names.give(f"{_argument(signed, array)}_{k}") for array, k in used}


def _argument(signed: Signature, array: str) -> str:
    return next(name for name, spec in signed.inputs if spec.name == array)


def _in_parts(signed: Signature, chunks: list[list[Statement]], loads: dict[str, str]) -> list[str]:
    """Return a function that calls one for each chunk; values that are needed later pass through w."""
    slots, length = emit_c.slots_of(chunks)
    named = {s.node: s.name for chunk in chunks for s in chunk if s.node is not None}
    parameters = [*signed.parameters, f"{signed.precision} w[{length}]"]
    arguments = [*signed.arguments, "w"]
    text: list[str] = []
    calls = [f"{signed.precision} w[{length}];", ""]
    for number, chunk in enumerate(chunks, 1):
        own = {s.node for s in chunk if s.node is not None}
        read = sorted({node for s in chunk for node in s.uses} - own)
        before = [f"const {signed.precision} {named[node]} = w[{slots[number - 1][node]}];" for node in read]
        after = [f"w[{slot}] = {named[node]};" for node, slot in slots[number].items() if node in own]
        body = [*before, *_body(chunk, signed, loads), *after]
        text += [*_defined(f"static void {signed.name}_part{number}", parameters, arguments, body), ""]
        calls.append(f"{signed.name}_part{number}({', '.join(arguments)});")
    return text + _defined(f"void {signed.name}", signed.parameters, (), calls)


def _body(chunk: Sequence[Statement], signed: Signature, loads: dict[str, str]) -> list[str]:
    """Return the lines that compute a chunk: its inputs, its values, its outputs."""
    lines = [f"{_target(statement, signed)} = {statement.text};" for statement in chunk]
    used = set(re.findall(r"\w+", " ".join(statement.text for statement in chunk)))
    read = [f"const {signed.precision} {name} = {source};" for name, source in loads.items() if name in used]
    return [*read, *lines]


def _target(statement: Statement, signed: Signature) -> str:
    if statement.output is None:
        return f"const {signed.precision} {statement.name}"
    k, j = statement.output
    return f"{signed.outputs[k][0]}[{j}]"


def _defined(head: str, parameters: Sequence[str], arguments: Sequence[str], body: Sequence[str]) -> list[str]:
    """Return the lines of a function; arguments that it does not use are marked so, or compilers would warn."""
    used = set(re.findall(r"\b(\w+)\[", "\n".join(body)))
    unused = [f"(void){name};" for name in arguments if name not in used]
    return [*prototype(head, parameters), "{", *(f"    {line}".rstrip() for line in [*unused, *body]), "}"]


def _in_precision(statement: Statement, precision: Precision) -> Statement:
    if precision == "double":
        return statement
    text = LIBM.sub(r"\1f(", NUMBER.sub(lambda match: literal(float(match[0]), "float"), statement.text))
    return Statement(text, statement.node, statement.name, statement.output, statement.uses, statement.operations)


def literal(value: float, precision: Precision) -> str:
    """Return a finite number as C writes it, all its digits and no more.

    Raises:
        ArgumentError: The number is too large for single precision.

    Example:
        >>> literal(0.1, "double"), literal(0.1, "float"), literal(-3e-7, "float")
        ('0.1', '0.1f', '-3e-07f')
    """
    if precision == "double":
        return repr(float(value))
    with np.errstate(over="ignore", under="ignore"):
        rounded = np.float32(value)
    if not np.isfinite(rounded):
        raise ArgumentError("precision", f"'float', with {value:g} among the numbers", "'double'")
    if abs(rounded) < np.finfo(np.float32).tiny:
        return "0.0f"  # what has lost digits to underflow is no number to compute with
    return f"{rounded!s}f"  # `format` would write it as a double
