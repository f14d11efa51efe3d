"""Mesh files of every kind, right before they are mutated, as the visual of a robot."""

import base64
import json
import runpy
from pathlib import Path

POINTS = [[0.1, 0.0, 0.02], [0.5, 0.05, 0.0], [0.15, 0.3, 0.1], [0.2, 0.1, 0.4]]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
COLOURS = {"red": ((1, 0, 0), FACES[:2]), "blue": ((0, 0, 1), FACES[2:])}
OBJ = """# a square and a triangle
mtllib case.mtl
v 0 0 0
v 1 0 0 0.5 0.5 0.5
v 1 1 0
v 0 1 0
vn 0 0 1
usemtl red
f 1//1 2//1 3//1 4//1
usemtl blue
f -1 -2 -4
"""
MTL = "newmtl red\nKd 0.8 0.1 0.1\nd 1\nnewmtl blue\nKa 0 0 0\nKd 0 0 0.9\nTr 0.5\nmap_Kd blue.png\n"
ROBOT = """
name = "shown"
[[link]]
name = "body"
mass = 1
com = [0.1, 0, 0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "body"
axis = [0, 1, 0]
[[visual]]
link = "body"
shape = "mesh"
file = "case.stl"
"""


def meshes() -> dict[str, tuple[str, tuple[str | bytes, ...], tuple[tuple[str, str], ...]]]:
    """Return the kinds by name: suffix, right files (texts, and bytes of binary files), texts that lie beside."""
    write = runpy.run_path(str(Path(__file__).parents[1] / "mesh_writers.py"))
    tree, data = write["gltf_tree"](POINTS, FACES)
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    nodes = [{"children": [1], "translation": [0, 0, 0.1]}, {"mesh": 0, "scale": [1, 2, 1]}]
    embedded, _ = write["gltf_tree"](POINTS, FACES, uri=uri, nodes=nodes)
    turned = "<node><rotate>0 0 1 90</rotate><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>{geometry}</node>"
    kinds = {
        "stl": (".stl", (_text(write["text_stl"](POINTS, FACES)), write["binary_stl"](POINTS, FACES)), ()),
        "obj": (".obj", (OBJ,), (("case.mtl", MTL),)),
        "mtl": (".mtl", (MTL,), (("case.obj", OBJ),)),
        "ply": (".ply", (_text(write["text_ply"](POINTS, FACES)), write["binary_ply"](POINTS, FACES)), ()),
        "dae": (".dae", (_text(write["dae"](POINTS, FACES, COLOURS, 0.01, "Y_UP", turned)),), ()),
        "gltf": (".gltf", (json.dumps(embedded, indent=1),), ()),
        "glb": (".glb", (write["glb"](tree, data),), ()),
    }
    shown = {
        name: ROBOT.replace(".stl", ".obj" if suffix == ".mtl" else suffix) for name, (suffix, *_) in kinds.items()
    }
    return {
        name: (suffix, own, (*beside, ("robot.toml", shown[name]))) for name, (suffix, own, beside) in kinds.items()
    }


def _text(data: bytes) -> str:
    return data.decode("utf-8")
