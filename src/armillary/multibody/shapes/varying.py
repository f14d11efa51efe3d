"""Shapes of a beam whose rigidity changes along it: they have the moments of a uniform beam's shapes.

Curvature jumps where the section does and grows where the beam is thin; the bending moment does neither. So it is the
moment, not the displacement, that is taken over from the shape φ̄ of a uniform beam, and likewise the twisting moment
and the axial force:
    bending, B = EI:                      φ'' = φ̄''/B,   φ' = ∫₀ φ'',   φ = ∫₀ φ'                              (1)
    torsion, B = GJ, stretching, B = EA:  φ' = φ̄'/B,   φ = ∫₀ φ'.
Where φ̄ has the moment of a force or a couple at the tip, φ is the exact static shape. At a step only the second
derivative of the moment jumps, and the first one of the axial force: with the number of shapes, errors of
frequencies fall by its fifth power in bending and its third in bars, where smooth displacements had the first. Moments
that a load at the tip makes bend a pointed beam at its point: with nothing fixed to a pointed tip, two attachment
modes or polynomials are too few, and cantilever modes are best.
Between the ends of its pieces the beam is smooth. There φ̄''/B is a sum of Legendre's polynomials, whose coefficients
Gauss' rule gives, and which has its integrals in closed form [DLMF2010, ch. 18]:
    f = Σ a_j P_j(z),   a_j = (2j + 1) Σ_i w_i f(z_i) P_j(z_i),   ∫_{−1}^z P_j = (P_{j+1} − P_{j−1})/(2j + 1),  (2)
with P₋₁ = −1 in the last.
The tip moves in each φ as in φ̄: the first h shapes ψ are mixed in for this. With t, the h numbers
of the tip (its displacement, or that and its slope), their matrix T for ψ, and bars for the uniform beam,
    φ ← s (φ − t T⁻¹ ψ) + t̄ T⁻¹ ψ.                                                            (3)
s gives the bracket the mean square that it has in the uniform beam. h is 2 for the bending of attachment modes, 0 where
it is the mean square that measures a shape, else 1; ψ = φ̄₁ then has a moment of one sign, so that T never vanishes,
whereas a tip displacement of a higher shape may, and could not be divided by. In attachment modes T is a matrix of
compliances. For any h, the first k shapes span the first k of (1) (at least two if h is 2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.polynomial.legendre import legvander

from armillary.multibody.shapes.quadrature import gauss
from armillary.multibody.shapes.waves import Shapes
from armillary.spatial.scalar import Floats

Uniform = Callable[[int, Floats], Shapes]
"""The first shapes of a family, by number and ξ."""

Functions = Callable[[Floats], tuple[Floats, ...]]
"""Values and derivatives at many ξ, each (count, len(ξ)), up to the strain at least."""

HELD = {"loaded": (0, 0), "cantilever": (1, 1), "tip-mass": (0, 0), "attachment": (2, 1), "polynomial": (1, 1)}
"""h of (3) in bending and in bars."""

LARGEST_CONTRAST = 1e16
"""Largest ratio of rigidities along a beam; beyond it all bending is at the thinnest point, and rounding."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """Ends of the pieces of 0 ≤ ξ ≤ 1, shape (P + 1,), and the number of Gauss points of each piece."""

    ends: Floats
    counts: tuple[int, ...]

    @cached_property
    def points(self) -> Floats:
        """The Gauss points of all pieces, (G,)."""
        starts = zip(self.ends, np.diff(self.ends), self.counts, strict=False)
        return np.concatenate([start + length * gauss(count)[0] for start, length, count in starts])

    @cached_property
    def weights(self) -> Floats:
        """Their weights, (G,)."""
        return np.concatenate([h * gauss(count)[1] for h, count in zip(np.diff(self.ends), self.counts, strict=True)])

    def integrated(self, f: Floats, times: int) -> list[list[Floats]]:
        """Return the Legendre coefficients of f, shape (n, G), and of its integrals from 0, the last first.

        There is one list for each piece; each array has the shape (n, its degree + 1).
        """
        values = np.split(f, np.cumsum(self.counts)[:-1], axis=1)
        at_start, pieces = np.zeros((times, len(f))), []
        for part, length, count in zip(values, np.diff(self.ends), self.counts, strict=True):
            expansions = [part @ _transform(count)]
            for k in range(times):
                integral = length / 2 * (expansions[0] @ _integration(count + k))
                integral[:, 0] += at_start[k]
                at_start[k] = integral.sum(axis=1)  # P_j(1) = 1
                expansions.insert(0, integral)
            pieces.append(expansions)
        return pieces

    def evaluated(self, pieces: list[list[Floats]], xi: Floats) -> tuple[Floats, ...]:
        """Return the functions with these coefficients at many ξ, each (n, len(ξ))."""
        piece = np.clip(np.searchsorted(self.ends, xi, side="right") - 1, 0, len(pieces) - 1)
        z = 2 * (xi - self.ends[piece]) / np.diff(self.ends)[piece] - 1
        P = legvander(z, max(expansions[0].shape[1] for expansions in pieces) - 1).T
        results = tuple(np.empty((len(pieces[0][0]), len(xi))) for _ in pieces[0])
        for i in np.unique(piece):
            (here,) = np.nonzero(piece == i)
            values = P[:, here]
            for result, a in zip(results, pieces[i], strict=True):
                result[:, here] = a @ values[: a.shape[1]]
        return results

    def orthonormal(self, pieces: list[list[Floats]]) -> Floats:
        """Return the coefficients of the last integrals, (n, many), scaled so that ∫ of a product is their product."""
        scaled = [
            expansions[0] * np.sqrt(length / (2.0 * np.arange(expansions[0].shape[1]) + 1))
            for expansions, length in zip(pieces, np.diff(self.ends), strict=True)
        ]
        return np.concatenate(scaled, axis=1)


@lru_cache(maxsize=64)
def _transform(count: int) -> Floats:
    """Return the matrix of (2) from values at Gauss points to coefficients, (count, count)."""
    points, weights = gauss(count)
    matrix = legvander(2 * points - 1, count - 1) * np.multiply.outer(weights, 2.0 * np.arange(count) + 1)
    matrix.setflags(write=False)
    return matrix


@lru_cache(maxsize=128)
def _integration(count: int) -> Floats:
    """Return the matrix of (2) from coefficients to coefficients of the integral from z = −1, (count, count + 1)."""
    matrix = np.eye(count, count + 1, 1) - np.eye(count, count + 1, -1)
    matrix[0, 0] = 1.0  # the integral of P₀ is P₁ + P₀
    matrix /= 2.0 * np.arange(count)[:, None] + 1
    matrix.setflags(write=False)
    return matrix


def carried(uniform: Uniform, count: int, held: int, order: int, pieces: Pieces, rigidity: Floats) -> Functions:
    """Return the shapes of a beam that has `rigidity`, shape (G,), at the points of its pieces.

    `order` is that of the derivative that is the strain, 2 in bending and 1 in bars; `held` is h of (3).
    """
    number = max(count, held)
    even, tip = uniform(number, pieces.points), uniform(number, np.ones(1))
    flexibility = np.minimum(rigidity.max() / rigidity, LARGEST_CONTRAST)
    raw = pieces.integrated(even[order] * flexibility, order)  # (1)
    t = np.array([a.sum(axis=1) for a in raw[-1][:held]]).reshape(held, number).T
    t_even = np.array([f[:, 0] for f in tip[:held]]).reshape(held, number).T
    R = _mixing(even[0] * np.sqrt(pieces.weights), pieces.orthonormal(raw), t, t_even)[:count]
    mixed = [[R @ a for a in expansions] for expansions in raw]
    return _Carried(pieces, mixed, t_even[:count])


@dataclass(frozen=True, eq=False)
class _Carried:
    """Shapes by their coefficients on each piece; the first functions at the tip are known exactly, (n, h)."""

    pieces: Pieces
    coefficients: list[list[Floats]]
    tip: Floats

    def __call__(self, xi: Floats) -> tuple[Floats, ...]:
        results = self.pieces.evaluated(self.coefficients, xi)
        for k, result in enumerate(results[:-1]):  # exactly still at the root, and exactly held at the tip
            result[:, xi == 0] = 0.0
            if k < self.tip.shape[1]:
                result[:, xi == 1] = self.tip[:, k, None]
        return results


def _mixing(even: Floats, raw: Floats, t: Floats, t_even: Floats) -> Floats:
    """Return the matrix of (3), of uniform and true shapes as vectors with their scalar product, and tips (n, h)."""
    number, h = t.shape
    inverse = np.linalg.inv(t[:h])
    back, back_even = t[h:] @ inverse, t_even[h:] @ np.linalg.inv(t_even[:h])
    apart, apart_even = raw[h:] - back @ raw[:h], even[h:] - back_even @ even[:h]
    s = np.sqrt(np.sum(apart_even**2, axis=1) / np.sum(apart**2, axis=1))
    R = np.zeros((number, number))
    R[h:] = np.hstack([-s[:, None] * back, np.diag(s)])
    R[:, :h] += t_even @ inverse
    return R
