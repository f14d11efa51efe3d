"""Beams in space against Exudyn 1.13.6 (`ObjectBeamGeometricallyExact`), whose numbers are kept here.

Its elements have shear, with the rigidity GA; slender beams here do not, which is 0.1 % of the sag. Numbers are
extrapolated from 16 and 32, or 20 and 40, elements, with an error that falls as the square of their length. Polar
inertia ρ (Iy + Iz).
"""

from __future__ import annotations

import numpy as np
import pytest

import armillary as arm
from internals import Beam, Joint, Link, Modes, Payload, Robot, Section, Station

STRIP = Section("rectangle", (0.002, 0.04))
BAR = Section("rectangle", (0.004, 0.008))
LOADED = {  # mass at the tip [kg] → sag [m], circular frequencies [rad/s]; 0.87 kg tip the strip over
    0.2: (-1.23202653e-03, [4.56896928, 47.32932228, 94.37138137, 148.85894137]),
    0.5: (-2.54721381e-03, [2.6602308, 43.73826654, 63.72197642, 145.36176784]),
    0.8: (-3.86237431e-03, [1.11976684, 39.36131677, 51.27767044, 141.72447716]),
}
SHAKEN = [  # displacement of the tip [m] at 0, 0.1, …, 0.5 s; 32 elements, steps of 0.5 ms
    [-3.9e-06, 0.0, -2.5467e-03], [-5.6e-06, 1.4283e-03, -2.5477e-03], [-5.19e-05, 8.7434e-03, -2.5699e-03],
    [-2.291e-04, 1.91582e-02, -2.6627e-03], [-3.743e-04, 2.45238e-02, -2.7459e-03],
    [-3.082e-04, 2.21544e-02, -2.7082e-03],
]  # fmt: skip
FORCE, BENT = (0.0, 5.0, -15.0), [-0.22979096, 0.42799399, -0.37594499]
"""Force on the tip of the bar [N] and its displacement [m]; it turns by 55°."""


def clamped(section: Section, density: float, mass: float = 0.0, **more: object) -> Robot:
    """A beam of 1 m along x with a small body at its tip."""
    beam = Beam(1.0, 70e9, density, (Station(0.0, section),), G=27e9, **more)  # type: ignore[arg-type]
    load = (Payload("load", "beam", mass, inertia=1e-5 * np.eye(3)),) if mass else ()  # type: ignore[arg-type]
    return Robot("beam", (Link("beam", beam=beam),), (Joint("clamp", "fixed", "base", "beam"),), payloads=load)


@pytest.mark.parametrize("mass", LOADED)
def test_frequencies_of_a_strip_on_edge_under_load(mass: float) -> None:
    """The first frequency falls to a quarter; the last mass is 8 % below that at which it vanishes."""
    sag, exact = LOADED[mass]
    robot = clamped(STRIP, 2700.0, mass, modes=Modes(4, 2, 4))
    assert arm.statics(robot).deflection[2] == pytest.approx(sag, rel=1.5e-3)
    found = 2 * np.pi * arm.frequencies(robot, joints="locked").hz[:4]
    np.testing.assert_allclose(found, exact, rtol=2e-3 if mass < 0.8 else 2e-2)


@pytest.mark.parametrize("mass", LOADED)
def test_shear_of_a_strip_on_edge(mass: float) -> None:
    """With the same shear, sag agrees to 2e-5, not 1e-3, and the frequency of upright bending to 1e-4, not 5e-4."""
    sag, exact = LOADED[mass]
    robot = clamped(STRIP, 2700.0, mass, modes=Modes(4, 3, 4), shear=True, shear_factor=1.0)
    assert arm.statics(robot).deflection[2] == pytest.approx(sag, rel=2e-5)
    assert 2 * np.pi * arm.frequencies(robot, joints="locked").hz[2] == pytest.approx(exact[2], rel=1e-4)


def test_a_strip_on_edge_that_is_shaken_sideways() -> None:
    """With two modes sideways, 0.3 % remain; with four of each kind 0.1 %, which is shear."""
    robot = clamped(STRIP, 2700.0, 0.5, modes=Modes(2, 1, 4))
    push = arm.Push("tip", lambda t: np.array([0, 0, 0, 0, 0.4 * np.sin(4 * np.pi * t), 0]))
    solver = arm.solvers.DOP853(rtol=1e-8)
    run = arm.simulate(robot, 0.5, q0=arm.statics(robot).q, disturbances=[push], record=0.1, solver=solver)
    moved = run.position() - [1.0, 0.0, 0.0]
    np.testing.assert_allclose(moved[:, 1], np.array(SHAKEN)[:, 1], atol=3e-3 * 0.0245)
    np.testing.assert_allclose(moved[:, 2], np.array(SHAKEN)[:, 2], rtol=3e-3)
    np.testing.assert_allclose(moved[:, 0], np.array(SHAKEN)[:, 0], atol=1e-2 * 3.7e-4)


def test_large_deflection_in_space() -> None:
    """Five segments."""
    robot = clamped(BAR, 1e-3, modes=Modes(2, 2, 1), segments=5)
    found = arm.statics(robot, wrench=[0, 0, 0, *FORCE]).deflection
    assert np.linalg.norm(found - BENT) < 5e-3 * np.linalg.norm(BENT)
