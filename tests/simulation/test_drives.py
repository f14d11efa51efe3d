"""Friction with states: LuGre against an independent solution, joints that stick, the audit, linearisation, FMUs."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from tests.random_robots import random_robot

import armillary as arm
from internals import linear, loop_of, plant_block

S0, S1, S2, FC, FS, VS = 1e5, math.sqrt(1e5), 0.4, 1.0, 1.5, 1e-3
LUGRE = arm.Friction(S2, FC, static=FS, stribeck_velocity=VS, bristle_stiffness=S0, bristle_damping=S1)


def block(friction, tilt=0.0, **more):
    """A block of 1 kg on a rail that falls by `tilt` [rad]."""
    c, s = math.cos(tilt), math.sin(tilt)
    place = arm.Placement((0.0, 0.0, 0.0), ((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)))
    rail = arm.Joint("rail", "prismatic", "base", "cart", place, (1.0, 0.0, 0.0), friction=friction, **more)
    return arm.Robot("block", (arm.Link("cart", mass=1.0),), (rail,))


def rubbed(robot, friction):
    """Return a robot with this friction at its revolute and prismatic joints."""
    kinds = ("revolute", "prismatic")
    joints = (replace(each, friction=friction) if each.type in kinds else each for each in robot.joints)
    return replace(robot, joints=tuple(joints))


def by_radau(duration, times):
    """Canudas de Wit's block behind a spring of 2 N/m that is pulled at 0.1 m/s, by SciPy."""

    def parts(v, z):
        fall = (FS - FC) * math.exp(-((v / VS) ** 2))
        g = FC + fall
        return g, -2 * v / VS**2 * fall, v - S0 * abs(v) * z / g

    def rate(t, y):
        x, v, z = y
        z_dot = parts(v, z)[2]
        return [v, 2.0 * (0.1 * t - x) - S0 * z - S1 * z_dot - S2 * v, z_dot]

    def slope(t, y):
        _, v, z = y
        g, g_v, _ = parts(v, z)
        by_v = 1 - S0 * z * (math.copysign(1, v) / g - abs(v) * g_v / g**2)
        by_z = -S0 * abs(v) / g
        return [[0, 1, 0], [-2.0, -S1 * by_v - S2, -S0 - S1 * by_z], [0, by_v, by_z]]

    return solve_ivp(rate, (0, duration), [0, 0, 0], "Radau", times, jac=slope, rtol=1e-11, atol=1e-14).y


def pulled(t, q, qd, reference):
    return 2.0 * (0.1 * t - q)


def test_stick_slip_of_canudas_de_wit():
    """The block stands until the spring pulls with more than 1.5 N, jumps, and sticks again."""
    times = np.linspace(0, 10.0, 101)
    x, v, z = by_radau(10.0, times)
    robot = block(LUGRE)
    for solver in (arm.solvers.Rosenbrock(rtol=1e-10, atol=1e-13), arm.solvers.RK45(rtol=1e-9, atol=1e-12)):
        run = arm.simulate(robot, 10.0, controller=pulled, solver=solver, record=0.1)
        np.testing.assert_allclose(run.q[:, 0], x, atol=1e-8)
        np.testing.assert_allclose(run.qd[:, 0], v, atol=1e-7)
        np.testing.assert_allclose(run.signals["rail.bristle"], z, atol=1e-9)
        assert run.drift_max < 1e-6  # per cent
    assert x[times < 7].max() < 1e-4 < 0.1 < x[-1]
    heat, lost = run.signals["heat.bearings"], run.dissipated
    np.testing.assert_allclose(heat, lost)
    assert heat[-1] > 0.5


def test_a_block_below_breakaway_stands_still_for_an_hour():
    robot = block(LUGRE, 0.1)
    load = 9.81 * math.sin(0.1)
    assert load < FS
    run = arm.simulate(robot, 3600.0, record=36.0)
    assert run.info["solver"] == "rosenbrock"
    assert np.ptp(run.q[1:, 0]) <= 1e-9
    assert run.signals["rail.bristle"][-1] == pytest.approx(load / S0, rel=1e-9)
    sliding = arm.simulate(block(LUGRE, 0.2), 1.0)  # 1.95 N
    assert sliding.q[-1, 0] > 0.05


@pytest.mark.parametrize("seed", [0, 1])
def test_energy_audit_with_bristles(seed):
    """The energy balance closes with bristles at every joint, by velocities and by momenta."""
    own = arm.Friction(0.1, 0.5, 0.3, 0.8, 0.6, 0.05, 1.5, 300.0, 2.0, 0.9)
    robot = rubbed(random_robot(np.random.default_rng(seed), 3, kinds="RP"), own)
    q = np.random.default_rng(seed).normal(size=arm.model(robot).nq)
    run = arm.simulate(robot, 0.5, q0=q, limits="none", solver=arm.solvers.Rosenbrock(rtol=1e-11, atol=1e-13))
    assert run.drift_max < 1e-6
    other = arm.simulate(robot, 0.5, q0=q, limits="none", solver=arm.solvers.Gauss3(step=2e-4))
    np.testing.assert_allclose(other.q[-1], run.q[-1], atol=1e-6)
    stack = arm.simulate(robot, 0.5, q0=[q, q + 0.1], limits="none", solver=arm.solvers.RK4(step=1e-4), record=0.5)
    np.testing.assert_allclose(stack.q[0, -1], run.q[-1], atol=1e-6)
    assert stack.signals["heat.bearings"].shape == stack.kinetic.shape


def test_linearisation_of_the_solver_and_of_linearise():
    """∂f/∂x for Rosenbrock's method and of `linearise` is that of the complex step, at a point that moves."""
    robot = rubbed(random_robot(np.random.default_rng(5), 2, kinds="R"), LUGRE)
    loop = loop_of(arm.Scenario(robot))
    equations, x = loop.equations, loop.start[0] + 0.01 * np.arange(loop.layout.size)
    sorted_ = linear(equations)
    exact = equations.slopes((0.0, 0.0), x, loop.p(), np.eye(loop.layout.size))
    assert set(range(loop.layout.d.start, loop.layout.d.stop)) <= set(sorted_.kept)
    space = arm.linearise(arm.Scenario(robot), qd=x[loop.layout.v], q=x[loop.layout.q])
    assert space.states[-2:] == tuple(f"{each.name}.bristle" for each in arm.model(robot).stribeck)
    at = x.copy()
    at[loop.layout.d] = 0.0
    exact = equations.slopes((0.0, 0.0), at, loop.p(), np.eye(loop.layout.size))
    n = loop.layout.d.stop
    np.testing.assert_allclose(space.A, exact[:n, :n], rtol=1e-9, atol=1e-9 * np.abs(exact).max())


def test_free_factor_and_fmu():
    """A factor multiplies all efforts of friction, and is a free parameter; FMUs have bristles among their states."""
    warm = arm.simulate(block(LUGRE), 2.0, parameters={"rail.friction.factor": [0.5, 0.0]}, qd0=[0.1], record=0.1)
    half = arm.Friction(S2 / 2, FC / 2, None, FS / 2, None, VS, 2.0, S0 / 2, S1 / 2)
    same = arm.simulate(block(half), 2.0, qd0=[0.1], record=0.1)
    np.testing.assert_allclose(warm.q[0], same.q, atol=1e-9)
    assert warm.signals["heat.bearings"][0, -1] == pytest.approx(0.5 * 0.1**2, rel=1e-6)  # all of the kinetic energy
    np.testing.assert_allclose(warm.qd[1], 0.1, rtol=1e-12)
    names = [each.name for each in plant_block(block(LUGRE), "block").states]
    assert names == ["rail.position", "rail.velocity", "rail.bristle"]
