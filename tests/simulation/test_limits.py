"""Speeds beyond their limits and efforts at theirs: events with their instants, and the use of limits in metrics."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from samples import some

DURATION = 1.5
SOLVERS = [
    arm.solvers.DOP853(rtol=1e-10, atol=1e-10),
    arm.solvers.RK4(step=5e-4),
    arm.solvers.Rosenbrock(rtol=1e-8, atol=1e-8),
    arm.solvers.Gauss3(step=2e-3),
]


def falling(seed: int) -> tuple[arm.Robot, np.ndarray]:
    """Return a planar arm of two links with speed limits, and a start from which it exceeds them."""
    rng = np.random.default_rng(seed)
    lengths, masses = rng.uniform(0.4, 0.8, 2), rng.uniform(0.5, 2.0, 2)
    robot = arm.planar(lengths, masses, coms=lengths / 2, inertias=masses * lengths**2 / 12)
    limits = [arm.Limits(velocity=float(each)) for each in rng.uniform(1.0, 3.0, 2)]
    joints = tuple(replace(each, limits=own) for each, own in zip(robot.joints, limits, strict=True))
    return replace(robot, joints=joints), rng.uniform(-0.5, 0.5, 2)


def independent(robot: arm.Robot, q0: np.ndarray) -> list[tuple[float, float, float, int]]:
    """Return first and last instant, greatest use and number of intervals for each joint, by SciPy alone."""
    accelerate, n = arm.evaluate(robot).forward_dynamics, len(q0)

    def rates(t, x):
        return np.concatenate([x[n:], accelerate(x[:n], x[n:], np.zeros(n))])

    limits = [joint.limits.velocity for joint in robot.joints]
    cross = [lambda t, x, k=k: abs(x[n + k]) - limits[k] for k in range(n)]
    start = np.concatenate([q0, np.zeros(n)])
    found = solve_ivp(rates, (0, DURATION), start, "DOP853", rtol=1e-11, atol=1e-11, events=cross, dense_output=True)
    speeds = np.abs(found.sol(np.linspace(0, DURATION, 20001))[n:])
    told = []
    for k, times in enumerate(found.t_events):
        over = abs(found.y[n + k, -1]) > limits[k]
        told.append((times[0], DURATION if over else times[-1], speeds[k].max() / limits[k], (len(times) + over) // 2))
    return told


@pytest.mark.parametrize("seed", some(range(8), 1))
def test_speeds_beyond_their_limits_are_events_of_every_kind_of_run(seed):
    """First and last instant, greatest use and number of intervals, against SciPy; the run goes on."""
    robot, q0 = falling(seed)
    expected = independent(robot, q0)
    rest = {"controller": lambda t, q, qd, reference: 0 * q, "period": 0.01}
    runs = [arm.simulate(robot, DURATION, q0=q0, solver=solver) for solver in SOLVERS]
    runs.append(arm.simulate(robot, DURATION, q0=q0, solver=SOLVERS[0], **rest))
    stack = arm.simulate(robot, DURATION, q0=np.array([q0, 0 * q0, q0]), solver=SOLVERS[1])  # start and end alone
    for run in (*runs, stack[2]):
        assert run.complete
        events = {event.where: event for event in run.events if event.kind == "speed"}
        for k, (first, last, use, count) in enumerate(expected):
            event = events[f"joint{k + 1}"]
            assert event.t == pytest.approx(first, abs=1e-5)
            assert event.until == pytest.approx(last, abs=1e-5)
            assert event.count == count
            assert run.metrics().speed_use[k] == pytest.approx(use, rel=1e-3)
            assert "times the limit)" in event.message
    assert {event.run for event in stack.events} >= {0, 2}


def test_without_limits_there_are_no_events_of_them():
    robot, q0 = falling(0)
    run = arm.simulate(robot, 0.5, q0=q0, limits="none")
    assert not run.events
    assert run.metrics().speed_use.max() > 1.0


def test_a_speed_limit_is_that_of_the_plant_at_the_time():
    robot, q0 = falling(0)
    slow = replace(robot, joints=tuple(replace(each, limits=arm.Limits(velocity=0.1)) for each in robot.joints))
    free = replace(robot, joints=tuple(replace(each, limits=arm.Limits()) for each in robot.joints))
    run = arm.simulate(free, 0.4, q0=q0, changes=arm.Change(0.2, slow))
    found = [event for event in run.events if event.kind == "speed"]
    assert {event.where for event in found} == {"joint1", "joint2"}
    assert all(event.t >= 0.2 - 1e-9 and "limit of 0.1 " in event.message for event in found)


def test_trajectories_keep_speeds_and_intervals_in_files(tmp_path):
    robot, q0 = falling(1)
    stack = arm.simulate(robot, 0.5, q0=np.array([q0, 0.5 * q0]))
    stack.save(tmp_path / "runs.nc")
    again = arm.Trajectory.load(tmp_path / "runs.nc")
    assert again.events == stack.events
    np.testing.assert_array_equal(again.speed_steps, stack.speed_steps)
    np.testing.assert_array_equal(again[1].metrics().speed_use, stack.metrics().speed_use[1])


def cart(effort: float = 2.0) -> arm.Robot:
    """Return one mass of 1 kg on a slide, without gravity."""
    limits = arm.Limits(-1.0, 3.0, 2.0, effort)
    joint = arm.Joint("slide", "prismatic", "base", "mass", axis=(1.0, 0.0, 0.0), limits=limits)
    return arm.Robot("cart", (arm.Link("mass", mass=1.0),), (joint,), gravity=(0.0, 0.0, 0.0))


def test_sampled_efforts_are_at_their_limits_from_and_to_control_instants():
    """Against the exact motion of a mass under held efforts, with rows that are not at the instants."""
    period, kp, kd, duration = 0.02, 16.0, 3.0, 3.0
    q, v, at = 0.0, 0.0, []
    for k in range(round(duration / period)):
        u = kp * (1.0 - q) - kd * v
        at.append((k * period, abs(u) >= 2.0))
        u = np.clip(u, -2.0, 2.0)
        q, v = q + v * period + u * period**2 / 2, v + u * period
    edges = [t for (t, now), (_, before) in zip(at[1:], at, strict=False) if now != before]
    expected = [0.0, *edges] if at[0][1] else edges
    run = arm.simulate(
        cart(), duration, controller=arm.controllers.PD(kp, kd), reference=arm.references.Constant([1.0]),
        period=period, record=0.0133,
    )  # fmt: skip
    found = [(event.t, event.until) for event in run.events if event.kind == "saturated"]
    np.testing.assert_allclose(np.ravel(found), expected, rtol=1e-9)


def test_continuous_efforts_are_at_their_limits_from_and_to_crossings():
    kp, kd = 16.0, 3.0

    def command(t, x):
        return kp * (1.0 - x[0]) - kd * x[1]

    def rates(t, x):
        return [x[1], np.clip(command(t, x), -2.0, 2.0)]

    cross = lambda t, x: abs(command(t, x)) - 2.0  # noqa: E731
    other = solve_ivp(rates, (0, 3), [0.0, 0.0], "DOP853", rtol=1e-11, atol=1e-12, events=cross, max_step=0.01)
    for record in (0.003, 0.05):
        run = arm.simulate(
            cart(), 3.0, controller=arm.controllers.PD(kp, kd), reference=arm.references.Constant([1.0]), record=record
        )
        found = [each for event in run.events if event.kind == "saturated" for each in (event.t, event.until)]
        np.testing.assert_allclose(found, [0.0, *other.t_events[0]], atol=2e-4 * record / 0.003)
    uses = run.metrics()
    assert uses.effort_use.tolist() == [1.0]
    assert uses.position_use[0] == pytest.approx(np.abs(run.q - 1.0).max() / 2.0)


def test_a_motor_that_rests_at_its_limit_has_one_interval():
    """Currents of windings with inductance hover about their limit by the tolerance of the solver."""
    winding = arm.Winding(0.05, 0.5, 2e-3, 12.0, 24.0, 2000.0)
    motor = arm.Motor("m", "slide", "base", rotor_inertia=1e-4, ratio=50.0, winding=winding)
    held = replace(cart(np.inf), motors=(replace(motor, friction=arm.Friction(coulomb=100.0)),))
    for solver in (arm.solvers.DOP853(), arm.solvers.Rosenbrock()):
        law = lambda t, q, qd, r: 100.0 + 0 * q  # noqa: E731
        run = arm.simulate(held, 1.2, controller=law, solver=solver, start="undeformed")
        told = [event for event in run.events if event.kind == "saturated"]
        assert ["current" in event.message for event in told] == [False, True]
        assert told[1].until == 1.2
        assert told[0].until < told[1].t  # the voltage builds up the current


def test_many_intervals_are_one_event_that_counts_them():
    law = lambda t, q, qd, reference: 4.0 * arm.where(np.sin(100.0 * t) > 0.0, 1.0, 0.0) + 0 * q  # noqa: E731
    run = arm.simulate(cart(), 1.0, controller=law, limits="end", q0=[0.0], solver=arm.solvers.RK4(step=1e-3))
    (event,) = [event for event in run.events if event.kind == "saturated"]
    assert event.count == 16
    assert "in 16 intervals" in event.message


def test_use_of_limits_in_tables_and_studies(tmp_path):
    robot, q0 = falling(2)
    stack = arm.simulate(robot, 0.5, q0=np.array([q0, 0.1 * q0]))
    assert "speed use" in str([column.name for column in stack.metrics().tables()[0].columns])
    run = stack[0]
    assert "use of limits" in [getattr(each, "title", "") for each in run.metrics().tables()]
    assert run.metrics().to_json()["limited"] == ["joint1", "joint2"]
    assert "speed used to" in run.summary()
    study = arm.Study(arm.Scenario(robot, duration=0.3, q0=q0), axes={"qd0[0]": [0.0, 5.0]}, outputs=["speed_use"])
    results = arm.sweep(study, tmp_path / "speeds.zarr", executor=arm.executors.Serial())
    assert results.dataset["speed_use"].shape == (2, 2)


@pytest.mark.parametrize("command", ["current", "voltage"])
def test_efforts_of_commanded_windings_are_bound_by_the_windings_alone(command):
    winding = arm.Winding(torque_constant=0.1, resistance=0.5)
    robot = arm.Robot(
        "axis",
        (arm.Link("arm", 1.0, inertia=np.eye(3)),),
        (arm.Joint("turn", "revolute", "base", "arm", axis=(0.0, 0.0, 1.0), limits=arm.Limits(effort=5.0)),),
        (arm.Motor("motor", "turn", "base", ratio=100.0, winding=winding),),
        gravity=(0.0, 0.0, 0.0),
    )
    run = arm.simulate(robot, 0.05, controller=lambda t, q, qd, reference: 1.0 + 0.0 * q, command=command)
    assert run.tau[0, 0] == pytest.approx(10.0 if command == "current" else 20.0)
    assert not [event for event in run.events if event.kind == "saturated"]
    assert run.metrics().effort_use[0] == pytest.approx(np.abs(run.tau).max() / 5.0)
