"""The classical Runge–Kutta method of order 4, fixed step. [HairerNorsettWanner1993, table II.1.2]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.native.loop import Loop
from armillary.simulation.solvers.base import FixedStep
from armillary.simulation.solvers.explicit import explicit

A = ((), (1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0))
B = (1 / 6, 1 / 3, 1 / 3, 1 / 6)
C = (0.0, 1 / 2, 1 / 2, 1.0)


@dataclass(frozen=True)
class RK4(FixedStep):
    """Classical Runge–Kutta method of order 4.

    Args:
        step: Step [s].

    Example:
        >>> RK4(step=1e-4)
        RK4(step=0.0001)
    """

    name: ClassVar[str] = "rk4"
    about: ClassVar[str] = "classical Runge–Kutta, fixed step"
    order: ClassVar[int] = 4

    def write(self, loop: Loop) -> None:
        """Write the method as native code."""
        explicit(loop, A, B, C)
