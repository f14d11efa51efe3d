"""Gauss–Legendre collocation with a fixed step and fixed-point iteration. [HairerLubichWanner2006, II.1.3 and VIII.6]

    k_i = f(t + c_i h, x + h Σ_j a_ij k_j),   x(t + h) = x + h Σ b_i k_i                          (1)
with c_i the zeros of a shifted Legendre polynomial; order 2s for s stages. In momentum form (`loop.momentum`)
the methods are symplectic for robots with revolute and prismatic joints. For any robot they are symmetric and preserve
quadratic invariants such as the length of a quaternion, which therefore needs no normalisation.

The iteration updates the stages one after the other, each with the newest others. The initial guess extrapolates the
polynomial of the previous step to 1 + c_i:
    k_i ← Σ_j ℓ_j(1 + c_i) k_j,   ℓ_j(c) = Π_{m ≠ j} (c − c_m) / (c_j − c_m)                        (2)
Δ is the largest change of h k relative to the largest x and h k, separately for coordinates, momenta, controller and
drives. With θ = Δ / Δ_before the iteration has converged if
    Δ < 1e-11,   and   θ / (1 − θ) Δ < 2⁻⁶⁰   or Δ has not decreased twice, or once below 2⁻⁴⁶           (3)
It has failed after 50 iterations. A shorter step helps: each iteration reduces the error by about h |∂f/∂x| / 4.
Summation is compensated: rounding errors of x are carried to the next step.                             (4)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.solvers.base import FixedStep
from armillary.simulation.solvers.embedded import worst
from armillary.simulation.solvers.explicit import Tableau, weighted
from armillary.simulation.walk.arguments import NOT_CONVERGED
from armillary.simulation.walk.solver_loop import SolverLoop
from armillary.simulation.walk.values import Condition, Number, Slot, Vector

R3, R15 = math.sqrt(3), math.sqrt(15)
ITERATIONS = 50
ENOUGH = 2.0**-60
"""Below the resolution of x, since iteration errors have the same sign in every step and add up, unlike rounding."""
ROUNDING = 2.0**-46
"""Above this value, Δ may fail to decrease once by chance."""
SMALL = 1e-11
"""Largest Δ of a converged iteration."""


@dataclass(frozen=True)
class Gauss(FixedStep):
    """Base of Gauss–Legendre methods, which integrate momenta. Subclasses define A, b and c of (1)."""

    momentum: ClassVar[bool] = True
    normalises: ClassVar[bool] = False
    tableau: ClassVar[Tableau]

    def write(self, loop: SolverLoop) -> None:
        """Write the method as native code."""
        A, b, c = self.tableau
        code = loop.code
        k, new = [loop.vector() for _ in b], [loop.vector() for _ in b]
        y, lost, increment = loop.vector(), loop.vector(), loop.vector()
        code.fill(lost)
        loop.evaluate(k[0], loop.t.value, loop.x)
        for stage in k[1:]:
            code.copy(stage, k[0])
        with loop.fixed_steps() as (t, h, leave):
            change, iterations = _iterate(loop, A, c, k, y, new[0], t, h)
            _check_convergence(loop, change, iterations, leave)
            code.combine(increment, (1.0, lost), *weighted(h, b, k))
            code.combine(y, (1.0, loop.x), (1.0, increment))  # (4)
            code.combine(lost, (1.0, loop.x), (-1.0, y), (1.0, increment))
            code.copy(loop.x, y)
            for i, guess in enumerate(new):
                code.combine(guess, *zip(_lagrange(c, 1 + c[i]), k, strict=True))  # (2)
            for stage, guess in zip(k, new, strict=True):
                code.copy(stage, guess)


@dataclass(frozen=True)
class Gauss2(Gauss):
    """Gauss–Legendre method of two stages, order 4: symplectic and symmetric, fixed step.

    Args:
        step: Step [s]; default 1 ms.
    """

    name: ClassVar[str] = "gauss2"
    about: ClassVar[str] = "Gauss–Legendre, 2 stages: symplectic and symmetric, fixed step"
    order: ClassVar[int] = 4
    tableau: ClassVar[Tableau] = (
        ((1 / 4, 1 / 4 - R3 / 6), (1 / 4 + R3 / 6, 1 / 4)),
        (1 / 2, 1 / 2),
        (1 / 2 - R3 / 6, 1 / 2 + R3 / 6),
    )


@dataclass(frozen=True)
class Gauss3(Gauss):
    """Gauss–Legendre method of three stages, order 6: symplectic and symmetric, fixed step.

    Args:
        step: Step [s]; default 1 ms.
    """

    name: ClassVar[str] = "gauss3"
    about: ClassVar[str] = "Gauss–Legendre, 3 stages: symplectic and symmetric, fixed step"
    order: ClassVar[int] = 6
    tableau: ClassVar[Tableau] = (
        (
            (5 / 36, 2 / 9 - R15 / 15, 5 / 36 - R15 / 30),
            (5 / 36 + R15 / 24, 2 / 9, 5 / 36 - R15 / 24),
            (5 / 36 + R15 / 30, 2 / 9 + R15 / 15, 5 / 36),
        ),
        (5 / 18, 4 / 9, 5 / 18),
        (1 / 2 - R15 / 10, 1 / 2, 1 / 2 + R15 / 10),
    )


def _lagrange(c: Sequence[float], at: float) -> list[float]:
    """Return the Lagrange polynomials ℓ_j of (2) at a point."""
    return [math.prod((at - m) / (node - m) for m in c if m != node) for node in c]


def _iterate(
    loop: SolverLoop,
    A: Sequence[Sequence[float]],
    c: Sequence[float],
    k: Sequence[Vector],
    y: Vector,
    new: Vector,
    t: Number,
    h: Number,
) -> tuple[Slot, Number]:
    """Write the iteration and return Δ of each lane, and the number of iterations."""
    code, wide = loop.code, loop.wide
    before, iterations, done, stalled = code.slot(math.inf), code.slot(0.0), code.slot(0.0), code.slot(0.0)
    parts = _parts(loop)
    change = wide.slot(0.0)
    sizes = [wide.slot(wide.largest(loop.x.part(*place))) for place in parts]
    with code.loop() as out:
        change.set(0.0)
        for i, row in enumerate(A):
            code.combine(y, (1.0, loop.x), *weighted(h, row, k))
            loop.evaluate(new, t + c[i] * h, y)
            code.combine(k[i], (-1.0, k[i]), (1.0, new))
            for place, size in zip(parts, sizes, strict=True):
                scale = size.value + wide.largest(new.part(*place)) * h + 1e-300  # also for a part that is zero
                change.set(wide.maximum(change.value, wide.largest(k[i].part(*place)) * h / scale))
            code.copy(k[i], new)
        iterations.set(iterations.value + 1.0)
        now, last = worst(loop, change.value), before.value
        stalled.set(code.choose(now >= last, stalled.value + code.choose(now <= ROUNDING, 2.0, 1.0), stalled.value))
        # θ/(1 − θ) Δ < 2⁻⁶⁰, multiplied by Δ_before − Δ, since Δ may have grown.
        accurate = (now * now <= ENOUGH * (last - now)) & (last < math.inf)
        finished = accurate | (stalled.value >= 2.0)  # (3)
        nan = code.compare("uno", now, now)
        give_up = (iterations.value >= float(ITERATIONS)) | nan
        done.set(code.choose((finished & (now <= SMALL)) | give_up | (now <= 0.0), 1.0, 0.0))
        before.set(now)
        out.leave_if(done.value > 0.0)
    return change, iterations.value


def _check_convergence(loop: SolverLoop, change: Slot, iterations: Number, leave: Callable[[Condition], None]) -> None:
    """Stop if the iteration has failed; with several lanes, set the state of a failed lane to NaN instead."""
    failed, several = ~(change.value <= SMALL), iterations > 1.0
    if loop.shape.lanes == 1:
        loop.fail(NOT_CONVERGED, failed & several, leave)
        return
    first = loop.x.entry(0, loop.shape.lanes)
    with loop.code.when(several):
        first.set(loop.wide.choose(failed, math.nan, first.value))


def _parts(loop: SolverLoop) -> list[tuple[int, int]]:
    """Return (start, size) of coordinates, momenta, controller and drives in the state, without empty parts."""
    layout, lanes = loop.layout, loop.shape.lanes
    slices = [slice(0, loop.shape.states)] if layout is None else [layout.q, layout.v, layout.c, layout.d]
    return [(lanes * part.start, lanes * (part.stop - part.start)) for part in slices if part.stop > part.start]
