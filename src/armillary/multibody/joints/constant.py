"""What joints have in common whose motion subspace is constant in the child's frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.spatial.scalar import Array


class ConstantSubspace:
    """A joint of a kind whose `angular` and `linear` do not depend on its position."""

    shared = False
    angular: NDArray[np.float64]
    linear: NDArray[np.float64]

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return the constant halves of S, shapes (3, nv)."""
        return self.angular, self.linear

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return no change."""
        return np.zeros_like(self.angular), np.zeros_like(self.linear)

    def drift(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return no acceleration."""
        return np.zeros(3), np.zeros(3)
