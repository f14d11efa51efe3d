"""Figures of merit on signals whose figures are known, and on motions that make such signals."""

import json

import numpy as np
import pytest
from scipy.optimize import brentq

import armillary as arm
from armillary.errors import ArgumentError
from armillary.results.metrics import overshoot, rms, settling_time
from moved import moved

OMEGA = 10.0


def second_order(t, zeta, omega=OMEGA):
    """Return the response of a second-order system with damping zeta < 1 to a unit step."""
    damped = np.sqrt(1 - zeta**2)
    wave = np.cos(omega * damped * t) + zeta / damped * np.sin(omega * damped * t)
    return 1 - np.exp(-zeta * omega * t) * wave


def last_crossing(zeta, band, omega=OMEGA):
    """Return the last time at which the response enters the band, between fine samples by a root finder."""
    t = np.linspace(0, 20, 400_001)
    k = np.flatnonzero(np.abs(second_order(t, zeta, omega) - 1) > band)[-1]
    return brentq(lambda s: abs(second_order(s, zeta, omega) - 1) - band, t[k], t[k + 1])


def column(*signals):
    return np.stack(signals, axis=-1)


@pytest.mark.parametrize("zeta", [0.1, 0.3, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("size", [1.0, -2.5])
def test_second_order_step_response(zeta, size):
    t = np.linspace(0, 12, 12_001)
    q, end = column(0.3 + size * second_order(t, zeta)), np.array([0.3 + size])
    expected = 100 * np.exp(-zeta * np.pi / np.sqrt(1 - zeta**2))
    assert overshoot(q, end)[0] == pytest.approx(expected, abs=0.01)
    for band in (0.02, 0.05):
        assert settling_time(t, q, end, band)[0] == pytest.approx(last_crossing(zeta, band), abs=1e-5)


def test_first_order_response_settles_after_its_time_constant_times_ln_50():
    t = 3.0 + np.linspace(0, 10, 2001)
    q = column(1 - np.exp(-(t - 3.0) / 0.8), 5 - 5 * np.exp(-(t - 3.0) / 1.2))
    assert settling_time(t, q, np.array([1.0, 5.0])) == pytest.approx([0.8 * np.log(50), 1.2 * np.log(50)], abs=1e-5)
    assert overshoot(q, np.array([1.0, 5.0])).tolist() == [0.0, 0.0]


def test_what_never_settles_and_what_has_no_step():
    t = np.linspace(0, 1, 101)
    q = column(t, np.zeros(101), np.sin(20 * t), np.full(101, np.nan))
    found = settling_time(t, q, np.array([2.0, 0.0, 1.0, 1.0]))
    assert np.isinf(found[[0, 2]]).all()
    assert np.isnan(found[[1, 3]]).all()
    assert np.isnan(overshoot(q, np.array([2.0, 0.0, 1.0, 1.0]))[1])


def test_a_late_disturbance_counts():
    t = np.linspace(0, 2, 201)
    q = np.where(t < 0.5, 0.0, 1.0)
    q[150] = 1.1
    assert settling_time(t, column(q), np.array([1.0]))[0] == pytest.approx(1.5 + 0.01 * 0.08 / 0.1)
    assert overshoot(column(q), np.array([1.0]))[0] == pytest.approx(10)


def test_rms_counts_time_and_not_rows():
    t = np.concatenate([np.linspace(0, np.pi, 2001), np.linspace(np.pi, 2 * np.pi, 20_001)[1:]])
    assert rms(t, column(np.sin(t), 0 * t + 3)) == pytest.approx([np.sqrt(0.5), 3.0], abs=1e-6)
    assert rms(np.array([1.0]), np.array([[2.0, -3.0]])).tolist() == [2.0, 3.0]


@pytest.fixture(scope="module")
def steps():
    """Return step responses of an arm that computed torque makes two second-order systems."""
    robot = arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1])
    law = arm.controllers.ComputedTorque(kp=[OMEGA**2, 4 * OMEGA**2], kd=[2 * 0.5 * OMEGA, 4 * 0.7 * OMEGA])
    return arm.simulate(robot, 3.0, controller=law, reference=arm.references.Constant([1.0, -0.5]), q0=[0, 0])


def test_a_simulated_step(steps):
    found = steps.metrics()
    assert found.joints == steps.coordinates
    expected = [100 * np.exp(-z * np.pi / np.sqrt(1 - z**2)) for z in (0.5, 0.7)]
    assert found.overshoot == pytest.approx(expected, abs=0.01)
    expected = [last_crossing(0.5, 0.02), last_crossing(0.7, 0.02, 2 * OMEGA)]
    assert found.settling_time == pytest.approx(expected, abs=2e-5)
    assert steps.metrics(band=0.1).settling_time[0] == pytest.approx(last_crossing(0.5, 0.1), abs=2e-5)
    assert found.peak_error == pytest.approx([1.0, 0.5])
    assert np.abs(found.final_error).max() < 1e-5
    dyn = arm.evaluate(steps.robot)
    apart = dyn.pose([0, 0])[:3, 3] - dyn.pose([1, -0.5])[:3, 3]
    assert found.tip_peak_error >= np.linalg.norm(apart) - 1e-12
    assert found.tip_final_error < 1e-5
    assert found.work == pytest.approx(steps.work[-1])
    assert found.drift == steps.drift_max


def test_efforts_and_errors_are_those_of_the_rows():
    motion = moved("stanford", rows=2001)
    found = motion.metrics()
    assert found.actuators == motion.velocities
    assert found.effort_units == ("N·m", "N·m", "N")
    assert found.peak_effort == pytest.approx(np.abs(motion.tau).max(axis=0))
    assert found.rms_effort == pytest.approx(np.sqrt(np.mean(motion.tau**2, axis=0)), rel=2e-3)
    assert found.rms_error == pytest.approx([0.01] * 3)  # which `moved` adds to the reference
    assert found.peak_error == pytest.approx([0.01] * 3)


def test_elastic_coordinates_have_no_reference():
    found = moved("flexrob", rows=21).metrics()
    assert found.joints == found.actuators == ("shoulder", "elbow")
    assert np.isnan(found.tip_rms_error)


def test_a_free_swing_follows_nothing():
    found = arm.simulate(arm.library.get("planar-3r"), 0.1).metrics()
    assert found.joints == ()
    assert found.settling_time.shape == (0,)
    assert not found.peak_effort.any()
    assert "work" in found.table()


def test_runs_of_a_stack(steps):
    robot, law = steps.robot, arm.controllers.ComputedTorque(kp=100, kd=10)
    starts = np.array([[0.0, 0.0], [0.5, 0.2], [1.0, -0.5]])
    options = {"controller": law, "reference": arm.references.Constant([1.0, -0.5])}
    runs = arm.simulate(robot, 2.0, q0=starts, record=0.01, **options)
    found = runs.metrics()
    assert len(found) == 3
    assert found.settling_time.shape == (3, 2)
    for k, run in enumerate(runs):
        one = run.metrics()
        for name in ("settling_time", "overshoot", "rms_error", "tip_peak_error", "rms_effort", "drift"):
            assert getattr(found, name)[k] == pytest.approx(getattr(one, name), nan_ok=True), name
            assert np.array_equal(getattr(found[k], name), getattr(found, name)[k], equal_nan=True)
    assert np.isnan(found.settling_time[2]).all()  # it starts at the end
    assert found.table().count("\n") > 4


def test_tables_and_json(steps):
    found = steps.metrics()
    text = found.table()
    assert "16.3" in text
    assert "error of the tip" in text
    assert "overshoot" in found._repr_html_()
    assert json.loads(json.dumps(found.to_json()))["joints"] == list(steps.coordinates)
    assert arm.simulate(steps.robot, 0.1).metrics().to_json()["tip_rms_error"] is None


@pytest.mark.parametrize("band", [0, 1, -0.1, "2 %", True, float("nan")])
def test_bands_that_are_refused(steps, band):
    with pytest.raises(ArgumentError, match="band"):
        steps.metrics(band=band)
