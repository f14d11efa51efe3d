import json

import pytest

import armillary as arm
from internals import CLI_COST_USUAL as USUAL
from internals import CLI_FORMULATIONS as FORMULATIONS
from internals import DERIVATIVES, PRODUCTS, QUANTITIES


def test_table(armillary, arm_file):
    result = armillary("cost", arm_file)
    assert result.exit_code == 0, result.output
    for word in ("two-link", "with friction", "mass_matrix", "composite_body", "newton_euler", "forward_dynamics"):
        assert word in result.stdout
    assert "left out: gravity by energy" in result.stdout


def test_published_counts_stand_beside_ours(armillary):
    result = armillary("cost", "stanford", "--quantities", "mass_matrix", "--quantities", "coriolis_matrix")
    assert "170M 154A" in result.stdout
    assert "522M 352A" in result.stdout
    assert "published: Bhangale2004, Table 2" in result.stdout


def test_json_holds_the_counts(armillary):
    data = json.loads(
        armillary(
            "cost",
            "rtx",
            "ur5",
            "--quantities",
            "inverse_dynamics",
            "--formulations",
            "newton_euler",
            "--no-friction",
            "--json",
        ).stdout
    )
    assert [row["robot"] for row in data["rows"]] == ["rtx", "ur5"]
    for row in data["rows"]:
        expected = arm.cost(
            arm.model(arm.library.get(row["robot"]), friction=False), "inverse_dynamics", formulation="newton_euler"
        )
        assert row["after"]["mul"] == expected.mul
        assert row["after"]["flops"] == expected.flops <= row["before"]["flops"]
        assert row["left_out"] is None


def test_friction_and_motors(armillary):
    arguments = ("cost", "puma560", "--quantities", "inverse_dynamics", "--formulations", "newton_euler", "--json")
    plain, more = (json.loads(armillary(*arguments, *flags).stdout) for flags in (("--no-friction",), ()))
    none = json.loads(armillary(*arguments, "--no-friction", "--motors", "none").stdout)
    assert (plain["friction"], more["friction"], none["motors"]) == (False, True, "none")
    counts = [data["rows"][0]["after"] for data in (none, plain, more)]
    assert counts[0]["flops"] < counts[1]["flops"]
    assert counts[1]["flops"] + counts[1]["other"] < counts[2]["flops"] + counts[2]["other"]


def test_what_takes_long_is_left_out_and_said(armillary):
    result = armillary("cost", "humanoid", "--quantities", "gravity")
    assert result.exit_code == 0, result.output
    assert "left out: gravity by lagrange: takes long" in result.stdout
    asked = armillary("cost", "humanoid", "--quantities", "gravity", "--formulations", "lagrange")
    assert "left out" not in asked.stdout


def test_robots_of_one_name_keep_their_rows(armillary, arm_file):
    other = arm_file.with_name("other.toml")
    other.write_text(arm_file.read_text().replace("axis = [0, 1, 0]", "axis = [0, 0, 1]"), encoding="utf-8")
    options = ("--quantities", "gravity", "--formulations", "newton_euler")
    rows = json.loads(armillary("cost", arm_file, other, *options, "--json").stdout)["rows"]
    assert [(row["robot"], row["argument"]) for row in rows] == [("two-link", str(arm_file)), ("two-link", str(other))]
    assert rows[0]["after"] != rows[1]["after"]
    text = armillary("cost", arm_file, other, *options).stdout
    for path, row in zip((arm_file, other), rows, strict=True):
        table = text.split(f"two-link ({path}), motors")[1].split(", motors")[0]
        lines = [line.split() for line in table.splitlines() if "newton_euler" in line]
        assert [line[-1] for line in lines] == [str(row["after"]["flops"])]


def test_quantities_without_the_formulation_are_skipped(armillary, arm_file):
    arguments = ("--quantities", "pose", "--quantities", "gravity", "--formulations", "lagrange", "--json")
    rows = json.loads(armillary("cost", arm_file, *arguments).stdout)["rows"]
    assert [(row["quantity"], row["formulation"]) for row in rows] == [("gravity", "lagrange")]


@pytest.mark.parametrize("quantity", DERIVATIVES | PRODUCTS)
def test_derivatives_on_request(armillary, arm_file, quantity):
    (row,) = json.loads(armillary("cost", arm_file, "--quantities", quantity, "--json").stdout)["rows"]
    assert (row["formulation"], row["left_out"]) == ("derivatives", None)
    assert 0 < row["after"]["flops"] <= row["before"]["flops"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("pandda",), ("pandda", "did you mean panda")),
        (("panda", "--quantities", "torque"), ("--quantities", "'torque'", "inverse_dynamics")),
        (("panda", "--formulations", "kane"), ("--formulations", "'kane'", "newton_euler")),
        (
            ("panda", "--quantities", "pose", "--formulations", "lagrange"),
            ("--formulations: 'lagrange' for pose; expected one of kinematics",),
        ),
        (
            ("panda", "--quantities", "pose", "--quantities", "forward_dynamics", "--formulations", "energy"),
            ("--formulations: 'energy' for pose, forward_dynamics; expected one of kinematics, articulated_body",),
        ),
        (("panda", "--motors", "some"), ("--motors", "reflected")),
        ((), ("ROBOT",)),
    ],
)
def test_bad_input(armillary, arguments, words):
    result = armillary("cost", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    for word in words:
        assert word in result.stderr


def test_help_lists_quantities_and_formulations(armillary):
    text = " ".join(armillary("cost", "--help").stdout.split())
    assert ", ".join((*QUANTITIES, *DERIVATIVES, *PRODUCTS)) in text
    ways = dict.fromkeys(way for quantity in QUANTITIES.values() for way in quantity.formulations)
    assert set(FORMULATIONS) == {*ways, "derivatives"}
    assert ", ".join(FORMULATIONS) in text
    assert f"[default: {', '.join(USUAL)}]" in text
