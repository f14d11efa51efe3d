"""When a run is cut and recorded: every combination has its rows, each once, the first at 0 and the last at the end."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import armillary as arm
from armillary.simulation import march
from armillary.simulation.controllers import PD
from armillary.simulation.march import SHORTEST, due, steps_of, stretches
from armillary.simulation.references import StepAcceleration
from solving import solver

THREE = arm.library.get("planar-3r")
PUSH = arm.Push("tip", (0, 0, 0, 1, 0, 0), 0.0333, 0.0777)


@pytest.mark.parametrize("period", [None, 0.01, 0.007, 0.3])
@pytest.mark.parametrize("jumps", [(), (0.02, 0.0333), (0.01, 0.01 + 1e-16, 0.09999999999999999), (-1.0, 0.0, 5.0)])
@pytest.mark.parametrize("duration", [0.1, 0.1234567])
def test_stretches_fill_the_time(period, jumps, duration):
    found = list(stretches(duration, jumps, period))
    assert found[0].t0 == 0
    assert found[-1].t1 == duration
    for before, after in itertools.pairwise(found):
        assert before.t1 == after.t0
    assert all(each.t1 - each.t0 > SHORTEST * duration and each.t0 < each.inside < each.t1 for each in found)
    begins = [each.t0 for each in found]
    for t in jumps:
        assert not 0 < t < duration - 1e-12 or min(abs(t - begin) for begin in begins) < 1e-12
    instants = [each.t0 for each in found if each.asked]
    count = 0 if period is None else math.ceil(duration / period - 1e-9)
    assert instants == pytest.approx([k * (period or 0) for k in range(count)], abs=1e-12)


@pytest.mark.parametrize("spacing", [1e-4, 1e-3, 3.1e-3, 0.03, 0.3])
@pytest.mark.parametrize("step", [None, 1e-3, 7.7e-4, 0.05])
@pytest.mark.parametrize("duration", [0.1, 0.1234567, 0.7])
def test_rows_are_on_the_grid_each_once(spacing, step, duration):
    times = [0.0]
    for stretch in stretches(duration, PUSH.switches, 0.007):
        steps = None if step is None else steps_of(stretch, step)
        times += due(stretch, spacing, stretch.t1 == duration, steps).tolist()
    assert times[-1] == duration
    assert np.diff(times).min() > 1e-9 * spacing
    grid = np.arange(math.floor(duration / spacing + 1e-9) + 1) * spacing
    if step is None:
        assert times[: len(grid)] == pytest.approx(grid, abs=1e-15)
        assert len(times) - len(grid) in (0, 1)
    else:
        late = np.searchsorted(times, grid - 1e-9 * spacing)
        assert np.all(np.array(times)[late] - grid < step)


@pytest.mark.parametrize("integrator", ["rk4", "gauss2", "rk45", "dop853", "rosenbrock"])
@pytest.mark.parametrize("period", [None, 7e-3])
@pytest.mark.parametrize("record", [2e-4, 3.1e-3, 0.3])
def test_a_run_has_the_rows_of_its_timeline(integrator, period, record):
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
    steps = 1e-3 if integrator in ("rk4", "gauss2") else None
    wanted = [
        t
        for stretch in stretches(0.1, PUSH.switches, period)
        for t in due(stretch, record, stretch.t1 == 0.1, steps_of(stretch, 1e-3) if steps else None)
    ]
    assert run.t[1:].tolist() == wanted


@pytest.mark.parametrize("integrator", ["rk4", "rk45", "dop853", "rosenbrock"])
def test_portions_change_nothing(integrator, monkeypatch):
    options = {"controller": PD(6.0, 1.0), "disturbances": (PUSH,), "record": 0.004}
    whole = arm.simulate(THREE, 0.2, solver=solver(integrator, step=5e-4), **options)
    monkeypatch.setattr(march, "PORTION", 3)
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
