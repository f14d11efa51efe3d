import json

import pytest

from internals import BENCH_USUAL as USUAL
from internals import KNOWN, others

QUICK = ("--states", "8", "--seconds", "0.001")


def test_table(armillary, arm_file):
    result = armillary("bench", arm_file, "--quantities", "inverse_dynamics", *QUICK)
    assert result.exit_code == 0, result.output
    for word in (
        "two-link, motors none, without friction",
        "8 random states",
        "doubles in a vector",
        "inverse_dynamics",
    ):
        assert word in result.stdout
    for word in ("scalar", "batch", "call", "multiplies", "of bound"):
        assert word in result.stdout


def test_json(armillary):
    arguments = ("--quantities", "inverse_dynamics", "--quantities", "gravity", "--json")
    data = json.loads(armillary("bench", "panda", *QUICK, *arguments).stdout)
    assert (data["robot"], data["motors"], data["states"]) == ("panda", "none", 8)
    assert [row["quantity"] for row in data["rows"]] == ["inverse_dynamics", "gravity"]
    first, second = data["rows"]
    assert first["unit"] == "ns per state"
    assert first["share_of_bound"] == pytest.approx(first["bound"] / first["batch"])
    theirs = next(other for other in first["others"] if other["package"] == "Pinocchio")
    assert theirs["loop_ratio"] == pytest.approx(theirs["loop"] / first["batch"])
    assert theirs["call_ratio"] == pytest.approx(theirs["call"] / first["call"])
    assert next(other for other in second["others"])["loop"] is None


def test_others_are_left_out_if_absent(armillary, monkeypatch):
    monkeypatch.setattr(others, "find_spec", lambda name: None)
    result = armillary("bench", "khatib-rr", "--quantities", "mass_matrix", *QUICK)
    assert result.exit_code == 0, result.output
    assert "left out: Pinocchio: pinocchio is not installed" in result.stdout
    assert "left out: MuJoCo: mujoco is not installed" in result.stdout


def test_motors_friction_and_width(armillary, arm_file):
    arguments = ("--quantities", "inverse_dynamics", "--motors", "full", "--friction", "--width", "2", "--json")
    data = json.loads(armillary("bench", arm_file, *QUICK, *arguments).stdout)
    assert (data["motors"], data["friction"], data["width"]) == ("full", True, 2)
    assert any("rotors that spin" in line for line in data["left_out"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("pandda",), ("pandda", "did you mean panda")),
        (("panda", "--quantities", "torque"), ("--quantities", "'torque'", "inverse_dynamics")),
        (("panda", "--states", "0"), ("--states",)),
        (("panda", "--seconds", "0"), ("--seconds",)),
        (("panda", "--seconds", "nan"), ("--seconds", "nan is not a finite number")),
        (("panda", "--seconds", "inf"), ("--seconds", "inf is not a finite number")),
        (("panda", "--width", "3"), ("--width: 3; expected one of 1, 2",)),
        ((), ("ROBOT",)),
    ],
)
def test_bad_input(armillary, arguments, words):
    result = armillary("bench", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "None" not in result.stderr
    for word in words:
        assert word in result.stderr


def test_help_lists_what_is_timed(armillary):
    text = " ".join(armillary("bench", "--help").stdout.split())
    assert ", ".join(KNOWN) in text
    assert f"[default: {', '.join(USUAL)}]" in text
