"""Meshes of a description's visuals: simple shapes, and mesh files with their colours.

STL and OBJ files are read here, since most robots have them and no package is needed; Collada, PLY and glTF files are
read by `pycollada` and `trimesh` (the extra `meshes`). Meshes with many triangles are simplified by clusters of
vertices on a grid (`weld.py`): it is bounded in time on any input, also on loose and broken triangles, and its error is
at most the size of a cell.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import numpy as np

from armillary.description.robot import Visual
from armillary.errors import ArgumentError, MissingExtraError
from armillary.scene.formats import source as limits
from armillary.scene.formats.collada import read_collada
from armillary.scene.formats.obj import read_obj
from armillary.scene.formats.scenes import read_gltf, read_ply
from armillary.scene.formats.source import MeshSource
from armillary.scene.formats.stl import read_stl
from armillary.scene.mesh import Mesh, box, cone, sphere
from armillary.scene.paint import by_colour
from armillary.scene.part import Colour
from armillary.scene.weld import coarser, welded, within

SHOWN_TRIANGLES = 12_000
"""Default limit on the triangles of a mesh file."""
READ_TRIANGLES = 1_000_000
"""Limit on the triangles of all visuals as they are read."""
LEAST_TRIANGLES = 100
"""Smallest triangle limit of a mesh file."""
MOST_VERTICES = 60_000
"""Limit on the vertices of the shapes of a robot; within the speed of software rendering."""

READERS = {
    ".stl": read_stl,
    ".obj": read_obj,
    ".dae": read_collada,
    ".ply": read_ply,
    ".glb": read_gltf,
    ".gltf": read_gltf,
}


def visual_meshes(visuals: Iterable[Visual], notes: list[str]) -> Iterator[tuple[Visual, Mesh, Colour | None]]:
    """Yield each visual with its meshes in the frame of its link or node, one for each colour.

    The colour of a visual replaces those of its file. Missing and damaged files are skipped; the reason is appended to
    `notes`.
    """
    visuals = tuple(visuals)
    files = [visual.file for visual in visuals if visual.shape == "mesh"]
    most = min(SHOWN_TRIANGLES, max(LEAST_TRIANGLES, READ_TRIANGLES // max(1, len(files))))
    read = {file: _read(file, most, notes) for file in dict.fromkeys(files)}
    found: list[tuple[Visual, Mesh]] = []
    for visual in visuals:
        mesh = read[visual.file] if visual.shape == "mesh" else simple_shape(visual)
        if mesh is not None:
            mesh = stretched(mesh, visual.scale).placed(visual.placement.rotation, visual.placement.xyz)
            found.append((visual, mesh))
    meshes = within([mesh for _, mesh in found], MOST_VERTICES)
    for (visual, _), mesh in zip(found, meshes, strict=True):
        for part, colour in by_colour(mesh) if visual.colour is None else ((mesh, visual.colour),):
            yield visual, part, colour


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
    return Mesh(mesh.vertices * np.asarray(scale), faces, mesh.colours)


def _read(file: str, most: int, notes: list[str]) -> Mesh | None:
    try:
        return read_mesh(file, most)
    except ArgumentError as error:
        notes.append(f"not shown: {error.found}")
    except MissingExtraError as error:
        notes.append(f"not shown: {file!r}. {error}")
    return None


def read_mesh(path: str | os.PathLike[str], most: int = SHOWN_TRIANGLES) -> Mesh:
    """Return the mesh of a file with its colours, simplified to at most `most` triangles.

    Lengths of Collada and glTF files are metres then; those of other files are in the units of the file.

    Raises:
        ArgumentError: The file is missing, too large, damaged or of another type.
        MissingExtraError: The format needs a package that is not installed.
    """
    source = MeshSource.read(path)
    read = READERS.get(source.path.suffix.lower())
    if read is None:
        raise source.refused("unknown suffix", ", ".join(READERS))
    with np.errstate(over="ignore", invalid="ignore"):  # corners that are not finite are refused below
        mesh = read(source)
    if not len(mesh.faces):
        raise source.refused("no triangles", "a mesh")
    if len(mesh.faces) > limits.MOST_TRIANGLES:
        raise source.many(len(mesh.faces))
    if not (mesh.faces.min() >= 0 and mesh.faces.max() < len(mesh.vertices)):
        raise source.refused("a triangle with unknown vertices", f"{len(mesh.vertices)} vertices or fewer")
    mesh = Mesh(mesh.vertices[mesh.faces].reshape(-1, 3), np.arange(mesh.faces.size).reshape(-1, 3), mesh.colours)
    if not np.isfinite(mesh.vertices).all() or np.abs(mesh.vertices).max() > 1e9:
        raise source.refused("corners that are not finite or beyond 1e9", "a mesh")
    if np.ptp(mesh.vertices, axis=0).max() < 1e-9:
        raise source.refused("all corners are at one place", "a mesh")
    mesh = welded(coarser(mesh, most))
    if not len(mesh.faces):
        raise source.refused("all triangles have zero area", "a mesh")
    return mesh
