"""Every integrator has the order that it claims, on rigid, spherical, flexible and controlled arms."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import armillary as arm
from integrators.running import Runner, Sway, run, start_of, system_of
from internals import METHODS, sin

LOOSE = 1e12
"""A tolerance that every step meets: the longest step that is allowed is then the step."""

CASES = ("planar-3r", "spherical-chain", "flexrob", "controlled")
STEPS = {
    "semi_implicit_euler": 800,
    "rk4": 40,
    "rk8": 12,
    "gauss2": 40,
    "rk45": 40,
    "gauss3": 20,
    "dop853": 12,
    "rosenbrock": 40,
}
"""Steps of the coarser run, over SPAN; the finer takes four times as many."""
SPAN = {"planar-3r": 0.8, "spherical-chain": 0.8, "flexrob": 0.05, "controlled": 0.8}
MORE = {"flexrob": 2}
DENSE = {"rk45": 4, "dop853": 7, "rosenbrock": 3}


@cache
def case(name):
    if name == "controlled":
        push = arm.Push("tip", lambda t: np.array([0, 0, 0, 2 * sin(5 * t), 0, 1 + t]))
        system = replace(system_of("planar-3r", Sway), disturbances=(push,))
        x = start_of(system, [0.3, -0.2, 0.5], [0.5, 1.0, -1.0])
    elif name == "flexrob":
        system = system_of("flexrob")
        x = start_of(system, v=[1.0, -1.0, 0, 0, 0, 0])
    else:
        system = system_of(name)
        x = start_of(system, v=np.random.default_rng(3).normal(size=system.plant.nv))
    return system, x, run(system, "dop853", x, SPAN[name], rtol=1e-15, atol=1e-15, step=1e-4).x


@cache
def runner(name, integrator):
    return Runner(case(name)[0], integrator)


def error_at(name, integrator, count):
    _, x, exact = case(name)
    step = SPAN[name] / count
    found = runner(name, integrator).run(x, SPAN[name], step=step, rtol=LOOSE, longest=step, first=step)
    assert found.report.status == 0
    assert found.report.steps == count
    scale = np.maximum(np.abs(exact), 1e-2 * np.abs(exact).max())
    return float(np.linalg.norm((found.x - exact) / scale))


@pytest.mark.crossed
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("integrator", list(METHODS))
def test_order(name, integrator):
    count, order = MORE.get(name, 1) * STEPS[integrator], METHODS[integrator].order
    coarse, fine = (error_at(name, integrator, many * count) for many in (1, 4))
    assert fine > 2e-13, "nothing but rounding is left to measure"
    measured = np.log2(coarse / fine) / 2
    assert order - 0.4 < measured < order + 0.9


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("integrator", list(DENSE))
def test_dense_output_order(name, integrator):
    """Inside one step from the start the interpolant is off by h^(order + 1)."""
    system, x, _ = case(name)
    errors = []
    parts = 8 if integrator == "dop853" else 64
    for h in (SPAN[name] / parts, SPAN[name] / parts / 8):
        places = h * np.array([0.2, 0.45, 0.7, 0.9])
        rows = runner(name, integrator).run(x, h, rtol=LOOSE, first=h, times=places).rows
        exact = [run_exactly(name, at) for at in places]
        errors.append(np.abs(rows - exact)[:, : system.layout.audit.start].max())
    measured = np.log2(errors[0] / errors[1]) / 3
    assert DENSE[integrator] + 0.3 < measured < DENSE[integrator] + 2.3


@cache
def run_exactly(name, t):
    _, x, _ = case(name)
    return runner(name, "dop853").run(x, t, rtol=1e-15, atol=1e-15, step=1e-4).x


@pytest.mark.parametrize("integrator", list(DENSE))
def test_dense_output_meets_the_ends_of_steps(integrator):
    """A time at the end of a stretch is recorded as the state that the step reached."""
    _, x, _ = case("planar-3r")
    found = runner("planar-3r", integrator).run(x, 0.3, rtol=1e-6, times=[0.1, 0.3])
    assert found.report.rows == 2
    assert np.abs(found.rows[1] - found.x).max() < 1e-15
