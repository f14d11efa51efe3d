"""The steps of a run as tables that all threads of a stack read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from armillary.simulation.gradients.plan import Plan
from armillary.spatial.scalar import Floats

NO_ROW = -1
MARKS = ("row", "piece", "due")
"""Whole numbers of a step: the row that it reaches, or `NO_ROW`; the row of added efforts that holds; the tasks due
before it, as bits. Then, for each task, how often it was due before."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The S steps of a run: `times` (S, 3) are start, length and a time inside the stretch [s]; `marks` are `MARKS`."""

    times: Floats
    marks: NDArray[np.int64]
    phases: NDArray[np.int64]
    """Number of the closed loop of each step (S,)."""

    @property
    def count(self) -> int:
        """Number of steps."""
        return len(self.times)

    def split(self, longest: int) -> list[tuple[int, int]]:
        """Return first step and end of segments of one closed loop each, of at most `longest` steps."""
        cuts = [0, *(np.flatnonzero(np.diff(self.phases)) + 1).tolist(), self.count]
        starts = [k for a, b in pairwise(cuts) for k in range(a, b, longest)]
        return list(pairwise([*starts, self.count]))


def tables(plan: Plan) -> Tables:
    """Return the tables of a plan."""
    line, clocks = plan.line, len(plan.setup.clocks)
    stretch = np.repeat(np.arange(line.count), line.steps)
    before = np.cumsum(line.steps) - line.steps
    inside = np.arange(len(stretch)) - before[stretch]  # number of a step in its stretch
    h = np.diff(line.edges) / line.steps
    times = np.stack([line.edges[stretch] + inside * h[stretch], h[stretch], line.insides[stretch]], axis=1)
    marks = np.zeros((len(stretch), len(MARKS) + clocks), dtype=np.int64)
    marks[:, 0] = NO_ROW
    recorded = np.repeat(np.arange(line.count), np.diff(line.rows))  # stretch of each row after the start
    reached = np.rint((line.times[1:] - line.edges[recorded]) / h[recorded]).astype(np.int64)
    marks[before[recorded] + np.clip(reached, 1, line.steps[recorded]) - 1, 0] = np.arange(1, len(line.times))
    marks[:, 1] = (line.insides[stretch] / line.edges[-1] * plan.efforts).astype(np.int64)
    marks[:, 2] = np.where(inside == 0, line.tasks[stretch], 0)
    for task in range(clocks):
        due = marks[:, 2] >> task & 1
        marks[:, len(MARKS) + task] = np.cumsum(due) - due
    begins = [begin for begin, _ in plan.setup.phases]
    return Tables(times, marks, np.searchsorted(begins, line.insides[stretch], side="right") - 1)
