"""Rails of sliding joints: the child is on its rail wherever its limits allow, and a rail is part of the picture."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Limits, Scene, rails
from random_robots import random_robot

SLIDING = ("prismatic", "screw", "cylindrical")


def distance_to(segment, point):
    start, end = segment
    along = end - start
    part = np.clip((point - start) @ along / max(along @ along, 1e-30), 0.0, 1.0)
    return np.linalg.norm(start + part * along - point)


def origin_in_parent(model, q, i):
    poses = Scene(model).poses(q)
    (R, o), (_, child) = poses[model.joints[i].parent], poses[i]
    return np.asarray(R, dtype=float).T @ (np.asarray(child, dtype=float) - np.asarray(o, dtype=float))


@pytest.mark.parametrize("seed", range(8))
def test_children_stay_on_their_rails(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 5, kinds="RPHC")
    limits = Limits(*sorted(rng.uniform(-1.0, 1.0, 2)))
    joints = [
        replace(joint, limits=limits)
        if not joint.coordinates
        else replace(joint, coordinates=tuple(replace(each, limits=limits) for each in joint.coordinates))
        for joint in robot.joints
    ]
    model = arm.model(replace(robot, joints=tuple(joints)))
    types = {joint.name: joint.type for joint in robot.joints}
    ends = {rail.joint: rail.ends for rail in rails(model, 1.0)}
    assert {types[model.joints[i].name] for i in ends} == {*types.values()} & {*SLIDING}
    for i, segment in ends.items():
        joint = model.joints[i]
        for position in np.linspace(limits.lower, limits.upper, 7):
            q = model.neutral.copy()
            q[joint.q] = position
            assert distance_to(segment, origin_in_parent(model, q, i)) < 1e-12
        assert distance_to(segment, joint.translation) < 1e-12  # where the parent ends


def test_rails_without_limits_have_the_size_of_the_robot():
    def ends(limits):
        robot = arm.library.get("planar-prr")
        slide = replace(robot.joints[0], limits=limits)
        (rail,) = rails(arm.model(replace(robot, joints=(slide, *robot.joints[1:]), configurations=())), 3.0)
        return sorted(rail.ends[:, 0].tolist())

    assert ends(Limits()) == pytest.approx([-1.5, 1.5])
    assert ends(Limits(lower=0.5)) == pytest.approx([0.0, 2.0])
    assert ends(Limits(-1e6, 0.0)) == pytest.approx([-15.0, 0.0])  # files have limits a thousand kilometres away


def test_followers_slide_as_far_as_their_leaders_take_them():
    robot = arm.library.get("planar-rrp")
    leader = replace(robot.joints[0], limits=Limits(-1.0, 2.0))
    follower = replace(robot.joints[2], couple=arm.parts.Coupling(leader.name, (0.1, 0.2, 0.05)), limits=Limits())
    model = arm.model(replace(robot, joints=(leader, robot.joints[1], follower), motors=(), configurations=()))
    (rail,) = rails(model, 1.0)
    for angle in (-1.0, 0.0, 2.0):
        q = model.neutral.copy()
        q[0] = angle
        assert distance_to(rail.ends, origin_in_parent(model, q, rail.joint)) < 1e-12


def test_rails_belong_to_the_parent_and_to_the_picture():
    scene = Scene(arm.model(arm.library.get("stanford")))
    (part,) = [part for part in scene.parts if part.name.endswith("rail")]
    joint = next(joint for joint in scene.model.joints if f"{joint.name} rail" == part.name)
    assert part.body == joint.parent
    assert scene.size > np.linalg.norm(np.ptp(part.mesh.vertices, axis=0)) * 0.9
    assert not [part for part in Scene(arm.model(arm.library.get("panda"))).parts if part.name.endswith("rail")]
