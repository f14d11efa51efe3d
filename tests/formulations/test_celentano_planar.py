"""Celentano's planar theorems against the general formulations, and against each other."""

import dataclasses

import numpy as np
import pytest
import sympy

import armillary as arm
from internals import (
    Friction,
    Joint,
    Link,
    Motor,
    Payload,
    Placement,
    PlanarChain,
    Robot,
    about_axis,
    body_poses,
    energy,
    matrix,
    momentum,
    newton_euler,
    vector,
)
from internals import celentano_planar as planar
from random_robots import random_inertia, random_rotation, random_unit

SEEDS = range(8)


def planar_robot(rng, n, gravity=None, motors=True):
    """A planar chain turned anyhow in space: axes of either sense, masses and axes off the plane."""
    normal = np.array(random_unit(rng))  # in the frame of every link
    links, joints, drives = [], [], []
    for i in range(n):
        links.append(Link(f"l{i}", rng.uniform(0.5, 3), vector(rng.uniform(-0.4, 0.4, 3)), random_inertia(rng)))
        turned = Placement(vector(rng.uniform(-0.6, 0.6, 3)), matrix(about_axis(normal, rng.uniform(-3, 3))))
        parent = links[i - 1].name if i else "base"
        axis = vector(rng.choice([-1.0, 1.0]) * normal)
        joints.append(Joint(f"j{i}", "revolute", parent, f"l{i}", turned, axis, friction=Friction(0.2, 0.1, 0.25)))
    for i in range(n if motors else 0):
        carrier = ["base", *(link.name for link in links)][rng.integers(n + 1)]
        spin = random_unit(rng) if rng.random() < 0.8 else None
        drives.append(
            Motor(f"m{i}", f"j{i}", carrier, 0.3, vector(rng.uniform(-0.2, 0.2, 3)), random_inertia(rng, 0.01),
                  rotor_inertia=2e-3, ratio=rng.uniform(-20, 20), axis=spin)
        )  # fmt: skip
    return Robot(
        "planar", tuple(links), tuple(joints), tuple(drives),
        payloads=(Payload("load", links[-1].name, 0.7, vector(rng.uniform(-0.2, 0.2, 3)), random_inertia(rng, 0.01)),),
        base_placement=Placement(vector(rng.normal(size=3)), matrix(random_rotation(rng))),
        gravity=vector(rng.normal(size=3) * 6) if gravity is None else gravity,
    )  # fmt: skip


def sample(seed, motors="full"):
    rng = np.random.default_rng(seed)
    model = arm.model(planar_robot(rng, 1 + seed % 6), motors=motors)
    chain = PlanarChain.from_model(model)
    n = chain.n
    return model, chain, rng.uniform(-3, 3, n), rng.normal(size=n), rng


def random_chain(rng, n):
    M, L_G = rng.uniform(0.5, 2, n), rng.uniform(0, 1, n)
    J = M * L_G**2 + rng.uniform(0.01, 0.3, n)
    return PlanarChain(M, L_G, rng.uniform(0, 1, n), J, 9.81, rng.uniform(-3, 3, n))


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "reflected", "none"])
@pytest.mark.parametrize("seed", SEEDS)
def test_equals_the_general_formulations(seed, motors):
    model, chain, q, qd, rng = sample(seed, motors)
    alpha, beta, beta_d = chain.absolute(q), planar.differences(chain.absolute(q)), chain.sense * qd
    sense = chain.sense
    M = newton_euler.mass_matrix(model, q)
    B = planar.relative_inertia(chain, beta)
    np.testing.assert_allclose(sense[:, None] * B * sense, M, atol=1e-12 * np.abs(M).max())
    kinetic = planar.kinetic_energy(chain, alpha, np.cumsum(beta_d))
    assert kinetic == pytest.approx(energy.kinetic_energy(model, q, qd), rel=1e-12)
    q_other = rng.uniform(-3, 3, chain.n)
    ours = planar.potential_energy(chain, alpha) - planar.potential_energy(chain, chain.absolute(q_other))
    theirs = energy.potential_energy(model, q) - energy.potential_energy(model, q_other)
    assert ours == pytest.approx(theirs, abs=1e-11)
    np.testing.assert_allclose(
        -sense * planar.relative_gravity(chain, beta), newton_euler.gravity(model, q), atol=1e-11
    )
    c = momentum.kinetic_gradient(model, q, qd)
    np.testing.assert_allclose(sense * planar.relative_kinetic_gradient(chain, beta, beta_d), c, atol=1e-11)
    np.testing.assert_allclose(chain.joint(alpha), q, atol=1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_state_derivative_equals_the_general_momentum_form_in_both_angles(seed):
    model, chain, q, qd, rng = sample(seed)
    tau, p, sense = rng.normal(size=chain.n), newton_euler.mass_matrix(model, q) @ qd, chain.sense
    qd_general, p_dot_general = momentum.state_derivative(model, q, p, tau)
    alpha = chain.absolute(q)
    beta_d, p_dot = planar.relative_state_derivative(chain, planar.differences(alpha), sense * p, sense * tau)
    np.testing.assert_allclose(sense * beta_d, qd_general, atol=1e-11)
    np.testing.assert_allclose(sense * p_dot, p_dot_general, atol=1e-10)
    alpha_d, p_dot = planar.absolute_state_derivative(chain, alpha, planar.joint_to_absolute(sense * p), sense * tau)
    np.testing.assert_allclose(alpha_d, np.cumsum(beta_d), atol=1e-11)
    np.testing.assert_allclose(sense * planar.reverse_sums(p_dot), p_dot_general, atol=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_accelerations_that_follow_are_those_of_newton_euler(seed):
    """q̈ from a complex step along the flow of (α, p): α̇ as a function of the state."""
    model, chain, q, qd, rng = sample(seed)
    tau = rng.normal(size=chain.n)
    alpha, sense = chain.absolute(q), chain.sense
    p = planar.absolute_inertia(chain, alpha) @ np.cumsum(sense * qd)
    alpha_d, p_dot = planar.absolute_state_derivative(chain, alpha, p, sense * tau)
    h = 1e-30
    A = planar.absolute_inertia(chain, alpha + 1j * h * alpha_d)
    alpha_dd = (np.linalg.solve(A, p + 1j * h * p_dot)).imag / h
    qdd = sense * planar.differences(alpha_dd)
    np.testing.assert_allclose(newton_euler.inverse_dynamics(model, q, qd, qdd), tau, atol=1e-9)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_theorem_3_product_entries_assembly_and_closed_form_agree(n):
    rng = np.random.default_rng(n)
    chain, alpha = random_chain(rng, n), rng.uniform(-3, 3, n)
    for i in range(n):
        np.testing.assert_allclose(
            planar.link_inertia(chain, i, alpha), planar.link_inertia_direct(chain, i, alpha), atol=1e-14
        )
    np.testing.assert_allclose(
        planar.assembled_inertia(chain, alpha), planar.absolute_inertia(chain, alpha), atol=1e-13
    )


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_theorems_4_and_5_link_by_link_add_up(n):
    rng = np.random.default_rng(n)
    chain, beta, beta_d = random_chain(rng, n), rng.uniform(-3, 3, n), rng.normal(size=n)
    c, gamma = np.zeros(n), np.zeros(n)
    for i in range(n):
        c[: i + 1] += planar.link_kinetic_gradient(chain, i, beta, beta_d)
        gamma[: i + 1] += planar.link_gravity(chain, i, np.cumsum(beta))
    np.testing.assert_allclose(c, planar.relative_kinetic_gradient(chain, beta, beta_d), atol=1e-13)
    np.testing.assert_allclose(gamma, planar.relative_gravity(chain, beta), atol=1e-12)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_gradients_are_complex_step_derivatives_of_the_energies(n):
    rng = np.random.default_rng(n)
    chain, alpha, alpha_d = random_chain(rng, n), rng.uniform(-3, 3, n), rng.normal(size=n)
    h = 1e-30
    T = [planar.kinetic_energy(chain, alpha + 1j * h * unit, alpha_d).imag / h for unit in np.eye(n)]
    V = [planar.potential_energy(chain, alpha + 1j * h * unit).imag / h for unit in np.eye(n)]
    np.testing.assert_allclose(planar.dense_kinetic_gradient(chain, alpha, alpha_d), T, atol=1e-13)
    np.testing.assert_allclose(planar.absolute_kinetic_gradient(chain, alpha, alpha_d), T, atol=1e-13)
    np.testing.assert_allclose(planar.absolute_gravity(chain, alpha), -np.array(V), atol=1e-13)


def test_runs_on_symbols():
    m, length, g = sympy.symbols("m l g", positive=True)
    a, b, ad, bd = sympy.symbols("a b ad bd")
    chain = PlanarChain([m, m], [length / 2, length / 2], [length, length], [m * length**2 / 3] * 2, g)
    A = planar.absolute_inertia(chain, [a, b])
    assert sympy.simplify(A[0, 1] - m * length**2 / 2 * sympy.cos(b - a)) == 0
    assert sympy.simplify(A[0, 0] - sympy.Rational(4, 3) * m * length**2) == 0
    T = planar.kinetic_energy(chain, [a, b], [ad, bd])
    c = planar.absolute_kinetic_gradient(chain, [a, b], [ad, bd])
    assert sympy.simplify(c[1] - sympy.diff(T, b)) == 0
    rate, _ = planar.absolute_state_derivative(chain, [a, b], list(A @ np.array([ad, bd])), [0, 0])
    assert sympy.simplify(rate[0] - ad) == 0


def test_a_horizontal_plane_has_no_gravity_and_coaxial_joints_are_read():
    rng = np.random.default_rng(3)
    inertia = matrix(np.diag([0.1, 0.1, 0.1]))
    links = tuple(Link(f"l{i}", 1.0, (0.3, 0.1 * i, 0.2), inertia) for i in range(3))
    places = (Placement(), Placement((0.0, 0.0, 0.4)), Placement((0.5, 0.2, 0.0)))
    names = ["base", "l0", "l1", "l2"]
    joints = tuple(Joint(f"j{i}", "revolute", names[i], names[i + 1], places[i], (0, 0, 1.0)) for i in range(3))
    model = arm.model(Robot("scara", links, joints))
    chain = PlanarChain.from_model(model)
    assert chain.g == 0.0
    assert chain.L[0] == 0.0
    q = rng.uniform(-3, 3, 3)
    B = planar.relative_inertia(chain, planar.differences(chain.absolute(q)))
    np.testing.assert_allclose(B, newton_euler.mass_matrix(model, q), atol=1e-13)


def test_the_angle_is_that_of_the_line_to_the_next_joint():
    model = arm.model(planar_robot(np.random.default_rng(5), 3, gravity=(0.0, 0.0, -9.81)))
    chain = PlanarChain.from_model(model)
    q = np.array([0.3, -0.8, 1.1])
    poses = body_poses(model, q)
    up = -np.array(model.gravity)
    axis = poses[0][0] @ model.joints[0].kind.axis
    up = up - (up @ axis) * axis
    line = poses[1][1] - poses[0][1]
    height = line @ up / np.linalg.norm(up)
    assert chain.L[0] * np.sin(chain.absolute(q)[0]) == pytest.approx(height, abs=1e-13)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"type": "prismatic"}, "is prismatic"),
        ({"type": "spherical", "axis": None, "friction": Friction()}, "is spherical"),
        ({"axis": (1.0, 0.0, 0.0)}, "not parallel"),
        ({"parent": "base"}, "starts a branch"),
    ],
)
def test_refuses_what_is_no_planar_chain(change, words):
    rng = np.random.default_rng(0)
    robot = planar_robot(rng, 3, motors=False)
    joints = (*robot.joints[:2], dataclasses.replace(robot.joints[2], **change))
    with pytest.raises(arm.ArgumentError, match=words):
        PlanarChain.from_model(arm.model(dataclasses.replace(robot, joints=joints)))


def test_refuses_wrong_parameters():
    with pytest.raises(arm.ArgumentError, match="about the joint axis"):
        PlanarChain([1.0], [1.0], [2.0], [0.1])
    with pytest.raises(arm.ArgumentError, match=r"L_G: shape \(1,\)"):
        PlanarChain([1.0, 1.0], [1.0], [2.0, 2.0], [1.0, 1.0])


def test_the_wrong_number_of_angles_is_an_error():
    chain = random_chain(np.random.default_rng(0), 3)
    for call in (
        lambda: planar.absolute_inertia(chain, [0.1]),
        lambda: planar.relative_inertia(chain, [0.1]),
        lambda: planar.absolute_kinetic_gradient(chain, [0.1, 0.2, 0.3], [1.0]),
        lambda: chain.absolute([0.1]),
    ):
        with pytest.raises(arm.ArgumentError, match="one value per link"):
            call()


def test_a_link_without_inertia_is_an_error():
    chain = PlanarChain([1.0, 0.0], [0.5, 0.0], [1.0, 1.0], [0.4, 0.0])
    with pytest.raises(arm.errors.SingularityError):
        planar.absolute_state_derivative(chain, [0.0, 0.0], [1.0, 1.0], [0.0, 0.0])
