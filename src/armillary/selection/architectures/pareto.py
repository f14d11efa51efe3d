"""Pareto fronts of any number of objectives. [Deb2002, section III-A]

With the sign of every objective chosen so that less is better, a dominates b if
    a_k ≤ b_k for all k, and a_k < b_k for some                                         (1)
Front 1 contains the candidates that no other dominates, front 2 the candidates dominated only by front 1, and so on:
    F_1 = {b : no a dominates b},   F_{m+1} = the same among the rest                   (2)
Equal candidates do not dominate each other and share a front. Values that differ by less than 1e-9 of the largest are
made equal first, so that rounding does not decide (1). A candidate with a missing value (None or NaN) gets no front.
Infinity is a value.
Sampled values have errors. b is in doubt if some a of its front dominates it once values that differ by less than two
standard errors are taken as equal:
    a_k − b_k ≤ 2 √(σ_ak² + σ_bk²) for all k, and b_k − a_k > the same for some           (3)
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from armillary.errors import ArgumentError
from armillary.selection.measure import Better
from armillary.spatial.scalar import Floats

SURE = 2.0
"""Smallest significant difference of two sampled values, in standard errors."""
ROUNDING = 1e-9
"""Difference treated as rounding, relative to the largest value of an objective."""

Values = Sequence[Sequence[float | None]]
"""One row for each candidate, one column for each objective."""


def fronts(values: Values, better: Sequence[Better]) -> list[int | None]:
    """Return the front number of each candidate, 1 for the best; None for a candidate with a missing value.

    Args:
        values: One row for each candidate, one column for each objective.
        better: Preferred direction of each objective, "less" or "more".

    Example:
        >>> fronts([(1, 4), (2, 5), (3, 3), (None, 9)], ["less", "more"])
        [1, 1, 2, None]
    """
    rows = [list(row) for row in values]
    for k, row in enumerate(rows):
        if len(row) != len(better):
            found_here = f"{len(row)} numbers in row {k + 1}"
            raise ArgumentError("values", found_here, f"{len(better)}, one for each objective")
    for way in better:
        if way not in ("less", "more"):
            raise ArgumentError("better", repr(way), "less or more for each objective")
    if not better:
        raise ArgumentError("better", "no objective", "less or more for each objective")
    whole = [k for k, row in enumerate(rows) if all(value is not None and not math.isnan(value) for value in row)]
    found: list[int | None] = [None] * len(rows)
    if whole:
        signs = np.array([1.0 if way == "less" else -1.0 for way in better])
        costs = np.array([rows[k] for k in whole], dtype=float) * signs
        for k, front in zip(whole, _sorted(np.stack([_levels(column) for column in costs.T], axis=1)), strict=True):
            found[k] = front
    return found


def doubtful(values: Values, errors: Values, better: Sequence[Better]) -> list[bool]:
    """Return which candidates are in doubt, (3); `errors` are standard errors, None for exact values.

    Example:
        >>> doubtful([(1, 4.0), (2, 4.1)], [(None, 0.1), (None, 0.1)], ["less", "more"])
        [False, True]
    """
    found = fronts(values, better)
    signs = [1.0 if way == "less" else -1.0 for way in better]
    return [
        front is not None
        and any(
            _within(values[a], errors[a], values[b], errors[b], signs)
            for a, other in enumerate(found)
            if other == front and a != b
        )
        for b, front in enumerate(found)
    ]


def _within(
    a: Sequence[float | None],
    a_errors: Sequence[float | None],
    b: Sequence[float | None],
    b_errors: Sequence[float | None],
    signs: Sequence[float],
) -> bool:
    """Return whether a puts b in doubt, (3)."""
    better = False
    for x, s, y, t, sign in zip(a, a_errors, b, b_errors, signs, strict=True):
        if x is None or y is None:
            return False
        least = max(SURE * math.hypot(s or 0.0, t or 0.0), ROUNDING * max(abs(x), abs(y)))
        gain = 0.0 if x == y else sign * (y - x)
        if gain < -least:
            return False
        better = better or gain > least
    return better


def _levels(column: Floats) -> Floats:
    """Return the ranks of values, equal for values that differ only by rounding."""
    finite = np.abs(column[np.isfinite(column)])
    least = ROUNDING * finite.max() if finite.size else 0.0
    order = np.argsort(column, kind="stable")
    ordered = column[order]
    above = np.zeros(len(column), dtype=bool)
    for k in range(1, len(column)):  # infinity minus infinity is NaN, hence two comparisons
        above[k] = ordered[k] != ordered[k - 1] and not ordered[k] - ordered[k - 1] <= least
    levels = np.empty(len(column))
    levels[order] = np.cumsum(above)
    return levels


def _sorted(costs: Floats) -> list[int]:
    """Return the front of each row of costs, (2)."""
    no_worse = np.all(costs[:, None, :] <= costs[None, :, :], axis=2)  # [a, b]
    dominates = no_worse & ~no_worse.T  # (1)
    found = np.zeros(len(costs), dtype=int)
    number = 0
    while not found.all():
        number += 1
        left = found == 0
        found[left & ~np.any(dominates[left], axis=0)] = number  # (2)
    return [int(front) for front in found]
