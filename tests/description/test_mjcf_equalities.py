"""Equality constraints of MJCF models: couplings of joints, locked joints, and loops that stay open."""

import numpy as np
import pytest

from internals import parse_mjcf

HAND = """<mujoco><compiler angle="radian"/><worldbody><body name="palm">
<joint name="wrist" axis="0 1 0" ref="0.1"/><geom size="0.1" pos="0.1 0 0"/>
<body name="left"><joint name="a" axis="0 0 1" ref="0.2"/><geom size="0.1" pos="0.3 0 0"/></body>
<body name="right"><joint name="b" axis="0 1 0" ref="-0.3"/><geom size="0.1" pos="0.3 0 0"/></body>
<body name="thumb"><joint name="c" type="slide" axis="1 0 0"/><geom size="0.1" pos="0.3 0 0"/></body>
</body></worldbody>
<tendon><fixed name="two"><joint joint="a" coef="2"/><joint joint="b" coef="-4"/></fixed>
<fixed name="three"><joint joint="a" coef="1"/><joint joint="b" coef="1"/><joint joint="c" coef="1"/></fixed>
<fixed name="one"><joint joint="b" coef="4"/></fixed><fixed name="other"><joint joint="a" coef="2"/></fixed></tendon>
<equality>{}</equality></mujoco>"""


def read(equality):
    return parse_mjcf(HAND.format(equality))


def follows(equality, joint, leader, polynomial):
    robot = read(equality)
    assert [one.name for one in robot.joints if one.couple] == [joint]
    couple = robot.joint(joint).couple
    assert couple.joint == leader
    assert np.allclose(couple.polynomial, polynomial, atol=1e-15)
    assert any("without a coordinate" in note and joint in note for note in robot.notes)


def test_a_polynomial_about_the_drawn_positions():
    # b + 0.3 = 0.5 + 2 (a − 0.2) + 3 (a − 0.2)²
    expected = [-0.3 + 0.5 - 0.4 + 0.12, 2 - 1.2, 3]
    follows('<joint joint1="b" joint2="a" polycoef="0.5 2 3 0 0"/>', "b", "a", expected)


def test_a_tendon_with_two_joints():
    # 2 a − 4 b = 2 · 0.2 + 4 · 0.3 + 0.8
    follows('<tendon tendon1="two" polycoef="0.8 0 0 0 0"/>', "b", "a", [-0.6, 0.5])


def test_two_tendons_with_a_joint_each():
    # 4 b + 1.2 = 2 (2 a − 0.4)
    follows('<tendon tendon1="one" tendon2="other" polycoef="0 2 0 0 0"/>', "b", "a", [-0.5, 1.0])


def test_a_joint_that_is_locked():
    robot = read('<joint joint1="a" polycoef="0.25 0 0 0 0"/>')
    assert robot.joint("a").type == "fixed"
    turn = np.array(robot.joint("a").placement.rotation)
    assert turn[1, 0] == pytest.approx(np.sin(0.25))  # from where it is drawn
    assert any("'a' is fixed at 0.45" in note for note in robot.notes)


def test_chains_and_the_inverse_of_a_second_coupling():
    robot = read('<joint joint1="b" joint2="a"/><joint joint1="b" joint2="wrist" polycoef="0 2 0 0 0"/>')
    assert {one.name: one.couple.joint for one in robot.joints if one.couple} == {"b": "a", "wrist": "b"}
    assert robot.joint("wrist").couple.polynomial[1] == pytest.approx(0.5)


def test_joints_that_follow_a_locked_joint_are_locked():
    robot = read('<joint joint1="b" joint2="a" polycoef="0 3 0 0 0"/><joint joint1="a" polycoef="0.25 0 0 0 0"/>')
    assert {one.name: one.type for one in robot.joints if one.type == "fixed"} == {"a": "fixed", "b": "fixed"}
    assert any("'b' is fixed at 0.45" in note for note in robot.notes)  # -0.3 + 3 · 0.25


@pytest.mark.parametrize(
    ("equality", "said"),
    [
        ('<tendon tendon1="three"/>', "(1): tendon of 'three'"),
        ('<connect body1="left" body2="right" anchor="0.3 0 0"/>', "(1): connect of 'left' and 'right'"),
        ('<weld body1="left"/><weld body1="right"/>', "(2): weld of 'left' and 'world'"),
        ('<joint joint1="a" joint2="b"/><joint joint1="b" joint2="a"/>', "(1): joint of 'b' and 'a'"),
    ],
)
def test_equalities_that_stay_open(equality, said):
    robot = read(equality)
    (omission,) = robot.omissions
    assert omission.startswith(f"constraints that close loops {said}")


def test_inactive_equalities_do_nothing():
    robot = read('<joint joint1="a" joint2="b" active="false"/>')
    assert any("1 inactive equality constraint" in note for note in robot.notes), robot.notes
    assert robot.omissions == ()
