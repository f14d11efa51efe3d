"""Functions of users inside composed controllers against blocks with the same equations."""

import numpy as np
import pytest

import armillary as arm

controllers = arm.controllers
ROBOT = arm.library.get("khatib-rr")
PERIOD = 2e-3
MOVE = arm.references.FifthOrder(end=[0.5, -0.3], duration=0.4)
SCENARIO = {"reference": MOVE, "period": PERIOD, "start": "undeformed"}  # states of functions start as they say


def pd(t, q, qd, reference):
    return 100.0 * (reference.position - q) + 20.0 * (reference.velocity - qd)


def integral(t, q, qd, reference, state):
    return 50.0 * state, state + PERIOD * (reference.position - q)


INTEGRAL = controllers.Discrete(integral, start=[0.0, 0.0])


def run(*parts, **more):
    return arm.simulate(ROBOT, 0.5, controller=controllers.Sum(*parts), **SCENARIO | more)


def test_sum_of_functions_runs_natively():
    with_functions, expected = run(pd, INTEGRAL), run(controllers.PD(100.0, 20.0), controllers.PID(0.0, 50.0))
    assert with_functions.q == pytest.approx(expected.q, abs=1e-13)
    assert "calls" not in with_functions.info


def test_series_filters_a_function():
    with_function, expected = (
        arm.simulate(ROBOT, 0.5, controller=controllers.Series(law, controllers.LowPass(15.0)), **SCENARIO)
        for law in (pd, controllers.PD(100.0, 20.0))
    )
    assert with_function.q == pytest.approx(expected.q, abs=1e-13)


def test_continuous_time():
    with_function = run(pd, controllers.PD(1.0, 0.0), period=None)
    expected = run(controllers.PD(100.0, 20.0), controllers.PD(1.0, 0.0), period=None)
    assert with_function.q == pytest.approx(expected.q, abs=1e-9)


def test_a_function_has_its_own_period():
    slow = controllers.Discrete(lambda t, q, qd, r, z: (t * np.ones(2), z), start=0.0, period=0.1)
    trajectory = run(slow, controllers.PD(0.0, 0.0), record=0.05)
    assert trajectory.tau[1::2, 0] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4], abs=1e-12)


def test_a_function_that_keeps_values_is_called_once_an_instant():
    times = []

    def keeps(t, q, qd, reference):
        times.append(t)
        return pd(t, q, qd, reference)

    with pytest.warns(arm.ArmillaryWarning, match="cannot be compiled"):
        trajectory = run(keeps, INTEGRAL)
    assert trajectory.q == pytest.approx(run(pd, INTEGRAL).q, abs=1e-12)
    assert times == pytest.approx(PERIOD * np.arange(250))


def test_functions_are_not_shared_between_scenarios():
    gain = [1.0]
    assert run(lambda t, q, qd, r: gain[0] * pd(t, q, qd, r)).q[-1] == pytest.approx(run(pd).q[-1], abs=1e-13)
    gain[0] = 2.0
    doubled = run(lambda t, q, qd, r: 2.0 * pd(t, q, qd, r))
    assert run(lambda t, q, qd, r: gain[0] * pd(t, q, qd, r)).q[-1] == pytest.approx(doubled.q[-1], abs=1e-13)


@pytest.mark.parametrize("part", [3, lambda t, q, qd, r: np.ones(3), lambda t, q, qd, r, rotors: q])
def test_bad_parts(part):
    with pytest.raises(arm.errors.ArgumentError, match="controller"):
        run(part)
