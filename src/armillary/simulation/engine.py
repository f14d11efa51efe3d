"""A solver at work on a system: the native loop in the form that the solver integrates.

States go in and come out as (q, v, …) whatever form the solver integrates: Gauss methods get momenta.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from armillary.multibody import Model
from armillary.simulation import forms
from armillary.simulation.native.assemble import NativeLoop, Report
from armillary.simulation.solvers.base import Solver
from armillary.simulation.system import System

Floats = NDArray[np.float64]


class Engine:
    """The loop of a solver around a system, for one trajectory or a block of trajectories."""

    def __init__(self, system: System, solver: Solver, lanes: int = 1) -> None:
        self.system, self.lanes, self.momenta = system, lanes, solver.momentum
        self.loop = NativeLoop(
            forms.momentum(system) if self.momenta else system.program,
            solver,
            quaternions(system.plant),
            lanes,
            layout=system.layout,
            linear=forms.linear(system) if solver.linear else None,
        )

    def run(
        self,
        x: Floats,
        t0: float,
        inside: float,
        held: Floats,
        bounds: tuple[Floats, Floats],
        options: dict[str, float],
        limits: dict[str, int],
        times: Floats,
        record: Floats,
        before: Floats,
    ) -> Report:
        """Integrate one stretch from t0; x is carried on in place, rows are written to `record`."""
        clock = np.tile([t0, inside], (self.lanes, 1))
        inner = forms.to_momentum(self.system, x) if self.momenta else x
        report = self.loop.run(inner, clock, held, bounds, options, limits, times, record, before)
        if self.momenta:
            rows = record[: report.rows].reshape(-1, self.system.layout.size)
            record[: report.rows] = forms.from_momentum(self.system, rows).reshape(record[: report.rows].shape)
            x[...] = forms.from_momentum(self.system, inner)
            before[...] = forms.from_momentum(self.system, before.reshape(x.shape)).reshape(before.shape)
        return report


def quaternions(model: Model) -> tuple[int, ...]:
    """Return where the state holds unit quaternions."""
    return tuple(q.start for kind, q, v in model.coordinates() if kind.nq == 4 and kind.nv == 3)
