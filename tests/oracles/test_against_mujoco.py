"""MuJoCo as the outside oracle: reflected rotors are its armature, elastic joints of sublinks its springs."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Robot, body_poses, composite_body, matrix, newton_euler, random_state
from mujoco_model import MujocoRobot
from random_robots import EVERY, random_robot

TOLERANCE = 1e-9


def thickened(robot: Robot) -> Robot:
    """The robot with rods as thick as MuJoCo wants them: it refuses a principal moment of zero."""
    links = tuple(
        replace(link, inertia=matrix(np.array(link.inertia) + 1e-6 * np.eye(3))) if link.mass else link
        for link in robot.links
    )
    return replace(robot, links=links)


def compare(robot, seed):
    rng = np.random.default_rng(seed)
    model = arm.model(robot, motors="reflected", friction=False)
    assert all(body.mass > 0 for body in model.bodies)  # MuJoCo needs mass on every moving body
    oracle = MujocoRobot(model)
    for _ in range(3):
        q, qd, qdd = random_state(model, rng)
        M, efforts = oracle.moved(q, qd, qdd)
        ours = composite_body.mass_matrix(model, q)
        assert np.abs(ours - M).max() <= TOLERANCE * np.abs(ours).max()
        tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
        assert np.abs(tau - efforts).max() <= TOLERANCE * np.abs(tau).max()
        poses = body_poses(model, q)
        for i, body in enumerate(model.bodies):
            np.testing.assert_allclose(oracle.data.body(body.name).xpos, poses[i][1], atol=1e-12)


@pytest.mark.crossed
@pytest.mark.parametrize("kinds", ["RRRPSF", EVERY])
@pytest.mark.parametrize("seed", range(10))
def test_random_robots(seed, kinds):
    compare(random_robot(np.random.default_rng(100 + seed), 2 + seed, kinds), seed)


@pytest.mark.parametrize(
    "name", [name for name in arm.library.names() if not arm.model(arm.library.get(name)).flexible]
)
def test_library_robots(name):
    robot = arm.library.get(name)
    rigid = tuple(part for motor in robot.motors for part in motor.alone())  # MuJoCo has no elastic gears
    compare(thickened(replace(robot, motors=rigid)), seed=2)
