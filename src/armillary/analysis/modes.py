"""Small oscillations: the eigenvalues and shapes of a linear mechanical system.

About a point, with x the displacements along the velocity directions and ν their rates,
    M ν̇ + D ν + K x = 0,   ẋ = ν − B x                                                    (1)
B comes from the brackets of the velocity directions of turning spherical joints, and is zero for all others.
Without D and B and with symmetric K the squares of the angular frequencies are the eigenvalues of
    K x = ω² M x                                                                          (2)
Otherwise s and (x, ν) are eigenvalues and eigenvectors of the matrix of (1), ν = (s + B) x.
Coordinates r without restoring force (zero columns of K and B) are eliminated first, so that their zero eigenvalues do
not degrade the accuracy of the others: they are dropped from x, and in (2)
    x_r = −M_rr⁻¹ M_re x_e,   M_ee − M_er M_rr⁻¹ M_re instead of M_ee                      (3)
In (2) the stiffest coordinates come last. The reduction starts there, so that low frequencies are as accurate with
a very stiff servo or link as with a locked one.
Other zero eigenvalues, of directions in which the stiffness vanishes, are recognised by cancelling terms of xᵀKx.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy  # loads scipy.linalg at its first use
from numpy.typing import NDArray

from armillary.spatial.scalar import Floats

Shapes = NDArray[Any]

IDLE = 1e-12  # column of K treated as rounding, relative to the stiffness of gravity and spin
CANCELLED = 1e-10  # value of xᵀKx treated as zero, relative to the sum of the magnitudes of its terms
ZERO = 1e-10  # eigenvalue of (1) treated as zero, relative to the largest
REAL = 1e-9  # imaginary part of a real eigenvalue, relative to its magnitude
CONSERVATIVE = 1e-13  # real part treated as rounding, relative to the largest eigenvalue


@dataclass(frozen=True, eq=False)
class Eigenmodes:
    """Eigenvalues s [1/s] of oscillations, one of each conjugate pair, in the order of their magnitude.

    `shapes` (n, modes) are their displacements, with xᴴMx = 1. `real` [1/s] are the real eigenvalues, negative for
    decay; `zeros` is the number of coordinates without restoring force.
    """

    s: NDArray[np.complex128]
    shapes: Shapes
    real: Floats
    zeros: int


def eigenmodes(M: Floats, D: Floats, K: Floats, B: Floats, geometric: Floats) -> Eigenmodes:
    """Return the modes of (1). `geometric` is the part of K from gravity and spin, the scale of rounding errors."""
    n, size = len(M), np.sqrt(np.diagonal(M))
    weight = np.outer(size, size)
    floor = IDLE * np.abs(geometric / weight).max(initial=0.0)
    idle = (np.abs(K / weight).max(axis=0, initial=0.0) <= floor) & ~np.any(B, axis=0)
    even = np.abs(K - K.T).max(initial=0.0) <= 1e-10 * np.abs(K).max(initial=0.0)
    if n and even and not np.any(D) and not np.any(B):
        return _undamped(M, (K + K.T) / 2, idle)
    return _general(M, D, K, B, idle, float(np.sqrt(floor)))


def _undamped(M: Floats, K: Floats, idle: NDArray[np.bool_]) -> Eigenmodes:
    """Return the solutions of (2)."""
    r = np.flatnonzero(idle)
    # The stiffest coordinates last: LAPACK's reduction begins there, and low frequencies keep their digits.
    single_squares = np.abs(np.diagonal(K)) / np.diagonal(M)
    e = np.array([k for k in np.argsort(single_squares, kind="stable") if not idle[k]], dtype=int)
    follow = np.linalg.solve(M[np.ix_(r, r)], M[np.ix_(r, e)])
    mass, stiffness = M[np.ix_(e, e)] - M[np.ix_(e, r)] @ follow, K[np.ix_(e, e)]  # (3)
    shapes = np.zeros((len(M), len(e)))
    if len(e):
        shapes[e] = scipy.linalg.eigh(stiffness, (mass + mass.T) / 2, lower=False)[1]
        shapes[r] = -follow @ shapes[e]  # (3)
    # Rayleigh's quotient is accurate for low modes too, where eigenvalues of eigh lose digits to the highest.
    energy = np.einsum("ik,ij,jk->k", shapes, K, shapes)
    terms = np.einsum("ik,ij,jk->k", np.abs(shapes), np.abs(K), np.abs(shapes))
    squares = energy / np.einsum("ik,ij,jk->k", shapes, M, shapes)
    zero = np.abs(energy) <= CANCELLED * terms
    good, bad = ~zero & (squares > 0), ~zero & (squares < 0)
    growing = np.sqrt(-squares[bad])
    return _sorted(M, 1j * np.sqrt(squares[good]), shapes[:, good], growing, len(r) + int(zero.sum()))


def _general(M: Floats, D: Floats, K: Floats, B: Floats, idle: NDArray[np.bool_], slowest: float) -> Eigenmodes:
    """Return the eigenvalues of (1); eigenvalues below `slowest` [1/s] are rounding and become zero."""
    n, e = len(M), np.flatnonzero(~idle)
    A = np.block([[-B, np.eye(n)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    remaining = np.concatenate([e, n + np.arange(n)])
    s, vectors = scipy.linalg.eig(A[np.ix_(remaining, remaining)])
    largest = np.abs(s).max(initial=0.0)
    zero = np.abs(s) <= max(ZERO * largest, slowest)
    real = ~zero & (np.abs(s.imag) <= REAL * np.abs(s))
    pairs = ~zero & ~real & (s.imag > 0)
    s_pairs, nu = s[pairs], vectors[len(e) :, pairs]
    shapes = np.zeros((n, len(s_pairs)), dtype=complex)
    shapes[e] = vectors[: len(e), pairs]
    shapes[idle] = ((nu - B @ shapes) / s_pairs)[idle]
    s_pairs = np.where(np.abs(s_pairs.real) <= CONSERVATIVE * largest, 1j * s_pairs.imag, s_pairs)
    coasting = int((idle & ~np.any(D, axis=0)).sum())  # zero eigenvalues of rates whose coordinates were dropped
    return _sorted(M, s_pairs, shapes, s[real].real, int(idle.sum()) + max(int(zero.sum()) - coasting, 0) // 2)


def _sorted(M: Floats, s: NDArray[Any], shapes: Shapes, real: Floats, zeros: int) -> Eigenmodes:
    """Return modes by increasing frequency, each with xᴴMx = 1 and its largest component real and positive."""
    order = np.argsort(np.abs(s), kind="stable")
    s, shapes = np.asarray(s[order], dtype=complex), shapes[:, order]
    if len(s):
        weighted = np.abs(shapes) * np.sqrt(np.diagonal(M))[:, None]
        greatest = np.take_along_axis(shapes, weighted.argmax(axis=0)[None], axis=0)
        norm = np.sqrt(np.einsum("ik,ij,jk->k", shapes.conj(), M, shapes).real)
        shapes = shapes * (np.abs(greatest) / greatest) / norm
    return Eigenmodes(s, shapes, np.sort(real), zeros)
