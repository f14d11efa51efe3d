"""Integrators that choose their step: tolerances, ends of intervals, records, failures."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from integrators.running import Runner, Sway, start_of, system_of
from internals import METHODS, NOT_CONVERGED, NOT_FINITE, TOO_MANY, TOO_SMALL, sqrt
from internals import NATIVE_DONE as DONE

ADAPTIVE = [name for name, info in METHODS.items() if not info.fixed]
FIXED = [name for name, info in METHODS.items() if info.fixed]


@cache
def swing():
    system = system_of("planar-3r", Sway)
    return system, start_of(system, [0.3, -0.2, 0.5], [0.5, 1.0, -1.0])


@cache
def runner(name):
    return Runner(swing()[0], name)


class Ends(Sway):
    """Efforts that do not exist after 0.5 s."""

    def effort(self, signal):
        return np.array([sqrt(0.5 - signal.t)] * self.nv)


@pytest.mark.parametrize("name", ADAPTIVE)
def test_tolerances_are_respected(name):
    _, x = swing()
    exact = runner("dop853").run(x, 1.0, rtol=1e-14, atol=1e-15).x
    errors, steps = [], []
    for tolerance in (1e-4, 1e-6, 1e-8, 1e-10):
        found = runner(name).run(x, 1.0, rtol=tolerance)
        errors.append(np.abs(found.x - exact).max() / tolerance)
        steps.append(found.report.steps)
    assert max(errors) < 30, "errors add up over the run, but not to this"
    assert steps == sorted(steps)
    assert steps[-1] > 2 * steps[0]


@pytest.mark.parametrize("name", list(METHODS))
def test_stops_exactly_at_the_end(name):
    _, x = swing()
    for t0, t1 in ((0.0, 0.1), (0.1, 0.7 / 3), (5.0, 5.0 + 1 / 3)):
        found = runner(name).run(x, t1, t0=t0, step=(t1 - t0) / 50, rtol=1e-7, times=[t1])
        assert found.report.status == DONE
        assert found.report.rows == 1
        assert found.report.t == t1 if name in ADAPTIVE else found.report.t == pytest.approx(t1, abs=1e-14)


@pytest.mark.parametrize("name", ADAPTIVE)
def test_the_step_survives_a_cut(name):
    """A run in two intervals takes as many steps as one, but for one at the cut."""
    _, x = swing()
    whole = runner(name).run(x, 1.0, rtol=1e-8)
    first = runner(name).run(x, 0.4, rtol=1e-8)
    assert first.report.next_step > 1e-3, "the first step to try was 1e-3"
    second = runner(name).run(first.x, 1.0, t0=0.4, rtol=1e-8, first=first.report.next_step)
    both = first.report.steps + second.report.steps
    assert whole.report.steps - 1 <= both <= whole.report.steps + 2
    assert np.abs(second.x - whole.x).max() < 1e-6


@pytest.mark.parametrize("name", ADAPTIVE)
def test_a_short_last_step_does_not_shorten_the_next(name):
    _, x = swing()
    whole = runner(name).run(x, 0.4, rtol=1e-8)
    last = whole.report.previous
    cut = runner(name).run(x, last + 1e-6, rtol=1e-8)
    assert cut.report.next_step > 1e-3


@pytest.mark.parametrize("name", ADAPTIVE)
def test_records_every_time_once(name):
    _, x = swing()
    times = np.linspace(0, 1.0, 402)[1:]
    found = runner(name).run(x, 1.0, rtol=1e-8, times=times)
    assert found.report.rows == len(times)
    for at in (0, 57, 230, 400):
        exact = runner("dop853").run(x, times[at], rtol=1e-13).x
        assert np.abs(found.rows[at] - exact).max() < 1e-5


def test_stages_for_dense_output_are_computed_only_when_due():
    _, x = swing()
    bare = runner("dop853").run(x, 1.0, rtol=1e-9).report
    one = runner("dop853").run(x, 1.0, rtol=1e-9, times=[0.5]).report
    many = runner("dop853").run(x, 1.0, rtol=1e-9, times=np.linspace(0, 1, 1001)[1:]).report
    assert bare.evaluations == 1 + 12 * (bare.steps + bare.rejected)
    assert one.evaluations == bare.evaluations + 3
    assert many.evaluations <= bare.evaluations + 3 * bare.steps


@pytest.mark.parametrize("name", list(METHODS))
def test_not_a_number_is_noticed(name):
    """The run stops before efforts cease to exist, and the state before is good."""
    system = system_of("planar-3r", Ends)
    found = Runner(system, name).run(start_of(system), 1.0, rtol=1e-7)
    assert found.report.status == (TOO_SMALL if name in ADAPTIVE else NOT_FINITE)
    assert found.report.t == pytest.approx(0.5, abs=2.5e-3)
    assert np.all(np.isfinite(found.before))
    if name in ADAPTIVE:
        assert np.all(np.isfinite(found.x))


@pytest.mark.parametrize("name", list(METHODS))
def test_a_state_that_is_not_finite_stops_at_once(name):
    _, x = swing()
    found = runner(name).run(np.where(np.arange(len(x)) == 4, np.nan, x), 1.0)
    assert found.report.status in (NOT_FINITE, TOO_SMALL)
    assert found.report.steps <= 1


@pytest.mark.parametrize("name", ADAPTIVE)
def test_too_many_steps(name):
    _, x = swing()
    found = runner(name).run(x, 1.0, rtol=1e-10, most=20)
    assert found.report.status == TOO_MANY
    assert found.report.steps + found.report.rejected == 20


@pytest.mark.parametrize("name", ["gauss2", "gauss3"])
def test_iteration_that_does_not_converge_is_reported(name):
    system = system_of("flexrob")
    x = start_of(system, v=[1.0, -1.0, 0, 0, 0, 0])
    found = Runner(system, name).run(x, 1.0, step=0.02)
    assert found.report.status == NOT_CONVERGED
    assert np.all(np.isfinite(found.x))
    assert Runner(system, name).run(x, 0.1, step=0.001).report.status == DONE
