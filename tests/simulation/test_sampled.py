"""Control at instants, functions that remember, models that differ from the plant."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from internals import (
    PD,
    PID,
    ComputedTorque,
    Discrete,
    FifthOrder,
    HoldPosition,
    StepAcceleration,
    less,
    maximum,
    minimum,
)
from samples import some
from solving import solver

pytestmark = pytest.mark.filterwarnings("ignore:the controller cannot be compiled")
THREE = arm.library.get("planar-3r")
FD = arm.compile(THREE).forward_dynamics
PUSH = arm.Push("tip", (0, 0, 0, 1, 0, 0), 0.0333, 0.0777)


def test_control_instants_are_those_of_the_period_alone():
    """Pushes and switches of the reference cut the time, but ask nobody."""
    asked = []

    def law(t, q, qd, reference):
        asked.append(float(t))
        return -qd if reference.position[0] < 10 else q

    reference = StepAcceleration(start=(0.0,) * 3, end=(0.1,) * 3, duration=0.0777)
    arm.simulate(THREE, 0.1, controller=law, reference=reference, period=0.01, disturbances=(PUSH,))
    assert asked == pytest.approx(np.arange(10) * 0.01)


@pytest.mark.parametrize("integrator", ["rk4", "dop853"])
def test_sampled_states_move_from_instant_to_instant(integrator):
    """A sampled PID against the same, written out around SciPy's integrator."""
    kp, ki, kd, T = 6.0, 4.0, 1.0, 0.013
    goal, z = np.array([0.3, -0.2, 0.1]), np.zeros(3)

    def law(t, q, qd, reference):
        nonlocal z
        tau = kp * (goal - q) + ki * z - kd * qd
        z = z + T * (goal - q)
        return tau

    run = arm.simulate(
        THREE, 10 * T, solver=solver(integrator, rtol=1e-12, atol=1e-12, step=2e-4),
        controller=PID(kp, ki, kd), reference=HoldPosition(tuple(goal)), period=T,
        disturbances=(arm.Push("tip", (0,) * 6, 0.0333, 0.0777),),
    )  # fmt: skip
    assert np.concatenate([run.q[-1], run.qd[-1]]) == pytest.approx(by_hand(law, T, 10), abs=1e-7)


def by_hand(law, T, count):
    """Return (q, v) after some control periods, from rest at zero, by SciPy."""
    x, rest = np.zeros(6), HoldPosition((0.0,) * 3).motion(0.0, 0.0)
    for k in range(count):
        tau = np.asarray(law(k * T, x[:3].copy(), x[3:].copy(), rest))
        found = solve_ivp(
            lambda _, x, tau=tau: np.concatenate([x[3:], FD(x[:3], x[3:], tau)]),
            (0, T), x, method="DOP853", rtol=1e-11, atol=1e-11,
        )  # fmt: skip
        x = found.y[:, -1]
    return x


def delayed(law, end, T, delay=0.0, hold=0, offset=0.0):
    """Return (q, v) at the end, from rest at zero, by SciPy and a list of instants: commands act after a delay."""
    asked = offset + T * np.arange(int((end - offset) / T + 1 - 1e-9))
    instants = sorted([(t, 1 if delay else 0, k) for k, t in enumerate(asked)] + [(t + delay, 0 if delay else 1, ~k)
                      for k, t in enumerate(asked) if t + delay < end - 1e-12])  # fmt: skip
    x, t, acting, commands = np.zeros(6), 0.0, (np.zeros(3), np.zeros(3), 0.0), {}
    for at, _, k in [*instants, (end, 2, 0)]:
        tau, slope, since = acting
        found = solve_ivp(
            lambda s, x, tau=tau, slope=slope, since=since: np.concatenate(
                [x[3:], FD(x[:3], x[3:], tau + slope * (s - since))]
            ),
            (t, at), x, method="DOP853", rtol=1e-11, atol=1e-12,
        )  # fmt: skip
        x, t = found.y[:, -1], at
        if k >= 0:
            commands[k] = law(at, x[:3], x[3:])
        else:
            before = commands[~k - 1] if hold and ~k else commands[~k]
            acting = commands[~k], (commands[~k] - before) / T, at
    return x


@pytest.mark.crossed
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("delay", "hold", "offset"),
    some([(0.01, 0, 0.0), (0.025, 0, 0.0033), (0.0, 1, 0.0), (0.03, 1, 0.0017), (0.004, 0, 0.0), (0.004, 1, 0.003)], 4),
)
def test_delay_hold_and_offset_agree_with_an_independent_solution(delay, hold, offset, compiled):
    goal = np.array([0.3, -0.2, 0.1])

    def law(t, q, qd, reference=None):
        if not compiled:
            float(q[0])
        return 6.0 * (goal - q) - qd

    run = arm.simulate(
        THREE, 0.1, controller=law, solver=solver("dop853", rtol=1e-12, atol=1e-12),
        period=0.01, delay=delay, hold=hold, offset=offset, record=0.1,
    )  # fmt: skip
    assert ("calls" in run.info) is not compiled
    found = np.concatenate([run.q[-1], run.qd[-1]])
    assert found == pytest.approx(delayed(law, 0.1, 0.01, delay, hold, offset), abs=1e-10)


def test_a_law_with_discrete_states_is_compiled_and_in_stacks():
    goal = np.array([0.3, -0.2, 0.1])

    def law(t, q, qd, reference, z):
        e = goal - q
        return 6 * e + 4 * z - qd, z + 0.01 * np.where((np.abs(e) < 0.25) & (q < 1.0), e, 0.0)

    def called(t, q, qd, reference, z):
        float(t)
        return law(t, q, qd, reference, z)

    options = {"period": 0.01, "delay": 0.004, "solver": solver("rk4", step=1e-3), "record": 0.05}
    starts = np.random.default_rng(2).uniform(-0.3, 0.3, (11, 3))
    stack = arm.simulate(THREE, 0.3, controller=Discrete(law, np.zeros(3)), q0=starts, **options)
    for k in (0, 7, 10):
        one = arm.simulate(THREE, 0.3, controller=Discrete(law, np.zeros(3)), q0=starts[k], **options)
        same = arm.simulate(THREE, 0.3, controller=Discrete(called, np.zeros(3)), q0=starts[k], **options)
        assert "calls" not in one.info
        assert same.info["calls"] == 30
        assert one.q == pytest.approx(same.q, abs=1e-13)
        assert one.tau == pytest.approx(same.tau, abs=1e-12)
        assert stack[k].q == pytest.approx(one.q, abs=1e-12)
    with pytest.raises(arm.ArgumentError, match="period"):
        arm.simulate(THREE, 0.1, controller=Discrete(law, np.zeros(3)))
    for bad in (lambda t, q, qd, r, z: q, lambda t, q, qd, r, z: (q, z[:1]), lambda t, q, qd, r, z: (q[:1], z)):
        with pytest.raises(arm.ArgumentError, match="controller"):
            arm.simulate(THREE, 0.1, controller=Discrete(bad, np.zeros(3)), period=0.01)


@pytest.mark.parametrize(
    "bad",
    [
        {"delay": -1e-3},
        {"delay": 20.0},
        {"hold": 2},
        {"offset": np.nan},
        {"delay": 1e-3, "period": None},
        {"hold": True},
    ],
)
def test_impossible_timing_is_told(bad):
    with pytest.raises(arm.ArgumentError, match=next(iter(bad))):
        arm.simulate(THREE, 0.1, controller=PD(1.0, 1.0), **({"period": 0.01} | bad))


def test_a_delay_within_rounding_of_whole_periods_is_one():
    options = {"controller": PD(40.0, 4.0), "q0": [0.3, -0.2, 0.1], "period": 0.01, "record": 0.005}
    exact, *near = (arm.simulate(THREE, 0.1, delay=0.02 + more, **options) for more in (0.0, 5e-12, -5e-12))
    for run in near:
        assert run.q[-1] == pytest.approx(exact.q[-1], abs=1e-8)


def test_an_effort_or_state_that_is_not_finite_is_named():
    def effort(t, q, qd, reference):
        return [-q[0], arm.where(t > 0.045, np.sqrt(-1.0 - t), 0.0), -q[2]]

    def state(t, q, qd, reference, z):
        return -q, [z[0], z[1] + arm.where(t > 0.045, np.sqrt(-1.0 - t), 0.0)]

    def called(t, q, qd, reference, z):
        return -q, [z[0], math.nan if float(t) > 0.045 else z[1]]

    name = arm.model(THREE).joints[1].name
    laws = (effort, f"effort for {name}"), (Discrete(state, np.zeros(2)), "state number 1")
    for law, what in (*laws, (Discrete(called, np.zeros(2)), "state number 1")):
        for timing in ({}, {"delay": 0.004}, {"hold": 1}, {"delay": 0.014, "hold": 1}):
            with pytest.warns(arm.errors.IncompleteRunWarning):
                run = arm.simulate(THREE, 0.1, controller=law, period=0.01, **timing)
            assert run.t[-1] == pytest.approx(0.05)
            assert [event.message for event in run.events if event.kind == "not finite"] == [
                f"the controller's {what} is not finite at t = 0.05 s"
            ]


class Integral:
    """Integral action by hand, as users write it."""

    def __init__(self):
        self.sum = np.zeros(3)

    def __call__(self, t, q, qd, reference):
        self.sum = self.sum + 0.01 * (reference.position - q)
        return 20 * self.sum - 2 * qd

    def method(self, t, q, qd, reference):
        return self(t, q, qd, reference)


def counted():
    count = 0

    def law(t, q, qd, reference):
        nonlocal count
        count += 1
        return np.array([1.0 if count <= 10 else 0.0, 0.0, 0.0])

    return law


LOG = []


def logged(t, q, qd, reference):
    LOG.append(t)
    return -qd


def noisy(rng):
    return lambda t, q, qd, reference: -qd + 0.0 * q + rng.normal(size=3)


@pytest.mark.parametrize(
    "make",
    [Integral, lambda: Integral().method, counted, lambda: logged, lambda: noisy(np.random.default_rng(1))],
    ids=["object", "method", "closure", "global", "random"],
)
def test_a_function_that_remembers_is_called(make):
    """It is not frozen by tracing, and trying whether it can be traced leaves nothing behind."""
    LOG.clear()
    run = arm.simulate(THREE, 0.15, controller=make(), period=0.01, record=0.15)
    assert all(isinstance(t, float) for t in LOG)
    assert len(LOG) in (0, 15)
    assert np.concatenate([run.q[-1], run.qd[-1]]) == pytest.approx(by_hand(make(), 0.01, 15), abs=1e-7)
    for period in (None, 0.01):
        with pytest.warns(arm.ArmillaryWarning, match="keeps values between calls.*Discrete"):
            arm.simulate(THREE, 0.01, controller=make(), period=period)


def test_what_is_compiled_is_what_is_called():
    def law(t, q, qd, reference):
        e = reference.position - q
        return arm.where(less(np.abs(e), 0.1), 40 * e, maximum(minimum(60 * e, 5.0), -5.0)) - 2 * qd * np.cos(t)

    goal = HoldPosition((0.3, 0.05, -0.2))
    compiled = arm.simulate(THREE, 0.2, controller=law, reference=goal, period=0.01)
    called = arm.simulate(THREE, 0.2, controller=lambda t, *rest: law(float(t), *rest), reference=goal, period=0.01)
    assert compiled.q[-1] == pytest.approx(called.q[-1], abs=1e-12)


@pytest.mark.parametrize("given", [None, [1.0, 2.0], 3.0, ["a", "b", "c"]])
def test_a_function_that_returns_something_else_is_told(given):
    with pytest.raises(arm.ArgumentError, match="controller"):
        arm.simulate(THREE, 0.1, controller=lambda t, q, qd, reference: given, period=0.01)


def test_a_law_with_the_wrong_counts_is_told():
    class Short:
        states = 2

        def start(self):
            return np.zeros(1)

        def effort(self, signal):
            return np.zeros(3)

        def rate(self, signal):
            return np.zeros(2)

    with pytest.raises(arm.ArgumentError, match="states at the start"):
        arm.simulate(THREE, 0.1, controller=Short())
    with pytest.raises(arm.ArgumentError, match="class PD"):
        arm.simulate(THREE, 0.1, controller=PD)


@pytest.mark.parametrize("period", [None, 1e-3])
def test_a_controller_of_rigid_links_on_a_flexible_arm(period):
    flexible = arm.library.get("flexrob")
    rigid = arm.planar([0.5, 0.5], [1.0, 1.0], coms=[0.25, 0.25], inertias=[0.02, 0.02], gravity=0.0)
    assert arm.model(flexible).nv > arm.model(rigid).nv == 2
    move = FifthOrder(end=[0.2, 0.1], duration=0.05)
    run = arm.simulate(
        rigid, 0.05, controller=ComputedTorque(400.0, 40.0), reference=move, plant=flexible, period=period
    )
    assert run.q.shape[1] == arm.model(flexible).nq
    assert np.all(run.tau[:, 2:] == 0)
    assert np.abs(run.tau[:, :2]).max() > 0.1
    assert run.drift_max < 1e-4
    arm.simulate(rigid, 0.01, controller=PD(10.0, 1.0), plant=flexible)
    with pytest.raises(arm.ArgumentError, match="plant"):
        arm.simulate(flexible, 0.01, plant=rigid)
