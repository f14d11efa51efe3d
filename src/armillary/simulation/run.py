"""Runs of a closed loop: one, or a stack of many, with their schedule, solver, limits and recorded rows.

A run goes through the intervals of its schedule as machine code (`walk`), in batches of steps between which Python
checks the results. A stack shares that code: as many runs as the machine has lanes go through one walk together, with
the same steps, and the blocks of runs are shared by the cores. A run that is lost (NaN) does not disturb its
neighbours. Where a joint of one run begins to stick or slip, a step of all of them is cut, so that they equal single
runs within the error of the solver. An incomplete block is padded. These runs of a stack are computed alone, as a
single run is:
    all of them, where the law cannot be compiled or the plant changes
    a run that leaves its joint limits or is lost: it ends there, with an event, and its later rows are NaN
    the runs of a block whose shared steps fail, because one of its motions needs steps that are too small
On a GPU (`gpu`) a thread is a run. There, and in single precision (`walk.stacked`), a chunk of runs is one call;
runs of the second kind are computed again by this process in double precision.
A law that cannot be compiled is called before each interval that begins with a control instant.
Ctrl-C keeps the rows computed so far: every run up to the interruption, with an event for each incomplete run.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.llvm.target import host
from armillary.compiler.program import Port, evaluate
from armillary.compiler.threads import together
from armillary.multibody.coordinates import coordinate_names, velocity_names
from armillary.multibody.flexible.field import conversion
from armillary.multibody.limits import speed_limits
from armillary.results.trajectory import Event
from armillary.simulation import checks, health
from armillary.simulation.drives.stops import Side, sides
from armillary.simulation.loop.digital import Digital, Sampler
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.loop import Loop
from armillary.simulation.schedule import Schedule
from armillary.simulation.solvers import Auto, Solver
from armillary.simulation.solvers.auto import eigenvalues
from armillary.simulation.walk.arguments import DONE, NOT_CONVERGED, NOT_FINITE, OUT_OF_BOUNDS, TOO_MANY
from armillary.simulation.walk.balance import KEPT, straight, unseen
from armillary.simulation.walk.driver import BEYOND, NO_UPDATE
from armillary.simulation.walk.lanes import Lanes
from armillary.simulation.walk.speeds import FIELDS
from armillary.simulation.walk.walk import Walk
from armillary.spatial.scalar import Floats

INTERVALS = 2**14
"""Greatest number of intervals in a batch."""
CONTINUING = ("sampled", "rejected", "changed")
"""Kinds of events after which a run continues."""
Progress = Callable[[float], None]
"""Called after each batch of steps with the fraction of the runs that is done, from 0 to 1."""
Argument = TypeVar("Argument")
Result = TypeVar("Result")


@dataclass(eq=False)
class Recording:
    """The K rows of N runs, with events and counts; those of a single run have no axis of runs (`alone`)."""

    t: Floats
    """Times of the rows (K,) [s]."""
    inside: Floats
    """A time inside the interval of each row (K,) [s]."""
    phase: NDArray[np.int64]
    """Number of the closed loop of each row (K,)."""
    start: Floats
    """States at the start (N, size)."""
    x: Floats
    """States (N, K, size)."""
    changing: Floats
    """The part of p that changes at instants (N, K, changing)."""
    extremes: Floats
    """Over all steps, ±∞ where not watched: least and greatest energy balance [J], greatest squared changes of angular
    and linear momentum (N, 4)."""
    worst: Floats
    """How far links were bent at most, the time [s] and the state there (N, 2 + size), where they bend."""
    speeds: Floats
    """Joint speeds and efforts of end stops at the steps (`walk.speeds`) (N, fields, m), m = 0 where not watched."""
    left: NDArray[np.bool_]
    """Whether the rows of a run do not count, so that it has to be computed alone (N,)."""
    outputs: dict[str, Floats] = field(default_factory=dict)
    """Outputs of the rows by name, (N, K, size), where a GPU computes them; they lack those of the runs `redone`."""
    redone: set[int] = field(default_factory=set)
    row_counts: dict[int, int] = field(default_factory=dict)
    """Number of rows so far of the runs that are computed alone."""
    switches: list[int] = field(default_factory=list)
    """Numbers of changes of modes, by run or block of runs."""
    events: list[Event] = field(default_factory=list)
    counts: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, simulation: Simulation, chunked: ChunkedRuns | None = None) -> Recording:
        """Return the rows of all runs: the starts, then NaN; for `chunked`, memory that it writes."""
        loop, schedule, (count, n) = simulation.loop, simulation.schedule, simulation.loop.start.shape
        shape, size = (count, len(schedule.times)), loop.equations.changing
        times = schedule.times, schedule.row_insides, schedule.row_phases, loop.start
        if chunked is not None:
            outputs = {port.name: np.empty((*shape, port.size)) for port in chunked.outputs}
            rows = (
                np.empty((*shape, n)),
                np.zeros((*shape, size)),
                np.empty((count, len(KEPT))),
                np.empty((count, 2 + n)),
            )
            return cls(*times, *rows, np.zeros((count, len(FIELDS), 0)), np.ones(count, dtype=bool), outputs)
        x, changing = np.full((*shape, n), np.nan), np.zeros((*shape, size))
        x[:, 0] = loop.start
        seen = unseen(count).T.copy(), straight(count, n).T.copy(), np.zeros((count, len(FIELDS), simulation.watched))
        return cls(*times, x, changing, *seen, np.zeros(count, dtype=bool))

    def clear(self, runs: NDArray[np.bool_] | int) -> None:
        """Clear all rows of some runs except their starts, and what was seen at their steps."""
        self.x[runs, 1:], self.x[runs, 0] = np.nan, self.start[runs]
        self.extremes[runs], self.worst[runs] = unseen().T, straight(1, self.x.shape[2]).T

    def write(self, runs: slice, rows: slice, lanes: Lanes) -> None:
        """Write the rows of a batch of several runs, which lie in lanes."""
        count = runs.stop - runs.start
        for target, source in ((self.x, lanes.record), (self.changing, lanes.values)):
            values = source[rows].reshape(-1, target.shape[-1], lanes.lanes)
            target[runs, rows] = values.transpose(2, 0, 1)[:count]  # the last block may be padded

    def write_seen(self, runs: slice, lanes: Lanes) -> None:
        """Write what was seen at the steps of several runs."""
        count = runs.stop - runs.start
        self.extremes[runs], self.worst[runs] = lanes.extremes.T[:count], lanes.worst.T[:count]
        if self.speeds.shape[2]:
            speeds = lanes.speeds[..., None] if lanes.lanes == 1 else lanes.speeds
            self.speeds[runs] = np.moveaxis(speeds, -1, 0)[:count]
        self.switches.append(lanes.events)

    def end(self, run: int, t: float, lanes: Lanes, inside: float, stacked: bool) -> None:
        """End a run at t [s], a time `inside` an interval, with the state there, in place of all rows from t on.

        The rows of a stack have common times: unless t is the last of them, its runs have no row at their end.
        """
        # A last step may end an ulp after the duration, when all rows are there.
        count = min(self.row_counts[run], int(np.searchsorted(self.t, t)), len(self.t) - 1)
        if not stacked:
            self.t, self.inside = np.append(self.t[:count], t), np.append(self.inside[:count], inside)
            self.phase = np.append(self.phase[:count], lanes.phase)
        if not stacked or (count == len(self.t) - 1 and t == self.t[-1]):
            self.x[run, count], self.changing[run, count] = lanes.x, lanes.p[: self.changing.shape[2]]
            count += 1
        self.x[run, count:], self.row_counts[run] = np.nan, count

    def alone(self) -> Recording:
        """Return the rows of a single run as far as it came, without an axis of runs."""
        rows = slice(self.row_counts[0])
        times, values = (self.t[rows], self.inside[rows], self.phase[rows]), (self.x[0, rows], self.changing[0, rows])
        seen = self.extremes[0], self.worst[0], self.speeds[0]
        return Recording(*times, self.start, *values, *seen, self.left, events=self.events, counts=self.counts)


class ChunkedRuns(Protocol):
    """The runs of a stack that are computed chunk by chunk: on a GPU, or by this process in single precision."""

    @property
    def outputs(self) -> Sequence[Port]:
        """Outputs of each row that are computed beside the states; none for those that `recorded` shall compute."""

    @property
    def threads(self) -> bool:
        """Whether threads of this process share the chunks."""

    def chunks(self) -> Iterator[slice]:
        """Yield the runs of each chunk."""

    def compute(self, runs: slice, to: Recording, /) -> None:
        """Compute the runs of a chunk, write their rows, and whether each has to be computed alone."""


class Simulation:
    """N runs of a closed loop: how long, by which solver, what ends them and when they are recorded.

    Args:
        loop: The closed loop with the starts and parameters of its runs.
        duration: Simulated time [s].
        record: Time between rows [s]; default a thousandth of the duration, or start and end alone for a stack.
        solver: The solver; `Auto` looks at the start of the first run.
    """

    def __init__(self, loop: Loop, duration: float, record: float | None, solver: Solver) -> None:
        self.loop, self.duration, self.stacked = loop, duration, loop.stacked
        self.spacing = checks.spacing(record, duration, duration if self.stacked else duration / 1000)
        self.why = ""
        """Why `Auto` has chosen the solver."""
        if isinstance(solver, Auto):
            inside = float(loop.schedule(duration, duration).insides[0])
            solver, self.why = solver.choose(loop.equations, loop.start[0], loop.p(), loop.period, inside)
        checks.steps(solver, duration)
        self.solver = solver
        self.given_up = threading.Event()
        """Set when threads that integrate blocks shall end early."""
        self._idle: list[Lanes] = []
        """Lanes that no thread is using."""

    @cached_property
    def schedule(self) -> Schedule:
        """The intervals and the rows of a run."""
        return self.loop.schedule(self.duration, self.spacing, self.solver.step if self.solver.fixed else None)

    @cached_property
    def _spans(self) -> list[range]:
        """The intervals that go through the driver together."""
        return self.schedule.spans(INTERVALS)

    def equations(self, phase: int) -> Equations:
        """Return one of the closed loops."""
        return self.loop.phases[phase][1]

    def walk(self, phase: int = 0, lanes: int = 1) -> Walk:
        """Return the machine code of a closed loop, for one run or one run per lane; it is made once."""
        equations = self.equations(phase)
        bounded = np.isfinite(self.bounds(phase)).any(axis=0)
        watched = tuple(np.flatnonzero(bounded).tolist()) if lanes > 1 else ()
        speeds = tuple(equations.layout.v.start + k for k in self.limited)
        stops = tuple(self.sides(phase).values())
        walk: Walk = equations.compiled.obtain(
            (type(self.solver), lanes, watched, speeds, stops),
            lambda: Walk.of(equations, self.solver, lanes, watched=watched, speeds=speeds, stops=stops),
        )
        return walk

    # Limits that end a run, and those that are watched

    def bounds(self, phase: int = 0) -> tuple[Floats, Floats]:
        """Return lower and upper bounds of the state of one run."""
        return self._bounds[phase]

    @cached_property
    def _bounds(self) -> list[tuple[Floats, Floats]]:
        """Lower and upper bounds of the state in each phase."""
        phases = [equations for _, equations in self.loop.phases]
        if self.loop.scenario.limits != "end":
            return [checks.unbounded(equations.layout.size) for equations in phases]
        return [_joint_bounds(equations.plant, equations.layout) for equations in phases]

    def sides(self, phase: int = 0) -> dict[tuple[int, float], Side]:
        """Return the sides of the end stops of any phase, by velocity coordinate and sign.

        A side that a phase does not have is infinitely far away there.
        """
        return self._sides[phase]

    @cached_property
    def _sides(self) -> list[dict[tuple[int, float], Side]]:
        by_phase = [sides(equations.stops) for _, equations in self.loop.phases]
        known = {key: side for of_phase in reversed(by_phase) for key, side in of_phase.items()}
        absent = {key: side._replace(limit=side.sign * np.inf) for key, side in known.items()}
        return [{key: of_phase.get(key, absent[key]) for key in sorted(known)} for of_phase in by_phase]

    @property
    def watched(self) -> int:
        """Number of speeds and efforts of end stops that are watched at the steps."""
        return 0 if self.solver.momentum else len(self.limited) + len(self.sides())

    @cached_property
    def limited(self) -> tuple[int, ...]:
        """Velocity coordinates with a speed limit in any phase."""
        return tuple(np.flatnonzero(np.isfinite(self._speed_limits).any(axis=0)).tolist())

    def speed_limits(self, phase: int = 0) -> Floats:
        """Return the greatest speeds of the coordinates `limited`, shape (m,)."""
        return self._speed_limits[phase, list(self.limited)]

    @cached_property
    def _speed_limits(self) -> Floats:
        """Greatest speed of each velocity coordinate in each phase, shape (phases, nv)."""
        plants = [equations.plant for _, equations in self.loop.phases]
        if self.loop.scenario.limits == "none":
            return np.full((len(plants), plants[0].nv), np.inf)
        return np.stack([_speeds(plant) for plant in plants])

    # All runs

    def integrate(
        self, threads: int = 1, progress: Progress | None = None, chunked: ChunkedRuns | None = None
    ) -> Recording:
        """Compute all runs and return their rows.

        Args:
            threads: Threads that share a stack.
            progress: Called after each batch of steps, or block of runs.
            chunked: What computes a stack chunk by chunk; default block by block, in double precision.
        """
        recording, sampler = Recording.of(self, chunked), self.loop.sampler()
        shares_steps = sampler is None and len(self.loop.phases) == 1
        lanes = host().width if self.stacked and shares_steps and not self.solver.linear else 1
        if not self.stacked:
            recording.counts |= self._integrate_alone(0, recording, sampler, progress)
            return recording.alone()
        if chunked is None:
            self.walk(lanes=lanes)  # compiled before time is measured
        start_time, count = time.perf_counter(), len(recording.x)
        try:
            if not shares_steps:
                for k in range(count):
                    self._integrate_alone(k, recording, sampler)
                    _report(progress, (k + 1) / count)
            elif chunked is None:
                self._integrate_blocks(lanes, recording, threads, progress)
            else:
                self._integrate_chunks(chunked, recording, threads, progress)
            self._integrate_left(recording, threads)
        except KeyboardInterrupt:
            self._keep_finished_rows(recording)
        if self.loop.equations.switching.count:
            recording.counts["switches"] = sum(recording.switches)
        recording.counts |= {"seconds": time.perf_counter() - start_time, "threads": threads}
        return recording

    def _integrate_blocks(self, lanes: int, recording: Recording, threads: int, progress: Progress | None) -> None:
        """Integrate block by block; `left` marks the runs to be computed alone."""
        count = len(recording.x)
        blocks = -(-count // lanes)
        runs = np.minimum(np.arange(blocks * lanes), count - 1).reshape(blocks, lanes)

        def work(block: NDArray[np.int64]) -> None:
            self._integrate_block(block, lanes, recording)

        # Closed, so that no thread writes rows any more after an interruption.
        with contextlib.closing(self._in_threads(work, runs, threads)) as done:
            for k, _ in enumerate(done):
                _report(progress, (k + 1) / blocks)
        recording.left |= ~np.isfinite(recording.x[:, -1]).all(axis=1)

    def _integrate_block(self, runs: NDArray[np.int64], lanes: int, recording: Recording) -> None:
        """Integrate the runs of a block together."""
        try:
            block = self._idle.pop()
        except IndexError:  # other threads have them all
            block = Lanes(self, lanes)
        block.begin(runs)
        block_runs = slice(int(runs[0]), int(runs[-1]) + 1)
        for intervals in self._spans:
            for report, batch in block.integrate(intervals):
                if self.given_up.is_set():
                    raise CancelledError
                recording.write(block_runs, batch, block)
                if lanes > 1:
                    recording.left[block_runs] |= block.lost[: block_runs.stop - block_runs.start]
                # TOO_MANY only ends a batch of steps. Any other status fails the whole block, whose steps are shared.
                if report.status not in (DONE, TOO_MANY):
                    recording.left[block_runs] = True
                    return
        recording.write_seen(block_runs, block)
        self._idle.append(block)

    def _integrate_chunks(
        self, chunked: ChunkedRuns, recording: Recording, threads: int, progress: Progress | None
    ) -> None:
        """Integrate chunk by chunk, each in one call."""

        def compute(runs: slice) -> int:
            chunked.compute(runs, recording)
            return runs.stop - runs.start

        computed = 0
        with contextlib.closing(self._in_threads(compute, chunked.chunks(), threads if chunked.threads else 1)) as done:
            for count in done:
                computed += count
                _report(progress, computed / len(recording.x))

    def _integrate_left(self, recording: Recording, threads: int) -> None:
        """Compute the runs alone whose rows from a block or a chunk do not count."""
        left = np.flatnonzero(recording.left).tolist()
        if left:
            self.walk()

        def work(run: int) -> None:
            self._integrate_alone(run, recording)

        with contextlib.closing(self._in_threads(work, left, threads)) as done:
            for _ in done:
                pass

    def _in_threads(
        self, work: Callable[[Argument], Result], arguments: Iterable[Argument], threads: int
    ) -> Generator[Result]:
        """Yield the results of a function for several arguments, computed by all threads."""
        return together(work, [(argument,) for argument in arguments], threads, give_up=self.given_up.set)

    def _keep_finished_rows(self, recording: Recording) -> None:
        """Keep the rows computed so far; raise `KeyboardInterrupt` again if no run has got beyond its start."""
        recording.clear(recording.left)
        if recording.outputs:  # of a GPU, whose memory has no numbers yet
            recording.redone.update(np.flatnonzero(recording.left).tolist())
            recording.changing[recording.left] = 0.0
        reached = np.isfinite(recording.x).all(axis=2).sum(axis=1) - 1
        if not np.any(reached > 0):
            raise KeyboardInterrupt
        ended = {event.run for event in recording.events if event.kind not in CONTINUING}
        for k in np.flatnonzero(reached < len(recording.t) - 1).tolist():
            if k not in ended:
                recording.events.append(_interrupted(float(recording.t[reached[k]]), k))
        if not any(event.kind == "interrupted" for event in recording.events):
            recording.events.append(
                Event(float(recording.t[-1]), "interrupted", "interrupted after all runs were done")
            )

    # One run

    def _integrate_alone(
        self, run: int, recording: Recording, sampler: Sampler | None = None, progress: Progress | None = None
    ) -> dict[str, float]:
        """Compute a run by itself, write its rows and events, and return its counts.

        A run of a stack that is interrupted raises `KeyboardInterrupt` behind its rows.
        """
        lanes, schedule, events = Lanes(self), self.schedule, list[Event]()
        if self.stacked:
            recording.clear(run)
        recording.row_counts[run] = 0
        lanes.begin(np.array([run]))
        if sampler is not None:
            sampler.begin(lanes.equations.tuned(lanes.p))
        counts: dict[str, float] = {"steps": 0, "rejected": 0, "evaluations": 0}
        start_time, interrupted = time.perf_counter(), False
        try:
            # Python calls a law at instants, at which intervals begin.
            for span in self._spans if sampler is None else schedule.spans(1):
                interval, end = span.start, None
                if schedule.phases[interval] != lanes.phase:
                    events.append(self._change_plant(lanes, interval))
                if sampler is not None:
                    end = self._sample_and_call(lanes, interval, sampler)
                if end is None:
                    end = self._integrate_span(run, lanes, span, recording, counts, progress)
                    interval = lanes.interval
                if end is not None:
                    events.append(end)
                    recording.end(run, end.t, lanes, float(schedule.insides[interval]), self.stacked)
                    break
        except KeyboardInterrupt:
            if not recording.row_counts[run]:
                raise  # no row is recorded yet
            recording.x[run, recording.row_counts[run] :] = np.nan  # a batch may be written and not counted
            events.append(_interrupted(float(recording.t[recording.row_counts[run] - 1])))
            interrupted = True
        if self.loop.equations.switching.count:
            counts["switches"] = lanes.events
        counts["seconds"] = time.perf_counter() - start_time
        if sampler is not None:
            if not self.loop.has_chosen_period and self.loop.reason is not None:
                events.insert(0, _called_by_python(self.loop.reason, sampler, counts["seconds"]))
            if sampler.calls:
                counts |= {"calls": sampler.calls, "calls_seconds": sampler.seconds}
        if all(event.kind != "rejected" for event in events):
            events += health.rejections(float(recording.t[recording.row_counts[run] - 1]), counts)
        recording.write_seen(slice(run, run + 1), lanes)
        recording.events += [replace(event, run=run) for event in events] if self.stacked else events
        recording.left[run] = False
        recording.redone.add(run)
        if interrupted and self.stacked:
            raise KeyboardInterrupt
        return counts

    def _integrate_span(
        self,
        run: int,
        lanes: Lanes,
        span: range,
        recording: Recording,
        counts: dict[str, float],
        progress: Progress | None,
    ) -> Event | None:
        """Integrate some intervals of a run, write its rows, and return the event that ends it, if any."""
        for report, batch in lanes.integrate(span):
            recording.write(slice(run, run + 1), batch, lanes)
            # Counted when the rows are complete: an interruption never leaves half of a batch.
            recording.row_counts[run] = batch.stop
            for name in ("steps", "rejected", "evaluations"):
                counts[name] += getattr(report, name)
            status, t = report.status, report.t
            if status == NO_UPDATE:
                return self._invalid(lanes.interval, *_meaning(lanes.equations, lanes.next))
            if status in (OUT_OF_BOUNDS, BEYOND):
                status, t = OUT_OF_BOUNDS, lanes.locate_bound(report, batch)
            elif status == NOT_FINITE:
                t = report.previous
            _report(progress, t / self.duration)
            if status not in (DONE, TOO_MANY):  # TOO_MANY only ends a batch of steps
                event = self._stopped(lanes, status, t)
                if status == NOT_FINITE:  # the last finite state is the one before the step
                    lanes.x[...] = lanes.before
                return event
        return None

    def _change_plant(self, lanes: Lanes, interval: int) -> Event:
        """Change the plant at the start of an interval; the change of energy counts as external work.

        Shapes of modes may depend on the load: links keep their deformation as far as the new shapes allow it.
        """
        t, phase, x, p = float(self.schedule.edges[interval]), int(self.schedule.phases[interval]), lanes.x, lanes.p
        before, after = lanes.equations, self.equations(phase)
        energy = before.energy(x, p)
        modes = [[body.modal for body in equations.plant.bodies if body.modal.count] for equations in (before, after)]
        for old, new in zip(*modes, strict=True):
            T = conversion(old.field, new.field)
            if T is not None:
                for entries, place in ((after.layout.q, new.q), (after.layout.v, new.v)):
                    x[entries][place] = T @ x[entries][place]
        x[after.layout.audit.start + 1] += after.energy(x, p) - energy
        lanes.enter(phase, t)
        return Event(t, "changed", f"the plant becomes {after.plant.robot.name} at t = {t:.6g} s")

    def _sample_and_call(self, lanes: Lanes, interval: int, sampler: Sampler) -> Event | None:
        """Sample sensors and call a law that cannot be compiled, where due; return the event that ends the run."""
        controller = self.loop.equations.controller
        if not isinstance(controller, Digital):
            return None
        due = int(self.schedule.tasks[interval])
        # Sensors first: the law reads their samples of this instant.
        for k in range(len(controller.sensing.tasks)):
            if due >> k & 1:
                values = lanes.call_task(k, interval)
                if not np.all(np.isfinite(values)):
                    return self._invalid(interval, *_meaning(self.loop.equations, values))
                lanes.p[: len(values)] = values
        # The clocks of the law follow those of the sensors.
        first = len(controller.clocks) - len(controller.timing.asks)
        layout, places = self.loop.layout, controller.places
        instant = float(self.schedule.edges[interval]), float(self.schedule.insides[interval])
        for k, clock in enumerate(controller.timing.asks, first):
            if not due >> k & 1:
                continue
            measured = controller.sensing.measured(lanes.p[places["y"]], lanes.x[layout.q], lanes.x[layout.v])
            efforts = sampler.efforts(clock, instant, measured)
            if not np.all(np.isfinite(efforts)):
                where = velocity_names(self.loop.equations.plant)[int(np.argmin(np.isfinite(efforts)))]
                return self._invalid(interval, f"controller's effort for {where}", where)
            if not np.all(np.isfinite(sampler.state)):
                number = int(np.argmin(np.isfinite(sampler.state)))
                return self._invalid(interval, f"controller's state number {number}", "")
            lanes.p[places["z"]] = efforts
        return None

    def _invalid(self, interval: int, what: str, where: str) -> Event:
        """Return the event of a run that ends where an interval begins with a value that is not finite."""
        t = float(self.schedule.edges[interval])
        return Event(t, "not finite", f"the {what} is not finite at t = {t:.6g} s", where)

    def _stopped(self, lanes: Lanes, status: int, t: float) -> Event:
        """Return the event of a run that the solver or a bound ends."""
        equations, inside = lanes.equations, float(self.schedule.insides[lanes.interval])
        inputs = {"clock": np.array([[t, inside]]), "x": lanes.x[None], "p": lanes.p[None]}

        def rates() -> Floats:
            with np.errstate(all="ignore"):
                return np.asarray(evaluate(equations.program, inputs)["dx"][0])

        names = [*coordinate_names(equations.plant), *velocity_names(equations.plant)]
        event = health.stopped(status, t, lanes.x, rates, lanes.bounds, names)
        if status == NOT_CONVERGED:
            with np.errstate(all="ignore"):
                fastest = float(np.abs(eigenvalues(equations, lanes.x, lanes.p, inside)).max())
            event = replace(event, message=event.message + health.too_long(fastest))
        return event


def _meaning(equations: Equations, values: Floats) -> tuple[str, str]:
    """Return what the first of the numbers c that is not finite is, and the name of its coordinate."""
    return cast(Digital, equations.controller).meaning(int(np.argmin(np.isfinite(values))))


def _interrupted(t: float, run: int | None = None) -> Event:
    return Event(t, "interrupted", f"interrupted after t = {t:.6g} s; what was done is kept", run=run)


def _called_by_python(reason: str, sampler: Sampler, seconds: float) -> Event:
    """Return the event of a control law that cannot be compiled."""
    text = health.sampled(reason, sampler.timing.period, chosen=False)
    if sampler.calls:
        text += f"; its {sampler.calls} calls took {sampler.seconds:.2g} s of {seconds:.2g} s"
    return Event(0.0, "sampled", text)


def _report(progress: Progress | None, part: float) -> None:
    if progress is not None:
        progress(min(part, 1.0))


_joint_bounds = lru_cache(maxsize=16)(checks.joint_bounds)
_speeds = lru_cache(maxsize=16)(speed_limits)
