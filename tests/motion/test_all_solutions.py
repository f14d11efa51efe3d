"""All solutions of inverse kinematics: every family at random geometry, named robots, limits, turns, free joints."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Coupling, Limits, Ranges, about_axis, closed_form
from samples import ALL, some

N = 2000
TURN = 2 * math.pi
TURNED = tuple(map(tuple, about_axis([0.36, 0.48, 0.8], 0.7)))


def apart(robot, a, b):
    """Return the largest differences of joint coordinates, whole turns aside."""
    turns = [c.turns for c in Ranges(arm.model(robot)).coordinates]
    d = (np.asarray(a) - b)[..., : len(turns)]
    return np.abs(np.where(turns, d - TURN * np.round(d / TURN), d)).max(axis=-1)


def check_all(robot, q, found, T, tolerance=1e-9):
    """Check poses of all solutions, that each configuration is among them, and that no two are the same."""
    dyn = arm.compile(robot)
    row, column = np.nonzero(found.exists)
    reached = dyn.pose(found.q[row, column])
    what = np.s_[:, :3, 3] if T.shape[1:] == (3,) else np.s_[:]
    assert np.abs(reached[what] - T[row]).max() < tolerance
    difference = np.where(found.exists, apart(robot, np.nan_to_num(found.q), q[:, None]), np.inf)
    assert difference.min(axis=1).max() < 1e-6
    for i, j in itertools.combinations(range(found.exists.shape[1]), 2):
        both = found.exists[:, i] & found.exists[:, j]
        assert np.all(apart(robot, found.q[both, i], found.q[both, j]) >= 1e-6)


def chain(axes, slides=(), tip=None, limits=None):
    """Return a robot of axes (direction, point) in the world at q = 0, the k-th a slide if k is in `slides`."""
    joints, links = [], []
    at = np.zeros(3)
    for k, (h, o) in enumerate(axes):
        parent = f"l{k - 1}" if k else "base"
        kind = "prismatic" if k in slides else "revolute"
        placement = arm.Placement(tuple(np.asarray(o, dtype=float) - at))
        joints.append(arm.Joint(f"j{k + 1}", kind, parent, f"l{k}", placement=placement, axis=tuple(h)))
        links.append(arm.Link(f"l{k}", mass=1.0, inertia=np.eye(3) * 0.01))
        at = np.asarray(o, dtype=float)
    tip = np.asarray(at if tip is None else tip, dtype=float)
    frames = (arm.Frame("tip", f"l{len(axes) - 1}", arm.Placement(tuple(tip - at), TURNED)),)
    return arm.Robot("chain", links=links, joints=joints, frames=frames)


def unit(rng, across=None):
    v = rng.normal(size=3)
    v = v if across is None else v - across * (across @ v)
    return v / np.linalg.norm(v)


def meeting(rng, c, right=False):
    """Return three axes through a point; at right angles if `right`."""
    first = unit(rng)
    second = unit(rng, first) if right else unit(rng)
    third = unit(rng, second) if right else unit(rng)
    return [(h, c + 0.3 * rng.normal() * h) for h in (first, second, third)]


def pieper(rng, right):
    u = unit(rng)
    arm_axes = [(unit(rng), rng.normal(size=3)), (u, rng.normal(size=3)), (-u, rng.normal(size=3))]
    return [*arm_axes, *meeting(rng, rng.normal(size=3), right)], ()


def first_two_parallel(rng):
    u = unit(rng)
    arm_axes = [(u, rng.normal(size=3)), (u, rng.normal(size=3)), (unit(rng), rng.normal(size=3))]
    return [*arm_axes, *meeting(rng, rng.normal(size=3))], ()


def two_intersect(rng, which):
    shared = rng.normal(size=3)
    others = [(unit(rng), rng.normal(size=3)) for _ in range(3)]
    for k in which:
        h = unit(rng)
        others[k] = (h, shared + 0.2 * h)
    return [*others, *meeting(rng, rng.normal(size=3))], ()


def three_parallel(rng, right):
    u, c = unit(rng), rng.normal(size=3)
    group = [(sign * u, rng.normal(size=3)) for sign in (1, -1, 1)]
    fifth = unit(rng, u) if right else unit(rng)
    sixth = unit(rng, fifth) if right else unit(rng)
    return [(unit(rng), rng.normal(size=3)), *group, (fifth, c - 0.1 * fifth), (sixth, c)], ()


def skew(rng):
    return [*((unit(rng), rng.normal(size=3)) for _ in range(3)), *meeting(rng, rng.normal(size=3))], ()


def three_parallel_skew_tail(rng):
    u = unit(rng)
    group = [(u, rng.normal(size=3)) for _ in range(3)]
    return [(unit(rng), rng.normal(size=3)), *group, *((unit(rng), rng.normal(size=3)) for _ in range(2))], ()


def slide_out(rng):
    shared = rng.normal(size=3)
    arm_axes = [(unit(rng), shared), (unit(rng), shared), (unit(rng), rng.normal(size=3))]
    return [*arm_axes, *meeting(rng, rng.normal(size=3), True)], (2,)


def cartesian(rng):
    return [*((unit(rng), rng.normal(size=3)) for _ in range(3)), *meeting(rng, rng.normal(size=3))], (0, 1, 2)


def cylindrical(rng):
    u = unit(rng)
    return [(u, rng.normal(size=3)), (u, np.zeros(3)), (unit(rng, u), np.zeros(3)),
            *meeting(rng, rng.normal(size=3))], (1, 2)  # fmt: skip


def scara(rng, order):
    u = unit(rng)
    return [(u, rng.normal(size=3)) for _ in range(4)], (order,)


def planar(rng, slides):
    u = unit(rng)
    plane = rng.normal(size=3)
    points = [plane + rng.normal(size=3) for _ in range(3)]
    return [(unit(rng, u) if k in slides else u, o) for k, o in enumerate(points)], slides


def five_axes(rng):
    u, c = unit(rng), rng.normal(size=3)
    group = [(u, rng.normal(size=3)) for _ in range(3)]
    return [(unit(rng), rng.normal(size=3)), *group, (unit(rng), c)], ()


def reversed_chain(family):
    def made(rng):
        axes, slides = family(rng)
        n = len(axes)
        return axes[::-1], tuple(n - 1 - k for k in slides)

    return made


FAMILIES = {
    "spherical wrist, 2 ∥ 3": lambda rng: pieper(rng, False),
    "wrist at right angles, 2 ∥ 3": lambda rng: pieper(rng, True),
    "spherical wrist, 1 ∥ 2": first_two_parallel,
    "spherical wrist, 1 and 2 intersect": lambda rng: two_intersect(rng, (0, 1)),
    "spherical wrist, 2 and 3 intersect": lambda rng: two_intersect(rng, (1, 2)),
    "2 ∥ 3 ∥ 4, 5 and 6 intersect": lambda rng: three_parallel(rng, False),
    "2 ∥ 3 ∥ 4, at right angles": lambda rng: three_parallel(rng, True),
    "spherical wrist, skew axes": skew,
    "2 ∥ 3 ∥ 4, skew axes": three_parallel_skew_tail,
    "Stanford": slide_out,
    "Cartesian": cartesian,
    "cylindrical": cylindrical,
    "SCARA RRRP": lambda rng: scara(rng, 3),
    "SCARA PRRR": lambda rng: scara(rng, 0),
    "SCARA RRPR": lambda rng: scara(rng, 2),
    "SCARA RPRR": lambda rng: scara(rng, 1),
    "planar RRR": lambda rng: planar(rng, ()),
    "planar RPR": lambda rng: planar(rng, (1,)),
    "planar PRR": lambda rng: planar(rng, (0,)),
    "planar PPR": lambda rng: planar(rng, (0, 1)),
    "five axes": five_axes,
}
"""A name → axes at random, and which of them slide."""


class TestFamilies:
    @pytest.mark.parametrize("backward", [False, True])
    @pytest.mark.parametrize("name", FAMILIES)
    def test_every_solution(self, name, backward):
        for seed in range(3 if ALL else 1):
            rng = np.random.default_rng([seed, len(name), backward])
            family = reversed_chain(FAMILIES[name]) if backward else FAMILIES[name]
            axes, slides = family(rng)
            robot = chain(axes, slides, tip=rng.normal(size=3))
            q = rng.uniform(-3, 3, (N, len(axes)))
            T = arm.compile(robot).pose(q)
            found = arm.inverse_kinematics(robot, T, all=True)
            assert found.method == "closed form", (name, found.notes)
            check_all(robot, q, found, T)

    @pytest.mark.parametrize(
        "name", ["RRR", "RRR skew", "RRR parallel", "RRP", "RPP", "PRP", "PPP", "RPR", "RR in a plane"]
    )
    def test_positions(self, name):
        rng = np.random.default_rng(3)
        u, shared = unit(rng), rng.normal(size=3)
        free = [(unit(rng), rng.normal(size=3)) for _ in range(3)]
        axes = {
            "RRR": [(free[0][0], shared), (free[1][0], shared), free[2]],
            "RRR skew": free,
            "RRR parallel": [free[0], (u, free[1][1]), (u, free[2][1])],
            "RRP": [(u, shared), (free[1][0], shared), free[2]],
            "RPP": [(u, shared), (u, shared), free[2]],
            "PRP": [free[0], (u, shared), (unit(rng, u), shared)],
            "PPP": free,
            "RPR": [(u, shared), free[1], (u, free[2][1])],
            "RR in a plane": [(u, shared), (u, free[1][1])],
        }[name]
        slides = [k for k, letter in enumerate(name.split()[0]) if letter == "P"]
        robot = chain(axes, slides, tip=rng.normal(size=3))
        q = rng.uniform(-3, 3, (N, len(axes)))
        p = arm.compile(robot).pose(q)[:, :3, 3]
        found = arm.inverse_kinematics(robot, p, all=True)
        assert found.method == "closed form", found.notes
        check_all(robot, q, found, p)

    @pytest.mark.parametrize("name", some(FAMILIES, 4))
    def test_a_search_finds_no_others(self, name):
        """Damped least squares from 100 random starts, without limits, ends at the same solutions."""
        rng = np.random.default_rng(len(name))
        axes, slides = FAMILIES[name](rng)
        robot = chain(axes, slides, tip=rng.normal(size=3))
        compared(robot, rng.uniform(-3, 3, (4, len(axes))))


def compared(robot, q, starts=100, **options):
    """Check that one search from each of many starts ends at a solution in closed form."""
    T = arm.compile(robot).pose(q)
    found = arm.inverse_kinematics(robot, T, all=True, limits=False, **options)
    assert found.method == "closed form"
    start = np.random.default_rng(1).uniform(-3.2, 3.2, (starts, q.shape[1]))
    for k, target in enumerate(T):
        searched = arm.inverse_kinematics(robot, np.tile(target, (starts, 1, 1)), q0=start, starts=0)
        reached = searched.q[searched.success]
        assert len(reached)
        known = found.q[k, found.exists[k]]
        difference = apart(robot, known[:, None], reached[None])
        assert difference.min(axis=0).max() < 1e-4
        again = arm.inverse_kinematics(robot, np.tile(target, (len(known), 1, 1)), q0=known, starts=0)
        assert np.all(again.success)


def stanford():
    """Return the Stanford arm with its wrist. [Paul1981, table 2.2: lengths d₂, d₆ made up]"""
    half = math.pi / 2
    rows = [
        {"d": 0.412, "alpha": -half}, {"d": 0.154, "alpha": half}, {"theta": -half, "joint": "P"},
        {"alpha": -half}, {"alpha": half}, {"d": 0.263},
    ]  # fmt: skip
    return arm.from_dh(rows, "standard", name="stanford")


def six_axes(offset=0.025, lateral=0.0):
    """Return an industrial arm of the usual kind: offsets at shoulder and elbow, a wrist at right angles."""
    axes = [
        ((0, 0, 1), (0, 0, 0)), ((0, 1, 0), (offset, lateral, 0.4)), ((0, 1, 0), (offset, lateral, 0.855)),
        ((1, 0, 0), (0.3, lateral, 0.89)), ((0, 1, 0), (offset + 0.42, lateral, 0.89)),
        ((1, 0, 0), (0.5, lateral, 0.89)),
    ]  # fmt: skip
    return chain(axes, tip=(0.55, lateral, 0.89))


ARMS = {
    "ur5": (lambda: arm.library.get("ur5"), {}),
    "puma560": (lambda: arm.library.get("puma560"), {}),
    "manutec-r3": (lambda: arm.library.get("manutec-r3"), {}),
    "panda": (lambda: arm.library.get("panda"), {"panda_joint7": 0.7}),
    "iiwa": (lambda: arm.library.get("iiwa"), {"iiwa_joint_3": -0.4}),
    "six axes": (six_axes, {}),
    "beside its axis": (lambda: six_axes(lateral=-0.1), {}),
    "stanford": (stanford, {}),
}
"""Arm, and the joint that is fixed."""


class TestArms:
    @pytest.mark.parametrize("name", ARMS)
    def test_every_solution(self, name):
        robot, fixed = ARMS[name][0](), ARMS[name][1]
        q = drawn(robot, N, fixed)
        T = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, T, all=True, fixed=fixed)
        assert found.method == "closed form"
        assert found.exists.shape == (N, 8)
        assert np.array_equal(found.within_limits, found.exists)
        check_all(robot, q, found, T)
        marked = arm.inverse_kinematics(robot, T, all=True, fixed=fixed, limits=False)
        check_all(robot, q, marked, T)
        assert np.array_equal(marked.within_limits, found.exists)

    @pytest.mark.crossed
    @pytest.mark.parametrize("name", ARMS)
    def test_a_search_finds_no_others(self, name):
        robot, fixed = ARMS[name][0](), ARMS[name][1]
        q = drawn(robot, 4, fixed)
        held = {name: Limits(value, value) for name, value in fixed.items()}
        joints = tuple(replace(joint, limits=held.get(joint.name, Limits())) for joint in robot.joints)
        compared(replace(robot, joints=joints), q, fixed=fixed)

    @pytest.mark.parametrize("joint", [1, 2, 3, 5, 6, 7])
    def test_each_fixed_joint_of_an_arm_with_seven(self, joint):
        """The elbow, joint 4, cannot be fixed: the distance of the wrist from the shoulder would be."""
        robot = arm.library.get("iiwa")
        fixed = {f"iiwa_joint_{joint}": "20 deg"}
        q = drawn(robot, 200, {f"iiwa_joint_{joint}": math.radians(20)})
        T = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, T, all=True, fixed=fixed)
        assert found.method == "closed form"
        check_all(robot, q, found, T)

    def test_other_frames_bases_and_tools(self):
        base = arm.Placement((0.3, -0.2, 1.0), TURNED)
        robot = replace(arm.library.get("ur5"), base_placement=base)
        tool = arm.Frame("tool", robot.links[-1].name, arm.Placement((0.1, 0.2, 0.05), TURNED))
        robot = replace(robot, frames=(*robot.frames, tool))
        q = drawn(robot, 200, {})
        T = arm.compile(robot).pose(q, frame="tool")
        found = arm.inverse_kinematics(robot, T, all=True, frame="tool")
        assert found.method == "closed form"
        difference = np.where(found.exists, apart(robot, np.nan_to_num(found.q), q[:, None]), np.inf)
        assert difference.min(axis=1).max() < 1e-6
        reached = arm.compile(robot).pose(found.q[found.exists], frame="tool")
        assert np.allclose(reached, np.repeat(T, found.count, axis=0), rtol=0, atol=1e-9)

    @pytest.mark.parametrize("angle", [1e-9, 3e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-2])
    def test_axes_that_are_almost_parallel(self, angle):
        """Within 1e-7 steps for parallel axes apply, whose results are mended; beyond, those for skew axes."""
        axes = six_axes()
        joints = tuple(tilt(joint, angle * (k == 2)) for k, joint in enumerate(axes.joints))
        robot = replace(axes, joints=joints)
        q = drawn(robot, N, {})
        T = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, T, all=True)
        assert found.method == "closed form"
        check_all(robot, q, found, T)


def tilt(joint, angle):
    R = about_axis([0.6, 0.0, 0.8], angle)
    return replace(joint, axis=tuple(R @ joint.axis))


def unlimited(robot):
    return replace(robot, joints=tuple(replace(joint, limits=Limits()) for joint in robot.joints))


def drawn(robot, count, fixed):
    """Return random configurations within the limits, with joints fixed."""
    model = arm.model(robot)
    q = Ranges(model).drawn(count, 3)
    for coordinate in Ranges(model).coordinates:
        if coordinate.name in fixed:
            q[:, coordinate.q] = fixed[coordinate.name]
    return q


class TestNames:
    def test_the_elbow_is_above_the_line_from_shoulder_to_wrist(self):
        for lateral in (0.0, 0.1, -0.1):
            robot = six_axes(lateral=lateral)
            dyn = arm.compile(robot)
            q = drawn(robot, 200, {})
            found = arm.inverse_kinematics(robot, dyn.pose(q), all=True)
            for s, branch in enumerate(found.branches):
                at = found.q[found.exists[:, s], s]
                shoulder, elbow, wrist = (dyn.pose(at, frame=f"l{k}")[:, :3, 3] for k in (1, 2, 4))
                line, up = wrist - shoulder, np.array([0, 0, 1.0])
                ahead = np.sum(wrist[:, :2] * line[:, :2], axis=1)[:, None] * line * [1, 1, 0]
                normal = np.cross(ahead, up)
                above = np.sum(np.cross(line, elbow - shoulder) * normal, axis=1)
                clear = np.abs(ahead).max(axis=1) > 1e-2
                assert np.all((above[clear] > 0) == ("elbow up" in branch))

    def test_the_side_of_the_shoulder(self):
        """An arm beside its first axis is to the left or to the right of the way to the wrist."""
        for robot in (six_axes(lateral=0.1), six_axes(lateral=-0.1), arm.library.get("puma560")):
            model, dyn = arm.model(robot), arm.compile(robot)
            q = drawn(robot, 200, {})
            found = arm.inverse_kinematics(robot, dyn.pose(q), all=True)
            second, fifth = model.robot.joints[1].child, model.robot.joints[4].child
            for s, branch in enumerate(found.branches):
                at = found.q[found.exists[:, s], s]
                axis = dyn.pose(at, frame=second)[:, :3, :3] @ model.robot.joints[1].axis
                wrist = dyn.pose(at, frame=fifth)[:, :3, 3]
                beside = np.sum(axis * wrist, axis=1)  # the plane of the arm is this far from the first axis
                left = np.cross([0, 0, 1.0], wrist)
                assert np.all((beside * np.sum(axis * left, axis=1) > 0) == ("shoulder left" in branch))

    def test_a_branch_is_continuous(self):
        """Along a path without singular configurations each branch moves steadily."""
        robot = arm.library.get("ur5")
        dyn = arm.compile(robot)
        t = np.linspace(0, 1, 300)[:, None]
        q = np.array([0.3, -1.2, 1.3, -0.6, 1.1, 0.2]) + 0.3 * np.sin(t * [2, 3, 1, 2, 1, 3])
        found = arm.inverse_kinematics(robot, dyn.pose(q), all=True, limits=False)
        s = int(np.argmin(apart(robot, np.nan_to_num(found.q[0], nan=9.0), q[0])))
        assert np.abs(found.q[:, s] - q).max() < 1e-9
        assert found.branches[s] == "shoulder left, elbow up, wrist no-flip"

    def test_names_differ(self):
        for name in FAMILIES:
            rng = np.random.default_rng(1)
            axes, slides = FAMILIES[name](rng)
            robot = chain(axes, slides)
            found = arm.inverse_kinematics(robot, arm.compile(robot).pose(np.zeros((1, len(axes)))), all=True)
            assert len(set(found.branches)) == len(found.branches)


class TestSpecialPoses:
    def test_joints_that_a_straight_wrist_leaves_free(self):
        robot = arm.library.get("puma560")
        dyn = arm.compile(robot)
        q = np.array([0.3, -0.8, 0.4, 0.9, 0.0, -0.4])
        found = arm.inverse_kinematics(robot, dyn.pose(q), all=True, limits=False)
        straight = [s for s in range(found.count) if abs(found.q[s, 4]) < 1e-9]
        assert len(straight) == 1
        assert np.flatnonzero(found.free[straight[0]]).tolist() == [3]
        assert found.q[straight[0], 3] == 0.0
        assert found.q[straight[0], 5] == pytest.approx(0.5)
        near = arm.inverse_kinematics(robot, dyn.pose(q), all=True, limits=False, q0=q + 1e-3)
        assert near.q[straight[0], 3] == pytest.approx(q[3] + 1e-3)
        assert np.allclose(dyn.pose(near.q), dyn.pose(q), rtol=0, atol=1e-9)

    def test_last_joint_of_a_wrist_parallel_to_the_arm(self):
        robot = arm.library.get("ur5")
        q = np.array([0.3, -1.2, 1.0, -0.5, 0.0, 0.7])
        pose = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, pose, all=True, q0=q)
        assert found.free.any(axis=1).tolist() == [True, True, False, False, False, False]
        assert np.abs(found.q - q).max(axis=1).min() < 1e-9
        assert "free: q[5]" in str(found)

    def test_a_first_axis_through_the_wrist(self):
        robot = six_axes()
        dyn = arm.compile(robot)
        q = np.array([0.4, 0.2, 0.1, 0.3, 0.5, 0.2])
        # The wrist is brought onto axis 1: joint 3 from a planar problem of the distances.
        spread = np.linspace(-3, 3, 20001)
        rows = np.tile(q, (len(spread), 1))
        rows[:, 2] = spread
        off = dyn.pose(rows, frame="l4")[:, :2, 3]
        radial = off @ [math.cos(0.4), math.sin(0.4)]
        k = int(np.flatnonzero(radial[:-1] * radial[1:] < 0)[0])
        q[2] = spread[k] - radial[k] * (spread[k + 1] - spread[k]) / (radial[k + 1] - radial[k])
        for _ in range(3):  # secant
            here, there = (
                float(dyn.pose(q + np.eye(6)[2] * d, frame="l4")[:2, 3] @ [math.cos(0.4), math.sin(0.4)])
                for d in (0.0, 1e-6)
            )
            q[2] -= here * 1e-6 / (there - here)
        found = arm.inverse_kinematics(robot, dyn.pose(q), all=True)
        assert found.success
        assert np.allclose(dyn.pose(found.q), dyn.pose(q), rtol=0, atol=1e-9)

    def test_stretched_and_near_it(self):
        robot = arm.library.get("puma560")
        dyn, straight = arm.compile(robot), math.atan2(0.0203, 0.4318)
        for off in (0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3):
            for s5 in (0.6, 1e-3, 1e-6, 1e-9, 1e-12, 0.0):
                q = np.array([0.3, -0.8, straight + off, 0.9, s5, -0.4])
                pose = dyn.pose(q)
                found = arm.inverse_kinematics(robot, pose, all=True, limits=False)
                assert found.count >= 2
                assert np.abs(dyn.pose(found.q) - pose).max() < 1e-9

    @pytest.mark.parametrize("name", ["ur5", "puma560"])
    def test_grids_of_right_angles(self, name):
        """Poses at multiples of 45° are singular in every way; each is reached, in different ways."""
        robot = unlimited(arm.library.get(name))
        steps = np.arange(-2, 3) * math.pi / 4
        q = np.array(list(itertools.product([0.0, 0.5], steps, steps, [0.0, math.pi / 4], steps, [0.0, 0.3])))
        T = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, T, all=True)
        assert found.success.all()
        row, column = np.nonzero(found.exists)
        assert np.abs(arm.compile(robot).pose(found.q[row, column]) - T[row]).max() < 1e-9
        # A straight wrist leaves joints free, also where rounding of a stretched arm hides that.
        determined = ~found.free.any(axis=(1, 2)) & (np.abs(np.sin(q[:, 4])) > 1e-6)
        difference = np.where(found.exists, apart(robot, np.nan_to_num(found.q), q[:, None]), np.inf).min(axis=1)
        assert difference[determined].max() < 1e-6

    def test_out_of_reach(self):
        robot = arm.library.get("ur5")
        pose = np.eye(4)
        pose[0, 3] = 2.0
        found = arm.inverse_kinematics(robot, pose, all=True)
        assert not found.success
        assert found.q.shape == (0, 6)
        assert found.branches == ()
        assert repr(found) == "<IKSolutions: 0 solutions in closed form>"
        # A position of a planar arm beyond its reach, and one out of its plane
        planar_arm = arm.planar([0.6, 0.4], [1, 1], coms=[0.3, 0.2], inertias=[0.01, 0.01])
        points = [[1.01, 0, 0], [0.1, 0, 0], [0.5, 0.5, 0.1], [0.5, 0.5, 0.0], [1.0, 0.0, 0.0]]
        assert arm.inverse_kinematics(planar_arm, points, all=True).count.tolist() == [0, 0, 0, 2, 1]


class TestTurns:
    def test_copies(self):
        robot = arm.library.get("ur5")  # each joint turns by ±2π
        q = np.array([0.3, -1.2, 1.0, -0.5, 0.4, 0.2])
        pose = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, pose, all=True, copies=True)
        # The elbow of this robot file turns by ±π only.
        ranges = [joint.limits.upper - joint.limits.lower for joint in robot.joints if joint.type == "revolute"]
        copies = math.prod(round(width / TURN) for width in ranges)
        assert found.count == 8 * copies
        assert found.branches.count("shoulder left, elbow up, wrist no-flip") == copies
        assert found.within_limits.all()
        for turns in ([0, 0, 0, 0, 0, 0], [-1, 0, 0, 0, 0, 0], [0, 1, 0, 1, -1, -1]):
            assert np.abs(found.q - q - TURN * np.array(turns)).max(axis=1).min() < 1e-9
        batch = arm.inverse_kinematics(robot, pose[None], all=True, copies=True)
        assert batch.count.tolist() == [found.count]

    def test_turns_near_a_start(self):
        robot = arm.library.get("ur5")
        q = np.array([0.3 - TURN, -1.2, 1.0, -0.5, 0.4, 0.2 - TURN])
        pose = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, pose, all=True, q0=q)
        assert np.abs(found.q - q).max(axis=1).min() < 1e-9

    def test_limits_leave_out_or_mark(self):
        robot = arm.library.get("ur5")
        joints = tuple(
            replace(j, limits=Limits(-0.2, 0.5)) if j.name == "shoulder_pan_joint" else j for j in robot.joints
        )
        robot = replace(robot, joints=joints)
        pose = arm.compile(robot).pose([0.3, -1.2, 1.0, -0.5, 0.4, 0.2])
        inside = arm.inverse_kinematics(robot, pose, all=True)
        marked = arm.inverse_kinematics(robot, pose, all=True, limits=False)
        assert (inside.count, marked.count, marked.within_limits.sum()) == (4, 8, 4)
        assert "beyond limits" in str(marked)
        assert np.array_equal(inside.q, marked.q[marked.within_limits])

    def test_angles_lie_within_limits_on_one_side(self):
        robot = arm.library.get("ur5")
        joints = tuple(replace(j, limits=Limits(1.0, 1.0 + TURN)) if j.type == "revolute" else j for j in robot.joints)
        robot = replace(robot, joints=joints)
        q = drawn(robot, 100, {})
        found = arm.inverse_kinematics(robot, arm.compile(robot).pose(q), all=True)
        assert np.nanmin(found.q) >= 1.0
        assert np.abs(np.where(found.exists[:, :, None], found.q - q[:, None], 9)).max(axis=2).min(axis=1).max() < 1e-6


class TestTasks:
    def test_planar_rows(self):
        robot = arm.library.get("planar-3r")
        dyn = arm.compile(robot)
        q = np.random.default_rng(0).uniform(-3, 3, (100, 3))
        T = dyn.pose(q)
        found = arm.inverse_kinematics(robot, T, all=True, task=(2, 3, 4))
        assert found.method == "closed form"
        check_all(robot, q, found, T)
        lifted = T.copy()
        lifted[:, 2, 3] += 1.0  # the height is no part of the task
        again = arm.inverse_kinematics(robot, lifted, all=True, task=(2, 3, 4))
        assert np.allclose(again.q, found.q, equal_nan=True)
        two = arm.planar([0.6, 0.4], [1, 1], coms=[0.3, 0.2], inertias=[0.01, 0.01])
        points = arm.compile(two).pose(q[:, :2])[:, :3, 3] + [0, 0, 0.5]
        assert np.all(arm.inverse_kinematics(two, points, all=True, task=(3, 4)).count == 2)

    def test_orientation_of_three_axes(self):
        rng = np.random.default_rng(2)
        robot = chain(meeting(rng, np.zeros(3)), tip=rng.normal(size=3))
        q = rng.uniform(-3, 3, (100, 3))
        T = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, T, all=True, task="orientation")
        assert found.method == "closed form"
        check_all(robot, q, found, T)

    def test_joints_whose_axis_passes_through_the_point_are_free(self):
        robot = stanford()
        q = np.array([0.3, 0.5, 0.4, 0.1, 0.2, 0.3])
        wrist = robot.joints[3].child
        p = arm.compile(robot).pose(q, frame=wrist)[:3, 3]
        found = arm.inverse_kinematics(robot, p, all=True, frame=wrist)
        assert found.method == "closed form"
        assert found.free[:, 3].all()
        assert np.abs(found.q[:, :3] - q[:3]).max(axis=1).min() < 1e-9

    def test_numerical_where_there_is_no_closed_form(self):
        rng = np.random.default_rng(4)
        axes = [(unit(rng), rng.normal(size=3)) for _ in range(6)]
        robot = chain(axes, tip=rng.normal(size=3))
        q = rng.uniform(-3, 3, (3, 6))
        T = arm.compile(robot).pose(q)
        found = arm.inverse_kinematics(robot, T, all=True, starts=200)
        assert found.method == "numerical"
        assert "no closed form is known for these axes" in found.notes[0]
        check_all(robot, q, found, T)
        one = arm.inverse_kinematics(robot, T[1], all=True, starts=200)
        assert np.array_equal(one.q, found.q[1, found.exists[1]])

    def test_redundant_arms_say_so(self):
        robot = arm.library.get("panda")
        pose = arm.compile(robot).pose([0.1, -0.5, 0.2, -2.0, 0.3, 1.8, 0.4])
        found = arm.inverse_kinematics(robot, pose, all=True)
        assert found.method == "numerical"
        assert "7 joints move the frame" in str(found)
        again = arm.inverse_kinematics(robot, [0.4, 0.1, 0.5], all=True, fixed={"panda_joint7": 0.1})
        assert again.method == "numerical"
        assert np.allclose(again.q[:, 6], 0.1)
        assert "continuum" in again.notes[0]

    def test_coupled_joints_are_searched(self):
        robot = arm.planar([0.6, 0.4, 0.2], [1, 1, 1], coms=[0.3, 0.2, 0.1], inertias=[0.01, 0.01, 0.01])
        joints = (*robot.joints[:2], replace(robot.joints[2], couple=Coupling.linear("joint2", 0.5)))
        robot = replace(robot, joints=joints)
        q = np.array([0.3, 0.8])
        found = arm.inverse_kinematics(robot, arm.compile(robot).pose(q)[:3, 3], all=True, task=(3, 4))
        assert found.notes[0] == "joint 'joint3' follows another joint"
        away = (found.q - q) / [TURN, 2 * TURN]  # joint 3 turns half as far as joint 2
        assert np.abs(away - np.round(away)).max(axis=1).min() < 1e-6

    def test_flexible_links_keep_their_shape(self):
        robot = arm.library.get("manutec-r3")
        flexible = arm.library.get("flexible-3r")
        model = arm.model(flexible)
        q = model.neutral.copy()
        q[:3], q[3:] = (0.3, 0.4, -0.5), 1e-3
        found = arm.inverse_kinematics(flexible, arm.compile(flexible).pose(q)[:3, 3], all=True, q0=q)
        assert found.method == "closed form", found.notes
        assert np.all(found.q[:, 3:] == 1e-3)
        assert np.abs(found.q - q).max(axis=1).min() < 1e-8
        drives = arm.model(robot).nq
        assert arm.inverse_kinematics(robot, np.eye(4), all=True).q.shape[1] == drives


class TestProgram:
    @pytest.mark.parametrize("name", ["puma560", "ur5", "manutec-r3"])
    def test_numbers_and_compiled_code_agree(self, name, monkeypatch):
        """Evaluation on floats, one target after the other, gives what the compiled program gives."""
        robot = unlimited(arm.library.get(name))
        solvers = []
        monkeypatch.setattr(
            "armillary.motion.all_solutions.closed_form", lambda chain: solvers.append(chain) or closed_form(chain)
        )
        T = arm.compile(robot).pose(drawn(robot, 20, {}))
        arm.inverse_kinematics(robot, T, all=True)
        (chain_of_robot,) = solvers
        solver = closed_form(chain_of_robot)
        compiled = solver.kernel.evaluate([T.reshape(-1, 16), np.zeros((20, 6))], [None] * 6)
        for k, target in enumerate(T):
            plain = solver.at(target, np.zeros(6))
            assert plain.names == solver.names
            for ours, code in zip(plain[1:], compiled, strict=True):
                assert np.allclose(ours, code[k], rtol=0, atol=1e-9)

    def test_a_batch_equals_single_targets(self):
        robot = arm.library.get("puma560")
        T = arm.compile(robot).pose(drawn(robot, 20, {}))
        batch = arm.inverse_kinematics(robot, T, all=True)
        for k, target in enumerate(T):
            one = arm.inverse_kinematics(robot, target, all=True)
            assert np.allclose(one.q, batch.q[k, batch.exists[k]], rtol=0, atol=1e-12)
            assert one.branches == tuple(itertools.compress(batch.branches, batch.exists[k]))

    def test_no_targets(self):
        found = arm.inverse_kinematics(arm.library.get("ur5"), np.zeros((0, 4, 4)), all=True)
        assert found.q.shape == (0, 8, 6)
        assert found.count.shape == (0,)


class TestArguments:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"all": 1}, "all"),
            ({"fixed": {"elbow_joint": 0.1}}, "all=True"),
            ({"limits": False}, "all=True"),
            ({"copies": True}, "all=True"),
            ({"all": True, "limits": "no"}, "limits"),
            ({"all": True, "fixed": {"elbow": 0.1}}, "elbow"),
            ({"all": True, "fixed": {"elbow_joint": "far"}}, "fixed"),
            ({"all": True, "fixed": 3}, "fixed"),
            ({"all": True, "q0": [[0.0] * 6] * 2}, "q0"),
            ({"all": True, "starts": -1}, "starts"),
            ({"all": True, "seed": 0.5}, "seed"),
        ],
    )
    def test_bad(self, options, message):
        robot = arm.library.get("ur5")
        with pytest.raises(arm.ArgumentError, match=message):
            arm.inverse_kinematics(robot, np.eye(4), **options)
