"""Mesh files for tests, written from triangles."""

import struct

import numpy as np


def binary_stl(vertices, faces, header=b"made for a test") -> bytes:
    data = header.ljust(80, b"\0") + struct.pack("<I", len(faces))
    for corners in np.asarray(vertices, dtype=float)[np.asarray(faces, dtype=int).reshape(-1, 3)]:
        data += struct.pack("<12fH", 0, 0, 0, *corners.ravel(), 0)
    return data


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
