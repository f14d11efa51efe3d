"""A blade on a hub that turns: its frequencies rise with the speed as published tables say.

Without dimensions: L = ρA = EI = 1. Flap is out of the plane of rotation, chordwise in it. Tables: Wright, Smith,
Thresher and Wang, "Vibration modes of centrifugally stiffened beams", ASME J. of Applied Mechanics 49 (1982), 197–202
(flap); Hamza-Cherif and Houmat, "Natural frequencies of rotating cantilever flexible beams by using the p-version of
the finite element method", 24th ICAS Congress, 2004, table 2 (slenderness 70, coupled to stretching); Yoo and Shin,
"Vibration analysis of rotating cantilever beams", J. of Sound and Vibration 212 (1998), 807–828.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh

import armillary as arm
from beam_elements import spun_blade
from internals import SHAPE_FAMILIES, Payload
from physics.motion import Beam, Modes, Sublinks, held_rates, on_hub, unit_beam

FLAP = {  # hub radius 0: speed → the first three frequencies
    0: (3.5160, 22.0345, 61.6972),
    1: (3.6816, 22.1810, 61.8418),
    2: (4.1373, 22.6149, 62.2732),
    3: (4.7973, 23.3203, 62.9850),
    4: (5.5850, 24.2733, 63.9668),
    5: (6.4495, 25.4461, 65.2050),
    6: (7.3604, 26.8091, 66.6840),
    7: (8.2996, 28.3341, 68.3860),
    8: (9.2568, 29.9954, 70.2930),
    9: (10.2257, 31.7705, 72.3867),
    10: (11.2023, 33.6404, 74.6493),
    11: (12.1843, 35.5890, 77.0638),
    12: (13.1702, 37.6031, 79.6145),
}
FLAP_ON_A_HUB = {  # hub radius 1: speed → the first frequency
    1: 3.8888,
    2: 4.8336,
    3: 6.0817,
    4: 7.4750,
    5: 8.9403,
    6: 10.4439,
    7: 11.9691,
    8: 13.5074,
    9: 15.0541,
    10: 16.6064,
    11: 18.1626,
    12: 19.7215,
}

CHORDWISE = {2: 3.6195, 4: 3.8880, 6: 4.2393, 8: 4.6105, 10: 4.9700, 50: 7.3362}  # slenderness 70, hub radius 0


def spun(beam: Beam, radius: float, speed: float, **more: object) -> np.ndarray:
    model = arm.model(on_hub(beam, radius, **more))  # type: ignore[arg-type]
    qd = np.zeros(model.nv)
    qd[0] = speed
    return held_rates(model, qd=qd)


def elements(radius: float, speed: float, tip_mass: float = 0.0) -> np.ndarray:
    """Return the first three frequencies in flap by finite elements that the centrifugal force stretches."""
    M, K = spun_blade(radius, speed, tip_mass)
    return np.sqrt(eigh(K, M, eigvals_only=True)[:3])


def test_flap_frequencies_are_those_of_the_tables() -> None:
    beam = unit_beam(Modes(bending_z=9, shapes="polynomial"))
    for speed, published in FLAP.items():
        np.testing.assert_allclose(spun(beam, 0.0, speed)[:3], published, rtol=0, atol=1.5e-4)
    for speed, first in FLAP_ON_A_HUB.items():
        assert spun(beam, 1.0, speed)[0] == pytest.approx(first, abs=1.5e-4)


@pytest.mark.parametrize(("radius", "speed"), [(0.0, 7.0), (1.0, 3.0), (1.0, 12.0), (3.0, 5.0)])
def test_flap_frequencies_are_those_of_finite_elements(radius: float, speed: float) -> None:
    beam = unit_beam(Modes(bending_z=10, shapes="polynomial"))
    np.testing.assert_allclose(spun(beam, radius, speed)[:3], elements(radius, speed), rtol=5e-5)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_every_family_of_shapes_finds_them(family: str) -> None:
    beam = unit_beam(Modes(bending_z=8, shapes=family))
    for radius, speed in ((0.0, 6), (1.0, 12)):
        np.testing.assert_allclose(spun(beam, radius, speed)[:2], elements(radius, speed)[:2], rtol=1.5e-3)


@pytest.mark.parametrize("radius", [0.0, 1.0])
def test_sublinks_tend_to_the_same(radius: float) -> None:
    """Rigid pieces know nothing of foreshortening: the stiffening is in their geometry. The error falls as 1/ν²."""
    for speed in (0, 6, 12):
        exact = elements(radius, speed)[:2]
        few, many = (
            spun(unit_beam(sublinks=Sublinks(count, bending_y=False, bending_z=True)), radius, speed)[:2]
            for count in (8, 16)
        )
        np.testing.assert_allclose((few - exact) / (many - exact), 4, atol=0.5)
        np.testing.assert_allclose((4 * many - few) / 3, exact, rtol=1e-3)


@pytest.mark.parametrize("speed", CHORDWISE)
def test_chordwise_frequencies_coupled_to_stretching(speed: float) -> None:
    beam = unit_beam(Modes(bending_y=12, axial=8, shapes="polynomial"), slenderness=70.0)
    assert spun(beam, 0.0, speed)[0] == pytest.approx(CHORDWISE[speed], rel=4e-4)


@pytest.mark.parametrize("radius", [0.0, 1.0])
def test_without_stretching_the_plane_of_rotation_softens_by_the_speed(radius: float) -> None:
    """ω² in the plane is ω² across it less Ω²: exact where nothing stretches."""
    for speed in (3, 12):
        flap = spun(unit_beam(Modes(bending_z=6, shapes="polynomial")), radius, speed)
        lag = spun(unit_beam(Modes(bending_y=6, shapes="polynomial")), radius, speed)
        np.testing.assert_allclose(lag**2, flap**2 - speed**2, rtol=1e-8)


def test_without_stiffening_the_blade_softens_and_then_diverges() -> None:
    """The published tables are missed from the start: flap does not rise at all, chordwise motion loses stability."""
    linear = unit_beam(Modes(bending_y=4, bending_z=4), stiffening=False)
    across = spun(unit_beam(Modes(bending_z=4), stiffening=False), 0.0, 3.0)
    np.testing.assert_allclose(across[:3], FLAP[0], rtol=1e-5)
    assert len(spun(linear, 0.0, 3.4)) == 8
    assert len(spun(linear, 0.0, 3.6)) == 7  # beyond 3.516 the first chordwise mode has no frequency left


@pytest.mark.parametrize("family", ["polynomial", "attachment"])
def test_a_mass_at_the_tip_pulls_too(family: str) -> None:
    beam = unit_beam(Modes(bending_z=8, shapes=family))
    for radius, speed in ((0.0, 2.0), (0.5, 5.0)):
        payload = Payload("weight", "blade", 0.5)
        found = spun(beam, radius, speed, payloads=(payload,))[:3]
        np.testing.assert_allclose(found, elements(radius, speed, tip_mass=0.5), rtol=4e-4)


def test_the_finite_elements_agree_with_the_table_themselves() -> None:
    for speed in (0, 6, 12):
        np.testing.assert_allclose(elements(0.0, speed), FLAP[speed], rtol=2e-5)
