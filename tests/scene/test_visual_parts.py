"""Scenes of robots that say how they look."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import BASE, Link, Placement, Scene, Visual, box, frame_pose, from_rpy
from mesh_writers import area_and_volume, binary_stl

PANDA = arm.library.get("panda")


def scene(robot, *visuals):
    return Scene(arm.model(replace(robot, visuals=visuals)))


def names(found, role):
    return [part.name for part in found.parts if part.role == role]


def test_looks_replace_what_is_drawn():
    plain = scene(PANDA)
    dressed = scene(PANDA, Visual("panda_link3", "sphere", 0.1, colour=(1, 0, 0)), Visual("panda_link0", "sphere", 0.2))
    assert len(names(plain, "link")) == len(names(dressed, "link"))
    (link,) = [part for part in dressed.parts if part.name == "panda_link3"]
    assert link.colour == (1.0, 0.0, 0.0)
    assert np.linalg.norm(link.mesh.vertices, axis=1).max() == pytest.approx(0.1)
    assert "panda_joint3" in names(plain, "joint")
    assert set(names(plain, "joint")) - set(names(dressed, "joint")) == {"panda_joint3"}
    (base,) = [part for part in dressed.parts if part.body == BASE]
    assert (base.name, base.role) == ("panda_link0", "base")


def test_a_look_on_a_merged_link_moves_with_it():
    """The hand is fixed to the last moving link: its look must be where the frame of the hand is."""
    rng = np.random.default_rng(3)
    place = Placement(rng.normal(size=3), from_rpy(*rng.uniform(-3, 3, 3)))
    found = scene(PANDA, Visual("panda_hand", "box", (0.1, 0.2, 0.3), placement=place))
    (part,) = [part for part in found.parts if part.name == "panda_hand"]
    q = rng.uniform(-1, 1, 7)
    pose = found.poses(q)[part.body]
    world = part.vertices(q) @ np.asarray(pose[0]).T + np.asarray(pose[1])
    R, t = frame_pose(found.model, found.poses(q), "panda_hand")
    expected = box((0.1, 0.2, 0.3)).transform(place.rotation, place.xyz).transform(R, t)
    assert np.allclose(world, expected.vertices, atol=1e-12)


def test_several_looks_of_one_link_have_names_of_their_own():
    found = scene(PANDA, *(Visual("panda_link2", "sphere", 0.1) for _ in range(3)))
    assert [name for name in names(found, "link") if "link2" in name] == [
        "panda_link2",
        "panda_link2 (2)",
        "panda_link2 (3)",
    ]


def test_volumes_of_shapes_and_mirrored_meshes(tmp_path):
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    (tmp_path / "a.stl").write_bytes(binary_stl(points, [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]))
    file = str(tmp_path / "a.stl")
    found = scene(
        PANDA,
        Visual("panda_link1", "box", (1, 2, 3)),
        Visual("panda_link2", "sphere", 1.0, scale=(1, 2, 3)),
        Visual("panda_link3", "cylinder", (0.5, 2.0)),
        Visual("panda_link4", "mesh", file=file, scale=(1, 1, 1)),
        Visual("panda_link5", "mesh", file=file, scale=(-2, 1, 1)),
    )
    volumes = {part.name: area_and_volume(part.mesh)[1] for part in found.parts}
    assert volumes["panda_link1"] == pytest.approx(6)
    assert volumes["panda_link2"] == pytest.approx(4 / 3 * np.pi * 6, rel=0.06)  # polygons are a little less
    assert volumes["panda_link3"] == pytest.approx(np.pi / 2, rel=0.02)
    assert volumes["panda_link4"] == pytest.approx(1 / 6)
    assert volumes["panda_link5"] == pytest.approx(1 / 3)
    assert found.notes == ()


def test_files_that_cannot_be_read_are_notes_and_the_link_is_drawn(tmp_path):
    (tmp_path / "bad.stl").write_bytes(b"nothing")
    visuals = [Visual("panda_link1", "mesh", file=str(tmp_path / name)) for name in ("bad.stl", "gone.stl", "bad.stl")]
    found = scene(PANDA, *visuals)
    assert len(found.notes) == 2
    assert "bad.stl" in found.notes[0]
    assert "panda_link1" in names(found, "link")
    assert "panda_joint1" in names(found, "joint")


@pytest.mark.parametrize("name", ["flexrob", "flexible-snake"])
def test_links_that_bend_are_drawn_beside_their_looks(name):
    robot = arm.library.get(name)
    bare, link = scene(robot), robot.links[0].name
    dressed = scene(robot, Visual(link, "sphere", 0.05))
    assert len(dressed.parts) == len(bare.parts) + 1
    own = next(part for part in dressed.parts if len(part.mesh.faces) == 400 and part.role == "link")
    frame = dressed.model.frames[f"{link}.tip"]
    assert own.body == frame.body
    assert own.mesh.vertices.mean(axis=0) == pytest.approx(np.asarray(frame.translation), abs=1e-12)


def test_rigid_link_without_mass_can_have_a_look():
    robot = replace(
        PANDA,
        links=(*PANDA.links, Link("flag")),
        joints=(*PANDA.joints, arm.Joint("mast", "fixed", "panda_hand", "flag")),
    )
    assert "flag" in names(scene(robot, Visual("flag", "box", (0.1, 0.1, 0.1))), "link")
