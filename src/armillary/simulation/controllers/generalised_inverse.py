"""Generalised inverses of a task's Jacobian: inertia-weighted or Euclidean, damped near singularities; for any scalar.

    J⁺ = W⁻¹ Jᵀ Λ,   Λ = (J W⁻¹ Jᵀ + λ² 1)⁻¹,   W = M or 1                                       (1)
Without damping J J⁺ = 1 and N = 1 − J⁺J projects on motions that the task does not see. Near a singularity Λ is damped,
    δ = det A / (tr A / s)^s,   A = J W⁻¹ Jᵀ,   0 ≤ δ ≤ 1                                         (2)
    λ² = d² max(0, 1 − δ/δ_0)² tr A / s                                                          (3)
δ is 1 where all s directions are equally easy and 0 at singularities; it has no unit, so that d and δ_0 suit any robot.
λ and its first derivative are continuous. With the determinant in place of a manipulability this is the variable
damping of [Nakamura1986]. The rate of J⁺ along N is, for constant damping,
    N J̇⁺ x = N W⁻¹ (J̇ᵀ Λ x − Ẇ J⁺ x)                                                            (4)
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np

from armillary.errors import SingularityError
from armillary.expr.graph import Expr
from armillary.expr.pointwise import maximum
from armillary.formulations.ldl import solve_ldl
from armillary.spatial.scalar import Array, Scalar


@contextlib.contextmanager
def regular() -> Iterator[None]:
    """Say what a singular J W⁻¹ Jᵀ means, where numbers meet one."""
    try:
        yield
    except SingularityError:
        raise SingularityError(
            "the frame is at a singular configuration, where the task has no generalised inverse; "
            "give the controller some damping, or keep away from there"
        ) from None


class GeneralisedInverse:
    """J⁺ at one configuration; W None is the identity."""

    def __init__(self, J: Array, W: Array | None, damping: float = 0.0, threshold: float = 1.0) -> None:
        self.J, self.W = J, W
        self._lifted = self.unweighted(J.T)  # W⁻¹ Jᵀ
        A = J @ self._lifted
        if damping:
            A = A + damping**2 * _factor(A, threshold) * np.eye(len(A))  # (3)
        self._A = A

    def unweighted(self, x: Array) -> Array:
        """Return W⁻¹ x."""
        return x if self.W is None else solve_ldl(self.W, x)

    def weigh(self, x: Array) -> Array:
        """Return Λ x."""
        with regular():
            return solve_ldl(self._A, x)

    def apply(self, x: Array) -> Array:
        """Return J⁺ x, shape (nv,)."""
        return self._lifted @ self.weigh(x)  # (1)

    def project(self, x: Array) -> Array:
        """Return N x = x − J⁺ J x, shape (nv,)."""
        return x - self.apply(self.J @ x)


def _factor(A: Array, threshold: float) -> Scalar:
    """Return λ² / d² of (3)."""
    s = len(A)
    mean = np.trace(A) * (1 / s)
    left = 1 - determinant(A) / (mean**s * threshold)  # (2)
    if isinstance(left, Expr):
        left = maximum(left, 0.0)
    elif np.real(left) < 0:
        left = 0.0
    return left * left * mean


def determinant(A: Array) -> Scalar:
    """Return det A by traces of powers (Faddeev and LeVerrier), with an error that is small against (tr A)^s."""
    n = len(A)
    B, c = np.eye(n), -np.trace(A)
    for k in range(2, n + 1):
        B = A @ B + c * np.eye(n)
        c = -np.trace(A @ B) / k
    return -c if n % 2 else c
