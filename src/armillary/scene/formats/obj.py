"""OBJ files with the colours of their materials.

Vertices (v, with the colours that some writers add), faces (f), materials of faces (usemtl) and material libraries
(mtllib) are read; faces with more than three corners are split into triangle fans. The colour of a material is its
diffuse colour (Kd) times the mean colour of its picture (map_Kd).
"""

from __future__ import annotations

import numpy as np

from armillary.scene.formats import source as limits
from armillary.scene.formats.pictures import Pictures
from armillary.scene.formats.source import MeshSource
from armillary.scene.mesh import Mesh
from armillary.spatial.scalar import Floats

LONGEST_LINE = 100_000
"""Longest line of an OBJ file [bytes], which bounds the corners of a face."""
UNUSED = (b"vn ", b"vt ", b"#")
"""Skipped lines: normals, texture coordinates, comments. They are half of most files."""
MOST_LIBRARIES = 8
"""Limit on the material libraries of a file; further ones are not read."""


def read_obj(source: MeshSource) -> Mesh:
    """Return the triangles of an OBJ file; an `ArgumentError` refuses a damaged one."""
    most = limits.MOST_TRIANGLES
    vertices: list[tuple[float, ...]] = []
    faces: list[tuple[int, int, int]] = []
    shades: dict[int, tuple[float, ...]] = {}
    libraries: dict[bytes, None] = {}
    starts: list[tuple[int, bytes]] = []  # first face and material of each sequence of faces with one material
    for number, line in enumerate(source.data.replace(b"\\\n", b" ").splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            raise source.refused(f"line {number}: {len(line):,} bytes", f"at most {LONGEST_LINE:,}")
        if line.startswith(UNUSED):
            continue
        words = line.split()
        if len(words) < 2:
            continue
        try:
            if words[0] == b"v" and len(words) >= 4:
                vertices.append((float(words[1]), float(words[2]), float(words[3])))
                if len(words) == 7:
                    shades[len(vertices) - 1] = tuple(float(word) for word in words[4:])
            elif words[0] == b"f" and len(words) >= 4:
                faces += _fan(words[1:], len(vertices))
            elif words[0] == b"usemtl":
                starts.append((len(faces), line.split(None, 1)[1].strip()))
            elif words[0] == b"mtllib":
                libraries[line.split(None, 1)[1].strip()] = None
        except ValueError:
            raise source.refused(f"line {number}: {line[:60]!r}", "numbers there") from None
        if max(len(faces), len(vertices) // 3) > most:
            raise source.refused(f"more than {most:,} triangles", "a smaller mesh")
    mesh = Mesh(np.array(vertices, dtype=float).reshape(-1, 3), np.array(faces, dtype=np.int64).reshape(-1, 3))
    if len(faces) and not (mesh.faces.min() >= 0 and mesh.faces.max() < len(vertices)):
        raise source.refused("a face with unknown vertices", f"vertices 1 to {len(vertices)}")
    return Mesh(mesh.vertices, mesh.faces, _colours(mesh, starts, _materials(source, libraries), shades))


def _fan(words: list[bytes], vertices: int) -> list[tuple[int, int, int]]:
    """Return the triangles of a face. Vertices count from 1; negative numbers count back from the last one read."""
    corners = [int(word.partition(b"/")[0]) for word in words]
    if max(corners) > limits.LIMIT or min(corners) < -limits.LIMIT:
        raise ValueError  # beyond the integers of arrays
    corners = [corner - 1 if corner > 0 else vertices + corner for corner in corners]
    return [(corners[0], corners[k], corners[k + 1]) for k in range(1, len(corners) - 1)]


def _colours(
    mesh: Mesh, starts: list[tuple[int, bytes]], materials: dict[bytes, Floats], shades: dict[int, tuple[float, ...]]
) -> Floats | None:
    """Return the colours of all triangles by their materials, else by their vertices; None if nothing has a colour."""
    colours = np.full((len(mesh.faces), 3), np.nan)
    if len(shades) == len(mesh.vertices):
        colours = np.array([shades[k] for k in range(len(shades))]).reshape(-1, 3)[mesh.faces].mean(axis=1)
    ends = [*(start for start, _ in starts[1:]), len(colours)]
    for (start, name), end in zip(starts, ends, strict=False):
        colours[start:end] = materials.get(name, colours[start:end])
    return None if np.isnan(colours).all() else colours


def _materials(source: MeshSource, libraries: dict[bytes, None]) -> dict[bytes, Floats]:
    """Return the colours of the materials in the libraries that exist."""
    colours: dict[bytes, Floats] = {}
    pictures = Pictures(source)
    for library in list(libraries)[:MOST_LIBRARIES]:
        name = b""
        for line in (source.beside(library.decode(errors="replace")) or b"").splitlines():
            key, _, rest = line.strip().partition(b" ")
            if key == b"newmtl":
                name = rest.strip()
            elif key == b"Kd":
                try:
                    colours[name] = np.array([float(word) for word in rest.split()[:3]]).reshape(3)
                except ValueError:
                    continue  # a spectral curve, or damaged
            elif key == b"map_Kd" and rest.split():
                mean = pictures.named(rest.split()[-1].decode(errors="replace"))
                if mean is not None:
                    colours[name] = mean * colours[name] if np.any(colours.get(name, 0.0)) else mean
    return colours
