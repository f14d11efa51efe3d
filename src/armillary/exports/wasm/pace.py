"""The solver of a live loop: an explicit method with a fixed step.

The scenario's own solver, if it is one; otherwise RK4 with a step by the fastest eigenvalues λ of ∂f/∂x at the start,
with the scenario's numbers (1) and with gains and stiffnesses at the upper end of their ranges (2):
    h ≤ 1 ms,   h ≤ 1 / max |λ|                                                              (1)
    h ≤ 2 / max |λ|                                                                          (2)
rounded down to 1, 2 or 5 times a power of ten. RK4 is stable up to 2.78 / |λ| on both axes of the complex plane
[HairerWanner1996, sect. IV.2]. A sampled law divides its period into equal steps not longer than h.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.solvers import EXPLICIT, RK4
from armillary.simulation.solvers.auto import eigenvalues
from armillary.simulation.solvers.base import STEP, Solver
from armillary.spatial.scalar import Floats

SHORTEST = 1e-7
"""Shortest step that is chosen [s]."""


def checked(solver: Any) -> Solver:
    """Return an explicit solver with a fixed step, or raise an `ArgumentError` for anything else."""
    if not isinstance(solver, EXPLICIT):
        names = " or ".join(f"arm.solvers.{each.__name__}(step=…)" for each in EXPLICIT)
        found = type(solver).__name__ if isinstance(solver, Solver) else shortened(solver)
        raise ArgumentError("solver", f"{found} in WebAssembly", f"an explicit method with a fixed step: {names}")
    return solver


def paced(closed: ClosedLoop, x: Floats, inside: float, p: Floats, hardest: Floats) -> RK4:
    """Return RK4 with the step of (1) and (2) for a state (n,), parameters p (m,) and those of the upper ends."""
    slipping = np.array(x)
    slipping[closed.layout.m] = 1.0
    bounds = [STEP]
    for numbers, room in ((p, 1.0), (hardest, 2.0)):
        fastest = float(np.max(np.abs(eigenvalues(closed, slipping, numbers, inside)), initial=0.0))
        if math.isfinite(fastest) and fastest > 0:
            bounds.append(room / fastest)
    return RK4(step=max(SHORTEST, _rounded(min(bounds))))


def _rounded(value: float) -> float:
    """Return the greatest of 1, 2 and 5 times a power of ten that is not above a number."""
    power = math.floor(math.log10(value) + 1e-12)
    return float(f"{max(k for k in (1, 2, 5) if k * 10.0**power <= value * (1 + 1e-12))}e{power}")
