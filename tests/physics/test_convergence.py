"""Arms of several beams: with more modes, and more sublinks, every discretisation tends to beam finite elements."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armillary
from beam_elements import Section as Elements
from beam_elements import Structure
from internals import SHAPE_FAMILIES, Beam, BeamNode, Joint, Link, Motor, Payload, Placement, Robot, Section, Station
from physics.motion import Modes, Sublinks, X, Z, free_frequencies

E, RHO, G = 71e9, 2710.0, 26.7e9
STRIP = Section("rectangle", (0.005, 0.04))
TUBE = Section("tube", (0.03, 0.026))
TURN = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # a quarter turn about z
BODY = 1e-3 * np.eye(3)


def rigidities(section: Section, across: float = 1.0) -> Elements:
    """Return what finite elements need; `across` stiffens all but bending along y, for arms that bend there alone."""
    stiff = (E * section.Iy * across, G * section.J * across, E * section.area * across)
    return Elements(RHO * section.area, E * section.Iz, *stiff, RHO * section.polar)


def two_links(modes: Modes | None, sublinks: Sublinks | None, angle: float = 0.0) -> Robot:
    """Two strips with the motor of the second on the tip of the first, and a load at the end."""
    beam = Beam(0.4, E, RHO, (Station(0.0, STRIP),), modes=modes, sublinks=sublinks)
    joints = (
        Joint("shoulder", "revolute", "base", "upper", axis=Z),
        Joint("elbow", "revolute", "upper", "fore", Placement(rotation=TURN if angle else np.eye(3)), axis=Z),
    )
    motor = Motor("elbow motor", "elbow", "upper", 0.9, stator_inertia=BODY, rotor_inertia=3e-6, ratio=80.0, axis=Z)
    base = Motor("base motor", "shoulder", "base", rotor_inertia=1e-5, ratio=100.0, axis=Z)
    return Robot(
        "two links",
        (Link("upper", beam=beam), Link("fore", beam=beam)),
        joints,
        motors=(base, motor),
        payloads=(Payload("load", "fore", 0.2, inertia=BODY / 10),),
    )


def two_links_elements(angle: float, motors: str = "full") -> np.ndarray:
    structure = Structure()
    section = rigidities(STRIP, across=1e3)
    root, shoulder = structure.hinge(structure.clamp, Z)
    structure.mass.append((shoulder[None], np.array([[1e-5 * 100.0**2]])))
    wrist = structure.beam(root, np.eye(3), 0.4, section, 8)
    structure.body(wrist, 0.9, BODY)
    fore, elbow = structure.hinge(wrist, Z)
    if motors == "full":
        structure.rotor(wrist, Z, 3e-6, 80.0, elbow)
    else:
        structure.mass.append((elbow[None], np.array([[3e-6 * 80.0**2]])))
    tip = structure.beam(fore, TURN.T if angle else np.eye(3), 0.4, section, 8)
    structure.body(tip, 0.2, BODY / 10)
    return structure.frequencies(4)


@pytest.mark.crossed
@pytest.mark.parametrize("angle", [0.0, 90.0])
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_two_links_with_motors(family: str, angle: float) -> None:
    exact = two_links_elements(angle)
    errors = []
    for count in (2, 4, 8):
        model = armillary.model(two_links(Modes(bending_y=count, shapes=family), None, angle))
        found = free_frequencies(model)[:4]
        assert np.all(found > exact * (1 - 2e-4))  # Ritz: from above, up to what stretches in the elements
        errors.append(np.max(found / exact - 1))
    assert errors[2] < errors[1] < errors[0]
    free_end = {"cantilever": 0.06, "tip-mass": 0.06, "loaded": 0.01}
    assert errors[2] < free_end.get(family, 5e-4)


@pytest.mark.parametrize("angle", [0.0, 90.0])
def test_two_links_of_sublinks(angle: float) -> None:
    exact = two_links_elements(angle)
    few, many = (free_frequencies(armillary.model(two_links(None, Sublinks(n), angle)))[:4] for n in (6, 12))
    assert np.max(np.abs(many / exact - 1)) < 0.03
    np.testing.assert_allclose((4 * many - few) / 3, exact, rtol=3e-3)


def test_both_discretisations_tend_to_each_other() -> None:
    modes = free_frequencies(armillary.model(two_links(Modes(bending_y=6, shapes="attachment"), None)))[:4]
    gaps = [
        np.max(np.abs(free_frequencies(armillary.model(two_links(None, Sublinks(count))))[:4] / modes - 1))
        for count in (3, 6, 12)
    ]
    assert gaps[0] > 3 * gaps[1] > 9 * gaps[2]


@pytest.mark.parametrize("motors", ["full", "reflected"])
def test_motors_full_and_reflected_differ_and_both_are_right(motors: str) -> None:
    robot = two_links(Modes(bending_y=6, shapes="attachment"), None)
    found = free_frequencies(armillary.model(robot, motors=motors))[:4]
    np.testing.assert_allclose(found, two_links_elements(0.0, motors), rtol=1e-4)
    other = {"full": "reflected", "reflected": "full"}[motors]
    assert np.abs(found / two_links_elements(0.0, other) - 1).max() > 2e-3


def l_arm(modes: Modes | None, sublinks: Sublinks | None = None) -> Robot:
    """A tube that turns about the vertical, and one that stands on its tip behind a joint along the first."""
    beam = Beam(0.6, E, RHO, (Station(0.0, TUBE),), G=G, modes=modes, sublinks=sublinks)
    upright = replace(beam, length=0.5, axis=tuple(Z), normal=tuple(X))
    joints = (
        Joint("swing", "revolute", "base", "boom", axis=Z),
        Joint("roll", "revolute", "boom", "mast", axis=X),
    )
    motor = Motor(
        "roll motor",
        "roll",
        "boom",
        1.0,
        stator_inertia=BODY,
        rotor_inertia=2e-5,
        ratio=50.0,
        axis=X,
        position=(-0.05, 0, 0),
    )
    load = Payload("load", "mast", 0.8, com=(0.0, 0.06, 0.0), inertia=2 * BODY)
    links = (Link("boom", beam=beam), Link("mast", beam=upright))
    return Robot("L arm", links, joints, motors=(motor,), payloads=(load,))


def l_arm_elements(count: int) -> np.ndarray:
    structure = Structure()
    root, _ = structure.hinge(structure.clamp, Z)
    corner = structure.beam(root, np.eye(3), 0.6, rigidities(TUBE), 6)
    structure.body(corner, 1.0, BODY, np.array([-0.05, 0.0, 0.0]))
    behind, roll = structure.hinge(corner, X)
    structure.rotor(corner, X, 2e-5, 50.0, roll)
    axes = np.array([Z, X, np.cross(Z, X)])
    structure.body(structure.beam(behind, axes, 0.5, rigidities(TUBE), 6), 0.8, 2 * BODY, np.array([0, 0.06, 0]))
    return structure.frequencies(count)


@pytest.mark.parametrize("family", ["attachment", "polynomial", "tip-mass"])
def test_spatial_arm_of_tubes_with_bending_torsion_and_stretching(family: str) -> None:
    exact = l_arm_elements(6)
    errors = []
    for count in (2, 4):
        modes = Modes(bending_y=count, bending_z=count, torsion=count, axial=count, shapes=family)
        errors.append(np.max(free_frequencies(armillary.model(l_arm(modes)))[:6] / exact - 1))
    assert errors[1] < errors[0]
    assert errors[1] < (3e-3 if family != "tip-mass" else 0.08)


def test_spatial_arm_of_sublinks() -> None:
    """Sublinks do not stretch: against modes that do not either."""
    modes = Modes(bending_y=5, bending_z=5, torsion=4, shapes="attachment")
    exact = free_frequencies(armillary.model(l_arm(modes)))[:5]
    few, many = (
        free_frequencies(armillary.model(l_arm(None, Sublinks(count, True, True, True))))[:5] for count in (4, 8)
    )
    assert np.max(np.abs(many / exact - 1)) < 0.02
    np.testing.assert_allclose((4 * many - few) / 3, exact, rtol=3e-3)


@pytest.mark.parametrize("family", ["cantilever", "polynomial"])
def test_a_joint_and_a_mass_at_mid_span(family: str) -> None:
    """What sits between the ends bends the beam sharply, which smooth shapes approach slowly, and from above."""
    joints = (
        Joint("clamp", "fixed", "base", "beam"),
        Joint("hinge", "revolute", "beam", "arm", axis=Z, node="middle"),
    )
    motor = Motor("motor", "hinge", "beam", 0.5, (0, 0, 0), BODY, rotor_inertia=1e-5, ratio=30.0, axis=Z, node="middle")
    arm = Beam(0.3, E, RHO, (Station(0.0, STRIP),), modes=Modes(bending_y=6, shapes="polynomial"))
    errors = []
    for count in (4, 8, 16):
        modes = Modes(bending_y=count, shapes=family)
        beam = Beam(0.6, E, RHO, (Station(0.0, STRIP),), nodes=(BeamNode("middle", 0.25),), modes=modes)
        robot = Robot("branch", (Link("beam", beam=beam), Link("arm", beam=arm)), joints, motors=(motor,))
        errors.append(free_frequencies(armillary.model(robot))[:3] / mid_span_elements() - 1)
    assert np.all(errors[0] > errors[1])
    assert np.all(errors[1] > errors[2])
    assert np.all(errors[2] > -2e-4)
    assert np.all(errors[2] < [5e-4, 2e-3, 0.03])


def mid_span_elements() -> np.ndarray:
    """A second beam on a hinge in the middle of the first, with its motor."""
    structure = Structure()
    section = rigidities(STRIP, across=1e3)
    middle = structure.beam(structure.clamp, np.eye(3), 0.25, section, 5)
    structure.beam(middle, np.eye(3), 0.35, section, 7)
    structure.body(middle, 0.5, BODY)
    side, hinge = structure.hinge(middle, Z)
    structure.rotor(middle, Z, 1e-5, 30.0, hinge)
    structure.beam(side, np.eye(3), 0.3, section, 6)
    return structure.frequencies(3)
