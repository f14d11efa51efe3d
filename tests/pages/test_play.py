"""Pages in which closed loops run: what they contain, and what they refuse. A browser runs them in tests/browser."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

import armillary as arm
from armillary.cli import main
from armillary.errors import ArgumentError, SingularityError
from armillary.pages.first_scenario import first_scenario
from armillary.pages.play import begin_of, play_html, scenario_of
from armillary.pages.play_text import scenario_text
from armillary.simulation.scenario_file.read import parse_scenario


def data_of(html: str) -> dict:
    return json.loads(re.search(r'id="data">(.*?)</script>', html, flags=re.DOTALL)[1])


@pytest.fixture(scope="module")
def scenario():
    return first_scenario(arm.library.get("khatib-rr"))


@pytest.fixture(scope="module")
def run(scenario):
    return arm.simulate(scenario, 0.5, parameters={"payload.mass": 0.3})


def test_a_page_is_one_small_file_that_may_compile_its_module_and_no_more(scenario, tmp_path):
    softer = replace(scenario, controller=arm.controllers.PD(50.0, 8.0))
    scenario.page(tmp_path / "play.html", compare={"softer": softer})
    html = (tmp_path / "play.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1]
    assert "default-src &#39;none&#39;" in policy
    assert policy.count("unsafe") == policy.count("wasm-unsafe-eval") == 1
    assert len(html) < 1.0e6
    assert [loop["name"] for loop in data_of(html)["play"]["loops"]] == ["khatib-rr", "softer"]


def test_each_loop_has_its_own_scenario_file():
    flexrob = first_scenario(arm.library.get("flexrob"))
    loops = data_of(play_html(flexrob, compare=["reflected"]))["play"]["loops"]
    read = [parse_scenario(loop["scenario"]).moved.motors for loop in loops]
    assert read == ["full", "reflected"]


def test_the_page_of_a_run_begins_at_its_time_with_its_numbers(run, tmp_path):
    run.page(tmp_path / "play.html", t=0.2)
    play = data_of((tmp_path / "play.html").read_text(encoding="utf-8"))["play"]
    k = int(np.abs(run.t - 0.2).argmin())
    assert play["begin"] == {"t": run.t[k], "x": [*run.q[k], *run.qd[k]]}
    payload = next(each for each in play["loops"][0]["data"]["parameters"] if each["name"] == "payload.mass")
    assert payload["value"] == 0.3
    assert scenario_of(run).starts[0].tolist() == [*run.q[0], *run.qd[0]]
    with pytest.raises(ArgumentError, match=r"a time from 0 to 0\.5 s"):
        begin_of(run, 0.6)


def test_a_run_from_a_file_knows_its_scenario_by_its_text(scenario, run, tmp_path):
    run.save(tmp_path / "run.nc")
    loaded = arm.Trajectory.load(tmp_path / "run.nc")
    assert scenario_of(loaded).controller == scenario.controller
    with pytest.raises(ArgumentError, match="does not know its scenario"):
        scenario_of(replace(loaded, info={}))


def test_settings_stay_with_the_text(scenario):
    """Fields that `--set` replaced are those of a saved run and of the copied file."""
    own = parse_scenario(scenario.text, settings=["duration=0.1", "controller.kp=30"])
    run = arm.simulate(own)
    assert scenario_of(replace(run, scenario=None)).controller.kp == own.controller.kp != scenario.controller.kp
    assert parse_scenario(scenario_text(own)).controller.kp == own.controller.kp
    law = arm.controllers.PD(50.0, 8.0)
    for other in (arm.simulate(own, controller=law), arm.simulate(replace(own, controller=law))):
        assert not other.info.keys() & {"scenario", "scenario_text"}  # the file has another controller
        with pytest.raises(ArgumentError, match="does not know its scenario"):
            scenario_of(replace(other, scenario=None))


def test_the_first_scenario_of_a_robot_is_the_scenario_of_its_text(scenario):
    read = parse_scenario(scenario.text)
    assert read.controller == scenario.controller
    assert np.array_equal(read.starts, scenario.starts)
    assert read.wanted == scenario.wanted
    free = first_scenario(arm.library.get("khatib-rr"), free=True)
    assert free.controller is None
    massless = arm.planar([1.0, 1.0], [2.0, 0.0], coms=[0.5, 0.5], inertias=[0.1, 0.0])
    with pytest.raises(SingularityError, match="joint2"):
        play_html(first_scenario(massless, free=True))


def test_wrong_comparisons(scenario):
    flexrob = first_scenario(arm.library.get("flexrob"))
    for own, compare, told in (
        (scenario, ["half"], "some of full, reflected, none"),
        (scenario, {"a": 1}, "a scenario"),
        (scenario, {str(k): scenario for k in range(4)}, "up to 3"),
        (scenario, ["reflected"], "'khatib-rr' has no motors"),
        (flexrob, ["reflected", "reflected"], "'reflected' twice"),
        (flexrob, ["full"], "the motor model of the scenario itself"),
    ):
        with pytest.raises(ArgumentError, match=told):
            play_html(own, compare=compare)


def test_scenarios_of_one_name_stay_apart(scenario, tmp_path, monkeypatch):
    softer = replace(scenario, controller=arm.controllers.PD(50.0, 8.0))
    loops = data_of(play_html(scenario, compare={"khatib-rr": softer, "first": softer}))["play"]["loops"]
    assert [loop["name"] for loop in loops] == ["main", "khatib-rr", "first"]
    monkeypatch.chdir(tmp_path)
    for folder, duration in {"a": 1, "b": 2}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.toml").write_text(f'robot = "khatib-rr"\nduration = {duration}\n')
    command = ["page", "khatib-rr", "--free", "-o", "p.html", "--compare"]
    assert CliRunner().invoke(main, [*command, "a/x.toml,b/x.toml"]).exit_code == 0
    loops = data_of((tmp_path / "p.html").read_text("utf-8"))["play"]["loops"]
    assert [loop["name"] for loop in loops] == ["khatib-rr", "a/x.toml", "b/x.toml"]
    told = CliRunner().invoke(main, [*command, "a/x.toml,a/x.toml"])
    assert told.exit_code == 2
    assert "--compare: a/x.toml twice" in told.output
