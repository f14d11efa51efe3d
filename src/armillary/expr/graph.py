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

import enum
import math
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.words import shortened

Ref = int
"""2·node + sign."""

NEGATIVE_ZERO: Ref = 1
"""The constant 0, which is the first node, with a sign."""


class Op(enum.IntEnum):
    """The operation of a node."""

    CONST = 0
    INPUT = 1
    ADD = 2
    MUL = 3
    DIV = 4
    SQRT = 5
    SIN = 6
    COS = 7
    EXP = 8
    LOG = 9
    TANH = 10
    ABS = 11
    ATAN2 = 12
    MIN = 13
    MAX = 14
    LESS = 15
    SELECT = 16
    FLOOR = 17


CONST, INPUT, ADD, MUL, DIV = Op.CONST, Op.INPUT, Op.ADD, Op.MUL, Op.DIV
"""The same by global names, for loops over many nodes: a member takes ten times as long to find in its class."""

UNARY: dict[Op, Any] = {
    Op.SQRT: math.sqrt,
    Op.SIN: math.sin,
    Op.COS: math.cos,
    Op.EXP: math.exp,
    Op.LOG: math.log,
    Op.TANH: math.tanh,
    Op.ABS: abs,
    Op.FLOOR: math.floor,
}
BINARY: dict[Op, Any] = {Op.ATAN2: math.atan2, Op.MIN: min, Op.MAX: max}
ODD = (Op.SIN, Op.TANH)
EVEN = (Op.COS, Op.ABS)


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
        known = self._constants.get(value)
        if known is not None:
            return known
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
        found, op, args, wanted = list[int](), self.op, self.args, bytearray(len(self.op))
        for ref in refs:
            wanted[ref >> 1] = 1
        node = wanted.rfind(1)
        while node >= 0:  # users before arguments
            if node not in known:
                found.append(node)
                if op[node] > INPUT:
                    for ref in args[node]:
                        wanted[ref >> 1] = 1
            node = wanted.rfind(1, 0, node)
        return found[::-1]

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
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = len(self.op) << 1
            self.op.append(op)
            self.args.append(args)
            self._numbers.append(args[0] if op is CONST else None)
        return found


def _finite(function: Any, value: float) -> float | None:
    """Return a function of a constant, or None if it is not finite: then the node stays and gives NaN."""
    try:
        result = float(function(value))
    except (ValueError, OverflowError):
        return None
    return result if math.isfinite(result) else None


def _function(op: Op) -> Callable[[Expr], Expr]:
    return lambda self: Expr(self.graph, self.graph.unary(op, self.ref))


class Expr:
    """One value of a graph; a scalar that NumPy object arrays carry through any algorithm.

    Operators return NotImplemented for arrays: NumPy then calls them entry by entry.
    """

    __slots__ = ("graph", "ref")

    def __init__(self, graph: Graph, ref: Ref) -> None:
        self.graph, self.ref = graph, ref

    def _make(self, ref: Ref) -> Expr:
        return Expr(self.graph, ref)

    def __neg__(self) -> Expr:
        return self if self.ref == self.graph.zero else self._make(self.ref ^ 1)

    def __pos__(self) -> Expr:
        return self

    # Tracing spends its time in the next three: an expression of the same graph takes the shortest way.

    def __add__(self, other: Any) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            return Expr(graph, graph.add(self.ref, other.ref))
        if isinstance(other, float):
            return Expr(graph, graph.add(self.ref, graph.constant(other)))
        if isinstance(other, np.ndarray):
            return NotImplemented
        return Expr(graph, graph.add(self.ref, graph.lift(other)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            return Expr(graph, graph.add(self.ref, other.ref ^ 1 if other.ref else 0))
        return NotImplemented if isinstance(other, np.ndarray) else self + (-other)

    def __rsub__(self, other: Any) -> Expr:
        return NotImplemented if isinstance(other, np.ndarray) else -self + other

    def __mul__(self, other: Any) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            return Expr(graph, graph.multiply(self.ref, other.ref))
        if isinstance(other, float):
            return Expr(graph, graph.multiply(self.ref, graph.constant(other)))
        if isinstance(other, np.ndarray):
            return NotImplemented
        return Expr(graph, graph.multiply(self.ref, graph.lift(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Expr:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return self._make(self.graph.divide(self.ref, self.graph.lift(other)))

    def __rtruediv__(self, other: Any) -> Expr:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return self._make(self.graph.divide(self.graph.lift(other), self.ref))

    def __pow__(self, power: float) -> Expr:
        if power == 0:
            return self._make(self.graph.one)
        if power < 0:
            return 1 / self**-power
        if power != int(power):
            if 2 * power != int(2 * power):
                raise TypeError(f"an expression has whole and half powers only, not {power}; use exp and log")
            return self.sqrt() ** int(2 * power)
        if power == 1:
            return self
        half = self ** (int(power) // 2)
        return half * half * self if power % 2 else half * half

    def __lt__(self, other: Any) -> Expr:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return self._make(self.graph.less(self.ref, self.graph.lift(other)))

    def __gt__(self, other: Any) -> Expr:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return self._make(self.graph.less(self.graph.lift(other), self.ref))

    sqrt, sin, cos = _function(Op.SQRT), _function(Op.SIN), _function(Op.COS)
    exp, log, tanh = _function(Op.EXP), _function(Op.LOG), _function(Op.TANH)
    __abs__, __floor__ = _function(Op.ABS), _function(Op.FLOOR)

    def __mod__(self, other: Any) -> Expr:
        return NotImplemented if isinstance(other, np.ndarray) else self - other * (self / other).__floor__()

    def sign(self) -> Expr:
        """Return −1, 0 or 1."""
        graph, x = self.graph, self.ref
        below, above = graph.less(x, graph.zero), graph.less(graph.zero, x)
        return self._make(graph.select(below, graph.one ^ 1, graph.select(above, graph.one, graph.zero)))

    def is_constant_zero(self) -> bool:
        """Return whether this is the constant 0."""
        return self.ref <= NEGATIVE_ZERO

    def label(self, name: str) -> None:
        """Suggest a name for this value in generated sources; the first name stays."""
        if self.graph.op[self.ref >> 1] not in (Op.CONST, Op.INPUT):
            self.graph.names.setdefault(self.ref >> 1, negated(name) if self.ref & 1 else name)

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value; use armillary.where(condition, a, b)")

    def __float__(self) -> float:
        value = self.graph.value(self.ref)
        if value is None:
            raise TypeError("an expression that is not constant is no float")
        return value


def negated(name: str) -> str:
    """Return the name of the negative of a value: w3_x and w3_x_neg."""
    return name.removesuffix("_neg") if name.endswith("_neg") else f"{name}_neg"
