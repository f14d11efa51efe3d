"""Coupled joints: all formulations agree with each other, and with the projected equations of the free robot."""

from __future__ import annotations

import numpy as np
import pytest
from tests.coupled_robots import Free, coupled, coupled_robot
from tests.random_flexible import random_flexible_robot, random_flexible_state
from tests.random_robots import random_state

import armillary as arm
from internals import QUANTITIES, STEP, composite_body, energy, gravity_norm, inverse, momentum, newton_euler, poses
from internals import kinematics_jacobian as jacobian
from samples import some

SEEDS = some(range(12), 5)


def made(seed: int, order: int = 3, motors: str = "full"):
    rng = np.random.default_rng(seed)
    model = arm.model(coupled_robot(rng, 4 + seed % 4, order, "RRRPS" if seed % 3 == 0 else "RRRPH"), motors=motors)
    q, qd, qdd = random_state(rng, model)
    return model, q, qd, qdd


def bent(seed: int):
    """A flexible robot with couplings."""
    rng = np.random.default_rng(seed)
    model = arm.model(coupled(rng, random_flexible_robot(rng, 3 + seed % 3, "RRRP")))
    return model, *random_flexible_state(rng, model)


def close(found, expected, name: str, tolerance: float = 1e-10) -> None:
    expected = np.asarray(expected)
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * max(1.0, np.abs(expected).max()), err_msg=name)


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "reflected"])
@pytest.mark.parametrize("seed", SEEDS)
def test_equations_of_the_free_robot_projected(seed, motors):
    _projected(*made(seed, motors=motors))


@pytest.mark.parametrize("seed", some(range(6), 3))
def test_equations_of_the_free_flexible_robot_projected(seed):
    _projected(*bent(seed))


def _projected(model, q, qd, qdd) -> None:
    free = Free(model, q, qd)
    M, bias = free.mass_matrix(), free.bias(qd)
    tau = M @ qdd + bias
    state = {"mass_matrix": (q,), "bias": (q, qd), "inverse_dynamics": (q, qd, qdd), "forward_dynamics": (q, qd, tau)}
    expected = {"mass_matrix": M, "bias": bias, "inverse_dynamics": tau, "forward_dynamics": qdd}
    for quantity, arguments in state.items():
        for name, way in QUANTITIES[quantity].exact(model).items():
            close(way(model, *arguments), expected[quantity], f"{quantity} by {name}")


@pytest.mark.parametrize("seed", SEEDS)
def test_other_quantities_agree(seed):
    model, q, qd, _ = made(seed)
    arguments = {"q": q, "qd": qd}
    for quantity in ("gravity", "kinetic_energy", "potential_energy"):
        given = [arguments[each] for each in QUANTITIES[quantity].inputs]
        values = {name: way(model, *given) for name, way in QUANTITIES[quantity].exact(model).items()}
        assert len(values) > 1
        for name, value in values.items():
            close(value, next(iter(values.values())), f"{quantity} by {name}")
    close(momentum.momentum(model, q, qd), energy.momentum(model, q, qd), "momentum")
    close(momentum.kinetic_gradient(model, q, qd), energy.kinetic_gradient(model, q, qd), "kinetic gradient")


@pytest.mark.parametrize("seed", SEEDS)
def test_coriolis_matrices(seed):
    """All give the same C q̇, and Ṁ − 2C is skew."""
    model, q, qd, _ = made(seed) if seed % 2 else bent(seed)
    moved = q + 1j * STEP * model.rate(q, qd)
    M_dot = np.imag(composite_body.mass_matrix(model, moved)) / STEP
    force = momentum.momentum_rate(model, q, qd, np.zeros(model.nv)) - momentum.kinetic_gradient(model, q, qd)
    for name, way in QUANTITIES["coriolis_matrix"].exact(model).items():
        C = way(model, q, qd)
        close(C @ qd, force, name)
        close(C + C.T, M_dot, name)


@pytest.mark.parametrize("seed", SEEDS)
def test_jacobians_are_derivatives(seed):
    model, q, qd, _ = made(seed)
    for frame in ("load_frame", *[link.name for link in model.robot.links]):
        if frame not in model.frames:
            continue
        J, moved = jacobian.jacobian(model, q, frame), q + 1j * STEP * model.rate(q, qd)
        pose = poses.pose(model, moved, frame)
        close((J @ qd)[3:], np.imag(pose[:3, 3]) / STEP, frame)
        spin = np.imag(pose[:3, :3]) / STEP @ np.real(pose[:3, :3]).T
        close((J @ qd)[:3], [spin[2, 1], spin[0, 2], spin[1, 0]], frame)
        rate = np.imag(jacobian.jacobian(model, moved, frame)) / STEP
        close(jacobian.jacobian_dot(model, q, qd, frame), rate, frame)
        close(jacobian.jacobian_derivatives(model, q, frame) @ qd, rate, frame)


@pytest.mark.parametrize("seed", SEEDS)
def test_derivatives_of_gravity(seed):
    model, q, *_ = made(seed)
    along = [q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv)]
    columns = [np.imag(newton_euler.gravity(model, each)) / STEP for each in along]
    close(gravity_norm.gravity_jacobian(model, q), np.stack(columns, axis=1), "gravity")


@pytest.mark.parametrize("seed", range(1, 12, 3))
def test_derivatives_of_inverse_dynamics(seed):
    model, q, qd, qdd = made(seed, motors="reflected")
    by_q, by_qd = inverse.inverse_dynamics_derivatives(model, q, qd, qdd)
    for k, unit in enumerate(np.eye(model.nv)):
        step = 1j * STEP * unit
        close(by_q[:, k], np.imag(newton_euler.inverse_dynamics(model, q + step, qd, qdd)) / STEP, "q")
        close(by_qd[:, k], np.imag(newton_euler.inverse_dynamics(model, q, qd + step, qdd)) / STEP, "qd")


@pytest.mark.parametrize("seed", SEEDS)
def test_momentum_and_wrench_of_the_base(seed):
    """Those of the free robot, rotors included, whatever their gears."""
    model, q, qd, qdd = made(seed)
    free = Free(model, q, qd)
    ours, theirs = arm.evaluate(model), arm.evaluate(free.model)
    spatial = np.ravel(theirs.spatial_momentum(free.q, free.qd))
    close(np.ravel(ours.spatial_momentum(q, qd)), spatial, "spatial momentum")
    close(ours.centroidal_momentum_matrix(q) @ qd, spatial[:6], "centroidal momentum matrix")
    wrench = theirs.base_wrench(free.q, free.qd, free.G @ qdd + free.G_dot @ qd)
    close(ours.base_wrench(q, qd, qdd), wrench, "base wrench")
