"""Snapping is explicit, bounded and reported."""

import re
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    Joint,
    Limits,
    Link,
    Motor,
    Payload,
    Placement,
    Robot,
    about_axis,
    link_positions,
    matrix,
    parse_urdf,
    random_state,
    snap_hints,
    trace,
    vector,
)
from internals import robot_tables_of as tables_of
from random_robots import random_robot
from samples import some


def rounded(robot, digits=4):
    """The robot as a file with few digits would give it: every placement turned a little."""
    turn = np.asarray(about_axis((0.6, 0.0, 0.8), 0.5 * 10.0**-digits))
    joints = tuple(
        replace(joint, placement=replace(joint.placement, rotation=matrix(turn @ np.array(joint.placement.rotation))))
        for joint in robot.joints
    )
    return replace(robot, joints=joints)


@pytest.mark.parametrize("name", ["panda", "ur5", "puma560", "stanford"])
def test_a_rounded_robot_becomes_the_exact_one(name):
    robot = arm.library.get(name)
    back = arm.snap(rounded(robot, 5), tolerance=1e-4)
    assert [joint.placement for joint in back.joints] == [joint.placement for joint in arm.snap(robot).joints]
    assert len(back.notes) >= len(list(robot.moving_joints()))


def test_the_reported_reach_bounds_what_moves():
    robot = arm.library.get("ur5")
    joints = list(robot.joints)
    tilt = np.asarray(about_axis((1.0, 0.0, 0.0), 3e-6))
    joints[1] = replace(
        joints[1], placement=Placement(joints[1].placement.xyz, matrix(np.array(joints[1].placement.rotation) @ tilt))
    )
    tilted = replace(robot, joints=tuple(joints))
    back = arm.snap(tilted)
    (note,) = [note for note in back.notes if joints[1].name in note]
    angle, reported = float(note.split(" by ")[1].split()[0]), float(note.split("at most ")[1].split()[0])
    assert angle == pytest.approx(3e-6, rel=0.05)
    rng = np.random.default_rng(0)
    for _ in range(20):
        q = random_state(arm.model(robot), rng)[0]
        moved = link_positions(arm.model(tilted), q) - link_positions(arm.model(back), q)
        assert np.linalg.norm(moved, axis=1).max() <= reported * 1.05


def test_general_directions_stay():
    robot = random_robot(np.random.default_rng(1), 6)
    same = arm.snap(robot)
    assert same == robot
    assert same.notes == robot.notes


def test_axes_are_snapped_too():
    robot = arm.library.get("khatib-rr")
    off = vector(np.array([1e-6, 0.0, 1.0]) / np.hypot(1e-6, 1))
    joints = (replace(robot.joints[0], axis=off), *robot.joints[1:])
    assert arm.snap(replace(robot, joints=joints)).joints[0].axis == (0.0, 0.0, 1.0)


def test_axes_of_a_universal_joint_stay_normal_to_each_other():
    axis = np.array([1.0, 3e-6, 0.0]) / np.linalg.norm([1.0, 3e-6, 0.0])
    second = np.cross(axis, np.cross([0.0, np.cos(0.3), np.sin(0.3)], axis))  # near no exact direction
    joint = arm.Joint("u", "universal", "base", "bob", axis=axis, second_axis=second / np.linalg.norm(second))
    robot = arm.Robot("pendulum", (arm.Link("bob", 1.0, (0.5, 0.0, 0.0)),), (joint,))
    assert arm.snap(robot) == robot
    assert arm.snap(robot).notes == ()


def test_snapping_saves_operations():
    def flops(robot):
        program = trace(arm.model(robot, motors="none", friction=False), "inverse_dynamics")
        return sum(program.graph.op[node].name in ("ADD", "MUL") for node in program.order)

    rough = rounded(arm.library.get("panda"), 5)
    assert flops(arm.snap(rough, 1e-4)) < 0.8 * flops(rough)


@pytest.mark.parametrize("tolerance", [0.0, -1.0, 0.1, float("nan")])
def test_the_tolerance_is_bounded(tolerance):
    with pytest.raises(arm.ArgumentError, match="tolerance"):
        arm.snap(arm.library.get("panda"), tolerance)


def slide(limits, **fields):
    """A slide whose placement and axis are off, with something far out on it."""
    tilt = matrix(about_axis((1.0, 0.0, 0.0), 1e-6))
    off = vector(np.array([1e-6, 0.0, 1.0]) / np.hypot(1e-6, 1))
    joint = Joint("j", "prismatic", "base", "a", Placement(rotation=tilt), off, limits)
    return arm.snap(Robot("slide", (Link("a", 1.0),), (joint,), **fields)).notes


def test_payloads_motors_and_the_slide_itself_count():
    moved = [note.split("at most ")[1] for note in slide(Limits(-1.0, 2.0))]
    assert moved == ["2e-06 m", "2e-06 m"]
    moved = [note.split("at most ")[1] for note in slide(Limits(-1.0, 2.0), payloads=[Payload("p", "a", 1, (3, 0, 0))])]
    assert moved == ["5e-06 m", "2e-06 m"]
    motor = Motor("m", "j", "a", 1.0, (0, 0, 5))
    assert slide(Limits(-1.0, 2.0), motors=[motor])[0].endswith("at most 7e-06 m")


def test_a_slide_without_limits_moves_without_bound():
    assert all("unlimited" in note and "at most" not in note for note in slide(Limits(0.0)))


def test_the_reported_reach_of_an_axis_bounds_what_moves():
    robot = arm.library.get("ur5")
    axis = np.array(robot.joints[0].axis) + 4e-6 * np.array([0.6, 0.8, 0.0])
    off = replace(robot, joints=(replace(robot.joints[0], axis=vector(axis / np.linalg.norm(axis))), *robot.joints[1:]))
    back = arm.snap(off)
    reported = float(back.notes[-1].split("at most ")[1].split()[0])
    rng = np.random.default_rng(0)
    moved = []
    for _ in range(50):
        q = random_state(arm.model(robot), rng)[0]
        there, here = link_positions(arm.model(off), q), link_positions(arm.model(back), q)
        moved.append(np.linalg.norm(there - here, axis=1).max())
    assert 0.1 * reported < max(moved) <= reported * 1.05


def test_robots_with_rounded_directions_hint_at_snap_with_the_operations_it_saves():
    exact = arm.library.get("puma560")
    model = arm.model(rounded(exact, digits=6))
    (hint,) = snap_hints(model)
    before, after = (trace(each, "inverse_dynamics").operations for each in (model, arm.model(arm.snap(model.robot))))
    assert f"{after} operations instead of {before}" in hint
    assert after == trace(arm.model(exact), "inverse_dynamics").operations < before
    assert any(hint in part.lines for part in tables_of(model) if part.kind == "notes")
    assert arm.check(model, states=1).notes == (hint,)


@pytest.mark.parametrize("name", ["puma560", "panda", "stanford", "humanoid"])
def test_exact_robots_have_no_hint(name):
    assert snap_hints(arm.model(arm.library.get(name))) == []


def every_direction_rounded(robot):
    """The robot with all directions rounded: base, placements, axes, motors, frames."""
    off = np.array([3e-6, -2e-6, 1e-6])
    tilt = np.asarray(about_axis((0.6, 0.0, 0.8), 2e-6))

    def axis(given):
        return None if given is None else vector((np.array(given) + off) / np.linalg.norm(np.array(given) + off))

    def placement(given):
        return replace(given, rotation=matrix(tilt @ np.array(given.rotation)))

    joints = tuple(replace(each, placement=placement(each.placement), axis=axis(each.axis)) for each in robot.joints)
    frames = tuple(replace(each, placement=placement(each.placement)) for each in robot.frames)
    motors = tuple(replace(each, axis=axis(each.axis)) for each in robot.motors)
    return replace(robot, joints=joints, frames=frames, motors=motors, base_placement=placement(robot.base_placement))


@pytest.mark.parametrize("name", some(["puma560", "manutec-r3", "stanford", "humanoid", "ur5"], 3))
def test_every_snapped_direction_has_a_note_that_names_its_part_and_its_angle(name):
    robot = every_direction_rounded(arm.library.get(name))
    exact = arm.snap(robot)
    snapped = sum(
        sum(getattr(before, field) != getattr(after, field) for field in fields if hasattr(before, field))
        for parts, fields in {"joints": ("placement", "axis"), "frames": ("placement",), "motors": ("axis",)}.items()
        for before, after in zip(getattr(robot, parts), getattr(exact, parts), strict=True)
    )
    notes = exact.notes[len(robot.notes) :]
    assert len(notes) == snapped + (exact.base_placement != robot.base_placement)
    assert all(re.search(r"^snapped the (axis|placement) of \w+ '.+' by [\d.e-]+ rad", note) for note in notes)
    spun = [motor.name for motor in robot.motors if motor.axis is not None]
    assert all(any(f"the axis of motor {motor!r} by" in note for note in notes) for motor in spun)


def test_a_urdf_arm_with_a_rounded_turn_and_a_transmission_is_shown_and_checked():
    robot = parse_urdf("""<robot name="r"><link name="a"/>
        <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
        <joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin rpy="1.5708 0 0"/>
          <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
        <transmission name="t"><type>t</type><joint name="j"/>
          <actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator></transmission></robot>""")
    assert arm.snap(robot).notes[-1] == "snapped the axis of motor 'm' by 3.7e-06 rad"
    model = arm.model(robot)
    assert "Motors" in [part.title for part in tables_of(model) if part.kind == "table"]
    assert arm.check(model, states=1).worst < 1e-10
