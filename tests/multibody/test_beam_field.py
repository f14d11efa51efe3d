"""Fields of beams and of modal data: mass and stiffness against closed forms, finite elements and published figures."""

import contextlib
import pickle
import random
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.linalg import eigh, expm
from scipy.optimize import brentq
from scipy.special import iv, jv

import armillary as arm
import armillary.multibody.flexible.beam_field as module
from internals import (
    SHAPE_FAMILIES,
    Beam,
    BeamNode,
    Joint,
    Link,
    ModalData,
    ModalNode,
    Modes,
    Robot,
    Section,
    Station,
    Sublinks,
    beam_field,
    bending_shapes,
    cantilever,
    modal_field,
    modal_mass,
    tip_mass,
)
from multibody.beams import FLAT, STEPPED, UNIFORM
from samples import some

ALL = Modes(bending_y=3, bending_z=2, torsion=2, axial=1)


def mass_matrix(field):
    return modal_mass(field.mass, field.shape, field.rotary, field.turn)


def frequencies(field, mass=None):
    """Return the circular frequencies of the link clamped at its root [rad/s]."""
    return np.sqrt(eigh(field.stiffness, mass_matrix(field) if mass is None else mass, eigvals_only=True))


def inertia(field):
    """Return the inertia about the origin of the link's frame, undeformed."""
    r = field.r
    spread = np.einsum("g,ga,ga->", field.mass, r, r) * np.eye(3) - np.einsum("g,ga,gb->ab", field.mass, r, r)
    return spread + field.rotary.sum(axis=0)


def turned(beam, seed):
    """Return the beam along another axis, and its axes as rows."""
    R = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    R[2] = np.cross(R[0], R[1])
    return replace(beam, axis=tuple(R[0]), normal=tuple(R[1])), R


def finite_elements(beam, tip=0.0, elements=80):
    """Return the circular frequencies of bending along y by cubic elements, each with the section of its middle."""
    h, n = beam.length / elements, 2 * elements + 2
    K, M = np.zeros((n, n)), np.zeros((n, n))
    B = np.array([[12, 6 * h, -12, 6 * h], [6 * h, 4 * h * h, -6 * h, 2 * h * h]])
    B = np.vstack([B, -B[0], [6 * h, 2 * h * h, -6 * h, 4 * h * h]]) / h**3
    W = np.array([[156, 22 * h, 54, -13 * h], [22 * h, 4 * h * h, 13 * h, -3 * h * h]])
    W = np.vstack([W, [54, 13 * h, 156, -22 * h], [-13 * h, -3 * h * h, -22 * h, 4 * h * h]]) * h / 420
    for e in range(elements):
        x = (e + 0.5) * h
        a, b = next((a, b) for a, b in beam.stretches() if a.at <= x <= b.at)
        section = a.section.towards(b.section, (x - a.at) / (b.at - a.at))
        K[2 * e : 2 * e + 4, 2 * e : 2 * e + 4] += beam.E * section.Iz * B
        M[2 * e : 2 * e + 4, 2 * e : 2 * e + 4] += beam.density * section.area * W
    M[-2, -2] += tip
    return np.sqrt(eigh(K[2:, 2:], M[2:, 2:], eigvals_only=True, subset_by_index=(0, 5)))


def test_a_uniform_beam_has_the_frequencies_of_the_books():
    beam, _ = turned(replace(UNIFORM, modes=replace(ALL, shapes="cantilever")), 3)
    L, rho, A = beam.length, beam.density, FLAT.area
    b = cantilever.roots(3) / L
    quarter = (np.arange(2) + 0.5) * np.pi / L
    expected = [
        *(b**2 * np.sqrt(beam.E * FLAT.Iz / (rho * A))),
        *(b[:2] ** 2 * np.sqrt(beam.E * FLAT.Iy / (rho * A))),
        *(quarter * np.sqrt(beam.G * FLAT.J / (rho * FLAT.polar))),
        quarter[0] * np.sqrt(beam.E / rho),
    ]
    field = beam_field(beam)
    m, K = mass_matrix(field), field.stiffness
    np.testing.assert_allclose(np.sqrt(np.diag(K) / np.diag(m)), expected, rtol=1e-13)  # in the order of the modes
    for matrix in (m, K):
        scale = np.sqrt(np.outer(np.diag(matrix), np.diag(matrix)))
        np.testing.assert_allclose(matrix / scale, np.eye(8), atol=1e-14)


def test_mass_and_inertia_do_not_know_the_modes():
    for modes in (None, ALL, replace(ALL, shapes="polynomial")):
        beam, R = turned(replace(UNIFORM, modes=modes, rotary_inertia=True), 5)
        field = beam_field(beam)
        rod = beam.mass * beam.length**2 / 3
        own = beam.density * beam.length * np.array([FLAT.polar, FLAT.Iy, FLAT.Iz])
        assert field.mass.sum() == pytest.approx(beam.mass, rel=1e-14)
        np.testing.assert_allclose(field.mass @ field.r, beam.mass * beam.length / 2 * R[0], rtol=1e-13)
        np.testing.assert_allclose(inertia(field), R.T @ np.diag(own + np.array([0, rod, rod])) @ R, atol=1e-14 * rod)
    thin = beam_field(replace(beam, rotary_inertia=False))
    np.testing.assert_allclose(thin.spin.sum(axis=0), own[0] * np.outer(R[0], R[0]), atol=1e-14 * own[0])


def test_an_undeformable_beam_has_no_modes():
    field = beam_field(STEPPED)
    assert field.modes == 0
    assert field.shape.shape == (0, len(field.mass), 3)
    assert field.second.shape == (0, 0, len(field.mass), 3)
    assert field.stiffness.shape == field.damping.shape == (0, 0)
    assert field.nodes["tip"].rotation.shape == (0, 3)
    assert field.mass.sum() == pytest.approx(STEPPED.mass, rel=1e-14)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize("beam", [UNIFORM, STEPPED], ids=["uniform", "stepped"])
def test_sections_turn_as_the_beam_bends(beam, family):
    """Rotation of a bent section is x̂ × du/dx, of a twisted one along x̂; nodes move as the beam does there."""
    h = 1e-5
    nodes = (BeamNode("a", 0.31 - h), BeamNode("b", 0.31), BeamNode("c", 0.31 + h))
    beam, R = turned(replace(beam, modes=replace(ALL, shapes=family), nodes=nodes), 7)
    field = beam_field(beam, 0.3, 1e-3 * np.eye(3))
    a, b, c = (field.nodes[name] for name in "abc")
    slope = (c.translation - a.translation) / (2 * h)
    bending = slice(0, 5)
    size = np.abs(b.rotation).max()
    np.testing.assert_allclose(np.cross(R[0], slope)[bending], b.rotation[bending], atol=1e-7 * size)
    np.testing.assert_allclose(b.translation[:3] @ R[[0, 2]].T, 0, atol=1e-14)  # y bending along y
    np.testing.assert_allclose(b.translation[3:5] @ R[:2].T, 0, atol=1e-14)
    np.testing.assert_allclose(b.translation[5:7], 0, atol=1e-14)
    np.testing.assert_allclose(b.rotation[5:7] @ R[1:].T, 0, atol=1e-14)
    assert np.abs(b.rotation[5:7] @ R[0]).min() > 1e-3
    np.testing.assert_allclose(b.translation[7] @ R[1:].T, 0, atol=1e-14)
    np.testing.assert_allclose(b.position, 0.31 * R[0], rtol=1e-14)
    root = field.nodes["root"]
    for still in (root.position, root.translation, root.rotation, root.second):
        np.testing.assert_allclose(still, 0, atol=1e-12)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize("beam", [UNIFORM, STEPPED], ids=["uniform", "stepped"])
def test_fields_are_sent_to_other_processes(beam, family):
    field = beam_field(replace(beam, modes=replace(ALL, shapes=family)), tip_mass=0.1)
    sent = pickle.loads(pickle.dumps(field))
    np.testing.assert_array_equal(sent.stiffness, field.stiffness)
    for x in (0.0, 0.123, 0.4):
        np.testing.assert_array_equal(sent.strained(x), field.strained(x))


def test_foreshortening_is_the_integral_of_squared_slopes():
    beam, R = turned(replace(UNIFORM, modes=replace(ALL, bending_y=2)), 11)
    field = beam_field(beam)
    L = beam.length

    def slope(k, x):
        return bending_shapes("cantilever", 2, [x / L])[1][k, 0] / L

    for name, at in beam.node_positions().items():
        for k, m in ((0, 0), (0, 1), (1, 1)):
            exact = quad(lambda x, k=k, m=m: slope(k, x) * slope(m, x), 0, at, epsabs=1e-13, epsrel=1e-13)[0]
            np.testing.assert_allclose(field.nodes[name].second[k, m], -exact * R[0], atol=1e-12 * 10)
            np.testing.assert_allclose(field.nodes[name].second[2 + k, 2 + m], -exact * R[0], atol=1e-12 * 10)
    second = field.nodes["tip"].second
    np.testing.assert_allclose(second, second.transpose(1, 0, 2), atol=1e-14)
    np.testing.assert_allclose(second[:2, 2:] @ R[0], 0, atol=1e-14)  # planes do not mix
    radius = FLAT.polar / FLAT.area  # torsion shortens by the lengths of its fibres, stretching not at all
    np.testing.assert_allclose(
        second[4:6, 4:6] @ R[0], -radius * field.stiffness[4:6, 4:6] / (beam.G * FLAT.J), rtol=1e-9, atol=1e-12
    )
    np.testing.assert_allclose(second[6:] @ R[0], 0, atol=1e-14)
    off = beam_field(replace(beam, stiffening=False))
    assert not off.second.any()
    assert not off.second_turn.any()
    # every mass point: the arc length of a slightly bent beam is kept, |dr/dx| = 1 to second order
    points = field.r @ R[0]
    exact = [quad(lambda x: slope(1, x) ** 2, 0, x, epsabs=1e-13, epsrel=1e-13)[0] for x in points]
    np.testing.assert_allclose(field.second[1, 1] @ R[0], -np.array(exact), rtol=1e-10, atol=1e-13)


def test_half_slopes_are_of_nodes_alone():
    plain, half = (beam_field(replace(UNIFORM, modes=replace(ALL, published_half_slope=on))) for on in (False, True))
    for name, node in plain.nodes.items():
        np.testing.assert_array_equal(half.nodes[name].rotation, node.rotation / 2)
        np.testing.assert_array_equal(half.nodes[name].translation, node.translation)
    np.testing.assert_array_equal(half.turn, plain.turn)


@pytest.mark.parametrize("own", [False, True])
def test_tip_mass_modes_are_exact_with_that_tip(own):
    """One mode of each kind gives the frequency of the beam with its tip body, and no other mode is needed."""
    mass, body = 0.5, np.diag([2e-4, 3e-4, 5e-4])
    modes = Modes(bending_y=2, bending_z=2, torsion=2, axial=2, shapes="tip-mass")
    if own:
        modes, body = replace(modes, tip_mass=mass, tip_inertia=4e-4), 4e-4 * np.eye(3)
    beam, R = turned(replace(UNIFORM, modes=modes), 13)
    body = R.T @ body @ R
    field = beam_field(beam) if own else beam_field(beam, mass, body)
    tip, m = field.nodes["tip"], mass_matrix(field)
    M = m + mass * tip.translation @ tip.translation.T + tip.rotation @ body @ tip.rotation.T
    for matrix in (M, field.stiffness):
        scale = np.sqrt(np.diag(matrix))
        np.testing.assert_allclose(matrix / np.outer(scale, scale), np.eye(8), atol=1e-11)
    L, rho = beam.length, beam.density
    about = np.diag(R @ body @ R.T)
    mu, nu = mass / beam.mass, about / (beam.mass * L**2)
    b = [np.array(tip_mass.roots(2, mu, float(ratio))) for ratio in (nu[2], nu[1])]
    twist = tip_mass.bar_roots(2, about[0] / (rho * FLAT.polar * L))
    expected = [
        b[0] ** 2 * np.sqrt(beam.E * FLAT.Iz / (beam.mass * L**3)),
        b[1] ** 2 * np.sqrt(beam.E * FLAT.Iy / (beam.mass * L**3)),
        twist / L * np.sqrt(beam.G * FLAT.J / (rho * FLAT.polar)),
        tip_mass.bar_roots(2, mu) / L * np.sqrt(beam.E / rho),
    ]
    np.testing.assert_allclose(np.sqrt(np.diag(field.stiffness) / np.diag(M)), np.concatenate(expected), rtol=1e-11)


# O. Ozdemir Ozgumus and M. O. Kaya, as tabulated in Int. J. of Mechanical and Materials Engineering 10 (2015), article
# s40712-015-0040-0, table 1: ω √(ρA₀L⁴/EI₀) of a cantilever whose thickness and width fall linearly by these parts.
PUBLISHED_TAPERS = {
    (0.2, 0.0): (3.60828, 20.6210, 56.1923),
    (0.4, 0.4): (4.31878, 20.0500, 51.3346),
    (0.6, 0.2): (4.18235, 17.8557, 44.4175),
    (0.0, 0.8): (5.39759, 25.6558, 65.7470),
}


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize("taper", PUBLISHED_TAPERS)
def test_tapered_beams_against_published_figures(taper, family):
    thin, narrow = taper
    sections = [
        Station(at, Section("rectangle", (0.01 * (1 - thin * at / 0.5), 0.05 * (1 - narrow * at / 0.5))))
        for at in (0.0, 0.5)
    ]
    beam = Beam(0.5, 70e9, 2700.0, tuple(sections), modes=Modes(bending_y=9, shapes=family))
    first = sections[0].section
    unit = np.sqrt(beam.E * first.Iz / (beam.density * first.area * beam.length**4))
    rtol = 3e-4 if family == "attachment" else 3e-6
    np.testing.assert_allclose(frequencies(beam_field(beam))[:3] / unit, PUBLISHED_TAPERS[taper], rtol=rtol)


@pytest.mark.parametrize("tip", [0.0, 0.4])
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_stepped_beam_against_finite_elements(family, tip):
    hung = {"tip": (tip, np.zeros(3), np.zeros((3, 3)))}
    field = beam_field(replace(STEPPED, modes=Modes(bending_y=12, shapes=family)), tip, loads=hung)
    t = field.nodes["tip"].translation
    ours = frequencies(field, mass_matrix(field) + tip * t @ t.T)[:2]
    np.testing.assert_allclose(
        ours, finite_elements(STEPPED, tip)[:2], rtol=1e-4 if tip == 0 or family != "cantilever" else 1e-3
    )


def rectangles(*stations):
    """Return a beam of rectangles (at, width, height), in parts of the length and in units of 20 and 40 mm."""
    sections = tuple(Station(0.4 * at, Section("rectangle", (0.02 * w, 0.04 * h))) for at, w, h in stations)
    return replace(UNIFORM, stations=sections)


VARYING = {
    "stairs": rectangles((0, 1, 1), (0.2, 1, 1), (0.2, 0.8, 1), (0.7, 0.8, 1), (0.7, 0.4, 0.5)),
    "taper": rectangles((0, 1, 1), (1, 0.3, 0.6)),
    "spike": rectangles((0, 1, 1), (1, 0.05, 0.05)),
    "swelling": rectangles((0, 0.2, 1), (0.4, 1, 1), (0.4, 0.5, 1), (1, 0.7, 1)),
    "an eighth": rectangles((0, 1, 1), (0.5, 1, 1), (0.5, 0.5, 1)),
    "eight times": rectangles((0, 0.5, 1), (0.5, 0.5, 1), (0.5, 1, 1)),
    "narrow": rectangles((0, 1, 1), (0.5, 1, 1), (0.5, 1, 0.25)),
    "blade": rectangles((0, 1, 1), (1, 0.05, 1)),
}


def rate(beam, kind, section, w):
    """Return A of ds/dx = A s at a frequency w, s = (v, v', M, M') in bending, else (u, force or moment)."""
    rho = beam.density
    if kind == "bending_y":
        A = np.diag([1.0, 0.0, 1.0], 1)
        A[1, 2], A[3, 0] = 1 / (beam.E * section.Iz), rho * section.area * w * w
        return A
    rigidity, inertia = {
        "torsion": (beam.G * section.J, section.polar),
        "axial": (beam.E * section.area, section.area),
    }[kind]
    return np.array([[0, 1 / rigidity], [-rho * inertia * w * w, 0]])


def condition(beam, kind, tip, w):
    """Return what vanishes at a natural frequency: solutions from the clamped root, and the tip body's equations."""
    first = beam.stations[0].section
    size = {"bending_y": beam.E * first.Iz, "torsion": beam.G * first.J, "axial": beam.E * first.area}[kind]
    half = 2 if kind == "bending_y" else 1
    scale = np.repeat([1.0, size], half)
    s = np.eye(2 * half)[:, half:]

    def scaled(section):
        return rate(beam, kind, section, w) * scale / scale[:, None]

    for a, b in beam.stretches():
        length = b.at - a.at
        if a.section == b.section:
            s = expm(scaled(a.section) * length) @ s
            continue

        def slope(part, y, a=a, b=b, length=length):
            return length * (scaled(a.section.towards(b.section, part)) @ y.reshape(2 * half, half)).ravel()

        s = solve_ivp(slope, (0, 1), s.ravel(), method="DOP853", rtol=1e-10, atol=1e-12).y[:, -1].reshape(s.shape)
    if kind == "bending_y":
        return np.linalg.det([s[3] * size + tip * w * w * s[0], s[2] * size])
    return s[1, 0] * size - tip * w * w * s[0, 0]


@lru_cache
def exact_frequency(name, kind, tip):
    """Return the first natural frequency by transfer matrices, or where the beam tapers by integration along it."""
    beam = VARYING[name]
    guess = _first_frequency(beam, kind, "polynomial", 10, tip)
    return brentq(lambda w: condition(beam, kind, tip, w), 0.2 * guess, 1.3 * guess, rtol=1e-10)


def _first_frequency(beam, kind, family, count, tip):
    own = {"torsion": {"tip_inertia": tip}}.get(kind, {"tip_mass": tip})
    field = beam_field(replace(beam, modes=Modes(**{kind: count}, shapes=family, **own)))
    node = field.nodes["tip"]
    t = node.rotation if kind == "torsion" else node.translation
    return frequencies(field, mass_matrix(field) + tip * t @ t.T)[0]


TUBE = replace(
    UNIFORM, stations=(Station(0.0, Section("tube", (0.04, 0.002))), Station(0.4, Section("tube", (0.03, 0.0295))))
)
POINTED = ("blade", "spike")
FOUR = {"bending_y": 4e-4, "torsion": 9e-3, "axial": 2e-3}
EIGHT = {"bending_y": 4e-5, "torsion": 2e-3, "axial": 2e-4}
FOUR_WITH_A_BODY = {"bending_y": 2e-4, "torsion": 6e-4, "axial": 8e-4}
"""Errors of the first frequency that are allowed; where a bare tip tapers to a twentieth, six times those of FOUR."""


@pytest.mark.crossed
@pytest.mark.parametrize("name", some(VARYING, 4))
@pytest.mark.parametrize("kind", FOUR)
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_beams_that_vary_need_few_modes(name, kind, family):
    """Shapes with kinks in the wrong places would halve their error with twice the modes, from some per cent on."""
    beam, exact = VARYING[name], exact_frequency(name, kind, 0.0)
    four, eight = (_first_frequency(beam, kind, family, count, 0.0) / exact - 1 for count in (4, 8))
    assert -1e-9 < four < (6 if name in POINTED else 1) * FOUR[kind]
    assert -1e-9 < eight < min(EIGHT[kind], four / 5)


@pytest.mark.crossed
@pytest.mark.parametrize("name", some(VARYING, 4))
@pytest.mark.parametrize("kind", FOUR)
def test_beams_that_vary_need_few_modes_with_a_body_at_the_tip(name, kind):
    """Not so the moments of cantilever modes: they vanish at the tip, which is no matter of the section."""
    beam = VARYING[name]
    polar = beam.density * beam.stations[0].section.polar * beam.length
    body = polar / 4 if kind == "torsion" else beam.mass / 2
    exact = exact_frequency(name, kind, body)
    for family in ("tip-mass", "attachment", "polynomial"):
        assert -1e-9 < _first_frequency(beam, kind, family, 4, body) / exact - 1 < FOUR_WITH_A_BODY[kind]


@pytest.mark.crossed
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize("end", [1e-6, 1e-20])
def test_beams_may_taper_to_nearly_a_point(end, family):
    """Against the wedge (n = 1) and the pyramid (n = 2), with ξ from the point: φ = ξ^{−n/2} J_n or I_n of 2√(pξ).

    These solve (ξ^{n+2} φ'')'' = p² ξⁿ φ, and are clamped at ξ = 1 if J_n I_{n+1} + J_{n+1} I_n = 0 at 2√p.
    """
    for n, narrow in ((1, 1.0), (2, end)):
        beam = rectangles((0, 1, 1), (1, end, narrow))
        field = beam_field(
            replace(beam, modes=Modes(8, 2, 2, 2, shapes=family, damping=(0.01,))), 0.1, 1e-5 * np.eye(3)
        )
        for part in (field.shape, field.second, field.turn, field.stiffness, field.damping):
            assert np.isfinite(part).all()
        z = brentq(lambda z, n=n: jv(n, z) * iv(n + 1, z) + jv(n + 1, z) * iv(n, z), n + 3, n + 5)
        root = beam.stations[0].section
        unit = np.sqrt(beam.E * root.Iz / (beam.density * root.area * beam.length**4))
        first = frequencies(beam_field(replace(beam, modes=Modes(bending_y=8, shapes=family))))[0]
        assert first / unit == pytest.approx(z * z / 4, rel=1e-4)


def flexibility(beam, rigidity, power):
    """Return ∫ (L − x)ᵏ / B(x) dx; `rigidity` gives B of a section."""

    def density(x, a, b):
        section = a.section.towards(b.section, (x - a.at) / (b.at - a.at))
        return (beam.length - x) ** power / rigidity(section)

    ends = ((a.at, b.at, (a, b)) for a, b in beam.stretches())
    return sum(quad(density, low, high, args, epsrel=1e-13, epsabs=0)[0] for low, high, args in ends)


@pytest.mark.parametrize("name", VARYING)
def test_loads_at_the_tip_bend_and_twist_exactly(name):
    """Attachment modes have the compliance of the true beam, and those in between take no part in it."""
    beam = replace(VARYING[name], modes=Modes(4, 4, 3, 3, shapes="attachment"))
    field = beam_field(beam)
    K, tip = field.stiffness, field.nodes["tip"]
    for start, rigidity, sign in ((0, lambda s: beam.E * s.Iz, 1), (4, lambda s: beam.E * s.Iy, -1)):
        moved = np.array(
            [
                tip.translation[start : start + 4, 1 if sign > 0 else 2],
                tip.rotation[start : start + 4, 2 if sign > 0 else 1],
            ]
        )
        np.testing.assert_array_equal(moved[0], [1, 0, 0, 0])
        np.testing.assert_allclose(moved[1], [0, sign / beam.length, 0, 0], rtol=1e-15)
        whole = moved @ np.linalg.solve(K[start : start + 4, start : start + 4], moved.T)
        two = moved[:, :2] @ np.linalg.solve(K[start : start + 2, start : start + 2], moved[:, :2].T)
        f0, f1, f2 = (flexibility(beam, rigidity, power) for power in (0, 1, 2))
        expected = np.array([[f2, sign * f1], [sign * f1, f0]])
        np.testing.assert_allclose(two, expected, rtol=1e-10)
        np.testing.assert_allclose(whole, expected, rtol=1e-10)
    for start, rigidity in ((8, lambda s: beam.G * s.J), (11, lambda s: beam.E * s.area)):
        assert 1 / K[start, start] == pytest.approx(flexibility(beam, rigidity, 0), rel=1e-11)
        scale = np.sqrt(K[start, start] * np.diag(K)[start + 1 : start + 3])
        np.testing.assert_allclose(K[start, start + 1 : start + 3] / scale, 0, atol=1e-11)


@pytest.mark.parametrize("name", VARYING)
def test_foreshortening_of_beams_that_vary(name):
    """It is what the slopes at the mass points integrate to, whose kinks are between stretches."""
    beam = replace(VARYING[name], modes=Modes(bending_y=3, bending_z=2))
    field = beam_field(beam)
    pairs = ((a, b) for x in field.r[:, 0] for a, b in beam.stretches() if a.at < x < b.at)
    sections = [
        a.section.towards(b.section, (x - a.at) / (b.at - a.at)) for (a, b), x in zip(pairs, field.r[:, 0], strict=True)
    ]
    dx = field.mass / (beam.density * np.array([section.area for section in sections]))
    half = dx * (field.r[:, 0] < 0.2)
    slopes = field.turn
    whole = np.einsum("g,kga,lga->kl", dx, slopes, slopes)
    np.testing.assert_allclose(field.nodes["tip"].second[:, :, 0], -whole, atol=1e-12 * whole.max())
    if name in ("an eighth", "eight times", "narrow"):  # stretches end in the middle, where a node is
        part = np.einsum("g,kga,lga->kl", half, slopes, slopes)
        np.testing.assert_allclose(field.nodes["mid"].second[:, :, 0], -part, atol=1e-12 * whole.max())


def test_two_stations_of_one_section_are_no_change():
    """Bit for bit: such a beam has the shapes of the uniform one, which are closed forms."""
    modes = replace(ALL, shapes="attachment")
    one, two = (
        beam_field(replace(UNIFORM, stations=(Station(0.0, FLAT), *more), modes=modes))
        for more in ((), (Station(0.4, FLAT),))
    )
    for name in ("shape", "second", "turn", "stiffness"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    closed = bending_shapes("attachment", 3, two.r[:, 0] / UNIFORM.length)
    np.testing.assert_array_equal(two.shape[:3, :, 1], closed[0])
    np.testing.assert_array_equal(two.turn[:3, :, 2], closed[1] / UNIFORM.length)
    nearly = Section("rectangle", (0.005 * (1 + 1e-13), 0.04))
    other = beam_field(replace(UNIFORM, stations=(Station(0.0, FLAT), Station(0.4, nearly)), modes=modes))
    np.testing.assert_allclose(other.stiffness, one.stiffness, atol=1e-11 * one.stiffness.max())
    for name, node in one.nodes.items():
        np.testing.assert_allclose(other.nodes[name].translation, node.translation, atol=1e-12)
        np.testing.assert_allclose(other.nodes[name].rotation, node.rotation, atol=1e-11)
        np.testing.assert_allclose(other.nodes[name].second, node.second, atol=1e-10)


RESOLVED = [(UNIFORM, n) for n in (1, 20)] + [(STEPPED, n) for n in (2, 11)]
RESOLVED += [(VARYING["spike"], 2), (VARYING["spike"], 11), (TUBE, 11)]


@pytest.mark.crossed
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@pytest.mark.parametrize(("beam", "count"), RESOLVED)
def test_twice_the_points_change_nothing(monkeypatch, beam, family, count):
    rounding = 1e-12 if beam is VARYING["spike"] else 1e-13  # static shapes of a point are nearly alike
    modes = Modes(bending_y=count, bending_z=1, torsion=count, axial=count, shapes=family)
    beam = replace(beam, modes=modes, rotary_inertia=True)
    field = beam_field(beam, 0.1, 1e-4 * np.eye(3))
    enough = module.enough_points
    monkeypatch.setattr(module, "enough_points", lambda *given: 2 * enough(*given))
    finer = beam_field(beam, 0.1, 1e-4 * np.eye(3))
    assert len(finer.mass) == 2 * len(field.mass)
    for a, b in ((mass_matrix(field), mass_matrix(finer)), (field.stiffness, finer.stiffness)):
        scale = np.sqrt(np.diag(b))
        np.testing.assert_allclose(a / np.outer(scale, scale), b / np.outer(scale, scale), atol=rounding)
    for a, b in zip(_moments(field), _moments(finer), strict=True):
        np.testing.assert_allclose(a, b, atol=rounding * np.abs(b).max())
    for name, node in field.nodes.items():
        other = finer.nodes[name].second
        np.testing.assert_allclose(node.second, other, atol=rounding * np.abs(other).max() + 1e-300)


def _moments(field):
    yield np.einsum("g,kga,gb->kab", field.mass, field.shape, field.r)
    yield np.einsum("g,klga,gb->klab", field.mass, field.second, field.r)


def test_given_points_are_used_or_refused():
    beam = replace(UNIFORM, modes=Modes(bending_y=3, bending_z=1), quadrature=30)
    assert len(beam_field(beam).mass) == 30
    np.testing.assert_allclose(frequencies(beam_field(beam)), frequencies(beam_field(replace(beam, quadrature=None))))
    with pytest.raises(arm.DescriptionError, match=r"quadrature.*3 Gauss points.*at least \d+") as caught:
        robot_of(replace(beam, quadrature=3))
    assert caught.value.problems[0].hint


@pytest.mark.parametrize("damping", [(0.02,), (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08)])
@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_damping_ratios_are_those_of_the_link_alone(family, damping):
    field = beam_field(replace(STEPPED, modes=replace(ALL, shapes=family, damping=damping)), 0.2, 1e-4 * np.eye(3))
    m = mass_matrix(field)
    squares, V = eigh(field.stiffness, m)
    w = np.sqrt(squares)
    expected = 2 * np.array(damping) * w * np.ones(8)
    D = V.T @ field.damping @ V
    np.testing.assert_allclose(np.diag(D), expected, rtol=1e-7)
    np.testing.assert_allclose(D - np.diag(np.diag(D)), 0, atol=1e-7 * expected.max())
    np.testing.assert_array_equal(field.damping, field.damping.T)


def test_rotary_inertia_is_rayleighs():
    """The modal mass gains ρI ∫φ'φ', and frequencies fall."""
    modes = Modes(bending_y=2, bending_z=2)
    thin, thick = (beam_field(replace(UNIFORM, modes=modes, rotary_inertia=on)) for on in (False, True))
    slopes = -thin.nodes["tip"].second[:, :, 0]  # ∫φ'φ' over the whole beam
    gain = UNIFORM.density * np.array([FLAT.Iz] * 2 + [FLAT.Iy] * 2)
    np.testing.assert_allclose(mass_matrix(thick) - mass_matrix(thin), gain * slopes, atol=1e-12 * gain.max())
    assert (frequencies(thick) < frequencies(thin)).all()


def robot_of(beam):
    """Return a robot of one flexible link, which checks the link."""
    return Robot("one", (Link("link", beam=beam),), (Joint("joint", "revolute", "base", "link", axis=(0, 0, 1)),))


def test_what_a_field_cannot_be_made_of_is_told():
    with pytest.raises(arm.DescriptionError, match="sublinks"):
        robot_of(replace(UNIFORM, modes=Modes(bending_y=1), sublinks=Sublinks(4)))
    with pytest.raises(arm.DescriptionError, match="shear modulus"):
        robot_of(replace(UNIFORM, G=None, modes=Modes(torsion=1)))
    with pytest.raises(arm.DescriptionError, match="across the axis"):
        robot_of(replace(UNIFORM, normal=(1.0, 0.0, 0.0), modes=Modes(bending_y=1)))
    with pytest.raises(arm.DescriptionError, match="2 damping ratios for 3 modes"):
        robot_of(replace(UNIFORM, modes=Modes(bending_y=3, damping=(0.1, 0.2))))


def exported(field, damping=(0.0,)):
    """Return the field as a finite-element program would write it: the modes of the clamped link, at every point."""
    squares, V = eigh(field.stiffness, mass_matrix(field))
    nodes = [
        ModalNode(
            f"p{g}", field.r[g], field.mass[g], field.rotary[g], tuple(V.T @ field.shape[:, g]), tuple(V.T @ turn)
        )
        for g, turn in enumerate(field.turn.transpose(1, 0, 2))
    ]
    tip = field.nodes["tip"]
    nodes.append(ModalNode("tip", tip.position, 0.0, translation=V.T @ tip.translation, rotation=V.T @ tip.rotation))
    return ModalData(tuple(np.sqrt(squares) / (2 * np.pi)), tuple(nodes), damping), V


def test_modal_data_give_back_the_beam_that_they_came_from():
    beam, _ = turned(replace(STEPPED, modes=replace(ALL, damping=(0.03,)), rotary_inertia=True), 17)
    field = beam_field(beam)
    data, V = exported(field, (0.03,))
    again = modal_field(data)
    np.testing.assert_allclose(frequencies(again), frequencies(field), rtol=1e-9)
    assert again.mass.sum() == pytest.approx(beam.mass)
    np.testing.assert_allclose(inertia(again), inertia(field), rtol=1e-12)
    np.testing.assert_allclose(again.stiffness, V.T @ field.stiffness @ V, atol=1e-9 * again.stiffness.max())
    np.testing.assert_allclose(again.damping, V.T @ field.damping @ V, atol=1e-7 * again.damping.max())
    np.testing.assert_allclose(_first(again), V.T @ _first(field), atol=1e-12)
    np.testing.assert_allclose(again.nodes["tip"].rotation, V.T @ field.nodes["tip"].rotation)
    assert set(again.nodes) == {node.name for node in data.nodes}
    torsional = np.abs(V.T @ (field.nodes["tip"].rotation @ np.array(beam.axis))) > 1e-6
    twists = np.logical_and.outer(torsional, torsional)
    for name in ("p3", "tip"):  # splines through the points of the beam
        node, g = again.nodes[name], 3 if name == "p3" else None
        for ours, theirs in (
            (node.second, "second"),
            (node.second_rotation, "second_turn" if g else "second_rotation"),
        ):
            exact = getattr(field, theirs)[:, :, g] if g else getattr(field.nodes["tip"], theirs)
            exact = np.einsum("ka,kli,lb->abi", V, exact, V)
            exact[twists] = ours[twists]  # twist shortens by the size of sections, which the data do not have
            np.testing.assert_allclose(ours, exact, atol=5e-3 * np.abs(exact).max())
    assert not modal_field(replace(data, stiffening=False)).second.any()


def test_modal_data_that_are_no_beam_stay_linear():
    field = beam_field(replace(UNIFORM, modes=Modes(bending_y=2), stiffening=False))
    data, _ = exported(field)
    assert modal_field(data).second.any()
    far = data.nodes[-1]
    others = [
        (*data.nodes[:-1], other) for other in (replace(far, position=(0.4, 0.01, 0.0)), replace(far, rotation=()))
    ]
    sheared = (
        replace(node, rotation=tuple(tuple(1.1 * x for x in row) for row in node.rotation)) for node in data.nodes
    )
    for nodes in (*others, tuple(sheared), data.nodes[-1:]):
        assert not modal_field(replace(data, nodes=nodes)).second.any()


def _first(field):
    return np.einsum("g,kga->ka", field.mass, field.shape)


def test_modal_masses_scale_stiffness_and_damping():
    node = ModalNode("tip", (1.0, 0.0, 0.0), 2.0, translation=((0.0, 3.0, 0.0), (0.0, 0.0, 1.0)))
    data = ModalData((10.0, 20.0), (node,), (0.1, 0.2))
    w = 2 * np.pi * np.array([10.0, 20.0])
    own, given = modal_field(data), modal_field(replace(data, modal_masses=(1.0, 4.0)))
    np.testing.assert_allclose(own.stiffness, np.diag([18.0, 2.0] * w**2))
    np.testing.assert_allclose(given.stiffness, np.diag([1.0, 4.0] * w**2))
    np.testing.assert_allclose(given.damping, np.diag([2 * 0.1 * 1.0, 2 * 0.2 * 4.0] * w))
    np.testing.assert_array_equal(own.turn, 0)  # a node without rotations does not turn
    with pytest.raises(arm.DescriptionError, match=r"modal_masses.*3 for 2"):
        robot_of(replace(data, modal_masses=(1.0, 2.0, 3.0)))
    with pytest.raises(arm.DescriptionError, match=r"translation.*'tip'"):
        robot_of(replace(data, nodes=(replace(node, translation=((0.0, 1.0, 0.0),)),)))


@pytest.mark.filterwarnings("error")
def test_modal_data_with_extreme_numbers_give_a_model_or_an_error():
    """Modal data of any finite numbers: no exception or warning of NumPy and SciPy."""
    rng = random.Random(1)
    extremes = (0.0, 1e-300, 1e-12, 1e-6, 1e20, 1e100, 1e155, 1e300, 1e308, -1.0, -1e308)

    def near(number):
        return rng.choice(extremes) if rng.random() < 0.15 else number

    joint = arm.Joint("j", "revolute", "base", "plate", axis=(0.0, 1.0, 0.0))
    for _ in range(300):
        nodes = []
        for x in (0.5, 1.0, 1.5):
            shape = ((near(0.0), near(0.0), near(x * x)),)
            turn = ((near(0.0), near(-2 * x), near(0.0)),)
            place = (near(x), near(0.0), near(0.0))
            nodes.append(arm.parts.ModalNode(f"n{x}", place, near(0.1), translation=shape, rotation=turn))
        with contextlib.suppress(arm.ArmillaryError):
            data = arm.parts.ModalData((near(12.0),), tuple(nodes), (near(0.01),))
            arm.model(arm.Robot("plate", (arm.Link("plate", beam=data),), (joint,)))
