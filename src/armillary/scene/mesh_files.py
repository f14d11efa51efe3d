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
from armillary.scene.mesh import Mesh, box, cone, sphere, triangle_soup
from armillary.scene.part import Colour
from armillary.scene.weld import limit_vertices, simplify, weld

SHOWN_TRIANGLES = 12_000
"""Default limit on the triangles of a mesh file."""
READ_TRIANGLES = 1_000_000
"""Limit on the triangles of all mesh files together, before they are reduced to `MOST_VERTICES`."""
LEAST_TRIANGLES = 100
"""Triangles that every mesh file may have, however many files there are."""
MOST_VERTICES = 60_000
"""Limit on the vertices of the shapes of a robot, for fluent software rendering."""
MOST_COLOURS = 9
"""Limit on the colours of a mesh file: eight and none."""
LEVELS = (255, 63, 31, 15, 7, 3, 1)
"""Steps of red, green and blue between 0 and 1, tried in turn until few enough colours are left."""

READERS = {
    ".stl": read_stl,
    ".obj": read_obj,
    ".dae": read_collada,
    ".ply": read_ply,
    ".glb": read_gltf,
    ".gltf": read_gltf,
}


def visual_meshes(visuals: Iterable[Visual], notes: list[str]) -> Iterator[tuple[Visual, Mesh, Colour | None]]:
    """Yield each visual with its meshes in the frame of its link or node, one mesh for each colour.

    The colour of a visual replaces those of its file. Missing and damaged files are skipped, with a note in `notes`.
    """
    visuals = tuple(visuals)
    files = [visual.file for visual in visuals if visual.shape == "mesh"]
    most = min(SHOWN_TRIANGLES, max(LEAST_TRIANGLES, READ_TRIANGLES // max(1, len(files))))
    read = {file: _read(file, most, notes) for file in dict.fromkeys(files)}
    placed: list[tuple[Visual, Mesh]] = []
    for visual in visuals:
        mesh = read[visual.file] if visual.shape == "mesh" else simple_shape(visual)
        if mesh is not None:
            mesh = scale_mesh(mesh, visual.scale).transform(visual.placement.rotation, visual.placement.xyz)
            placed.append((visual, mesh))
    meshes = limit_vertices([mesh for _, mesh in placed], MOST_VERTICES)
    for (visual, _), mesh in zip(placed, meshes, strict=True):
        if visual.colour is not None:
            yield visual, mesh, visual.colour
            continue
        for part, colour in split_by_colour(mesh):
            yield visual, part, colour


def split_by_colour(mesh: Mesh) -> list[tuple[Mesh, Colour | None]]:
    """Return meshes of one colour each, as pages draw them; similar colours are replaced by their mean.

    None stands for no colour.
    """
    if mesh.colours is None:
        return [(mesh, None)]
    colours = np.clip(mesh.colours, 0.0, 1.0)
    for levels in LEVELS:
        steps = np.where(np.isfinite(colours), np.rint(colours * levels), -1.0)
        _, which = np.unique(steps, axis=0, return_inverse=True)
        if which.max() < MOST_COLOURS:
            break
    parts: list[tuple[Mesh, Colour | None]] = []
    for k in range(int(which.max()) + 1):
        chosen = which.reshape(-1) == k
        used, faces = np.unique(mesh.faces[chosen], return_inverse=True)
        # A mean of colours that are not given is NaN.
        red, green, blue = colours[chosen].mean(axis=0).tolist()
        colour = (red, green, blue) if np.isfinite([red, green, blue]).all() else None
        parts.append((Mesh(mesh.vertices[used], faces.reshape(-1, 3)), colour))
    return parts


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


def scale_mesh(mesh: Mesh, scale: tuple[float, float, float]) -> Mesh:
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

    Lengths of Collada and glTF files are converted to metres; those of other files are unchanged.

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
    # Only vertices of triangles count below: files may have others, even some that are not finite.
    mesh = triangle_soup(mesh.vertices[mesh.faces], mesh.colours)
    if not np.isfinite(mesh.vertices).all() or np.abs(mesh.vertices).max() > 1e9:
        raise source.refused("corners that are not finite or beyond 1e9", "a mesh")
    if np.ptp(mesh.vertices, axis=0).max() < 1e-9:
        raise source.refused("all corners are at one place", "a mesh")
    mesh = weld(simplify(mesh, most))
    if not len(mesh.faces):
        raise source.refused("all triangles have zero area", "a mesh")
    return mesh
