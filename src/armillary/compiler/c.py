"""C functions of programs: straight-line C99 in double or single precision.

    void NAME(const double q[7], const double qd[7], …, double tau[7])
Arrays are contiguous, matrices row by row; an output may not overlap an input. Inputs are read into constants first, so
that the code is fast without `restrict`, which MISRA C:2012, rule 8.14, forbids. There is no loop, no recursion, no
static variable and one exit. A program of more than about 2,000 operations becomes several static functions that pass
values in an array w on the caller's stack, because the time a compiler takes grows faster than the length of a
function. In single precision constants are rounded, and functions of libm have the suffix f.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from armillary.compiler.names import MATH, UniqueNames
from armillary.compiler.program import Port, Program, slots
from armillary.compiler.source import FunctionBody, Statement, Syntax, body, c_comment, calls, heading, indent
from armillary.errors import ArgumentError
from armillary.expr.ops import Op

CHUNK = 2000
"""Approximate number of operations in one function."""

Precision = Literal["double", "float"]
PRECISIONS: tuple[Precision, ...] = ("double", "float")

NUMBER = re.compile(r"(?<![\w.])(\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)(?![\w.])")
"""A constant as `source` writes it, not part of a name."""

LIBM = re.compile(r"\b(sqrt|sin|cos|exp|log|tanh|fabs|floor|atan2)\(")

C = Syntax(
    {
        **calls(ABS="fabs", MIN="minimum", MAX="maximum"),
        Op.LESS: "(({0} < {1}) ? 1.0 : 0.0)",
        # A condition holds unless it is zero, and NaN is not.
        Op.SELECT: "(!(({0} >= 0.0) && ({0} <= 0.0)) ? {1} : {2})",
    },
    {Op.LESS: "({0} < {1})", Op.SELECT: "({0} ? {1} : {2})"},
    tuple(MATH),
)

HELPERS = {  # NaN passes through either argument: a comparison with it is false
    Op.MIN: "static inline {0} minimum({0} a, {0} b)\n{{\n    return ((a < b) || !(a <= a)) ? a : b;\n}}\n",
    Op.MAX: "static inline {0} maximum({0} a, {0} b)\n{{\n    return ((a > b) || !(a <= a)) ? a : b;\n}}\n",
}


def emit(program: Program, name: str | None = None, chunk: int = CHUNK) -> tuple[str, str]:
    """Return source and header of a C function: `name`, an identifier of any length; default that of the program.

    The source includes the header as "NAME.h". A single output is called `out`. `chunk` is the approximate number of
    operations in one function of the source.

    Example:
        >>> import armillary as arm
        >>> from armillary.compiler.trace import trace
        >>> source, header = emit(trace(arm.model(arm.library.get("khatib-rr")), "gravity"))
        >>> [line for line in header.splitlines() if line.startswith("void")]
        ['void gravity(const double q[2], double out[2]);']
    """
    if len(program.outputs) == 1:
        program = replace(program, outputs=(Port("out", program.outputs[0].shape),))
    function = CFunction(program, name or UniqueNames(C.reserved).give(program.name), chunk=chunk)
    comment = c_comment(heading(program))
    return source(function.name, comment, [(function, [])]), header(function.name, comment, [(function, [])])


def header(
    name: str, comment: Sequence[str], functions: Sequence[tuple[CFunction, Sequence[str]]], defines: Sequence[str] = ()
) -> str:
    """Return the text of a header: functions, each with lines of comment, that C and C++ can call."""
    guard = f"{name.upper()}_H"
    lines = [*comment, f"#ifndef {guard}", f"#define {guard}", "", *([*defines, ""] if defines else [])]
    lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    for function, about in functions:
        lines += [*about, *prototype(f"void {function.name}", function.parameters, ";"), ""]
    return "\n".join([*lines, "#ifdef __cplusplus", "}", "#endif", "", "#endif"]) + "\n"


def source(
    name: str, comment: Sequence[str], functions: Sequence[tuple[CFunction, Sequence[str]]], checks: Sequence[str] = ()
) -> str:
    """Return the text of a source that includes "NAME.h": checks of the header, functions with lines of comment."""
    lines = [*comment, f'#include "{name}.h"', *checks, "", "#include <math.h>"]
    used = {function.program.graph.op[node] for function, _ in functions for node in function.program.order}
    lines += ["", *(text.format(functions[0][0].precision) for op, text in HELPERS.items() if op in used)]
    for function, about in functions:
        lines += ["", *about, *function.lines()]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class CFunction:
    """A program as a C function in parts of about `chunk` operations."""

    program: Program
    name: str
    precision: Precision = "double"
    chunk: int = CHUNK

    @cached_property
    def body(self) -> FunctionBody:
        """The statements, with the names of arguments."""
        written = body(self.program, self.name, C)
        if self.precision == "double":
            return written
        single = ((s, NUMBER.sub(lambda match: literal(float(match[0]), "float"), s.text)) for s in written.statements)
        return replace(written, statements=tuple(replace(s, text=LIBM.sub(r"\1f(", text)) for s, text in single))

    @property
    def inputs(self) -> tuple[tuple[str, Port], ...]:
        """Names in the source and ports of the inputs."""
        return tuple((self.body.inputs[port.name], port) for port in self.program.inputs)

    @property
    def outputs(self) -> tuple[tuple[str, Port], ...]:
        """Names in the source and ports of the outputs."""
        return tuple(zip(self.body.outputs, self.program.outputs, strict=True))

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of all arguments, inputs before outputs."""
        return tuple(name for name, _ in (*self.inputs, *self.outputs))

    @property
    def parameters(self) -> list[str]:
        """The arguments as they are declared; C has no arrays without entries."""
        declared = []
        for before, ports in ((f"const {self.precision}", self.inputs), (self.precision, self.outputs)):
            declared += [f"{before} {name}[{port.size}]" if port.size else f"{before} *{name}" for name, port in ports]
        return declared

    def lines(self) -> list[str]:
        """Return the lines of the function, after those of its parts."""
        chunks = chunks_of(self.body.statements, self.chunk)
        if len(chunks) == 1:
            return _defined(f"void {self.name}", self.parameters, self.arguments, self._computed(chunks[0]))
        named = {s.node: s.name for chunk in chunks for s in chunk if s.node is not None}
        made = [sorted(s.node for s in chunk if s.node is not None) for chunk in chunks]
        last = {node: k for k, chunk in enumerate(chunks) for s in chunk for node in s.uses}
        place, length = slots(made, last)
        length = max(length, 1)
        parameters, arguments = [*self.parameters, f"{self.precision} w[{length}]"], [*self.arguments, "w"]
        text: list[str] = []
        calls = [f"{self.precision} w[{length}];", ""]
        for number, (chunk, nodes) in enumerate(zip(chunks, made, strict=True), 1):
            read = sorted({node for s in chunk for node in s.uses}.difference(nodes))
            before = [f"const {self.precision} {named[node]} = w[{place[node]}];" for node in read]
            after = [f"w[{place[node]}] = {named[node]};" for node in nodes if node in place]
            part = [*before, *self._computed(chunk), *after]
            text += [*_defined(f"static void {self.name}_part{number}", parameters, arguments, part), ""]
            calls.append(f"{self.name}_part{number}({', '.join(arguments)});")
        return text + _defined(f"void {self.name}", self.parameters, (), calls)

    def _computed(self, chunk: Sequence[Statement]) -> list[str]:
        """Return the lines that compute a chunk: its inputs, its values, its outputs."""
        used = set(re.findall(r"\w+", " ".join(statement.text for statement in chunk)))
        local = f"const {self.precision} "
        reads = [f"{local}{name} = {entry};" for name, entry in self.body.reads("{0}[{1}]").items() if name in used]
        return reads + [f"{line};" for line in replace(self.body, statements=tuple(chunk)).lines("{0}[{1}]", local)]


def prototype(head: str, parameters: Sequence[str], end: str = "") -> list[str]:
    """Return the lines of a prototype, on one line if it is short."""
    line = f"{head}({', '.join(parameters)}){end}"
    if len(line) <= 110:
        return [line]
    return [f"{head}(", *(f"    {parameter}," for parameter in parameters[:-1]), f"    {parameters[-1]}){end}"]


def _defined(head: str, parameters: Sequence[str], arguments: Sequence[str], lines: Sequence[str]) -> list[str]:
    """Return the lines of a function; arguments that it does not use are marked so, or compilers would warn."""
    used = set(re.findall(r"\b(\w+)\[", "\n".join(lines)))
    unused = [f"(void){name};" for name in arguments if name not in used]
    return [*prototype(head, parameters), "{", *indent([*unused, *lines]), "}"]


def chunks_of(written: Sequence[Statement], size: int) -> list[list[Statement]]:
    """Return the statements in groups of about `size` operations."""
    chunks: list[list[Statement]] = [[]]
    operations = 0
    for statement in written:
        if operations >= size and statement.node is not None:
            chunks.append([])
            operations = 0
        chunks[-1].append(statement)
        operations += statement.operations
    return chunks


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
        return "0.0f"  # subnormal numbers have lost digits
    return f"{float(str(rounded))!r}f"  # the shortest digits of a single, in the form of doubles: NumPy's forms change
