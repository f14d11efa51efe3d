"""Through one stretch after the other, in portions, so that a run can be watched, interrupted, and given up.

A portion takes a fraction of a second. Adaptive solvers may find that only tiny ones will do: at a
controller that jumps to and fro, or where the motion is too stiff for them. The run is given up where the pace of
several portions one after the other says that what is left would take more than `MOST_STEPS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from armillary.simulation.engine import Engine
from armillary.simulation.native.assemble import Carried, Report
from armillary.simulation.native.loop import DONE, TOO_MANY
from armillary.simulation.timeline import Stretch, due, steps_of
from armillary.spatial.scalar import Floats

MOST_STEPS = 10**8
PORTION = 100_000
"""Most steps that run before Python looks again."""
WORK = 4 * 10**9
"""Most operations in a portion, about; a step is taken for ten times the derivative."""
PATIENCE = 3
"""How many portions may be too slow."""
TOO_SLOW = 100
"""The status of a run that is given up; those of loops are below."""


class Part(NamedTuple):
    """What a portion brought: how it ended, rows and their times, the state before it and when that was."""

    status: int
    report: Report
    times: Floats
    rows: Floats
    start: Floats
    begun: float


class March:
    """A solver on its way through stretches."""

    def __init__(self, engine: Engine, duration: float, spacing: float) -> None:
        solver = engine.solver
        self.engine, self.fixed, self.step, self.tolerances = engine, solver.fixed, solver.step, solver.tolerances
        self.duration, self.spacing, self.first = duration, spacing, solver.step
        self.most = max(1, min(PORTION, WORK // (10 * max(1, len(engine.closed.program.graph.op)))))
        self.tries, self.steps, self.slow, self.looked = 0, 0, 0, 0.0

    def options(self, t0: float, t1: float, step: float) -> dict[str, float]:
        """Return what a loop wants to know of a stretch."""
        rtol, atol = self.tolerances
        return {"t0": t0, "t1": t1, "step": step, "rtol": rtol, "atol": atol, "longest": t1 - t0}

    def due(self, stretch: Stretch) -> Floats:
        """Return when rows are recorded within a stretch [s]."""
        steps = steps_of(stretch, self.step) if self.fixed else None
        return due(stretch, self.spacing, stretch.t1 == self.duration, steps)

    def through(self, stretch: Stretch, on: Carried) -> Iterator[Part]:
        """Yield the portions of a stretch; the last one has a status other than `TOO_MANY`. The state is carried on."""
        on.clock[:, 1] = stretch.inside
        steps, wanted = steps_of(stretch, self.step), self.due(stretch)
        status, done, t, error, refused = TOO_MANY, 0, stretch.t0, 0.0, 0.0
        while status == TOO_MANY:
            options = self.options(t, stretch.t1, self.step) | {"error": error, "refused": refused}
            options["longest"] = longest = stretch.t1 - stretch.t0
            if self.fixed:
                h = (stretch.t1 - stretch.t0) / steps
                limits = {"most": min(self.most, steps - done), "done": done}
                options |= {"t0": stretch.t0, "step": h}
                times = wanted[wanted < stretch.t0 + (done + limits["most"] + 0.5) * h]
            else:
                limits, times = {"most": self.most}, wanted
                options |= {"first": min(self.first, longest)}
            limits["rows"] = len(times)
            rows, start = np.empty((len(times) + 1, *on.x.shape)), on.x.copy()
            report = self.engine.run(on, options, limits, times, rows)
            begun, t, done = t, report.t, done + report.steps
            status = report.status
            if self.fixed and status == DONE:
                status = DONE if done == steps else TOO_MANY
                t = stretch.t1 if done == steps else t
            elif not self.fixed:
                self.first, error, refused = report.next_step, report.error, report.refused
                status = self._judged(status, report)
            yield Part(status, report, times[: report.rows], rows[: report.rows], start, begun)
            wanted = wanted[report.rows :]

    def _judged(self, status: int, report: Report) -> int:
        """Return the status, or `TOO_SLOW` where the pace is hopeless."""
        self.tries += report.steps + report.rejected
        self.steps += report.steps + report.rejected
        if self.tries >= self.most:
            left = self.duration - report.t
            self.slow = self.slow + 1 if left * self.tries > MOST_STEPS * (report.t - self.looked) else 0
            self.tries, self.looked = 0, report.t
        hopeless = self.slow >= PATIENCE or self.steps >= MOST_STEPS
        return TOO_SLOW if hopeless and status in (DONE, TOO_MANY) and report.t < self.duration else status
