"""Identities of mechanics that every robot must satisfy."""

import numpy as np
import pytest

import armillary as arm
from internals import (
    articulated_body,
    body_poses,
    composite_body,
    denoc,
    energy,
    frame_pose,
    friction,
    jacobian,
    lagrange,
    momentum,
    newton_euler,
    random_state,
    spatial_inertia,
)
from random_robots import random_robot

SEEDS = range(12)
STEP = 1e-30


def _case(seed, n=None, **options):
    rng = np.random.default_rng(1000 + seed)
    model = arm.model(random_robot(rng, n or 1 + seed % 8, **options))
    return model, *random_state(model, rng), rng


@pytest.mark.parametrize("seed", SEEDS)
def test_power_of_the_efforts_is_the_rate_of_energy(seed):
    model, q, qd, qdd, _ = _case(seed)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)

    def total(q, qd):
        return energy.kinetic_energy(model, q, qd) + energy.potential_energy(model, q)

    rate = np.imag(total(q + 1j * STEP * model.rate(q, qd), qd + 1j * STEP * qdd)) / STEP
    lost = qd @ friction(model, q, qd)
    assert rate + lost == pytest.approx(qd @ tau, rel=1e-11, abs=1e-10 * np.abs(qd * tau).sum())


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_is_symmetric_and_positive_definite(seed):
    model, q, *_ = _case(seed)
    M = composite_body.mass_matrix(model, q)
    np.testing.assert_allclose(M, M.T, atol=1e-13 * np.abs(M).max())
    assert np.linalg.eigvalsh(M).min() > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_rate_less_twice_coriolis_is_skew(seed):
    model, q, qd, *_ = _case(seed)
    moved = q + 1j * STEP * model.rate(q, qd)
    M_dot = np.imag(composite_body.mass_matrix(model, moved)) / STEP
    for formulation in (lagrange, denoc):
        skew = M_dot - 2 * formulation.coriolis_matrix(model, q, qd)
        assert np.abs(skew + skew.T).max() <= 1e-11 * max(1, np.abs(M_dot).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_consistent_denoc_matrix_is_the_christoffel_one_without_rotors(seed):
    model, q, qd, *_ = _case(seed, kinds="RP", motors=False)
    C = lagrange.coriolis_matrix(model, q, qd)
    np.testing.assert_allclose(denoc.coriolis_matrix(model, q, qd), C, atol=1e-11 * max(1, np.abs(C).max()))


def test_printed_denoc_matrix_is_not_skew_in_space():
    """İ − 2C of the printed element formulas is not skew, though C q̇ is right."""
    model, q, qd, *_ = _case(5, n=6, kinds="R", motors=False, tree=False)
    printed = denoc.coriolis_matrix(model, q, qd, consistent=False)
    M_dot = lagrange.mass_matrix_derivatives(model, q) @ qd
    assert np.abs(printed + printed.T - M_dot).max() > 1e-3
    np.testing.assert_allclose(printed @ qd, lagrange.coriolis_matrix(model, q, qd) @ qd, rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize("seed", SEEDS)
def test_denoc_complement_gives_body_twists_and_inertia(seed):
    model, q, *_ = _case(seed)
    T_l, T_d = denoc.complement(model, q)
    T = T_l @ T_d
    poses = body_poses(model, q)
    for i in range(len(model.bodies)):
        np.testing.assert_allclose(T[6 * i : 6 * i + 6], jacobian(model, q, model.bodies[i].name), atol=1e-12)
    blocks = np.zeros((6 * len(model.bodies),) * 2)
    for i, body in enumerate(model.bodies):
        turn = np.kron(np.eye(2), poses[i][0])
        blocks[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = (
            turn @ spatial_inertia(body.mass, body.first_moment, body.inertia) @ turn.T
        )
    locked = arm.model(model.robot, motors="full")
    M = denoc.mass_matrix(model, q)
    for rotor in locked.spinning:  # what the rotors' spin adds to the bodies with locked rotors
        row = rotor.coupling * np.outer(
            np.eye(model.nv)[rotor.joint], (poses[rotor.carrier][0] @ rotor.axis) @ T[6 * rotor.carrier :][:3]
        )
        M = M - row - row.T
    np.testing.assert_allclose(T.T @ blocks @ T, M - np.diag(model.armature), atol=1e-11 * np.abs(M).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_momentum_state_derivative_follows_newton(seed):
    """(q̇, ṗ) of the momentum form equals M q̈ + Ṁ q̇ of the motion that the efforts cause."""
    model, q, qd, qdd, _ = _case(seed)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    p = momentum.momentum(model, q, qd)
    qd_found, p_dot = momentum.state_derivative(model, q, p, tau)
    np.testing.assert_allclose(qd_found, qd, atol=1e-10)
    M, M_dot = lagrange.mass_matrix(model, q), lagrange.mass_matrix_derivatives(model, q) @ qd
    np.testing.assert_allclose(p_dot, M @ qdd + M_dot @ qd, atol=1e-10 * max(1, np.abs(p_dot).max()))


@pytest.mark.parametrize("seed", SEEDS)
def test_wrench_on_a_frame_is_felt_through_the_jacobian(seed):
    model, q, qd, qdd, rng = _case(seed)
    wrench = rng.normal(size=6)
    loads = {"tip": wrench, model.bodies[0].name: 2 * wrench, "base": wrench}
    felt = newton_euler.inverse_dynamics(model, q, qd, qdd) - newton_euler.inverse_dynamics(model, q, qd, qdd, loads)
    expected = jacobian(model, q, "tip").T @ wrench + jacobian(model, q, model.bodies[0].name).T @ (2 * wrench)
    np.testing.assert_allclose(felt, expected, atol=1e-11)


@pytest.mark.parametrize("seed", SEEDS)
def test_quaternion_rate_and_integration_agree(seed):
    model, q, qd, *_ = _case(seed, kinds="RPS")
    h = 1e-7
    difference = (model.integrate(q, h * qd) - model.integrate(q, -h * qd)) / (2 * h)
    np.testing.assert_allclose(difference, model.rate(q, qd), atol=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_fixed_joints_merge_without_a_trace(seed):
    """A robot with fixed joints moves as one whose joints are spherical, held still by constraint."""
    from dataclasses import replace

    rng = np.random.default_rng(2000 + seed)
    robot = random_robot(rng, 4, kinds="RPFF", motors=False)
    merged = arm.model(robot, friction=False)
    loose_joints = tuple(replace(joint, type="spherical") if joint.type == "fixed" else joint for joint in robot.joints)
    loose = arm.model(replace(robot, joints=loose_joints), friction=False)
    kept = np.concatenate([np.full(joint.kind.nv, robot.joint(joint.name).type != "fixed") for joint in loose.joints])
    q, qd, qdd = random_state(merged, rng)
    q_loose = loose.neutral.copy()
    for joint in merged.joints:
        twin = next(other for other in loose.joints if other.name == joint.name)
        q_loose[twin.q] = q[joint.q]
    qd_loose, qdd_loose = np.zeros(loose.nv), np.zeros(loose.nv)
    order = np.concatenate(
        [np.arange(loose.nv)[next(o for o in loose.joints if o.name == j.name).v] for j in merged.joints]
    )
    assert kept[order].all()
    qd_loose[order], qdd_loose[order] = qd, qdd
    tau = newton_euler.inverse_dynamics(loose, q_loose, qd_loose, qdd_loose)
    np.testing.assert_allclose(newton_euler.inverse_dynamics(merged, q, qd, qdd), tau[order], atol=1e-10)
    for frame in ("tip", "link0"):
        np.testing.assert_allclose(
            frame_pose(merged, body_poses(merged, q), frame)[1],
            frame_pose(loose, body_poses(loose, q_loose), frame)[1],
            atol=1e-12,
        )


def test_a_joint_that_moves_nothing_is_named():
    from internals import Joint, Link, Robot

    robot = Robot("empty", (Link("a", 0.0),), (Joint("j", "revolute", "base", "a", axis=(0.0, 0.0, 1.0)),))
    model = arm.model(robot)
    for formulation in (articulated_body, composite_body):
        with pytest.raises(arm.errors.SingularityError, match="moves no inertia"):
            formulation.forward_dynamics(model, [0.1], [0.0], [1.0])


def test_a_robot_in_which_nothing_moves_has_no_model():
    from armillary import ArgumentError
    from internals import Joint, Link, Robot

    robot = Robot("stand", (Link("a", 1.0),), (Joint("j", "fixed", "base", "a"),))
    with pytest.raises(ArgumentError, match="all fixed"):
        arm.model(robot)


@pytest.mark.parametrize("wrong", ["panda", None, 3])
def test_what_is_no_robot_is_refused_with_a_hint(wrong):
    from armillary import ArgumentError

    with pytest.raises(ArgumentError, match=r"arm\.library\.get"):
        arm.model(wrong)


def test_a_wrench_has_six_numbers():
    from armillary import ArgumentError

    model, q, qd, qdd, _ = _case(3)
    with pytest.raises(ArgumentError, match="six numbers"):
        newton_euler.inverse_dynamics(model, q, qd, qdd, {"tip": [1.0, 2.0]})
