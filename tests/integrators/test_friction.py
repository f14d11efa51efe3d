"""Coulomb friction in every form of the closed loop: velocities, momenta, linearised."""

from __future__ import annotations

import numpy as np
import pytest

import armillary as arm
from integrators.running import start_of, system_of
from internals import CREEP
from samples import some
from solving import solver

PUMA = "puma560"


def slide(coulomb, back=None, **fields):
    axis, rubs = (1.0, 0.0, 0.0), arm.Friction(0.0, coulomb, back, **fields)
    joint = arm.Joint("rail", "prismatic", "base", "cart", axis=axis, friction=rubs)
    return arm.Robot("slide", (arm.Link("cart", 2.0),), (joint,))


@pytest.mark.parametrize("integrator", ["rk4", "gauss2", "gauss3", "rk45", "dop853", "rosenbrock"])
def test_a_slide_comes_to_rest_as_it_should(integrator):
    """From 1 m/s under 4 N: v = v₀ asinh(sinh(1 m/s / v₀) exp(−2 s⁻² t / v₀)), which is 1 − 2t until it rests."""
    run = arm.simulate(
        slide(4.0), 0.45, solver=solver(integrator, rtol=1e-10, atol=1e-10, step=1e-4), qd0=[1.0], record=0.05
    )
    assert run.qd[:, 0] == pytest.approx(1 - 2 * run.t, abs=1e-8)
    assert run.dissipated[-1] == pytest.approx(0.5 * 2 * (1 - 0.1**2), abs=1e-7)
    assert run.drift_max < 1e-5


@pytest.mark.parametrize("integrator", ["rk4", "gauss3", "dop853", "rosenbrock"])
@pytest.mark.parametrize("sense", [1.0, -1.0])
def test_friction_by_direction_slows_a_slide(integrator, sense):
    """From ±1 m/s under 4 N at positive and 1 N at negative rates."""
    start = {"qd0": [sense], "record": 0.05}
    run = arm.simulate(slide(4.0, 1.0), 0.4, solver=solver(integrator, rtol=1e-10, atol=1e-10, step=1e-4), **start)
    slowed = {1.0: 2.0, -1.0: 0.5}[sense]
    assert sense * run.qd[:, 0] == pytest.approx(1 - slowed * run.t, abs=1e-8)
    assert run.dissipated[-1] == pytest.approx(1 - run.qd[-1, 0] ** 2, abs=1e-7)
    assert run.drift_max < 1e-5


def test_friction_by_direction_in_a_file_in_equations_and_in_code(tmp_path):
    robot = slide(4.0, 1.0)
    arm.save(robot, tmp_path / "slide.toml")
    assert "friction = { coulomb = 4, coulomb_negative = 1 }" in (tmp_path / "slide.toml").read_text(encoding="utf-8")
    assert arm.load(tmp_path / "slide.toml") == robot
    assert arm.load(tmp_path / "slide.toml") != slide(4.0)
    arm.save(slide(4.0, 0.0), tmp_path / "free.toml")
    assert arm.load(tmp_path / "free.toml") == slide(4.0, 0.0)
    made = arm.equations(robot)
    for rate, expected in ((2.0, 4.0), (-2.0, -1.0), (0.0, 0.0)):
        for dyn in (arm.evaluate(robot), arm.compile(robot)):
            assert dyn.inverse_dynamics([0.0], [rate], [0.0]) == pytest.approx([expected])
    assert "f_d1" in made.text() or "fd1" in made.text()
    free = arm.compile(arm.model(robot, free=["rail.friction.coulomb_negative"]))
    assert free.inverse_dynamics([0.0], [-1.0], [0.0], parameters=[3.0]) == pytest.approx([-3.0])
    assert free.inverse_dynamics([0.0], [1.0], [0.0], parameters=[3.0]) == pytest.approx([4.0])


@pytest.mark.parametrize("integrator", ["rk4", "gauss3", "dop853", "rosenbrock"])
@pytest.mark.parametrize("part", some([0.76, 0.3, 0.95], 1))
def test_a_joint_with_smooth_friction_creeps_as_documented(integrator, part):
    push = arm.Push("cart", (0, 0, 0, 4.0 * part, 0, 0))
    given = {"solver": solver(integrator, step=1e-5), "disturbances": (push,), "record": 0.1}
    run = arm.simulate(slide(4.0, smooth_velocity=2e-3), 0.3, **given)
    assert run.qd[-1, 0] == pytest.approx(2e-3 * np.arctanh(part), rel=1e-6)
    run = arm.simulate(slide(4.0), 0.3, **given)
    creeps = CREEP * np.arctanh(part) if integrator == "gauss3" else 0.0
    assert run.qd[-1, 0] == pytest.approx(creeps, rel=1e-6, abs=0.0)


@pytest.mark.parametrize("exponent", [1.0, 2.0])
def test_smooth_friction_in_a_file_in_derivatives_and_in_code(tmp_path, exponent):
    curve = {"static": 5.0, "stribeck_velocity": 0.02, "stribeck_exponent": exponent}
    robot = slide(4.0, 1.0, smooth_velocity=0.05, **curve)
    arm.save(robot, tmp_path / "slide.toml")
    assert "smooth_velocity = 0.05" in (tmp_path / "slide.toml").read_text(encoding="utf-8")
    assert arm.load(tmp_path / "slide.toml") == robot
    for rate in (-0.03, 0.0, 0.01, 0.2):
        s = np.tanh(rate / 0.05)
        c, f = 2.5 + 1.5 * s, 5.0
        expected = s * (c + (f - c) * np.exp(-(abs(rate / 0.02) ** exponent)))
        for dyn in (arm.evaluate(robot), arm.compile(robot)):
            assert dyn.inverse_dynamics([0.0], [rate], [0.0]) == pytest.approx([expected])
        compiled = arm.compile(robot)
        around = [compiled.inverse_dynamics([0.0], [rate + d], [0.0])[0] for d in (1e-7, -1e-7)]
        slope = compiled.inverse_dynamics_derivatives([0.0], [rate], [0.0])[1][0, 0]
        assert slope == pytest.approx((around[0] - around[1]) / 2e-7, rel=1e-5)
    with pytest.raises(arm.DescriptionError, match="smooth_velocity"):
        slide(4.0, smooth_velocity=-1.0)
    with pytest.raises(arm.DescriptionError, match="leave one out"):
        slide(4.0, smooth_velocity=1e-3, bristle_stiffness=1e5)


def test_forms_agree_on_friction():
    """Ṁv + Mv̇ of the momentum form is M v̇ of the other, and ∂f/∂x is that of f."""
    from internals import evaluate_program as evaluate

    system = system_of(PUMA)
    assert np.any(system.plant.coulomb > 0)
    rng, layout = np.random.default_rng(2), system.layout
    n = layout.size
    x = start_of(system, rng.normal(size=layout.nq), 2e-3 * rng.normal(size=layout.nv))
    values = {"clock": np.zeros((1, 2)), "x": x[None], "p": np.zeros((1, system.program.inputs[2].size))}
    f = evaluate(system.program, values)["dx"][0]
    g = evaluate(system.momentum, values | {"x": system.to_momentum(x)[None]})["dx"][0]
    assert g[layout.audit] == pytest.approx(f[layout.audit], rel=1e-9)
    tiny = 1e-7
    ahead, behind = (system.to_momentum(x + sign * tiny * f) for sign in (1, -1))
    assert g[layout.v] == pytest.approx(((ahead - behind) / (2 * tiny))[layout.v], rel=1e-4, abs=1e-4)

    form = system.linear
    found = evaluate(form.program, values)
    r, stride = len(form.kept), form.stride
    mass, J = (np.asarray(found[name]).reshape(r, stride)[:, :r].T for name in ("mass", "J_kept"))
    states = np.tile(x.astype(complex), (r, 1))
    states[np.arange(r), form.kept] += 1e-30j
    many = {"clock": np.zeros((r, 2)), "x": states, "p": np.zeros((r, values["p"].shape[1]))}
    exact = evaluate(system.program, many)["dx"].imag.T[list(form.kept)] / 1e-30
    assert n > r
    assert np.linalg.solve(mass, J) == pytest.approx(exact, rel=1e-8, abs=1e-6)
