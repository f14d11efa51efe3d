"""DH tables: kinematics against products of DH matrices, dynamics against an independent energy."""

from __future__ import annotations

import math

import numpy as np
import pytest

import armillary as arm
from internals import (
    DHRow,
    Limits,
    Placement,
    Robot,
    from_rpy,
    inverse_dynamics,
    kinetic_energy,
    mass_matrix,
    matrix,
    pose,
    potential_energy,
    vector,
)

SEEDS = range(12)


def screw(axis: str, angle: float, shift: float) -> np.ndarray:
    """Return R_axis(angle) T_axis(shift) as a 4 × 4 matrix, written out for this test."""
    c, s = math.cos(angle), math.sin(angle)
    if axis == "x":
        return np.array([[1, 0, 0, shift], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, shift], [0, 0, 0, 1]])


def dh_frames(rows: list[dict], convention: str, q: np.ndarray) -> list[np.ndarray]:
    """Return the 4 × 4 matrices of all DH frames, straight from the definitions."""
    T, frames = np.eye(4), []
    for row, x in zip(rows, q, strict=True):
        sliding = row["joint"] == "P"
        z = screw("z", row["theta"] + x * (not sliding), row["d"] + x * sliding)
        k = screw("x", row["alpha"], row["a"])
        T = T @ (z @ k if convention == "standard" else k @ z)
        frames.append(T)
    return frames


def random_rows(rng: np.random.Generator, n: int) -> list[dict]:
    rows = []
    for _ in range(n):
        points, weights = rng.normal(size=(5, 3)), rng.uniform(0.2, 1.0, 5)
        com = weights @ points / weights.sum()
        offsets = points - com
        inertia = sum(w * (p @ p * np.eye(3) - np.outer(p, p)) for w, p in zip(weights, offsets, strict=True))
        a, alpha, d, theta = rng.normal(size=4)
        rows.append(
            {
                "a": a,
                "alpha": rng.choice([alpha, 0.0, math.pi / 2, -math.pi / 2]),
                "d": d,
                "theta": theta,
                "joint": str(rng.choice(["R", "P"], p=[0.7, 0.3])),
                "mass": weights.sum(),
                "com": com,
                "inertia": inertia,
                "points": points,
                "weights": weights,
            }
        )
    return rows


def described(rows: list[dict]) -> list[dict]:
    return [{k: v for k, v in row.items() if k not in ("points", "weights")} for row in rows]


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", SEEDS)
def test_forward_kinematics_is_the_product_of_dh_matrices(seed: int, convention: str) -> None:
    rng = np.random.default_rng(seed)
    rows = random_rows(rng, int(rng.integers(1, 8)))
    base, tool = (Placement(vector(rng.normal(size=3)), matrix(from_rpy(*rng.normal(size=3)))) for _ in range(2))
    model = arm.model(arm.from_dh(described(rows), convention, base=base, tool=tool))
    q = rng.normal(size=len(rows))
    ends = [np.eye(4), np.eye(4)]
    for T, placed in zip(ends, (base, tool), strict=True):
        T[:3, :3], T[:3, 3] = placed.rotation, placed.xyz
    expected = ends[0] @ dh_frames(rows, convention, q)[-1] @ ends[1]
    np.testing.assert_allclose(pose(model, q), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", SEEDS)
def test_energies_are_those_of_the_point_masses(seed: int, convention: str) -> None:
    """Each link is five point masses fixed to its DH frame; their velocities come from central differences
    of the DH matrices, so neither the placement of com and inertia nor the recursions are trusted."""
    rng = np.random.default_rng(100 + seed)
    rows = random_rows(rng, int(rng.integers(1, 6)))
    model = arm.model(arm.from_dh(described(rows), convention))
    q, qd, h = rng.normal(size=len(rows)), rng.normal(size=len(rows)), 1e-5
    here, ahead, behind = (dh_frames(rows, convention, x) for x in (q, q + h * qd, q - h * qd))
    T = V = 0.0
    for i, row in enumerate(rows):
        T_dot = (ahead[i] - behind[i]) / (2 * h)
        for m, p in zip(row["weights"], row["points"], strict=True):
            v = T_dot[:3, :3] @ p + T_dot[:3, 3]
            T += m * v @ v / 2
            V += m * 9.81 * (here[i][:3, :3] @ p + here[i][:3, 3])[2]
    assert kinetic_energy(model, q, qd) == pytest.approx(T, rel=1e-8)
    assert potential_energy(model, q) == pytest.approx(V, rel=1e-12, abs=1e-12)
    assert qd @ mass_matrix(model, q) @ qd / 2 == pytest.approx(T, rel=1e-8)


def modified_twin(rows: list[dict]) -> tuple[list[dict], Placement]:
    """Write a standard table as a modified one: a and α move down a row, the last pair becomes the tool.

    The modified frame is the standard one taken back by that row's own Rx(α) Tx(a).
    """
    twins, before = [], (0.0, 0.0)
    for row in rows:
        R = screw("x", row["alpha"], row["a"])[:3, :3]
        twin = row | {"a": before[0], "alpha": before[1]}
        twin["com"] = R @ row["com"] + np.array([row["a"], 0, 0])
        twin["inertia"] = R @ row["inertia"] @ R.T
        twins.append(twin)
        before = row["a"], row["alpha"]
    return twins, Placement((before[0], 0.0, 0.0), matrix(screw("x", before[1], 0)[:3, :3]))


@pytest.mark.parametrize("seed", SEEDS)
def test_both_conventions_describe_the_same_arm(seed: int) -> None:
    rng = np.random.default_rng(200 + seed)
    rows = described(random_rows(rng, int(rng.integers(2, 8))))
    twins, tool = modified_twin(rows)
    standard, modified = arm.model(arm.from_dh(rows, "standard")), arm.model(arm.from_dh(twins, "modified", tool=tool))
    q, qd, qdd = rng.normal(size=(3, len(rows)))
    np.testing.assert_allclose(pose(standard, q), pose(modified, q), rtol=0, atol=1e-12)
    tau = inverse_dynamics(standard, q, qd, qdd)
    np.testing.assert_allclose(tau, inverse_dynamics(modified, q, qd, qdd), rtol=1e-11, atol=1e-11)


def entries(robot: Robot) -> set[float]:
    return {value for joint in robot.joints for row in joint.placement.rotation for value in row}


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_quarter_turns_leave_exact_zeros(convention: str) -> None:
    quarter = math.pi / 2
    robot = arm.from_dh([DHRow(alpha=quarter, theta=k * quarter) for k in (-2, -1, 1, 2)], convention)
    assert entries(robot) == {-1.0, 0.0, 1.0}


def test_friction_limits_and_motors_are_taken_over() -> None:
    row = {"joint": "P", "limits": (-1, 2), "viscous": 3, "coulomb": 4, "rotor_inertia": 1e-4, "ratio": -50, "mass": 1}
    limited = DHRow(a=0.3, mass=2.0, limits=Limits(velocity=5.0), inertia=[2, 2.5, 3, 0.1, 0.2, 0.3])
    robot = arm.from_dh([row, limited], "modified", name="pair", gravity=(0, 0, 0), source="this test")
    first, second = robot.joints
    assert (first.type, first.friction.viscous, first.friction.coulomb, first.limits) == (
        "prismatic",
        3.0,
        4.0,
        Limits(-1.0, 2.0),
    )
    assert second.limits.velocity == 5.0
    assert robot.links[1].inertia == ((2.0, 0.1, 0.2), (0.1, 2.5, 0.3), (0.2, 0.3, 3.0))
    (motor,) = robot.motors
    assert (motor.joint, motor.carrier, motor.axis) == ("joint1", "base", None)
    # A slider of 1 kg that carries 2 kg, and ratio² · rotor inertia of its motor.
    M = mass_matrix(arm.model(robot), np.zeros(2))
    assert M[0, 0] == pytest.approx(3.0 + 50**2 * 1e-4)
    assert (robot.name, robot.gravity, robot.source) == ("pair", (0.0, 0.0, 0.0), "this test")


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"alfa": 0.0}, "row[1].alfa"),
        ({"a": "0.3"}, "row[1].a"),
        ({"d": math.nan}, "row[1].d"),
        ({"joint": "S"}, "row[1].joint"),
        ({"com": [0, 0]}, "row[1].com"),
        ({"inertia": [1, 1, 1]}, "row[1].inertia"),
        ({"inertia": [[1, 0, 0], [0, 1], [0]]}, "row[1].inertia"),
        ({"limits": 3}, "row[1].limits"),
        ({"limits": (2, 1)}, "row[1].limits"),
        ({"mass": -1.0}, "row[1].mass"),
        ({"mass": 1.0, "inertia": [1, 1, 5, 0, 0, 0]}, "row[1].inertia"),
        ({"viscous": -0.1}, "row[1].viscous"),
        ({"rotor_inertia": 1e-4, "ratio": 0}, "row[1].ratio"),
        (7, "row[1]"),
    ],
)
def test_a_bad_row_is_named(row: object, field: str) -> None:
    with pytest.raises(arm.DescriptionError) as caught:
        arm.from_dh([{"a": 0.3}, row], "modified")  # type: ignore[list-item]
    assert [problem.field for problem in caught.value.problems] == [field]


def test_all_bad_rows_are_reported_at_once() -> None:
    with pytest.raises(arm.DescriptionError) as caught:
        arm.from_dh([{"alhpa": 1.0}, {"joint": "X"}])
    assert [problem.field for problem in caught.value.problems] == ["row[0].alhpa", "row[1].joint"]
    assert "did you mean alpha?" in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "convention", "argument"),
    [([{}], "craig", "convention"), ([], "standard", "rows"), ({"a": 1}, "standard", "rows"), (3, "standard", "rows")],
)
def test_a_bad_argument_is_named(rows: object, convention: str, argument: str) -> None:
    with pytest.raises(arm.ArgumentError) as caught:
        arm.from_dh(rows, convention)  # type: ignore[arg-type]
    assert caught.value.field == argument


@pytest.mark.parametrize("gravity", [9.81, (0, -9.81), "down"])
def test_gravity_is_a_vector(gravity: object) -> None:
    with pytest.raises(arm.ArgumentError) as caught:
        arm.from_dh([{}], gravity=gravity)  # type: ignore[arg-type]
    assert caught.value.field == "gravity"


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({"base": 3}, "base"),
        ({"base": Placement((0.0, 0.0))}, "base"),
        ({"tool": (0, 0, 1)}, "tool"),
        ({"gravity": [0, 0, 10**400]}, "gravity"),
        ({"convention": ["standard"]}, "convention"),
    ],
)
def test_arguments_of_the_wrong_type_are_named(arguments: dict, argument: str) -> None:
    with pytest.raises(arm.ArgumentError) as caught:
        arm.from_dh([{"a": 1.0}], **arguments)
    assert caught.value.field == argument


@pytest.mark.parametrize("field", [{"a": 10**400}, {"a": 10**5000}, {"joint": ["R"]}, {"joint": np.zeros(2)}])
def test_values_that_no_row_can_have_are_named(field: dict) -> None:
    with pytest.raises(arm.DescriptionError) as caught:
        arm.from_dh([{}, field])
    assert [problem.field for problem in caught.value.problems] == [f"row[1].{next(iter(field))}"]


def test_friction_by_direction():
    """A row given as a mapping and one as a `DHRow` agree; without a value friction is the same both ways."""
    rows = [DHRow(a=0.5, mass=1.0, coulomb=2.0, coulomb_negative=3.0), {"a": 0.5, "mass": 1.0, "coulomb": 2.0}]
    first, second = arm.from_dh(rows).joints[:2]
    assert (first.friction.coulomb, first.friction.coulomb_negative) == (2.0, 3.0)
    assert (second.friction.coulomb, second.friction.coulomb_negative) == (2.0, None)
    with pytest.raises(arm.DescriptionError, match=r"row\[0\].coulomb_negative: 'much'"):
        arm.from_dh([{"coulomb_negative": "much"}])
