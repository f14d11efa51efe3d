"""Beams under their own weight: they sag, a standing one softens until it buckles, a hanging one stiffens.

A standing column buckles at ρA g L³/EI = 7.8373 (Greenhill, "Determination of the greatest height consistent with
stability that a vertical pole or mast can be made", Proc. Cambridge Phil. Soc. 4 (1881), 65–73): 9/4 of the square of
the first zero of the Bessel function of order −1/3. How frequencies change with the weight: Virgin, Santillan and
Holland, "Effect of gravity on the vibration of vertical cantilevers", Mechanics Research Communications 34 (2007).
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.optimize import brentq
from scipy.special import jv

import armillary as arm
from beam_elements import Section, Structure
from internals import SHAPE_FAMILIES, Payload, bias, pose
from physics.motion import Beam, Modes, Sublinks, X, Z, clamped, elastic, general, held_rates, linear, unit_beam

GREENHILL = 9 / 4 * brentq(lambda z: jv(-1 / 3, z), 1.5, 2.5) ** 2


def settled(model: arm.Model) -> np.ndarray:
    """Return the configuration in which everything that bends is at rest, joints at zero: Newton's method."""
    q, still, own = model.neutral.copy(), np.zeros(model.nv), elastic(model)
    for _ in range(20):
        _, _, K = linear(model, q, still)
        step = np.linalg.solve(K[own, own], np.asarray(bias(model, q, still), dtype=float)[own])
        q[own] -= step
        if np.abs(step).max() < 1e-14:
            break
    return q


def critical_weight(modes: Modes | None, sublinks: Sublinks | None, tip_load: bool = False) -> float:
    """Return the weight at which the stiffness of a standing beam becomes singular."""

    def stiffness(weight: float) -> np.ndarray:
        beam = unit_beam(modes, sublinks, **({"density": 1e-9} if tip_load else {}))
        payloads = (Payload("load", "beam", 1.0),) if tip_load else ()
        model = arm.model(clamped(beam, gravity=-weight * X, payloads=payloads))
        return linear(model, model.neutral, np.zeros(model.nv))[2]

    rigid = stiffness(0.0)
    weights = 1 / eigh(rigid - stiffness(1.0), rigid, eigvals_only=True)
    return float(weights[weights > 0].min())


def test_greenhill_is_the_published_number() -> None:
    assert pytest.approx(7.8373, abs=1e-4) == GREENHILL


@pytest.mark.crossed
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize("plane", ["bending_y", "bending_z"])
def test_a_column_buckles_under_its_own_weight(family: str, plane: str) -> None:
    assert critical_weight(Modes(**{plane: 5}, shapes=family), None) == pytest.approx(GREENHILL, rel=2e-4)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_a_column_buckles_under_a_load(family: str) -> None:
    """Euler: π²/4 EI/L²; the load sits at a node, whose foreshortening must be there too."""
    assert critical_weight(Modes(bending_y=6, shapes=family), None, True) == pytest.approx(np.pi**2 / 4, rel=1e-3)


def test_a_column_of_sublinks_buckles_too() -> None:
    few, many = (critical_weight(None, Sublinks(count)) for count in (8, 16))
    assert (few - GREENHILL) / (many - GREENHILL) == pytest.approx(4, abs=0.3)
    assert (4 * many - few) / 3 == pytest.approx(GREENHILL, rel=1e-4)


@pytest.mark.parametrize("weight", [-20.0, -5.0, 3.0, 7.0])
def test_frequencies_of_standing_and_hanging_beams(weight: float) -> None:
    """Against finite elements with the weight of what is above as their tension; a negative weight hangs the beam."""
    model = arm.model(clamped(unit_beam(Modes(bending_y=8, bending_z=8, shapes="polynomial")), gravity=-weight * X))
    found = held_rates(model)
    structure = Structure()
    section = Section(1.0, 1.0, 1.0, 1e3, 1e6, 1e-3)
    structure.beam(structure.clamp, np.eye(3), 1.0, section, 20, lambda x: -weight * (1 - x))
    expected = 2 * np.pi * structure.frequencies(6)
    np.testing.assert_allclose(found[:4], expected[:4], rtol=1e-5)
    assert (found[0] > 3.516) == (weight < 0)


def test_the_first_frequency_vanishes_as_the_weight_nears_the_critical_one() -> None:
    """Its square falls nearly on a straight line from 3.516² to zero. (Virgin et al.)"""
    shares = np.array([0.0, 0.25, 0.5, 0.75, 0.95])
    squares = []
    for share in shares:
        beam = unit_beam(Modes(bending_y=5, shapes="polynomial"))
        squares.append(held_rates(arm.model(clamped(beam, gravity=-share * GREENHILL * X)))[0] ** 2)
    np.testing.assert_allclose(np.array(squares) / 3.516015**2, 1 - shares, rtol=0, atol=0.02)


@pytest.mark.crossed
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize(("plane", "axis"), [("bending_y", 1), ("bending_z", 2)])
def test_a_horizontal_beam_sags_by_a_beam_formula(family: str, plane: str, axis: int) -> None:
    """Tip ρA g L⁴/8EI, slope ρA g L³/6EI; with a weight at the tip m g L³/3EI and m g L²/2EI more."""
    g, load = 1e-4, 0.7
    beam = unit_beam(Modes(**{plane: 9}, shapes=family))
    model = arm.model(clamped(beam, gravity=-g * np.eye(3)[axis], payloads=(Payload("load", "beam", load),)))
    placed = pose(model, settled(model))
    assert placed[axis, 3] == pytest.approx(-g * (1 / 8 + load / 3), rel=2e-4)
    assert placed[axis, 0] == pytest.approx(-g * (1 / 6 + load / 2), rel=2e-2 if family == "cantilever" else 2e-4)


def test_a_real_beam_sags_as_finite_elements_do() -> None:
    """An aluminium tube of 1.2 m with a mass off its tip, which also twists it."""
    offset, mass = np.array([0.0, 0.1, 0.0]), 2.0
    area, inertia = 3e-4, 4e-8
    beam = Beam(
        1.2,
        71e9,
        2710,
        general(area, inertia, inertia, 2 * inertia),
        G=27e9,
        modes=Modes(bending_y=4, bending_z=4, torsion=3, shapes="attachment"),
    )
    payload = Payload("tool", "beam", mass, com=offset)
    model = arm.model(clamped(beam, gravity=-9.81 * Z, payloads=(payload,)))
    placed = pose(model, settled(model))
    structure = Structure()
    section = Section(2710 * area, 71e9 * inertia, 71e9 * inertia, 27e9 * 2 * inertia, 71e9 * area, 2710 * 2 * inertia)
    tip = structure.beam(structure.clamp, np.eye(3), 1.2, section, 4)
    structure.body(tip, mass, np.zeros((3, 3)), offset)
    motion = tip @ np.linalg.solve(structure.matrices()[1], structure.weight(-9.81 * Z))
    assert placed[2, 3] == pytest.approx(motion[2], rel=2e-4)
    assert placed[2, 1] == pytest.approx(motion[3], rel=2e-3)  # the twist: y turns towards z
    assert motion[2] < -4e-3
