"""Compiled code of robots with coupled joints equals the float evaluation, in all frames and formulations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.coupled_robots import coupled_robot
from tests.random_robots import random_state

import armillary as arm
from internals import QUANTITIES, newton_euler, views
from samples import some

STATE = {"mass_matrix": 1, "bias": 2, "gravity": 1, "inverse_dynamics": 3, "forward_dynamics": 3, "coriolis_matrix": 2}


def close(found, expected, name: str) -> None:
    expected = np.asarray(expected)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * max(1.0, np.abs(expected).max()), err_msg=name)


@pytest.mark.parametrize("seed", range(6))
def test_frames_keep_the_motion(seed):
    """Other frames, regrouped inertia and frames that stay behind leave everything in joint coordinates as it is."""
    rng = np.random.default_rng(seed)
    robot = coupled_robot(rng, 5, 3 if seed % 2 else 1)
    if seed > 2:  # parallel axes, so that frames stay behind
        joints = (
            replace(joint, axis=(0.0, 0.0, 1.0), placement=arm.Placement((0.3, 0.1, 0.0))) for joint in robot.joints
        )
        robot = replace(robot, joints=tuple(joints))
    model = arm.model(robot)
    state = random_state(rng, model)
    for quantity, count in STATE.items():
        for name, way in QUANTITIES[quantity].exact(model).items():
            if name in ("composite_body", "newton_euler", "articulated_body"):
                for view in views(model, grouped=quantity != "coriolis_matrix"):
                    close(way(view, *state[:count]), way(model, *state[:count]), f"{quantity} by {name}")


@pytest.mark.parametrize("seed", some([3, 0, 1, 2], 2))
def test_compiled_code_equals_the_evaluation(seed):
    rng = np.random.default_rng(100 + seed)
    robot = coupled_robot(rng, 5, 1 if seed % 2 else 3, "RRRPS" if seed == 3 else "RRP")
    model = arm.model(robot)
    compiled, plain = arm.compile(model), arm.evaluate(model)
    state = random_state(rng, model)
    for quantity, count in STATE.items():
        found = getattr(compiled, quantity)(*state[:count])
        close(found, getattr(plain, quantity)(*state[:count]), quantity)
    link = robot.links[-1].name
    close(compiled.jacobian(state[0], frame=link), plain.jacobian(state[0], frame=link), "jacobian")
    close(compiled.jacobian_dot(*state[:2], frame=link), plain.jacobian_dot(*state[:2], frame=link), "jacobian_dot")


@pytest.mark.parametrize("order", [1, 3])
def test_derivatives(order):
    rng = np.random.default_rng(order)
    model = arm.model(coupled_robot(rng, 4, order), motors="reflected")
    q, qd, qdd = random_state(rng, model)
    by_q, by_qd = arm.compile(model).inverse_dynamics_derivatives(q, qd, qdd)[:2]
    for k, unit in enumerate(np.eye(model.nv)):
        step = 1j * 1e-30 * unit
        close(by_q[:, k], np.imag(newton_euler.inverse_dynamics(model, q + step, qd, qdd)) / 1e-30, "q")
        close(by_qd[:, k], np.imag(newton_euler.inverse_dynamics(model, q, qd + step, qdd)) / 1e-30, "qd")


def gripper(coupled: bool) -> arm.Robot:
    """The arm `khatib-rr` with two fingers on its last link, the second of which mimics the first."""
    whole = arm.library.get("khatib-rr")
    hand = whole.ends()[0]
    fingers, joints = [], []
    for side, sign in (("left", 1.0), ("right", -1.0)):
        couple = arm.parts.Coupling.linear("left", -1.0, 0.01) if coupled and side == "right" else None
        place = arm.Placement((0.1, 0.02 * sign, 0.0))
        fingers.append(arm.Link(side, 0.05, (0.03, 0.0, 0.0), ((1e-5, 0, 0), (0, 2e-5, 0), (0, 0, 2e-5))))
        joints.append(arm.Joint(side, "prismatic", hand, side, place, (0.0, 1.0, 0.0), couple=couple))
    return replace(whole, links=(*whole.links, *fingers), joints=(*whole.joints, *joints), frames=(), configurations=())


def test_a_coupled_finger_costs_less_than_a_free_one():
    for quantity in ("inverse_dynamics", "forward_dynamics", "mass_matrix"):
        costs = [arm.cost(arm.model(gripper(coupled)), quantity) for coupled in (True, False)]
        assert costs[0].mul + costs[0].add < costs[1].mul + costs[1].add, quantity


def test_free_parameters_of_followers():
    """Friction, spring and rotor of a joint that follows linearly stay free; the code equals that of the new robot."""
    rng = np.random.default_rng(3)
    robot = coupled_robot(rng, 4, 1)
    name = next(joint.name for joint in robot.joints if joint.couple)
    own = {"friction": arm.Friction(0.7, 0.4), "stiffness": 2.0, "rest": 0.5}
    joints = (replace(joint, friction=arm.Friction()) if joint.name == name else joint for joint in robot.joints)
    robot = replace(robot, joints=tuple(joints))
    changed = (replace(joint, **own) if joint.name == name else joint for joint in robot.joints)
    free = [f"{name}.friction.viscous", f"{name}.friction.coulomb", f"{name}.stiffness", f"{name}.rest"]
    state = random_state(rng, arm.model(robot))
    expected = arm.evaluate(replace(robot, joints=tuple(changed))).inverse_dynamics(*state)
    compiled = arm.compile(arm.model(robot, free=free))
    close(compiled.inverse_dynamics(*state, parameters=[0.7, 0.4, 2.0, 0.5]), expected, name)
