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
    items = [figure.item for figure in FIGURES]
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
