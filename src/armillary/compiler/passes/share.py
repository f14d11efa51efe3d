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
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from armillary.compiler.passes.nary import Web, accumulate

LONGEST = 24
HALF = 2**43
"""The mantissa of 1 in `_ratio`."""

Pair = tuple[int, int, tuple[int, int]]
"""Two values and the ratio of their numbers, rounded to 44 bits."""


def share(web: Web) -> None:
    """Compute common pairs of terms and of factors once, (1); changes the web."""
    order = web.order()
    _Products(web, [value for value in order if value in web.product]).run()
    _Sums(web, [value for value in order if value in web.sum]).run()


class _Greedy:
    """Takes out the pair with most owners while a pair has at least two."""

    def __init__(self, web: Web, values: list[int]) -> None:
        self.web = web
        self.owners: dict[Pair, set[int]] = defaultdict(set)
        self.heap: list[tuple[int, Pair]] = []
        for value in values:
            for pair in self.pairs(value):
                self.owners[pair].add(value)
        for pair, owners in self.owners.items():
            if len(owners) > 1:
                heapq.heappush(self.heap, (-self.gain(pair), pair))

    def gain(self, pair: Pair) -> int:
        """Return the operations saved if a pair is taken out."""
        return len(self.owners[pair]) - 1

    def pairs(self, value: int) -> Iterable[Pair]:
        """Return the pairs in a value."""
        raise NotImplementedError

    def take(self, pair: Pair, owners: list[int]) -> int:
        """Replace a pair in all its owners by one value; return it."""
        raise NotImplementedError

    def run(self) -> None:
        """Take pairs out until no two values have a pair in common."""
        while self.heap:
            gain, pair = heapq.heappop(self.heap)
            now = self.gain(pair)
            if now < -gain:
                if now > 0:
                    heapq.heappush(self.heap, (-now, pair))
                continue
            owners = sorted(self.owners[pair])
            for owner in owners:
                for old in self.pairs(owner):
                    self.owners[old].discard(owner)
            made = self.take(pair, owners)
            for owner in (*owners, made):
                for new in self.pairs(owner):
                    self.owners[new].add(owner)
                    if len(self.owners[new]) > 1:
                        heapq.heappush(self.heap, (-self.gain(new), new))


class _Products(_Greedy):
    def pairs(self, value: int) -> Iterable[Pair]:
        factors = self.web.product.get(value, ())
        if len(factors) > LONGEST:
            return [(x, y, (0, 0)) for x, y in pairwise(factors)]
        return {(x, y, (0, 0)) for k, x in enumerate(factors) for y in factors[k + 1 :]}

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
    def pairs(self, value: int) -> Iterable[Pair]:
        items = sorted(self.web.sum[value].items()) if value in self.web.sum else []
        if len(items) > LONGEST:
            return [(x, y, _ratio(b / a)) for (x, a), (y, b) in pairwise(items)]
        return [(x, y, _ratio(b / a)) for k, (x, a) in enumerate(items) for y, b in items[k + 1 :]]

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
    if number == 1.0:
        return HALF, 1
    mantissa, exponent = math.frexp(number)
    return round(mantissa * 2**44), exponent
