"""A fast rotor at the tip of a beam that bends in two planes: the frequency splits into forward and backward whirl.

Beam massless, L = EI = 1; tip deflection w and slope φ as complex numbers, y + iz. A disc of mass m, transverse
inertia A and spin momentum h along the beam gives
    m ẅ + 12 w − 6 φ = 0,   A φ̈ − i h φ̇ − 6 w + 4 φ = 0                                        (1)
and with e^{iωt} the four roots of (12 − m ω²)(4 − A ω² + h ω) = 36. Positive ones whirl with the spin.

A shaft that spins about its own line with Ω whirls alone. Of a round one, with the displacement w, the rotation ψ of
its sections, moment M and shear force Q as complex numbers,
    w' = ψ + Q/κGA,  ψ' = M/EI,  M' = −Q − (ρI ω² − 2ρI Ω ω) ψ,  Q' = −ρA ω² w.                  (2)
It is clamped at one end, w = ψ = 0, and free at the other, M = Q = 0. On the shaft, frequencies are |ω − Ω|.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import brentq

import armillary as arm
from beam_elements import Section, Structure
from internals import Beam, Joint, Link, Motor, Robot
from internals import beam as described
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


def whirl(model: arm.Model, speed: float) -> np.ndarray:
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


E, G, RHO = 210e9, 80e9, 7800.0


def shaft_alone(section: described.Section, length: float, spin: float, kappa: float) -> np.ndarray:
    """Return the frequencies ω of (2), forward ones positive, up to the third pair [rad/s]."""
    EI, L = E * section.Iz, length
    shear = EI / (kappa * G * section.area * L**2) if kappa else 0.0

    def free_end(w: float) -> float:
        turning = RHO * section.Iz * (w * w - 2 * spin * w) * L**2 / EI
        A = np.array(
            [[0, 1, 0, shear], [0, 0, 1, 0], [0, -turning, 0, -1], [-RHO * section.area * w * w * L**4 / EI, 0, 0, 0]]
        )
        return float(np.linalg.det(expm(A)[2:, 2:]))

    unit, roots = np.sqrt(EI / (RHO * section.area)) / L**2, []
    for sign in (1.0, -1.0):
        at = sign * unit * np.linspace(0.05, 70.0, 350)
        signs = np.sign([free_end(w) for w in at])
        roots += [brentq(free_end, at[k], at[k + 1], xtol=1e-10 * unit) for k in np.flatnonzero(np.diff(signs))]
    return np.array(roots)


@pytest.mark.parametrize("ratio", [5.0, 30.0])
@pytest.mark.parametrize("shape", ["circle", "tube"])
def test_a_shaft_whirls_by_its_own_spin(shape: str, ratio: float) -> None:
    """Thick and slender shafts with default settings: forward and backward whirl against the closed form."""
    d = 0.04
    section = described.Section(shape, (d,) if shape == "circle" else (d, 0.7 * d))  # type: ignore[arg-type]
    beam = Beam(ratio * d, E, RHO, (described.Station(0.0, section),), G=G, modes=Modes(3, 3))
    spindle = Joint("spin", "revolute", "base", "shaft", axis=(1.0, 0.0, 0.0))
    model = arm.model(Robot("shaft", (Link("shaft", beam=beam),), (spindle,), gravity=(0.0, 0.0, 0.0)))
    kappa = section.shear_factor(E / (2 * G) - 1) if ratio < 20 else 0.0
    first = np.abs(shaft_alone(section, beam.length, 0.0, kappa)).min()
    for spin in (0.4 * first, 0.9 * first):
        exact = shaft_alone(section, beam.length, spin, kappa)
        lowest = np.argsort(np.abs(exact - spin))[:4]
        gap = np.abs(whirl(model, spin)[:4] - np.abs(exact - spin)[lowest])
        assert np.all(gap < 1e-4 * np.abs(exact[lowest]))
        forward, backward = exact[exact > 0].min(), -exact[exact < 0].max()
        assert forward > backward * (1 + 1e-4)
