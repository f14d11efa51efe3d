"""Beams that shear, with default settings, against Timoshenko's finite elements, closed forms and each other."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
import beam_elements
from internals import (
    SHAPE_FAMILIES,
    Beam,
    BeamNode,
    Joint,
    Link,
    Modes,
    Payload,
    Robot,
    Section,
    Station,
    Sublinks,
    beam_field,
    composite_body,
    energy,
    frequency_warnings,
    newton_euler,
    thickness_notes,
)
from physics.motion import clamped, linear
from random_flexible import random_flexible_state
from samples import some

E, G, RHO = 70e9, 27e9, 2700.0
DEPTH = 0.06
SECTIONS = {
    "rectangle": Section("rectangle", (DEPTH, 0.8 * DEPTH)),
    "circle": Section("circle", (DEPTH,)),
    "tube": Section("tube", (DEPTH, 0.8 * DEPTH)),
    "general": Section("general", (DEPTH**2, DEPTH**4 / 12, DEPTH**4 / 15, DEPTH**4 / 8)),
}


def scaled(section: Section, by: float) -> Section:
    powers = (2, 4, 4, 4) if section.shape == "general" else (1,) * len(section.size)
    return Section(section.shape, tuple(size * by**power for size, power in zip(section.size, powers, strict=True)))


def stations(section: Section, length: float, form: str) -> tuple[Station, ...]:
    if form == "tapered":
        return Station(0.0, section), Station(length, scaled(section, 0.5))
    if form == "stepped":
        step = 0.4 * length
        return Station(0.0, section), Station(step, section), Station(step, scaled(section, 0.7))
    return (Station(0.0, section),)


def thick(ratio: float, shape: str = "rectangle", form: str = "uniform", **more: object) -> Beam:
    length = ratio * DEPTH
    return Beam(length, E, RHO, stations(SECTIONS[shape], length, form), G=G, **more)  # type: ignore[arg-type]


def cowper(section: Section) -> float:
    """Return the shear factor, written anew: Cowper's table with ν of E and G."""
    nu = E / (2 * G) - 1
    if section.shape in ("rectangle", "general"):
        return 10 * (1 + nu) / (12 + 11 * nu)
    m2 = (section.size[1] / section.size[0]) ** 2 if section.shape == "tube" else 0.0
    return 6 * (1 + nu) * (1 + m2) ** 2 / ((7 + 6 * nu) * (1 + m2) ** 2 + (20 + 12 * nu) * m2)


def by_elements(beam: Beam, load: Payload | None, count: int, elements: int = 40) -> np.ndarray:
    """Return the first natural frequencies of the clamped beam with a body at its tip [Hz]."""

    def along(number: object):
        return lambda x: float(number(beam.section(x)))  # type: ignore[operator]

    section = beam_elements.Section(
        along(lambda s: RHO * s.area),
        along(lambda s: E * s.Iz),
        along(lambda s: E * s.Iy),
        along(lambda s: 1e3 * E * s.Iy),  # neither twists nor stretches
        along(lambda s: 1e3 * E * s.area),
        along(lambda s: RHO * (s.Iy + s.Iz)),
        along(lambda s: cowper(s) * G * s.area),
        along(lambda s: cowper(s) * G * s.area),
        along(lambda s: RHO * s.Iz),
        along(lambda s: RHO * s.Iy),
    )
    structure = beam_elements.Structure()
    tip = structure.beam(structure.clamp, np.eye(3), beam.length, section, elements)
    if load is not None:
        structure.body(tip, load.mass, np.array(load.inertia), np.array(load.com))
    return structure.frequencies(count)


CASES = [(ratio, shape, form) for ratio in (2.0, 5.0, 12.0) for shape in SECTIONS for form in ("uniform", "tapered")]
CASES += [(ratio, "rectangle", "stepped") for ratio in (2.0, 5.0)]
CASES = [CASES[k] for k in np.random.default_rng(1).permutation(len(CASES))]  # a sample has every kind


@pytest.mark.parametrize("loaded", [False, True], ids=["free", "loaded"])
@pytest.mark.parametrize(("ratio", "shape", "form"), some(CASES, 8))
def test_two_default_modes_a_plane_against_finite_elements(ratio: float, shape: str, form: str, loaded: bool) -> None:
    """Thick, tapered, stepped and short beams, alone and with a body beyond the tip, to half a per cent."""
    beam = thick(ratio, shape, form, modes=Modes(bending_y=2, bending_z=2))
    load = None
    if loaded:
        about = 0.3 * beam.mass * beam.length**2 * np.diag([0.01, 0.02, 0.03])
        load = Payload("load", "beam", 0.7 * beam.mass, (0.1 * beam.length, 0.0, 0.0), about)
    found = arm.frequencies(clamped(beam, payloads=(load,) if load else ())).hz
    np.testing.assert_allclose(found, by_elements(beam, load, 4), rtol=1e-3)
    slender = replace(beam, shear=False, rotary_inertia=False)
    without = arm.frequencies(clamped(slender, payloads=(load,) if load else ())).hz
    assert np.all(without > found)


def test_bodies_along_a_thick_beam_against_finite_elements() -> None:
    """The shear force and the moment jump at a node with a body; so do the strains of its modes."""
    at, length = 2 * DEPTH, 5 * DEPTH
    beam = thick(5.0, nodes=(BeamNode("middle", at),), modes=Modes(2, 2))
    inertia = 1e-3 * np.diag([1.0, 2.0, 3.0])
    bodies = (
        Payload("near", "beam", 4.0, inertia=inertia, node="middle"),
        Payload("far", "beam", 1.0, inertia=inertia),
    )
    section = SECTIONS["rectangle"]
    A, Iy, Iz, S = section.area, section.Iy, section.Iz, cowper(section) * G * section.area
    rigidities = (E * Iz, E * Iy, 1e3 * E * Iy, 1e3 * E * A)
    elements = beam_elements.Section(RHO * A, *rigidities, RHO * (Iy + Iz), S, S, RHO * Iz, RHO * Iy)
    structure = beam_elements.Structure()
    middle = structure.beam(structure.clamp, np.eye(3), at, elements, 16)
    tip = structure.beam(middle, np.eye(3), length - at, elements, 24)
    structure.body(beam_elements.pad(middle, structure.count), 4.0, inertia)
    structure.body(tip, 1.0, inertia)
    found = arm.frequencies(clamped(beam, payloads=bodies)).hz
    np.testing.assert_allclose(found, structure.frequencies(4), rtol=1e-3)


def test_elastic_joints_that_slide_have_the_ratio_of_damping() -> None:
    beam = thick(4.0, sublinks=Sublinks(4, True, True, damping=0.02))
    np.testing.assert_allclose(arm.frequencies(clamped(beam)).damping[:2], 0.02, rtol=1e-6)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_every_family_with_its_usual_number_of_modes(family: str) -> None:
    load = Payload("load", "beam", 0.5)
    count = {"polynomial": 5, "attachment": 4, "cantilever": 12}.get(family, 2)  # cantilever modes know no load
    beam = thick(4.0, modes=Modes(bending_y=count, bending_z=count, shapes=family))  # type: ignore[arg-type]
    found = arm.frequencies(clamped(beam, payloads=(load,))).hz[:4]
    np.testing.assert_allclose(found, by_elements(beam, load, 4), rtol=5e-3)


def test_sublinks_and_segments_against_finite_elements() -> None:
    beam = thick(4.0)
    exact = by_elements(beam, None, 4)
    errors = []
    for count in (5, 10):
        cut = replace(beam, sublinks=Sublinks(count, True, True))
        errors.append(arm.frequencies(clamped(cut)).hz[:4] / exact - 1)
    assert np.abs(errors[1]).max() < 5e-3
    assert np.abs(errors[1]).max() < 0.35 * np.abs(errors[0]).max()  # of the order 1/ν²
    parts = replace(beam, modes=Modes(2, 2), segments=3)
    np.testing.assert_allclose(arm.frequencies(clamped(parts)).hz[:4], exact, rtol=5e-3)


@pytest.mark.parametrize(
    "how",
    [{"modes": Modes(bending_y=2)}, {"sublinks": Sublinks(10)}, {"modes": Modes(bending_y=2), "segments": 2}]
    + [{"modes": Modes(bending_y=2, shapes=family)} for family in ("attachment", "polynomial")],  # type: ignore[arg-type]
    ids=["loaded", "sublinks", "segments", "attachment", "polynomial"],
)
def test_deflection_under_a_force_at_the_tip(how: dict[str, object]) -> None:
    """PL³/3EI + PL/κGA. A body at the tip makes the first modes of the family "loaded" those of a force there."""
    beam, force = thick(3.0, **how), 100.0
    section, body = SECTIONS["rectangle"], Payload("load", "beam", 50.0)
    EI, S = E * section.Iz, cowper(section) * G * section.area
    exact = force * beam.length**3 / (3 * EI) + force * beam.length / S
    assert force * beam.length / S > 0.05 * exact
    robot = clamped(beam, payloads=() if beam.sublinks else (body,))
    found = arm.statics(robot, wrench=[0, 0, 0, 0, force, 0])
    bent = 1 - 1 / (4 * 10**2) if beam.sublinks else 1.0  # the known error of elastic joints in bending
    expected = exact - (1 - bent) * force * beam.length**3 / (3 * EI)
    assert found.deflection[1] == pytest.approx(expected, rel=1e-4 if beam.sublinks else 5e-4)


def test_a_push_buckles_a_thick_column_at_the_load_of_haringx() -> None:
    """P (1 + P/κGA) = π²EI/4L² for strains in the axes of the turned section."""
    beam = thick(3.0, modes=Modes(bending_y=6, shapes="attachment"))
    section = SECTIONS["rectangle"]
    S, euler = cowper(section) * G * section.area, np.pi**2 * E * section.Iz / (4 * beam.length**2)
    critical = S / 2 * (np.sqrt(1 + 4 * euler / S) - 1)
    assert critical < 0.95 * euler
    lowest = []
    for load in (0.5, 1.0):
        body = Payload("load", "beam", load * critical / 9.81, inertia=1e-9 * np.eye(3))
        light = replace(beam, density=1e-6)
        model = arm.model(clamped(light, np.array([-9.81, 0, 0]), (body,)))
        K = linear(model, model.neutral, np.zeros(model.nv))[2]
        lowest.append(np.linalg.eigvalsh(K)[0] / np.linalg.eigvalsh(model.stiffness)[0])
    assert lowest[0] > 0.3
    assert abs(lowest[1]) < 2e-3


def test_slender_beams_do_not_change() -> None:
    """From a ratio of 20 on nothing shears; with shear the frequencies tend to those of Euler and Bernoulli."""
    modes = Modes(bending_y=2)
    assert not thick(20.0, modes=modes).shears
    assert thick(19.9, modes=modes).shears
    assert not thick(19.9, modes=Modes(torsion=1, axial=1)).shears
    assert not thick(19.9, modes=modes, shear=False).shears
    assert thick(30.0, modes=modes, shear_factor=0.5).shears
    flat = Beam(0.4, E, RHO, (Station(0.0, Section("rectangle", (0.005, 0.04))),))
    assert not replace(flat, modes=modes).shears
    assert replace(flat, modes=Modes(bending_z=1)).shears
    assert replace(thick(40.0), modes=modes, segments=10).shears is False
    gaps = []
    for ratio in (50.0, 100.0):
        plain, sheared = (
            arm.frequencies(clamped(thick(ratio, modes=modes, shear=shear))).hz for shear in (False, True)
        )
        gaps.append(plain / sheared - 1)
    assert np.all(gaps[0] > 0)
    np.testing.assert_allclose(gaps[0] / gaps[1], 4.0, rtol=0.02)


@pytest.mark.parametrize(("ratio", "modes"), [(20.0, 3), (10.0, 1), (10.0, 2)])
def test_the_warning_has_the_error(ratio: float, modes: int) -> None:
    beam = thick(ratio, modes=Modes(bending_y=modes), shear=False)
    off, on = (arm.frequencies(clamped(replace(beam, shear=shear))) for shear in (False, True))
    true = off.hz[-1] / on.hz[-1] - 1
    texts = [text for text in off.warnings if "without shear" in text]
    if true < 0.005:
        assert not texts
    elif true > 0.015:
        stated = float(texts[0].split("about ")[1].split(" %")[0]) / 100
        assert stated == pytest.approx(true, rel=0.06)
    assert not any("without shear" in text for text in on.warnings)


def test_thick_beams_say_so() -> None:
    beam = replace(thick(5.0, "general", modes=Modes(bending_y=2)), G=None)
    (note,) = thickness_notes(clamped(beam))
    assert "5" in note
    assert "Poisson's ratio 0.3" in note
    assert "shear factor that of a rectangle" in note
    assert not thickness_notes(clamped(replace(beam, shear=True)))
    assert note in arm.frequencies(clamped(beam)).remarks()
    assert note in arm.check(clamped(beam), states=2).notes
    assert frequency_warnings(clamped(replace(beam, shear=False)))
    assert arm.statics(clamped(replace(beam, shear=False))).warnings


def test_shear_factors_of_the_books() -> None:
    """Cowper's table at ν = 0.3: rectangle, circle, and a thin tube, 2(1 + ν)/(4 + 3ν)."""
    assert Section("rectangle", (1.0, 2.0)).shear_factor(0.3) == pytest.approx(0.8497, abs=5e-5)
    assert Section("circle", (1.0,)).shear_factor(0.3) == pytest.approx(0.8864, abs=5e-5)
    assert Section("tube", (1.0, 0.9999)).shear_factor(0.3) == pytest.approx(2.6 / 4.9, rel=1e-6)
    both = thick(3.0, shear_factor=(0.5, 0.7))
    section = both.stations[0].section
    assert both.shear_area(section, "y") == 0.5 * section.area
    assert both.shear_area(section, "z") == 0.7 * section.area
    assert thick(3.0, shear_factor=0.6).shear_area(section, "z") == 0.6 * section.area


def arm_of_thick_links(**how: object) -> Robot:
    """Two thick links in space, with a payload, of different sections."""
    first = thick(6.0, "tube", "tapered", nodes=(BeamNode("middle", 3 * DEPTH),), **how)
    second = thick(4.0, "rectangle", **how)
    links = (Link("upper", beam=first), Link("fore", beam=second))
    joints = (
        Joint("shoulder", "revolute", "base", "upper", axis=(0.0, 1.0, 0.0)),
        Joint("elbow", "revolute", "upper", "fore", axis=(0.0, 0.6, 0.8)),
    )
    return Robot("thick", links, joints, payloads=(Payload("tool", "fore", 1.0),))


HOW = {
    "modes": {"modes": Modes(2, 1, 1)},
    "sublinks": {"sublinks": Sublinks(2, True, True, True, 0.01)},
    "segments": {"modes": Modes(1, 1, shapes="attachment", damping=(0.01,)), "segments": 2},
}


@pytest.mark.parametrize("kind", HOW)
def test_formulations_agree_and_values_travel(kind: str) -> None:
    robot = arm_of_thick_links(**HOW[kind])
    model = arm.model(robot)
    assert len(model.elastic) == sum(link.beam.freedoms for link in robot.links)  # type: ignore[union-attr]
    q, qd, qdd = random_flexible_state(np.random.default_rng(2), model)
    expected = energy.inverse_dynamics(model, q, qd, qdd)
    found = newton_euler.inverse_dynamics(model, q, qd, qdd)
    np.testing.assert_allclose(found, expected, atol=1e-10 * np.abs(expected).max())
    assert np.all(np.linalg.eigvalsh(composite_body.mass_matrix(model, q)) > 0)
    sent = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(newton_euler.inverse_dynamics(sent, q, qd, qdd), found)


def test_free_moduli_scale_bending_and_shear_apart() -> None:
    """E and G as free parameters give the frequencies of a robot with those moduli; modes keep their shapes."""
    for how, tolerance in (({"modes": Modes(bending_y=3)}, 0.01), ({"sublinks": Sublinks(2)}, 1e-9)):
        robot = clamped(thick(4.0, shear_factor=0.85, **how))
        free = arm.model(robot, free=["beam.beam.E", "beam.beam.G"])
        own = arm.frequencies(robot).hz
        np.testing.assert_allclose(arm.frequencies(free.with_values([1.44 * E, 1.44 * G])).hz, 1.2 * own, rtol=1e-9)
        other = arm.frequencies(clamped(replace(robot.links[0].beam, E=1.3 * E, G=0.8 * G)))  # type: ignore[type-var]
        found = arm.frequencies(free.with_values([1.3 * E, 0.8 * G]))
        assert found.hz[0] == pytest.approx(other.hz[0], rel=tolerance)


def test_moments_stretch_the_fibres_of_a_thick_beam() -> None:
    """A force at the tip strains the fibre of a gauge by P (L − x) c / EI, however much the beam shears."""
    section = SECTIONS["rectangle"]
    for how in ({"modes": Modes(bending_y=2, shapes="attachment")}, {"sublinks": Sublinks(8)}):
        beam = thick(3.0, **how)
        at, force = 0.4 * beam.length, 1000.0
        found = arm.statics(clamped(beam), wrench=[0, 0, 0, 0, force, 0])
        model = found.model
        gauge = arm.sensors.StrainGauge("beam", at)
        first, factors = gauge._factors(model)
        strain = factors @ found.q[first : first + len(factors)]
        expected = -force * (beam.length - at) * DEPTH / 2 / (E * section.Iz)
        assert strain == pytest.approx(expected, rel=0.01)


def test_fields_with_shear_have_no_energy_left_out() -> None:
    """The stiffness is that of bending and of shear, and the shear part of it is known."""
    field = beam_field(thick(2.5, modes=Modes(bending_y=3, bending_z=2, torsion=1)))
    assert field.sheared is not None
    values = np.linalg.eigvalsh(field.stiffness - field.sheared)
    assert values.min() > 0
    assert np.linalg.eigvalsh(field.sheared)[1:].min() > 0  # torsion has none
