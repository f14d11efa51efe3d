"""Gravity compensation and rotors at joints with several coordinates: every formulation, compiled code, equations."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from coupled_robots import coupled_robot
from internals import (
    QUANTITIES,
    Frame,
    Motor,
    Placement,
    articulated_body,
    gravity_norm,
    inverse_dynamics_derivatives,
    newton_euler,
    views,
)
from random_flexible import random_flexible_robot
from random_robots import EVERY, random_robot, random_state
from samples import some

TOLERANCE, STEP = 1e-10, 1e-30


def compensated(robot, rng):
    """The robot with random shares on its links."""
    shares = rng.choice([0.0, 0.3, 1.0, 1.2, -0.4], len(robot.links)).tolist()
    shares[-1] = 0.7
    links = (replace(link, gravity_compensation=c) for link, c in zip(robot.links, shares, strict=True))
    return replace(robot, links=tuple(links))


def with_rotors(robot):
    """The robot with a rotor at each joint with several coordinates."""
    wide = [joint for joint in robot.joints if len(joint.form.v) > 1]
    rotors = (Motor(f"rotor of {j.name}", j.name, j.parent, rotor_inertia=0.2, ratio=1.5) for j in wide)
    return replace(robot, motors=(*robot.motors, *rotors))


@pytest.mark.parametrize("seed", some(range(8), 4))
def test_all_formulations_agree(seed):
    rng = np.random.default_rng(seed)
    robot = with_rotors(compensated(random_robot(rng, 4 + seed, EVERY, tree=seed % 3 > 0), rng))
    result = arm.check(arm.model(robot), states=1, seed=seed)
    assert result.worst <= TOLERANCE, max(result.rows, key=lambda row: row.worst)


@pytest.mark.parametrize("seed", range(3))
def test_coupled_robots(seed):
    rng = np.random.default_rng(seed)
    result = arm.check(arm.model(compensated(coupled_robot(rng, 5), rng)), states=1, seed=seed)
    assert result.worst <= TOLERANCE, max(result.rows, key=lambda row: row.worst)


@pytest.mark.parametrize("seed", some(range(4), 2))
def test_flexible_robots(seed):
    rng = np.random.default_rng(seed)
    robot = compensated(random_flexible_robot(rng, 3), rng)
    result = arm.check(arm.model(robot), states=1, seed=seed)
    assert result.worst <= 1e-9, max(result.rows, key=lambda row: row.worst)


@pytest.mark.parametrize("seed", range(3))
def test_the_lift_is_a_wrench_at_each_centre_of_mass(seed):
    """Efforts, accelerations and the wrench at the base are those of the bare robot with forces from outside."""
    rng = np.random.default_rng(20 + seed)
    bare = random_robot(rng, 7, EVERY)
    frames = tuple(Frame(f"com of {link.name}", link.name, Placement(link.com)) for link in bare.links)
    bare = replace(bare, frames=frames)
    robot = compensated(bare, rng)
    g = np.array(robot.gravity)
    lift = {
        f"com of {link.name}": np.concatenate([np.zeros(3), -link.gravity_compensation * link.mass * g])
        for link in robot.links
    }
    ours, theirs = arm.model(robot), arm.model(bare)
    q, qd, qdd = random_state(rng, ours)
    tau = newton_euler.inverse_dynamics(theirs, q, qd, qdd, lift)
    np.testing.assert_allclose(newton_euler.inverse_dynamics(ours, q, qd, qdd), tau, atol=1e-11 * np.abs(tau).max())
    np.testing.assert_allclose(articulated_body.forward_dynamics(ours, q, qd, tau), qdd, rtol=1e-8, atol=1e-8)
    force = sum(wrench[3:] for wrench in lift.values())
    held = newton_euler.base_wrench(theirs, q, qd, qdd) - newton_euler.base_wrench(ours, q, qd, qdd)
    np.testing.assert_allclose(held[3:], force, atol=1e-10)


@pytest.mark.parametrize("kinds", ["RRPF", "RUSH6"])
def test_compiled_code_in_all_frames(kinds):
    rng = np.random.default_rng(3)
    model = arm.model(with_rotors(compensated(random_robot(rng, 6, kinds), rng)))
    q, qd, qdd = random_state(rng, model)
    dyn = arm.compile(model)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    for view in views(model, grouped=True):
        np.testing.assert_allclose(newton_euler.inverse_dynamics(view, q, qd, qdd), tau, atol=1e-11 * abs(tau).max())
    np.testing.assert_allclose(dyn.inverse_dynamics(q, qd, qdd), tau, atol=1e-11 * abs(tau).max())
    np.testing.assert_allclose(dyn.forward_dynamics(q, qd, tau), qdd, rtol=1e-8, atol=1e-8)
    for name in ("gravity", "gravity_norm", "gravity_norm_gradient", "potential_energy"):
        ways = QUANTITIES[name].formulations.values()
        compiled = getattr(dyn, name)(q)
        for way in list(ways)[:1]:
            np.testing.assert_allclose(compiled, way(model, q), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("seed", range(4))
def test_derivatives(seed):
    rng = np.random.default_rng(seed)
    robot = coupled_robot(rng, 5, order=1) if seed % 2 else random_robot(rng, 5, "RRPF")
    model = arm.model(compensated(robot, rng), motors="reflected")
    q, qd, qdd = random_state(rng, model)
    by_q, _ = inverse_dynamics_derivatives(model, q, qd, qdd)
    units = 1j * STEP * np.eye(model.nv)
    expected = np.stack([newton_euler.inverse_dynamics(model, q + u, qd, qdd).imag / STEP for u in units], axis=1)
    np.testing.assert_allclose(by_q, expected, atol=1e-11 * np.abs(expected).max())
    slopes = np.stack([gravity_norm.gravity_torques(model, q + u).imag / STEP for u in units], axis=1)
    np.testing.assert_allclose(gravity_norm.gravity_jacobian(model, q), slopes, atol=1e-11 * np.abs(slopes).max())


def test_rotors_of_a_free_body_are_on_the_diagonal_of_the_mass_matrix():
    body = arm.Robot("body", (arm.Link("bob", 2.0),), (arm.Joint("free", "floating", "base", "bob"),))
    driven = replace(body, motors=(Motor("armature", "free", "base", rotor_inertia=0.5, ratio=2.0),))
    q, still = arm.model(body).neutral, np.zeros(6)
    more = arm.evaluate(driven).mass_matrix(q) - arm.evaluate(body).mass_matrix(q)
    np.testing.assert_allclose(more, 2.0 * np.eye(6), atol=1e-15)
    assert arm.model(driven, motors="none").armature.tolist() == still.tolist()


def test_a_balanced_arm_keeps_its_energy():
    """The audit counts the potential of the lift; a fully compensated arm at rest stays where it is."""
    rng = np.random.default_rng(4)
    ur5 = arm.library.get("ur5")
    half = arm.model(compensated(ur5, rng), friction=False)
    run = arm.simulate(arm.Scenario(half, q0=np.full(6, 0.4), qd0=np.full(6, 0.5)), 1.0)
    assert run.drift_max < 1e-6
    links = tuple(replace(link, gravity_compensation=1.0) for link in ur5.links)
    balanced = arm.simulate(arm.Scenario(replace(ur5, links=links), q0=np.full(6, 0.4)), 1.0)
    np.testing.assert_allclose(balanced.q[-1], balanced.q[0], atol=1e-12)


def test_equations_have_the_share_as_a_letter():
    robot = arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1])
    first, second = robot.links
    robot = replace(robot, links=(replace(first, gravity_compensation=1.0), replace(second, gravity_compensation=0.25)))
    model = arm.model(robot)
    q = np.array([0.3, 0.8])
    for letters in ("all", "none", "base"):
        equations = arm.equations(model, letters=letters)
        np.testing.assert_allclose(equations.evaluate("g", q), newton_euler.gravity(model, q), rtol=1e-12)
    assert "κ2" in str(arm.equations(model).g)
    assert r"\kappa_{2}" in arm.equations(model).g.latex()


@pytest.mark.parametrize("suffix", [".toml", ".xml"])
def test_files_keep_it(tmp_path, suffix):
    rng = np.random.default_rng(6)
    robot = with_rotors(compensated(random_robot(rng, 5, "RPS", motors=False, tree=False), rng))
    robot = replace(
        robot,
        joints=tuple(replace(joint, friction=replace(joint.friction, coulomb_negative=None)) for joint in robot.joints),
    )
    arm.save(robot, tmp_path / f"robot{suffix}")
    again = arm.model(arm.load(tmp_path / f"robot{suffix}"))
    model = arm.model(robot)
    q, qd, qdd = random_state(rng, model)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    np.testing.assert_allclose(newton_euler.inverse_dynamics(again, q, qd, qdd), tau, atol=1e-9 * abs(tau).max())
