"""Rigid end stops: bounces and rest in closed form, simultaneous impacts by enumeration, the audit, refusals."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from random_robots import robot_of
from samples import some
from stopped_pendulum import INERTIA, pendulum

TIGHT = arm.solvers.DOP853(rtol=1e-11, atol=1e-11)
SOLVERS = [TIGHT, arm.solvers.RK4(step=1e-3), arm.solvers.Rosenbrock(rtol=1e-8, atol=1e-8)]


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
def test_bounces_between_two_stops_in_closed_form(solver):
    """After n impacts the speed is εⁿ v; the times between them are the width over the speed: runs and stacks."""
    e, v, duration = 0.7, 3.0, 6.0
    times, speeds, at, speed = [], [v], 1 / v, v
    while at < duration:
        times.append(at)
        speed *= e
        speeds.append(speed)
        at += 2 / speed
    robot = pendulum(arm.parts.Stop(restitution=e))
    one = arm.simulate(robot, duration, qd0=[v], solver=solver)
    stack = arm.simulate(robot, duration, qd0=[[v], [-v], [0.1]], solver=solver)
    sign = -1.0 if len(times) % 2 else 1.0
    for run, side in ((one, 1.0), (stack[0], 1.0), (stack[1], -1.0)):
        assert run.complete
        assert run.qd[-1, 0] == pytest.approx(side * sign * speeds[-1], rel=1e-9)
        events = {np.sign(float(event.message.split("stop at ")[1].split()[0])): event for event in run.events}
        for which, own in ((side, times[::2]), (-side, times[1::2])):
            assert events[which].t == pytest.approx(own[0], rel=1e-9)
            assert events[which].until == pytest.approx(own[-1], rel=1e-9)
            assert events[which].count == len(own)
        assert run.heat["stops"][-1] == pytest.approx(0.5 * INERTIA * (v**2 - speeds[-1] ** 2), rel=1e-9)
        assert run.drift_max < 1e-9
    assert not stack[2].events


def test_a_falling_joint_comes_to_rest_after_ever_smaller_bounces():
    """Zeno's sequence: with a constant load τ the bounces end after 2 v / (τ/I) · ε / (1 − ε)."""
    e, load = 0.5, 3.0
    robot = pendulum(arm.parts.Stop(restitution=e))
    run = arm.simulate(robot, 3.0, controller=lambda t, q, qd, reference: load + 0 * q, record=0.01)
    a = load / INERTIA
    arrival = np.sqrt(2 / a)
    end = arrival + 2 * np.sqrt(2 * a) / a * e / (1 - e)
    assert run.complete
    after = run.t > end + 1e-3
    np.testing.assert_allclose(run.q[after, 0], 1.0, atol=1e-11)
    assert np.all(run.qd[after] == 0)
    assert np.abs(run.qd[(run.t > 0) & (run.t < end - 0.02)]).min() > 0
    assert run.drift_max < 1e-6
    assert run.events[0].until == 3.0


def test_a_joint_leaves_its_stop_when_its_load_turns():
    """A load 1 − t presses until t = 1; then q = 1 − (t − 1)³ / (6 I)."""
    robot = pendulum(arm.parts.Stop(restitution=0.0))
    law = lambda t, q, qd, reference: 1.0 - t + 0 * q  # noqa: E731
    for solver in (*SOLVERS, None):
        run = arm.simulate(robot, 2.0, q0=[1.0], controller=law, solver=solver, record=0.1)
        expected = 1.0 - np.clip(run.t - 1.0, 0.0, None) ** 3 / (6 * INERTIA)
        np.testing.assert_allclose(run.q[:, 0], expected, atol=1e-7)
        assert run.events[0].until == pytest.approx(1.0, abs=2e-3)


def after_impact(M, v, closed, restitution):
    """Return the velocities after an impact: inward signs of closed stops by coordinate; all active sets are tried."""
    A = np.linalg.inv(M)
    for size in range(len(closed) + 1):
        for active in itertools.combinations(closed, size):
            S = list(active)
            target = {k: restitution[k] * max(-closed[k] * v[k], 0.0) for k in closed}
            jump = np.array([closed[k] * target[k] - v[k] for k in S])
            P = np.linalg.solve(A[np.ix_(S, S)], jump) if S else np.zeros(0)
            after = v + A[:, S] @ P
            pushes = all(closed[k] * p >= -1e-12 for k, p in zip(S, P, strict=True))
            if pushes and all(closed[k] * after[k] - target[k] >= -1e-9 for k in closed):
                return after
    raise AssertionError("no solution")


def limited(seed: int, restitution: tuple[float, float]) -> tuple[arm.Model, np.random.Generator]:
    """Return a random arm without gravity and friction whose joints have rigid stops."""
    rng = np.random.default_rng(seed)
    robot = robot_of(rng, rng.choice(["R", "R", "P"], int(rng.integers(2, 6))))
    joints = [
        replace(each, limits=arm.Limits(*sorted(rng.uniform(-0.4, 0.4, 2)), stop=arm.parts.Stop(restitution=e)))
        for each, e in zip(robot.joints, rng.uniform(*restitution, len(robot.joints)), strict=True)
    ]
    return arm.model(replace(robot, joints=tuple(joints), gravity=(0.0, 0.0, 0.0)), friction=False), rng


@pytest.mark.parametrize("seed", some(range(20), 4))
def test_simultaneous_impacts_solve_the_complementarity(seed):
    """All joints at one of their limits, with random rates: velocities after the impact by trying all active sets."""
    model, rng = limited(seed, (0.0, 1.0))
    bounds = [(each.limits.lower, each.limits.upper) for each in model.robot.moving_joints()]
    side = rng.integers(0, 2, model.nv)
    q, v = np.array([own[k] for own, k in zip(bounds, side, strict=True)]), rng.normal(size=model.nv)
    inward = {k: 1.0 if side[k] == 0 else -1.0 for k in range(model.nv)}
    e = [each.limits.stop.restitution for each in model.robot.moving_joints()]
    expected = after_impact(arm.evaluate(model).mass_matrix(q), v, inward, e)
    run = arm.simulate(model, 1e-7, q0=q, qd0=v, solver=arm.solvers.RK45(step=1e-9))
    np.testing.assert_allclose(run.qd[-1], expected, atol=2e-5 * (1 + np.abs(v).max()))
    lost = run.kinetic[0] - run.kinetic[-1]
    assert run.heat["stops"][-1] == pytest.approx(lost, abs=1e-9)


@pytest.mark.parametrize("seed", some(range(12), 2))
def test_random_arms_bounce_as_in_scipy(seed):
    """Impacts one after the other, located by SciPy and solved by trying all active sets."""
    model, rng = limited(seed, (0.6, 1.0))
    n, joints, native = model.nv, list(model.robot.moving_joints()), arm.compile(model)
    q = np.array([(each.limits.lower + each.limits.upper) / 2 for each in joints])
    v, e = rng.normal(size=n), [each.limits.stop.restitution for each in joints]
    reach = [(each.limits.upper - each.limits.lower) / 2 for each in joints]
    duration = 0.25
    run = arm.simulate(model, duration, q0=q, qd0=v, solver=TIGHT, record=duration)

    def rates(t, x):
        return np.concatenate([x[n:], native.forward_dynamics(x[:n], x[n:], np.zeros(n))])

    def margin(k, sign):
        limit = joints[k].limits.lower if sign > 0 else joints[k].limits.upper
        event = lambda t, x: sign * (x[k] - limit)  # noqa: E731
        event.terminal, event.direction = True, -1
        return event

    events = [margin(k, sign) for k in range(n) for sign in (1, -1)]
    t, x, impacts = 0.0, np.concatenate([q, v]), 0
    while t < duration and impacts < 40:
        part = solve_ivp(rates, (t, duration), x, "DOP853", rtol=1e-11, atol=1e-12, events=events)
        t, x = part.t[-1], part.y[:, -1].copy()
        hit = [k for k, times in enumerate(part.t_events) if len(times)]
        if not hit:
            break
        k, impacts = hit[0] // 2, impacts + 1
        closed = {k: 1.0 if hit[0] % 2 == 0 else -1.0}
        x[n:] = after_impact(arm.evaluate(model).mass_matrix(x[:n]), x[n:], closed, e)
        x[k] += 1e-13 * closed[k] * reach[k]
    assert impacts == sum(event.count for event in run.events if event.kind == "stop")
    found = np.concatenate([run.q[-1], run.qd[-1]])
    np.testing.assert_allclose(found, x, atol=1e-5 * (1 + np.abs(x).max()))
    assert run.drift_max < 1e-6


def test_a_wrist_with_dry_friction_and_an_elastic_gear_hits_its_stop():
    """Friction has no impulse, the rotor goes on behind its gear, and the audit closes."""
    motor = arm.Motor("m", "pivot", "base", rotor_inertia=1e-3, ratio=10.0, gear=arm.Gear(stiffness=500.0, damping=2.0))
    robot = pendulum(arm.parts.Stop(restitution=0.4), gravity=9.81)
    joint = replace(robot.joints[0], friction=arm.Friction(coulomb=0.5, viscous=0.05))
    run = arm.simulate(replace(robot, joints=(joint,), motors=(motor,)), 4.0, solver=TIGHT)
    assert run.complete
    assert run.drift_max < 1e-6
    assert set(run.heat) == {"bearings", "gears", "stops"}
    assert run.q[-1, 0] == pytest.approx(1.0, abs=1e-9)
    assert np.abs(run.qd[-1]).max() < 1e-6


def test_where_rigid_stops_are_refused(tmp_path):
    robot = pendulum(arm.parts.Stop(restitution=0.5))
    words = "rigid stop at pivot.*stiffness"
    with pytest.raises(arm.ArgumentError, match=words):
        arm.rollout(robot, 0.1)
    with pytest.raises(arm.ArgumentError, match=words):
        arm.simulate(robot, 0.1, solver=arm.solvers.Gauss2(step=1e-3))
    with pytest.raises(arm.ArgumentError, match=words):
        arm.export(robot, to="fmu", path=tmp_path / "it.fmu")
    assert arm.simulate(robot, 0.1, solver=arm.solvers.Gauss2(step=1e-3), limits="end").complete


def test_a_joint_that_starts_at_rest_on_its_stop_has_no_speed_of_approach():
    robot = pendulum(arm.parts.Stop(restitution=0.5), gravity=9.81)
    (event,) = arm.simulate(robot, 0.2, q0=[1.0]).events
    assert event.kind == "stop"
    assert event.message.endswith("from t = 0 s to 0.2 s")
