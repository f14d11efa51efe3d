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
MARKS = ("begin", "done", "steps", "due", "row", "piece")
"""Whole numbers of an interval of a `StepTable`: steps of the run before the interval of the schedule that it is a part
of, steps of that before it, its steps; the tasks that are due at its start as bits; the row at its end or `NO_ROW`; the
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
        h, count = np.diff(self.edges) / self.steps, np.arange(self.count)
        begin = np.cumsum(self.steps) - self.steps
        recorded = np.repeat(count, np.diff(self.rows))  # interval of each row after the start
        reached = np.rint((self.times[1:] - self.edges[recorded]) / h[recorded]).astype(np.int64)
        reached = np.clip(reached, 1, self.steps[recorded])
        # An interval ends at each of its rows, and at its own end.
        unrecorded = np.setdiff1d(count, recorded[reached == self.steps[recorded]])
        interval = np.concatenate([recorded, unrecorded])
        end = np.concatenate([reached, self.steps[unrecorded]])
        row = np.concatenate([np.arange(1, len(self.times)), np.full(len(unrecorded), NO_ROW)])
        order = np.lexsort((end, interval))
        interval, end, row = interval[order], end[order], row[order]
        starts = np.diff(interval, prepend=-1) > 0
        done = np.where(starts, 0, np.append(0, end[:-1]))
        due = np.where(starts, self.tasks[interval], 0)
        piece = (self.insides / self.duration * self.pieces).astype(np.int64)[interval]
        marks = [begin[interval], done, end - done, due, row, piece]
        for task in range(self.clocks):
            now = due >> task & 1
            marks.append(np.cumsum(now) - now)
        times = np.stack([self.edges[:-1], h, self.insides], axis=1)[interval]
        return StepTable(times, np.stack(marks, axis=1), self.phases[interval])


class Segment(NamedTuple):
    """Steps of a run that are walked by one call, with one closed loop: the states at its start are a checkpoint.

    Numbers of the first step and of the step behind the last one, counted from the start of the run, and of the
    intervals that have the first and the last step.
    """

    first: int
    last: int
    first_interval: int
    last_interval: int
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
    """The fixed steps of a run as arrays that native code reads, K intervals, which end at rows, too.

    `times` (K, 3) are start and step of the interval of the schedule and a time inside it [s], `marks` (K, …) are
    `MARKS`, `phases` (K,) the closed loops. The row of the start is not among those of intervals.
    """

    times: Floats
    marks: Whole
    phases: Whole

    @property
    def count(self) -> int:
        """Number of steps."""
        return int(self.ends[-1])

    @property
    def ends(self) -> Whole:
        """Steps of the run up to the end of each interval (K,)."""
        return np.cumsum(self.mark("steps"))

    @cached_property
    def with_start(self) -> StepTable:
        """The same with an interval before the others that has no steps: tasks of the start, then the row of it."""
        marks = self.marks[[0, *range(len(self.marks))]]
        marks[0, MARKS.index("steps")] = marks[0, MARKS.index("row")] = marks[1, MARKS.index("due")] = 0
        return StepTable(
            np.insert(self.times, 0, self.times[0], axis=0), marks, np.insert(self.phases, 0, self.phases[0])
        )

    def mark(self, name: str) -> Whole:
        """Return one of `MARKS` of all intervals (K,)."""
        return self.marks[:, MARKS.index(name)]

    def split(self, longest: int) -> Iterator[Segment]:
        """Yield the segments of a run, of at most `longest` steps each."""
        steps = self.ends - self.mark("steps")
        changes = steps[np.flatnonzero(np.diff(self.phases)) + 1].tolist()
        starts = [k for a, b in pairwise([0, *changes, self.count]) for k in range(a, b, longest)]
        for first, last in pairwise([*starts, self.count]):
            a, b = (np.searchsorted(steps, [first, last - 1], side="right") - 1).tolist()
            yield Segment(first, last, a, b, int(self.phases[a]))


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
