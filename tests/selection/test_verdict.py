"""Verdicts: who can perform a task, against efforts and speeds computed here; payloads and drives that count once."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import FifthOrder, MotorMount, without_drives
from random_robots import random_robot
from samples import some

COUNTS = {"operations.inverse_dynamics": 1.0}
FEW = arm.selection.Sampling(20)


def two(name: str, speed: float = np.inf, effort: float = np.inf) -> arm.Robot:
    """Return a planar arm of two links, each joint with these limits."""
    robot = arm.planar([0.5, 0.4], [2.0, 1.0], coms=[0.25, 0.2], inertias=[0.04, 0.01])
    limits = arm.Limits(velocity=speed, effort=effort)
    return replace(robot, name=name, joints=tuple(replace(each, limits=limits) for each in robot.joints))


def move(duration: float = 0.5, payload: float = 2.0, end: tuple[float, float] = (1.0, -0.5)) -> arm.MotionTask:
    return arm.MotionTask(FifthOrder(end=end, duration=duration), name="move", payload=payload)


def chosen(robots, task):
    return arm.select(robots, task, weights=COUNTS, sampling=FEW, timed=False)


def test_reasons_are_the_uses_of_limits_on_the_motion():
    """Speeds from the closed form of the law, efforts from inverse dynamics with the payload as a body."""
    T, task = 0.5, move()
    fastest = np.array([1.0, 0.5]) * 15 / 8 / T  # of a polynomial of fifth order
    box = arm.Payload("box", "link2", 2.0, (0.4, 0.0, 0.0))
    loaded = replace(two("loaded"), payloads=(box,))
    motion = task.of(two("free"))
    most = np.abs(arm.evaluate(loaded).inverse_dynamics(motion.q, motion.qd, motion.qdd)).max(axis=0)
    slow, weak = two("slow", speed=0.8 * fastest[0]), two("weak", effort=0.5 * (most[0] + most[1]))
    found = chosen([slow, weak, two("able", 2 * fastest[0], 2 * most[0])], task)
    assert found.infeasible["slow"] == ("speed use 1.25 at joint1",)
    (why,) = found.infeasible["weak"]
    assert why == f"effort use {most[0] / (0.5 * (most[0] + most[1])):.3g} at joint1"
    assert found.feasible == ("able",)
    assert found.ranking[0] == "able"
    assert found.scores[2].rank == 1
    assert found.scores[0].rank == found.scores[1].rank == 2  # equal scores
    assert "1 of 3 candidates" in found.verdict


def test_a_better_score_does_not_help_a_robot_that_cannot_do_it():
    quick, slow = two("able", speed=10.0), replace(two("light", speed=0.1), gravity=(0.0, 0.0, 0.0))
    found = chosen([slow, quick], move())
    assert found.scores[0].value > found.scores[1].value
    assert found.ranking == ("able", "light")
    assert found.result.close_calls == ()


def test_positions_beyond_their_range_are_a_reason():
    limits = arm.Limits(-0.8, 0.8)
    narrow = two("narrow")
    narrow = replace(narrow, joints=tuple(replace(each, limits=limits) for each in narrow.joints))
    found = chosen([narrow, two("wide")], move())
    assert found.infeasible == {"narrow": ("joint1 leaves its range by 0.2 rad",)}


def test_if_no_candidate_is_able_that_comes_first():
    found = chosen([two("a", speed=0.5), two("b", speed=1.0)], move())
    assert found.feasible == ()
    assert found.ranking == ("a", "b")
    first = found.tables()[0].parts[0]
    assert first.lines[0].startswith("No candidate can perform the task")
    data = json.loads(found.to_json())
    assert data["verdict"] == found.verdict
    assert data["candidates"][0]["feasible"] is False
    assert data["candidates"][0]["reasons"][0].startswith("speed use")
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert rows[0]["feasible"] == "False"
    assert "none can perform the task" in found.to_html()
    assert "(infeasible)" in repr(found)


def test_the_standard_motion_is_not_judged():
    found = arm.select([two("a", speed=0.1), two("b")], weights=COUNTS, sampling=FEW, timed=False)
    assert found.infeasible == {}
    assert "feasible" not in [column.name for column in found.tables()[0].parts[0].columns]


def test_payloads_of_architectures_and_motion_count_once():
    arms = arm.selection.enumerate_architectures(
        2, arm.selection.Alphabet(joints="R", directions=2), dimensions=arm.selection.Dimensions(payload=2.0)
    )
    empty = arm.selection.enumerate_architectures(2, arm.selection.Alphabet(joints="R", directions=2))
    keys = ["operations.inverse_dynamics", "effort.peak_torque"]
    task = move(end=(0.4, -0.3))
    both, by_motion, by_robot = (
        arm.selection.search_architectures(of, keys, motion=on, sampling=FEW)
        for of, on in ((arms, task), (empty, task), (arms, replace(task, payload=0.0)))
    )
    for name in both.ranking:
        expected = by_motion.value(name, "effort.peak_torque")
        assert both.value(name, "effort.peak_torque") == pytest.approx(expected, rel=1e-9)
        assert by_robot.value(name, "effort.peak_torque") == pytest.approx(expected, rel=1e-9)
    assert "with the payload of 2 kg" in " ".join(both.conventions())
    with pytest.raises(arm.ArgumentError, match="1 kg in the motion 'move' and 2 kg"):
        arm.selection.search_architectures(arms, keys, motion=replace(task, payload=1.0), sampling=FEW)


def test_a_selection_says_which_payloads_add_up():
    box = arm.Payload("gripper", "link2", 0.5, (0.4, 0.0, 0.0))
    found = chosen([replace(two("a"), payloads=(box,)), two("b")], move())
    conventions = " ".join(found.tables()[-1].parts[0].lines)
    assert "2 kg of the motion are carried besides the robot's own payloads: a (gripper 0.5 kg)" in conventions


@pytest.mark.parametrize("seed", some(range(10), 2))
def test_a_drive_that_is_taken_off_and_put_back_as_a_point_leaves_the_robot_as_it_was(seed):
    """Equal inverse dynamics, for random robots and masses."""
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 4, "RRP", motors=False, tree=False)
    joint = next(each for each in robot.joints if each.parent != robot.base and each.form.single)
    link = next(each for each in robot.links if each.name == joint.parent)
    mass, near = 0.1 * link.mass, np.array(link.com) + rng.uniform(-0.02, 0.02, 3)
    mount = MotorMount(link.name, tuple(near.tolist()), (0.0, 0.0, 1.0))
    lighter = without_drives(robot, {joint.name: mass}, {joint.name: mount})
    point = arm.Payload("old drive", joint.parent, mass, mount.position)
    again = replace(lighter, payloads=(*robot.payloads, point))
    model = arm.model(robot)
    q, qd, qdd = rng.normal(size=(3, model.nv))
    expected = arm.evaluate(robot).inverse_dynamics(q, qd, qdd)
    np.testing.assert_allclose(arm.evaluate(again).inverse_dynamics(q, qd, qdd), expected, rtol=1e-9, atol=1e-9)
    assert np.abs(arm.evaluate(lighter).inverse_dynamics(q, qd, qdd) - expected).max() > 1e-6


def test_choice_of_motors_says_masses_and_replaces_drives_inside_links():
    small = arm.planar([0.3, 0.2], [1.5, 0.3], coms=[0.2, 0.1], inertias=[9e-3, 1e-3])
    added = arm.choose_motors(small, budget=5)
    replaced = arm.choose_motors(small, budget=5, built_in={"joint2": 0.4, "joint1": 1.0})
    assert added.masses.links == pytest.approx(1.8)
    assert added.masses.drives == pytest.approx(sum(drive.mass for drive in added.drives.values()))
    assert any("count twice" in line for line in added.masses.notes(added.motion))
    assert replaced.masses.taken_off == pytest.approx(0.4)  # that of joint1 is on the base
    assert not any("count twice" in line for line in replaced.masses.notes(replaced.motion))
    assert replaced.robot.links[0].mass == pytest.approx(1.1)
    assert replaced.to_dict()["masses"]["taken_off"] == pytest.approx(0.4)
    for given, text in (({"joint2": 2.0}, "less than the mass"), ({"elbow": 1.0}, "joint1, joint2"), (3, "by joint")):
        with pytest.raises(arm.ArgumentError, match=text):
            arm.choose_motors(small, budget=0, built_in=given)
    with pytest.raises(arm.ArgumentError, match="cannot exist"):
        arm.choose_motors(small, budget=0, built_in={"joint2": 1.4})
