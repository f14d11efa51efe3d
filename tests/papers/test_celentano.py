"""The figures of Celentano's chapter."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from internals import celentano, momentum
from internals import planar as planar_arm
from paper_figures import figures_of


@pytest.fixture(scope="module")
def figures():
    return list(figures_of("celentano"))


def test_every_figure_holds(figures):
    failed = [f"{f.item}: expected {f.expected}, ours {f.ours}" for f in figures if f.verdict == "FAIL"]
    assert not failed, "\n".join(failed)


def test_all_figures_are_there(figures):
    assert sum(figure.item.startswith("three rods") for figure in figures) == 6
    assert sum(figure.item.startswith("spatial A") for figure in figures) == 6
    assert sum(figure.kind == "equal" and figure.where != "simulated" for figure in figures) == 52
    assert sum(figure.where == "simulated" and figure.kind != "shown" for figure in figures) == 39
    assert sum(figure.item.startswith("slew") for figure in figures) == 3
    assert len({figure.item for figure in figures}) == len(figures)


def test_the_tables_of_flops_are_there(figures):
    bounded = [figure for figure in figures if figure.kind == "at most" and figure.where != "simulated"]
    recount = [figure for figure in bounded if figure.item.endswith("momentum form [flops]")]
    assert len(recount) == len(celentano.PLANAR_FLOPS) + len(celentano.SPHERICAL_FLOPS)
    printed = [figure.expected for figure in bounded if figure.where == "Table 1"]
    assert {number for pair in celentano.TABLE_1.values() for number in pair} <= set(printed)
    assert all("one each" in figure.note for figure in bounded)  # every count says how it counts
    saved = [figure.ours for figure in figures if figure.where == "Fig. 2"]
    assert len(saved) == 5
    assert all(30 < share < 100 for share in saved)


def test_crossovers(figures):
    ours = {figure.item: figure.ours for figure in figures}
    first = ours["planar: O(n) form cheaper than the dense one from n ="]
    assert (
        ours[f"planar, n = {first:g}: momentum form, O(n) [flops]"]
        < ours[f"planar, n = {first:g}: momentum form, dense [flops]"]
    )
    assert (
        ours[f"planar, n = {first - 1:g}: momentum form, O(n) [flops]"]
        >= ours[f"planar, n = {first - 1:g}: momentum form, dense [flops]"]
    )
    for kind in ("planar", "spherical"):
        for n in (2, 3, 4, 5):
            assert ours[f"{kind}, n = {n}: momentum form [flops]"] < ours[f"{kind}, n = {n}: articulated body [flops]"]


def test_the_rods_through_the_general_momentum_form():
    """The same motion from the library's general code, in relative angles, to 2 s."""
    model = arm.model(planar_arm([1, 1, 1], [1, 1, 1], coms=[0.5] * 3, inertias=[1 / 12] * 3))

    def rate(_, state):
        return np.concatenate(momentum.state_derivative(model, state[:3], state[3:], np.zeros(3)))

    beta = solve_ivp(rate, (0.0, 2.0), np.zeros(6), "DOP853", rtol=1e-10, atol=1e-10).y[:3, -1]
    np.testing.assert_allclose(np.cumsum(beta), celentano.RODS[2.0][0], atol=1e-7)
