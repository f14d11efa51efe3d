import json
import math

import pytest

import armillary as arm


def answer(worst):
    """Return a cross-check that finds this disagreement."""
    rows = [
        arm.types.Disagreement("mass_matrix", "lagrange", "denoc", 1e-16),
        arm.types.Disagreement("bias", "lagrange", "denoc", worst),
    ]
    return lambda model, states, seed, progress: arm.types.CheckResult(model.robot.name, model.motors, states, rows)


def test_agreement(armillary, arm_file):
    result = armillary("check", arm_file, "--states", 3)
    assert result.exit_code == 0, result.output
    assert "All formulations agree" in result.stdout
    for word in ("newton_euler", "lagrange", "denoc", "momentum", "articulated_body", "composite_body"):
        assert word in result.stdout


def test_json_holds_every_pair(armillary, arm_file):
    data = json.loads(armillary("check", arm_file, "--states", 2, "--motors", "all", "--json").stdout)
    assert data["passed"] is True
    assert [result["motors"] for result in data["results"]] == ["full", "reflected", "none"]
    pairs = {(row["first"], row["second"]) for row in data["results"][0]["rows"] if row["quantity"] == "mass_matrix"}
    names = {name for pair in pairs for name in pair}
    assert len(pairs) == len(names) * (len(names) - 1) / 2
    assert data["results"][0]["worst"] == max(row["worst"] for row in data["results"][0]["rows"])


@pytest.mark.parametrize(("name", "states"), [("panda", 20), ("humanoid", 3)])
def test_large_robots_are_compared_on_fewer_states(name, states, armillary, monkeypatch):
    monkeypatch.setattr("armillary.analysis.check.check", answer(1e-16))
    assert json.loads(armillary("check", name, "--json").stdout)["states"] == states


def test_seed_decides_the_states(armillary, arm_file):
    runs = [armillary("check", arm_file, "--states", 2, "--seed", seed, "--json").stdout for seed in (1, 1, 2)]
    assert runs[0] == runs[1]
    assert json.loads(runs[1])["results"] != json.loads(runs[2])["results"]


def test_tolerance_decides_the_verdict(armillary, arm_file):
    assert armillary("check", arm_file, "--states", 2, "--tolerance", "0").exit_code == 1


@pytest.mark.parametrize(("worst", "status"), [(1e-12, 0), (1e-10, 0), (1.1e-10, 1), (math.inf, 1), (math.nan, 1)])
@pytest.mark.parametrize("flag", [(), ("--summary",), ("--json",)])
def test_exit_status(armillary, arm_file, monkeypatch, worst, status, flag):
    monkeypatch.setattr("armillary.analysis.check.check", answer(worst))
    result = armillary("check", arm_file, *flag)
    assert result.exit_code == status, result.output
    if "--json" in flag:
        assert json.loads(result.stdout)["passed"] is (status == 0)
    else:
        assert ("DISAGREE" in result.stdout) is (status == 1)
        assert ("FAIL" in result.stdout) is (status == 1)


@pytest.mark.parametrize("tolerance", ["nan", "inf", "-inf"])
def test_tolerance_is_finite(armillary, arm_file, tolerance):
    result = armillary("check", arm_file, "--states", 1, f"--tolerance={tolerance}")
    assert result.exit_code == 2
    assert "--tolerance" in result.stderr
    assert result.stdout == ""


def test_output_is_the_json(armillary, arm_file, tmp_path):
    path = tmp_path / "check.json"
    result = armillary("check", arm_file, "--states", 2, "--output", path)
    assert "All formulations agree" in result.stdout
    assert json.loads(path.read_text())["robot"] == "two-link"
    assert not list(tmp_path.glob(".*.part"))


def test_output_that_cannot_be_written(armillary, arm_file, tmp_path):
    result = armillary("check", arm_file, "--states", 1, "--output", tmp_path / "nowhere" / "check.json")
    assert result.exit_code == 2
    assert "check.json" in result.stderr
    assert result.stdout == ""
