"""DH tables: kinematics against products of DH matrices, dynamics against an independent energy."""

from __future__ import annotations

import math
from dataclasses import replace

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
    parse_toml,
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


def same_robot(robot: Robot, other: Robot, seed: int, frame: str = "tip") -> None:
    """Assert equal poses and efforts at random states, to 1e-12 of the largest value."""
    one, two = arm.evaluate(arm.model(robot, motors="reflected")), arm.evaluate(other)
    rng = np.random.default_rng(seed)
    for _ in range(2):
        q, qd, qdd = rng.normal(size=(3, one.model.nv))
        pose = one.pose(q, frame)
        np.testing.assert_allclose(two.pose(q, frame), pose, rtol=0, atol=1e-12 * max(1.0, np.abs(pose).max()))
        tau = one.inverse_dynamics(q, qd, qdd)
        np.testing.assert_allclose(two.inverse_dynamics(q, qd, qdd), tau, rtol=0, atol=1e-12 * np.abs(tau).max())


def random_serial(rng: np.random.Generator, n: int) -> Robot:
    """Return a robot with any placements and axes, fixed joints between, a payload, a motor and a tip."""
    links, joints, parent = [], [], "base"
    for i in range(n):
        kind = str(rng.choice(["revolute", "revolute", "prismatic", "fixed"]) if i else "revolute")
        axis = rng.choice([0, 1]) * rng.normal(size=3)
        axis = axis / np.linalg.norm(axis) if axis.any() else np.eye(3)[rng.integers(3)] * rng.choice([1.0, -1.0])
        rpy = rng.normal(size=3) if rng.random() < 0.5 else rng.integers(-1, 3, 3) * math.pi / 2
        xyz = rng.normal(size=3) * rng.integers(0, 2, 3)
        placement = Placement(vector(xyz), matrix(from_rpy(*rpy)))
        friction = arm.Friction(viscous=rng.uniform(), coulomb=rng.uniform(), factor=1.5)
        joints.append(
            arm.Joint(f"j{i}", kind, parent, f"l{i}", placement, None if kind == "fixed" else axis, friction=friction)
        )
        row = random_rows(rng, 1)[0]
        links.append(arm.Link(f"l{i}", row["mass"], vector(row["com"]), matrix(row["inertia"])))
        parent = f"l{i}"
    payload = arm.Payload("load", parent, 0.7, vector(rng.normal(size=3)), matrix(np.eye(3) * 0.01))
    moving = next(joint for joint in joints if joint.type != "fixed")
    stator = matrix(np.diag([0.2, 0.2, 0.3]))
    motor = arm.Motor("m", moving.name, parent, 0.4, vector(rng.normal(size=3)), stator, 1e-4, ratio=50.0)
    tip = arm.Frame("tip", parent, Placement(vector(rng.normal(size=3)), matrix(from_rpy(*rng.normal(size=3)))))
    base = Placement(vector(rng.normal(size=3)), matrix(from_rpy(*rng.normal(size=3))))
    return Robot(
        "any", tuple(links), tuple(joints), (motor,), (payload,), (tip,), base_placement=base, gravity=(1, 2, -9.0)
    )


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", SEEDS)
def test_any_serial_robot_has_a_table(seed: int, convention: str) -> None:
    robot = random_serial(np.random.default_rng(300 + seed), 2 + seed % 6)
    table = robot.dh(convention)
    assert not table.omissions
    same_robot(robot, table.robot(), seed)
    again = table.robot().dh(convention)
    for row, other in zip(table.rows, again.rows, strict=True):
        np.testing.assert_allclose((row.a, row.d), (other.a, other.d), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_robot_of_a_table_gives_the_table_back(seed: int, convention: str) -> None:
    rng = np.random.default_rng(400 + seed)
    rows = described(random_rows(rng, 2 + seed % 6))
    for row in rows:
        row["alpha"] = float(rng.uniform(0.2, 3.0))  # neither parallel nor, with a ≠ 0, intersecting
    robot = arm.from_dh(rows, convention)
    table = robot.dh(convention)
    for row, other in zip(table.rows, rows, strict=True):
        for name in ("a", "alpha", "d", "theta"):
            turn = 2 * math.pi if name in ("alpha", "theta") else math.inf
            difference = getattr(row, name) - other[name]
            if math.isfinite(turn):
                difference -= turn * round(difference / turn)
            assert abs(difference) < 1e-9, name
        assert row.joint == other["joint"]
        np.testing.assert_allclose(row.com, other["com"], atol=1e-9)
    same_robot(robot, table.robot(), seed)


CRAIG_PUMA = [(0, 0), (0, -90), ("a2", 0), ("a3", -90), (0, 90), (0, -90)]


def test_the_puma_has_the_numbers_of_textbooks() -> None:
    """[Craig2005, fig. 3.21] up to the direction of axis 2: lengths a2, a3, d3, d4, quarter turns between."""
    table = arm.library.get("puma560").dh("modified")
    lengths = {"a2": 0.4318, "a3": 0.0203}
    for row, (a, alpha) in zip(table.rows, CRAIG_PUMA, strict=True):
        assert row.a == pytest.approx(lengths.get(a, 0.0), abs=1e-15)
        assert abs(math.degrees(row.alpha)) == pytest.approx(abs(alpha), abs=1e-12)
    assert [row.d for row in table.rows[2:4]] == pytest.approx([0.15005, 0.4318])
    ur5 = arm.library.get("ur5").dh("standard")
    assert [row.a for row in ur5.rows] == pytest.approx([0, 0.425, 0.39225, 0, 0, 0], abs=1e-12)
    assert ur5.rows[5].d == pytest.approx(0.0823)  # the frame lies on the last axis
    assert ur5.tool == Placement()


@pytest.mark.parametrize("name", ["puma560", "ur5", "panda", "iiwa", "stanford", "planar-rpr", "khatib-rp"])
def test_tables_of_the_library(name: str) -> None:
    robot = arm.library.get(name)
    for convention in ("standard", "modified"):
        table = robot.dh(convention)
        same_robot(robot, table.robot(), 1, table.frame)
        text = str(table)
        assert f"{convention} DH table" in text
        assert "q1" in text
        assert "α [deg]" in text


def test_what_a_table_cannot_hold_is_listed() -> None:
    drive = arm.Motor("drive", "joint2", "link1", rotor_inertia=1e-4, ratio=100.0, axis=(0, 0, 1))
    robot = replace(arm.library.get("khatib-rr"), motors=(drive,))
    table = robot.dh()
    assert table.omissions == ("motor 'drive': the effects of its spin on its carrier",)
    assert table.robot().omissions == table.omissions
    same_robot(robot, table.robot(), 3)
    assert "left out: motor 'drive'" in str(table)


def test_nearly_parallel_axes_have_a_note() -> None:
    rows = [{"a": 0.3, "alpha": 1e-8}, {"a": 0.2}]
    assert "arm.snap(robot) makes them parallel" in arm.from_dh(rows, "standard").dh().notes[0]


def test_a_gripper_beside_the_chain_is_left_out() -> None:
    robot = arm.library.get("khatib-rr")
    finger = arm.Joint("finger", "prismatic", robot.links[-1].name, "pad", axis=(0, 1, 0))
    gripped = replace(
        robot, links=(*robot.links, arm.Link("pad", 0.1)), joints=(*robot.joints, finger), configurations=()
    )
    table = gripped.dh()
    assert len(table.rows) == 2
    assert table.omissions == ("joint 'finger' beside the chain, with what it carries",)


@pytest.mark.parametrize(
    ("name", "arguments", "field"),
    [
        ("flexible-3r", {}, "robot"),
        ("spherical-chain", {}, "robot"),
        ("ur5", {"convention": "craig"}, "convention"),
        ("ur5", {"frame": "nowhere"}, "frame"),
    ],
)
def test_robots_without_a_table(name: str, arguments: dict, field: str) -> None:
    with pytest.raises(arm.ArgumentError) as caught:
        arm.library.get(name).dh(**arguments)
    assert caught.value.field == field


FILE = """
name = "scara"
convention = "standard"
tool = { xyz = [0, 0, "2 cm"] }

[base]
name = "floor"
xyz = [0, 0, "10 cm"]

[[dh]]
name = "shoulder"
a = "40 cm"
d = "30 cm"
mass = "3 kg"
com = ["-20 cm", 0, 0]
inertia = { xx = 0.01, yy = 0.05, zz = 0.05 }
limits = { lower = "-120 deg", upper = "120 deg", effort = "80 N m" }
viscous = "0.5 N m s/rad"

[[dh]]
a = "30 cm"
alpha = "180 deg"
letters = { a = "L2" }
mass = 2

[[dh]]
joint = "P"
mass = 1
limits = { lower = 0, upper = "20 cm" }
coulomb = "3 N"
coulomb_negative = "2 N"
rotor_inertia = "2 g cm^2"
ratio = 1000

[[payload]]
name = "load"
link = "link3"
mass = 1

[[configuration]]
name = "home"
q = ["30 deg", 0, "5 cm"]
"""


def test_a_file_may_have_a_table() -> None:
    robot = parse_toml(FILE)
    rows = [
        DHRow(0.4, d=0.3, mass=3.0, com=(-0.2, 0.0, 0.0), inertia=[0.01, 0.05, 0.05, 0, 0, 0], viscous=0.5,
              limits=Limits(-2 * math.pi / 3, 2 * math.pi / 3, effort=80.0), name="shoulder"),
        DHRow(0.3, math.pi, mass=2.0),
        DHRow(joint="P", mass=1.0, limits=(0, 0.2), coulomb=3.0, coulomb_negative=2.0, rotor_inertia=2e-7, ratio=1000),
    ]  # fmt: skip
    made = arm.from_dh(rows, "standard", base=Placement((0, 0, 0.1)), tool=Placement((0, 0, 0.02)))
    assert (robot.links, robot.motors, robot.frames) == (
        made.links,
        tuple(replace(motor, carrier="link2") for motor in made.motors),
        made.frames,
    )
    assert [replace(joint, parent="base" if joint.parent == "floor" else joint.parent) for joint in robot.joints] == [
        *made.joints
    ]
    assert robot.configuration("home") == pytest.approx((math.pi / 6, 0, 0.05))
    written = arm.to_toml(robot)
    again = parse_toml(written)
    assert again == robot
    assert [joint.placement.letters for joint in again.joints] == [joint.placement.letters for joint in robot.joints]
    assert "L2" in str(arm.equations(again).x)


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ('a = "30 cm"', 'a = "30 kg"', "dh[1].a"),
        ('joint = "P"', 'joint = "S"', "dh[2].joint"),
        ("mass = 2", "mass = -2", "dh[1].mass"),
        ("mass = 2", "mas = 2", "dh[1].mas"),
        ('a = "L2"', 'a = "c2"', "dh[1].letters"),
        ("ratio = 1000", "ratio = 0", "dh[2].ratio"),
        ('coulomb = "3 N"', 'coulomb = "3 N m"', "dh[2].coulomb"),
        ('convention = "standard"', "", "dh"),
        ('name = "load"\nlink = "link3"\nmass = 1', 'name = "load"\nlink = "link3"\nmass = -1', "payload[0].mass"),
    ],
)
def test_a_fault_in_a_file_is_named(before: str, after: str, field: str) -> None:
    assert before in FILE
    with pytest.raises(arm.DescriptionError) as caught:
        parse_toml(FILE.replace(before, after))
    fields = [problem.field for problem in caught.value.problems]
    assert fields[0] == field
    assert {*fields} <= {field, "configuration[0].q"}  # whose units depend on the joint


@pytest.mark.parametrize("word", ['convention = "modified"', "tool = { xyz = [0, 0, 1] }"])
def test_words_of_a_table_need_rows(word: str) -> None:
    text = arm.to_toml(arm.library.get("khatib-rr"))
    with pytest.raises(arm.DescriptionError, match="given without rows"):
        parse_toml(f"{word}\n{text}")


def test_links_may_follow_a_table() -> None:
    """A file may go on behind its table: a hand on the last link, at the place of the tip."""
    hand = """
[[link]]
name = "hand"
mass = 0.2
[[joint]]
name = "flange"
type = "fixed"
parent = "link3"
child = "hand"
xyz = [0, 0, 0.02]
"""
    robot = parse_toml(FILE + hand)
    assert [link.name for link in robot.links] == ["link1", "link2", "link3", "hand"]
    with pytest.raises(arm.DescriptionError) as caught:
        parse_toml(FILE + hand.replace("0.2\n", "-2\n"))
    assert [problem.field for problem in caught.value.problems] == ["link[0].mass"]


def test_equations_print_the_letters_of_the_table() -> None:
    """The position of the wrist of a PUMA 560, as in [Craig2005, sec. 3.7], up to the direction of axis 2."""
    equations = arm.equations(arm.library.get("puma560").dh().robot())
    assert str(equations.x).splitlines() == [
        "x1 = d3 s1 + c1 (a2 c2 + a3 c23 − d4 s23)",
        "x2 = −d3 c1 + s1 (a2 c2 + a3 c23 − d4 s23)",
        "x3 = d1 + a2 s2 + a3 s23 + d4 c23",
    ]
    rows = [{"a": 0.4, "alpha": 0.7, "d": 0.2, "letters": {"a": "L1", "alpha": "β"}}, {"a": 0.3, "theta": 0.4}]
    robot = arm.from_dh(rows, "standard")
    symbolic = arm.equations(robot)
    assert {"L1", "β", "d1", "a2", "θ02"} <= {letter.name for letter in symbolic.symbols.parameters.values()}
    q = [0.3, -0.8]
    np.testing.assert_allclose(symbolic.evaluate("x", q), arm.evaluate(robot).pose(q)[:3, 3], atol=1e-14)
    # The same robot without letters shares its model, and has the usual letters.
    plain = replace(
        robot,
        joints=[replace(joint, placement=replace(joint.placement, letters=())) for joint in robot.joints],
        frames=[replace(frame, placement=replace(frame.placement, letters=())) for frame in robot.frames],
    )
    assert plain == robot
    assert "L1" not in str(arm.equations(plain).x)
    assert "L1" in str(arm.equations(robot).x)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", range(4))
def test_equations_in_letters_of_a_table_are_those_of_the_robot(seed: int, convention: str) -> None:
    rng = np.random.default_rng(500 + seed)
    rows = described(random_rows(rng, 2))
    base = Placement((0.1, -0.2, 0.3), matrix(from_rpy(0, 0, 0.4)))
    robot = arm.from_dh(rows, convention, base=base)
    equations, dyn = arm.equations(robot), arm.evaluate(robot)
    q, qd = rng.normal(size=(2, 2))
    for name, expected in (
        ("x", dyn.pose(q)[:3, 3]),
        ("R", dyn.pose(q)[:3, :3]),
        ("J", dyn.jacobian(q)),
        ("M", dyn.mass_matrix(q)),
        ("g", dyn.gravity(q)),
    ):
        np.testing.assert_allclose(equations.evaluate(name, q, qd), expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("letter", ["c1", "s12", "1a", "a b", "", "ß"])
def test_letters_that_formulas_cannot_have_are_refused(letter: str) -> None:
    with pytest.raises(arm.DescriptionError) as caught:
        arm.from_dh([{"a": 0.3, "letters": {"a": letter}}])
    assert caught.value.problems[0].field == "row[0].letters"
    if letter:
        with pytest.raises(arm.DescriptionError):
            replace(arm.library.get("khatib-rr"), base_placement=Placement(letters=(letter, "", "", "")))
