"""Parameters that stay free in a stack of runs: every run is that of a scenario with these numbers in it."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import METHODS, Recent, loop_of, native_walk, prepare

RR = arm.library.get("khatib-rr")
LOADED = replace(RR, payloads=(arm.Payload("box", "link2", 1.0, (0.5, 0.0, 0.0), np.diag([0.01, 0.02, 0.02])),))
PD, PUSH = arm.controllers.PD(kp=[80.0, 40.0], kd=5.0), arm.Push("tip", (0, 0, 0, 0, 3.0, 0), 0.05, 0.1)
MASSES = np.array([0.2, 1.0, 2.5, 4.0])
GOAL = arm.references.Constant([0.3, -0.2])


def with_mass(mass: float) -> arm.Robot:
    (box,) = LOADED.payloads
    inertia = tuple(tuple(mass * each for each in row) for row in box.inertia)
    return replace(LOADED, payloads=(replace(box, mass=mass, inertia=inertia),))


def same(run: arm.Trajectory, one: arm.Trajectory, near: float = 1e-8) -> bool:
    names = ("q", "qd", "qdd", "tau", "kinetic", "potential", "work", "external", "dissipated")
    return all(np.allclose(getattr(run, name), getattr(one, name), rtol=near, atol=near) for name in names)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore:the energy balance drifts")
def test_a_parameter_of_the_plant(method):
    """The law keeps computing with the robot that it knows."""
    law = arm.controllers.ComputedTorque(kp=100.0, kd=20.0)
    options = {"controller": law, "reference": GOAL, "record": 0.05, "solver": METHODS[method]()}
    found = arm.simulate(LOADED, 0.1, parameters={"box.mass": MASSES}, **options)
    assert found.parameters["box.mass"].tolist() == MASSES.tolist()
    for k, mass in enumerate(MASSES):
        assert same(found[k], arm.simulate(LOADED, 0.1, plant=with_mass(mass), **options))
    if method != "semi_implicit_euler":
        assert found.drift_max < 1e-4


def test_gains_wrenches_and_starts_together():
    starts = np.random.default_rng(2).uniform(-0.3, 0.3, (5, 2))
    gains, forces, dry = np.linspace(20, 90, 5), np.linspace(-2, 9, 5), np.linspace(0.0, 0.4, 5)
    # Where the joint of one run begins to stick, a step of all runs is cut: equal within the error of the solver.
    options = {"reference": GOAL, "record": 0.05, "solver": arm.solvers.RK4(step=2e-4)}
    values = {
        "controller.kp[1]": gains,
        "controller.kd": 6.0,
        "disturbances[0].force.y": forces,
        "joint1.friction.coulomb": dry,
    }
    found = arm.simulate(RR, 0.2, q0=starts, controller=PD, disturbances=PUSH, parameters=values, **options)
    for k in range(5):
        joints = tuple(
            replace(each, friction=replace(each.friction, coulomb=dry[k])) if each.name == "joint1" else each
            for each in RR.joints
        )
        law = arm.controllers.PD(kp=[80.0, gains[k]], kd=6.0)
        push = arm.Push("tip", (0, 0, 0, 0, forces[k], 0), 0.05, 0.1)
        robot = replace(RR, joints=joints)
        one = arm.simulate(robot, 0.2, q0=starts[k], controller=law, disturbances=push, **options)
        assert same(found[k], one)


@pytest.mark.parametrize("period", [None, 0.01])
def test_controllers_inside_others_and_sampled_ones(period):
    law = arm.controllers.Series(arm.controllers.PID(20.0, 5.0, 3.0), arm.controllers.LowPass(3.2))
    options = {"reference": GOAL, "period": period, "record": 0.05, "solver": arm.solvers.RK4()}
    values = {"controller.controller.ki": [1.0, 8.0], "controller.filters[0].frequency": [8.0, 1.6]}
    found = arm.simulate(RR, 0.2, controller=law, parameters=values, **options)
    for k in range(2):
        inner = arm.controllers.PID(20.0, values["controller.controller.ki"][k], 3.0)
        tuned = arm.controllers.Series(inner, arm.controllers.LowPass(values["controller.filters[0].frequency"][k]))
        assert same(found[k], arm.simulate(RR, 0.2, controller=tuned, **options))


def test_one_value_is_a_single_run():
    one = arm.simulate(LOADED, 0.05, parameters={"payload.mass": 2.0}, q0=[0.1, 0.2])
    assert not one.stacked
    assert same(one, arm.simulate(with_mass(2.0), 0.05, q0=[0.1, 0.2]))
    assert float(one.parameters["payload.mass"]) == 2.0


def test_one_compilation_serves_all(monkeypatch):
    """Other values take the loop of the first ones, which is kept."""
    options = {"controller": PD, "reference": GOAL, "solver": arm.solvers.RK4(step=2e-3)}
    first = arm.simulate(LOADED, 0.02, parameters={"box.mass": MASSES, "controller.kp": MASSES + 10}, **options)
    monkeypatch.setattr(native_walk, "_object", lambda *_: pytest.fail("compiled again"))
    again = arm.simulate(LOADED, 0.02, parameters={"box.mass": MASSES + 1, "controller.kp": MASSES + 20}, **options)
    assert not np.allclose(first.q[:, -1], again.q[:, -1])


def test_every_run_stays_at_its_own_start():
    starts = np.array([[0.2, 0.1], [-0.4, 0.9], [1.0, -1.0]])
    law = arm.controllers.PDGravity(kp=100.0, kd=10.0)
    found = arm.simulate(RR, 0.1, q0=starts, controller=law)
    assert found.q[:, -1] == pytest.approx(starts, abs=1e-7)
    assert found.signals["reference"][:, 0] == pytest.approx(starts)


@pytest.mark.filterwarnings("ignore::armillary.errors.IncompleteRunWarning")
def test_a_joint_limit_depends_on_the_parameter():
    limits = arm.Limits(lower=-np.inf, upper=1.2)
    joint = arm.Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0), limits=limits)
    robot = arm.Robot("pendulum", (arm.Link("bob", 1.0, (1.0, 0.0, 0.0)),), (joint,))
    found = arm.simulate(robot, 0.4, parameters={"gravity.z": np.linspace(-30.0, 0.0, 9)}, limits="end")
    assert {event.run for event in found.events if event.kind == "limit"} == set(np.flatnonzero(found.lost).tolist())
    assert found.lost.tolist() == (np.linspace(-30.0, 0.0, 9) < -17).tolist()


def test_free_parameters_of_a_model_have_the_numbers_of_the_robot():
    model = arm.model(LOADED, free=["box.mass"])
    assert same(arm.simulate(model, 0.05, q0=[0.1, 0.2]), arm.simulate(LOADED, 0.05, q0=[0.1, 0.2]))
    stack = arm.simulate(model, 0.05, q0=[0.1, 0.2], parameters={"box.mass": MASSES}, record=0.01)
    assert same(stack[2], arm.simulate(with_mass(2.5), 0.05, q0=[0.1, 0.2], record=0.01))


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"joint1.friction.viscous": [0.1, -1.0]}, "zero or more"),
        ({"box.mass": -1.0}, "zero or more"),
        ({"box.mas": 1.0}, "did you mean"),
        ({"solver.rtol": 1.0}, "an input of compiled code"),
        ({"controller.kx": 1.0}, "controller.kp"),
        ({"controller.kp[7]": 1.0}, "controller.kp"),
        ({"controller.limits": 1.0}, "an input of compiled code"),
        ({"disturbances[1].force.z": 1.0}, "disturbances\\[0\\].force.z"),
        ({"disturbances[0].start": 1.0}, "an input of compiled code"),
        ({"box.mass": "x"}, "a finite number"),
        ({"box.mass": np.ones((2, 2))}, "one for each run"),
        ({"box.mass": [1.0, np.nan]}, "a finite number"),
        ({"box.mass": [1.0, 2.0], "controller.kp": [1.0, 2.0, 3.0]}, "arrays of"),
    ],
)
def test_bad_parameters_are_told(bad, message):
    with pytest.raises(arm.ArgumentError, match=message):
        arm.simulate(LOADED, 0.01, controller=PD, disturbances=PUSH, parameters=bad)


def test_equations_bind_the_law_to_the_numbers_of_p():
    equations = loop_of(arm.Scenario(RR, controller=PD), {"controller.kp[0]": 3.0}).equations
    law, _, _ = equations.bind([7.0])
    assert law.kp.tolist() == [7.0, 40.0]


@pytest.mark.parametrize("period", [None, 0.01])
def test_scenarios_of_the_same_structure_share_their_code_and_keep_their_numbers(period, monkeypatch):
    def run(k, wrench=1.0, limits=None, end=0.5):
        return arm.simulate(
            RR, 0.1, q0=[0.1 * k, 0.2], period=period,
            controller=arm.controllers.PD(kp=[80.0 + k, 40.0 - k], kd=5.0 + k, limits=limits),
            reference=arm.references.FifthOrder(end=[end, 0.1 * k], duration=0.05 + 0.01 * k),
            disturbances=[arm.Push("tip", (0, 0, 0, wrench, 0, 0), start=0.02)],
        )  # fmt: skip

    kept = Recent(16)
    monkeypatch.setattr(prepare, "_equations", kept)
    shared = [run(k) for k in range(4)]
    assert len(kept) == 1
    others = run(1, wrench=2.0), run(1, limits=3.0)
    assert len(kept) == 3
    for k, found in enumerate(shared):
        kept.clear()
        prepare._loops.clear()
        alone = run(k)
        assert np.array_equal(found.q, alone.q)
        assert np.array_equal(found.tau, alone.tau)
        assert np.array_equal(found.signals["reference"], alone.signals["reference"])
    for other in others:
        assert np.abs(other.q - shared[1].q).max() > 1e-6


def test_functions_of_pushes_are_traced_for_every_run():
    """What they capture may change."""
    size = {"x": 1.0}
    push = arm.Push("tip", lambda t: [0, 0, 0, size["x"] * np.cos(t), 0, 0])
    first = arm.simulate(RR, 0.1, controller=PD, disturbances=push).q[-1]
    size["x"] = -5.0
    assert np.abs(arm.simulate(RR, 0.1, controller=PD, disturbances=push).q[-1] - first).max() > 1e-5


def test_scenarios_of_a_robot_with_elastic_gears_share_their_code(monkeypatch):
    kept = Recent(16)
    monkeypatch.setattr(prepare, "_equations", kept)
    motor = arm.Motor("m", "joint1", "base", rotor_inertia=1e-3, ratio=20.0, gear=arm.Gear(stiffness=500.0))
    robot = replace(RR, motors=(motor,))
    for k in range(3):
        arm.simulate(robot, 0.02, controller=arm.controllers.PD(kp=80.0 + k, kd=5.0))
    assert len(kept) == 1


@pytest.mark.parametrize("levels", [3, 51, 200])
def test_gains_nested_too_deep_are_refused(levels):
    gain = 1.0
    for _ in range(levels):
        gain = [gain]
    with pytest.raises(arm.ArgumentError) as error:
        arm.controllers.PD(kp=gain, kd=1.0)
    assert error.value.field == "kp"
