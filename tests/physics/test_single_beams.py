"""One beam, clamped: uniform, tapered, twisting, stretching, with a body at its tip, against formulas and tables."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import armillary as arm
from beam_elements import Section as Elements
from beam_elements import Structure
from internals import SHAPE_FAMILIES, Payload, Section, Station
from physics.motion import Beam, Modes, Sublinks, clamped, free_frequencies, unit_beam


def rates_of(beam: Beam, payload: Payload | None = None) -> np.ndarray:
    robot = clamped(beam, payloads=(payload,) if payload else ())
    return 2 * np.pi * free_frequencies(arm.model(robot), above=1e-6)


def tapered(kind: str, tip: float, **modes: object) -> Beam:
    """A beam whose height along z, or whose diameter, falls linearly to a part `tip` of that at its root."""
    sizes = {"rectangle": ((1e-2, 1e-3), (1e-2, tip * 1e-3)), "circle": ((1e-3,), (tip * 1e-3,))}[kind]
    root, end = (Section(kind, size) for size in sizes)
    density = 1 / root.area
    return Beam(
        1.0, 1 / root.Iy, density, (Station(0, root), Station(1, end)), modes=Modes(**({"bending_z": 8} | modes))
    )  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "published"),
    [("rectangle", (5.3151, 15.2072, 30.0198)), ("circle", (8.7193, 21.1457, 38.4538))],
)
def test_wedge_and_cone_that_end_in_a_point(kind: str, published: tuple[float, ...]) -> None:
    """Roots of Bessel functions: Kirchhoff, "Über die Transversalschwingungen eines Stabes …", 1879."""
    np.testing.assert_allclose(
        rates_of(tapered(kind, 1e-6, bending_z=12, shapes="polynomial"))[:3], published, rtol=1e-4
    )


@pytest.mark.crossed
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize("kind", ["rectangle", "circle"])
def test_truncated_taper_against_finite_elements(kind: str, family: str) -> None:
    tip = 0.6
    power, order = (1, 3) if kind == "rectangle" else (2, 4)

    def part(x: float) -> float:
        return 1 - (1 - tip) * x

    structure = Structure()
    section = Elements(
        lambda x: part(x) ** power, lambda x: part(x) ** order, lambda x: part(x) ** order, 1e3, 1e6, 1e-3
    )
    structure.beam(structure.clamp, np.eye(3), 1.0, section, 16)
    expected = 2 * np.pi * structure.frequencies(6)[::2]  # each twice: both planes are alike
    np.testing.assert_allclose(rates_of(tapered(kind, tip, shapes=family))[:3], expected, rtol=2e-3)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize("ratio", [0.0, 0.1, 1.0, 20.0])
def test_twisting_with_a_body_at_the_tip(family: str, ratio: float) -> None:
    """b tan b = 1/ratio, ω = b √(GJ/ρI_p L²), with the tip's inertia in `ratio` times the beam's own."""
    section = Section("tube", (0.05, 0.045))
    beam = Beam(0.8, 7e10, 2700, (Station(0, section),), G=2.6e10, modes=Modes(torsion=10, shapes=family))
    inertia = ratio * 2700 * section.polar * 0.8
    body = Payload("disc", "beam", 1.0, inertia=inertia * np.eye(3)) if ratio else None
    expected = roots_of_tangent(ratio) * np.sqrt(2.6e10 / 2700) / 0.8  # a tube has J = I_p
    few = {"loaded": 1e-9, "cantilever": 0.03, "tip-mass": 1e-9, "attachment": 1e-3, "polynomial": 1e-5}[family]
    np.testing.assert_allclose(rates_of(beam, body)[:2], expected, rtol=few)


@pytest.mark.parametrize("ratio", [0.0, 0.5, 5.0])
def test_stretching_with_a_mass_at_the_tip(ratio: float) -> None:
    section = Section("rectangle", (0.005, 0.04))
    beam = Beam(0.4, 71e9, 2710, (Station(0, section),), modes=Modes(axial=8, shapes="attachment"))
    body = Payload("mass", "beam", ratio * beam.mass) if ratio else None
    expected = roots_of_tangent(ratio) * np.sqrt(71e9 / 2710) / 0.4
    np.testing.assert_allclose(rates_of(beam, body)[:2], expected, rtol=1e-3)


def roots_of_tangent(ratio: float) -> np.ndarray:
    return np.array(
        [brentq(lambda b: np.cos(b) - ratio * b * np.sin(b), k * np.pi, (k + 0.5) * np.pi + 1e-9) for k in (0, 1)]
    )


TIPS = [(0.0, 0.0), (1.0, 0.0), (0.5, 0.05), (10.0, 1.0)]


@pytest.mark.parametrize(
    ("family", "mass", "inertia"),
    # Ten cantilever modes do not bring their tips to rest under a heavy body.
    [(family, *tip) for family in SHAPE_FAMILIES for tip in TIPS if family != "cantilever" or tip != TIPS[-1]],
)
def test_bending_with_a_body_at_the_tip(family: str, mass: float, inertia: float) -> None:
    """The frequencies are b², roots of 1 + cos b cosh b + … with the ratios of mass and inertia."""
    beam = unit_beam(Modes(bending_y=10, shapes=family))
    body = Payload("body", "beam", mass, inertia=inertia * np.eye(3)) if mass else None
    tolerance = {"cantilever": 0.06 if inertia else 3e-4, "tip-mass": 1e-9, "attachment": 1e-4, "polynomial": 1e-5}
    tolerance["loaded"] = 1e-9
    np.testing.assert_allclose(rates_of(beam, body)[:2], bending_roots(mass, inertia, 2), rtol=tolerance[family])


def bending_roots(mu: float, nu: float, count: int) -> np.ndarray:
    def equation(b: float) -> float:
        c, s, ch, sh = np.cos(b), np.sin(b), np.cosh(b), np.sinh(b)
        free = 1 + c * ch + mu * b * (c * sh - s * ch)
        return free - nu * b**3 * (s * ch + c * sh) + mu * nu * b**4 * (1 - c * ch)

    grid = np.linspace(0.05, 8, 4000)
    values = np.array([equation(b) for b in grid])
    found = [brentq(equation, grid[i], grid[i + 1]) for i in np.flatnonzero(values[:-1] * values[1:] < 0)]
    return np.array(found[:count]) ** 2


def test_blevins_table_of_a_tip_mass() -> None:
    """Equal masses of beam and tip: b₁ = 1.2479, b₂ = 4.0311."""
    beam = unit_beam(Modes(bending_y=6, shapes="attachment"))
    found = np.sqrt(rates_of(beam, Payload("weight", "beam", 1.0))[:2])
    np.testing.assert_allclose(found, [1.2479, 4.0311], rtol=0, atol=2e-4)


@pytest.mark.parametrize("plane", ["bending_y", "bending_z"])
def test_sublinks_tend_to_the_cantilever(plane: str) -> None:
    flags = {"bending_y": plane == "bending_y", "bending_z": plane == "bending_z"}
    exact = np.array([3.5160153, 22.0344916])
    few, many = (rates_of(unit_beam(sublinks=Sublinks(count, **flags)))[:2] for count in (8, 16))
    np.testing.assert_allclose((few - exact) / (many - exact), 4, atol=0.2)
    np.testing.assert_allclose((4 * many - few) / 3, exact, rtol=4e-4)
