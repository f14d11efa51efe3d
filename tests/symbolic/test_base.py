"""Base parameters: as many as the rank of the regressor says, and the equations stay what they are."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Joint, Link, Motor, Placement, Poly, Robot, base_rank, composite_body, terms_of
from odd_robots import odd_robot
from random_robots import matrix, random_inertia
from samples import some


def filled(robot):
    """Return a robot whose links have all ten parameters."""
    rng = np.random.default_rng(2)
    links = (replace(x, mass=1.0 + x.mass, com=(0.1, 0.2, -0.15), inertia=random_inertia(rng)) for x in robot.links)
    return replace(robot, links=tuple(links))


def heavy(made):
    """Return the letters of masses and inertias in M and g."""
    used = made.used(("M", "g"))
    kinds = ("base", "mass", "inertia")
    return {slot for slot, one in made.symbols.parameters.items() if slot in used and one.kind in kinds}


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "none"])
@pytest.mark.parametrize("seed", some(range(24), 12))
def test_as_many_as_the_rank_of_the_regressor(seed, motors):
    robot = odd_robot(np.random.default_rng(1000 + seed), 1 + seed % 4, often=0.15, full=True)
    found = base_rank(arm.model(robot, motors=motors, friction=False))
    assert found.sure
    made = arm.equations(arm.model(robot, motors=motors, friction=False), letters="base")
    assert len(made.base.definitions) == found.rank
    assert heavy(made) == set(made.base.definitions)  # all of them act, and nothing else does


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "reflected", "none"])
@pytest.mark.parametrize(
    "name", ["khatib-rr", "khatib-rp", "planar-3r", "planar-rrp", "stanford", "rtx", "rpr-orthogonal"]
)
def test_robots_of_the_library_with_all_parameters(name, motors):
    robot = filled(arm.library.get(name))
    model = arm.model(robot, motors=motors, friction=False)
    made = arm.equations(arm.model(robot, motors=motors, friction=False), letters="base")
    assert len(made.base.definitions) == base_rank(model).rank


def test_six_joints():
    """[Gautier1990]: 36 for a PUMA 560 without its motors."""
    made = arm.equations(arm.model(filled(arm.library.get("puma560")), motors="none", friction=False), letters="base")
    assert len(made.base.definitions) == 36


def test_parameters_that_are_zero_have_no_letter():
    made = arm.equations(arm.library.get("khatib-rr"), letters="base")
    names = {one.name for slot, one in made.symbols.parameters.items() if slot in made.base.definitions}
    assert names == {"ZZ1", "MX1", "ZZ2", "MX2"}


def written(made):
    """Return what base parameters are made of, by name, as it is written."""
    definitions = made.base.definitions.items()
    printer = made.printer
    return {made.symbols.parameters[slot].name: printer.print(made.writer.formula(x)) for slot, x in definitions}


def test_what_they_are_made_of():
    rr = arm.equations(arm.library.get("khatib-rr"), letters="base")
    assert written(rr) == {
        "MX1": "m1 lc1 + m2 l1",
        "ZZ1": "m1 lc1² + Izz1 + m2 l1²",
        "MX2": "m2 lc2",
        "ZZ2": "m2 lc2² + Izz2",
    }
    assert str(rr.entry("M11")) == "ZZ1 + ZZ2 + 2 MX2 l1 c2"


def test_rotors_that_act_like_a_link_go_with_it():
    pendulum = arm.planar([1.0], [1.0], coms=[0.5], inertias=[0.1])
    motor = Motor("motor", pendulum.joints[0].name, "base", rotor_inertia=1e-3, ratio=10.0, mass=0.1)
    made = arm.equations(replace(pendulum, motors=(motor,)), letters="base")
    assert written(made)["ZZ1"] == "m1 lc1² + Izz1 + Im1 N1²"
    assert made.evaluate("M", [0.3])[0, 0] == pytest.approx(0.25 + 0.1 + 0.1, rel=1e-14)


def test_factors_are_letters_where_they_can_be():
    """A slide along the axis of a turn, turned against it by a constant angle: its sine and cosine, no numbers."""
    turn = matrix([[np.cos(0.4), -np.sin(0.4), 0.0], [np.sin(0.4), np.cos(0.4), 0.0], [0.0, 0.0, 1.0]])
    rng = np.random.default_rng(4)
    links = tuple(Link(name, 2.0, (0.1, 0.2, 0.3), random_inertia(rng)) for name in ("a", "b"))
    z = (0.0, 0.0, 1.0)
    joints = (
        Joint("turn", "revolute", "base", "a", axis=z),
        Joint("slide", "prismatic", "a", "b", Placement((0.3, 0.0, 0.0), turn), axis=z),
    )
    robot = Robot("lift", links, joints, gravity=(0.0, -9.81, 0.0))
    made = arm.equations(robot, letters="base")
    assert len(made.base.definitions) == base_rank(arm.model(robot)).rank
    for made_of in made.base.definitions.values():
        assert all(abs(2 * c.real) == round(abs(2 * c.real)) for c in terms_of(made_of).values())
    assert any("cα2" in text.replace("(", "").replace(")", "") for text in written(made).values())


@pytest.mark.parametrize("seed", range(6))
def test_definitions_put_in_give_the_equations_in_letters(seed):
    """With what they are made of in place of base parameters, M is the same polynomial as without them."""
    robot = odd_robot(np.random.default_rng(70 + seed), 2 + seed % 2, often=0.1, full=True)
    made = arm.equations(arm.model(robot, friction=False), letters="base")
    plain = made.derivation.parts  # in the same ring
    M = composite_body.mass_matrix(plain.model, plain.q)
    for own, other in zip(made.derivation.M.flat, np.asarray(M, dtype=object).flat, strict=True):
        put_in = own.substituted(made.base.definitions) if isinstance(own, Poly) else own
        assert not terms_of(put_in - other)


def test_values_given_for_base_parameters():
    made = arm.equations(arm.library.get("khatib-rr"), letters="base")
    q = [0.2, 0.5]
    double = made.evaluate("M", q, parameters={"ZZ2": 2.0, "ZZ1": 0.0, "MX2": 0.0})
    np.testing.assert_allclose(double, [[2.0, 2.0], [2.0, 2.0]])
