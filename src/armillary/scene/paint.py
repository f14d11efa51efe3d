"""Meshes with a colour for each triangle as a few meshes of one colour each, which is what pages draw."""

from __future__ import annotations

import numpy as np

from armillary.scene.mesh import Mesh
from armillary.scene.part import Colour

MOST_COLOURS = 9
"""Limit on the colours of a mesh file: eight and none."""
LEVELS = (255, 63, 31, 15, 7, 3, 1)
"""Steps of red, green and blue between 0 and 1, tried in turn until few enough colours are left."""


def by_colour(mesh: Mesh) -> list[tuple[Mesh, Colour | None]]:
    """Return meshes of one colour each; similar colours become their mean. None stands for no colour."""
    if mesh.colours is None:
        return [(mesh, None)]
    colours = np.clip(mesh.colours, 0.0, 1.0)
    for levels in LEVELS:
        steps = np.where(np.isfinite(colours), np.rint(colours * levels), -1.0)
        _, which = np.unique(steps, axis=0, return_inverse=True)
        if which.max() < MOST_COLOURS:
            break
    found: list[tuple[Mesh, Colour | None]] = []
    for k in range(int(which.max()) + 1):
        own = which.reshape(-1) == k
        used, faces = np.unique(mesh.faces[own], return_inverse=True)
        red, green, blue = colours[own].mean(axis=0).tolist()
        colour = (red, green, blue) if np.isfinite([red, green, blue]).all() else None
        found.append((Mesh(mesh.vertices[used], faces.reshape(-1, 3)), colour))
    return found
