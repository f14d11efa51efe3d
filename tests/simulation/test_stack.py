"""Batches are single runs: rows, times, states of controllers, switches; a lost one harms no other."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import armillary as arm
from internals import PID, LowPass, Series, StepAcceleration, less, run
from solving import solver

THREE = arm.library.get("planar-3r")
PUSH = arm.Push("tip", (0, 0, 0, 1, 0, 0), 0.0111, 0.0222)
STEPS = StepAcceleration(start=[0.0] * 3, end=[0.3] * 3, duration=0.0333)
OPTIONS = {
    "controller": Series(PID(20.0, 5.0, 3.0), LowPass(3.2)), "reference": STEPS, "disturbances": (PUSH,),
    "record": 0.007,
}  # fmt: skip


@pytest.mark.parametrize(
    "integrator", ["semi_implicit_euler", "rk4", "gauss2", "gauss3", "rk45", "dop853", "rosenbrock"]
)
@pytest.mark.filterwarnings("ignore:the energy balance drifts")
def test_a_batch_is_its_runs_one_by_one(integrator):
    qd = np.random.default_rng(3).normal(size=(9, 3))
    found = arm.simulate(THREE, 0.05, solver=solver(integrator, rtol=1e-10, atol=1e-10), qd0=qd, threads=2, **OPTIONS)
    assert found.q.shape == (9, len(found.t), 3)
    for k in (0, 8):
        one = arm.simulate(THREE, 0.05, solver=solver(integrator, rtol=1e-10, atol=1e-10), qd0=qd[k], **OPTIONS)
        assert np.array_equal(found.t, one.t)
        for name in ("q", "qd", "work", "external", "energy"):
            assert getattr(found, name)[k] == pytest.approx(getattr(one, name), abs=1e-9), name


@pytest.mark.filterwarnings("ignore::armillary.errors.IncompleteRunWarning")
def test_a_motion_that_needs_tiny_steps_goes_alone():
    """One of them jumps to and fro, which no step is small enough for: it alone is lost, and soon."""
    q = np.full((9, 3), 2.0)
    q[4] = 0.0

    def law(t, q, qd, reference):
        return arm.where(less(np.abs(q), 0.5), arm.where(less(q, 0.0), 50.0, -50.0), 0.0)

    found = arm.simulate(THREE, 1.0, solver=arm.solvers.RK45(), q0=q, controller=law)
    one = arm.simulate(THREE, 1.0, solver=arm.solvers.RK45(), q0=q[0], controller=law)
    good = np.arange(9) != 4
    assert found.lost.tolist() == (~good).tolist()
    assert found.q[good, -1] == pytest.approx(np.tile(one.q[-1], (8, 1)), abs=1e-6)


def test_one_row_serves_many():
    rates = np.random.default_rng(1).normal(size=(5, 3))
    found = arm.simulate(THREE, 0.01, q0=[0.1, 0.2, 0.3], qd0=rates)
    assert found.q.shape == (5, 2, 3)
    assert np.array_equal(found.q[:, 0], np.tile([0.1, 0.2, 0.3], (5, 1)))


def test_an_interruption_does_not_wait_for_the_rest(monkeypatch):
    started = threading.Event()

    def slow(self, runs, lanes, rows):
        if threading.current_thread() is threading.main_thread():
            assert started.wait(30)
            raise KeyboardInterrupt
        started.set()
        if not self.given_up.wait(30):
            raise AssertionError("nobody gave up")
        raise run.CancelledError

    monkeypatch.setattr(run.Simulation, "_integrate_block", slow)
    with pytest.raises(KeyboardInterrupt):
        arm.simulate(THREE, 0.01, q0=np.zeros((20, 3)), threads=2)


@pytest.mark.filterwarnings("ignore:the controller cannot be compiled")
def test_an_interruption_of_a_sampled_run_ends_the_stack():
    calls = []

    def impatient(t, q, qd, reference):
        calls.append(float(t))
        if len(calls) == 8:
            raise KeyboardInterrupt
        return -qd if float(q[0]) > 0 else np.zeros(3)

    with pytest.raises(arm.errors.RunInterrupted, match="after 1 of 5 runs") as caught:
        arm.simulate(THREE, 0.1, q0=np.zeros((5, 3)), controller=impatient, period=0.02, record=0.02)
    assert len(calls) == 8
    runs = caught.value.trajectory
    assert runs.complete.tolist() == [True, False, False, False, False]
    first, second, *others = np.isfinite(runs.q[:, :, 0]).sum(axis=1).tolist()
    assert first == len(runs.t) > second > 1
    assert others == [1, 1, 1]
    assert {event.run for event in runs.events if event.kind == "interrupted"} == {1, 2, 3, 4}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("solver", [arm.solvers.RK4(step=1e-3), arm.solvers.RK45(), arm.solvers.Rosenbrock()])
def test_an_interruption_of_a_stack_keeps_what_is_done(threads, solver, monkeypatch):
    q0 = np.random.default_rng(0).normal(size=(40, 3))
    block, finished = run.Simulation._integrate_block, set()

    def unhurried(self, runs, lanes, rows):
        """Run a block; the later ones wait, or one of the threads may finish all of them before the interruption."""
        if runs[0] >= 24:
            calling = threading.current_thread() is threading.main_thread()
            for _ in range(1000):
                if (len(finished) >= 24) if calling else self.given_up.wait(0.01):
                    break
                time.sleep(0.001)
        block(self, runs, lanes, rows)
        finished.update(runs.tolist())

    whole = arm.simulate(THREE, 0.2, q0=q0, record=0.01, solver=solver)

    def impatient(part):
        if part > 0.4:
            raise KeyboardInterrupt

    monkeypatch.setattr(run.Simulation, "_integrate_block", unhurried)
    with pytest.raises(arm.errors.RunInterrupted) as caught:
        arm.simulate(THREE, 0.2, q0=q0, record=0.01, solver=solver, progress=impatient, threads=threads)
    runs = caught.value.trajectory
    done = np.isfinite(runs.q)
    assert 40 * 0.4 <= runs.complete.sum() < 40
    assert np.array_equal(runs.q[done], whole.q[done])  # nothing but rows of the whole stack
    assert np.array_equal(runs.lost, ~runs.complete)
    assert {event.run for event in runs.events if event.kind == "interrupted"} == set(np.flatnonzero(runs.lost))
    kept = runs[np.flatnonzero(runs.complete)]
    assert np.array_equal(kept.q, whole.q[runs.complete])


def test_an_interruption_after_the_last_run_is_none_the_less_one():
    def late(part):
        if part == 1.0:
            raise KeyboardInterrupt

    with pytest.raises(arm.errors.RunInterrupted, match="after 3 of 3 runs") as caught:
        arm.simulate(THREE, 0.1, q0=np.zeros((3, 3)), progress=late)
    assert caught.value.trajectory.complete.all()


def test_calls_are_counted_run_by_run():
    def branching(t, q, qd, reference):
        return -qd if abs(float(q[0])) > 0.1 else np.zeros(3)

    solver = arm.solvers.Auto(step=1e-2)
    with pytest.warns(arm.ArmillaryWarning, match="cannot be compiled"):
        runs = arm.simulate(THREE, 0.1, q0=np.zeros((3, 3)), controller=branching, solver=solver)
    told = [event for event in runs.events if event.kind == "sampled"]
    assert [event.run for event in told] == [0, 1, 2]
    assert all("its 10 calls took" in event.message for event in told)


@pytest.mark.parametrize(
    "bad",
    [
        {"q0": "x"}, {"q0": np.zeros((0, 3))}, {"q0": np.full((2, 3), np.nan)}, {"q0": np.zeros((2, 2, 3))},
        {"q0": np.zeros((2, 3)), "qd0": np.zeros((3, 3))}, {"threads": -1}, {"threads": "a"}, {"record": 1e-12},
        {"solver": 3}, {"plant": 3}, {"solver": arm.solvers.RK4(step=1e-13)},
        {"reference": "x"},
    ],
    ids=lambda bad: next(iter(bad)),
)  # fmt: skip
def test_bad_input_is_told(bad):
    with pytest.raises(arm.ArgumentError):
        arm.simulate(THREE, **bad)


def pendulum(lower: float = -np.inf, effort: float = np.inf) -> arm.Robot:
    limits = arm.Limits(lower=lower, upper=np.inf, effort=effort)
    joint = arm.Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0), limits=limits)
    return arm.Robot("pendulum", (arm.Link("bob", 1.0, (1.0, 0.0, 0.0)),), (joint,))


@pytest.mark.filterwarnings("ignore::armillary.errors.IncompleteRunWarning")
@pytest.mark.parametrize("chosen", [arm.solvers.RK4(), arm.solvers.DOP853(), arm.solvers.Rosenbrock()])
def test_a_joint_limit_ends_its_run_alone(chosen):
    """Thrown up to −v²/2g, a pendulum is back within its limits when the next row is recorded."""
    rates, options = np.linspace(0.0, -3.0, 11)[:, None], {"solver": chosen, "record": 0.6, "limits": "end"}
    found = arm.simulate(pendulum(lower=-0.3), 0.6, qd0=rates, **options)
    for k in range(11):
        one = arm.simulate(pendulum(lower=-0.3), 0.6, qd0=rates[k], **options)
        assert [event.kind for event in found[k].events] == [event.kind for event in one.events]
        assert [event.t for event in found[k].events] == pytest.approx([event.t for event in one.events])
        rows = np.isfinite(found.q[k, :, 0])
        assert np.allclose(found.q[k, rows], one.q[: rows.sum()], atol=1e-7)
        assert rows.sum() == len(one.t) - bool(one.events)
    assert {event.run for event in found.events} == set(np.flatnonzero(found.lost).tolist())
    assert found.lost.tolist() == (rates[:, 0] < -2.43).tolist()


def test_a_stack_has_what_a_run_has():
    robot, law = pendulum(effort=25.0), arm.controllers.PD(50.0, 10.0)
    starts = np.array([[0.01], [0.5], [1.0]])
    options = {"controller": law, "reference": arm.references.Constant([0.0]), "record": 0.05}
    found = arm.simulate(robot, 0.5, q0=starts, solver=arm.solvers.RK4(step=1e-4), **options)
    for k in range(3):
        one = arm.simulate(robot, 0.5, q0=starts[k], solver=arm.solvers.RK4(step=1e-4), **options)
        for name in ("q", "qd", "qdd", "tau", "kinetic", "potential", "work", "dissipated", "drift"):
            assert getattr(found[k], name) == pytest.approx(getattr(one, name), abs=1e-9), name
        assert found[k].events == one.events
    assert [event.kind for event in found[2].events] == ["saturated"]
    assert not found[0].events


@pytest.mark.filterwarnings("ignore:the controller cannot be compiled")
def test_sampled_laws_and_changes_go_one_by_one():
    starts = np.random.default_rng(5).uniform(-0.5, 0.5, (3, 3))

    def careful(t, q, qd, reference):
        return -3 * qd if abs(q[0]) > 0.1 else -qd

    options = {"controller": careful, "period": 0.01, "seed": 4, "record": 0.05}
    options["sensors"] = [arm.sensors.Encoder(noise=1e-3), arm.sensors.Tachometer(noise=1e-3)]
    options["changes"] = [arm.Change(0.05, arm.planar([1, 1, 1], [2, 2, 2]))]
    found = arm.simulate(THREE, 0.1, q0=starts, **options)
    one = arm.simulate(THREE, 0.1, q0=starts[0], **options)
    assert np.array_equal(found.q[0], one.q)
    assert np.array_equal(found.tau[0], one.tau)
    assert [event.kind for event in found[2].events] == ["changed"]
    assert np.array_equal(found.q, arm.simulate(THREE, 0.1, q0=starts, **options).q)  # the noise has a seed
    assert len(found.changes) == 1


def test_progress_of_a_stack():
    seen = []
    arm.simulate(THREE, 0.01, q0=np.zeros((40, 3)), progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_a_start_outside_its_limits_names_the_run():
    with pytest.raises(arm.ArgumentError, match="in run 2"):
        arm.simulate(pendulum(lower=-0.5), 0.1, q0=[[0.0], [0.1], [-0.6]])
