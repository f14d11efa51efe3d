"""Progress of a sweep: runs and chunks, rate, time left, and the last chunk of each worker."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

RECENT = 60
"""Number of kept times, at least `APART` apart, over which the rate is measured."""
APART = 0.5
"""Shortest time between kept times [s]."""
MOST = 256
"""Number of listed workers: those with the most recent answers."""


@dataclass(frozen=True)
class Worker:
    """Work of a worker: numbers of chunks and runs, the number of its last chunk and the time of that chunk [s]."""

    chunks: int = 0
    runs: int = 0
    chunk: int = -1
    seconds: float = 0.0

    def after(self, chunk: int, runs: int, seconds: float) -> Worker:
        """Return the work after one more chunk."""
        return Worker(self.chunks + 1, self.runs + runs, chunk, seconds)


@dataclass(frozen=True)
class Progress:
    """Progress of a sweep.

    Args:
        runs: Number of runs that the sweep has to compute; complete ones of an earlier sweep do not count.
        done: Number of them that are computed, failed ones included.
        failed: Number of them that failed.
        chunks: Number of chunks that the sweep has to compute.
        complete: Number of them that are written.
        seconds: Time since the start of the sweep [s].
        rate: Runs per second over the last half minute.
        workers: Work of each worker by its name.
    """

    runs: int
    done: int = 0
    failed: int = 0
    chunks: int = 0
    complete: int = 0
    seconds: float = 0.0
    rate: float = 0.0
    workers: Mapping[str, Worker] | None = None

    @property
    def part(self) -> float:
        """Completed fraction, from 0 to 1."""
        return self.done / self.runs if self.runs else 1.0

    @property
    def left(self) -> float:
        """Expected time until the end [s]; infinite before the first chunk is written."""
        if self.done >= self.runs:
            return 0.0
        return (self.runs - self.done) / self.rate if self.rate else float("inf")


class Meter:
    """Counts runs and chunks, and measures the rate over the last half minute."""

    def __init__(self, runs: int, chunks: int) -> None:
        self.begun = time.monotonic()
        self.now = Progress(runs, chunks=chunks, workers={})
        self.workers: dict[str, Worker] = {}
        self.recent: deque[tuple[float, int]] = deque([(self.begun, 0)], maxlen=RECENT)

    def add(self, chunk: int, counts: tuple[int, int], worker: str, seconds: float) -> Progress:
        """Return the progress after a chunk; `counts` are its computed and its failed runs."""
        before = self.now
        at = time.monotonic()
        done = before.done + counts[0]
        state = self.workers.pop(worker, Worker())
        self.workers[worker] = state.after(chunk, counts[0], seconds)  # moved to the end: the first entry is the oldest
        if len(self.workers) > MOST:
            del self.workers[next(iter(self.workers))]
        first, runs = self.recent[0]
        # The first answer took the start of processes and compilation too: the rate counts from there.
        if not before.complete:
            self.recent[0] = at, done
        self.now = replace(
            before,
            done=done,
            failed=before.failed + counts[1],
            complete=before.complete + 1,
            seconds=at - self.begun,
            rate=(done - runs) / (at - first) if at > first else before.rate,
            workers=dict(self.workers),
        )
        if at - self.recent[-1][0] >= APART:
            self.recent.append((at, done))
        return self.now
