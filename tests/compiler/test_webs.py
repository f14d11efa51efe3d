"""Webs of sums and products: order and uses of their values, their work, and webs that `dissolve` only renumbers."""

from collections import Counter

import pytest

import armillary as arm
from internals import ONE, PASSES, dissolve, is_settled, to_program, to_web, trace, work, work_of_web

PROGRAMS = [
    ("panda", "forward_dynamics", "composite_body"),
    ("celentano-link", "spatial_momentum", "momentum"),
    ("flexrob", "inverse_dynamics", "newton_euler"),
    ("planar-7r", "mass_matrix", "composite_moments"),
]


def webs(name, quantity, formulation):
    """Yield the web of a program, and the web after each step."""
    web = to_web(trace(arm.model(arm.library.get(name)), quantity, formulation))
    yield web
    for step in PASSES:
        web = web.copy()
        step.rewrite(web)
        web.changed()
        web = dissolve(web)
        yield web


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0])
def test_order_and_uses_are_those_of_the_arguments(program):
    for web in webs(*program):
        order, uses = web.order(), web.uses()
        place = {ONE: -1, **{value: k for k, value in enumerate(order)}}
        used = [x for row in web.results for _, x in row]
        for k, value in enumerate(order):
            arguments = list(web.arguments(value))
            assert all(place[x] < k for x in arguments)
            used += arguments
        counts = Counter(used)
        assert uses == [counts[value] for value in range(web.size + 1)]
        assert set(order) == counts.keys() - {ONE}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0])
def test_a_program_takes_little_less_work_than_its_web(program):
    """Trees of two sums can have a part in common, which the web does not know."""
    for web in webs(*program):
        written = work(to_program(web))
        assert 0.9 * work_of_web(web) <= written <= work_of_web(web)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0])
def test_a_settled_web_changes_its_numbers_alone(program):
    found = 0
    for web in webs(*program):
        for _ in range(4):
            again = dissolve(web)
            if is_settled(web):
                found += 1
                assert len(again.order()) == len(web.order())
                assert sorted(again.uses()[x] for x in again.order()) == sorted(web.uses()[x] for x in web.order())
                assert work_of_web(again) == work_of_web(web, renumbered=True)
            web = again
    assert found
