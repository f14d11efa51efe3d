"""The URDF reader: what it reads, what it says, what it refuses and where."""

import math
import warnings
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from growth import linear
from internals import (
    Coupling,
    Joint,
    Limits,
    Link,
    Reading,
    Robot,
    _root,
    from_quaternion,
    from_rpy,
    idle,
    massless,
    parse_urdf,
    read_urdf,
    to_urdf,
)

DATA = Path(__file__).parents[1] / "data"

INERTIAL = """<inertial><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>"""


def pendulum(joint="", link=INERTIAL, kind="revolute", more=""):
    """A file whose joint starts at line 4 and whose link at line 3."""
    return f"""<robot name="pendulum">
<link name="stand"/>
<link name="bob">{link}</link>
<joint name="pivot" type="{kind}"><parent link="stand"/><child link="bob"/>{joint}</joint>
{more}
</robot>"""


def problems(text, **where):
    with pytest.raises(arm.DescriptionError) as caught:
        parse_urdf(text, "arm.urdf", reading=Reading(strict=True), **where)
    assert all(problem.file == "arm.urdf" for problem in caught.value.problems)
    return caught.value.problems


def only_problem(text):
    found = problems(text)
    assert len(found) == 1, found
    return found[0]


def note(robot, part):
    matching = [text for text in robot.notes if part in text]
    assert len(matching) == 1, robot.notes
    return matching[0]


class TestWhatIsRead:
    def test_the_root_is_the_base(self):
        robot = read_urdf(DATA / "branching.urdf")
        assert robot.base == "world"
        assert "world" not in [link.name for link in robot.links]
        assert robot.name == "branching"
        assert robot.source == "URDF file branching.urdf"

    def test_the_inertia_turns_with_its_origin(self):
        turret = read_urdf(DATA / "bent_arm.urdf").link("turret")
        given = np.array([[0.031, 0.002, -0.003], [0.002, 0.027, 0.001], [-0.003, 0.001, 0.019]])
        R = from_rpy(0.3, -0.2, 0.9)
        assert np.abs(np.array(turret.inertia) - R @ given @ R.T).max() < 1e-16
        assert turret.com == (0.01, -0.02, 0.11)

    def test_the_axis_is_x_unless_given_and_a_unit_vector(self):
        assert parse_urdf(pendulum()).joint("pivot").axis == (1.0, 0.0, 0.0)
        axis = parse_urdf(pendulum('<axis xyz="0 -3 4"/>')).joint("pivot").axis
        assert axis == pytest.approx((0.0, -0.6, 0.8), abs=1e-16)

    @pytest.mark.parametrize(
        ("kind", "ours"),
        [
            ("revolute", "revolute"),
            ("continuous", "revolute"),
            ("prismatic", "prismatic"),
            ("ball", "spherical"),
            ("spherical", "spherical"),
        ],
    )
    def test_types(self, kind, ours):
        assert parse_urdf(pendulum(kind=kind)).joint("pivot").type == ours

    def test_limits_and_friction(self):
        shoulder = read_urdf(DATA / "bent_arm.urdf").joint("shoulder")
        assert shoulder.limits == Limits(-1.9, 2.2, 2.0, 70.0)
        assert (shoulder.friction.viscous, shoulder.friction.coulomb) == (0.8, 0.3)

    def test_a_continuous_joint_turns_without_end(self):
        joint = '<limit lower="-1" upper="1" effort="5" velocity="2"/>'
        assert parse_urdf(pendulum(joint, kind="continuous")).joint("pivot").limits == Limits(
            -math.inf, math.inf, 2.0, 5.0
        )

    def test_one_missing_limit_is_zero_and_two_are_none(self):
        upper = parse_urdf(pendulum('<limit upper="1"/>'))
        assert (upper.joint("pivot").limits.lower, upper.joint("pivot").limits.upper) == (0.0, 1.0)
        assert not [text for text in upper.notes if "unlimited" in text]
        neither = parse_urdf(pendulum('<limit effort="3" velocity="1"/>'))
        assert neither.joint("pivot").limits == Limits(velocity=1.0, effort=3.0)
        assert "pivot" in note(neither, "unlimited")

    def test_fixed_joints_stay_and_are_said(self):
        robot = read_urdf(DATA / "branching.urdf")
        assert [joint.name for joint in robot.joints if joint.type == "fixed"] == ["bolts", "mast_foot", "camera_mount"]
        assert note(robot, "merged") == "3 fixed joints merged: bolts, mast_foot, camera_mount"

    def test_mimic_couples(self):
        robot = read_urdf(DATA / "branching.urdf")
        assert robot.joint("right_grip").couple == Coupling.linear("left_grip", -1.5, 0.01)
        assert note(robot, "mimic") == "1 joint coupled by <mimic>, without a coordinate: right_grip"

    def test_faults_of_mimic_have_their_element(self):
        text = pendulum('<mimic joint="other" multiplier="2"/>')
        with pytest.raises(arm.DescriptionError, match=r'joint "pivot" mimic joint: there is no joint .other.'):
            parse_urdf(text, reading=Reading(strict=True))

    @pytest.mark.parametrize("strict", [False, True])
    def test_a_multiplier_of_zero_fixes_the_joint_at_its_offset(self, strict):
        more = '<link name="finger"/><joint name="grip" type="prismatic"><parent link="bob"/><child link="finger"/>'
        more += '<axis xyz="0 1 0"/><mimic joint="pivot" multiplier="0" offset="0.25"/></joint></robot>'
        robot = parse_urdf(pendulum().replace("</robot>", more), reading=Reading(strict=strict))
        assert (robot.joint("grip").type, robot.joint("grip").placement.xyz) == ("fixed", (0.0, 0.25, 0.0))
        assert "fixed at 0.25" in note(robot, "multiplier 0")

    def test_an_offset_of_a_joint_with_several_coordinates_is_refused(self):
        more = '<link name="slab"/><joint name="slide" type="planar"><parent link="bob"/><child link="slab"/>'
        more += '<axis xyz="0 0 1"/><mimic joint="pivot" multiplier="0" offset="{}"/></joint></robot>'
        at_zero = parse_urdf(pendulum().replace("</robot>", more.format(0)))
        assert at_zero.joint("slide").type == "fixed"
        with pytest.raises(arm.DescriptionError, match="planar joint 'slide' is coupled; expected one of revolute"):
            parse_urdf(pendulum().replace("</robot>", more.format(0.25)))

    def test_a_byte_order_mark_does_no_harm(self, tmp_path):
        path = tmp_path / "marked.urdf"
        path.write_bytes(b"\xef\xbb\xbf" + pendulum().encode())
        assert read_urdf(path) == read_urdf(path)
        assert parse_urdf("\ufeff" + pendulum()).name == "pendulum"


class TestMotors:
    def test_three_dialects(self):
        motors = {motor.joint: motor for motor in read_urdf(DATA / "bent_arm.urdf").motors}
        assert {name: (m.name, m.ratio, m.rotor_inertia) for name, m in motors.items()} == {
            "shoulder": ("shoulder_motor", 101.0, 2.4e-5),
            "elbow": ("elbow_motor", -50.0, 1.5e-5),
            "wrist": ("wrist_motor", 30.5, 0.0),
        }

    def test_the_motor_sits_at_the_joint_on_its_parent(self):
        robot = read_urdf(DATA / "bent_arm.urdf")
        motor, joint = next(motor for motor in robot.motors if motor.joint == "elbow"), robot.joint("elbow")
        assert (motor.carrier, motor.position) == ("upper", joint.placement.xyz)
        assert motor.axis == pytest.approx(np.array(joint.placement.rotation) @ joint.axis, abs=1e-15)

    def drive(self, inside, kind="revolute"):
        return pendulum(kind=kind, more=f'<transmission name="drive"><joint name="pivot"/>{inside}</transmission>')

    @pytest.mark.parametrize("tag", ["rotorInertia", "rotor_inertia", "motorInertia", "inertia"])
    def test_names_of_the_rotor_inertia(self, tag):
        in_actuator = f'<actuator name="m"><{tag}>0.25</{tag}><mass>1.5</mass></actuator>'
        beside = f'<actuator name="m"/><{tag} value="0.25"/><mass value="1.5"/>'
        for inside in (in_actuator, beside):
            (motor,) = parse_urdf(self.drive(inside)).motors
            assert (motor.rotor_inertia, motor.mass, motor.ratio) == (0.25, 1.5, 1.0)

    def test_rotors_of_drake_add_their_reflected_inertia_to_the_diagonal_and_nothing_else(self):
        """Against the inertia of two plain pendulums in closed form, with n² J at each joint."""
        more = f"""<link name="tip">{INERTIAL}</link><joint name="elbow" type="revolute"><parent link="bob"/>
          <child link="tip"/><origin xyz="0 0.5 0" rpy="0.3 0 0"/><axis xyz="1 0 0"/></joint>
          <transmission name="t1"><type>SimpleTransmission</type><joint name="pivot"/><actuator name="m1">
            <mechanicalReduction>1</mechanicalReduction><drake:gear_ratio value="160"/>
            <drake:rotor_inertia value="1.5e-4"/></actuator></transmission>
          <transmission name="t2"><joint name="elbow"/><actuator name="m2"><mechanicalReduction>7</mechanicalReduction>
            <drake:rotor_inertia value="0.25"/></actuator></transmission>"""
        robot = parse_urdf(pendulum(more=more))
        assert [(m.ratio, m.rotor_inertia, m.axis) for m in robot.motors] == [(160, 1.5e-4, None), (1, 0.25, None)]
        m, moment, length = 2.0, 0.1, 0.5  # the second centre of mass is on the second axis
        M = np.array([[2 * moment + m * length**2, moment], [moment, moment]]) + np.diag([160**2 * 1.5e-4, 0.25])
        for motors in ("full", "reflected"):
            found = arm.evaluate(arm.model(robot, motors=motors)).mass_matrix([0.4, -1.1])
            assert found == pytest.approx(M, rel=1e-12)

    def test_a_gear_of_drake_without_a_rotor_is_the_ratio(self):
        more = """<transmission name="t"><joint name="pivot"/><actuator name="m"><mechanicalReduction>1
          </mechanicalReduction><drake:gear_ratio value="50"/></actuator></transmission>"""
        assert parse_urdf(pendulum(more=more)).motors[0].ratio == 50.0

    def test_the_spin_axis_of_a_slide_is_unknown(self):
        (motor,) = parse_urdf(self.drive('<actuator name="m"/>', kind="prismatic")).motors
        assert motor.axis is None

    def test_one_actuator_with_two_interfaces_is_one_motor(self):
        twice = '<transmission name="{}"><joint name="pivot"/><actuator name="m"/></transmission>'
        assert len(parse_urdf(pendulum(more=twice.format("a") + twice.format("b"))).motors) == 1

    def test_the_first_of_two_like_actuators_counts_and_faults_keep_their_place(self):
        more = f"""<link name="c">{INERTIAL}</link>
<joint name="k" type="continuous"><parent link="bob"/><child link="c"/></joint>
<transmission name="a"><joint name="pivot"/><actuator name="m"/></transmission>
<transmission name="b"><joint name="k"/><actuator name="m"/><rotorInertia>0.5</rotorInertia></transmission>
<transmission name="c"><joint name="k"/><actuator name="m"/><rotorInertia>0.7</rotorInertia></transmission>
"""
        motors = parse_urdf(pendulum(more=more)).motors
        assert [(motor.name, motor.rotor_inertia) for motor in motors] == [("m", 0.0), ("m of k", 0.5)]
        bad = '<transmission name="d"><joint name="k"/><actuator name="n"/><mass>-1</mass></transmission>'
        problem = only_problem(pendulum(more=more + bad))
        assert (problem.line, problem.field) == (10, 'transmission "d" actuator mass')

    def test_what_is_no_simple_transmission_is_said(self):
        inside = '<joint name="pivot"/><joint name="b"/><actuator name="m"/>'
        robot = parse_urdf(pendulum(more=f'<transmission name="differential">{inside}</transmission>'))
        assert robot.motors == ()
        assert "'differential' (line " in robot.omissions[0]

    def test_a_ratio_for_a_joint_that_was_cut_off_is_said_and_a_rotor_refused(self):
        more = '<transmission name="old"><joint name="gone"/><actuator name="m">{}</actuator></transmission>'
        robot = parse_urdf(pendulum(more=more.format("<mechanicalReduction>9</mechanicalReduction>")))
        assert "gone" in note(robot, "left out")
        problem = only_problem(pendulum(more=more.format("<rotorInertia>1</rotorInertia>")))
        assert "'gone'" in problem.found

    @pytest.mark.parametrize(
        ("inside", "field"),
        [
            ('<actuator name="m"><mechanicalReduction>ten</mechanicalReduction></actuator>', "mechanicalReduction"),
            ('<actuator name="m"><mechanicalReduction>0</mechanicalReduction></actuator>', "ratio"),
            ('<actuator name="m"><rotorInertia>-1</rotorInertia></actuator>', "rotor_inertia"),
            ('<actuator name="m"><mass>-1</mass></actuator>', "mass"),
        ],
    )
    def test_bad_numbers(self, inside, field):
        problem = only_problem(self.drive(inside))
        assert problem.line == 5
        assert problem.field.startswith('transmission "drive"')
        assert problem.field.endswith(field)


class TestNotes:
    def test_no_inertial(self):
        with pytest.warns(arm.ArmillaryWarning, match="no link that pivot moves has mass"):
            robot = parse_urdf(pendulum(link=""))
        assert robot.link("bob").mass == 0.0
        assert "bob" in note(robot, "no <inertial>")
        assert "singular in all configurations" in note(robot, "no link that pivot moves has mass")
        assert robot.strict

    def test_a_massless_link_with_mass_further_out(self):
        said = note(read_urdf(DATA / "branching.urdf"), "adds no dynamics")
        assert "'gimbal'" in said
        assert "singular" not in said

    def test_a_massless_link_with_mass_fixed_to_it_has_dynamics(self):
        more = f"""<link name="weight">{INERTIAL}</link>
        <joint name="glue" type="fixed"><parent link="bob"/><child link="weight"/></joint>"""
        robot = parse_urdf(pendulum(link="", more=more))
        assert not [text for text in robot.notes if "no dynamics" in text]

    def test_meshes(self, tmp_path):
        description = tmp_path / "some_description"
        (description / "urdf").mkdir(parents=True)
        (description / "meshes").mkdir()
        (description / "meshes" / "a b.stl").touch()
        names = ["../meshes/a b.stl", "package://some_description/meshes/a%20b.stl", "package://other/a.stl", "b.stl"]
        names.append(f"file://{description}/meshes/a b.stl")
        shapes = "".join(f'<visual><geometry><mesh filename="{name}"/></geometry></visual>' for name in names)
        text = pendulum(link=INERTIAL + shapes)
        said = note(parse_urdf(text, folder=description / "urdf"), "mesh")
        assert said.startswith("2 of 5 mesh files not found: package://other/a.stl, b.stl;")
        assert "the dynamics do not depend on meshes" in said
        assert not [text for text in parse_urdf(text).notes if "mesh" in text]

    def test_what_is_ignored(self):
        robot = parse_urdf(pendulum('<dynamics damping="1" K="7000"/><spring/>', link=INERTIAL + "<intertial/>"))
        assert "K in <dynamics>" in note(robot, "attributes")
        assert "<intertial> in <link>, <spring> in <joint>" in note(robot, "elements")

    def test_a_tensor_of_rounding_noise_is_a_point(self):
        link = '<inertial><mass value="2"/><inertia ixx="0" ixy="0" ixz="1e-20" iyy="0" iyz="0" izz="0"/></inertial>'
        robot = parse_urdf(pendulum(link=link))
        assert not np.any(robot.link("bob").inertia)
        assert "'bob'" in note(robot, "point mass")


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "line", "field", "found"),
        [
            (pendulum(kind="helical"), 4, 'joint "pivot" type', "helical"),
            (pendulum(kind="hinge"), 4, 'joint "pivot" type', "hinge"),
            (pendulum('<axis xyz="0 0 0"/>'), 4, 'joint "pivot" axis xyz', "length"),
            (pendulum('<axis xyz="0 nan 0"/>'), 4, 'joint "pivot" axis xyz', "nan"),
            (pendulum('<axis xyz="0 1"/>'), 4, 'joint "pivot" axis xyz', "'0 1'"),
            (pendulum('<origin xyz="0, 0, 0"/>'), 4, 'joint "pivot" origin xyz', "'0, 0, 0'"),
            (pendulum("<axis/><axis/>"), 4, 'joint "pivot" axis', "2 times"),
            (pendulum('\n<origin xyz="0 0 1e999"/>'), 5, 'joint "pivot" origin xyz', "1e999"),
            (pendulum('<origin xzy="0 0 1"/>'), 4, 'joint "pivot" origin', "xzy"),
            (pendulum('<limit lower="2" upper="1"/>'), 4, 'joint "pivot" limit', "lower 2"),
            (pendulum('<limit lower="x" upper="1"/>'), 4, 'joint "pivot" limit lower', "'x'"),
            (pendulum('<limit effort="-2"/>'), 4, 'joint "pivot" limit effort', "-2"),
            (pendulum('<dynamics damping="-2"/>'), 4, 'joint "pivot" dynamics damping', "-2"),
            (pendulum('<parent link="bob"/>'), 4, 'joint "pivot" parent', "2 times"),
            (pendulum(link=INERTIAL.replace('"2"', '"-2"')), 3, 'link "bob" inertial mass', "-2"),
            (pendulum(link=INERTIAL.replace('"2"', '"NaN"')), 3, 'link "bob" inertial mass value', "NaN"),
            (pendulum(link=INERTIAL.replace('"2"', '"1_0"')), 3, 'link "bob" inertial mass value', "1_0"),
            (pendulum(link=INERTIAL.replace('izz="0.1"', 'izz="0.3"')), 3, 'link "bob" inertial inertia', "triangle"),
            (pendulum(link=INERTIAL.replace('<mass value="2"/>', "")), 3, 'link "bob" inertial mass', "no <mass>"),
            (pendulum(link=INERTIAL.replace('izz="0.1"', "")), 3, 'link "bob" inertial inertia izz', "missing"),
            (
                pendulum(link='\n<inertial><mass value="1"/></inertial>'),
                4,
                'link "bob" inertial inertia',
                "no <inertia>",
            ),
            (pendulum(more='<link name="stray"/>'), 5, 'link "stray"', "no joint holds"),
            (pendulum(more='<link name="bob"/>'), 5, 'link "bob" name', "2 times"),
            (pendulum().replace('parent link="stand"', 'parent link="stnad"'), 4, 'joint "pivot" parent', "stnad"),
            (pendulum().replace('<parent link="stand"/>', ""), 4, 'joint "pivot" parent', "no <parent>"),
            (pendulum().replace('joint name="pivot"', "joint"), 4, "joint", "name"),
            ('<robot name="r">\n<link name="a"/></robot>', 1, "joint", "no joints"),
        ],
    )
    def test_one_fault_one_problem_with_its_line(self, text, line, field, found):
        problem = only_problem(text)
        assert (problem.line, problem.field) == (line, field)
        assert found in problem.found
        assert problem.expected

    def test_a_loop(self):
        more = f"""<link name="c">{INERTIAL}</link>
<joint name="on" type="fixed"><parent link="bob"/><child link="c"/></joint>
<joint name="back" type="fixed"><parent link="c"/><child link="bob"/></joint>"""
        found = problems(pendulum(more=more))
        assert any("loop" in problem.found and problem.line == 7 for problem in found)

    def test_a_loop_without_a_root(self):
        text = f"""<robot name="ring"><link name="a">{INERTIAL}</link><link name="b">{INERTIAL}</link>
<joint name="x" type="continuous"><parent link="a"/><child link="b"/></joint>
<joint name="y" type="continuous"><parent link="b"/><child link="a"/></joint></robot>"""
        assert any("loop" in problem.found and problem.line in (2, 3) for problem in problems(text))

    def test_duplicate_joints(self):
        more = f"""<link name="c">{INERTIAL}</link>
<joint name="pivot" type="continuous"><parent link="bob"/><child link="c"/></joint>"""
        problem = only_problem(pendulum(more=more))
        assert (problem.line, problem.field) == (6, 'joint "pivot" name')

    def test_all_faults_at_once_in_the_order_of_the_file(self):
        link = INERTIAL.replace('"2"', '"-2"').replace('izz="0.1"', 'izz="much"')
        text = pendulum('<axis xyz="0 0 0"/><limit lower="a" upper="b"/>', link=link, more='<link name="stray"/>')
        found = problems(text)
        assert [problem.line for problem in found] == [3, 3, 4, 4, 4, 5]

    @pytest.mark.parametrize(
        ("joint", "fields"),
        [
            ('<limit lower="1" upper="-1" effort="-5" velocity="nan"/>', ["limit velocity", "limit effort", "limit"]),
            ('<limit lower="x" upper="-1" effort="-5"/>', ["limit lower", "limit effort"]),
            ('<dynamics damping="-1" friction="x"/>', ["dynamics friction", "dynamics damping"]),
            ('<dynamics damping="-1" friction="-1"/>', ["dynamics damping", "dynamics friction"]),
        ],
    )
    def test_a_fault_hides_none_of_another_attribute_in_a_joint(self, joint, fields):
        assert [problem.field for problem in problems(pendulum(joint))] == [f'joint "pivot" {name}' for name in fields]

    @pytest.mark.parametrize(
        ("old", "new", "field", "found"),
        [
            ('value="2"', 'value="-1" foo="1"', "mass", ["unknown attribute 'foo'", "-1 kg"]),
            ('value="2"/>', 'value="-1"/><mass value="2"/>', "mass", ["2 times", "-1 kg"]),
            ('izz="0.1"', 'izz="5" iyx="0"', "inertia", ["unknown attribute 'iyx'", "triangle"]),
        ],
    )
    def test_a_fault_hides_none_of_another_attribute_in_a_link(self, old, new, field, found):
        listed = problems(pendulum(link=INERTIAL.replace(old, new)))
        assert [problem.field for problem in listed] == [f'link "bob" inertial {field}'] * 2
        assert all(part in problem.found for part, problem in zip(found, listed, strict=True))

    def test_a_fault_hides_none_of_a_namesake(self):
        more = f"""<link name="c">{INERTIAL}</link>
<joint name="pivot" type="continuous"><parent link="bob"/><child link="c"/><limit velocity="-1"/></joint>"""
        listed = problems(pendulum('<limit velocity="x"/>', more=more))
        assert {(problem.line, problem.field) for problem in listed} == {
            (4, 'joint "pivot" limit velocity'),
            (6, 'joint "pivot" limit velocity'),
            (6, 'joint "pivot" name'),
        }

    def test_macros(self):
        text = '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">\n<xacro:include filename="a"/></robot>'
        problem = only_problem(text)
        assert problem.line == 2
        assert "xacro" in problem.hint
        assert "xacro" in only_problem(pendulum('<axis xyz="${x} 0 0"/>')).hint
        assert "xacro" in only_problem(pendulum(link=INERTIAL.replace('"2"', '"$(arg mass)"'))).hint
        # The name space alone, left behind by the expansion, does no harm.
        assert parse_urdf(pendulum().replace("<robot", '<robot xmlns:xacro="http://ros.org/wiki/xacro"')).joints

    def test_other_xml(self):
        assert "mujoco" in only_problem("<mujoco/>").found

    def test_malformed_xml(self):
        problem = only_problem('<robot name="r">\n<link name="a">\n</robot>')
        assert problem.line == 3
        assert "malformed" in problem.found


class TestHostileFiles:
    def test_an_entity_bomb_is_refused_at_once(self):
        levels = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">\n' for i in range(1, 30))
        text = f'<?xml version="1.0"?>\n<!DOCTYPE robot [<!ENTITY e0 "ha">\n{levels}]>\n<robot name="&e29;"/>'
        problem = only_problem(text)
        assert problem.line == 2
        assert "DOCTYPE" in problem.found

    def test_external_entities_are_refused(self, tmp_path):
        (tmp_path / "secret").write_text("secret")
        text = f'<!DOCTYPE robot [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]><robot name="&x;"/>'
        assert "DOCTYPE" in only_problem(text).found

    def test_deep_nesting_is_refused(self):
        assert "nested" in only_problem("<robot>" + "<a>" * 100_000).found

    def test_many_scraps_of_text_take_no_time(self):
        def read(count):
            parse_urdf(pendulum(more="<gazebo>" + "x<a/>" * count + "</gazebo>"))

        assert linear(read, 5_000)

    @pytest.mark.parametrize("link", ["<link/>", '<link name="a"><inertial/></link>'])
    def test_the_list_of_problems_ends(self, link):
        found = problems('<robot name="x">' + link * 20_000 + "</robot>")
        assert len(found) == 101
        assert found[-1].found == "more than 100 problems"

    def test_a_long_chain_without_mass_takes_no_time(self):
        def search(count):
            names = [f"l{i}" for i in range(count)]
            links = [Link(name, 0.0) for name in names]
            joints = [Joint(f"j{i}", "revolute", a, b) for i, (a, b) in enumerate(pairwise(names))]
            assert not list(massless(links, joints, []))
            assert len(list(idle(links, joints))) == 1

        assert linear(search, 500)

    def test_many_roots_of_one_chain_take_no_time(self):
        def search(count):
            chain = [Joint(f"c{i}", "revolute", f"l{i}", f"l{i + 1}") for i in range(count)]
            roots = [Joint(f"r{i}", "revolute", f"root{i}", "l0") for i in range(count)]
            links = [Link(f"root{i}", 0.0) for i in range(count)] + [Link(f"l{i}", 0.0) for i in range(count + 1)]
            assert _root(links, chain + roots) == "root0"

        assert linear(search, 400)

    @pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"\xff\xfe<\x00r\x00", b"<robot", b"not xml at all"])
    def test_garbage(self, tmp_path, content):
        path = tmp_path / "garbage.urdf"
        path.write_bytes(content)
        with pytest.raises(arm.DescriptionError, match=r"garbage\.urdf"):
            read_urdf(path)

    def test_a_directory_and_a_missing_file(self, tmp_path):
        for path in (tmp_path, tmp_path / "missing.urdf"):
            with pytest.raises(arm.DescriptionError):
                read_urdf(path)


class TestImpliedWorld:
    TEXT = pendulum(more='<joint name="floor" type="fixed"><origin xyz="0 0 1"/><parent link="world"/>'
                         '<child link="stand"/></joint>')  # fmt: skip

    def test_a_world_that_is_not_in_the_file_is_the_base(self):
        robot = parse_urdf(self.TEXT)
        assert robot.base == "world"
        assert robot.joint("floor").placement.xyz == (0.0, 0.0, 1.0)
        assert "not in the file" in note(robot, "'world'")
        named = parse_urdf(self.TEXT.replace("</robot>", '<link name="world"/></robot>'))
        assert named == robot
        assert not [text for text in named.notes if "'world'" in text]

    def test_a_strict_reader_and_other_names(self):
        assert "there is no link 'world'" in only_problem(self.TEXT).found
        with pytest.raises(arm.DescriptionError, match="there is no link 'ground'"):
            parse_urdf(self.TEXT.replace("world", "ground"))


class TestUnknownLimits:
    """Zeros of <limit> stand for numbers that the author of a file does not know."""

    ZEROS = ("0", "0.0", "-0", "0e5", " 0 ")

    @pytest.mark.parametrize("kind", ["revolute", "prismatic"])
    @pytest.mark.parametrize("zero", ZEROS)
    def test_zeros_bound_nothing_and_are_said(self, kind, zero):
        limit = f'<limit lower="{zero}" upper="{zero}" effort="{zero}" velocity="{zero}"/>'
        robot = parse_urdf(pendulum(limit, kind=kind))
        assert robot.joint("pivot").limits == Limits()
        for name in ("effort", "velocity", "lower and upper"):
            assert "(1): pivot; strict=True" in note(robot, f"{name} 0 in <limit> read as unknown")

    @pytest.mark.parametrize("given", ['upper="0"', 'lower="0"'])
    def test_a_range_of_one_zero_and_a_default_is_unknown(self, given):
        robot = parse_urdf(pendulum(f'<limit {given} effort="2" velocity="3"/>'))
        assert robot.joint("pivot").limits == Limits(velocity=3.0, effort=2.0)

    @pytest.mark.parametrize("limit", [(0.0, 1.0, 2.0, 3.0), (-1.0, 0.0, 2.0, 3.0), (0.5, 0.5, 2.0, 3.0)])
    def test_other_numbers_are_limits(self, limit):
        lower, upper, velocity, effort = limit
        text = f'<limit lower="{lower}" upper="{upper}" effort="{effort}" velocity="{velocity}"/>'
        robot = parse_urdf(pendulum(text))
        assert robot.joint("pivot").limits == Limits(*limit)
        assert not [line for line in robot.notes if "unknown" in line]

    def test_a_strict_reader_and_literal_zeros(self):
        limit = '<limit lower="0" upper="0" effort="0" velocity="0"{}/>'
        strict = parse_urdf(pendulum(limit.format("")), reading=Reading(strict=True))
        literal = parse_urdf(pendulum(limit.format(' zeros="literal"')))
        assert strict.joint("pivot").limits == literal.joint("pivot").limits == Limits(0.0, 0.0, 0.0, 0.0)

    def test_followers_and_freed_robots(self):
        zeros = '<limit lower="0" upper="0" effort="0" velocity="0"/>'
        more = '<link name="finger"/><joint name="grip" type="prismatic"><parent link="bob"/><child link="finger"/>'
        more += f'<axis xyz="0 1 0"/><mimic joint="pivot"/>{zeros}</joint></robot>'
        text = pendulum(zeros).replace("</robot>", more)
        for base in ("as described", "free"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", arm.ArmillaryWarning)
                robot = parse_urdf(text, reading=Reading(base=base))
            assert robot.joint("grip").limits == robot.joint("pivot").limits == Limits()
            assert "(2): pivot, grip" in note(robot, "effort 0")

    def test_command_interfaces_bound_what_a_zero_does_not(self):
        limit = '<limit lower="-2" upper="2" effort="0" velocity="0"/>'
        robot = parse_urdf(pendulum(limit, more=TestRos2Control.CONTROL.format(velocity=0)))
        assert robot.joint("pivot").limits == Limits(-2.0, 2.0, math.inf, 87.0)
        assert not [line for line in robot.notes if "effort 0" in line]

    @pytest.mark.parametrize("kind", ["revolute", "prismatic"])
    def test_limits_keep_their_meaning_when_written(self, kind):
        ends = (-math.inf, math.inf, 0.0, 1.5)
        joint = parse_urdf(pendulum(kind=kind)).joint("pivot")
        for lower, upper in ((low, high) for low in (-math.inf, -1.0, 0.0) for high in (math.inf, 1.0, 0.0)):
            for velocity, effort in ((v, e) for v in ends[1:] for e in ends[1:]):
                limits = Limits(lower, upper, velocity, effort)
                links = (Link("bob", 1.0, inertia=((1, 0, 0), (0, 1, 0), (0, 0, 1))),)
                robot = Robot("r", links, (replace(joint, limits=limits),), base=joint.parent)
                assert parse_urdf(to_urdf(robot)).joint("pivot").limits == limits


class TestRos2Control:
    CONTROL = """<ros2_control name="arm" type="system"><joint name="pivot">
      <command_interface name="effort"><param name="min">-80</param><param name="max">87</param></command_interface>
      <command_interface name="velocity"><param name="max">{velocity}</param></command_interface>
      <command_interface name="position"><param name="max">1</param></command_interface><state_interface name="effort"/>
      </joint><transmission name="t"><actuator name="m"/><joint name="pivot"><mechanical_reduction>50
      </mechanical_reduction></joint></transmission></ros2_control>"""

    def test_bounds_count_where_the_joint_has_none(self):
        robot = parse_urdf(pendulum(more=self.CONTROL.format(velocity=2)))
        assert robot.joint("pivot").limits == Limits(velocity=2.0, effort=87.0)
        assert robot.motors[0].ratio == 50.0
        limit = '<limit lower="-2" upper="2" effort="10" velocity="3"/>'
        robot = parse_urdf(pendulum(limit, more=self.CONTROL.format(velocity=2)))
        assert robot.joint("pivot").limits == Limits(-2.0, 2.0, 3.0, 10.0)

    def test_zero_is_unknown_unless_the_reader_is_strict(self):
        text = pendulum(more=self.CONTROL.format(velocity=0))
        assert parse_urdf(text).joint("pivot").limits.velocity == math.inf
        assert parse_urdf(text, reading=Reading(strict=True)).joint("pivot").limits.velocity == 0.0

    def test_a_bound_that_is_no_number_is_doubtful(self):
        with pytest.warns(arm.ArmillaryWarning, match="the value is 'fast'; inf is read"):
            assert parse_urdf(pendulum(more=self.CONTROL.format(velocity="fast"))).joint("pivot").limits.effort == 87.0


class TestSeveralCoordinates:
    @pytest.mark.parametrize("kind", ["planar", "floating"])
    def test_dynamics_are_those_of_pinocchio(self, kind):
        """Pinocchio's velocity of the origin is in the axes of the child, which turns by R: v = Rᵀ v_ours."""
        pin = pytest.importorskip("pinocchio")
        inertial = INERTIAL.replace("<inertial>", '<inertial><origin xyz="0.3 -0.1 0.2"/>')
        text = pendulum('<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="0 0 1"/>', inertial, kind)
        robot, model = parse_urdf(text), pin.buildModelFromXML(text)
        ours, data, rng = arm.evaluate(robot), model.createData(), np.random.default_rng(4)
        place, angle, n = rng.normal(size=3), 0.7, model.nv
        if kind == "planar":
            q, other = [*place[:2], angle], np.array([*place[:2], math.cos(angle), math.sin(angle)])
            G = np.eye(3)
            G[:2, :2] = from_rpy(0, 0, angle)[:2, :2].T
        else:
            w, *xyz = (four := rng.normal(size=4)) / np.linalg.norm(four)
            q, other, G = [*place, w, *xyz], np.array([*place, *xyz, w]), np.eye(6)
            G[:3, :3] = from_quaternion([w, *xyz]).T
        M = pin.crba(model, data, other)
        M = np.triu(M) + np.triu(M, 1).T
        gravity = pin.computeGeneralizedGravity(model, data, other)
        assert (robot.joints[0].type, len(q)) == (kind, arm.model(robot).nq)
        assert np.abs(G.T @ M @ G - ours.mass_matrix(q)).max() < 1e-13
        assert np.abs(G.T @ gravity - ours.gravity(q)).max() < 1e-13
        assert n == arm.model(robot).nv

    def test_friction_is_left_out_with_a_note(self):
        robot = parse_urdf(pendulum('<dynamics damping="1"/>', kind="floating"))
        assert "friction of joint 'pivot' is left out" in note(robot, "several coordinates")
