"""C source of a program: self-contained C99 with one header, no allocation, no state, safe in threads.

    void NAME(const double *q, const double *qd, …, double *out)
Arrays are contiguous, matrices row by row, and may not overlap. A program of more than some 2,000
operations becomes several functions that hand over values in an array w, because the time a compiler
takes grows faster than the length of a function.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from armillary.compiler.program import Program
from armillary.compiler.source import Names, Statement, Syntax, heading, statements
from armillary.expr.graph import Op

CHUNK = 2000
"""About how many operations go into one function."""

CALLS = {
    Op.SQRT: "sqrt({0})",
    Op.SIN: "sin({0})",
    Op.COS: "cos({0})",
    Op.EXP: "exp({0})",
    Op.LOG: "log({0})",
    Op.TANH: "tanh({0})",
    Op.ABS: "fabs({0})",
    Op.ATAN2: "atan2({0}, {1})",
    Op.MIN: "minimum({0}, {1})",
    Op.MAX: "maximum({0}, {1})",
    Op.LESS: "({0} < {1} ? 1.0 : 0.0)",
    Op.SELECT: "({0} != 0.0 ? {1} : {2})",
}
TESTS = {Op.LESS: "{0} < {1}", Op.SELECT: "({0} ? {1} : {2})"}

HELPERS = {  # NaN passes through either argument
    Op.MIN: "static double minimum(double a, double b) { return a < b || a != a ? a : b; }",
    Op.MAX: "static double maximum(double a, double b) { return a > b || a != a ? a : b; }",
}


def emit(program: Program, name: str | None = None, chunk: int = CHUNK) -> tuple[str, str]:
    """Return source and header of a C function, named like the program unless told otherwise.

    The source includes the header as "NAME.h". `chunk` is about how many operations go into one
    function of the source.

    Example:
        >>> import armillary as arm
        >>> from armillary.compiler.trace import trace
        >>> source, header = emit(trace(arm.model(arm.library.get("khatib-rr")), "gravity"))
        >>> [line for line in header.splitlines() if line.startswith("void")]
        ['void gravity(const double *q, double *out);']
    """
    name = Names().give(name or program.name)
    names = Names([name])
    inputs = {array.name: names.give(array.name) for array in program.inputs}
    wishes = [array.name for array in program.outputs] if len(program.outputs) > 1 else ["out"]
    outputs = [names.give(wish) for wish in wishes]
    syntax = Syntax(lambda array, index: f"{inputs[array]}[{index}]", CALLS, TESTS)
    written = statements(program, syntax, [name, *inputs.values(), *outputs])
    comment = ["/*", *(f" * {line}" for line in heading(program)), " */"]
    helpers = [text for op, text in HELPERS.items() if any(program.graph.op[n] is op for n in program.order)]
    source = [*comment, f'#include "{name}.h"', "", "#include <math.h>", "", *(f"{line}\n" for line in helpers)]
    parameters = [f"const double *restrict {array}" for array in inputs.values()]
    parameters += [f"double *restrict {array}" for array in outputs]
    call = [*inputs.values(), *outputs]
    source += _functions(name, parameters, call, outputs, chunks_of(written, chunk))
    declared = [*(f"const double *{array}" for array in inputs.values()), *(f"double *{array}" for array in outputs)]
    return "\n".join(source) + "\n", _header(name, comment, declared)


def _header(name: str, comment: Sequence[str], parameters: Sequence[str]) -> str:
    guard = f"{name.upper()}_H"
    opening = ["#ifdef __cplusplus", 'extern "C" {', "#endif"]
    closing = ["#ifdef __cplusplus", "}", "#endif"]
    declaration = f"void {name}({', '.join(parameters)});"
    lines = [
        *comment,
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        *opening,
        "",
        declaration,
        "",
        *closing,
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


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


def _functions(
    name: str, parameters: Sequence[str], call: Sequence[str], outputs: Sequence[str], chunks: list[list[Statement]]
) -> list[str]:
    """Return the text of the function, and before it of those that it calls."""
    if len(chunks) == 1:
        return _function(f"void {name}", parameters, call, _body(chunks[0], outputs))
    slots, length = slots_of(chunks)
    named = {s.node: s.name for chunk in chunks for s in chunk if s.node is not None}
    text: list[str] = []
    main = [f"double w[{length}];"]
    for number, chunk in enumerate(chunks, 1):
        own = {s.node for s in chunk if s.node is not None}
        read = sorted({node for s in chunk for node in s.uses} - own)
        loads = [f"const double {named[node]} = w[{slots[number - 1][node]}];" for node in read]
        stores = [f"w[{slot}] = {named[node]};" for node, slot in slots[number].items() if node in own]
        body = [*loads, *_body(chunk, outputs), *stores]
        text += _function(f"static void {name}_part{number}", [*parameters, "double *restrict w"], [*call, "w"], body)
        text.append("")
        main.append(f"{name}_part{number}({', '.join([*call, 'w'])});")
    return text + _function(f"void {name}", parameters, (), main)


def slots_of(chunks: list[list[Statement]]) -> tuple[list[dict[int, int]], int]:
    """Return where in w each value lies that is read in a later chunk, after each chunk, and the length of w.

    A place is free again after the last chunk that reads it.
    """
    made = {s.node: k for k, chunk in enumerate(chunks) for s in chunk if s.node is not None}
    last = {node: k for k, chunk in enumerate(chunks) for s in chunk for node in s.uses}
    free: list[int] = []
    length = 0
    after: list[dict[int, int]] = [{}]
    for k in range(len(chunks)):
        kept = {node: slot for node, slot in after[-1].items() if last[node] > k}
        for node in sorted(node for node, maker in made.items() if maker == k and last.get(node, k) > k):
            if not free:
                free, length = [length], length + 1
            kept[node] = free.pop()
        # What this chunk was the last to read is free for the next: within it, loads come before stores.
        free += [slot for node, slot in after[-1].items() if node not in kept]
        after.append(kept)
    return after, max(length, 1)


def _body(chunk: Iterable[Statement], outputs: Sequence[str]) -> list[str]:
    return [f"{_target(statement, outputs)} = {statement.text};" for statement in chunk]


def _target(statement: Statement, outputs: Sequence[str]) -> str:
    if statement.output is None:
        return f"const double {statement.name}"
    k, j = statement.output
    return f"{outputs[k]}[{j}]"


def _function(head: str, parameters: Sequence[str], arrays: Sequence[str], body: Sequence[str]) -> list[str]:
    """Return the lines of a function; arrays that it does not use are marked so, or compilers would warn."""
    used = set(re.findall(r"\b(\w+)\[", "\n".join(body)))
    unused = [f"(void){array};" for array in arrays if array not in used]
    return [f"{head}({', '.join(parameters)})", "{", *(f"    {line}" for line in [*unused, *body]), "}"]
