"""The formula of order 8 of Dormand and Prince's method 8(5,3), with a fixed step. [HairerNorsettWanner1993, II.5]

Twelve evaluations of f a step, as many as three steps of RK4, and an error of order h⁸. The stages that DOP853 adds
for the error of a step and for dense output are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.solvers.dop853 import A, B, C
from armillary.simulation.solvers.explicit import RungeKutta, Tableau


@dataclass(frozen=True)
class RK8(RungeKutta):
    """Dormand and Prince's Runge–Kutta method of order 8, twelve stages: `DOP853` without error control.

    Args:
        step: Step [s]; default 1 ms.
    """

    name: ClassVar[str] = "rk8"
    about: ClassVar[str] = "Dormand–Prince formula of order 8, fixed step"
    order: ClassVar[int] = 8
    tableau: ClassVar[Tableau] = (A, B, C)
