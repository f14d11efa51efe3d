"""From sums and products of many terms back to a program of two at a time.

A sum or product becomes a tree of least depth: values that are ready first are combined first. A number goes where it
costs least: of
    c x y = (c x) y = c (x y)                                                                  (1)
the first is used if c x is needed elsewhere, else the second. A reciprocal that only one product uses becomes a
division: x · (1/d) = x / d.
"""

from __future__ import annotations

import heapq
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain

from armillary.compiler.passes.nary import ONE, Scaled, Web, moderate
from armillary.compiler.program import Program
from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.expr.ops import ADD, DIV, INPUT, MUL, NEGATIVE_ZERO, Op, Ref

DIVISION = 8
"""A division or a root keeps the multiplier busy about as long as this many products."""


def to_program(web: Web) -> Program:
    """Return the program of a web."""
    return _ProgramWriter(web).program()


def work(program: Program) -> int:
    """Return the additions and multiplications of a program; a division or root counts as DIVISION of them."""
    ops = Counter([program.graph.op[node] for node in program.order])
    return ops[ADD] + ops[MUL] + DIVISION * (ops[DIV] + ops[Op.SQRT])


def work_of_web(web: Web, renumbered: bool = False) -> int:
    """Return the work of the program that a web would become; with numbers of extreme size, more than any.

    With `renumbered` of the web with its values numbered in their order, as `dissolve` does.
    """
    uses, order, multiples = web.uses(), web.order(), web.multiples()
    if not moderate({c for c, _ in multiples}):
        return sys.maxsize  # refused
    # A sum or product takes one operation less than it has arguments. `uses` counts all arguments and results.
    total = sum(uses) - sum(map(len, web.results)) - len(order)
    alone = set()
    for x, (op, args) in web.leaf.items():
        if uses[x]:
            total += 1 if op is INPUT else 1 - len(args)
            if op is DIV or op is Op.SQRT:
                total += DIVISION
                if op is DIV and uses[x] == 1:
                    alone.add(x)
    if alone:  # x · (1/d) is one operation
        having = [f for x, f in web.product.items() if not alone.isdisjoint(f) and uses[x]]
        total -= len(alone.intersection(chain(*having)))
    joined = _numbers_that_join(web, multiples, renumbered)
    return total + len({(c, joined.get((c, x), x)) for c, x in set(multiples) if x != ONE})


class _ProgramWriter:
    def __init__(self, web: Web) -> None:
        self.web, self.graph, self.order = web, Graph(), web.order()
        self.node: dict[int, Ref] = {ONE: self.graph.one}
        self.depth: list[int] = []
        uses = web.uses()
        self.alone = {x for x, (op, _) in web.leaf.items() if op is DIV and uses[x] == 1}
        """Reciprocals with one user."""
        self.joined = _numbers_that_join(web, web.multiples())

    def program(self) -> Program:
        web, graph, silent = self.web, self.graph, {x for _, x in self.joined}
        for array in web.program.inputs:
            for k in range(array.size):
                graph.input(array.name, k)
        for value in self.order:
            if value in silent:
                continue  # only multiples of it are used, which `_scaled` writes
            self.node[value] = self._value(value)
            if value in web.names:
                Expr(graph, self.node[value]).label(web.names[value])
        results = tuple(tuple(self._scaled(c, x) for c, x in row) for row in web.results)
        return replace(web.program, graph=graph, results=results, schedule=None)

    def _value(self, value: int) -> Ref:
        web, graph = self.web, self.graph
        if value in web.sum:
            node = self.node
            refs = [node[x] if c == 1.0 else self._scaled(c, x) for x, c in web.sum[value].items()]
            return self._tree(refs, graph.add)
        if value in web.product:
            return self._product(web.product[value])
        op, args = web.leaf[value]
        if op is INPUT:
            return graph.input(*args).ref
        refs = [self._scaled(c, x) for c, x in args]
        if op is Op.SELECT:
            refs[0] &= ~1  # only whether the condition is zero counts
        return graph.divide(graph.one, refs[0]) if op is DIV else graph.rebuild(op, refs)

    def _scaled(self, c: float, x: int) -> Ref:
        """Return c·x, (1)."""
        graph = self.graph
        if c == 1.0:
            return self.node[x]
        if c == -1.0:
            return self.node[x] ^ 1 if self.node[x] > NEGATIVE_ZERO else graph.zero
        number = graph.constant(c)
        if x == ONE:
            return number
        factor = self.joined.get((abs(c), x))
        if factor is None:
            return graph.multiply(number, self.node[x])
        rest = list(self.web.product[x])
        rest.remove(factor)
        return self._tree([graph.multiply(number, self.node[factor]), *(self.node[f] for f in rest)], graph.multiply)

    def _product(self, factors: tuple[int, ...]) -> Ref:
        if self.alone.isdisjoint(factors):
            return self._tree([self.node[x] for x in factors], self.graph.multiply)
        above, below = [], []
        for x in factors:
            node = self.node[x]
            if x in self.alone and self.graph.op[node >> 1] is DIV:
                below.append(self.graph.args[node >> 1][1] | (node & 1))
            else:
                above.append(node)
        top = self._tree(above, self.graph.multiply) if above else self.graph.one
        return self.graph.divide(top, self._tree(below, self.graph.multiply)) if below else top

    def _tree(self, refs: list[Ref], combine: Callable[[Ref, Ref], Ref]) -> Ref:
        """Combine the two values that are ready first, until one is left."""
        if len(refs) == 2:
            return combine(*refs)
        depth = self._depths()
        if len(refs) == 3:
            a, b, c = sorted(refs, key=lambda ref: depth[ref >> 1])
            return combine(combine(a, b), c)
        heap = [(depth[ref >> 1], k, ref) for k, ref in enumerate(refs)]
        heapq.heapify(heap)
        while len(heap) > 1:
            (_, k, a), (_, _, b) = heapq.heappop(heap), heap[0]
            ref = combine(a, b)
            heapq.heapreplace(heap, (self._depths()[ref >> 1], k, ref))
        return heap[0][2]

    def _depths(self) -> list[int]:
        """Return for each node the length of the longest chain of operations before it."""
        depth, op, args = self.depth, self.graph.op, self.graph.args
        for node in range(len(depth), len(op)):
            depth.append(0 if op[node] <= INPUT else 1 + max([depth[ref >> 1] for ref in args[node]]))
        return depth


def _numbers_that_join(web: Web, multiples: list[Scaled], renumbered: bool = False) -> dict[Scaled, int]:
    """Return for (|c|, product) the factor that takes the number, (1), if all uses of the product have this number."""
    place: Sequence[int] = range(web.size + 1)
    if renumbered:
        place = [0] * (web.size + 1)
        for k, x in enumerate(web.order(), 1):
            place[x] = k
    products, uses = web.product, web.uses()
    counts = Counter([scaled for scaled in multiples if scaled[1] in products])
    index: dict[Scaled, int] = {}  # (|c|, factor) → its index in the next lists
    rows = [
        (x, c, [index.setdefault((c, f), len(index)) for f in products[x]])
        for (c, x), count in counts.items()
        if count == uses[x]
    ]
    wanted = [0] * len(index)
    for _, _, row in rows:
        for k in set(row):
            wanted[k] += 1
    # Multiples that are computed anyway come first, then those that most products want, then the first factor.
    factors = [f for _, f in index]
    size = 1 + max([place[f] for f in factors], default=0)
    paid = size * (1 + len(rows))
    score = [size * count - place[f] for count, f in zip(wanted, factors, strict=True)]
    for scaled in index.keys() & set(multiples):
        if scaled[1] not in products:
            score[index[scaled]] += paid
    joined: dict[Scaled, int] = {}
    for x, c, row in sorted(rows, key=lambda row: (-max(map(wanted.__getitem__, row[2])), place[row[0]])):
        k = max(row, key=score.__getitem__)
        if score[k] > size:  # paid, or wanted by another product too
            joined[c, x] = factors[k]
            if score[k] < paid:
                score[k] += paid
    return joined
