"""The Gauss–Legendre method of three stages, order 6. [HairerLubichWanner2006, table II.1.1]"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from armillary.simulation.native.loop import Loop
from armillary.simulation.solvers.gauss import Gauss, gauss

R = sqrt(15)
A = (
    (5 / 36, 2 / 9 - R / 15, 5 / 36 - R / 30),
    (5 / 36 + R / 24, 2 / 9, 5 / 36 - R / 24),
    (5 / 36 + R / 30, 2 / 9 + R / 15, 5 / 36),
)
B = (5 / 18, 4 / 9, 5 / 18)
C = (1 / 2 - R / 10, 1 / 2, 1 / 2 + R / 10)


@dataclass(frozen=True)
class Gauss3(Gauss):
    """Gauss–Legendre method of three stages, order 6: symplectic and symmetric, fixed step.

    Args:
        step: Step [s].
    """

    name: ClassVar[str] = "gauss3"
    about: ClassVar[str] = "Gauss–Legendre, 3 stages: symplectic and symmetric, fixed step"
    order: ClassVar[int] = 6

    def write(self, loop: Loop) -> None:
        """Write the method as native code."""
        gauss(loop, A, B, C)
