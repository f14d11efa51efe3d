"""Meshes of a description's visuals: simple shapes and mesh files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from armillary.description.robot import Visual
from armillary.errors import ArgumentError
from armillary.scene.mesh import Mesh, box, cone, sphere
from armillary.scene.mesh_files import SHOWN_TRIANGLES, read_mesh

ALL_TRIANGLES = 100_000
"""Triangle budget of a robot, shared by its mesh files; within the speed of software rendering."""
LEAST_TRIANGLES = 1_500
"""Smallest triangle limit of a mesh file."""


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
