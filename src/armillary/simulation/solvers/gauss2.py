"""The Gauss–Legendre method of two stages, order 4. [HairerLubichWanner2006, table II.1.1]"""

from __future__ import annotations

from math import sqrt

from armillary.simulation.solvers.gauss import gauss

R = sqrt(3) / 6
A = ((1 / 4, 1 / 4 - R), (1 / 4 + R, 1 / 4))
B = (1 / 2, 1 / 2)
C = (1 / 2 - R, 1 / 2 + R)

integrate = gauss(A, B, C)
