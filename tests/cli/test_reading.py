"""Parts of robot files on the command line: --root and --base."""

import json

import pytest
from click.testing import CliRunner

from armillary.cli import main

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
