"""Losses of gears: an independent solution of an elastic gear, a rigid gear both ways, the audit, faults."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm

RATIO, J, K, D, INERTIA = 100.0, 2e-5, 800.0, 1.5, 0.4
GEAR = arm.Gear(stiffness=K, damping=D, efficiency=0.8, efficiency_back=0.7)


def axis(gear, **more):
    tensor = ((INERTIA, 0.0, 0.0), (0.0, INERTIA, 0.0), (0.0, 0.0, INERTIA))
    return arm.Robot(
        "axis",
        (arm.Link("disc", mass=1.0, inertia=tensor),),
        (arm.Joint("shoulder", "revolute", "base", "disc", axis=(0.0, 0.0, 1.0), **more),),
        (arm.Motor("motor", "shoulder", "base", rotor_inertia=J, ratio=RATIO, gear=gear),),
    )


def by_radau(duration, times):
    def rate(t, y):
        x, phi, v, w = y
        e = K * (phi - x) + D * (w - v)
        part = 0.2 if e * v > 0 else 1 / 0.7 - 1
        lost = part * abs(e) * np.sign(v)  # e drives the joint alone, so that it never sticks
        return [v, w, (e - lost) / INERTIA, (6.0 * np.sin(5 * t) - e) / (RATIO**2 * J)]

    return solve_ivp(rate, (0, duration), [0.0] * 4, "Radau", times, rtol=1e-9, atol=1e-12).y


def torque(t, q, qd, reference):
    return 6.0 * np.sin(5 * t) + 0 * q[:1]


def test_elastic_gear_against_an_independent_solution():
    times = np.linspace(0, 1.0, 51)
    x, phi, v, _ = by_radau(1.0, times)
    run = arm.simulate(axis(GEAR), 1.0, controller=torque, solver=arm.solvers.Rosenbrock(), record=0.02)
    np.testing.assert_allclose(run.q, np.array([x, phi]).T, atol=1e-6)
    np.testing.assert_allclose(run.qd[:, 0], v, atol=1e-5)
    assert run.drift_max < 1e-5
    gears = run.signals["heat.gears"]
    assert list(run.heat) == ["gears"]
    np.testing.assert_allclose(gears, run.dissipated, atol=1e-9)
    assert np.all(np.diff(gears) >= -1e-12)
    ideal = arm.simulate(axis(arm.Gear(stiffness=K, damping=D)), 1.0, controller=torque, record=0.02)
    assert np.abs(ideal.q - run.q).max() > 1e-2


@pytest.mark.parametrize("drives", [True, False])
def test_rigid_gear_both_ways(drives):
    """The joint gets η times what the motor leaves of its effort after its rotor; 1/η if the joint drives."""
    gear = arm.Gear(efficiency=0.8, efficiency_back=0.7)
    effort = 2.0 if drives else -2.0
    law = lambda t, q, qd, reference: effort + 0 * q  # noqa: E731
    run = arm.simulate(axis(gear), 0.1, controller=law, qd0=[3.0], record=0.05)
    part = 0.8 if drives else 1 / 0.7
    assert (INERTIA + part * RATIO**2 * J) * run.qdd[0, 0] == pytest.approx(part * effort, rel=1e-12)
    assert run.drift_max < 1e-6
    lost = arm.simulate(axis(gear), 0.1, controller=law, qd0=[3.0], parameters={"motor.gear.efficiency": 1.0})
    assert bool(lost.dissipated[-1] < 1e-12) is drives


def test_faults_are_told():
    for gear, field in ((arm.Gear(efficiency=0.0), "efficiency"), (arm.Gear(efficiency_back=1.2), "efficiency_back")):
        with pytest.raises(arm.DescriptionError, match=rf"motor\[0\].gear.{field}"):
            axis(gear)
    assert not arm.model(axis(GEAR), friction=False).losses
