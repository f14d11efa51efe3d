"""What a run runs into: limits, collapse, NaN, interruptions, singularities; what was computed is kept."""

from __future__ import annotations

import time
import warnings

import numpy as np
import pytest

import armillary as arm
from internals import PD, ComputedTorque, Constant, FifthOrder, Line, OperationalSpace, less
from solving import solver

THREE = arm.library.get("planar-3r")
pytestmark = pytest.mark.filterwarnings(
    "ignore:the energy balance drifts", "ignore::armillary.errors.IncompleteRunWarning"
)
ADAPTIVE = ("rk45", "dop853", "rosenbrock")
FIXED = ("rk4", "semi_implicit_euler", "gauss2", "gauss3")


def pendulum(**limits):
    joint = arm.Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0), limits=arm.Limits(**limits))
    return arm.Robot("pendulum", (arm.Link("bob", 1.0, (1.0, 0.0, 0.0)),), (joint,))


def sound(run, names=("q", "qd", "qdd", "tau", "kinetic", "potential", "work")):
    """Rows in order, all of them numbers."""
    assert run.t[0] == 0
    assert np.all(np.diff(run.t) > 0)
    for name in names:
        assert np.all(np.isfinite(getattr(run, name))), name


@pytest.mark.parametrize("integrator", [*ADAPTIVE, *FIXED])
def test_no_row_lies_beyond_a_limit(integrator):
    """Also where steps are longer than the time between rows."""
    step = 1e-5 if integrator == "semi_implicit_euler" else 1e-3
    chosen = solver(integrator, rtol=1e-7, atol=1e-7, step=step)
    run = arm.simulate(pendulum(upper=1.0), 5.0, solver=chosen, record=1e-3, limits="end")
    sound(run)
    (event,) = run.events
    assert (event.kind, event.where, event.t) == ("limit", "pivot", run.t[-1])
    assert run.q[-1, 0] == pytest.approx(1.0, abs=1e-9)
    assert run.q[:-1, 0].max() < 1.0
    # ½ q̇² = g sin q
    assert run.qd[-1, 0] == pytest.approx(np.sqrt(2 * 9.81 * np.sin(1.0)), abs=1e-4)


@pytest.mark.parametrize("integrator", ADAPTIVE)
def test_a_limit_that_is_left_and_entered_within_a_step(integrator):
    """A swing to q = 3.1 and back: a limit just short of the turning point is found by the rows."""
    free = arm.simulate(pendulum(), 2.0, solver=solver(integrator, rtol=1e-4, atol=1e-4), q0=[0.05], record=1e-3)
    most = free.q.max()
    loose = solver(integrator, rtol=1e-4, atol=1e-4)
    run = arm.simulate(pendulum(upper=most - 1e-5), 2.0, solver=loose, q0=[0.05], record=1e-3, limits="end")
    sound(run)
    assert [event.kind for event in run.events] == ["limit"]
    assert run.t[-1] < free.t[free.q[:, 0].argmax()]
    assert run.q[-1, 0] == pytest.approx(most - 1e-5, abs=1e-9)


def test_resting_at_a_limit_is_no_event():
    """A joint that starts on its limit and leaves it, though rounding puts it beyond for an instant."""
    move = FifthOrder(start=[0.0], end=[-0.5], duration=0.5)
    for limits in ("end", "stop"):
        law = ComputedTorque(100.0, 20.0)
        run = arm.simulate(pendulum(upper=0.0), 0.5, controller=law, reference=move, limits=limits)
        assert not run.events
        assert run.q[-1, 0] == pytest.approx(-0.5, abs=1e-6)


def jumping(t, q, qd, reference):
    return arm.where(less(q, 0.0), 50.0, -50.0)


@pytest.mark.parametrize("integrator", [*ADAPTIVE, "auto"])
def test_a_run_that_collapses_ends_soon(integrator):
    begun = time.process_time()
    run = arm.simulate(THREE, 10.0, solver=solver(integrator), controller=jumping)
    assert time.process_time() - begun < 60
    sound(run)
    (event,) = run.events
    assert event.kind == "rejected"
    assert event.where in run.velocities
    assert event.t == run.t[-1] < 10


@pytest.mark.parametrize("integrator", [*ADAPTIVE, *FIXED])
def test_a_motion_that_blows_up_keeps_what_was_good(integrator):
    run = arm.simulate(THREE, 10.0, solver=solver(integrator), controller=lambda t, q, qd, r: 100 * qd**3)
    sound(run, ("q", "qd"))
    (event,) = run.events
    assert event.kind in ("not finite", "step too small", "not converged")
    assert event.where in run.velocities
    assert 0.01 < event.t == run.t[-1] < 0.03


@pytest.mark.parametrize("kind", ["compiled", "a constant", "called"])
@pytest.mark.parametrize("integrator", ["rk4", "dop853"])
@pytest.mark.filterwarnings("ignore:the controller cannot be compiled")
def test_efforts_that_are_no_numbers_stop_the_run(integrator, kind):
    def late(t, q, qd, reference):
        if kind == "compiled":
            return [0.0, 1e-9 * np.sqrt(0.295 - t), 0.0]
        if kind == "a constant":
            return [0.0, arm.where(t > 0.295, np.nan, 0.0), 0.0]
        return [0.0, np.nan if t > 0.295 else 0.0, 0.0]

    run = arm.simulate(THREE, 1.0, solver=solver(integrator), controller=late, period=0.01)
    sound(run)
    (event,) = run.events
    assert (event.kind, event.where) == ("not finite", "joint2")
    assert event.t == run.t[-1] == pytest.approx(0.3)


@pytest.mark.filterwarnings("ignore:the controller cannot be compiled")
def test_interruption_anywhere_keeps_whole_rows():
    for stop in (0, 1, 7, 30):
        calls = []

        def late(t, q, qd, reference, calls=calls, stop=stop):
            calls.append(float(t))
            if len(calls) > stop:
                raise KeyboardInterrupt
            return -qd

        if stop == 0:
            with pytest.raises(KeyboardInterrupt):  # nothing is done yet
                arm.simulate(THREE, 1.0, controller=late, period=0.01)
            continue
        with pytest.raises(arm.errors.RunInterrupted) as caught:
            arm.simulate(THREE, 1.0, controller=late, period=0.01)
        run = caught.value.trajectory
        sound(run)
        assert [event.kind for event in run.events] == ["interrupted"]
        assert run.complete is False
        assert run.t[-1] == pytest.approx(0.01 * stop)


@pytest.mark.filterwarnings("ignore:the controller cannot be compiled")
def test_an_error_in_a_controller_says_when():
    def broken(t, q, qd, reference):
        return [1.0 / (0.5 - float(t)), 0.0, 0.0] if t < 0.2 else {}["gone"]

    with pytest.raises(KeyError) as caught:
        arm.simulate(THREE, 1.0, controller=broken, period=0.01)
    assert "t = 0.2 s" in caught.value.__notes__[0]
    assert caught.traceback[-1].name == "broken"


def test_a_singularity_that_is_passed_is_told():
    """The planar arm of two links follows a line until it is stretched out."""
    robot = arm.planar([1.0, 1.0], [1.0, 1.0], coms=[0.5, 0.5], inertias=[0.1, 0.1], gravity=0.0)
    q = np.array([-0.6, 1.2])
    start = np.asarray(arm.compile(robot).pose(q)[:3, 3])
    controller = OperationalSpace(100.0, 20.0, damping=0.1)
    away = Line(start=start, end=[2.05, start[1], start[2]], duration=1.0)  # out of reach
    run = arm.simulate(robot, 1.0, q0=q, controller=controller, reference=away, limits="none")
    kinds = [event.kind for event in run.events]
    assert "singularity" in kinds
    event = run.events[kinds.index("singularity")]
    assert event.where == "tip"
    at = int(np.argmin(np.abs(run.t - event.t)))
    assert abs(run.q[at, 1]) < 0.1  # stretched out
    near = Line(start=start, end=[1.2, start[1], start[2]], duration=1.0)
    calm = arm.simulate(robot, 1.0, q0=q, controller=controller, reference=near, limits="none")
    assert not calm.events


def test_sensors_want_control_instants():
    for options in ({}, {"controller": PD(1.0, 1.0)}):
        with pytest.raises(arm.ArgumentError, match="without control instants"):
            arm.simulate(THREE, 0.1, sensors=arm.sensors.Encoder(noise=0.1), **options)


def test_a_robot_that_rests_has_no_drift_to_warn_of():
    stay = ComputedTorque(100.0, 20.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = arm.simulate(THREE, 1.0, q0=[0.3, 0.2, 0.1], controller=stay, reference=Constant([0.3, 0.2, 0.1]))
    assert np.abs(run.imbalance).max() < 1e-9


@pytest.mark.filterwarnings("error::armillary.errors.IncompleteRunWarning")
class TestEarlyEndsAreTold:
    """A run that ends before its time warns, and `complete` is False, also in the file of its result."""

    def test_limit(self, tmp_path):
        with pytest.warns(
            arm.errors.IncompleteRunWarning, match=r"ended at t = 0\.\d+ s, before its 5 s: pivot reaches"
        ):
            run = arm.simulate(pendulum(upper=1.0), 5.0, limits="end")
        run.save(tmp_path / "run.nc")
        assert run.complete is False
        assert arm.Trajectory.load(tmp_path / "run.nc").complete is False

    @pytest.mark.parametrize("integrator", ["rk4", "rk45", "dop853"])
    def test_not_finite_or_given_up(self, integrator):
        with pytest.warns(arm.errors.IncompleteRunWarning, match=r"before its 5 s: .*t = "):
            run = arm.simulate(
                THREE, 5.0, controller=lambda t, q, qd, r: qd**3, qd0=[1, 1, 1], solver=solver(integrator)
            )
        assert run.complete is False

    def test_stack(self):
        """Half of the runs reach their limit; each single run of the stack knows whether it did."""
        with pytest.warns(
            arm.errors.IncompleteRunWarning, match=r"2 of 4 runs ended before their 0.4 s \(numbers 2, 3\)"
        ):
            stack = arm.simulate(pendulum(upper=1.0), 0.4, qd0=[[0.0], [-1.0], [2.0], [3.0]], limits="end")
        assert stack.complete.tolist() == [True, True, False, False]
        assert [run.complete for run in stack] == [True, True, False, False]

    def test_complete(self):
        for chosen in (arm.solvers.RK4(step=0.03), arm.solvers.DOP853(), arm.solvers.SemiImplicitEuler(step=0.007)):
            assert arm.simulate(THREE, 0.1, solver=chosen).complete is True
