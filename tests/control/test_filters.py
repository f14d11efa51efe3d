"""Filters against SciPy, sample by sample, and against their closed forms."""

import math

import numpy as np
import pytest
from scipy import signal as scipy_signal

import armillary as arm
from internals import PD, Biquad, LeadLag, LowPass, Notch, Series

T = 1e-3
RR = arm.model(arm.library.get("khatib-rr"))
U = np.random.default_rng(3).normal(size=(400, 2))
W = 2 * math.pi * np.array([20.0, 90.0])
FREQUENCY = (20.0, 90.0)
ANALOGUE = {
    "low pass": (LowPass(FREQUENCY), lambda w: ([w], [1, w]), W),
    "low pass of order 2": (LowPass(FREQUENCY, damping=0.6), lambda w: ([w * w], [1, 1.2 * w, w * w]), W),
    "notch": (
        Notch(FREQUENCY, damping=0.3, depth=0.1),
        lambda w: ([1, 0.06 * w, w * w], [1, 0.6 * w, w * w]), W,
    ),
    "lead": (LeadLag(FREQUENCY, np.multiply(FREQUENCY, 4)), lambda w: ([4, 4 * w], [1, 4 * w]), 2 * W),
}  # fmt: skip


def sequence(block, u):
    """Return the outputs of a filter for rows of inputs."""
    state, outputs = block.start(), []
    for row in u:
        outputs.append(block.output(row, state, T))
        state = block.advance(row, state, T)
    return np.array(outputs)


@pytest.mark.parametrize("name", ANALOGUE)
def test_sampled_filters_are_tustins_with_prewarping(name):
    spec, analogue, exact = ANALOGUE[name]
    outputs = sequence(spec.bound(2), U)
    for k in range(2):
        b, a = analogue(W[k])
        scale = exact[k] / (2 * math.tan(exact[k] * T / 2))  # the sampling frequency that makes w exact
        bz, az = scipy_signal.bilinear(b, a, scale)
        np.testing.assert_allclose(outputs[:, k], scipy_signal.lfilter(bz, az, U[:, k]), rtol=0, atol=1e-12)
        at = scipy_signal.freqz(bz, az, [exact[k] * T])[1][0]
        closed = np.polyval(b, 1j * exact[k]) / np.polyval(a, 1j * exact[k])
        assert abs(at - closed) < 1e-12


@pytest.mark.parametrize("name", ANALOGUE)
def test_filters_in_continuous_time_have_their_transfer_function(name):
    spec, analogue, _ = ANALOGUE[name]
    block = spec.bound(2)
    n, unit = block.states, np.ones(2)
    A = np.array([block.rate(np.zeros(2), e) for e in np.eye(n)]).T
    C = np.array([block.output(np.zeros(2), e, None) for e in np.eye(n)]).T
    B = np.array([block.rate(e, np.zeros(n)) for e in np.eye(2)]).T
    D = np.diag(block.output(unit, np.zeros(n), None))
    for s in (30j, 200j, 5 + 900j):
        H = C @ np.linalg.solve(s * np.eye(n) - A, B) + D
        for k in range(2):
            b, a = analogue(W[k])
            assert abs(H[k, k] - np.polyval(b, s) / np.polyval(a, s)) < 1e-12
        assert abs(H[0, 1]) + abs(H[1, 0]) < 1e-15


def test_biquads_are_rows_of_scipys_sections():
    sos = scipy_signal.butter(4, 0.2, output="sos")
    outputs = U
    for row in sos:
        block = Biquad(2 * row[:3], 2 * row[3:]).bound(2)
        outputs = sequence(block, outputs)
    expected = scipy_signal.sosfilt(sos, U, axis=0)
    np.testing.assert_allclose(outputs, expected, rtol=0, atol=1e-12)


def test_a_filtered_run_is_the_recursion_of_the_filter():
    """A robot that a filtered, sampled law moves: the recorded efforts are those of the recursion."""
    law = Series(PD([40.0, 20.0], 2.0), Notch(30.0), LowPass(80.0, damping=0.7))
    run = arm.simulate(RR, 0.1, controller=law, q0=[0.3, -0.2], period=T, record=T, limits="none")
    plain = PD([40.0, 20.0], 2.0).law(RR)
    u = plain.kp * (np.array([0.3, -0.2]) - run.q) - plain.kd * run.qd
    y = sequence(LowPass(80.0, damping=0.7).bound(2), sequence(Notch(30.0).bound(2), u))
    np.testing.assert_allclose(run.tau[1:], y[:-1], rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("make", "where"),
    [
        (lambda: LowPass([1.0, 2.0, 3.0]).bound(2), "frequency: .*a number, or 2 of them"),
        (lambda: Notch(-1.0).bound(2), "frequency: -1"),
        (lambda: Notch(1.0, depth=-0.1).bound(2), "depth: .*zero or more"),
        (lambda: LeadLag(1.0, 0.0).bound(2), "pole"),
        (lambda: Biquad([1.0, 0.0], [1.0, 0.0, 0.0]).bound(2), "numerator: .*three"),
        (lambda: Biquad([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]).bound(2), "denominator: .*a_0"),
        (lambda: Series(PD(1.0, 1.0), PD(1.0, 1.0)).law(RR), "filters: .*a filter"),
        (lambda: LowPass(1.0, period=0.0), "period: 0"),
        (lambda: PD(1.0, 1.0, period=-1e-3), "period"),
        (lambda: PD(1.0, 1.0, offset=1e-3), "offset: .*without a period"),
    ],
)
def test_wrong_filters_get_a_message(make, where):
    with pytest.raises(arm.ArgumentError, match=where):
        make()


def test_filters_need_a_period_that_fits():
    biquad = Series(PD(1.0, 1.0), Biquad([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]))
    with pytest.raises(arm.ArgumentError, match="period: none, for Series"):
        arm.simulate(RR, 0.1, controller=biquad)
    with pytest.raises(arm.ArgumentError, match=r"600 Hz .* less than 500 Hz"):
        arm.simulate(RR, 0.1, controller=Series(PD(1.0, 1.0), Notch(600.0)), period=T)
