"""Welding of triangles that share no corners, with sharp edges kept, and simplification of large meshes.

Mesh files repeat the corners of every triangle. Unshared corners give flat shading; shared corners give smooth shading,
also across edges. Here two triangles share the corners of a common edge if their normals differ by less than `CREASE`:
corners are the nodes of a graph, smooth edges connect them, and its connected components become vertices.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from armillary.scene.mesh import Faces, Mesh
from armillary.spatial.scalar import Floats

CREASE = np.radians(35.0)
"""Smallest angle between the normals at a sharp edge [rad]."""
COARSEST = 6
"""Fewest cells along the longest side of a simplified mesh."""
SAME = 1e-7
"""Distance of identical corners, relative to the mesh size; files have few digits."""


def weld(mesh: Mesh, crease: float = CREASE) -> Mesh:
    """Return the mesh with corners shared across smooth edges, without triangles of zero area."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    size = float(np.ptp(mesh.vertices, axis=0).max(initial=0.0)) or 1.0
    first, same = _places(np.rint(mesh.vertices / (SAME * size)))
    points = mesh.vertices[first]
    faces = same[mesh.faces]  # (F, 3), by place
    normals = _normals(points, faces)
    solid = np.linalg.norm(normals, axis=1) > 0
    faces, normals = faces[solid], normals[solid]
    colours = None if mesh.colours is None else mesh.colours[solid]
    if not len(faces):
        return Mesh(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64))
    count = faces.size  # corner c of face f has number 3 f + c
    pairs = _neighbours(faces, normals, np.cos(crease), len(points))
    graph = coo_array((np.ones(len(pairs), dtype=np.int8), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    number, vertex = connected_components(graph, directed=False)
    vertices = np.empty((number, 3))
    vertices[vertex] = points[faces.reshape(-1)]
    return Mesh(vertices, vertex.astype(np.int64).reshape(-1, 3), colours)


def _places(rows: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of the first row at each place (P,), and the place of each row (N,).

    Equal to `np.unique(rows, axis=0, …)`, which takes eight times as long.
    """
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]  # equal rows follow each other
    new = np.ones(len(rows), dtype=bool)
    new[1:] = np.any(ordered[1:] != ordered[:-1], axis=1)
    places = np.empty(len(rows), dtype=np.int64)
    places[order] = np.cumsum(new) - 1
    return order[new], places


def _areas(points: Floats, faces: Faces) -> Floats:
    """Return the areas of triangles [m²]."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


def _normals(points: Floats, faces: Faces) -> Floats:
    """Return the unit normals of triangles; zero for triangles of zero area."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)


def _neighbours(faces: Faces, normals: Floats, least: float, places: int) -> Faces:
    """Return the pairs of corners joined by smooth edges, shape (P, 2); normals there have a cosine ≥ `least`."""
    rows = np.arange(len(faces))
    starts, ends = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
    first = np.arange(faces.size)  # the corner where an edge starts …
    second = (3 * rows[:, None] + np.array([1, 2, 0])).reshape(-1)  # … and the one where it ends
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    order = np.argsort(low * places + high, kind="stable")
    edge = (low * places + high)[order]
    at = np.flatnonzero(edge[1:] == edge[:-1])
    edge_a, edge_b = order[at], order[at + 1]  # edges between the same two places
    smooth = np.einsum("ij,ij->i", normals[edge_a // 3], normals[edge_b // 3]) >= least
    edge_a, edge_b = edge_a[smooth], edge_b[smooth]
    # Consistently oriented neighbours traverse their edge in opposite directions.
    opposite = starts[edge_a] != starts[edge_b]
    near = np.where(opposite, second[edge_b], first[edge_b])
    far = np.where(opposite, first[edge_b], second[edge_b])
    return np.concatenate([np.stack([first[edge_a], near], axis=1), np.stack([second[edge_a], far], axis=1)])


def simplify(mesh: Mesh, most: int) -> Mesh:
    """Return a mesh of at most `most` triangles: vertices in one cell of a grid are merged into their mean."""
    cells = 256  # along the longest side; coarser until the triangles are few enough
    while len(mesh.faces) > most and cells >= 2:
        mesh = cluster(mesh, extent(mesh) / cells)
        cells = int(cells / 1.4)
    return mesh


def limit_vertices(meshes: Sequence[Mesh], most: int) -> list[Mesh]:
    """Return meshes that have at most `most` vertices together; unchanged if they do already.

    One cell size for all of them gives large meshes more vertices than small ones with the same detail. It grows until
    the vertices are few enough, or until every mesh has `COARSEST` cells along its longest side.
    """
    thinned = list(meshes)
    largest = max((extent(mesh) for mesh in meshes), default=0.0)
    if sum(len(mesh.vertices) for mesh in thinned) <= most or not 1e-50 < largest < 1e50:
        return thinned  # areas of meshes beyond these sizes would be zero or infinite
    # The first edge is that of cells with one vertex each on the whole area; then it grows.
    area = sum(float(_areas(mesh.vertices, mesh.faces).sum()) for mesh in meshes)
    edge = max(0.7 * np.sqrt(area / most), 1e-3 * largest)
    while sum(len(mesh.vertices) for mesh in thinned) > most and edge < largest:
        thinned = [_thinner(mesh, edge) for mesh in meshes]
        edge *= 1.2
    return thinned


def _thinner(mesh: Mesh, edge: float) -> Mesh:
    """Return the mesh with cells of a size [m], or the mesh itself if that has no more vertices."""
    thin = weld(cluster(mesh, min(edge, extent(mesh) / COARSEST)))
    return thin if 0 < len(thin.vertices) < len(mesh.vertices) else mesh


def extent(mesh: Mesh) -> float:
    """Return the longest side of the box around a mesh [m]."""
    return float(np.ptp(mesh.vertices, axis=0).max(initial=0.0)) if len(mesh.vertices) else 0.0


def cluster(mesh: Mesh, edge: float) -> Mesh:
    """Return the mesh with the vertices in each cell of a grid merged; `edge` is the size of a cell [m]."""
    low, size = mesh.vertices.min(axis=0), extent(mesh)
    if size == 0 or edge <= 1e-6 * size:
        return mesh
    cells = int(size / edge) + 1
    cell: NDArray[np.int64] = np.floor((mesh.vertices - low) / edge).astype(np.int64)
    # One number for each cell: unique numbers are far faster than unique rows.
    _, which = np.unique(cell @ np.array([(cells + 1) ** 2, cells + 1, 1]), return_inverse=True)
    counts = np.bincount(which)
    middle = np.stack([np.bincount(which, mesh.vertices[:, k]) / counts for k in range(3)], axis=1)
    faces = which[mesh.faces]
    a, b, c = faces.T
    triangles = np.flatnonzero((a != b) & (b != c) & (c != a))  # others lie within one or two cells
    faces, first = np.unique(faces[triangles], axis=0, return_index=True)
    return Mesh(middle, faces, None if mesh.colours is None else mesh.colours[triangles[first]])
