"""Integration of one stretch after the other, in portions, so that a run can be watched, interrupted or given up.

A portion takes a fraction of a second. Adaptive solvers may need tiny steps: at a controller that chatters, or where
the motion is too stiff for them. The run is given up where the pace of several portions one after the other says that
the rest would take more than `MOST_STEPS`.
States go in and come out as (q, v, …) also where the solver integrates momenta, as Gauss methods do.

Time is cut into stretches wherever something jumps: switches of the reference, pushes, changes of the plant, control
instants. Cuts closer than 1e-12 of the duration are one. Rows are wanted at k · spacing and at the end. Adaptive
solvers interpolate, and have rows exactly there. Solvers with a fixed step have states only at its multiples: a row is
then the first step at or after its time. A stretch is divided into the fewest equal steps that are
not longer than the solver's step.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.state import quaternions
from armillary.simulation.native.assemble import LoopState, NativeLoop, Report
from armillary.simulation.native.balance import straight, stride, unseen
from armillary.simulation.native.loop import DONE, TOO_MANY, Form
from armillary.simulation.solvers.base import Solver
from armillary.spatial.scalar import Floats

SHORTEST = 1e-12
"""The shortest stretch, as a part of the duration."""
NEXT_TO_NOTHING = 1e-9
"""Relative tolerance on multiples of a step or a spacing."""


class Stretch(NamedTuple):
    """An interval in which nothing jumps [s]; `asked` is whether it begins with a control instant."""

    t0: float
    t1: float
    asked: bool

    @property
    def inside(self) -> float:
        """A time inside the stretch [s]."""
        return (self.t0 + self.t1) / 2


def stretches(duration: float, jumps: Iterable[float], period: float | None = None) -> Iterator[Stretch]:
    """Yield the stretches from 0 to the duration, one after the other."""
    shortest = SHORTEST * duration
    jumped = ((t, False) for t in sorted(jumps) if t > 0)
    t0, asked = 0.0, period is not None
    for t, instant in heapq.merge(jumped, _instants(period, duration)):
        if duration - t <= shortest:
            break
        if t - t0 <= shortest:
            asked |= instant
            continue
        yield Stretch(t0, t, asked)
        t0, asked = t, instant
    yield Stretch(t0, duration, asked)


def _instants(period: float | None, duration: float) -> Iterator[tuple[float, bool]]:
    k = 1
    while period is not None and k * period < duration:
        yield k * period, True
        k += 1


def steps_of(stretch: Stretch, step: float) -> int:
    """Return the number of steps of a stretch, none longer than `step` [s]."""
    return max(1, math.ceil((stretch.t1 - stretch.t0) / step - NEXT_TO_NOTHING))


def due(stretch: Stretch, spacing: float, last: bool, steps: int | None = None) -> Floats:
    """Return the times of rows within a stretch, after its begin [s]; `last` is whether the run ends with it."""
    t0, t1 = stretch.t0, stretch.t1
    first, count = (math.floor(t / spacing * (1 + SHORTEST) + NEXT_TO_NOTHING) for t in (t0, t1))
    if first == count and not last:
        return np.empty(0)
    times: Floats = np.arange(first + 1.0, count + 1.0) * spacing
    if steps is not None:
        h = (t1 - t0) / steps
        places = np.unique(np.clip(np.ceil((times - t0) / h - 1e-6), 1, steps))
        times = np.where(places == steps, t1, t0 + places * h)
    times = np.where(times > t1 - NEXT_TO_NOTHING * spacing, t1, times)
    return np.concatenate([times, [t1]]) if last and (len(times) == 0 or times[-1] < t1) else times


class Engine:
    """The loop of a solver around a closed loop, for one trajectory or a block of trajectories."""

    def __init__(self, closed: ClosedLoop, solver: Solver, lanes: int = 1, watched: bool = False) -> None:
        self.closed, self.solver, self.lanes, self.momenta = closed, solver, lanes, solver.momentum
        linear = closed.linear if solver.linear else None
        program = closed.momentum if self.momenta else closed.program
        form = Form(quaternions(closed.plant), closed.layout, linear, watched)
        self.loop = NativeLoop(program, solver, form, lanes, closed.balance(self.momenta))

    def begun(self, x: Floats, p: Floats, bounds: tuple[Floats, Floats], so_far: LoopState | None = None) -> LoopState:
        """Return the arrays of a run from the state x on, which is carried on in place; `so_far` has what was seen."""
        if so_far is None:
            seen = unseen(self.lanes), straight(self.lanes, self.closed.layout.size), self.closed.whole_momentum(x, p)
        else:
            seen = so_far.extremes, so_far.worst, so_far.start
        return LoopState(x, np.zeros((self.lanes, 2)), p, bounds, np.array(x.ravel()), *seen)

    def run(
        self, on: LoopState, options: dict[str, float], limits: dict[str, int], times: Floats, record: Floats
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

    def _back(self, x: Floats, on: LoopState) -> Floats:
        return self.closed.from_momentum(x, on.p)


MOST_STEPS = 10**8
PORTION = 100_000
"""Greatest number of steps in a portion."""
WORK = 4 * 10**9
"""Approximate limit on the operations in a portion; a step counts as ten evaluations of the derivative."""
PATIENCE = 3
"""Number of slow portions in a row after which a run is given up."""
TOO_SLOW = 100
"""Status of a run that is given up; the statuses of native loops are lower."""


class Part(NamedTuple):
    """Result of a portion: status, report, times and rows, state at its start and time of that state [s]."""

    status: int
    report: Report
    times: Floats
    rows: Floats
    start: Floats
    begun: float


class March:
    """A solver that goes through the stretches of a run."""

    def __init__(self, engine: Engine, duration: float, spacing: float) -> None:
        solver = engine.solver
        self.engine, self.fixed, self.step, self.tolerances = engine, solver.fixed, solver.step, solver.tolerances
        self.duration, self.spacing, self.first = duration, spacing, solver.step
        self.most = max(1, min(PORTION, WORK // (10 * max(1, len(engine.closed.program.graph.op)))))
        self.tries, self.steps, self.slow, self.looked = 0, 0, 0, 0.0
        self.stride = stride(duration / solver.step) if solver.fixed else 1

    def options(self, t0: float, t1: float, step: float) -> dict[str, float]:
        """Return the options of a native loop for one stretch."""
        rtol, atol = self.tolerances
        return {"t0": t0, "t1": t1, "step": step, "rtol": rtol, "atol": atol, "longest": t1 - t0}

    def due(self, stretch: Stretch) -> Floats:
        """Return the times of recorded rows within a stretch [s]."""
        steps = steps_of(stretch, self.step) if self.fixed else None
        return due(stretch, self.spacing, stretch.t1 == self.duration, steps)

    def through(self, stretch: Stretch, on: LoopState) -> Iterator[Part]:
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
            limits |= {"rows": len(times), "stride": self.stride}
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
