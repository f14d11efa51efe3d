"""Iterative learning: errors shrink from run to run, with gains alone, with a wrong model, on a flexible arm."""

import dataclasses

import numpy as np
import pytest

import armillary as arm
from internals import Learned, fit_cosines

ROBOT = arm.library.get("khatib-rr")
MOVE = arm.references.FifthOrder(end=[1.0, 0.5], duration=0.8)
BOX = arm.Payload("box", "link2", 1.0, (0.5, 0.0, 0.0))
LOADED = dataclasses.replace(ROBOT, payloads=(BOX,))
PD = arm.controllers.PDGravity(400.0, 40.0)
FILTERED = arm.controllers.Sum(arm.controllers.Series(PD, arm.controllers.LowPass(30.0)))


def scenario(law: object, **more: object) -> arm.Scenario:
    fields = {"controller": law, "reference": MOVE, "plant": LOADED, "duration": 1.0}
    return arm.Scenario(ROBOT, **(fields | more))


@pytest.mark.parametrize("law", [arm.controllers.PDGravity(400.0, 40.0), arm.controllers.ComputedTorque(100.0, 20.0)])
def test_with_a_wrong_model_each_run_has_a_part_of_the_error(law):
    seen = []
    learned = arm.learn(scenario(law), 5, progress=seen.append)
    assert learned.errors[-1] < 3e-3 * learned.errors[0]
    assert seen == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    again = arm.simulate(learned.scenario, record=0.01)
    desired = again.signals["reference"]
    assert np.abs(again.q - desired).max() < 2 * learned.errors[-1] + 1e-6


def test_gains_alone_learn_too_and_sampled():
    law = arm.controllers.PD(400.0, 40.0)
    learned = arm.learn(scenario(law, period=1e-3), 12, kp=200.0, kd=40.0, terms=20)
    assert learned.errors[-1] < 0.05 * learned.errors[0]
    assert np.all(np.diff(learned.errors[:6]) < 0)


def test_a_flexible_arm_learns_with_gains():
    flexible = arm.library.get("flexrob")
    move = arm.references.FifthOrder(end=[0.4, 0.3], duration=1.0)
    law = arm.controllers.PD([300.0, 100.0], [60.0, 15.0])
    loop = arm.Scenario(flexible, controller=law, reference=move, duration=1.5)
    learned = arm.learn(loop, 8, kp=[150.0, 50.0], kd=[40.0, 10.0], terms=20)
    assert learned.errors[-1] < 0.1 * learned.errors[0]
    with pytest.raises(arm.ArgumentError, match="flexible links"):
        arm.learn(loop, 2)


@pytest.mark.parametrize("law", [FILTERED, arm.controllers.Observed(PD, 200.0)])
def test_gains_learn_beside_filters_and_observers(law):
    learned = arm.learn(scenario(law, period=1e-3), 6, kp=100.0, kd=20.0, terms=20)
    assert learned.errors[-1] < 0.5 * learned.errors[0]
    assert np.all(np.diff(learned.errors) < 0)


def test_series_are_fitted_and_evaluated_alike():
    t, rng = np.linspace(0, 2.0, 101), np.random.default_rng(0)
    c = rng.normal(size=(2, 7))
    law = Learned(c, 2.0).law(arm.model(ROBOT))
    np.testing.assert_allclose(fit_cosines(t, np.array([law.at(instant) for instant in t]), 2.0, 7), c, atol=1e-12)


def test_wrong_values_are_refused():
    for call, argument in (
        (lambda: arm.learn(ROBOT, 2), "scenario"),
        (lambda: arm.learn(scenario(None, duration=None), 2), "duration"),
        (lambda: arm.learn(scenario(None), 0), "iterations"),
        (lambda: arm.learn(scenario(None), gain=2.0), "gain"),
        (lambda: arm.learn(scenario(FILTERED, period=1e-3), 2), "scenario"),
        (lambda: arm.learn(scenario(arm.controllers.Observed(PD, 200.0)), 2), "scenario"),
    ):
        with pytest.raises(arm.ArgumentError) as caught:
            call()
        assert caught.value.field == argument


def test_spherical_joints_learn_with_gains():
    robot = arm.library.get("spherical-chain")
    hold = arm.references.Constant(np.tile([1.0, 0.0, 0.0, 0.0], 3))
    loop = arm.Scenario(robot, controller=arm.controllers.PD(100.0, 20.0), reference=hold, duration=0.5)
    learned = arm.learn(loop, 3, kp=50.0, terms=10)
    assert learned.errors[-1] < 0.8 * learned.errors[0]


def test_a_run_that_ends_early_is_told():
    with pytest.warns(arm.errors.IncompleteRunWarning), pytest.raises(arm.ConvergenceError, match="smaller gains"):
        arm.learn(scenario(PD), 2, kp=1e12)
