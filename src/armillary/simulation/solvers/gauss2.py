"""The Gauss–Legendre method of two stages, order 4. [HairerLubichWanner2006, table II.1.1]"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from armillary.simulation.native.loop import Loop
from armillary.simulation.solvers.gauss import Gauss, gauss

R = sqrt(3) / 6
A = ((1 / 4, 1 / 4 - R), (1 / 4 + R, 1 / 4))
B = (1 / 2, 1 / 2)
C = (1 / 2 - R, 1 / 2 + R)


@dataclass(frozen=True)
class Gauss2(Gauss):
    """Gauss–Legendre method of two stages, order 4: symplectic and symmetric, fixed step.

    Args:
        step: Step [s].
    """

    name: ClassVar[str] = "gauss2"
    about: ClassVar[str] = "Gauss–Legendre, 2 stages: symplectic and symmetric, fixed step"
    order: ClassVar[int] = 4

    def write(self, loop: Loop) -> None:
        """Write the method as native code."""
        gauss(loop, A, B, C)
