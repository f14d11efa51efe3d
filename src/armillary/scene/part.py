"""Parts of a scene: meshes that move with a body and bend with a flexible link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from armillary.scene.mesh import Mesh
from armillary.spatial.scalar import Floats

Role = Literal["base", "link", "joint", "motor", "payload", "tip"]
Colour = tuple[float, float, float]
Indices = NDArray[np.int64]

COLOURS: dict[str, Colour] = {
    "base": (0.45, 0.47, 0.50),
    "link": (0.82, 0.84, 0.87),
    "joint": (0.20, 0.42, 0.69),
    "motor": (0.16, 0.17, 0.20),
    "payload": (0.88, 0.55, 0.18),
    "tip": (0.80, 0.22, 0.22),
}


@dataclass(frozen=True, eq=False)
class SectionMotion:
    """Bending of a part: motion of its sections with n elastic coordinates, and strain of its surface.

    `start` is the index of the first elastic coordinate in q. Each of S sections moves like a node
    (`multibody.joints.node`) and carries the vertices at `offset` [m] from the elastic line:
        x = r + Σ shift_k q_k + ½ Σ second_kl q_k q_l + (exp(ψ~) − 1) offset,
        ψ = Σ turn_k q_k + ½ Σ second_turn_kl q_k q_l                                                       (1)
    The strain along the link is Σ strain_k q_k.
    """

    start: int
    shift: Floats  # (n, S, 3)
    second: Floats  # (n, n, S, 3)
    turn: Floats  # (n, S, 3)
    second_turn: Floats  # (n, n, S, 3)
    section: Indices  # (V,), the section of each vertex
    offset: Floats  # (V, 3)
    strain: Floats  # (n, V)

    def shifts(self, q: Floats) -> Floats:
        """Return the displacements of all vertices at the robot's q, shape (V, 3) [m]."""
        from scipy.spatial.transform import Rotation

        a = self.amplitudes(q)
        line = np.tensordot(a, self.shift, axes=1) + np.einsum("k,l,klsi->si", a, a, self.second) / 2
        psi = np.tensordot(a, self.turn, axes=1) + np.einsum("k,l,klsi->si", a, a, self.second_turn) / 2
        rotations = Rotation.from_rotvec(psi).as_matrix() - np.eye(3)
        return line[self.section] + np.einsum("vij,vj->vi", rotations[self.section], self.offset)  # (1)

    def strains(self, q: Floats) -> Floats:
        """Return the strain along the link at all vertices, shape (V,)."""
        return self.amplitudes(q) @ self.strain

    def amplitudes(self, q: Floats) -> Floats:
        """Return the elastic coordinates of the link."""
        return np.asarray(q, dtype=float)[self.start : self.start + len(self.shift)]


@dataclass(frozen=True, eq=False)
class ScenePart:
    """A surface fixed to a body (`BASE` for the base), with vertices in the body frame."""

    name: str
    body: int
    role: Role
    mesh: Mesh
    colour: Colour
    bending: SectionMotion | None = None

    def vertices(self, q: Floats) -> Floats:
        """Return the deformed vertices in the body frame, shape (V, 3) [m]."""
        return self.mesh.vertices if self.bending is None else self.mesh.vertices + self.bending.shifts(q)
