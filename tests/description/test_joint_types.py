"""Types of joint in Python and in files: their fields, their coordinates, and what is refused."""

import math

import pytest

import armillary as arm
from internals import FORMS, JOINT_TYPES, Coordinate, Friction, Joint, Limits, Link, Robot, parse_toml

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
DIRECTIONS = {"axis": Z, "second_axis": X, "pitch": 0.01}


def robot(kind: str, **fields) -> Robot:
    needed = {name: DIRECTIONS[name] for name in FORMS[kind].needs}
    return Robot("one", (Link("body", mass=1.0),), (Joint("j", kind, "base", "body", **(needed | fields)),))


@pytest.mark.parametrize("kind", [kind for kind in JOINT_TYPES if kind != "fixed"])
def test_names_and_sizes(kind):
    model, form = arm.model(robot(kind)), FORMS[kind]
    assert (model.nq, model.nv) == (len(form.q), len(form.v))
    assert len(form.turns) == model.nv
    assert model.neutral.tolist() == list(form.neutral)
    assert len(form.dimensions) == model.nq


@pytest.mark.parametrize("kind", [kind for kind in JOINT_TYPES if len(FORMS[kind].v) > 1])
def test_coordinates_read_back(kind):
    parts = []
    for k, _ in enumerate(FORMS[kind].v):
        spun = FORMS[kind].place(k) is None
        limits = Limits(velocity=2.0) if spun else Limits(-0.5 - k, 1.5, 3.0, 4.0)
        rubs = Friction(0.1 * k) if spun else Friction(0.3, 0.2, 0.1)
        parts.append(Coordinate(limits, rubs) if spun else Coordinate(limits, rubs, 5.0, 0.25))
    made = robot(kind, coordinates=parts)
    assert parse_toml(arm.to_toml(made)) == made
    model = arm.model(made)
    assert model.viscous.tolist() == [part.friction.viscous for part in parts]
    assert [model.stiffness[k, k] for k in range(model.nv)] == [part.stiffness for part in parts]


def test_units_of_a_file():
    read = parse_toml(
        'name = "s"\nlink = [{ name = "nut", mass = 1 }]\n[[joint]]\nname = "j"\ntype = "screw"\nparent = "base"\n'
        'child = "nut"\naxis = [0, 0, 2]\npitch = "5 mm/rev"\nlimits = { upper = "180 deg" }\n'
    ).joints[0]
    assert read.axis == Z
    assert read.pitch == pytest.approx(0.005 / (2 * math.pi))
    assert read.limits.upper == pytest.approx(math.pi)


@pytest.mark.parametrize(
    ("kind", "fields", "match"),
    [
        ("screw", {"pitch": 0.0}, "no pitch"),
        ("screw", {"pitch": math.inf}, "pitch"),
        ("revolute", {"pitch": 0.1}, "has a pitch"),
        ("screw", {"pitch": 1e200}, "too large a number"),
        ("cylindrical", {"axis": None}, "no axis"),
        ("floating", {"axis": Z}, "has an axis"),
        ("universal", {"second_axis": None}, "no second_axis"),
        ("universal", {"second_axis": (0.6, 0.0, 0.8)}, "36.87 deg from axis"),
        ("planar", {"second_axis": X}, "has a second_axis"),
        ("planar", {"friction": Friction(0.1)}, "one for each of x, y, angle"),
        ("planar", {"coordinates": (Coordinate(),)}, "1 coordinates"),
        ("revolute", {"coordinates": (Coordinate(),)}, "of the joint itself"),
        ("spherical", {"friction": Friction(0.1), "coordinates": (Coordinate(),) * 3}, "one for each of x, y, z"),
        ("floating", {"coordinates": (*[Coordinate()] * 5, Coordinate(stiffness=1.0))}, "a spring at a rotation"),
        (
            "floating",
            {"coordinates": (*[Coordinate()] * 5, Coordinate(friction=Friction(coulomb=1.0)))},
            "use viscous friction",
        ),
        ("floating", {"coordinates": (*[Coordinate()] * 5, Coordinate(Limits(-1, 1)))}, "a range for a rotation"),
        ("cylindrical", {"coordinates": (Coordinate(Limits(1, 0)), Coordinate())}, "lower at most upper"),
    ],
)
def test_faults(kind, fields, match):
    with pytest.raises(arm.DescriptionError, match=match):
        robot(kind, **fields)


def test_motors_with_an_axis_drive_single_coordinates():
    body, motor = (Link("body", mass=1.0),), (arm.Motor("m", "j", "base", rotor_inertia=1e-3, ratio=10, axis=Z),)
    screw = Robot("r", body, (Joint("j", "screw", "base", "body", axis=Z, pitch=0.1),), motors=motor)
    assert arm.evaluate(screw).mass_matrix([0.0])[0, 0] == pytest.approx(0.01 + 0.1)
    with pytest.raises(arm.DescriptionError, match="a revolute, prismatic or screw joint"):
        Robot("r", body, (Joint("j", "cylindrical", "base", "body", axis=Z),), motors=motor)


def test_impossible_numbers_of_coordinates_are_repaired():
    parts = (Coordinate(friction=Friction(-1.0)), Coordinate(Limits(1, 0)))
    joint = Joint("j", "cylindrical", "base", "body", axis=Z, coordinates=parts)
    found = arm.repair(Robot("r", (Link("body", mass=1.0),), (joint,), strict=False)).robot.joints[0].coordinates
    assert (found[0].friction.viscous, found[1].limits.lower, found[1].limits.upper) == (0.0, 0.0, 1.0)
