"""Mesh files made to waste time or memory, or to lead elsewhere: refused at once, or read without what they name."""

import io
import json
import resource
import socket
import time
import zipfile

import collada  # noqa: F401 - imported here, so that no test counts the time of it
import numpy as np
import pytest
import trimesh  # noqa: F401
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import Visual, pictures, read_mesh, visual_meshes
from internals import source as limits
from mesh_writers import binary_ply, dae, glb, gltf_tree, obj, text_ply
from samples import examples

POINTS = np.array([[0.1, 0.0, 0.02], [0.5, 0.05, 0.0], [0.15, 0.3, 0.1], [0.2, 0.1, 0.4]])
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
DOCTYPE = b'<!DOCTYPE c [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.fixture(autouse=True)
def _little(monkeypatch):
    """No test may take 30 s or 400 MB, or open a connection."""
    monkeypatch.setattr(socket, "socket", refuse)
    started, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    assert time.process_time() - started < 30.0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000


def refuse(*_args, **_options):
    raise AssertionError("a mesh file asked for the network")


def archived(data) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.dae", data)
    return file.getvalue()


def changed(**changes) -> bytes:
    tree, data = gltf_tree(POINTS, FACES)
    return glb(tree | changes, data)


def doubling(levels) -> bytes:
    """Return a scene in which each node holds the next one twice."""
    inner = '<instance_node url="#l{0}"/><instance_node url="#l{0}"/>'
    below = [f'<node id="l{k}">{inner.format(k + 1)}</node>' for k in range(levels)]
    nodes = "".join([*below, f'<node id="l{levels}"><instance_geometry url="#g"/></node>'][::-1])
    return dae(
        POINTS,
        FACES,
        nodes='<node><instance_node url="#l0"/></node>',
        library=f"<library_nodes>{nodes}</library_nodes>",
    )


MANY = {"bufferView": 0, "componentType": 5126, "type": "VEC3"}
BAD = {
    "entities.dae": (dae(POINTS, FACES).replace(b"<COLLADA", DOCTYPE + b"<COLLADA"), "document type"),
    "other encoding.dae": (b'<?xml version="1.0" encoding="UTF-16"?>' + DOCTYPE.decode().encode("utf-16"), "binary"),
    "archive.dae": (archived(dae(POINTS, FACES)), "archive"),
    "archive behind a text.dae": (dae(POINTS, FACES) + archived(dae(POINTS, FACES)), "archive"),
    "doubling.dae": (doubling(40), "more than 20,000 nodes"),
    "deep.dae": (dae(POINTS, FACES, nodes="<node>" * 5000 + "</node>" * 5000), "Collada"),
    "not finite.dae": (dae(POINTS * np.nan, FACES), "at one place"),
    "index.dae": (dae(POINTS, [(0, 1, 99)]), "no triangles"),
    "empty.dae": (b"", "Collada"),
    "other.dae": (b"<html/>", "no triangles"),
    "no scene.dae": (dae(POINTS, FACES, nodes=""), "no triangles"),
    "zero unit.dae": (dae(POINTS, FACES, unit=1e-300), "one place"),
    "zeros.glb": (changed(accessors=[MANY | {"count": 10**9}] * 2), "values in arrays"),
    "zeros without bytes.glb": (
        changed(accessors=[{"componentType": 5126, "type": "MAT4", "count": 2 * 10**6}] * 9),
        "values in arrays",
    ),
    "overlap.glb": (changed(bufferViews=[{"buffer": 0, "byteLength": 10**8}] * 9), "values in arrays"),
    "instances.glb": (changed(nodes=[{"mesh": 0}] * 20_001), "nodes"),
    "primitives.glb": (
        changed(
            meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}] * 40_000}],
            nodes=[{"mesh": 0}] * 1000,
        ),
        "values in arrays",
    ),
    "circle.glb": (changed(nodes=[{"children": [1]}, {"children": [0]}]), "no triangles"),
    "compressed.glb": (changed(extensionsRequired=["KHR_draco_mesh_compression"]), "compressed"),
    "negative.glb": (changed(accessors=[MANY | {"count": -4}, MANY | {"count": -9}]), "no triangles"),
    "list.gltf": (b"[" * 100_000, "glTF"),
    "values.gltf": (b"[" + b"[]," * 3_000_000 + b"1]", "values"),
    "other.gltf": (b"[1]", "glTF"),
    "half.glb": (changed()[:300], "glTF"),
    "many.ply": (text_ply(POINTS, FACES).replace(b"vertex 4", b"vertex 99999999999999999999"), "triangles"),
    "list.ply": (binary_ply(POINTS, FACES).replace(b"list uchar", b"list uint "), "PLY"),
    "endless.ply": (b"ply\nformat ascii 1.0\n" + b"comment a\n" * 1000, "PLY"),
    "index.ply": (text_ply(POINTS, [(0, 1, 7)]), "PLY"),
}


@pytest.mark.parametrize("name", BAD)
def test_refused_with_a_note(tmp_path, name):
    data, said = BAD[name]
    (tmp_path / name).write_bytes(data)
    notes = []
    assert not list(visual_meshes([Visual("base", "mesh", file=str(tmp_path / name))], notes))
    assert said in notes[0].rsplit("': ", 1)[1]


def test_many_triangles_of_few_instances(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_TRIANGLES", 100)
    (tmp_path / "a.dae").write_bytes(doubling(6))
    with pytest.raises(arm.ArgumentError, match="104 triangles; expected at most 100"):
        read_mesh(tmp_path / "a.dae")


def test_materials_of_every_face(tmp_path):
    """As many changes of the material as faces."""
    text = obj(POINTS, FACES) + b"\nusemtl a\nf 1 2 3" * 50_000
    (tmp_path / "a.obj").write_bytes(text)
    (tmp_path / "none.mtl").write_text("newmtl a\nKd 1 0 0\n")
    assert read_mesh(tmp_path / "a.obj").colours is not None


ELSEWHERE = [
    "../secret.bin",
    "{0}/secret.bin",
    "file://{0}/secret.bin",
    "http://127.0.0.1/a.bin",
    "link.bin",
    "sub/../../secret.bin",
]


@pytest.mark.parametrize("uri", ELSEWHERE)
def test_files_elsewhere_are_not_read(tmp_path, uri):
    """The buffer of a glTF file, the materials of an OBJ file: a valid one elsewhere is as good as none."""
    home = tmp_path / "home"
    (home / "sub").mkdir(parents=True)
    tree, data = gltf_tree(POINTS, FACES, uri=uri.format(tmp_path))
    (tmp_path / "secret.bin").write_bytes(data)
    (home / "link.bin").symlink_to(tmp_path / "secret.bin")
    (home / "a.gltf").write_text(json.dumps(tree))
    with pytest.raises(arm.ArgumentError, match="glTF"):
        read_mesh(home / "a.gltf")
    (tmp_path / "secret.bin").write_bytes(b"newmtl grey\nKd 1 0 0\n")
    (home / "a.obj").write_bytes(obj(POINTS, FACES).replace(b"none.mtl", uri.format(tmp_path).encode()))
    assert read_mesh(home / "a.obj").colours is None


def test_nothing_is_written_to_the_terminal(tmp_path, capfd):
    """A PLY file with a picture that does not exist: trimesh tells that with a traceback."""
    data = text_ply(POINTS, FACES).replace(b"\nelement v", b"\ncomment TextureFile gone.png\nelement v")
    (tmp_path / "a.ply").write_bytes(data)
    assert len(read_mesh(tmp_path / "a.ply").faces) == 4
    assert capfd.readouterr() == ("", "")


def test_the_same_files_beside_are_read(tmp_path):
    (tmp_path / "sub").mkdir()
    tree, data = gltf_tree(POINTS, FACES, uri="sub/a.bin")
    (tmp_path / "sub" / "a.bin").write_bytes(data)
    (tmp_path / "a.gltf").write_text(json.dumps(tree))
    assert len(read_mesh(tmp_path / "a.gltf").faces) == 4


def test_large_and_damaged_pictures_have_no_colour(tmp_path, monkeypatch):
    from PIL import Image

    (tmp_path / "a.obj").write_bytes(obj(POINTS, FACES))
    (tmp_path / "none.mtl").write_text("newmtl grey\nmap_Kd a.png\n")
    Image.new("1", (12_000, 12_000)).save(tmp_path / "a.png")  # 18 MB in a few kB
    assert read_mesh(tmp_path / "a.obj").colours is None
    Image.new("RGB", (10, 10), (255, 0, 0)).save(tmp_path / "a.png")
    assert read_mesh(tmp_path / "a.obj").colours is not None
    monkeypatch.setattr(pictures, "MOST_PIXELS", 99)
    assert read_mesh(tmp_path / "a.obj").colours is None
    monkeypatch.undo()
    (tmp_path / "a.png").write_bytes((tmp_path / "a.png").read_bytes()[:40])
    assert read_mesh(tmp_path / "a.obj").colours is None


def test_a_link_to_another_file_tells_nothing_of_it(tmp_path):
    (tmp_path / "secret").write_text("key: 12345 for nobody else\n" * 9)
    for name in ("a.dae", "a.ply", "a.glb", "a.gltf"):
        (tmp_path / name).symlink_to(tmp_path / "secret")
        with pytest.raises(arm.ArgumentError, match="mesh file") as error:
            read_mesh(tmp_path / name)
        assert "12345" not in str(error.value)


TREE, DATA = gltf_tree(POINTS, FACES)
WHOLE = {
    "dae": dae(POINTS, FACES),
    "ply": text_ply(POINTS, FACES),
    "bin.ply": binary_ply(POINTS, FACES),
    "glb": glb(TREE, DATA),
    "gltf": json.dumps(gltf_tree(POINTS, FACES, uri="a.bin")[0]).encode(),
}
SCRAPS = st.one_of(
    st.binary(max_size=12), st.sampled_from([b"-1", b"999999999", b"0", b"1e300", b"nan", b'"', b"<", b"]"])
)


@settings(max_examples=examples(100), deadline=None)
@given(
    st.sampled_from(sorted(WHOLE)), st.lists(st.tuples(st.floats(0, 1), SCRAPS, st.booleans()), min_size=1, max_size=4)
)
def test_damaged_files_are_read_or_refused(tmp_path_factory, kind, damage):
    data = bytearray(WHOLE[kind])
    for at, scrap, longer in damage:
        place = int(at * len(data))
        data[place : place + (0 if longer else len(scrap))] = scrap
    folder = tmp_path_factory.getbasetemp()
    (folder / "a.bin").write_bytes(DATA)
    path = folder / f"damaged.{kind}"
    path.write_bytes(data)
    started = time.process_time()
    try:
        mesh = read_mesh(path)
    except arm.ArgumentError:
        mesh = None
    assert time.process_time() - started < 10.0
    assert mesh is None or (np.isfinite(mesh.vertices).all() and mesh.faces.max() < len(mesh.vertices))
