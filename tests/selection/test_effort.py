"""Efforts, power and energy of motions against plain formulas and the balance of energy."""

from dataclasses import replace

import numpy as np
import pytest
from tests.random_robots import random_robot

import armillary as arm
from internals import (
    Candidate,
    FifthOrder,
    Limits,
    Motion,
    Payload,
    Ranges,
    efforts,
    integral,
    inverse_dynamics,
    standard_motion,
)
from internals import effort_measures as measures
from samples import some

RRP = arm.library.get("stanford")


def by_key(candidate: Candidate):
    return {one.key.removeprefix("effort."): one for one in measures(candidate)}


def bounded(robot, **limits):
    return replace(robot, joints=tuple(replace(j, limits=replace(j.limits, **limits)) for j in robot.joints))


def bounded_slides(robot):
    """Slides of a random robot with limits, so that it has a range."""
    joints = (replace(j, limits=Limits(-0.4, 0.5)) if j.type == "prismatic" else j for j in robot.joints)
    return replace(robot, joints=tuple(joints))


@pytest.mark.parametrize("name", ["stanford", "rtx", "flexrob"])
def test_peak_and_rms_of_each_joint(name):
    robot = arm.library.get(name)
    motion = standard_motion(robot)
    candidate = Candidate(robot, samples=20, motion=motion)
    found = by_key(candidate)
    tau = np.array(
        [inverse_dynamics(candidate.model, *row) for row in zip(motion.q, motion.qd, motion.qdd, strict=True)]
    )
    dt = motion.t[1] - motion.t[0]
    squares = tau**2
    mean = np.sqrt((squares[1:-1].sum(axis=0) + (squares[0] + squares[-1]) / 2) * dt / motion.duration)
    for k, joint in enumerate(robot.moving_joints()):
        kind = "force" if joint.type == "prismatic" else "torque"
        assert found[f"joint.{joint.name}.peak_{kind}"].value == pytest.approx(np.abs(tau[:, k]).max())
        assert found[f"joint.{joint.name}.rms_{kind}"].value == pytest.approx(mean[k])
    turning = [k for k, joint in enumerate(robot.moving_joints()) if joint.type == "revolute"]
    assert found["peak_torque"].value == pytest.approx(np.abs(tau[:, turning]).max())
    assert found["rms_torque"].value == pytest.approx(np.linalg.norm(mean[turning]))


def test_torques_and_forces_do_not_mix():
    found = by_key(Candidate(RRP, samples=20))
    assert (found["peak_torque"].unit, found["peak_force"].unit) == ("N·m", "N")
    only = by_key(Candidate(arm.library.get("ur5"), samples=20))
    assert only["peak_force"].value is None
    assert "no joint slides" in only["peak_force"].note


def test_gravity_of_a_pendulum():
    robot = arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.1])
    found = by_key(Candidate(robot, samples=4000))
    assert found["gravity_torque"].value == pytest.approx(9.81, rel=1e-4)
    reach = arm.MotionTask(FifthOrder(start=[-1.0], end=[1.0], duration=1.0), payload=0.5).of(robot)
    assert by_key(Candidate(robot, samples=10, motion=reach))["motion_gravity_torque"].value == pytest.approx(
        9.81 * (1.0 + 0.5), rel=1e-6
    )


@pytest.mark.parametrize("seed", some(range(4), 2))
def test_net_energy_is_that_of_the_robot_and_of_friction(seed):
    """∫ τᵀq̇ dt = ΔT + ΔV + what friction takes, with motors and a payload."""
    rng = np.random.default_rng(seed)
    robot = bounded_slides(random_robot(rng, 4, kinds="RRP", tree=False))
    start, end = rng.uniform(-0.3, 0.3, (2, 4))
    task = arm.MotionTask(FifthOrder(start=start, end=end, duration=1.0), payload=0.8, step=0.5e-3)
    motion = task.of(robot)
    candidate = Candidate(robot, samples=10, motion=motion)
    tip = robot.frames[0]
    loaded = replace(robot, payloads=(*robot.payloads, Payload("held", tip.link, 0.8, tip.placement.xyz)))
    dyn = arm.compile(loaded)
    model = candidate.model
    dry = model.coulomb * np.sign(motion.qd) + model.coulomb_sided * np.sign(motion.qd) ** 2
    lost = motion.qd * (model.viscous * motion.qd + dry)
    gained = dyn.potential_energy(motion.q[-1]) - dyn.potential_energy(motion.q[0])
    expected = gained + integral(lost.sum(axis=1), motion.t)
    found = by_key(candidate)
    assert found["net_energy"].value == pytest.approx(expected, rel=1e-5, abs=1e-5)
    assert found["energy"].value >= found["net_energy"].value


def test_links_held_straight_do_no_work():
    """Up to any instant the joints of a flexible arm put in just the energy that it has, and its friction."""
    robot = arm.library.get("flexible-3r")
    motion = standard_motion(robot, step=1e-3)
    candidate = Candidate(robot, samples=10)
    tau, qd = efforts(candidate.dyn, motion), motion.qd[:, : Ranges(candidate.model).n]
    half = len(motion.t) // 3
    model = candidate.model
    lost = qd**2 * model.viscous[:3] + np.abs(qd) * model.coulomb[:3]
    put_in = integral(np.sum(tau * qd - lost, axis=1)[: half + 1], motion.t[: half + 1])
    rows = motion.q[[0, half]], motion.qd[[0, half]]
    energy = candidate.dyn.kinetic_energy(*rows) + candidate.dyn.potential_energy(rows[0])
    assert put_in == pytest.approx(energy[1] - energy[0], rel=1e-4)
    assert abs(energy[1] - energy[0]) > 0.1


def test_power_of_several_joints_is_not_traded():
    """While one joint brakes, what is drawn is that of the other alone."""
    robot = arm.library.get("khatib-rr")
    motion = standard_motion(robot)
    P = efforts(arm.compile(robot), motion) * motion.qd
    found = by_key(Candidate(robot, samples=10))
    assert found["peak_power"].value == pytest.approx(np.maximum(P, 0).sum(axis=1).max())
    assert found["energy"].value == pytest.approx(integral(np.maximum(P, 0).sum(axis=1), motion.t))
    assert found["energy"].value > 1.001 * integral(np.maximum(P.sum(axis=1), 0), motion.t)


def test_use_of_limits():
    robot = bounded(arm.planar([0.5, 0.5], [1, 1], coms=[0.2, 0.2], inertias=[0.1, 0.1]), effort=20.0, velocity=4.0)
    motion = standard_motion(robot)
    found = by_key(Candidate(robot, samples=10))
    tau = np.abs(efforts(arm.compile(robot), motion)).max(axis=0)
    assert found["effort_use"].value == pytest.approx(tau.max() / 20)
    assert f"joint{int(np.argmax(tau)) + 1}" in found["effort_use"].note
    assert found["velocity_use"].value == pytest.approx(np.abs(motion.qd).max() / 4)
    assert by_key(Candidate(RRP, samples=10))["effort_use"].value is None


def test_a_limit_of_zero_is_a_limit():
    robot = arm.planar([0.5, 0.5], [1, 1], coms=[0.2, 0.2], inertias=[0.1, 0.1])
    first, second = robot.joints
    passive = replace(robot, joints=(first, replace(second, limits=replace(second.limits, effort=0.0))))
    found = by_key(Candidate(passive, samples=10))
    assert found["effort_use"].value == np.inf
    assert "greatest at joint2" in found["effort_use"].note


def test_friction_and_motors_count():
    plain = arm.library.get("khatib-rr")
    rough = replace(plain, joints=tuple(replace(j, friction=arm.Friction(2.0, 1.0)) for j in plain.joints))
    assert by_key(Candidate(rough, samples=10))["energy"].value > by_key(Candidate(plain, samples=10))["energy"].value
    geared = arm.library.get("stanford")
    with_motors, without = (
        by_key(Candidate(arm.model(geared, motors=motors), samples=10)) for motors in ("full", "none")
    )
    assert with_motors["peak_torque"].value != without["peak_torque"].value


def test_motions_of_other_robots_are_refused():
    motion = standard_motion(arm.library.get("ur5"))
    with pytest.raises(arm.ArgumentError, match="6 columns of q"):
        measures(Candidate(arm.library.get("panda"), samples=5, motion=motion))


@pytest.mark.parametrize(
    "bad",
    [
        {"t": [0.0]},
        {"t": [1.0, 0.0]},
        {"t": [0.0, np.nan]},
        {"payload": "1 kg"},
        {"q": [[0.0]]},
        {"qd": [[0.0], [np.nan]]},
        {"payload": -1.0},
    ],
)
def test_bad_motions(bad):
    good = {"t": [0.0, 1.0], "q": [[0.0], [1.0]], "qd": [[0.0], [0.0]], "qdd": [[0.0], [0.0]]}
    with pytest.raises(arm.ArgumentError, match=next(iter(bad))):
        Motion(**(good | bad))
