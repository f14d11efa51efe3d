"""Pinocchio as the outside oracle, on random robots and on the whole library, rotors as bodies."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    Sublinks,
    articulated_body,
    composite_body,
    jacobian,
    jacobian_dot,
    newton_euler,
    passive,
    pose,
    random_state,
)
from pinocchio_model import PinocchioRobot
from random_robots import EVERY, random_robot

TOLERANCE = 1e-9
RIGID = [
    name for name in arm.library.names() if not (own := arm.model(arm.library.get(name))).flexible and not own.drives
]
"""Robots without modes and elastic gears; those with sublinks are among them, whose springs Pinocchio leaves to us."""


def assert_close(ours, theirs):
    scale = max(np.abs(theirs).max(), 1e-6)
    assert np.abs(ours - theirs).max() <= TOLERANCE * scale


def compare(robot, motors, seed):
    rng = np.random.default_rng(seed)
    model = arm.model(robot, motors=motors, friction=False)
    oracle = PinocchioRobot(model)
    for _ in range(3):
        q, qd, qdd = random_state(model, rng)
        assert_close(composite_body.mass_matrix(model, q), oracle.mass_matrix(q))
        tau = oracle.inverse_dynamics(q, qd, qdd) + passive.elastic(model, q)
        assert_close(newton_euler.inverse_dynamics(model, q, qd, qdd), tau)
        assert_close(articulated_body.forward_dynamics(model, q, qd, tau), qdd)
        for name in list(model.frames)[-3:]:
            X, J, J_dot = oracle.frame(q, qd, name)
            assert_close(pose(model, q, name), X)
            assert_close(jacobian(model, q, name), J)
            assert_close(jacobian_dot(model, q, qd, name), J_dot)


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "reflected", "none"])
@pytest.mark.parametrize("seed", range(10))
def test_random_robots(seed, motors):
    compare(random_robot(np.random.default_rng(seed), 2 + seed), motors, seed)


@pytest.mark.parametrize("seed", range(6))
def test_random_robots_with_joints_of_all_kinds(seed):
    compare(random_robot(np.random.default_rng(seed), 6 + seed, EVERY), "full", seed)


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "none"])
@pytest.mark.parametrize("name", RIGID)
def test_library_robots(name, motors):
    compare(arm.library.get(name), motors, seed=1)


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "none"])
@pytest.mark.parametrize("name", ["flexible-3r", "flexible-snake", "flexrob"])
def test_flexible_robots_cut_into_sublinks(name, motors):
    robot = arm.library.get(name)
    cut = Sublinks(2, bending_y=True, bending_z=True, torsion=name == "flexible-3r")
    links = tuple(
        replace(link, beam=replace(link.beam, modes=None, sublinks=cut, stiffening=True)) if link.beam else link
        for link in robot.links
    )
    compare(replace(robot, links=links), motors, seed=3)
