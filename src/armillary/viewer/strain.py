"""The surface of a bent link in bands of colour: blue under compression, red under tension.

viser draws a mesh in one colour, so the surface is cut into bands of strain, each a separate mesh. A quadrangle between
two rings of the surface belongs to the band of the mean strain of its corners. Faces of other bands are shrunk to a
point, so that no array changes its size while the link moves.

A browser may draw some bands of a new frame beside others of the frame before. If each face were in one band only, this
would leave holes. The middle band therefore has all faces in every frame, and the others lie over it, wider by `LIFT`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armillary.scene.beam_surface import RINGS, ROUND
from armillary.scene.mesh import grid_faces
from armillary.scene.part import Colour, ScenePart
from armillary.spatial.scalar import Floats

Faces = NDArray[np.int64]

EVERY = 2
"""Every second ring of the surface is drawn."""
LEVELS = 7
"""Number of bands, odd: the middle one is about zero."""
MIDDLE = LEVELS // 2
LIFT = 0.03
"""Distance of coloured bands from the grey surface, relative to its radius: less would flicker at a distance."""
COMPRESSION, NEUTRAL, TENSION = (np.array(rgb) / 255 for rgb in ((0, 70, 200), (210, 210, 210), (215, 10, 25)))
ROWS = len(range(0, RINGS, EVERY))
FACES = grid_faces(ROWS, ROUND)  # first halves of all quadrangles, then second halves


@dataclass(frozen=True, eq=False)
class Bands:
    """The surface: vertices (V, 3) [m] in the body's axes, and the level of strain of each triangle (F,), from 0."""

    surface: Floats
    levels: NDArray[np.int64]

    def faces(self, level: int) -> Faces:
        """Return the triangles (F, 3) of a band, all others shrunk to a point; the middle band has all."""
        return FACES if level == MIDDLE else np.where((self.levels == level)[:, None], FACES, 0)

    def vertices(self, level: int) -> Floats:
        """Return the vertices (V, 3) of a band [m]: of the surface in the middle, wider for others."""
        if level == MIDDLE:
            return self.surface
        rings = self.surface.reshape(ROWS, ROUND, 3)
        centres = rings.mean(axis=1, keepdims=True)
        return np.asarray((centres + (1 + LIFT) * (rings - centres)).reshape(-1, 3))


def bands(part: ScenePart, q: Floats, magnified: Floats, limit: float) -> Bands:
    """Return the bands of a bending part, with its shape at `magnified` and its strain at q."""
    assert part.bending is not None
    count = RINGS * ROUND
    vertices = part.vertices(magnified)[:count].reshape(RINGS, ROUND, 3)[::EVERY]
    strains = part.bending.strains(q)[:count].reshape(RINGS, ROUND)[::EVERY]
    around = strains + np.roll(strains, -1, axis=1)
    mean = (around[:-1] + around[1:]).reshape(-1) / 4
    return Bands(vertices.reshape(-1, 3), np.tile(levels(mean, limit), 2))


def levels(strains: Floats, limit: float) -> NDArray[np.int64]:
    """Return the level of each strain, between 0 at −limit and LEVELS − 1 at +limit."""
    part = np.clip(strains / limit if limit > 0 else np.zeros_like(strains), -1.0, 1.0)
    return np.rint((part + 1) / 2 * (LEVELS - 1)).astype(np.int64)


def colour(level: int) -> Colour:
    """Return the colour of a level: blue for the lowest, grey for the middle, red for the highest."""
    part = 2 * level / (LEVELS - 1) - 1
    mixed = NEUTRAL + abs(part) * ((COMPRESSION if part < 0 else TENSION) - NEUTRAL)
    red, green, blue = (float(value) for value in mixed)
    return red, green, blue


def greatest_strain(parts: tuple[ScenePart, ...], configurations: Floats) -> float:
    """Return the greatest |strain| of all parts over configurations, shape (N, nq)."""
    bent = [part.bending.strains(q) for part in parts if part.bending is not None for q in configurations]
    return max((float(np.abs(strains).max(initial=0.0)) for strains in bent), default=0.0)
