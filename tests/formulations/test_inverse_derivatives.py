"""Derivatives of inverse dynamics by composite bodies against the complex step, for all robots and in any frames."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from coupled_robots import coupled_robot
from internals import inverse_dynamics_derivatives, lagrange, newton_euler, random_state, views
from random_flexible import random_flexible_robot, random_flexible_state
from random_robots import EVERY, random_robot
from samples import some

STEP = 1e-30
MOTORS = ["full", "reflected", "none"]


def by_complex_step(model, q, qd, qdd):
    units = 1j * STEP * np.eye(model.nv)
    along = [newton_euler.inverse_dynamics(model, q + model.rate(q, unit), qd, qdd) for unit in units]
    faster = [newton_euler.inverse_dynamics(model, q, qd + unit, qdd) for unit in units]
    return [np.imag(columns).T / STEP for columns in (along, faster)]


def compare(model, state, seen=None):
    expected = by_complex_step(model, *state)
    for view in seen or (model, *views(model, grouped=True)):
        for common in (False, True):
            found = inverse_dynamics_derivatives(view, *state, common=common)
            for ours, wanted in zip(found, expected, strict=True):
                assert np.abs(ours - wanted).max() <= 1e-12 * max(1, np.abs(wanted).max())


@pytest.mark.parametrize("seed", some(range(30), 12))
def test_trees_of_hinges_and_slides(seed):
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 1 + seed % 8, kinds="RRPF"), motors="reflected")
    compare(model, random_state(model, rng))


@pytest.mark.parametrize("seed", some(range(15), 8))
def test_trees_of_all_joints_with_motors_on_any_link(seed):
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 3 + seed % 9, kinds=EVERY), motors=MOTORS[seed % 3])
    compare(model, random_state(model, rng))


@pytest.mark.parametrize("kind", sorted(set(EVERY)))
def test_every_kind_of_joint_between_others(kind):
    rng = np.random.default_rng(ord(kind))
    model = arm.model(random_robot(rng, 8, kinds="R" + kind, tree=False))
    compare(model, random_state(model, rng))


@pytest.mark.parametrize("seed", some(range(6), 3))
def test_flexible_links(seed):
    """Modes out of one plane, shortening, branches at several nodes, motors; the stiffness does not hide the rest."""
    rng = np.random.default_rng(seed)
    model = arm.model(random_flexible_robot(rng, 3 + seed % 3, EVERY), motors=MOTORS[seed % 3])
    assert model.flexible
    model = model.changed(stiffness=0 * model.stiffness)
    compare(model, random_flexible_state(rng, model), [model, views(model, grouped=True)[-1]])


@pytest.mark.crossed
@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_couplings_with_springs_and_friction(seed, order):
    rng = np.random.default_rng(seed)
    models = (arm.model(coupled_robot(rng, 6, order), motors=MOTORS[seed % 3]) for _ in range(100))
    model = next(model for model in models if model.coupled)
    compare(model, random_state(model, rng))


@pytest.mark.parametrize("exponent", [0.5, 1.0, 2.0])
def test_friction_that_falls_with_the_rate(exponent):
    """Stribeck friction at joints that follow others and at joints that do not."""
    rng = np.random.default_rng(2)
    rough = arm.Friction(0.3, 1.0, 0.8, 1.6, 1.2, 0.2, exponent)
    robot = coupled_robot(rng, 6, 3)
    model = arm.model(replace(robot, joints=tuple(replace(joint, friction=rough) for joint in robot.joints)))
    assert {each.k for each in model.stribeck if len(each.polynomial) > 2}
    compare(model, random_state(model, rng))


@pytest.mark.parametrize("seed", range(3))
def test_elastic_gears_with_a_cubic_term(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 5, kinds="RRPS")
    gear = arm.Gear(stiffness=40.0, damping=0.3, cubic=90.0)
    model = arm.model(replace(robot, motors=tuple(replace(motor, gear=gear) for motor in robot.motors)))
    assert model.drives
    compare(model, random_state(model, rng))


def test_a_robot_far_away_and_fast_keeps_its_digits():
    """All vectors are taken from bodies of the robot, and none from the origin of the world."""
    seeds = map(np.random.default_rng, range(100))
    models = ((arm.model(random_robot(rng, 12, kinds="6RS", tree=False)), rng) for rng in seeds)
    model, rng = next((model, rng) for model, rng in models if model.joints[0].kind.nv == 6)
    q, qd, qdd = random_state(model, rng)
    q[:3], qd[:3] = 7e6, 7e3
    compare(model, (q, qd, qdd))


def test_the_rate_half_is_twice_the_coriolis_matrix():
    rng = np.random.default_rng(7)
    model = arm.model(random_robot(rng, 6, kinds="RP", motors=False), friction=False)
    q, qd, qdd = random_state(model, rng)
    C = lagrange.coriolis_matrix(model, q, qd)
    np.testing.assert_allclose(inverse_dynamics_derivatives(model, q, qd, qdd)[1], 2 * C, atol=1e-12 * np.abs(C).max())
