"""Linear combinations of expressions, for models with free parameters.

Masses, moments and stiffnesses are shifted, rotated and added with constants before a recursion uses them:
    x = c₀ + Σ c_k e_k,   e_k products, quotients and roots of free parameters                           (1)
In this form constants fold in every transformation, so that an entry costs one product and one sum for each e_k, and
its constant part stays known. An operation with an expression of a state makes x an expression.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.expr.ops import Ref

ROUNDING = 1e-14
"""Relative size, to the largest factor of the same e_k in an array, below which a factor is zero."""


class LinearCombination:
    """A combination (1), not zero; `terms` maps the node of e_k to c_k, and the constant 1 to c₀."""

    __slots__ = ("graph", "terms")

    def __init__(self, graph: Graph, terms: dict[Ref, float]) -> None:
        self.graph, self.terms = graph, terms

    @classmethod
    def of(cls, expression: Expr) -> LinearCombination:
        """Return an expression as one term."""
        return cls(expression.graph, {expression.ref & ~1: -1.0 if expression.ref & 1 else 1.0})

    def expr(self) -> Expr:
        """Return the expression of (1)."""
        total = Expr(self.graph, self.graph.zero)
        for ref, factor in sorted(self.terms.items()):
            total = total + Expr(self.graph, ref) * factor
        return total

    @property
    def constant(self) -> float:
        """The part that does not depend on parameters, c₀."""
        return self.terms.get(self.graph.one, 0.0)

    def _made(self, terms: dict[Ref, float]) -> Any:
        """Return a combination, or a number if it contains no parameter."""
        nonzero = {ref: factor for ref, factor in terms.items() if factor != 0}
        if nonzero.keys() <= {self.graph.one}:
            return nonzero.get(self.graph.one, 0.0)
        return LinearCombination(self.graph, nonzero)

    def _terms(self, other: Any) -> dict[Ref, float]:
        return other.terms if isinstance(other, LinearCombination) else {self.graph.one: float(other)}

    def __add__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented  # NumPy then calls it entry by entry
        if isinstance(other, Expr):
            return self.expr() + other
        terms, more = self.terms, self._terms(other)
        return self._made({ref: terms.get(ref, 0.0) + more.get(ref, 0.0) for ref in {**terms, **more}})

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self * -1.0

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        if isinstance(other, Expr):
            return self.expr() * other
        terms: dict[Ref, float] = {}
        for a, factor in self.terms.items():
            for b, other_factor in self._terms(other).items():
                product = self.graph.multiply(a, b)
                terms[product] = terms.get(product, 0.0) + factor * other_factor
        return self._made(terms)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else self * (1 / other)

    def __rtruediv__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else LinearCombination.of(1 / self.expr()) * other

    def __pow__(self, power: int) -> Any:
        if power < 1:
            return LinearCombination.of(1 / (self**-power).expr()) if power else 1.0
        return self if power == 1 else self * self ** (power - 1)

    def __abs__(self) -> LinearCombination:
        return LinearCombination.of(abs(self.expr()))

    def sqrt(self) -> LinearCombination:
        """Return the square root."""
        return LinearCombination.of(self.expr().sqrt())


def linear(value: Any) -> Any:
    """Return an expression as a combination; numbers are returned unchanged."""
    return LinearCombination.of(value) if isinstance(value, Expr) else value


def is_free(values: Any) -> bool:
    """Return whether an array holds combinations or expressions."""
    return np.asarray(values).dtype == object


def constants(values: Any) -> Any:
    """Return the constant part of a number or array, as floats."""
    numbers = np.frompyfunc(lambda x: x.constant if isinstance(x, LinearCombination) else float(x), 1, 1)
    return np.asarray(numbers(values), dtype=float)[()] if is_free(values) else values


def to_expressions(values: Any) -> Any:
    """Return a number or array with expressions in place of combinations."""
    expressions = np.frompyfunc(lambda x: x.expr() if isinstance(x, LinearCombination) else x, 1, 1)
    return expressions(values) if is_free(values) else values


def tidied(values: Any) -> Any:
    """Return an array without factors that are only rounding."""
    if not is_free(values):
        return values
    largest: dict[Ref, float] = {}
    for value in np.ravel(values):
        for ref, factor in value.terms.items() if isinstance(value, LinearCombination) else ():
            largest[ref] = max(largest.get(ref, 0.0), abs(factor))
    made = np.array(values, dtype=object)
    for index, value in np.ndenumerate(made):
        if isinstance(value, LinearCombination):
            terms = value.terms.items()
            made[index] = value._made({ref: x for ref, x in terms if abs(x) > ROUNDING * largest[ref]})
    return made
