"""Sensors with their own period: readings are the last samples, whatever the control period is."""

import numpy as np
import pytest

import armillary as arm

ROBOT = arm.library.get("khatib-rr")
PERIOD = 1 / 300
OPTIONS = {
    "controller": arm.controllers.PD(100.0, 20.0), "period": 1e-3, "record": PERIOD / 4,
    "reference": arm.references.FifthOrder(end=[0.5, -0.3], duration=0.1),
}  # fmt: skip


def simulated(*sensors, **more):
    return arm.simulate(ROBOT, 0.1, sensors=sensors, **OPTIONS | more)


def last(values, late=0):
    """Return the rows that were sampled last, before each row but the first; four rows make a period."""
    k = (np.arange(1, len(values)) - 1) // 4 - late
    return values[4 * np.maximum(k, 0)]


def test_readings_are_the_last_samples():
    run = simulated(arm.sensors.Encoder(period=PERIOD), arm.sensors.Tachometer(period=PERIOD, delay=2 * PERIOD))
    assert run.signals["measured.position"][1:] == pytest.approx(last(run.q), abs=1e-12)
    assert run.signals["measured.velocity"][1:] == pytest.approx(last(run.qd, 2), abs=1e-11)


def test_differences_have_the_instants_of_their_sensor():
    run = simulated(arm.sensors.Encoder(period=PERIOD), arm.sensors.Differences())
    expected = (last(run.q) - last(run.q, 1)) / PERIOD
    assert run.signals["measured.velocity"][1:] == pytest.approx(expected, abs=1e-9)


def test_python_and_stacks_read_the_same_numbers():
    sensors = (arm.sensors.Encoder(period=PERIOD, noise=1e-4), arm.sensors.Tachometer(noise=1e-3))

    def branching(t, q, qd, reference):
        return 100.0 * (reference.position - q) + 20.0 * (reference.velocity - qd) if q[0] > -9 else q

    native = simulated(*sensors)
    with pytest.warns(arm.ArmillaryWarning, match="cannot be compiled"):
        called = simulated(*sensors, controller=branching)
    assert called.q == pytest.approx(native.q, abs=1e-12)
    stack = simulated(*sensors, q0=np.zeros((3, 2)))
    assert stack.q[0] == pytest.approx(native.q, abs=1e-12)


@pytest.mark.parametrize("given", [{"period": PERIOD, "delay": PERIOD / 2}, {"period": 0.0}])
def test_bad_numbers(given):
    with pytest.raises(arm.errors.ArgumentError, match="period"):
        simulated(arm.sensors.Encoder(**given))
