"""Products of exponentials: poses against matrix exponentials, round trips with random robots; parts and tools."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.linalg

import armillary as arm
from description.test_dh import random_serial, same_robot
from internals import Placement, from_rpy, matrix, vector


def exponential(S, q):
    """Return e^{[S] q} by SciPy's matrix exponential."""
    (a, b, c), v = S[:3], S[3:]
    return scipy.linalg.expm(q * np.array([[0, -c, b, v[0]], [c, 0, -a, v[1]], [-b, a, 0, v[2]], [0, 0, 0, 0]]))


def product(S, M, q):
    T = np.eye(4)
    for axis, x in zip(S, q, strict=True):
        T = T @ exponential(np.asarray(axis), x)
    return T @ M


def home(rng):
    M = np.eye(4)
    M[:3, :3], M[:3, 3] = from_rpy(*rng.normal(size=3)), rng.normal(size=3)
    return M


def random_axes(rng, n):
    """Return revolute, prismatic and screw axes anywhere."""
    axes = []
    for _ in range(n):
        w, p = rng.normal(size=(2, 3))
        w /= np.linalg.norm(w)
        pitch = rng.choice([0.0, 0.0, 0.2])
        kind = rng.choice(["R", "R", "P"])
        axes.append(np.concatenate([w, -np.cross(w, p) + pitch * w] if kind == "R" else [np.zeros(3), w]))
    return np.array(axes)


@pytest.mark.parametrize("seed", range(10))
def test_poses_are_products_of_exponentials(seed):
    rng = np.random.default_rng(seed)
    S, M, q = random_axes(rng, 1 + seed % 7), home(rng), rng.normal(size=1 + seed % 7)
    base = Placement((0.1, 0.2, 0.3), matrix(from_rpy(0.1, 0.2, 0.3)))
    robot = arm.from_screws(S, M, base=base)
    B = np.eye(4)
    B[:3, :3], B[:3, 3] = base.rotation, base.xyz
    dyn = arm.evaluate(robot)
    np.testing.assert_allclose(dyn.pose(q), B @ product(S, M, q), atol=1e-12)
    screws = robot.screws()
    np.testing.assert_allclose(screws.space, S, atol=1e-12)
    np.testing.assert_allclose(screws.home, M, atol=1e-12)
    np.testing.assert_allclose(screws.body.T, dyn.jacobian(0 * q, reference="body"), atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_any_serial_robot_has_screw_axes(seed):
    robot = random_serial(np.random.default_rng(600 + seed), 2 + seed % 6)
    screws = robot.screws()
    same_robot(robot, screws.robot(), seed)
    T = arm.evaluate(replace(robot, base_placement=Placement())).pose(q := np.linspace(-1, 1, len(screws.rows)))
    np.testing.assert_allclose(T, product(screws.space, screws.home, q), atol=1e-11)


def test_the_3r_arm_of_the_textbook():
    """[LynchPark2017, ex. 4.1]: the spatial 3R arm with L1 = 0.5, L2 = 0.3."""
    M = [[0, 0, 1, 0.5], [0, 1, 0, 0], [-1, 0, 0, -0.3], [0, 0, 0, 1]]
    S = [(0, 0, 1, 0, 0, 0), (0, -1, 0, 0, 0, -0.5), (1, 0, 0, 0, -0.3, 0)]
    screws = arm.from_screws(S, M, name="3R").screws()
    np.testing.assert_allclose(screws.space, S, atol=1e-15)
    assert "3R: screw axes" in str(screws)
    assert "M, row 1" in str(screws)
    assert repr(screws) == "<Screws of 3R: 3 axes>"


def test_links_have_their_data_at_home():
    """A pendulum whose axis is at x = 1 and whose mass is at x = 1.5."""
    row = {"axis": (0, -1, 0, 0, 0, -1), "mass": 2.0, "com": (1.5, 0, 0), "inertia": (0.1, 0.2, 0.3, 0, 0, 0),
           "limits": (-1, 1), "viscous": 0.5, "name": "hinge", "rotor_inertia": 1e-4, "ratio": 50}  # fmt: skip
    robot = arm.from_screws([row], np.eye(4))
    dyn = arm.evaluate(robot)
    assert dyn.gravity([0.0]) == pytest.approx([2.0 * 9.81 * 0.5])
    assert dyn.mass_matrix([0.0])[0, 0] == pytest.approx(0.2 + 2.0 * 0.25 + 50**2 * 1e-4)
    assert (robot.joints[0].name, robot.joints[0].limits.upper) == ("hinge", 1.0)
    assert arm.from_screws([arm.parts.Screw(**row)], np.eye(4)) == robot


@pytest.mark.parametrize(
    ("rows", "M", "field"),
    [
        ([(0, 0, 2, 0, 0, 0)], np.eye(4), "row[0].axis"),
        ([(0, 0, 0, 0, 0, 0)], np.eye(4), "row[0].axis"),
        ([(0, 0, 1, 0, 0)], np.eye(4), "row[0]"),
        ([{"axis": (0, 0, 1, 0, 0)}], np.eye(4), "row[0].axis"),
        ([{"axis": (0, 0, 1, 0, 0, 0), "a": 1.0}], np.eye(4), "row[0].a"),
        ([{"mass": -1.0}], np.eye(4), "row[0].mass"),
        ([], np.eye(4), "rows"),
        ([(0, 0, 1, 0, 0, 0)], np.eye(3), "home"),
        ([(0, 0, 1, 0, 0, 0)], 2 * np.eye(4), "home"),
    ],
)
def test_faults_are_named(rows, M, field):
    with pytest.raises((arm.DescriptionError, arm.ArgumentError)) as caught:
        arm.from_screws(rows, M)
    problems = getattr(caught.value, "problems", None) or [caught.value]
    assert problems[0].field == field


def test_first_joints():
    """The first three joints of a PUMA are an arm whose tip is the wrist."""
    puma = arm.library.get("puma560")
    shorter = puma.first(3)
    assert [joint.name for joint in shorter.joints] == [joint.name for joint in puma.joints[:3]]
    q = np.array([0.3, -0.5, 0.7])
    wrist = arm.evaluate(puma).pose([*q, 0, 0, 0], puma.joints[3].child)
    np.testing.assert_allclose(arm.evaluate(shorter).pose(q)[:3, 3], wrist[:3, 3], atol=1e-14)
    assert puma.first(6) == puma
    for count in (0, 7, 2.5, "three"):
        with pytest.raises(arm.ArgumentError, match="count"):
            puma.first(count)


def test_first_joints_keep_motors_as_masses():
    drive = arm.Motor("drive", "joint3", "link2", mass=0.8, rotor_inertia=1e-5, ratio=100.0, axis=(0, 0, 1))
    robot = replace(arm.library.get("planar-3r"), motors=(drive,))
    shorter = robot.first(2)
    assert not shorter.motors
    assert [(load.name, load.link, load.mass) for load in shorter.payloads] == [("drive", "link2", 0.8)]
    assert shorter.frames[0].placement == robot.joints[2].placement


def test_a_subtree_is_that_of_load():
    robot = arm.library.get("ur5")
    tree = robot.subtree("wrist_1_link", base="fixed")
    assert [joint.name for joint in tree.moving_joints()] == ["wrist_2_joint", "wrist_3_joint"]
    with pytest.raises(arm.ArgumentError) as caught:
        robot.subtree("nowhere")
    assert caught.value.field == "root"


def test_a_tool_moves_the_tip():
    robot = arm.library.get("ur5")
    tool = Placement((0.01, 0.02, 0.12), matrix(from_rpy(0.1, 0.2, 0.3)))
    inertia = ((0.01, 0.0, 0.0), (0.0, 0.02, 0.0), (0.0, 0.0, 0.02))
    drilled = robot.with_tool(tool, mass=1.5, com=(0, 0, 0.05), inertia=inertia, name="drill")
    q = np.arange(6) * 0.3
    one, two = arm.evaluate(robot), arm.evaluate(drilled)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = tool.rotation, tool.xyz
    np.testing.assert_allclose(two.pose(q), one.pose(q) @ T, atol=1e-14)
    np.testing.assert_allclose(two.pose(q, "flange"), one.pose(q), atol=1e-14)
    point = one.pose(q) @ [0, 0, 0.05, 1]
    assert two.potential_energy(q) - one.potential_energy(q) == pytest.approx(1.5 * 9.81 * point[2])
    assert len({frame.name for frame in drilled.with_tool(Placement((0, 0, 0.1))).frames}) == len(drilled.frames) + 1
    assert not robot.with_tool(Placement()).payloads


def test_a_base_elsewhere():
    robot = arm.library.get("ur5")
    base = Placement(vector((0, 0, 0.8)), matrix(from_rpy(0, np.pi, 0)))
    moved = robot.with_base(base)
    q = np.arange(6) * 0.2
    B = np.eye(4)
    B[:3, :3], B[:3, 3] = base.rotation, base.xyz
    np.testing.assert_allclose(arm.evaluate(moved).pose(q), B @ arm.evaluate(robot).pose(q), atol=1e-14)
    for wrong in (robot.with_base, robot.with_tool):
        with pytest.raises(arm.ArgumentError, match="placement"):
            wrong((0, 0, 1))
