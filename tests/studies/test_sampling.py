"""Samplings: a point depends on the seed and its index alone, and fills the cube as its kind promises."""

from typing import get_args

import numpy as np
import pytest
from scipy.stats import chi2, qmc

from internals import SCRAMBLE, SamplingKind, run_seed
from internals import StudySampling as Sampling


@pytest.mark.parametrize("kind", get_args(SamplingKind))
def test_any_interval_has_the_same_points(kind):
    sampling = Sampling(kind, 7, 300, (1, 2))
    whole = sampling.points(0, sampling.count)
    assert whole.shape == (sampling.count, 3)
    assert ((whole > 0) & (whole < 1)).all()
    for start, stop in [(0, 1), (1, 6), (3, 4), (255, 257), (17, 300), (5, 5)]:
        assert (sampling.points(start, stop) == whole[start:stop]).all()


@pytest.mark.parametrize("kind", ["random", "sobol", "saltelli"])
def test_more_samples_keep_the_earlier_ones(kind):
    few, many = (Sampling(kind, 7, count, (1, 1)) for count in (100, 5000))
    assert (few.points(0, few.count) == many.points(0, few.count)).all()


@pytest.mark.parametrize("kind", get_args(SamplingKind))
def test_seeds_differ(kind):
    one, other = (Sampling(kind, seed, 64, (1, 1)).points(0, 64) for seed in (0, 1))
    assert not np.intersect1d(one, other).size


def test_sobol_is_that_of_scipy():
    random = np.random.default_rng(np.random.SeedSequence(5, spawn_key=(SCRAMBLE,)))
    wanted = qmc.Sobol(6, bits=30, seed=random).random(2048)
    found = Sampling("sobol", 5, 2048, (6,)).points(0, 2048)
    assert np.abs(found - wanted).max() == 2.0**-31  # the middle of the cell


@pytest.mark.parametrize("count", [1, 2, 3, 10, 257, 1000])
def test_latin_samples_have_one_in_each_cell(count):
    found = Sampling("latin", 1, count, (1, 1, 1)).points(0, count)
    assert (np.sort((found * count).astype(int), axis=0) == np.arange(count)[:, None]).all()


def test_latin_permutations_are_equally_likely():
    cells = [(Sampling("latin", seed, 4, (1,)).points(0, 4)[:, 0] * 4).astype(int) for seed in range(1200)]
    _, counts = np.unique(cells, axis=0, return_counts=True)
    assert len(counts) == 24
    assert chi2(23).sf(((counts - 50) ** 2 / 50).sum()) > 1e-3
    columns = Sampling("latin", 1, 4096, (1, 1)).points(0, 4096)
    assert abs(np.corrcoef(columns.T)[0, 1]) < 0.05
    assert abs(np.corrcoef(columns[:-1, 0], columns[1:, 0])[0, 1]) < 0.05


def test_random_numbers_are_uniform_and_independent():
    found = Sampling("random", 3, 20000, (1, 1)).points(0, 20000)
    counts, _, _ = np.histogram2d(*found.T, bins=10, range=[[0, 1], [0, 1]])
    assert chi2(99).sf(((counts - 200) ** 2 / 200).sum()) > 1e-3


def test_saltelli_blocks_exchange_one_axis():
    sampling = Sampling("saltelli", 2, 8, (1, 2, 1))
    assert sampling.count == 8 * 5
    blocks = sampling.points(0, 40).reshape(8, 5, 4)
    A, B = blocks[:, 0], blocks[:, 4]
    for k, columns in enumerate(([0], [1, 2], [3])):
        others = [each for each in range(4) if each not in columns]
        assert (blocks[:, k + 1][:, columns] == B[:, columns]).all()
        assert (blocks[:, k + 1][:, others] == A[:, others]).all()
    assert not np.intersect1d(A, B).size


def test_seeds_of_runs_are_those_of_numpy():
    wanted = np.random.SeedSequence(9, spawn_key=(4, 2)).generate_state(1, np.uint64)[0]
    assert run_seed(9, (4, 2)) == int(wanted) >> 11 < 2**53
    assert len({run_seed(9, (i, j)) for i in range(20) for j in range(20)}) == 400
