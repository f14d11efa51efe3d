"""The figures of the planar n-R toolbox, [Popescu2008], from its corrected equations."""

import numpy as np
import pytest

from internals import kinematics_planar_nr as planar_nr
from internals import nr, nr_motion
from paper_figures import figures_of


@pytest.fixture(scope="module")
def figures():
    return list(figures_of("nr"))


def test_every_figure_holds(figures):
    failed = [f"{f.item}: expected {f.expected}, ours {f.ours}" for f in figures if f.verdict == "FAIL"]
    assert not failed, "\n".join(failed)


def test_every_item_of_the_table_is_there_in_both_ways(figures):
    items = [figure.item for figure in figures if figure.kind == "equal" and figure.where != nr_motion.WHERE]
    assert len(set(items)) == len(items) == 40
    assert sum(figure.where == nr_motion.WHERE for figure in figures) == 16
    assert sum(item.endswith(", general") for item in items) == 20
    assert sum(item.endswith(", planar recursion") for item in items) == 20
    for start in ("x0", "xd ", "xdd", "w0", "rho0", "q of greatest w", "w there", "rho there", "H11", "g1"):
        assert any(item.startswith(start) for item in items)


def test_the_listing_as_printed_misses_a_term_of_the_acceleration(figures):
    printed = planar_nr.jacobian(nr.Q0, nr.LENGTHS) @ nr.QDD
    ours = [figure.ours for figure in figures if figure.item.startswith("xdd") and "general" in figure.item]
    missing = planar_nr.jacobian_dot(nr.Q0, nr.QD, nr.LENGTHS) @ nr.QD
    assert np.abs(printed - ours).max() > 1
    np.testing.assert_allclose(printed + missing, ours, atol=1e-12)


def test_flops_stand_beside_the_printed_algorithm(figures):
    ours = {figure.item: figure for figure in figures if figure.item.startswith("flops")}
    assert len(ours) == 2 * len(nr.FLOPS)
    for n, (recount, algorithm) in nr.FLOPS.items():
        assert ours[f"flops, n = {n}"].expected == recount
        assert ours[f"flops, n = {n}, printed algorithm"].expected == algorithm
        assert ours[f"flops, n = {n}"].kind == "at most"


def test_the_printed_algorithm_grows_with_the_fourth_power_and_ours_with_the_second(figures):
    ours = {figure.item: figure.ours for figure in figures}
    printed = nr.FLOPS[20][1] / nr.FLOPS[10][1]
    own = ours["flops, n = 20"] / ours["flops, n = 10"]
    assert 3.5 < np.log2(printed) < 4.0
    assert 1.4 < np.log2(own) < 2.0
