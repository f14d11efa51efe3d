"""Starts at rest: integrators, filters, observers, currents, held efforts and delayed commands where nothing moves."""

import dataclasses

import numpy as np
import pytest

import armillary as arm
from internals import loop_of, parse_scenario
from samples import some

Q0 = [0.3, -0.4]
PID = arm.controllers.PID(kp=400.0, ki=300.0, kd=60.0)
LAWS = {
    "pid": PID,
    "filtered": dataclasses.replace(PID, derivative_time=0.01),
    "gravity": arm.controllers.PDGravity(kp=400.0, kd=60.0),
    "low pass": arm.controllers.Series(PID, arm.controllers.LowPass(50.0)),
    "notch": arm.controllers.Series(arm.controllers.PDGravity(400.0, 60.0), arm.controllers.Notch(40.0, 0.3, 0.1)),
    "observed": arm.controllers.Observed(PID, bandwidth=200.0),
    "cascade": arm.controllers.Cascade(arm.controllers.PID(kp=10.0), arm.controllers.PID(kp=40.0, ki=200.0)),
    "sum": arm.controllers.Sum(arm.controllers.PD(400.0, 60.0), arm.controllers.PID(0.0, 300.0)),
    "disturbance": arm.controllers.DisturbanceObserver(arm.controllers.PD(400.0, 60.0), bandwidth=30.0),
}
GEARS = {"rigid": None, "elastic": arm.Gear(stiffness=2000.0, damping=5.0)}
TIMES = {"continuous": {}, "sampled": {"period": 1e-3}, "late": {"period": 1e-3, "delay": 2.5e-3, "offset": 4e-3}}
CASES = [
    (law, inductance, gear, time) for law in LAWS for inductance in (0.0, 1e-3) for gear in GEARS for time in TIMES
]


def robot(inductance: float = 0.0, gear: arm.Gear | None = None) -> arm.Robot:
    """Return an arm of two joints under gravity, driven by motors with windings."""
    winding = arm.Winding(0.08, 0.5, inductance=inductance, bandwidth=2000.0 if inductance else None)
    own = {"rotor_inertia": 1e-4, "ratio": 50.0, "axis": (0.0, 1.0, 0.0), "winding": winding, "gear": gear}
    return arm.Robot(
        "two",
        (
            arm.Link("upper", 4.0, (0.25, 0.0, 0.0), np.diag([0.01, 0.1, 0.1])),
            arm.Link("fore", 2.0, (0.2, 0.0, 0.0), np.diag([0.01, 0.05, 0.05])),
        ),
        (
            arm.Joint("shoulder", "revolute", "base", "upper", axis=(0.0, 1.0, 0.0)),
            arm.Joint("elbow", "revolute", "upper", "fore", arm.Placement((0.5, 0.0, 0.0)), (0.0, 1.0, 0.0)),
        ),
        motors=(arm.Motor("m1", "shoulder", "base", **own), arm.Motor("m2", "elbow", "upper", **own)),
    )


def load(q: list[float]) -> np.ndarray:
    """Return the efforts that hold the arm, by hand [N·m]; its first joint turns it down."""
    upper, fore = 9.81 * np.cos(q[0]), 9.81 * np.cos(q[0] + q[1])
    return -np.array([4.0 * 0.25 * upper + 2.0 * (0.5 * upper + 0.2 * fore), 2.0 * 0.2 * fore])


@pytest.mark.parametrize(("law", "inductance", "gear", "time"), some(CASES, 9))
def test_nothing_moves(law, inductance, gear, time):
    plant = robot(inductance, GEARS[gear])
    run = arm.simulate(plant, 0.2, controller=LAWS[law], q0=Q0, start="equilibrium", **TIMES[time])
    assert run.info["start"] == "given, at rest"
    assert np.ptp(run.q, axis=0).max() < 2e-8  # the adaptive solvers' tolerance
    assert np.abs(run.qdd[0]).max() < 1e-9
    efforts = run.tau[0, :2] if gear == "rigid" else run.tau[0, 2:]  # of elastic gears, the rotors have them
    assert efforts == pytest.approx(load(Q0), rel=1e-9)
    if inductance:
        currents = [run.signals[f"{name}.current"][0] for name in ("m1", "m2")]
        assert currents == pytest.approx(load(Q0) / (50.0 * 0.08), rel=1e-9)


def test_the_values_of_integrators_are_those_of_the_load():
    loop = loop_of(arm.Scenario(robot(), controller=PID, q0=Q0))
    assert loop.state_names == ("controller.integral[0]", "controller.integral[1]")
    assert loop.start[0, loop.layout.c] == pytest.approx(load(Q0), rel=1e-12)
    plain = loop_of(arm.Scenario(robot(), controller=PID, q0=Q0, start="undeformed"))
    assert not plain.start[0, loop.layout.c].any()


def test_links_that_bend_stay_still():
    flexible = dataclasses.replace(arm.library.get("flexrob"), gravity=(0.0, -9.81, 0.0))
    law = arm.controllers.PID(kp=100.0, ki=50.0, kd=20.0)
    run = arm.simulate(flexible, 0.1, controller=law, q0=Q0, start="equilibrium")
    assert np.ptp(run.q, axis=0).max() < 1e-8


def test_each_run_of_a_stack_rests_by_itself():
    rows = np.random.default_rng(3).uniform(-1.0, 1.0, (40, 2))
    values = {"fore.mass": np.linspace(1.0, 3.0, 40)}
    runs = arm.simulate(
        robot(1e-3), 0.05, controller=LAWS["cascade"], q0=rows, period=1e-3, delay=1e-3, parameters=values
    )
    assert runs.info["start"] == "given for each run, at rest"
    assert np.ptp(runs.q, axis=1).max() < 1e-9
    one = arm.simulate(robot(1e-3), 0.05, controller=PID, q0=rows[7])
    assert one.tau[0] == pytest.approx(load(rows[7].tolist()), rel=1e-9)


def test_a_loop_that_cannot_rest_says_why():
    with pytest.raises(arm.ConvergenceError, match=r"nothing holds (shoulder|elbow) against its load"):
        arm.simulate(robot(), 0.1, controller=arm.controllers.PD(400.0, 60.0), q0=Q0, start="equilibrium")
    away = arm.references.Constant([0.5, 0.0])
    with pytest.raises(arm.ConvergenceError, match=r"controller\.integral\[1\] changes by 120 per second"):
        arm.simulate(robot(), 0.1, controller=PID, reference=away, q0=Q0, start="equilibrium")
    with pytest.raises(arm.ConvergenceError, match="joints move at the start"):
        arm.simulate(robot(), 0.1, controller=PID, q0=Q0, qd0=[0.1, 0.0], start="equilibrium")
    stepped = arm.simulate(robot(), 0.1, controller=PID, reference=away, q0=Q0)
    assert "not at rest" in stepped.info["start"]
    assert stepped.tau[0] == pytest.approx([400.0 * 0.2, 400.0 * 0.4])  # integrators begin at zero


def test_a_bumpless_start_lets_integrators_go_on():
    away = arm.references.Constant([0.5, 0.0])
    run = arm.simulate(robot(1e-3), 0.1, controller=PID, reference=away, q0=Q0, start="bumpless")
    assert np.abs(run.qdd[0]).max() < 1e-9
    assert run.q[-1, 0] > Q0[0] + 1e-3
    assert run.info["start"] == "given, bumpless"


def test_states_by_name():
    given = {"controller.integral[0]": -3.0, "m2.current": 0.5}
    scenario = arm.Scenario(robot(1e-3), controller=PID, q0=Q0, x0=given)
    run = arm.simulate(scenario, 1e-3)
    assert run.signals["m2.current"][0] == 0.5
    loop = loop_of(scenario)
    assert loop.start[0, loop.layout.c][0] == -3.0
    assert dataclasses.replace(scenario) == scenario
    stack = arm.simulate(scenario, 1e-3, x0=given | {"m2.current": [0.1, 0.2, 0.3]})
    assert stack.signals["m2.current"][:, 0].tolist() == [0.1, 0.2, 0.3]
    same = arm.simulate(scenario, 1e-3, parameters={"x0.m2.current": [0.1, 0.2, 0.3]})
    assert np.array_equal(stack.q, same.q)
    sampled = dataclasses.replace(scenario, period=1e-3)
    assert loop_of(sampled).p()[loop_of(sampled).equations.controller.places["z"]][0] == -3.0


@pytest.mark.parametrize("value", [{"m3.current": 1.0}, {"m1.current": [[1.0]]}, {"m1.current": np.nan}, 3.0, {1: 2.0}])
def test_bad_states(value):
    with pytest.raises(arm.ArgumentError, match="x0"):
        loop_of(arm.Scenario(robot(1e-3), x0=value))


def test_states_in_a_file(tmp_path):
    arm.save(robot(1e-3), tmp_path / "two.toml")
    text = f'robot = "{tmp_path / "two.toml"}"\nduration = 1\n[x0]\nm1.current = "300 mA"\n"m2.current" = 0.5\n'
    scenario = parse_scenario(text)
    assert dict(scenario.x0) == {"m1.current": 0.3, "m2.current": 0.5}


def test_gradients_refuse_a_start_that_depends_on_their_parameters():
    scenario = arm.Scenario(robot(), controller=PID, q0=Q0)
    rk4 = arm.solvers.RK4(step=1e-2)
    arm.rollout(scenario, 0.02, solver=rk4, parameters={"controller.kp": 400.0})
    with pytest.raises(arm.ArgumentError, match="starts at rest, which depends on them"):
        arm.rollout(scenario, 0.02, solver=rk4, parameters={"fore.mass": 2.0})
    arm.rollout(dataclasses.replace(scenario, start="undeformed"), 0.02, solver=rk4, parameters={"fore.mass": 2.0})


def axis(**joint: object) -> arm.Robot:
    """A link under gravity, 5.42 N·m at 0.4 rad, on one motor with a winding."""
    winding = arm.Winding(0.06, 0.5, inductance=2e-3, current=20.0, voltage=48.0, bandwidth=2500.0)
    motor = arm.Motor("d", "j", "base", rotor_inertia=3e-5, ratio=-50.0, axis=(0, 0, 1), winding=winding)
    link = arm.Link("a", mass=2.0, com=(0.3, 0, 0), inertia=np.eye(3) * 0.05)
    joint = arm.Joint("j", "revolute", "base", "a", axis=(0, 0, 1), **joint)
    return arm.Robot("axis", (link,), (joint,), (motor,), gravity=(0, -9.81, 0))


@pytest.mark.parametrize("error", [0.01, 0.6, 2.0])
def test_a_bumpless_start_far_from_the_reference(error):
    """The commands of the law without its integrators are beyond the limits of current and voltage."""
    law, wanted = arm.controllers.PID(kp=300.0, ki=800.0, kd=20.0), arm.references.Constant([0.4 + error])
    run = arm.simulate(axis(), 0.01, q0=[0.4], controller=law, reference=wanted, start="bumpless")
    assert abs(run.qdd[0, 0]) < 1e-9


@pytest.mark.parametrize("coulomb", [8.0, 5.0])
@pytest.mark.parametrize("law", [None, arm.controllers.PD(0.0, 5.0), arm.controllers.PID(0.0, 10.0, 5.0)])
def test_dry_friction_holds_what_it_can(coulomb, law):
    """A load of 5.42 N·m with and without a winding: at rest by friction alone, or by the law, or not at all."""
    for motors in (axis().motors, ()):
        robot = dataclasses.replace(axis(friction=arm.Friction(coulomb=coulomb)), motors=motors)
        given = {"q0": [0.4], "controller": law, "start": "equilibrium"}
        if coulomb > 5.42 or isinstance(law, arm.controllers.PID):
            run = arm.simulate(robot, 0.2, **given)
            assert run.info["start"] == "given, at rest"
            assert np.ptp(run.q) == pytest.approx(0.0, abs=1e-9)
        else:
            with pytest.raises(arm.ConvergenceError, match="nothing holds j against its load"):
                arm.simulate(robot, 0.2, **given)


@pytest.mark.parametrize("torque", [2.0, 3.0, 10.0, 11.5])
def test_losses_of_a_rigid_gear_hold_what_statics_says(torque):
    gear = arm.Gear(efficiency=0.5, efficiency_back=0.5)
    robot = dataclasses.replace(axis(), motors=(dataclasses.replace(axis().motors[0], winding=None, gear=gear),))
    found = arm.statics(robot, q=[0.4])
    given = {"q0": [0.4], "controller": arm.controllers.OpenLoop(torque=[torque]), "start": "equilibrium"}
    if found.tau_back[0] < torque < found.tau_ahead[0]:
        assert np.ptp(arm.simulate(robot, 0.2, **given).q) == pytest.approx(0.0, abs=1e-12)
    else:
        with pytest.raises(arm.ConvergenceError, match="nothing holds j"):
            arm.simulate(robot, 0.2, **given)
