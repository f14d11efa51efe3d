"""Pareto fronts against the definition, written out, on seeded random values with ties and gaps."""

import math

import numpy as np
import pytest

import armillary as arm
from internals import doubtful, fronts


def dominates(a, b, better):
    pairs = [(x, y) if way == "less" else (y, x) for x, y, way in zip(a, b, better, strict=True)]
    return all(x <= y for x, y in pairs) and any(x < y for x, y in pairs)


def peeled(values, better):
    """The definition: take away those that nobody left dominates, count how often."""
    left = {k for k, row in enumerate(values) if None not in row}
    found = [None] * len(values)
    number = 0
    while left:
        number += 1
        best = {b for b in left if not any(dominates(values[a], values[b], better) for a in left)}
        for k in best:
            found[k] = number
        left -= best
    return found


@pytest.mark.parametrize("objectives", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_fronts_follow_from_the_definition(objectives, seed):
    rng = np.random.default_rng([objectives, seed])
    better = [str(way) for way in rng.choice(["less", "more"], objectives)]
    values = rng.integers(0, 6, (60, objectives)).astype(float).tolist()  # few values, so that many are equal
    for k in rng.integers(0, 60, 5):
        values[k][rng.integers(objectives)] = None
    values[7][0] = math.inf
    assert fronts(values, better) == peeled(values, better)


def test_doubt_is_dominance_within_errors():
    """Values within two standard errors count as equal; who is beaten then by one of the same front is in doubt."""
    rng = np.random.default_rng(8)
    better = ["less", "more", "less"]
    values = rng.normal(size=(40, 3)).round(2).tolist()
    errors = rng.uniform(0, 0.3, (40, 3)).tolist()
    for row in errors:
        row[0] = None
    found, doubts = fronts(values, better), doubtful(values, errors, better)
    for b in range(40):
        expected = False
        for a in range(40):
            if a == b or found[a] != found[b]:
                continue
            gap = [2 * math.hypot(s or 0, t or 0) for s, t in zip(errors[a], errors[b], strict=True)]
            gain = [(y - x) * (1 if w == "less" else -1) for x, y, w in zip(values[a], values[b], better, strict=True)]
            expected |= all(g >= -e for g, e in zip(gain, gap, strict=True)) and any(
                g > e for g, e in zip(gain, gap, strict=True)
            )
        assert doubts[b] == expected
    assert any(doubts)
    assert not all(doubts)
    assert not any(doubtful(values, [[None] * 3] * 40, better))


def test_equal_candidates_share_a_front():
    assert fronts([(1, 2), (1, 2), (2, 1), (2, 2)], ["less", "less"]) == [1, 1, 1, 2]


def test_one_objective_ranks():
    assert fronts([(3,), (1,), (2,), (1,)], ["more"]) == [1, 3, 2, 3]


def test_rounding_is_no_difference():
    assert fronts([(0.1 + 0.2, 1.0), (0.3, 1.0)], ["less", "less"]) == [1, 1]
    assert fronts([(1.0, 1.0), (1.0 + 1e-6, 1.0)], ["less", "less"]) == [1, 2]


def test_no_value_no_front():
    assert fronts([(None, 0), (1, math.nan), (2, 2)], ["less", "less"]) == [None, None, 1]
    assert fronts([(None,), (None,)], ["less"]) == [None, None]
    assert fronts([], ["less"]) == []


def test_infinity_is_a_value():
    assert fronts([(math.inf, 1), (math.inf, 2), (1, 3)], ["less", "less"]) == [1, 2, 1]
    assert fronts([(math.inf,), (5,)], ["more"]) == [1, 2]


@pytest.mark.parametrize(
    ("values", "better", "word"),
    [([(1, 2)], ["less"], "2 numbers"), ([(1,)], ["most"], "most"), ([], [], "no objective")],
)
def test_bad_input(values, better, word):
    with pytest.raises(arm.ArgumentError, match=word):
        fronts(values, better)
