"""Sobol indices against the exact values of the Ishigami function, and against an independent formula."""

import numpy as np
import pytest
from scipy.stats import qmc

import armillary as arm
from internals import sensitivities, sobol_indices
from made_up_sweep import blocks, grid, ishigami, samples

VARIANCE = 7**2 / 8 + 0.1 * np.pi**4 / 5 + 0.1**2 * np.pi**8 / 18 + 0.5
FIRST = np.array([0.5 * (1 + 0.1 * np.pi**4 / 5) ** 2, 7**2 / 8, 0]) / VARIANCE
TOTAL = FIRST + np.array([1, 0, 1]) * 0.1**2 * np.pi**8 * 8 / 225 / VARIANCE
"""Exact indices of the function with a = 7 and b = 0.1. T. Ishigami, T. Homma, 1990."""


def test_the_exact_values_are_the_published_ones():
    assert np.allclose(FIRST, [0.3139, 0.4424, 0], atol=5e-5)
    assert np.allclose(TOTAL, [0.5576, 0.4424, 0.2437], atol=5e-5)


def test_saltelli_blocks_give_first_and_total_indices():
    u = blocks(*np.split(qmc.Sobol(6, seed=1).random(4096), 2, axis=1))
    found = sobol_indices("y", ishigami(u), dict(zip("abc", u.T, strict=True)), "saltelli")
    assert np.all(np.abs(found.first - FIRST) < found.first_error)
    assert np.all(np.abs(found.total - TOTAL) < found.total_error)
    assert np.abs(found.first - FIRST).max() < 0.015
    assert np.abs(found.total - TOTAL).max() < 0.01
    assert 0.005 < found.first_error.max() < 0.06
    assert (found.count, found.lost) == (4096, 0)


def test_entries_of_a_row_are_one_axis():
    A, B = np.split(qmc.Sobol(6, seed=1).random(4096), 2, axis=1)
    ab = np.where([True, True, False], B, A)  # of the row (a, b)
    u = np.stack([A, ab, np.where([False, False, True], B, A), B], axis=1).reshape(-1, 3)
    found = sobol_indices("y", ishigami(u), dict(zip(("q[0]", "q[1]", "c"), u.T, strict=True)), "saltelli")
    assert found.axes == ("q[0], q[1]", "c")
    assert found.total == pytest.approx([1.0 - FIRST[2], TOTAL[2]], abs=0.02)
    with pytest.raises(arm.ArgumentError, match="in another order"):
        sobol_indices("y", ishigami(u), dict(zip("abc", np.roll(u, 1, axis=0).T, strict=True)), "saltelli")


def test_an_axis_with_one_value_has_no_influence():
    u = blocks(*np.split(qmc.Sobol(8, seed=1).random(256), 2, axis=1))
    x = {"a": u[:, 0], "never": np.ones(len(u)), "b": u[:, 2], "c": u[:, 3]}
    found = sobol_indices("y", ishigami(u[:, [0, 2, 3]]), x, "saltelli")
    assert found.axes == tuple(x)
    assert (found.first[1], found.total[1]) == (0.0, 0.0)


def test_intervals_hold_the_exact_values_about_as_often_as_they_say():
    hits = []
    for seed in range(40):
        u = blocks(*np.random.default_rng(seed).random((2, 128, 3)))
        found = sobol_indices("y", ishigami(u), dict(zip("abc", u.T, strict=True)), "saltelli", seed)
        hits += [np.abs(found.first - FIRST) < found.first_error, np.abs(found.total - TOTAL) < found.total_error]
    assert 0.88 < np.mean(hits) < 0.99


@pytest.mark.parametrize("sampling", ["random", "latin", "sobol"])
def test_other_samplings_give_first_order_indices_by_bins(sampling):
    makers = {
        "random": lambda: np.random.default_rng(0).random((4096, 3)),
        "latin": lambda: qmc.LatinHypercube(3, seed=0).random(4096),
        "sobol": lambda: qmc.Sobol(3, seed=0).random(4096),
    }
    u = makers[sampling]()
    found = sobol_indices("y", ishigami(u), dict(zip("abc", u.T, strict=True)), sampling)
    assert found.total is None
    assert np.abs(found.first - FIRST).max() < 0.02
    assert "saltelli" in " ".join(found.notes)


def test_axes_of_few_values_and_texts_have_a_bin_for_each():
    rng = np.random.default_rng(1)
    robot, mass = rng.choice(["a", "b", "c"], 3000), rng.random(3000)
    y = np.where(robot == "a", 1.0, 0.0) + mass
    found = sobol_indices("y", y, {"robot": robot, "mass": mass}, "random")
    parts = np.array([2 / 9, 1 / 12])
    assert np.allclose(found.first, parts / parts.sum(), atol=0.03)


def test_failed_blocks_are_left_out_and_said():
    found = sensitivities(samples(), "effort")
    assert (found.count, found.lost) == (63, 1)
    assert any("1 blocks of samples with failed runs" in line for line in found.notes)
    assert "Sobol indices of peak effort" in found.table()


def test_the_seed_of_the_study_decides_the_intervals():
    one, other = samples(), samples()
    other.attrs["study"] = other.attrs["study"].replace("seed = 3", "seed = 4")
    first, same, second = (sensitivities(each, "effort").first_error for each in (one, samples(), other))
    assert np.array_equal(first, same)
    assert not np.array_equal(first, second)


def test_a_constant_output_has_no_indices():
    u = np.random.default_rng(0).random((100, 1))
    found = sobol_indices("y", np.ones(100), {"a": u[:, 0]}, "random")
    assert np.isnan(found.first).all()


def test_what_cannot_be_estimated_is_refused():
    with pytest.raises(arm.ArgumentError, match="without random axes"):
        sensitivities(grid(), "error")
    with pytest.raises(arm.ArgumentError, match="samples: 3 blocks; expected at least 8"):
        sensitivities(samples(count=4), "time")
    shuffled = samples("random", 320).assign_attrs(study=samples().attrs["study"])
    with pytest.raises(arm.ArgumentError, match="in another order"):
        sensitivities(shuffled, "effort")
