import json
import math
from dataclasses import replace

import pytest

import armillary as arm
from internals import Modes, save


def test_shows_what_the_file_says(armillary, arm_file):
    text = armillary("show", arm_file).stdout
    for part in (
        "two-link",
        "made up for a test",
        "base → upper",
        "−90 to 90 deg",
        "87 N·m",
        "0.5 N·m·s/rad",
        "0 to 0.3 m",
        "upper → slide",  # the motor's carrier and joint
        "fore + hand",  # merged by the fixed joint
        "(0.7, 0, 0) m at q = 0",
        "7.94 kg",
    ):
        assert part in text


def test_json_is_in_si_units(armillary, arm_file):
    data = json.loads(armillary("show", arm_file, "--json").stdout)
    shoulder = data["joint_list"][0]
    assert shoulder["limits"]["lower"] == pytest.approx(-math.pi / 2)
    assert shoulder["limits"]["velocity"] is None  # unbounded: JSON has no infinity
    assert data["motor_list"][0]["reflected_inertia"] == pytest.approx(0.02)
    assert data["link_list"][0]["principal_moments"] == pytest.approx([0.01, 0.06, 0.06])
    assert data["bodies"][1] == {"name": "fore", "links": ["fore", "hand"], "mass": 3.0}
    assert data["tip"] == pytest.approx([0.7, 0, 0])
    joints = next(table for table in data["tables"] if table["title"] == "Joints")
    assert [row[1] for row in joints["rows"]] == [joint["name"] for joint in data["joint_list"]]


def test_friction_that_differs_by_direction(armillary):
    """No sign: both numbers are magnitudes."""
    text = " ".join(armillary("show", "puma560", "--json").stdout.split())
    assert "+ 13.5847 N·m (7.65487 N·m at negative rates)" in text


def test_a_beam_with_segments_has_the_coordinates_of_all(armillary, tmp_path):
    robot = arm.library.get("flexrob")
    beam = replace(robot.links[0].beam, segments=2, modes=Modes(bending_y=1))
    save(replace(robot, links=(replace(robot.links[0], beam=beam), *robot.links[1:])), tmp_path / "cut.toml")
    data = json.loads(armillary("show", tmp_path / "cut.toml", "--json").stdout)
    beam = data["link_list"][0]["beam"]
    assert beam["segments"] == 2
    assert beam["coordinates"] == ["upper.bending_y1", "upper/2.bending_y1"]


def test_brackets_in_names_are_not_markup(armillary, arm_file):
    arm_file.write_text(arm_file.read_text().replace('"hand"', '"[red]hand"'))
    assert "[red]hand" in armillary("show", arm_file).stdout


@pytest.mark.parametrize("name", arm.library.names())
def test_shows_every_library_robot(armillary, name):
    result = armillary("show", name)
    assert result.exit_code == 0, result.output
    for joint in arm.library.get(name).joints:
        assert joint.name in result.stdout
