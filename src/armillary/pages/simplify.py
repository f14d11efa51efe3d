"""Meshes with fewer vertices, all together within a limit.

Shapes that come from files of drawings can have hundreds of thousands of triangles, which a page of a few megabytes
cannot hold and a picture of it does not show.
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.scene.mesh import Mesh
from armillary.scene.weld import clustered

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
