"""Stribeck friction in the equations of motion: its curve, couplings, formulations, compiled code, files."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.coupled_robots import coupled_robot
from tests.random_robots import random_robot, random_state

import armillary as arm
from internals import parse_toml, to_toml
from samples import some

STRIBECK = arm.Friction(0.3, 1.0, 0.8, 1.6, 1.2, 0.2, 1.5, factor=1.1)


def with_friction(robot, friction):
    kinds = ("revolute", "prismatic")
    joints = (replace(each, friction=friction) if each.type in kinds else each for each in robot.joints)
    return replace(robot, joints=tuple(joints))


def curve(v, own):
    ahead = v > 0
    c = own.coulomb if ahead else own.coulomb_negative
    f = own.static if ahead else own.static_negative
    g = c + (f - c) * math.exp(-(abs(v / own.stribeck_velocity) ** own.stribeck_exponent))
    return own.factor * (own.viscous * v + math.copysign(g, v))


@pytest.mark.parametrize("exponent", some([0.5, 2.0, 1.0, 1.5], 2))
def test_inverse_dynamics_has_the_curve(exponent):
    own, rng = replace(STRIBECK, stribeck_exponent=exponent), np.random.default_rng(1)
    robot = with_friction(random_robot(rng, 3, kinds="RP"), own)
    model = arm.model(robot)
    q, qd, qdd = random_state(rng, model)
    smooth = arm.evaluate(with_friction(robot, arm.Friction())).inverse_dynamics(q, qd, qdd)
    expected = smooth + [curve(v, own) for v in qd]
    for found in (arm.evaluate(model), arm.compile(model)):
        tau = found.inverse_dynamics(q, qd, qdd)
        np.testing.assert_allclose(tau, expected, rtol=1e-11)
        np.testing.assert_allclose(found.forward_dynamics(q, qd, tau), qdd, rtol=1e-8, atol=1e-8)
    by_qd, of = arm.compile(model).inverse_dynamics_derivatives(q, qd, qdd)[1], arm.evaluate(model).inverse_dynamics
    both = [(of(q, qd + h, qdd) - of(q, qd - h, qdd)) / 2e-7 for h in 1e-7 * np.eye(3)]
    np.testing.assert_allclose(by_qd, np.array(both).T, rtol=1e-5, atol=1e-5)
    assert arm.check(model).worst < 1e-9


def test_a_coupled_joint_loads_its_leader():
    """The power of friction at a joint that follows another is that of its own rate."""
    rng = np.random.default_rng(3)
    robot = coupled_robot(rng, 4, 2)
    name = next(each.name for each in robot.joints if each.couple)
    bare = [replace(each, friction=arm.Friction()) for each in robot.joints]
    rough = [replace(each, friction=STRIBECK) if each.name == name else each for each in bare]
    model, plain = (arm.model(replace(robot, joints=tuple(each))) for each in (rough, bare))
    q, qd, qdd = random_state(rng, model)
    more = arm.evaluate(model).inverse_dynamics(q, qd, qdd) - arm.evaluate(plain).inverse_dynamics(q, qd, qdd)
    k = int(np.flatnonzero(np.abs(more) > 1e-9)[0])
    p = model.stribeck[0].polynomial
    rate = sum(n * c * q[k] ** (n - 1) for n, c in enumerate(p) if n) * qd[k]
    assert more[k] * qd[k] == pytest.approx(rate * curve(rate, STRIBECK), rel=1e-9)


TEXT = """
name = "slider"
[[link]]
name = "cart"
mass = 1
[[joint]]
name = "rail"
type = "prismatic"
parent = "base"
child = "cart"
axis = [1, 0, 0]
friction = {{ viscous = "400 N·s/km", coulomb = 1, {more} }}
"""


def test_files_have_units_and_read_back():
    text = TEXT.format(more='static = "1.5 N", stribeck_velocity = "1 mm/s", bristle_stiffness = "100 N/mm"')
    robot = parse_toml(text)
    own = robot.joints[0].friction
    assert (own.viscous, own.static, own.stribeck_velocity, own.bristle_stiffness) == (0.4, 1.5, 1e-3, 1e5)
    assert parse_toml(to_toml(robot)) == robot


@pytest.mark.parametrize(
    ("more", "where", "found"),
    [
        ("static = 1.5", "joint[0].friction", "static without stribeck_velocity"),
        ("stribeck_velocity = 1e-3", "joint[0].friction.stribeck_velocity", "given without static"),
        ("bristle_damping = 3", "joint[0].friction.bristle_damping", "given without bristle_stiffness"),
        ("bristle_stiffness = -3", "joint[0].friction.bristle_stiffness", "-3"),
        ("factor = -1", "joint[0].friction.factor", "-1"),
        ("stribeck_exponent = 0", "joint[0].friction.stribeck_exponent", "0"),
        ("coulomb_negative = 0, bristle_stiffness = 10", "joint[0].friction.bristle_stiffness", "without Coulomb"),
    ],
)
def test_faults_are_told(more, where, found):
    with pytest.raises(arm.DescriptionError) as error:
        parse_toml(TEXT.format(more=more))
    problems = {problem.field: problem.found for problem in error.value.problems}
    assert found in problems[where]


@pytest.mark.parametrize("letters", ["all", "none"])
def test_equations_have_stribeck_friction(letters):
    robot = with_friction(random_robot(np.random.default_rng(1), 2, kinds="R"), STRIBECK)
    made, q, qdd = arm.equations(robot, letters=letters), [0.3, -0.4], [0.5, 0.7]
    for qd in ([0.01, -0.03], [-0.5, 1e-3], [0.0, 0.02]):
        expected = arm.evaluate(robot).inverse_dynamics(q, qd, qdd)
        assert made.evaluate("tau", q, qd, qdd) == pytest.approx(expected, rel=1e-9)
    assert "exp(-|" in made.f.text()
    assert "e^{-|" in made.f.latex()
    sympy = pytest.importorskip("sympy")
    assert made.f.sympy().has(sympy.exp)


def test_equations_name_what_they_leave_out():
    robot = random_robot(np.random.default_rng(1), 2, kinds="R")
    with pytest.raises(arm.ArgumentError, match="smooth"):
        arm.equations(with_friction(robot, replace(STRIBECK, smooth_velocity=0.01)))
    smooth = with_friction(robot, replace(STRIBECK, smooth_velocity=0.01))
    assert arm.equations(arm.model(smooth, friction=False)).M.shape == (2, 2)
