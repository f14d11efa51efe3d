"""Dormand and Prince's method of order 5(4), step chosen by the error, dense output of order 4.

[DormandPrince1980] for the pair, [Shampine1986] for the interpolant
    x(t + θh) = x + h θ Σ_i k_i Σ_m P_im θ^m                                                    (1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.native.loop import Loop
from armillary.simulation.native.values import Number, Vector
from armillary.simulation.solvers.embedded import Embedded, Interpolation, mean_squares, worst
from armillary.simulation.solvers.explicit import Tableau, weighted

A = (
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
)
B = (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84)
C = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0)
E = (-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40)
P = (
    (1.0, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432),
    (0.0, 0.0, 0.0, 0.0),
    (0.0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
    (0.0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
    (0.0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
    (0.0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
    (0.0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
)


@dataclass(frozen=True)
class RK45(Embedded):
    """Dormand and Prince's method of order 5(4), for loose tolerances.

    Args:
        rtol: Relative tolerance.
        atol: Absolute tolerance, in SI units.
        step: First step to try [s].
    """

    name: ClassVar[str] = "rk45"
    about: ClassVar[str] = "Dormand–Prince 5(4), chooses its step"
    order: ClassVar[int] = 5
    tableau: ClassVar[Tableau] = (A, B, C)
    lower: ClassVar[int] = 4

    def measure(self, loop: Loop, k: Sequence[Vector], h: Number, new: Vector) -> Number:
        """Return err of a step."""
        error = loop.vector()
        loop.code.combine(error, *weighted(h, E, k))
        return loop.code.root(worst(loop.code, mean_squares(loop, error, new)))

    def dense(self, loop: Loop, k: Sequence[Vector], t: Number, h: Number, new: Vector) -> Interpolation:
        """Return the interpolation of a step."""

        def at(to: Vector, theta: Number) -> None:
            terms = []
            for row, stage in zip(P, k, strict=False):
                if any(row):
                    weight = ((row[3] * theta + row[2]) * theta + row[1]) * theta + row[0]
                    terms.append((h * theta * weight, stage))
            loop.code.combine(to, (1.0, loop.x), *terms)  # (1)

        return at
