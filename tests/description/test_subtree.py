"""The tree of one link of a robot, as `root` of `arm.load` selects it."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import pose, subtree

UR5 = arm.library.get("ur5")
NAMES = [joint.name for joint in UR5.joints]


def test_links_above_the_root_stand_still():
    root = UR5.joints[1].child
    assert [joint.name for joint in subtree(UR5, root).moving_joints()] == NAMES[1:6]
    part = subtree(UR5, root, "fixed")
    assert [joint.name for joint in part.moving_joints()] == NAMES[2:6]
    q = np.array([0.1, 0.2, 0.3, 0.4])
    whole, short = arm.model(UR5), arm.model(part)
    assert np.allclose(pose(whole, [0, 0, *q]), pose(short, q), atol=1e-15)
    M = np.asarray(arm.evaluate(UR5).mass_matrix([0, 0, *q]), dtype=float)
    assert np.allclose(M[2:, 2:], np.asarray(arm.evaluate(part).mass_matrix(q), dtype=float), atol=1e-14)


def test_configurations_keep_the_joints_that_move():
    named = replace(UR5, configurations=[arm.parts.Configuration("home", range(6))])
    assert subtree(named, UR5.joints[1].child).configuration("home") == (1.0, 2.0, 3.0, 4.0, 5.0)
    assert subtree(named, UR5.joints[1].child, "fixed").configuration("home") == (2.0, 3.0, 4.0, 5.0)


def test_a_motor_whose_joint_stands_still_keeps_its_mass():
    carrier = UR5.joints[3].child
    motor = arm.Motor("far", NAMES[0], carrier, mass=2.0, position=(0.1, 0, 0), rotor_inertia=1e-4, ratio=50)
    part = subtree(replace(UR5, motors=(motor,)), UR5.joints[1].child)
    assert not part.motors
    assert [(load.name, load.link, load.mass) for load in part.payloads] == [("far", carrier, 2.0)]
    ring = replace(motor, stator_inertia=np.diag([1e-4, 1e-4, 1e-4]), axis=(0, 0, 1))
    box = arm.Payload("far", carrier, 1.0)
    part = subtree(replace(UR5, motors=(ring,), payloads=(box,)), UR5.joints[1].child)
    assert [load.name for load in part.payloads] == ["far", "far2"]
    assert part.payloads[1].inertia[2][2] == 2e-4  # the rotor turns with its carrier


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "screw"])
@pytest.mark.parametrize("base", ["fixed", "free"])
def test_joints_that_follow_stand_where_they_are_at_zero(kind, base):
    """The second joint has an offset, and the third, in the tree of the second link, follows it."""
    pitch = {"pitch": 0.2} if kind == "screw" else {}
    couples = {1: arm.parts.Coupling("j0", (0.7, 1.0, 2.0)), 2: arm.parts.Coupling.linear("j1", 0.5, 0.1)}
    joints = [
        arm.Joint(
            f"j{i}", kind, f"l{i - 1}" if i else "base", f"l{i}", arm.Placement((0.3, 0.1, 0.2)), axis=(0.6, 0, 0.8),
            couple=couples.get(i), **pitch,
        )
        for i in range(4)
    ]  # fmt: skip
    whole = arm.Robot("chain", [arm.Link(f"l{i}", 1.0, (0.1, 0.2, 0.3)) for i in range(4)], joints)
    part = subtree(whole, "l1", base)
    q = [0.0, 0.4]
    neutral = arm.model(part).neutral[:-1]
    assert np.allclose(pose(arm.model(whole), q), pose(arm.model(part), [*neutral, 0.4]), atol=1e-15)


def test_roots_that_cannot_be():
    with pytest.raises(arm.ArgumentError, match="one of"):
        subtree(UR5, "nothing")
    with pytest.raises(arm.ArgumentError, match="no joint moves 'wrist_3_link' or a link"):
        subtree(UR5, "wrist_3_link", "fixed")
    led = [*UR5.joints[:3], replace(UR5.joints[3], couple=arm.parts.Coupling.linear(NAMES[0])), *UR5.joints[4:]]
    tree = subtree(replace(UR5, joints=led, configurations=()), UR5.joints[1].child)
    assert arm.model(tree).nv == 4  # its leader stands still
    flexible = arm.library.get("flexible-3r")
    with pytest.raises(arm.ArgumentError, match="flexible"):
        subtree(flexible, flexible.joints[2].child)


@pytest.mark.parametrize("suffix", [".toml", ".urdf", ".xml"])
def test_a_link_without_joints_floats(tmp_path, suffix):
    """The last link of the arm alone, with its motors and loads, falls as one body from where it is at q = 0."""
    motor = arm.Motor("last", NAMES[5], "wrist_3_link", mass=0.5, rotor_inertia=1e-4, ratio=50)
    robot = replace(UR5, motors=(motor,), configurations=[arm.parts.Configuration("home", range(6))])
    part = subtree(robot, "wrist_3_link", "free")
    assert not part.motors
    assert part.configuration("home") == (0, 0, 0, 1, 0, 0, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)  # of things that a format cannot say
        arm.save(UR5, tmp_path / f"ur5{suffix}")
    loaded = arm.load(tmp_path / f"ur5{suffix}", root="wrist_3_link", base="free")
    for body in (part, loaded):
        model, dyn = arm.model(body), arm.evaluate(body)
        assert model.nv == 6
        q = {each.name: each.q for each in body.configurations}.get("qpos0", model.neutral)
        assert np.allclose(pose(model, q, "tool0"), pose(arm.model(UR5), np.zeros(6), "tool0"), atol=1e-12)
        qdd = dyn.forward_dynamics(q, np.zeros(6), np.zeros(6))
        assert np.allclose([np.linalg.norm(qdd[:3]), *qdd[3:]], [9.81, 0, 0, 0], atol=1e-12)
    mass = arm.evaluate(part).mass_matrix(arm.model(part).neutral)[0, 0]
    assert mass == pytest.approx(UR5.link("wrist_3_link").mass + 0.5)


def test_load_selects_a_tree(tmp_path):
    arm.save(UR5, tmp_path / "ur5.toml")
    root = UR5.joints[1].child
    assert arm.load(tmp_path / "ur5.toml", root=root) == subtree(UR5, root)
    assert arm.load(tmp_path / "ur5.toml", root=UR5.base) == UR5


@pytest.mark.parametrize("suffix", [".toml", ".urdf", ".xml"])
@pytest.mark.parametrize(("base", "nv"), [("as described", 5), ("fixed", 4), ("free", 10)])
def test_a_root_means_the_same_in_every_format(tmp_path, suffix, base, nv):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)  # of things that a format cannot say
        arm.save(UR5, tmp_path / f"ur5{suffix}")
    robot = arm.load(tmp_path / f"ur5{suffix}", root="upper_arm_link", base=base)
    part, joints = arm.model(robot), {"as described": 5, "fixed": 4, "free": 4}[base]
    assert part.nv == nv
    drawn = {each.name: each.q for each in robot.configurations}.get("qpos0", part.neutral)
    q = np.concatenate([drawn[: part.nq - joints], np.linspace(0.2, 0.7, joints)])
    whole = np.concatenate([np.zeros(6 - joints), np.linspace(0.2, 0.7, joints)])
    assert np.allclose(pose(part, q, "tool0"), pose(arm.model(UR5), whole, "tool0"), atol=1e-12)


def test_a_fixed_base():
    root = arm.Joint("root", "floating", UR5.base, "ground")
    joints = [root, *(replace(joint, parent="ground") if joint.parent == UR5.base else joint for joint in UR5.joints)]
    named = [arm.parts.Configuration("home", [1, 2, 3, 1, 0, 0, 0, *range(6)])]
    loose = replace(UR5, links=(arm.Link("ground", 1.0), *UR5.links), joints=joints, configurations=named)
    robot = arm.fixed(loose)
    assert arm.model(robot).nv == 6
    assert robot.configuration("home") == (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
    assert "root" in robot.notes[-1]
    q = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    assert np.allclose(arm.evaluate(robot).mass_matrix(q), arm.evaluate(UR5).mass_matrix(q), atol=1e-14)
    assert arm.fixed(UR5) is UR5
