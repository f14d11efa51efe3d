"""A fast rotor at the tip of a beam that bends in two planes: the frequency splits into forward and backward whirl.

Beam massless, L = EI = 1; tip deflection w and slope φ as complex numbers, y + iz. A disc of mass m, transverse
inertia A and spin momentum h along the beam gives
    m ẅ + 12 w − 6 φ = 0,   A φ̈ − i h φ̇ − 6 w + 4 φ = 0                                        (1)
and with e^{iωt} the four roots of (12 − m ω²)(4 − A ω² + h ω) = 36. Positive ones whirl with the spin.
"""

from __future__ import annotations

import numpy as np
import pytest

import armillary as arm
from armillary.description.beam import Beam
from armillary.description.robot import Joint, Link, Motor, Robot
from armillary.multibody import Model
from beam_elements import Section, Structure
from physics.motion import Modes, Sublinks, linear, rates, unit_beam

MASS, TRANSVERSE, POLAR = 1.0, 0.3, 0.4


def disc_on_a_spindle(beam: Beam) -> Robot:
    """The disc is a link of its own, which turns on a joint along the beam."""
    disc = Link("disc", MASS, inertia=np.diag([POLAR, TRANSVERSE, TRANSVERSE]))
    joints = (
        Joint("clamp", "fixed", "base", "beam"),
        Joint("spindle", "revolute", "beam", "disc", axis=(1.0, 0.0, 0.0)),
    )
    return Robot("spindle", (Link("beam", beam=beam), disc), joints, gravity=(0.0, 0.0, 0.0))


def rotor_of_a_motor(beam: Beam) -> Robot:
    """The disc is the rotor of a motor at the tip, geared a hundred times to a joint whose link is next to nothing."""
    motor = Motor(
        "wheel",
        "spindle",
        "beam",
        mass=MASS,
        stator_inertia=np.diag([POLAR, TRANSVERSE, TRANSVERSE]),
        rotor_inertia=POLAR,
        ratio=100.0,
        axis=(1.0, 0.0, 0.0),
    )
    speck = Link("disc", 1e-9, inertia=1e-12 * np.eye(3))
    plain = disc_on_a_spindle(beam)
    return Robot("wheel", (plain.links[0], speck), plain.joints, motors=(motor,), gravity=(0.0, 0.0, 0.0))


def whirl(model: Model, speed: float) -> np.ndarray:
    """Return the frequencies of all that bends while the joint turns at a constant speed."""
    qd = np.zeros(model.nv)
    qd[0] = speed
    M, D, K = linear(model, model.neutral, qd)
    return rates(M[1:, 1:], D[1:, 1:], K[1:, 1:])


def analytic(h: float) -> np.ndarray:
    roots = np.roots([MASS * TRANSVERSE, -MASS * h, -(4 * MASS + 12 * TRANSVERSE), 12 * h, 12.0])
    assert np.abs(roots.imag).max() < 1e-12
    return np.sort(np.abs(roots.real))


@pytest.mark.crossed
@pytest.mark.parametrize("spin", [0.0, 2.0, 15.0, -15.0])
@pytest.mark.parametrize("make", [disc_on_a_spindle, rotor_of_a_motor])
@pytest.mark.parametrize("shapes", ["attachment", "polynomial"])
def test_forward_and_backward_whirl(make: object, spin: float, shapes: str) -> None:
    beam = unit_beam(Modes(bending_y=2, bending_z=2, shapes=shapes), density=1e-9)
    geared = 100.0 if make is rotor_of_a_motor else 1.0
    found = whirl(arm.model(make(beam)), spin / geared)  # type: ignore[operator]
    np.testing.assert_allclose(found, analytic(POLAR * spin), rtol=1e-6)


def test_a_rotor_that_only_reflects_does_not_whirl() -> None:
    beam = unit_beam(Modes(bending_y=2, bending_z=2, shapes="attachment"), density=1e-9)
    found = whirl(arm.model(rotor_of_a_motor(beam), motors="reflected"), 0.15)
    np.testing.assert_allclose(found, analytic(0.0), rtol=1e-6)


def test_a_fast_rotor_splits_the_first_pair_widely() -> None:
    still, fast = analytic(0.0), analytic(POLAR * 15)
    assert still[0] == pytest.approx(still[1])
    assert fast[0] < 0.5 * still[0]
    assert fast[1] > 1.3 * still[1]


def test_whirl_of_a_beam_with_mass_against_finite_elements() -> None:
    beam = unit_beam(Modes(bending_y=6, bending_z=6, shapes="attachment"))
    structure = Structure()
    section = Section(1.0, 1.0, 1.0, 1e3, 1e6, 1e-3)
    tip = structure.beam(structure.clamp, np.eye(3), 1.0, section, 10)
    structure.body(tip, MASS, np.diag([POLAR, TRANSVERSE, TRANSVERSE]))
    structure.spin(tip, np.array([POLAR * 6.0, 0.0, 0.0]))
    across = np.sort(np.concatenate([np.arange(k, structure.count, 6) for k in (1, 2, 4, 5)]))
    M, K, G = (matrix[np.ix_(across, across)] for matrix in (*structure.matrices(), structure.gyration()))
    expected = rates(M, G, K)
    np.testing.assert_allclose(whirl(arm.model(disc_on_a_spindle(beam)), 6.0)[:6], expected[:6], rtol=1e-4)


def test_sublinks_whirl_too() -> None:
    beam = unit_beam(sublinks=Sublinks(8, bending_y=True, bending_z=True), density=1e-9)
    found = whirl(arm.model(disc_on_a_spindle(beam)), 15.0)
    np.testing.assert_allclose(found[:3], analytic(POLAR * 15.0)[:3], rtol=0.02)
