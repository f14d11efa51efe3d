"""Kinematics and indices of flexible robots: Jacobians, their rates and gradients against exact derivatives."""

from functools import cache

import numpy as np
import pytest

import armillary as arm
from internals import (
    BENT,
    Beam,
    Joint,
    Link,
    Modes,
    Robot,
    Section,
    Station,
    condition_number,
    condition_number_gradient,
    frame_acceleration,
    frame_velocity,
    gravity_jacobian,
    gravity_norm_gradient,
    gravity_torques,
    jacobian,
    jacobian_derivatives,
    jacobian_dot,
    joint_count,
    manipulability,
    manipulability_gradient,
    newton_euler,
    pose,
    random_configuration,
    random_state,
    singular_values,
    spans,
    task_rank,
)
from internals import (
    formulations_gravity_norm as gravity_norm,
)
from random_flexible import random_flexible_robot, random_flexible_state
from samples import some

SEEDS = some(range(12), 6)
STEP = 1e-30


@cache
def sample(seed, kinds="RRRPSF", n=None):
    rng = np.random.default_rng(500 + seed)
    model = arm.model(random_flexible_robot(rng, n or 1 + seed % 4, kinds, tree=False))
    return model, *random_flexible_state(rng, model)


def along(model, q, function):
    """The derivatives of a function along the velocity directions, by the complex step, last axis."""
    moved = [q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv)]
    return np.stack([np.imag(function(point)) / STEP for point in moved], axis=-1)


def close(ours, theirs, tolerance=1e-12):
    np.testing.assert_allclose(ours, theirs, atol=tolerance * (1 + np.abs(theirs).max()))


def axial(W):
    return np.array([W[2, 1], W[0, 2], W[1, 0]])


@pytest.mark.parametrize("seed", SEEDS)
def test_jacobians_of_all_frames_are_velocities_of_their_poses(seed):
    model, q, *_ = sample(seed)
    for frame in model.frames:
        R, J = pose(model, q, frame)[:3, :3], jacobian(model, q, frame)
        slopes = along(model, q, lambda q, frame=frame: pose(model, q, frame))
        close(J[3:], slopes[:3, 3])
        close(J[:3], np.stack([axial(slopes[:3, :3, k] @ R.T) for k in range(model.nv)], axis=1))


@pytest.mark.parametrize("seed", SEEDS)
def test_derivatives_and_rate_of_the_jacobian(seed):
    model, q, qd, qdd = sample(seed)
    D = along(model, q, lambda q: jacobian(model, q))
    close(jacobian_derivatives(model, q), D)
    close(jacobian_dot(model, q, qd), D @ qd)
    moved, faster = q + 1j * STEP * model.rate(q, qd), qd + 1j * STEP * qdd
    close(frame_acceleration(model, q, qd, qdd), np.imag(frame_velocity(model, moved, faster)) / STEP)


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_torques_and_their_derivatives(seed):
    model, q, *_ = sample(seed)
    close(gravity_torques(model, q), newton_euler.gravity(model, q))
    close(gravity_jacobian(model, q), along(model, q, lambda q: newton_euler.gravity(model, q)))
    W = np.random.default_rng(seed).normal(size=(model.nv, model.nv))
    for weights in (None, W):
        slope = along(model, q, lambda q, weights=weights: gravity_norm(model, q, weights))
        close(gravity_norm_gradient(model, q, weights), slope)


@pytest.mark.parametrize("seed", SEEDS)
def test_gradients_of_indices(seed):
    model, q, *_ = sample(seed, "RRP", 3)
    assert task_rank(model, "tip", "position") == 3
    for elastic in (False, True):
        slope = along(model, q, lambda q, elastic=elastic: manipulability(model, q, elastic=elastic))
        close(manipulability_gradient(model, q, elastic=elastic), slope, 1e-9)
        sigma = singular_values(model, q, elastic=elastic).sigma
        if min(abs(np.diff(sigma))) > 1e-3 * sigma[0]:
            h = 1e-6
            units = np.eye(model.nv) * h
            kappa = [[condition_number(model, q + s * e, elastic=elastic) for s in (1, -1)] for e in units]
            slope = -np.diff(kappa, axis=1)[:, 0] / (2 * h)
            close(condition_number_gradient(model, q, elastic=elastic), slope, 1e-5)


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_indices_count_joints_unless_elastic_coordinates_are_asked_for(seed):
    """With straight links, w and κ are those of the robot with rigid links, at one state and in a batch."""
    model, q, *_ = sample(seed, "RRP", 3)
    n = joint_count(model)
    q[n:] = 0.0
    J = jacobian(model, q)[3:]
    dyn = arm.compile(model)
    for elastic in (False, True):
        sigma = np.linalg.svd(J if elastic else J[:, :n], compute_uv=False)
        for found in (arm.evaluate(model), dyn):
            close(found.manipulability(q, elastic=elastic), np.prod(sigma), 1e-9)
            close(found.condition_number([q], elastic=elastic), [sigma[0] / sigma[-1]], 1e-9)
    close(dyn.manipulability_gradient([q])[0], manipulability_gradient(model, q), 1e-9)
    close(dyn.condition_number_gradient([q])[0], condition_number_gradient(model, q), 1e-9)


def test_a_planar_arm_that_bends_sideways_keeps_its_planar_indices():
    """Bending out of the plane tilts the joints behind it: with straight links the rank is 2, and w is not zero."""
    beam = Beam(0.5, 70e9, 2700.0, (Station(0.0, Section("rectangle", (0.02, 0.02))),), modes=Modes(2, 2))
    joints = [Joint(f"j{k}", "revolute", f"l{k - 1}" if k else "base", f"l{k}", axis=(0.0, 0.0, 1.0)) for k in range(3)]
    model = arm.model(Robot("arm", tuple(Link(f"l{k}", beam=beam) for k in range(3)), tuple(joints)))
    q = np.zeros(model.nq)
    q[:3] = 0.3, 0.7, -0.4
    assert task_rank(model, elastic=False) == 2
    assert manipulability(model, q) > 0.1


@pytest.mark.parametrize("seed", SEEDS)
def test_random_configurations_bend_links_a_little(seed):
    """Points move by no more than a tenth of the link for each mode, nodes turn by no more than a tenth of a radian."""
    model = sample(seed)[0]
    q = random_configuration(model, np.random.default_rng(seed))
    for body in model.bodies:
        field, own = body.modal.field, q[body.modal.q]
        if body.modal.count:
            assert np.abs(own).max() > 0
            assert (np.abs(own) <= spans(model)[body.modal.v]).all()
            length = np.linalg.norm(field.r[-1] - field.r[0])
            assert np.abs(field.shape * own[:, None, None]).max() <= 1.2 * BENT * length
            for node in field.nodes.values():
                assert np.abs(node.rotation * own[:, None]).max() <= BENT * (1 + 1e-12)
    assert all(np.isfinite(part).all() for part in random_state(model, np.random.default_rng(seed)))
