"""Trees of MJCF models: which are read, on which base, and the configurations that keyframes give."""

import math
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Reading, parse_mjcf, pose

WORKSHOP = """<mujoco><compiler angle="radian"/><worldbody>
<body name="table" pos="0 0 1"><geom size="0.1"/>
  <body name="arm base" pos="0.5 0 0" quat="0.8 0 0 0.6"><geom size="0.1"/>
    <body name="upper"><joint name="shoulder" axis="0 1 0" ref="0.3"/><geom size="0.1" pos="0.2 0 0"/>
      <body name="fore" pos="0.4 0 0"><joint name="elbow" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/>
        <site name="tool" pos="0.4 0 0"/></body></body></body></body>
<body name="door" pos="2 0 0"><joint name="hinge" axis="0 0 1"/><geom size="0.1" pos="0.3 0 0"/></body>
</worldbody>
<actuator><motor joint="elbow" gear="2" ctrlrange="-1 1"/><motor joint="hinge" gear="3" armature="0.1"/></actuator>
<keyframe><key name="home" qpos="0.1 0.2 0.3"/><key qpos="1 2 3"/></keyframe></mujoco>"""


def read(text=WORKSHOP, **options):
    return parse_mjcf(text, "workshop.xml", Reading(**options))


class TestRoot:
    def test_without_a_root_all_trees_are_one_robot_and_a_note_lists_the_roots(self):
        robot = read()
        assert [joint.name for joint in robot.moving_joints()] == ["shoulder", "elbow", "hinge"]
        assert any(note.startswith("2 trees") and "table, door" in note and "root=" in note for note in robot.notes)

    @pytest.mark.parametrize("root", ["table", "arm base", "upper"])
    def test_a_root_selects_its_tree(self, root):
        robot = read(root=root)
        assert [joint.name for joint in robot.moving_joints()] == ["shoulder", "elbow"]
        assert not robot.motors
        assert not any("trees" in note for note in robot.notes)
        whole, part = (arm.model(each) for each in (read(), robot))
        assert np.allclose(pose(whole, [0.4, 0.5, 0.0], "tool"), pose(part, [0.4, 0.5], "tool"), atol=1e-15)

    def test_joints_above_a_root_are_held_where_they_are_drawn(self):
        robot = read(root="fore")
        assert [joint.name for joint in robot.moving_joints()] == ["elbow"]
        assert np.allclose(pose(arm.model(robot), [0.5], "tool"), pose(arm.model(read()), [0.3, 0.5, 0.0], "tool"))

    def test_a_loose_object(self):
        robot = read(root="door")
        assert [link.name for link in robot.links] == ["door"]
        assert {visual.link for visual in robot.visuals} == {"door"}
        assert not robot.frames

    def test_an_unknown_root(self):
        with pytest.raises(arm.ArgumentError, match=r"'dor'.*table, door.*did you mean door"):
            read(root="dor")

    def test_from_a_file(self, tmp_path):
        (tmp_path / "w.xml").write_text(WORKSHOP)
        assert arm.load(tmp_path / "w.xml", root="door").configuration("home") == (0.3,)


class TestKeyframes:
    def test_keyframes_are_configurations(self):
        robot = read()
        assert [each.name for each in robot.configurations] == ["qpos0", "home", "key1"]
        assert robot.configuration("home") == (0.1, 0.2, 0.3)
        assert robot.configuration("qpos0") == (0.3, 0.0, 0.0)
        assert read(root="arm base").configuration("home") == (0.1, 0.2)

    def test_quaternions_have_length_one(self):
        text = """<mujoco><worldbody><body><joint type="ball"/><geom size="1"/></body></worldbody>
        <keyframe><key name="turned" qpos="3 0 4 0"/></keyframe></mujoco>"""
        robot = read(text)
        assert [each.name for each in robot.configurations] == ["turned"]
        assert robot.configuration("turned") == pytest.approx((0.6, 0, 0.8, 0))
        assert math.hypot(*robot.configuration("turned")) == pytest.approx(1, abs=1e-15)


WALKER = """<mujoco><worldbody><body name="mat"><geom size="1"/></body>
<body name="torso" pos="0 0 2" quat="0.6 0 0 0.8">{}<geom size="0.2"/>
<body name="leg" pos="0.1 0 0"><joint name="hip" axis="0 1 0"/><geom size="0.1" pos="0 0 -0.5"/></body></body>
</worldbody><keyframe><key name="bent" qpos="{} 0.7"/></keyframe></mujoco>"""
FREE, TIED = WALKER.format('<freejoint name="root"/>', "1 1 1 1 0 0 0"), WALKER.format("", "")


class TestBase:
    def test_a_fixed_base_leaves_free_joints_out(self):
        robot = read(FREE, base="fixed")
        assert [joint.name for joint in robot.moving_joints()] == ["hip"]
        assert any("free joint of torso is left out" in note for note in robot.notes)
        assert robot.configuration("bent") == (0.7,)
        assert replace(robot, notes=()) == replace(read(TIED), notes=())

    def test_a_free_base_frees_the_roots(self):
        ours, theirs = read(TIED, base="free"), read(FREE)
        assert [joint.type for joint in ours.moving_joints()] == ["floating", "revolute"]
        assert ours.configuration("bent") == pytest.approx((0, 0, 2, 0.6, 0, 0, 0.8, 0.7))
        assert ours.configuration("qpos0") == theirs.configuration("qpos0")
        q = theirs.configuration("bent")
        M = (np.asarray(arm.evaluate(each).mass_matrix(q), dtype=float) for each in (ours, theirs))
        assert np.array_equal(*M)
        assert read(FREE, base="free") == theirs

    def test_a_root_with_joints_cannot_be_free(self):
        with pytest.raises(arm.ArgumentError, match="'door' has joints to the world"):
            read(base="free")

    @pytest.mark.parametrize(("base", "kinds"), [("fixed", ["revolute"]), ("free", ["floating", "revolute"])])
    def test_a_named_root_with_joints_is_held_or_freed(self, base, kinds):
        robot = read(root="upper", base=base)
        assert [joint.type for joint in robot.moving_joints()] == kinds
        q = {each.name: each.q for each in robot.configurations}.get("qpos0", arm.model(robot).neutral)
        drawn = read().configuration("qpos0")
        assert np.allclose(pose(arm.model(robot), q, "tool"), pose(arm.model(read()), drawn, "tool"), atol=1e-15)
