"""Sums and products of many terms: the form in which the passes do algebra.

A program adds and multiplies two values at a time, in an arbitrary order. Here every value is one of
    a leaf        an input, or a function of other values (sin, 1/x, select, …)
    a product     x y z …  of values, without a number
    a sum         c_0 + Σ c_k x_k  with numbers c_k
and every use of a value carries a number: (c, x) stands for c·x. A product that only one product uses, or a sum that
only one sum uses, is dissolved in it, which multiplies and adds numbers:
    c1 (c2 x) = (c1 c2) x,   (x + c1) + c2 = x + (c1 + c2),   c1 x + c2 x = (c1 + c2) x,   x − x = 0    (1)
    c x + c y = c (x + y),   x / c = (1/c) x,   a / d, b / d = a r, b r  with r = 1 / d                (2)
A value with several uses keeps its identity, since it is computed once. A multiple c·x that several products use is a
sum of one term: it may be worth its one multiplication.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from armillary.compiler.program import Program
from armillary.expr.expression import negated
from armillary.expr.ops import INPUT, Op

ROUNDING = 8.9e-16
"""Relative size below which a sum of two numbers counts as rounding: four units in the last place."""

MODERATE = 1e150
"""Numbers of a web are between 1/MODERATE and MODERATE, so that the product or quotient of two of them is exact to
rounding. A program with other numbers is left as it is: in another place they would overflow or vanish elsewhere."""

ONE = 0
"""The index of the value 1, whose factor is the constant of a sum."""

UNITS = frozenset((1.0, -1.0))
"""The numbers that cost nothing."""

Scaled = tuple[float, int]
"""A number and a value: c·x."""

Sum = dict[int, float]
"""Value → number: Σ c·x."""


class OutOfRangeError(ArithmeticError):
    """A number overflows or vanishes in a product of numbers."""


def times(a: float, b: float) -> float:
    """Return the product of two numbers.

    Raises:
        OutOfRangeError: It overflows, or has lost digits because it is tiny.
    """
    product = a * b
    if not 1e-300 < abs(product) < 1e300 and a and b:
        raise OutOfRangeError
    return product


def moderate(numbers: Iterable[float]) -> bool:
    """Return whether all numbers are zero or of moderate size."""
    sizes = [abs(c) for c in numbers if c]
    return not sizes or (min(sizes) > 1 / MODERATE and max(sizes) < MODERATE)


class Web:
    """The values of a program as leaves, products and sums; `results` as in the program, scaled."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.leaf: dict[int, tuple[Op, tuple[Any, ...]]] = {}
        """Input → (INPUT, (name, index)); function → (op, scaled arguments). A reciprocal is DIV of one argument."""
        self.product: dict[int, tuple[int, ...]] = {}
        self.sum: dict[int, Sum] = {}
        self.names: dict[int, str] = {}
        self.results: list[list[Scaled]] = []
        self.size = 0
        """Number of values made. Their numbers begin at one and leave out none."""
        self.known: dict[Any, int] = {}
        """Leaf, product or multiple → number."""
        self.known_sums: dict[tuple[float, ...], int] = {}
        """Terms of a sum, first the values and then their numbers → number of the sum."""
        self._order: list[int] | None = None
        self._uses: list[int] | None = None

    def copy(self) -> Web:
        """Return a web that can be changed without changing this one."""
        other = Web(self.program)
        other._order, other._uses = self._order, self._uses
        other.leaf, other.product, other.names = dict(self.leaf), dict(self.product), dict(self.names)
        other.sum = {value: dict(terms) for value, terms in self.sum.items()}
        other.results = [list(row) for row in self.results]
        other.size, other.known, other.known_sums = self.size, dict(self.known), dict(self.known_sums)
        return other

    def become(self, other: Web) -> None:
        """Take over the values of another web, which must not be used afterwards."""
        self.leaf, self.product, self.sum, self.names = other.leaf, other.product, other.sum, other.names
        self.results, self.size, self.known, self.known_sums = other.results, other.size, other.known, other.known_sums
        self._order, self._uses = other._order, other._uses

    def changed(self) -> None:
        """Forget the order and the uses: values have changed since."""
        self._order = self._uses = None

    def equals(self, other: Web) -> bool:
        """Return whether two webs, one a copy of the other, still have the same values."""
        mine, others = (self.results, self.product, self.sum), (other.results, other.product, other.sum)
        return mine == others and self.names == other.names

    def _new(self, key: Any) -> tuple[int, bool]:
        value = self.known.setdefault(key, self.size + 1)
        if value <= self.size:
            return value, False
        self.size = value
        return value, True

    def make_leaf(self, op: Op, args: tuple[Any, ...]) -> int:
        """Return the value of an input or a function."""
        number, new = self._new((op, args))
        if new:
            self.leaf[number] = (op, args)
        return number

    def make_product(self, factors: Iterable[int]) -> int:
        """Return the product of values."""
        ordered = sorted(factors)
        if ordered and ordered[0] == ONE:
            ordered = [factor for factor in ordered if factor != ONE]
        if len(ordered) < 2:
            return ordered[0] if ordered else ONE
        number, new = self._new(key := tuple(ordered))
        if new:
            self.product[number] = key
        return number

    def make_pair(self, x: int, y: int) -> int:
        """Return the product of two values."""
        if x == ONE or y == ONE:
            return x or y
        number, new = self._new(key := (x, y) if x <= y else (y, x))
        if new:
            self.product[number] = key
        return number

    def make_sum(self, terms: Sum) -> Scaled:
        """Return a sum as a number and a value: a sign or number common to all terms is taken out, (2)."""
        if len(terms) == 2:
            (x, a), (y, b) = terms.items()
            return self.make_sum_of_two(x, a, y, b)
        if len(terms) < 2:
            return next(((c, x) for x, c in terms.items()), (0.0, ONE))
        values = sorted(terms)
        scale = _common_number(terms, values)
        made = {x: terms[x] for x in values} if scale == 1.0 else {x: terms[x] / scale for x in values}
        number = self.known_sums.setdefault((*values, *made.values()), self.size + 1)
        if number > self.size:
            self.size, self.sum[number] = number, made
        return scale, number

    def make_sum_of_two(self, x: int, a: float, y: int, b: float) -> Scaled:
        """Return a x + b y, two different values, as `make_sum` does: most sums."""
        if x > y:
            x, a, y, b = y, b, x, a
        scale = 1.0
        if x:
            if a == b or a == -b:
                scale = a
            elif a < 0.0:
                scale = -1.0
        elif b < 0.0:
            scale = -1.0
        if scale != 1.0:
            a, b = a / scale, b / scale
        number = self.known_sums.setdefault((x, y, a, b), self.size + 1)
        if number > self.size:
            self.size, self.sum[number] = number, {x: a, y: b}
        return scale, number

    def make_copy(self, c: float, x: int) -> Scaled:
        """Return c·x as a value, a sum of one term."""
        if x == ONE or abs(c) == 1.0:
            return c, x
        number, new = self._new(("*", abs(c), x))
        if new:
            self.sum[number] = {x: abs(c)}
        return math.copysign(1.0, c), number

    def pass_name_on(self, name: str, c: float, x: int) -> None:
        """Name a value after c times the value, if c is 1 or −1."""
        if c == 1.0:
            self.names.setdefault(x, name)
        elif c == -1.0:
            self.names.setdefault(x, negated(name))

    def arguments(self, value: int) -> Iterable[int]:
        """Return the arguments of a value, 1 among them."""
        if value in self.sum:
            return self.sum[value]
        if value in self.product:
            return self.product[value]
        op, args = self.leaf[value]
        return () if op is INPUT else [x for _, x in args]

    def order(self) -> list[int]:
        """Return the live values without 1, arguments before users; kept until `changed`."""
        if self._order is None:
            self._walk()
        return self._order or []

    def uses(self) -> list[int]:
        """Return the number of uses of each value, 0 for a value that is not live; kept until `changed`."""
        if self._uses is None:
            self._walk()
        uses = self._uses or []
        uses += [0] * (self.size + 1 - len(uses))  # values made since
        return uses

    def multiples(self) -> list[Scaled]:
        """Return (|c|, x) of all uses c·x of live values with |c| ≠ 1."""
        uses, scaled = self.uses(), [scaled for row in self.results for scaled in row]
        for value, (op, args) in self.leaf.items():
            if op is not INPUT and uses[value]:
                scaled += args
        multiples = [(abs(c), x) for c, x in scaled if c != 1.0 and c != -1.0]
        for value, terms in self.sum.items():
            if uses[value] and not UNITS.issuperset(terms.values()):
                multiples += [(abs(c), x) for x, c in terms.items() if c != 1.0 and c != -1.0]
        return multiples

    def _walk(self) -> None:
        """Find the order and the uses. The passes spend much of their time here, hence no calls of `arguments`."""
        ordered: list[int] = []
        uses = [1, *[0] * self.size]  # 1 has no arguments to visit
        stack = [x for row in self.results for _, x in row][::-1]
        push, pop, append = stack.append, stack.pop, ordered.append
        arguments: dict[int, Iterable[int]] = {**self.product, **self.sum}
        for value in self.leaf:
            arguments[value] = self.arguments(value)
        while stack:
            value = pop()
            if value < 0:  # its arguments are done
                append(~value)
            elif uses[value]:
                uses[value] += 1
            else:
                uses[value] = 1
                push(~value)
                stack += arguments[value]
        uses[ONE] -= 1
        self._order, self._uses = ordered, uses


def _common_number(terms: Sum, values: list[int]) -> float:
    """Return the number of the first term without 1 if all have its size, else its sign; `values` are in order."""
    number = terms[values[0] or values[1]]
    size = abs(number)
    alike = size != 1.0 and all(abs(c) == size for x, c in terms.items() if x != ONE)
    return number if alike else math.copysign(1.0, number)


def accumulate(terms: Sum, x: int, c: float) -> None:
    """Add c·x to a sum; a term that is only rounding is removed."""
    before = terms.get(x)
    if before is None:
        if c:
            terms[x] = c
        return
    total = before + c
    if abs(total) <= ROUNDING * abs(c):
        del terms[x]
    else:
        terms[x] = total
