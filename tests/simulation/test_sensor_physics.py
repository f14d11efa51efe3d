"""Sensors give the quantities that beams, frames, gears and joints have, each by an independent formula."""

import dataclasses

import numpy as np
import pytest

import armillary as arm
from internals import body_poses, frame_pose, inverse_dynamics, jacobian
from samples import some

S = arm.sensors
PERIOD = 1e-3
G = 9.81
E, RHO, LENGTH, WIDTH, HEIGHT = 71e9, 2710.0, 0.8, 0.04, 0.01


def run(robot, sensors, **options):
    options = {"solver": arm.solvers.RK4(step=PERIOD), "record": PERIOD, "period": PERIOD} | options
    return arm.simulate(robot, 5 * PERIOD, sensors=sensors, **options)


def cantilever(tip_mass=0.0, stations=None, **beam):
    """A beam that turns about the vertical and sags under its weight, its z axis up."""
    section = arm.parts.Section("rectangle", (WIDTH, HEIGHT))
    beam = arm.Beam(LENGTH, E, RHO, stations or (arm.parts.Station(0, section),), **beam)
    loads = (arm.Payload("load", "link", tip_mass),) if tip_mass else ()
    joint = arm.Joint("joint", "revolute", "base", "link", axis=(0, 0, 1))
    return arm.Robot("cantilever", (arm.Link("link", beam=beam),), (joint,), payloads=loads)


def strain(robot, at, **options):
    found = run(robot, S.StrainGauge("link", at, plane="z", **options), solver=arm.solvers.Rosenbrock())
    return found.signals["measured.link.strain"][:, 0]


POLYNOMIAL = {"modes": arm.parts.Modes(bending_z=3, shapes="polynomial")}


@pytest.mark.crossed
@pytest.mark.parametrize("beam", [POLYNOMIAL, POLYNOMIAL | {"segments": 2}], ids=["whole", "segments"])
@pytest.mark.parametrize("at", [0.0, 0.3, 0.55])
def test_a_sagging_beam_is_strained_by_its_moment(beam, at):
    found = strain(cantilever(**beam), at)
    moment = RHO * WIDTH * HEIGHT * G * (LENGTH - at) ** 2 / 2
    expected = moment * (HEIGHT / 2) / (E * WIDTH * HEIGHT**3 / 12)  # the upper face is pulled
    assert found == pytest.approx(np.full(len(found), expected), rel=1e-4)
    assert strain(cantilever(**beam), at, fibre=-HEIGHT / 4) == pytest.approx(-found / 2, rel=1e-12)


def test_a_tapered_beam_with_a_load_is_strained_by_its_moment():
    wide, thin = (
        arm.parts.Section("rectangle", (WIDTH, HEIGHT)),
        arm.parts.Section("rectangle", (WIDTH / 2, HEIGHT / 2)),
    )
    stations, at = (arm.parts.Station(0, wide), arm.parts.Station(LENGTH, thin)), 0.5
    modes = arm.parts.Modes(bending_z=3, shapes="attachment")
    found = strain(cantilever(3.0, stations, modes=modes), at)
    part = 1 - at / LENGTH / 2
    own = 0.5 * RHO * WIDTH * HEIGHT * G  # the weight beyond, whose moment is a tenth
    x = np.linspace(at, LENGTH, 20001)
    moment = 3.0 * G * (LENGTH - at) + np.trapezoid(2 * own * (1 - x / LENGTH / 2) ** 2 * (x - at), x)
    expected = moment * (part * HEIGHT / 2) / (E * part**4 * WIDTH * HEIGHT**3 / 12)
    assert found[-1] == pytest.approx(expected, rel=2e-3)


def test_sublinks_are_strained_as_the_beam_is():
    robot = cantilever(sublinks=arm.parts.Sublinks(12, bending_y=False, bending_z=True))
    for at in (0.0, 0.31, 0.6):
        moment = RHO * WIDTH * HEIGHT * G * (LENGTH - at) ** 2 / 2
        assert strain(robot, at)[-1] == pytest.approx(moment * 6 / (E * WIDTH * HEIGHT**2), rel=6e-3, abs=1.3e-7)


def test_an_accelerometer_feels_gravity_and_the_turning():
    robot, still, rate = arm.library.get("panda"), [0.1, -0.5, 0.3, -2.0, 0.2, 1.5, 0.4], 3.0
    model = arm.model(robot)
    held = arm.controllers.ComputedTorque(kp=0.0, kd=0.0)  # no acceleration of the joints
    found = run(robot, S.Accelerometer(), q0=still, controller=held).signals["measured.tip.acceleration"]
    up = frame_pose(model, body_poses(model, np.array(still)), "tip")[0].T @ [0, 0, G]
    assert found[-1] == pytest.approx(up, abs=1e-9)
    turning = run(robot, S.Accelerometer("panda_link7"), q0=still, qd0=[rate, *[0.0] * 6], controller=held)
    R, p = frame_pose(model, body_poses(model, turning.q[-2]), "panda_link7")
    expected = R.T @ np.array([-(rate**2) * p[0], -(rate**2) * p[1], G])
    assert turning.signals["measured.panda_link7.acceleration"][-1] == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize(
    ("name", "frame"), some([("panda", "tip"), ("flexrob", "fore.tip"), ("flexible-3r", "upper.tip")], 2)
)
def test_a_gyroscope_gives_the_twist_of_the_jacobian(name, frame):
    robot = arm.library.get(name)
    model, rng = arm.model(robot), np.random.default_rng(3)
    solver = arm.solvers.DOP853()
    found = run(robot, S.Gyroscope(frame), qd0=0.1 * rng.normal(size=model.nv), limits="none", solver=solver)
    for k in (0, 3):
        q, v = found.q[k], found.qd[k]
        omega = frame_pose(model, body_poses(model, q), frame)[0].T @ (jacobian(model, q, frame) @ v)[:3]
        assert found.signals[f"measured.{frame}.rate"][k + 1] == pytest.approx(omega, abs=1e-12)


def geared(stiffness, damping=2.0, ratio=50.0):
    robot = arm.planar([1.0, 0.8], [3.0, 2.0], coms=[0.5, 0.4], inertias=[0.3, 0.2])
    gear = arm.Gear(stiffness=stiffness, damping=damping, cubic=1e4) if stiffness < np.inf else None
    motors = [
        arm.Motor(
            f"m{k}", f"joint{k}", carrier, 1.5, ratio=ratio, rotor_inertia=2e-4, axis=(0.36, 0.48, 0.8), gear=gear
        )
        for k, carrier in ((1, "base"), (2, "link1"))
    ]
    return dataclasses.replace(robot, motors=tuple(motors))


START = {"q0": [0.3, -0.4], "qd0": [0.5, -1.0], "controller": arm.controllers.PD(kp=40.0, kd=4.0)}


def test_encoders_on_motors_read_the_rotors():
    soft = run(geared(2e3), [S.Encoder(motors=("m1", "m2")), S.Tachometer(motors="m2", name="spin")], **START)
    assert np.array_equal(soft.signals["measured.position"][1:], soft.q[:-1, 2:])
    assert np.array_equal(soft.signals["measured.spin"][1:, 0], soft.qd[:-1, 3])
    assert np.abs(soft.q[-1, 2:] - soft.q[-1, :2]).min() > 1e-4  # the gears are wound
    rigid = run(geared(np.inf), S.Encoder(motors=("m1", "m2"), counts=100), **START)
    step = 2 * np.pi / 100 / 50  # seen at the joint
    steps = rigid.signals["measured.position"][1:] / step
    assert steps == pytest.approx(np.round(steps), abs=1e-9)
    assert np.abs(rigid.signals["measured.position"][1:] - rigid.q[:-1]).max() <= step / 2 * (1 + 1e-9)


def test_a_torque_sensor_reads_the_spring_of_the_gear():
    soft = run(geared(2e3), S.TorqueSensor(), **START)
    lead, rate = soft.q[:-1, 2:] - soft.q[:-1, :2], soft.qd[:-1, 2:] - soft.qd[:-1, :2]
    expected = 2e3 * lead + 2.0 * rate + 1e4 * lead**3
    assert soft.signals["measured.torque"][1:] == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("motors", ["full", "reflected"])
def test_a_torque_sensor_of_rigid_gears_reads_the_load_of_inverse_dynamics(motors):
    robot = geared(np.inf)
    found = run(arm.model(robot, motors=motors), S.TorqueSensor(), **START)
    for k in range(2):
        plain = tuple(
            dataclasses.replace(each, rotor_inertia=0.0) if each.joint == f"joint{k + 1}" else each
            for each in robot.motors
        )
        bare = arm.model(dataclasses.replace(robot, motors=plain), motors=motors)
        load = [inverse_dynamics(bare, found.q[n], found.qd[n], found.qdd[n])[k] for n in range(1, 5)]
        assert found.signals["measured.torque"][2:, k] == pytest.approx(load, rel=1e-9, abs=1e-9)
    without = run(arm.model(robot, motors="none"), S.TorqueSensor(), **START)
    assert without.signals["measured.torque"][2:] == pytest.approx(without.tau[1:-1], abs=1e-12)


def test_a_torque_sensor_of_a_stiff_gear_reads_as_that_of_a_rigid_one():
    robots = [geared(k, damping=1500.0) for k in (1e6, np.inf)]
    options = {**START, "solver": arm.solvers.Auto(), "controller": lambda t, q, qd, r: np.array([5.0, -3.0])}
    soft, rigid = (
        arm.simulate(robot, 0.05, sensors=S.TorqueSensor(), period=PERIOD, **options).signals["measured.torque"][-1]
        for robot in robots
    )
    assert soft == pytest.approx(rigid, rel=2e-3)
