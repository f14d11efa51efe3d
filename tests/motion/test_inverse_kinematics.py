"""Inverse kinematics: round trips on random robots, closed forms, other solvers, limits, and why targets fail."""

import math
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Coupling, Joint, Limits, Link, Ranges, about_axis, pose
from random_robots import random_robot
from samples import ALL, some

RR = arm.planar([0.6, 0.4], [1, 1], coms=[0.3, 0.2], inertias=[0.01, 0.01])


def limited(robot, **limits):
    return replace(robot, joints=tuple(replace(j, limits=limits.get(j.name, j.limits)) for j in robot.joints))


def drawn(robot, count, seed=0):
    """Return random configurations within the limits, and the poses of the tip there."""
    model = arm.model(robot)
    q = Ranges(model).drawn(count, seed)
    return q, np.array([pose(model, each) for each in q])


def within(robot, q):
    lower, upper = Ranges(arm.model(robot)).limits
    values = Ranges(arm.model(robot)).values(np.atleast_2d(q))
    return bool(np.all((values >= lower) & (values <= upper)))


class TestRoundTrip:
    @pytest.mark.parametrize("seed", some(range(8), 5))
    def test_random_chains_with_slides_and_ball_joints(self, seed):
        robot = random_robot(np.random.default_rng(seed), 3 + seed % 5, motors=False, tree=False)
        _, T = drawn(robot, 5, seed)
        found = arm.inverse_kinematics(robot, T)
        assert np.all(found.success), found.reason
        model = arm.model(robot)
        for q, wanted in zip(found.q, T, strict=True):
            assert np.allclose(pose(model, q), wanted, rtol=0, atol=1e-9)
        assert within(robot, found.q)

    @pytest.mark.parametrize("name", ["ur5", "panda"])
    def test_a_thousand_poses(self, name):
        """More than 99 % of the reachable poses are found; measured 100 % for both robots."""
        robot = arm.library.get(name)
        _, T = drawn(robot, 1000, 7)
        found = arm.inverse_kinematics(robot, T)
        assert found.success.mean() > 0.99
        assert np.abs(arm.compile(robot).pose(found.q) - T)[found.success].max() < 1e-9
        assert within(robot, found.q)
        assert set(np.array(found.reason)[found.success]) == {"reached"}

    @pytest.mark.crossed
    @pytest.mark.parametrize(
        "name", some(["flexible-3r", "spherical-chain", "rpr-orthogonal", "planar-7r", "stanford"], 3)
    )
    @pytest.mark.parametrize("task", ["position", "pose", "orientation"])
    def test_tasks(self, name, task):
        robot = arm.library.get(name)
        _, T = drawn(robot, 6, 1)
        found = arm.inverse_kinematics(robot, T, task=task)
        assert np.all(found.success), found.reason
        reached = arm.compile(robot).pose(found.q)
        part = {"position": np.s_[:, :3, 3], "orientation": np.s_[:, :3, :3], "pose": np.s_[:]}[task]
        assert np.allclose(reached[part], T[part], rtol=0, atol=1e-9)

    def test_rows_that_count(self):
        robot = arm.library.get("panda")
        _, T = drawn(robot, 20, 2)
        dyn = arm.compile(robot)
        flat = dyn.pose(arm.inverse_kinematics(robot, T[:, :3, 3], task=(3, 4)).q)
        assert np.allclose(flat[:, :2, 3], T[:, :2, 3], rtol=0, atol=1e-9)
        assert np.abs(flat[:, 2, 3] - T[:, 2, 3]).max() > 1e-3
        # Free to turn about the vertical: the height of every axis of the frame is that of the target.
        upright = arm.inverse_kinematics(robot, T, task=(0, 1, 3, 4, 5))
        assert np.all(upright.success), upright.reason
        reached = dyn.pose(upright.q)
        assert np.allclose(reached[:, 2, :], T[:, 2, :], rtol=0, atol=1e-9)
        assert np.allclose(reached[:, :3, 3], T[:, :3, 3], rtol=0, atol=1e-9)
        assert np.abs(reached - T).max() > 1e-3

    def test_other_frames(self):
        robot = arm.library.get("ur5")
        link = robot.links[3].name
        model = arm.model(robot)
        p = pose(model, [0.1, -1.0, 0.7, 0.2, 0.3, 0.4], link)[:3, 3]
        found = arm.inverse_kinematics(model, p, frame=link)
        assert np.allclose(pose(model, found.q, link)[:3, 3], p, rtol=0, atol=1e-9)

    def test_turns_of_a_leader_count(self):
        """A joint at half the angle of its leader is elsewhere after a whole turn of the leader."""
        joints = (RR.joints[0], replace(RR.joints[1], couple=Coupling.linear("joint1", 0.5)))
        model = arm.model(replace(RR, joints=joints))
        q = np.array([[-2.5 * math.pi], [1.2 * math.pi], [3.4 * math.pi]])
        wrapped = Ranges(model).wrapped(q)
        for before, after in zip(q, wrapped, strict=True):
            assert np.allclose(pose(model, after), pose(model, before), rtol=0, atol=1e-12)

    @pytest.mark.parametrize("polynomial", [(0.3, 0.02), (-0.2, 1e-3), (0.0, 0.03, 0.0, 2e-4)])
    def test_a_leader_without_limits_turns_until_its_followers_have_turned(self, polynomial):
        """Both joints of an arm follow drives without limits through worm gears."""
        hinges = tuple(
            replace(joint, couple=Coupling(f"drive {joint.name}", polynomial), limits=Limits()) for joint in RR.joints
        )
        worms = tuple(Link(f"worm {joint.name}", 0.1, inertia=np.eye(3) * 1e-3) for joint in hinges)
        drives = tuple(
            Joint(f"drive {joint.name}", "revolute", joint.parent, worm.name, axis=(1.0, 0.0, 0.0))
            for joint, worm in zip(hinges, worms, strict=True)
        )
        model = arm.model(replace(RR, links=(*RR.links, *worms), joints=(*hinges, *drives)))
        angles = np.random.default_rng(4).uniform(-3, 3, (20, 2))
        targets = arm.evaluate(RR).pose(angles)[:, :3, 3]
        assert arm.inverse_kinematics(model, targets, frame="tip").success.all()


class TestClosedForms:
    def test_two_links(self):
        _, T = drawn(RR, 200, 3)
        found = arm.inverse_kinematics(RR, T[:, :3, 3])
        x, y = T[:, 0, 3], T[:, 1, 3]
        elbow = np.arccos(np.clip((x**2 + y**2 - 0.52) / 0.48, -1, 1))
        side = np.sign(found.q[:, 1])
        shoulder = np.arctan2(y, x) - np.arctan2(0.4 * np.sin(side * elbow), 0.6 + 0.4 * np.cos(side * elbow))
        assert np.all(found.success)
        assert np.allclose(np.abs(found.q[:, 1]), elbow, atol=1e-5)  # loose: the elbow may be almost straight
        assert np.allclose(np.exp(1j * found.q[:, 0]), np.exp(1j * shoulder), atol=1e-5)

    def test_three_links_with_the_angle_of_the_last(self):
        lengths = (1.0, 0.8, 0.3)
        robot = arm.planar(lengths, [1, 1, 1], coms=[0.5, 0.4, 0.1], inertias=[0.1, 0.1, 0.1])
        q, T = drawn(robot, 100, 4)
        found = arm.inverse_kinematics(robot, T, task=(2, 3, 4))
        assert np.all(found.success), found.reason
        wrist = T[:, :2, 3] - lengths[2] * T[:, :2, 0]
        elbow = np.arccos(np.clip((np.sum(wrist**2, axis=1) - 1.64) / 1.6, -1, 1))
        assert np.allclose(np.abs(found.q[:, 1]), elbow, atol=1e-5)
        assert np.allclose(np.exp(1j * found.q.sum(axis=1)), np.exp(1j * q.sum(axis=1)), atol=1e-9)

    def test_a_gantry_needs_no_turning(self):
        joints = [
            arm.Joint(f"slide{k}", "prismatic", f"l{k - 1}" if k else "base", f"l{k}", axis=tuple(np.eye(3)[k]))
            for k in range(3)
        ]
        robot = arm.Robot("gantry", links=[arm.Link(f"l{k}", mass=1.0) for k in range(3)], joints=joints)
        found = arm.inverse_kinematics(robot, [[0.3, -0.2, 4.0], [1, 2, 3]])
        assert np.allclose(found.q, [[0.3, -0.2, 4.0], [1, 2, 3]], rtol=0, atol=1e-10)


class TestOthers:
    def test_scipy_finds_no_smaller_error(self):
        """Targets in and out of reach, within limits: least squares by SciPy from our result stays there."""
        from scipy.optimize import least_squares

        robot = arm.library.get("panda")
        model, dyn = arm.model(robot), arm.compile(robot)
        lower, upper = Ranges(model).limits
        for target in np.random.default_rng(5).uniform(-1.2, 1.2, (8, 3))[: 4 if ALL else 2]:
            found = arm.inverse_kinematics(model, target)
            there = least_squares(
                lambda q, target=target: dyn.pose(q)[:3, 3] - target,
                np.clip(found.q, lower + 1e-9, upper - 1e-9),
                jac=lambda q: dyn.jacobian(q)[3:],
                bounds=(lower, upper),
                xtol=1e-12,
                ftol=1e-12,
            )
            assert math.sqrt(2 * there.cost) >= found.position_error - 1e-6


class TestBatch:
    @pytest.mark.parametrize("name", ["panda", "spherical-chain"])
    def test_equals_single_targets(self, name):
        robot = arm.library.get(name)
        _, T = drawn(robot, 7, 8)
        T[3, :3, 3] += 30.0
        batch = arm.inverse_kinematics(robot, T, starts=6)
        for k, target in enumerate(T):
            one = arm.inverse_kinematics(robot, target, starts=6)
            assert np.allclose(one.q, batch.q[k], rtol=0, atol=1e-9)
            assert one.success == batch.success[k]
            assert one.reason == batch.reason[k]
            assert one.iterations == batch.iterations[k]
        assert batch.success.tolist() == [True] * 3 + [False] + [True] * 3
        assert batch.q.shape == (7, arm.model(robot).nq)

    def test_none(self):
        found = arm.inverse_kinematics(RR, np.zeros((0, 3)))
        assert found.q.shape == (0, 2)
        assert found.reason == ()

    def test_same_in_every_run_and_other_with_another_seed(self):
        robot = arm.library.get("panda")
        runs = [arm.inverse_kinematics(robot, [0.4, 0.2, 0.5], seed=seed).q for seed in (0, 0, 1)]
        assert np.array_equal(runs[0], runs[1])
        assert not np.allclose(runs[0], runs[2])


class TestStarts:
    def test_the_solution_near_the_start_is_found(self):
        for bend in (0.8, -0.8):
            q = np.array([0.3, bend])
            target = pose(arm.model(RR), q)[:3, 3]
            assert np.allclose(arm.inverse_kinematics(RR, target, q0=q + 0.1).q, q, atol=1e-9)

    def test_one_for_each_target_or_several_for_one(self):
        q, T = drawn(arm.library.get("ur5"), 4, 9)
        found = arm.inverse_kinematics(arm.library.get("ur5"), T, q0=q)
        assert np.allclose(found.q, q, atol=1e-9)
        assert np.all(found.iterations == 0)
        one = arm.inverse_kinematics(arm.library.get("ur5"), T[2], q0=q, starts=0)
        assert one.success

    def test_elastic_coordinates_stay(self):
        robot = arm.library.get("flexible-3r")
        model = arm.model(robot)
        q0 = model.neutral.copy()
        n = len(model.elastic)
        q0[-n:] = 0.01
        target = pose(model, Ranges(model).free(q0[None], np.full((1, Ranges(model).n), 0.4))[0])
        for start in (q0, np.where(np.arange(model.nq) < model.nq - n, 2.0, q0)):
            found = arm.inverse_kinematics(model, target[:3, 3], q0=start)
            assert found.success
            assert np.array_equal(found.q[-n:], q0[-n:])
            assert np.allclose(pose(model, found.q)[:3, 3], target[:3, 3], atol=1e-9)


class TestFailure:
    def test_out_of_reach(self):
        found = arm.inverse_kinematics(RR, [1.5, 0.0, 0.0])
        assert not found.success
        assert found.position_error == pytest.approx(0.5, abs=1e-6)
        assert found.reason == "out of reach: the nearest point found is 0.5 m away"
        assert np.allclose(pose(arm.model(RR), found.q)[:3, 3], [1, 0, 0], atol=1e-4)

    def test_on_the_edge_of_the_workspace(self):
        """The arm is stretched and singular at its target, which it reaches all the same."""
        found = arm.inverse_kinematics(RR, [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.2, 0.0, 0.0]])
        assert np.all(found.success), found.reason

    def test_inside_the_hole_of_the_workspace(self):
        found = arm.inverse_kinematics(RR, [0.05, 0.0, 0.0])
        assert found.position_error == pytest.approx(0.15, abs=1e-6)
        assert "out of reach" in found.reason

    def test_out_of_the_plane(self):
        found = arm.inverse_kinematics(RR, [0.7, 0.1, 0.3])
        assert found.position_error == pytest.approx(0.3, abs=1e-6)

    def test_limits_are_named(self):
        robot = limited(RR, joint1=Limits(-0.2, 0.2), joint2=Limits(-3.0, 3.0))
        found = arm.inverse_kinematics(robot, [0.0, 0.9, 0.0])
        assert not found.success
        assert within(robot, found.q)
        assert found.reason.startswith("joint limits: reached only with 'joint1' at ")
        assert "(limit 0.2); within limits" in found.reason
        free = arm.inverse_kinematics(RR, [0.0, 0.9, 0.0])
        assert free.success

    def test_limits_narrow_the_choice(self):
        for bounds in (Limits(0.1, 3.0), Limits(-3.0, -0.1)):
            found = arm.inverse_kinematics(limited(RR, joint2=bounds), [0.5, 0.5, 0.0])
            assert found.success
            assert bounds.lower <= found.q[1] <= bounds.upper

    def test_orientation_that_the_position_does_not_allow(self):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = about_axis([1, 0, 0], 1.0), [0.7, 0.1, 0]
        found = arm.inverse_kinematics(RR, T)
        assert found.reason.startswith("orientation out of reach at this position")
        assert found.orientation_error > 0.5

    def test_iterations_run_out(self, monkeypatch):
        monkeypatch.setattr("armillary.motion.damped_least_squares.ITERATIONS", 2)
        found = arm.inverse_kinematics(RR, [0.3, 0.5, 0.0], q0=[3.0, 0.1], starts=0)
        assert not found.success
        assert found.reason.startswith("iteration limit")


class TestArguments:
    @pytest.mark.parametrize(
        ("target", "options", "message"),
        [
            ([1, 2], {}, "shape \\(2,\\).*positions of shape \\(3,\\)"),
            (np.zeros((4, 4)), {}, "not a pose"),
            (np.diag([1, 1, -1, 1]), {}, "not a pose"),
            ([0, 0, np.nan], {}, "finite"),
            ("there", {}, "target"),
            ([0.5, 0, 0], {"task": "pose"}, "positions for the task 'pose'"),
            ([0.5, 0, 0], {"task": "reach"}, "task"),
            ([0.5, 0, 0], {"frame": "hand"}, "hand"),
            ([0.5, 0, 0], {"q0": [1, 2, 3]}, "q0"),
            ([[0.5, 0, 0]] * 3, {"q0": [[1, 2]] * 2}, "2 starts for 3 targets"),
            ([0.5, 0, 0], {"starts": -1}, "starts"),
            ([0.5, 0, 0], {"atol": 0.0}, "atol"),
        ],
    )
    def test_bad(self, target, options, message):
        with pytest.raises(arm.ArgumentError, match=message):
            arm.inverse_kinematics(RR, target, **options)
