"""Equations of robots with screw, cylindrical, universal and planar joints equal the float evaluation."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    FORMS,
    Coordinate,
    Coupling,
    DerivationSteps,
    Friction,
    Joint,
    Limits,
    Link,
    Motor,
    Placement,
    Robot,
    base_rank,
    coordinate_units,
    velocity_names,
)
from random_robots import random_inertia
from shown_values import compare

KINDS = ["screw", "cylindrical", "universal", "planar"]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
OBLIQUE = (0.6, 0.0, 0.8)


def joint(kind: str, parent: str, axis=Z) -> Joint:
    """A joint with limits, friction and a spring that differ from coordinate to coordinate."""
    rubs = [
        Coordinate(Limits(-1.0 - k, 2.0 + k), Friction(0.1 + k, 0.2 + k, (None, 0.5, 0.9)[k]), 3.0 + k, 0.1 * k)
        for k in range(3)
    ]
    more = {"second_axis": X if axis == Z else Y} if kind == "universal" else {}
    if kind == "screw":
        more = {"pitch": 0.02, "friction": Friction(0.3, 0.2, 0.4), "stiffness": 2.0, "rest": 0.1}
    else:
        more["coordinates"] = tuple(rubs[: len(FORMS[kind].v)])
    return Joint("mid", kind, parent, "b", Placement((0.3, 0.0, 0.1)), axis, **more)


def alone(kind: str, axis=Z) -> Robot:
    link = Link("b", 2.0, (0.1, 0.05, 0.2), ((0.02, 0.001, 0.0), (0.001, 0.03, 0.0), (0.0, 0.0, 0.025)))
    return Robot(kind, (link,), (joint(kind, "base", axis),))


def between(kind: str) -> Robot:
    """A revolute joint before and after; a motor rides on the link between."""
    links = [Link(name, 1.0, (0.1, 0.0, 0.0), np.diag([0.01, 0.02, 0.03])) for name in "abc"]
    joints = [Joint("first", "revolute", "base", "a", axis=Y), joint(kind, "a")]
    joints.append(Joint("last", "revolute", "b", "c", Placement((0.2, 0.0, 0.0)), Y, friction=Friction(0.1)))
    motor = Motor("m", "last", "b", 0.3, (0.05, 0.0, 0.0), rotor_inertia=1e-3, ratio=5.0, axis=Y)
    return Robot(kind, tuple(links), tuple(joints), (motor,))


@pytest.mark.crossed
@pytest.mark.parametrize("letters", ["all", "none", "base"])
@pytest.mark.parametrize("kind", KINDS)
def test_alone(kind, letters):
    compare(alone(kind), letters=letters)


LONG = ("c", "Gamma", "T", "v", "tau", "p")
"""Quantities that take seconds to write."""


def compare_efforts(made) -> None:
    """Assert that the polynomials of τ, which are not written as formulas here, are the inverse dynamics."""
    state = np.random.default_rng(3).normal(size=(3, made.n))
    angles, values = made.symbols.ring.angles, made.values(*state)
    values = {slot: np.exp(1j * x) if slot in angles else x for slot, x in values.items()}
    tau = np.array([one.polynomial.evaluate(values) for one in made.tau])
    expected = arm.evaluate(made.model).inverse_dynamics(*state)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.crossed
@pytest.mark.parametrize("letters", ["all", "base"])
@pytest.mark.parametrize("kind", KINDS)
def test_between_revolute_joints(kind, letters):
    compare_efforts(compare(between(kind), letters=letters, without=LONG))


@pytest.mark.parametrize("kind", KINDS)
def test_coordinates_have_the_names_of_the_robot(kind):
    robot = between(kind)
    model, made = arm.model(robot), arm.equations(robot)
    assert tuple(one.name for one in made.symbols.coordinates) == velocity_names(model)
    assert tuple(one.unit for one in made.symbols.coordinates) == coordinate_units(model)["q"]
    last = velocity_names(model)[-2]
    assert f"'{last}'" in made.text("f")
    assert r"\begin" in made.latex("M", "f", document=True)


@pytest.mark.parametrize("kind", KINDS)
def test_oblique_axes(kind):
    """Joints of a row share the angles of their axis, so that a screw and a cylinder have one."""
    made = compare(alone(kind, OBLIQUE), without=LONG)
    compare_efforts(made)
    angles = [one.name for one in made.symbols.parameters.values() if one.kind == "angle"]
    assert len(angles) == (2 if kind == "planar" else 1)


@pytest.mark.parametrize("kind", KINDS)
def test_base_parameters_are_as_many_as_the_rank(kind):
    robot, rng = between(kind), np.random.default_rng(2)
    links = (replace(each, com=(0.1, 0.2, -0.15), inertia=random_inertia(rng)) for each in robot.links)
    model = arm.model(replace(robot, links=tuple(links)), motors="none", friction=False)
    found, made = base_rank(model), arm.equations(model, letters="base")
    assert found.sure
    assert len(made.base.definitions) == found.rank
    assert not any("'mid." in one.meaning for one in made.symbols.parameters.values())  # bodies without mass have none


@pytest.mark.parametrize("couple", [Coupling.linear("first", 2.0, 0.1), Coupling("first", (0.1, 1.0, 0.5))])
def test_a_screw_that_follows(couple):
    robot = between("screw")
    screw = replace(robot.joints[1], couple=couple, friction=Friction(robot.joints[1].friction.viscous))
    made = compare(replace(robot, joints=(robot.joints[0], screw, robot.joints[2])), without=LONG)
    compare_efforts(made)


@pytest.mark.parametrize("kind", KINDS)
def test_explanations(kind):
    made = arm.equations(alone(kind))
    steps = DerivationSteps(made.derivation)
    assert steps.kinetic == made.derivation.T
    assert "a row of revolute and prismatic joints" in made.explain()


@pytest.mark.parametrize("kind", ["spherical", "floating"])
def test_quaternions_have_no_equations(kind):
    robot = Robot("ball", (Link("a", 1.0, (0.1, 0.0, 0.0)),), (Joint("j", kind, "base", "a"),))
    with pytest.raises(arm.ArgumentError, match=f"'j', a {kind} joint.*three revolute joints in a row"):
        arm.equations(robot)
