"""Named configurations: in files and from Python, their checks, and every place that takes a configuration by name."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import configuration, main, parse_scenario, parse_toml, to_toml

ROBOT = """
name = "mixed"
link = [{ name = "a", mass = 1, com = [0.1, 0, 0.2] }, { name = "b", mass = 1, com = [0.1, 0, 0] },
        { name = "c", mass = 1, com = [0.1, 0, 0], principal = [0.1, 0.1, 0.1] }]
joint = [
  { name = "slide", type = "prismatic", parent = "b", child = "a", axis = [0, 0, 1] },
  { name = "turn", type = "revolute", parent = "base", child = "b", axis = [0, 1, 0] },
  { name = "ball", type = "spherical", parent = "a", child = "c" },
]
"""
HOME = ROBOT + '[[configuration]]\nname = "home"\nq = ["90 deg", "5 cm", 0, 1, 0, 0]\n'
TURNED = HOME + '[[configuration]]\nname = "turned"\nq = { turn = "-45 deg", ball = [0.6, 0, 0.8, 0] }\n'


def problem_of(text):
    with pytest.raises(arm.DescriptionError) as caught:
        parse_toml(ROBOT + "[[configuration]]\n" + text, "arm.toml")
    (problem,) = caught.value.problems
    return problem


def test_numbers_have_the_units_of_their_joints():
    robot = parse_toml(TURNED)
    assert robot.configuration("home") == pytest.approx((np.pi / 2, 0.05, 0, 1, 0, 0), abs=1e-15)
    assert robot.configuration("turned") == pytest.approx((-np.pi / 4, 0, 0.6, 0, 0.8, 0), abs=1e-15)


def test_a_written_file_reads_back():
    robot = parse_toml(TURNED)
    assert parse_toml(to_toml(robot)) == robot


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('name = "home"\nq = [1]', "1 numbers"),
        ('name = "home"\nq = [1, 2, 1, 0, 0, 0, 0]', "7 numbers"),
        ('name = "home"\nq = [1, "90 deg", 1, 0, 0, 0]', "90 deg"),
        ('name = "home"\nq = [1, 2, 2, 0, 0, 0]', "length 2 at joint 'ball'"),
        ('name = "home"\nq = { tunr = 1 }', "'tunr' is not a joint"),
        ('name = "home"\nq = { ball = 1 }', "1 numbers for joint 'ball'"),
        ('name = "home"\nq = 3', "3"),
        ('name = "home"', "missing"),
        ("q = [1, 2, 1, 0, 0, 0]", "missing"),
    ],
)
def test_a_wrong_table_is_said_with_its_line(text, found):
    problem = problem_of(text)
    assert found in problem.found
    assert problem.line >= 10


def test_two_of_one_name():
    with pytest.raises(arm.DescriptionError, match="used 2 times"):
        parse_toml(HOME + '[[configuration]]\nname = "home"\nq = [0, 0, 1, 0, 0, 0]\n')


class TestUses:
    robot = parse_toml(TURNED)
    q = np.array(robot.configuration("turned"))

    def test_a_scenario_starts_there(self):
        assert np.array_equal(arm.Scenario(self.robot, q0="turned").starts[0, :6], self.q)
        assert np.array_equal(arm.simulate(self.robot, duration=0.01, q0="turned").q[0], self.q)

    def test_a_scenario_file(self, tmp_path):
        (tmp_path / "arm.toml").write_text(TURNED)
        text = 'robot = "arm.toml"\nduration = 1\nq0 = "{}"'
        scenario = parse_scenario(text.format("turned"), str(tmp_path / "s.toml"))
        assert np.array_equal(scenario.starts[0, :6], self.q)
        with pytest.raises(arm.ArmillaryError, match="turnde"):
            parse_scenario(text.format("turnde"), str(tmp_path / "s.toml"))

    def test_analysis_and_inverse_kinematics(self):
        assert np.array_equal(configuration(arm.model(self.robot), "turned"), self.q)
        target = arm.evaluate(self.robot).pose(self.q, "c")
        found = arm.inverse_kinematics(self.robot, target, frame="c", q0="turned", starts=0)
        assert found.success
        assert np.allclose(found.q, self.q)

    def test_a_flexible_robot_is_straight_there(self):
        flexible = arm.library.get("flexible-3r")
        model = arm.model(flexible)
        joints = model.nq - len(model.elastic)
        named = arm.model(replace(flexible, configurations=[arm.parts.Configuration("up", [0.3] * joints)]))
        assert np.array_equal(configuration(named, "up"), [0.3] * joints + [0.0] * len(model.elastic))
        assert named.nv == model.nv

    def test_commands(self, tmp_path, capsys):
        (tmp_path / "arm.toml").write_text(TURNED)

        def said(*words):
            with pytest.raises(SystemExit) as ended:
                main([words[0], str(tmp_path / "arm.toml"), *words[1:]])
            assert not ended.value.code
            return capsys.readouterr().out

        numbers = ",".join(map(str, self.q))
        by_name, by_number = (said("statics", "--json", "--joints", "locked", "--q", q) for q in ("turned", numbers))
        assert by_name == by_number
        assert "turned" in said("show")

    def test_an_unknown_name(self):
        with pytest.raises(arm.ArgumentError) as error:
            arm.Scenario(self.robot, q0="hoem")
        assert (error.value.field, error.value.value) == ("q0", "hoem")
        assert all(name in error.value.expected for name in ("home", "turned"))
        assert "home" in error.value.hint
        with pytest.raises(arm.ArgumentError, match="no named configurations"):
            arm.Scenario(replace(arm.library.get("khatib-rr"), configurations=()), q0="home")


def test_an_unknown_joint_type_is_the_only_fault():
    robot = arm.library.get("khatib-rr")
    joints = (replace(robot.joints[0], type="x"), *robot.joints[1:])
    with pytest.raises(arm.DescriptionError) as told:
        replace(robot, joints=joints)
    assert [problem.field for problem in told.value.problems] == ["joint[0].type"]
