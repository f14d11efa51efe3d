"""Beams that bend and twist at once: strips on edge, eccentric loads, spin, against a geometrically exact rod.

Buckling loads: [Timoshenko1961, ch. 6]; everything else from `exact_rod`, which shares nothing with the program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import eig
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation

import armillary as arm
from exact_rod import Rod
from internals import (
    SHAPE_FAMILIES,
    Beam,
    Frame,
    Joint,
    Link,
    Modes,
    Payload,
    Placement,
    Robot,
    Section,
    Station,
    Sublinks,
    Wrenches,
)
from internals import composite_body_mass_matrix as mass_matrix
from physics.motion import clamped, held_rates, settled, stiffness

E, G, L = 70e9, 27e9, 1.0
STRIP = Section("rectangle", (0.002, 0.04))
ROUND = Section("tube", (0.02, 0.018))
ALL = Modes(4, 4, 4, shapes="attachment")
POLYNOMIALS = Modes(6, 3, 6, shapes="polynomial")
WEIGHT = (0.0, 0.0, -9.81)


def rigidities(section: Section) -> tuple[float, float, float]:
    return G * section.J, E * section.Iy, E * section.Iz


def beam(section: Section = STRIP, density: float = 0.1, **more: object) -> Beam:
    """A beam with hardly any mass, unless it is given."""
    return Beam(L, E, density, (Station(0.0, section),), G=G, **({"modes": ALL} | more))  # type: ignore[arg-type]


def loaded(made: Beam, mass: float, centre: object = (0, 0, 0), inertia: object = (1e-5,) * 3) -> Robot:
    return clamped(made, WEIGHT, (Payload("load", "beam", mass, com=centre, inertia=np.diag(inertia)),))  # type: ignore[arg-type]


def squares(robot: Robot, steps: int = 3, wrenches: Wrenches | None = None) -> np.ndarray:
    """Return the squares of the circular frequencies in equilibrium, rising; negative beyond buckling."""
    model = arm.model(robot)
    q = settled(model, steps=steps, wrenches=wrenches)
    K = stiffness(model, q, np.zeros(model.nv), wrenches)
    return np.sort(eig(K, np.asarray(mass_matrix(model, q), dtype=float), right=False).real)


def critical(lowest_square: Callable[[float], float], about: float) -> float:
    """Return the load at which the lowest frequency vanishes: its square is a smooth function of the load."""
    loads = about * np.array([0.97, 1.0, 1.03])
    lowest = [lowest_square(load) for load in loads]
    return float(np.polynomial.Polynomial.fit(lowest, loads, 2)(0.0))


_, EIY, EIZ = rigidities(STRIP)
GJ = rigidities(STRIP)[0]
UNIT = float(np.sqrt(EIZ * GJ)) / L**2
RAISED = 1 / np.sqrt((1 - EIZ / EIY) * (1 - GJ / EIY))
"""By this much sag in the stiff plane raises Prandtl's load, to first order in EIz/EIy and GJ/EIy."""


def at_tip(made: Beam) -> Callable[[float], float]:
    """Return the lowest square under a weight at the tip in units of √(EIz GJ)/L²."""
    return lambda load: float(squares(loaded(made, load * UNIT / 9.81), 1)[0])


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_a_strip_on_edge_tips_over_under_prandtls_load(family: str) -> None:
    """4.0126 √(EIz GJ)/L², with four modes of each kind."""
    made = beam(modes=Modes(4, 4, 4, shapes=family))  # type: ignore[arg-type]
    assert critical(at_tip(made), 4.0) == pytest.approx(4.0126, rel=5e-3)


def test_sublinks_tip_over_with_an_error_of_second_order() -> None:
    few, many = (critical(at_tip(beam(modes=None, sublinks=Sublinks(n, True, True, True))), 4.0) for n in (8, 16))
    exact = 4.0126 * RAISED
    assert abs(many / exact - 1) < 0.01
    assert (few - exact) / (many - exact) == pytest.approx(4, rel=0.2)


def test_a_strip_on_edge_tips_over_under_its_weight() -> None:
    """12.85 √(EIz GJ)/L³ for a uniform load."""

    def heavy(load: float) -> float:
        made = beam(density=load * UNIT / L / (9.81 * STRIP.area), modes=POLYNOMIALS)
        return float(squares(clamped(made, WEIGHT), 1)[0])

    assert critical(heavy, 12.8) == pytest.approx(12.85, rel=5e-3)


COUPLES = {"along the beam": (1.0, 0.0), "across the beam": (0.0, 1.0), "half along, half across": (0.5, 0.5)}
"""How much of an end moment is a couple of vertical forces on a lever along x, and of axial forces on one along z."""


def under_couple(made: Beam, levers: tuple[float, float]) -> Callable[[float], float]:
    """Return the lowest square under an end moment about y in units of √(EIz GJ)/L; forces keep their directions."""
    ends = {"ahead": (0.1, 0, 0), "behind": (-0.1, 0, 0), "above": (0, 0, 0.1), "below": (0, 0, -0.1)}
    robot = clamped(made, frames=tuple(Frame(name, "beam", Placement(at)) for name, at in ends.items()))

    def lowest(load: float) -> float:
        along, across = (part * load * UNIT * L / 0.2 for part in levers)
        forces = {"ahead": (0, 0, -along), "behind": (0, 0, along), "above": (across, 0, 0), "below": (-across, 0, 0)}
        return float(squares(robot, 1, {name: (0, 0, 0, *force) for name, force in forces.items()})[0])

    return lowest


@pytest.mark.parametrize("couple", COUPLES)
def test_a_strip_on_edge_tips_over_under_an_end_moment(couple: str) -> None:
    """½π √(EIz GJ)/L under a couple on one lever (quasi-tangential), π on two (semi-tangential).

    With the twist ϑ, the slope s and the parts a along and b across, EIz s' = M (bϑ(L) − ϑ) and GJ ϑ' = M (s − a s(L)).
    """
    twice = couple.startswith("half")
    exact = (np.pi if twice else np.pi / 2) * RAISED  # here the raise is exact
    lowest = under_couple(beam(), COUPLES[couple])
    # On two levers two frequencies vanish at once, so that the lower one is no smooth function of the load.
    found = brentq(lowest, 0.98 * exact, 1.02 * exact, xtol=1e-3) if twice else critical(lowest, exact)
    assert found == pytest.approx(exact, rel=3e-3)
    if couple == "along the beam":
        pieces = beam(modes=None, sublinks=Sublinks(8, True, True, True))
        assert critical(under_couple(pieces, COUPLES[couple]), exact) == pytest.approx(exact, rel=1e-2)


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_frequencies_fall_to_zero_with_the_load_as_those_of_the_exact_rod(part: float) -> None:
    mass = part * 4.0126 * UNIT / 9.81
    exact = Rod(L, rigidities(STRIP), mass, inertia=(1e-5,) * 3, gravity=WEIGHT).frequencies()[:3]
    found = np.sqrt(squares(loaded(beam(), mass))[:3])
    np.testing.assert_allclose(found, exact, rtol=1e-3 if part < 0.9 else 1e-2)
    if part == 0.6:
        pieces = loaded(beam(modes=None, sublinks=Sublinks(16, True, True, True)), mass)
        np.testing.assert_allclose(np.sqrt(squares(pieces, 1)[:3]), exact, rtol=5e-3)
        np.testing.assert_allclose(
            2 * np.pi * arm.frequencies(loaded(beam(), mass), joints="locked")[:3], found, rtol=1e-6
        )


def test_a_tapered_strip_under_a_load_at_its_tip() -> None:
    """Half as wide and half as high at the tip, and in any direction in space."""
    root, tip = np.array([0.003, 0.04]), np.array([0.0015, 0.02])

    def section(x: float) -> Section:
        return Section("rectangle", tuple(root + (tip - root) * x / L))

    axes, stations = Rotation.from_rotvec([0.3, -1.1, 0.7]), (Station(0.0, section(0.0)), Station(L, section(L)))
    turned = {"axis": tuple(axes.apply([1, 0, 0])), "normal": tuple(axes.apply([0, 1, 0]))}
    made = Beam(L, E, 0.1, stations, G=G, modes=ALL, **turned)  # type: ignore[arg-type]
    load = Payload("load", "beam", 0.5, inertia=1e-5 * np.eye(3))
    found = np.sqrt(squares(clamped(made, axes.apply(WEIGHT), (load,)))[:3])
    exact = Rod(L, lambda x: rigidities(section(x)), 0.5, inertia=(1e-5,) * 3, gravity=WEIGHT).frequencies()[:3]
    np.testing.assert_allclose(found, exact, rtol=1e-3)


CASES = {
    "round, eccentric": Rod(L, rigidities(ROUND), 1.5, (0.05, 0.1, -0.08), (1e-3, 2e-3, 3e-3), (0.0, 0.0, -9.81)),
    "round, eccentric, sideways": Rod(L, rigidities(ROUND), 1.5, (0.0, 0.1, 0.0), (1e-3,) * 3, (3.0, 5.0, -4.0)),
    "strip, eccentric": Rod(L, rigidities(STRIP), 0.3, (0.02, 0.0, 0.03), (1e-4,) * 3, (0.0, 0.0, -9.81)),
    "spinning": Rod(
        L, rigidities(ROUND), 0.5, (0.05, 0.04, 0.03), (1e-3, 2e-3, 3e-3), WEIGHT, (0, 0, 8.0), (0.1, 0, 0)
    ),
    "strip, spinning": Rod(L, rigidities(STRIP), 0.1, (0.02, 0.001, 0.01), (1e-4,) * 3, WEIGHT, (0, 0, 6.0)),
}


@pytest.mark.parametrize("case", CASES)
def test_bending_and_twisting_with_a_body_off_the_axis(case: str) -> None:
    rod = CASES[case]
    made = beam(STRIP if "strip" in case else ROUND)
    load = Payload("load", "beam", rod.mass, rod.centre, inertia=np.diag(rod.inertia))
    joints = (
        Joint("spin", "revolute", "base", "hub", axis=(0.0, 0.0, 1.0)),
        Joint("clamp", "fixed", "hub", "beam", Placement(rod.root)),
    )
    robot = Robot("rod", (Link("hub"), Link("beam", beam=made)), joints, gravity=rod.gravity, payloads=(load,))
    model, qd = arm.model(robot), np.zeros(1 + ALL.count)
    qd[0] = rod.spin[2]
    exact = rod.frequencies()[:4]
    np.testing.assert_allclose(held_rates(model, settled(model, qd), qd)[:4], exact, rtol=1e-3)
    linear = arm.model(replace(robot, links=(Link("hub"), Link("beam", beam=replace(made, stiffening=False)))))
    assert np.abs(held_rates(linear, settled(linear, qd), qd)[:4] / exact - 1).max() > 5e-3
