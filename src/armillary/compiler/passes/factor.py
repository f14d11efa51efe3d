"""Common factors: x a + x b = x (a + b), one multiplication less for every term but the first.

In a sum Σ c_k p_k a factor can be taken out of products p_k that have no other user, a number out of every term:
    c1 x y + c2 x z = x (c1 y + c2 z),   c x + c y = c (x + y),   x y + c x = x (y + c)            (1)
The most common factor is first, then the same again in both remaining sums. The number of additions does not change.
"""

from __future__ import annotations

from collections import defaultdict

from armillary.compiler.passes.nary import ONE, Sum, Web, accumulate

Factor = tuple[str, float]
"""("x", value) or ("c", number)."""


def factor(web: Web) -> None:
    """Take common factors out of sums, (1); changes the web."""
    uses = web.uses().copy()
    waiting = [value for value in web.order() if value in web.sum]
    while waiting:
        value = waiting.pop()
        common = _most_common(web, web.sum[value], uses)
        if common is not None:
            inner = _take_out(web, web.sum[value], *common, uses)
            waiting += [value, inner] if inner in web.sum else [value]


def _most_common(web: Web, terms: Sum, uses: list[int]) -> tuple[Factor, list[int]] | None:
    """Return the most common factor and its terms."""
    products = web.product
    numbers = [abs(c) for x, c in terms.items() if c != 1.0 and c != -1.0 and x != ONE]
    factors = [f for x in terms if x in products and uses[x] <= 1 for f in set(products[x])]
    if len(set(numbers)) == len(numbers) and len(set(factors)) == len(factors) and terms.keys().isdisjoint(factors):
        return None  # most sums
    members: dict[Factor, list[int]] = defaultdict(list)
    for x, c in terms.items():
        if abs(c) != 1.0 and x != ONE:
            members["c", abs(c)].append(x)
        if x in web.product and uses[x] <= 1:
            for f in set(web.product[x]):
                members["x", f].append(x)
    for (kind, what), having in members.items():
        x = int(what)
        if kind == "x" and x in terms and abs(terms[x]) != 1.0:
            having.append(x)
    best = max(members.items(), key=lambda item: (len(item[1]), item[0][0], -item[0][1]), default=None)
    return None if best is None or len(best[1]) < 2 else best


def _take_out(web: Web, terms: Sum, common: Factor, members: list[int], uses: list[int]) -> int:
    """Replace terms by their common factor times the sum of their other factors; return that sum."""
    kind, what = common
    inner: Sum = {}
    for x in members:
        c = terms.pop(x)
        if kind == "c":
            accumulate(inner, x, 1.0 if c > 0 else -1.0)
        else:
            accumulate(inner, _without(web, x, int(what)), c)
    scale, rest = web.make_sum(inner)
    number, product = (scale * what, rest) if kind == "c" else (scale, web.make_product((int(what), rest)))
    accumulate(terms, product, number)
    uses += [0] * (web.size + 1 - len(uses))
    for made in (rest, product):
        uses[made] += 1
    return rest


def _without(web: Web, x: int, factor: int) -> int:
    """Return a value divided by one of its factors."""
    if x == factor:
        return ONE
    rest = list(web.product[x])
    rest.remove(factor)
    return web.make_product(rest)
