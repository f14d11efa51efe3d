"""When a run is cut and recorded: every combination has its rows, each once, the first at 0 and the last at the end."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import armillary as arm
from internals import PD, SHORTEST, Clock, StepAcceleration, lanes, run, schedule
from samples import some
from solving import solver

THREE = arm.library.get("planar-3r")
PUSH = arm.Push("tip", (0, 0, 0, 1, 0, 0), 0.0333, 0.0777)


@pytest.mark.parametrize("period", [None, 0.01, 0.007, 0.3])
@pytest.mark.parametrize("jumps", [(), (0.02, 0.0333), (0.01, 0.01 + 1e-16, 0.09999999999999999), (-1.0, 0.0, 5.0)])
@pytest.mark.parametrize("duration", [0.1, 0.1234567])
def test_intervals_fill_the_time(period, jumps, duration):
    line = schedule(duration, jumps, () if period is None else (Clock(period),), duration)
    assert line.edges[0] == 0
    assert line.edges[-1] == duration
    assert np.all(np.diff(line.edges) > SHORTEST * duration)
    assert np.all((line.edges[:-1] < line.insides) & (line.insides < line.edges[1:]))
    begins = line.edges[:-1].tolist()
    for t in jumps:
        assert not 0 < t < duration - 1e-12 or min(abs(t - begin) for begin in begins) < 1e-12
    instants = [t for t, due in zip(begins, line.tasks, strict=True) if due]
    count = 0 if period is None else math.ceil(duration / period - 1e-9)
    assert instants == pytest.approx([k * (period or 0) for k in range(count)], abs=1e-12)


@pytest.mark.parametrize("spacing", [1e-4, 1e-3, 3.1e-3, 0.03, 0.3])
@pytest.mark.parametrize("step", [None, 1e-3, 7.7e-4, 0.05])
@pytest.mark.parametrize("duration", [0.1, 0.1234567, 0.7])
def test_rows_are_on_the_grid_each_once(spacing, step, duration):
    line = schedule(duration, PUSH.switches, (Clock(0.007),), spacing, step)
    times = line.times.tolist()
    assert times[0] == 0
    assert times[-1] == duration
    for k, (first, stop) in enumerate(itertools.pairwise(line.rows)):  # rows lie in their intervals
        assert all(line.edges[k] < t <= line.edges[k + 1] for t in times[first:stop])
    assert np.diff(times).min() > 1e-9 * spacing
    grid = np.arange(math.floor(duration / spacing + 1e-9) + 1) * spacing
    if step is None:
        assert times[: len(grid)] == pytest.approx(grid, abs=1e-15)
        assert len(times) - len(grid) in (0, 1)
    else:
        late = np.searchsorted(times, grid - 1e-9 * spacing)
        assert np.all(np.array(times)[late] - grid < step)


@pytest.mark.crossed
@pytest.mark.parametrize("integrator", some(["rk4", "gauss2", "dop853", "rosenbrock", "rk45"], 4))
@pytest.mark.parametrize("period", [None, 7e-3])
@pytest.mark.parametrize("record", [2e-4, 3.1e-3, 0.3])
def test_a_run_has_the_rows_of_its_schedule(integrator, period, record):
    run = arm.simulate(
        THREE,
        0.1,
        solver=solver(integrator, step=1e-3),
        controller=PD(6.0, 1.0),
        period=period,
        disturbances=(PUSH,),
        record=record,
    )
    assert (run.t[0], run.t[-1]) == (0.0, 0.1)
    assert np.all(np.diff(run.t) > 0)
    step = 1e-3 if integrator in ("rk4", "gauss2") else None
    clocks = () if period is None else (Clock(period),)
    assert run.t.tolist() == schedule(0.1, PUSH.switches, clocks, record, step).times.tolist()


def test_clocks_that_do_not_divide_each_other_keep_their_instants():
    """Bits of `tasks` say which clocks are due; instants of two clocks at the same time are one interval."""
    clocks = [Clock(1e-3), Clock(7e-4, 1e-4), Clock(4e-3)]
    line = schedule(1.0, (), tuple(clocks), 1.0)
    for k, clock in enumerate(clocks):
        period, offset = clock.period, clock.offset
        instants = line.edges[:-1][(line.tasks >> k & 1).astype(bool)]
        wanted = offset + period * np.arange(math.ceil((1.0 - offset) / period - 1e-9))
        assert np.abs(instants - wanted).max() < 1e-15
    assert np.count_nonzero((line.tasks & 5) == 5) == 250


@pytest.mark.parametrize("integrator", some(["rk4", "dop853", "rosenbrock", "rk45"], 3))
@pytest.mark.parametrize("period", [None, 7e-3])
def test_batches_of_steps_change_nothing(integrator, period, monkeypatch):
    options = {"controller": PD(6.0, 1.0), "disturbances": (PUSH,), "record": 0.004, "period": period}
    whole = arm.simulate(THREE, 0.2, solver=solver(integrator, step=5e-4), **options)
    monkeypatch.setattr(lanes, "MOST_STEPS_AT_ONCE", 3)
    monkeypatch.setattr(run, "INTERVALS", 5)
    parts = []
    again = arm.simulate(THREE, 0.2, solver=solver(integrator, step=5e-4), progress=parts.append, **options)
    assert len(parts) > 3
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert np.array_equal(again.t, whole.t)
    # Rosenbrock's and the others' choice of steps goes on where it was.
    assert np.array_equal(again.q, whole.q)
    assert np.array_equal(again.qd, whole.qd)
    assert again.info["steps"] == whole.info["steps"]


@pytest.mark.parametrize("integrator", ["rk4", "gauss3", "rk45", "dop853"])
def test_a_motion_that_switches_keeps_the_order(integrator):
    """Steps end at the switches of a step acceleration, though these are no multiples of the step."""
    reference = StepAcceleration(start=(0.0, 0.0, 0.0), end=(0.5, 0.3, -0.2), duration=0.777)
    options = {"controller": PD(6.0, 0.5), "reference": reference, "record": 1.0}
    exact = arm.simulate(THREE, 1.0, solver=arm.solvers.DOP853(rtol=1e-13, atol=1e-13), **options).q[-1]
    if integrator in ("rk4", "gauss3"):
        order = {"rk4": 4, "gauss3": 6}[integrator]
        h = 4e-3 if integrator == "rk4" else 0.02
        off = [
            np.abs(arm.simulate(THREE, 1.0, solver=solver(integrator, step=step), **options).q[-1] - exact).max()
            for step in (h, h / 2)
        ]
        assert off[0] / off[1] > 0.75 * 2**order
    else:
        run = arm.simulate(THREE, 1.0, solver=solver(integrator, rtol=1e-10, atol=1e-10), **options)
        assert np.abs(run.q[-1] - exact).max() < 1e-9
        assert run.info["rejected"] < 8  # no step had to be searched for a jump


def test_a_clock_that_begins_after_the_run_has_no_instant():
    assert len(Clock(1e-3, 1e308).until(1.0)) == 0
    held = arm.simulate(THREE, 0.01, controller=PD(6.0, 1.0), period=1e-3, offset=1e308)
    assert held.info["evaluations"] > 0


def test_steps_of_solvers_are_real():
    with pytest.raises(arm.ArgumentError) as error:
        arm.simulate(THREE, 0.01, solver=arm.solvers.RK4(step=1j))
    assert error.value.field == "solver.step"
