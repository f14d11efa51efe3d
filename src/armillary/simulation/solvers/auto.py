"""Choice of the solver by the fastest eigenvalue of the closed loop at the start.

The eigenvalues λ of ∂f/∂x there are frequencies and decays, |λ| in rad/s or 1/s. An explicit method is bound to steps
of a few 1/|λ|, whether or not anything moves that fast; Rosenbrock's is not, but its step costs as much as two or
three explicit steps, and it damps vibrations that it does not resolve. They are kept as long as possible, so
    max |λ| > 2π · 5 kHz,  and some state slower than that by a hundred,  or bristles of friction:   rosenbrock   (1)
    else a relative tolerance of 1e-6 or more, or control instants closer than 5 ms:   rk45                (2)
    else                                                                          dop853                  (3)
Bristles hold a joint that sticks. At the limit of its stability an explicit method leaves a ripple of the size of its
tolerance in the rate, which |v| in the law of the bristles rectifies: the joint creeps. Rosenbrock's leaves none.
In (2) the eighth order does not pay: its twelve stages want long steps. ∂f/∂x is exact, by the complex step; only the
start is examined, so an arm that becomes stiff later is not recognised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from armillary.files.words import few
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.solvers.base import Adaptive, Solver
from armillary.simulation.solvers.dop853 import DOP853
from armillary.simulation.solvers.embedded import RK45
from armillary.simulation.solvers.rosenbrock import Rosenbrock
from armillary.spatial.scalar import Floats

FASTEST = 2 * np.pi * 5000.0
"""Greatest |λ| for explicit methods [rad/s]."""
APART = 100.0
LOOSE = 1e-6
OFTEN = 5e-3


@dataclass(frozen=True)
class Auto(Adaptive):
    """The solver that suits the stiffness of the closed loop at its start, (1)–(3).

    Args:
        rtol: Relative tolerance; default 1e-9.
        atol: Absolute tolerance, in SI units; default 1e-9.
        step: First step to try [s]; default 1 ms.
    """

    name: ClassVar[str] = "auto"
    about: ClassVar[str] = "one of the adaptive solvers, by stiffness"

    def choose(
        self, closed: ClosedLoop, x: Floats, p: Floats | None = None, period: float | None = None, inside: float = 0.0
    ) -> tuple[Solver, str]:
        """Return the solver with these tolerances and the reason for it.

        Args:
            closed: The closed loop.
            x: The state at the start, shape (size,).
            p: Held efforts and free parameters; default zero.
            period: Time between control instants [s], if control is sampled.
            inside: A time inside the first stretch [s], for references in pieces.

        Example:
            >>> import armillary as arm
            >>> from armillary.simulation.signals import Free, HoldPosition
            >>> model = arm.model(arm.library.get("planar-3r"))
            >>> closed = ClosedLoop(model, Free(model), HoldPosition((0.0, 0.0, 0.0)))
            >>> solver, why = Auto().choose(closed, np.zeros(9))
            >>> solver.name, why
            ('dop853', 'not stiff: the fastest of the closed loop has 0 rad/s; small tolerances')
        """
        held = [each.name for each in closed.plant.stribeck if each.bristled]
        if held:
            why = f"bristles of friction at {few(held)}, which hold without creep"
            return Rosenbrock(rtol=self.rtol, atol=self.atol, step=self.step), why
        slipping = np.array(x)
        slipping[closed.layout.m] = 1.0
        method, why = _method(np.abs(eigenvalues(closed, slipping, p, inside)), self.rtol, period)
        return method(rtol=self.rtol, atol=self.atol, step=self.step), why


def _method(rates: Floats, rtol: float, period: float | None) -> tuple[type[Adaptive], str]:
    """Return the class by (1)–(3), and the reason; `rates` are the |λ|."""
    if not np.all(np.isfinite(rates)):
        return DOP853, "the closed loop is not finite at the start"
    fastest = float(rates.max(initial=0.0))
    if fastest > FASTEST and float(rates.min()) * APART < fastest:
        return Rosenbrock, f"stiff: the fastest of the closed loop has {fastest / (2000 * np.pi):.3g} kHz"
    speed = f"not stiff: the fastest of the closed loop has {fastest:.2g} rad/s"
    if period is not None and period < OFTEN:
        return RK45, f"{speed}; control every {1000 * period:.3g} ms"
    if rtol >= LOOSE:
        return RK45, f"{speed}; large tolerances"
    return DOP853, f"{speed}; small tolerances"


def eigenvalues(closed: ClosedLoop, x: Floats, p: Floats | None = None, inside: float = 0.0) -> NDArray[np.complex128]:
    """Return the eigenvalues of ∂f/∂x without the audit [1/s], NaN where f is not finite."""
    n = closed.layout.audit.start
    held = np.zeros(closed.size_of_p) if p is None else p
    J = closed.slopes((0.0, inside), x, held, np.eye(n, closed.layout.size))[:n]
    if not np.all(np.isfinite(J)):
        return np.full(n, np.nan, dtype=complex)
    return np.asarray(np.linalg.eigvals(J), dtype=complex)
