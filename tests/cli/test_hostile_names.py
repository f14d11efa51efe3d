"""Names are data: no terminal obeys them, no spreadsheet computes them, and no chart is pushed aside by them."""

import csv
import json
from dataclasses import replace

import pytest

import armillary as arm
from internals import plot, printable, save_plot
from moved import moved

HOSTILE = "\x1b]0;owned\x07\x9b31m\u202e\r=cmd"
ROBOT = """
name = "arm\\u001b[31m\\u009b1m\\u202e\\r"
link = [{ name = "=1+1\\u001b[2J", mass = 1, com = [1, 0, 0] }]
joint = [{ name = "@SUM(A1)\\r", type = "revolute", parent = "base", child = "=1+1\\u001b[2J", axis = [0, 1, 0] }]
"""
COMMANDS = [
    ["show"], ["show", "--json"], ["equations"], ["check", "--states", "1"], ["frequencies"], ["statics"],
    ["linearise"], ["cost"], ["ik", "--position", "1,0,0"],
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_writes_what_a_terminal_obeys(armillary, tmp_path, command):
    path = tmp_path / "arm.toml"
    path.write_text(ROBOT, encoding="utf-8")
    found = armillary(command[0], path, *command[1:])
    for text in (found.stdout, found.stderr):
        assert not any(c in text for c in "\x1b\x9b\x07\r\u202e"), text
    assert "arm" in found.stdout + found.stderr


def test_messages(armillary, tmp_path):
    missing = tmp_path / "\x1b[31mnone.toml"
    found = armillary("show", missing)
    assert found.exit_code == 2
    assert "\x1b" not in found.stderr
    assert r"\x1b[31mnone.toml" in found.stderr
    assert "\x1b" not in str(arm.ArgumentError("a\x1b", "b\x1b", "c"))


def test_printable_keeps_plain_text():
    plain = "ω̇ = 3 N·m, 5 µm → «x» e\u0301 日本\n"
    assert printable(plain) == plain
    assert printable(HOSTILE).isascii()


def test_csv_cells_stay_data(tmp_path):
    """A text that begins like a formula gets an apostrophe, numbers stay as they are, and lines stay whole."""
    joint = arm.Joint("=1+1\r\n", "revolute", "base", "@x", axis=(0.0, 1.0, 0.0))
    robot = arm.Robot("r", (arm.Link("@x", 1.0, (1.0, 0.0, 0.0)),), (joint,))
    run = replace(moved(robot, rows=3), signals={"-2+3": moved(robot, rows=3).q[:, 0]})
    run.save(tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(newline="", encoding="utf-8") as file:
        heads, *rows = list(csv.reader(file))
    assert "'-2+3" in heads
    assert "q.=1+1\\r\n [rad]" in heads
    assert len(rows) == 3
    assert all(float(cell) == float(cell) for row in rows for cell in row)
    assert any(cell.startswith("-") for row in rows for cell in row)


def test_surrogates_are_refused():
    with pytest.raises(arm.DescriptionError, match=r"name: '\\ud800', half of a surrogate pair"):
        replace(arm.planar([1.0], [1.0]), name="\ud800")
    link = arm.Link("\udfff", 1.0)
    with pytest.raises(arm.DescriptionError, match=r"link\[0\].name: '\\udfff'"):
        arm.Robot("r", (link,), (arm.Joint("j", "revolute", "base", "\udfff", axis=(0.0, 0.0, 1.0)),))


def test_long_names_leave_room_for_the_chart(tmp_path):
    joint = arm.Joint("j" * 5000, "revolute", "base", "x", axis=(0.0, 1.0, 0.0))
    robot = arm.Robot("r" * 5000, (arm.Link("x", 1.0, (1.0, 0.0, 0.0)),), (joint,))
    figure = plot(moved(robot, rows=5), what=["joints"])
    save_plot(figure, tmp_path / "chart.png")
    axes = figure.axes[0]
    assert axes.get_position().width > 0.4
    assert max(len(text.get_text()) for text in axes.get_legend().get_texts()) <= 40
    assert len(figure.get_suptitle()) <= 40


def test_json_reads_back(armillary, tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(ROBOT, encoding="utf-8")
    found = armillary("show", path, "--json").stdout
    assert json.loads(found)["name"] == "arm\x1b[31m\x9b1m\u202e\r"
