"""Motions of robots: references of joints, lines and circles by inverse kinematics, the standard motion."""

from dataclasses import replace

import numpy as np
import pytest
from tests.random_robots import random_robot, random_state

import armillary as arm
from internals import (
    HALF,
    TASKS,
    Circle,
    Constant,
    FifthOrder,
    Follower,
    Limits,
    Line,
    Motion,
    PathProgress,
    Ranges,
    Sinusoid,
    about_axis,
    frame_acceleration,
    frame_velocity,
    from_rpy,
    pose,
    standard_motion,
    turns,
)
from internals import DampedLeastSquares as Solver
from samples import some

RR = arm.planar([0.6, 0.4], [1, 1], coms=[0.3, 0.2], inertias=[0.01, 0.01])


def limited(robot, **limits):
    return replace(robot, joints=tuple(replace(j, limits=limits.get(j.name, j.limits)) for j in robot.joints))


def follows(robot, motion: Motion, path, tolerance=1e-10):
    """Whether the frame is where the path says, with its velocity and acceleration, by the plain formulas."""
    model = arm.model(robot)
    for k in range(1, len(motion.t) - 1, max(1, len(motion.t) // 12)):
        q, qd, qdd, wanted = motion.q[k], motion.qd[k], motion.qdd[k], path.motion(motion.t[k])
        assert np.allclose(pose(model, q, motion.frame)[:3, 3], wanted.position, atol=tolerance)
        if hasattr(wanted, "rotation"):
            assert np.allclose(pose(model, q, motion.frame)[:3, :3], wanted.rotation, atol=10 * tolerance)
        count = len(wanted.velocity)
        assert np.allclose(frame_velocity(model, q, qd, motion.frame)[-count:], wanted.velocity, atol=tolerance)
        found = frame_acceleration(model, q, qd, qdd, motion.frame)[-count:]
        assert np.allclose(found, wanted.acceleration, atol=10 * tolerance)


def consistent(robot, motion: Motion, tolerance):
    """Whether qd is the rate of q and qdd that of qd, by central differences."""
    model, h = arm.model(robot), motion.t[1] - motion.t[0]
    rates = np.array([model.rate(q, qd) for q, qd in zip(motion.q, motion.qd, strict=True)])
    for values, their_rates in ((motion.q, rates), (motion.qd, motion.qdd)):
        difference = (values[2:] - values[:-2]) / (2 * h) - their_rates[1:-1]
        assert np.abs(difference).max() <= tolerance * np.abs(their_rates).max()


class TestLed:
    def test_a_planar_arm_agrees_with_its_closed_inverse_kinematics(self):
        path = Line(start=[0.7, 0.1, 0], end=[0.2, 0.6, 0], duration=1.0)
        motion = arm.MotionTask(path).of(RR)
        x, y = np.array([path.motion(t).position[:2] for t in motion.t]).T
        elbow = np.arccos((x**2 + y**2 - 0.52) / 0.48)
        assert np.allclose(np.abs(np.mod(motion.q[:, 1] + np.pi, 2 * np.pi) - np.pi), elbow, atol=1e-9)
        follows(RR, motion, path)
        consistent(RR, motion, 1e-3)

    @pytest.mark.parametrize(
        "name", some(["panda", "stanford", "spherical-chain", "planar-7r", "ur5", "rpr-orthogonal"], 4)
    )
    def test_a_line_from_a_configuration(self, name):
        robot = arm.library.get(name)
        ranges = Ranges(arm.model(robot))
        start = ranges.moved(ranges.middle[None], np.linspace(0.1, 0.2, ranges.n)[None] * ranges.scale)[0]
        planar = name.startswith("planar")
        path = Line(displacement=[0.05, -0.06, 0.0 if planar else 0.07], duration=1.0)
        motion = arm.MotionTask(path, q0=tuple(start), step=0.005).of(robot)
        assert np.allclose(motion.q[0], start, atol=1e-9)
        follows(robot, motion, path.anchored(arm.model(robot), start))
        consistent(robot, motion, 2e-3)

    def test_circle_with_an_orientation(self):
        robot = arm.library.get("panda")
        path = Circle(
            start=[0.5, 0.1, 0.4], centre=[0.45, 0.1, 0.4], duration=2.0, orientation=[np.pi, 0, 0], follow=False
        )
        motion = arm.MotionTask(path, step=0.01).of(robot)
        follows(robot, motion, path)
        consistent(robot, motion, 1e-2)
        lower, upper = Ranges(arm.model(robot)).limits
        assert np.all(motion.q >= lower)
        assert np.all(motion.q <= upper)

    def test_differences_converge_with_the_second_power_of_the_step(self):
        robot, errors = arm.library.get("planar-4r"), []
        path = Line(start=[2.0, 0.5, 0], end=[1.0, 1.8, 0], duration=1.0)
        for step in (0.02, 0.01):
            motion = arm.MotionTask(path, q0=(0.1, 0.5, 0.4, 0.9), step=step).of(robot)
            difference = (motion.qd[2:] - motion.qd[:-2]) / (2 * step) - motion.qdd[1:-1]
            errors.append(np.abs(difference).max())
        assert 3.5 < errors[0] / errors[1] < 4.5

    @pytest.mark.parametrize("seed", range(3))
    def test_random_robots_with_balls_and_slides(self, seed):
        rng = np.random.default_rng(seed)
        robot = random_robot(rng, 5 + seed, motors=False, tree=False)
        q, _, _ = random_state(rng, arm.model(robot))
        path = Line(displacement=rng.normal(size=3) * 0.02, duration=1.0)
        motion = arm.MotionTask(path, q0=tuple(q), step=0.02).of(robot)
        follows(robot, motion, path.anchored(arm.model(robot), q))
        consistent(robot, motion, 2e-2)

    def test_time_laws_change_rates_and_not_places(self):
        path = Line(start=[0.7, 0.1, 0], end=[0.2, 0.6, 0], duration=1.0, law="trapezoid")
        motion = arm.MotionTask(path).of(RR)
        follows(RR, motion, path)
        assert np.abs(motion.qdd[0]).max() > 0.1
        assert np.abs(motion.qdd[-1]).max() > 0.1

    def test_links_of_flexible_arms_stay_straight(self):
        robot = arm.library.get("flexible-3r")
        path = Line(start=[0.7, 0.2, 0.3], displacement=[0, 0.1, 0.1], duration=1.0)
        motion = arm.MotionTask(path, step=0.01).of(robot)
        n = len(arm.model(robot).elastic)
        assert n
        assert not np.any(motion.q[:, -n:])
        assert not np.any(motion.qdd[:, -n:])
        follows(robot, motion, path)


class TestLimits:
    def test_the_posture_within_the_limits_is_taken(self):
        path = Line(start=[0.7, 0.1, 0], end=[0.2, 0.6, 0], duration=1.0)
        for bounds in (Limits(0.1, 3.0), Limits(-3.0, -0.1)):
            robot = limited(RR, joint2=bounds)
            motion = arm.MotionTask(path).of(robot)
            assert np.all(motion.q[:, 1] >= bounds.lower)
            assert np.all(motion.q[:, 1] <= bounds.upper)

    def test_spare_joints_are_drawn_away_from_their_limits(self):
        """Of the first joint, half of the turn that the shortest motion takes is allowed."""
        robot = arm.library.get("planar-3r")
        path = Line(start=[1.5, 0.5, 0], end=[1.4, 1.4, 0], duration=1.0)
        q = (0.2, 0.5, -1.0)
        free = arm.MotionTask(path, q0=q, step=0.02).of(robot)
        low, high = free.q[:, 0].min(), free.q[:, 0].max()
        tight = limited(
            robot, joint1=Limits(low - 0.6, low + 0.9 * (high - low)), joint2=Limits(-3, 3), joint3=Limits(-3, 3)
        )
        motion = arm.MotionTask(path, q0=q, step=0.02).of(tight)
        assert motion.q[:, 0].max() <= low + 0.9 * (high - low) + 1e-9
        follows(tight, motion, path)
        consistent(tight, motion, 2e-2)

    def test_limits_that_no_posture_keeps_are_named(self):
        robot = limited(RR, joint1=Limits(-0.3, 0.3), joint2=Limits(-3.0, 3.0))
        path = Line(start=[0.9, 0.0, 0], end=[0.4, 0.7, 0], duration=1.0)
        with pytest.raises(arm.ArgumentError, match=r"(beyond its limits|from its reach)"):
            arm.MotionTask(path).of(robot)


class TestFollower:
    def test_derivatives_with_a_pull_are_those_of_the_motion(self):
        robot = arm.library.get("panda")
        model = arm.model(robot)
        solver = Solver(arm.types.Compiled(model), Ranges(model), "tip", 0.5)
        q = Ranges(model).middle + 0.1
        line = Line(displacement=[0.1, 0.1, -0.1], duration=1.0).anchored(model, q)

        class Straight:
            switches = ()

            def at(self, t, inside):
                return PathProgress(t, 1.0, 0.0)

        path = replace(line, law=Straight(), duration=None)
        s = np.linspace(0, 1, 101)
        found = Follower(solver, path.motion, 3, kappa=3.0).follow(q, s)
        for values, rates in ((found.q, found.first), (found.first, found.second)):
            difference = (values[2:] - values[:-2]) * 50 - rates[1:-1]
            assert np.abs(difference).max() < 1e-3 * np.abs(rates).max()
        plain = Follower(solver, path.motion, 3).follow(q, s)
        assert np.abs(plain.first - found.first).max() > 0.01  # the pull does something


class TestOutside:
    def test_says_which_robot_when_where_and_how_far(self):
        path = Line(start=[0.5, 0, 0], end=[1.5, 0.0, 0], duration=1.0)
        with pytest.raises(arm.ArgumentError) as caught:
            arm.MotionTask(path, name="stretch").of(RR)
        text = str(caught.value)
        assert RR.name in text
        assert "stretch" in text
        assert "0.5 m from its reach at t = 1 s" in text
        assert "(1.5, 0, 0)" in text
        assert "leaves the workspace at t = 0.5 s, at (1, 0, 0)" in text

    def test_a_path_that_begins_outside(self):
        path = Line(start=[0, 1.25, 0], end=[0, 0.5, 0], duration=1.0)
        with pytest.raises(arm.ArgumentError, match=r"0.25 m from its reach at t = 0 s"):
            arm.MotionTask(path).of(RR)

    def test_a_path_out_of_the_plane_of_the_arm(self):
        path = Line(start=[0.5, 0.1, 0], displacement=[0, 0, 0.3], duration=1.0)
        with pytest.raises(arm.ArgumentError, match=r"0.3 m from its reach at t = 1 s"):
            arm.MotionTask(path).of(RR)

    def test_a_path_over_a_singularity(self):
        """Through the shoulder of an arm with equal links: reachable everywhere, not without a stop."""
        robot = arm.planar([0.5, 0.5], [1, 1], coms=[0.2, 0.2], inertias=[0.1, 0.1])
        path = Line(start=[0.4, 0.0, 0], end=[-0.4, 0.0, 0], duration=1.0)
        with pytest.raises(arm.ArgumentError, match="singular configuration"):
            arm.MotionTask(path).of(robot)

    def test_frames_that_are_not_there(self):
        path = Line(start=[0.5, 0.1, 0], displacement=[0, 0.1, 0], duration=1.0)
        with pytest.raises(arm.ArgumentError, match="gripper"):
            arm.MotionTask(path, frame="gripper").of(RR)


class TestJoints:
    def test_a_reference_of_joints(self):
        reference = FifthOrder(start=[0.1, 0.2], end=[1.0, -0.5], duration=1.5)
        motion = arm.MotionTask(reference, payload=0.5).of(RR)
        assert motion.duration == 1.5
        assert motion.payload == 0.5
        assert len(motion.t) == 501
        assert np.allclose(motion.q[-1], [1.0, -0.5])
        assert np.allclose(motion.q[0], [0.1, 0.2])
        consistent(RR, motion, 1e-3)

    def test_begins_where_q_says(self):
        motion = arm.MotionTask(FifthOrder(end=[1.0, -0.5], duration=1.0), q0=(0.4, 0.3)).of(RR)
        assert np.allclose(motion.q[0], [0.4, 0.3])

    def test_references_that_do_not_fit(self):
        with pytest.raises(arm.ArgumentError, match="moves 2 joints, 'panda' has 7"):
            arm.MotionTask(FifthOrder(end=[1.0, -0.5], start=[0, 0], duration=1.0)).of(arm.library.get("panda"))
        with pytest.raises(arm.ArgumentError, match="spherical or floating joints"):
            arm.MotionTask(Constant([0.0] * 12), duration=1.0).of(arm.library.get("spherical-chain"))

    def test_references_without_an_end_need_a_duration(self):
        with pytest.raises(arm.ArgumentError, match="duration"):
            arm.MotionTask(Sinusoid([0.1, 0.1], 1.0)).of(RR)
        assert arm.MotionTask(Sinusoid([0.1, 0.1], 1.0), duration=2.0).of(RR).duration == 2.0

    @pytest.mark.parametrize(
        "reference",
        [
            Line(start=[0.5, 0.3, 0], displacement=[0.1, 0, 0], duration=1e-100),
            Line(start=[1e200, 0, 0], displacement=[1e308, 1e308, 0], duration=1.0),
            FifthOrder(end=[1e200, 1.0], start=[0.0, 0.0], duration=1e-100),
        ],
    )
    def test_numbers_too_large_to_work_with(self, reference):
        with pytest.raises(arm.ArgumentError, match="duration: 1e-300"):
            Line(start=[0.5, 0.3, 0], displacement=[0.1, 0, 0], duration=1e-300)
        with pytest.raises(arm.ArgumentError, match=r"overflows in positions|motion is not finite"):
            arm.MotionTask(reference).of(RR)

    @pytest.mark.parametrize(
        "bad", [{"duration": -1.0}, {"step": 0.0}, {"payload": -1.0}, {"payload": True}, {"reference": 3}]
    )
    def test_bad_arguments(self, bad):
        with pytest.raises(arm.ArgumentError, match=next(iter(bad))):
            arm.MotionTask(**({"reference": Sinusoid([0.1], 1.0)} | bad))


class TestStandard:
    @pytest.mark.parametrize("name", ["panda", "stanford", "spherical-chain", "flexrob"])
    def test_goes_over_half_of_every_range_and_back(self, name):
        robot = arm.library.get(name)
        motion = standard_motion(robot)
        assert motion.duration == 2 * HALF
        assert np.allclose(motion.q[0], motion.q[-1])
        assert not np.any(motion.qd[[0, -1]])
        middle = len(motion.t) // 2
        there = Motion(*(part[: middle + 1] for part in (motion.t, motion.q, motion.qd, motion.qdd)))
        consistent(robot, there, 1e-3)  # the jerk jumps where it turns round
        for each in Ranges(arm.model(robot)).coordinates:
            if each.q is not None and np.isfinite(each.limits.lower):
                width = each.limits.upper - each.limits.lower
                assert np.allclose(motion.q[0, each.q], each.limits.lower + 0.25 * width)
                assert np.allclose(motion.q[middle, each.q], each.limits.lower + 0.75 * width)

    def test_slides_need_limits(self):
        robot = arm.planar([0.5, 0.5], [1, 1], coms=[0.2, 0.2], inertias=[0.1, 0.1], joints="RP")
        with pytest.raises(arm.ArgumentError, match="which slides"):
            standard_motion(robot)


class TestInverseKinematics:
    def test_finds_random_poses_of_a_redundant_arm(self):
        model = arm.model(arm.library.get("panda"))
        ranges, dyn = Ranges(model), arm.types.Compiled(model)
        rng = np.random.default_rng(3)
        lower, upper = ranges.limits
        there = rng.uniform(lower, upper, (60, 7))
        T = dyn.pose(there)
        start = np.clip(there + rng.normal(size=there.shape) * 0.3, lower, upper)
        q, left, _ = Solver(dyn, ranges, "tip", 0.5, TASKS["pose"]).solve(start, T, 1e-11)
        assert np.mean(left < 1e-10) > 0.95
        good = left < 1e-10
        assert np.allclose(dyn.pose(q[good]), T[good], atol=1e-9)
        assert np.all(q >= lower)
        assert np.all(q <= upper)

    def test_rotation_vectors_at_every_angle(self):
        rng = np.random.default_rng(4)
        for angle in (0.0, 1e-12, 0.3, 2.0, np.pi - 1e-6, np.pi):
            axis = rng.normal(size=3)
            axis /= np.linalg.norm(axis)
            R = from_rpy(*rng.normal(size=3))
            found = turns(R[None], (about_axis(axis, angle) @ R)[None])[0]
            assert np.allclose(np.abs(found @ axis), angle, atol=1e-6)
            assert np.isclose(np.linalg.norm(found), angle, atol=1e-6)
