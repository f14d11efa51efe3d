"""Meshes with fewer vertices: those in one cell of a grid become one, and triangles that fall together go.

Shapes that come from files of drawings can have hundreds of thousands of triangles, which a page of a few megabytes
cannot hold and a picture of it does not show.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armillary.scene.mesh import Mesh

FINEST = 512
"""Cells along the longest side of a mesh with which thinning begins."""
COARSEST = 4


def within(meshes: Sequence[Mesh], most: int) -> list[Mesh]:
    """Return meshes whose vertices are at most `most` together, as they are if that is so already."""
    total = sum(len(mesh.vertices) for mesh in meshes)
    if total <= most:
        return list(meshes)
    small = most / max(len(meshes), 1)
    kept = sum(len(mesh.vertices) for mesh in meshes if len(mesh.vertices) <= small)
    large = total - kept
    return [
        mesh if len(mesh.vertices) <= small else thinned(mesh, int((most - kept) * len(mesh.vertices) / large))
        for mesh in meshes
    ]


def thinned(mesh: Mesh, most: int) -> Mesh:
    """Return a mesh of at most `most` vertices, if a grid of `COARSEST` cells can do that."""
    cells = FINEST
    found = clustered(mesh, cells)
    while len(found.vertices) > most and cells > COARSEST:
        cells = max(COARSEST, int(cells * 0.75))
        found = clustered(mesh, cells)
    return found


def clustered(mesh: Mesh, cells: int) -> Mesh:
    """Return a mesh in which all vertices of a cell are one, in the middle of them; the longest side has `cells`."""
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    edge = float((high - low).max()) / cells
    if edge == 0:
        return mesh
    cell = np.floor((mesh.vertices - low) / edge).astype(np.int64)
    _, which, counts = np.unique(cell, axis=0, return_inverse=True, return_counts=True)
    which = which.reshape(-1)
    middle = np.stack([np.bincount(which, mesh.vertices[:, k]) / counts for k in range(3)], axis=1)
    faces = which[mesh.faces]
    open_ = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    return Mesh(middle, np.unique(faces[open_], axis=0))
