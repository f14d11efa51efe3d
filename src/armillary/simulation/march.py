"""Integration of one interval after the other, in batches of steps between which a run can be watched or stopped.

A batch takes a fraction of a second. Adaptive solvers may need tiny steps: at a controller that chatters, or where
the motion is too stiff for them. The run is given up if, at the pace of several batches one after the other, the rest
would take more than `MOST_STEPS`.
States go in and come out as (q, v, …) also where the solver integrates momenta, as Gauss methods do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.simplified import build_simplified
from armillary.simulation.drives.stops import Side
from armillary.simulation.loop.digital import Digital
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.state import quaternions
from armillary.simulation.noise import Origins
from armillary.simulation.schedule import Schedule
from armillary.simulation.solvers.base import Solver
from armillary.simulation.walk.arguments import DONE, LIMITS, OPTIONS, TOO_MANY
from armillary.simulation.walk.assemble import LoopState, NativeLoop, Report, columns
from armillary.simulation.walk.balance import UNSEEN, collected, straight, stride, unseen
from armillary.simulation.walk.driver import Drive
from armillary.simulation.walk.solver_loop import Form
from armillary.simulation.walk.speeds import FIELDS, at_start, carry_on
from armillary.spatial.scalar import Floats

MOST_STEPS = 10**8
MOST_EVENTS = 10**5
"""Greatest number of events in a run, or in the runs of a block."""
MOST_STEPS_AT_ONCE = 100_000
"""Greatest number of steps in a batch."""
INTERVALS = 2**14
"""Greatest number of intervals in a batch."""
WORK = 4 * 10**9
"""Approximate limit on the operations in a batch; a step counts as ten evaluations of the derivative."""
PATIENCE = 3
"""Number of slow batches in a row after which a run is given up."""
TOO_SLOW = 100
"""Status of a run that is given up; the statuses of native loops and of the driver are lower."""


class Engine:
    """The loop of a solver around a closed loop, for one trajectory or a block of trajectories.

    It depends on the class of the solver, not on its settings. `watched` are the places of states with bounds, `speeds`
    those of velocities with limits, `stops` the sides of end stops; loops of momenta have none of the latter two.
    """

    def __init__(
        self,
        closed: Equations,
        solver: Solver,
        lanes: int = 1,
        watched: tuple[int, ...] = (),
        speeds: tuple[int, ...] = (),
        stops: tuple[Side, ...] = (),
    ) -> None:
        self.closed, self.lanes, self.momenta = closed, lanes, solver.momentum
        linear = closed.linear if solver.linear else None
        program = closed.momentum if self.momenta else closed.program
        elements = closed.switching.elements(closed.layout)
        self.speeds, self.stops = ((), ()) if self.momenta else (speeds, stops)
        form = Form(quaternions(closed.plant), closed.layout, linear, watched, elements=elements, speeds=self.speeds)
        form = form._replace(stops=self.stops, kinks=not solver.fixed, impacts=closed.switching.impacts(closed.layout))
        watch = closed.watch if elements else None
        self.loop = NativeLoop(program, solver, form, lanes, closed.balance(self.momenta), watch)
        updates, last = closed.updates(self.momenta), None if linear or self.momenta or elements else closed.ahead
        self.ahead = last is not None
        """Whether the last task gives ẋ behind the numbers that change."""
        self._kernels = [build_simplified(each) for each in (updates if last is None else (*updates[:-1], last))]
        """The code of the tasks."""

    @cached_property
    def updates(self) -> tuple[int, ...]:
        """Addresses of the tasks."""
        return tuple(each.address_one if self.lanes == 1 else each.address_lanes for each in self._kernels)

    def task(self, number: int, clock: Floats, state: LoopState, w: Floats) -> Floats:
        """Return the numbers that change at an instant after one of the tasks, for one trajectory."""
        changing = np.empty(self.closed.changing)
        self._kernels[number].one(clock, np.ascontiguousarray(self.inner(state).x), state.p, w, changing)
        return changing

    def begin(
        self,
        x: Floats,
        p: Floats,
        bounds: tuple[Floats, Floats],
        limits: Floats,
        t: float = 0.0,
        so_far: LoopState | None = None,
    ) -> LoopState:
        """Return the arrays of a run from the state x at t [s] on, which is carried on in place.

        Shapes are x (n,), p (m,) and bounds (n,), or with a last axis for the lanes. `so_far` has what was seen before,
        `limits` are the greatest speeds at the places `speeds`.
        """
        if so_far is None:
            start = np.ascontiguousarray(self.closed.whole_momentum(x.T, p.T).T)
            seen = unseen(self.lanes), straight(self.lanes, self.closed.layout.size), start
        else:
            seen = so_far.extremes, so_far.worst, so_far.start
        first = self.closed.to_momentum(x, p) if self.momenta and self.lanes == 1 else x
        memory = collected(t, first, p, seen[2]) if self.lanes == 1 else np.empty(1)
        before, ahead = columns(len(x), self.lanes), columns(len(x), self.lanes)
        before[...] = x
        count = len(self.speeds) + len(self.stops)
        speeds = columns(len(FIELDS) * count, self.lanes).reshape(len(FIELDS), count, *x.shape[1:])
        speeds[...] = at_start(limits[: len(self.speeds)], self._watched(x), t)
        if so_far is not None:
            carry_on(speeds, so_far.speeds, t)
        return LoopState(x, columns(2, self.lanes), p, bounds, before, *seen, memory, speeds, ahead)

    def restart(self, state: LoopState, x: Floats, p: Floats) -> None:
        """Start another run in the arrays of an earlier one, from the states x, with the parameters p."""
        state.x[...], state.p[...], state.before[...] = x, p, x
        state.extremes[...], state.worst[0], state.worst[1:] = UNSEEN, -np.inf, np.nan
        limits = (state.speeds[0] if self.lanes == 1 else state.speeds[0][:, 0])[: len(self.speeds)]
        state.speeds[...] = at_start(limits, self._watched(state.x))
        if self.closed.keeps_momentum:
            state.start[...] = self.closed.whole_momentum(x.T, p.T).T
        if self.lanes == 1:
            state.collected[...] = collected(0.0, self.inner(state).x, state.p, state.start)

    def _watched(self, x: Floats) -> Floats:
        """Return the speeds and the efforts of end stops that are watched, at states (n,) or (n, lanes)."""
        rates = self.closed.layout.v.start
        pushes = [side.effort(x[side.q], x[rates + side.v]) for side in self.stops]
        return np.array([*np.abs(x[list(self.speeds)]), *pushes]).reshape(-1, *x.shape[1:])

    def run(
        self, state: LoopState, options: dict[str, float], limits: dict[str, int], times: Floats, record: Floats
    ) -> Report:
        """Integrate one interval; the state is carried on in place, rows are written to `record`."""
        state.clock[0] = options["t0"]
        inner = self.inner(state)
        report = self.loop.run(inner, options, limits, times, record)
        self.outer(state, inner, record[: report.rows])
        return report

    def inner(self, state: LoopState) -> LoopState:
        """Return the arrays in the form that is integrated."""
        if not self.momenta:
            return state
        x = columns(len(state.x), self.lanes)
        x[...] = self.closed.to_momentum(state.x.T, state.p.T).T
        return replace(state, x=x)

    def outer(self, state: LoopState, inner: LoopState, *rows: Floats) -> None:
        """Carry the state on from the form that is integrated, and turn rows of that form into states."""
        if not self.momenta:
            return
        for each in (*rows, state.before):
            states = each.swapaxes(-1, -2) if self.lanes > 1 else each
            states[...] = self.closed.from_momentum(states, state.p.T)
        state.x[...] = self.closed.from_momentum(inner.x.T, state.p.T).T


class Batch(NamedTuple):
    """Result of a batch of steps: status, report, rows, the interval that it ended in, the start of its last loop.

    Times of the rows (r,) [s], states (r, …), values of p that change at instants (r, …), times inside their intervals
    (r,) [s]. `latest` is the number of rows in the last call of the loop, `start` the time [s] and the state at its
    begin. `task_result` is the last result of a task.
    """

    status: int
    report: Report
    times: Floats
    rows: Floats
    values: Floats
    insides: Floats
    interval: int
    latest: int
    start: tuple[float, Floats]
    task_result: Floats


class March:
    """A solver that integrates the intervals of a run."""

    def __init__(self, engine: Engine, solver: Solver, schedule: Schedule, bounded: bool = True) -> None:
        controller = engine.closed.controller
        self.silent, self.streams = 0, tuple[tuple[int, ...], ...]()
        if isinstance(controller, Digital):
            self.silent = controller.silent
            # Python makes the random numbers of tasks that it calls.
            self.streams = tuple(() if self.silent >> k & 1 else each for k, each in enumerate(controller.streams))
        self.engine, self.fixed, self.tolerances, self.schedule = engine, solver.fixed, solver.tolerances, schedule
        self.duration, self.bounded = schedule.duration, bounded
        self.most = max(1, min(MOST_STEPS_AT_ONCE, WORK // (10 * max(1, len(engine.closed.program.graph.op)))))
        start = self.options(0.0, 0.0, solver.step) | {"first": solver.step}
        whole = {"stride": stride(self.duration / solver.step) if solver.fixed else 1, "most_events": MOST_EVENTS}
        whole["opening"] = int(engine.closed.switching.count > 0)
        self._start = [start.get(name, 0.0) for name in OPTIONS], [whole.get(name, 0) for name in LIMITS]
        self._options, self._limits = np.zeros(len(OPTIONS)), np.zeros(len(LIMITS), dtype=np.int64)
        self._drives: dict[range, Drive] = {}
        self.restart()

    def restart(self) -> None:
        """Go back to the start, for another run."""
        self.tries, self.steps, self.slow, self.pace_since = 0, 0, 0, 0.0
        self.rows = 0
        """Number of rows so far."""
        self._options[:], self._limits[:] = self._start

    @property
    def events(self) -> int:
        """Number of events so far."""
        return int(self._limits[LIMITS.index("events")])

    def options(self, t0: float, t1: float, step: float) -> dict[str, float]:
        """Return the options of a native loop for one interval."""
        rtol, atol = self.tolerances
        return {"t0": t0, "t1": t1, "step": step, "rtol": rtol, "atol": atol, "longest": t1 - t0}

    def integrate(self, intervals: range, state: LoopState, origins: Origins) -> Iterator[Batch]:
        """Integrate some successive intervals and yield the batches of steps; the state is carried on.

        `origins` are those of the random numbers of the runs. The last batch has a status other than `TOO_MANY`, and a
        status other than `DONE` or `TOO_MANY` ends the run.
        """
        engine, opened = self.engine, self.rows == 0
        drive = self._drives.get(intervals)
        if drive is None:
            drive = self._drive(intervals, origins)
            if engine.lanes > 1:  # the next block of runs has the same intervals
                self._drives[intervals] = drive
        else:
            drive.restart(origins)
        status, done = TOO_MANY, 0
        while status == TOO_MANY or (status == DONE and drive.unfinished):
            inner, before = engine.inner(state), state.x.copy()
            marks = drive.advance(inner, self._options, self._limits, self.most)
            rows = drive.rows[done : marks["rows"]]
            engine.outer(state, inner, rows, *((drive.former[:-1],) if engine.lanes == 1 else ()))
            if opened and len(rows):
                opened = False
                if not engine.closed.switching.count:  # loops with modes record the start themselves
                    rows[0] = before
            report = self._report(marks, drive.lost)
            # The number of fixed steps is known, and limited by `checks.steps`: only others have a pace.
            status = marks["status"] if self.fixed else self._check_pace(marks["status"], report)
            row_slice = slice(self.rows, self.rows + len(rows))
            yield Batch(
                status,
                report,
                self.schedule.times[row_slice],
                rows,
                drive.values[done : marks["rows"]],
                self.schedule.row_insides[row_slice],
                intervals.start + min(marks["index"], len(intervals) - 1),
                min(marks["latest"], len(rows)),
                (float(drive.former[-1]), drive.former[:-1].copy()) if engine.lanes == 1 else (0.0, state.before),
                drive.next,
            )
            self.rows, done = row_slice.stop, marks["rows"]
            if status not in (DONE, TOO_MANY):
                return

    def _drive(self, intervals: range, origins: Origins) -> Drive:
        """Return the driver at the first of some intervals."""
        engine, tasks = self.engine, self.schedule.tasks[intervals.start : intervals.stop] & ~self.silent
        return Drive(
            engine.loop,
            self.schedule,
            intervals,
            rows=self.rows,
            tasks=tasks,
            updates=engine.updates,
            streams=self.streams,
            origins=origins,
            changing=engine.closed.changing,
            ahead=engine.ahead,
            fixed=self.fixed,
            bounded=self.bounded,
        )

    def _report(self, marks: dict[str, int], crossed: NDArray[np.bool_]) -> Report:
        """Return the report of a batch."""
        after = dict(zip(OPTIONS, self._options.tolist(), strict=True))
        counts = (marks[name] for name in ("status", "steps", "rejected", "evaluations", "rows"))
        return Report(crossed, *counts, *(after[name] for name in ("t0", "first", "previous", "error", "refused")))

    def _check_pace(self, status: int, report: Report) -> int:
        """Return the status, or `TOO_SLOW` if the rest of the run would take too many steps at the present pace."""
        self.tries += report.steps + report.rejected
        self.steps += report.steps + report.rejected
        if self.tries >= self.most:
            left = self.duration - report.t
            self.slow = self.slow + 1 if left * self.tries > MOST_STEPS * (report.t - self.pace_since) else 0
            self.tries, self.pace_since = 0, report.t
        hopeless = self.slow >= PATIENCE or self.steps >= MOST_STEPS
        return TOO_SLOW if hopeless and status in (DONE, TOO_MANY) and report.t < self.duration else status
