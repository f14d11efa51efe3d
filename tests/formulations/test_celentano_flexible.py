"""Flexible links as planar chains of sublinks: Celentano's exact form, and the one that he simplifies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    Beam,
    BeamNode,
    Friction,
    Joint,
    Link,
    Modes,
    Motor,
    Payload,
    Placement,
    PlanarChain,
    Robot,
    Section,
    Station,
    Sublinks,
    about_axis,
    elastic_energy,
    energy,
    matrix,
    newton_euler,
    vector,
)
from internals import celentano_flexible as simplified
from internals import celentano_planar as planar
from internals import passive_efforts as passive
from random_robots import random_inertia, random_rotation

SEEDS = range(6)
Z = (0.0, 0.0, 1.0)


def flexible_chain(seed: int, friction: bool = True) -> tuple[Robot, np.random.Generator]:
    """Two or three links, at least one of them flexible, axes of either sense, joints at nodes and off the beams."""
    rng = np.random.default_rng(seed)
    links, joints, motors = [], [], []
    for i in range(2 + seed % 2):
        turn = rng.uniform(-3, 3)  # of the beam against its joint, in the plane
        axis = (np.cos(turn), np.sin(turn), 0.0)
        section = Section("rectangle", (rng.uniform(0.004, 0.01), 0.02))
        beam = Beam(
            rng.uniform(0.5, 1.2), 7e10, 2700.0, (Station(0.0, section),), axis=axis, normal=(-axis[1], axis[0], 0.0),
            nodes=(BeamNode("mid", 0.31),), sublinks=Sublinks(int(rng.integers(1, 4)), damping=0.02 * friction),
        )  # fmt: skip
        rigid = i == 1 and seed % 2
        links.append(
            Link(f"l{i}", 1.3, (0.2, 0.1, 0.3), random_inertia(rng))
            if rigid
            else Link(f"l{i}", 0.4, (0, 0.1, 0), beam=beam)
        )
        place = Placement(vector(rng.uniform(-0.1, 0.1, 3)), matrix(about_axis(np.array(Z), rng.uniform(-3, 3))))
        spring = {"stiffness": 3.0, "rest": 0.4} if i == 1 else {}
        parent, sense = f"l{i - 1}" if i else "base", (0.0, 0.0, rng.choice([-1.0, 1.0]))
        losses = {"friction": Friction(0.2 * friction, 0.1 * friction)}
        joints.append(Joint(f"j{i}", "revolute", parent, f"l{i}", place, sense, **losses, **spring))
        motors.append(
            Motor(f"m{i}", f"j{i}", parent, 0.3, vector(rng.uniform(-0.1, 0.1, 3)),
                  rotor_inertia=2e-4, ratio=rng.uniform(-20, 20), axis=vector(random_rotation(rng)[0]))
        )  # fmt: skip
    load = Payload("load", links[-1].name, 0.5, (0.05, 0.02, 0.0))
    upright = Placement((0.1, 0.2, 0.3), matrix(random_rotation(rng)))
    return Robot("chain", tuple(links), tuple(joints), tuple(motors), (load,), base_placement=upright), rng


def sample(seed: int, friction: bool = True) -> tuple[arm.Model, np.ndarray, np.ndarray, np.ndarray]:
    robot, rng = flexible_chain(seed, friction)
    model = arm.model(robot)
    q = rng.uniform(-3, 3, model.nv)
    q[model.nv - len(model.elastic) :] *= 0.1
    return model, q, rng.normal(size=model.nv), rng.normal(size=model.nv)


def straight(model: arm.Model, q: np.ndarray) -> np.ndarray:
    return np.where(np.arange(model.nv) < model.nv - len(model.elastic), q, 0.0)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_exact_chain_is_the_robot(seed: int) -> None:
    """D ∘ cos(α_k − α_h) over all sublinks with η = −Kβ, against recursive Newton–Euler."""
    model, q, qd, tau = sample(seed)
    chain = PlanarChain.from_model(model)
    assert np.count_nonzero(chain.bends) == len(model.elastic)
    alpha = chain.absolute(q)
    np.testing.assert_allclose(chain.joint(alpha), q, atol=1e-13)
    np.testing.assert_allclose(chain.coordinates(chain.along(qd)), qd)
    M = newton_euler.mass_matrix(model, q)
    p = chain.along(M @ qd)
    beta_d, p_dot = planar.relative_state_derivative(chain, planar.differences(alpha), p, chain.along(tau))
    np.testing.assert_allclose(chain.coordinates(beta_d), qd, atol=1e-10)
    # ṗ = c + γ + η + τ, and c − Ṁq̇ = −bias + ... : from a complex step of Mq̇ along the motion.
    M_dot = newton_euler.mass_matrix(model, q + 1e-30j * qd).imag / 1e-30
    expected = tau - newton_euler.bias(model, q, qd) + M_dot @ qd
    np.testing.assert_allclose(chain.coordinates(p_dot), expected, atol=1e-9 * np.abs(expected).max())
    alpha_d, p_dot = planar.absolute_state_derivative(chain, alpha, planar.joint_to_absolute(p), chain.along(tau))
    np.testing.assert_allclose(alpha_d, np.cumsum(beta_d), atol=1e-10)
    np.testing.assert_allclose(
        chain.coordinates(planar.reverse_sums(p_dot)), expected, atol=1e-9 * np.abs(expected).max()
    )
    assert planar.elastic_energy(chain, alpha) == pytest.approx(elastic_energy(model, q), rel=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_simplified_inertia_is_that_of_the_straight_links(seed: int) -> None:
    model, q, qd, _ = sample(seed)
    M = newton_euler.mass_matrix(model, straight(model, q))
    np.testing.assert_allclose(simplified.mass_matrix(model, q), M, atol=1e-12 * np.abs(M).max())
    assert np.abs(simplified.mass_matrix(model, q) - newton_euler.mass_matrix(model, q)).max() > 1e-6
    assert simplified.kinetic_energy(model, q, qd) == pytest.approx(qd @ M @ qd / 2, rel=1e-12)
    np.testing.assert_allclose(simplified.gravity(model, q), newton_euler.gravity(model, q), atol=1e-11)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_simplified_gradient_is_that_of_the_simplified_energy(seed: int) -> None:
    model, q, qd, _ = sample(seed)
    h = 1e-30
    T = [simplified.kinetic_energy(model, q + 1j * h * unit, qd).imag / h for unit in np.eye(model.nv)]
    c = simplified.kinetic_gradient(model, q, qd)
    np.testing.assert_allclose(c, T, atol=1e-12 * max(1.0, np.abs(c).max()))
    np.testing.assert_array_equal(c[model.nv - len(model.elastic) :], 0.0)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_simplified_dynamics_are_lagranges_equations_of_it(seed: int) -> None:
    model, q, qd, tau = sample(seed)
    h = 1e-30
    M, M_dot = simplified.mass_matrix(model, q), simplified.mass_matrix(model, q + 1j * h * qd).imag / h
    bias = (
        M_dot @ qd - simplified.kinetic_gradient(model, q, qd) + newton_euler.gravity(model, q) + passive(model, q, qd)
    )
    np.testing.assert_allclose(simplified.bias(model, q, qd), bias, atol=1e-11 * np.abs(bias).max())
    qdd = simplified.forward_dynamics(model, q, qd, tau)
    np.testing.assert_allclose(M @ qdd + bias, tau, atol=1e-9 * np.abs(bias).max())
    np.testing.assert_allclose(simplified.inverse_dynamics(model, q, qd, qdd), tau, atol=1e-9 * np.abs(bias).max())
    rate, p_dot = simplified.state_derivative(model, q, simplified.momentum(model, q, qd), tau)
    np.testing.assert_allclose(rate, qd, atol=1e-9)
    np.testing.assert_allclose(p_dot, M @ qdd + M_dot @ qd, atol=1e-9 * np.abs(bias).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_it_stays_conservative(seed: int) -> None:
    """Without friction and torques the energy with the simplified T does not change."""
    model, q, qd, _ = sample(seed, friction=False)
    qdd = simplified.forward_dynamics(model, q, qd, np.zeros(model.nv))
    h = 1e-30
    now, fast = q + 1j * h * qd, qd + 1j * h * qdd
    power = simplified.kinetic_energy(model, now, fast).imag / h
    power += energy.potential_energy(model, now).imag / h  # weights and springs
    scale = np.abs(qd @ simplified.momentum(model, q, qdd))
    assert abs(power) < 1e-10 * max(1.0, scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_robot_without_sublinks_loses_nothing(seed: int) -> None:
    robot, rng = flexible_chain(seed)
    rigid = tuple(replace(link, beam=replace(link.beam, sublinks=None)) if link.beam else link for link in robot.links)
    model = arm.model(replace(robot, links=rigid))
    q, qd, qdd = rng.normal(size=(3, model.nv))
    expected = newton_euler.inverse_dynamics(model, q, qd, qdd)
    np.testing.assert_allclose(simplified.inverse_dynamics(model, q, qd, qdd), expected, atol=1e-10)


def test_the_inertia_of_one_link_differs_by_the_square_of_its_deformation() -> None:
    robot, rng = flexible_chain(0)
    bare = Link("l0", beam=replace(robot.links[0].beam, sublinks=Sublinks(3)))
    model = arm.model(Robot("one", (bare,), robot.joints[:1]))
    q, errors = rng.normal(size=model.nv), []
    for size in (1e-1, 1e-2):
        bent = straight(model, q) + size * (q - straight(model, q))
        errors.append(np.abs(simplified.mass_matrix(model, bent) - newton_euler.mass_matrix(model, bent)).max())
    assert errors[0] > 0
    assert errors[1] == pytest.approx(0.01 * errors[0], rel=0.05)


def test_what_is_no_planar_chain_is_refused() -> None:
    robot, _ = flexible_chain(0)
    link = robot.links[0]
    modes = replace(link, beam=replace(link.beam, sublinks=None, modes=Modes(bending_y=1)))
    with pytest.raises(arm.ArgumentError, match="bends by modes"):
        simplified.mass_matrix(arm.model(replace(robot, links=(modes, *robot.links[1:]))), np.zeros(9))
    both = replace(link, beam=replace(link.beam, sublinks=Sublinks(2, bending_z=True)))
    with pytest.raises(arm.ArgumentError, match="not parallel"):
        simplified.mass_matrix(arm.model(replace(robot, links=(both, *robot.links[1:]))), np.zeros(9))


def test_it_is_compiled_by_name_and_never_by_itself() -> None:
    """Asked for, it serves every quantity that it has and refuses the others; nobody else gets it."""
    model, q, qd, qdd = sample(2)
    dyn = arm.compile(model.robot, formulation="celentano_simplified")
    assert np.allclose(dyn.mass_matrix(q), simplified.mass_matrix(model, q), rtol=1e-12, atol=1e-14)
    tau = simplified.inverse_dynamics(model, q, qd, qdd)
    assert np.allclose(dyn.inverse_dynamics(q, qd, qdd), tau, rtol=1e-11, atol=1e-11)
    assert dyn.pose(q).shape == (4, 4)
    with pytest.raises(arm.ArgumentError, match="does not have"):
        dyn.coriolis_matrix(q, qd)
    with pytest.raises(arm.ArgumentError, match="does not have"):
        dyn.inverse_dynamics_derivatives(q, qd, qdd)
    assert "celentano_simplified" not in arm.compile(model.robot).formulations.values()
