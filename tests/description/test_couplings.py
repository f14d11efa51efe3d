"""Coupled joints in descriptions: files, checks, chains of couplings, limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    Coupling,
    Friction,
    Joint,
    Limits,
    Link,
    Motor,
    Robot,
    composed,
    derivative,
    followed,
    joint_limits,
    parse_toml,
    to_toml,
    value_at,
)

GRIPPER = """
name = "gripper"
[[link]]
name = "a"
mass = 1
[[link]]
name = "b"
mass = 1
[[joint]]
name = "turn"
type = "revolute"
parent = "base"
child = "a"
axis = [0, 0, 1]
[[joint]]
name = "slide"
type = "{type}"
parent = "base"
child = "b"
{axis}
couple = {couple}
"""


def toml(couple: str, type: str = "prismatic") -> Robot:
    return parse_toml(GRIPPER.format(couple=couple, type=type, axis="axis = [1, 0, 0]" if type != "fixed" else ""))


def chain(*couples: Coupling | None, types: str = "") -> Robot:
    """A chain of joints j0, j1, … with these couplings."""
    kinds = {"R": "revolute", "P": "prismatic", "S": "spherical", "F": "fixed"}
    joints = []
    for i, couple in enumerate(couples):
        kind = kinds[(types or "R" * len(couples))[i]]
        axis = (0.0, 0.0, 1.0) if kind in ("revolute", "prismatic") else None
        joints.append(Joint(f"j{i}", kind, f"l{i - 1}" if i else "base", f"l{i}", axis=axis, couple=couple))
    links = tuple(Link(f"l{i}", 1.0, (0.1, 0.2, 0.3)) for i in range(len(couples)))
    return Robot("chain", links, tuple(joints))


@pytest.mark.parametrize(
    ("text", "polynomial"),
    [
        ('{ joint = "turn" }', (0.0, 1.0)),
        ('{ joint = "turn", ratio = -0.5, offset = "2 mm" }', (0.002, -0.5)),
        ('{ joint = "turn", ratio = "2 mm/rev" }', (0.0, 0.002 / (2 * np.pi))),
        ('{ joint = "turn", polynomial = [0, 1, 0, 0.25] }', (0.0, 1.0, 0.0, 0.25)),
    ],
)
def test_files_say_ratio_and_offset_or_a_polynomial(text, polynomial):
    robot = toml(text)
    couple = robot.joint("slide").couple
    assert couple is not None
    assert couple.joint == "turn"
    np.testing.assert_allclose(couple.polynomial, polynomial, rtol=1e-15)
    assert parse_toml(to_toml(robot)) == robot


@pytest.mark.parametrize(
    ("text", "type", "said"),
    [
        ('{ joint = "turn", ratio = "90 deg/m" }', "prismatic", r"couple.ratio: .*expected a number in m/rad"),
        ('{ joint = "turn", ratio = "2 mm/rev" }', "revolute", r"couple.ratio: .*expected a number"),
        ('{ joint = "turn", offset = "2 deg" }', "prismatic", r"couple.offset: .*length|couple.offset: .* m "),
        (
            '{ joint = "turn", ratio = 2, polynomial = [0, 1] }',
            "prismatic",
            r"couple.polynomial: given together with ratio",
        ),
        ('{ joint = "turm" }', "prismatic", r"there is no joint .turm.*did you mean turn"),
        ('{ joint = "slide" }', "prismatic", r"follows itself"),
        ('{ joint = "turn", ratio = 0 }', "prismatic", r"the polynomial is constant"),
        ('{ joint = "turn", polynomial = [] }', "prismatic", r"the polynomial is constant"),
        ('{ joint = "turn", polynomial = [0, 1, 0, 0, 0, 1] }', "prismatic", r"order 5; expected order 4 at most"),
        ('{ joint = "turn" }', "fixed", r"fixed joint .slide. is coupled"),
        ("{ ratio = 1 }", "prismatic", r"couple.joint"),
    ],
)
def test_faults_are_said(text, type, said):
    with pytest.raises(arm.DescriptionError, match=said):
        toml(text, type)


def test_loops_of_couplings_are_refused():
    first, second, third = (Coupling.linear(f"j{k}") for k in (1, 2, 0))
    with pytest.raises(arm.DescriptionError, match="j0 → j1 → j2 → j0 follow each other in a loop") as error:
        chain(first, second, third)
    assert len(error.value.problems) == 1
    with pytest.raises(arm.DescriptionError, match="'j0' is spherical"):
        chain(None, Coupling.linear("j0"), types="SR")


def test_long_chains_are_refused():
    """Four couplings of order 4 in a row have order 256."""
    quartic = (0.0, 1.0, 0.0, 0.0, 1.0)
    chained = [Coupling(f"j{k}", quartic) for k in range(4)]
    with pytest.raises(arm.DescriptionError, match="of 'j4' is a polynomial of order 256 or more; expected order 64"):
        chain(None, *chained)
    huge = Coupling.linear("j0", 1e200), Coupling.linear("j1", 1e200)
    with pytest.raises(arm.DescriptionError, match="of 'j2' has numbers that are too large"):
        chain(None, *huge)
    tiny = Coupling.linear("j0", 1e-200), Coupling.linear("j1", 1e-200)
    with pytest.raises(arm.DescriptionError, match="of 'j2' has numbers that are too small"):
        chain(None, *tiny)
    assert joint_limits(chain(None, Coupling("j0", (0.0, 1e300, 0.0, 1e-300))))["j0"] == Limits()


def test_a_coupling_of_another_type_is_refused():
    with pytest.raises(arm.DescriptionError, match=r"joint\[0\].couple: .*Coupling or None"):
        chain("j1", None)


def test_chains_are_composed():
    robot = chain(None, Coupling("j0", (0.1, 2.0, 0.5)), Coupling("j1", (0.2, 0.0, 0.3, 0.4)))
    found = followed(robot)
    assert found["j2"].joint == "j0"
    assert len(found["j2"].polynomial) == 7
    for x in (-1.3, 0.0, 0.7):
        y = value_at((0.1, 2.0, 0.5), x)
        assert value_at(found["j2"].polynomial, x) == pytest.approx(value_at((0.2, 0.0, 0.3, 0.4), y), rel=1e-14)
    assert derivative((1.0, 2.0, 3.0)) == (2.0, 6.0)
    assert composed((1.0,), (0.0, 1.0)) == (1.0,)


def test_long_chains_of_ratios_take_time_in_proportion():
    """A thousand couplings in a row; a square of this number took a minute and more."""
    count = 1000
    robot = chain(*(Coupling.linear(f"j{k + 1}", -1.0, 0.1) for k in range(count)), None)
    assert followed(robot)["j0"] == Coupling(f"j{count}", (0.0, 1.0))
    with pytest.raises(arm.DescriptionError, match="follow each other in a loop") as error:
        chain(*(Coupling.linear(f"j{(k + 1) % count}") for k in range(count)))
    assert len(error.value.problems) == 1


def test_a_fixed_leader_holds_its_followers():
    """The joint stays at its constant: the same robot as with a joint that is turned there and fixed."""
    robot = chain(None, None, Coupling.linear("j1", 3.0, 0.7), Coupling.linear("j2", 2.0, 0.1), None, types="RFRPR")
    model = arm.model(robot)
    assert model.nv == 2
    assert [joint.name for joint in model.joints] == ["j0", "j4"]
    free = replace(robot, joints=tuple(replace(joint, couple=None) for joint in robot.joints))
    q = np.array([0.3, -0.4])
    expected = arm.evaluate(free).pose([0.3, 0.7, 1.5, -0.4], "l4")
    np.testing.assert_allclose(arm.evaluate(robot).pose(q, "l4"), expected, atol=1e-15)


def test_a_held_joint_of_a_flexible_link_loads_no_other_joint():
    """Its friction, spring and motor have no effect, as at a rigid link."""
    robot = chain(None, Coupling.linear("j0", 3.0), None, types="FRR")
    beam = arm.library.get("flexible-3r").links[1].beam
    links = tuple(replace(link, beam=beam) if link.name == "l1" else link for link in robot.links)
    loaded = replace(robot.joints[1], friction=Friction(5.0, 1.0), stiffness=7.0)
    motor = Motor("m", "j1", "l0", rotor_inertia=0.01, ratio=100.0, axis=(0.0, 0.0, 1.0))
    joints = (robot.joints[0], loaded, robot.joints[2])
    model = arm.model(replace(robot, links=links, joints=joints, motors=(motor,)))
    assert model.flexible
    for numbers in (model.viscous, model.coulomb, model.stiffness[0], model.armature):
        assert not np.any(numbers)


def test_a_robot_without_a_coordinate_is_refused():
    with pytest.raises(arm.ArgumentError, match="whose joints are all fixed"):
        arm.model(chain(None, Coupling.linear("j0"), types="FR"))


def bounded(leader: Limits, follower: Limits, polynomial: tuple[float, ...]) -> Limits:
    robot = chain(None, Coupling("j0", polynomial))
    joints = tuple(replace(j, limits=each) for j, each in zip(robot.joints, (leader, follower), strict=True))
    return joint_limits(replace(robot, joints=joints))["j0"]


def test_limits_of_followers_narrow_those_of_the_leader():
    free, wide = Limits(), Limits(-3.0, 3.0, velocity=5.0, effort=7.0)
    assert bounded(wide, Limits(-1.0, 1.0, velocity=2.0, effort=1.0), (0.0, -2.0)) == Limits(-0.5, 0.5, 1.0, 7.0)
    assert bounded(free, Limits(-1.0, 1.0), (0.5, 2.0)) == Limits(-0.75, 0.25)
    assert bounded(wide, Limits(-9.0, 9.0), (0.0, 1.0)) == wide
    cubic = bounded(wide, Limits(-1.0, 8.0), (0.0, 0.0, 0.0, 1.0))
    assert (cubic.lower, cubic.upper) == pytest.approx((-1.0, 2.0))
    assert bounded(wide, Limits(-1.0, 1.0), (0.0, 0.0, 1.0)) == wide  # not monotone
    half = bounded(Limits(0.0, 3.0), Limits(-1.0, 4.0), (0.0, 0.0, 1.0))
    assert (half.lower, half.upper) == pytest.approx((0.0, 2.0))


def test_tables_list_coupled_joints():
    text = toml('{ joint = "turn", ratio = -0.5, offset = "2 mm" }')._repr_html_()
    assert "Coupled joints" in text
    assert "−0.5 turn + 0.002" in text
