"""Letters: their units, that no two things share a name, and what is said of flexible links."""

import re
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Friction, Joint, Link, Motor, Payload, Placement, Robot
from samples import some
from shown_values import compare

Z = (0.0, 0.0, 1.0)


def beam(**options):
    section = arm.parts.Section("circle", (0.02,))
    nodes = (arm.parts.BeamNode("mid", 0.3),)
    return arm.Beam(
        0.6, E=2e9, density=3000.0, stations=(arm.parts.Station(0.0, section),), G=1e9, nodes=nodes, **options
    )


def flexible(joint="revolute", **options):
    """One flexible link with a load in its middle and one at its tip."""
    root = Joint("root", joint, "base", "arm", axis=Z if joint != "fixed" else None)
    inertia = ((0.01, 0.0, 0.0), (0.0, 0.01, 0.0), (0.0, 0.0, 0.01))
    loads = tuple(Payload(f"load {node}", "arm", 0.4, (0.02, 0.0, 0.0), inertia, node=node) for node in ("mid", "tip"))
    return Robot("flexible", (Link("arm", 0.0, beam=beam(**options)),), (root,), payloads=loads, gravity=(0, -9.81, 0))


def units(made):
    return {one.name: one.unit for one in made.symbols.parameters.values()}


POWERS = {"": {}, "kg": {"kg": 1}, "m": {"m": 1}, "s": {"s": 1}, "rad": {}, "1": {}}
POWERS |= {"N": {"kg": 1, "m": 1, "s": -2}, "J": {"kg": 1, "m": 2, "s": -2}}


def dimension(text):
    """Return the powers of kg, m and s in a unit such as N·m·s/rad; angles are numbers."""
    found = np.zeros(3)
    above, *below = text.split("/")
    for part, sign in [(above, 1), *((one, -1) for one in below)]:
        for factor in part.split("·"):
            powers = POWERS[factor.rstrip("²")]
            times = sign * (2 if factor.endswith("²") else 1)
            found += times * np.array([powers.get(name, 0) for name in ("kg", "m", "s")])
    return found


def dimensions_agree(made):
    """Assert that all terms of the energies are energies, and those of efforts efforts."""
    ring, parameters = made.symbols.ring, made.symbols.parameters
    own = {slot: dimension(one.unit) for slot, one in parameters.items()}
    second = np.array([0.0, 0.0, 1.0])
    for one in made.symbols.coordinates:
        q = dimension(one.unit)
        own |= {one.q: q, one.qd: q - second, one.qdd: q - 2 * second}
        if one.sign is not None:
            own[one.sign] = 0 * q
    own |= dict.fromkeys(ring.angles, 0.0 * second)
    energy = dimension("J")
    for name in ("T", "V", "f", "tau"):
        for formula in made.formulas(name):
            polynomial = formula.polynomial
            coordinate = made.symbols.coordinates[int(re.sub(r"\D", "", formula.name) or 1) - 1]
            wanted = energy if name in "TV" else energy - dimension(coordinate.unit)
            for key in polynomial.terms if hasattr(polynomial, "terms") else ():
                total = sum(power * own[slot] for slot, power in ring.exponents(key).items())
                np.testing.assert_array_equal(total, wanted, err_msg=formula.name)


@pytest.mark.parametrize("letters", ["all", "base"])
@pytest.mark.parametrize("name", some(["khatib-rr", "planar-prr", "stanford", "khatib-rp", "rtx"], 3))
def test_units_of_the_library(name, letters):
    dimensions_agree(arm.equations(arm.library.get(name), letters=letters))


def test_units_of_sublinks():
    robot = arm.library.get("celentano-link")
    cut = replace(robot.links[0].beam, modes=None, sublinks=arm.parts.Sublinks(2, damping=0.02))
    dimensions_agree(arm.equations(replace(robot, links=(replace(robot.links[0], beam=cut), *robot.links[1:]))))


@pytest.mark.crossed
@pytest.mark.parametrize("rotary", [False, True])
@pytest.mark.parametrize("modes", [{"bending_y": 2}, {"torsion": 1, "axial": 1}, {"bending_z": 1, "axial": 1}])
def test_units_of_modes(modes, rotary):
    """The amplitude of a twist is an angle, and its integrals are those of an angle."""
    robot = flexible(modes=arm.parts.Modes(**modes, damping=(0.01,)), rotary_inertia=rotary)
    dimensions_agree(arm.equations(robot))


def test_units_of_motors_that_drive_slides():
    links = (Link("a", 1.0, (0.1, 0.0, 0.0)), Link("b", 1.0, (0.1, 0.0, 0.0)))
    joints = (
        Joint(
            "slide",
            "prismatic",
            "base",
            "a",
            axis=(1.0, 0.0, 0.0),
            friction=Friction(0.1, 0.2),
            stiffness=3.0,
            rest=0.1,
        ),
        Joint("turn", "revolute", "a", "b", Placement((0.3, 0.0, 0.0)), axis=Z, stiffness=2.0, rest=0.2),
    )
    for ratio, axis, carrier in ((1.0, None, "b"), (1.0, Z, "b"), (20.0, Z, "b"), (1.0, Z, "base"), (20.0, None, "a")):
        motor = Motor("m", "slide", carrier, 0.1, rotor_inertia=1e-3, ratio=ratio, axis=axis)
        robot = Robot("pr", links, joints, (motor,), gravity=(0.0, -3.0, -9.0))
        for letters in ("all", "base"):
            dimensions_agree(compare(robot, letters=letters))
    assert str(arm.equations(robot).entry("f1")).endswith("k1 (d1 − r1)")
    assert "k1 (d1 − r1)²" in str(arm.equations(robot).entry("V"))


def test_nodes_have_numbers_of_their_own():
    robot = flexible(modes=arm.parts.Modes(bending_y=1))
    made = compare(robot)
    names = units(made)
    assert {"mp1t", "mp1tb", "φ1e,1", "φ1eb,1"} <= names.keys()
    page = made.explain()
    frames = re.findall(r"\*\*Frame (\w+)\*\*", page)
    assert sorted(frames) == ["1", "1t", "1tb"]
    meanings = [one.meaning for one in made.symbols.parameters.values()]
    assert len(set(meanings)) == len(meanings)  # what is told apart in letters is told apart in words


def test_a_link_that_is_held_fast():
    made = compare(flexible("fixed", modes=arm.parts.Modes(bending_y=1)))
    page = made.explain()
    assert "'root' holds it fast" in page
    assert made.n == 1


@pytest.mark.parametrize("stiffening", [True, False])
def test_foreshortening_is_spoken_of_where_it_is(stiffening):
    made = compare(flexible(modes=arm.parts.Modes(bending_y=1), stiffening=stiffening))
    assert ("second order" in made.explain()) == stiffening
    assert any(name.startswith("χ") for name in units(made)) == stiffening


def test_sympy_spells_all_letters():
    made = arm.equations(flexible(modes=arm.parts.Modes(bending_y=1, damping=(0.01,))))
    names = {str(one) for name in ("M", "f") for one in made.quantity(name).sympy().free_symbols}
    assert "beta2" in names
    assert all(re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) for name in names)
