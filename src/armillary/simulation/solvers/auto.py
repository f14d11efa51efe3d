"""Choice of the solver by the fastest eigenvalue of the closed loop at the initial state.

The eigenvalues λ of ∂f/∂x are frequencies and decay rates, |λ| in rad/s or 1/s. Stability limits explicit methods to
steps of a few 1/|λ|, whether or not anything moves that fast. Rosenbrock's method has no such limit, but a step costs
as much as two or three explicit steps, and it damps vibrations that it does not resolve. To resolve vibrations where
possible, the choice is
    max |λ| > 2π · 5 kHz,  and a state slower by a factor of 100,  or bristles of friction:   rosenbrock   (1)
    else a relative tolerance of 1e-6 or more, or control instants closer than 5 ms:   rk45                (2)
    else                                                                          dop853                  (3)
Bristles hold a sticking joint. At its stability limit an explicit method leaves a ripple of the size of its tolerance
in the rate, which |v| in the bristle model rectifies: the joint creeps. Rosenbrock's method leaves no ripple. In (2)
the eighth order does not pay off, since its twelve stages need long steps. ∂f/∂x is exact, by the complex step. Only
the initial state is examined, so that a loop that becomes stiff later is not recognised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from armillary.files.words import few
from armillary.simulation.loop.equations import Equations
from armillary.simulation.solvers.base import Adaptive, Solver
from armillary.simulation.solvers.dop853 import DOP853
from armillary.simulation.solvers.embedded import RK45
from armillary.simulation.solvers.rosenbrock import Rosenbrock
from armillary.spatial.scalar import Floats

FASTEST = 2 * np.pi * 5000.0
"""Largest |λ| for explicit methods [rad/s]."""
STIFFNESS = 100.0
"""Smallest ratio of the largest and the smallest |λ| of a stiff loop; others need short steps in any case."""
LOOSE = 1e-6
"""Smallest relative tolerance for order 5."""
FREQUENT = 5e-3
"""Control period below which steps are too short for order 8 [s]."""


@dataclass(frozen=True)
class Auto(Adaptive):
    """Solver chosen by the stiffness of the closed loop at its initial state, (1)–(3).

    Args:
        rtol: Relative tolerance; default 1e-9.
        atol: Absolute tolerance, in SI units; default 1e-9.
        step: First step to try [s]; default 1 ms.
    """

    name: ClassVar[str] = "auto"
    about: ClassVar[str] = "one of the adaptive solvers, by stiffness"

    def choose(
        self, equations: Equations, x: Floats, p: Floats | None = None, period: float | None = None, inside: float = 0.0
    ) -> tuple[Solver, str]:
        """Return the solver with these tolerances and the reason for it.

        Args:
            equations: The closed loop.
            x: The initial state, shape (size,).
            p: Held efforts and free parameters; default zero.
            period: Control period [s]; None for continuous control.
            inside: A time inside the first interval [s], for piecewise references.

        Example:
            >>> import armillary as arm
            >>> from armillary.simulation.signals import Free, HoldPosition
            >>> model = arm.model(arm.library.get("planar-3r"))
            >>> equations = Equations(model, Free(model), HoldPosition((0.0, 0.0, 0.0)))
            >>> solver, why = Auto().choose(equations, np.zeros(9))
            >>> solver.name, why
            ('dop853', 'not stiff: the fastest eigenvalue of the closed loop is 0 rad/s; small tolerances')
        """
        bristled = [friction.name for friction in equations.plant.stribeck if friction.bristled]
        if bristled:
            why = f"bristles of friction at {few(bristled)}, which hold without creep"
            return Rosenbrock(rtol=self.rtol, atol=self.atol, step=self.step), why
        # With sticking joints locked, their eigenvalues would be missing: all joints slip.
        slipping = np.array(x)
        slipping[equations.layout.m] = 1.0
        method, why = _method(np.abs(eigenvalues(equations, slipping, p, inside)), self.rtol, period)
        return method(rtol=self.rtol, atol=self.atol, step=self.step), why


def _method(rates: Floats, rtol: float, period: float | None) -> tuple[type[Adaptive], str]:
    """Return the class by (1)–(3), and the reason; `rates` are the |λ|."""
    if not np.all(np.isfinite(rates)):
        return DOP853, "the closed loop is not finite at the start"
    fastest = float(rates.max(initial=0.0))
    if fastest > FASTEST and float(rates.min()) * STIFFNESS < fastest:
        return Rosenbrock, f"stiff: the fastest eigenvalue of the closed loop is {fastest / (2000 * np.pi):.3g} kHz"
    speed = f"not stiff: the fastest eigenvalue of the closed loop is {fastest:.2g} rad/s"
    if period is not None and period < FREQUENT:
        return RK45, f"{speed}; control every {1000 * period:.3g} ms"
    if rtol >= LOOSE:
        return RK45, f"{speed}; large tolerances"
    return DOP853, f"{speed}; small tolerances"


def eigenvalues(
    equations: Equations, x: Floats, p: Floats | None = None, inside: float = 0.0
) -> NDArray[np.complex128]:
    """Return the eigenvalues of ∂f/∂x [1/s], without the states of the energy audit; NaN if f is not finite."""
    n = equations.layout.audit.start
    values = np.zeros(equations.size_of_p) if p is None else p
    J = equations.slopes((0.0, inside), x, values, np.eye(n, equations.layout.size))[:n]
    if not np.all(np.isfinite(J)):
        return np.full(n, np.nan, dtype=complex)
    return np.asarray(np.linalg.eigvals(J), dtype=complex)
