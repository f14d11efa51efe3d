"""The figures of the planar n-R toolbox, [Popescu2008], from its corrected equations."""

import numpy as np
import pytest

from armillary.kinematics import planar_nr
from armillary.reproduce import nr

FIGURES = list(nr.figures())


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.item)
def test_figure(figure):
    assert figure.holds, f"{figure.item}: {figure.ours} differs from {figure.expected} by {figure.difference:.1e}"


def test_every_item_of_the_table_is_there_in_both_ways():
    items = [figure.item for figure in FIGURES if figure.kind == "equal"]
    assert len(set(items)) == len(items) == 40
    assert sum(item.endswith(", general") for item in items) == 20
    assert sum(item.endswith(", planar recursion") for item in items) == 20
    for start in ("x0", "xd ", "xdd", "w0", "rho0", "q of greatest w", "w there", "rho there", "H11", "g1"):
        assert any(item.startswith(start) for item in items)


def test_the_listing_as_printed_misses_a_term_of_the_acceleration():
    printed = planar_nr.jacobian(nr.Q0, nr.LENGTHS) @ nr.QDD
    ours = [figure.ours for figure in FIGURES if figure.item.startswith("xdd") and "general" in figure.item]
    missing = planar_nr.jacobian_dot(nr.Q0, nr.QD, nr.LENGTHS) @ nr.QD
    assert np.abs(printed - ours).max() > 1
    np.testing.assert_allclose(printed + missing, ours, atol=1e-12)


def test_flops_stand_beside_the_printed_algorithm():
    ours = {figure.item: figure for figure in FIGURES if figure.item.startswith("flops")}
    assert len(ours) == 2 * len(nr.FLOPS)
    for n, (recount, algorithm) in nr.FLOPS.items():
        assert ours[f"flops, n = {n}"].expected == recount
        assert ours[f"flops, n = {n}, printed algorithm"].expected == algorithm
        assert ours[f"flops, n = {n}"].kind == "at most"


def test_the_printed_algorithm_grows_with_the_fourth_power_and_ours_with_the_second():
    printed, own = ([figure[k] for figure in FLOPS] for k in (0, 1))
    assert 3.5 < np.log2(printed[1] / printed[0]) < 4.0
    assert 1.4 < np.log2(own[1] / own[0]) < 2.0


FLOPS = [
    (nr.FLOPS[n][1], next(figure.ours for figure in FIGURES if figure.item == f"flops, n = {n}")) for n in (10, 20)
]
