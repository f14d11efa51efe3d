"""Heat by kind: everything that is dissipated has a kind, each against a closed form or an integral of its own."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import simpson

import armillary as arm
from random_robots import random_robot
from samples import some

TIGHT = arm.solvers.DOP853(rtol=1e-10, atol=1e-10)


def cart(friction: arm.Friction = arm.Friction(), mass: float = 2.0) -> arm.Robot:  # noqa: B008
    """Return a mass on a slide, without gravity."""
    joint = arm.Joint("slide", "prismatic", "base", "mass", axis=(1.0, 0.0, 0.0), friction=friction)
    return arm.Robot("cart", (arm.Link("mass", mass=mass),), (joint,), gravity=(0.0, 0.0, 0.0))


def geared(damping: float, friction: arm.Friction = arm.Friction()) -> arm.Robot:  # noqa: B008
    """Return the same mass behind an elastic gear with a damper."""
    gear = arm.Gear(stiffness=200.0, damping=damping)
    motor = arm.Motor("m", "slide", "base", rotor_inertia=1e-3, ratio=20.0, gear=gear)
    return replace(cart(friction), motors=(motor,))


def adds_up(run: arm.Trajectory) -> None:
    np.testing.assert_allclose(sum(run.heat.values()), run.dissipated, rtol=1e-9, atol=1e-13)


def test_coulomb_friction_without_bristles_heats_bearings():
    """A block that slides to rest turns its whole kinetic energy into heat."""
    run = arm.simulate(cart(arm.Friction(coulomb=3.0)), 2.0, qd0=[1.5], solver=TIGHT)
    assert list(run.heat) == ["bearings"]
    assert run.heat["bearings"][-1] == pytest.approx(2.0 * 1.5**2 / 2, rel=1e-9)
    adds_up(run)


def test_damped_elastic_gears_have_heat():
    """∫ d δ̇² dt by Simpson's rule; the gear is all that loses energy."""
    run = arm.simulate(geared(damping=4.0), 1.0, qd0=[1.0], solver=TIGHT)
    assert list(run.heat) == ["gears"]
    delta = run.qd[:, 1] - run.qd[:, 0] if run.qd.shape[1] == 2 else None
    assert run.heat["gears"][-1] == pytest.approx(simpson(4.0 * delta**2, x=run.t), rel=1e-6)
    adds_up(run)


def test_gears_and_bearings_are_kept_apart():
    run = arm.simulate(geared(4.0, arm.Friction(viscous=0.7)), 1.0, qd0=[1.0], solver=TIGHT)
    delta = run.qd[:, 1] - run.qd[:, 0]
    assert run.heat["gears"][-1] == pytest.approx(simpson(4.0 * delta**2, x=run.t), rel=1e-6)
    assert run.heat["bearings"][-1] == pytest.approx(simpson(0.7 * run.qd[:, 0] ** 2, x=run.t), rel=1e-6)
    adds_up(run)


def test_damping_of_flexible_links_is_heat_of_links():
    model = arm.model(arm.library.get("flexible-3r"))
    run = arm.simulate(model, 0.5, record=1e-4)
    bent = slice(len(model.viscous) - len(model.elastic), len(model.viscous))
    v = run.qd[:, bent]
    power = np.einsum("ki,ij,kj->k", v, model.damping[bent, bent], v) + v**2 @ model.viscous[bent]
    assert run.heat["links"][-1] == pytest.approx(simpson(power, x=run.t), rel=1e-5)
    adds_up(run)


@pytest.mark.parametrize("seed", some(range(12), 2))
def test_heat_of_random_robots_is_all_that_is_dissipated(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 3, "RRP", tree=False)
    law = arm.Friction(viscous=0.3, coulomb=0.5 * (seed % 2), smooth_velocity=0.05 if seed % 2 else None)
    gear = arm.Gear(stiffness=500.0, damping=2.0, efficiency=0.9)
    joints = tuple(replace(each, friction=law) for each in robot.joints)
    motors = tuple(replace(each, gear=gear) if k == 0 else each for k, each in enumerate(robot.motors[:1]))
    robot = replace(robot, joints=joints, motors=motors)
    run = arm.simulate(robot, 0.2, qd0=rng.normal(size=arm.model(robot).nv) * 0.5, limits="none")
    assert "bearings" in run.heat
    assert run.dissipated[-1] > 0
    adds_up(run)
    assert run.drift_max < 1e-4


def test_a_plant_may_begin_to_rub():
    """Kinds are those of all plants of a run; a plant without friction gives no heat."""
    change = arm.Change(0.5, cart(arm.Friction(viscous=2.0)))
    run = arm.simulate(cart(), 1.0, qd0=[1.0], changes=change, solver=TIGHT)
    assert run.heat["bearings"][np.searchsorted(run.t, 0.5)] == 0.0
    assert run.heat["bearings"][-1] == pytest.approx((1 - np.exp(-2.0 * 0.5)), rel=1e-7)  # m v²/2 (1 − e^(−2 b t/m))


def test_free_friction_heats_bearings():
    runs = arm.simulate(
        geared(4.0, arm.Friction(viscous=0.0)), 0.5, qd0=[1.0], parameters={"slide.friction.viscous": [0.0, 1.0]}
    )
    assert list(runs.heat) == ["bearings", "gears"]
    assert runs.heat["bearings"][0, -1] == 0.0
    assert runs.heat["bearings"][1, -1] > 0.1
    adds_up(runs)


def test_nothing_is_lost_without_friction():
    assert arm.simulate(cart(), 0.1, qd0=[1.0]).heat == {}
