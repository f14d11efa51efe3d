"""Beams cut into sublinks: the pieces, what sits on them, and the beam that they become as there are more of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import eig, eigh

import armillary
from armillary import Model, library
from internals import (
    QUANTITIES,
    Beam,
    BeamNode,
    Frame,
    Joint,
    Link,
    Modes,
    Motor,
    Payload,
    Placement,
    Robot,
    Section,
    Station,
    Sublinks,
    composite_body,
    expand,
    jacobian,
    newton_euler,
    pose,
)
from multibody.beams import same_as_rigid_beams
from random_flexible import random_flexible_robot, random_flexible_state
from samples import some

RECTANGLE = Section("rectangle", (0.02, 0.03))
BEAM = Beam(1.2, 2e9, 2700.0, (Station(0.0, RECTANGLE),), G=0.8e9, nodes=(BeamNode("mid", 0.5),), rotary_inertia=False)
ALL_WAYS = {"bending_y": True, "bending_z": True, "torsion": True}


def arm(beam: Beam, axis: tuple[float, float, float] = (0.0, 0.0, 1.0), **parts: object) -> Robot:
    joint = Joint("joint", "revolute", "base", "link", axis=axis)
    return Robot("arm", (Link("link", beam=beam),), (joint,), **parts)


def clamped(model: Model, q: np.ndarray | None = None) -> np.ndarray:
    """Natural frequencies [rad/s] with the joints held."""
    elastic = slice(model.nv - len(model.elastic), model.nv)
    M = composite_body.mass_matrix(model, model.neutral if q is None else q)[elastic, elastic]
    return np.sqrt(eigh(model.stiffness[elastic, elastic], M, eigvals_only=True))


def cut(beam: Beam, count: int, damping: float = 0.0, **ways: bool) -> Beam:
    return replace(beam, modes=None, sublinks=Sublinks(count, damping=damping, **ways))


def random_cut(rng: np.random.Generator, robot: Robot, share: float = 1.0) -> Robot:
    """The robot with most of its beams cut into sublinks that move in any of the ways."""
    links = []
    for link in robot.links:
        if link.beam is not None and rng.random() < share:
            ways = rng.random(3) < 0.6
            ways[rng.integers(3)] = True
            beam = cut(link.beam, int(rng.integers(1, 4)), 0.02, **dict(zip(ALL_WAYS, map(bool, ways), strict=True)))
            link = replace(link, beam=beam)
        links.append(link)
    return replace(robot, links=tuple(links))


def test_pieces_have_the_lengths_masses_and_springs_of_the_source() -> None:
    robot = library.get("celentano-link")
    expanded = expand(robot)
    assert [link.name for link in expanded.robot.links] == ["link", *(f"link/{i}" for i in range(2, 12))]
    assert list(expanded.elastic) == [f"link.bending_y{k}" for k in range(1, 11)]
    assert {link.name for link, _ in expanded.elastic.values()} == {"link"}
    places = [joint.placement.xyz[0] for joint in expanded.robot.joints[1:]]
    np.testing.assert_allclose(places, [0.1] + [0.2] * 9)
    springs = [joint.stiffness for joint in expanded.robot.joints[1:]]
    np.testing.assert_allclose(springs, 1e11 * 0.01**4 / 12 * 10 / 2, rtol=1e-14)
    masses = [piece.mass for piece in (*expanded.robot.payloads, *expanded.robot.links[1:])]
    np.testing.assert_allclose(masses, 7876 * 1e-4 * np.array([0.1] + [0.2] * 9 + [0.1]), rtol=1e-14)


@pytest.mark.parametrize("seed", range(8))
def test_a_straight_robot_is_the_robot_with_rigid_beams(seed: int) -> None:
    same_as_rigid_beams(random_cut, seed, 1 + seed % 5)


@pytest.mark.parametrize("seed", some(range(6), 3))
def test_every_formulation_takes_them(seed: int) -> None:
    rng = np.random.default_rng(100 + seed)
    model = armillary.model(random_cut(rng, random_flexible_robot(rng, 1 + seed % 4, kinds="RRPF")))
    q, qd, other = random_flexible_state(rng, model)
    for name in ("mass_matrix", "gravity", "bias", "inverse_dynamics", "forward_dynamics", "kinetic_gradient"):
        quantity = QUANTITIES[name]
        values = {way: f(model, *(q, qd, other)[: len(quantity.inputs)]) for way, f in quantity.exact(model).items()}
        reference = next(iter(values.values()))
        tolerance = (1e-9 if name == "forward_dynamics" else 1e-11) * max(1.0, np.abs(reference).max())
        for way, value in values.items():
            np.testing.assert_allclose(value, reference, atol=tolerance, err_msg=f"{name} by {way}")


def test_coordinates_are_joints_first_then_link_by_link() -> None:
    """Joints described from the tip, and one at a node in mid-span, which is reached before the beam ends."""
    links = (Link("upper", beam=cut(BEAM, 3)), Link("lower", beam=cut(BEAM, 2, **ALL_WAYS)), Link("side", 1.0))
    joints = (
        Joint("second", "revolute", "upper", "lower", axis=(0.0, 1.0, 0.0), node="mid"),
        Joint("third", "prismatic", "upper", "side", axis=(0.0, 1.0, 0.0)),
        Joint("first", "revolute", "base", "upper", axis=(0.0, 0.0, 1.0)),
    )
    model = armillary.model(Robot("mixed", links, joints))
    ways = [f"lower.{way}{k}" for k in (1, 2) for way in ALL_WAYS]
    assert list(model.elastic) == [*(f"upper.bending_y{k}" for k in (1, 2, 3)), *ways]
    names = {joint.v.start: joint.name for joint in model.joints}
    assert [names[k] for k in range(model.nv)] == ["first", "second", "third", *model.elastic]


def test_names_of_the_user_stay_theirs() -> None:
    links = (Link("link", beam=cut(BEAM, 2)), Link("link/2", 1.0), Link("tip", 1.0))
    joints = (
        Joint("joint", "revolute", "base", "link", axis=(0.0, 0.0, 1.0)),
        Joint("link.bending_y1", "revolute", "link", "link/2", axis=(0.0, 0.0, 1.0)),
        Joint("next", "revolute", "link/2", "tip", Placement((0.3, 0.0, 0.0)), axis=(0.0, 0.0, 1.0)),
    )
    model = armillary.model(Robot("names", links, joints))
    assert model.elastic == ("link.bending_y1'", "link.bending_y2")
    np.testing.assert_allclose(pose(model, np.zeros(5), "tip")[:3, 3], [1.5, 0, 0])
    assert len({body.name for body in model.bodies}) == len(model.bodies)


def test_what_sits_at_a_node_moves_with_its_piece() -> None:
    """With ν = 2 the pieces end at 0.3 and 0.9 m of 1.2 m; the node at 0.5 m is on the second."""
    robot = arm(
        cut(BEAM, 2),
        payloads=(Payload("load", "link", 2.0, (0.0, 0.1, 0.0), node="mid"),),
        frames=(Frame("camera", "link", Placement((0.0, 0.0, 0.2)), node="mid"), Frame("hand", "link")),
    )
    q = np.array([0.0, np.pi / 2, 0.0])
    model = armillary.model(robot)
    np.testing.assert_allclose(pose(model, q, "camera")[:3, 3], [0.3, 0.2, 0.2], atol=1e-15)
    np.testing.assert_allclose(pose(model, q, "link.mid")[:3, 3], [0.3, 0.2, 0.0], atol=1e-15)
    for tip in ("hand", "tip", "link.tip"):
        np.testing.assert_allclose(pose(model, q, tip)[:3, 3], [0.3, 0.9, 0.0], atol=1e-15)
    bare = armillary.model(replace(robot, payloads=()))
    J = jacobian(model, q, "link.mid")
    R = pose(model, q, "link.mid")[:3, :3]
    arm_of_load = R @ np.array([0.0, 0.1, 0.0])
    J_load = J[3:] + np.cross(J[:3].T, arm_of_load).T
    added = composite_body.mass_matrix(model, q) - composite_body.mass_matrix(bare, q)
    np.testing.assert_allclose(added, 2.0 * J_load.T @ J_load, atol=1e-13)


def test_a_motor_on_the_tip_of_a_beam_couples_to_its_bending() -> None:
    links = (Link("link", beam=cut(BEAM, 3)), Link("next", 1.0, (0.2, 0.0, 0.0)))
    joints = (
        Joint("joint", "revolute", "base", "link", axis=(0.0, 0.0, 1.0)),
        Joint("elbow", "revolute", "link", "next", axis=(0.0, 0.0, 1.0)),
    )
    motor = Motor("m", "elbow", "link", 0.5, rotor_inertia=1e-3, ratio=10.0, axis=(0.0, 0.0, 1.0))
    models = [armillary.model(Robot("driven", links, joints, (motor,)), motors=kind) for kind in ("full", "reflected")]
    full, reflected = (composite_body.mass_matrix(model, np.zeros(5)) for model in models)
    I_m = 1e-3
    np.testing.assert_allclose((full - reflected)[1, [0, 2, 3, 4]], 10 * I_m, atol=1e-14)  # the elbow's row
    np.testing.assert_allclose((full - reflected)[0, 0], I_m, atol=1e-14)


CLAMPED = np.array([1.8751040687, 4.6940911330, 7.8547574382])
PINNED = np.array([3.9266023121, 7.0685827456, 10.2101761228])


SLIM = replace(BEAM, stations=(Station(0.0, Section("rectangle", tuple(0.1 * side for side in RECTANGLE.size))),))
"""A beam whose pieces are longer than thick: shorter ones have more inertia than a thin rod."""


def errors(count: int, torsion: bool = False) -> dict[str, np.ndarray]:
    """Relative errors of the first three frequencies: clamped and pinned in bending, and in torsion."""
    section, rho, L = SLIM.stations[0].section, SLIM.density, SLIM.length
    wave = np.sqrt(SLIM.E * section.Iz / (rho * section.area)) / L**2
    model = armillary.model(arm(cut(SLIM, count)), friction=False)
    M = composite_body.mass_matrix(model, model.neutral)
    pinned = np.sqrt(eigh(model.stiffness, M, eigvals_only=True)[1:4])
    found = {
        "clamped": clamped(model)[:3] / (wave * CLAMPED**2) - 1,
        "pinned": pinned / (wave * PINNED**2) - 1,
    }
    if torsion:
        twist = armillary.model(arm(cut(SLIM, count, bending_y=False, torsion=True)))
        theory = np.pi / 2 / L * np.array([1, 3, 5]) * np.sqrt(SLIM.G * section.J / (rho * section.polar))
        found["torsion"] = clamped(twist)[:3] / theory - 1
    return found


def test_frequencies_converge_to_those_of_the_beam() -> None:
    """With the square of the number of sublinks; where both ends are free to turn even with its fourth power."""
    coarse, fine = errors(12, torsion=True), errors(24, torsion=True)
    for kind, expected in {"clamped": 2.0, "pinned": 4.0, "torsion": 2.0}.items():
        assert np.abs(fine[kind]).max() < 5e-3, kind
        order = np.log2(np.abs(coarse[kind] / fine[kind]))
        np.testing.assert_allclose(order, expected, atol=0.1, err_msg=kind)


def test_bending_in_two_planes_and_torsion_are_those_of_each_alone() -> None:
    together = np.sort(clamped(armillary.model(arm(cut(BEAM, 8, **ALL_WAYS)))))
    alone = [{"bending_y": True}, {"bending_y": False, "bending_z": True}, {"bending_y": False, "torsion": True}]
    apart = np.sort(np.concatenate([clamped(armillary.model(arm(cut(BEAM, 8, **ways)))) for ways in alone]))
    np.testing.assert_allclose(together, apart, rtol=1e-10)


@pytest.mark.parametrize("seed", range(3))
def test_small_angles_mean_what_modes_mean(seed: int) -> None:
    """The Jacobian of the tip: a slope v' turns about +z and lifts along y, w' turns about −y and lifts along z."""
    rng = np.random.default_rng(seed)
    axis = rng.normal(size=3)
    normal = np.cross(axis, rng.normal(size=3))
    x, y = axis / np.linalg.norm(axis), normal / np.linalg.norm(normal)
    z = np.cross(x, y)
    model = armillary.model(arm(replace(cut(BEAM, 1, **ALL_WAYS), axis=tuple(x), normal=tuple(y))))
    J = jacobian(model, model.neutral, "link.tip")[:, 1:]
    half = BEAM.length / 2
    expected = np.array([[*z, *(half * y)], [*-y, *(half * z)], [*x, 0, 0, 0]])
    np.testing.assert_allclose(J.T, expected, atol=1e-14)


def frequencies_of(robot: Robot, how_many: int) -> np.ndarray:
    model = armillary.model(robot)
    M = composite_body.mass_matrix(model, model.neutral)
    squares = eigh(model.stiffness, M, eigvals_only=True)
    return np.sqrt(squares[squares > 1.0][:how_many])


def test_modes_and_sublinks_converge_to_each_other_in_space() -> None:
    """Two tapered beams in an L, a payload off the axis at the end: bending in two planes and torsion couple."""
    tapered = replace(BEAM, stations=(Station(0.0, RECTANGLE), Station(1.2, Section("rectangle", (0.015, 0.02)))))
    turned = Placement((0.0, 0.0, 0.0), ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))

    def ell(beam: Beam) -> Robot:
        links = (Link("a", beam=beam), Link("b", beam=replace(beam, stations=BEAM.stations)))
        joints = (
            Joint("root", "revolute", "base", "a", axis=(0.0, 0.0, 1.0)),
            Joint("elbow", "revolute", "a", "b", turned, axis=(1.0, 0.0, 0.0), stiffness=300.0),
        )
        inertia = ((2e-3, 0.0, 0.0), (0.0, 1e-3, 0.0), (0.0, 0.0, 3e-3))
        load = Payload("load", "b", 0.6, (0.0, 0.05, 0.1), inertia)
        return Robot("ell", links, joints, payloads=(load,))

    modes = replace(tapered, modes=Modes(bending_y=6, bending_z=6, torsion=6, shapes="attachment"))
    by_modes = frequencies_of(ell(modes), 6)
    coarse, fine = (frequencies_of(ell(cut(tapered, n, **ALL_WAYS)), 6) / by_modes - 1 for n in (6, 12))
    assert np.abs(fine).max() < 5e-3
    assert np.all(np.abs(fine) < 0.35 * np.abs(coarse))


def static_tip(beam: Beam, moment: float, force: float) -> tuple[float, float]:
    """Slope [rad] and deflection [m] of the tip under small loads in the plane, the root held."""
    model = armillary.model(arm(beam))
    J = jacobian(model, model.neutral, "link.tip")[:, 1:]
    bent = np.linalg.solve(model.stiffness[1:, 1:], J.T @ np.array([0, 0, moment, 0, force, 0]))
    return float(J[2] @ bent), float(J[4] @ bent)


@pytest.mark.parametrize("count", [1, 2, 5, 10])
def test_statics_of_a_uniform_beam_are_exact_but_for_a_known_part(count: int) -> None:
    EI, L = BEAM.E * BEAM.stations[0].section.Iz, BEAM.length
    slope, deflection = static_tip(cut(BEAM, count), 0.7, 0.0)
    assert slope == pytest.approx(0.7 * L / EI, rel=1e-13)
    assert deflection == pytest.approx(0.7 * L**2 / (2 * EI), rel=1e-13)
    slope, deflection = static_tip(cut(BEAM, count), 0.0, 0.3)
    assert slope == pytest.approx(0.3 * L**2 / (2 * EI), rel=1e-13)
    assert deflection / (0.3 * L**3 / (3 * EI)) - 1 == pytest.approx(-1 / (4 * count**2), rel=1e-11)


def test_a_tapered_beam_turns_exactly_under_a_moment() -> None:
    """Width and height fall to a part: ∫dx/EIz of w(x)³h(x), both linear, against a fine sum."""
    thin = Section("rectangle", (0.012, 0.02))
    beam = replace(BEAM, stations=(Station(0.2, RECTANGLE), Station(0.7, thin), Station(0.7, RECTANGLE)))
    x = np.linspace(0, 0.5, 20001)
    w, h = 0.02 - 0.008 * x / 0.5, 0.03 - 0.01 * x / 0.5
    y = 12 / (h * w**3)
    inner = (y[0] + y[-1] + 4 * y[1::2].sum() + 2 * y[2:-1:2].sum()) * (x[1] - x[0]) / 3
    theory = (inner + 0.7 * 12 / (0.03 * 0.02**3)) / BEAM.E
    for count in (1, 4, 7):
        assert static_tip(cut(beam, count), 1.0, 0.0)[0] == pytest.approx(theory, rel=1e-12)


def test_a_moment_bends_it_into_a_circle() -> None:
    """Constant moment, large rotation: every joint turns by M/K, and the slope of the tip is exact."""
    model = armillary.model(arm(cut(BEAM, 7)))
    EI, L = BEAM.E * BEAM.stations[0].section.Iz, BEAM.length
    moment = 2.0 * EI / L
    q = np.concatenate([[0.0], moment / np.diag(model.stiffness)[1:]])
    wrench = {"link.tip": np.array([0, 0, moment, 0, 0, 0])}
    still = np.zeros(model.nv)
    efforts = newton_euler.inverse_dynamics(replace(model, gravity=np.zeros(3)), q, still, still, wrench)
    np.testing.assert_allclose(efforts[1:], 0.0, atol=1e-12 * moment)
    assert np.sum(q) == pytest.approx(2.0, rel=1e-14)


def spinning(beam: Beam, speed: float) -> np.ndarray:
    """The lowest two frequencies [rad/s] of flapping, out of the plane in which the beam spins about its root."""
    model = armillary.model(arm(beam, gravity=(0.0, 0.0, 0.0)))
    n = model.nv
    rate = np.zeros(n)
    rate[0] = speed
    h, still = 1e-30, np.zeros(n)
    columns = [newton_euler.inverse_dynamics(model, 1j * h * unit, rate, still).imag / h for unit in np.eye(n)[1:]]
    K = np.array(columns).T[1:]
    M = composite_body.mass_matrix(model, np.zeros(n))[1:, 1:]
    return np.sort(np.sqrt(eig(K, M)[0].real))[:2]


@pytest.mark.parametrize(
    ("speed", "published"), [(0, (3.5160, 22.0345)), (5, (6.4495, 25.4461)), (10, (11.2023, 33.6404))]
)
def test_spin_stiffens_without_any_further_term(speed: float, published: tuple[float, float]) -> None:
    """Flapping of a rotating cantilever, dimensionless (Wright and others, J. Appl. Mech. 49, 1982, table 1)."""
    section = BEAM.stations[0].section
    unit = np.sqrt(BEAM.E * section.Iy / (BEAM.density * section.area)) / BEAM.length**2
    ways = {"bending_y": False, "bending_z": True}
    coarse, fine = (spinning(cut(BEAM, count, **ways), speed * unit) / unit for count in (8, 16))
    np.testing.assert_allclose(fine, published, rtol=8e-3)
    np.testing.assert_allclose((4 * fine - coarse) / 3, published, rtol=8e-4)  # the error falls with the square
    modes = replace(BEAM, modes=Modes(bending_z=6))
    np.testing.assert_allclose(spinning(modes, speed * unit) / unit, published, rtol=1e-3)


def test_the_first_mode_of_each_plane_has_the_damping_asked_for() -> None:
    model = armillary.model(arm(cut(BEAM, 6, damping=0.03, **ALL_WAYS)))
    n = len(model.elastic)
    M, K = composite_body.mass_matrix(model, model.neutral)[1:, 1:], model.stiffness[1:, 1:]
    D = np.diag(model.viscous)[1:, 1:]
    state = np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    roots = np.linalg.eigvals(state)
    roots = roots[roots.imag > 0]
    roots = roots[np.argsort(np.abs(roots))]
    ratios = -roots.real / np.abs(roots)
    assert np.sum(np.isclose(ratios, 0.03, rtol=1e-9)) == 3
    assert np.all(ratios > 0.03 * (1 - 1e-9))
    assert not np.any(armillary.model(model.robot, friction=False).viscous)


def test_many_short_pieces_are_no_error() -> None:
    """A piece of a thin rod that is shorter than thick has an inertia that no body has; the chain is right."""
    model = armillary.model(arm(cut(BEAM, 150)))
    section = BEAM.stations[0].section
    wave = np.sqrt(BEAM.E * section.Iz / (BEAM.density * section.area)) / BEAM.length**2
    assert clamped(model)[0] / (wave * CLAMPED[0] ** 2) - 1 == pytest.approx(0.0, abs=1e-4)


def test_rotary_inertia_lowers_the_frequencies() -> None:
    plain, rotary = (
        clamped(armillary.model(arm(replace(cut(BEAM, 16), rotary_inertia=flag))))[:3] for flag in (False, True)
    )
    modes = replace(BEAM, modes=Modes(bending_y=8), rotary_inertia=True)
    ratio = (
        clamped(armillary.model(arm(modes)))[:3]
        / clamped(armillary.model(arm(replace(modes, rotary_inertia=False))))[:3]
    )
    assert np.all(ratio < 1)
    np.testing.assert_allclose(rotary / plain - 1, ratio - 1, rtol=0.05)
