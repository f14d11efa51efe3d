"""Figures of merit on signals whose figures are known, and on motions that make such signals."""

import json

import numpy as np
import pytest
from scipy.optimize import brentq

import armillary as arm
from internals import Output, from_path, response, rise_time, rms
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


def settling_time(t, q, end, band=0.02):
    return response.settling_time(t, np.abs(q - end), np.abs(q[0] - end), band)


def done(q, end):
    """Return the progress of signals q (K, n), each a number."""
    return response.progress(q.T[..., None], end[:, None]).T


def overshoot(q, end):
    return response.overshoot(done(q, end))


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


def test_rise_times_of_first_and_second_order():
    t = np.linspace(0, 3, 3001)
    q = column(2 * np.exp(-t / 0.4), second_order(t, 0.5), 0.5 * t / 3, np.ones(3001))
    found = rise_time(t, done(q, np.array([0.0, 1.0, 1.0, 1.0])))
    low, high = (brentq(lambda s, y=y: second_order(s, 0.5) - y, 0.0, 0.25) for y in (0.1, 0.9))
    assert found[:2] == pytest.approx([0.4 * np.log(9), high - low], abs=5e-6)
    assert np.isinf(found[2])
    assert np.isnan(found[3])


def test_distance_from_a_path_ignores_time():
    s = np.linspace(0, 2 * np.pi, 4001)
    circle = column(np.cos(s), np.sin(s), 0 * s)
    late = 1.01 * column(np.cos(0.8 * s), np.sin(0.8 * s), 0 * s)
    assert from_path(late, circle) == pytest.approx(np.full(4001, 0.01), abs=1e-6)
    corner = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0]])  # few vertices: segments count, not vertices
    points = np.array([[0.5, 0.2, 0], [1.3, 0.5, 0], [1.3, -0.4, 0]])
    assert from_path(points, corner) == pytest.approx([0.2, 0.3, 0.5])
    assert from_path(points[None], corner[None]).shape == (1, 3)


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
    assert found.frames == ("tip",)
    assert found.frame_peak_error[0] >= np.linalg.norm(apart) - 1e-12
    assert found.frame_final_error[0] < 1e-5
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
    assert found.frames == ("tip",)  # which should be where the joints put it, with links as they are at the start
    assert np.isfinite(found.frame_rms_error).all()


def test_frames_that_are_recorded_or_asked_for(steps):
    law = arm.controllers.ComputedTorque(kp=100, kd=10)
    options = {"controller": law, "reference": arm.references.Constant([1.0, -0.5]), "q0": [0, 0]}
    run = arm.simulate(steps.robot, 3.0, output=Output(frames=("tip", "link1")), **options)
    found = run.metrics()
    assert found.frames == ("tip", "link1")
    assert run.metrics(frames=["link1"]).frames == ("link1",)
    assert found.frame_settling_time.shape == (2,)
    assert found.frame_steady_error == pytest.approx([0, 0], abs=1e-5)
    with pytest.raises(arm.ArgumentError, match="frames"):
        run.metrics(frames=["nose"])


def test_the_steady_error_of_the_tip_under_a_load_is_that_of_the_joints():
    robot = arm.planar([0.7], [2], coms=[0.35], inertias=[0.1], gravity=9.81)
    law = arm.controllers.PD(kp=100, kd=30)
    run = arm.simulate(robot, 6.0, controller=law, reference=arm.references.Constant([0.5]), q0=[0])
    found = run.metrics()
    angle = brentq(lambda e: 100 * e - 2 * 9.81 * 0.35 * np.cos(0.5 - e), 0, 0.5)
    assert found.steady_error[0] == pytest.approx(angle, rel=1e-6)
    assert found.frame_steady_error[0] == pytest.approx(2 * 0.7 * np.sin(angle / 2), rel=1e-6)
    assert found.frame_path_error[0] == pytest.approx(found.frame_peak_error[0])  # the reference is one point


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
        joints = ("settling_time", "rise_time", "overshoot", "rms_error", "steady_error", "rms_effort")
        for name in (*joints, "frame_peak_error", "frame_path_error", "drift"):
            assert getattr(found, name)[k] == pytest.approx(getattr(one, name), nan_ok=True), name
            assert np.array_equal(getattr(found[k], name), getattr(found, name)[k], equal_nan=True)
    assert np.isnan(found.settling_time[2]).all()  # it starts at the end
    latest = np.nanmax(found.settling_time[:2])
    assert f"settled after 0 to {latest:.6g} s" in runs.summary()
    assert found.table().count("\n") > 4


def test_tables_and_json(steps):
    found = steps.metrics()
    text = found.table()
    assert "16.3" in text
    assert "tracking of frames" in text
    assert "overshoot" in found._repr_html_()
    assert json.loads(json.dumps(found.to_json()))["joints"] == list(steps.coordinates)
    assert arm.simulate(steps.robot, 0.1).metrics().to_json()["frame_rms_error"] == []
    assert "settled after 0.8" in steps.summary()


@pytest.mark.parametrize("band", [0, 1, -0.1, "2 %", True, float("nan")])
def test_bands_that_are_refused(steps, band):
    with pytest.raises(arm.ArgumentError, match="band"):
        steps.metrics(band=band)
