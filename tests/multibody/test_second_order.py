"""Displacement and rotation of second order against the differential equations of the section that they come from."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import armillary as arm
import armillary.multibody.flexible.beam_field as module
from internals import (
    SHAPE_FAMILIES,
    Beam,
    Joint,
    Link,
    Modes,
    Node,
    Robot,
    Section,
    Station,
    beam_field,
    count,
    energy,
    newton_euler,
    optimise,
    trace,
)
from multibody import beams
from samples import some

ALL = Modes(bending_y=3, bending_z=2, torsion=2, axial=2)
UNIFORM, STEPPED = (replace(beam, modes=ALL) for beam in (beams.UNIFORM, beams.STEPPED))
THICK = replace(STEPPED, shear=True, shear_factor=0.1)
X = np.array([1.0, 0.0, 0.0])


class Strains:
    """Linear rotation, curvature, stretch and shear of a beam for given amplitudes, from the shapes alone."""

    def __init__(self, beam: Beam, q: np.ndarray) -> None:
        self.beam, modes = beam, beam.modes
        grid = module._grid(beam, modes)
        self.kinds = module._kinds(beam, modes, grid, module._tip(beam, modes, np.eye(3), grid, 0.3, 1e-3 * np.eye(3)))
        self.parts = np.split(q, np.cumsum(list(modes.counts.values()))[:-1])

    def __call__(self, x: float) -> tuple[np.ndarray, np.ndarray, float, np.ndarray]:
        theta, kappa, stretch, shear = np.zeros(3), np.zeros(3), 0.0, np.zeros(3)
        for kind, q in zip(self.kinds, self.parts, strict=True):
            _, turn, strain, slip = (q @ values[:, 0] for values in kind.functions(np.array([x / self.beam.length])))
            theta, kappa, stretch, shear = (
                theta + turn * kind.about,
                kappa + strain * kind.about,
                stretch + strain * kind.along[0],
                shear + slip * kind.along,
            )
        return theta, kappa, stretch, shear


def radius(beam: Beam, x: float) -> float:
    """Return the polar radius of gyration of the section at x."""
    a, b = next((a, b) for a, b in beam.stretches() if a.at <= x <= b.at)
    section = a.section.towards(b.section, (x - a.at) / (b.at - a.at))
    return float(np.sqrt(section.polar / section.area))


def integrated(beam: Beam, rate: object, start: np.ndarray, places: list[float]) -> np.ndarray:
    """Return the solution at every place; steps of the section are ends of intervals."""
    ends, values = sorted({0.0, *places, *(s.at for s in beam.stations), beam.length}), {0.0: start}
    for a, b in pairwise(ends):
        inside = lambda x, y, a=a, b=b: rate(min(max(x, a + 1e-12), b - 1e-12), y)  # noqa: E731
        values[b] = solve_ivp(inside, (a, b), values[a], "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    return np.array([values[place] for place in places])


@pytest.mark.parametrize(
    ("beam", "family"),
    some(
        [
            *((STEPPED, "attachment"), (THICK, "loaded"), (THICK, "attachment")),
            *((UNIFORM, family) for family in SHAPE_FAMILIES),
            (STEPPED, "tip-mass"),
        ],
        6,
    ),
)
def test_second_order_of_the_section_equations(beam: Beam, family: str) -> None:
    """ψ₂' = ½ θ × θ', u₂' = ψ₂ × x̂ + ½ θ × (θ × x̂) + θ × (ε x̂ + γ), integrated as they are."""
    beam = replace(beam, modes=replace(ALL, shapes=family))
    q = np.random.default_rng(5).normal(size=ALL.count)
    strains, places = Strains(beam, q), [0.07, 0.2, 0.4]

    def rate(x: float, y: np.ndarray) -> np.ndarray:
        theta, kappa, stretch, shear = strains(x)
        lateral = np.cross(theta, X)
        slope = np.cross(y[:3], X) + np.cross(theta, lateral) / 2 + stretch * lateral + np.cross(theta, shear)
        slope[0] -= radius(beam, x) ** 2 * kappa[0] ** 2 / 2  # fibres of a twisted beam are longer
        return np.concatenate([np.cross(theta, kappa) / 2, slope])

    exact = integrated(beam, rate, np.zeros(6), places)
    field = beam_field(beam, 0.3, 1e-3 * np.eye(3))
    nodes = [field.nodes[name] for name in ("near", "mid", "tip")]
    found = np.array([[np.einsum("k,l,kli->i", q, q, g) / 2 for g in (n.second_rotation, n.second)] for n in nodes])
    np.testing.assert_allclose(found.reshape(3, 6), exact, rtol=1e-10, atol=1e-10 * np.abs(exact).max())


@pytest.mark.parametrize("beam", [STEPPED, THICK], ids=["slender", "thick"])
def test_a_node_follows_the_exact_section_equations_to_third_order(beam: Beam) -> None:
    """R' = R κ~, r' = R (x̂ (1 + ε) + γ): halving the amplitude divides what is missing by eight."""
    beam = replace(beam, modes=replace(ALL, shapes="attachment"))
    q = 0.02 * np.array([0.1, 1.0, 0.3, 0.1, -1.0, 1.0, 0.5, 0.01, 0.02])
    node = Node(beam_field(beam).nodes["tip"])
    gaps = []
    for part in (1.0, 0.5, 0.25):
        strains = Strains(beam, part * q)

        def rate(x: float, y: np.ndarray, strains: Strains = strains) -> np.ndarray:
            _, kappa, stretch, shear = strains(x)
            R = y[:9].reshape(3, 3)
            shorter = radius(beam, x) ** 2 * kappa[0] ** 2 / 2
            return np.concatenate([np.cross(R, kappa).ravel(), R[:, 0] * (1 + stretch - shorter) + R @ shear])

        exact = integrated(beam, rate, np.concatenate([np.eye(3).ravel(), np.zeros(3)]), [0.4])[0]
        r = np.array([0.4, 0.0, 0.0]) + node.slide(part * q)
        turn = Rotation.from_matrix(exact[:9].reshape(3, 3).T @ node.turn(part * q).R).as_rotvec()
        gaps.append([np.linalg.norm(r - exact[9:]), np.linalg.norm(turn)])
    assert np.all(np.array(gaps[0]) > 1e-9)
    np.testing.assert_allclose(np.array(gaps[0]) / gaps[1], 8, rtol=0.1)
    np.testing.assert_allclose(np.array(gaps[1]) / gaps[2], 8, rtol=0.1)


def test_the_mass_has_the_moments_of_the_second_order_field() -> None:
    field = beam_field(replace(STEPPED, axis=(0.0, 0.6, 0.8), normal=(1.0, 0.0, 0.0)))
    chi, C = field.shortening
    assert len(C) == 6
    x = field.r @ field.axes[:, 0]
    for weight in (np.ones_like(x), x):
        ours = np.einsum("g,agi,akl->kli", field.mass * weight, chi, C)
        exact = np.einsum("g,klgi->kli", field.mass * weight, field.second)
        np.testing.assert_allclose(ours, exact, atol=1e-12 * np.abs(exact).max())


PLANAR = {
    "one plane": Modes(bending_y=3),
    "both planes, one mode each of one shape": Modes(bending_y=1, bending_z=1),
    "torsion": Modes(torsion=2),
    "stretching": Modes(bending_z=2, axial=1),
}


@pytest.mark.parametrize("case", PLANAR)
def test_beams_in_a_plane_have_no_second_rotation(case: str) -> None:
    """Nothing is added to beams that bend in a plane; stretching times slope moves points across the axis."""
    field = beam_field(replace(UNIFORM, modes=PLANAR[case]))
    assert not field.second_turn.any()
    assert not any(node.second_rotation.any() for node in field.nodes.values())
    assert len(field.shortening[1]) == {"stretching": 4}.get(case, 2)
    across = field.second[..., 1:]
    assert across.any() == (case == "stretching")


def test_half_slopes_halve_the_whole_rotation() -> None:
    plain, half = (beam_field(replace(UNIFORM, modes=replace(ALL, published_half_slope=on))) for on in (False, True))
    for name, node in plain.nodes.items():
        np.testing.assert_array_equal(half.nodes[name].second_rotation, node.second_rotation / 2)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_rates_of_a_node_are_derivatives(family: str) -> None:
    """S, Ṡ and the drift against complex steps of R and r."""
    node = Node(beam_field(replace(STEPPED, modes=replace(ALL, shapes=family))).nodes["mid"])
    rng, step = np.random.default_rng(2), 1e-30
    q, qd = rng.uniform(-0.1, 0.1, ALL.count), rng.normal(size=ALL.count)
    R, (angular, linear) = node.turn(q).R, node.subspace(q)
    for k, unit in enumerate(np.eye(ALL.count)):
        moved = q + 1j * step * unit
        spin = R.T @ np.imag(node.turn(moved).R) / step
        np.testing.assert_allclose(angular[:, k], [spin[2, 1], spin[0, 2], spin[1, 0]], atol=1e-11)
        np.testing.assert_allclose(linear[:, k], R.T @ np.imag(node.slide(moved)) / step, atol=1e-11)
    rates = node.subspace_rate(q, qd)
    for rate, half in zip(rates, node.subspace(q + 1j * step * qd), strict=True):
        np.testing.assert_allclose(rate, np.imag(half) / step, atol=1e-10)
    turning, moving = node.drift(q, qd)
    np.testing.assert_allclose(turning, rates[0] @ qd, atol=1e-11)
    np.testing.assert_allclose(moving, rates[1] @ qd + np.cross(angular @ qd, linear @ qd), atol=1e-10)


OPERATIONS = {  # simplified, as before there were terms in space
    "flexrob": {"inverse_dynamics": 153, "forward_dynamics": 275, "mass_matrix": 74},
    "deluca-siciliano": {"inverse_dynamics": 163, "forward_dynamics": 233, "mass_matrix": 89},
}
BY = {"inverse_dynamics": "newton_euler", "forward_dynamics": "articulated_body", "mass_matrix": "composite_body"}


@pytest.mark.parametrize("name", OPERATIONS)
def test_planar_arms_need_no_more_operations(name: str) -> None:
    model = arm.model(arm.library.get(name))
    for quantity, most in OPERATIONS[name].items():
        assert count(optimise(trace(model, quantity, BY[quantity]))).flops <= most


CUT = [(family, 1) for family in SHAPE_FAMILIES] + [(f, 2) for f in ("loaded", "attachment", "polynomial")]


@pytest.mark.parametrize(("family", "segments"), CUT)
def test_compiled_code_has_all_terms(family: str, segments: int) -> None:
    """Against the same recursion on floats and against the derivatives of the energies."""
    modes = Modes(2, 1, 1, 1, shapes=family) if segments == 1 else Modes(1, 1, 1, shapes=family)  # type: ignore[arg-type]
    robot = strip(modes, segments=segments, rotary_inertia=segments == 1)
    model, fast = arm.model(robot), arm.compile(robot)
    rng = np.random.default_rng(3)
    q, qd, qdd = rng.uniform(-0.05, 0.05, model.nv), rng.normal(size=model.nv), rng.normal(size=model.nv)
    for expected in (newton_euler.inverse_dynamics(model, q, qd, qdd), energy.inverse_dynamics(model, q, qd, qdd)):
        np.testing.assert_allclose(fast.inverse_dynamics(q, qd, qdd), expected, atol=1e-10 * np.abs(expected).max())


def strip(modes: Modes, **more: object) -> Robot:
    """A soft strip on edge that swings under its weight and an eccentric load."""
    section = Section("rectangle", (0.003, 0.03))
    beam = Beam(0.6, 7e10, 1200.0, (Station(0.0, section),), G=27e9, modes=modes, **more)  # type: ignore[arg-type]
    joint = Joint("pivot", "revolute", "base", "strip", axis=(0.0, 0.6, 0.8))
    load = arm.Payload("load", "strip", 0.05, com=(0.0, 0.02, -0.05))
    return Robot("strip", (Link("strip", beam=beam),), (joint,), payloads=(load,))


@pytest.mark.filterwarnings("ignore:link strip bends too far")
def test_energy_is_kept_with_all_terms() -> None:
    """Bending in both planes, torsion, stretching, and sections that are laminae."""
    robot = strip(Modes(2, 1, 1, 1, shapes="attachment"), rotary_inertia=True)
    q0 = np.array([0.4, 0.02, 0.02, 0.005, 0.05, 0.0])
    run = arm.simulate(robot, 0.3, q0=q0, solver=arm.solvers.DOP853(rtol=1e-10))
    assert np.abs(run.drift).max() < 1e-6  # per cent
