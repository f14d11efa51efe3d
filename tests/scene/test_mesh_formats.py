"""Collada, PLY and glTF files and materials of OBJ files, against what was written into them."""

import base64
import json
import sys
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import MOST_COLOURS, Mesh, Scene, Visual, read_mesh, split_by_colour, visual_meshes
from mesh_writers import area_and_volume, binary_ply, dae, glb, gltf_tree, obj, text_ply

# An irregular tetrahedron, its faces looking out.
POINTS = np.array([[0.1, 0.0, 0.02], [0.5, 0.05, 0.0], [0.15, 0.3, 0.1], [0.2, 0.1, 0.4]])
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
VOLUME = float(np.linalg.det(POINTS[1:] - POINTS[0])) / 6
RED, BLUE = (0.8, 0.1, 0.0), (0.0, 0.2, 0.6)


def read(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    return read_mesh(tmp_path / name)


def corners(mesh):
    return {tuple(map(tuple, np.round(mesh.vertices[face], 5).tolist())) for face in mesh.faces}


def expected(points):
    return {tuple(map(tuple, np.round(points[list(face)], 5).tolist())) for face in FACES}


def colours(mesh):
    return {tuple(round(value, 3) for value in row) for row in mesh.colours.tolist()}


class TestCollada:
    def test_triangles_and_colours(self, tmp_path):
        mesh = read(tmp_path, "a.dae", dae(POINTS, FACES, {"a": (RED, FACES[:1]), "b": (BLUE, FACES[1:])}))
        assert corners(mesh) == expected(POINTS)
        assert colours(mesh) == {RED, BLUE}
        assert area_and_volume(mesh)[1] == pytest.approx(VOLUME)
        shown = {colour: len(part.faces) for part, colour in split_by_colour(mesh)}
        assert {tuple(np.round(colour, 6)): count for colour, count in shown.items()} == {RED: 1, BLUE: 3}

    @pytest.mark.parametrize("up", ["X_UP", "Y_UP", "Z_UP"])
    def test_units_scale_and_the_up_axis_turns_nothing(self, tmp_path, up):
        assert corners(read(tmp_path, "a.dae", dae(POINTS * 1000, FACES, unit=0.001, up=up))) == expected(POINTS)

    def test_nodes_are_placed_and_instances_repeated(self, tmp_path):
        """A node in a node: turned about z by 90°, then moved; mirrored faces look out again."""
        inner = "<node><scale>1 1 -1</scale>{geometry}</node><node><rotate>0 0 1 90</rotate>{geometry}</node>"
        nodes = f"<node><translate>1 2 3</translate>{inner}</node>"
        mesh = read(tmp_path, "a.dae", dae(POINTS, FACES, nodes=nodes))
        assert area_and_volume(mesh)[1] == pytest.approx(2 * VOLUME)
        turned = POINTS @ np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]) + [1, 2, 3]
        assert expected(turned) < corners(mesh)
        low = (POINTS * [1, 1, -1] + [1, 2, 3])[:, 2].min()
        assert mesh.vertices[:, 2].min() == pytest.approx(low)

    def test_instances_of_a_library_node(self, tmp_path):
        placed = '<translate>0 0 1</translate><instance_geometry url="#g"/>'
        library = f'<library_nodes><node id="l">{placed}</node></library_nodes>'
        instance = '<instance_node url="#l"/>'
        nodes = f"<node>{instance}</node><node>{instance}<translate>5 0 0</translate></node>"
        mesh = read(tmp_path, "a.dae", dae(POINTS, FACES, nodes=nodes, library=library))
        assert corners(mesh) == expected(np.add(POINTS, [0, 0, 1])) | expected(np.add(POINTS, [5, 0, 1]))
        assert mesh.colours is None

    def test_polygons_and_broken_materials(self, tmp_path):
        """A material that is not in the file: the geometry stays, without that colour."""
        data = dae(POINTS, FACES, {"a": (RED, FACES)}).replace(b'target="#a"', b'target="#gone"')
        quads = b'<polylist count="1" material="x"><input semantic="VERTEX" source="#v" offset="0"/>'
        data = data.replace(b"</mesh>", quads + b"<vcount>4</vcount><p>0 1 2 3</p></polylist></mesh>")
        mesh = read(tmp_path, "a.dae", data)
        assert len(mesh.faces) == 6
        assert mesh.colours is None

    def test_a_picture_is_its_mean_colour(self, tmp_path):
        picture(tmp_path / "half.png")
        mapped = (
            b'<newparam sid="f"><surface type="2D"><init_from>i</init_from></surface></newparam><newparam sid="m">'
            b'<sampler2D><source>f</source></sampler2D></newparam><technique sid="common"><phong><diffuse>'
            b'<texture texture="m" texcoord="U"/>'
        )
        data = dae(POINTS, FACES, {"a": (RED, FACES)})
        plain = b'<technique sid="common"><phong>\n    <diffuse><color>0.8 0.1 0.0 1</color>'
        assert plain in data
        images = b'<library_images><image id="i"><init_from>half.png</init_from></image></library_images>'
        data = data.replace(plain, mapped).replace(b"<library_effects>", images + b"<library_effects>")
        assert colours(read(tmp_path, "a.dae", data)) == {(0.502, 0.0, 0.502)}


def picture(path):
    """Write a picture that is half red, half blue."""
    from PIL import Image

    image = Image.new("RGB", (4, 2), (255, 0, 0))
    image.paste((0, 0, 255), (0, 0, 2, 2))
    image.save(path)


class TestPly:
    def test_text_with_a_quad_and_a_colour(self, tmp_path):
        mesh = read(tmp_path, "a.ply", text_ply(POINTS, [*FACES[:2], (0, 3, 2, 1)]))
        assert len(mesh.faces) == 4
        assert colours(mesh) == {(1.0, 0.0, 0.2)}

    def test_binary(self, tmp_path):
        mesh = read(tmp_path, "a.ply", binary_ply(POINTS, FACES))
        assert corners(mesh) == expected(POINTS)
        assert mesh.colours is None


class TestGltf:
    def turned(self, points):
        return points @ np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])

    def test_y_is_up_and_colours_are_linear(self, tmp_path):
        mesh = read(tmp_path, "a.glb", glb(*gltf_tree(POINTS, FACES)))
        assert corners(mesh) == expected(self.turned(POINTS))
        assert mesh.vertices[:, 2].max() == pytest.approx(POINTS[:, 1].max())
        assert mesh.colours[0] == pytest.approx([0.5, 0.0, 1.0], abs=1 / 128)  # a linear 0.214 is half on a screen

    @pytest.mark.parametrize("where", ["beside", "inside"])
    def test_text_with_its_buffer(self, tmp_path, where):
        _, data = gltf_tree(POINTS, FACES)
        (tmp_path / "a b.bin").write_bytes(data)
        inside = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
        tree, _ = gltf_tree(POINTS, FACES, uri="a%20b.bin" if where == "beside" else inside)
        assert corners(read(tmp_path, "a.gltf", json.dumps(tree).encode())) == expected(self.turned(POINTS))

    def test_nodes(self, tmp_path):
        nodes = [{"children": [1, 2], "translation": [1, 0, 0]}, {"mesh": 0}, {"mesh": 0, "scale": [1, 2, -1]}]
        mesh = read(tmp_path, "a.glb", glb(*gltf_tree(POINTS, FACES, nodes=nodes)))
        assert area_and_volume(mesh)[1] == pytest.approx(3 * VOLUME)
        assert mesh.vertices[:, 0].min() == pytest.approx(1 + POINTS[:, 0].min())


class TestObj:
    def test_materials(self, tmp_path):
        picture(tmp_path / "half.png")
        materials = "newmtl grey\nKd 0.5 0.25 1\nmap_Kd half.png\nnewmtl other\nKd 0 1 0\nKd x\n"
        (tmp_path / "none.mtl").write_text(materials)
        text = obj(POINTS, FACES[:3]) + b"\nusemtl other\nf 1 4 3\nusemtl unknown\nf 1 4 3\n"
        mesh = read(tmp_path, "a.obj", text)
        assert [tuple(np.round(row, 3)) for row in mesh.colours[:4]] == [(0.251, 0.0, 0.502)] * 3 + [(0.0, 1.0, 0.0)]
        assert np.isnan(mesh.colours[4:]).all()

    def test_colours_of_vertices(self, tmp_path):
        lines = [f"v {x} {y} {z} 1 0 {k / 3}" for k, (x, y, z) in enumerate(POINTS)]
        mesh = read(tmp_path, "a.obj", "\n".join([*lines, "f 1 3 2", "f 1 2 4"]).encode())
        assert colours(mesh) == {(1.0, 0.0, 0.333), (1.0, 0.0, 0.444)}
        lost = read(tmp_path, "b.obj", "\n".join([*lines, "usemtl lost", "f 1 3 2", "f 1 2 4"]).encode())
        assert colours(lost) == colours(mesh)


class TestColours:
    def test_the_colour_of_a_visual_wins(self, tmp_path):
        (tmp_path / "a.dae").write_bytes(dae(POINTS, FACES, {"a": (RED, FACES[:1]), "b": (BLUE, FACES[1:])}))
        file, notes = str(tmp_path / "a.dae"), []
        own = list(visual_meshes([Visual("base", "mesh", file=file, colour=(0, 1, 0))], notes))
        assert [colour for _, _, colour in own] == [(0.0, 1.0, 0.0)]
        assert len(list(visual_meshes([Visual("base", "mesh", file=file)], notes))) == 2
        assert notes == []

    def test_parts_of_a_scene(self, tmp_path):
        (tmp_path / "a.dae").write_bytes(dae(POINTS, FACES, {"a": (RED, FACES[:1]), "b": (BLUE, FACES[1:])}))
        looks = [Visual("link1", "mesh", file=str(tmp_path / "a.dae"))]
        robot = replace(arm.planar([0.4], [1], coms=[0.2], inertias=[0.01]), visuals=looks)
        parts = {part.name: part.colour for part in Scene(arm.model(robot)).parts if part.role == "link"}
        assert {name: tuple(np.round(colour, 6)) for name, colour in parts.items()} == {"link1": BLUE, "link1 (2)": RED}

    def test_many_colours_become_few(self):
        rng = np.random.default_rng(2)
        colours = rng.uniform(size=(500, 3))
        colours[::50] = np.nan
        mesh = Mesh(rng.normal(size=(300, 3)), rng.integers(0, 300, (500, 3)), colours)
        parts = split_by_colour(mesh)
        assert 4 < len(parts) <= MOST_COLOURS
        assert sum(len(part.faces) for part, _ in parts) == 500
        assert sum(len(part.faces) for part, colour in parts if colour is None) == 10

    def test_two_shades_stay_two(self):
        mesh = Mesh(np.eye(3), np.array([[0, 1, 2]] * 2), np.array([[0.5, 0.5, 0.5], [0.52, 0.5, 0.5]]))
        assert [colour for _, colour in split_by_colour(mesh)] == [(0.5, 0.5, 0.5), (0.52, 0.5, 0.5)]


@pytest.mark.parametrize(
    ("module", "name", "data"),
    [
        ("collada", "a.dae", dae(POINTS, FACES)),
        ("trimesh", "a.ply", text_ply(POINTS, FACES)),
        ("trimesh", "a.glb", glb(*gltf_tree(POINTS, FACES))),
    ],
)
def test_without_the_package_a_note_says_what_to_install(tmp_path, monkeypatch, module, name, data):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(arm.errors.MissingExtraError, match=r"pip install 'armillary\[meshes\]'"):
        read(tmp_path, name, data)
    notes = []
    assert not list(visual_meshes([Visual("base", "mesh", file=str(tmp_path / name))], notes))
    assert "not shown" in notes[0]
    assert "armillary[meshes]" in notes[0]
