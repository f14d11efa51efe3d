"""Controllers whose parts have their own periods: exact instants, held outputs, every way of running."""

import itertools

import numpy as np
import pytest

import armillary as arm
from internals import PD, Law, LowPass, Series, Signal, Specification, Sum

RR = arm.model(arm.library.get("khatib-rr"))
START = np.array([0.3, -0.2])
KP, KD = np.array([40.0, 20.0]), np.array([4.0, 2.0])


def by_hand(clocks, duration, step=1e-4):
    """Return times and states of the arm under a sum of P and D terms, each held for its own period.

    One integrator, an update of each part at its own instants, and nothing else.
    """
    forward = arm.compile(RR).forward_dynamics
    instants = [[offset + k * period for k in range(round(duration / period) + 1)] for period, offset in clocks]
    cuts = sorted({0.0, duration, *(t for of_clock in instants for t in of_clock if t < duration)})
    held, x, rows = np.zeros((2, 2)), np.concatenate([START, np.zeros(2)]), []

    def rate(x):
        return np.concatenate([x[2:], forward(x[:2], x[2:], held.sum(axis=0))])

    for a, b in itertools.pairwise(cuts):
        for k in range(2):
            if a in instants[k]:
                held[k] = KP * (START * 0 - x[:2]) if k == 0 else -KD * x[2:]
        count = max(1, int(np.ceil((b - a) / step)))
        h = (b - a) / count
        for _ in range(count):
            k1 = rate(x)
            k2 = rate(x + h / 2 * k1)
            k3 = rate(x + h / 2 * k2)
            k4 = rate(x + h * k3)
            x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        rows.append((b, x))
    return rows


REST = arm.references.Constant([0.0, 0.0])
OPTIONS = {"q0": START, "reference": REST, "limits": "none", "solver": arm.solvers.RK4(step=1e-4)}


@pytest.mark.parametrize(
    ("slow", "fast"),
    [((4e-3, 0.0), (1e-3, 0.0)), ((3e-3, 5e-4), (7e-4, 0.0)), ((1e-3, 0.0), (np.pi * 1e-3, 2e-4))],
)
def test_parts_are_asked_at_their_own_instants(slow, fast):
    """Also where periods do not divide each other."""
    parts = PD(KP, 0.0, period=slow[0], offset=slow[1]), PD(0.0, KD, period=fast[0], offset=fast[1])
    run = arm.simulate(RR, 0.05, controller=Sum(*parts), record=0.05, **OPTIONS)
    t, x = by_hand((slow, fast), 0.05)[-1]
    assert run.t[-1] == t
    np.testing.assert_allclose(np.concatenate([run.q[-1], run.qd[-1]]), x, rtol=0, atol=1e-9)


def test_equal_periods_are_one_rate():
    """A part with the period of the scenario, or that of all others, gives the run without these."""
    plain = arm.simulate(RR, 0.05, controller=Sum(PD(KP, 0.0), PD(0.0, KD)), period=2e-3, **OPTIONS)
    single = arm.simulate(RR, 0.05, controller=PD(KP, KD), period=2e-3, **OPTIONS)
    for law, options in (
        (Sum(PD(KP, 0.0, period=2e-3), PD(0.0, KD)), {"period": 2e-3}),
        (Sum(PD(KP, 0.0, period=2e-3), PD(0.0, KD, period=2e-3)), {}),
        (Sum(PD(KP, 0.0), PD(0.0, KD), period=2e-3), {}),
        (Sum(PD(KP, 0.0, period=2e-3), PD(0.0, KD)), {}),
    ):
        run = arm.simulate(RR, 0.05, controller=law, **options, **OPTIONS)
        assert np.array_equal(run.q, plain.q)
    np.testing.assert_allclose(plain.q, single.q, rtol=0, atol=1e-12)


def test_a_slow_controller_before_a_fast_filter():
    """The outer part is held; the filter behind it goes on at its own rate."""
    law = Series(PD(KP, KD, period=8e-3), LowPass(30.0))
    run = arm.simulate(RR, 0.1, controller=law, period=1e-3, record=1e-3, **OPTIONS)
    u = -KP * run.q - KD * run.qd
    block, state = LowPass(30.0).bound(2), np.zeros(4)[:2]
    for k in range(99):
        held = u[k - k % 8]
        np.testing.assert_allclose(run.tau[k + 1], block.output(held, state, 1e-3), rtol=0, atol=1e-10)
        state = block.advance(held, state, 1e-3)


def test_stacks_and_python_calls_give_the_same_run():
    law = Sum(PD(KP, 0.0, period=3e-3), PD(0.0, KD))
    options = OPTIONS | {"record": 1e-3}
    compiled = arm.simulate(RR, 0.03, controller=law, period=7e-4, **options)
    names = {"controller.controllers[0].kp": np.array([30.0, 40.0, 50.0])}
    even = Sum(PD(40.0, 0.0, period=3e-3), PD(0.0, KD))
    stack = arm.simulate(RR, 0.03, controller=even, period=7e-4, parameters=names, **options)
    alone = arm.simulate(RR, 0.03, controller=Sum(PD(30.0, 0.0, period=3e-3), PD(0.0, KD)), period=7e-4, **options)
    assert np.allclose(stack[0].q, alone.q, rtol=0, atol=1e-12)
    with pytest.warns(arm.ArmillaryWarning, match="Python calls it every 0.0007 s"):
        called = arm.simulate(RR, 0.03, controller=Sum(PD(KP, 0.0, period=3e-3), Called()), period=7e-4, **options)
    np.testing.assert_allclose(called.q, compiled.q, rtol=0, atol=1e-11)


class Called(Specification):
    """A damper that branches on values, and so cannot be compiled."""

    def law(self, model):
        return CalledLaw(model)


class CalledLaw(Law):
    def command(self, signal: Signal):
        return -KD * signal.qd[:2] if signal.qd[0] > 0 else KD * -signal.qd[:2]


def test_a_delay_takes_the_commands_of_the_control_period():
    """With one part slower than the control period, a delay of a whole period moves all commands by it."""
    law = Series(PD(KP, KD, period=4e-3), LowPass(30.0))
    now = arm.simulate(RR, 0.02, controller=law, period=1e-3, record=1e-3, **OPTIONS)
    late = arm.simulate(RR, 0.02, controller=law, period=1e-3, delay=1e-3, record=1e-3, **OPTIONS)
    np.testing.assert_allclose(late.tau[2], now.tau[1], rtol=0, atol=1e-12)
    assert np.all(late.tau[1] == 0.0)
    assert np.all(now.tau[1] != 0.0)


def test_periods_that_no_part_has():
    law = Sum(PD(KP, 0.0, period=3e-3), PD(0.0, KD, period=1e-3))
    with pytest.raises(arm.ArgumentError, match=r"period: 0.002 s for a controller with 0.001 s, 0.003 s"):
        arm.simulate(RR, 0.01, controller=law, period=2e-3)
    assert arm.simulate(RR, 0.01, controller=law, period=1e-3).complete


def test_noise_acts_at_every_rate():
    law = Sum(PD(KP, 0.0, period=3e-3), PD(0.0, KD))
    noisy = (arm.sensors.Encoder(noise=1e-3), arm.sensors.Tachometer(noise=1e-3))
    options = OPTIONS | {"period": 1e-3, "sensors": noisy, "seed": 5}
    one, again = (arm.simulate(RR, 0.03, controller=law, **options) for _ in range(2))
    assert np.array_equal(one.q, again.q)
    assert not np.allclose(one.q, arm.simulate(RR, 0.03, controller=law, **OPTIONS, period=1e-3).q, atol=1e-8)
