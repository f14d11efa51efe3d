"""Backlash of elastic gears: an independent solution, energy, all solvers, stacks, files, faults."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from solving import solver

RATIO, J, K, D, CUBIC, INERTIA, GAP = 50.0, 4e-5, 300.0, 0.5, 2e4, 0.4, 0.02
GEAR = {"stiffness": K, "damping": D, "cubic": CUBIC}


def axis(friction=None, gear=None, **more):
    tensor = ((INERTIA, 0.0, 0.0), (0.0, INERTIA, 0.0), (0.0, 0.0, INERTIA))
    return arm.Robot(
        "axis",
        (arm.Link("disc", mass=1.0, inertia=tensor, com=(0.05, 0.0, 0.0)),),
        (arm.Joint("shoulder", "revolute", "base", "disc", axis=(0.0, 1.0, 0.0), friction=friction or arm.Friction()),),
        (arm.Motor("motor", "shoulder", "base", rotor_inertia=J, ratio=RATIO, gear=gear or arm.Gear(**GEAR | more)),),
    )


def drive(t, q, qd, reference):
    return 3.0 * np.sin(9 * t) + 0 * q[:1]


def independent(duration, times, d):
    """Teeth by hand: modes free, in contact and leaving, SciPy's DOP853 with its events between them."""
    inertia = INERTIA + 0.05**2

    def parts(x, s):
        u = x[1] - x[0] - s * GAP / 2
        return u, K * u + CUBIC * u**3 + d * (x[3] - x[2])

    def rate(t, x, s, touches):
        e = parts(x, s)[1] if touches else 0.0
        return [x[2], x[3], (e + 9.81 * 0.05 * np.cos(x[0])) / inertia, (3.0 * np.sin(9 * t) - e) / (RATIO**2 * J)]

    t, x, s, touches, rows, changes = 0.0, np.array([0.0, 0.0, 0.0, 0.0]), 0.0, False, [np.zeros(4)], 0
    while t < duration:
        if s == 0:
            ends = [lambda t, x, z=z: GAP / 2 - z * (x[1] - x[0]) for z in (1.0, -1.0)]
        elif touches:
            ends = [lambda t, x, s=s, begin=t: s * parts(x, s)[1] if t > begin + 1e-9 else 1.0]
        else:
            ends = [lambda t, x, s=s: s * parts(x, s)[0],
                    lambda t, x, s=s, begin=t: -s * parts(x, s)[1] if t > begin + 1e-9 else 1.0]  # fmt: skip
        for end in ends:
            end.terminal, end.direction = True, -1
        flow = solve_ivp(lambda t, x, s=s, on=touches: rate(t, x, s, on), (t, duration), x, "DOP853", events=ends,
                         rtol=1e-12, atol=1e-13, dense_output=True)  # fmt: skip
        rows += [flow.sol(at) for at in times if t < at <= flow.t[-1]]
        t, x, changes = flow.t[-1], flow.y[:, -1], changes + 1
        if s == 0:
            s, touches = (1.0 if x[1] > x[0] else -1.0), True
        elif touches:
            touches = False
            if d == 0:
                s = 0.0
        else:
            back = len(flow.t_events[1]) > 0
            s, touches = (s, True) if back else (0.0, False)
    return np.array(rows), changes


@pytest.mark.crossed
@pytest.mark.parametrize("damping", [D, 0.0])
@pytest.mark.parametrize("integrator", ["rk4", "rk45", "dop853", "rosenbrock"])
def test_an_axis_with_backlash_agrees_with_an_independent_solution(integrator, damping):
    times = np.linspace(0, 2.0, 41)
    expected, changes = independent(2.0, times[1:], damping)
    robot = axis(backlash=GAP, damping=damping)
    tight = solver(integrator, rtol=1e-11, atol=1e-12, step=1e-4)
    run = arm.simulate(robot, 2.0, controller=drive, q0=[0.0, 0.0], solver=tight, record=0.05)
    assert run.q == pytest.approx(expected[:, :2], abs=1e-9)
    assert run.qd == pytest.approx(expected[:, 2:], abs=1e-7)
    assert run.info["switches"] >= changes - 1 >= 16
    assert run.drift_max < 1e-6  # per cent


def test_energy_closes_with_backlash_losses_and_friction_that_sticks():
    gear = arm.Gear(**GEAR, backlash=GAP, efficiency=0.9, efficiency_back=0.8)
    robot = axis(arm.Friction(0.05, 0.1, static=0.15, stribeck_velocity=0.01), gear)
    options = {"controller": drive, "q0": [0.0, 0.0], "record": 0.05}
    run = arm.simulate(robot, 3.0, solver=arm.solvers.DOP853(rtol=1e-12, atol=1e-12), **options)
    assert run.drift_max < 1e-6
    assert run.signals["heat.gears"] + run.signals["heat.bearings"] == pytest.approx(run.dissipated, abs=1e-10)
    assert np.all(np.diff(run.signals["heat.gears"]) > -1e-10)
    again = arm.simulate(robot, 3.0, solver=arm.solvers.Rosenbrock(rtol=1e-10, atol=1e-10), **options)
    assert again.q == pytest.approx(run.q, abs=1e-7)


def test_stacks_sampled_laws_and_gauss_methods_know_backlash():
    robot, tight = axis(backlash=GAP), arm.solvers.DOP853(rtol=1e-11, atol=1e-11)
    starts = np.array([[0.0, 0.0], [0.1, 0.12], [-0.1, -0.085], [0.0, 0.02], [0.2, 0.2]])
    stack = arm.simulate(robot, 1.0, controller=drive, q0=starts, solver=tight)
    for k in (1, 4):
        alone = arm.simulate(robot, 1.0, controller=drive, q0=starts[k], solver=tight)
        assert stack.q[k, -1] == pytest.approx(alone.q[-1], abs=1e-8)
    for law in ({"period": 0.01}, {}):
        runs = [
            arm.simulate(robot, 0.5, controller=drive, q0=starts[1], solver=method, **law).q[-1]
            for method in (tight, arm.solvers.RK4(step=1e-4), arm.solvers.Gauss2(step=2e-5))
        ]
        assert runs[1] == pytest.approx(runs[0], abs=1e-8)
        assert runs[2] == pytest.approx(runs[0], abs=1e-5)  # no events: teeth strike inside steps


@pytest.mark.parametrize("gaps", [(0.0, GAP), (GAP, 0.0), (GAP, GAP / 4)])
def test_a_plant_that_changes_may_get_or_lose_backlash(gaps):
    """As two runs, the second from the end of the first."""
    before, after = (axis(backlash=gap) for gap in gaps)
    options = {"controller": lambda t, q, qd, reference: 3.0 + 0 * q[:1], "solver": solver("dop853", 1e-11, 1e-11)}
    whole = arm.simulate(before, 0.4, q0=[0.0, 0.0], changes=arm.Change(0.2, after), **options)
    first = arm.simulate(before, 0.2, q0=[0.0, 0.0], **options)
    second = arm.simulate(after, 0.2, q0=first.q[-1], qd0=first.qd[-1], **options)
    assert whole.info["switches"] > 0
    assert whole.q[-1] == pytest.approx(second.q[-1], abs=1e-9)
    assert whole.drift_max < 1e-6


def test_a_start_at_equilibrium_is_on_the_loaded_flank():
    hold = lambda t, q, qd, reference: -0.4905 + 0 * q[:1]  # noqa: E731
    run = arm.simulate(axis(backlash=GAP), 0.5, controller=hold, q0=[0.0], solver=arm.solvers.DOP853())
    assert run.q[0, 1] == pytest.approx(-GAP / 2 - 0.4905 / K, rel=1e-3)
    assert run.q[-1] == pytest.approx(run.q[0], abs=1e-8)
    assert run.signals["elastic"][0] == pytest.approx(0.4905**2 / K / 2, rel=1e-2)
    assert run.drift_max < 0.01  # of 0.4 mJ


def test_files_free_parameters_and_faults(tmp_path):
    robot = axis(backlash=GAP)
    arm.save(robot, tmp_path / "axis.toml")
    assert arm.load(tmp_path / "axis.toml") == robot
    text = (tmp_path / "axis.toml").read_text(encoding="utf-8").replace("backlash = 0.02", 'backlash = "1 deg"')
    (tmp_path / "axis.toml").write_text(text, encoding="utf-8")
    assert arm.load(tmp_path / "axis.toml").motors[0].gear.backlash == pytest.approx(np.pi / 180)
    wide = arm.simulate(axis(backlash=0.05), 0.4, controller=drive, q0=[0.0, 0.0], solver=arm.solvers.RK4())
    values = {"motor.gear.backlash": np.array([0.05, 0.001])}
    free = arm.simulate(robot, 0.4, controller=drive, q0=[0.0, 0.0], parameters=values, solver=arm.solvers.RK4())
    assert free.q[0, -1] == pytest.approx(wide.q[-1], abs=1e-8)
    assert abs(free.q[1, -1] - wide.q[-1]).max() > 1e-3
    with pytest.raises(arm.DescriptionError, match=r"gear.backlash"):
        axis(backlash=-0.01)
    with pytest.raises(arm.DescriptionError, match="a finite stiffness beside it"):
        axis(gear=arm.Gear(backlash=0.01))
