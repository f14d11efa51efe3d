"""Node of a flexible link, which moves with the elastic coordinates of the link. [Bascetta2002]

From the link's frame to that of the node, with g and Γ of second order (`flexible.field`):
    R = exp(ψ~),   ψ = Φ_r q + ½ Γ q q,   r = r₀ + Φ_d q + ½ g q q                (1)
    S_ω = J(ψ) (Φ_r + Γ q),   S_v = Rᵀ (Φ_d + g q)                                (2)
    Ṡ_ω = J̇ (Φ_r + Γ q) + J Γ q̇,   Ṡ_v = Rᵀ (g q̇) − (S_ω q̇) × S_v               (3)
in the node's axes, J and J̇ of `spatial.rotation_vector`. The accelerations that remain at q̈ = 0 are
    (Ṡ_ω q̇,  Rᵀ g q̇ q̇)                                                            (4)
Along a motion, with J̈ of `spatial.rotation_vector`, S_ω and the columns that the link sees, Φ_d + g q, have
    S̈_ω = J̈ (Φ_r + Γ q) + 2 J̇ Γ q̇ + J Γ q̈,   g q̇,   g q̈                           (5)
Where all modes turn the node about one axis and Γ = 0, J Φ_r = Φ_r and J̇ = 0, as in print; elsewhere print is wrong.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody.flexible.field import NodeShape
from armillary.multibody.joints.kinds import ColumnRates, JointKind
from armillary.spatial.rotation import cross
from armillary.spatial.rotation_vector import rate_map, rate_map_rate, rate_map_second, rotation
from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import MatrixTurn, Turn, turn_about

PARALLEL = 1e-14
"""Rotations whose directions differ by less are about one axis."""


class Node(JointKind):
    """A node of a flexible link, moved by the elastic coordinates of the link; `r₀` is with the placement."""

    shared = modal = True
    constant = False

    def __init__(self, shape: NodeShape) -> None:
        self.shape = shape
        self.axis = None if np.any(shape.second_rotation) else _common_axis(shape.rotation)
        super().__init__(*self.subspace(np.zeros(len(shape.translation))))  # at rest; elsewhere ask `subspace`

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the node's axes, (1)."""
        psi = self._psi(np.asarray(q))
        if self.axis is not None:
            return turn_about(self.axis, self.axis @ psi) if np.any(self.axis) else MatrixTurn(np.eye(3))
        return MatrixTurn(rotation(psi))

    def slide(self, q: ArrayLike) -> Array:
        """Return the shift of the node, shape (3,) [m], (1)."""
        q = np.asarray(q)
        return (self.shape.translation + self._shortening(q) / 2).T @ q

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, nv), (2)."""
        q = np.asarray(q)
        turn = self.turn(q)
        moved = self.shape.translation + self._shortening(q)
        linear = np.stack([turn.into(row) for row in moved], axis=1)
        if self.axis is not None:
            return self.shape.rotation.T, linear
        return rate_map(self._psi(q)) @ self._turning(q), linear

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return Ṡ_ω and Ṡ_v, shapes (3, nv), (3)."""
        q, qd = np.asarray(q), np.asarray(qd)
        turn, (angular, linear) = self.turn(q), self.subspace(q)
        turning = angular @ qd
        rows = zip(self._shortening(qd), linear.T, strict=True)
        linear_rate = np.stack([turn.into(g) - cross(turning, S) for g, S in rows], axis=1)
        return self._angular_rate(q, qd), linear_rate

    def drift(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the accelerations, shapes (3,), that remain at q̈ = 0, (4)."""
        q, qd = np.asarray(q), np.asarray(qd)
        return self._angular_rate(q, qd) @ qd, self.turn(q).into(self._shortening(qd).T @ qd)

    def column_rates(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> ColumnRates:
        """Return the first and second rates of the columns, (3), (5)."""
        q, qd, qdd = np.asarray(q), np.asarray(qd), np.asarray(qdd)
        turn = self.turn(q)
        sliding, sliding_second = (
            np.stack([turn.into(row) for row in self._shortening(rate)], axis=1) for rate in (qd, qdd)
        )
        return ColumnRates(self._angular_rate(q, qd), self._angular_second(q, qd, qdd), sliding, sliding_second)

    def _angular_second(self, q: Array, qd: Array, qdd: Array) -> Array:
        if self.axis is not None:
            return np.zeros_like(self.shape.rotation.T)
        psi, turning = self._psi(q), self._turning(q)
        rate, bent = turning @ qd, np.any(self.shape.second_rotation)
        turned, turned_rate = self._second_turning(qd), self._second_turning(qdd)
        second = rate_map_second(psi, rate, turning @ qdd + turned @ qd) @ turning
        return second + 2 * (rate_map_rate(psi, rate) @ turned) + rate_map(psi) @ turned_rate if bent else second

    def _angular_rate(self, q: Array, qd: Array) -> Array:
        if self.axis is not None:
            return np.zeros_like(self.shape.rotation.T)
        psi, turning = self._psi(q), self._turning(q)
        rate = rate_map_rate(psi, turning @ qd) @ turning
        return rate + rate_map(psi) @ self._second_turning(qd) if np.any(self.shape.second_rotation) else rate

    def _psi(self, q: Array) -> Array:
        """Return ψ, shape (3,), (1)."""
        return (self.shape.rotation.T + self._second_turning(q) / 2) @ q

    def _turning(self, q: Array) -> Array:
        """Return Φ_r + Γ q, shape (3, nv)."""
        return self.shape.rotation.T + self._second_turning(q)

    def _second_turning(self, q: Array) -> Array:
        """Return Γ q, shape (3, nv)."""
        return np.tensordot(q, self.shape.second_rotation, axes=1).T

    def _shortening(self, q: Array) -> Array:
        """Return g q, shape (nv, 3)."""
        return np.tensordot(q, self.shape.second, axes=1)


def _common_axis(rotations: Floats) -> Floats | None:
    """Return the unit axis about which all modes turn the node; zero if none turns it, None for several axes."""
    lengths = np.linalg.norm(rotations, axis=1)
    if len(lengths) == 0 or lengths.max() == 0:
        return np.zeros(3)
    axis = rotations[lengths.argmax()] / lengths.max()
    apart = np.linalg.norm(rotations - np.outer(rotations @ axis, axis), axis=1).max()
    return axis if apart <= PARALLEL * lengths.max() else None
