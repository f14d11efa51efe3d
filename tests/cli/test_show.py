"""The command show: tables, figures, films and pages of robots, scenarios and results; options where they apply."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import armillary as arm
from internals import Modes, save, scenario_tables
from moved import moved

SWING = """
robot = "khatib-rr"
duration = 0.2
q0 = { joint1 = "20 deg" }
reference = { type = "fifth_order", end = ["90 deg", 0], duration = 0.1 }
controller = { type = "computed_torque", kp = 400, kd = 40 }
"""


@pytest.fixture
def swing(tmp_path):
    path = tmp_path / "swing.toml"
    path.write_text(SWING, encoding="utf-8")
    return path


@pytest.fixture
def result(tmp_path):
    path = tmp_path / "motion.nc"
    moved("flexrob", duration=0.2, rows=11).save(path)
    return path


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


class TestFigures:
    def test_a_robot_at_q(self, armillary, tmp_path):
        pictures = []
        for q in ("home", "0.3,90deg"):
            file = tmp_path / "arm.png"
            found = armillary("show", "khatib-rr", "--q", q, "-o", file, "--json")
            assert found.exit_code == 0, found.output
            assert json.loads(found.stdout) == {"written": str(file), "charts": []}
            with Image.open(file) as image:
                pictures.append(np.asarray(image))
        assert np.any(pictures[0] != pictures[1])

    def test_a_scenario_at_its_start(self, armillary, swing, tmp_path):
        for name, options in {"start": (), "zero": ("--q", "0,0"), "set": ("--set", "q0=[0,0]")}.items():
            assert armillary("show", swing, "-o", tmp_path / f"{name}.svg", *options).exit_code == 0
        start, zero, settings = ((tmp_path / f"{name}.svg").read_text() for name in ("start", "zero", "set"))
        assert start != zero
        assert zero == settings

    @pytest.mark.parametrize("thing", ["ROBOT", "SCENARIO", "RESULT"])
    def test_a_title(self, armillary, swing, result, tmp_path, thing):
        name = {"ROBOT": "khatib-rr", "SCENARIO": swing, "RESULT": result}[thing]
        file = tmp_path / "titled.svg"
        assert armillary("show", name, "-o", file).exit_code == 0
        plain = file.read_text()
        assert armillary("show", name, "-o", file, "--title", "A title").exit_code == 0
        assert "<!-- A title -->" in file.read_text()
        assert "<!-- A title -->" not in plain

    def test_some_charts_as_json(self, armillary, result, tmp_path):
        found = armillary("show", result, "-o", tmp_path / "a.svg", "--what", "joints, deflection", "--json")
        assert json.loads(found.stdout) == {
            "written": str(tmp_path / "a.svg"),
            "charts": ["joints", "deflection of tip"],
        }

    def test_two(self, armillary, result, tmp_path):
        other = replace(moved("flexrob", duration=0.2, rows=11), q=1.1 * moved("flexrob", duration=0.2, rows=11).q)
        other.save(tmp_path / "other.nc")
        found = armillary("show", result, tmp_path / "other.nc", "-o", tmp_path / "both.svg", "--what", "joints")
        assert found.exit_code == 0, found.output
        assert (tmp_path / "both.svg").read_text().count("stroke-dasharray") >= 2

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("none.nc", "-o", "a.png"), "no such file"),
            (("RESULT", "-o", "a.png", "--what", "joint"), "--what: 'joint'; expected some of joints"),
            (("RESULT", "-o", "a.png", "--what", ""), "--what: no chart; expected some of joints"),
            (("RESULT", "-o", "a.bmp"), "--output: 'a.bmp'"),
        ],
    )
    def test_refused(self, armillary, result, tmp_path, monkeypatch, arguments, message):
        monkeypatch.chdir(tmp_path)
        found = armillary("show", *({"RESULT": result}.get(part, part) for part in arguments))
        assert found.exit_code == 2
        assert message in found.stderr
        assert found.stdout == ""
        assert not (tmp_path / "a.png").exists()


class TestFilms:
    def test_gif(self, armillary, result, tmp_path):
        film = tmp_path / "motion.gif"
        found = armillary("show", result, "-o", film, "--fps", 10, "--exaggerate", 5, "--json")
        assert found.exit_code == 0, found.output
        assert json.loads(found.stdout)["frames"] == 3
        with Image.open(film) as pictures:
            assert pictures.n_frames == 3

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("-o", "a.avi"), "--output: 'a.avi'; expected a name that ends in .png"),
            (("--frame", "nose"), "--frame: 'nose'"),
            (("--speed", "1e-9"), "--fps"),
            (("--fps", "0"), "fps"),
        ],
    )
    def test_refused(self, armillary, result, tmp_path, arguments, message):
        film = tmp_path / "motion.gif"
        found = armillary("show", result, "-o", film, *arguments)
        assert found.exit_code == 2
        assert message in found.stderr
        assert not film.exists()

    @pytest.mark.parametrize("thing", ["panda", "SCENARIO"])
    def test_only_results_move_in_a_film(self, armillary, swing, thing):
        found = armillary("show", str(swing) if thing == "SCENARIO" else thing, "-o", "a.gif")
        assert found.exit_code == 2
        assert "`armillary simulate" in found.stderr


class TestTables:
    def test_a_scenario(self, armillary, swing):
        text = armillary("show", swing, "--set", "controller.kp=300").stdout
        for part in ("khatib-rr", "0.2 s", "ComputedTorque", "300", "FifthOrder", "1.5708, 0", "0.349066"):
            assert part in text
        data = json.loads(armillary("show", swing, "--json").stdout)
        assert data["start"]["q0"] == [[pytest.approx(math.radians(20)), 0.0]]
        assert data["parts"][0] == {
            "part": "controller",
            "type": "ComputedTorque",
            "parameters": {"kp": 400.0, "kd": 40.0},
        }
        assert data["text"] == SWING

    def test_pushes_changes_functions_and_stacks(self):
        robot = arm.library.get("khatib-rr")
        scenario = arm.Scenario(
            robot,
            controller=lambda t, q, qd, reference: 0 * q,
            disturbances=arm.Push("tip", [0, 0, 0, 1, 0, 0], 0.1, 0.2),
            changes=[arm.Change(0.5, robot)],
            q0=np.zeros((2, 2)),
        )
        data = scenario_tables.scenario_data(scenario)
        assert [part["type"] for part in data["parts"]] == ["function", "Push", "Change"]
        assert data["parts"][2]["parameters"] == {"t": 0.5, "robot": str(robot)}
        assert "q of run 1" in "".join(str(part) for part in scenario_tables.tables_of(scenario))

    def test_results(self, armillary, result):
        found = armillary("show", result)
        assert found.exit_code == 0, found.output
        assert "drift:" in found.stdout
        (data,) = json.loads(armillary("show", result, "--json").stdout)
        assert data["file"] == str(result)
        assert data["rows"] == 11

    def test_differences_of_results(self, armillary, result, tmp_path):
        other = replace(moved("flexrob", duration=0.2, rows=11), q=1.1 * moved("flexrob", duration=0.2, rows=11).q)
        other.save(tmp_path / "other.nc")
        found = armillary("show", result, tmp_path / "other.nc")
        assert found.exit_code == 0, found.output
        assert "differences from motion" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("panda", "--what", "joints"), "--what: given for tables of a robot; expected a figure"),
        (("RESULT", "--set", "a=1"), "--set: given for tables of a result; expected a robot or a scenario"),
        (("panda", "-o", "a.html", "--no-play"), "--play: given for a page"),
        (("panda", "--port", 8123), "--port: given for tables of a robot; expected the live page"),
        (("panda", "-o", "a.png", "--live"), "--output: together with --live"),
        (("panda", "ur5"), "THING: panda, ur5; expected one robot or scenario, or results"),
        (("RESULT", "panda"), "expected one robot or scenario, or results"),
        (("RESULT", "--q", "home", "--live"), "--q: given for the live page"),
        (("RESULT", "-o", "a.png", "--fps", 5), "--fps: given for a figure (-o FILE.png) of a result; expected a film"),
        (("RESULT", "--base", "free"), "--base: given for tables of a result; expected a robot"),
        (("SCENARIO", "-o", "a.html", "--free"), "--free: given for a page (-o FILE.html) of a scenario"),
        (("SCENARIO", "-o", "a.html", "--strcit"), "--strict"),
        (("pandda",), "THING: 'pandda'"),
    ],
)
def test_an_option_that_has_no_meaning_is_refused(armillary, result, swing, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    known = {"RESULT": result, "SCENARIO": swing}
    found = armillary("show", *(known.get(part, part) for part in arguments))
    assert found.exit_code == 2
    assert message in found.stderr
    assert found.stdout == ""
    assert not list(tmp_path.glob("a.*"))
