"""The solver of a live loop: an explicit method with a fixed step.

The scenario's own solver, if it is one; otherwise RK4 or RK8, by the eigenvalues λ of ∂f/∂x at the start: λ with the
scenario's numbers, λ' with gains and stiffnesses at the upper end of their ranges, and with joints pressed into the
end stops that the robot describes (default stops are slow enough). The step h of a method is at most
    1 ms
    a / max |λ|   of vibrations, |Im λ| ≥ |Re λ|, up to 1 kHz                                (1)
    0.6 r / max |λ|,   0.9 r / max |λ'|                                                      (2)
rounded down to 1, 2, 4, 5 or 8 times a power of ten. r is the radius of the largest half disc, on the left of the
complex plane, in which |R(z)| ≤ 1 [HairerWanner1996, sect. IV.2]. Motions that decay at once, and vibrations too fast
to matter, only have to be stable. At |hλ| = a a method damps vibrations by 1e-3 of their amplitude a radian at most:
           stages   r      a      |R(ia)|^(1/a) − 1
    RK4       4    2.61   0.65    −8e-4
    RK8      12    5.96   3.0     −5e-4
The method with fewer stages per second is chosen: RK8 where vibrations are fast, else RK4. A sampled law divides its
period into equal steps not longer than h.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.simulation.loop.equations import Equations
from armillary.simulation.solvers import EXPLICIT, RK4, RK8
from armillary.simulation.solvers.auto import eigenvalues
from armillary.simulation.solvers.base import STEP, Solver
from armillary.spatial.scalar import Floats

SHORTEST = 1e-7
"""Shortest default step [s]."""
FASTEST = 2 * math.pi * 1000.0
"""Greatest |λ| of vibrations that are computed accurately [1/s]."""


class Method(NamedTuple):
    """A method with its stages, its radius of stability r and its bound a of vibrations."""

    kind: type[RK4 | RK8]
    stages: int
    radius: float
    accurate: float

    def step(self, now: NDArray[np.complex128], hardest: NDArray[np.complex128]) -> float:
        """Return the step by the eigenvalues λ and λ', (1) and (2)."""
        return max(SHORTEST, min([STEP, *map(_rounded, self._bounds(now, hardest))]))

    def _bounds(self, now: NDArray[np.complex128], hardest: NDArray[np.complex128]) -> Iterator[float]:
        vibrations = now[(np.abs(now.imag) >= np.abs(now.real)) & (np.abs(now) <= FASTEST)]
        for eigen, most in (
            (vibrations, self.accurate),
            (now, 0.6 * self.radius),
            (hardest, 0.9 * self.radius),
        ):
            fastest = float(np.max(np.abs(eigen), initial=0.0))
            if math.isfinite(fastest) and fastest > 0:
                yield most / fastest


METHODS = (Method(RK4, 4, 2.61, 0.65), Method(RK8, 12, 5.96, 3.0))


def check_explicit(solver: Any) -> Solver:
    """Return an explicit solver with a fixed step, or raise an `ArgumentError` for anything else."""
    if not isinstance(solver, EXPLICIT):
        names = " or ".join(f"arm.solvers.{kind.__name__}(step=…)" for kind in EXPLICIT)
        refused = type(solver).__name__ if isinstance(solver, Solver) else shortened(solver)
        raise ArgumentError("solver", f"{refused} in WebAssembly", f"an explicit method with a fixed step: {names}")
    return solver


def choose_solver(equations: Equations, x: Floats, inside: float, p: Floats, hardest: Floats) -> Solver:
    """Return the method and its step for a state (n,), parameters p (m,) and those of the upper ends."""
    slipping = np.array(x)
    slipping[equations.layout.m] = 1.0  # sticking joints would hide their own stiffness
    pressed = slipping.copy()
    for stop in equations.stops:
        if not stop.default and not stop.rigid:
            pressed[stop.q] = stop.upper + stop.stop.transition
            if math.isinf(stop.upper):
                pressed[stop.q] = stop.lower - stop.stop.transition
    eigen = [eigenvalues(equations, *point, inside) for point in ((slipping, p), (pressed, hardest))]
    steps = [method.step(*eigen) for method in METHODS]
    method, step = min(zip(METHODS, steps, strict=True), key=lambda stop: stop[0].stages / stop[1])
    return method.kind(step=step)


def _rounded(value: float) -> float:
    """Return the greatest of 1, 2, 4, 5 and 8 times a power of ten that is not above a number."""
    power = math.floor(math.log10(value) + 1e-12)
    return float(f"{max(k for k in (1, 2, 4, 5, 8) if k * 10.0**power <= value * (1 + 1e-12))}e{power}")
