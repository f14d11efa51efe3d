"""Momentum, centre of mass and base wrench: against their definitions, Pinocchio, and the free robot itself."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

import armillary as arm
from internals import PinocchioRobot, momentum
from random_robots import EVERY, random_robot, random_state

STEP = 1e-30


def robots():
    yield arm.model(random_robot(np.random.default_rng(1), 8))
    yield arm.model(random_robot(np.random.default_rng(2), 10, EVERY))
    yield arm.model(arm.library.get("flexible-3r"))
    yield arm.model(arm.free(arm.library.get("ur5"), arm.Link("bus", mass=50, inertia=np.diag([5, 6, 7]))))


MODELS = list(robots())


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.robot.name)
def test_the_wrench_at_the_base_changes_the_momentum(model):
    q, qd, qdd = _state(model)
    plain = arm.evaluate(model)
    moved = momentum.momentum_at_origin(model, q + 1j * STEP * model.rate(q, qd), qd + 1j * STEP * qdd)
    rate = np.imag(moved) / STEP
    mass, c, g = sum(body.mass for body in model.bodies), plain.centre_of_mass(q), np.asarray(model.gravity)
    wrench = np.concatenate([rate[:3] - np.cross(c, mass * g), rate[3:] - mass * g])
    origin = model.frame(model.robot.base).translation
    wrench[:3] -= np.cross(origin, wrench[3:])
    assert plain.base_wrench(q, qd, qdd) == pytest.approx(wrench, rel=1e-10, abs=1e-10 * np.abs(wrench).max())


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.robot.name)
def test_momentum_is_its_matrix_times_the_velocity(model):
    q, qd, _ = _state(model)
    plain, compiled = arm.evaluate(model), arm.compile(model)
    h = plain.spatial_momentum(q, qd)
    near = {"rel": 1e-10, "abs": 1e-10 * np.abs(h).max()}
    assert plain.centroidal_momentum_matrix(q) @ qd == pytest.approx(h, **near)
    assert compiled.spatial_momentum(q, qd) == pytest.approx(h, **near)
    h_by_c = momentum.momentum_at_origin(model, q, qd)[3:]
    mass, ahead = sum(body.mass for body in model.bodies), 1e-6
    there, back = (plain.centre_of_mass(model.integrate(q, s * qd)) for s in (ahead, -ahead))
    assert mass * (there - back) / (2 * ahead) == pytest.approx(h_by_c, rel=1e-6, abs=1e-6 * np.abs(h).max())


def test_pinocchio_agrees():
    model = arm.model(random_robot(np.random.default_rng(3), 9, motors=False))
    q, qd, _ = random_state(np.random.default_rng(4), model)
    other = PinocchioRobot(pin, model)
    given = other.model, other.data, np.ascontiguousarray(q[other.q]), np.ascontiguousarray(qd[other.v])
    h = pin.computeCentroidalMomentum(*given)
    plain = arm.evaluate(model)
    assert plain.spatial_momentum(q, qd) == pytest.approx(np.concatenate([h.angular, h.linear]), rel=1e-10, abs=1e-10)
    A = pin.ccrba(*given)[:, np.argsort(other.v)]
    expected = np.vstack([A[3:], A[:3]])
    assert plain.centroidal_momentum_matrix(q) == pytest.approx(expected, rel=1e-10, abs=1e-10)
    assert plain.centre_of_mass(q) == pytest.approx(pin.centerOfMass(*given[:3]), rel=1e-10, abs=1e-10)


def test_the_generalized_jacobian_of_a_satellite():
    """The base moves so that momentum stays zero, and the frame as J of the whole robot says."""
    model = MODELS[-1]
    q, qd, _ = _state(model)
    plain = arm.evaluate(model)
    A = plain.centroidal_momentum_matrix(q)
    base = -np.linalg.solve(A[:, :6], A[:, 6:] @ qd[6:])
    J = plain.generalized_jacobian(q)
    assert J @ qd[6:] == pytest.approx(plain.jacobian(q) @ np.concatenate([base, qd[6:]]), rel=1e-10, abs=1e-10)
    assert arm.compile(model).generalized_jacobian(q) == pytest.approx(J, rel=1e-10, abs=1e-12)
    fixed = arm.evaluate(arm.library.get("ur5"))
    assert fixed.generalized_jacobian(q[7:]) == pytest.approx(fixed.jacobian(q[7:]))


def test_a_robot_without_mass_has_momentum_and_no_centre():
    """Its spinning rotors have angular momentum, the same about every point."""
    robot = arm.planar([1, 0.8], [0, 0], coms=[0.5, 0.4], inertias=[0, 0])
    motor = arm.Motor("m", joint="joint2", carrier="link1", ratio=10, rotor_inertia=1e-3, axis=[0, 0, 1])
    model = arm.model(replace(robot, motors=(motor,)))
    q, qd = [0.3, 0.5], [1.0, 2.0]
    for dynamics in (arm.evaluate(model), arm.compile(model)):
        with pytest.raises(arm.ArgumentError, match="moves no mass"):
            dynamics.centre_of_mass(q)
        assert dynamics.spatial_momentum(q, qd) == pytest.approx([0, 0, 1e-3 * (1 + 10 * 2), 0, 0, 0])
        assert dynamics.centroidal_momentum_matrix(q) @ qd == pytest.approx(dynamics.spatial_momentum(q, qd))


def _state(model):
    if model.flexible:
        from internals import random_state as bent

        return bent(model, np.random.default_rng(5))
    return random_state(np.random.default_rng(5), model)
