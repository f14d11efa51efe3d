"""Mesh files for tests, written from triangles."""

import json
import struct

import numpy as np


def binary_stl(vertices, faces, header=b"made for a test") -> bytes:
    rows = np.zeros(len(faces), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    rows["corners"] = np.asarray(vertices, dtype=float)[np.asarray(faces, dtype=int).reshape(-1, 3)]
    return header.ljust(80, b"\0") + struct.pack("<I", len(faces)) + rows.tobytes()


def text_stl(vertices, faces) -> bytes:
    lines = ["solid a name with vertex in it"]
    for corners in np.asarray(vertices, dtype=float)[np.asarray(faces, dtype=int).reshape(-1, 3)]:
        lines += ["  facet normal 0 0 0", "    outer loop"]
        lines += [f"      vertex {x!r} {y!r} {z!r}" for x, y, z in corners.tolist()]
        lines += ["    endloop", "  endfacet"]
    return "\n".join([*lines, "endsolid"]).encode()


def obj(vertices, faces) -> bytes:
    lines = ["# a comment", "mtllib none.mtl", "o thing"]
    lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in np.asarray(vertices, dtype=float).tolist()]
    lines += ["vn 0 0 1", "usemtl grey", "s off"]
    lines += ["f " + " ".join(f"{corner + 1}//1" for corner in face) for face in faces]
    return "\n".join(lines).encode()


def area_and_volume(mesh) -> tuple[float, float]:
    """Return the area of a mesh and the volume in it, positive if its faces look out."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2
    return float(area), float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


MATERIAL = """
  <library_effects>{effects}</library_effects><library_materials>{materials}</library_materials>"""
EFFECT = """<effect id="{0}-effect"><profile_COMMON><technique sid="common"><phong>
    <diffuse><color>{1} {2} {3} 1</color></diffuse></phong></technique></profile_COMMON></effect>"""


def dae(vertices, faces, colours=None, unit=1.0, up="Z_UP", nodes="<node>{geometry}</node>", library="") -> bytes:
    """Return a Collada file with a set of triangles for each colour; `nodes` place "{geometry}"."""
    colours = {"grey": ((0.5, 0.5, 0.5), faces)} if colours is None else colours
    effects = "".join(EFFECT.format(name, *colour) for name, (colour, _) in colours.items())
    materials = "".join(f'<material id="{n}"><instance_effect url="#{n}-effect"/></material>' for n in colours)
    numbers = " ".join(repr(float(x)) for x in np.asarray(vertices, dtype=float).ravel())
    sets = "".join(
        f'<triangles count="{len(own)}" material="{name}-symbol"><input semantic="VERTEX" source="#v" offset="0"/>'
        f"<p>{' '.join(str(k) for face in own for k in face)}</p></triangles>"
        for name, (_, own) in colours.items()
    )
    bound = "".join(f'<instance_material symbol="{n}-symbol" target="#{n}"/>' for n in colours)
    geometry = (
        f'<instance_geometry url="#g"><bind_material><technique_common>{bound}</technique_common></bind_material>'
        "</instance_geometry>"
    )
    return f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="u" meter="{unit}"/><up_axis>{up}</up_axis></asset>
  {MATERIAL.format(effects=effects, materials=materials)}
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="{3 * len(vertices)}">{numbers}</float_array><technique_common>
      <accessor source="#a" count="{len(vertices)}" stride="3"><param name="X" type="float"/>
      <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>{sets}</mesh></geometry></library_geometries>
  {library}<library_visual_scenes><visual_scene id="s">{nodes.format(geometry=geometry)}</visual_scene>
  </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>
</COLLADA>""".encode()


def text_ply(vertices, faces, colour=(255, 0, 51)) -> bytes:
    """Return a PLY text with polygons and one colour for all vertices."""
    head = ["ply", "format ascii 1.0", f"element vertex {len(vertices)}"]
    head += [f"property float {axis}" for axis in "xyz"] + [f"property uchar {c}" for c in ("red", "green", "blue")]
    head += [f"element face {len(faces)}", "property list uchar int vertex_indices", "end_header"]
    lines = [
        f"{x!r} {y!r} {z!r} {' '.join(map(str, colour))}" for x, y, z in np.asarray(vertices, dtype=float).tolist()
    ]
    lines += [f"{len(face)} {' '.join(map(str, face))}" for face in faces]
    return "\n".join([*head, *lines, ""]).encode()


def binary_ply(vertices, faces) -> bytes:
    head = ["ply", "format binary_little_endian 1.0", f"element vertex {len(vertices)}"]
    head += [*(f"property float {axis}" for axis in "xyz"), f"element face {len(faces)}"]
    head += ["property list uchar int vertex_indices", "end_header", ""]
    body = np.asarray(vertices, dtype="<f4").tobytes() + b"".join(struct.pack("<B3i", 3, *face) for face in faces)
    return "\n".join(head).encode() + body


def gltf_tree(vertices, faces, uri=None, colour=(0.2140411, 0.0, 1.0, 1.0), nodes=None) -> tuple[dict, bytes]:
    """Return the JSON values and the buffer of a glTF file with one material."""
    data = np.asarray(vertices, dtype="<f4").tobytes() + np.asarray(faces, dtype="<u2").tobytes()
    data += b"\0" * (-len(data) % 4)
    size = 12 * len(vertices)
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(data)} | ({} if uri is None else {"uri": uri})],
        "bufferViews": [
            {"buffer": 0, "byteLength": size},
            {"buffer": 0, "byteOffset": size, "byteLength": 6 * len(faces)},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(vertices), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 3 * len(faces), "type": "SCALAR"},
        ],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": list(colour)}}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "nodes": [{"mesh": 0}] if nodes is None else nodes,
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    return tree, data


def glb(tree, data) -> bytes:
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    parts = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(parts)) + parts
