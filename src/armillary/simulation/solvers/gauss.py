"""Gauss–Legendre collocation of a fixed step, by fixed-point iteration. [HairerLubichWanner2006, II.1.3 and VIII.6]

    k_i = f(t + c_i h, x + h Σ_j a_ij k_j),   x(t + h) = x + h Σ b_i k_i                          (1)
with the c_i at the zeros of a Legendre polynomial; order 2s for s stages. On the momentum form (`momentum`) of a
robot with revolute and prismatic joints the methods are symplectic, for any robot they are symmetric and keep every
quadratic invariant, such as the length of a quaternion, which needs no normalising here.

Iteration runs through the stages, each with the newest others. It starts from the polynomial of the step before, which
gives for k_i its value at 1 + c_i:
    k_i ← Σ_j ℓ_j(1 + c_i) k_j,   ℓ_j(c) = Π_{m ≠ j} (c − c_m) / (c_j − c_m)                        (2)
Δ is the greatest change of h k against the greatest x and h k, apart for coordinates, momenta and the controller. With
θ = Δ / Δ_before the iteration is done where Δ < 1e-11 and either θ / (1 − θ) Δ < 2⁻⁶⁰ or Δ falls no more, (3)
that is, it has not fallen twice, or once below 2⁻⁴⁶.
It has failed after 50 rounds, which a shorter step mends: the rounds shrink the error by about h |∂f/∂x| / 4.
The sum is compensated: rounding errors of x are kept for the next step.                                 (4)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.native.arguments import NOT_CONVERGED
from armillary.simulation.native.loop import Loop
from armillary.simulation.native.values import Condition, Number, Slot, Vector
from armillary.simulation.solvers.base import FixedStep
from armillary.simulation.solvers.embedded import worst
from armillary.simulation.solvers.explicit import Tableau, weighted

R3, R15 = math.sqrt(3), math.sqrt(15)
ITERATIONS = 50
ENOUGH = 2.0**-60
"""Below the resolution of x: errors of the iteration have always the same sign and add up, unlike rounding errors."""
ROUNDING = 2.0**-46
"""Δ above this that does not fall may do so by chance."""
SMALL = 1e-11
"""Greatest Δ of a converged iteration."""


@dataclass(frozen=True)
class Gauss(FixedStep):
    """Base of these methods, which integrate momenta. Subclasses give A, b and c of (1)."""

    momentum: ClassVar[bool] = True
    normalises: ClassVar[bool] = False
    tableau: ClassVar[Tableau]

    def write(self, loop: Loop) -> None:
        """Write the method as native code."""
        gauss(loop, *self.tableau)


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


def gauss(loop: Loop, A: Sequence[Sequence[float]], b: Sequence[float], c: Sequence[float]) -> None:
    """Write the method with this tableau."""
    code = loop.code
    k, new = [loop.vector() for _ in b], [loop.vector() for _ in b]
    y, lost, sum_ = loop.vector(), loop.vector(), loop.vector()
    code.fill(lost)
    loop.evaluate(k[0], loop.t.value, loop.x)
    for each in k[1:]:
        code.copy(each, k[0])
    with loop.fixed_steps() as (t, h, leave):
        change, rounds = _iterate(loop, A, c, k, y, new[0], t, h)
        _judge(loop, change, rounds, leave)
        code.combine(sum_, (1.0, lost), *weighted(h, b, k))
        code.combine(y, (1.0, loop.x), (1.0, sum_))  # (4)
        code.combine(lost, (1.0, loop.x), (-1.0, y), (1.0, sum_))
        code.copy(loop.x, y)
        for i, into in enumerate(new):
            code.combine(into, *zip(_values(c, 1 + c[i]), k, strict=True))  # (2)
        for into, source in zip(k, new, strict=True):
            code.copy(into, source)


def _values(c: Sequence[float], at: float) -> list[float]:
    """Return ℓ_j of (2)."""
    return [math.prod((at - m) / (node - m) for m in c if m != node) for node in c]


def _iterate(
    loop: Loop,
    A: Sequence[Sequence[float]],
    c: Sequence[float],
    k: Sequence[Vector],
    y: Vector,
    new: Vector,
    t: Number,
    h: Number,
) -> tuple[Slot, Number]:
    """Write the iteration and return Δ of each lane, and the number of rounds."""
    code = loop.code
    before, rounds, done, stalled = code.slot(math.inf), code.slot(0.0), code.slot(0.0), code.slot(0.0)
    wide, parts = loop.wide, _parts(loop)
    change = wide.slot(0.0)
    sizes = [wide.slot(wide.largest(loop.x.part(*place))) for place in parts]
    with code.loop() as out:
        change.set(0.0)
        for i, row in enumerate(A):
            code.combine(y, (1.0, loop.x), *weighted(h, row, k))
            loop.evaluate(new, t + c[i] * h, y)
            code.combine(k[i], (-1.0, k[i]), (1.0, new))
            for place, size in zip(parts, sizes, strict=True):
                scale = size.value + wide.largest(new.part(*place)) * h + 1e-300
                change.set(wide.maximum(change.value, wide.largest(k[i].part(*place)) * h / scale))
            code.copy(k[i], new)
        rounds.set(rounds.value + 1.0)
        now, last = worst(loop, change.value), before.value
        stalled.set(code.choose(now >= last, stalled.value + code.choose(now <= ROUNDING, 2.0, 1.0), stalled.value))
        enough = (now * now <= ENOUGH * (last - now)) & (last < math.inf)
        still = enough | (stalled.value >= 2.0)  # (3)
        unknown = code.compare("uno", now, now)
        over = (rounds.value >= float(ITERATIONS)) | unknown
        done.set(code.choose((still & (now <= SMALL)) | over | (now <= 0.0), 1.0, 0.0))
        before.set(now)
        out.leave_if(done.value > 0.0)
    return change, rounds.value


def _judge(loop: Loop, change: Slot, rounds: Number, leave: Callable[[Condition], None]) -> None:
    """Stop where the iteration has failed; one lane of several gets a NaN instead."""
    failed, several = ~(change.value <= SMALL), rounds > 1.0
    if loop.shape.lanes == 1:
        loop.fail(NOT_CONVERGED, failed & several, leave)
        return
    first = loop.x.entry(0, loop.shape.lanes)
    with loop.code.when(several):
        first.set(loop.wide.choose(failed, math.nan, first.value))


def _parts(loop: Loop) -> list[tuple[int, int]]:
    """Return the places of coordinates, momenta, controller and drives, empty ones left out: (start, size)."""
    layout, lanes = loop.layout, loop.shape.lanes
    slices = [slice(0, loop.shape.states)] if layout is None else [layout.q, layout.v, layout.c, layout.d]
    return [(lanes * part.start, lanes * (part.stop - part.start)) for part in slices if part.stop > part.start]
