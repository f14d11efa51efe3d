"""Planar arms: closed planar formulas written out here against the general code."""

from __future__ import annotations

import numpy as np
import pytest

import armillary as arm
from internals import gravity, inverse_dynamics, mass_matrix, planar, pose

ARGUMENTS = {"lengths": [1.0, 0.8, 0.5], "masses": [2, 1, 1], "coms": [0.4, 0.3, 0.2], "inertias": [0.3, 0.2, 0.1]}


def draw(rng: np.random.Generator, n: int) -> dict:
    names = ("lengths", "masses", "coms", "inertias", "payloads", "friction")
    return {name: rng.uniform(0.1, 2.0, n) for name in names}


def energies(p: dict, joints: str, q: np.ndarray, qd: np.ndarray) -> tuple[float, float, np.ndarray]:
    """Return kinetic and potential energy and the tip, from positions in the plane as complex numbers."""
    phi = phi_dot = 0.0
    o, v = 0j, 0j
    T = V = before = 0.0
    for i, kind in enumerate(joints):
        u = np.exp(1j * phi)
        reach, rate = before + q[i] * (kind == "P"), qd[i] * (kind == "P")
        o, v = o + reach * u, v + reach * 1j * phi_dot * u + rate * u
        phi, phi_dot = phi + q[i] * (kind == "R"), phi_dot + qd[i] * (kind == "R")
        u = np.exp(1j * phi)
        for m, x in ((p["masses"][i], p["coms"][i]), (p["payloads"][i], p["lengths"][i])):
            T += m * abs(v + x * 1j * phi_dot * u) ** 2 / 2
            V += m * 9.81 * (o + x * u).imag
        T += p["inertias"][i] * phi_dot**2 / 2
        before = p["lengths"][i]
    tip = o + before * u
    return T, V, np.array([tip.real, tip.imag, phi])


@pytest.mark.parametrize("joints", ["R", "RR", "RRRRRRR", "RRP", "RPR", "PRR", "PP", "RPPRP"])
def test_general_code_on_planar_arms_gives_planar_formulas(joints: str) -> None:
    rng, n = np.random.default_rng(len(joints)), len(joints)
    p = draw(rng, n)
    model = arm.model(planar(**p, joints=joints))
    q, qd = rng.normal(size=(2, n))
    T, _, tip = energies(p, joints, q, qd)
    assert qd @ mass_matrix(model, q) @ qd / 2 == pytest.approx(T, rel=1e-12)
    P = pose(model, q)
    np.testing.assert_allclose([P[0, 3], P[1, 3], P[2, 3]], [tip[0], tip[1], 0], rtol=0, atol=1e-12)
    np.testing.assert_allclose([P[0, 0], P[1, 0]], [np.cos(tip[2]), np.sin(tip[2])], rtol=0, atol=1e-12)
    h = 1e-6
    slope = [
        (energies(p, joints, q + h * e, qd)[1] - energies(p, joints, q - h * e, qd)[1]) / (2 * h) for e in np.eye(n)
    ]
    np.testing.assert_allclose(gravity(model, q), slope, rtol=1e-6, atol=1e-6)


def test_friction_is_viscous_at_the_joints() -> None:
    free, damped = (arm.model(planar(**ARGUMENTS, friction=f)) for f in (None, [0.1, 0.2, 0.3]))
    q, qd = np.array([0.1, 0.2, 0.3]), np.array([1.0, -2.0, 3.0])
    difference = inverse_dynamics(damped, q, qd, 0 * q) - inverse_dynamics(free, q, qd, 0 * q)
    np.testing.assert_allclose(difference, [0.1, -0.4, 0.9], rtol=1e-12)


def test_popescu_4r_arm_with_and_without_loads() -> None:
    """[Popescu2008, Table 1]; x0, H11 and g1 recomputed from its equations with the errata."""
    table = {
        "lengths": [1, 1, 1, 1],
        "masses": [2, 1, 1, 0.5],
        "coms": [0.4, 0.3, 0.3, 0.25],
        "inertias": [0.3, 0.2, 0.2, 0.11],
    }
    q = np.array([0.5, 1, -1, -1]) * np.pi / 2
    published = {(1, 1, 1, 1): (19.19125, 44.568410), (0, 0, 0, 1): (11.19125, 30.694975), None: (7.19125, 16.821540)}
    for loads, (H11, g1) in published.items():
        model = arm.model(planar(**table, payloads=loads))
        np.testing.assert_allclose(pose(model, q)[:2, 3], [np.sqrt(2), np.sqrt(2)], rtol=0, atol=1e-12)
        assert mass_matrix(model, q)[0, 0] == pytest.approx(H11, abs=1e-6)
        assert gravity(model, q)[0] == pytest.approx(g1, abs=1e-6)


def test_horizontal_arms_feel_no_gravity() -> None:
    robot = planar(**ARGUMENTS, gravity=0)
    np.testing.assert_array_equal(gravity(arm.model(robot), [0.3, 0.2, 0.1]), np.zeros(3))


def test_loads_of_zero_are_left_out() -> None:
    robot = planar(**ARGUMENTS, payloads=[0, 2, 0])
    assert [(load.link, load.mass, load.com) for load in robot.payloads] == [("link2", 2.0, (0.8, 0.0, 0.0))]


@pytest.mark.parametrize(
    ("change", "argument"),
    [
        ({"lengths": []}, "lengths"),
        ({"lengths": 1.0}, "lengths"),
        ({"lengths": [[1, 2, 3]]}, "lengths"),
        ({"lengths": [1, -1, 1]}, "lengths[1]"),
        ({"masses": [1, 2]}, "masses"),
        ({"masses": [1, 2, -3]}, "masses[2]"),
        ({"masses": ["a", "b", "c"]}, "masses"),
        ({"coms": [1, 2, 3, 4]}, "coms"),
        ({"coms": [1, np.nan, 3]}, "coms[1]"),
        ({"inertias": [1, [2], 3]}, "inertias"),
        ({"inertias": [1, 2, np.inf]}, "inertias[2]"),
        ({"payloads": [1]}, "payloads"),
        ({"friction": [0.1, 0.1]}, "friction"),
        ({"friction": [0.1, 0.1, -0.1]}, "friction[2]"),
        ({"joints": "RR"}, "joints"),
        ({"joints": "RRS"}, "joints"),
        ({"gravity": "down"}, "gravity"),
        ({"gravity": np.nan}, "gravity"),
        ({"gravity": [0, -9.81]}, "gravity"),
        ({"gravity": 10**400}, "gravity"),
        ({"joints": 5}, "joints"),
        ({"joints": ["R", ["R"], "R"]}, "joints"),
        ({"lengths": [10**400, 1, 1]}, "lengths"),
    ],
)
def test_a_bad_argument_is_named(change: dict, argument: str) -> None:
    with pytest.raises(arm.ArgumentError) as caught:
        planar(**ARGUMENTS | change)
    assert caught.value.field == argument


def test_links_are_uniform_rods_by_default() -> None:
    assert planar([1.0, 0.6], [2.0, 3.0]) == planar(
        [1.0, 0.6], [2.0, 3.0], coms=[0.5, 0.3], inertias=[2.0 / 12, 3.0 * 0.36 / 12]
    )


def test_gravity_is_one_number() -> None:
    with pytest.raises(arm.ArgumentError, match="one finite number"):
        planar(**ARGUMENTS | {"gravity": [0, -9.81]})
