"""Factorisation M = Lᵀ D L from the tips to the base, generic over the scalar. [Featherstone2008, ch. 6]

With the last coordinate eliminated first, zeros between the branches of a tree stay zeros:
    for k = n … 1:  D_k = M_kk,  L_ki = M_ki / D_k,  M_ij −= L_ki D_k L_kj  (i, j < k)     (1)
A coordinate that is held has λ_k = 0, others have λ_k = 1. With λ_k / D_k in place of 1 / D_k its row of L is zero and
it is left out: x is zero there, and solves the other rows of M x = b for the other entries.               (2)
In products with M⁻¹ the factors keep digits that its entries lose: b · M⁻¹ c = Σ (L⁻ᵀ b)_k (L⁻ᵀ c)_k / D_k.      (3)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import SingularityError
from armillary.multibody import Model
from armillary.spatial.scalar import Array, Scalar, is_zero

FREE: Mapping[int, Scalar] = {}
"""No coordinate is held."""


class Factors(NamedTuple):
    """L (unit lower triangular), D (its diagonal) and λ / D of (2), shape (n,), with M = Lᵀ D L."""

    L: Array
    D: Array
    gain: Array

    def down(self, b: ArrayLike) -> Array:
        """Return L⁻ᵀ b; b has shape (n,) or (n, m)."""
        x = list(np.asarray(b))
        for k in reversed(range(len(self.D))):
            for i in range(k):
                x[i] = x[i] - self.L[k, i] * x[k]
        return np.array(x).reshape(np.shape(b))

    def up(self, b: ArrayLike) -> Array:
        """Return L⁻¹ b."""
        x = list(np.asarray(b))
        for k in range(len(self.D)):
            for i in range(k):
                x[k] = x[k] - self.L[k, i] * x[i]
        return np.array(x).reshape(np.shape(b))

    def solve(self, b: ArrayLike) -> Array:
        """Return M⁻¹ b, (2) where coordinates are held; b has shape (n,) or (n, m)."""
        return self.up([x * gain for x, gain in zip(self.down(b), self.gain, strict=True)])


def factor_ldl(M: ArrayLike, first: int = 0, held: Mapping[int, Scalar] = FREE) -> Factors:
    """Return the factors of a symmetric positive definite matrix, (1).

    `first` is the velocity coordinate of the first row; `held` has λ of (2) by velocity coordinate.
    """
    work = np.array(M)
    n = len(work)
    if any(not isinstance(held.get(first + k, 1.0), float) for k in range(n)):
        # M of a last joint may be constant, while λ is an expression
        work = work.astype(object)
    scale = np.diag(work).copy()
    L = np.eye(n, dtype=work.dtype)
    for k in reversed(range(n)):
        _check_pivot(work[k, k], scale[k], first + k)
        row, block = _coupled(work[k, :k])
        L[k, row] = work[k, row] * _inverse(work[k, k], first + k, held)
        work[block] = work[block] - np.outer(L[k, row], work[k, row])
    D = np.diag(work).copy()
    return Factors(L, D, np.array([_inverse(pivot, first + k, held) for k, pivot in enumerate(D)]))


def _coupled(row: Array) -> tuple[Any, Any]:
    """Return indices of the entries of a row that (1) uses, and of their block of the matrix.

    With expressions the zeros between branches are left out; with numbers it takes longer to find them.
    """
    if row.dtype != object:
        return slice(len(row)), (slice(len(row)), slice(len(row)))
    coupled = [i for i, entry in enumerate(row) if not is_zero(entry)]
    return coupled, np.ix_(coupled, coupled)


def solve_ldl(M: ArrayLike, b: ArrayLike, first: int = 0, held: Mapping[int, Scalar] = FREE) -> Array:
    """Return M⁻¹ b for a symmetric positive definite M, (2) where coordinates are held; b has shape (n,) or (n, m)."""
    return factor_ldl(M, first, held).solve(b)


def accelerations(model: Model, M: Array, b: Array) -> Array:
    """Return M⁻¹ b, shape (nv,), for the mass matrix of a model; zero at coordinates that are held."""
    return solve_ldl(M, b, held=model.held)


def _inverse(pivot: Scalar, k: int, held: Mapping[int, Scalar]) -> Scalar:
    """Return λ_k / D_k of (2)."""
    return held[k] * (1 / pivot) if k in held else 1 / pivot


def _check_pivot(pivot: Scalar, diagonal: Scalar, k: int) -> None:
    """Raise `SingularityError` if a pivot is a number and zero; NaN and expressions pass."""
    try:
        # Of complex numbers the real part counts: the complex step differentiates around a real point.
        size, scale = (float(value.real if hasattr(value, "real") else value) for value in (pivot, diagonal))
    except TypeError:
        return
    if size <= 1e-14 * abs(scale):
        raise SingularityError(
            f"the mass matrix is singular: velocity coordinate {k} moves no inertia "
            f"(pivot {size:.3g}); give mass or inertia to what lies beyond its joint"
        )
