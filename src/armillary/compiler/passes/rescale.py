"""Numbers in better places: a sum may be computed as a multiple of itself.

With v = Σ c_k x_k replaced by w = s v, the numbers inside are s c_k and every use c·v becomes (c/s)·w. A
number that is ±1 costs nothing, so s is chosen for the most of them:
    cost(s) = #{k: |s c_k| ≠ 1} + #{uses: |c / s| ≠ 1}                                        (1)
where a product that has v as a factor passes the change on to its own uses. As an example, in
c1 (c2 x + y), c1 (c2 x + y) + z the choice s = c1 makes it (c1 c2) x + c1 y at the same cost, while in
c1 (c2 x + c3 y) it saves the outer multiplication. Candidates for s are the numbers that would become ±1.

A multiple c·x that several products use costs one multiplication for all of them. Where the products have numbers
anyway, or the number cancels against another, it is cheaper in each of them:
    a (c x) y + b (c x) z = (a c) x y + (b c) x z                                             (2)
saves one multiplication, and the sum shows its common factor x.
"""

from __future__ import annotations

import itertools
from collections import defaultdict

from armillary.compiler.passes.dissolve import dissolve
from armillary.compiler.passes.nary import ONE, UNITS, Web

LONGEST = 16
"""Sums with more terms and uses are left as they are, which keeps the work linear."""


def rescale(web: Web) -> None:
    """Compute sums as multiples of themselves that need fewest multiplications, (1); changes the web."""
    scaler = _Scaler(web)
    sums = [value for value in web.order() if value in web.sum and len(web.sum[value]) > 1]
    for value in itertools.filterfalse(scaler.is_plain, sums):
        scaler.improve(value)
    if scaler.changed:
        for value in itertools.filterfalse(scaler.is_plain, sums):
            if not scaler.changed.isdisjoint(scaler.reach(value)):
                scaler.improve(value)


def merge(web: Web) -> None:
    """Move numbers from single factors to the products, (2); changes the web.

    A product without a number costs a multiplication more, so `optimise` undoes this pass if it does not pay.
    """
    uses = web.uses()
    if any(len(terms) == 1 and uses[x] for x, terms in web.sum.items()):
        web.become(dissolve(web, merge_numbers=True))


class _Scaler:
    def __init__(self, web: Web) -> None:
        self.web, sums, products = web, web.sum, web.product
        self.sums: dict[int, list[int]] = defaultdict(list)
        self.products: dict[int, list[int]] = defaultdict(list)
        self.fixed: set[int] = set()
        self.results: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self.found: dict[int, list[int]] = {}
        """What `reach` has found."""
        self.changed: set[int] = set()
        """Sums with other numbers than before, their terms, and values that are other multiples of results."""
        self.multiples = {x for _, x in web.multiples()}
        """At least the values of which multiples are used."""
        inner = sums.keys() | products.keys()
        for value in web.order():
            if value in products:
                for x in products[value]:
                    if x in inner:
                        self.products[x].append(value)
            elif value in sums:
                for x in sums[value]:
                    if x in inner:
                        self.sums[x].append(value)
            else:
                self.fixed.update(web.arguments(value))
        for i, row in enumerate(web.results):
            for j, (_, x) in enumerate(row):
                self.results[x].append((i, j))

    def reach(self, value: int) -> list[int]:
        """Return the values whose uses change with the scale: the sum and the products that contain it.

        An empty list stands for a sum whose scale must not change.
        """
        if value not in self.found:
            self.found[value] = self._reach(value)
        return self.found[value]

    def _reach(self, value: int) -> list[int]:
        reached = [value]
        for v in reached:
            if v in self.fixed or len(reached) > LONGEST:
                return []
            reached += self.products.get(v, ())
        return reached if len(reached) == 1 or len(set(reached)) == len(reached) else []

    def is_plain(self, value: int) -> bool:
        """Return whether a sum has no numbers to save: it has none itself, and no product and no multiple uses it."""
        if value in self.products or value in self.multiples:
            return False
        return UNITS.issuperset(self.web.sum[value].values())

    def improve(self, value: int) -> None:
        """Change the scale of one sum if that saves a multiplication."""
        web, reach = self.web, self.reach(value)
        if not reach or (self.multiples.isdisjoint(reach) and UNITS.issuperset(web.sum[value].values())):
            return  # fixed, or without numbers
        inside = [abs(c) for x, c in web.sum[value].items() if x != ONE]
        outside = [abs(web.sum[user][v]) for v in reach if v in self.sums for user in self.sums[v]]
        outside += [abs(web.results[i][j][0]) for v in reach if v in self.results for i, j in self.results[v]]
        size, now = len(inside) + len(outside), _cost(1.0, inside, outside)
        if size > LONGEST or 2 * now <= size:
            return  # another scale makes at most as many numbers ±1 as are not ±1 now
        candidates = {1 / c for c in inside} | set(outside)
        scale = min(sorted(candidates), key=lambda s: _cost(s, inside, outside))
        if _cost(scale, inside, outside) < now:
            self._apply(value, reach, scale)

    def _apply(self, value: int, reach: list[int], scale: float) -> None:
        web, changed = self.web, self.changed
        web.sum[value] = {x: _unit(c * scale) for x, c in web.sum[value].items()}
        changed.update((value,), web.sum[value])
        self.multiples.update(reach, web.sum[value])
        for v in reach:
            web.names.pop(v, None)  # the name belongs to another multiple
            for user in self.sums.get(v, ()):
                web.sum[user][v] = _unit(web.sum[user][v] / scale)
                changed.update((user,), web.sum[user])
            for i, j in self.results.get(v, ()):
                c, x = web.results[i][j]
                web.results[i][j] = _unit(c / scale), x
                changed.add(v)


def _unit(c: float) -> float:
    """Return ±1 for a number that differs from it by rounding."""
    return round(c) if abs(abs(c) - 1) < 1e-15 else c


def _cost(s: float, inside: list[float], outside: list[float]) -> int:
    """Return the number of multiplications at scale s, (1)."""
    return sum([abs(s * c - 1) > 1e-15 for c in inside]) + sum([abs(c / s - 1) > 1e-15 for c in outside])
