"""The displacement field of a flexible link, sampled at mass points; every integral of it is a sum over them.

A point of the link that is at r while nothing is bent moves, in the axes of the link's frame, to
    r + u₁ + u₂,   u₁ = Σ_k Φ_k(r) q_k,   u₂ = ½ Σ_kl g_kl(r) q_k q_l                        (1)
and turns with its piece of the link by the rotation vector
    ψ = Σ_k θ_k(r) q_k + ½ Σ_kl Γ_kl(r) q_k q_l.                                               (2)
g holds the foreshortening of a beam that bends, −x̂ ∫₀ˣ φ_k' φ_l' ds, and the displacements of a beam that bends and
twists; Γ is zero for a beam in a plane (`second_order`).
At nodes g and Γ are taken as they are. For the mass between them u₂ is replaced by the field
    u₂ = Σ_a χ_a(r) ½ qᵀ C_a q,   χ = x̂, x̂ (x̂ · r), ŷ, ŷ (x̂ · r), ẑ, ẑ (x̂ · r)                 (3)
with the same ∫u₂ dm and ∫u₂ (x̂ · r) dm. Of points on a straight line only these two enter the equations of motion
to second order in the deformation. As (3) is the field of a possible motion, the kinetic energy stays positive
however far the link is bent, which it does not if terms beyond the second order are merely left out.

A piece of the link has a rotary inertia `spin` that is constant in the frame, or it is a lamina with the second moments
E = ∫ρρᵀ dm of its points at r + ρ. Those move by
    Φ_k + θ_k × ρ  per coordinate,  and to second order by  ½ Σ (Γ_kl~ + ½ (θ_k~θ_l~ + θ_l~θ_k~)) ρ q_k q_l    (4)
Of the latter only the moments ∫u₂ ρᵀ dm matter. They are replaced, as in (3), by those of the fields e_i (ŷ · ρ) and
e_i (ẑ · ρ), i = 1 … 3. So a section turns with its inertia, and a spinning one feels the moment (Iz − Iy) of a
propeller.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from armillary.spatial.scalar import Floats

ROUNDING = 1e-14
"""Entries of C that are smaller than this, relative to the largest, are zero."""


@dataclass(frozen=True, eq=False)
class NodeShape:
    """Motion of a node: its position [m]; per modal coordinate its translation and rotation; g and Γ of (1) and (2)."""

    position: Floats  # (3,)
    translation: Floats  # (n, 3)
    rotation: Floats  # (n, 3)
    second: Floats  # (n, n, 3)
    second_rotation: Floats  # (n, n, 3)

    def turned(self, R: Floats) -> NodeShape:
        """Return the motion in axes that are the columns of R."""
        parts = (self.position, self.translation, self.rotation, self.second, self.second_rotation)
        return NodeShape(*(_into(part, R) for part in parts))


@dataclass(frozen=True, eq=False)
class Field:
    """The field of a link with n modal coordinates at G points, in the axes of the link's frame.

    `r` [m] are the points, `mass` [kg] and `spin` [kg·m²] the mass and rotary inertia that each stands for;
    `shape` Φ and `second` g as in (1), `turn` θ and `second_turn` Γ as in (2). `stiffness` and `damping` belong to the
    modal coordinates.
    `lamina` is E [kg·m²] of (4), zero for pieces with `spin`, or None. `linear` turns off all terms of second order.
    `axes` are the axes of the sections (columns: along the beam, y, z), in which most of Φ is zero. `strained` has
    θ' along the beam, in the axes of the sections, and the stretch of each mode at a distance x from the root.
    `sheared` is the part of the stiffness that belongs to shear strain, None if the link does not shear.
    """

    r: Floats  # (G, 3)
    mass: Floats  # (G,)
    shape: Floats  # (n, G, 3)
    second: Floats  # (n, n, G, 3)
    turn: Floats  # (n, G, 3)
    second_turn: Floats  # (n, n, G, 3)
    spin: Floats  # (G, 3, 3)
    stiffness: Floats  # (n, n)
    damping: Floats  # (n, n)
    nodes: dict[str, NodeShape]
    axes: Floats = field(default_factory=lambda: np.eye(3))  # (3, 3)
    lamina: Floats | None = None  # (G, 3, 3)
    linear: bool = False
    strained: Callable[[float], Floats] | None = None  # x [m] ↦ (n, 4)
    sheared: Floats | None = None  # (n, n)

    @property
    def modes(self) -> int:
        """Number of modal coordinates."""
        return len(self.shape)

    @property
    def rotary(self) -> Floats:
        """Rotary inertia of the pieces, undeformed, (G, 3, 3) [kg·m²]."""
        if self.lamina is None:
            return self.spin
        trace = np.trace(self.lamina, axis1=1, axis2=2)
        return self.spin + trace[:, None, None] * np.eye(3) - self.lamina

    @cached_property
    def slopes(self) -> Floats:
        """Change of the field per offset ρ of a point, (4), shape (n + m, G, 3, 3); zero without laminae."""
        chi, _ = self.shortening
        slopes = np.zeros((self.modes + len(chi), len(self.r), 3, 3))
        if self.lamina is not None:
            x, y, z = np.moveaxis(self.turn, -1, 0)
            none = np.zeros_like(x)
            slopes[: self.modes] = np.moveaxis(np.array([[none, -z, y], [z, none, -x], [-y, x, none]]), (0, 1), (2, 3))
            for a, (i, j, _) in enumerate(self._tilting, len(slopes) - len(self._tilting)):
                slopes[a] = np.outer(self.axes[:, i], self.axes[:, j])
        return slopes

    @cached_property
    def _tilting(self) -> list[tuple[int, int, Floats]]:
        """The fields of (4): their directions i and j, and C, shape (n, n)."""
        if self.lamina is None or self.linear or not self.modes:
            return []
        E = self.axes.T @ self.lamina @ self.axes  # diagonal
        theta, Gamma = self.turn @ self.axes, self.second_turn @ self.axes
        dots = np.einsum("kga,lga->klg", theta, theta)
        terms = []
        for j in (1, 2):
            weight = E[:, j, j] / E[:, j, j].sum()
            column = (
                np.einsum("kga,lg->klga", theta, theta[..., j]) + np.einsum("lga,kg->klga", theta, theta[..., j])
            ) / 2
            column[..., j] -= dots  # a~b~ = b aᵀ − (a · b) 1
            C = np.einsum("g,klga->akl", weight, column + np.cross(Gamma, np.eye(3)[j]))
            C = np.where(np.abs(C) > ROUNDING * np.abs(C).max(initial=0.0), C, 0.0)
            terms += [(i, j, C[i]) for i in range(3) if np.any(C[i])]
        return terms

    @cached_property
    def shortening(self) -> tuple[Floats, Floats]:
        """χ at ρ = 0, shape (m, G, 3), and C, shape (m, n, n), of (3) and (4), where C is not zero."""
        chi, C = self._shortening
        more = [C_tilting for _, _, C_tilting in self._tilting]
        zeros = np.zeros((len(more), len(self.r), 3))
        return (np.concatenate([chi, zeros]), np.concatenate([C, more])) if more else (chi, C)

    @cached_property
    def _shortening(self) -> tuple[Floats, Floats]:
        """χ and C of (3): m = 2 for bending in a plane."""
        n, x = self.modes, self.r @ self.axes[:, 0]
        if not np.any(self.second):
            return np.zeros((0, len(x), 3)), np.zeros((0, n, n))
        ones = np.stack([np.ones_like(x), x])  # (2, G)
        weighted = ones * self.mass
        moments = np.einsum("ag,klgi->aikl", weighted, self.second @ self.axes, optimize=True)
        matrix, rows = weighted @ ones.T, moments.reshape(2, -1)
        try:
            C = np.linalg.solve(matrix, rows).reshape(2, 3, n, n)
        except np.linalg.LinAlgError:  # one place alone has mass
            C = np.linalg.lstsq(matrix, rows)[0].reshape(2, 3, n, n)
        C = np.where(np.abs(C) > ROUNDING * np.abs(C).max(axis=(1, 2, 3), keepdims=True), C, 0.0)
        used = [(i, a) for i in range(3) for a in range(2) if np.any(C[a, i])]
        chi = [np.multiply.outer(ones[a], self.axes[:, i]) for i, a in used]
        return np.array(chi).reshape(-1, len(x), 3), np.array([C[a, i] for i, a in used]).reshape(-1, n, n)

    @classmethod
    def rigid(cls) -> Field:
        """Return the field of no points and no modes."""
        linear, quadratic, square = np.zeros((0, 0, 3)), np.zeros((0, 0, 0, 3)), np.zeros((0, 0))
        r, mass, spin = np.zeros((0, 3)), np.zeros(0), np.zeros((0, 3, 3))
        return cls(r, mass, linear, quadratic, linear, quadratic, spin, square, square, {})

    def turned(self, R: Floats) -> Field:
        """Return the field in axes that are the columns of R."""
        return replace(
            self,
            r=_into(self.r, R),
            shape=_into(self.shape, R),
            second=_into(self.second, R),
            turn=_into(self.turn, R),
            second_turn=_into(self.second_turn, R),
            spin=np.einsum("ia,gij,jb->gab", R, self.spin, R),
            lamina=None if self.lamina is None else np.einsum("ia,gij,jb->gab", R, self.lamina, R),
            nodes={name: node.turned(R) for name, node in self.nodes.items()},
            axes=R.T @ self.axes,
        )

    def with_point(self, node: NodeShape, mass: float, spin: Floats) -> Field:
        """Return the field with one more mass point, of mass [kg] and rotary inertia [kg·m²], that moves as a node."""
        n = self.modes
        return replace(
            self,
            r=np.vstack([self.r, node.position]),
            mass=np.append(self.mass, mass),
            shape=np.concatenate([self.shape, node.translation[:, None]], axis=1),
            second=np.concatenate([self.second, node.second.reshape(n, n, 1, 3)], axis=2),
            turn=np.concatenate([self.turn, node.rotation[:, None]], axis=1),
            second_turn=np.concatenate([self.second_turn, node.second_rotation.reshape(n, n, 1, 3)], axis=2),
            spin=np.concatenate([self.spin, spin[None]]),
            lamina=None if self.lamina is None else np.concatenate([self.lamina, np.zeros((1, 3, 3))]),
        )

    def rigid_part(self) -> tuple[float, Floats, Floats]:
        """Return mass [kg], first moment [kg·m] and inertia [kg·m²] about the origin, undeformed."""
        squares = np.einsum("g,ga,gb->ab", self.mass, self.r, self.r)
        inertia = np.trace(squares) * np.eye(3) - squares + self.rotary.sum(axis=0)
        return float(self.mass.sum()), self.mass @ self.r, inertia


def conversion(old: Field, new: Field) -> Floats | None:
    """Return T, shape (n, n): T q of the shapes `new` is closest to the deformation q of the shapes `old`, by mass.

    None if the fields have different points or equal shapes.
    """
    if old.r.shape != new.r.shape or not np.array_equal(old.r, new.r) or np.array_equal(old.shape, new.shape):
        return None
    both = [np.concatenate(pair) for pair in ((new.shape, old.shape), (new.turn, old.turn))]
    m, n = modal_mass(new.mass, both[0], new.rotary, both[1]), new.modes
    return np.asarray(np.linalg.lstsq(m[:n, :n], m[:n, n:])[0])


def modal_mass(mass: Floats, shape: Floats, spin: Floats, turn: Floats) -> Floats:
    """Return the mass matrix of the modal coordinates, (n, n), from the arrays of a `Field`."""
    n = len(shape)
    momentum, moment = shape * mass[:, None], (turn[:, :, None] @ spin)[:, :, 0]  # (n, G, 3)
    return momentum.reshape(n, -1) @ shape.reshape(n, -1).T + moment.reshape(n, -1) @ turn.reshape(n, -1).T


def _into(vectors: Floats, R: Floats) -> Floats:
    """Return Rᵀ x for every vector x; entries of the size of rounding become zero."""
    turned = vectors @ R
    return np.where(np.abs(turned) <= 1e-15 * np.abs(turned).max(initial=0.0), 0.0, turned)
