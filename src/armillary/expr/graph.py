"""The expression graph: every distinct value is one node, and a reference carries its sign.

A reference is an integer, 2·node + (1 if negated), so that −x costs no node and −(−x) is x.
Nodes are made through `Graph.add`, `multiply`, … which simplify as they build:
    x + 0, x · 1, x · 0, x / 1, constants             folded, unless the value would not be finite
    (−x) · y, (−x) / y, −x − y                        sign moved out, so x·y and (−x)·y share a node
    x + y, x · y                                      arguments in canonical order, so y + x is x + y
    x / c                                             multiplied by the constant 1/c if that is exact
Only two arguments are reordered; the compiler's passes simplify sums and products of many terms.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from typing import Any

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.expr.ops import ADD, BINARY, CONST, DIV, EVEN, INPUT, MUL, NEGATIVE_ZERO, ODD, UNARY, Op, Ref
from armillary.files.words import shortened


class Graph:
    """Nodes in the order of their creation; arguments come before their users.

    `op[i]` is the operation of node i, `args[i]` are its arguments: references, the value of a constant, or the name
    and index of an input.
    """

    def __init__(self) -> None:
        self.op: list[Op] = []
        self.args: list[tuple[Any, ...]] = []
        self.names: dict[int, str] = {}
        """Physical names of nodes, for generated sources."""
        self._known: dict[tuple[Any, ...], int] = {}
        self._numbers: list[float | None] = []
        """Values of constants, None for other nodes."""
        self._constants: dict[float, Ref] = {}
        self.zero = self.constant(0.0)
        self.one = self.constant(1.0)

    @classmethod
    def of(cls, nodes: Iterable[tuple[int, Sequence[Any]]]) -> Graph:
        """Return a graph of the nodes of another, (operation, arguments) in their order; references stay valid."""
        graph = cls()
        for op, args in nodes:
            graph._node(Op(op), tuple(args))
        return graph

    def __len__(self) -> int:
        return len(self.op)

    def input(self, name: str, index: int = 0) -> Expr:
        """Return entry `index` of the input array of this name."""
        return Expr(self, self._node(INPUT, (name, index)))

    def constant(self, value: float) -> Ref:
        """Return a reference to a constant; negative constants are negated references."""
        node = self._constants.get(value)
        if node is not None:
            return node
        value = float(value)
        if not math.isfinite(value):
            raise ArgumentError("constant", shortened(value), "a finite number")
        ref = self._node(CONST, (abs(value),)) ^ (value < 0)  # −0 becomes 0
        self._constants[value] = ref
        return ref

    def lift(self, value: Any) -> Ref:
        """Return a reference to a number, an expression or a linear combination of expressions of this graph."""
        if isinstance(value, Expr):
            if value.graph is not self:
                raise ArgumentError("expression", "one of another graph", "expressions of one graph")
            return value.ref
        if isinstance(value, float):
            return self.constant(value)
        combined = getattr(value, "expr", None)  # of `expr.linear`
        return self.lift(combined()) if combined is not None else self.constant(float(value))

    def arguments(self, node: int) -> tuple[Ref, ...]:
        """Return the arguments of a node; none for constants and inputs."""
        return () if self.op[node] <= INPUT else self.args[node]

    def live(self, refs: Iterable[Ref], known: Container[int] = ()) -> list[int]:
        """Return the nodes that references need, arguments before users; the search ends at known nodes."""
        nodes: list[int] = []
        op, args, needed = self.op, self.args, bytearray(len(self.op))
        for ref in refs:
            needed[ref >> 1] = 1
        node = needed.rfind(1)
        while node >= 0:  # users before arguments
            if node not in known:
                nodes.append(node)
                if op[node] > INPUT:
                    for ref in args[node]:
                        needed[ref >> 1] = 1
            node = needed.rfind(1, 0, node)
        return nodes[::-1]

    def value(self, ref: Ref) -> float | None:
        """Return the value of a constant reference, else None."""
        value = self._numbers[ref >> 1]
        return -value if value is not None and ref & 1 else value

    def add(self, a: Ref, b: Ref) -> Ref:
        """Return a + b."""
        if a <= NEGATIVE_ZERO:
            return b if b != NEGATIVE_ZERO else self.zero
        if b <= NEGATIVE_ZERO:
            return a
        u, v = self._numbers[a >> 1], self._numbers[b >> 1]
        if u is not None and v is not None:
            total = (-u if a & 1 else u) + (-v if b & 1 else v)
            if math.isfinite(total):
                return self.constant(total)
        if a >> 1 == b >> 1:
            return self.zero if a != b else self.multiply(self.constant(2.0), a)
        if a > b:
            a, b = b, a
        sign = a & 1
        return self._node(ADD, (a ^ sign, b ^ sign)) ^ sign

    def multiply(self, a: Ref, b: Ref) -> Ref:
        """Return a · b."""
        if a <= NEGATIVE_ZERO or b <= NEGATIVE_ZERO:
            return self.zero
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        if a == self.one:
            return b ^ sign
        if b == self.one:
            return a ^ sign
        u, v = self._numbers[a >> 1], self._numbers[b >> 1]
        if u is not None and v is not None and math.isfinite(u * v):
            return self.constant(u * v) ^ sign if u * v else self.zero
        return self._node(MUL, (a, b) if a <= b else (b, a)) ^ sign

    def divide(self, a: Ref, b: Ref) -> Ref:
        """Return a / b."""
        u, v = self.value(a), self.value(b)
        if u is not None and v is not None and v != 0 and math.isfinite(u / v):
            return self.constant(u / v)
        if u == 0 and v != 0:
            return self.zero
        if v is not None and v != 0 and math.frexp(abs(v))[0] == 0.5 and math.isfinite(1 / v):
            return self.multiply(a, self.constant(1 / v))
        if a >> 1 == b >> 1 and v != 0:
            return self.one ^ (a != b)
        sign = (a ^ b) & 1
        return self._node(DIV, (a & ~1, b & ~1)) ^ sign

    def unary(self, op: Op, a: Ref) -> Ref:
        """Return sqrt, sin, … of a."""
        value = self.value(a)
        folded = None if value is None else _finite(UNARY[op], value)
        if folded is not None:
            return self.constant(folded)
        if op in EVEN:
            return self._node(op, (a & ~1,))
        if op in ODD:
            return self._node(op, (a & ~1,)) ^ (a & 1)
        return self._node(op, (a,))

    def binary(self, op: Op, a: Ref, b: Ref) -> Ref:
        """Return atan2(a, b), min or max."""
        u, v = self.value(a), self.value(b)
        if u is not None and v is not None:
            return self.constant(BINARY[op](u, v))
        if op in (Op.MIN, Op.MAX):
            if a == b:
                return a
            a, b = min(a, b), max(a, b)
        return self._node(op, (a, b))

    def less(self, a: Ref, b: Ref) -> Ref:
        """Return 1 where a < b, else 0; for use in `select`."""
        u, v = self.value(a), self.value(b)
        if u is not None and v is not None:
            return self.one if u < v else self.zero
        return self.zero if a == b else self._node(Op.LESS, (a, b))

    def select(self, condition: Ref, then: Ref, otherwise: Ref) -> Ref:
        """Return `then` where the condition is not zero, else `otherwise`."""
        value = self.value(condition)
        if value is not None:
            return then if value != 0 else otherwise
        return then if then == otherwise else self._node(Op.SELECT, (condition & ~1, then, otherwise))

    def rebuild(self, op: Op, args: Sequence[Ref]) -> Ref:
        """Return the node of this operation on other arguments, simplified again."""
        if op is ADD:  # most nodes
            return self.add(*args)
        if op is MUL:
            return self.multiply(*args)
        match op:
            case Op.DIV:
                return self.divide(*args)
            case Op.LESS:
                return self.less(*args)
            case Op.SELECT:
                return self.select(*args)
            case _ if op in UNARY:
                return self.unary(op, *args)
            case _:
                return self.binary(op, *args)

    def _node(self, op: Op, args: tuple[Any, ...]) -> Ref:
        key = (op, args)
        ref = self._known.get(key)
        if ref is None:
            ref = self._known[key] = len(self.op) << 1
            self.op.append(op)
            self.args.append(args)
            self._numbers.append(args[0] if op is CONST else None)
        return ref


def _finite(function: Any, value: float) -> float | None:
    """Return a function of a constant, or None if it is not finite: then the node stays and gives NaN."""
    try:
        result = float(function(value))
    except (ValueError, OverflowError):
        return None
    return result if math.isfinite(result) else None
