"""Modes of a uniform beam that is clamped at ξ = 0, with the rigid bodies that it carries.

A link bends under what hangs on it as much as under its own mass. A body at ξ_b with mass μ ρAL, first moment κ ρAL²
along the beam and moment of inertia ν ρAL³ about ξ_b moves with the displacement and slope there. In Ritz's method with
the polynomials P of polynomial.py the modes φ = C P are the lowest of
    K = ∫ P''P''ᵀ,   M = ∫ P Pᵀ + Σ_b μ p pᵀ + κ (p p'ᵀ + p' pᵀ) + ν p' p'ᵀ,   p = P(ξ_b)                  (1)
Without bodies they are cantilever modes. A body that is heavy against the beam makes the first two of them the static
shapes of a force and a moment at the tip, corrected for the inertia of the beam; so two modes have what two attachment
modes and two cantilever modes have. Loads are those of the robot about zero joint coordinates
(`multibody.carried_loads`). At other coordinates the body on a joint is the same and its place another. Frequencies are
stationary in the shapes and change little: with two modes a plane the first three frequencies and the sag of 150 random
arms in space, with bodies at the tips of their links, are within 0.5 % of converged ones (benchmarks/shapes.py).
M is large where bodies are heavy, and K is not: the eigenproblem is solved for 1/ω². The modes have a mean square of ¼
and (−1)^{k−1} φ_k''(0) > 0, as those of tip_mass.py.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import scipy  # loads scipy.linalg at its first use

from armillary.multibody.shapes import polynomial, tip_mass
from armillary.multibody.shapes.quadrature import gauss
from armillary.multibody.shapes.waves import Shapes
from armillary.spatial.scalar import Floats

STAGE = 12
"""Modes up to a multiple of this have the same polynomials, so that fewer modes are the first of more."""
HEAVIEST = 1e8
"""Largest ratio of a body to the beam: beyond it shapes do not change."""


class BeamLoad(NamedTuple):
    """A body at ξ: its mass, first moment and moment of inertia as ratios to those of the beam, (1)."""

    at: float
    mass: float
    moment: float
    inertia: float


def bending(count: int, xi: Floats, loads: tuple[BeamLoad, ...]) -> Shapes:
    """Return the bending modes of a beam that carries these bodies."""
    C = _coefficients(count, loads)
    values, first, second = (C @ f for f in polynomial.bending(C.shape[1], xi))
    return values, first, second


def bar(count: int, xi: Floats, ratio: float) -> Shapes:
    """Return the modes of torsion or stretching with an inertia of `ratio` times the bar's own at the end."""
    return tip_mass.bar(count, xi, min(ratio, HEAVIEST))


@lru_cache(maxsize=256)
def _coefficients(count: int, loads: tuple[BeamLoad, ...]) -> Floats:
    """Return C of (1), shape (count, number of polynomials)."""
    number = STAGE * (1 + 2 * -(-count // STAGE))  # the last mode has half as many half waves as polynomials
    points, weights = gauss(number + 4)
    P, _, curvature = polynomial.bending(number, points)
    M_beam, K = (P * weights) @ P.T, (curvature * weights) @ curvature.T
    M = M_beam.copy()
    for load in loads:
        p, slope, _ = (f[:, 0] for f in polynomial.bending(number, np.array([load.at])))
        scale = min(1.0, HEAVIEST / max(load.mass, load.inertia, 1e-300))
        mass, moment, inertia = (scale * ratio for ratio in load[1:])
        M += (
            mass * np.outer(p, p)
            + moment * (np.outer(p, slope) + np.outer(slope, p))
            + inertia * np.outer(slope, slope)
        )
    C = scipy.linalg.eigh(M, K)[1][:, ::-1].T[:count]
    root = C @ polynomial.bending(number, np.zeros(1))[2][:, 0]
    sign = np.where((root > 0) == (np.arange(count) % 2 == 0), 1.0, -1.0)
    scaled: Floats = (sign * np.sqrt(0.25 / np.einsum("ki,ij,kj->k", C, M_beam, C)))[:, None] * C
    scaled.setflags(write=False)
    return scaled
