"""What the back ends that write source have in common: statements, names and the comment at the top.

A program becomes a list of statements, one per value that is used more than once, has a physical
name or is long; a value used once is written within its user. Parentheses keep the order of the
program's operations, so that the text rounds as the program does.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from armillary.compiler.program import Program
from armillary.expr.graph import Op, Ref

LONG = 60
"""A text longer than this gets a statement of its own."""

ATOM, PRODUCT, SUM, LOOSE = range(4)
"""How tightly a text binds: x and sin(x), a*b, a + b, and what always needs parentheses."""

SYMBOL = {Op.ADD: " + ", Op.MUL: "*", Op.DIV: "/"}
LEVEL = {Op.ADD: SUM, Op.MUL: PRODUCT, Op.DIV: PRODUCT}

_C_WORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
bool true false NULL NAN INFINITY HUGE_VAL main asm typeof alignas alignof constexpr nullptr"""
_USED = "sqrt sin cos exp log tanh fabs atan2 minimum maximum np numpy w"
TAKEN = frozenset([*keyword.kwlist, *_C_WORDS.split(), *_USED.split()])
"""Words that name no value: those of Python and C, and what the sources use themselves."""


@dataclass(frozen=True)
class Syntax:
    """How a language writes an input, a function and a number; `calls` maps operations to templates."""

    input: Callable[[str, int], str]
    calls: Mapping[Op, str]
    tests: Mapping[Op, str]
    """Templates for a comparison that is used as a condition only, and for what takes one."""


@dataclass(frozen=True)
class Statement:
    """`name = text`, or an entry of an output array if there is no name.

    `node` is the value computed, `uses` are the named values that the text reads, `operations` how
    many operations it does.
    """

    text: str
    node: int | None = None
    name: str = ""
    output: tuple[int, int] | None = None
    uses: frozenset[int] = frozenset()
    operations: int = 0


@dataclass(frozen=True)
class Piece:
    """The text of a node while it waits for its user."""

    text: str
    binds: int
    uses: frozenset[int] = frozenset()
    operations: int = 0


class Names:
    """Gives each thing a name of its own that Python and C both accept."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(TAKEN) | set(taken)

    def give(self, wish: str) -> str:
        """Return the wish, or something like it that is free."""
        name = identifier(wish)
        if name in self._taken:
            name = next(f"{name}_{k}" for k in range(2, 10**9) if f"{name}_{k}" not in self._taken)
        self._taken.add(name)
        return name


def identifier(text: str) -> str:
    """Return the text as an identifier: letters, digits and underscores of ASCII."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_") or "x"
    return name if name[0].isalpha() else f"x{name}"


def statements(program: Program, syntax: Syntax, taken: Iterable[str] = ()) -> list[Statement]:
    """Return a program as statements in its order; entries of outputs follow what they need."""
    return _Writer(program, syntax, taken).write()


class _Writer:
    """Goes through a program once."""

    def __init__(self, program: Program, syntax: Syntax, taken: Iterable[str]) -> None:
        self.program, self.graph, self.syntax = program, program.graph, syntax
        self.names = Names(taken)
        self.pieces: dict[int, Piece] = {}
        self.done: list[Statement] = []
        self.results: dict[int, list[tuple[int, int, Ref]]] = {}
        for k, refs in enumerate(program.results):
            for j, ref in enumerate(refs):
                self.results.setdefault(ref >> 1, []).append((k, j, ref))
        self.users = Counter(ref >> 1 for node in program.order for ref in program.arguments(node))
        self.users.update({node: len(entries) for node, entries in self.results.items()})
        self.tests = _conditions(program)

    def write(self) -> list[Statement]:
        for node in self.program.order:
            op, args = self.graph.op[node], self.graph.args[node]
            if op is Op.CONST:
                self.pieces[node] = Piece(repr(float(args[0])), ATOM)
            elif op is Op.INPUT:
                self.pieces[node] = Piece(self.syntax.input(args[0], args[1]), ATOM)
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

    def _piece(self, node: int) -> Piece:
        op, args = self.graph.op[node], self.program.arguments(node)
        for ref in args:
            if len(self.pieces[ref >> 1].text) > LONG and ref >> 1 not in self.tests:
                self._name(ref >> 1)
        parts = [self.pieces[ref >> 1] for ref in args]
        uses = frozenset[int]().union(*(part.uses for part in parts))
        operations = 1 + sum(part.operations for part in parts)
        if op in SYMBOL:
            return Piece(self._infix(op, args), LEVEL[op], uses, operations)
        condition = node in self.tests or (op is Op.SELECT and args[0] >> 1 in self.tests)
        template = (self.syntax.tests if condition else self.syntax.calls)[op]
        texts = [_negated(part) if ref & 1 else part.text for ref, part in zip(args, parts, strict=True)]
        return Piece(template.format(*texts), ATOM, uses, operations)

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
        """Give a value a statement of its own."""
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
        self.pieces[node] = Piece(name, ATOM, frozenset([node]))


def _conditions(program: Program) -> set[int]:
    """Return the comparisons that are conditions of one `select` and nothing else."""
    graph = program.graph
    uses = Counter(ref >> 1 for node in program.order for ref in program.arguments(node))
    uses.update(ref >> 1 for refs in program.results for ref in refs)
    selects = [graph.args[node][0] >> 1 for node in program.order if graph.op[node] is Op.SELECT]
    return {node for node in selects if graph.op[node] is Op.LESS and uses[node] == 1 and node not in graph.names}


def _inside(piece: Piece, level: int) -> str:
    return piece.text if piece.binds <= level else f"({piece.text})"


def _negated(piece: Piece) -> str:
    return "-" + _inside(piece, ATOM)


def heading(program: Program) -> list[str]:
    """Return the lines of the comment at the top: what this is, what it costs, how to read it."""
    cost = Counter(program.graph.op[node] for node in program.order)
    other = sum(number for op, number in cost.items() if op > Op.COS)
    counted = f"{cost[Op.MUL]} mul, {cost[Op.ADD]} add, {cost[Op.DIV]} div, {cost[Op.SQRT]} sqrt, "
    counted += f"{cost[Op.SIN] + cost[Op.COS]} sin and cos" + (f", {other} other" if other else "")
    inputs = ", ".join(f"{array.name} {_shape(array.shape)}" for array in program.inputs)
    outputs = ", ".join(f"{array.name} {_shape(array.shape)}" for array in program.outputs)
    lines = [f"{key}: {value}" for key, value in ({"quantity": program.name} | program.header).items()]
    lines += [f"operations: {counted}", f"inputs: {inputs}", f"outputs: {outputs}"]
    lines += [
        "conventions: SI units; matrices row by row; six-vectors (angular, linear) in world axes;",
        "  quaternions (w, x, y, z), the velocity of a spherical joint in the axes of its link.",
    ]
    return [_comment(line) for line in lines]


def _comment(line: str) -> str:
    """Return a line that ends no comment and starts none, whatever name a robot has."""
    line = re.sub(r"[^\x20-\x7e]+", " ", line).replace("??", "? ?")
    return re.sub(r"[*](?=/)|/(?=[*])", r"\g<0> ", line).rstrip("\\ ")


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(str(n) for n in shape) if shape else "scalar"
