"""Manipulability, condition number and gravity norm: identities, invariance, exact gradients, singularities."""

import dataclasses
import math

import numpy as np
import pytest

import armillary
from armillary import ArgumentError, library
from armillary.errors import SingularityError
from internals import (
    Frame,
    Joint,
    Link,
    Placement,
    Robot,
    body_poses,
    condition_number,
    condition_number_gradient,
    derivatives,
    gravity_jacobian,
    gravity_norm_gradient,
    gravity_torques,
    jacobian,
    manipulability,
    manipulability_gradient,
    matrix,
    newton_euler,
    planar,
    singular_values,
    task_jacobian,
    task_rank,
    vector,
)
from internals import (
    formulations_gravity_norm as gravity_norm,
)
from random_robots import random_robot, random_rotation, random_state

SEEDS = range(10)
TASKS = ["position", "orientation", "pose", (3, 4), (2, 3, 5)]


def spatial(seed, kinds="RRRPSF", n=None, tree=True):
    rng = np.random.default_rng(seed)
    model = armillary.model(random_robot(rng, n or int(rng.integers(1, 9)), kinds, tree=tree))
    return model, random_state(rng, model)[0]


def planar_model(n, seed=0, turned=False):
    rng = np.random.default_rng(seed)
    lengths = rng.uniform(0.2, 1.5, n)
    robot = planar(
        lengths, rng.uniform(0.5, 3, n), coms=lengths * rng.uniform(0, 1, n), inertias=rng.uniform(0, 0.2, n)
    )
    if turned:
        placement = Placement((0.3, -0.2, 0.7), matrix(random_rotation(rng)))
        robot = dataclasses.replace(robot, base_placement=placement)
    return armillary.model(robot), rng.uniform(-2, 2, n)


def slopes(model, q, function, step=2e-6):
    return np.array(
        [
            (function(model.integrate(q, step * unit)) - function(model.integrate(q, -step * unit))) / (2 * step)
            for unit in np.eye(model.nv)
        ]
    )


def gantry():
    """Three crossed slides."""
    names = ["base", "x", "y", "z"]
    return armillary.model(
        Robot(
            name="gantry",
            links=tuple(Link(name, 1.0) for name in names[1:]),
            joints=tuple(
                Joint(f"slide {child}", "prismatic", parent, child, axis=vector(axis))
                for parent, child, axis in zip(names, names[1:], np.eye(3), strict=False)
            ),
        )
    )


# The definitions


@pytest.mark.parametrize("seed", SEEDS)
def test_manipulability_is_the_root_of_the_determinant(seed):
    model, q = spatial(seed, "RRP", 7, tree=False)
    for task in ("position", "orientation", "pose"):
        J = task_jacobian(model, q, task=task)
        if task_rank(model, "tip", task) == len(J):
            expected = math.sqrt(np.linalg.det(J @ J.T))
            assert manipulability(model, q, task=task) == pytest.approx(expected, rel=1e-9)
            assert condition_number(model, q, task=task) == pytest.approx(np.linalg.cond(J), rel=1e-6)


def test_fewer_joints_than_rows_take_the_other_determinant():
    model, q = spatial(1, "R", 2, tree=False)
    J = task_jacobian(model, q)
    assert task_rank(model) == 2
    assert manipulability(model, q) == pytest.approx(math.sqrt(np.linalg.det(J.T @ J)), rel=1e-12)


@pytest.mark.crossed
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("task", TASKS)
def test_the_polynomial_for_other_scalars_is_the_product_of_singular_values(seed, task):
    model, q = next(pair for pair in map(spatial, range(seed, 100, len(SEEDS))) if task_rank(pair[0], "tip", task))
    w = manipulability(model, q, task=task)
    assert complex(manipulability(model, q.astype(complex), task=task)) == pytest.approx(w, rel=1e-6, abs=1e-12)


def test_it_runs_on_symbols():
    import sympy

    model, q = planar_model(3, 4)
    symbols = sympy.symbols("a b c")
    w = manipulability(model, np.array(symbols))
    value = w.subs(dict(zip(symbols, q, strict=True)))
    assert float(value) == pytest.approx(manipulability(model, q), rel=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_plane_may_lie_anywhere(seed):
    flat, q = planar_model(4, seed)
    turned, _ = planar_model(4, seed, turned=True)
    J = jacobian(flat, q)[3:5]
    assert task_rank(turned) == 2
    assert task_rank(turned, task="orientation") == 1
    assert task_rank(turned, task="pose") == 3
    assert manipulability(turned, q) == pytest.approx(math.sqrt(np.linalg.det(J @ J.T)), rel=1e-12)
    assert condition_number(turned, q) == pytest.approx(condition_number(flat, q), rel=1e-11)
    assert manipulability(turned, q, task="pose") == pytest.approx(manipulability(flat, q, task="pose"), rel=1e-11)
    for gradient in (manipulability_gradient, condition_number_gradient):
        ours, theirs = gradient(turned, q), gradient(flat, q)
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-10 * np.abs(theirs).max())


def test_a_ball_joint_has_two_directions_at_its_tip():
    robot = Robot(
        name="ball",
        links=(Link("rod", 1.0),),
        joints=(Joint("ball", "spherical", "base", "rod"),),
        frames=(Frame("tip", "rod", Placement((0.0, 0.0, 0.5))),),
    )
    model = armillary.model(robot)
    q = model.integrate(model.neutral, [0.3, 1.0, -0.7])
    assert task_rank(model) == 2
    assert manipulability(model, q) == pytest.approx(0.25, rel=1e-12)
    assert condition_number(model, q) == pytest.approx(1.0, rel=1e-12)
    np.testing.assert_allclose(manipulability_gradient(model, q), 0, atol=1e-14)


def test_joints_on_other_branches_change_nothing():
    arm, q = planar_model(3, 2)
    robot = arm.robot
    branch = Joint("other", "revolute", "link1", "branch", axis=(0.0, 1.0, 0.0))
    tree = armillary.model(
        dataclasses.replace(robot, links=(*robot.links, Link("branch", 1.0)), joints=(*robot.joints, branch))
    )
    both = np.array([*q, 0.4])
    assert manipulability(tree, both) == pytest.approx(manipulability(arm, q), rel=1e-13)
    np.testing.assert_allclose(manipulability_gradient(tree, both)[:3], manipulability_gradient(arm, q), atol=1e-14)
    assert manipulability_gradient(tree, both)[3] == 0


# Gradients of the kinematic indices


@pytest.mark.crossed
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("task", TASKS)
def test_gradients_against_central_differences(seed, task):
    model, q = spatial(seed, n=int(np.random.default_rng(seed).integers(3, 9)), tree=False)
    rng = np.random.default_rng(seed)
    while (at_q := singular_values(model, q, task=task)).sigma[-1] < 1e-2 * at_q.sigma[0]:
        q = random_state(rng, model)[0]  # differences need some distance from singularities
    w = slopes(model, q, lambda q: manipulability(model, q, task=task))
    ours = manipulability_gradient(model, q, task=task)
    np.testing.assert_allclose(ours, w, atol=1e-7 * max(1, np.abs(w).max()))
    if len(at_q.sigma) > 1 and np.min(-np.diff(at_q.sigma)) > 1e-3 * at_q.sigma[0]:
        rho = slopes(model, q, lambda q: condition_number(model, q, task=task))
        ours = condition_number_gradient(model, q, task=task)
        np.testing.assert_allclose(ours, rho, atol=1e-6 * max(1, np.abs(rho).max()))


@pytest.mark.crossed
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("task", ["position", "pose"])
def test_manipulability_gradient_against_the_complex_step(seed, task):
    model, q = spatial(seed, "RRPF", 7, tree=False)
    assert not singular_values(model, q, task=task).at_singularity
    gradient = manipulability_gradient(model, q, task=task)
    exact = np.empty(model.nv)
    for k in range(model.nv):
        nudged = q.astype(complex)
        nudged[k] += 1e-30j
        exact[k] = manipulability(model, nudged, task=task).imag / 1e-30
    np.testing.assert_allclose(gradient, exact, atol=1e-9 * np.abs(exact).max())


# Singular and isotropic configurations


@pytest.mark.parametrize("task", ["position", (3, 4)])
def test_at_a_singularity_values_are_finite_or_infinite_and_gradients_refuse(task):
    model = armillary.model(planar([1, 1, 1], [1, 1, 1], coms=[0.5] * 3, inertias=[0.1] * 3))
    straight = [0.3, 0.0, 0.0]
    assert manipulability(model, straight, task=task) == pytest.approx(0, abs=1e-14)
    assert condition_number(model, straight, task=task) == math.inf
    for gradient in (manipulability_gradient, condition_number_gradient):
        with pytest.raises(SingularityError, match="singular configuration"):
            gradient(model, straight, task=task)


def test_an_isotropic_point_has_a_condition_number_without_gradient():
    # l_1 = √2 l_2 at q_2 = 135°: the Jacobian's columns are orthogonal and equally long.
    model = armillary.model(planar([math.sqrt(2), 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1]))
    q = [0.4, 0.75 * np.pi]
    assert condition_number(model, q) == pytest.approx(1.0, abs=1e-12)
    with pytest.raises(SingularityError, match="kink"):
        condition_number_gradient(model, q)
    # Around it the gradient exists and leads back.
    assert condition_number_gradient(model, [0.4, 0.75 * np.pi + 1e-3])[1] > 0.1
    assert condition_number_gradient(model, [0.4, 0.75 * np.pi - 1e-3])[1] < -0.1


def test_a_gantry_is_isotropic_everywhere_and_smooth():
    model, q = gantry(), np.array([0.1, -0.4, 0.6])
    assert (manipulability(model, q), condition_number(model, q)) == (1.0, 1.0)
    np.testing.assert_array_equal(manipulability_gradient(model, q), 0)
    np.testing.assert_array_equal(condition_number_gradient(model, q), 0)


def test_one_direction_has_condition_number_one():
    model, q = planar_model(1)
    assert condition_number(model, q) == 1.0
    np.testing.assert_array_equal(condition_number_gradient(model, q), 0)


# Gravity


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("motors", ["full", "none"])
def test_gravity_torques_are_those_of_newton_and_euler(seed, motors):
    rng = np.random.default_rng(seed)
    model = armillary.model(random_robot(rng, int(rng.integers(1, 10))), motors=motors)
    q = random_state(rng, model)[0]
    expected = newton_euler.gravity(model, q)
    np.testing.assert_allclose(gravity_torques(model, q), expected, atol=1e-12 * max(1, np.abs(expected).max()))


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_jacobian_is_the_sum_over_all_lumps(seed):
    model, q = spatial(seed)
    poses = body_poses(model, q)
    expected = np.zeros((model.nv, model.nv))
    for i, _ in model.outward():
        R, o = poses[i]
        for part in model.bodies[i].rigid_parts:
            _, D = derivatives(model, q, poses, i, o + R @ part.com)
            expected -= part.mass * np.einsum("x,xij->ij", model.gravity, D[3:])
    np.testing.assert_allclose(gravity_jacobian(model, q), expected, atol=1e-12 * max(1, np.abs(expected).max()))


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_gradients_against_central_differences(seed):
    model, q = spatial(seed)
    W = np.random.default_rng(seed).normal(size=(model.nv, model.nv))  # not symmetric
    expected = slopes(model, q, lambda q: newton_euler.gravity(model, q)).T
    np.testing.assert_allclose(gravity_jacobian(model, q), expected, atol=1e-7 * max(1, np.abs(expected).max()))
    for weights in (None, W):
        p = slopes(model, q, lambda q, weights=weights: gravity_norm(model, q, weights))
        ours = gravity_norm_gradient(model, q, weights)
        np.testing.assert_allclose(ours, p, atol=1e-7 * max(1, abs(gravity_norm(model, q, weights))))


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_norm_gradient_against_the_complex_step(seed):
    model, q = spatial(seed, "RRPF")
    W = np.random.default_rng(seed).normal(size=(model.nv, model.nv))
    exact = np.empty(model.nv)
    for k in range(model.nv):
        nudged = q.astype(complex)
        nudged[k] += 1e-30j
        g = newton_euler.gravity(model, nudged)
        exact[k] = (g @ W @ g).imag / 1e-30
    np.testing.assert_allclose(
        gravity_norm_gradient(model, q, W), exact, rtol=1e-9, atol=1e-11 * max(1, np.abs(exact).max())
    )


# Arguments


@pytest.mark.parametrize("task", ["speed", (), (0, 6), (1, 1)])
def test_a_task_that_does_not_exist_is_refused(task):
    model, q = planar_model(3)
    with pytest.raises(ArgumentError, match="task"):
        manipulability(model, q, task=task)


def test_a_frame_that_does_not_move_is_refused():
    model, q = planar_model(3)
    with pytest.raises(ArgumentError, match="no joint moves"):
        manipulability(model, q, frame="base")
    with pytest.raises(ArgumentError, match="no joint moves"):
        condition_number(gantry(), np.zeros(3), task="orientation")


def test_weights_of_another_shape_are_refused():
    model, q = planar_model(3)
    with pytest.raises(ArgumentError, match=r"\(3, 3\)"):
        gravity_norm(model, q, np.ones(3))


def test_singular_values_need_real_numbers():
    model, q = planar_model(3)
    with pytest.raises(ArgumentError, match="complex"):
        condition_number(model, q.astype(complex))


@pytest.mark.parametrize("name", ["stanford", "rpr-orthogonal"])
def test_a_task_that_is_isotropic_everywhere_has_gradient_zero(name):
    """ρ ≡ 1: rates of singular values are rounding there, and no kink."""
    model = armillary.model(library.get(name))
    rng = np.random.default_rng(0)
    for _ in range(10):
        gradient = condition_number_gradient(model, rng.normal(size=3), task="orientation")
        np.testing.assert_allclose(gradient, 0, atol=1e-12)


@pytest.mark.parametrize("task", [5, ("a",), (1.5,), (), (0, 0), (7,), None])
def test_tasks_that_are_none(task):
    with pytest.raises(ArgumentError, match="task"):
        condition_number(armillary.model(library.get("stanford")), [0.1, 0.2, 0.3], task=task)
