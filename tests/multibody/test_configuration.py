"""Every function that takes a configuration takes the same forms of it, and refuses wrong ones in the same words."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

import armillary as arm
from internals import configuration, group_main, load_scenario, rates

UP = (0.4, -0.9)
PLANAR = replace(
    arm.planar([1.0, 0.8], [2.0, 1.0], coms=[0.5, 0.4], inertias=[0.1, 0.1]),
    configurations=(arm.parts.Configuration("up", UP),),
)
"""Joints joint1 and joint2, and a configuration that has a name."""
TURNED = (0.6, 0.8, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
BALLS = replace(arm.library.get("spherical-chain"), configurations=(arm.parts.Configuration("up", TURNED),))
"""Three spherical joints."""
PD = arm.controllers.PD(kp=300.0, kd=30.0)


def _file(folder, text):
    (folder / "arm.toml").write_text(arm.to_toml(PLANAR))
    scenario = folder / "scenario.toml"
    scenario.write_text('robot = "arm.toml"\nduration = 1.0\n' + text)
    return load_scenario(scenario)


def _scenario(robot, q):
    return arm.Scenario(robot, q0=q).starts[0, : arm.model(robot).nq]


def _stack(robot, q):
    runs = [q, q] if isinstance(q, (str, dict)) else np.array([q, q])
    return arm.Scenario(robot, q0=runs).starts[1, : arm.model(robot).nq]


def _ik(robot, q):
    target = arm.evaluate(robot).pose([*UP] if robot is PLANAR else [*TURNED])[:3, 3]
    return arm.inverse_kinematics(robot, target, q0=q, starts=0, task=(3, 4)).q


def _motion(robot, q):
    reference = arm.references.FifthOrder(end=[1.0, 1.0], duration=1.0)
    return arm.MotionTask(reference, q0=q).of(robot).q[0]


def _margins(robot, q):
    return arm.margins(arm.Scenario(robot, controller=PD), q=q).q


EVALUATED = {
    "evaluate": lambda robot, q: arm.evaluate(robot).gravity(q),
    "compile": lambda robot, q: arm.compile(robot).gravity(q),
    "equations": lambda robot, q: arm.equations(robot).evaluate("g", q),
    "derivatives": lambda robot, q: arm.compile(robot).inverse_dynamics_derivatives(q, {}, {})[0],
}
READ = {
    "configuration": lambda robot, q: configuration(arm.model(robot), q),
    "scenario": _scenario,
    "stack": _stack,
    "statics": lambda robot, q: arm.statics(robot, q).q,
    "frequencies": lambda robot, q: arm.frequencies(robot, q).q,
    "linearise": lambda robot, q: arm.linearise(robot, q).q,
    "ellipsoids": lambda robot, q: arm.ellipsoids(robot, q, frame="tip").q[0],
    "margins": _margins,
    "inverse kinematics": _ik,
    "motion": _motion,
    "plot": lambda robot, q: robot.plot(q) and configuration(arm.model(robot), q),
}
RIGID = ("motion", "equations", "margins", "inverse kinematics", "plot")
"""Entries that a robot with quaternions has not, or that are too slow to try twice."""


@pytest.mark.parametrize("entry", [*READ, *EVALUATED])
def test_a_configuration_has_many_forms(entry):
    of = (READ | EVALUATED)[entry]
    usual = of(PLANAR, np.array(UP))
    for form in ([*UP], {"joint1": UP[0], "joint2": UP[1]}, "up"):
        np.testing.assert_allclose(of(PLANAR, form), usual, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("entry", [name for name in READ | EVALUATED if name not in RIGID])
def test_a_joint_with_a_quaternion_is_given_whole_or_by_coordinate(entry):
    of = (READ | EVALUATED)[entry]
    usual = of(BALLS, np.array(TURNED))
    parts = {"joint1.w": 0.6, "joint1.x": 0.8}
    for form in ({"joint1": TURNED[:4]}, parts, "up"):
        np.testing.assert_allclose(of(BALLS, form), usual, rtol=1e-9, atol=1e-9)


WRONG = {
    "another count": ([0.1, 0.2, 0.3], "", "3 numbers", "2 finite numbers"),
    "an unknown joint": (
        {"joint3": 0.1},
        ".joint3",
        "'joint3' is not a coordinate of this robot",
        "one of joint1, joint2",
    ),
    "an unknown name": ("upp", "", "'upp'", "up"),
    "a text for a number": ({"joint1": "up"}, ".joint1", "'up'", "1 finite number"),
    "several numbers for one": ({"joint1": [1.0, 2.0]}, ".joint1", "2 numbers", "1 finite number"),
    "no number by name": ({"joint1": math.nan}, ".joint1", "nan", "finite number"),
    "no configuration": (object(), "", "<object object", "2 finite numbers"),
}


@pytest.mark.parametrize("entry", [*READ, *EVALUATED])
@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_configurations_are_refused_in_the_same_words(entry, wrong):
    given, path, found, expected = WRONG[wrong]
    with pytest.raises(arm.ArgumentError) as error:
        (READ | EVALUATED)[entry](PLANAR, given)
    text = str(error.value)
    assert found in text or entry == "motion"  # which reads units, and says so
    assert expected in text or "a number in rad" in text
    if isinstance(given, dict) and entry not in ("motion", "stack"):
        assert error.value.field in (f"q{path}", f"q0{path}")


@pytest.mark.parametrize("entry", READ)
def test_numbers_that_are_not_finite_are_refused(entry):
    with pytest.raises(arm.ArgumentError, match="inf"):
        READ[entry](PLANAR, [0.1, math.inf])


@pytest.mark.parametrize("entry", EVALUATED)
def test_evaluated_quantities_take_complete_arrays_as_they_are(entry):
    assert np.isnan(EVALUATED[entry](PLANAR, [math.nan, 0.0])).any()


@pytest.mark.parametrize("entry", [name for name in READ if name not in RIGID])
def test_quaternions_have_unit_length(entry):
    of = READ[entry]
    with pytest.raises(arm.ArgumentError, match=r"quaternion of length 1\.01 at joint 'joint1'.*\(w, x, y, z\)"):
        of(BALLS, np.array(TURNED) * ([1.01] * 4 + [1.0] * 8))
    rounded = of(BALLS, np.array(TURNED) * (1.0 + 5e-7))
    np.testing.assert_allclose(rounded, of(BALLS, TURNED), rtol=1e-12, atol=1e-12)


def test_rows_of_a_stack_are_arrays_names_or_mappings():
    rows = configuration(arm.model(PLANAR), ["up", {"joint2": 0.5}], rows=True)
    np.testing.assert_array_equal(rows, [UP, (UP[0], 0.5)])
    scenario = arm.Scenario(PLANAR, q0=["up", {"joint2": 0.5}], qd0={"joint1": 2.0})
    np.testing.assert_array_equal(scenario.starts, [(*UP, 2.0, 0.0), (UP[0], 0.5, 2.0, 0.0)])
    with pytest.raises(arm.ArgumentError) as error:
        configuration(arm.model(PLANAR), ["up", {"joint4": 0.5}], argument="q0", rows=True)
    assert error.value.field == "q0[1].joint4"


def test_rates_and_efforts_by_name():
    model, dyn = arm.model(PLANAR), arm.compile(PLANAR)
    np.testing.assert_array_equal(rates(model, {"joint2": 3.0}), [0.0, 3.0])
    by_name = dyn.forward_dynamics("up", {"joint1": 1.0}, {"joint2": 5.0})
    np.testing.assert_array_equal(by_name, dyn.forward_dynamics(UP, [1.0, 0.0], [0.0, 5.0]))
    with pytest.raises(arm.ArgumentError) as error:
        dyn.forward_dynamics("up", "up", {"joint2": 5.0})
    assert error.value.field == "qd"
    system = arm.linearise(PLANAR, "up", tau={"joint1": 1.0})
    np.testing.assert_array_equal(system.tau, [1.0, 0.0])


def test_links_that_are_not_given_are_straight_and_rotors_follow():
    robot = arm.library.get("flexrob")
    model = arm.model(robot)
    first = model.elastic[0]
    q = configuration(model, {"shoulder": 0.3, first: 0.01})
    assert q[0] == 0.3
    assert q[model.nq - len(model.elastic) - len(model.drives)] == 0.01
    assert arm.Scenario(robot, q0={"shoulder": 0.3}) == arm.Scenario(robot, q0=[0.3, q[1]])
    assert len(arm.Scenario(robot, q0={first: 0.01}).q0) == model.nq


def test_files_and_commands_read_units(tmp_path):
    for q0 in ('{ joint2 = "90 deg" }', '[0.4, "90 deg"]'):
        np.testing.assert_allclose(_file(tmp_path, f"q0 = {q0}\n").q0, [0.4, math.pi / 2])
    assert _file(tmp_path, 'q0 = "up"\n').q0 == UP
    file = tmp_path / "arm.toml"
    for q in ("joint2=90deg", "0.4,90deg"):
        done = CliRunner().invoke(group_main, ["statics", str(file), "--q", q, "--json"])
        np.testing.assert_allclose(json.loads(done.output)["q"], [0.4, math.pi / 2])
    done = CliRunner().invoke(group_main, ["statics", str(file), "--q", "up", "--json"])
    np.testing.assert_allclose(json.loads(done.output)["q"], UP)


def test_a_file_shows_all_faults_of_a_configuration_with_their_lines(tmp_path):
    with pytest.raises(arm.errors.ScenarioError) as error:
        _file(tmp_path, '[q0]\njoint1 = "5 kg"\njoint3 = 1.0\n')
    assert [(fault.field, fault.line) for fault in error.value.problems] == [("q0.joint1", 4), ("q0.joint3", 5)]


@pytest.mark.parametrize("q", ["upp", "joint3=1", "1,2,3", "joint1=5kg", "joint1=nan"])
def test_a_command_refuses_a_wrong_configuration(tmp_path, q):
    file = tmp_path / "arm.toml"
    file.write_text(arm.to_toml(PLANAR))
    done = CliRunner().invoke(group_main, ["statics", str(file), "--q", q])
    assert done.exit_code != 0
    assert "--q" in str(done.output) + str(done.exception)
