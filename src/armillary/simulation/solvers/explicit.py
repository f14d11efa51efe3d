"""Explicit methods with a fixed step: Runge–Kutta methods from their tableau, and semi-implicit Euler.

    k_i = f(t + c_i h, x + h Σ_{j<i} a_ij k_j),   x(t + h) = x + h Σ b_i k_i                             (1)
Semi-implicit Euler updates the velocities, then the coordinates with the new velocities; order 1
[HairerLubichWanner2006, I.1.2]:
    v' = v + h f_v(t, q, v),   q' = q + h rate(q, v'),   other states by the explicit method            (2)
It is symplectic if the mass matrix does not depend on q. Otherwise it is not, but cheap and more stable than the
explicit method. With quaternions, rate(q, v') needs a second evaluation of f.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.errors import ArgumentError
from armillary.simulation.solvers.base import FixedStep
from armillary.simulation.walk.solver_loop import Stepping
from armillary.simulation.walk.values import Number, Vector

Tableau = tuple[Sequence[Sequence[float]], Sequence[float], Sequence[float]]
"""Coefficients A of the stages, their weights b and their times c."""


@dataclass(frozen=True)
class RungeKutta(FixedStep):
    """Base of explicit Runge–Kutta methods with a fixed step; subclasses define the tableau (A, b, c)."""

    tableau: ClassVar[Tableau]

    def write(self, loop: Stepping) -> None:
        """Write the method as native code."""
        A, b, c = self.tableau
        k, y = [loop.vector() for _ in b], loop.vector()
        with loop.fixed_steps() as (t, h, _):
            stages(loop, A, c, k, [y] * len(b), t, h)
            loop.code.combine(loop.x, (1.0, loop.x), *weighted(h, b, k))


@dataclass(frozen=True)
class RK4(RungeKutta):
    """Classical Runge–Kutta method of order 4. [HairerNorsettWanner1993, table II.1.2]

    Args:
        step: Step [s]; default 1 ms.

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


def stages(
    loop: Stepping,
    A: Sequence[Sequence[float]],
    c: Sequence[float],
    k: Sequence[Vector],
    y: Sequence[Vector],
    t: Number,
    h: Number,
    first: int = 0,
) -> None:
    """Write the stages of (1) from number `first` on, at the states y."""
    for i in range(first, len(A)):
        if any(A[i]):
            loop.code.combine(y[i], (1.0, loop.x), *weighted(h, A[i], k))
            loop.evaluate(k[i], t + c[i] * h, y[i])
        else:
            loop.begin(k[i], t)


def weighted(h: Number, weights: Sequence[float], k: Sequence[Vector]) -> list[tuple[Number, Vector]]:
    """Return the terms h w_i k_i that are not zero."""
    return [(h * w, vector) for w, vector in zip(weights, k, strict=False) if w]


@dataclass(frozen=True)
class SemiImplicitEuler(FixedStep):
    """Semi-implicit Euler method: new velocities, then coordinates with the new velocities.

    Args:
        step: Step [s]; default 1 ms.
    """

    name: ClassVar[str] = "semi_implicit_euler"
    about: ClassVar[str] = "new velocities, then coordinates with these; fixed step"
    order: ClassVar[int] = 1

    def write(self, loop: Stepping) -> None:
        """Write the method as native code."""
        code, layout, states = loop.code, loop.layout, loop.shape.states
        if layout is None:
            raise ArgumentError("layout", "None", "the layout of coordinates and velocities in the state")
        dx = loop.vector()
        plain = layout.nq == layout.nv  # no quaternions: q̇ = v
        second = dx if plain else loop.vector()
        nq, nv, size = (loop.shape.lanes * count for count in (layout.nq, layout.nv, states))
        with loop.fixed_steps() as (t, h, _):
            loop.begin(dx, t)
            x, rates = (vector.part(nq, size - nq) for vector in (loop.x, dx))
            code.combine(x, (1.0, x), (h, rates))
            if not plain:
                loop.evaluate(second, t, loop.x)
            q = loop.x.part(0, nq)
            q_rate = loop.x.part(nq, nv) if plain else second.part(0, nq)
            code.combine(q, (1.0, q), (h, q_rate))
