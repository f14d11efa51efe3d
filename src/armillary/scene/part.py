"""Parts of a scene: a mesh that moves with a body, and bends with its link if that bends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from armillary.scene.mesh import Floats, Mesh

Role = Literal["base", "link", "joint", "motor", "payload", "tip"]
Colour = tuple[float, float, float]

COLOURS: dict[str, Colour] = {
    "base": (0.45, 0.47, 0.50),
    "link": (0.82, 0.84, 0.87),
    "joint": (0.20, 0.42, 0.69),
    "motor": (0.16, 0.17, 0.20),
    "payload": (0.88, 0.55, 0.18),
    "tip": (0.80, 0.22, 0.22),
}


@dataclass(frozen=True, eq=False)
class Bending:
    """How the vertices of a part move with n elastic coordinates, and how the surface is strained there.

    `start` is the place of the first of them in q; a vertex shifts by Σ shape_k q_k [m], and the strain along the link
    is Σ strain_k q_k there.
    """

    start: int
    shape: Floats  # (n, V, 3)
    strain: Floats  # (n, V)

    def shifts(self, q: Floats) -> Floats:
        """Return the shifts of all vertices, shape (V, 3) [m]; q is the whole vector."""
        return np.tensordot(self.own(q), self.shape, axes=1)

    def strains(self, q: Floats) -> Floats:
        """Return the strain along the link at all vertices, shape (V,)."""
        return self.own(q) @ self.strain

    def own(self, q: Floats) -> Floats:
        """Return the elastic coordinates of the link."""
        return np.asarray(q, dtype=float)[self.start : self.start + len(self.shape)]


@dataclass(frozen=True, eq=False)
class Part:
    """A surface fixed to a body (`BASE` for the ground), its vertices in the body's axes."""

    name: str
    body: int
    role: Role
    mesh: Mesh
    colour: Colour
    bending: Bending | None = None

    def vertices(self, q: Floats) -> Floats:
        """Return the vertices in the body's axes, bent as the link is, shape (V, 3) [m]."""
        return self.mesh.vertices if self.bending is None else self.mesh.vertices + self.bending.shifts(q)
