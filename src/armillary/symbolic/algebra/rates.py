"""Quadratic forms of joint rates, factored where they can be.

In the equations of chains the rates stand in products of sums,
    (q̇_2 + q̇_3) (2 q̇_1 + q̇_2 + q̇_3),   (q̇_1 + q̇_2)²                                      (1)
A form Q = Σ Q_ij q̇_i q̇_j has the factor L = Σ u_i q̇_i exactly if with some u_i ≠ 0
    w_i = Q_ii / u_i,   w_j = (Q_ij − u_j w_i) / u_i,   Q = L · Σ w_j q̇_j                       (2)
The candidates for L are sums of consecutive rates, and differences for axes that point the other way.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

Pair = tuple[int, int]
Form = tuple[tuple[Pair, float], ...]
"""((i, j), coefficient) with i ≤ j, in order."""

Linear = dict[int, float]


def normalise(form: dict[Pair, float]) -> tuple[float, Form]:
    """Return a factor and the form without it; proportional forms give the same form."""
    items = sorted((pair, value) for pair, value in form.items() if value)
    scale = min((abs(value) for _, value in items), default=1.0)
    scale = scale if items and items[0][1] > 0 else -scale
    return scale, tuple((pair, value / scale) for pair, value in items)


def factor_form(form: Form) -> tuple[Linear, Linear] | None:
    """Return two linear forms with the form as their product, or None, (2)."""
    Q = dict(form)
    used = sorted({k for pair in Q for k in pair})
    return next(((L, K) for L in _candidates(used) if (K := _quotient(Q, L)) is not None), None)


def _candidates(used: list[int]) -> Iterator[Linear]:
    for k in used:
        yield {k: 1.0}
    for length in range(2, len(used) + 1):
        for start in range(len(used) - length + 1):
            part = used[start : start + length]
            # All signs of many rates would take too long: opposite axes are rare there.
            patterns = itertools.product((1.0, -1.0), repeat=length - 1) if length <= 4 else [(1.0,) * (length - 1)]
            for signs in patterns:
                yield dict(zip(part, (1.0, *signs), strict=True))


def _quotient(Q: dict[Pair, float], L: Linear) -> Linear | None:
    """Return K with Q = L K, or None, (2)."""
    pivot = next(iter(L))
    u = L[pivot]
    used = {k for pair in Q for k in pair} | set(L)
    w = {pivot: Q.get((pivot, pivot), 0.0) / u}
    for j in used - {pivot}:
        w[j] = (Q.get((min(pivot, j), max(pivot, j)), 0.0) - L.get(j, 0.0) * w[pivot]) / u
    # (2) uses some entries of Q only: the product must give all of them.
    made: dict[Pair, float] = {}
    for (i, a), (j, b) in itertools.product(L.items(), w.items()):
        pair = (min(i, j), max(i, j))
        made[pair] = made.get(pair, 0.0) + a * b
    if any(made.get(pair, 0.0) != Q.get(pair, 0.0) for pair in made.keys() | Q.keys()):
        return None
    return {k: value for k, value in sorted(w.items()) if value}
