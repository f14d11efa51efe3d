import json

import pytest

import armillary as arm
from internals import first_sentence, summary
from internals import text_shortened as shortened


def test_lists_the_whole_library(armillary):
    result = armillary("robots")
    assert result.exit_code == 0
    for name in arm.library.names():
        assert f"\n{name} " in result.stdout


def test_json_says_the_same(armillary):
    rows = json.loads(armillary("robots", "--json").stdout)
    assert [row["name"] for row in rows] == list(arm.library.names())
    assert all(row["source"] for row in rows)


@pytest.mark.parametrize("name", arm.library.names())
def test_degrees_of_freedom_are_those_of_the_model(name):
    robot = arm.library.get(name)
    model = arm.model(robot)
    row = summary(robot)
    assert row["dof"] == model.nv
    proper = [joint for joint in model.joints if not joint.kind.shared and joint.name not in model.elastic]
    assert len(row["joints"]) == len(proper)
    assert (row["elastic"], row["rotors"]) == (len(model.elastic), len(model.drives))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Table 1. More", "Table 1"),
        ("After P. I. Corke et al. Robotics, 1996", "After P. I. Corke et al. Robotics, 1996"),
        ("Masses 1.5 kg, made up", "Masses 1.5 kg, made up"),
        ("From\n  the paper; see there.", "From the paper; see there"),
    ],
)
def test_first_sentence(text, expected):
    assert first_sentence(text) == expected


def test_shortened():
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abcde…"


@pytest.mark.parametrize("width", [80, 100])
def test_a_narrow_terminal_cuts_sources_and_joints_only(armillary, monkeypatch, width):
    monkeypatch.setattr("armillary.cli.screen.PLAIN_WIDTH", width)
    lines = armillary("robots").stdout.splitlines()
    assert max(len(line) for line in lines) <= width
    assert {line.split()[0] for line in lines if line.strip()} >= set(arm.library.names())
    assert len([line for line in lines if line.strip()]) == len(arm.library.names()) + 2
