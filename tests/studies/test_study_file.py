"""Study files: the same study as in Python, every problem with its line, inline scenarios, settings."""

import re

import pytest

import armillary as arm
from internals import parse_study

SCENARIO = """
robot = "khatib-rr"
duration = "100 ms"
q0 = [0.1, 0.2]
solver = { type = "rk4", step = "1 ms" }
controller = { type = "pd", kp = 100, kd = 20 }
reference = { type = "fifth_order", end = [0.5, "20 deg"], duration = "80 ms" }
"""
STUDY = """
scenario = "slew.toml"
samples = 8
sampling = "sobol"
seed = 5
outputs = ["settling_time", { type = "frequencies", count = 1, name = "lowest" }]
chunk = [1, 1, 1, 8]

[axes]
controller.kp = { from = 50, to = 200, count = 4 }
"controller.kd" = { type = "log_range", from = 1, to = 100, count = 3 }
robot = ["khatib-rr", "other.toml"]
payload.mass = { type = "uniform", low = "0 kg", high = "500 g" }
"reference.end[1]" = { type = "normal", mean = "20 deg", sd = "1 deg", low = 0 }

[signals]
tau = "10 ms"
q.joint1 = 0.02
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "slew.toml").write_text(SCENARIO)
    arm.save(arm.library.get("khatib-rr"), tmp_path / "other.toml")
    return tmp_path


def loaded(folder, text=STUDY, settings=()):
    (folder / "study.toml").write_text(text)
    return arm.load_study(folder / "study.toml", settings)


def test_a_file_is_the_same_study_as_in_python(folder):
    found = loaded(folder)
    written = arm.Study(
        arm.load_scenario(folder / "slew.toml"),
        axes={
            "controller.kp": arm.axes.Range(50, 200, 4),
            "controller.kd": arm.axes.LogRange(1, 100, 3),
            "robot": [arm.library.get("khatib-rr"), arm.load(folder / "other.toml")],
            "payload.mass": arm.axes.Uniform(0, 0.5),
            "reference.end[1]": arm.axes.Normal("20 deg", "1 deg", low=0),
        },
        samples=8,
        sampling="sobol",
        seed=5,
        outputs=["settling_time", arm.outputs.Frequencies(1, name="lowest")],
        signals={"tau": 0.01, "q.joint1": 0.02},
        chunk=(1, 1, 1, 8),
    )
    assert found == written
    assert found.layout == written.layout
    assert found.file == str(folder / "study.toml")
    assert str(found.layout.runs) in repr(found)


def test_names_that_vary_together_and_choices(folder):
    text = """
        scenario = "slew.toml"
        outputs = ["rms_effort"]
        samples = 2
        [axes]
        "controller.kp, controller.kd" = [[100, 20], [200, 28]]
        payload.mass = { type = "choice", values = ["1 kg", "200 g"], weights = [1, 3] }
    """
    found = loaded(folder, text)
    assert found.layout.shape == (2, 2)
    assert found.points(found.layout.chunk(0))["controller.kd"].tolist() == [20.0, 20.0, 28.0, 28.0]


def test_a_scenario_inside_the_study(folder):
    inline = (
        "samples = 3\noutputs = ['work']\n[axes]\npayload.mass = { type = 'uniform', low = 0, high = 1 }\n[scenario]"
        + SCENARIO
    )
    outside = inline.partition("[scenario]")[0]
    assert loaded(folder, inline) == loaded(folder, f"scenario = 'slew.toml'\n{outside}")
    with pytest.raises(arm.errors.StudyError, match=r"study\.toml:7: duration: .*'100 kg'"):
        loaded(folder, inline.replace("100 ms", "100 kg"))


def test_a_robot_and_scenarios_of_the_library(folder):
    text = "robot = 'other.toml'\noutputs = ['workspace.reach']\n[axes]\npayload.mass = [0, 1]"
    assert loaded(folder, text).robot.name == "khatib-rr"
    text = "scenario = 'manutec-r3'\nsamples = 1\noutputs = ['work']\n[axes]\nq0 = {type='choice', values=[[0,0,0]]}"
    assert parse_study(text).robot.name == "manutec-r3"


def test_settings_replace_fields(folder):
    assert loaded(folder, settings=["samples=16", "axes.controller.kp=[1, 2]"]).layout.shape == (2, 3, 2, 16)
    with pytest.raises(arm.errors.StudyError, match=r"--set samples=x"):
        loaded(folder, settings=["samples=x"])


WRONG = {
    'scenario = "slew.toml"': ("", r"scenario: the field is missing; expected scenario = 'slew\.toml'"),
    "seed = 5": ("seed = 5\nrobot = 'panda'", "robot: given together with scenario; expected either"),
    "samples = 8": ("samples = 8.5", r":3: samples: 8\.5; expected a whole number"),
    '"sobol"': ('"sobel"', r":4: sampling: 'sobel'; expected one of random, .*did you mean sobol"),
    "seed = ": ("sede = ", r":5: sede: .*did you mean seed"),
    '"settling_time"': ('"setling_time"', r":6: outputs: 'setling_time'; .*did you mean settling_time"),
    '"frequencies"': ('"frequency"', r":6: outputs\[1\]\.type: 'frequency'; .*mean frequencies"),
    "count = 1": ("counts = 1", r":6: outputs\[1\]\.counts: .*mean count"),
    "[1, 1, 1, 8]": ("[1, 8]", r":7: chunk: \[1, 8\]; expected 4 numbers"),
    "controller.kp": ("controller.kpp", r":10: axes\.controller\.kpp: .*did you mean controller\.kp"),
    "from = 50": ("from = 200", r":10: axes\.controller\.kp\.to: .*expected a number other than 200"),
    "count = 4": ("count = 1", r":10: axes\.controller\.kp\.count: 1; expected a whole number"),
    '"log_range"': ('"logrange"', r":11: axes\.'controller\.kd'\.type: 'logrange'; .*mean log_range"),
    ", count = 3": ("", r":11: axes\.'controller\.kd': count is missing"),
    '"other.toml"': ('"absent.toml"', r":12: axes\.robot: .*"),
    '"500 g"': ('"500 m"', r":13: axes\.payload\.mass\.?(high)?: .*'m' measures"),
    "high = ": ("hihg = ", r":13: axes\.payload\.mass\.hihg: .*expected one of low, high"),
    "low = 0 }": ("low = 100 }", r":14: .*bounds 100\.0 and inf far from the mean"),
    '"10 ms"': ('"10 kg"', r":17: signals\.tau: .*'kg' measures"),
    "tau =": ("torque =", r"outputs: 'torque'; expected a signal of the runs"),
}


@pytest.mark.parametrize("part", WRONG)
def test_problems_are_told_with_their_lines(folder, part):
    replacement, message = WRONG[part]
    assert part in STUDY
    with pytest.raises(arm.errors.StudyError) as caught:
        loaded(folder, STUDY.replace(part, replacement, 1))
    assert re.search(message, str(caught.value)), caught.value
    assert "study.toml" in str(caught.value)


def test_all_problems_are_told_at_once(folder):
    text = STUDY
    for part in ("samples = 8", '"log_range"', '"500 g"', '"10 ms"', "count = 1", '"settling_time"'):
        text = text.replace(part, WRONG[part][0], 1)
    with pytest.raises(arm.errors.StudyError) as caught:
        loaded(folder, text)
    assert [problem.line for problem in caught.value.problems] == [3, 6, 6, 11, 13, 17]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("robot = 'khatib-rr'", "axes: nothing varies; expected at least one axis"),
        ("robot = 'khatib-rr'\n[axes]\nlink1.mass = []", r":3: axes\.link1\.mass: an empty list; expected"),
        ("robot = 'khatib-rr'\n[axes]\nlink1.mass = 3", r":3: axes\.link1\.mass: 3; expected a list of values"),
        ("robot = 'khatib-rr'\n[axes]\nlink1.mass = { count = 3 }", r":3: .*: the type is missing"),
        ("robot = 'khatib-rr'\n[axes]\nlink1.mass = {}", r":3: .*: the type is missing"),
        ("robot = 'khatib-rr'\n[axes]\nlink1.mass = [1]\n'link1.mass' = [2]", r":4: .*'link1\.mass' twice"),
        ("robot = 'pand'\n[axes]\nlink1.mass = 3", r"(?s):1: robot: 'pand'.*panda.*:3: axes"),
        ("scenario = 3", ":1: scenario: 3; expected a scenario file in quotes"),
        ("scenario = 'none.toml'", r":1: scenario: 'none\.toml' is not a valid scenario file"),
        ("robot = 'khatib-rr'\nchunk = 1.5", ":2: chunk: 1.5; expected a number of runs"),
        ("robot = 'khatib-rr'\noutputs = [3]\n[axes]\nlink1.mass = [1]", r":2: outputs\[0\]: 3; expected a name"),
        ("robot = 'khatib-rr'\noutputs = [{ type = 'measure' }]", r":2: outputs\[0\]: key is missing"),
    ],
)
def test_other_problems(text, message):
    with pytest.raises(arm.errors.StudyError, match=message):
        parse_study(text, "study.toml")


def test_a_path_is_a_text():
    with pytest.raises(arm.ArgumentError, match="path: 3; expected the name of a study file"):
        arm.load_study(3)


def test_fields_of_files_are_those_of_the_classes():
    from dataclasses import fields

    from internals import KINDS, declared

    for kind in KINDS.values():
        assert issubclass(kind, arm.axes.Axis)
        assert {field.name for field in declared(kind) if field.says} == {field.name for field in fields(kind)}
