"""A solver at work on a closed loop: the native loop in the form that the solver integrates.

States go in and come out as (q, v, …) whatever form the solver integrates: Gauss methods get momenta.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.state import quaternions
from armillary.simulation.native.assemble import Carried, NativeLoop, Report
from armillary.simulation.native.loop import Form
from armillary.simulation.solvers.base import Solver
from armillary.spatial.scalar import Floats


class Engine:
    """The loop of a solver around a closed loop, for one trajectory or a block of trajectories."""

    def __init__(self, closed: ClosedLoop, solver: Solver, lanes: int = 1, watched: bool = False) -> None:
        self.closed, self.solver, self.lanes, self.momenta = closed, solver, lanes, solver.momentum
        linear = closed.linear if solver.linear else None
        program = closed.momentum if self.momenta else closed.program
        self.loop = NativeLoop(program, solver, Form(quaternions(closed.plant), closed.layout, linear, watched), lanes)

    def carried(self, x: Floats, p: Floats, bounds: tuple[Floats, Floats]) -> Carried:
        """Return the arrays of a run from the state x on, which is carried on in place."""
        return Carried(x, np.zeros((self.lanes, 2)), p, bounds, np.array(x.ravel()))

    def run(
        self, on: Carried, options: dict[str, float], limits: dict[str, int], times: Floats, record: Floats
    ) -> Report:
        """Integrate one stretch; the state is carried on in place, rows are written to `record`."""
        on.clock[:, 0] = options["t0"]
        if not self.momenta:
            return self.loop.run(on, options, limits, times, record)
        inner = replace(on, x=self.closed.to_momentum(on.x, on.p))
        report = self.loop.run(inner, options, limits, times, record)
        rows = record[: report.rows]
        record[: report.rows] = self._back(rows.reshape(-1, self.closed.layout.size), on).reshape(rows.shape)
        on.x[...] = self._back(inner.x, on)
        on.before[...] = self._back(on.before.reshape(on.x.shape), on).reshape(on.before.shape)
        return report

    def _back(self, x: Floats, on: Carried) -> Floats:
        return self.closed.from_momentum(x, on.p)
