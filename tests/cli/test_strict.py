"""Robot files with impossible values on the command line: a warning, --strict, `repair`."""

import json

import click
import pytest
from click.testing import CliRunner

import armillary as arm
from internals import COMMANDS
from internals import group_main as main

NO_ROBOT_FILE = {"robots", "reproduce", "architectures", "repair", "doctor", "completion"}
"""Commands that read no robot file, or that are made for impossible ones."""

FILE = """<robot name="spinner"><link name="base"/><link name="disc"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="3"/></inertial></link><joint name="pivot" type="continuous"><parent link="base"/>
<child link="disc"/></joint></robot>"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "spinner.urdf"
    path.write_text(FILE)
    return path


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.filterwarnings("default")
def test_show_warns_and_has_the_note(file):
    result = run("show", file)
    assert result.exit_code == 0
    assert result.stderr.startswith("armillary: warning: URDF file spinner.urdf: read with 1 remark")
    assert "positive definite in all configurations" in " ".join(result.stdout.split())


def test_strict_refuses(file):
    result = run("show", file, "--strict")
    assert result.exit_code == 2
    assert "triangle inequality" in result.stderr


def test_strict_reaches_the_robot_of_a_scenario(file):
    scenario = file.with_name("spin.toml")
    scenario.write_text('robot = "spinner.urdf"\nduration = 0.1\n')
    result = run("simulate", scenario, "--strict")
    assert result.exit_code == 2
    assert "triangle inequality" in result.stderr


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - NO_ROBOT_FILE))
def test_every_command_that_reads_robot_files_has_it(name):
    command = main.get_command(click.Context(main), name)
    found = command.commands["run"] if isinstance(command, click.Group) else command
    assert any("--strict" in option.opts for option in found.params)


def test_repair(file):
    repaired = file.with_name("spinner.toml")
    result = run("repair", file, "-o", repaired, "--json")
    assert result.exit_code == 0
    (change,) = json.loads(result.stdout)["changes"]
    assert change["part"] == "link disc"
    assert arm.load(repaired, strict=True).link("disc").inertia[0][0] == 1.5
    assert "link disc" in run("repair", file).stdout
