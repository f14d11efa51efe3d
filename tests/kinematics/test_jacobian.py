"""Jacobians, their derivatives and rates against differentiated poses."""

import numpy as np
import pytest

import armillary as arm
from internals import (
    body_poses,
    frame_acceleration,
    frame_velocity,
    jacobian,
    jacobian_derivatives,
    jacobian_dot,
    link_positions,
    point_jacobian,
    pose,
    world_twists,
)
from random_robots import random_robot, random_state
from samples import some

SEEDS = some(range(12), 6)


def spatial(seed, kinds="RRRPSF", n=None):
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, n or int(rng.integers(1, 9)), kinds))
    return model, *random_state(rng, model)


def axial(A):
    """The vector of the skew part of a matrix."""
    return np.array([A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]]) / 2


def along(model, q, function, step=1e-5):
    """Central differences of a function of q along every velocity direction, last axis."""
    sides = [[function(model.integrate(q, sign * step * unit)) for sign in (1, -1)] for unit in np.eye(model.nv)]
    return np.stack([(ahead - behind) / (2 * step) for ahead, behind in sides], axis=-1)


@pytest.mark.parametrize("seed", SEEDS)
def test_columns_are_velocities_of_the_pose_by_complex_step(seed):
    model, q, _, _ = spatial(seed, "RRPF")
    R, J = pose(model, q)[:3, :3], jacobian(model, q)
    for k in range(model.nv):
        nudged = q.astype(complex)
        nudged[k] += 1e-30j
        slope = pose(model, nudged).imag / 1e-30
        np.testing.assert_allclose(J[:3, k], axial(slope[:3, :3] @ R.T), atol=1e-13)
        np.testing.assert_allclose(J[3:, k], slope[:3, 3], atol=1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_columns_are_velocities_of_the_pose_with_ball_joints(seed):
    model, q, _, _ = spatial(seed, "SRP", n=7)
    R, J = pose(model, q)[:3, :3], jacobian(model, q)
    slopes = along(model, q, lambda q: pose(model, q))
    for k in range(model.nv):
        np.testing.assert_allclose(J[:3, k], axial(slopes[:3, :3, k] @ R.T), atol=1e-8)
        np.testing.assert_allclose(J[3:, k], slopes[:3, 3, k], atol=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_derivatives_of_the_jacobian(seed):
    model, q, _, _ = spatial(seed)
    D = jacobian_derivatives(model, q)
    np.testing.assert_allclose(D, along(model, q, lambda q: jacobian(model, q)), atol=2e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_rate_is_the_derivatives_times_the_velocity(seed):
    model, q, qd, _ = spatial(seed)
    D = jacobian_derivatives(model, q)
    np.testing.assert_allclose(jacobian_dot(model, q, qd), D @ qd, atol=1e-12 * max(1, np.abs(D).max()))


@pytest.mark.parametrize("seed", SEEDS)
def test_second_derivatives_commute_up_to_the_brackets_of_ball_joints(seed):
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 7, "SSR", tree=False))
    q, _, _ = random_state(rng, model)
    D = jacobian_derivatives(model, q)[3:]
    swapped = D - D.transpose(0, 2, 1)  # D_j J_k − D_k J_j = J [e_j, e_k]
    expected = np.zeros_like(D)
    J = jacobian(model, q)[3:]
    for joint in model.joints:
        brackets = np.einsum("ml,ljk->mkj", J[:, joint.v], joint.kind.brackets)
        expected[:, joint.v, joint.v] = brackets
    assert np.abs(expected).max() > 0.1  # there are ball joints
    np.testing.assert_allclose(swapped, expected, atol=1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_acceleration_differentiates_velocity(seed):
    model, q, qd, qdd = spatial(seed)
    h = 1e-5

    def velocity(t):
        # To first order in t around 0, where the acceleration is asked for, this is the motion (q, qd, qdd).
        return frame_velocity(model, model.integrate(q, t * qd), qd + t * qdd)

    slope = (velocity(h) - velocity(-h)) / (2 * h)
    ours = frame_acceleration(model, q, qd, qdd)
    np.testing.assert_allclose(ours, slope, atol=1e-7 * max(1, np.abs(ours).max()))


@pytest.mark.parametrize("seed", SEEDS)
def test_twists_of_all_bodies_are_their_jacobians_times_the_velocity(seed):
    model, q, qd, _ = spatial(seed)
    poses = body_poses(model, q)
    twists = world_twists(model, q, poses, qd)
    origins = link_positions(model, q)
    for i, _ in model.outward():
        expected = point_jacobian(model, q, poses, i, origins[i]) @ qd
        np.testing.assert_allclose(np.concatenate(twists[i]), expected, atol=1e-12)


def test_joints_on_other_branches_do_not_move_the_frame():
    for seed in range(30):
        model, q, _, _ = spatial(seed, "R", n=6)
        off = ~model.moves[model.frame("tip").body]
        if off.any():
            assert np.all(jacobian(model, q)[:, off] == 0)
            assert np.all(jacobian_derivatives(model, q)[:, off] == 0)
            return
    pytest.fail("no seed gave a robot with branches")
