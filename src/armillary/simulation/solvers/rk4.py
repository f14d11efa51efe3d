"""The classical Runge–Kutta method of order 4, fixed step. [HairerNorsettWanner1993, table II.1.2]"""

from __future__ import annotations

from armillary.simulation.solvers.explicit import explicit

A = ((), (1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0))
B = (1 / 6, 1 / 3, 1 / 3, 1 / 6)
C = (0.0, 1 / 2, 1 / 2, 1.0)

integrate = explicit(A, B, C)
