"""One value of an expression graph, with the operators of a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.expr.ops import NEGATIVE_ZERO, Op, Ref

if TYPE_CHECKING:
    from armillary.expr.graph import Graph


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
