"""The library: every robot loads, can be a real body, and holds the figures that its source publishes."""

from __future__ import annotations

import math
import tomllib
from importlib import resources

import numpy as np
import pytest

import armillary as arm
from internals import (
    Robot,
    articulated_body,
    bias,
    composite_body,
    gravity,
    inverse_dynamics,
    kinetic_energy,
    mass_matrix,
    parse_toml,
    planar,
    pose,
    second_moments,
    shift_from_com,
    to_toml,
)

NAMES = [
    "celentano-link",
    "deluca-siciliano",
    "flexible-3r",
    "flexible-snake",
    "flexrob",
    "humanoid",
    "iiwa",
    "khatib-rp",
    "khatib-rr",
    "manutec-r3",
    "panda",
    "planar-3r",
    "planar-4r",
    "planar-7r",
    "planar-prr",
    "planar-rpr",
    "planar-rrp",
    "puma560",
    "rpr-orthogonal",
    "rtx",
    "spherical-chain",
    "stanford",
    "ur5",
]


def random_state(model: arm.Model, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Joints anywhere, links bent by centimetres."""
    amplitude = np.ones(model.nv)
    amplitude[model.nv - len(model.elastic) :] = 0.02
    return model.integrate(model.neutral, amplitude * rng.normal(size=model.nv)), rng.normal(size=model.nv)


def test_names_are_those_promised() -> None:
    assert arm.library.names() == NAMES


@pytest.mark.parametrize("name", ["pand", "Panda", "planar3r", "UR5"])
def test_an_unknown_name_suggests_the_close_ones(name: str) -> None:
    with pytest.raises(arm.ArgumentError) as caught:
        arm.library.get(name)
    assert "did you mean" in caught.value.hint
    assert {"pand": "panda", "Panda": "panda", "planar3r": "planar-3r", "UR5": "ur5"}[name] in caught.value.hint


def test_a_name_like_no_other_lists_all() -> None:
    with pytest.raises(arm.ArgumentError) as caught:
        arm.library.get("../../secret")
    assert all(name in caught.value.expected for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_robot_says_where_its_numbers_come_from(name: str) -> None:
    robot = arm.library.get(name)
    assert robot.name == name
    assert len(robot.source) > 20
    text = resources.files(arm.library).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.startswith("#")]) >= 4
    assert robot == parse_toml(text)
    assert arm.library.get(name) is robot


@pytest.mark.parametrize("name", NAMES)
def test_each_robot_survives_being_written(name: str) -> None:
    robot = arm.library.get(name)
    text = to_toml(robot)
    assert tomllib.loads(text)["source"] == robot.source
    assert parse_toml(text) == robot


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["full", "reflected", "none"])
@pytest.mark.parametrize("name", NAMES)
def test_mass_matrices_are_symmetric_and_positive_definite(name: str, motors: str) -> None:
    model, rng = arm.model(arm.library.get(name), motors=motors), np.random.default_rng(7)
    for _ in range(3):
        q, qd = random_state(model, rng)
        M = mass_matrix(model, q)
        assert np.abs(M - M.T).max() <= 1e-12 * np.abs(M).max()
        assert np.linalg.eigvalsh(M).min() > 0
        assert qd @ M @ qd / 2 == pytest.approx(kinetic_energy(model, q, qd), rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_each_robot_has_a_tip(name: str) -> None:
    model = arm.model(arm.library.get(name))
    assert pose(model, model.neutral, "tip").shape == (4, 4)


@pytest.mark.parametrize("name", ["planar-rrp", "rpr-orthogonal"])
def test_spinning_rotors_couple_where_their_carrier_turns(name: str) -> None:
    robot, rng = arm.library.get(name), np.random.default_rng(3)
    before = {joint.name: joint.parent for joint in robot.joints}
    assert any(motor.axis and motor.carrier not in (robot.base, before[motor.joint]) for motor in robot.motors)
    full, reflected = (arm.model(robot, motors=motors) for motors in ("full", "reflected"))
    q, _ = random_state(full, rng)
    M, M_reflected = mass_matrix(full, q), mass_matrix(reflected, q)
    assert np.abs(M - M_reflected).max() > 1e-4
    # Rotors on the base only reflect; joint 1 alone turns the others, by ratio · inertia along its axis.
    np.testing.assert_allclose((M - M_reflected)[1:, 1:], 0, rtol=0, atol=1e-12)
    z = np.array([0.0, 0.0, 1.0])
    for motor in robot.motors[1:]:
        k = [joint.name for joint in robot.joints].index(motor.joint)
        coupling = motor.ratio * motor.rotor_inertia * np.dot(motor.axis, z)
        assert M[0, k] - M_reflected[0, k] == pytest.approx(coupling, abs=1e-12)


def test_rotors_of_the_humanoid_are_gyroscopic() -> None:
    """At constant speeds a rotor on a thigh that turns in space needs a moment that a reflected inertia does not."""
    full, reflected = (arm.model(arm.library.get("humanoid"), motors=motors) for motors in ("full", "reflected"))
    q, qd = random_state(full, np.random.default_rng(4))
    assert np.abs(bias(full, q, qd) - bias(reflected, q, qd)).max() > 1e-3


def test_rtx_elbow_motor_rides_on_the_carriage() -> None:
    robot = arm.library.get("rtx")
    motor = next(motor for motor in robot.motors if motor.joint == "elbow")
    assert (motor.carrier, robot.joint("elbow").parent) == ("carriage", "upper_arm")
    # The carriage slides and never turns, so its rotors only reflect.
    full, reflected = (arm.model(robot, motors=motors) for motors in ("full", "reflected"))
    q = [0.3, 0.4, -0.5]
    np.testing.assert_allclose(mass_matrix(full, q), mass_matrix(reflected, q), rtol=0, atol=1e-15)


def total_mass(robot: Robot) -> float:
    return sum(link.mass for link in robot.links)


@pytest.mark.parametrize(
    ("name", "mass"),
    [
        ("ur5", 3.7 + 8.393 + 2.275 + 1.219 + 1.219 + 0.1879),
        ("panda", 4.970684 + 0.646926 + 3.228604 + 3.587895 + 1.225946 + 1.666555 + 0.735522 + 0.73 + 2 * 0.015),
        ("iiwa", 5.76 + 6.35 + 3.5 + 3.5 + 3.5 + 1.8 + 1.2),
        ("puma560", 13.0 + 17.4 + 4.8 + 0.82 + 0.34 + 0.09),
        ("stanford", 9.29 + 5.01 + 4.25),
        ("planar-4r", 2 + 1 + 1 + 0.5),
        ("humanoid", 70 * (1 - 0.1117)),  # all but the pelvis
    ],
)
def test_masses_add_up_to_the_published_ones(name: str, mass: float) -> None:
    assert total_mass(arm.library.get(name)) == pytest.approx(mass, abs=1e-9)


def test_khatib_rr_and_rp_equations() -> None:
    """[Khatib, 5.3.4 and 5.3.5], mass matrix, velocity terms and gravity, with the sample values put in."""
    (m1, m2), (I1, I2), l1, l2 = (3.0, 2.0), (0.08, 0.04), 0.5, 0.4
    rr, q, qd = arm.model(arm.library.get("khatib-rr")), np.array([0.3, 0.8]), np.array([0.7, -1.1])
    c1, c2, s2, c12 = math.cos(q[0]), math.cos(q[1]), math.sin(q[1]), math.cos(q[0] + q[1])
    m12 = I2 + m2 * (l2**2 + l1 * l2 * c2)
    m11 = m1 * l1**2 + I1 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * c2) + I2
    np.testing.assert_allclose(mass_matrix(rr, q), [[m11, m12], [m12, m2 * l2**2 + I2]], rtol=1e-12)
    G = 9.81 * np.array([(m1 + m2) * l1 * c1 + m2 * l2 * c12, m2 * l2 * c12])
    h = m2 * l1 * l2 * s2
    V = np.array([-h * (2 * qd[0] * qd[1] + qd[1] ** 2), h * qd[0] ** 2])
    np.testing.assert_allclose(bias(rr, q, qd), V + G, rtol=1e-12)

    (m1, m2), (I1, I2), l1 = (4.0, 2.0), (0.14, 0.03), 0.4
    rp, q = arm.model(arm.library.get("khatib-rp")), np.array([0.3, 0.8])
    d2, c1, s1 = q[1], math.cos(q[0]), math.sin(q[0])
    np.testing.assert_allclose(
        mass_matrix(rp, q), np.diag([m1 * l1**2 + I1 + m2 * d2**2 + I2, m2]), rtol=1e-12, atol=1e-15
    )
    G = 9.81 * np.array([(m1 * l1 + m2 * d2) * c1, m2 * s1])
    V = np.array([2 * m2 * d2 * qd[0] * qd[1], -m2 * d2 * qd[0] ** 2])
    np.testing.assert_allclose(bias(rp, q, qd), V + G, rtol=1e-12)


def test_planar_4r_figures() -> None:
    """[Popescu2008, Table 1], recomputed from its equations with the errata: x0, ẋ, H11, g1 at q0."""
    model = arm.model(arm.library.get("planar-4r"))
    q = np.array([0.5, 1, -1, -1]) * np.pi / 2
    np.testing.assert_allclose(pose(model, q)[:2, 3], [1.41421356, 1.41421356], rtol=0, atol=1e-8)
    assert mass_matrix(model, q)[0, 0] == pytest.approx(19.19125, abs=1e-6)
    assert gravity(model, q)[0] == pytest.approx(44.568410, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "n", "arguments"),
    [
        ("planar-3r", 3, {}),
        ("planar-7r", 7, {"friction": [0.05] * 7}),
    ],
)
def test_uniform_rods_are_what_planar_makes(name: str, n: int, arguments: dict) -> None:
    ours, made = arm.library.get(name), planar([1] * n, [1] * n, coms=[0.5] * n, inertias=[1 / 12] * n, **arguments)
    assert (ours.links, ours.joints, ours.frames, ours.gravity) == (made.links, made.joints, made.frames, made.gravity)


def test_spherical_chain_has_the_second_moments_of_celentano() -> None:
    """[Celentano2008]: M = 2, ξ_G = (.3, 0, 0), Q = diag(.24, .01, .02) about the joint."""
    robot = arm.library.get("spherical-chain")
    assert [joint.type for joint in robot.joints] == ["spherical"] * 3
    for link in robot.links:
        Q = second_moments(shift_from_com(link.inertia, link.mass, link.com))
        np.testing.assert_allclose(Q, np.diag([0.24, 0.01, 0.02]), rtol=0, atol=1e-15)


def test_humanoid_is_a_tree_of_more_than_twenty_joints() -> None:
    robot = arm.library.get("humanoid")
    model = arm.model(robot)
    assert len(list(robot.moving_joints())) >= 20
    assert model.nv >= 20
    assert model.nq == model.nv + 4
    # Mirror images: a pose of the left side put on the right has its tip at −y.
    grips = [pose(model, model.neutral, f"{side}_grip")[:3, 3] for side in ("left", "right")]
    np.testing.assert_allclose(grips[0] * [1, -1, 1], grips[1], rtol=0, atol=1e-15)


PUMA = [  # [Armstrong1986] as tabulated by Corke: d, a, α, m, com, diagonal inertia in standard DH frames, Jm, G
    (0.67183, 0, 1, 0.0, (0, 0, 0), (0, 0.35, 0), 200e-6, -62.6111),
    (0, 0.4318, 0, 17.4, (-0.3638, 0.006, 0.2275), (0.13, 0.524, 0.539), 200e-6, 107.815),
    (0.15005, 0.0203, -1, 4.8, (-0.0203, -0.0141, 0.070), (0.066, 0.086, 0.0125), 200e-6, -53.7063),
    (0.4318, 0, 1, 0.82, (0, 0.019, 0), (1.8e-3, 1.3e-3, 1.8e-3), 33e-6, 76.0364),
    (0, 0, -1, 0.34, (0, 0, 0), (0.3e-3, 0.4e-3, 0.3e-3), 33e-6, 71.923),
    (0, 0, 0, 0.09, (0, 0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3), 33e-6, 76.686),
]


def puma_mass_matrix(q: np.ndarray) -> np.ndarray:
    """Return M from the published table alone: Σ m JvᵀJv + JωᵀIJω in standard DH frames, rotors reflected."""
    T, M = np.eye(4), np.diag([Jm * G**2 for *_, Jm, G in PUMA])
    axes, origins = [], []
    for i, (d, a, quarter, m, com, moments, *_) in enumerate(PUMA):
        axes.append(T[:3, 2])
        origins.append(T[:3, 3])
        c, s = math.cos(q[i]), math.sin(q[i])
        ca, sa = (1, 0) if quarter == 0 else (0, quarter)
        A = [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]]
        T = T @ np.array(A)
        R, p = T[:3, :3], T[:3, 3] + T[:3, :3] @ np.array(com)
        Jv, Jw = np.zeros((3, 6)), np.zeros((3, 6))
        for k in range(i + 1):
            Jv[:, k], Jw[:, k] = np.cross(axes[k], p - origins[k]), axes[k]
        M = M + m * Jv.T @ Jv + Jw.T @ R @ np.diag(moments) @ R.T @ Jw
    return M


def test_puma_has_the_mass_matrix_of_the_published_table() -> None:
    """The table's link 3 breaks the triangle inequality; what was moved between links 2 and 3 must not show."""
    model, rng = arm.model(arm.library.get("puma560")), np.random.default_rng(5)
    for q in rng.uniform(-3, 3, (5, 6)):
        np.testing.assert_allclose(mass_matrix(model, q), puma_mass_matrix(q), rtol=0, atol=1e-12)


def test_puma_figures_of_corke() -> None:
    """Corke, Robotics, Vision and Control, ch. 9: inertia and gravity load of the PUMA 560 at its nominal pose."""
    model, q = arm.model(arm.library.get("puma560")), np.array([0, 1 / 4, 1, 0, 1 / 4, 0]) * np.pi
    M = mass_matrix(model, q)
    np.testing.assert_allclose(np.diag(M), [3.6594, 4.4137, 0.9378, 0.1925, 0.1713, 0.1941], rtol=0, atol=5e-5)
    np.testing.assert_allclose([M[0, 1], M[0, 2], M[1, 2]], [-0.4044, 0.1006, 0.3509], rtol=0, atol=5e-5)
    np.testing.assert_allclose(gravity(model, q), [0, 31.6399, 6.0351, 0, 0.0283, 0], rtol=0, atol=5e-5)


def test_puma_friction_is_that_of_the_motors_seen_at_the_joints() -> None:
    robot = arm.library.get("puma560")
    B = [1.48e-3, 0.817e-3, 1.38e-3, 71.2e-6, 82.6e-6, 36.7e-6]
    Tc = [(0.395, 0.435), (0.126, 0.071), (0.132, 0.105), (11.2e-3, 16.9e-3), (9.26e-3, 14.5e-3), (3.96e-3, 10.5e-3)]
    for joint, motor, viscous, (up, down) in zip(robot.joints, robot.motors, B, Tc, strict=True):
        assert joint.friction.viscous == pytest.approx(viscous * motor.ratio**2, rel=1e-10)
        assert joint.friction.coulomb == pytest.approx(abs(motor.ratio) * up, rel=1e-9)
        assert joint.friction.coulomb_negative == pytest.approx(abs(motor.ratio) * down, rel=1e-9)


def test_puma_torques_of_the_robotics_toolbox() -> None:
    """p560.rne(qn, ones, ones) of Corke's Robotics Toolbox, friction by direction and motors included."""
    model, q = arm.model(arm.library.get("puma560")), np.array([0, 1 / 4, 1, 0, 1 / 4, 0]) * np.pi
    expected = [32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781]
    one = np.ones(6)
    for dyn in (arm.evaluate(model), arm.compile(model)):
        np.testing.assert_allclose(dyn.inverse_dynamics(q, one, one), expected, rtol=6e-6)


def test_stanford_boom_about_its_dh_frame() -> None:
    """2.51 kg·m² about the origin of the DH frame, which is where the hand is; 0.782 kg of the motor are felt."""
    robot = arm.library.get("stanford")
    boom = robot.link("boom")
    moments = np.diag(shift_from_com(boom.inertia, boom.mass, boom.com))
    np.testing.assert_allclose(moments, [2.51, 2.51, 0.006], rtol=0, atol=1e-9)
    model = arm.model(robot)
    assert mass_matrix(model, [0.1, 0.2, 0.5])[2, 2] == pytest.approx(4.25 + 0.782)
    # Upright at q2 = 0 and pushed out: the hand is above the shoulder axis by the extension.
    np.testing.assert_allclose(pose(model, [0, 0, 0.5])[:3, 3], [0, 0.154, 0.912], rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # All joints at zero: sums of the offsets along the arm, by hand from the published geometry.
        ("ur5", (0.425 + 0.39225 + 0.0, 0.13585 - 0.1197 + 0.093 + 0.0823, 0.089159 - 0.09465)),
        ("panda", (0.088, 0.0, 0.333 + 0.316 + 0.384 - 0.107 - 0.1034)),
        ("iiwa", (0.0, 0.0, 0.1575 + 0.2025 + 0.2045 + 0.2155 + 0.1845 + 0.2155 + 0.081 + 0.045)),
        ("puma560", (0.4318 + 0.0203, -0.15005, 0.67183 + 0.4318)),
    ],
)
def test_reach_at_zero(name: str, expected: tuple[float, float, float]) -> None:
    model = arm.model(arm.library.get(name))
    np.testing.assert_allclose(pose(model, model.neutral)[:3, 3], expected, rtol=0, atol=1e-12)


def test_quarter_turns_in_the_files_are_exact() -> None:
    for name in ("ur5", "iiwa", "puma560", "stanford"):
        placements = [joint.placement for joint in arm.library.get(name).joints]
        assert {abs(x) for placement in placements for row in placement.rotation for x in row} <= {0.0, 1.0}


def test_friction_acts_at_the_joints_of_the_panda() -> None:
    robot, rng = arm.library.get("panda"), np.random.default_rng(2)
    q, qd, qdd = rng.normal(size=(3, 7))
    damped, free = (inverse_dynamics(arm.model(robot, friction=f), q, qd, qdd) for f in (True, False))
    np.testing.assert_allclose(damped - free, 0.003 * qd, rtol=0, atol=1e-12)


FLEXIBLE = ["celentano-link", "deluca-siciliano", "flexible-3r", "flexible-snake", "flexrob"]


@pytest.mark.parametrize("name", FLEXIBLE)
def test_recursions_agree_on_flexible_robots(name: str) -> None:
    model, rng = arm.model(arm.library.get(name)), np.random.default_rng(8)
    q, qd = random_state(model, rng)
    M, tau = mass_matrix(model, q), rng.normal(size=model.nv)
    np.testing.assert_allclose(composite_body.mass_matrix(model, q), M, rtol=0, atol=1e-12 * np.abs(M).max())
    qdd = articulated_body.forward_dynamics(model, q, qd, tau)
    needed = inverse_dynamics(model, q, qd, qdd)
    scale = np.abs(M * qdd).sum(axis=1)  # what cancels in each effort
    assert np.max(np.abs(needed - tau) / scale) < 1e-11


def test_flexrob_has_the_masses_and_inertias_of_its_table() -> None:
    """[Bascetta2002, Table 1]: 0.4 × 0.04 × 0.005 m; k² I_m = 0.32 and 0.0235 kg·m²; the elbow motor on the tip."""
    robot = arm.library.get("flexrob")
    model = arm.model(robot)
    assert [link.beam.mass for link in robot.links] == pytest.approx([2710 * 0.4 * 0.04 * 0.005] * 2)
    np.testing.assert_allclose(model.armature[:2], [0.32, 0.0235], rtol=1e-12)
    M = mass_matrix(model, model.neutral)
    rods = 0.2168 * (0.4**2 / 3 + 0.6**2 + 0.4**2 / 12)
    assert M[0, 0] == pytest.approx(rods + 0.32 + 0.94 * 0.4**2 + 1.27e-4 + 2.35e-6, rel=1e-12)
    assert M[0, 1] == pytest.approx(0.2168 * (0.4**2 / 3 + 0.4 * 0.2) + 2.35e-4, rel=1e-12)
    assert M[1, 1] == pytest.approx(0.2168 * 0.4**2 / 3 + 0.0235, rel=1e-12)


def test_deluca_siciliano_has_the_published_modes() -> None:
    """Frequencies, shapes at the tip, and ∫ρφ, ∫ρxφ, for modes normalised to the mass of the link, 0.1 kg."""
    published = {
        "link1": [(0.48, 0.186, 0.657, 0.007, 0.002), (1.80, 0.215, -0.560, 0.013, 0.004)],
        "link2": [(2.18, 0.883, 2.641, 0.033, 0.012), (15.91, -0.069, -10.853, 0.054, 0.016)],
    }
    tips = {"link1": (1.2, 0.1 + 0.1 / 12 + 0.0005 + 0.025), "link2": (0.1, 0.0005)}
    model = arm.model(arm.library.get("deluca-siciliano"))
    for body in (body for body in model.bodies if body.name in published):
        field, (mass, inertia) = body.modal.field, tips[body.name]
        deflection, slope = field.nodes["tip"].translation[:, 1], field.nodes["tip"].rotation[:, 2]
        shape = field.shape[:, :, 1]
        total = (
            (shape * field.mass) @ shape.T + mass * np.outer(deflection, deflection) + inertia * np.outer(slope, slope)
        )
        assert abs(total[0, 1]) < 1e-9 * np.sqrt(total[0, 0] * total[1, 1])  # orthogonal with the body at the tip
        first, moment = shape @ field.mass, shape @ (field.mass * field.r[:, 0])
        scale = np.sign(first) * np.sqrt(0.1 / np.diag(total))
        hertz = np.sqrt(np.diag(field.stiffness) / np.diag(total)) / (2 * np.pi)
        ours = np.array([hertz, scale * deflection, scale * slope, scale * first, scale * moment]).T
        for found, expected in zip(ours, published[body.name], strict=True):
            np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=0.005)
            np.testing.assert_allclose(found[1:], expected[1:], rtol=0, atol=0.0006)


def test_flexible_3r_bends_twists_and_carries_its_motor() -> None:
    robot = arm.library.get("flexible-3r")
    model = arm.model(robot)
    kinds = {name.split(".")[1][:-1] for name in model.elastic}
    assert kinds == {"bending_y", "bending_z", "torsion"}
    np.testing.assert_allclose(pose(model, model.neutral)[:3, 3], [0.7 + 0.6 + 0.08, 0, 0.3], rtol=0, atol=1e-15)
    # The elbow's rotor spins up the vertical bending of the tube on whose tip it rides.
    M, M_reflected = (mass_matrix(arm.model(robot, motors=motors), model.neutral) for motors in ("full", "reflected"))
    elbow, bending = 2, 3 + [name.split(".")[1] for name in model.elastic].index("bending_z2")
    slope = model.bodies[1].modal.field.nodes["tip"].rotation[2 + 1, 1]
    assert M[elbow, bending] - M_reflected[elbow, bending] == pytest.approx(-100 * 0.36e-4 * slope, rel=1e-9)


def test_the_snake_alternates_and_reaches_two_metres() -> None:
    robot = arm.library.get("flexible-snake")
    model = arm.model(robot)
    assert (len(robot.joints), model.nv) == (10, 30)
    assert [joint.axis for joint in robot.joints] == [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0)] * 5
    np.testing.assert_allclose(pose(model, model.neutral)[:3, 3], [2, 0, 0], rtol=0, atol=1e-14)
