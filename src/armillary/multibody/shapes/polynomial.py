"""Polynomials that vanish at the root and are orthogonal over the beam.

The powers ξ², ξ³, … span the same space, but ten of them have a mass matrix of condition 1e13. Instead
    φ_k = ξᵐ P_{k−1}(2ξ − 1),   P_n = Jacobi's polynomials of weight (1 + z)^{2m}, α = 0, β = 2m,          (1)
with m = 2 for bending (φ = φ' = 0 at the root) and m = 1 for torsion and stretching (φ = 0). They are orthogonal, and
    ∫₀¹ φ_k² = 1/(2k − 1 + 2m),   φ_k(1) = 1.                                                (2)
The three-term recurrence of P_n [DLMF2010, 18.9.1] is, for α = 0,
    2(n+1)(n+1+β)(2n+β) P_{n+1} = (2n+1+β) [(2n+2+β)(2n+β) z − β²] P_n − 2n(n+β)(2n+2+β) P_{n−1};          (3)
its derivatives are carried along. The highest natural frequencies of k polynomials grow as k⁴ and are no modes of the
beam: the stiffness matrix has them in any basis.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial import legendre

from armillary.multibody.shapes.quadrature import gauss
from armillary.multibody.shapes.waves import Shapes
from armillary.spatial.scalar import Floats


def bending(count: int, xi: Floats) -> Shapes:
    """Return ξ² times Jacobi's polynomials of weight ξ⁴."""
    P, dP, ddP = _jacobi(count, 4, xi)
    return xi**2 * P, 2 * xi * P + xi**2 * dP, 2 * P + 4 * xi * dP + xi**2 * ddP


def third(count: int, xi: Floats) -> Floats:
    """Return the third derivatives of the polynomials for bending, shape (count, len(ξ))."""
    points = gauss(count + 2)[0]  # the second ones have the degree count − 1
    moments = legendre.legfit(2 * points - 1, bending(count, points)[2].T, max(count - 1, 1))
    return np.asarray(2 * legendre.legval(2 * xi - 1, legendre.legder(moments)))


def bar(count: int, xi: Floats) -> Shapes:
    """Return ξ times Jacobi's polynomials of weight ξ²."""
    P, dP, ddP = _jacobi(count, 2, xi)
    return xi * P, P + xi * dP, 2 * dP + xi * ddP


def _jacobi(count: int, beta: int, xi: Floats) -> Shapes:
    """Return P_n(2ξ − 1) with its derivatives with respect to ξ, each (count, len(ξ))."""
    P, dP, ddP = (np.zeros((count + 1, len(xi))) for _ in range(3))  # (3) at n makes P_{n+1}
    P[:1] = 1.0
    z = 2 * xi - 1
    for n in range(count - 1):
        a = 2 * n + beta
        below = 2 * (n + 1) * (n + 1 + beta) * a
        slope, offset = (a + 1) * (a + 2) * a / below, -(a + 1) * beta**2 / below
        last = 2 * n * (n + beta) * (a + 2) / below
        line = slope * z + offset
        P[n + 1] = line * P[n] - last * P[n - 1]
        dP[n + 1] = line * dP[n] + 2 * slope * P[n] - last * dP[n - 1]
        ddP[n + 1] = line * ddP[n] + 4 * slope * dP[n] - last * ddP[n - 1]
    return P[:count], dP[:count], ddP[:count]
