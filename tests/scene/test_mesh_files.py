"""STL and OBJ files against what was written into them; damaged ones are refused."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import box, cone, read_mesh, simplify, sphere, weld
from internals import source as limits
from mesh_writers import area_and_volume, binary_stl, obj, text_stl
from samples import examples

# An irregular tetrahedron, its faces looking out.
POINTS = np.array([[0.1, 0.0, 0.02], [0.5, 0.05, 0.0], [0.15, 0.3, 0.1], [0.2, 0.1, 0.4]])
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
SIGNALLING = b"\x01\0\x80\x7f"  # a NaN that warns when it is converted
VOLUME = float(np.linalg.det(POINTS[1:] - POINTS[0])) / 6


def written(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "writer"),
    [("a.stl", binary_stl), ("a.STL", text_stl), ("a.obj", obj)],
    ids=["binary STL", "text STL", "OBJ"],
)
def test_triangles_come_back(tmp_path, name, writer):
    mesh = read_mesh(written(tmp_path, name, writer(POINTS, FACES)))
    triangles = {tuple(map(tuple, np.round(mesh.vertices[face], 6).tolist())) for face in mesh.faces}
    assert triangles == {tuple(map(tuple, np.round(POINTS[list(face)], 6).tolist())) for face in FACES}
    assert area_and_volume(mesh)[1] == pytest.approx(VOLUME, rel=1e-6)


def test_binary_file_that_begins_as_a_text_does(tmp_path):
    path = written(tmp_path, "a.stl", binary_stl(POINTS, FACES, header=b"solid by a bad writer"))
    assert len(read_mesh(path).faces) == 4


def test_obj_polygons_negative_numbers_and_line_ends(tmp_path):
    text = b"v 0 0 0\r\nv 1 0 0\r\nv 1 1 0 1.0\r\nv 0 1 0\r\nf -4/1 -3/2 -2/3 -1/4\r\nl 1 2\r\nf 1 \\\n2 3\r\n"
    mesh = read_mesh(written(tmp_path, "a.obj", text))
    assert len(mesh.faces) == 3
    assert area_and_volume(mesh)[0] == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.msh", b"<COLLADA/>", "suffix"),
        ("a.stl", b"", "too few bytes"),
        ("a.stl", binary_stl(POINTS, FACES)[:-1], "283 bytes for 4 triangles"),
        ("a.stl", binary_stl(POINTS, FACES).replace(b"\x04\0\0\0", b"\xff\xff\xff\xff"), "triangles"),
        ("a.stl", binary_stl(POINTS, []), "no triangles"),
        ("a.stl", b"solid\nendsolid", "no triangles"),
        ("a.stl", text_stl(POINTS, FACES).replace(b"0.5", b"half"), "readable corners"),
        ("a.stl", text_stl(POINTS, FACES)[:-100], "readable corners"),
        ("a.stl", binary_stl(POINTS * np.nan, FACES), "not finite"),
        ("a.stl", binary_stl(POINTS, FACES)[:96] + SIGNALLING + binary_stl(POINTS, FACES)[100:], "not finite"),
        ("a.stl", binary_stl(POINTS * 0, FACES), "at one place"),
        ("a.stl", binary_stl(POINTS * [1, 0, 0], FACES), "all triangles have zero area"),
        ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999", "line 4"),
        ("a.obj", obj(POINTS, [(0, 1, 9)]), "unknown vertices"),
        ("a.obj", b"v 0 0 0\nf 1 -2 1", "unknown vertices"),
        ("a.obj", b"v 0 0 zero\n", "line 1"),
        ("a.obj", b"root:x:0:0:root:/root:/bin/bash\n", "no triangles"),
    ],
)
def test_bad_files_are_refused(tmp_path, name, data, said):
    with pytest.raises(arm.ArgumentError, match="mesh file") as error:
        read_mesh(written(tmp_path, name, data))
    assert said in str(error.value)


def test_no_file_and_no_regular_file(tmp_path):
    (tmp_path / "folder.stl").mkdir()
    for name in ("folder.stl", "missing.stl", "a\0b.stl"):
        with pytest.raises(arm.ArgumentError, match="mesh file"):
            read_mesh(tmp_path / name)


def test_limits(tmp_path, monkeypatch):
    path = written(tmp_path, "a.stl", binary_stl(POINTS, FACES))
    monkeypatch.setattr(limits, "MOST_TRIANGLES", 3)
    with pytest.raises(arm.ArgumentError, match="at most 3"):
        read_mesh(path)
    with pytest.raises(arm.ArgumentError, match="more than 3"):
        read_mesh(written(tmp_path, "a.obj", obj(POINTS, FACES)))
    with pytest.raises(arm.ArgumentError, match="more than 3"):
        read_mesh(written(tmp_path, "a.obj", b"v 0 0 0\n" * 12))
    monkeypatch.setattr(limits, "LIMIT", 100)
    with pytest.raises(arm.ArgumentError, match="more than 0 MiB"):
        read_mesh(path)


def test_long_lines_and_numbers_are_refused_at_once(tmp_path):
    """A number of a million digits that is none, and a face of half a million corners, each on one line."""
    digits = text_stl(POINTS, FACES).replace(b"0.5", b"1" * 1_000_000 + b"x", 1)
    corners = obj(POINTS, FACES) + b"\nf" + b" 1 2 3" * 170_000
    started = time.process_time()
    with pytest.raises(arm.ArgumentError, match="readable corners"):
        read_mesh(written(tmp_path, "a.stl", digits))
    with pytest.raises(arm.ArgumentError, match="1,020,001 bytes; expected at most 100,000"):
        read_mesh(written(tmp_path, "a.obj", corners))
    assert time.process_time() - started < 20.0


def test_a_link_to_another_file_tells_nothing_of_it(tmp_path):
    (tmp_path / "secret").write_text("key: 12345 for nobody else\n" * 9)
    for name in ("a.stl", "a.obj"):
        (tmp_path / name).symlink_to(tmp_path / "secret")
        with pytest.raises(arm.ArgumentError, match="mesh file") as error:
            read_mesh(tmp_path / name)
        assert "12345" not in str(error.value)


def test_large_mesh_is_made_coarser_and_stays_where_it_is(tmp_path):
    ball = sphere(0.5, rings=80)
    loose = written(tmp_path, "a.stl", binary_stl(ball.vertices, ball.faces))
    mesh = read_mesh(loose, most=1000)
    assert 200 < len(mesh.faces) <= 1000
    area, volume = area_and_volume(mesh)
    assert (area, volume) == (pytest.approx(np.pi, rel=0.1), pytest.approx(np.pi / 6, rel=0.15))


def test_coarser_leaves_small_meshes_alone():
    mesh = box((1, 2, 3))
    assert simplify(mesh, 100) is mesh


def loosened(mesh):
    return type(mesh)(mesh.vertices[mesh.faces].reshape(-1, 3), np.arange(mesh.faces.size).reshape(-1, 3))


@pytest.mark.parametrize(
    ("mesh", "vertices"),
    [
        (box((1, 2, 3)), 24),  # four for each side, none across an edge
        (cone((0, 0, 0), (0, 0, 1), 0.3), 2 * 20 + 2 * 21),  # the wall, smooth; two lids with their centres
        (sphere(0.5, rings=10), 9 * 20 + 2),  # smooth all over
    ],
    ids=["box", "cylinder", "sphere"],
)
def test_welding_joins_smooth_surfaces_and_keeps_edges(mesh, vertices):
    found = weld(loosened(mesh))
    assert len(found.vertices) == vertices
    assert area_and_volume(found) == pytest.approx(area_and_volume(mesh), rel=1e-12)


def test_welding_by_the_angle():
    """Two triangles that meet at 90°: with a crease beyond that they share an edge."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    mesh = loosened(type(box((1, 1, 1)))(points, np.array([[0, 1, 2], [1, 0, 3]])))
    assert len(weld(mesh).vertices) == 6
    assert len(weld(mesh, np.radians(100)).vertices) == 4


@settings(max_examples=examples(150), deadline=None)
@given(
    st.sampled_from([("stl", binary_stl), ("stl", text_stl), ("obj", obj)]),
    st.lists(st.tuples(st.integers(0, 1200), st.binary(max_size=12)), min_size=1, max_size=4),
)
def test_damaged_files_are_read_or_refused(tmp_path_factory, kind, damage):
    suffix, writer = kind
    data = bytearray(writer(POINTS, FACES))
    for at, scrap in damage:
        data[at : at + len(scrap)] = scrap
    path = tmp_path_factory.getbasetemp() / f"damaged.{suffix}"
    path.write_bytes(data)
    try:
        mesh = read_mesh(path)
    except arm.ArgumentError:
        return
    assert np.isfinite(mesh.vertices).all()
    assert mesh.faces.max() < len(mesh.vertices)
