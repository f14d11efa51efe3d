"""Elastic gears in robot files: units, round trip, faults, other formats."""

import math
from dataclasses import replace

import pytest

import armillary as arm
from internals import Table, parse_toml, tables_of, to_mjcf, to_toml, to_urdf

FILE = """
name = "two axes"
[[link]]
name = "arm"
mass = 2.0
[[link]]
name = "slide"
mass = 1.0
[[joint]]
name = "shoulder"
type = "revolute"
parent = "base"
child = "arm"
axis = [0, 0, 1]
[[joint]]
name = "lift"
type = "prismatic"
parent = "arm"
child = "slide"
axis = [0, 0, 1]
[[motor]]
name = "turn"
joint = "shoulder"
carrier = "base"
rotor_inertia = "2 g cm^2"
ratio = 100
gear = { stiffness = "3 kN m/rad", damping = "0.5 N m s/rad", cubic = "1 MN m/rad^3" }
[[motor]]
name = "push"
joint = "lift"
carrier = "arm"
rotor_inertia = 1e-5
ratio = 600
gear = { stiffness = "2 N/um", damping = "10 N s/m" }
"""


def faults(text):
    with pytest.raises(arm.DescriptionError) as found:
        parse_toml(text)
    return {problem.field: str(problem) for problem in found.value.problems}


def test_gears_are_read_in_the_units_of_their_joints_and_written_back():
    robot = parse_toml(FILE)
    assert robot.motors[0].gear == arm.Gear(3000.0, 0.5, 1e6)
    assert robot.motors[1].gear == arm.Gear(stiffness=2e6, damping=10.0)
    assert parse_toml(to_toml(robot)) == robot
    assert not arm.Gear().elastic
    assert "3000" in robot._repr_html_()


def test_units_of_the_other_kind_of_joint_are_faults_all_at_once():
    text = FILE.replace("3 kN m/rad", "3 kN/m").replace("10 N s/m", "10 N m s")
    found = faults(text)
    assert set(found) == {"motor[0].gear.stiffness", "motor[1].gear.damping"}
    assert "N m/rad" in found["motor[0].gear.stiffness"]


@pytest.mark.parametrize(
    ("gear", "field", "said"),
    [
        ({"stiffness": -5.0}, "motor[0].gear.stiffness", "-5"),
        ({"stiffness": 0.0}, "motor[0].gear.stiffness", "above zero"),
        ({"stiffness": math.nan}, "motor[0].gear.stiffness", "nan"),
        ({"stiffness": 5.0, "damping": -1.0}, "motor[0].gear.damping", "-1"),
        ({"stiffness": 5.0, "cubic": math.inf}, "motor[0].gear.cubic", "finite"),
        ({"damping": 1.0}, "motor[0].gear.damping", "rigid gear"),
        ({"stiffness": "soft"}, "motor[0].gear.stiffness", "a number"),
    ],
)
def test_faulty_numbers(gear, field, said):
    robot = parse_toml(FILE)
    with pytest.raises(arm.DescriptionError) as found:
        replace(robot, motors=(replace(robot.motors[0], gear=arm.Gear(**gear)),))
    (problem,) = found.value.problems
    assert problem.field == field
    assert said in str(problem)


def test_a_rotor_without_inertia_behind_an_elastic_gear():
    found = faults(FILE.replace('rotor_inertia = "2 g cm^2"\n', "").replace('"3 kN m/rad"', "-3"))
    assert set(found) == {"motor[0].rotor_inertia", "motor[0].gear.stiffness"}
    assert "above zero" in found["motor[0].rotor_inertia"]


def test_a_field_that_is_no_gear():
    robot = parse_toml(FILE)
    with pytest.raises(arm.DescriptionError, match=r"gear: 5000.0; expected a Gear or None \(Gear\(stiffness"):
        replace(robot, motors=(replace(robot.motors[0], gear=5000.0),))
    assert "motor[0].gear.wear" in faults(FILE.replace("gear = {", "gear = { wear = 1,", 1))


def test_joints_that_cannot_have_an_elastic_gear():
    ball = FILE.replace('type = "revolute"', 'type = "spherical"').replace("axis = [0, 0, 1]\n", "", 1)
    assert set(faults(ball)) == {"motor[0].gear"}
    couple = 'couple = { joint = "shoulder", polynomial = [0, 1, 2] }\n'
    bent = FILE.replace('child = "slide"\n', 'child = "slide"\n' + couple)
    found = faults(bent)
    assert set(found) == {"motor[1].gear"}
    assert "order 2" in found["motor[1].gear"]
    parse_toml(bent.replace("[0, 1, 2]", "[0, 1]"))


def test_other_formats_say_that_they_leave_drives_out():
    winding, friction = arm.Winding(0.05, 0.5), arm.Friction(1e-4)
    robot = parse_toml(FILE)
    gear = replace(robot.motors[0].gear, efficiency=0.9)
    first = replace(robot.motors[0], gear=gear, winding=winding, friction=friction)
    robot = replace(robot, motors=(first, *robot.motors[1:]))
    for write in (to_urdf, to_mjcf):
        with pytest.warns(arm.ArmillaryWarning) as said:
            write(robot)
        for part in ("elastic gears", "losses of gears", "friction of rotors", "windings"):
            assert part in str(said[0].message)
    shown = {table.title: table for table in tables_of(robot) if isinstance(table, Table)}
    assert shown["Gears"].rows[0][-2:] == ("90 %", "100 %")
    assert shown["Windings"].rows[0][:3] == (first.name, "0.05", "0.5")
    assert "0.0001 N·m·s/rad" in shown["Motors"].rows[0]
