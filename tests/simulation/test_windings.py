"""Windings of motors: an independent solution, torque–speed envelope, energy audit, commands, files, faults."""

import math
import re
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from internals import parse_toml, to_toml

K, R, L, J, RATIO, B = 0.05, 0.5, 2e-3, 1e-4, 50.0, 1e-5
HEAT = arm.parts.Heat(4.0, 20.0, 6.0, 200.0)
WINDING = arm.Winding(K, R, L, 12.0, 24.0, 2000.0, 0.01, 12.0, HEAT)
MASS, COM, MOMENT = 2.0, 0.3, 0.1


def axis(winding, motors=1, friction=arm.Friction(viscous=B), ratio=RATIO):  # noqa: B008
    """A link on a horizontal axis with geared motors on the base."""
    tensor = ((MOMENT, 0.0, 0.0), (0.0, MOMENT, 0.0), (0.0, 0.0, MOMENT))
    return arm.Robot(
        "axis",
        (arm.Link("arm", mass=MASS, com=(COM, 0.0, 0.0), inertia=tensor),),
        (arm.Joint("shoulder", "revolute", "base", "arm", axis=(0.0, 1.0, 0.0)),),
        tuple(
            arm.Motor(f"m{k}", "shoulder", "base", rotor_inertia=J, ratio=ratio, friction=friction, winding=winding)
            for k in range(motors)
        ),
    )


def by_radau(duration, times):
    """The same axis, driven with 20 V · sin(3 t), by SciPy."""
    inertia = MASS * COM**2 + MOMENT + RATIO**2 * J

    def rate(t, y):
        q, v, i, T1, T2 = y
        w, R_T = RATIO * v, R * (1 + HEAT.coefficient * (T1 - 298.15))
        low, high = (R_T * i + K * w + 2000.0 * L * (limit - i) for limit in (-12.0, 12.0))
        u = max(low, min(20.0 * math.sin(3 * t), high))
        torque = RATIO * (K * i - 0.01 * math.sin(12 * RATIO * q) - B * w)
        out = (T1 - T2) / 4.0
        return [
            v,
            (torque + MASS * 9.81 * COM * math.cos(q)) / inertia,
            (u - R_T * i - K * w) / L,
            (R_T * i * i - out) / 20.0,
            (out - (T2 - 298.15) / 6.0) / 200.0,
        ]

    start = [0.0, 0.0, 0.0, 298.15, 298.15]
    return solve_ivp(rate, (0, duration), start, "Radau", times, rtol=1e-9, atol=1e-11).y


def test_winding_with_all_effects_against_an_independent_solution():
    """Inductance, current limit, back voltage, cogging, two-node heat, friction of the rotor."""
    times = np.linspace(0, 0.5, 51)
    q, v, i, T1, T2 = by_radau(0.5, times)
    law = lambda t, q, qd, reference: 20.0 * np.sin(3 * t) + 0 * q  # noqa: E731
    for solver in (arm.solvers.Rosenbrock(), arm.solvers.DOP853()):
        run = arm.simulate(axis(WINDING), 0.5, controller=law, command="voltage", solver=solver, record=0.01)
        np.testing.assert_allclose(run.q[:, 0], q, atol=1e-7)
        np.testing.assert_allclose(run.qd[:, 0], v, atol=1e-6)
        np.testing.assert_allclose(run.signals["m0.current"], i, atol=1e-6)
        np.testing.assert_allclose(run.signals["m0.temperature"], T1, atol=1e-7)
        np.testing.assert_allclose(run.signals["m0.housing_temperature"], T2, atol=1e-8)
        assert run.drift_max < 1e-6  # per cent
    heat = run.signals["heat.bearings"] + run.signals["heat.windings"]
    np.testing.assert_allclose(heat, run.dissipated, rtol=1e-9, atol=1e-12)
    assert run.units_of("m0.current") == ("A",)
    stack = arm.simulate(
        axis(WINDING), 0.5, controller=law, command="voltage", q0=[[0.0], [0.1]], solver=arm.solvers.RK4(step=1e-4)
    )
    np.testing.assert_allclose(stack.q[0, -1], run.q[-1], atol=1e-6)


def test_envelope_from_current_and_voltage():
    """A motor that is asked for more than it has gives the torque of its envelope."""
    own = arm.Winding(K, R, current=12.0, voltage=24.0)
    run = arm.simulate(axis(own), 1.0, controller=lambda t, q, qd, r: 100.0 + 0 * q, record=0.01)
    expected = [RATIO * own.torque(RATIO * v) for v in run.qd[:, 0]]
    np.testing.assert_allclose(run.tau[:, 0], expected, rtol=1e-9)
    assert run.tau[0, 0] == pytest.approx(RATIO * K * 12.0)
    assert run.tau[-1, 0] < 0.2 * run.tau[0, 0]
    assert np.abs(run.signals["m0.voltage"]).max() <= 24.0 * (1 + 1e-12)
    assert {event.kind for event in run.events} == {"saturated"}


def test_commands_agree_and_motors_share():
    """The same motion by torque, current and voltage, with one motor and with two that share, one turned around."""
    own = arm.Winding(K, R)
    one = axis(own, friction=arm.Friction())
    torque = lambda t, q, qd, r: 5.0 * np.sin(4 * t) + 0 * q  # noqa: E731
    runs = [arm.simulate(one, 0.5, controller=torque, record=0.05)]
    current = lambda t, q, qd, r: 5.0 * np.sin(4 * t) / (RATIO * K) + 0 * q  # noqa: E731
    runs.append(arm.simulate(one, 0.5, controller=current, command="current", record=0.05))
    voltage = lambda t, q, qd, r: R * 5.0 * np.sin(4 * t) / (RATIO * K) + K * RATIO * qd  # noqa: E731
    runs.append(arm.simulate(one, 0.5, controller=voltage, command="voltage", record=0.05))
    plain = replace(one, motors=tuple(replace(each, winding=None) for each in one.motors))
    runs.append(arm.simulate(plain, 0.5, controller=torque, record=0.05))
    for run in runs[1:]:
        np.testing.assert_allclose(run.q, runs[0].q, atol=1e-8)
    pair = axis(own, 2, arm.Friction())
    pair = replace(pair, motors=(pair.motors[0], replace(pair.motors[1], ratio=-RATIO)))
    half = arm.simulate(pair, 0.5, controller=torque, record=0.05)
    np.testing.assert_allclose(half.tau, runs[0].tau, atol=1e-8)
    np.testing.assert_allclose(half.signals["m1.current"], -half.signals["m0.current"], atol=1e-12)


def test_motors_without_windings_give_their_part():
    torque = lambda t, q, qd, r: 5.0 * np.sin(4 * t) + 0 * q  # noqa: E731
    pair = axis(arm.Winding(K, R), 2, arm.Friction())
    mixed = replace(pair, motors=(pair.motors[0], replace(pair.motors[1], winding=None)))
    both, one = (arm.simulate(robot, 0.5, controller=torque, record=0.05) for robot in (pair, mixed))
    np.testing.assert_allclose(one.q, both.q, atol=1e-8)
    np.testing.assert_allclose(one.signals["m0.current"], both.signals["m0.current"], atol=1e-8)
    assert one.drift_max < 1e-4
    with pytest.raises(arm.ArgumentError, match="m1 has no winding"):
        arm.simulate(mixed, 0.1, controller=torque, command="current")


def test_a_rotor_that_its_load_drives_too_fast_keeps_one_limit():
    robot = axis(arm.Winding(K, R, current=12.0, voltage=24.0), friction=arm.Friction())
    for command, kept, lost in (("torque", "voltage", "current"), ("voltage", "current", "voltage")):
        run = arm.simulate(robot, 0.01, controller=lambda t, q, qd, r: 0 * q, qd0=[15.0], command=command)
        limits = {"current": 12.0, "voltage": 24.0}
        most = {one: np.abs(run.signals[f"m0.{one}"]).max() / limit for one, limit in limits.items()}
        assert most[kept] <= 1 + 1e-9
        assert most[lost] > 1.1


def test_limits_of_windings_are_those_of_the_plant_at_the_time():
    strong, weak = (axis(arm.Winding(K, R, voltage=limit)) for limit in (24.0, 0.2))
    run = arm.simulate(strong, 0.2, controller=arm.controllers.PD(50.0, 5.0), changes=arm.Change(0.1, weak))
    found = [event for event in run.events if event.kind == "saturated"]
    assert found
    assert all(event.t >= 0.1 and "limit of 0.2 " in event.message for event in found)


def test_friction_of_a_motor_is_that_at_its_joint_times_the_ratio():
    own = arm.Friction(2e-4, 0.01, 0.02, 0.03, 0.05, 10.0)
    at_joint = arm.Friction(RATIO**2 * 2e-4, RATIO * 0.01, RATIO * 0.02, RATIO * 0.03, RATIO * 0.05, 10.0 / RATIO)
    motor, joint = axis(None, friction=own), axis(None, friction=arm.Friction())
    joint = replace(joint, joints=(replace(joint.joints[0], friction=at_joint),))
    for qd in ([0.3], [-0.1]):
        found = [arm.evaluate(each).inverse_dynamics([0.2], qd, [0.5]) for each in (motor, joint)]
        np.testing.assert_allclose(*found, rtol=1e-12)
    assert "m0.friction.static" in {each.name for each in arm.model(motor).numbers.inputs.values()}
    assert not arm.model(motor, motors="none").stribeck


def test_fmu_has_currents_and_temperatures_with_their_units(tmp_path):
    path = tmp_path / "axis.fmu"
    arm.export(arm.Scenario(axis(WINDING), command="voltage"), to="fmu", path=path, platforms="none")
    text = zipfile.ZipFile(path).read("modelDescription.xml").decode()
    for name in ("m0.current", "m0.temperature", "m0.housing_temperature"):
        assert f'name="der({name})"' in text
    assert re.search(r'<Unit name="A/s">\s*<BaseUnit s="-1" A="1"', text)
    assert re.search(r'<Unit name="K">\s*<BaseUnit K="1"', text)


def test_files_and_faults():
    assert parse_toml(to_toml(axis(WINDING))) == axis(WINDING)
    text = to_toml(axis(WINDING)).replace("inductance = 0.002", 'inductance = "2 mH"')
    assert parse_toml(text) == axis(WINDING)
    with pytest.raises(arm.DescriptionError) as error:
        axis(arm.Winding(0.0, -1.0, 1e-3, current=-1.0, cogging=1.0, heat=arm.parts.Heat(1.0, 0.0, 2.0)))
    fields = {problem.field.removeprefix("motor[0].winding.") for problem in error.value.problems}
    wrong = {"torque_constant", "resistance", "bandwidth", "current", "cogging", "heat.capacity"}
    assert fields == wrong | {"heat.housing_resistance"}
    with pytest.raises(arm.ArgumentError, match="without windings"):
        arm.Scenario(axis(None), command="voltage")
    with pytest.raises(arm.ArgumentError, match="one of torque, current, voltage"):
        arm.Scenario(axis(WINDING), command="power")
    bare = replace(axis(WINDING), motors=())
    with pytest.raises(arm.ArgumentError, match="drives without states and windings"):
        arm.Scenario(axis(WINDING), changes=[arm.Change(0.1, bare)])


def test_cogging_of_a_coupled_joint_begins_where_its_rotor_stands():
    """A rotor at a joint with an offset stands at the angle ratio · (offset + slope · q), as behind a stiff gear."""
    links = tuple(arm.Link(name, 1.0, inertia=np.eye(3) * 0.1) for name in ("a", "b"))
    first = arm.Joint("first", "revolute", "base", "a", axis=(0, 0, 1))
    second = arm.Joint(
        "second", "revolute", "base", "b", axis=(0, 0, 1), couple=arm.parts.Coupling.linear("first", 0.7, 0.3)
    )
    winding = arm.Winding(0.1, 1.0, cogging=0.05, cogging_periods=2)
    for gear in (None, arm.Gear(1e3, 1.0)):
        motor = arm.Motor("motor", "second", "base", rotor_inertia=1e-4, ratio=-5.0, gear=gear, winding=winding)
        robot = arm.Robot("coupled", links, (first, second), (motor,), gravity=(0, 0, 0))
        run = arm.simulate(robot, 0.01, q0=[0.2], start="undeformed", record=0.01)
        angle = -5.0 * (0.3 + 0.7 * 0.2)
        slope = 0.7 if gear is None else 1.0  # efforts behind an elastic gear are those of the rotor's coordinate
        np.testing.assert_allclose(run.tau[0, -1], 5.0 * slope * 0.05 * np.sin(2 * angle), rtol=1e-12)
