"""Robot files on the command line: --root and --base, xacro files, robots of the package robot_descriptions."""

import json
import sys
import types

import pytest
from click.testing import CliRunner

import armillary as arm
from internals import main

SCENE = """<mujoco><worldbody>
<body name="torso" pos="0 0 1"><freejoint/><geom size="0.1"/>
<body name="leg"><joint name="hip" axis="0 1 0"/><geom size="0.1" pos="0 0 -0.3"/></body></body>
<body name="door"><joint name="hinge" axis="0 0 1"/><geom size="0.1" pos="0.3 0 0"/></body>
</worldbody></mujoco>"""


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def scene(tmp_path):
    (tmp_path / "scene.xml").write_text(SCENE)
    return tmp_path / "scene.xml"


@pytest.mark.parametrize(
    ("options", "nv"),
    [((), 8), (("--root", "door"), 1), (("--root", "torso"), 7), (("--root", "torso", "--base", "fixed"), 1)],
)
def test_root_and_base_select_a_part(scene, options, nv):
    result = run("show", scene, "--json", *options)
    assert json.loads(result.stdout)["nv"] == nv


def test_an_unknown_root_is_named_as_its_option(scene):
    result = run("show", scene, "--root", "dor")
    assert result.exit_code == 2
    assert "--root" in result.stderr
    assert "did you mean door" in result.stderr


def test_they_are_refused_for_robots_of_the_library_and_scenarios(scene):
    assert "--root: given for ur5 of the library" in run("show", "ur5", "--root", "forearm_link").stderr
    scenario = scene.with_name("s.toml")
    scenario.write_text('robot = "scene.xml"\nduration = 1')
    assert "given for the scenario" in run("linearise", scenario, "--root", "door").stderr


def test_xacro_files_need_trust(tmp_path):
    pytest.importorskip("xacro")
    text = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="p"><xacro:arg name="mass" default="1"/>
    <link name="stand"/><link name="bob"><inertial><mass value="$(arg mass)"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="j" type="continuous"><parent link="stand"/><child link="bob"/></joint></robot>"""
    (tmp_path / "p.urdf.xacro").write_text(text)
    refused = run("show", tmp_path / "p.urdf.xacro")
    assert refused.exit_code == 2
    assert "--trusted" in refused.stderr
    result = run("show", tmp_path / "p.urdf.xacro", "--trusted", "--xacro-arg", "mass=2.5", "--json")
    assert '"2.5"' in result.stdout
    wrong = run("show", tmp_path / "p.urdf.xacro", "--trusted", "--xacro-arg", "mass")
    assert "NAME=VALUE" in wrong.stderr
    assert "--trusted" in run("show", "ur5", "--trusted").stderr


def test_robots_of_robot_descriptions(tmp_path, monkeypatch):
    """A module of the package, as it names its file; its download is tried elsewhere."""
    module = types.ModuleType("robot_descriptions.pendulum_mj_description")
    (tmp_path / "scene.xml").write_text(SCENE)
    module.MJCF_PATH = str(tmp_path / "scene.xml")
    package = types.ModuleType("robot_descriptions")
    monkeypatch.setitem(sys.modules, "robot_descriptions", package)
    monkeypatch.setitem(sys.modules, "robot_descriptions.pendulum_mj_description", module)
    name = "robot_descriptions:pendulum_mj_description"
    assert json.loads(run("show", name, "--json", "--root", "door").stdout)["nv"] == 1
    (tmp_path / "s.toml").write_text(f'robot = "{name}"\nduration = 1\n')
    assert arm.load_scenario(tmp_path / "s.toml").control_model.nv == 8
