"""The form of a run: what it proposes, the scenario it makes, messages at fields."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import armillary as arm
from internals import CHOICES, NONE, TASK_REFERENCES, RunForm, fields, home, proposals, read_value
from samples import some

TYPICAL = list(dict.fromkeys(["panda", "khatib-rp", "spherical-chain", "flexrob", "planar-7r", *arm.library.names()]))
"""Robots with links that bend, slides, a ball joint and many joints; then all others."""


def filled(name: str, reference: str, controller: str, motors: str = "full", **other: str) -> RunForm:
    robot = arm.library.get(name)
    model = arm.model(robot, motors=motors)
    q = home(model).q
    texts = {"duration": "1"}
    for table, kind in (("reference", reference), ("controller", controller)):
        proposed = proposals(model, kind, q)
        texts |= {each.path: proposed.get(each.name, "") for each in fields(table, kind)}
    texts |= {path.replace("__", "."): text for path, text in other.items()}
    count = model.nq - len(model.elastic)
    return RunForm(robot, name, motors, reference, controller, tuple(texts.items()), tuple(q[:count].tolist()))


@pytest.mark.crossed
@pytest.mark.parametrize("name", some(TYPICAL, 5))
@pytest.mark.parametrize("reference", [each for each in CHOICES["reference"] if each not in TASK_REFERENCES])
def test_what_is_proposed_can_be_run(name, reference):
    flexible = bool(arm.model(arm.library.get(name)).elastic)
    scenario, faults = filled(name, reference, "pd_gravity" if flexible else "computed_torque").check()
    assert faults == {}
    assert scenario is not None


@pytest.mark.parametrize("reference", TASK_REFERENCES)
def test_a_reference_of_the_tip_goes_with_its_controller(reference):
    scenario, faults = filled("panda", reference, "operational_space").check()
    assert faults == {}
    assert scenario is not None
    _, faults = filled("khatib-rr", reference, "operational_space").check()
    assert list(faults) == ["controller"]
    assert "singular" in faults["controller"]


def test_faults_are_told_at_their_fields_all_at_once():
    form = filled(
        "khatib-rr",
        "fifth_order",
        "computed_torque",
        duration="-1 s",
        reference__end="90 deg, 1, 2",
        controller__kp="40 kg",
        controller__kd="",
    )
    scenario, faults = form.check()
    assert scenario is None
    assert set(faults) == {"duration", "reference.end", "controller.kp", "controller.kd"}
    assert "2" in faults["reference.end"]
    assert "needed" in faults["controller.kd"]


@pytest.mark.parametrize("text", ["", "abc", "nan", "inf", "1e400", "0", '"', "[", "1, 2", "two s", "1\n2", "x" * 5000])
def test_no_text_in_a_field_breaks_it(text):
    scenario, faults = filled("khatib-rr", "fifth_order", "computed_torque", duration=text).check()
    assert scenario is None
    assert list(faults) == ["duration"]


@given(st.text(max_size=40))
def test_whatever_is_written_makes_a_file_that_can_be_read(text):
    form = filled_once(text)
    assert tomllib.loads(form.text())["robot"] == "khatib-rr"


def filled_once(text: str) -> RunForm:
    texts = (("duration", "1"), ("reference.end", text), ("reference.duration", text))
    return RunForm(arm.library.get("khatib-rr"), "khatib-rr", "full", "fifth_order", NONE, texts)


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2.0), ("90 deg, 0", ["90 deg", 0.0]), ("[1, 2]", [1, 2]), ("true", True), ("1 s", "1 s"), ("[1", "[1")],
)
def test_values_are_read_as_users_write_them(text, value):
    assert read_value(text) == value


def test_one_value_stands_for_all_joints():
    form = filled("planar-3r", "fifth_order", "computed_torque", reference__end="20 deg")
    assert tomllib.loads(form.text())["reference"]["end"] == ["20 deg"] * 3
    assert form.check()[1] == {}


def test_a_joint_that_starts_beyond_its_limits_is_told_of():
    form = filled("khatib-rp", "fifth_order", "computed_torque")
    outside = RunForm(
        form.robot,
        form.robot_name,
        reference=form.reference,
        controller=form.controller,
        texts=form.texts,
        start=(0.0, 0.0),
    )
    _, faults = outside.check()
    assert list(faults) == [""]
    assert "limits" in faults[""]
