"""Celentano's three rods, simulated: angles, and how well each solver keeps the energy. [Celentano2008]

Three uniform rods (1 kg, 1 m) are released horizontal at rest. Nothing is lost and nothing goes in, so the energy
is constant, and its error
    e = max |E(t) − E(0)| / max T                                                              (1)
measures the quality of a solver. The rods are chaotic: two computations part after some ten seconds at any
accuracy, but their energies do not. The chapter simulates in the momentum form, on which Gauss methods are
symplectic: e stays within a band there, where that of other methods grows with time.

The table has steps for methods with a fixed one and tolerances for the others. Each step is ten times shorter than the
one before, and by a method of order p
    e(h/10) ≤ 2 · 10⁻ᵖ e(h)   or rounding                                                      (2)
With a tolerance, e is at most ten times that.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from armillary.description import library
from armillary.errors import ArmillaryWarning
from armillary.reproduce.published import PublishedNumber, Source
from armillary.results.trajectory import Trajectory
from armillary.simulation.simulate import simulate
from armillary.simulation.solvers import METHODS

# Time [s] → absolute angles [rad] and tolerance.
RODS = {
    2.0: ((-2.0892948638739, -3.0447550397972, -4.2401423431685), 1e-11),
    5.0: ((-3.3003372986838, -2.7474743807321, -1.1531782515345), 1e-9),
}
# Integrator → step [s] or tolerance at which it must give these.
FINE = {"rk45": 1e-13, "dop853": 1e-14, "gauss3": 5e-4}
STEPS = (1e-2, 1e-3, 1e-4)
TOLERANCES = (1e-6, 1e-9, 1e-12)
LONG, KEPT = 60.0, 1e-12
"""Simulated time [s], and limit of the energy error e."""

SWING = "released horizontal at rest; joint angles added up"
TABLE = "greatest |E − E(0)| over the greatest kinetic energy, 5 s; chaotic, so no angles after 10 s are compared"
CHAOS = "60 s of chaos: angles say nothing any more, the energy does"


def numbers() -> Iterator[PublishedNumber]:
    """Yield the angles by several solvers, the energy after a long time, and the energy error of every solver."""
    for solver, fineness in FINE.items():
        run = swing(solver, fineness)
        alpha = np.cumsum(run.q, axis=1)
        for time, (angles, tolerance) in RODS.items():
            row = int(np.argmin(np.abs(run.t - time)))
            item = f"swing, {solver}: α_{{}}({time:g} s) [rad]"
            yield from Source("simulated", SWING).each(item, angles, alpha[row], tolerance)
    for solver in ("dop853", "gauss3"):
        error = energy_error(swing(solver, FINE[solver], LONG))
        yield Source("simulated", CHAOS).at_most(f"swing, {solver}: energy error in {LONG:g} s", KEPT, error)
    for solver, info in METHODS.items():
        coarser = 0.0
        for fineness in STEPS if info.fixed else TOLERANCES:
            error = float(f"{energy_error(swing(solver, fineness)):.2e}")
            kind = f"step {fineness:g} s" if info.fixed else f"tolerance {fineness:g}"
            item, source = f"swing, {solver}, {kind}: energy error", Source("simulated", TABLE)
            if not info.fixed:
                yield source.at_most(item, 10 * fineness, error)
            elif fineness == STEPS[0]:
                yield source.shown(item, error)
            else:
                yield source.at_most(item, max(2 * coarser / 10**info.order, KEPT), error)  # (2)
            coarser = error


@cache
def swing(solver: str, fineness: float, duration: float = 5.0, record: float = 0.05) -> Trajectory:
    """Return the motion of the rods with a step [s] or a tolerance."""
    method: Any = METHODS[solver]
    with warnings.catch_warnings():
        # The table shows the drift of coarse steps, so warnings about it are ignored.
        warnings.simplefilter("ignore", ArmillaryWarning)
        made = method(step=fineness) if method.fixed else method(rtol=fineness, atol=fineness)
        return simulate(library.get("planar-3r"), duration, solver=made, record=record)


def energy_error(run: Trajectory) -> float:
    """Return the energy error (1), over all steps of the solver and all recorded times."""
    rows, steps = np.abs(run.energy - run.energy[0]).max(), run.imbalance_steps
    return float(max(rows, 0.0 if steps is None else steps) / run.kinetic.max())
