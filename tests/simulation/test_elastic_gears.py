"""Runs and analyses of robots with elastic gears."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import charts

GEAR = arm.Gear(stiffness=400.0, damping=0.4, cubic=3e4)


def lever(*gears, limits=None, friction=None):
    """A lever of 2 kg that hangs on a horizontal axis, with a motor for each gear."""
    inertia = ((0.01, 0.0, 0.0), (0.0, 0.02, 0.0), (0.0, 0.0, 0.02))
    link = arm.Link("lever", 2.0, (0.3, 0.0, 0.0), inertia)
    joint = arm.Joint("hinge", "revolute", "base", "lever", axis=(0, 1, 0), limits=limits or arm.Limits())
    joint = replace(joint, friction=friction) if friction else joint
    motors = tuple(
        arm.Motor(f"m{k}", "hinge", "base", rotor_inertia=1e-4, ratio=50.0, axis=(0, 1, 0), gear=gear)
        for k, gear in enumerate(gears)
    )
    return arm.Robot("lever", (link,), (joint,), motors)


def flexible(gear):
    robot = replace(arm.library.get("flexrob"), gravity=(0.0, -9.81, 0.0))
    return replace(robot, motors=tuple(replace(one, gear=gear) for one in robot.motors))


def test_energy_is_conserved_without_losses_and_balanced_with_them():
    free = arm.simulate(flexible(replace(GEAR, damping=0.0)), duration=0.5, q0=[0.3, -0.5])
    assert np.ptp(free.energy) < 1e-8 * free.kinetic.max()
    law, target = arm.controllers.PD(kp=60.0, kd=6.0), arm.references.FifthOrder(end=[0.5, 0.4], duration=0.3)
    driven = arm.simulate(flexible(GEAR), duration=0.5, controller=law, reference=target)
    assert driven.dissipated[-1] > 1e-3
    assert driven.drift_max < 1e-6


def test_gears_may_start_unloaded_or_where_rotors_are_given():
    robot = flexible(GEAR)
    scenario = arm.Scenario(robot, q0=[0.3, -0.5], qd0=[1.0, 2.0], start="undeformed")
    assert scenario.starts[0] == pytest.approx([0.3, -0.5, 0, 0, 0, 0, 0.3, -0.5, 1, 2, 0, 0, 0, 0, 1, 2])
    given = [0.3, -0.5, 0, 0, 0, 0, 0.31, -0.52]
    assert arm.Scenario(robot, q0=given).starts[0, :8] == pytest.approx(given)
    assert arm.Scenario(robot, q0=given[:6]).starts[0, 6:8] == pytest.approx([0.3, -0.5])
    assert len(arm.Scenario(robot, q0=np.zeros((3, 2))).starts) == 3
    with pytest.raises(arm.ArgumentError) as error:
        arm.Scenario(robot, q0=[0.0] * 7)
    assert error.value.field == "q0"
    assert "7" in error.value.found
    assert all(count in error.value.expected.split() for count in ("2", "6", "8"))  # joints, links too, rotors too


def test_a_pulled_rotor_winds_its_gear_as_the_closed_form_says():
    """Statics: the rotor is held at q, the joint sags by δ with k δ + κ δ³ = m g l cos(q − δ)."""
    found = arm.statics(lever(GEAR), q=[0.1])
    lead = found.q[1] - found.q[0]
    load = -2.0 * 9.81 * 0.3 * np.cos(found.q[0])
    assert found.q[1] == pytest.approx(0.1)
    assert 400.0 * lead + 3e4 * lead**3 == pytest.approx(load, rel=1e-9)
    assert found.tau == pytest.approx([0.0, load])
    assert found.tables()[-2].rows[0][0] == "m0.rotor"


def test_an_operating_point_has_its_joint_in_place_and_its_gears_wound_in_equal_shares():
    stiff = arm.Gear(stiffness=900.0)
    system = arm.linearise(lever(GEAR, stiff), q=[0.2])
    load = -2.0 * 9.81 * 0.3 * np.cos(0.2)
    assert system.inputs == ("m0.rotor", "m1.rotor")
    assert system.tau == pytest.approx([0.0, load / 2, load / 2])
    assert (system.q[0], system.q[2] - 0.2) == pytest.approx((0.2, load / 2 / 900.0))
    assert system.warnings == ()


def test_a_law_commands_the_joint_and_the_rotor_gets_the_effort_within_its_limits():
    robot = lever(GEAR, limits=arm.Limits(effort=4.0))
    run = arm.simulate(robot, duration=0.2, controller=arm.controllers.PD(kp=300.0, kd=5.0), q0=[0.2])
    assert not np.any(run.tau[:, 0])
    assert np.abs(run.tau[:, 1]).max() == pytest.approx(4.0)
    assert {event.where for event in run.events if event.kind == "saturated"} == {"m0.rotor"}
    assert run.metrics().actuators == ("m0.rotor",)
    titles = [chart.title for chart in charts(run)]
    assert "twist of the gears" in titles
    (torques,) = charts(run, ["torques"])
    assert [line.name for line in torques.lines] == ["m0.rotor"]


def test_a_function_sees_joints_and_may_ask_for_rotors_and_push_them():
    robot = lever(GEAR)

    def push(t, q, qd, reference, rotors):
        return np.array([1.5, 0.25 - 3.0 * rotors.position[0] - 0.1 * rotors.velocity[0]])

    run = arm.simulate(robot, duration=0.05, controller=push)
    assert run.tau[:, 1] == pytest.approx(1.75 - 3.0 * run.q[:, 1] - 0.1 * run.qd[:, 1])
    law, target = arm.controllers.PD(60.0, 6.0), arm.references.FifthOrder(end=[0.5], duration=0.05)

    def same(t, q, qd, reference):
        return 60.0 * (reference.position - q) + 6.0 * (reference.velocity - qd)

    for period in (None, 1e-3):
        runs = [arm.simulate(robot, 0.1, controller=each, reference=target, period=period) for each in (law, same)]
        assert runs[0].q == pytest.approx(runs[1].q, abs=1e-9)


def test_a_function_that_python_calls_sees_rotors_too():
    def push(t, q, qd, reference, rotors):
        return -20.0 * rotors.position if rotors.velocity[0] < 100.0 else np.zeros(1)

    with pytest.warns(arm.ArmillaryWarning, match="Python calls"):
        run = arm.simulate(lever(GEAR), 0.02, controller=push, period=1e-3, record=1e-3)
    assert run.tau[1:, 1] == pytest.approx(-20.0 * run.q[:-1, 1])


def test_solvers_agree_and_lugre_friction_stands_beside_a_gear():
    bristles = arm.Friction(viscous=0.1, coulomb=0.5, static=0.7, stribeck_velocity=0.05, bristle_stiffness=2e3)
    robot = lever(GEAR, friction=bristles)
    solvers = (arm.solvers.DOP853(rtol=1e-10, atol=1e-11), arm.solvers.Rosenbrock(rtol=1e-9, atol=1e-10))
    one, two = (arm.simulate(robot, duration=0.3, solver=solver) for solver in solvers)
    assert one.q[-1] == pytest.approx(two.q[-1], abs=1e-7)
    assert max(one.drift_max, two.drift_max) < 1e-5


def test_a_plant_with_elastic_gears_under_a_law_that_knows_rigid_ones():
    rigid, soft = arm.library.get("rtx"), arm.library.get("rtx")
    soft = replace(soft, motors=tuple(replace(one, gear=arm.Gear(2e4, 10.0)) for one in soft.motors))
    law = arm.controllers.ComputedTorque(kp=100.0, kd=20.0)
    target = arm.references.FifthOrder(end=[0.2, 0.3, 0.4], duration=0.2)
    own = arm.simulate(soft, duration=0.2, controller=law, reference=target, limits="none")
    other = arm.simulate(rigid, duration=0.2, controller=law, reference=target, plant=soft, limits="none")
    assert own.q == pytest.approx(other.q, abs=1e-12)
    assert np.any(own.q[:, 3:] != own.q[:, :3])


def test_check_says_how_far_reflected_motors_differ():
    assert any("'reflected'" in note for note in arm.check(flexible(GEAR), states=1).notes)


def test_equations_have_a_letter_for_each_number_of_a_gear():
    text = str(arm.equations(lever(GEAR)))
    assert "k2 (θ1 − φ2)" in text
    assert "stiffness of the gear of 'm0'" in text
    assert "position of 'm0.rotor'" in text
