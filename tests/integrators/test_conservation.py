"""What integrators keep: energy over long times, the symplectic form, lengths of quaternions."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import armillary as arm
from integrators.running import Runner, energies, start_of, system_of
from internals import METHODS, Walk
from internals import LoopForm as Form


@cache
def rods():
    """Three rods that swing from the horizontal, which is chaotic."""
    return system_of("planar-3r", friction=False)


@pytest.mark.parametrize(
    ("name", "options"), [("dop853", {"rtol": 1e-14, "atol": 1e-14}), ("gauss3", {"step": 4e-4, "every": 50})]
)
def test_a_minute_of_three_rods_keeps_its_energy(name, options):
    """Relative to the greatest kinetic energy, 60 s, chaotic; the worst instant is a whip of the last rod."""
    system = rods()
    x = start_of(system)
    times = np.linspace(0, 60, 3001)[1:]
    found = Runner(system, name).run(x, 60.0, times=times, **options)
    kinetic, energy = energies(system, np.vstack([x, found.rows]))
    assert len(kinetic) > 3000
    assert np.ptp(kinetic) > 10.0
    assert np.abs(energy - energy[0]).max() <= 1e-12 * np.ptp(kinetic)


def test_gauss_keeps_the_energy_of_a_modest_swing_for_long():
    """The error swings and does not grow: as great in the first tenth of 400 s as in the last; that of RK4 grows."""
    system = rods()
    x = start_of(system, q=[-1.2, 0.1, -0.2])
    peaks = {}
    for name in ("gauss2", "rk4"):
        rows = Runner(system, name).run(x, 400.0, step=1e-2, every=4).rows
        error = np.abs(energies(system, rows)[1] - energies(system, x)[1])
        peaks[name] = error[:1000].max(), error[-1000:].max()
    assert peaks["gauss2"][1] < 1.5 * peaks["gauss2"][0]
    assert peaks["rk4"][1] > 5 * peaks["rk4"][0]


def test_semi_implicit_euler_keeps_the_energy_of_a_pendulum():
    """Its mass matrix is a number, for which the method is symplectic."""
    pendulum = arm.planar([1.0], [1.0], coms=[0.5], inertias=[0.1])
    system = system_of(pendulum)
    x = start_of(system, q=[0.4])
    rows = Runner(system, "semi_implicit_euler").run(x, 1000.0, step=1e-2, every=5).rows
    error = np.abs(energies(system, rows)[1] - energies(system, x)[1])
    assert error[-2000:].max() < 1.02 * error[:2000].max()


def jacobian_of_a_step(loop, x, h, n):
    """Return ∂(q', p')/∂(q, p) of one step by differences of order 6."""
    columns = []
    for k in range(n):
        total = np.zeros(n)
        for weight, many in ((45, 1), (-9, 2), (1, 3)):
            for sign in (1, -1):
                y = x.copy()
                y[k] += sign * many * 2e-3
                total += sign * weight * stepped(loop, y, h)[:n]
        columns.append(total / (60 * 2e-3))
    return np.stack(columns, axis=1)


def stepped(loop, x, h):
    x, n = x.copy(), len(x)
    options = {"t0": 0.0, "t1": h, "step": h, "rtol": 1.0, "atol": 1.0, "longest": h, "first": h}
    arrays = {"x": x, "clock": np.array([0.0, h / 2]), "p": np.zeros(loop.parameters), "before": np.zeros(n)}
    arrays |= {"lower": np.full(n, -np.inf), "upper": np.full(n, np.inf), "times": np.zeros(1)}
    loop.run(arrays | {"record": np.zeros((2, n))}, options, {"most": 1, "rows": 0})
    return x


@pytest.mark.parametrize("robot", ["planar-3r", "flexrob"])
def test_gauss_is_symplectic(robot):
    """Φᵀ Ω Φ = Ω for one step Φ on (q, p); RK4 on the same form is not."""
    system = system_of(robot, friction=False)
    layout, rng = system.layout, np.random.default_rng(5)
    n, h = layout.c.start, 0.05 if robot == "planar-3r" else 5e-4
    small = 1.0 if robot == "planar-3r" else 1e-2
    x = system.to_momentum(start_of(system, small * rng.normal(size=n // 2), small * rng.normal(size=n // 2)))
    omega = np.kron([[0, 1], [-1, 0]], np.eye(n // 2))
    off = {}
    for name in ("gauss2", "gauss3", "rk4"):
        phi = jacobian_of_a_step(Walk(system.momentum, METHODS[name](), Form(layout=layout)), x, h, n)
        off[name] = np.abs(phi.T @ omega @ phi - omega).max() / np.abs(phi).max() ** 2
    assert off["gauss2"] < 2e-8
    assert off["gauss3"] < 2e-8
    assert off["rk4"] > 20 * off["gauss2"]


@pytest.mark.parametrize("name", ["gauss2", "gauss3"])
def test_gauss_keeps_the_length_of_quaternions(name):
    """Without normalising, as the length is a quadratic invariant."""
    system = system_of("spherical-chain", friction=False)
    x = start_of(system, v=np.random.default_rng(1).normal(size=system.plant.nv))
    found = Runner(system, name).run(x, 20.0, step=5e-3)
    lengths = np.linalg.norm(found.x[: system.plant.nq].reshape(-1, 4), axis=1)
    assert found.report.status == 0
    assert np.abs(lengths - 1).max() < 1e-13


@pytest.mark.parametrize("name", ["rk4", "rk45", "dop853", "rosenbrock", "semi_implicit_euler"])
def test_others_put_quaternions_back_on_the_sphere(name):
    system = system_of("spherical-chain", friction=False)
    x = start_of(system, v=np.random.default_rng(1).normal(size=system.plant.nv))
    found = Runner(system, name).run(x, 2.0, step=5e-3, rtol=1e-5)
    lengths = np.linalg.norm(found.x[: system.plant.nq].reshape(-1, 4), axis=1)
    assert np.abs(lengths - 1).max() < 1e-15


def test_gauss_is_symmetric():
    """A step forth and, with momenta reversed, back ends where it began."""
    system = rods()
    x = start_of(system, [0.4, -0.3, 0.8], [1.0, 2.0, -1.0])
    runner = Runner(system, "gauss3")
    there = runner.run(x, 0.5, step=0.01).x
    turn = np.where(np.arange(len(x)) < 3, 1.0, -1.0)
    back = runner.run(there * turn, 0.5, step=0.01).x * turn
    assert np.abs(back - x)[:6].max() < 1e-11
    assert np.abs(there - x)[:6].max() > 0.1


def test_momenta_and_back():
    for robot in ("panda", "spherical-chain", "flexrob"):
        system, rng = system_of(robot), np.random.default_rng(2)
        x = np.stack([start_of(system, v=rng.normal(size=system.plant.nv)) for _ in range(5)])
        p = system.to_momentum(x)
        model, layout = system.plant, system.layout
        M = arm.compile(model.robot).mass_matrix(x[0, layout.q])
        np.testing.assert_allclose(p[0, layout.v], M @ x[0, layout.v], rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(system.from_momentum(p), x, rtol=1e-9, atol=1e-11)
        assert system.to_momentum(x[1]).shape == x[1].shape


def test_velocities_from_momenta_are_refined():
    """A light carriage beneath a heavy one that it moves backwards: M alone has its mass to ten digits."""
    links = arm.Link("light", mass=1e-6), arm.Link("heavy", mass=1.0)
    between = ("base", "light"), ("light", "heavy")
    slides = [arm.Joint(f"slide of {child}", "prismatic", parent, child, axis=(1, 0, 0)) for parent, child in between]
    system = system_of(arm.Robot("slides", links=links, joints=slides))
    v = np.array([100.0 / 3, -100.01 / 3])
    x = start_of(system, v=v)
    assert system.from_momentum(system.to_momentum(x))[system.layout.v] == pytest.approx(v, rel=1e-13)
