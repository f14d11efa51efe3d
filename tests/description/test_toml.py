import math
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from internals import IDENTITY, Limits, about_axis, key_lines, line_of, load, parse_toml, read_toml, rotate

PAGE = Path(__file__).parents[2] / "docs" / "robot-files.md"


def example() -> str:
    return re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]


def one_link(link: str = "mass = 1", joint: str = "axis = [0, 0, 1]", kind: str = "revolute", rest: str = "") -> str:
    return f"""
name = "one"
[[link]]
name = "arm"
{link}
[[joint]]
name = "pivot"
type = "{kind}"
parent = "base"
child = "arm"
{joint}
{rest}
"""


def test_the_documented_example_has_the_numbers_it_shows():
    robot = parse_toml(example())
    assert (robot.name, robot.source, robot.gravity) == ("two-link", "made up for this page", (0.0, 0.0, -9.81))
    assert robot.base_placement.xyz == (0.0, 0.0, 0.5)
    assert robot.base_placement.rotation == ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    upper, fore, hand = robot.links
    assert (upper.mass, upper.com) == (4.0, (0.2, 0.0, 0.0))
    assert upper.inertia == ((0.01, 0.0, 0.0), (0.0, 0.06, 0.0), (0.0, 0.0, 0.06))
    assert (fore.mass, fore.com) == (2.5, (0.15, 0.0, 0.0))
    turned = rotate(np.diag([0.002, 0.02, 0.02]), about_axis([0, 0, 1], math.radians(10)))
    np.testing.assert_allclose(fore.inertia, turned, rtol=1e-14, atol=1e-18)
    mass = 2700 * math.pi * 0.03**2 * 0.1
    across = mass * (3 * 0.03**2 + 0.1**2) / 12
    assert hand.mass == pytest.approx(mass, rel=1e-14)
    assert hand.com == (0.0, 0.0, 0.05)
    np.testing.assert_allclose(hand.inertia, np.diag([across, across, mass * 0.03**2 / 2]), rtol=1e-13)


def test_the_documented_example_has_the_joints_and_motors_it_shows():
    robot = parse_toml(example())
    shoulder, elbow, flange = robot.joints
    assert shoulder.placement.rotation == ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))
    assert shoulder.limits.upper == pytest.approx(math.radians(170), rel=1e-15)
    assert shoulder.limits.velocity == pytest.approx(2 * math.pi / 3, rel=1e-15)
    assert (shoulder.limits.effort, shoulder.friction.viscous, shoulder.friction.coulomb) == (87.0, 0.5, 0.2)
    assert (elbow.type, elbow.placement.rotation, elbow.limits) == ("revolute", IDENTITY, Limits())
    assert (flange.type, flange.axis) == ("fixed", None)
    (motor,) = robot.motors
    assert (motor.joint, motor.carrier, motor.ratio, motor.rotor_inertia) == ("elbow", "upper", 100.0, 2.35e-6)
    assert (motor.mass, motor.position, motor.axis) == (0.94, (0.4, 0.0, 0.0), (0.0, 0.0, 1.0))
    assert motor.stator_inertia[1] == (0.0, 1.27e-4, 0.0)
    assert (robot.payloads[0].link, robot.payloads[0].inertia[2][2]) == ("hand", 1e-3)
    assert (robot.frames[0].name, robot.frames[0].placement.xyz) == ("tip", (0.0, 0.0, 0.2))


def test_load_goes_by_the_suffix_and_leaves_out_a_byte_order_mark(tmp_path):
    path = tmp_path / "arm.TOML"
    path.write_bytes(b"\xef\xbb\xbf" + example().replace("\n", "\r\n").encode())
    assert load(path) == load(str(path)) == read_toml(path) == parse_toml(example())


@pytest.mark.parametrize(
    "written",
    [
        "rpy = [0, 0, '90 deg']",
        "rotation = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]",
        "quaternion = [2, 0, 0, 2]",
    ],
)
def test_three_ways_to_turn_a_joint(written):
    joint = parse_toml(one_link(joint=f"axis = [0, 0, 1]\n{written}")).joints[0]
    np.testing.assert_allclose(joint.placement.rotation, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)


def test_inertia_as_table_rows_and_principal_moments():
    rows = parse_toml(one_link("mass = 1\ninertia = [[3, 0.1, 0], [0.1, 4, 0.2], [0, 0.2, 5]]")).links[0]
    table = parse_toml(one_link("mass = 1\ninertia = { xx = 3, yy = 4, zz = 5, xy = 0.1, yz = 0.2 }")).links[0]
    assert rows == table
    principal = parse_toml(one_link("mass = 1\nprincipal = ['3 kg m^2', 4, 5]\nprincipal_rpy = ['90 deg', 0, 0]"))
    np.testing.assert_allclose(principal.links[0].inertia, np.diag([3, 5, 4]), atol=1e-15)


def sampled(inside, half, mass, count=64):
    """Return the inertia of a solid by summing over a grid of cells, the slow and independent way."""
    axis = (np.arange(count) + 0.5) / count * 2 * half - half
    points = np.stack(np.meshgrid(axis, axis, axis), axis=-1).reshape(-1, 3)
    points = points[inside(points)]
    m = mass / len(points)
    return m * (np.sum(points**2) * np.eye(3) - points.T @ points)


@pytest.mark.parametrize(
    ("shape", "mass", "half", "inside"),
    [
        (
            'kind = "box", size = [0.2, 0.4, 0.1], mass = 2', 2.0, 0.2,
            lambda p: (abs(p[:, 0]) <= 0.1) & (abs(p[:, 2]) <= 0.05),
        ),
        (
            'kind = "sphere", radius = "20 cm", density = "1 g/cm^3"', 4 / 3 * math.pi * 8, 0.2,
            lambda p: (p**2).sum(1) <= 0.04,
        ),
        (
            'kind = "cylinder", radius = 0.2, inner = 0.1, length = 0.4, density = 1000', 12 * math.pi, 0.2,
            lambda p: (p[:, 0] ** 2 + p[:, 1] ** 2 <= 0.04) & (p[:, 0] ** 2 + p[:, 1] ** 2 >= 0.01),
        ),
    ],
)  # fmt: skip
def test_shapes_have_the_inertia_of_their_volume(shape, mass, half, inside):
    link = parse_toml(one_link(f"shape = {{ {shape}, xyz = [1, 2, 3] }}")).links[0]
    assert link.mass == pytest.approx(mass, rel=1e-12)
    assert link.com == (1.0, 2.0, 3.0)
    np.testing.assert_allclose(link.inertia, sampled(inside, half, mass), rtol=0.01, atol=1e-3 * mass * half**2)


def test_a_shape_turned_on_its_link_and_one_with_the_mass_of_the_link():
    turned = parse_toml(one_link("shape = { kind = 'box', size = [1, 2, 3], mass = 12, rpy = [0, '90 deg', 0] }"))
    np.testing.assert_allclose(turned.links[0].inertia, np.diag([5, 10, 13]), rtol=1e-14)
    plain = parse_toml(one_link("mass = 12\nshape = { kind = 'box', size = [1, 2, 3] }"))
    np.testing.assert_allclose(plain.links[0].inertia, np.diag([13, 10, 5]), rtol=1e-14)


def test_axes_are_made_unit_vectors_at_any_scale():
    for written in ("[1, 1, 1]", "[1e-200, 1e-200, 1e-200]", "[1e200, 1e200, 1e200]", "[0.577, 0.577, 0.577]"):
        axis = parse_toml(one_link(joint=f"axis = {written}")).joints[0].axis
        np.testing.assert_allclose(axis, np.ones(3) / math.sqrt(3), rtol=1e-15)


def test_a_prismatic_joint_takes_lengths_and_forces():
    written = "axis = [0, 0, 1]\nlimits = { upper = '50 cm', velocity = '2 mm/s', effort = '1 kN' }"
    joint = parse_toml(one_link(joint=written + "\nfriction = { viscous = '3 N s/m' }", kind="prismatic")).joints[0]
    assert joint.limits == Limits(-math.inf, 0.5, 0.002, 1000.0)
    assert joint.friction.viscous == 3.0


def test_infinite_limits_may_be_spelled_out_and_a_stated_zero_mass_is_fine():
    robot = parse_toml(one_link("mass = 0", "axis = [0, 0, 1]\nlimits = { lower = -inf, upper = 1 }"))
    assert robot.joints[0].limits == Limits(upper=1.0)
    assert robot.links[0].mass == 0.0


TRICKY = '''# comment [[no]]
a = 1
b.c."d e" = [1, # ] comment
  [2, "x]"],
  { p = 3, q = { r = 1 } }]
s = """
[[no]] # "" "x"
\\""" k = 1"""""
u = \'\'\'
a'b\'\'
z = 1\'\'\'
d = 1979-05-27 07:32:00 # a space inside
e = []
f = { }

[[link]]
mass = 1
[link.sub]
x = "\\"[" # ]
[[link.item]]
y = '['
[[link.item]]
  y = 2
[[ link ]]
"name" = { first = "a,b}", last.x = [
  1,
  2 ] }
[ tab . 'le' ]
k.j= {a = 1, b.c = []}
'''


def paths(value, prefix=()):
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield (*prefix, key)
        yield from paths(inner, (*prefix, key))


def test_every_key_of_a_tricky_file_has_a_line():
    lines = key_lines(TRICKY)
    assert set(lines) == set(paths(tomllib.loads(TRICKY)))
    rows = TRICKY.split("\n")
    for path, line in lines.items():
        keys = [part for part in path if isinstance(part, str)]
        if isinstance(path[-1], str):
            assert keys[-1] in rows[line - 1], path
    assert lines["b", "c", "d e", 0] == 3
    assert lines["b", "c", "d e", 1, 1] == 4
    assert lines["b", "c", "d e", 2, "q", "r"] == 5
    assert lines["link", 0, "item", 1, "y"] == 23
    assert lines["link", 1, "name", "last", "x", 1] == 27
    assert lines["tab", "le", "k", "j", "b", "c"] == 29
    assert line_of(lines, ("link", 1, "mass", "nothing")) == 24
    assert line_of(lines, ("nothing",)) == 1


def test_the_example_has_a_line_for_every_key_with_any_line_end():
    lines = key_lines(example())
    assert set(lines) == set(paths(tomllib.loads(example())))
    assert key_lines(example().replace("\n", "\r\n")) == lines


@pytest.mark.parametrize(
    "quaternion", ["[0.707106781, 0.707106781, 0, 0]", "[0.70710678118, 0.70710678118, 0, 0]", "[1e-200, 1e-200, 0, 0]"]
)
def test_a_quaternion_of_few_digits_is_a_quarter_turn(quaternion):
    robot = parse_toml(one_link(joint=f"axis = [0, 0, 1]\nquaternion = {quaternion}"))
    R = np.array(robot.joints[0].placement.rotation)
    assert np.array_equal(R, [[1, 0, 0], [0, 0, -1], [0, 1, 0]])


def test_limits_and_friction_of_a_fixed_joint_are_noted():
    robot = parse_toml(one_link(joint="limits = { upper = 1 }\nfriction.viscous = 1", kind="fixed"))
    (note,) = robot.notes
    assert "fixed" in note
    assert "limits and friction" in note
    assert parse_toml(one_link(joint="", kind="fixed")).notes == ()
