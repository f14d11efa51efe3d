"""Dormand and Prince's method of order 8(5,3), step chosen by the error, dense output of order 7.

[HairerNorsettWanner1993, sect. II.5, II.6 and II.10, code DOP853]. Two errors, e_5 and e_3 with the mean squares of
`embedded` m_5 and m_3, make up the one of order 7 that the step is chosen by:
    err = m_5 / √(m_5 + m_3 / 100)                                                              (1)
Dense output takes three more stages, computed only where a time to record falls into a step:
    x(t + θh) = x + θ (F_0 + (1 − θ)(F_1 + θ (F_2 + (1 − θ)(F_3 + θ (F_4 + (1 − θ)(F_5 + θ F_6))))))   (2)
    F_0 = x' − x,   F_1 = h k_1 − F_0,   F_2 = 2 F_0 − h (k_1 + k_13),   F_3…F_6 = h Σ D k              (3)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.native.loop import Loop
from armillary.simulation.native.values import Number, Vector
from armillary.simulation.solvers.dop853_tableau import A_MORE, C_MORE, E3, E5, A, B, C, D
from armillary.simulation.solvers.embedded import Embedded, Interpolation, Tableau, mean_squares, worst
from armillary.simulation.solvers.explicit import weighted

LAST = len(B)
"""The place of the stage at the new state."""


@dataclass(frozen=True)
class DOP853(Embedded):
    """Dormand and Prince's method of order 8(5,3), for tight tolerances.

    Args:
        rtol: Relative tolerance.
        atol: Absolute tolerance, in SI units.
        step: First step to try [s].
    """

    name: ClassVar[str] = "dop853"
    about: ClassVar[str] = "Dormand–Prince 8(5,3), chooses its step, for small tolerances"
    order: ClassVar[int] = 8
    tableau: ClassVar[Tableau] = (A, B, C)
    lower: ClassVar[int] = 7
    extra: ClassVar[int] = 3

    def measure(self, loop: Loop, k: Sequence[Vector], h: Number, new: Vector) -> Number:
        """Return err of a step."""
        error = loop.vector()
        squares = []
        for weights in (E5, E3):
            loop.code.combine(error, *weighted(h, weights, k))
            squares.append(mean_squares(loop, error, new))
        lanes = zip(*squares, strict=True)
        return worst(loop.code, [m5 / loop.code.root(m5 + 0.01 * m3 + 1e-300) for m5, m3 in lanes])  # (1)

    def dense(self, loop: Loop, k: Sequence[Vector], t: Number, h: Number, new: Vector) -> Interpolation:
        """Return the interpolation of a step."""
        code, y = loop.code, loop.vector()
        F = [loop.vector() for _ in range(7)]
        with code.when(loop.due(t, h)):
            for more, (weights, c) in enumerate(zip(A_MORE, C_MORE, strict=True), LAST + 1):
                code.combine(y, (1.0, loop.x), *weighted(h, weights, k))
                loop.evaluate(k[more], t + c * h, y)
            code.combine(F[0], (1.0, new), (-1.0, loop.x))  # (3)
            code.combine(F[1], (h, k[0]), (-1.0, F[0]))
            code.combine(F[2], (2.0, F[0]), (-h, k[0]), (-h, k[LAST]))
            for row, term in zip(D, F[3:], strict=True):
                code.combine(term, *weighted(h, row, k))

        def at(to: Vector, theta: Number) -> None:
            weight, terms = theta, []
            for i, term in enumerate(F):
                terms.append((weight, term))
                weight = weight * ((1.0 - theta) if i % 2 == 0 else theta)
            code.combine(to, (1.0, loop.x), *terms)  # (2)

        return at
