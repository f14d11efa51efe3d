"""The displacement field of a flexible link, sampled at mass points; every integral of it is a sum over them.

A point of the link that is at r while nothing is bent moves, in the axes of the link's frame, to
    r + u₁ + u₂,   u₁ = Σ_k Φ_k(r) q_k,   u₂ = ½ Σ_kl g_kl(r) q_k q_l                        (1)
u₂ is the foreshortening of a beam that bends: g_kl = −x̂ ∫₀ˣ φ_k' φ_l' ds.                   (2)
At nodes (2) is taken as it is. For the mass between them u₂ is replaced by the field
    u₂ = Σ_a χ_a(r) ½ qᵀ C_a q,   χ_1 = x̂,  χ_2 = x̂ (x̂ · r)                                  (3)
with the same ∫u₂ dm and ∫u₂ (x̂ · r) dm. Of points on a straight line only these two enter the equations of motion
to second order in the deformation. As (3) is the field of a possible motion, the kinetic energy stays positive
however far the link is bent, which it does not if terms beyond the second order are merely left out.
The piece of the link that a point stands for turns by Σ_k θ_k(r) q_k against the frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class NodeShape:
    """How a node moves: its position [m], and per modal coordinate its translation, its rotation, (1) and (2)."""

    position: Floats  # (3,)
    translation: Floats  # (n, 3)
    rotation: Floats  # (n, 3)
    second: Floats  # (n, n, 3)

    def turned(self, R: Floats) -> NodeShape:
        """Return it in axes that are the columns of R."""
        position, translation, rotation, second = (
            _into(part, R) for part in (self.position, self.translation, self.rotation, self.second)
        )
        return NodeShape(position, translation, rotation, second)


@dataclass(frozen=True, eq=False)
class Field:
    """The field of a link with n modal coordinates at G points, in the axes of the link's frame.

    `r` [m] are the points, `mass` [kg] and `spin` [kg·m²] the mass and rotary inertia that each stands for;
    `shape` Φ and `second` g as in (1), `turn` θ. `stiffness` and `damping` belong to the modal coordinates.
    `axes` are those of the beam's sections (columns: along the beam, y, z), in which most of Φ is zero.
    """

    r: Floats  # (G, 3)
    mass: Floats  # (G,)
    shape: Floats  # (n, G, 3)
    second: Floats  # (n, n, G, 3)
    turn: Floats  # (n, G, 3)
    spin: Floats  # (G, 3, 3)
    stiffness: Floats  # (n, n)
    damping: Floats  # (n, n)
    nodes: dict[str, NodeShape]
    axes: Floats = field(default_factory=lambda: np.eye(3))  # (3, 3)

    @property
    def modes(self) -> int:
        """How many modal coordinates there are."""
        return len(self.shape)

    @cached_property
    def shortening(self) -> tuple[Floats, Floats]:
        """χ, shape (m, G, 3), and C, shape (m, n, n), of (3); m is 0 where nothing shortens, else 2."""
        n, x = self.modes, self.r @ self.axes[:, 0]
        if not np.any(self.second):
            return np.zeros((0, len(x), 3)), np.zeros((0, n, n))
        ones = np.stack([np.ones_like(x), x])  # (2, G)
        weighted = ones * self.mass
        C = np.linalg.solve(
            weighted @ ones.T, np.einsum("ag,klgi,i->akl", weighted, self.second, self.axes[:, 0]).reshape(2, -1)
        )
        return np.multiply.outer(ones, self.axes[:, 0]), C.reshape(2, n, n)

    @classmethod
    def rigid(cls) -> Field:
        """Return the field of no points and no modes."""
        none = np.zeros((0, 0, 3))
        return cls(
            np.zeros((0, 3)),
            np.zeros(0),
            none,
            none[None][:0],
            none,
            np.zeros((0, 3, 3)),
            np.zeros((0, 0)),
            np.zeros((0, 0)),
            {},
        )

    def turned(self, R: Floats) -> Field:
        """Return the field in axes that are the columns of R."""
        return replace(
            self,
            r=_into(self.r, R),
            shape=_into(self.shape, R),
            second=_into(self.second, R),
            turn=_into(self.turn, R),
            spin=np.einsum("ia,gij,jb->gab", R, self.spin, R),
            nodes={name: node.turned(R) for name, node in self.nodes.items()},
            axes=R.T @ self.axes,
        )

    def with_point(self, node: NodeShape, mass: float, spin: Floats) -> Field:
        """Return the field with a piece more, of a mass and a rotary inertia, that moves as a node does."""
        n = self.modes
        return replace(
            self,
            r=np.vstack([self.r, node.position]),
            mass=np.append(self.mass, mass),
            shape=np.concatenate([self.shape, node.translation[:, None]], axis=1),
            second=np.concatenate([self.second, node.second.reshape(n, n, 1, 3)], axis=2),
            turn=np.concatenate([self.turn, node.rotation[:, None]], axis=1),
            spin=np.concatenate([self.spin, spin[None]]),
        )

    def rigid_part(self) -> tuple[float, Floats, Floats]:
        """Return mass [kg], first moment [kg·m] and inertia [kg·m²] about the origin, undeformed."""
        squares = np.einsum("g,ga,gb->ab", self.mass, self.r, self.r)
        inertia = np.trace(squares) * np.eye(3) - squares + self.spin.sum(axis=0)
        return float(self.mass.sum()), self.mass @ self.r, inertia


def _into(vectors: Floats, R: Floats) -> Floats:
    """Return Rᵀ x for every vector x, zeros kept where rounding would fill them."""
    turned = vectors @ R
    return np.where(np.abs(turned) <= 1e-15 * np.abs(turned).max(initial=0.0), 0.0, turned)
