"""`armillary page`: names of the loops that are compared."""

import json
import re

SCENARIO = 'robot = "khatib-rr"\nduration = 1\nmotors = "{}"\n'


def test_scenarios_of_one_name_stay_apart(armillary, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder, motors in {"a": "full", "b": "reflected"}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.toml").write_text(SCENARIO.format(motors))
    assert armillary("page", "khatib-rr", "--free", "--compare", "a/x.toml,b/x.toml", "-o", "p.html").exit_code == 0
    data = re.search(r'id="data">(.*?)</script>', (tmp_path / "p.html").read_text("utf-8"), flags=re.DOTALL)[1]
    assert [loop["name"] for loop in json.loads(data)["play"]["loops"]] == ["khatib-rr", "a/x.toml", "b/x.toml"]
    told = armillary("page", "khatib-rr", "--compare", "a/x.toml,a/x.toml", "-o", "p.html")
    assert told.exit_code == 2
    assert "--compare: a/x.toml twice" in told.stderr
