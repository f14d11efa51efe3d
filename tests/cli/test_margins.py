"""`armillary margins`: tables, JSON, figures, messages."""

import json

import pytest

SCENARIO = """
robot = "khatib-rr"
duration = 0.2
q0 = { joint1 = "20 deg" }
period = "2 ms"
delay = "1 ms"
controller = { type = "pd", kp = 100, kd = 20 }
"""


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "swing.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def test_text_json_and_picture(armillary, scenario, tmp_path):
    result = armillary("margins", scenario, "--plot", tmp_path / "bode.png", "--figure", "nyquist")
    assert result.exit_code == 0, result.output
    assert "poles of the closed loop" in result.stdout
    assert (tmp_path / "bode.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads(armillary("margins", scenario, "--open", "joint1,qd.joint2", "--json").stdout)
    assert [loop["signal"] for loop in data["loops"]] == ["joint1", "qd.joint2"]
    softer = json.loads(armillary("margins", scenario, "--set", "controller.kd=2", "--json").stdout)
    assert softer["loops"][0]["phase_margin"] < data["loops"][0]["phase_margin"]
    there = json.loads(armillary("margins", scenario, "--q", "joint2=90deg", "--json").stdout)
    assert there["q"][1] == pytest.approx(1.5707963, abs=0.5)


def test_messages(armillary, scenario):
    result = armillary("margins", scenario, "--open", "elbow")
    assert result.exit_code == 2
    assert "--open: 'elbow'" in result.stderr
    scenario.write_text('robot = "khatib-rr"\nduration = 1\n', encoding="utf-8")
    assert "SCENARIO: one without a controller" in armillary("margins", scenario).stderr
