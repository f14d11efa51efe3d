"""Batches are single runs: rows, times, states of controllers, switches; a lost one harms no other."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import armillary as arm
from armillary.expr import less, select
from armillary.simulation import batch as batches
from armillary.simulation.controllers import PID, Filtered
from armillary.simulation.references import StepAcceleration
from solving import solver

THREE = arm.library.get("planar-3r")
PUSH = arm.Push("tip", (0, 0, 0, 1, 0, 0), 0.0111, 0.0222)
STEPS = StepAcceleration(start=[0.0] * 3, end=[0.3] * 3, duration=0.0333)
OPTIONS = {
    "controller": Filtered(PID(20.0, 5.0, 3.0), 0.05), "reference": STEPS, "disturbances": (PUSH,), "record": 0.007,
}  # fmt: skip


@pytest.mark.parametrize(
    "integrator", ["semi_implicit_euler", "rk4", "gauss2", "gauss3", "rk45", "dop853", "rosenbrock"]
)
@pytest.mark.filterwarnings("ignore:the energy balance drifts")
def test_a_batch_is_its_runs_one_by_one(integrator):
    qd = np.random.default_rng(3).normal(size=(9, 3))
    found = arm.simulate_batch(
        THREE, 0.05, solver=solver(integrator, rtol=1e-10, atol=1e-10), qd0=qd, threads=2, **OPTIONS
    )
    assert found.q.shape == (9, len(found.t), 3)
    for k in (0, 8):
        one = arm.simulate(THREE, 0.05, solver=solver(integrator, rtol=1e-10, atol=1e-10), qd0=qd[k], **OPTIONS)
        assert np.array_equal(found.t, one.t)
        for name in ("q", "qd", "work", "external", "energy"):
            assert getattr(found, name)[k] == pytest.approx(getattr(one, name), abs=1e-9), name


def test_a_motion_that_needs_tiny_steps_goes_alone():
    """One of them jumps to and fro, which no step is small enough for: it alone is lost, and soon."""
    q = np.full((9, 3), 2.0)
    q[4] = 0.0

    def law(t, q, qd, reference):
        return select(less(np.abs(q), 0.5), select(less(q, 0.0), 50.0, -50.0), 0.0)

    found = arm.simulate_batch(THREE, 1.0, solver=arm.solvers.RK45(), q0=q, controller=law)
    one = arm.simulate(THREE, 1.0, solver=arm.solvers.RK45(), q0=q[0], controller=law)
    good = np.arange(9) != 4
    assert found.lost.tolist() == (~good).tolist()
    assert found.q[good, -1] == pytest.approx(np.tile(one.q[-1], (8, 1)), abs=1e-6)


def test_one_row_serves_many():
    rates = np.random.default_rng(1).normal(size=(5, 3))
    found = arm.simulate_batch(THREE, 0.01, q0=[0.1, 0.2, 0.3], qd0=rates)
    assert found.q.shape == (5, 2, 3)
    assert np.array_equal(found.q[:, 0], np.tile([0.1, 0.2, 0.3], (5, 1)))


def test_an_interruption_does_not_wait_for_the_rest(monkeypatch):
    started = threading.Event()

    def slow(self, x):
        started.set()
        if not self.given_up.wait(30):
            raise AssertionError("nobody gave up")
        raise batches.CancelledError

    monkeypatch.setattr(batches._BatchRun, "_block", slow)
    original = batches.ThreadPoolExecutor.submit

    def submit(self, *arguments):
        future = original(self, *arguments)
        started.wait(30)
        future.result = lambda: (_ for _ in ()).throw(KeyboardInterrupt)
        return future

    monkeypatch.setattr(batches.ThreadPoolExecutor, "submit", submit)
    with pytest.raises(KeyboardInterrupt):
        arm.simulate_batch(THREE, 0.01, q0=np.zeros((20, 3)), threads=1)


@pytest.mark.parametrize(
    "bad",
    [
        {"q0": "x"}, {"q0": np.zeros((0, 3))}, {"q0": np.full((2, 3), np.nan)}, {"q0": np.zeros((2, 2, 3))},
        {"q0": np.zeros((2, 3)), "qd0": np.zeros((3, 3))}, {"threads": -1}, {"threads": "a"}, {"record": 1e-12},
        {"solver": arm.solvers.Auto()}, {"solver": 3}, {"plant": 3}, {"solver": arm.solvers.RK4(step=1e-13)},
        {"reference": "x"}, {"controller": lambda t, q, qd, r: q if q[0] > 0 else -q},
    ],
    ids=lambda bad: next(iter(bad)),
)  # fmt: skip
def test_bad_input_is_told(bad):
    with pytest.raises(arm.ArgumentError):
        arm.simulate_batch(THREE, **bad)
