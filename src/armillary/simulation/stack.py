"""A stack of runs: in the lanes of the machine and on its cores.

As many runs as the machine has lanes go through one native loop together, with the same steps; a run that is lost (NaN)
does not disturb its neighbours. An incomplete block is padded. Three kinds of runs are computed alone, as single runs:
    all of them, where the law is sampled or the plant changes
    a run that leaves its joint limits or is lost: it ends there, with an event, and its later rows are NaN
    the runs of a block whose shared steps fail, because one of its motions needs steps that are too small
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.llvm.target import host
from armillary.compiler.threads import together
from armillary.results.trajectory import Event
from armillary.simulation.job import Job, Outcome
from armillary.simulation.native.loop import DONE, TOO_MANY
from armillary.simulation.run import Progress, Run
from armillary.spatial.scalar import Floats

Given = TypeVar("Given")
Found = TypeVar("Found")


class Stack:
    """The runs of a job, one for each of its starts."""

    def __init__(self, job: Job, threads: int, progress: Progress | None = None) -> None:
        self.job, self.threads, self.progress = job, threads, progress
        self.count, self.n = job.setup.start.shape
        march, parts = job.march(), list(job.stretches())
        due = [march.due(stretch) for stretch in parts]
        self.t = np.concatenate([np.zeros(1), *due])
        inside = [parts[0].inside, *(part.inside for part, times in zip(parts, due, strict=True) for _ in times)]
        self.inside = np.array(inside)
        self.x = np.full((self.count, len(self.t), self.n), np.nan)
        self.p = np.repeat(job.setup.p[:, None], len(self.t), axis=1)
        self.extremes = np.empty((self.count, 2))
        self.events: list[Event] = []
        self.counts: dict[str, float] = {}
        self.given_up = threading.Event()

    def go(self) -> Outcome:
        """Compute all runs and return their rows."""
        together = self.job.setup.period is None and len(self.job.setup.phases) == 1
        lanes = host().width if together and not self.job.solver.linear else 1
        self.job.engine(lanes=lanes)
        begun = time.perf_counter()
        if not together:
            sampler = self.job.setup.sampler()
            for k in range(self.count):
                self._put(k, Run(self.job, k, sampler).go())
                self._tell((k + 1) / self.count)
        else:
            alone = self._blocks(lanes)
            self.job.engine()
            for k, outcome in zip(alone, self._shared(lambda k: Run(self.job, k).go(), alone), strict=True):
                self._put(k, outcome)
        phase = np.array([self.job.setup.phase(t) for t in self.inside])
        self.counts |= {"seconds": time.perf_counter() - begun, "threads": self.threads}
        return Outcome(self.t, self.x, self.p, self.inside, phase, self.extremes, self.events, self.counts)

    def _tell(self, part: float) -> None:
        if self.progress is not None:
            self.progress(min(part, 1.0))

    def _put(self, k: int, outcome: Outcome) -> None:
        """Enter a run that was computed alone; its last row is left out if it ended early."""
        if any(event.kind == "interrupted" for event in outcome.events):
            raise KeyboardInterrupt
        whole = len(outcome.t) == len(self.t) and outcome.t[-1] == self.t[-1]
        count = len(outcome.t) if whole else len(outcome.t) - 1
        self.x[k], self.x[k, :count], self.p[k, :count] = np.nan, outcome.x[:count], outcome.p[:count]
        self.extremes[k] = outcome.extremes
        self.events += [replace(event, run=k) for event in outcome.events]

    def _blocks(self, lanes: int) -> list[int]:
        """Run block by block and return the runs that must go alone."""
        blocks = -(-self.count // lanes)
        runs = np.split(np.minimum(np.arange(blocks * lanes), self.count - 1), blocks)
        alone: list[int] = []
        done = self._shared(lambda block: self._block(block, lanes), runs)
        for k, (rows, bad, extremes) in enumerate(done):
            first = k * lanes
            size = min(lanes, self.count - first)
            self.x[first : first + size] = rows.swapaxes(0, 1)[:size]
            self.extremes[first : first + size] = extremes.T[:size]
            lost = bad | ~np.all(np.isfinite(rows[-1]), axis=1)
            alone += [first + int(lane) for lane in np.flatnonzero(lost[:size])]
            self._tell((k + 1) / blocks)
        return alone

    def _block(self, runs: NDArray[np.int64], lanes: int) -> tuple[Floats, NDArray[np.bool_], Floats]:
        """Return the rows of a block (K, lanes, n), which runs have left their limits or failed, energy balances."""
        march, job = self.job.march(lanes=lanes), self.job
        x, p = job.setup.start[runs], job.setup.p[runs]
        lower, upper = (np.tile(bound, lanes) for bound in job.bounds())
        on = march.engine.carried(x.copy(), p, (lower, upper))
        rows, place, bad = np.full((len(self.t), *x.shape), np.nan), 1, np.zeros(lanes, dtype=bool)
        rows[0] = x
        for stretch in job.stretches():
            for part in march.through(stretch, on):
                if self.given_up.is_set():
                    raise CancelledError
                rows[place : place + len(part.times)] = part.rows
                place += len(part.times)
                bad |= part.report.crossed
                if part.status not in (DONE, TOO_MANY):
                    return rows, np.ones(lanes, dtype=bool), on.extremes
        return rows, bad, on.extremes

    def _shared(self, work: Callable[[Given], Found], given: Iterable[Given]) -> Iterator[Found]:
        """Yield the results of a function for several arguments, computed by all threads."""
        return together(work, [(each,) for each in given], self.threads, give_up=self.given_up.set)
