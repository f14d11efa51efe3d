"""Universal joint: it turns by q₁ about a, fixed in the parent, and by q₂ about b, fixed in the child.

    R = R(a, q₁) R(b, q₂),   S_ω = (a', b),   a' = R(b, q₂)ᵀ a                   (1)
    ȧ' = −q̇₂ b × a',   d_ω = q̇₁ ȧ'                                              (2)
    ä' = −q̈₂ b × a' + q̇₂² b × (b × a')                                          (3)
in the child's axes, with a normal to b.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.joint_types import FORMS
from armillary.multibody.joints.kinds import ColumnRates, JointKind
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import MatrixTurn, Turn, turn_about


class Universal(JointKind):
    """Two angles [rad], about the unit vector `axis`, then about `second_axis`."""

    form = FORMS["universal"]
    uniform = True
    constant = False

    def __init__(self, axis: ArrayLike, second_axis: ArrayLike) -> None:
        self.axis: Floats = np.array(axis, dtype=float)
        self.second_axis: Floats = np.array(second_axis, dtype=float)
        super().__init__(np.stack([self.axis, self.second_axis], axis=1), np.zeros((3, 2)))

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q, (1)."""
        first, second = np.asarray(q)
        return MatrixTurn(turn_about(self.axis, first).R @ turn_about(self.second_axis, second).R)

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, 2), (1)."""
        return np.stack([self._seen(q), self.second_axis], axis=1), self.linear

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the rates of S_ω and S_v in the child's frame, shapes (3, 2), (2)."""
        return np.stack([self._seen_rate(q, qd), np.zeros(3)], axis=1), self.linear

    def drift(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the child's angular and linear acceleration against its parent at q̈ = 0, shapes (3,), (2)."""
        return np.asarray(qd)[0] * self._seen_rate(q, qd), np.zeros(3)

    def column_rates(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> ColumnRates:
        """Return the first and second rates of the columns, (2), (3)."""
        (_, rate), (_, acceleration), b = np.asarray(qd), np.asarray(qdd), self.second_axis
        normal = cross(b, self._seen(q))
        second = -acceleration * normal + rate * rate * cross(b, normal)
        still, zero = np.zeros(3), np.zeros((3, 2))
        return ColumnRates(np.stack([-rate * normal, still], axis=1), np.stack([second, still], axis=1), zero, zero)

    def _seen(self, q: ArrayLike) -> Array:
        """Return a' of (1)."""
        return turn_about(self.second_axis, np.asarray(q)[1]).into(self.axis)

    def _seen_rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return the rate of a', (2)."""
        return -np.asarray(qd)[1] * cross(self.second_axis, self._seen(q))
