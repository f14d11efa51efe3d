"""Stacks and rollouts with dtype="float32" on a CPU. Those in double precision are the reference."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import host
from stopped_pendulum import pendulum

pytestmark = pytest.mark.filterwarnings("ignore:the energy balance drifts")  # rounding, and steps are long
RK4, EULER = arm.solvers.RK4(step=1e-3), arm.solvers.SemiImplicitEuler(step=1e-3)
PD = arm.controllers.PD(kp=60.0, kd=8.0)
SENSORS = [arm.sensors.Encoder(counts=4096), arm.sensors.Tachometer(noise=1e-3)]


def starts(count, *centre):
    return np.array(centre) + np.random.default_rng(1).uniform(-0.1, 0.1, (count, len(centre)))


def gap(found, expected):
    """Return the largest difference relative to the largest entry."""
    return np.nanmax(np.abs(found - expected), initial=0.0) / max(np.nanmax(np.abs(expected), initial=0.0), 1e-3)


def both(scenario, duration=0.05, limit=1e-5, **options):
    single, double = (arm.simulate(scenario, duration, dtype=dtype, **options) for dtype in ("float32", "float64"))
    np.testing.assert_array_equal(single.t, double.t)
    for name in ("q", "qd", "tau", "kinetic", "potential"):
        mine, theirs = getattr(single, name), getattr(double, name)
        assert mine.dtype == float
        np.testing.assert_array_equal(np.isnan(mine), np.isnan(theirs))
        assert gap(mine, theirs) < limit, name
    assert gap(single.q, double.q) > 0.0  # it is computed in single precision
    return single, double


@pytest.mark.parametrize("count", [1, 5, 37])
@pytest.mark.parametrize("solver", [RK4, EULER, arm.solvers.RK8(step=5e-3)], ids=lambda solver: solver.name)
def test_whole_and_incomplete_blocks(solver, count):
    law = arm.controllers.ComputedTorque(kp=100.0, kd=20.0)
    scenario = arm.Scenario(arm.library.get("planar-3r"), controller=law, q0=starts(count, 0.4, 0.2, 1.0))
    both(scenario, solver=solver, record=0.013, threads=2)


def test_sampled_control_with_delay_sensors_and_parameters():
    """Random numbers are those of double precision, rounded, run by run."""
    push = arm.Push("tip", (0, 0, 0, 0, -5, 0), start=0.021, end=0.0505)
    values = {"controller.kp": np.linspace(50, 70, 19), "payload.mass": np.linspace(0, 1, 19), "seed": [*range(19)]}
    scenario = arm.Scenario(
        arm.library.get("planar-3r"), controller=PD, sensors=SENSORS, disturbances=push, period=2e-3, delay=1.5e-3,
        q0=starts(19, 0.4, 0.2, 1.0),
    )  # fmt: skip
    single, double = both(scenario, 0.06, 1e-3, solver=RK4, record=0.01, parameters=values)
    assert gap(single.signals["measured.velocity"], double.signals["measured.velocity"]) < 1e-3


def test_furthest_bending_and_momentum_at_all_steps():
    scenario = arm.Scenario(arm.library.get("flexrob"), controller=PD, q0=starts(3, 0.3, -0.2), qd0=[0.5, -0.2])
    single, double = both(scenario, 0.05, 1e-2, solver=arm.solvers.RK4(step=2e-4))
    np.testing.assert_allclose(single.slope_steps, double.slope_steps, rtol=1e-3)
    free = arm.Scenario(arm.library.get("spherical-chain"), qd0=starts(3, *[0.5] * 9))
    found, expected = (arm.simulate(free, 0.02, solver=EULER, dtype=dtype) for dtype in ("float32", "float64"))
    assert gap(found.q, expected.q) < 1e-5


def test_a_run_that_leaves_its_limits_is_computed_in_double_precision():
    qd0 = np.array([[0] * 7, [0, 0, 0, 0, 0, 0, 40], [0] * 7])
    scenario = arm.Scenario(arm.library.get("panda"), q0=[0, 0.2, 0, -1.5, 0, 1.5, 0.3], qd0=qd0, limits="end")
    with pytest.warns(arm.errors.IncompleteRunWarning):
        single, double = both(scenario, 0.1, solver=EULER, record=0.01)
    assert single.complete.tolist() == [True, False, True]
    np.testing.assert_array_equal(single.q[1], double.q[1])


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("fixed step", {"solver": arm.solvers.DOP853()}),
        ("a stack of runs", {"q0": [0.4, 0.2, 1.0]}),
        ("one plant", {"changes": arm.Change(0.05, arm.library.get("planar-3r"))}),
        ("float64", {"dtype": "float16"}),
    ],
)
def test_refusals(words, change):
    options = {"dtype": "float32", "solver": RK4, "q0": starts(3, 0.4, 0.2, 1.0)} | change
    with pytest.raises(arm.ArgumentError, match=words):
        arm.simulate(arm.library.get("planar-3r"), 0.1, **options)


def test_rigid_stops_are_refused():
    with pytest.raises(arm.ArgumentError, match=r"rigid stop at .*single precision.*stiffness"):
        arm.simulate(pendulum(arm.parts.Stop(restitution=0.5)), 0.1, qd0=np.zeros((2, 1)), solver=RK4, dtype="float32")


@pytest.mark.parametrize("target", ["scalar", "sse2"])
def test_targets_with_fewer_lanes(target):
    if not host().triple.startswith("x86_64"):
        pytest.skip("instructions of x86")
    text = """
import numpy as np, armillary as arm
q0 = np.array([0.4, 0.2, 1.0]) + 0.01 * np.arange(5)[:, None]
options = {"q0": q0, "solver": arm.solvers.RK4(step=1e-3), "controller": arm.controllers.PD(kp=60.0, kd=8.0)}
robot = arm.library.get("planar-3r")
single, double = (arm.simulate(robot, 0.02, dtype=dtype, **options).q for dtype in ("float32", "float64"))
assert 0 < np.abs(single - double).max() < 1e-5
"""
    environment = os.environ | {"ARMILLARY_TARGET": target}
    subprocess.run([sys.executable, "-c", text], check=True, env=environment)


@pytest.mark.parametrize("count", [1, 37])
def test_rollouts(count):
    """Values, gradients and tangents, of continuous and sampled laws."""
    robot = arm.model(arm.library.get("khatib-rr"), friction=False)
    plain = arm.Scenario(robot, controller=PD, limits="none", q0=starts(count, 0.3, 0.2) if count > 1 else [0.3, 0.2])
    values = {"controller.kp": 60.0}
    for scenario in (plain, replace(plain, period=4e-3, delay=1.5e-3, sensors=SENSORS[1:])):
        options = {"solver": RK4, "record": 5e-3, "parameters": values}
        single, double = (arm.rollout(scenario, 0.02, dtype=dtype, **options) for dtype in ("float32", "float64"))
        assert single.q.dtype == np.float32
        assert single.at(q0=plain.q0).q.dtype == np.float32
        bars = np.cos(np.arange(double.q.size)).reshape(double.q.shape)
        found, expected = single.vjp(bars, bars), double.vjp(bars, bars)
        for name, value in expected.items():
            assert gap(found[name], value) < 1e-4, name
        along = {"q0": np.ones(double.q[..., 0, :].shape), "controller.kp": 1.0}
        for mine, theirs in zip(single.jvp(along), double.jvp(along), strict=True):
            assert mine.dtype == np.float32
            assert gap(mine, theirs) < 1e-4


@pytest.mark.filterwarnings("error")
def test_rounding_of_a_robot_at_rest_is_no_drift():
    """The energy of single precision wanders by its rounding, which is no reason for a smaller step."""
    q0 = np.tile([0, -0.7, 0, -2.3, 0, 1.6, 0.8], (3, 1))
    law = arm.controllers.PDGravity(kp=100, kd=2)
    run = arm.simulate(arm.Scenario(arm.library.get("panda"), controller=law, q0=q0), 0.3, solver=RK4, dtype="float32")
    assert run.info["dtype"] == "float32"
    assert np.abs(run.imbalance_steps).max() > 1e-9 * np.abs(run.potential).max()
    assert not run.doubtful.any()
    assert not run.drift.any()
