"""Flexible links in robot files and in Python: what is read, what is refused and where, what is written."""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import (
    SECTION_SIZES,
    SHAPE_FAMILIES,
    Beam,
    BeamNode,
    Frame,
    Joint,
    Link,
    ModalData,
    ModalNode,
    Modes,
    Motor,
    Payload,
    Placement,
    Robot,
    Section,
    Station,
    Sublinks,
    parse_toml,
    points_needed,
    to_toml,
)
from samples import examples

GOOD = """name = "bend"

[[link]]
name = "upper"
[link.beam]
length = "400 mm"
E = "71 GPa"
G = 27e9
density = "2.71 g/cm^3"
section = { shape = "rectangle", width = "5 mm", height = 0.04 }
nodes = [{ name = "mid", at = "20 cm" }, { name = "late", at = 0.35 }]
modes = { bending_y = 2, bending_z = 1, torsion = 1, damping = "1 %" }

[[link]]
name = "fore"
mass = 0.1
com = [0.01, 0, 0]
[link.beam]
length = 0.3
E = 71e9
density = 2710
axis = [0, 0, 2]
normal = [3, 0, 0]
stations = [
  { at = 0, section = { shape = "tube", outer = 0.02, inner = 0.018 } },
  { at = 0.1, section = { shape = "tube", outer = 0.015, inner = 0.01 } },
  { at = 0.1, section = { shape = "tube", outer = 0.01, inner = 0 } },
]
sublinks = 5

[[link]]
name = "hand"
mass = 0.2

[[joint]]
name = "shoulder"
type = "revolute"
parent = "base"
child = "upper"
axis = [0, 0, 1]
spring = { stiffness = "10 N·m/rad", rest = "10 deg" }

[[joint]]
name = "elbow"
type = "prismatic"
parent = "upper"
child = "fore"
node = "mid"
axis = [0, 0, 1]
spring = { stiffness = "10 kN/m", rest = "10 mm" }

[[joint]]
name = "wrist"
type = "spherical"
parent = "fore"
child = "hand"

[[motor]]
name = "drive"
joint = "elbow"
carrier = "upper"
node = "tip"
mass = 1

[[payload]]
name = "box"
link = "upper"
node = "late"
mass = 1

[[frame]]
name = "eye"
link = "upper"
node = "root"
"""


def problems(text: str) -> tuple:
    with pytest.raises(arm.DescriptionError) as caught:
        parse_toml(text, "arm.toml")
    return caught.value.problems


def test_beams_have_the_numbers_that_are_written():
    robot = parse_toml(GOOD)
    upper, fore, hand = (link.beam for link in robot.links)
    section = Section("rectangle", (0.005, 0.04))
    nodes = (BeamNode("mid", 0.2), BeamNode("late", 0.35))
    modes = Modes(bending_y=2, bending_z=1, torsion=1, damping=(0.01,))
    assert upper == Beam(0.4, 71e9, 2710.0, (Station(0.0, section),), G=27e9, nodes=nodes, modes=modes)
    assert upper.mass == pytest.approx(0.4 * 0.005 * 0.04 * 2710, rel=1e-14)
    assert (fore.axis, fore.normal, fore.sublinks) == ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), Sublinks(5))
    assert [station.section.size for station in fore.stations] == [(0.02, 0.018), (0.015, 0.01), (0.01, 0.0)]
    assert hand is None
    assert (robot.links[0].mass, robot.links[1].mass) == (0.0, 0.1)
    assert [joint.node for joint in robot.joints] == [None, "mid", None]
    assert (robot.motors[0].node, robot.payloads[0].node, robot.frames[0].node) == ("tip", "late", "root")
    shoulder, elbow, _ = robot.joints
    assert (shoulder.stiffness, shoulder.rest) == (10.0, math.radians(10))
    assert (elbow.stiffness, elbow.rest) == (1e4, 0.01)


BEAM = "length = 1\nE = 1e9\ndensity = 1000\n"


def beam(text: str, head: str = BEAM) -> Beam:
    link = f'name = "one"\n[[link]]\nname = "arm"\n[link.beam]\n{head}{text}\n'
    joint = '[[joint]]\nname = "pivot"\ntype = "revolute"\nparent = "base"\nchild = "arm"\naxis = [0, 0, 1]\n'
    return parse_toml(link + joint).links[0].beam


@pytest.mark.parametrize(
    ("written", "section"),
    [
        ("shape = 'rectangle', width = '1 cm', height = '2 cm'", Section("rectangle", (0.01, 0.02))),
        ("shape = 'circle', diameter = '1 in'", Section("circle", (0.0254,))),
        ("shape = 'tube', outer = 0.03, inner = 0.02", Section("tube", (0.03, 0.02))),
        ("area = '2 cm^2', Iy = '3 cm^4', Iz = '4 mm^4', J = 1e-9", Section("general", (2e-4, 3e-8, 4e-12, 1e-9))),
        ("shape = 'general', area = 1, Iy = 2, Iz = 3, J = 4", Section("general", (1.0, 2.0, 3.0, 4.0))),
    ],
)
def test_every_kind_of_section(written, section):
    assert beam(f"section = {{ {written} }}").stations == (Station(0.0, section),)


CIRCLE = "section = { shape = 'circle', diameter = 0.01 }\n"


def test_the_ways_to_make_a_beam_discrete():
    assert (beam(CIRCLE).modes, beam(CIRCLE).sublinks) == (None, None)
    spatial = beam(CIRCLE + "G = 1e9\nsublinks = { count = 3, bending_z = true, torsion = true, damping = '2 %' }")
    assert spatial.sublinks == Sublinks(3, True, True, True, 0.02)
    modes = beam(CIRCLE + "modes = { bending_y = 2, shapes = 'tip-mass', tip_mass = '500 g', damping = [0.01, 0.02] }")
    assert modes.modes == Modes(bending_y=2, shapes="tip-mass", tip_mass=0.5, damping=(0.01, 0.02))
    switches = beam(CIRCLE + "modes.axial = 1\nstiffening = false\nrotary_inertia = true\nquadrature = 9")
    assert (switches.stiffening, switches.rotary_inertia, switches.quadrature) == (False, True, 9)
    assert beam(CIRCLE + "modes = { bending_y = 1, published_half_slope = true }").modes.published_half_slope is True


def test_a_normal_is_turned_until_it_is_across_the_axis():
    found = beam(CIRCLE + "axis = [1, 2, 3]\nnormal = [1, 0.3, -7]")
    x, y = np.array(found.axis), np.array(found.normal)
    np.testing.assert_allclose([x @ x, y @ y, x @ y], [1, 1, 0], atol=1e-15)
    assert abs(np.linalg.det([x, y, [1, 0.3, -7]])) < 1e-14  # it stays in the plane of both
    assert y @ [1, 0.3, -7] > 0
    grazing = beam(CIRCLE + "axis = [1, 0, 0]\nnormal = [1, 0, 1e-5]")
    np.testing.assert_allclose(grazing.normal, [0, 0, 1], atol=1e-15)


def test_points_needed_grow_with_the_largest_family():
    assert points_needed(Modes(bending_y=2, bending_z=5, torsion=3)) == 14
    assert points_needed(Modes(torsion=3, axial=9)) == 20


# What is replaced in the good file, by what; the line and field to be named, and parts of the message.
UPPER, FORE = "link[0].beam", "link[1].beam"
SECTION = 'section = { shape = "rectangle", width = "5 mm", height = 0.04 }'
MODES = 'modes = { bending_y = 2, bending_z = 1, torsion = 1, damping = "1 %" }'
STATIONS = re.search(r"stations = .*?\n]", GOOD, re.DOTALL)[0]
CASES = {
    "zero length": ('"400 mm"', "0", 6, f"{UPPER}.length", ["0 m", "above zero"]),
    "negative length": ("length = 0.3", "length = -0.3", 19, f"{FORE}.length", ["-0.3 m"]),
    "length in kg": ('"400 mm"', '"4 kg"', 6, f"{UPPER}.length", ["measures kg, not m"]),
    "missing length": ('length = "400 mm"\n', "", 5, f"{UPPER}.length", ["missing"]),
    "zero density": ("2710", "0", 21, f"{FORE}.density", ["0 kg/m³"]),
    "negative E": ('"71 GPa"', '"-71 GPa"', 7, f"{UPPER}.E", ["-7.1e+10 Pa", "above zero"]),
    "zero E": ('"71 GPa"', "0", 7, f"{UPPER}.E", ["above zero"]),
    "E in metres": ('"71 GPa"', '"71 m"', 7, f"{UPPER}.E", ["measures m, not Pa", "70 GPa"]),
    "zero G": ("G = 27e9", "G = 0", 8, f"{UPPER}.G", ["0 Pa"]),
    "no G for torsion": ("G = 27e9\n", "", 5, f"{UPPER}.G", ["missing", "twists", "2 (1 + ν)"]),
    "no G for twisting sublinks": (
        "sublinks = 5", "sublinks = { count = 5, torsion = true }", 18, f"{FORE}.G", ["missing"],
    ),
    "misspelt field": ("density = 2710", "densty = 2710", 21, f"{FORE}.densty", ["did you mean density?"]),
    "zero thickness": ('"5 mm"', '"0 mm"', 10, f"{UPPER}.section.width", ["0 m", "above zero"]),
    "negative height": ("0.04", "-0.04", 10, f"{UPPER}.section.height", ["-0.04 m"]),
    "misspelt section": ("height = 0.04", "hight = 0.04", 10, f"{UPPER}.section.hight", ["did you mean height?"]),
    "missing section": (SECTION, "", 5, f"{UPPER}.stations", ["missing", "stations"]),
    "section as number": (SECTION, "section = 5", 10, f"{UPPER}.section", ["5", "a table"]),
    "section without shape": ('shape = "rectangle", ', "", 10, f"{UPPER}.section.shape", ["missing", "area, Iy, Iz"]),
    "unknown section": ('"rectangle"', '"tub"', 10, f"{UPPER}.section.shape", ["'tub'", "did you mean tube?"]),
    "section with bad second moment": (
        SECTION, "section = { area = 1, Iy = 1, Iz = 0, J = -1 }", 10, f"{UPPER}.section.Iz", ["0 m⁴"],
    ),
    "section with bad torsion constant": (
        SECTION, "section = { area = 1, Iy = 1, Iz = 1, J = -1 }", 10, f"{UPPER}.section.J", ["-1 m⁴"],
    ),
    "field of another section": (
        'shape = "rectangle", width = "5 mm", height', 'shape = "circle", diameter = 1, height', 10,
        f"{UPPER}.section.height", ["'height' is not a field of 'circle'; expected one of shape, diameter"],
    ),
    "joint named like a mode": ('"shoulder"', '"upper.bending_y2"', 36, "joint[0].name", ["elastic coordinate"]),
    "modulus too small for numbers": ('"71 GPa"', "1e-300", 7, f"{UPPER}.E", ["too small a number"]),
    "section too thin for numbers": ('"5 mm"', "1e-200", 10, f"{UPPER}.section", ["too small a number"]),
    "section too thick for numbers": ('"5 mm"', "1e200", 10, f"{UPPER}.section", ["too large"]),
    "tube without wall": (
        "inner = 0.018", "inner = 0.02", 25, f"{FORE}.stations[0].section.inner", ["no thickness", "less than outer"],
    ),
    "tube with negative hole": ("inner = 0.01 ", "inner = -1 ", 26, f"{FORE}.stations[1].section.inner", ["-1"]),
    "misspelt in a station": (
        "inner = 0.01 ", "iner = 0.01 ", 26, f"{FORE}.stations[1].section.iner", ["did you mean inner?"],
    ),
    "stations not ascending": ("{ at = 0, s", "{ at = 0.2, s", 26, f"{FORE}.stations[1].at", ["0.1 m, after 0.2 m"]),
    "three stations at one place": (
        "{ at = 0, s", "{ at = 0.1, s", 27, f"{FORE}.stations[2].at", ["third", "at most two"],
    ),
    "station beyond the end": (
        "inner = 0.01 } },\n  { at = 0.1", "inner = 0.01 } },\n  { at = 0.5", 27,
        f"{FORE}.stations[2].at", ["0.5 m", "0.3 m"],
    ),
    "negative station": ("{ at = 0, s", "{ at = -1, s", 25, f"{FORE}.stations[0].at", ["-1 m"]),
    "stations of two kinds": (
        '{ shape = "tube", outer = 0.01, inner = 0 }', "{ shape = 'circle', diameter = 0.01 }", 27,
        f"{FORE}.stations[2].section.shape", ["'circle' after 'tube'"],
    ),
    "stations and section": ("sublinks = 5", CIRCLE, 24, f"{FORE}.stations", ["together with section"]),
    "no stations": (STATIONS, "stations = []", 24, f"{FORE}.stations", ["no section"]),
    "normal along the axis": ("[3, 0, 0]", "[0, 0, 1]", 23, f"{FORE}.normal", ["parallel", "[0, 1, 0]"]),
    "y along the axis": (
        "axis = [0, 0, 2]\nnormal = [3, 0, 0]", "axis = [0, -1, 0]", 18, f"{FORE}.normal", ["left out"],
    ),
    "axis of no length": ("[0, 0, 2]", "[0, 0, 0]", 22, f"{FORE}.axis", ["no direction"]),
    "no modes": (MODES, "modes = { shapes = 'polynomial' }", 12, f"{UPPER}.modes", ["there are no modes; "]),
    "no modes but damping": (
        MODES, "modes = { damping = 0.01 }", 12, f"{UPPER}.modes", ["no modes, but a damping of 0.01", "rigid beam"],
    ),
    "modes as a number": (MODES, "modes = 0", 12, f"{UPPER}.modes", ["0; expected a table", "bending_y"]),
    "negative count": ("bending_y = 2", "bending_y = -2", 12, f"{UPPER}.modes.bending_y", ["-2", "zero or more"]),
    "half a mode": ("bending_y = 2", "bending_y = 2.0", 12, f"{UPPER}.modes.bending_y", ["2.0", "whole number"]),
    "too many modes": ("bending_y = 2", "bending_y = 10000000000", 12, f"{UPPER}.modes", ["at most 200"]),
    "unknown shapes": (
        'damping = "1 %"', "shapes = 'canti'", 12, f"{UPPER}.modes.shapes", ["did you mean cantilever?"],
    ),
    "negative damping": ('"1 %"', "-0.1", 12, f"{UPPER}.modes.damping", ["-0.1", "from 0 to 1"]),
    "damping above one": ('"1 %"', "2", 12, f"{UPPER}.modes.damping", ["2;", "'5 %' is 0.05"]),
    "damping as text": ('"1 %"', "'low'", 12, f"{UPPER}.modes.damping", ["'low'"]),
    "number of damping ratios": ('"1 %"', "[0.1, 0.1]", 12, f"{UPPER}.modes.damping", ["2 damping ratios for 4 modes"]),
    "tip mass without its shapes": (
        'damping = "1 %"', "tip_mass = 1", 12, f"{UPPER}.modes.tip_mass", ["'loaded'", "shapes = 'tip-mass'"],
    ),
    "negative tip mass": (
        'damping = "1 %"', "tip_mass = -1, shapes = 'tip-mass'", 12, f"{UPPER}.modes.tip_mass", ["-1"],
    ),
    "misspelt mode": ("bending_z", "bendng_z", 12, f"{UPPER}.modes.bendng_z", ["did you mean bending_"]),
    "no sublinks": ("sublinks = 5", "sublinks = 0", 29, f"{FORE}.sublinks", ["a value from 1 to", "rigid beam"]),
    "half a sublink": ("sublinks = 5", "sublinks = 2.5", 29, f"{FORE}.sublinks", ["2.5", "whole number"]),
    "sublinks as text": (
        "sublinks = 5", "sublinks = 'five'", 29, f"{FORE}.sublinks", ["'five'", "a count, or a table"],
    ),
    "negative sublinks": ("= 5", "= { count = -5 }", 29, f"{FORE}.sublinks.count", ["-5"]),
    "stiff sublinks": ("= 5", "= { count = 5, bending_y = false }", 29, f"{FORE}.sublinks", ["neither bend nor twist"]),
    "overdamped sublinks": ("= 5", "= { count = 5, damping = 3 }", 29, f"{FORE}.sublinks.damping", ["'5 %' is 0.05"]),
    "sublinks and modes": ("sublinks = 5", "sublinks = 5\nmodes.axial = 1", 29, f"{FORE}.sublinks", ["modes"]),
    "sublinks without stiffening": (
        "sublinks = 5", "sublinks = 5\nstiffening = false", 30, f"{FORE}.stiffening", ["off"],
    ),
    "switch as text": ("sublinks = 5", "rotary_inertia = 'yes'", 29, f"{FORE}.rotary_inertia", ["true or false"]),
    "coarse quadrature": (
        MODES, f"{MODES}\nquadrature = 7", 13, f"{UPPER}.quadrature", ["7 Gauss points", "4 modes", "at least 8"],
    ),
    "no quadrature": (MODES, f"{MODES}\nquadrature = 0", 13, f"{UPPER}.quadrature", ["0; expected a value from 1 to"]),
    "node beyond the end": ("0.35", "0.45", 11, f"{UPPER}.nodes[1].at", ["0.45 m is beyond", "0.4 m"]),
    "negative node": ("0.35", "-0.1", 11, f"{UPPER}.nodes[1].at", ["-0.1 m"]),
    "node twice": ('"late", at', '"mid", at', 11, f"{UPPER}.nodes[1].name", ["'mid' is used twice"]),
    "node called tip": ('"late", at', '"tip", at', 11, f"{UPPER}.nodes[1].name", ["which every beam has"]),
    "node without name": ('name = "late", ', "", 11, f"{UPPER}.nodes[1].name", ["missing"]),
    "nodes as a number": ("nodes = [", "nodes = 5 # [", 11, f"{UPPER}.nodes", ["a list such as"]),
    "motor at no node": ('node = "tip"', 'node = "tipp"', 62, "motor[0].node", [
        "link 'upper' has no node 'tipp'; expected one of root, mid, late, tip (did you mean tip?)"]),
    "joint at no node": ('node = "mid"', 'node = "x"', 48, "joint[1].node", ["no node 'x'"]),
    "payload at no node": ('node = "late"', 'node = "lat"', 68, "payload[0].node", ["did you mean late?"]),
    "frame at no node": ('node = "root"', 'node = "rot"', 74, "frame[0].node", ["did you mean root?"]),
    "node of a rigid link": (
        'link = "upper"\nnode = "root"', 'link = "hand"\nnode = "tip"', 74, "frame[0].node",
        ["link 'hand' is rigid and has no nodes"],
    ),
    "node of the base": (
        'link = "upper"\nnode = "root"', 'link = "base"\nnode = "tip"', 74, "frame[0].node", ["rigid"],
    ),
    "node as a number": ('node = "mid"', "node = 2", 48, "joint[1].node", ["a text in quotes"]),
    "frame named like a node": ('"eye"', '"upper.mid"', 72, "frame[0].name", ["also the name of a node"]),
    "negative spring": ('"10 kN/m"', "-1", 50, "joint[1].spring.stiffness", ["-1", "zero or more"]),
    "rotary spring in N/m": ('"10 N·m/rad"', "'10 N/m'", 41, "joint[0].spring.stiffness", ["not N m/rad"]),
    "sliding spring in N m/rad": ('"10 kN/m"', "'10 N m/rad'", 50, "joint[1].spring.stiffness", ["not N/m"]),
    "spring without stiffness": ('stiffness = "10 kN/m", ', "", 50, "joint[1].spring.stiffness", ["missing"]),
    "spring as a number": (
        '{ stiffness = "10 kN/m", rest = "10 mm" }', "3", 50, "joint[1].spring", ["stiffness, rest"],
    ),
    "spring at a ball": (
        'child = "hand"', 'child = "hand"\nspring.stiffness = 1', 57, "joint[2].spring", ["spherical", "none there"],
    ),
    "hub without mass": (
        "mass = 0.1\n", "inertia = { xx = 1, yy = 1, zz = 1 }\n", 14, "link[1].mass", ["positive mass"],
    ),
    "beam as a number": (
        'name = "hand"\nmass = 0.2', 'name = "hand"\nbeam = 3', 33, "link[2].beam", ["3; expected a table", "length"],
    ),
}  # fmt: skip
DRAGGED = {  # a field that is misspelt is missing, too; and so on
    "misspelt field", "misspelt section", "misspelt in a station", "section with bad second moment", "node twice",
    "node called tip",
}  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_named_with_its_line_and_field_and_alone(case):
    old, new, line, field, parts = CASES[case]
    assert old in GOOD
    found = problems(GOOD.replace(old, new, 1))
    here = [str(problem) for problem in found if (problem.line, problem.field) == (line, field)]
    assert here, [str(problem) for problem in found]
    for part in parts:
        assert part in " ".join(here)
    assert case in DRAGGED or len(found) == 1, [str(problem) for problem in found]


def test_faults_of_a_beam_and_of_what_it_carries_are_reported_at_once():
    text = GOOD
    for old, new in [
        ('"400 mm"', '"4 kg"'), ('"71 GPa"', "-1"), ("G = 27e9\n", "G = 'x'\n"), ('"5 mm"', "0"),
        ('at = "20 cm"', "at = true"), ('"late", at', '"", at'), ("bending_y = 2", "bending_y = -2"),
        ("torsion = 1", "torsion = 1.5"), ('node = "tip"', 'node = "late"'), ("mass = 0.2", "mass = -0.2"),
        ("sublinks = 5", "sublinks = 0"), ('"10 kN/m"', "-1"),
    ]:  # fmt: skip
        assert old in text
        text = text.replace(old, new, 1)
    assert [problem.field for problem in problems(text)] == [
        f"{UPPER}.length", f"{UPPER}.E", f"{UPPER}.G", f"{UPPER}.section.width", f"{UPPER}.nodes[0].at",
        f"{UPPER}.nodes[1].name", f"{UPPER}.modes.torsion", f"{UPPER}.modes.bending_y", f"{FORE}.sublinks",
        "link[2].mass", "joint[1].spring.stiffness",
    ]  # fmt: skip


def test_a_faulty_beam_brings_no_complaint_about_its_nodes():
    text = GOOD.replace("nodes = [", "nods = [")
    assert [problem.field for problem in problems(text)] == [
        f"{UPPER}.nods", "joint[1].node", "payload[0].node",
    ]  # fmt: skip
    text = GOOD.replace('at = "20 cm"', 'at = "20 kg"')
    assert [problem.field for problem in problems(text)] == [f"{UPPER}.nodes[0].at"]


def test_a_spring_of_a_fixed_joint_is_noted():
    (note,) = parse_toml(GOOD.replace('"spherical"', '"fixed"\nspring.stiffness = 1')).notes
    assert note == "joint 'wrist' is fixed: its spring have no effect".replace("have", "has")


# Robots built in Python.


def bar(**changes) -> Beam:
    plain = {"length": 1, "E": 1e9, "density": 1000, "stations": [Station(0, Section("circle", (0.01,)))]}
    return Beam(**plain | {"modes": Modes(bending_y=1)} | changes)


def pendulum(beam=None, **changes) -> Robot:
    link = Link("bob", beam=beam)
    joint = Joint(
        **{"name": "pivot", "type": "revolute", "parent": "base", "child": "bob", "axis": (0, 1, 0)} | changes
    )
    return Robot("pendulum", (link,), (joint,))


def found(make) -> list[tuple[str, str]]:
    with pytest.raises(arm.DescriptionError) as caught:
        make()
    assert str(caught.value)
    return [(problem.field, problem.expected) for problem in caught.value.problems]


def test_numpy_numbers_and_lists_become_plain_ones():
    robot = pendulum(
        bar(
            length=np.float32(1),
            axis=np.array([1, 0, 0]),
            stations=np.array([Station(np.int64(0), Section("circle", [0.01]))]),
            nodes=[BeamNode("mid", np.array(0.5))],
            modes=Modes(bending_y=np.int64(2), torsion=np.uint8(0), damping=0.01, published_half_slope=np.bool_(False)),
            quadrature=np.int32(12),
            stiffening=np.True_,
        ),
        stiffness=np.int64(3),
    )
    plain = bar(nodes=(BeamNode("mid", 0.5),), modes=Modes(2, damping=(0.01,)), quadrature=12, stiffening=True)
    assert robot == pendulum(plain, stiffness=3.0)
    assert hash(robot) == hash(pendulum(plain, stiffness=3.0))
    beam = robot.links[0].beam
    assert [type(value) for value in (beam.modes.bending_y, beam.quadrature, beam.stiffening)] == [int, int, bool]
    assert type(beam.length) is float


DATA = ModalData(
    (10.0, 20.0),
    (
        ModalNode("mid", (0.5, 0, 0), 1.0, translation=((0, 1, 0), (0, 0, 1))),
        ModalNode("tip", (1, 0, 0), 1.0, translation=((0, 2, 0), (0, 0, -2)), rotation=((0, 0, 1), (0, 1, 0))),
    ),
)


@pytest.mark.parametrize(
    ("beam", "field", "expected"),
    [
        ("soft", "beam", "a Beam or ModalData or None"),
        (bar(length="1 m"), "beam.length", "a number"),
        (bar(length=None), "beam.length", "a number"),
        (bar(G="27 GPa"), "beam.G", "a number or None"),
        (bar(axis=(1, 0)), "beam.axis", "three numbers"),
        (bar(stations=Section("circle", (1,))), "beam.stations", "a sequence of Station"),
        (bar(stations=[Section("circle", (1,))]), "beam.stations[0]", "a Station"),
        (bar(stations=[Station(0, "circle")]), "beam.stations[0].section", "a Section"),
        (bar(stations=[Station(0, Section("circle", "thick"))]), "beam.stations[0].section.size", "numbers"),
        (bar(stations=[Station(0, Section(3, (1,)))]), "beam.stations[0].section.shape", "a text"),
        (bar(stations=[Station(0, Section("square", (1,)))]), "beam.stations[0].section.shape", "one of rectangle"),
        (bar(stations=[Station(0, Section("circle", (1, 2)))]), "beam.stations[0].section", "1: diameter"),
        (bar(stations=[]), "beam.stations", "at least one section"),
        (bar(nodes="mid"), "beam.nodes", "a sequence of BeamNode"),
        (bar(nodes=[("mid", 0.5)]), "beam.nodes[0]", "a BeamNode"),
        (bar(nodes=[BeamNode(3, 0.5)]), "beam.nodes[0].name", "a text"),
        (bar(nodes=[BeamNode("mid", math.nan)]), "beam.nodes[0].at", "zero or more"),
        (bar(modes=2), "beam.modes", "Modes or None"),
        (bar(modes=Modes(bending_y=2.0)), "beam.modes.bending_y", "a whole number"),
        (bar(modes=Modes(bending_y=True)), "beam.modes.bending_y", "a whole number"),
        (bar(modes=Modes(bending_y="2")), "beam.modes.bending_y", "a whole number"),
        (bar(modes=Modes(bending_y=1, damping="low")), "beam.modes.damping", "numbers"),
        (bar(modes=Modes(bending_y=1, damping=[None])), "beam.modes.damping", "numbers"),
        (bar(modes=Modes(bending_y=1, damping=math.nan)), "beam.modes.damping[0]", "from 0 to 1"),
        (bar(modes=Modes(bending_y=1, damping=())), "beam.modes.damping", "one"),
        (bar(modes=Modes(bending_y=1, shapes=1)), "beam.modes.shapes", "a text"),
        (bar(modes=Modes(bending_y=1, shapes="sine")), "beam.modes.shapes", "one of loaded, cantilever"),
        (bar(modes=Modes(bending_y=1, tip_mass="1")), "beam.modes.tip_mass", "a number or None"),
        (bar(modes=Modes(bending_y=1, published_half_slope=1)), "beam.modes.published_half_slope", "True or False"),
        (bar(sublinks=Sublinks(3)), "beam.sublinks", "either sublinks or modes"),
        (bar(modes=None, sublinks=3), "beam.sublinks", "Sublinks or None"),
        (bar(modes=None, sublinks=Sublinks(2.5)), "beam.sublinks.count", "a whole number"),
        (bar(stiffening="on"), "beam.stiffening", "True or False"),
        (bar(quadrature=8.0), "beam.quadrature", "a whole number or None"),
        (bar(axis=(2, 0, 0)), "beam.axis", "a unit vector"),
        (bar(normal=(1, 0, 0)), "beam.normal", "a direction across the axis"),
        (bar(normal=(math.sqrt(0.5), math.sqrt(0.5), 0)), "beam.normal", "a direction across the axis"),
        (bar(E=math.inf), "beam.E", "a finite value above zero"),
        (bar(density=1e300, length=1e200), "beam", "numbers of a real beam"),
        (replace(DATA, frequencies=("10",)), "modal.frequencies", "numbers"),
        (replace(DATA, nodes=("tip",)), "modal.nodes[0]", "a ModalNode"),
        (replace(DATA, nodes=[ModalNode("tip", (1, 0))]), "modal.nodes[0].position", "three numbers"),
        (replace(DATA, nodes=[replace(DATA.nodes[1], translation=5)]), "modal.nodes[0].translation", "rows of three"),
        (replace(DATA, nodes=[replace(DATA.nodes[1], rotation=((1, 2),))]), "modal.nodes[0].rotation", "rows of three"),
        (replace(DATA, nodes=[replace(DATA.nodes[1], mass=None)]), "modal.nodes[0].mass", "a number"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("error")
def test_what_is_wrong_with_a_beam_built_in_python_is_named(beam, field, expected):
    ((place, said),) = found(lambda: pendulum(beam))
    assert place == f"link[0].{field}"
    assert expected in said


@pytest.mark.parametrize(
    ("changes", "field", "expected"),
    [
        ({"stiffness": "10"}, "stiffness", "a number"),
        ({"stiffness": -1}, "spring.stiffness", "zero or more"),
        ({"rest": math.inf}, "spring.rest", "finite"),
        ({"node": 3}, "node", "a text or None"),
        ({"node": "tip"}, "node", "no node here"),
        ({"type": "spherical", "axis": None, "rest": 1}, "spring", "none there"),
    ],
)
def test_what_is_wrong_with_a_joint_is_named(changes, field, expected):
    ((place, said),) = found(lambda: pendulum(**changes))
    assert place == f"joint[0].{field}"
    assert expected in said


def test_a_rigid_beam_has_nodes_and_nodes_of_all_owners_are_checked():
    rigid = bar(modes=None, nodes=[BeamNode("mid", 0.5)])
    robot = pendulum(rigid)
    frames = (Frame("eye", "bob", node="mid"),)
    assert replace(robot, frames=frames).frames == frames
    wrong = found(
        lambda: replace(
            robot,
            motors=(Motor("m", "pivot", "bob", node="a"),),
            payloads=(Payload("p", "bob", 1, node="b"),),
            frames=(Frame("f", "bob", node="c"), Frame("g", "bob", node=3)),
        )
    )
    assert wrong == [("frame[1].node", "a text or None")]
    wrong = found(
        lambda: replace(
            robot,
            motors=(Motor("m", "pivot", "bob", node="a"),),
            payloads=(Payload("p", "bob", 1, node="b"),),
            frames=(Frame("f", "bob", node="c"),),
        )
    )
    assert [field for field, _ in wrong] == ["motor[0].node", "payload[0].node", "frame[0].node"]


# Written and read back.


def test_the_good_file_comes_back():
    robot = parse_toml(GOOD)
    text = to_toml(robot)
    assert parse_toml(text) == robot
    assert to_toml(parse_toml(text)) == text
    assert 'name = "upper"\n\n[link.beam]' in text  # no mass where there is no hub
    assert "sublinks = { count = 5 }" in text


NUMBERS = st.floats(1e-6, 1e6)


@st.composite
def beams(draw) -> Beam:
    length = draw(st.floats(0.1, 10))
    shape = draw(st.sampled_from([*SECTION_SIZES]))
    count = draw(st.integers(1, 3))
    sizes = [sorted(draw(st.lists(NUMBERS, min_size=4, max_size=4, unique=True)), reverse=True) for _ in range(count)]
    places = sorted(draw(st.lists(st.floats(0, 1), min_size=count, max_size=count, unique=True)))
    stations = [
        Station(at * length, Section(shape, size[: len(SECTION_SIZES[shape])]))
        for at, size in zip(places, sizes, strict=True)
    ]
    counts = draw(st.lists(st.integers(0, 4), min_size=4, max_size=4).filter(any))
    shapes = draw(st.sampled_from(SHAPE_FAMILIES))
    damping = draw(st.one_of(st.floats(0, 1), st.lists(st.floats(0, 1), min_size=sum(counts), max_size=sum(counts))))
    tip = draw(st.none() | NUMBERS) if shapes == "tip-mass" else None
    modes = Modes(*counts, shapes, damping, tip, tip, draw(st.booleans()))
    sublinks = Sublinks(draw(st.integers(1, 9)), True, draw(st.booleans()), draw(st.booleans()), draw(st.floats(0, 1)))
    way = draw(st.sampled_from([{"modes": modes}, {"sublinks": sublinks}, {}]))
    axis = np.array(draw(st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda v: math.hypot(*v) > 0.1)))
    axis = axis / np.linalg.norm(axis)
    normal = np.cross(axis, np.eye(3)[np.abs(axis).argmin()])
    return Beam(
        length, draw(NUMBERS), draw(NUMBERS), stations, draw(NUMBERS), axis, normal / np.linalg.norm(normal),
        [BeamNode(f"n {i}\n", at * length) for i, at in enumerate(places)],
        rotary_inertia=draw(st.booleans()),
        quadrature=draw(st.none() | st.integers(12, 99)), **way,
    )  # fmt: skip


@settings(max_examples=examples(80), deadline=None)
@given(beams(), NUMBERS, st.floats(-4, 4))
def test_any_beam_and_spring_come_back(beam, stiffness, rest):
    robot = pendulum(beam, stiffness=stiffness, rest=rest)
    robot = replace(robot, frames=(Frame("f", "bob", node=beam.nodes[0].name),))
    assert parse_toml(to_toml(robot)) == robot


def test_modal_data_come_back_inline():
    inertia = ((1.0, 0.1, 0.0), (0.1, 2.0, 0.0), (0.0, 0.0, 2.5))
    turning = replace(DATA.nodes[1], inertia=inertia)
    for data in (
        DATA,
        replace(DATA, damping=0.01, modal_masses=(1, 2)),
        replace(DATA, damping=(0.1, 0.2), nodes=(DATA.nodes[0], turning)),
    ):
        robot = pendulum(data)
        assert parse_toml(to_toml(robot)) == robot
        assert "[[link.modal.nodes]]" in to_toml(robot)


def test_the_documented_flexible_arm():
    page = (Path(__file__).parents[2] / "docs" / "robot-files.md").read_text(encoding="utf-8")
    (text,) = (each for each in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if 'name = "flexible arm"' in each)
    robot = parse_toml(text)
    upper, fore = (link.beam for link in robot.links)
    assert (upper.modes.count, fore.sublinks.count) == (4, 6)
    assert [joint.node for joint in robot.joints] == [None, "tip"]
    assert {motor.node for motor in robot.motors} == {None, "tip"}
    assert parse_toml(to_toml(robot)) == robot


def test_snapping_reaches_along_the_beam():
    robot = pendulum(bar(length=3.0), placement=Placement((0, 0, 0), ((1, 0, 0), (0, 1, -1e-6), (0, 1e-6, 1))))
    robot = replace(robot, frames=(Frame("f", "bob", Placement((1, 0, 0))),))
    (note,) = arm.snap(robot).notes
    assert note.endswith("by at most 4e-06 m")
    assert arm.snap(robot).links == robot.links


def test_a_joint_may_not_have_the_name_of_a_mode_of_modal_data_but_that_of_an_elastic_hinge():
    ((place, said),) = found(lambda: pendulum(DATA, name="bob.mode2"))
    assert place == "joint[0].name"
    assert "no mode" in said
    cut = pendulum(bar(modes=None, sublinks=Sublinks(2)), name="bob.bending_y1")
    assert arm.model(cut).elastic == ("bob.bending_y1'", "bob.bending_y2")


def test_long_names_of_nodes_are_cut_where_they_are_listed():
    beam = bar(nodes=[BeamNode("m" * 1000, 0.5)])
    ((_, said),) = found(lambda: replace(pendulum(beam), payloads=(Payload("p", "bob", 1.0, node="x"),)))
    assert len(said) < 150


@pytest.mark.parametrize(("changes", "field"), [({"E": 1e-308}, "E"), ({"G": 1e-320}, "G"), ({"E": 5e-324}, "E")])
def test_a_modulus_of_no_material_is_refused(changes, field):
    ((place, said),) = found(lambda: pendulum(bar(**changes)))
    assert place == f"link[0].beam.{field}"
    assert "real material" in said
