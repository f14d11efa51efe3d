"""Samples of grids have every value of each parameter."""

from itertools import product

import pytest

from samples import diagonal, places


@pytest.mark.parametrize("lengths", [(2, 4), (4, 2), (3, 3), (5, 1, 3), (2, 3, 4)])
def test_every_value_is_kept(lengths):
    given = [dict(enumerate(each)) for each in product(*(range(count) for count in lengths))]
    kept = [given[k] for k in diagonal(places(given))]
    assert len(kept) == max(lengths)
    for axis, count in enumerate(lengths):
        assert {each[axis] for each in kept} == set(range(count))


def test_a_grid_with_gaps_keeps_every_value_too():
    given = [{"robot": robot, "way": way} for robot, way in ("a0", "a1", "b0", "c1", "c2")]
    kept = [given[k] for k in diagonal(places(given))]
    assert {each["robot"] for each in kept} == set("abc")
    assert {each["way"] for each in kept} == set("012")
