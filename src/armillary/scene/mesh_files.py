"""Meshes of a description's visuals: simple shapes, and STL (text or binary) and OBJ files.

A binary STL file has a header of 80 bytes, the number of triangles as a 32-bit integer, and for each triangle twelve
32-bit floats (a normal, which is ignored, and three corners) and two more bytes. Its header may begin with "solid" like
an STL text, so the file length decides. Of an OBJ file only vertices (v) and faces (f) are read; faces with more than
three corners are split into triangle fans. References to other files are ignored.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from armillary.description.robot import Visual
from armillary.errors import ArgumentError
from armillary.scene.mesh import Mesh, box, cone, sphere
from armillary.scene.weld import coarser, welded
from armillary.spatial.scalar import Floats

MIB = 1024 * 1024
LIMIT = 48 * MIB
"""Largest file size [bytes]."""
MOST_TRIANGLES = 1_000_000
"""Limit on the number of triangles in a file."""
LONGEST_LINE = 100_000
"""Longest line of an OBJ file [bytes]; faces with more corners are rejected."""
SHOWN_TRIANGLES = 12_000
"""Default limit on the triangles of a displayed mesh."""
ALL_TRIANGLES = 100_000
"""Triangle budget of a robot, shared by its mesh files; within the speed of software rendering."""
LEAST_TRIANGLES = 1_500
"""Smallest triangle limit of a mesh file."""

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
# The expression is unambiguous: invalid text of any length is rejected without backtracking.
_NUMBER = rb"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_FACET = re.compile(rb"^[ \t]*facet\b", re.MULTILINE | re.IGNORECASE)
_VERTEX = re.compile(rb"^[ \t]*vertex[ \t]+(%s)[ \t]+(%s)[ \t]+(%s)" % ((_NUMBER,) * 3), re.MULTILINE | re.IGNORECASE)


def visual_meshes(visuals: Iterable[Visual], notes: list[str]) -> Iterator[tuple[Visual, Mesh]]:
    """Yield each visual with its mesh in the frame of its link or node.

    Missing and damaged files are skipped; the reason is appended to `notes`.
    """
    visuals = tuple(visuals)
    files = dict.fromkeys(visual.file for visual in visuals if visual.shape == "mesh")
    most = min(SHOWN_TRIANGLES, max(LEAST_TRIANGLES, ALL_TRIANGLES // max(1, len(files))))
    read = {file: _read(file, most, notes) for file in files}
    for visual in visuals:
        mesh = read[visual.file] if visual.shape == "mesh" else simple_shape(visual)
        if mesh is not None:
            yield visual, stretched(mesh, visual.scale).placed(visual.placement.rotation, visual.placement.xyz)


def simple_shape(visual: Visual) -> Mesh:
    """Return a box, cylinder or sphere about the origin."""
    match visual.shape:
        case "box":
            return box(visual.size)
        case "cylinder":
            radius, length = visual.size
            return cone((0, 0, -length / 2), (0, 0, length / 2), radius)
        case _:
            return sphere(visual.size[0])


def stretched(mesh: Mesh, scale: tuple[float, float, float]) -> Mesh:
    """Return the mesh scaled along its axes; faces of a mirrored mesh are reversed to keep normals outwards."""
    faces = mesh.faces[:, ::-1] if np.prod(np.sign(scale)) < 0 else mesh.faces
    return Mesh(mesh.vertices * np.asarray(scale), faces)


def _read(file: str, most: int, notes: list[str]) -> Mesh | None:
    try:
        return read_mesh(file, most)
    except ArgumentError as error:
        notes.append(f"not shown: {error.found}")
        return None


def read_mesh(path: str | os.PathLike[str], most: int = SHOWN_TRIANGLES) -> Mesh:
    """Return the mesh of an .stl or .obj file in the units of the file, simplified to at most `most` triangles.

    Raises:
        ArgumentError: The file is missing, too large, damaged or of another type.
    """
    read = {".stl": _read_stl, ".obj": _read_obj}.get(Path(path).suffix.lower())
    if read is None:
        raise _refused(path, "unknown suffix", ".stl or .obj")
    mesh = read(_bytes(path), path)
    if not len(mesh.faces):
        raise _refused(path, "no triangles", "a mesh")
    if len(mesh.faces) > MOST_TRIANGLES:
        raise _refused(path, f"{len(mesh.faces):,} triangles", f"at most {MOST_TRIANGLES:,}")
    if not np.isfinite(mesh.vertices).all() or np.abs(mesh.vertices).max() > 1e9:
        raise _refused(path, "corners that are not finite or beyond 1e9", "a mesh")
    if np.ptp(mesh.vertices, axis=0).max() < 1e-9:
        raise _refused(path, "all corners are at one place", "a mesh")
    mesh = welded(coarser(mesh, most))
    if not len(mesh.faces):
        raise _refused(path, "all triangles have zero area", "a mesh")
    return mesh


def _bytes(path: str | os.PathLike[str]) -> bytes:
    try:
        if not Path(path).is_file():
            raise _refused(path, "there is no such file", "a mesh file")
        with Path(path).open("rb") as file:
            data = file.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        raise _refused(path, f"it cannot be read: {error}", "a mesh file") from None
    if len(data) > LIMIT:
        raise _refused(path, f"more than {LIMIT // MIB} MiB", "a smaller mesh", "simplify it in a mesh editor")
    return data


def _read_stl(data: bytes, path: str | os.PathLike[str]) -> Mesh:
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if count >= 0 and len(data) >= 84 + 50 * count and (count or data[:5].lower() != b"solid"):
        records = np.frombuffer(data, _RECORD, count, 84)
        return _loose(records["corners"].astype(float).reshape(-1, 3))
    if data.lstrip()[:5].lower() != b"solid":
        found = f"{len(data)} bytes for {count} triangles" if count >= 0 else "too few bytes"
        raise _refused(path, found, "an STL file, as text or of 84 + 50 bytes for each triangle")
    corners = np.array([[float(word) for word in row] for row in _VERTEX.findall(data)]).reshape(-1, 3)
    facets = len(_FACET.findall(data))
    if len(corners) != 3 * facets:
        raise _refused(path, f"{len(corners)} readable corners for {facets} triangles", "three for each")
    return _loose(corners)


def _loose(corners: Floats) -> Mesh:
    return Mesh(corners, np.arange(len(corners), dtype=np.int64).reshape(-1, 3))


def _read_obj(data: bytes, path: str | os.PathLike[str]) -> Mesh:
    vertices: list[tuple[float, ...]] = []
    faces: list[tuple[int, int, int]] = []
    for number, line in enumerate(data.replace(b"\\\n", b" ").splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            raise _refused(path, f"line {number}: {len(line):,} bytes", f"at most {LONGEST_LINE:,}")
        words = line.split()
        if len(words) < 4 or words[0] not in (b"v", b"f"):
            continue
        try:
            if words[0] == b"v":
                vertices.append(tuple(float(word) for word in words[1:4]))
            else:
                faces += _fan(words[1:], len(vertices))
        except ValueError:
            raise _refused(path, f"line {number}: {line[:60]!r}", "numbers there") from None
        if max(len(faces), len(vertices) // 3) > MOST_TRIANGLES:
            raise _refused(path, f"more than {MOST_TRIANGLES:,} triangles", "a smaller mesh")
    mesh = Mesh(np.array(vertices, dtype=float).reshape(-1, 3), np.array(faces, dtype=np.int64).reshape(-1, 3))
    if len(faces) and not (mesh.faces.min() >= 0 and mesh.faces.max() < len(vertices)):
        raise _refused(path, "a face with unknown vertices", f"vertices 1 to {len(vertices)}")
    return mesh


def _fan(words: list[bytes], known: int) -> list[tuple[int, int, int]]:
    """Return the triangles of a face. Vertex numbers start at 1; negative ones count back from the last vertex read."""
    corners = [int(word.split(b"/", 1)[0]) for word in words]
    if max(map(abs, corners)) > LIMIT:
        raise ValueError
    corners = [corner - 1 if corner > 0 else known + corner for corner in corners]
    return [(corners[0], corners[k], corners[k + 1]) for k in range(1, len(corners) - 1)]


def _refused(path: str | os.PathLike[str], found: str, expected: str, hint: str = "") -> ArgumentError:
    return ArgumentError("mesh file", f"{os.fspath(path)!r}: {found}", expected, hint)
