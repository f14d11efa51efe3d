"""A stack of runs: in the lanes of the machine and on its cores.

As many runs as the machine has lanes go through one native loop together, with the same steps; a run that is lost (NaN)
does not disturb its neighbours. Where a joint of one run begins to stick or slip, a step of all of them is cut, so that
they equal single runs within the error of the solver. An incomplete block is padded. Three kinds of runs are computed
alone, as single runs:
    all of them, where the law cannot be compiled or the plant changes
    a run that leaves its joint limits or is lost: it ends there, with an event, and its later rows are NaN
    the runs of a block whose shared steps fail, because one of its motions needs steps that are too small
On a GPU a thread is a run (`gpu`), and in single precision a lane of the machine (`walk.stacked`): the second kind is
computed on the CPU in double precision.
Ctrl-C keeps the rows computed so far: every run up to the interruption, with an event for each incomplete run.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.llvm.target import host
from armillary.compiler.threads import together
from armillary.results.trajectory import Event
from armillary.simulation.job import Job, Outcome
from armillary.simulation.march import INTERVALS
from armillary.simulation.run import Progress, Run
from armillary.simulation.walk.arguments import DONE, TOO_MANY
from armillary.simulation.walk.assemble import LoopState, columns
from armillary.simulation.walk.balance import straight, unseen
from armillary.simulation.walk.speeds import FIELDS
from armillary.simulation.walk.stacked import StackRows, SteppedStack

CONTINUING = ("sampled", "rejected", "changed")
"""Kinds of events after which a run continues."""
Argument = TypeVar("Argument")
Result = TypeVar("Result")


class Block:
    """The arrays and the solver of a block of runs, in the lanes of the machine, for one block after the other."""

    def __init__(self, job: Job, lanes: int) -> None:
        self.loop, self.lanes, self.march = job.loop, lanes, job.march(lanes=lanes)
        arrays = [job.loop.start[0], job.loop.p(), *job.bounds()]
        x, p, lower, upper = (columns(len(value), lanes) for value in arrays)
        for array, value in zip((x, p, lower, upper), arrays, strict=True):
            array.T[...] = value
        self.state = self.march.engine.begin(x, p, (lower, upper), job.speed_limits())

    def begin(self, runs: NDArray[np.int64]) -> LoopState:
        """Return the arrays at the start of some runs, one for each lane."""
        x, p = self.loop.start[runs], self.loop.p(runs)
        self.march.restart()
        self.march.engine.restart(self.state, *((x.T, p.T) if self.lanes > 1 else (x[0], p[0])))
        return self.state


class Stack:
    """The runs of a job, one for each of its starts."""

    def __init__(
        self, job: Job, threads: int, progress: Progress | None = None, on_device: SteppedStack | None = None
    ) -> None:
        self.on_device = on_device
        self.job, self.threads, self.progress = job, threads, progress
        self.count, self.n = job.loop.start.shape
        self.t, self.inside = job.schedule.times, job.schedule.row_insides
        self.rows = self._empty() if on_device is None else on_device.rows()
        self.x, self.changing, self.extremes, self.worst = self.rows.arrays
        self.speeds = np.zeros((self.count, len(FIELDS), 0 if on_device is not None else job.watched))
        self.left = self.rows.left
        """Whether each run has to be computed alone, as its rows from a block or a device do not count."""
        self.redone: set[int] = set()
        """Runs of a device whose rows come from the CPU."""
        self.waiting: dict[int, Outcome] = {}
        """Outcomes of runs computed alone that are not stored yet."""
        self.events: list[Event] = []
        self.counts: dict[str, float] = {}
        self.switches: list[int] = []
        self.given_up = threading.Event()
        self.spans = job.schedule.spans(INTERVALS)
        self.blocks: list[Block] = []
        """Blocks that no thread is using."""

    def integrate(self) -> Outcome:
        """Compute all runs and return their rows."""
        sampler = self.job.loop.sampler()
        shares_steps = sampler is None and len(self.job.loop.phases) == 1
        lanes = host().width if shares_steps and not self.job.solver.linear else 1
        if self.on_device is None:
            self.job.engine(lanes=lanes)
        start_time = time.perf_counter()
        try:
            if shares_steps:
                self._run_shared_steps(lanes)
            else:
                for k in range(self.count):
                    self._store(k, Run(self.job, k, sampler).integrate())
                    self._report_progress((k + 1) / self.count)
        except KeyboardInterrupt:
            self._keep_finished_rows()
        if self.job.loop.equations.switching.count:
            self.counts["switches"] = sum(self.switches)
        self.counts |= {"seconds": time.perf_counter() - start_time, "threads": self.threads}
        seen = self.extremes, self.worst, self.speeds
        rows = self.t, self.x, self.changing, self.inside, self.job.schedule.row_phases
        return Outcome(*rows, *seen, self.events, self.counts, self.rows.outputs, sorted(self.redone))

    def _empty(self) -> StackRows:
        """Return rows for all runs: the starts, then NaN."""
        shape = self.count, len(self.t)
        x, changing = np.full((*shape, self.n), np.nan), np.zeros((*shape, self.job.loop.equations.changing))
        x[:, 0] = self.job.loop.start
        seen = unseen(self.count).T.copy(), straight(self.count, self.n).T.copy()
        return StackRows(x, changing, *seen, np.zeros(self.count, dtype=bool), {})

    def _run_shared_steps(self, lanes: int) -> None:
        """Integrate runs together, block by block or on a device, then alone those that failed there."""
        alone = self._run_blocks(lanes) if self.on_device is None else self._run_chunks(self.on_device)
        if alone:
            self.job.engine()

        def run(k: int) -> int:
            self.waiting[k] = Run(self.job, k).integrate()
            return k

        with contextlib.closing(self._in_threads(run, alone)) as done:
            for k in done:
                self._store(k, self.waiting.pop(k))

    def _keep_finished_rows(self) -> None:
        """Keep the rows computed so far; raise `KeyboardInterrupt` again if no run has got beyond its start."""
        for k, outcome in self.waiting.items():
            with contextlib.suppress(KeyboardInterrupt):
                self._store(k, outcome)
        self._clear(self.left)
        reached = np.isfinite(self.x).all(axis=2).sum(axis=1) - 1
        if not np.any(reached > 0):
            raise KeyboardInterrupt
        ended = {event.run for event in self.events if event.kind not in CONTINUING}
        for k in np.flatnonzero(reached < len(self.t) - 1).tolist():
            if k not in ended:
                t = float(self.t[reached[k]])
                text = f"interrupted after t = {t:.6g} s; what was done is kept"
                self.events.append(Event(t, "interrupted", text, run=k))
        if not any(event.kind == "interrupted" for event in self.events):
            self.events.append(Event(float(self.t[-1]), "interrupted", "interrupted after all runs were done"))

    def _clear(self, runs: NDArray[np.bool_]) -> None:
        """Clear all rows of some runs except their starts."""
        self.x[runs, 1:], self.x[runs, 0] = np.nan, self.job.loop.start[runs]
        if self.on_device is not None:
            self.redone.update(np.flatnonzero(runs).tolist())
            self.changing[runs], self.extremes[runs], self.worst[runs] = 0.0, unseen().T, straight(1, self.n).T

    def _report_progress(self, part: float) -> None:
        if self.progress is not None:
            self.progress(min(part, 1.0))

    def _store(self, k: int, outcome: Outcome) -> None:
        """Store the rows of a run that was computed alone.

        A run that ended early has a last row at the time of its end, which is not among the recorded times: it is left
        out.
        """
        whole = len(outcome.t) == len(self.t) and outcome.t[-1] == self.t[-1]
        interrupted = any(event.kind == "interrupted" for event in outcome.events)
        count = len(outcome.t) if whole or interrupted else len(outcome.t) - 1
        self.x[k], self.x[k, :count], self.changing[k, :count] = np.nan, outcome.x[:count], outcome.changing[:count]
        self.extremes[k], self.worst[k], self.left[k] = outcome.extremes, outcome.worst, False
        if self.speeds.shape[2]:
            self.speeds[k] = outcome.speeds
        self.redone.add(k)
        self.events += [replace(event, run=k) for event in outcome.events]
        self.switches.append(int(outcome.counts.get("switches", 0)))
        if interrupted:
            raise KeyboardInterrupt

    def _run_blocks(self, lanes: int) -> list[int]:
        """Integrate block by block and return the runs to be computed alone."""
        blocks = -(-self.count // lanes)
        runs = np.minimum(np.arange(blocks * lanes), self.count - 1).reshape(blocks, lanes)
        # Closed, so that no thread writes rows any more after an interruption.
        with contextlib.closing(self._in_threads(lambda block: self._integrate_block(block, lanes), runs)) as done:
            for k, _ in enumerate(done):
                self._report_progress((k + 1) / blocks)
        self.left |= ~np.isfinite(self.x[:, -1]).all(axis=1)
        return np.flatnonzero(self.left).tolist()

    def _run_chunks(self, on_device: SteppedStack) -> list[int]:
        """Integrate chunk by chunk, each in one call, and return the runs to be computed alone."""

        def compute(runs: slice) -> int:
            on_device.compute(runs, self.rows)
            return runs.stop - runs.start

        computed, threads = 0, self.threads if on_device.threads else 1
        with contextlib.closing(self._in_threads(compute, on_device.chunks(), threads)) as done:
            for count in done:
                computed += count
                self._report_progress(computed / self.count)
        return np.flatnonzero(self.left).tolist()

    def _integrate_block(self, runs: NDArray[np.int64], lanes: int) -> slice:
        """Integrate the runs of a block and return their numbers; `left` marks those to be computed alone."""
        block = self.blocks.pop() if self.blocks else Block(self.job, lanes)
        block_runs, row, origins = slice(int(runs[0]), int(runs[-1]) + 1), 0, self.job.loop.origins(runs.tolist())
        march, state, size = block.march, block.begin(runs), block_runs.stop - block_runs.start
        for intervals in self.spans:
            for batch in march.integrate(intervals, state, origins):
                if self.given_up.is_set():
                    raise CancelledError
                rows = slice(row, row + len(batch.times))
                for target, values in ((self.x, batch.rows), (self.changing, batch.values)):
                    target[block_runs, rows] = values.reshape(-1, target.shape[-1], lanes).transpose(2, 0, 1)[:size]
                row = rows.stop
                self.left[block_runs] |= batch.report.crossed[:size]
                # TOO_MANY only ends a batch of steps. Any other status fails the whole block, whose steps are shared.
                if batch.status not in (DONE, TOO_MANY):
                    self.left[block_runs] = True
                    return block_runs
        self.extremes[block_runs], self.worst[block_runs] = state.extremes.T[:size], state.worst.T[:size]
        if self.speeds.shape[2]:
            speeds = state.speeds[..., None] if lanes == 1 else state.speeds
            self.speeds[block_runs] = np.moveaxis(speeds, -1, 0)[:size]
        self.switches.append(march.events)
        self.blocks.append(block)
        return block_runs

    def _in_threads(
        self, work: Callable[[Argument], Result], arguments: Iterable[Argument], threads: int | None = None
    ) -> Generator[Result]:
        """Yield the results of a function for several arguments, computed by some threads, default all."""
        return together(work, [(each,) for each in arguments], threads or self.threads, give_up=self.given_up.set)
