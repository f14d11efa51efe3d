"""The largest payload: affine efforts on random robots, closed forms, and a search by bisection."""

from dataclasses import replace

import numpy as np
import pytest
from tests.random_flexible import random_flexible_robot
from tests.random_robots import random_robot, random_state

import armillary as arm
from internals import (
    Candidate,
    FifthOrder,
    Frame,
    Limits,
    Payload,
    Placement,
    efforts,
    efforts_per_mass,
    payloads,
    standard_motion,
)
from internals import payload_measures as measures
from samples import some


def limited(robot, effort):
    return replace(robot, joints=tuple(replace(j, limits=replace(j.limits, effort=effort)) for j in robot.joints))


def by_key(candidate):
    return {one.key.removeprefix("payload."): one for one in measures(candidate)}


@pytest.mark.parametrize("seed", some(range(5), 2))
def test_efforts_are_affine_in_the_mass(seed):
    """A body of mass m at the frame's origin against m h, on random robots with all kinds of joints and motors."""
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 3 + seed)
    tip, m = robot.frames[0], rng.uniform(0.5, 20)
    loaded = replace(robot, payloads=(*robot.payloads, Payload("held", tip.link, m, tip.placement.xyz)))
    plain, heavy = arm.compile(robot), arm.compile(loaded)
    q, qd, qdd = (np.array(part) for part in zip(*(random_state(rng, plain.model) for _ in range(5)), strict=True))
    h = efforts_per_mass(plain, q, qd, qdd)
    found = plain.inverse_dynamics(q, qd, qdd) + m * h
    wanted = heavy.inverse_dynamics(q, qd, qdd)
    assert np.abs(found - wanted).max() < 1e-11 * np.abs(wanted).max()


def test_efforts_are_affine_in_the_mass_on_bent_links():
    """Of bodies at nodes of links that bend, with shapes that do not depend on what they carry."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        robot = random_flexible_robot(rng, 3, tree=False)
        frame = robot.frames[0]
        loaded = replace(
            robot, payloads=(*robot.payloads, Payload("held", frame.link, 2.0, frame.placement.xyz, node=frame.node))
        )
        families = {getattr(link.beam.modes, "shapes", "") for link in robot.links if link.beam is not None}
        if families and "tip-mass" not in families:
            break
    plain, heavy = arm.compile(robot), arm.compile(loaded)
    assert plain.model.elastic
    q, qd, qdd = rng.normal(size=(3, 4, plain.model.nv)) * 0.05
    q = np.array([plain.model.integrate(plain.model.neutral, row) for row in q])
    found = plain.inverse_dynamics(q, qd, qdd) + 2.0 * efforts_per_mass(plain, q, qd, qdd)
    wanted = heavy.inverse_dynamics(q, qd, qdd)
    assert np.abs(found - wanted).max() < 1e-10 * np.abs(wanted).max()


def test_a_horizontal_arm_holds_what_its_torque_leaves():
    """τ = (m_1 l_c + m l) g at most: m = (τ_max / g − m_1 l_c) / l."""
    robot = limited(arm.planar([0.8], [2.0], coms=[0.3], inertias=[0.1]), 30.0)
    static = by_key(Candidate(robot, samples=50))["static"]
    assert static.value == pytest.approx((30 / 9.81 - 0.6) / 0.8, rel=1e-6)
    assert "joint1 at its limit" in static.note


def test_two_links_are_worst_stretched_out():
    lengths, masses, coms = (0.5, 0.4), (3.0, 2.0), (0.25, 0.2)
    robot = limited(arm.planar(lengths, masses, coms=coms, inertias=[0.1, 0.1]), 45.0)
    static = by_key(Candidate(robot, samples=100))["static"]
    own = 3.0 * 0.25 + 2.0 * 0.7
    assert static.value == pytest.approx((45 / 9.81 - own) / 0.9, rel=1e-6)
    assert static.error < 1e-6


@pytest.mark.parametrize("seed", some(range(4), 2))
def test_the_mass_on_a_motion_is_where_bisection_finds_it(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 4, kinds="RRP", tree=False)
    start, end = rng.uniform(-0.6, 0.6, (2, 4))
    motion = arm.MotionTask(FifthOrder(start=start, end=end, duration=0.8), step=0.02, payload=5.0).of(robot)
    need = np.abs(efforts(arm.compile(robot), motion, payload=0.0)).max(axis=0)
    joints = iter(need * rng.uniform(1.1, 3.0, 4) + 1.0)
    made = tuple(
        replace(j, limits=Limits(-1.0, 1.0, effort=next(joints)) if j.type != "fixed" else j.limits)
        for j in robot.joints
    )
    robot = replace(robot, joints=made)
    limit = np.array([j.limits.effort for j in robot.moving_joints()])
    found = by_key(Candidate(robot, samples=10, motion=motion))["motion"].value
    tip, low, high = robot.frames[0], 0.0, 1e4
    for _ in range(25):
        middle = (low + high) / 2
        loaded = replace(robot, payloads=(*robot.payloads, Payload("held", tip.link, middle, tip.placement.xyz)))
        tau = arm.evaluate(loaded).inverse_dynamics(motion.q, motion.qd, motion.qdd)
        low, high = (middle, high) if np.all(np.abs(tau) <= limit) else (low, middle)
    assert found == pytest.approx(low, rel=1e-6, abs=1e-3)


def test_payloads_of_any_signs():
    """The interval of each row ends where a limit is just reached."""
    rng = np.random.default_rng(7)
    limit = rng.uniform(5, 10, 6)
    a, h = rng.uniform(-4, 4, (200, 6)), rng.normal(size=(200, 6))
    most = payloads(a, h, limit)
    assert np.allclose(np.abs(a + most * h), limit)
    assert np.all(np.abs(a + 0.999 * most * h) < limit)
    assert np.all(payloads(a, 0 * h, limit) == np.inf)
    assert np.all(payloads(a + 20, h, limit) < 0)
    assert np.all(payloads(a, h, np.full(6, np.inf)) == np.inf)


def test_the_search_finds_worse_configurations_than_the_sample():
    robot = limited(arm.library.get("ur5"), 120.0)
    candidate = Candidate(robot, samples=60)
    found = by_key(candidate)["static"]
    rest = np.zeros((60, 6))
    a = candidate.dyn.inverse_dynamics(candidate.configurations, rest, rest)
    h = efforts_per_mass(candidate.dyn, candidate.configurations, rest, rest)
    assert found.value < payloads(a, h, np.full(6, 120.0)).min()
    more = by_key(replace(candidate, samples=3000, seed=5))["static"]
    assert found.value == pytest.approx(more.value, rel=1e-3)


def test_the_payload_is_the_less_of_both():
    found = by_key(Candidate(arm.library.get("panda"), samples=100))
    assert found["mass"].value == min(found["static"].value, found["motion"].value)


def test_what_cannot_be_said():
    assert {one.value for one in measures(Candidate(arm.library.get("stanford"), samples=5))} == {None}
    weak = by_key(Candidate(limited(arm.planar([1.0], [5.0], coms=[0.5], inertias=[0.1]), 1.0), samples=20))
    assert weak["static"].value == 0.0
    assert "without a payload" in weak["static"].note
    floating = limited(arm.planar([1.0], [5.0], coms=[0.5], inertias=[0.1], gravity=0.0), 10.0)
    free = by_key(Candidate(floating, samples=20))
    assert free["static"].value is None
    assert "any mass" in free["static"].note
    assert free["motion"].value > 0


def test_joints_without_a_limit_are_named():
    robot = arm.planar([0.5, 0.4], [1, 1], coms=[0.2, 0.2], inertias=[0.1, 0.1])
    first = replace(robot.joints[0], limits=replace(robot.joints[0].limits, effort=40.0))
    found = by_key(Candidate(replace(robot, joints=(first, robot.joints[1])), samples=20))
    assert "without a limit: joint2" in found["static"].note


def test_frames_other_than_the_tip():
    robot = limited(arm.planar([0.8], [2.0], coms=[0.3], inertias=[0.1]), 30.0)
    hook = replace(robot, frames=(*robot.frames, Frame("hook", robot.links[0].name, Placement((0.4, 0.0, 0.0)))))
    found = by_key(Candidate(hook, frame="hook", samples=50))["static"]
    assert found.value == pytest.approx((30 / 9.81 - 0.6) / 0.4, rel=1e-6)
    assert arm.model(hook).frames["hook"]
    assert standard_motion(hook).frame == "tip"


def test_the_joint_that_is_named_exceeds_its_limit_most_whatever_its_unit():
    a, h, limit = np.array([[1010.0, 15.0, 3.0]]), np.ones((1, 3)), np.array([1000.0, 10.0, np.inf])
    np.testing.assert_allclose(payloads(a, h, limit), [[-0.01, -0.5, np.inf]])
    assert payloads(np.array([[2.0]]), np.array([[1.0]]), np.array([0.0])) < -1e6
