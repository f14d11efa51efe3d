"""Candidates that nobody beats in everything: Pareto fronts of any number of objectives. [Deb2002, section III-A]

With every objective turned so that less is better, a dominates b if
    a_k ≤ b_k for all k, and a_k < b_k for some                                         (1)
Front 1 are the candidates that none dominates, front 2 those that only front 1 dominates, and so on:
    F_1 = {b : no a dominates b},   F_{m+1} = the same among the rest                   (2)
Equal candidates do not dominate each other and share a front. Values that differ by rounding alone, by less than 1e-9
of the greatest, are made equal first, so that (1) does not rest on last digits. A candidate that lacks a value (None
or NaN) can neither dominate nor be dominated in it: it gets no front, and whoever shows fronts says so. Infinity is a
value.
Where values are sampled, a place on a front may be luck. b is in doubt if some a of its front would dominate it were
values that differ by less than two standard errors equal:
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
"""Standard errors by which two sampled values must differ to differ for certain."""
ROUNDING = 1e-9
"""What is less than this part of the greatest value of an objective is no difference."""

Values = Sequence[Sequence[float | None]]
"""One row for each candidate, one column for each objective."""


def fronts(values: Values, better: Sequence[Better]) -> list[int | None]:
    """Return the number of each candidate's front, 1 for the best; None for one that lacks a value.

    Args:
        values: One row for each candidate, one column for each objective.
        better: Which way each objective is better, "less" or "more".

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
    """Return which candidates may owe their front to sampling, (3); `errors` has None where a value is exact.

    Example:
        >>> doubtful([(1, 4.0), (2, 4.1)], [(None, 0.1), (None, 0.1)], ["less", "more"])
        [False, True]
    """
    found = fronts(values, better)
    signs = [1.0 if way == "less" else -1.0 for way in better]
    return [
        front is not None
        and any(_within(values[a], errors[a], values[b], errors[b], signs) for a in _others(found, b, front))
        for b, front in enumerate(found)
    ]


def _others(found: Sequence[int | None], place: int, front: int) -> list[int]:
    return [k for k, own in enumerate(found) if own == front and k != place]


def _within(
    a: Sequence[float | None],
    a_errors: Sequence[float | None],
    b: Sequence[float | None],
    b_errors: Sequence[float | None],
    signs: Sequence[float],
) -> bool:
    """Return (3)."""
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
    """Return the places of values in their order, the same for those that rounding alone tells apart."""
    finite = np.abs(column[np.isfinite(column)])
    least = ROUNDING * finite.max() if finite.size else 0.0
    order = np.argsort(column, kind="stable")
    ordered = column[order]
    above = np.zeros(len(column), dtype=bool)
    for k in range(1, len(column)):  # infinity minus itself is no number, hence the two tests
        above[k] = ordered[k] != ordered[k - 1] and not ordered[k] - ordered[k - 1] <= least
    levels = np.empty(len(column))
    levels[order] = np.cumsum(above)
    return levels


def _sorted(costs: Floats) -> list[int]:
    """Return the front of each row, (2); less is better everywhere."""
    no_worse = np.all(costs[:, None, :] <= costs[None, :, :], axis=2)  # [a, b]
    dominates = no_worse & ~no_worse.T  # (1)
    found = np.zeros(len(costs), dtype=int)
    number = 0
    while not found.all():
        number += 1
        left = found == 0
        found[left & ~np.any(dominates[left], axis=0)] = number  # (2)
    return [int(front) for front in found]
