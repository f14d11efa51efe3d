"""`armillary ik`."""

import json

import numpy as np

import armillary as arm


def test_reaches_a_position(armillary):
    result = armillary("ik", "ur5", "--position", "300mm,0.2,0.5", "--json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    robot = arm.library.get("ur5")
    assert np.allclose(arm.compile(robot).pose(data["q"])[:3, 3], [0.3, 0.2, 0.5], atol=1e-9)
    assert data["coordinates"] == [joint.name for joint in robot.joints if joint.type != "fixed"]
    assert data["success"] is True
    assert data["reason"] == "reached"


def test_reaches_a_pose_from_a_start(armillary):
    q0 = "0,-0.3,0,-2,0,90deg,45deg"
    options = ("--position", "0.4,0.1,0.4", "--rpy", "180deg,0,0", "--q0", q0, "--json")
    result = armillary("ik", "panda", *options)
    data = json.loads(result.stdout)
    pose = arm.compile(arm.library.get("panda")).pose(data["q"])
    assert np.allclose(pose[:3, :3], np.diag([1, -1, -1]), atol=1e-9)
    assert np.allclose(pose[:3, 3], [0.4, 0.1, 0.4], atol=1e-9)


def test_text_names_joints(armillary):
    result = armillary("ik", "ur5", "--position", "0.3,0.2,0.5")
    assert result.exit_code == 0
    assert "elbow_joint" in result.stdout
    assert "reached" in result.stdout


def test_what_is_out_of_reach_is_status_1(armillary):
    result = armillary("ik", "ur5", "--position", "3,0,0")
    assert result.exit_code == 1
    assert "out of reach: the nearest point found is" in result.stdout


def test_bad_options(armillary):
    for options, name in (
        (("--position", "1,2"), "--position"),
        (("--position", "1,2,3s"), "--position"),
        (("--position", "1,2,3", "--rpy", "1"), "--rpy"),
        (("--position", "1,2,3", "--q0", "1,2,3,4,5,6,7"), "--q0"),
        (("--position", "1,2,3", "--frame", "hand"), "--frame"),
        ((), "--position"),
    ):
        result = armillary("ik", "ur5", *options)
        assert result.exit_code == 2
        assert name in result.stderr
        assert result.stdout == ""


POSE = ("--position", "0.4,0.1,0.4", "--rpy", "180deg,0,0")


def test_all_solutions(armillary):
    result = armillary("ik", "ur5", *POSE, "--all")
    assert result.exit_code == 0
    assert "8 solutions: every solution, in closed form" in result.stdout
    assert "shoulder left, elbow up, wrist no-flip" in result.stdout
    assert "q: shoulder_pan_joint" in result.stdout


def test_all_solutions_of_a_redundant_arm_as_json(armillary):
    options = (*POSE, "--all", "--fixed", "panda_joint7=45deg", "--beyond-limits", "--json")
    data = json.loads(armillary("ik", "panda", *options).stdout)
    assert data["method"] == "closed form"
    assert len(data["branches"]) == len(data["q"]) == 8
    assert sum(data["within_limits"]) < 8
    poses = arm.compile(arm.library.get("panda")).pose(np.array(data["q"]))
    assert np.allclose(np.array(data["q"])[:, 6], np.pi / 4)
    assert np.allclose(poses[:, :3, 3], [0.4, 0.1, 0.4], atol=1e-9)


def test_no_solution_is_status_1(armillary):
    result = armillary("ik", "ur5", "--position", "3,0,0", "--rpy", "0,0,0", "--all")
    assert result.exit_code == 1
    assert "0 solutions" in result.stdout


def test_options_of_all_solutions(armillary):
    for options, name in (
        (("--fixed", "elbow_joint=0.1"), "--fixed"),
        (("--copies",), "--copies"),
        (("--beyond-limits",), "--beyond-limits"),
        (("--all", "--fixed", "elbow=0.1"), "--fixed"),
        (("--all", "--fixed", "0.1"), "--fixed"),
    ):
        result = armillary("ik", "ur5", *POSE, *options)
        assert result.exit_code == 2, options
        assert name in result.stderr
