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

from collections import defaultdict

from armillary.compiler.passes.nary import ONE, Web, dissolve

LONGEST = 16
"""Sums with more terms and uses are left as they are, which keeps the work linear."""


def rescale(web: Web) -> None:
    """Compute sums as multiples of themselves that need fewest multiplications, (1); changes the web."""
    scaler = _Scaler(web)
    for _ in range(2):
        for value in scaler.order:
            if value in web.sum and len(web.sum[value]) > 1:
                scaler.improve(value)


def merge(web: Web) -> None:
    """Move numbers from single factors to the products, (2); changes the web.

    A product without a number costs a multiplication more, so `optimise` undoes this pass if it does not pay.
    """
    web.become(dissolve(web, merge_numbers=True))


class _Scaler:
    def __init__(self, web: Web) -> None:
        self.web, self.order = web, web.order()
        self.sums: dict[int, list[int]] = defaultdict(list)
        self.products: dict[int, list[int]] = defaultdict(list)
        self.fixed: set[int] = {x for value in self.order if value in web.leaf for x in web.arguments(value)}
        self.results: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for value in self.order:
            if value in web.sum:
                for x in web.sum[value]:
                    self.sums[x].append(value)
            elif value in web.product:
                for x in web.product[value]:
                    self.products[x].append(value)
        for i, row in enumerate(web.results):
            for j, (_, x) in enumerate(row):
                self.results[x].append((i, j))

    def reach(self, value: int) -> list[int] | None:
        """Return the values whose uses change with the scale: the sum and the products that contain it."""
        found = [value]
        for v in found:
            if v in self.fixed or len(found) > LONGEST:
                return None
            found += self.products[v]
        return found if len(set(found)) == len(found) else None

    def improve(self, value: int) -> None:
        """Change the scale of one sum if that saves a multiplication."""
        web, reach = self.web, self.reach(value)
        if reach is None:
            return
        inside = [abs(c) for x, c in web.sum[value].items() if x != ONE]
        outside = [abs(web.sum[user][v]) for v in reach for user in self.sums[v]]
        outside += [abs(web.results[i][j][0]) for v in reach for i, j in self.results[v]]
        if len(inside) + len(outside) > LONGEST:
            return
        candidates = {1 / c for c in inside} | set(outside)
        scale = min(sorted(candidates), key=lambda s: _cost(s, inside, outside))
        if _cost(scale, inside, outside) < _cost(1.0, inside, outside):
            self._apply(value, reach, scale)

    def _apply(self, value: int, reach: list[int], scale: float) -> None:
        web = self.web
        web.sum[value] = {x: _unit(c * scale) for x, c in web.sum[value].items()}
        for v in reach:
            web.names.pop(v, None)  # the name belongs to another multiple
            for user in self.sums[v]:
                web.sum[user][v] = _unit(web.sum[user][v] / scale)
            for i, j in self.results[v]:
                c, x = web.results[i][j]
                web.results[i][j] = _unit(c / scale), x


def _unit(c: float) -> float:
    """Return ±1 for a number that differs from it by rounding."""
    return round(c) if abs(abs(c) - 1) < 1e-15 else c


def _cost(s: float, inside: list[float], outside: list[float]) -> int:
    """Return the number of multiplications at scale s, (1)."""
    return sum([abs(s * c - 1) > 1e-15 for c in inside]) + sum([abs(c / s - 1) > 1e-15 for c in outside])
