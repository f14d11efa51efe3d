"""The verifier: says whether a program is well formed. Tests run it after every pass.

What a program promises:
    nodes        each live node is listed once, after its arguments; nothing dead is listed
    inputs       every input node is an entry of an input array
    constants    finite, and not negative: a negative number is a negated reference
    signs        × and ÷, and sin, cos, tanh and |x| take no negated reference: their sign is moved out;
                 neither is the condition of a select
    outputs      one reference for each entry of each output array
"""

from __future__ import annotations

import math
from collections import Counter

import armillary as arm
from internals import UNARY, Op, Program, Ref

UNSIGNED = (Op.MUL, Op.DIV, Op.SIN, Op.COS, Op.TANH, Op.ABS)
"""Operations whose arguments are never negated."""


def verify(program: Program) -> None:
    """Raise `CompilerError`, naming the node, if a program is malformed."""
    _arrays(program)
    seen: set[int] = set()
    for node in program.order:
        if not 0 <= node < len(program.graph):
            _fail(program, f"node {node} is not in the graph of {len(program.graph)}")
        if node in seen:
            _fail_at(program, node, "is listed twice")
        _node(program, node, seen)
        seen.add(node)
    _results(program, seen)


def _arrays(program: Program) -> None:
    for what, arrays in (("input", program.inputs), ("output", program.outputs)):
        names = Counter(array.name for array in arrays)
        for name, count in names.items():
            if count > 1:
                _fail(program, f"{count} {what} arrays are named {name}")


def _node(program: Program, node: int, seen: set[int]) -> None:
    """Check one node; `seen` are those before it."""
    op, args = program.graph.op[node], program.graph.args[node]
    if op is Op.CONST:
        if len(args) != 1 or not math.isfinite(args[0]) or math.copysign(1.0, args[0]) < 0:
            _fail_at(program, node, "is a constant that is negative or not finite")
    elif op is Op.INPUT:
        sizes = {array.name: array.size for array in program.inputs}
        if args[0] not in sizes or not 0 <= args[1] < sizes[args[0]]:
            _fail_at(program, node, f"is no entry of the inputs {sizes}")
    else:
        _arguments(program, node, seen)


def _arguments(program: Program, node: int, seen: set[int]) -> None:
    op, args = program.graph.op[node], program.graph.args[node]
    expected = 1 if op in UNARY else 3 if op is Op.SELECT else 2
    if len(args) != expected:
        _fail_at(program, node, f"has {len(args)} arguments instead of {expected}")
    for ref in args:
        if ref >> 1 not in seen:
            _fail_at(program, node, f"comes before its argument {_written(ref)}, or without it")
    if (op in UNSIGNED and any(ref & 1 for ref in args)) or (op is Op.SELECT and args[0] & 1):
        _fail_at(program, node, "has a negated argument, whose sign must be moved out")


def _results(program: Program, seen: set[int]) -> None:
    if len(program.results) != len(program.outputs):
        _fail(program, f"{len(program.results)} results for {len(program.outputs)} outputs")
    for array, refs in zip(program.outputs, program.results, strict=True):
        if len(refs) != array.size:
            _fail(program, f"output {array.name} has {len(refs)} entries instead of {array.size}")
        for k, ref in enumerate(refs):
            if ref >> 1 not in seen:
                _fail(program, f"entry {k} of output {array.name} is {_written(ref)}, which is not computed")
    used = {ref >> 1 for refs in program.results for ref in refs}
    for node in reversed(program.order):
        if node not in used:
            _fail_at(program, node, "is dead: no output needs it")
        used.update(ref >> 1 for ref in program.graph.arguments(node))


def _written(ref: Ref) -> str:
    return f"{'-' * (ref & 1)}{ref >> 1}"


def _fail_at(program: Program, node: int, what: str) -> None:
    op, args = program.graph.op[node], program.graph.args[node]
    inside = ", ".join(str(arg) if op <= Op.INPUT else _written(arg) for arg in args)
    _fail(program, f"node {node} = {op.name.lower()}({inside}) {what}")


def _fail(program: Program, what: str) -> None:
    raise arm.errors.CompilerError(f"malformed program {program.name}: {what}")
