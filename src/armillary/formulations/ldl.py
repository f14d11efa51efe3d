"""Factorisation M = Lᵀ D L from the tips to the base, generic over the scalar. [Featherstone2008, ch. 6]

With the last coordinate eliminated first, zeros between the branches of a tree stay zeros:
    for k = n … 1:  D_k = M_kk,  L_ki = M_ki / D_k,  M_ij −= L_ki D_k L_kj  (i, j < k)     (1)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import SingularityError
from armillary.spatial.scalar import Array, Scalar, is_zero


def factor_ldl(M: ArrayLike, first: int = 0) -> tuple[Array, Array]:
    """Return L (unit lower triangular) and D (its diagonal) with M = Lᵀ D L, (1).

    `first` is the velocity coordinate of the first row, for the error message.
    """
    work = np.array(M)
    n = len(work)
    scale = np.diag(work).copy()
    L = np.eye(n, dtype=work.dtype)
    for k in reversed(range(n)):
        _check_pivot(work[k, k], scale[k], first + k)
        row, block = _coupled(work[k, :k])
        L[k, row] = work[k, row] * (1 / work[k, k])
        work[block] = work[block] - np.outer(L[k, row], work[k, row])
    return L, np.diag(work).copy()


def _coupled(row: Array) -> tuple[Any, Any]:
    """Return indices of the entries of a row that (1) uses, and of their block of the matrix.

    With expressions the zeros between branches are left out; with numbers it takes longer to find them.
    """
    if row.dtype != object:
        return slice(len(row)), (slice(len(row)), slice(len(row)))
    found = [i for i, entry in enumerate(row) if not is_zero(entry)]
    return found, np.ix_(found, found)


def solve_ldl(M: ArrayLike, b: ArrayLike, first: int = 0) -> Array:
    """Return M⁻¹ b for a symmetric positive definite M; b has shape (n,) or (n, m)."""
    L, D = factor_ldl(M, first)
    n = len(D)
    x = list(np.asarray(b))
    for k in reversed(range(n)):  # Lᵀ y = b
        for i in range(k):
            x[i] = x[i] - L[k, i] * x[k]
    x = [x[k] * (1 / D[k]) for k in range(n)]
    for k in range(n):  # L z = D⁻¹ y
        for i in range(k):
            x[k] = x[k] - L[k, i] * x[i]
    return np.array(x)


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
