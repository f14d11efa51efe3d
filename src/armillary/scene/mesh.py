"""Triangle meshes of simple bodies: boxes, tapered cylinders, spheres and surfaces of revolution.

Faces are counter-clockwise seen from outside: their normals point outwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.spatial.scalar import Floats

Faces = NDArray[np.int64]

SIDES = 20
"""Number of sides of a polygon that approximates a circle."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """Vertices (V, 3) [m] and triangles (F, 3) as vertex indices.

    `colours` (F, 3) are red, green and blue of the triangles from 0 to 1, NaN for a triangle without a colour.
    """

    vertices: Floats
    faces: Faces
    colours: Floats | None = None

    def transform(self, R: ArrayLike, t: ArrayLike) -> Mesh:
        """Return the mesh rotated by R, then translated by t [m]."""
        return replace(self, vertices=self.vertices @ np.asarray(R, dtype=float).T + np.asarray(t, dtype=float))

    def triangle_colours(self) -> Floats:
        """Return the colours of all triangles, shape (F, 3)."""
        return np.full((len(self.faces), 3), np.nan) if self.colours is None else self.colours


def join(meshes: Sequence[Mesh]) -> Mesh:
    """Return several meshes as one."""
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + start for mesh, start in zip(meshes, starts[:-1], strict=True)]
    plain = all(mesh.colours is None for mesh in meshes)
    colours = None if plain else np.vstack([mesh.triangle_colours() for mesh in meshes])
    return Mesh(np.vstack([mesh.vertices for mesh in meshes]), np.vstack(faces), colours)


def triangle_soup(corners: Floats, colours: Floats | None = None) -> Mesh:
    """Return the mesh of triangles that share no vertices, from their corners (F, 3, 3) or (3 F, 3) [m]."""
    vertices = corners.reshape(-1, 3)
    return Mesh(vertices, np.arange(len(vertices), dtype=np.int64).reshape(-1, 3), colours)


def box(size: ArrayLike) -> Mesh:
    """Return a box with edge lengths `size` [m] about the origin; its faces share no vertices."""
    x, y, z = np.asarray(size, dtype=float) / 2
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=float)
    sides = []
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        for sign in (1.0, -1.0):
            corners = np.zeros((4, 3))
            corners[:, axis] = sign
            corners[:, i], corners[:, j] = square[:, 0], square[:, 1]
            sides.append(Mesh(corners[:: 1 if sign > 0 else -1] * [x, y, z], np.array([[0, 1, 2], [0, 2, 3]])))
    return join(sides)


def sphere(radius: float, rings: int = 10) -> Mesh:
    """Return a sphere of a radius [m] about the origin."""
    angles = np.linspace(0, np.pi, rings + 1)
    return revolve(np.stack([radius * np.sin(angles), -radius * np.cos(angles)], axis=1))


def cone(start: ArrayLike, end: ArrayLike, radius: float, end_radius: float | None = None) -> Mesh:
    """Return a closed cylinder from one point to another [m]; with `end_radius` [m] it is tapered."""
    start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    length = float(np.linalg.norm(end - start))
    last = radius if end_radius is None else end_radius
    profile = np.array([[0, 0], [radius, 0], [radius, 0], [last, length], [last, length], [0, length]])
    return revolve(profile).transform(frame_along(end - start), start)


def revolve(profile: ArrayLike, sides: int = SIDES) -> Mesh:
    """Return the surface of revolution about z of a profile (radius, height), from bottom to top."""
    profile = np.asarray(profile, dtype=float)
    angles = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    vertices = np.concatenate([np.column_stack([radius * ring, np.full(sides, z)]) for radius, z in profile])
    return Mesh(vertices, grid_faces(len(profile), sides))


def grid_faces(rows: int, columns: int) -> Faces:
    """Return the triangles between closed rows of vertices."""
    k, j = np.meshgrid(np.arange(rows - 1), np.arange(columns), indexing="ij")
    a, b = k * columns + j, k * columns + (j + 1) % columns  # the last column is followed by the first
    c, d = b + columns, a + columns
    return np.concatenate([np.stack([a, b, c], axis=-1).reshape(-1, 3), np.stack([a, c, d], axis=-1).reshape(-1, 3)])


def frame_along(direction: ArrayLike) -> Floats:
    """Return a rotation matrix with its z axis along a direction; the identity for a zero vector."""
    z = np.asarray(direction, dtype=float)
    length = float(np.linalg.norm(z))
    if length == 0:
        return np.eye(3)
    z = z / length
    x = np.eye(3)[int(np.abs(z).argmin())]  # the world axis farthest from z, so that the projection is never small
    x = x - z * (x @ z)
    x = x / np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)
