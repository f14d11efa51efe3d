"""When a run is cut, when its tasks are due, and when it is recorded: one value, made before the run.

Time is cut into intervals wherever something jumps: switches of the reference, pushes, changes of the plant, rows of
added efforts, instants of tasks. Instants are offset + k · period, each the rounded product, so they do not drift. Cuts
closer than 1e-12 of the duration are one. Rows are due at k · spacing and at the end. Adaptive solvers interpolate, and
have rows exactly there. Solvers with a fixed step have states only at its multiples: a row is then the first step at or
after its time. An interval is divided into the fewest equal steps that are not longer than the solver's step.

Every driver goes through a run by the same schedule. Fixed steps are counted from the start of the run; `StepTable` has
them as arrays that native code reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.spatial.scalar import Floats

Whole = NDArray[np.int64]

SHORTEST = 1e-12
"""The shortest interval, as a fraction of the duration."""
NEXT_TO_NOTHING = 1e-9
"""Relative tolerance on multiples of a step or a spacing."""
MOST_CLOCKS = 63
"""Tasks of a run: those that are due are the bits of a whole number with a sign."""
NO_ROW = -1
MARKS = ("begin", "steps", "due", "piece")
"""Whole numbers of an interval: steps of the run before it, its steps, the tasks that are due at its start as bits, the
row of added efforts that holds. Then, for each task, how often it was due before."""


class Clock(NamedTuple):
    """The instants offset + k · period of a task, k = 0, 1, … [s], or the first `most` of them."""

    period: float
    offset: float = 0.0
    most: int | None = None

    def until(self, duration: float) -> Floats:
        """Return the instants up to a duration [s]."""
        if self.offset > duration:
            return np.zeros(0)
        count = int((duration - self.offset) / self.period) + 1
        return self.offset + self.period * np.arange(float(count if self.most is None else min(count, self.most)))


@dataclass(frozen=True, eq=False)
class Schedule:
    """The intervals of a run, K of them, and its rows.

    `times` (R,) are those of the rows [s]. The first row is the start of the run; `rows[k]` rows come before the steps
    of interval k, `rows[K]` is R.
    """

    edges: Floats
    """Start of each interval, and the end of the last one (K + 1,) [s]."""
    tasks: Whole
    """Tasks that are due at the start of each interval, as bits: 1 << number of the clock (K,)."""
    steps: Whole
    """Number of fixed steps in each interval (K,)."""
    times: Floats
    rows: Whole
    phases: Whole
    """Number of the closed loop of each interval (K,): it changes where the plant does."""
    clocks: int
    """Number of clocks."""
    pieces: int
    """Number of rows of added efforts, each held for the same time; 0 for none."""

    @property
    def count(self) -> int:
        """Number of intervals."""
        return len(self.tasks)

    @property
    def duration(self) -> float:
        """Simulated time [s]."""
        return float(self.edges[-1])

    @cached_property
    def insides(self) -> Floats:
        """A time inside each interval (K,) [s]."""
        return (self.edges[:-1] + self.edges[1:]) / 2

    @cached_property
    def row_insides(self) -> Floats:
        """A time inside the interval of each row (R,) [s]."""
        return np.repeat(self.insides, self._rows_of_intervals)

    @cached_property
    def row_phases(self) -> Whole:
        """Number of the closed loop of each row (R,)."""
        return np.repeat(self.phases, self._rows_of_intervals)

    @property
    def _rows_of_intervals(self) -> Whole:
        """Number of rows in each interval (K,)."""
        counts = np.diff(self.rows)
        counts[0] += 1  # the start
        return counts

    def spans(self, most: int) -> list[range]:
        """Return the intervals in groups with one closed loop, of at most `most` intervals."""
        changed = np.flatnonzero(np.diff(self.phases)) + 1
        cuts = {*changed.tolist(), *range(0, self.count, most), self.count}
        return [range(a, b) for a, b in pairwise(sorted(cuts))]

    @cached_property
    def table(self) -> StepTable:
        """The fixed steps of the run."""
        h = np.diff(self.edges) / self.steps
        before = np.cumsum(self.steps) - self.steps
        marks = np.zeros((self.count, len(MARKS) + self.clocks), dtype=np.int64)
        marks[:, 0], marks[:, 1], marks[:, 2] = before, self.steps, self.tasks
        marks[:, 3] = (self.insides / self.duration * self.pieces).astype(np.int64)
        for task in range(self.clocks):
            due = self.tasks >> task & 1
            marks[:, len(MARKS) + task] = np.cumsum(due) - due
        recorded = np.repeat(np.arange(self.count), np.diff(self.rows))  # interval of each row after the start
        inside = np.rint((self.times[1:] - self.edges[recorded]) / h[recorded]).astype(np.int64)
        reached = before[recorded] + np.clip(inside, 1, self.steps[recorded])
        times = np.stack([self.edges[:-1], h, self.insides], axis=1)
        return StepTable(times, marks, np.concatenate([[0], reached, [NO_ROW]]), self.phases)


class Segment(NamedTuple):
    """Steps of a run that are walked by one call, with one closed loop: the states at its start are a checkpoint.

    Numbers of the first step and of the step behind the last one, counted from the start of the run; of the intervals
    that have the first and the last step; of the first row behind the first step and of the last row within the
    segment.
    """

    first: int
    last: int
    first_interval: int
    last_interval: int
    first_row: int
    last_row: int
    phase: int

    @property
    def steps(self) -> int:
        """Number of steps."""
        return self.last - self.first

    @property
    def intervals(self) -> int:
        """Number of intervals that the segment touches."""
        return self.last_interval - self.first_interval + 1


@dataclass(frozen=True, eq=False)
class StepTable:
    """The fixed steps of a run as arrays that native code reads, K intervals and R rows.

    `times` (K, 3) are start, step and a time inside each interval [s], `marks` (K, …) are `MARKS`; `reached` (R + 1,)
    are the steps of the run before each row, and `NO_ROW` behind the last one; `phases` (K,) the closed loops.
    """

    times: Floats
    marks: Whole
    reached: Whole
    phases: Whole

    @property
    def count(self) -> int:
        """Number of steps."""
        return int(self.marks[-1, 0] + self.marks[-1, 1])

    def split(self, longest: int) -> Iterator[Segment]:
        """Yield the segments of a run, of at most `longest` steps each."""
        begins, rows = self.marks[:, 0], self.reached[:-1]
        changes = begins[np.flatnonzero(np.diff(self.phases)) + 1].tolist()
        starts = [k for a, b in pairwise([0, *changes, self.count]) for k in range(a, b, longest)]
        for first, last in pairwise([*starts, self.count]):
            a, b = (np.searchsorted(begins, [first, last - 1], side="right") - 1).tolist()
            row, behind = np.searchsorted(rows, [first, last], side="right").tolist()
            yield Segment(first, last, a, b, row, behind - 1, int(self.phases[a]))

    @cached_property
    def rows(self) -> tuple[Floats, Whole]:
        """The steps from row to row, S pieces: a piece ends where a row is recorded, or with its interval.

        Start, step and a time inside of its interval [s], (S, 3); tasks due at its start as bits, steps of the interval
        before it, its steps, and the row at its end or `NO_ROW`, (S, 4). The first piece has no steps: tasks of the
        start, then the row of the start.
        """
        begins, steps, due = self.marks[:, 0], self.marks[:, 1], self.marks[:, 2]
        reached = self.reached[1:-1]
        recorded = np.searchsorted(begins, reached, side="left") - 1  # interval of each row after the start
        without = np.flatnonzero(~np.isin(begins + steps, reached))  # intervals that end without a row
        interval = np.concatenate([[0], recorded, without])
        end = np.concatenate([[0], reached - begins[recorded], steps[without]])
        row = np.concatenate([[0], np.arange(1, len(reached) + 1), np.full(len(without), NO_ROW)])
        order = np.lexsort((end, interval))
        interval, end, row = interval[order], end[order], row[order]
        first = np.append(True, np.diff(interval) > 0)
        done = np.where(first, 0, np.append(0, end[:-1]))
        counts = np.stack([np.where(first, due[interval], 0), done, end - done, row], axis=1)
        return self.times[interval], counts


@lru_cache(maxsize=4)
def schedule(
    duration: float,
    jumps: tuple[float, ...],
    clocks: tuple[Clock, ...],
    spacing: float,
    step: float | None = None,
    begins: tuple[float, ...] = (0.0,),
    pieces: int = 0,
) -> Schedule:
    """Return the schedule of a run; recent ones are kept, since runs are often repeated with other numbers.

    Args:
        duration: Simulated time [s].
        jumps: Instants at which something is not smooth [s].
        clocks: Instants of the tasks.
        spacing: Time between rows [s].
        step: Step of a solver with a fixed step [s]; None for an adaptive one.
        begins: Times from which each of the closed loops holds [s].
        pieces: Number of rows of added efforts.
    """
    steps_of_efforts = (duration * k / pieces for k in range(1, pieces))
    edges, tasks = _cuts(duration, (*jumps, *steps_of_efforts), clocks)
    steps = np.ones(len(tasks), dtype=np.int64)
    if step is not None:
        steps = np.maximum(np.ceil(np.diff(edges) / step - NEXT_TO_NOTHING), 1).astype(np.int64)
    places, times = _rows(edges, spacing, None if step is None else steps)
    rows = np.append(0, np.cumsum(np.bincount(places, minlength=len(tasks)))) + 1
    phases = np.searchsorted(begins, (edges[:-1] + edges[1:]) / 2, side="right") - 1
    return Schedule(edges, tasks, steps, np.append(0.0, times), rows, phases, len(clocks), pieces)


def _cuts(duration: float, jumps: Iterable[float], clocks: Sequence[Clock]) -> tuple[Floats, Whole]:
    """Return the edges of the intervals, and the tasks that are due at the start of each."""
    shortest = SHORTEST * duration
    instants = [np.array([0.0, *jumps]), *(clock.until(duration) for clock in clocks)]
    bits = [0, *(1 << k for k in range(len(clocks)))]
    due = np.repeat(bits, [len(times) for times in instants]).astype(np.int64)
    t = np.concatenate(instants)
    order = np.argsort(t, kind="stable")
    order = order[(t[order] >= 0) & (duration - t[order] > shortest)]
    t, due = t[order], due[order]
    first = np.flatnonzero(np.diff(t, prepend=-np.inf) > shortest)
    return np.append(t[first], duration), np.bitwise_or.reduceat(due, first)


def _rows(edges: Floats, spacing: float, steps: Whole | None) -> tuple[Whole, Floats]:
    """Return the interval and the time [s] of each row after the start."""
    before = np.floor(edges / spacing * (1 + SHORTEST) + NEXT_TO_NOTHING).astype(np.int64)
    places = np.repeat(np.arange(len(edges) - 1), np.diff(before))
    times: Floats = np.arange(before[0] + 1.0, before[-1] + 1.0) * spacing
    begin, end = edges[places], edges[places + 1]
    if steps is not None:
        h = (end - begin) / steps[places]
        step = np.clip(np.ceil((times - begin) / h - 1e-6), 1, steps[places])
        times = np.where(step == steps[places], end, begin + step * h)
        new = np.append(True, (np.diff(step) != 0) | (np.diff(places) != 0))[: len(places)]
        places, times, end = places[new], times[new], end[new]
    times = np.where(times > end - NEXT_TO_NOTHING * spacing, end, times)
    if len(times) == 0 or times[-1] < edges[-1]:
        places, times = np.append(places, len(edges) - 2), np.append(times, edges[-1])
    return places, times
