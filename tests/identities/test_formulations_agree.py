"""All formulations agree on seeded random robots: trees of every joint kind, motors on any link."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import JOINT_TYPES, articulated_body, composite_body, from_rpy
from random_robots import EVERY, random_robot, random_state
from samples import some

TOLERANCE = 1e-10


@pytest.mark.parametrize("seed", some(range(120), 20))
def test_every_pair_of_formulations_agrees(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, n=1 + seed % 12)
    motors = ("full", "full", "reflected", "none")[seed % 4]
    result = arm.check(arm.model(robot, motors=motors), states=1, seed=seed)
    worst = max(result.rows, key=lambda row: row.worst)
    assert result.worst <= TOLERANCE, worst


def many_kinds(seed):
    """A robot with joints of all kinds."""
    return random_robot(np.random.default_rng(1000 + seed), n=6 + seed % 5, kinds=EVERY, tree=seed % 3 > 0)


@pytest.mark.parametrize("seed", some(range(12), 6))
def test_every_pair_of_formulations_agrees_for_all_kinds_of_joint(seed):
    result = arm.check(arm.model(many_kinds(seed), motors=("full", "reflected")[seed % 2]), states=1, seed=seed)
    assert result.worst <= TOLERANCE, max(result.rows, key=lambda row: row.worst)


@pytest.mark.crossed
@pytest.mark.parametrize("where", ["anywhere", "first link", "last link"])
@pytest.mark.parametrize("seed", range(3))
def test_long_robots_with_far_motors(seed, where):
    """Articulated and composite bodies agree for 50 joints, with rotors before, on and beyond the joints they drive."""
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 50, tree=where == "anywhere")
    carrier = {"first link": robot.links[0].name, "last link": robot.links[-1].name}.get(where)
    if carrier:
        robot = replace(robot, motors=tuple(replace(motor, carrier=carrier) for motor in robot.motors))
    model = arm.model(robot)
    q, qd, tau = random_state(rng, model)
    found, expected = (each.forward_dynamics(model, q, qd, tau) for each in (articulated_body, composite_body))
    assert found == pytest.approx(expected, rel=1e-7, abs=1e-9 * np.abs(expected).max())


def test_the_random_robots_cover_what_they_claim():
    robots = [random_robot(np.random.default_rng(seed), n=1 + seed % 12) for seed in some(range(120), 36)]
    kinds = {joint.type for robot in robots for joint in robot.joints}
    assert kinds == {"revolute", "prismatic", "spherical", "fixed"}
    wide = [
        random_robot(np.random.default_rng(1000 + seed), 6 + seed % 5, EVERY, tree=seed % 3 > 0) for seed in range(12)
    ]
    assert {joint.type for robot in wide for joint in robot.joints} == set(JOINT_TYPES)
    places = set()
    for robot in robots:
        for motor in robot.motors:
            joint = robot.joint(motor.joint)
            near = {joint.parent: "parent", joint.child: "child", "base": "base"}
            places.add(near.get(motor.carrier, "far"))
    assert places == {"parent", "child", "base", "far"}


def test_a_wrong_rotor_term_is_found(monkeypatch):
    """The check can fail: without the rotors' gyroscopic moment the formulations part."""
    from internals import BodyState

    def forgetful(self, gamma, U, omega, omega_dot, qd, qdd):
        return original(self, gamma, U, omega, omega_dot, np.zeros_like(qd), qdd)

    original = BodyState.wrench
    monkeypatch.setattr(BodyState, "wrench", forgetful)
    robot = random_robot(np.random.default_rng(8), n=5, kinds="R", tree=False)
    assert arm.check(robot, states=1).worst > 1e-6


@pytest.mark.parametrize("turn", [0.3, 1.1, 2.5])
def test_energies_that_cancel_are_compared_as_far_as_they_are_rounded(turn):
    """Two fingers of a gripper, one above the other's mirror image: their potential energies add up to rounding."""
    links, joints = [], []
    for name, side in (("upper", 1.0), ("lower", -1.0)):
        R = np.asarray(from_rpy(side * turn, 0.4, side * 0.7))
        links.append(arm.Link(name, 0.1, R.T @ [0.02, 0.01, side * 0.05], 1e-4 * np.eye(3)))
        placement = arm.Placement((0.1, 0.0, side * 0.03), R)
        joints.append(arm.Joint(name, "prismatic", "base", name, placement, axis=R.T @ [0.0, 1.0, 0.0]))
    assert arm.check(arm.Robot("gripper", tuple(links), tuple(joints)), states=3).worst <= TOLERANCE
