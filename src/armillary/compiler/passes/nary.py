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
from collections import Counter
from collections.abc import Iterable
from typing import Any

from armillary.compiler.program import Program
from armillary.expr.graph import Op, Ref, negated

ROUNDING = 8.9e-16
"""Relative size below which a sum of two numbers counts as rounding: four units in the last place."""

MODERATE = 1e150
"""Numbers of a web are between 1/MODERATE and MODERATE, so that the product or quotient of two of them is exact to
rounding. A program with other numbers is left as it is: in another place they would overflow or vanish elsewhere."""

ONE = 0
"""The index of the value 1, whose factor is the constant of a sum."""

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
    return all(1 / MODERATE < abs(c) < MODERATE for c in numbers if c)


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
        self._known: dict[Any, int] = {}
        self._count = 1
        self._order: list[int] | None = None
        self._uses: Counter[int] | None = None

    def copy(self) -> Web:
        """Return a web that can be changed without changing this one."""
        other = Web(self.program)
        other._order, other._uses = self._order, self._uses
        other.leaf, other.product, other.names = dict(self.leaf), dict(self.product), dict(self.names)
        other.sum = {value: dict(terms) for value, terms in self.sum.items()}
        other.results = [list(row) for row in self.results]
        other._known, other._count = dict(self._known), self._count
        return other

    def become(self, other: Web) -> None:
        """Take over the values of another web, which must not be used afterwards."""
        self.leaf, self.product, self.sum, self.names = other.leaf, other.product, other.sum, other.names
        self.results, self._known, self._count = other.results, other._known, other._count
        self._order, self._uses = other._order, other._uses

    def changed(self) -> None:
        """Forget the order and the uses: values have changed since."""
        self._order = self._uses = None

    def equals(self, other: Web) -> bool:
        """Return whether two webs, one a copy of the other, still have the same values."""
        mine, others = (self.results, self.product, self.sum), (other.results, other.product, other.sum)
        return mine == others and self.names == other.names

    def _new(self, key: Any) -> tuple[int, bool]:
        found = self._known.get(key)
        if found is not None:
            return found, False
        self._known[key] = number = self._count
        self._count += 1
        return number, True

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
        key = tuple(ordered)
        number = self._known.get(key)
        if number is None:
            number, _ = self._new(key)
            self.product[number] = key
        return number

    def make_sum(self, terms: Sum) -> Scaled:
        """Return a sum as a number and a value: a sign or number common to all terms is taken out, (2)."""
        if len(terms) < 2:
            return next(((c, x) for x, c in terms.items()), (0.0, ONE))
        items = sorted(terms.items())
        start = 1 if items[0][0] == ONE else 0
        scale = items[start][1]
        size = abs(scale)
        if size != 1.0 and (len(items) - start < 2 or any(abs(c) != size for _, c in items[start:])):
            scale = math.copysign(1.0, scale)
        if scale != 1.0:
            items = [(x, c / scale) for x, c in items]
        number, new = self._new(("+", tuple(items)))
        if new:
            self.sum[number] = dict(items)
        return scale, number

    def make_copy(self, c: float, x: int) -> Scaled:
        """Return c·x as a value, a sum of one term."""
        if x == ONE or abs(c) == 1.0:
            return c, x
        number, new = self._new(("*", abs(c), x))
        if new:
            self.sum[number] = {x: abs(c)}
        return math.copysign(1.0, c), number

    def arguments(self, value: int) -> Iterable[int]:
        """Return the arguments of a value, 1 among them."""
        if value in self.sum:
            return self.sum[value]
        if value in self.product:
            return self.product[value]
        op, args = self.leaf[value]
        return () if op is Op.INPUT else [x for _, x in args]

    def order(self) -> list[int]:
        """Return the live values without 1, arguments before users; kept until `changed`."""
        if self._order is None:
            self._order = self._ordered()
        return self._order

    def _ordered(self) -> list[int]:
        done: set[int] = {ONE}
        ordered: list[int] = []
        sums, products = self.sum, self.product
        stack = [x for row in reversed(self.results) for _, x in reversed(row)]
        push, pop, mark, append = stack.append, stack.pop, done.add, ordered.append
        while stack:
            value = pop()
            if value < 0:  # its arguments are done
                append(~value)
            elif value not in done:
                mark(value)
                push(~value)
                # As `arguments`, without calls: the passes spend most of their time here.
                if value in sums:
                    stack += sums[value]
                elif value in products:
                    stack += products[value]
                else:
                    stack += self.arguments(value)
        return ordered

    def uses(self) -> Counter[int]:
        """Return the number of uses of each live value; kept until `changed`."""
        if self._uses is None:
            used = [x for row in self.results for _, x in row]
            sums, products = self.sum, self.product
            for value in self.order():
                if value in sums:
                    used += sums[value]
                elif value in products:
                    used += products[value]
                else:
                    used += self.arguments(value)
            self._uses = Counter(used)
        return self._uses


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


def to_web(program: Program) -> Web:
    """Return a program's values as leaves, products and sums, (1), (2).

    Raises:
        OutOfRangeError: The program has numbers that are not of moderate size.
    """
    graph = program.graph
    if not moderate([graph.args[node][0] for node in program.order if graph.op[node] is Op.CONST]):
        raise OutOfRangeError
    return dissolve(_literal(program))


def _literal(program: Program) -> Web:
    """Return the web of the program's sums and products of two terms."""
    web, graph, kept = Web(program), program.graph, _shared_multiples(program)
    value: dict[int, Scaled] = {}

    def scaled(ref: Ref) -> Scaled:
        c, x = value[ref >> 1]
        return (-c if ref & 1 else c), x

    for node in program.order:
        op, args = graph.op[node], graph.args[node]
        if op is Op.CONST:
            value[node] = args[0], ONE
        elif op is Op.INPUT:
            value[node] = 1.0, web.make_leaf(op, args)
        elif op is Op.ADD:
            terms: Sum = {}
            for c, x in (scaled(args[0]), scaled(args[1])):
                accumulate(terms, x, c)
            value[node] = web.make_sum(terms)
        elif op is Op.MUL:
            (a, x), (b, y) = scaled(args[0]), scaled(args[1])
            value[node] = times(a, b), web.make_product((x, y))
            if node in kept and ONE in (x, y):
                value[node] = web.make_copy(*value[node])
        elif op is Op.DIV:
            value[node] = _quotient(web, scaled(args[0]), scaled(args[1]))
        else:
            value[node] = 1.0, web.make_leaf(op, tuple(scaled(ref) for ref in args))
        if node in graph.names:
            _pass_name_on(graph.names[node], value[node], web)
    web.results = [[scaled(ref) for ref in row] for row in program.results]
    return web


def _pass_name_on(name: str, scaled: Scaled, web: Web) -> None:
    """Name a value after c times the value, if c is 1 or −1."""
    c, x = scaled
    if abs(c) == 1.0:
        web.names.setdefault(x, name if c > 0 else negated(name))


def _quotient(web: Web, above: Scaled, below: Scaled) -> Scaled:
    """Return a/b as a times the reciprocal of b, (2); division by the constant 0 is kept."""
    (a, x), (b, y) = above, below
    if b == 0.0:
        return a, web.make_product((x, web.make_leaf(Op.DIV, (below,))))
    if y == ONE:
        return times(a, 1 / b), x
    return times(a, 1 / b), web.make_product((x, web.make_leaf(Op.DIV, ((1.0, y),))))


def _shared_multiples(program: Program) -> frozenset[int]:
    """Return the products that at least two products use."""
    graph = program.graph
    factors = Counter([ref >> 1 for node in program.order if graph.op[node] is Op.MUL for ref in set(graph.args[node])])
    return frozenset(node for node, count in factors.items() if count > 1 and graph.op[node] is Op.MUL)


def dissolve(web: Web, merge_numbers: bool = False) -> Web:
    """Return the web with sums that one sum uses, and products that one product uses, dissolved, (1).

    With `merge_numbers` no multiple c·x stays a value: the number goes to each product that has it.
    """
    order, uses, new = web.order(), web.uses(), Web(web.program)
    worthy = set() if merge_numbers else _worthy_multiples(web, order)
    value: dict[int, Scaled] = {ONE: (1.0, ONE)}
    products, leaves, names = web.product, web.leaf, web.names
    for old in order:
        if old in products:
            made = _dissolved_product(new, products[old], value, uses)
        elif old in leaves:
            op, args = leaves[old]
            inner = args if op is Op.INPUT else tuple([_rescaled(value, c, x) for c, x in args])
            made = 1.0, new.make_leaf(op, inner)
        elif len(terms := web.sum[old]) == 1:
            ((x, c),) = terms.items()
            made = _rescaled(value, c, x)
            made = new.make_copy(*made) if old in worthy else made
        else:
            made = new.make_sum(_dissolved_sum(new, terms, value, uses))
        value[old] = made
        if old in names:
            _pass_name_on(names[old], made, new)
    new.results = [[_rescaled(value, c, x) for c, x in row] for row in web.results]
    return new


def _worthy_multiples(web: Web, order: list[int]) -> set[int]:
    """Return the multiples c·x to keep: at least two products without another number use them."""
    plain: set[int] = {x for row in web.results for c, x in row if abs(c) == 1.0}
    for value in order:
        if value in web.sum:
            plain.update([x for x, c in web.sum[value].items() if abs(c) == 1.0])
        elif value in web.product:
            plain.update(web.product[value])
        elif web.leaf[value][0] is not Op.INPUT:
            plain.update([x for c, x in web.leaf[value][1] if abs(c) == 1.0])
    needed = Counter([x for p in order if p in web.product and p in plain for x in set(web.product[p])])
    return {x for x, count in needed.items() if count > 1 and len(web.sum.get(x, ())) == 1}


def _rescaled(value: dict[int, Scaled], c: float, x: int) -> Scaled:
    """Return c·x where x has become another scaled value."""
    d, y = value[x]
    return times(c, d), y


def _dissolved_sum(new: Web, old: Sum, value: dict[int, Scaled], uses: Counter[int]) -> Sum:
    terms: Sum = {}
    inner: list[tuple[float, Sum]] = []
    sums = new.sum
    for x, c in old.items():
        d, y = value[x]
        if y in sums and (uses[x] == 1 or len(sums[y]) == 1):
            inner.append((c * d, sums[y]))
        elif y in terms or not c * d:
            accumulate(terms, y, c * d)
        else:
            terms[y] = c * d
    if not inner:
        return terms
    for c, part in sorted(inner, key=lambda scaled: abs(scaled[0]) != 1.0):
        if abs(c) == 1.0 or len(part) == 1 or _extra_multiplications(c, part, terms) <= 0:
            for x, d in part.items():
                accumulate(terms, x, c * d)
        else:
            sign, y = new.make_sum(part)
            accumulate(terms, y, c * sign)
    return terms


def _extra_multiplications(c: float, part: Sum, terms: Sum) -> int:
    """Return an upper bound on the additional operations if c·part is added to `terms` term by term."""
    units = sum(abs(d) == 1.0 for x, d in part.items() if x != ONE)
    become_units = sum(abs(c * d) == 1.0 for x, d in part.items() if x != ONE)
    return units - become_units - 1 - 2 * sum(x in terms for x in part if x != ONE)


def _dissolved_product(new: Web, old: tuple[int, ...], value: dict[int, Scaled], uses: Counter[int]) -> Scaled:
    number = 1.0
    factors: list[int] = []
    products = new.product
    for x in old:
        c, y = value[x]
        if c != 1.0:
            number = times(number, c)
        if y in products and uses[x] == 1:
            factors += products[y]
        else:
            factors.append(y)
    return number, new.make_product(factors)
