"""Equations of robots with coupled joints equal the float evaluation; whole multiples give angles such as 2θ1."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Coupling, Friction, Gear, Joint, Link, Motor, Placement, Robot

KINDS = {"R": "revolute", "P": "prismatic"}


def chain(types: str, *couples: Coupling | None, spring: float = 0.0, coulomb: float = 0.0) -> Robot:
    """A planar chain of joints j0, j1, … with these couplings, and a motor on the base that drives the last joint."""
    links, joints = [], []
    for i, (kind, couple) in enumerate(zip(types, couples, strict=True)):
        inertia = ((0.01, 0.0, 0.0), (0.0, 0.02, 0.0), (0.0, 0.0, 0.02))
        links.append(Link(f"l{i}", 1.0 + i, (0.25, 0.0, 0.1 * i), inertia))
        place, parent = Placement((0.5 * (i > 0), 0.0, 0.0)), f"l{i - 1}" if i else "base"
        rubs = {"friction": Friction(0.1, coulomb), "stiffness": spring, "rest": 0.2 * spring}
        axis = (0.0, 1.0, 0.0) if kind == "R" else (1.0, 0.0, 0.0)
        joints.append(Joint(f"j{i}", KINDS[kind], parent, f"l{i}", place, axis, couple=couple, **rubs))
    motor = Motor("m", f"j{len(types) - 1}", "l0", 0.3, (0.1, 0.0, 0.0), rotor_inertia=1e-3, ratio=5.0, axis=(0, 1, 0))
    return Robot("chain", tuple(links), tuple(joints), (motor,))


def geared(robot: Robot) -> Robot:
    """The robot with an elastic gear, on a joint that follows another."""
    return replace(robot, motors=tuple(replace(motor, gear=Gear(50.0, 0.3, 9.0)) for motor in robot.motors))


ROBOTS = {
    "double": chain("RR", None, Coupling.linear("j0", 2.0), coulomb=0.3),
    "parallel": chain("RRR", None, Coupling.linear("j0", -1.0), None),
    "half": chain("RR", None, Coupling.linear("j0", 0.5, 0.3), spring=1.0),
    "curved": chain("RR", None, Coupling("j0", (0.1, 1.0, 0.5)), spring=1.0),
    "cam": chain("RP", None, Coupling("j0", (0.1, 0.2, 0.0, 0.5)), spring=2.0),
    "leads": chain("RPR", Coupling.linear("j1", 3.0), None, None),
    "geared": geared(chain("RR", None, Coupling.linear("j0", 0.5, 0.3), spring=1.0)),
    "geared slide": geared(chain("RPR", None, None, Coupling.linear("j0", -2.0, 0.1), spring=1e-9)),
}


@pytest.mark.crossed
@pytest.mark.parametrize("letters", ["all", "none", "base"])
@pytest.mark.parametrize("name", ROBOTS)
def test_equations_equal_the_float_evaluation(name, letters):
    robot = ROBOTS[name]
    equations, plain = arm.equations(robot, letters=letters), arm.evaluate(robot)
    n = arm.model(robot).nv
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, n))
    np.testing.assert_allclose(equations.evaluate("M", q), plain.mass_matrix(q), rtol=1e-9)
    tau = equations.evaluate("tau", q, qd, qdd)
    np.testing.assert_allclose(tau, plain.inverse_dynamics(q, qd, qdd), rtol=1e-9)


def test_the_rest_of_a_rotor_has_a_meaning():
    assert "position of the rotor of 'm' at rest" in str(arm.equations(ROBOTS["geared"]))


def test_whole_multiples_are_angles():
    text = str(arm.equations(ROBOTS["double"]))
    assert "c(2θ1) = cos(2θ1)" in text
    assert "ψ" not in text
    assert "ψ1 = ½ θ1 (2 + θ1)" in str(arm.equations(ROBOTS["curved"]))


def test_dry_friction_behind_a_polynomial_has_no_equation():
    robot = chain("RR", None, Coupling("j0", (0.0, 1.0, 0.5)), coulomb=0.3)
    with pytest.raises(arm.ArgumentError, match="dry friction at a joint that follows another"):
        arm.equations(robot)
    assert "θ1" in str(arm.equations(arm.model(robot, friction=False)))


def test_explanations_name_followers():
    assert "follows" in arm.equations(ROBOTS["double"]).explain()
