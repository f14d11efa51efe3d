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

from collections.abc import Sequence

import numpy as np

from armillary.errors import ArgumentError
from armillary.selection.candidate import Better
from armillary.spatial.scalar import Floats

SURE = 2.0  # smallest significant difference of two sampled values, in standard errors
ROUNDING = 1e-9  # difference treated as rounding, relative to the largest value of an objective

Values = Sequence[Sequence[float | None]]  # one row for each candidate, one column for each objective


def fronts(values: Values, better: Sequence[Better]) -> list[int | None]:
    """Return the front number of each candidate, 1 for the best; None for a candidate with a missing value.

    `better` is the preferred direction of each objective, "less" or "more".

    Example:
        >>> fronts([(1, 4), (2, 5), (3, 3), (None, 9)], ["less", "more"])
        [1, 1, 2, None]
    """
    for k, row in enumerate(values):
        if len(row) != len(better):
            expected = f"{len(better)}, one for each objective"
            raise ArgumentError("values", f"{len(row)} numbers in row {k + 1}", expected)
    if not better or not set(better) <= {"less", "more"}:
        raise ArgumentError("better", ", ".join(map(repr, better)) or "no objective", "less or more for each objective")
    costs = _costs(values, better)
    whole = np.asarray(~np.isnan(costs).any(axis=1))
    levels = np.stack([_levels(column) for column in costs[whole].T], axis=1)
    no_worse = np.all(levels[:, None, :] <= levels[None, :, :], axis=2)  # [a, b]
    dominates = no_worse & ~no_worse.T  # (1)
    front = np.zeros(len(levels), dtype=int)
    number = 0
    while not front.all():
        number += 1
        left = front == 0
        front[left & ~np.any(dominates[left], axis=0)] = number  # (2)
    numbers = iter(front.tolist())
    return [next(numbers) if complete else None for complete in whole.tolist()]


def doubtful(values: Values, errors: Values, better: Sequence[Better]) -> list[bool]:
    """Return which candidates are in doubt, (3); `errors` are standard errors, None for exact values.

    Example:
        >>> doubtful([(1, 4.0), (2, 4.1)], [(None, 0.1), (None, 0.1)], ["less", "more"])
        [False, True]
    """
    front, costs = np.array(fronts(values, better), dtype=float), _costs(values, better)
    sigma = np.nan_to_num(np.array(errors, dtype=float))
    with np.errstate(invalid="ignore"):
        gain = costs[None, :, :] - costs[:, None, :]  # [a, b, k], positive where a is better
    gain[costs[None, :, :] == costs[:, None, :]] = 0.0  # infinity minus infinity
    largest = np.maximum(np.abs(costs)[None, :, :], np.abs(costs)[:, None, :])
    least = np.maximum(SURE * np.hypot(sigma[None, :, :], sigma[:, None, :]), ROUNDING * largest)
    beaten = np.all(gain >= -least, axis=2) & np.any(gain > least, axis=2) & (front[:, None] == front[None, :])  # (3)
    return [bool(flag) for flag in beaten.any(axis=0)]


def _costs(values: Values, better: Sequence[Better]) -> Floats:
    """Return the values with signs such that less is better; NaN where a value is missing."""
    signs = np.array([1.0 if way == "less" else -1.0 for way in better])
    return np.array(values, dtype=float).reshape(len(values), len(better)) * signs


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
