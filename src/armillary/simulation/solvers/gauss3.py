"""The Gauss–Legendre method of three stages, order 6. [HairerLubichWanner2006, table II.1.1]"""

from __future__ import annotations

from math import sqrt

from armillary.simulation.solvers.gauss import gauss

R = sqrt(15)
A = (
    (5 / 36, 2 / 9 - R / 15, 5 / 36 - R / 30),
    (5 / 36 + R / 24, 2 / 9, 5 / 36 - R / 24),
    (5 / 36 + R / 30, 2 / 9 + R / 15, 5 / 36),
)
B = (5 / 18, 4 / 9, 5 / 18)
C = (1 / 2 - R / 10, 1 / 2, 1 / 2 + R / 10)

integrate = gauss(A, B, C)
