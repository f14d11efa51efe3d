"""The runs in the lanes of a walk: their arrays, and how far they have come through the schedule.

A batch of steps takes a fraction of a second; between batches a run can be watched or stopped. Adaptive solvers may
need tiny steps: at a controller that chatters, or where the motion is too stiff for them. The run is given up if, at
the pace of several batches one after the other, the rest would take more than `MOST_STEPS`.
States go in and come out as (q, v, …) also where the solver integrates momenta, as Gauss methods do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.simulation.loop.digital import Digital
from armillary.simulation.noise import row, words_of
from armillary.simulation.walk.arguments import DONE, LIMITS, OPTIONS, REPORT, TOO_MANY, address, columns
from armillary.simulation.walk.balance import UNSEEN, fill, memory, straight, stride, unseen
from armillary.simulation.walk.driver import MARKS
from armillary.simulation.walk.speeds import FIELDS, at_start, carry_on
from armillary.simulation.walk.walk import Report, Walk
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.run import Simulation

MOST_STEPS = 10**8
MOST_EVENTS = 10**5
"""Greatest number of events in a run, or in the runs of a block."""
MOST_STEPS_AT_ONCE = 100_000
"""Greatest number of steps in a batch."""
WORK = 4 * 10**9
"""Approximate limit on the operations in a batch; a step counts as ten evaluations of the derivative."""
PATIENCE = 3
"""Number of slow batches in a row after which a run is given up."""
TOO_SLOW = 100
"""Status of a run that is given up; the statuses of loops and of the driver are lower."""


class Lanes:
    """One run, or as many as there are lanes, from their start to their end; then the next ones, in the same arrays.

    Arrays have a last axis for several lanes: states x (n,) or (n, lanes), parameters p (m,) or (m, lanes).
    """

    def __init__(self, simulation: Simulation, lanes: int = 1) -> None:
        self.simulation, self.lanes = simulation, lanes
        walk = simulation.walk(0, lanes)
        equations, schedule, solver = simulation.loop.equations, simulation.schedule, simulation.solver
        n, m, changing = walk.states, walk.parameters, equations.changing
        several = () if lanes == 1 else (lanes,)
        self.x, self.p, self.before, self.lower, self.upper = (columns(size, lanes) for size in (n, m, n, n, n))
        self.integrated = columns(n, lanes) if walk.momenta else self.x
        """The states in the form that is integrated."""
        self.extremes, self.worst, self.start = unseen(lanes), straight(lanes, n), np.zeros((6, lanes))
        self.collected = memory(n, m) if lanes == 1 else np.empty(1)
        count = len(walk.form.speeds) + len(walk.form.stops)
        self.speeds = columns(len(FIELDS) * count, lanes).reshape(len(FIELDS), count, *several)
        rows = len(schedule.times)
        self.record, self.values = np.empty((rows, n, *several)), np.empty((rows, changing, *several))
        """Recorded states, and the numbers that change at instants beside them."""
        self.former, self.next = np.zeros(n + 1), columns(changing, lanes)
        """State and time before the last call of the loop, for one lane; result of the last task."""

        controller = equations.controller
        silent = controller.silent if isinstance(controller, Digital) else 0
        # Python makes the random numbers of tasks that it calls.
        streams = [() if silent >> k & 1 else task for k, task in enumerate(simulation.loop.streams)]
        words = [words_of(task, lanes, walk.width) for task in streams]
        self._words = words  # the driver has only their addresses
        self._noise = np.array([*((address(array), len(array), 0) for array in words), (0, 0, 0)], dtype=np.int64)
        self.origins = np.zeros((2, lanes), dtype=np.uint64)
        w = columns(max(1, *(2 * len(array) for array in words), 0), lanes)

        options = {"step": solver.step, "first": solver.step}
        options["rtol"], options["atol"] = solver.tolerances
        limits = {"stride": stride(schedule.duration / solver.step) if solver.fixed else 1, "most_events": MOST_EVENTS}
        limits["opening"] = int(equations.switching.count > 0)
        self._first_options = np.array([options.get(name, 0.0) for name in OPTIONS])
        self._first_limits = np.array([limits.get(name, 0) for name in LIMITS], dtype=np.int64)
        self._options, self._limits = self._first_options.copy(), self._first_limits.copy()
        self._marks = np.zeros(len(MARKS) + lanes, dtype=np.int64)
        self._set(last=schedule.count - 1, fixed=solver.fixed, bounded=simulation.loop.scenario.limits == "end")
        self._set(n=n, changing=changing)
        self._first_marks = self._marks.copy()
        self.most = max(1, min(MOST_STEPS_AT_ONCE, WORK // (10 * max(1, len(equations.program.graph.op)))))
        self._updates = np.zeros(len(walk.tasks) + 1, dtype=np.int64)
        self.arrays: dict[str, NDArray[Any]] = {
            "clock": columns(2, lanes), "x": self.integrated, "p": self.p, "lower": self.lower, "upper": self.upper,
            "options": self._options, "times": schedule.times, "record": self.record, "before": self.before,
            "limits": self._limits, "report": np.zeros(len(REPORT) + lanes, dtype=np.int64), "extremes": self.extremes,
            "worst": self.worst, "start": self.start, "collected": self.collected, "speeds": self.speeds,
            "ahead": columns(n, lanes), "updates": self._updates, "noise": self._noise, "origins": self.origins,
            "w": w, "edges": schedule.edges, "tasks": schedule.tasks & ~silent, "steps": schedule.steps,
            "due": schedule.rows, "next": self.next, "former": self.former, "values": self.values,
            "marks": self._marks,
        }  # fmt: skip
        self._take(0, walk)

    def begin(self, runs: NDArray[np.int64]) -> None:
        """Go to the start of some runs, one for each lane."""
        loop = self.simulation.loop
        x, p = loop.start[runs], loop.p(runs)
        self.x[...], self.p[...] = (x.T, p.T) if self.lanes > 1 else (x[0], p[0])
        self.origins[...] = loop.origins(runs.tolist())
        self.extremes[...], self.worst[0], self.worst[1:] = UNSEEN, -np.inf, np.nan
        self.start[...] = loop.equations.whole_momentum(x, p).T
        self._options[:], self._limits[:], self._marks[:] = self._first_options, self._first_limits, self._first_marks
        self._noise[:, 2] = 0
        self.tries, self.steps, self.slow, self.pace_since = 0, 0, 0, 0.0
        self.enter(0)

    def enter(self, phase: int, t: float | None = None) -> None:
        """Begin with a plant: at the start of a run, or at t [s], where the plant changes."""
        if phase != self.phase:
            self._take(phase, self.simulation.walk(phase, self.lanes))
        walk = self.walk
        self._set(ahead=len(walk.tasks) - 1 if walk.ahead else -1)
        self.before[...] = self.x
        earlier = self.speeds.copy()
        limits = self.simulation.speed_limits(phase)[: len(walk.form.speeds)]
        self.speeds[...] = at_start(limits, self._watched(self.x), t or 0.0)
        if t is not None:
            carry_on(self.speeds, earlier, t)
        if self.lanes == 1:
            first = self.equations.to_momentum(self.x, self.p) if walk.momenta else self.x
            fill(self.collected, t or 0.0, first, self.p, self.start)

    def _take(self, phase: int, walk: Walk) -> None:
        """Take the code and the bounds of a plant."""
        self.phase, self.equations, self.walk = phase, self.simulation.equations(phase), walk
        self.lower.T[...], self.upper.T[...] = self.simulation.bounds(phase)
        self._updates[:-1] = walk.tasks
        self._arguments = walk.arguments(self.arrays)

    def _watched(self, x: Floats) -> Floats:
        """Return the speeds and the efforts of end stops that are watched, at states (n,) or (n, lanes)."""
        form, rates = self.walk.form, self.equations.layout.v.start
        pushes = [side.effort(x[side.q], x[rates + side.v]) for side in form.stops]
        return np.array([*np.abs(x[list(form.speeds)]), *pushes]).reshape(-1, *x.shape[1:])

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """Lower and upper bounds of the states."""
        return self.lower, self.upper

    @property
    def interval(self) -> int:
        """The interval that the last batch ended in."""
        return min(self._mark("index"), self._stop - 1)

    @property
    def events(self) -> int:
        """Number of events so far."""
        return int(self._limits[LIMITS.index("events")])

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Whether each of several runs has left the bounds, or has numbers that are not finite, shape (lanes,)."""
        return np.asarray(self._marks[len(MARKS) :] > 0)

    def _mark(self, name: str) -> int:
        return int(self._marks[MARKS.index(name)])

    def _set(self, **values: int) -> None:
        for name, value in values.items():
            self._marks[MARKS.index(name)] = value

    def integrate(self, intervals: range) -> Iterator[tuple[Report, slice]]:
        """Integrate successive intervals; yield the report and the rows of each batch of steps.

        The last batch has a status other than `TOO_MANY`, and a status other than `DONE` or `TOO_MANY` ends the run.
        """
        simulation, walk, row_count = self.simulation, self.walk, self._mark("rows")
        self._stop = intervals.stop
        self._set(index=intervals.start, stop=intervals.stop)
        status = TOO_MANY
        while status == TOO_MANY or (status == DONE and self._mark("index") < intervals.stop):
            self._set(budget=self.most, status=DONE, steps=0, rejected=0, evaluations=0)
            if walk.momenta:
                self.integrated[...] = self.equations.to_momentum(self.x.T, self.p.T).T
            begin = self.x.copy() if row_count == 0 else None
            walk.advance(*self._arguments)
            marks = dict(zip(MARKS, self._marks.tolist(), strict=False))
            rows = slice(row_count, marks["rows"])
            if walk.momenta:
                self._from_momentum(rows)
            if begin is not None and rows.stop and not self.equations.switching.count:
                self.record[0] = begin  # loops with modes record the start themselves
            counts = [marks[name] for name in ("status", "steps", "rejected", "evaluations")]
            report = Report.of([*counts, rows.stop - rows.start], self._options)
            # The number of fixed steps is known, and limited by `checks.steps`: only others have a pace.
            if not simulation.solver.fixed:
                report = report._replace(status=self._check_pace(report))
            row_count, status = rows.stop, report.status
            yield report, rows

    def _from_momentum(self, rows: slice) -> None:
        """Carry the states on from those with momenta, and turn all other states of the last batch back, too."""
        equations, p = self.equations, self.p.T
        others = [self.record[rows], self.before, *([self.former[:-1]] if self.lanes == 1 else [])]
        for array in others:
            states = array.swapaxes(-1, -2) if self.lanes > 1 else array
            states[...] = equations.from_momentum(states, p)
        self.x[...] = equations.from_momentum(self.integrated.T, p).T

    def _check_pace(self, report: Report) -> int:
        """Return the status, or `TOO_SLOW` if the rest of the run would take too many steps at the present pace."""
        duration = self.simulation.duration
        self.tries += report.steps + report.rejected
        self.steps += report.steps + report.rejected
        if self.tries >= self.most:
            left = duration - report.t
            self.slow = self.slow + 1 if left * self.tries > MOST_STEPS * (report.t - self.pace_since) else 0
            self.tries, self.pace_since = 0, report.t
        hopeless = self.slow >= PATIENCE or self.steps >= MOST_STEPS
        return TOO_SLOW if hopeless and report.status in (DONE, TOO_MANY) and report.t < duration else report.status

    def call_task(self, task: int, interval: int) -> Floats:
        """Return the numbers that change at the start of an interval, by a task that the driver leaves to Python.

        For one lane.
        """
        schedule, streams = self.simulation.schedule, self.simulation.loop.streams[task]
        w = row(streams, self.origins, int(self._noise[task, 2])) if streams else np.zeros(1)
        self._noise[task, 2] += 1
        x = self.equations.to_momentum(self.x, self.p) if self.walk.momenta else self.x
        clock = np.array([schedule.edges[interval], schedule.insides[interval]])
        return self.walk.call_task(task, clock, np.ascontiguousarray(x), self.p, w, self.equations.changing)

    def locate_bound(self, report: Report, rows: slice) -> float:
        """Return the time [s] at which a bound was reached in the last batch; x becomes the state there. For one lane.

        The last step went out of bounds, or a long step left them and came back, which recorded rows show.
        """
        t0, t1, begin, after = report.previous, report.t, self.before, self.x
        # A batch has many calls of the loop; the bound is in the last one.
        first = rows.stop - min(self._mark("latest"), rows.stop - rows.start)
        times, states = self.simulation.schedule.times[first : rows.stop], self.record[first : rows.stop]
        out = np.flatnonzero(np.any((states < self.lower) | (states > self.upper), axis=1))
        if len(out):
            k = int(out[0])
            t1, after = float(times[k]), states[k]
            if t1 <= t0 or (k > 0 and times[k - 1] > t0):
                t0, begin = (float(times[k - 1]), states[k - 1]) if k > 0 else (self.former[-1], self.former[:-1])
        t_bound, self.x[:] = self._bisect(float(t0), begin, t1, after.copy())
        return t_bound

    def _bisect(self, t0: float, begin: Floats, late: float, x: Floats) -> tuple[float, Floats]:
        """Return the time [s] and the state at which a bound is reached, between t0 and `late` with the state x."""
        early = t0
        for _ in range(60):  # more halvings than a double has bits
            t = (early + late) / 2
            if not early < t < late:
                break
            trial = self._step_from(t0, begin, t)
            if np.any(trial < self.lower) or np.any(trial > self.upper):
                late, x = t, trial
            else:
                early = t
        return late, x

    def _step_from(self, t0: float, begin: Floats, t: float) -> Floats:
        """Return the state at t [s] after steps from `begin` at t0, without bounds; the run stays where it is."""
        walk, fixed, size = self.walk, self.simulation.solver.fixed, len(begin)
        self.arrays["clock"][0] = t0
        x = self.equations.to_momentum(begin, self.p) if walk.momenta else begin.copy()
        fresh_arrays: dict[str, NDArray[Any]] = {
            "x": x, "lower": np.full(size, -np.inf), "upper": np.full(size, np.inf), "before": np.empty(size),
            "extremes": unseen(), "speeds": self.speeds.copy(), "times": np.zeros(1), "record": np.empty((1, size)),
        }  # fmt: skip
        rtol, atol = self.simulation.solver.tolerances
        h = t - t0
        options = {"t0": t0, "t1": t, "step": h, "rtol": rtol, "atol": atol, "longest": h, "first": h}
        limits = {"most": 1 if fixed else MOST_STEPS_AT_ONCE, "rows": 0, "most_events": MOST_EVENTS}
        walk.run({**self.arrays, **fresh_arrays}, options, limits)
        return self.equations.from_momentum(x, self.p) if walk.momenta else x
