"""Redundancy resolution and self-motion to the best configuration."""

import numpy as np
import pytest
from scipy.optimize import minimize

import armillary
from armillary import ArgumentError
from armillary.errors import SingularityError
from internals import (
    condition_number,
    condition_number_gradient,
    gravity_norm_gradient,
    manipulability,
    manipulability_gradient,
    maximise_in_null_space,
    planar,
    pose,
    resolve_velocity,
    singular_values,
    task_jacobian,
)
from internals import formulations_gravity_norm as gravity_norm
from random_robots import random_robot, random_state


def planar_arm(n):
    return armillary.model(planar([1.0] * n, [1.0] * n, coms=[0.5] * n, inertias=[0.1] * n))


def spatial(seed, n, kinds="R"):
    rng = np.random.default_rng(seed)
    model = armillary.model(random_robot(rng, n, kinds, tree=False))
    return model, random_state(rng, model)[0], rng


@pytest.mark.crossed
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("task", ["position", "orientation", "pose"])
def test_resolved_rates_do_the_task_and_climb_in_its_null_space(seed, task):
    model, q, rng = spatial(seed, 8, "RRP")
    J = task_jacobian(model, q, task=task)
    assert singular_values(model, q, task=task).U.shape[1] == len(J)
    wanted, phi = rng.normal(size=len(J)), rng.normal(size=model.nv)
    rates = resolve_velocity(model, q, wanted, phi, 2.5, task=task)
    np.testing.assert_allclose(J @ rates, wanted, atol=1e-9)
    still = resolve_velocity(model, q, np.zeros(len(J)), phi, 2.5, task=task)
    np.testing.assert_allclose(J @ still, 0, atol=1e-10)
    assert still @ phi == pytest.approx(still @ still / 2.5)  # an orthogonal projection
    least = resolve_velocity(model, q, wanted, task=task)
    np.testing.assert_allclose(least, np.linalg.pinv(J) @ wanted, atol=1e-8)


def test_a_planar_arm_drops_what_leaves_its_plane():
    model, q = planar_arm(4), [0.3, 0.5, -0.7, 0.4]
    rates = resolve_velocity(model, q, [0.1, -0.2, 5.0])
    np.testing.assert_allclose(task_jacobian(model, q) @ rates, [0.1, -0.2, 0.0], atol=1e-14)


@pytest.mark.crossed
@pytest.mark.parametrize(
    ("value", "gradient", "sign"),
    [
        (manipulability, manipulability_gradient, 1),
        (condition_number, condition_number_gradient, -1),
        (gravity_norm, gravity_norm_gradient, -1),
    ],
)
@pytest.mark.parametrize("q0", [[0.5, 1.0, -1.0, -1.0], [0.3, -0.8, 0.9, 1.2], [2.0, 0.4, -0.9, 0.7]])
def test_the_optimum_is_a_local_one_by_another_solver(value, gradient, sign, q0):
    model = planar_arm(4)

    def goal(q):
        return sign * value(model, q)

    q = maximise_in_null_space(model, q0, goal, lambda q: sign * gradient(model, q))
    x0 = pose(model, q0)[:2, 3]
    np.testing.assert_allclose(pose(model, q)[:2, 3], x0, atol=1e-12)
    assert goal(q) > goal(q0)
    rng = np.random.default_rng(0)
    other = minimize(
        lambda p: -goal(p),
        q + 1e-2 * rng.normal(size=4),
        constraints={"type": "eq", "fun": lambda p: pose(model, p)[:2, 3] - x0},
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 200},
    )
    assert goal(q) >= -other.fun - 1e-9 * abs(other.fun)
    np.testing.assert_allclose(other.x, q, atol=1e-3)


@pytest.mark.crossed
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("task", "kinds", "n"), [("position", "RRS", 7), ("orientation", "R", 5), ("pose", "R", 8)])
def test_spatial_robots_keep_their_task_and_reach_a_stationary_point(seed, task, kinds, n):
    model, q0, _ = spatial(seed, n, kinds)

    def gradient(q):
        return manipulability_gradient(model, q, task="position")

    q = maximise_in_null_space(model, q0, lambda q: manipulability(model, q), gradient, task=task)
    T0, T = pose(model, q0), pose(model, q)
    if task != "orientation":
        np.testing.assert_allclose(T[:3, 3], T0[:3, 3], atol=1e-11)
    if task != "position":
        np.testing.assert_allclose(T[:3, :3], T0[:3, :3], atol=1e-11)
    assert manipulability(model, q) >= manipulability(model, q0)
    rows = len(task_jacobian(model, q, task=task))
    climbing = resolve_velocity(model, q, np.zeros(rows), gradient(q), task=task)
    assert np.linalg.norm(climbing) < 1e-7 * np.linalg.norm(gradient(q))


def test_a_minimum_is_left_and_a_flat_index_is_not_chased():
    model, q0 = planar_arm(3), np.array([0.2, 0.9, 0.4])
    free = np.linalg.svd(task_jacobian(model, q0)[:2])[2][2]
    q = maximise_in_null_space(
        model, q0, lambda q: float(np.sin(free @ (q - q0)) ** 2), lambda q: np.sin(2 * (free @ (q - q0))) * free
    )
    assert np.sin(free @ (q - q0)) ** 2 > 0.01
    np.testing.assert_array_equal(maximise_in_null_space(model, q0, lambda q: 7.0, lambda q: np.zeros(3)), q0)


def test_without_redundancy_the_robot_stays():
    model, q = planar_arm(2), np.array([0.3, 0.8])
    best = maximise_in_null_space(
        model, q, lambda q: manipulability(model, q), lambda q: manipulability_gradient(model, q)
    )
    np.testing.assert_array_equal(best, q)


def test_singular_configurations_are_refused():
    with pytest.raises(SingularityError, match="singular configuration"):
        resolve_velocity(planar_arm(3), [0.3, 0.0, 0.0], [1.0, 0.0, 0.0])


def test_wrong_arguments():
    model = planar_arm(3)
    with pytest.raises(ArgumentError, match="xd_dot"):
        resolve_velocity(model, [0.3, 0.2, 0.1], [1.0, 0.0])
    arm, q, _ = spatial(0, 6)
    with pytest.raises(ArgumentError, match="all of rows"):
        maximise_in_null_space(arm, q, lambda q: 0.0, lambda q: q, task=(0, 3, 4))
    # In the plane one angular row says all about the orientation.
    best = maximise_in_null_space(
        planar_arm(4), [0.3, 0.2, 0.1, 0.4], lambda q: -q @ q, lambda q: -2 * q, task=(2, 3, 4)
    )
    assert best.sum() == pytest.approx(1.0, abs=1e-12)
