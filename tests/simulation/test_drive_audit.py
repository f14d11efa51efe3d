"""Energy audit of robots with every loss and store of drives, charts of motors, windings as free parameters."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import charts

HEAT = arm.parts.Heat(4.0, 20.0, 6.0, 200.0)
WINDING = arm.Winding(0.05, 0.5, 2e-3, 40.0, 48.0, 2000.0, 0.01, 12.0, HEAT)
GEAR = arm.Gear(stiffness=800.0, damping=1.5, cubic=4e4, efficiency=0.8, efficiency_back=0.7)
LUGRE = arm.Friction(viscous=0.1, coulomb=0.5, static=0.8, stribeck_velocity=0.05, bristle_stiffness=500.0)
KINDS = {"gears", "bristles", "inductances", "cogging"}


def lossy(winding=WINDING):
    """An arm with bristles at both joints, a wound motor behind an elastic gear with losses, and one that is rigid."""
    robot = arm.planar([0.5, 0.4], [2.0, 1.0], coms=[0.25, 0.2], inertias=[0.04, 0.02])
    joints = [replace(joint, friction=replace(LUGRE, bristle_damping=5.0)) for joint in robot.joints]
    made = {"rotor_inertia": 1e-4, "ratio": 50.0, "winding": winding, "friction": arm.Friction(viscous=1e-5)}
    motors = (
        arm.Motor("m1", "joint1", "base", gear=GEAR, **made),
        arm.Motor("m2", "joint2", robot.links[0].name, gear=arm.Gear(efficiency=0.85), **made),
    )
    return replace(robot, joints=tuple(joints), motors=motors)


def law(t, q, qd, reference):
    return 12.0 * np.sin(6 * t) * np.array([1.0, 0.4])


@pytest.fixture(scope="module")
def run():
    return arm.simulate(lossy(), 0.4, controller=law, solver=arm.solvers.Rosenbrock(rtol=1e-10, atol=1e-12))


def test_balance_closes_with_every_loss_on(run, tmp_path):
    turned = max(float(np.ptp(run.work)), float(np.ptp(run.dissipated)))
    assert float(run.imbalance_steps) < 1e-8 * turned
    assert set(run.heat) == {"bearings", "gears", "windings"}
    assert set(run.stored) == KINDS
    np.testing.assert_allclose(sum(run.heat.values()), run.dissipated, rtol=1e-9, atol=1e-12)
    assert all(values[-1] > 1e-3 for values in run.heat.values())
    lead = run.q[:, 2] - run.q[:, 0]
    np.testing.assert_allclose(run.stored["gears"], 400.0 * lead**2 + 1e4 * lead**4, rtol=1e-9, atol=1e-15)
    i = np.array([run.signals["m1.current"], run.signals["m2.current"]])
    np.testing.assert_allclose(run.stored["inductances"], (1e-3 * i**2).sum(axis=0), rtol=1e-9)
    z = np.array([run.signals["joint1.bristle"], run.signals["joint2.bristle"]])
    np.testing.assert_allclose(run.stored["bristles"], (250.0 * z**2).sum(axis=0), rtol=1e-9)
    angle = 12 * 50.0 * np.array([run.q[:, 2], run.q[:, 1]])
    np.testing.assert_allclose(run.stored["cogging"], (0.01 / 12 * (1 - np.cos(angle))).sum(axis=0), atol=1e-12)
    within = run.signals["elastic"] + sum(run.stored[kind] for kind in KINDS - {"gears"})
    gravity = arm.evaluate(arm.model(lossy())).potential_energy(run.q) - run.signals["elastic"]
    np.testing.assert_allclose(gravity + within, run.potential, rtol=1e-10, atol=1e-10)
    for name in ("run.nc", "run.mat", "run.csv"):
        run.save(tmp_path / name)
    again = arm.Trajectory.load(tmp_path / "run.nc")
    np.testing.assert_array_equal(again.stored["gears"], run.stored["gears"])
    assert "stored.inductances [J]" in (tmp_path / "run.csv").read_text().splitlines()[0]


def test_summary_report_and_charts_have_the_kinds(run, tmp_path):
    told = run.summary()
    assert "heat:      bearings" in told
    assert "stored:    gears at most" in told
    assert "inductances" in told
    run.report(tmp_path / "run.html")
    page = (tmp_path / "run.html").read_text()
    assert "of which heat in windings" in page
    assert "greatest energy in gear springs" in page
    found = {chart.title: chart for chart in charts(run)}
    assert found["currents of the motors"].label == "current [A]"
    assert found["voltages of the motors"].label == "voltage [V]"
    assert found["temperatures of the motors"].label == "temperature [°C]"
    names = [line.name for line in found["temperatures of the motors"].lines]
    assert names == ["m1 winding", "m2 winding", "m1 housing", "m2 housing"]
    assert found["temperatures of the motors"].lines[0].values[0] == pytest.approx(25.0)
    assert {line.name for line in found["energy stored in drives"].lines} == KINDS
    electric = found["electric power"].lines[0].values
    np.testing.assert_allclose(electric, run.signals["m1.voltage"] * run.signals["m1.current"])
    shaft = found["power of the actuators"].lines
    assert [line.name for line in shaft] == ["joint2", "m1.rotor"]
    with pytest.raises(arm.ArgumentError, match="no data for it"):
        charts(arm.simulate(arm.library.get("planar-3r"), 0.01), ["currents"])


def test_windings_as_free_parameters():
    """A stack in which numbers of the winding differ equals single runs, with its limits and starts."""
    numbers = {"resistance": [0.5, 0.8], "torque_constant": [0.05, 0.06], "inductance": [2e-3, 1e-3], "current": [9, 4]}
    heat = {"ambient": [298.15, 310.0], "capacity": [20.0, 5.0]}
    free = {f"m2.winding.{name}": value for name, value in numbers.items()}
    free |= {f"m2.winding.heat.{name}": value for name, value in heat.items()}
    solver = arm.solvers.Rosenbrock(rtol=1e-8, atol=1e-10)
    hard = lambda t, q, qd, reference: np.array([0.0, 25.0])  # noqa: E731
    stack = arm.simulate(lossy(), 0.1, controller=hard, parameters=free, solver=solver, record=0.01)
    limits = [event.message for event in stack.events if "m2" in event.message]
    assert "limit of 9 " in limits[0]
    assert "limit of 4 " in limits[1]
    for k in range(2):
        own = {name: value[k] for name, value in numbers.items()}
        other = replace(WINDING, **own, heat=replace(HEAT, **{name: value[k] for name, value in heat.items()}))
        robot = lossy()
        robot = replace(robot, motors=(robot.motors[0], replace(robot.motors[1], winding=other)))
        one = arm.simulate(robot, 0.1, controller=hard, solver=solver, record=0.01)
        np.testing.assert_allclose(stack.q[k], one.q, atol=1e-7)
        np.testing.assert_allclose(stack.signals["m2.temperature"][k], one.signals["m2.temperature"], atol=1e-6)
    known = {one.name: one for one in arm.model(lossy(replace(WINDING, voltage=np.inf))).numbers.inputs.values()}
    assert "m1.winding.voltage" not in known
    assert known["m1.winding.heat.capacity"].unit == "J/K"
    with pytest.raises(arm.ArgumentError, match=r"m1\.winding\.inductance"):
        arm.model(lossy(replace(WINDING, inductance=0.0, bandwidth=None)), free=["m1.winding.inductance"])


def test_ideal_motor_on_a_follower_of_a_wound_joint():
    robot = arm.planar([0.5, 0.4], [2.0, 1.0])
    second = replace(robot.joints[1], couple=arm.parts.Coupling("joint1", (0.0, 2.0)))
    motors = (
        arm.Motor("wound", "joint1", "base", winding=arm.Winding(0.05, 0.5)),
        arm.Motor("ideal", "joint2", robot.links[0].name),
    )
    robot = replace(robot, joints=(robot.joints[0], second), motors=motors)
    with pytest.raises(arm.ArgumentError, match="joint joint1 with joint2, of whose motors ideal has no winding"):
        arm.simulate(robot, 0.01, controller=lambda t, q, qd, r: 0 * q, command="voltage")


def test_implicit_solver_names_the_step_that_a_winding_needs():
    """The current loop of 2000 rad/s is too fast for the iteration of a step of 1 ms."""
    robot = lossy()
    plain = replace(robot, motors=tuple(replace(each, gear=None) for each in robot.motors))
    plain = replace(plain, joints=tuple(replace(each, friction=arm.Friction()) for each in robot.joints))
    with pytest.warns(arm.errors.IncompleteRunWarning, match="Rosenbrock") as caught:
        run = arm.simulate(plain, 0.01, controller=law, solver=arm.solvers.Gauss2(step=2e-3))
    assert run.events[-1].kind == "not converged"
    step = float(str(caught[0].message).rpartition("at most about ")[2].split()[0])
    assert step == pytest.approx(5e-4, rel=0.1)
    assert arm.simulate(plain, 0.01, controller=law, solver=arm.solvers.Gauss2(step=step)).complete
