"""How robots look: visuals in Python, in TOML, URDF and MJCF files. None of it counts when robots are compared."""

import re
import sys
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Placement, Visual, from_rpy, matrix, parse_mjcf, parse_toml, parse_urdf, read_urdf, to_toml
from mesh_writers import binary_stl

ARM = arm.planar([0.4, 0.3], [1, 1], coms=[0.2, 0.15], inertias=[0.01, 0.01])
HEAD = """
name = "pendulum"
link = [{ name = "bob", mass = 1 }]
joint = [{ name = "pivot", type = "revolute", parent = "base", child = "bob", axis = [0, 1, 0] }]
"""
TRIANGLE = binary_stl([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [(0, 1, 2)])


def random_visuals(rng, links):
    shapes = {"box": 3, "cylinder": 2, "sphere": 1, "mesh": 0}
    for _ in range(8):
        shape = str(rng.choice(list(shapes)))
        yield Visual(
            link=str(rng.choice(links)),
            shape=shape,
            size=rng.uniform(0.01, 1, shapes[shape]),
            file="/somewhere/a b.stl" if shape == "mesh" else "",
            scale=rng.choice([[1, 1, 1], [-1, 2, 0.001]]),
            placement=Placement(rng.normal(size=3), from_rpy(*rng.uniform(-3, 3, 3))),
            colour=None if rng.random() < 0.3 else rng.uniform(0, 1, 3),
        )


class TestRobot:
    def test_looks_do_not_count(self):
        seen = replace(ARM, visuals=[Visual("link1", "sphere", 0.1)])
        assert seen == ARM
        assert hash(seen) == hash(ARM)
        assert seen.visuals == (Visual("link1", "sphere", (0.1,)),)

    @pytest.mark.parametrize(
        ("visual", "field"),
        [
            (Visual("link1", "ball", 0.1), "shape"),
            (Visual("link7", "sphere", 0.1), "link"),
            (Visual("link1", "box", 0.1), "size"),
            (Visual("link1", "sphere", -0.1), "size[0]"),
            (Visual("link1", "cylinder", (0.1, np.inf)), "size[1]"),
            (Visual("link1", "mesh"), "file"),
            (Visual("link1", "sphere", 0.1, file="a.stl"), "file"),
            (Visual("link1", "sphere", 0.1, scale=(1, 0, 1)), "scale[1]"),
            (Visual("link1", "sphere", 0.1, colour=(1, 2, 0)), "colour[1]"),
            (Visual("link1", "sphere", 0.1, placement=Placement((0, 0, np.nan))), "xyz[2]"),
            (Visual("link1", "sphere", 0.1, placement=Placement(rotation=np.ones((3, 3)))), "rotation"),
            (Visual("link1", "sphere", 0.1, node="tip"), "node"),
            (Visual("link1", "sphere", "thick"), "size"),
            (Visual("link1", "sphere", 0.1, colour="red"), "colour"),
        ],
    )
    def test_faults_are_named(self, visual, field):
        with pytest.raises(arm.DescriptionError) as error:
            replace(ARM, visuals=(visual,))
        assert [problem.field for problem in error.value.problems] == [f"visual[0].{field}"]

    def test_on_a_node_of_a_beam(self):
        robot = arm.library.get("flexrob")
        assert replace(robot, visuals=[Visual("upper", "sphere", 0.1, node="root")]).visuals
        with pytest.raises(arm.DescriptionError, match="has no node 'tips'"):
            replace(robot, visuals=[Visual("upper", "sphere", 0.1, node="tips")])


class TestToml:
    @pytest.mark.parametrize("seed", range(5))
    def test_round_trip(self, seed):
        rng = np.random.default_rng(seed)
        robot = replace(ARM, visuals=random_visuals(rng, ["base", "link1", "link2"]))
        again = parse_toml(to_toml(robot))
        assert again.visuals == robot.visuals
        assert again == robot

    def test_units_and_placement(self):
        text = (
            HEAD
            + '[[visual]]\nlink = "base"\nshape = "cylinder"\nradius = "3 cm"\nlength = "1 m"\nrpy = [0, "90 deg", 0]'
        )
        (visual,) = parse_toml(text).visuals
        assert (visual.link, visual.shape, visual.size) == ("base", "cylinder", (0.03, 1.0))
        assert visual.placement.rotation == matrix(from_rpy(0, np.pi / 2, 0).tolist())

    def test_files_lie_beside(self, tmp_path):
        folder = tmp_path / "arm"
        (folder / "meshes").mkdir(parents=True)
        (folder / "meshes" / "bob.stl").write_bytes(TRIANGLE)
        (folder / "arm.toml").write_text(HEAD + '[[visual]]\nlink = "bob"\nshape = "mesh"\nfile = "meshes/bob.stl"\n')
        robot = arm.load(folder / "arm.toml")
        assert robot.visuals[0].file == str(folder / "meshes" / "bob.stl")
        assert not robot.notes
        arm.save(robot, folder / "again.toml")
        assert 'file = "meshes/bob.stl"' in (folder / "again.toml").read_text()
        assert arm.load(folder / "again.toml").visuals == robot.visuals
        (tmp_path / "other").mkdir()
        arm.save(robot, tmp_path / "other" / "again.toml")
        assert arm.load(tmp_path / "other" / "again.toml").visuals == robot.visuals

    def test_missing_file_is_a_note(self, tmp_path):
        (tmp_path / "arm.toml").write_text(HEAD + '[[visual]]\nlink = "bob"\nshape = "mesh"\nfile = "bob.stl"\n')
        robot = arm.load(tmp_path / "arm.toml")
        assert robot.visuals[0].file == str(tmp_path / "bob.stl")
        assert robot.notes[0].startswith("1 of 1 mesh files not found")

    @pytest.mark.parametrize(
        ("fields", "line", "said"),
        [
            ('link = "bob"\nshape = "ball"\nradius = 1', 7, "visual[0].shape: 'ball'; expected one of mesh, box"),
            ('link = "bob"\nshape = "box"', 5, "visual[0].size: the field is missing; expected size = … of a box"),
            ('link = "bob"\nshape = "box"\nsize = [1, 1, 1]\nradius = 1', 9, "'radius' is not a field of a box"),
            ('link = "bob"\nshape = "sphere"\nradius = "1 kg"', 8, "visual[0].radius"),
            ('link = "bbo"\nshape = "sphere"\nradius = 1', 6, "there is no link 'bbo'"),
            ('link = "bob"\nshape = "sphere"\nradius = 1\ncolor = [1, 1, 1]', 9, "did you mean colour?"),
            ('link = "bob"\nshape = "sphere"\nradius = 1\ncolour = [1, 1, 9]', 9, "a value from 0 to 1"),
            ('link = "bob"\nshape = "mesh"\nfile = "a.stl"\nscale = [1, 0, 1]', 9, "not zero"),
            ('shape = "sphere"\nradius = 1', 5, "visual[0].link: the field is missing"),
        ],
    )
    def test_faults_have_lines(self, fields, line, said):
        with pytest.raises(arm.DescriptionError) as error:
            parse_toml(f"{HEAD}[[visual]]\n{fields}\n", "arm.toml")
        (problem,) = error.value.problems
        assert said in str(problem)
        assert problem.line == line

    def test_a_faulty_look_hides_no_other_fault(self):
        text = HEAD.replace("mass = 1", "mass = -1") + '[[visual]]\nlink = "bbo"\nshape = "box"\n'
        with pytest.raises(arm.DescriptionError) as error:
            parse_toml(text)
        assert [problem.field for problem in error.value.problems] == [
            "link[0].mass",
            "visual[0].size",
            "visual[0].link",
        ]


def urdf(looks, more=""):
    return (
        f'<robot name="r">{more}<link name="stand"/><link name="bob"><inertial><mass value="1"/>'
        f'<inertia ixx="1" iyy="1" izz="1"/></inertial>{looks}</link>'
        '<joint name="pivot" type="continuous"><parent link="stand"/><child link="bob"/></joint></robot>'
    )


def look(shape, inside="", tag="visual"):
    return f"<{tag}><geometry>{shape}</geometry>{inside}</{tag}>"


class TestUrdf:
    def test_shapes(self):
        origin = '<origin xyz="1 2 3" rpy="0 0 1.5"/>'
        looks = look('<box size="1 2 3"/>', origin) + look('<cylinder radius="0.1" length="0.5"/>')
        box, cylinder, sphere = parse_urdf(urdf(looks + look('<sphere radius="0.2"/>'))).visuals
        assert (box.link, box.shape, box.size) == ("bob", "box", (1.0, 2.0, 3.0))
        assert box.placement == Placement((1, 2, 3), from_rpy(0, 0, 1.5))
        assert (cylinder.shape, cylinder.size) == ("cylinder", (0.1, 0.5))
        assert (sphere.shape, sphere.size) == ("sphere", (0.2,))

    def test_colours_by_value_and_by_name(self):
        ball = '<sphere radius="0.2"/>'
        shared = '<material name="red"><color rgba="1 0 0 1"/></material>'
        own = '<material name="mine"><color rgba="0 0.5 1 1"/></material>'
        hidden = '<material name="glass"><color rgba="0 0.5 1 0"/></material>'
        looks = "".join(look(ball, inside) for inside in ('<material name="red"/>', own, "", hidden))
        found = [visual.colour for visual in parse_urdf(urdf(looks, shared)).visuals]
        assert found == [(1.0, 0.0, 0.0), (0.0, 0.5, 1.0), None]

    def test_root_link_is_the_base(self):
        ball = look('<sphere radius="1"/>')
        text = urdf("").replace('<link name="stand"/>', f'<link name="stand">{ball}</link>')
        (visual,) = parse_urdf(text).visuals
        assert visual.link == parse_urdf(text).base == "stand"

    @pytest.mark.parametrize(
        "shape",
        [
            '<box size="1 2"/>',
            "<box/>",
            '<sphere radius="none"/>',
            '<cylinder radius="1" length="0"/>',
            "<capsule/>",
            "",
        ],
    )
    def test_what_cannot_be_drawn_is_a_note(self, shape):
        robot = parse_urdf(urdf(look(shape)))
        assert not robot.visuals
        assert [note for note in robot.notes if "left out, of links bob" in note]

    def test_colour_of_many_words_is_none(self):
        material = f'<material name="a"><color rgba="{"x " * 500}"/></material>'
        assert parse_urdf(urdf(look('<sphere radius="1"/>', material))).visuals[0].colour is None

    def test_meshes(self, tmp_path):
        package = tmp_path / "arm_description"
        for name in ("urdf", "meshes"):
            (package / name).mkdir(parents=True)
        (package / "meshes" / "a b.STL").write_bytes(TRIANGLE)
        (package / "meshes" / "c.step").write_text("ISO-10303-21;")
        names = ["../meshes/a b.STL", "package://arm_description/meshes/a%20b.STL", "package://x/gone.stl"]
        looks = "".join(look(f'<mesh filename="{name}" scale="0.001 0.001 -0.001"/>') for name in names)
        file = package / "urdf" / "arm.urdf"
        file.write_text(urdf(looks + look('<mesh filename="../meshes/c.step"/>')))
        robot = read_urdf(file)
        assert [visual.file[-7:] for visual in robot.visuals] == ["a b.STL"] * 2
        assert robot.visuals[0].scale == (0.001, 0.001, -0.001)
        assert [note for note in robot.notes if note.startswith("1 mesh file of unknown formats: ")]
        assert not parse_urdf(file.read_text()).visuals

    def test_collision_meshes_stand_in_for_those_that_cannot_be_shown(self, tmp_path):
        (tmp_path / "a.stl").write_bytes(TRIANGLE)
        (tmp_path / "a.step").write_text("ISO-10303-21;")
        stand_in = look('<mesh filename="a.stl"/>', tag="collision")
        for name, shapes in (("a.step", ["mesh"]), ("gone.stl", ["mesh"])):
            looks = look(f'<mesh filename="{name}"/>') + look('<sphere radius="1"/>') + stand_in
            assert [one.shape for one in parse_urdf(urdf(looks), folder=tmp_path).visuals] == shapes
        looks = look('<mesh filename="a.step"/>') + look('<sphere radius="1"/>')
        assert [one.shape for one in parse_urdf(urdf(looks), folder=tmp_path).visuals] == ["sphere"]

    def test_formats_of_packages_that_are_not_installed(self, tmp_path, monkeypatch):
        (tmp_path / "a.stl").write_bytes(TRIANGLE)
        (tmp_path / "a.dae").write_text("<COLLADA/>")
        stand_in = look('<mesh filename="a.stl"/>', tag="collision")
        text = urdf(look('<mesh filename="a.dae"/>') + stand_in)
        assert parse_urdf(text, folder=tmp_path).visuals[0].file.endswith("a.dae")
        monkeypatch.setitem(sys.modules, "collada", None)
        robot = parse_urdf(text, folder=tmp_path)
        assert robot.visuals[0].file.endswith("a.stl")
        assert [note for note in robot.notes if "a.dae" in note and "pip install 'armillary[meshes]'" in note]


class TestMjcf:
    TEXT = """<mujoco><compiler meshdir="parts"/><asset>
        <mesh name="t" file="t.stl" scale="1 2 0.5"/>
        <mesh name="turned" file="t.stl" scale="2 2 2" refpos="0.1 0.2 0.3" refquat="0.9 0.1 0.2 0.3"/>
        <mesh name="skew" file="t.stl" scale="1 2 3" refquat="0.9 0.1 0.2 0.3"/>
        <material name="red" rgba="1 0.25 0 1"/></asset><worldbody><geom type="plane" size="1 1 1"/>
        <body name="b" pos="0 0 1"><joint axis="0 1 0"/>
        <geom type="mesh" mesh="t" pos="0.1 0.2 0.3" euler="10 20 30" material="red"/>
        <geom type="mesh" mesh="turned" pos="0.3 0 0"/><geom type="mesh" mesh="skew"/>
        <geom type="capsule" fromto="0 0 0 0 0 1" size="0.1"/><geom type="box" size="0.1 0.2 0.3" group="2"/>
        <geom type="ellipsoid" size="0.1 0.2 0.3"/><geom type="box" size="1 1 1" group="3"/>
        <geom type="box" size="1 1 1" rgba="1 1 1 0"/></body></worldbody></mujoco>"""
    POINTS = np.array([[0.1, 0.0, 0.02], [0.5, 0.05, 0.0], [0.15, 0.3, 0.1], [0.2, 0.1, 0.4]])

    @pytest.fixture
    def file(self, tmp_path):
        (tmp_path / "parts").mkdir()
        faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
        (tmp_path / "parts" / "t.stl").write_bytes(binary_stl(self.POINTS, faces))
        (tmp_path / "arm.xml").write_text(self.TEXT)
        return tmp_path / "arm.xml"

    def test_shapes_that_mujoco_shows(self, file):
        robot = arm.load(file)
        assert [v.shape for v in robot.visuals] == ["mesh", "mesh", "cylinder", "sphere", "sphere", "box", "sphere"]
        assert {v.link for v in robot.visuals} == {"b"}
        cylinder, low, high, box, ellipsoid = robot.visuals[2:]
        assert cylinder.size == pytest.approx((0.1, 1.0))
        assert sorted([low.placement.xyz[2], high.placement.xyz[2]]) == pytest.approx([0, 1])
        assert (box.size, ellipsoid.scale) == (pytest.approx((0.2, 0.4, 0.6)), pytest.approx((0.1, 0.2, 0.3)))
        assert robot.visuals[0].colour == pytest.approx((1, 0.25, 0))

    def test_meshes_are_where_mujoco_has_them(self, file):
        import mujoco

        m = mujoco.MjModel.from_xml_path(str(file))
        data = mujoco.MjData(m)
        mujoco.mj_forward(m, data)
        geoms = [k for k in range(m.ngeom) if m.geom_type[k] == mujoco.mjtGeom.mjGEOM_MESH]
        visuals = [visual for visual in arm.load(file).visuals if visual.shape == "mesh"]
        for k, visual in zip(geoms, visuals, strict=False):
            i = m.geom_dataid[k]
            vertices = m.mesh_vert[m.mesh_vertadr[i] : m.mesh_vertadr[i] + m.mesh_vertnum[i]]
            world = vertices @ data.geom_xmat[k].reshape(3, 3).T + data.geom_xpos[k]
            ours = (self.POINTS * visual.scale) @ np.array(visual.placement.rotation).T + visual.placement.xyz
            ours = ours + data.xpos[m.geom_bodyid[k]]  # the body is not turned where the model is drawn
            distances = np.linalg.norm(world[:, None] - ours[None], axis=-1)
            assert distances.min(axis=0).max() < 1e-6
        assert len(visuals) == 2

    def test_text_has_no_meshes(self):
        text = re.sub(r'<asset>.*</asset>|<geom type="mesh"[^>]*>', "", self.TEXT, flags=re.DOTALL)
        assert {visual.shape for visual in parse_mjcf(text).visuals} == {"sphere", "cylinder", "box"}
