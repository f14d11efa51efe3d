"""Common pairs of terms of sums, and of factors of products, computed once.

Value numbering finds a common x + y only if the program adds these two first. Sums of many terms can be added in any
order, so every pair of terms is a candidate, also as a multiple:
    a x + b y + …,   λ a x + λ b y + …   become   a t + …,   λ a t + …   with t = x + (b/a) y           (1)
and so is every pair of factors of products. The most frequent pair is taken out first and becomes a term or factor
itself, so that longer common parts are found pair by pair. The work grows with the square of a sum's length: of sums
longer than LONGEST only neighbours are compared.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations, pairwise

from armillary.compiler.passes.nary import Web, accumulate

LONGEST = 24
UNITS = {1.0: (2**43, 1), -1.0: (-(2**43), 1)}
"""`_ratio` of the most frequent numbers."""

Term = tuple[int, float]
Pair = tuple[int, int, tuple[int, int]]
"""Two values and the ratio of their numbers, rounded to 44 bits."""


def share(web: Web) -> None:
    """Compute common pairs of terms and of factors once, (1); changes the web."""
    order = web.order()
    products = [value for value in order if value in web.product]
    if any(len(web.product[value]) > 2 for value in products):  # products of two factors are all different
        _Products(web, products).run()
    _Sums(web, [value for value in order if value in web.sum]).run()


class _Greedy:
    """Takes out the pair with most owners while a pair has at least two."""

    def __init__(self, web: Web, values: list[int]) -> None:
        self.web = web
        self.first: dict[Pair, int] = {}
        """The owner of each pair with a single owner: nearly all have one."""
        self.owners: dict[Pair, set[int]] = {}
        """The owners of the other pairs."""
        first, owners = self.first, self.owners
        for value in values:
            for pair in self.pairs(value):
                other = first.setdefault(pair, value)
                if other != value:
                    owners.setdefault(pair, {other}).add(value)
        self.heap = [(1 - len(having), pair) for pair, having in owners.items()]
        heapq.heapify(self.heap)

    def pairs(self, value: int) -> Collection[Pair]:
        """Return the pairs in a value."""
        raise NotImplementedError

    def take(self, pair: Pair, owners: list[int]) -> int:
        """Replace a pair in all its owners by one value; return it."""
        raise NotImplementedError

    def run(self) -> None:
        """Take pairs out until no two values have a pair in common; the gain of a pair is its owners − 1."""
        heap, first, owners = self.heap, self.first, self.owners
        while heap:
            loss, pair = heapq.heappop(heap)
            now = 1 - len(owners[pair])
            if now > loss:
                if now < 0:
                    heapq.heappush(heap, (now, pair))
                continue
            having = sorted(owners[pair])
            for owner in having:
                for old in self.pairs(owner):
                    if old in owners:
                        owners[old].discard(owner)
                    else:
                        first.pop(old, None)
            made = self.take(pair, having)
            for owner in (*having, made):
                for new in self.pairs(owner):
                    if new not in owners:
                        other = first.setdefault(new, owner)
                        if other == owner:
                            continue
                        owners[new] = {other}
                    owners[new].add(owner)
                    if len(owners[new]) > 1:
                        heapq.heappush(heap, (1 - len(owners[new]), new))


class _Products(_Greedy):
    def pairs(self, value: int) -> Collection[Pair]:
        factors = self.web.product.get(value, ())
        if len(factors) == 2:
            return ((*factors, (0, 0)),)
        if len(factors) > LONGEST:
            return [(x, y, (0, 0)) for x, y in pairwise(factors)]
        return {(x, y, (0, 0)) for x, y in combinations(factors, 2)}

    def take(self, pair: Pair, owners: list[int]) -> int:
        made = self.web.make_product(pair[:2])
        for owner in owners:
            if owner == made:
                continue
            factors = list(self.web.product[owner])
            factors.remove(pair[0])
            factors.remove(pair[1])
            self.web.product[owner] = tuple(sorted((*factors, made)))
        return made


class _Sums(_Greedy):
    def __init__(self, web: Web, values: list[int]) -> None:
        owners = Counter([x for value in values for x in web.sum[value]])
        self.single = {x for x, count in owners.items() if count == 1 and x not in web.sum}
        """Terms of one sum only: no pair with one of them has a second owner, now or later."""
        super().__init__(web, values)

    def pairs(self, value: int) -> Collection[Pair]:
        terms, single = self.web.sum.get(value, {}), self.single
        if len(terms) <= LONGEST:
            items = sorted([item for item in terms.items() if item[0] not in single])
            pairs: Iterable[tuple[Term, Term]] = combinations(items, 2)
        else:
            pairs = filter(lambda pair: single.isdisjoint(dict(pair)), pairwise(sorted(terms.items())))
        return [(x, y, UNITS.get(b / a) or _ratio(b / a)) for (x, a), (y, b) in pairs]

    def take(self, pair: Pair, owners: list[int]) -> int:
        x, y, _ = pair
        first = self.web.sum[owners[0]]
        scale, made = self.web.make_sum({x: 1.0, y: first[y] / first[x]})
        for owner in owners:
            if owner == made:
                continue
            terms = self.web.sum[owner]
            c = terms.pop(x)
            del terms[y]
            accumulate(terms, made, c / scale)
        return made


def _ratio(number: float) -> tuple[int, int]:
    """Return a number rounded to 44 bits: mantissa and exponent."""
    mantissa, exponent = math.frexp(number)
    return round(mantissa * 2**44), exponent
