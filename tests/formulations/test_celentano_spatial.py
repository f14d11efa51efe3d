"""Celentano's spatial theorems, in absolute ZYX angles, against the general quaternion form."""

import dataclasses
import math

import numpy as np
import pytest
import sympy

import armillary as arm
from internals import SphericalChain, energy, momentum, newton_euler
from internals import celentano_spatial as spatial
from internals import kinetic_gradient as kg
from internals import spherical_chain as chains
from random_robots import random_robot
from samples import some

SEEDS = range(8)
H = 1e-30  # complex step


def sample(seed):
    """A chain, its model and a state away from the singularity; every other pitch beyond ±90°."""
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 3 * (1 + seed % 4), "S", motors=False, tree=False))
    chain = SphericalChain.from_model(model)
    alpha = rng.uniform(-3, 3, (chain.n, 3))
    alpha[:, 1] = rng.uniform(-1.3, 1.3, chain.n) + np.pi * (np.arange(chain.n) % 2)
    return model, chain, alpha.ravel(), rng.normal(size=3 * chain.n), rng


@pytest.mark.parametrize("seed", SEEDS)
def test_equals_the_general_formulations(seed):
    model, chain, alpha, alpha_d, _ = sample(seed)
    q, qd = chains.to_joint_state(model, alpha, alpha_d)
    gamma = chains.rate_matrix(model, alpha)
    A = spatial.inertia(chain, alpha)
    np.testing.assert_allclose(A, gamma.T @ newton_euler.mass_matrix(model, q) @ gamma, atol=1e-12)
    kinetic = spatial.kinetic_energy(chain, alpha, alpha_d)
    assert kinetic == pytest.approx(energy.kinetic_energy(model, q, qd), rel=1e-12)
    potential = spatial.potential_energy(chain, alpha)
    assert potential == pytest.approx(energy.potential_energy(model, q), rel=1e-12, abs=1e-12)
    np.testing.assert_allclose(spatial.gravity(chain, alpha), -gamma.T @ newton_euler.gravity(model, q), atol=1e-11)
    np.testing.assert_allclose(A @ alpha_d, gamma.T @ momentum.momentum(model, q, qd), atol=1e-11)


@pytest.mark.parametrize("seed", SEEDS)
def test_motion_is_that_of_the_quaternion_form(seed):
    """The accelerations that follow from (α̇, ṗ), with friction and torques, satisfy Newton–Euler."""
    model, chain, alpha, alpha_d, rng = sample(seed)
    tau = rng.normal(size=3 * chain.n)
    p = spatial.inertia(chain, alpha) @ alpha_d
    u = chains.generalized_forces(model, alpha, alpha_d, tau)
    rate, p_dot = spatial.state_derivative(chain, alpha, p, u)
    np.testing.assert_allclose(rate, alpha_d, atol=1e-11)
    moved = alpha + 1j * H * alpha_d
    alpha_dd = np.linalg.solve(spatial.inertia(chain, moved), p + 1j * H * p_dot).imag / H
    qdd = (chains.rate_matrix(model, moved) @ (alpha_d + 1j * H * alpha_dd)).imag / H
    q, qd = chains.to_joint_state(model, alpha, alpha_d)
    general = momentum.forward_dynamics(model, q, qd, tau)
    np.testing.assert_allclose(qdd, general, atol=1e-10 * (1 + np.abs(general).max()))
    np.testing.assert_allclose(newton_euler.inverse_dynamics(model, q, qd, qdd), tau, atol=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_state_conversion_goes_and_comes_back(seed):
    model, chain, alpha, alpha_d, rng = sample(seed)
    q, qd = chains.to_joint_state(model, alpha, alpha_d)
    again = chains.to_joint_state(model, *chains.from_joint_state(model, q, qd))
    np.testing.assert_allclose(again[0], q, atol=1e-13)
    np.testing.assert_allclose(again[1], qd, atol=1e-12)
    alpha = rng.uniform(-1.4, 1.4, 3 * chain.n)
    back = chains.from_joint_state(model, *chains.to_joint_state(model, alpha, alpha_d))
    np.testing.assert_allclose(back[0], alpha, atol=1e-13)
    np.testing.assert_allclose(back[1], alpha_d, atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_gradients_are_complex_step_derivatives_of_the_energies(seed):
    _, chain, alpha, alpha_d, _ = sample(seed)
    units = np.eye(3 * chain.n)
    T = [spatial.kinetic_energy(chain, alpha + 1j * H * unit, alpha_d).imag / H for unit in units]
    U = [spatial.potential_energy(chain, alpha + 1j * H * unit).imag / H for unit in units]
    np.testing.assert_allclose(spatial.kinetic_gradient(chain, alpha, alpha_d), T, atol=1e-12)
    np.testing.assert_allclose(spatial.gravity(chain, alpha), -np.array(U), atol=1e-12)


@pytest.mark.parametrize("seed", some(SEEDS, 4))
def test_the_gradient_from_the_inertia_alone_is_exact_with_degree_2(seed):
    _, chain, alpha, alpha_d, _ = sample(seed)
    source = kg.EnergyFromInertia(lambda a: spatial.inertia(chain, a, check=False), [2] * 3 * chain.n)
    c = spatial.kinetic_gradient(chain, alpha, alpha_d)
    np.testing.assert_allclose(kg.exact_from_inertia(source, alpha, alpha_d), c, atol=1e-12)
    result = kg.numerical_gradient(source, alpha, alpha_d, error=1e-4)
    assert np.all(np.abs(result.value - c) <= result.bound)


def test_the_formula_for_degree_1_does_not_do_in_space():
    _, chain, alpha, alpha_d, _ = sample(1)
    source = kg.EnergyFromInertia(lambda a: spatial.inertia(chain, a, check=False), [1] * 3 * chain.n)
    c = spatial.kinetic_gradient(chain, alpha, alpha_d)
    assert np.abs(kg.exact_from_inertia(source, alpha, alpha_d) - c).max() > 1e-3


@pytest.mark.parametrize("seed", SEEDS)
def test_links_add_up(seed):
    _, chain, alpha, _, _ = sample(seed)
    A = spatial.inertia(chain, alpha)
    np.testing.assert_allclose(spatial.assembled_inertia(chain, alpha), A, atol=1e-12)
    gamma = np.zeros(3 * chain.n)
    for i in range(chain.n):
        gamma[: 3 * i + 3] += spatial.link_gravity(chain, i, alpha)
    np.testing.assert_allclose(gamma, spatial.gravity(chain, alpha), atol=1e-11)


def test_theorem_7_as_printed():
    a = np.array([0.4, -0.3, 0.7])
    (s1, s2, s3), (c1, c2, c3) = np.sin(a), np.cos(a)
    R1 = [
        [-s1 * c2, -s1 * s2 * s3 - c1 * c3, -s1 * s2 * c3 + c1 * s3],
        [c1 * c2, c1 * s2 * s3 - s1 * c3, c1 * s2 * c3 + s1 * s3],
        [0, 0, 0],
    ]
    R2 = [[-c1 * s2, c1 * c2 * s3, c1 * c2 * c3], [-s1 * s2, s1 * c2 * s3, s1 * c2 * c3], [-c2, -s2 * s3, -s2 * c3]]
    R3 = [
        [0, c1 * s2 * c3 + s1 * s3, -c1 * s2 * s3 + s1 * c3],
        [0, s1 * s2 * c3 - c1 * s3, -s1 * s2 * s3 - c1 * c3],
        [0, c2 * c3, -c2 * s3],
    ]
    np.testing.assert_allclose(spatial.rotation_gradient(a), [R1, R2, R3], atol=1e-15)


def test_theorem_12_is_theorem_11_on_the_axis():
    rng = np.random.default_rng(2)
    zeros, n = np.zeros((3, 2)), 3
    Q = np.stack([np.diag([1.0, 0.1, 0.1])] * n)
    chain = SphericalChain(
        rng.uniform(1, 2, n), np.hstack([rng.uniform(0, 1, (n, 1)), zeros]), np.hstack([np.ones((n, 1)), zeros]), Q
    )
    alpha = rng.uniform(-1, 1, 9)
    for i in range(n):
        on_axis = spatial.link_gravity_on_axis(chain, i, alpha)
        np.testing.assert_allclose(on_axis, spatial.link_gravity(chain, i, alpha), atol=1e-13)
    off = dataclasses.replace(chain, xi_G=chain.xi_G + np.array([0, 0.1, 0]))
    with pytest.raises(arm.ArgumentError, match="use link_gravity"):
        spatial.link_gravity_on_axis(off, 1, alpha)


def test_runs_on_symbols():
    a, b, c = sympy.symbols("a b c", real=True)
    m, length, J = sympy.symbols("m l J", positive=True)
    chain = SphericalChain(
        np.array([m]), np.array([[length, 0, 0]]), np.zeros((1, 3)), np.array([np.diag([m * length**2, J, J])])
    )
    A = spatial.inertia(chain, [a, b, c])
    assert sympy.simplify(A[2, 2] - 2 * J) == 0
    assert sympy.simplify(A[1, 1] - m * length**2 - J) == 0
    assert sympy.simplify(A[0, 0] - (m * length**2 + J) * sympy.cos(b) ** 2 - 2 * J * sympy.sin(b) ** 2) == 0


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("offset", [0.0, 1e-6, -9e-5])
def test_the_singularity_is_an_error_that_names_the_link_and_the_angle(sign, offset):
    model, chain, alpha, alpha_d, _ = sample(2)
    alpha[4] = sign * math.pi / 2 + offset
    n = 3 * chain.n
    for call in (
        lambda: spatial.state_derivative(chain, alpha, np.ones(n), np.zeros(n)),
        lambda: spatial.inertia(chain, alpha),
        lambda: spatial.assembled_inertia(chain, alpha),
        lambda: chains.from_joint_state(model, *chains.to_joint_state(model, alpha, alpha_d)),
    ):
        with pytest.raises(arm.errors.SingularityError, match=r"'link1'.*α_2 = -?(90|89)\.\d+°.*formulations.momentum"):
            call()


def test_just_outside_the_threshold_the_rates_are_good_to_seven_digits():
    model, chain, alpha, _, rng = sample(2)
    alpha[4] = math.pi / 2 - 1.01e-4
    qd = rng.normal(size=3 * chain.n)
    q, _ = chains.to_joint_state(model, alpha, np.zeros(3 * chain.n))
    gamma = chains.rate_matrix(model, alpha)
    alpha_d, _ = spatial.state_derivative(chain, alpha, gamma.T @ momentum.momentum(model, q, qd), 0 * qd)
    np.testing.assert_allclose(gamma @ alpha_d, qd, atol=1e-6)


def test_a_hanging_chain_swings_on_in_the_quaternion_form():
    """What the Euler form refuses, the general momentum form answers."""
    model, chain, alpha, alpha_d, _ = sample(2)
    alpha[[1, 4, 7]] = math.pi / 2
    q, qd = chains.to_joint_state(model, alpha, alpha_d)
    tau = newton_euler.inverse_dynamics(model, q, qd, np.ones(9))
    np.testing.assert_allclose(momentum.forward_dynamics(model, q, qd, tau), 1, atol=1e-9)
    kinetic = spatial.kinetic_energy(chain, alpha, alpha_d)
    assert kinetic == pytest.approx(energy.kinetic_energy(model, q, qd), rel=1e-12)


def test_refuses_what_is_no_chain_of_spherical_joints():
    rng = np.random.default_rng(0)
    with pytest.raises(arm.ArgumentError, match="is revolute"):
        SphericalChain.from_model(arm.model(random_robot(rng, 2, "R", motors=False, tree=False)))
    robot = random_robot(rng, 9, "S", motors=False, tree=False)
    tree = dataclasses.replace(robot, joints=(*robot.joints[:2], dataclasses.replace(robot.joints[2], parent="link0")))
    with pytest.raises(arm.ArgumentError, match="starts a branch"):
        SphericalChain.from_model(arm.model(tree))
    with pytest.raises(arm.ArgumentError, match=r"Q: shape \(3, 3\)"):
        SphericalChain(np.ones(1), np.zeros((1, 3)), np.zeros((1, 3)), np.eye(3))


def test_the_wrong_number_of_angles_is_an_error():
    _, chain, _, _, _ = sample(1)
    with pytest.raises(arm.ArgumentError, match="three for each of 2 links"):
        spatial.inertia(chain, np.zeros(5))
