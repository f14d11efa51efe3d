"""Statements, names and comments for the back ends that write source (C, Python, CasADi).

A value that is used more than once, has a physical name or a long text becomes a statement; other values are written
within their users. Parentheses keep the order of the program's operations, so that the text rounds as the program.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from armillary.compiler.names import UniqueNames, plain
from armillary.compiler.program import Program
from armillary.expr.ops import BINARY, UNARY, Op, Ref

LONG = 60
"""Length of a text above which it becomes a statement."""

ATOM, PRODUCT, SUM, LOOSE = range(4)
"""Precedence of a text: x and sin(x), a*b, a + b, and text that always needs parentheses."""

SYMBOL = {Op.ADD: " + ", Op.MUL: "*", Op.DIV: "/"}
LEVEL = {Op.ADD: SUM, Op.MUL: PRODUCT, Op.DIV: PRODUCT}

CONVENTIONS = (
    "SI units. Six-vectors are (angular, linear) in world axes at the origin of the frame. Quaternions are "
    "(w, x, y, z) and of length 1; their velocity is the angular velocity of the link, in the axes of the link. "
    "Columns of derivatives by q are along the velocities, also for quaternions."
)
WIDTH = 100
"""Greatest length of a line of comment."""


@dataclass(frozen=True)
class Syntax:
    """Operations in a language.

    Args:
        calls: Operation → template of its arguments.
        tests: Templates of comparisons that are only conditions, and of operations that take one.
        reserved: Names that the language or the module uses.
    """

    calls: Mapping[Op, str]
    tests: Mapping[Op, str]
    reserved: tuple[str, ...] = ()


def calls(prefix: str = "", **names: str) -> dict[Op, str]:
    """Return templates of calls of functions, named as in `names`, else as the operation in small letters."""
    called = {op: prefix + names.get(op.name, op.name.lower()) for op in (*UNARY, *BINARY)}
    return {op: f"{name}({'{0}, {1}' if op in BINARY else '{0}'})" for op, name in called.items()}


@dataclass(frozen=True)
class Statement:
    """`name = text`, or an entry of an output array if there is no name.

    `node` is the computed value, `uses` are the named values in the text, `operations` is their number.
    """

    text: str
    node: int | None = None
    name: str = ""
    output: tuple[int, int] | None = None
    uses: frozenset[int] = frozenset()
    operations: int = 0


@dataclass(frozen=True)
class Operand:
    """The text of a node within its user."""

    text: str
    binds: int
    uses: frozenset[int] = frozenset()
    operations: int = 0


@dataclass(frozen=True)
class FunctionBody:
    """A program as statements of a language, with the names of its arrays.

    Args:
        inputs: Name of an input → its name in the source.
        outputs: Names of the outputs in the source.
        entries: Entry of an input → the name of its value.
        statements: The statements in order.
    """

    inputs: dict[str, str]
    outputs: tuple[str, ...]
    entries: dict[tuple[str, int], str]
    statements: tuple[Statement, ...]

    def reads(self, template: str) -> dict[str, str]:
        """Return name → text of each entry that is read; `template` takes array and index."""
        return {name: template.format(self.inputs[array], k) for (array, k), name in self.entries.items()}

    def lines(self, template: str, local: str = "") -> list[str]:
        """Return the statements as text; `template` takes array and index of outputs, `local` precedes names."""
        lines = []
        for statement in self.statements:
            target = local + statement.name
            if statement.output is not None:
                array, index = statement.output
                target = template.format(self.outputs[array], index)
            lines.append(f"{target} = {statement.text}")
        return lines


def body(program: Program, name: str, syntax: Syntax) -> FunctionBody:
    """Return a program as the statements of a function called `name`."""
    names = UniqueNames([name, *syntax.reserved])
    inputs = {port.name: names.give(port.name) for port in program.inputs}
    outputs = tuple(names.give(port.name) for port in program.outputs)
    used = sorted({program.graph.args[node] for node in program.order if program.graph.op[node] is Op.INPUT})
    entries = {(array, k): names.give(f"{inputs[array]}_{k}") for array, k in used}
    return FunctionBody(inputs, outputs, entries, tuple(_StatementWriter(program, syntax, entries, names).write()))


class _StatementWriter:
    def __init__(
        self, program: Program, syntax: Syntax, entries: Mapping[tuple[str, int], str], names: UniqueNames
    ) -> None:
        self.program, self.graph, self.syntax, self.entries, self.names = program, program.graph, syntax, entries, names
        self.pieces: dict[int, Operand] = {}
        self.done: list[Statement] = []
        self.results: dict[int, list[tuple[int, int, Ref]]] = {}
        for k, refs in enumerate(program.results):
            for j, ref in enumerate(refs):
                self.results.setdefault(ref >> 1, []).append((k, j, ref))
        self.users = Counter(ref >> 1 for node in program.order for ref in program.graph.arguments(node))
        self.users.update({node: len(entries) for node, entries in self.results.items()})
        self.tests = _conditions(program)

    def write(self) -> list[Statement]:
        for node in self.program.order:
            op, args = self.graph.op[node], self.graph.args[node]
            if op is Op.CONST:
                self.pieces[node] = Operand(repr(float(args[0])), ATOM)
            elif op is Op.INPUT:
                self.pieces[node] = Operand(self.entries[args], ATOM)
            else:
                self.pieces[node] = self._piece(node)
                if node in self.graph.names or self.users[node] > 1 or op in (Op.SIN, Op.COS):
                    self._name(node)
            if self.graph.op[node] > Op.INPUT:
                self._outputs(node)
        for node in self.results:
            if self.graph.op[node] <= Op.INPUT:
                self._outputs(node)
        return self.done

    def _outputs(self, node: int) -> None:
        for k, j, ref in self.results.get(node, ()):
            piece = self.pieces[node]
            text = _negated(piece) if ref & 1 else piece.text
            self.done.append(Statement(text, None, "", (k, j), piece.uses, piece.operations))

    def _piece(self, node: int) -> Operand:
        op, args = self.graph.op[node], self.graph.arguments(node)
        for ref in args:
            if len(self.pieces[ref >> 1].text) > LONG and ref >> 1 not in self.tests:
                self._name(ref >> 1)
        parts = [self.pieces[ref >> 1] for ref in args]
        uses = frozenset[int]().union(*(part.uses for part in parts))
        operations = 1 + sum(part.operations for part in parts)
        if op in SYMBOL:
            return Operand(self._infix(op, args), LEVEL[op], uses, operations)
        condition = node in self.tests or (op is Op.SELECT and args[0] >> 1 in self.tests)
        template = (self.syntax.tests if condition else self.syntax.calls)[op]
        texts = [_negated(part) if ref & 1 else part.text for ref, part in zip(args, parts, strict=True)]
        return Operand(template.format(*texts), ATOM, uses, operations)

    def _infix(self, op: Op, args: tuple[Ref, ...]) -> str:
        a, b = args
        if op is Op.ADD and a & 1 and not b & 1:
            a, b = b, a  # −a + b is b − a, rounding included
        if op is Op.MUL and self.graph.op[b >> 1] is Op.CONST and self.pieces[a >> 1].binds == ATOM:
            a, b = b, a  # numbers first
        left, right = self.pieces[a >> 1], self.pieces[b >> 1]
        first = _negated(left) if a & 1 else _inside(left, LEVEL[op])
        return first + (" - " if b & 1 else SYMBOL[op]) + _inside(right, LEVEL[op] - 1)

    def _name(self, node: int) -> None:
        """Write a value as a statement."""
        piece, op = self.pieces[node], self.graph.op[node]
        if op <= Op.INPUT or node in piece.uses:
            return
        wish = self.graph.names.get(node, f"t{node}")
        argument = self.graph.args[node][0]
        if node not in self.graph.names and op in (Op.SIN, Op.COS) and self.graph.op[argument >> 1] is Op.INPUT:
            array, index = self.graph.args[argument >> 1]
            wish = f"{op.name.lower()}_{array}{index}"
        name = self.names.give(wish)
        self.done.append(Statement(piece.text, node, name, None, piece.uses, piece.operations))
        self.pieces[node] = Operand(name, ATOM, frozenset([node]))


def _conditions(program: Program) -> set[int]:
    """Return the comparisons whose only use is as the condition of one `select`."""
    graph = program.graph
    uses = Counter(ref >> 1 for node in program.order for ref in program.graph.arguments(node))
    uses.update(ref >> 1 for refs in program.results for ref in refs)
    selects = [graph.args[node][0] >> 1 for node in program.order if graph.op[node] is Op.SELECT]
    return {node for node in selects if graph.op[node] is Op.LESS and uses[node] == 1 and node not in graph.names}


def _inside(piece: Operand, level: int) -> str:
    return piece.text if piece.binds <= level else f"({piece.text})"


def _negated(piece: Operand) -> str:
    return "-" + _inside(piece, ATOM)


def heading(program: Program) -> list[str]:
    """Return the lines of the comment at the top: header, operation counts, shapes, conventions."""
    cost = Counter(program.graph.op[node] for node in program.order)
    other = sum(number for op, number in cost.items() if op > Op.COS)
    counted = f"{cost[Op.MUL]} mul, {cost[Op.ADD]} add, {cost[Op.DIV]} div, {cost[Op.SQRT]} sqrt, "
    counted += f"{cost[Op.SIN] + cost[Op.COS]} sin and cos" + (f", {other} other" if other else "")
    lines = {"quantity": program.name} | program.header | {"operations": counted}
    for what, ports in (("inputs", program.inputs), ("outputs", program.outputs)):
        lines[what] = ", ".join(f"{port.name} {_shape(port.shape)}" for port in ports)
    return [*(plain(f"{key}: {value}") for key, value in lines.items()), *textwrap.wrap(CONVENTIONS, WIDTH)]


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(str(n) for n in shape) if shape else "scalar"


def c_comment(lines: Iterable[str]) -> list[str]:
    """Return plain lines as a comment of C."""
    return ["/*", *(f" * {line}".rstrip() for line in lines), " */"]


def docstring(lines: Sequence[str]) -> list[str]:
    """Return plain lines as a docstring of Python."""
    first, *rest = lines
    return [f'"""{first}', *(line.rstrip() for line in rest), '"""'] if rest else [f'"""{first}"""']


def indent(lines: Iterable[str]) -> list[str]:
    """Return the lines of a function's body."""
    return [f"    {line}".rstrip() for line in lines]
