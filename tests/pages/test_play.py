"""Pages in which closed loops run: what they contain, and what they refuse. A browser runs them in tests/browser."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from tests.random_robots import random_robot

import armillary as arm
from internals import begin_of, first_scenario, main, parse_scenario, play_html, scenario_of, scenario_text


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
    read = [parse_scenario(loop["scenario"]).plant_model.motors for loop in loops]
    assert read == ["full", "reflected"]


def test_the_page_of_a_run_begins_at_its_time_with_its_numbers(run, tmp_path):
    run.page(tmp_path / "play.html", t=0.2)
    play = data_of((tmp_path / "play.html").read_text(encoding="utf-8"))["play"]
    k = int(np.abs(run.t - 0.2).argmin())
    assert play["begin"] == {"t": run.t[k], "x": [*run.q[k], *run.qd[k]]}
    payload = next(each for each in play["loops"][0]["data"]["parameters"] if each["name"] == "payload.mass")
    assert payload["value"] == 0.3
    assert scenario_of(run).starts[0].tolist() == [*run.q[0], *run.qd[0]]
    with pytest.raises(arm.ArgumentError, match=r"a time from 0 to 0\.5 s"):
        begin_of(run, 0.6)


def test_a_run_from_a_file_knows_its_scenario_by_its_text(scenario, run, tmp_path):
    run.save(tmp_path / "run.nc")
    loaded = arm.Trajectory.load(tmp_path / "run.nc")
    assert scenario_of(loaded).controller == scenario.controller
    with pytest.raises(arm.ArgumentError, match="does not know its scenario"):
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
        with pytest.raises(arm.ArgumentError, match="does not know its scenario"):
            scenario_of(replace(other, scenario=None))


def test_the_first_scenario_of_a_robot_is_the_scenario_of_its_text(scenario):
    read = parse_scenario(scenario.text)
    assert read.controller == scenario.controller
    assert np.array_equal(read.starts, scenario.starts)
    assert read.desired == scenario.desired
    free = first_scenario(arm.library.get("khatib-rr"), free=True)
    assert free.controller is None
    short = first_scenario(arm.library.get("khatib-rr"), limits="end", duration=2.0)
    read = parse_scenario(short.text)
    assert (read.limits, read.duration) == (short.limits, short.duration) == ("end", 2.0)
    massless = arm.planar([1.0, 1.0], [2.0, 0.0], coms=[0.5, 0.5], inertias=[0.1, 0.0])
    with pytest.raises(arm.errors.SingularityError, match="joint2"):
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
        with pytest.raises(arm.ArgumentError, match=told):
            play_html(own, compare=compare)


def test_scenarios_of_one_name_stay_apart(scenario, tmp_path, monkeypatch):
    softer = replace(scenario, controller=arm.controllers.PD(50.0, 8.0))
    loops = data_of(play_html(scenario, compare={"khatib-rr": softer, "first": softer}))["play"]["loops"]
    assert [loop["name"] for loop in loops] == ["main", "khatib-rr", "first"]
    monkeypatch.chdir(tmp_path)
    for folder, duration in {"a": 1, "b": 2}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.toml").write_text(f'robot = "khatib-rr"\nduration = {duration}\n')
    command = ["show", "khatib-rr", "--free", "-o", "p.html", "--compare"]
    assert CliRunner().invoke(main, [*command, "a/x.toml,b/x.toml"]).exit_code == 0
    loops = data_of((tmp_path / "p.html").read_text("utf-8"))["play"]["loops"]
    assert [loop["name"] for loop in loops] == ["khatib-rr", "a/x.toml", "b/x.toml"]
    told = CliRunner().invoke(main, [*command, "a/x.toml,a/x.toml"])
    assert told.exit_code == 2
    assert "--compare: a/x.toml twice" in told.output


def walker(**changes):
    """Return a free trunk with a leg, whose home is off the origin and turned."""
    leg = arm.Joint("hip", "revolute", "trunk", "leg", axis=(0, 1, 0), limits=arm.Limits(-1.0, 1.0))
    turned = [np.cos(0.3), 0.0, 0.0, np.sin(0.3)]
    robot = arm.Robot(
        "walker",
        links=[
            arm.Link("trunk", 10.0, (0.0, 0.0, 0.1), np.diag([0.3, 0.2, 0.1])),
            arm.Link("leg", 2.0, (0.0, 0.0, -0.2), np.diag([0.02, 0.02, 0.01])),
        ],
        joints=[arm.Joint("root", "floating", "base", "trunk"), leg],
        frames=[arm.Frame("foot", "leg", arm.Placement((0.0, 0.0, -0.4)))],
        configurations=[arm.parts.Configuration("home", [0.5, -0.2, 0.7, *turned, 0.4])],
    )
    return replace(robot, **changes)


def test_a_floating_base_is_held_where_it_starts(tmp_path):
    robot = walker()
    held = first_scenario(robot)
    assert held.plant_model.nv == 1
    assert type(held.controller) is arm.controllers.PDGravity
    assert held.start_words == "home"
    whole, alone = arm.evaluate(robot), arm.evaluate(held.plant_model)
    for angle in (0.4, -0.7):
        q = [*robot.configurations[0].q[:-1], angle]
        assert np.allclose(alone.pose([angle], frame="foot"), whole.pose(q, frame="foot"), atol=1e-12)
    assert "root" in held.plant_model.robot.notes[-1]
    run = arm.simulate(held, 3.0)
    assert run.complete
    assert np.allclose(run.q[-1], held.reference.end, atol=1e-3)
    arm.save(robot, tmp_path / "robot.toml")
    (tmp_path / "scenario.toml").write_text(held.text)
    read = arm.load_scenario(tmp_path / "scenario.toml")
    assert read.controller == held.controller
    assert np.array_equal(read.starts, held.starts)
    assert np.allclose(read.plant_model.robot.joint("root").placement.xyz, [0.5, -0.2, 0.7])


def test_a_floating_base_that_is_asked_to_falls_as_a_stone():
    scenario = first_scenario(walker(), base="free")
    assert type(scenario.controller) is arm.controllers.PD
    assert scenario.controller.kp[:6] == (0.0,) * 6
    run = arm.simulate(scenario, 1.0)
    dynamics = arm.evaluate(scenario.plant_model)
    start, end = (np.array(dynamics.centre_of_mass(q)) for q in (run.q[0], run.q[-1]))
    assert np.allclose(end - start, [0.0, 0.0, -9.81 / 2], atol=1e-6)
    assert abs(run.q[-1, -1] - run.q[0, -1]) > 0.1  # the leg moves as it does on a base that is held


def test_a_body_alone_floats_without_gravity():
    body = replace(walker(), joints=walker().joints[:1], links=walker().links[:1], frames=(), configurations=())
    scenario = first_scenario(body)
    run = arm.simulate(scenario, 1.0)
    assert np.allclose(run.q, run.q[0], atol=1e-12)
    assert "gravity" in scenario.plant_model.robot.notes[-1]
    assert arm.simulate(first_scenario(body, base="free"), 1.0).q[-1, 2] == pytest.approx(-9.81 / 2)


def test_the_first_move_ends_inside_the_limits_and_begins_where_it_is_asked_to():
    for start in (-1.0, -0.9, 0.0, 0.95, 1.0):
        scenario = first_scenario(walker(configurations=()), q0=[start])
        assert scenario.starts[0, 0] == start
        assert -0.95 <= scenario.reference.end[0] <= 0.95
    assert first_scenario(walker(), q0="home").starts[0, 0] == 0.4


def test_spherical_joints_are_controlled_too():
    scenario = first_scenario(random_robot(np.random.default_rng(4), 3, kinds="S"))
    run = arm.simulate(scenario, 0.5)
    assert np.allclose(run.q, run.q[0], atol=1e-3)


@pytest.mark.parametrize(
    ("options", "start"),
    [
        (["--q0", "home"], [0.4]),
        (["--q0=-20deg"], [np.radians(-20)]),
        (["--q0", "hip=0.3"], [0.3]),
        (["--base", "free", "--q0", "hip=0.3"], [0.5, -0.2, 0.7, np.cos(0.3), 0, 0, np.sin(0.3), 0.3]),
        ([], [0.4]),
    ],
)
def test_commands_start_where_they_are_asked_to(options, start, tmp_path):
    arm.save(walker(), tmp_path / "walker.toml")
    file, page = str(tmp_path / "walker.toml"), str(tmp_path / "page.html")
    shown = [option.replace("--q0", "--q") for option in options]
    made = CliRunner().invoke(main, ["show", file, "-o", page, *shown])
    assert made.exit_code == 0, made.output
    memory = data_of(Path(page).read_text("utf-8"))["play"]["loops"][0]["data"]["memory"]
    assert np.allclose(memory["start"]["x"][: len(start)], start, atol=1e-15)
    motion = str(tmp_path / "motion.nc")
    made = CliRunner().invoke(main, ["simulate", file, "--duration", "0.05", "-o", motion, "--json", *options])
    assert made.exit_code == 0, made.output
    assert np.allclose(arm.Trajectory.load(motion).q[0], start, atol=1e-15)
    assert any("root" in note for note in json.loads(made.output)["notes"]) is ("free" not in options)


def test_q0_replaces_the_start_of_a_scenario(tmp_path):
    file, page = tmp_path / "swing.toml", tmp_path / "page.html"
    file.write_text('robot = "khatib-rr"\nduration = 0.05\nq0 = [0.1, 0.2]\n')
    made = CliRunner().invoke(main, ["simulate", str(file), "--q0", "joint2=30deg", "--json"])
    assert made.exit_code == 0, made.output
    assert json.loads(made.output)["info"]["start"] == "given"
    assert CliRunner().invoke(main, ["show", str(file), "--q", "0.3,0.4", "-o", str(page)]).exit_code == 0
    loop = data_of(page.read_text("utf-8"))["play"]["loops"][0]["data"]
    assert loop["memory"]["start"]["x"][:2] == [0.3, 0.4]
    for option in (["--free"], ["--duration", "2"], ["--base", "free"]):
        told = CliRunner().invoke(main, ["simulate", str(file), *option])
        assert told.exit_code == 2
        assert f"{option[0]}: given for the scenario" in told.output
    told = CliRunner().invoke(main, ["show", str(file), "-o", str(page), "--q", "elbow=3"])
    assert "--q.elbow: 'elbow' is not a coordinate" in told.output
