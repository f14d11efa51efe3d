"""Rigid gears with losses: closed forms, independent solutions by events, stiff elastic gears, holding, the audit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import GearLoss, solve_mesh
from lossy_arm import Independent, lossy_arm
from oracles.samples import examples, some
from solving import solver


def axis(inertia, rotor, ratio, ahead, back, **more):
    tensor = tuple(tuple(inertia * (i == j) for j in range(3)) for i in range(3))
    gear = arm.Gear(efficiency=ahead, efficiency_back=back, **more)
    return arm.Robot(
        "axis",
        (arm.Link("disc", mass=1.0, inertia=tensor),),
        (arm.Joint("shoulder", "revolute", "base", "disc", axis=(0.0, 0.0, 1.0)),),
        (arm.Motor("motor", "shoulder", "base", rotor_inertia=rotor, ratio=ratio, gear=gear),),
    )


def moment(value, frame="disc"):
    return [arm.Push(frame, (0.0, 0.0, value, 0.0, 0.0, 0.0))]


def constant(*efforts):
    return lambda t, q, qd, reference: np.array(efforts) + 0 * q


def test_a_gear_that_its_joint_drives_feels_the_rotor_through_its_losses():
    """1 kg·m² and 100² · 1e-4 kg·m² / 0.5 are pushed with 5 N·m for 1 s."""
    run = arm.simulate(axis(1.0, 1e-4, 100.0, 0.5, 0.5), 1.0, disturbances=moment(5.0))
    assert run.q[-1, 0] == pytest.approx(5.0 / 2 / (1.0 + 2.0), rel=1e-9)
    assert run.heat["gears"][-1] == pytest.approx(run.external[-1] - run.kinetic[-1], rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_one_axis_has_the_acceleration_of_the_textbook(seed):
    """a = (f τ − h) / (J + f n² J_r), f = η where power passes to the joint, 1/η_b where it passes to the rotor."""
    rng = np.random.default_rng(seed)
    J, n, reflected = rng.uniform(0.2, 2), rng.choice([-1, 1]) * rng.uniform(1, 150), rng.uniform(0.05, 3)
    ahead, back, tau, h = rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.normal() * 5, rng.normal() * 5
    v = rng.choice([-1, 1]) * 50.0  # so fast that it keeps its direction
    run = arm.simulate(
        axis(J, reflected / n**2, n, ahead, back), 0.1, controller=constant(tau), disturbances=moment(-h), qd0=[v]
    )
    solutions = []
    for f, side in ((ahead, 1), (1 / back, -1)):
        a = (f * tau - h) / (J + f * reflected)
        if (tau - reflected * a) * v * side > 0:
            solutions.append(a)
    assert len(solutions) == 1
    np.testing.assert_allclose(run.qdd[:, 0], solutions[0], rtol=1e-10)
    assert run.drift_max < 1e-6


@pytest.mark.parametrize("part", [1.001, 0.999])
@pytest.mark.parametrize("up", [True, False])
def test_a_motor_holds_a_load_within_both_efficiencies(up, part):
    """A load T stands while the motor gives from η_b T to T / η, as a worm gear under a weight does."""
    load, ahead, back = 6.0, 0.45, 0.3
    effort = load / ahead * part if up else load * back / part
    robot = axis(0.5, 1e-5, -60.0, ahead, back)
    run = arm.simulate(robot, 0.5, controller=constant(effort), disturbances=moment(-load))
    if part < 1:
        assert not np.any(run.qd)
        assert run.info["switches"] == 0
        return
    f, way = (ahead, 1) if up else (1 / back, -1)
    expected = (f * effort - load) / (0.5 + f * 3600e-5)
    assert expected * way > 0
    assert run.q[-1, 0] == pytest.approx(expected * 0.5**2 / 2, rel=1e-9)


PUBLISHED = {
    0.04: (-0.000557993606, -0.0208414999681),
    0.08: (-0.001116773649, -0.000478297425),
    0.10: (-0.001116887945, 0.0),
    0.36: (0.000177324693, 0.005231454349),
    0.40: (0.000208357927, 0.0),
    0.48: (0.000192544733, -0.003072385163),
    0.50: (0.000016621687, -0.016261924039),
}
"""Angle and rate of the load of `LossyGearDemo1` at some times [rad, rad/s]."""


def test_a_gear_that_rolls_both_ways_and_sticks_as_published():
    """The reference result of `Modelica.Mechanics.Rotational.Examples.LossyGearDemo1` (MAP-LIB_ReferenceResults).

    The Modelica Association keeps it for its library: inertias of 1 kg·m² before and 1.5 kg·m² behind a gear with the
    ratio 2 and the efficiency 0.5 both ways, 10 N·m · sin(2π t) before it, −10 N·m + 2.5 N·m/s · t behind it.
    """
    drive = lambda t, q, qd, reference: 20.0 * np.sin(2 * np.pi * t) + 0 * q  # noqa: E731
    load = arm.Push("disc", lambda t: np.array([0 * t, 0 * t, -10.0 + 2.5 * t, 0 * t, 0 * t, 0 * t]))
    run = arm.simulate(axis(1.5, 1.0, 2.0, 0.5, 0.5), 0.5, controller=drive, disturbances=[load], record=0.02)
    rows = {t: np.argmin(np.abs(run.t - t)) for t in PUBLISHED}
    np.testing.assert_allclose([run.q[k, 0] for k in rows.values()], [q for q, _ in PUBLISHED.values()], atol=1e-8)
    np.testing.assert_allclose([run.qd[k, 0] for k in rows.values()], [v for _, v in PUBLISHED.values()], atol=1e-7)
    assert run.info["switches"] == 5  # back, stop, ahead, stop, back


CASES = [(1, 1), (2, 3), (6, 1), (3, 2), (4, 4), (5, 5), (6, 6), (2, 7), (3, 8), (1, 9)]


@pytest.mark.parametrize(("n", "seed"), some(CASES, 3))
def test_random_arms_move_as_an_independent_solution_by_events_does(n, seed):
    rng = np.random.default_rng(seed)
    robot = lossy_arm(seed, n)
    amplitude, rate, phase = rng.uniform(2, 12, n), rng.uniform(3, 12, n), rng.uniform(0, 6, n)
    effort = lambda t: amplitude * np.sin(rate * t + phase)  # noqa: E731
    q0, qd0 = rng.uniform(-1, 1, n), rng.uniform(-1, 1, n) * (rng.random(n) < 0.5)
    times = np.linspace(0, 0.3, 7)
    expected, changes = Independent(robot, effort).motion([*q0, *qd0], times)
    tight = solver("dop853", rtol=1e-10, atol=1e-11)
    law = lambda t, q, qd, reference: effort(t)  # noqa: E731
    run = arm.simulate(robot, 0.3, q0=q0, qd0=qd0, controller=law, solver=tight, record=0.05)
    assert changes > 0
    np.testing.assert_allclose(run.q, expected[:, :n], atol=1e-7)
    np.testing.assert_allclose(run.qd, expected[:, n:], atol=1e-6)
    assert run.drift_max < 1e-6  # per cent


@pytest.mark.parametrize("n", some([2, 1, 3, 4, 5, 6], 1))
def test_a_rigid_gear_is_the_limit_of_stiff_ones(n):
    rng = np.random.default_rng(n)
    robot = lossy_arm(20 + n, n, friction=False)
    rubbed = tuple(replace(motor, friction=arm.Friction(viscous=0.1 / motor.ratio**2)) for motor in robot.motors)
    robot = replace(robot, motors=rubbed)
    amplitude, rate = rng.uniform(2, 12, n), rng.uniform(3, 12, n)
    options = {
        "q0": rng.uniform(-1, 1, n),
        "qd0": rng.uniform(-3, 3, n),
        "controller": lambda t, q, qd, reference: amplitude * np.cos(rate * t),
        "record": 0.05,
    }
    rigid = arm.simulate(robot, 0.2, **options, solver=solver("dop853", rtol=1e-9, atol=1e-11))
    errors = []
    for k in (1e6, 1e7):
        gears = (replace(motor.gear, stiffness=k, damping=1e-3 * k) for motor in robot.motors)
        motors = tuple(replace(motor, gear=gear) for motor, gear in zip(robot.motors, gears, strict=True))
        stiff = replace(robot, motors=motors)
        run = arm.simulate(stiff, 0.2, **options, solver=solver("rosenbrock", rtol=1e-9, atol=1e-11))
        errors.append(np.abs(run.q[:, :n] - rigid.q).max())
    assert errors[1] < 1e-4
    assert errors[1] < 0.13 * errors[0]


def test_signs_of_many_gears_fit():
    """Of random systems of eight gears, the efforts in the mesh solve the piecewise linear system."""
    rng = np.random.default_rng(4)
    for _ in range(examples(2000)):
        m = int(rng.integers(1, 9))
        A = rng.normal(size=(m, m)) * 10 ** rng.uniform(-1, 1, m)
        links = A @ A.T + np.diag(10 ** rng.uniform(-3, 0, m))
        rotors = 10 ** rng.uniform(-2, 2, m) * np.diag(links)
        W = np.eye(m) + np.tril(rng.uniform(-1, 1, (m, m)), -1) / rng.uniform(5, 200, m)[:, None]
        B = rotors[:, None] * W @ np.linalg.inv(links + W.T @ (rotors[:, None] * W))
        losses = [GearLoss("", k, 1 - rng.uniform(0.5, 1), 1 / rng.uniform(0.5, 1) - 1) for k in range(m)]
        s, e_0 = rng.choice([-1.0, 0.0, 1.0], m), rng.normal(size=m) * 10 ** rng.uniform(-1, 1, m)
        e = solve_mesh(losses, e_0, B, s.__getitem__, s)
        part = [loss.forward if power > 0 else loss.backward for loss, power in zip(losses, e * s, strict=True)]
        np.testing.assert_allclose(e, e_0 + B @ (part * np.abs(e) * s), atol=1e-10 * np.abs(e_0).max())


def everything():
    """Three joints with every loss at once: bristles and windings beside gears, two motors at one joint, a follower."""
    robot = arm.planar([0.4, 0.3, 0.2], [2.0, 1.0, 0.5], coms=[0.2, 0.15, 0.1], inertias=[0.03, 0.01, 0.004])
    names = ["base", *(link.name for link in robot.links)]
    bristles = arm.Friction(0.05, 0.2, static=0.3, stribeck_velocity=0.1, bristle_stiffness=300.0, bristle_damping=2.0)
    winding = arm.Winding(0.05, 0.5, 2e-3, 40.0, 48.0, 2000.0, 0.01, 12.0)
    made = {"rotor_inertia": 4e-5, "axis": (0.0, 0.0, 1.0), "friction": arm.Friction(1e-5, 2e-3)}
    last = arm.Friction(1e-5, 2e-3, static=3e-3, stribeck_velocity=2.0, bristle_stiffness=0.05, bristle_damping=1e-4)
    motors = (
        arm.Motor("a", "joint1", names[0], ratio=60.0, gear=arm.Gear(efficiency=0.8, efficiency_back=0.6), **made),
        arm.Motor("b", "joint1", names[0], ratio=-40.0, winding=winding, gear=arm.Gear(efficiency=0.7), **made),
        arm.Motor("c", "joint2", names[1], ratio=-50.0, winding=winding, gear=arm.Gear(efficiency_back=0.5), **made),
        arm.Motor("d", "joint3", names[1], ratio=30.0, gear=arm.Gear(efficiency=0.9), **made | {"friction": last}),
    )
    joints = (*robot.joints[:2], replace(robot.joints[2], couple=arm.parts.Coupling("joint2", (0.1, -0.7))))
    return replace(robot, joints=(replace(joints[0], friction=bristles), *joints[1:]), motors=motors)


@pytest.mark.parametrize("name", some(["rosenbrock", "dop853", "rk45"], 2))
def test_the_audit_closes_with_every_loss_on(name):
    law = lambda t, q, qd, reference: 9.0 * np.sin(9 * t) * np.array([1.0, 0.5])  # noqa: E731
    run = arm.simulate(everything(), 0.5, controller=law, solver=solver(name, rtol=1e-10, atol=1e-12))
    assert run.drift_max < 1e-6  # per cent
    assert set(run.heat) == {"bearings", "gears", "windings"}
    np.testing.assert_allclose(sum(run.heat.values()), run.dissipated, rtol=1e-9, atol=1e-12)
    assert np.all(np.diff(run.heat["gears"]) >= -1e-12)
    assert run.heat["gears"][-1] > 0.05


def test_motor_efforts_are_those_of_a_run():
    """Inverse dynamics through the gears gives the efforts that caused a motion, for several motors at a joint, too."""
    robot = lossy_arm(2, 3)
    twice = replace(robot.motors[1], name="second", ratio=-25.0, gear=arm.Gear(efficiency=0.6, efficiency_back=0.9))
    plain = replace(robot.motors[1], name="third", ratio=10.0, gear=None)
    robot = replace(robot, motors=(*robot.motors, twice, plain))
    law = lambda t, q, qd, reference: np.array([6.0, 5.0, 3.0]) * np.sin(9 * t + 1)  # noqa: E731
    run = arm.simulate(robot, 0.3, qd0=[1.0, -1.0, 0.5], controller=law, record=0.02)
    dyn, moves = arm.compile(robot), run.qd != 0
    efforts = dyn.motor_efforts(run.q, run.qd, run.qdd)
    assert np.mean(moves) > 0.5
    np.testing.assert_allclose(efforts[moves], run.tau[moves], atol=1e-10)
    assert np.abs(dyn.inverse_dynamics(run.q, run.qd, run.qdd) - run.tau)[moves].max() > 0.1
    evaluated = arm.evaluate(robot).motor_efforts(run.q[1], run.qd[1], run.qdd[1])
    np.testing.assert_allclose(evaluated, efforts[1], rtol=1e-10)


def test_statics_have_the_efforts_that_hold_a_joint():
    robot = axis(0.5, 1e-5, 60.0, 0.45, 0.3)
    motor = replace(robot.motors[0], friction=arm.Friction(coulomb=0.01))
    robot = replace(robot, motors=(motor,))
    load = {"disc": (0.0, 0.0, -6.0, 0.0, 0.0, 0.0)}
    held = arm.statics(robot, wrench=load, frame="disc")
    np.testing.assert_allclose([held.tau_back[0], held.tau_ahead[0]], [6.0 * 0.3 - 0.6, 6.0 / 0.45 + 0.6], rtol=1e-9)
    assert held.tau[0] == pytest.approx(6.0)
    assert "holds from" in [column.name for column in held.tables()[1].columns]
    for effort in (held.tau_back[0], held.tau_ahead[0]):
        for part in (0.999, 1.001):
            run = arm.simulate(robot, 0.2, controller=constant(effort * part), disturbances=moment(-6.0))
            assert bool(run.info["switches"]) == ((part > 1) == (effort > 6))


def test_smooth_losses_have_no_events_and_approach_those_with_events():
    options = {"controller": constant(4.0), "qd0": [2.0]}
    sharp = arm.simulate(axis(0.5, 4e-5, 80.0, 0.7, 0.6), 0.2, disturbances=moment(-1.0), **options)
    robot = axis(0.5, 4e-5, 80.0, 0.7, 0.6, smooth_velocity=1e-3)
    soft = arm.simulate(robot, 0.2, disturbances=moment(-1.0), **options)
    np.testing.assert_allclose(soft.q[-1], sharp.q[-1], rtol=1e-9)
    assert "switches" not in soft.info or not soft.info["switches"]


@pytest.mark.parametrize("motors", ["full", "reflected"])
def test_a_rotor_whose_rate_is_no_multiple_of_its_coordinate(motors):
    """The motor of a follower by a polynomial: its efforts are those of the run, and the audit closes."""
    robot = arm.planar([0.5, 0.4], [2.0, 1.0], coms=[0.25, 0.2], inertias=[0.04, 0.02])
    follower = replace(robot.joints[1], couple=arm.parts.Coupling("joint1", (0.1, 0.5, 0.3)))
    gear = arm.Gear(efficiency=0.7, efficiency_back=0.6)
    made = {"rotor_inertia": 2e-4, "axis": (0.0, 0.0, 1.0), "gear": gear, "friction": arm.Friction(1e-5, 2e-3)}
    motor = arm.Motor("motor", "joint2", robot.links[0].name, ratio=30.0, **made)
    model = arm.model(replace(robot, joints=(robot.joints[0], follower), motors=(motor,)), motors=motors)
    law = lambda t, q, qd, reference: 8.0 * np.sin(7 * t) + 0 * q  # noqa: E731
    run = arm.simulate(model, 0.3, qd0=[1.0], controller=law, record=0.02)
    moves = run.qd != 0
    efforts = arm.compile(model).motor_efforts(run.q, run.qd, run.qdd)
    np.testing.assert_allclose(efforts[moves], run.tau[moves], atol=1e-10)
    assert run.drift_max < 1e-6
    assert run.heat["gears"][-1] > 0.1


def test_motor_efforts_begin_a_motion_through_the_losses():
    """From rest the acceleration gives the direction: the effort that starts a joint is the one that moves it on."""
    motor = arm.Motor("m", "turn", "base", rotor_inertia=1e-4, ratio=100.0, gear=arm.Gear(efficiency=0.5))
    axis = arm.Joint("turn", "revolute", "base", "arm", axis=(0.0, 0.0, 1.0))
    robot = arm.Robot("axis", (arm.Link("arm", 1.0, inertia=np.eye(3)),), (axis,), (motor,), gravity=(0, 0, 0))
    for dyn in (arm.compile(robot), arm.evaluate(robot)):
        assert dyn.motor_efforts([0.0], [0.0], [1.0]) == pytest.approx([3.0])  # 1/η + n² J_r
        assert dyn.motor_efforts([0.0], [0.0], [-1.0]) == pytest.approx([-3.0])
        assert dyn.motor_efforts([0.0], [0.0], [0.0]) == pytest.approx([0.0])
    run = arm.simulate(robot, 1.0, controller=lambda t, q, qd, reference: 3.0 + 0.0 * q)
    assert run.q[-1, 0] == pytest.approx(0.5)
