"""Several trajectories in the lanes of the machine go as each of them alone."""

from __future__ import annotations

import numpy as np
import pytest

from integrators.running import Runner, Sway, start_of, system_of
from internals import METHODS, Walk, host
from internals import LoopForm as Form

TOGETHER = [name for name, info in METHODS.items() if not info.linear]
LANES = host().width
NEAR = {name: 1e-11 if METHODS[name].fixed else 3e-9 for name in TOGETHER}
"""Lanes share their steps, so that one alone takes others where it chooses them."""


def together(system, name, x, t1, count):
    """Return the last states, shape (lanes, n)."""
    momenta = METHODS[name].momentum
    loop = Walk(
        system.momentum if momenta else system.program,
        METHODS[name](),
        Form(quaternions(system), system.layout),
        LANES,
    )
    n, h = x.shape[1], t1 / count
    x = system.to_momentum(x) if momenta else x.copy()
    options = {"t0": 0.0, "t1": t1, "step": h, "rtol": 1.0, "atol": 1.0, "longest": h, "first": h}
    if not METHODS[name].fixed:
        options |= {"rtol": 1e-10, "atol": 1e-10, "longest": t1}
        count = 10**6
    limits = {"most": count, "rows": 0}
    clock, held = np.tile([[0.0], [t1 / 2]], LANES), np.zeros((system.program.inputs[2].size, LANES))
    columns = np.ascontiguousarray(x.T)
    arrays = {"x": columns, "clock": clock, "p": held, "record": np.zeros((2, LANES * n)), "times": np.zeros(1)}
    arrays |= {"lower": np.full(x.size, -np.inf), "upper": np.full(x.size, np.inf), "before": np.zeros(LANES * n)}
    loop.run(arrays, options, limits)
    return system.from_momentum(columns.T) if momenta else columns.T


def quaternions(system):
    return tuple(q.start for kind, q, v in system.plant.coordinates() if kind.nq > kind.nv)


@pytest.mark.crossed
@pytest.mark.skipif(LANES == 1, reason="hardware: this CPU computes one state at a time")
@pytest.mark.parametrize("name", TOGETHER)
@pytest.mark.parametrize("robot", ["planar-3r", "spherical-chain"])
def test_lanes_do_not_mix(name, robot):
    system = system_of(robot, Sway if robot == "planar-3r" else None)
    rng = np.random.default_rng(7)
    x = np.stack([start_of(system, v=rng.normal(size=system.plant.nv)) for _ in range(LANES)])
    found = together(system, name, x, 0.2, 40)
    runner = Runner(system, name)
    for lane in range(LANES):
        np.testing.assert_allclose(
            found[lane], runner.run(x[lane], 0.2, step=0.005, rtol=1e-12).x, rtol=NEAR[name], atol=NEAR[name]
        )


@pytest.mark.skipif(LANES == 1, reason="hardware: this CPU computes one state at a time")
@pytest.mark.parametrize("name", TOGETHER)
def test_a_lane_that_is_lost_does_not_stop_the_others(name):
    system = system_of("planar-3r")
    x = np.tile(start_of(system, [0.1, 0.2, 0.3]), (LANES, 1))
    x[1, 3] = np.nan
    found = together(system, name, x, 0.1, 20)
    alone = Runner(system, name).run(x[0], 0.1, step=0.005, rtol=1e-12).x
    assert np.isnan(found[1]).any()
    for lane in {0, LANES - 1} - {1}:
        np.testing.assert_allclose(found[lane], alone, rtol=NEAR[name], atol=NEAR[name])
