"""Zero and constant entries, blocks, and indices without units: against closed forms and invariances."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Candidate, Joint, Limits, Link, Placement, Robot, inertia, newton_euler, random_configuration
from random_robots import random_robot
from samples import some


def candidate(robot, motors="none", **options):
    return Candidate(arm.model(robot, motors=motors), **{"samples": 200} | options)


def measured(robot, **options):
    return {one.key.partition(".")[2]: one for one in inertia.measures(candidate(robot, **options))}


def arms(*axes, kinds=None, size=1.0):
    """A chain of unit links along x, joints with these axes."""
    kinds = kinds or "R" * len(axes)
    body = ((0.2, 0.0, 0.0), (0.0, 0.3, 0.0), (0.0, 0.0, 0.4))
    links = tuple(Link(f"l{i}", 1.0 + i, (0.5, 0.0, 0.0), body) for i in range(len(axes)))
    joints = tuple(
        Joint(
            f"j{i}",
            "revolute" if kinds[i] == "R" else "prismatic",
            f"l{i - 1}" if i else "base",
            f"l{i}",
            Placement((size, 0.0, 0.0) if i else (0.0, 0.0, 0.0)),
            axis=axis,
            limits=Limits(-1.0, 1.0),
        )
        for i, axis in enumerate(axes)
    )
    return Robot("chain", links, joints)


X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def test_three_orthogonal_slides_do_not_couple():
    found = measured(arms(X, Y, Z, kinds="PPP"))
    assert (found["zero_entries"].value, found["constant_entries"].value, found["blocks"].value) == (3, 3, 3)
    for name, value in (("off_diagonal", 0.0), ("condition", 1.0)):
        assert found[name].value == pytest.approx(value, abs=1e-12)
        assert found[f"{name}_worst"].value == pytest.approx(value, abs=1e-12)


def test_planar_two_links():
    """M22 is constant; M11 = a + 2 b cos q2 and M12 = c + b cos q2 are not; nothing is zero."""
    found = measured(arms(Z, Z))
    assert (found["zero_entries"].value, found["constant_entries"].value, found["blocks"].value) == (0, 1, 1)


def test_a_vertical_slide_below_a_planar_arm_is_a_block_of_its_own():
    """As of the RTX: the slide carries all mass, and the hinges turn about its direction."""
    robot = arms(Z, Z, Z, kinds="PRR")
    found = measured(robot)
    assert inertia.pattern(candidate(robot)).blocks == [[0], [1, 2]]
    assert (found["zero_entries"].value, found["constant_entries"].value) == (2, 2)
    assert found["blocks"].note == "3 coordinates: 1 + 2"


@pytest.mark.parametrize("name", ["planar-3r", "stanford", "rtx", "puma560", "panda", "spherical-chain", "ur5"])
def test_what_expressions_say_the_sample_confirms(name):
    one = candidate(arm.library.get(name), motors="full")
    known, none = inertia.numbers(one.model)
    found = inertia.pattern(one)
    assert np.all(found.constant[known])
    assert np.all(found.zero[none])
    assert found.hidden == np.triu((found.constant & ~known) | (found.zero & ~none)).sum()


@pytest.mark.parametrize("seed", some(range(5), 3))
def test_pattern_of_random_trees_against_newton_euler(seed):
    """Branches do not couple but through what they share; M of an independent formulation has the same pattern."""
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 6, kinds="RRS", motors=False)
    one = candidate(robot)
    found = inertia.pattern(one)
    M = np.array([newton_euler.mass_matrix(one.model, random_configuration(one.model, rng)) for _ in range(40)])
    np.testing.assert_array_equal(found.zero, np.abs(M).max(axis=0) < 1e-10)
    np.testing.assert_array_equal(found.constant, np.ptp(M, axis=0) < 1e-10)
    apart = ~(one.model.moves.T.astype(int) @ one.model.moves.astype(int)).astype(bool)
    assert np.all(found.zero[apart])
    for block in found.blocks:
        others = np.setdiff1d(np.arange(one.model.nv), block)
        assert np.all(found.zero[np.ix_(block, others)])
    assert sorted(k for block in found.blocks for k in block) == list(range(one.model.nv))


def test_entries_that_change_only_as_links_bend_are_not_constant():
    one = candidate(arm.library.get("flexrob"), motors="full")
    straight = one.dyn.mass_matrix(one.configurations)
    seems = np.ptp(straight, axis=0) <= 1e-12 * np.abs(straight).max()
    found = inertia.pattern(one).constant
    assert np.all(seems[found])
    assert found.sum() < seems.sum()


def test_few_samples_do_not_make_entries_constant():
    assert measured(arms(Z, Z), samples=1)["constant_entries"].value == 1


def test_indices_do_not_depend_on_units():
    rng = np.random.default_rng(1)
    A = rng.normal(size=(20, 5, 5))
    M = A @ A.transpose(0, 2, 1) + 0.1 * np.eye(5)
    units = np.diag([1e-3, 1.0, 50.0, 1e4, 0.2])
    for index in (inertia.off_diagonal_ratio, inertia.condition):
        np.testing.assert_allclose(index(units @ M @ units), index(M), rtol=1e-9)
    np.testing.assert_allclose(inertia.scaled(M).diagonal(axis1=1, axis2=2), 1.0)


def test_scaling_is_within_a_factor_n_of_the_best():
    """[VanDerSluis1969]: no diagonal scaling has a condition below 1/n of that with a unit diagonal."""
    rng = np.random.default_rng(2)
    for n in (2, 4):
        A = rng.normal(size=(n, n))
        M = A @ A.T
        ours = inertia.condition(M[None])[0]
        scalings = 10 ** rng.uniform(-2, 2, (3000, n))
        others = np.linalg.cond(scalings[:, :, None] * M * scalings[:, None, :])
        assert others.min() >= ours / n
    # For two coordinates it is the best.
    M = np.array([[4.0, 1.5], [1.5, 1.0]])
    scales = np.geomspace(0.01, 100, 2001)
    best = min(np.linalg.cond(M * np.outer([1, s], [1, s])) for s in scales)
    assert inertia.condition(M[None])[0] == pytest.approx((1 + 0.75) / (1 - 0.75))
    assert inertia.condition(M[None])[0] <= best * (1 + 1e-9)


def test_indices_by_hand():
    M = np.array([[[4.0, 1.0], [1.0, 1.0]]])  # C12 = 1/2
    assert inertia.off_diagonal_ratio(M)[0] == pytest.approx(0.5)
    assert inertia.condition(M)[0] == pytest.approx(3.0)
    assert np.isinf(inertia.condition(np.ones((1, 2, 2)))[0])


def test_mean_and_worst_belong_to_the_sample():
    one = candidate(arm.library.get("planar-3r"))
    found = {each.key: each for each in inertia.measures(one)}
    C = [newton_euler.mass_matrix(one.model, q) for q in one.configurations]
    values = np.array([np.linalg.cond(m / np.sqrt(np.outer(np.diag(m), np.diag(m)))) for m in C])
    assert found["inertia.condition"].value == pytest.approx(values.mean())
    assert found["inertia.condition"].error == pytest.approx(values.std(ddof=1) / np.sqrt(len(values)))
    assert found["inertia.condition_worst"].value == pytest.approx(values.max())


def test_a_coordinate_without_inertia_is_said():
    robot = arms(Z, Z)
    empty = Link("l1", 0.0, (0.0, 0.0, 0.0), ((0.0,) * 3,) * 3)
    found = measured(replace(robot, links=(robot.links[0], empty)))
    for name in ("off_diagonal", "condition", "condition_worst"):
        assert found[name].value is None
        assert "singular" in found[name].note
