"""All formulations agree on 200 seeded random robots: trees of every joint kind, motors on any link."""

import numpy as np
import pytest

import armillary as arm
from armillary.analysis.check import check
from random_robots import random_robot

TOLERANCE = 1e-10


@pytest.mark.parametrize("seed", range(200))
def test_every_pair_of_formulations_agrees(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, n=1 + seed % 12)
    motors = ("full", "full", "reflected", "none")[seed % 4]
    result = check(arm.model(robot, motors=motors), states=1, seed=seed)
    worst = max(result.rows, key=lambda row: row.worst)
    assert result.worst <= TOLERANCE, worst


def test_the_random_robots_cover_what_they_claim():
    robots = [random_robot(np.random.default_rng(seed), n=1 + seed % 12) for seed in range(200)]
    kinds = {joint.type for robot in robots for joint in robot.joints}
    assert kinds == {"revolute", "prismatic", "spherical", "fixed"}
    places = set()
    for robot in robots:
        for motor in robot.motors:
            joint = robot.joint(motor.joint)
            near = {joint.parent: "parent", joint.child: "child", "base": "base"}
            places.add(near.get(motor.carrier, "far"))
    assert places == {"parent", "child", "base", "far"}


def test_a_wrong_rotor_term_is_found(monkeypatch):
    """The check can fail: without the rotors' gyroscopic moment the formulations part."""
    from armillary.multibody.body import BodyState

    def forgetful(self, gamma, U, omega, omega_dot, qd, qdd):
        return original(self, gamma, U, omega, omega_dot, np.zeros_like(qd), qdd)

    original = BodyState.wrench
    monkeypatch.setattr(BodyState, "wrench", forgetful)
    robot = random_robot(np.random.default_rng(8), n=5, kinds="R", tree=False)
    assert check(robot, states=1).worst > 1e-6
