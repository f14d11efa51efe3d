"""Explicit Runge–Kutta methods from their tableau: stages for all of them, and the classical method.

k_i = f(t + c_i h, x + h Σ_{j<i} a_ij k_j),   x(t + h) = x + h Σ b_i k_i                   (1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.native.loop import Loop
from armillary.simulation.native.values import Number, Vector
from armillary.simulation.solvers.base import FixedStep

Tableau = tuple[Sequence[Sequence[float]], Sequence[float], Sequence[float]]
"""Coefficients A of the stages, their weights b and their times c."""


@dataclass(frozen=True)
class RK4(FixedStep):
    """Classical Runge–Kutta method of order 4. [HairerNorsettWanner1993, table II.1.2]

    Args:
        step: Step [s].

    Example:
        >>> RK4(step=1e-4)
        RK4(step=0.0001)
    """

    name: ClassVar[str] = "rk4"
    about: ClassVar[str] = "classical Runge–Kutta, fixed step"
    order: ClassVar[int] = 4
    tableau: ClassVar[Tableau] = (
        ((), (1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0)),
        (1 / 6, 1 / 3, 1 / 3, 1 / 6),
        (0.0, 1 / 2, 1 / 2, 1.0),
    )

    def write(self, loop: Loop) -> None:
        """Write the method as native code."""
        A, b, c = self.tableau
        k, y = [loop.vector() for _ in b], loop.vector()
        with loop.fixed_steps() as (t, h, _):
            stages(loop, A, c, k, y, t, h)
            loop.code.combine(loop.x, (1.0, loop.x), *weighted(h, b, k))


def stages(
    loop: Loop,
    A: Sequence[Sequence[float]],
    c: Sequence[float],
    k: Sequence[Vector],
    y: Vector,
    t: Number,
    h: Number,
    first: int = 0,
) -> None:
    """Write the stages of (1) from number `first` on."""
    for i in range(first, len(A)):
        if any(A[i]):
            loop.code.combine(y, (1.0, loop.x), *weighted(h, A[i], k))
            loop.evaluate(k[i], t + c[i] * h, y)
        else:
            loop.evaluate(k[i], t, loop.x)


def weighted(h: Number, weights: Sequence[float], k: Sequence[Vector]) -> list[tuple[Number, Vector]]:
    """Return the terms h w_i k_i that are not zero."""
    return [(h * w, vector) for w, vector in zip(weights, k, strict=False) if w]
