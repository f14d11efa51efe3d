"""Free and fixed bases, from files and from Python."""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import parse_toml

URDF = """<robot name="walker"><link name="trunk"><inertial><origin xyz="0 0 0.1"/><mass value="10"/>
  <inertia ixx="0.3" iyy="0.2" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="leg"><inertial><mass value="2"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hip" type="continuous"><parent link="trunk"/><child link="leg"/><axis xyz="0 1 0"/></joint></robot>
"""
TOML = """name = "walker"
base = "free"
[[link]]
name = "trunk"
mass = 10
com = [0, 0, 0.1]
inertia = { xx = 0.3, yy = 0.2, zz = 0.1 }
[[link]]
name = "leg"
mass = 2
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[joint]]
name = "hip"
type = "revolute"
parent = "trunk"
child = "leg"
axis = [0, 1, 0]
"""


def test_the_root_of_a_urdf_keeps_its_inertia(tmp_path: Path):
    (tmp_path / "walker.urdf").write_text(URDF)
    free = arm.load(tmp_path / "walker.urdf", base="free")
    assert arm.model(free).nv == 7
    assert free.link("trunk").mass == 10
    assert arm.load(tmp_path / "walker.urdf").base == "trunk"
    same = parse_toml(TOML)
    q, qd, qdd = [0.1, 0.2, 0.3, 1, 0, 0, 0, 0.5], np.arange(7.0), np.ones(7)
    found, expected = (arm.evaluate(robot).inverse_dynamics(q, qd, qdd) for robot in (free, same))
    assert found == pytest.approx(expected, rel=1e-12)
    assert free.joint("free").parent == free.base == "world"


def test_a_free_base_in_a_file_reads_back():
    robot = parse_toml(TOML)
    assert parse_toml(arm.to_toml(robot)) == robot
    assert parse_toml(TOML.replace('base = "free"\n', "") + '[base]\nfree = true\nname = "space"\n').base == "space"
    with pytest.raises(arm.DescriptionError, match="2 links without a joint"):
        parse_toml(TOML + '[[link]]\nname = "loose"\nmass = 1\n')


def test_the_base_becomes_a_body(tmp_path: Path):
    arms = arm.library.get("ur5")
    bus = arm.Link("bus", mass=200, inertia=np.diag([30, 40, 50]))
    robot = arm.free(arms, bus)
    model = arm.model(robot)
    assert (model.nq, model.nv, robot.ends()) == (13, 12, arms.ends())
    total = sum(body.mass for body in arm.model(arms).bodies)
    assert sum(body.mass for body in model.bodies) == pytest.approx(total + 200)
    assert arm.free(robot) is robot
    q = np.array([0.3, -0.2, 0.1, 0.5, 0.2, -0.4])
    still = np.concatenate([model.neutral[:7], q])
    assert arm.evaluate(model).pose(still) == pytest.approx(arm.evaluate(arms).pose(q), abs=1e-12)
    M = arm.evaluate(model).mass_matrix(still)
    assert M[6:, 6:] == pytest.approx(arm.evaluate(arm.model(arms)).mass_matrix(q), rel=1e-9, abs=1e-9)
    arm.save(robot, tmp_path / "satellite.toml")
    fixed = arm.load(tmp_path / "satellite.toml", base="fixed")
    assert arm.model(fixed).nv == 6
    with pytest.raises(arm.ArgumentError, match="a Link"):
        arm.free(arms, 3.0)
    with pytest.raises(arm.ArgumentError, match="floats already"):
        arm.free(robot, bus)


def test_a_urdf_that_floats_already(tmp_path: Path):
    world = '<link name="map"/><joint name="float" type="floating"><parent link="map"/><child link="trunk"/></joint>'
    (tmp_path / "walker.urdf").write_text(URDF.replace("</robot>", f"{world}</robot>"))
    free = arm.load(tmp_path / "walker.urdf", base="free")
    assert (free.base, arm.model(free).nv) == ("map", 7)
    assert arm.model(arm.load(tmp_path / "walker.urdf", base="fixed")).nv == 1


def test_options_of_load(tmp_path: Path):
    arm.save(arm.library.get("ur5"), tmp_path / "ur5.toml")
    model = arm.model(arm.load(tmp_path / "ur5.toml", base="free"))
    assert [joint.kind.nv for joint in model.joints] == [6, 1, 1, 1, 1, 1, 1]
    part = arm.load(tmp_path / "ur5.toml", root=arm.library.get("ur5").joints[2].child, base="free")
    assert arm.model(part).nv == 6 + 3


@pytest.mark.parametrize("suffix", [".toml", ".urdf"])
def test_a_free_base_beside_a_loose_object(tmp_path: Path, suffix: str):
    """The arm floats with its base; the object floats beside it, not on it."""
    ur5 = arm.library.get("ur5")
    box = arm.Joint("loose", "floating", ur5.base, "box", arm.Placement((1.0, 0, 0)))
    both = replace(
        ur5, links=(*ur5.links, arm.Link("box", 2.0, inertia=np.eye(3))), joints=(*ur5.joints, box),
        frames=[*ur5.frames], configurations=(),
    )  # fmt: skip
    if suffix == ".toml":
        both = replace(both, configurations=[arm.parts.Configuration("home", (*range(6), 1, 2, 3, 1, 0, 0, 0))])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)
        arm.save(both, tmp_path / f"both{suffix}")
    robot = arm.load(tmp_path / f"both{suffix}", base="free")
    assert arm.model(robot).nv == 18
    assert sorted(joint.child for joint in robot.joints if joint.parent == robot.base) == [ur5.base, "box"]
    assert arm.model(arm.load(tmp_path / f"both{suffix}", base="fixed")).nv == 6
    if suffix == ".toml":
        assert robot.configuration("home") == (0, 0, 0, 1, 0, 0, 0, *range(6), 1, 2, 3, 1, 0, 0, 0)
        assert arm.free(robot) is robot
