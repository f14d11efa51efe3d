"""The timeline of a run as a table that all threads of a stack read.

A segment is a number of fixed steps of one stretch. It ends where a row is recorded, or with its stretch; tasks are due
at the start of a stretch only. The first segment has no steps: tasks of the start, then the row of the start.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armillary.simulation.timeline import Timeline
from armillary.spatial.scalar import Floats

NO_ROW = -1


@dataclass(frozen=True, eq=False)
class Segments:
    """S segments.

    `times` (S, 3) are start, step and a time inside of their stretches [s]. `counts` (S, 4) are the tasks that are due
    as bits, the steps of the stretch before, the steps, and the row at the end, or `NO_ROW`.
    """

    times: Floats
    counts: NDArray[np.int64]

    def instants(self, task: int) -> int:
        """Return how often a task is due."""
        return int(np.count_nonzero(self.counts[:, 0] >> task & 1))


def segments(line: Timeline) -> Segments:
    """Return the segments of a timeline with fixed steps."""
    h = np.diff(line.edges) / line.steps
    recorded = np.repeat(np.arange(line.count), np.diff(line.rows))  # stretch of each row after the start
    reached = np.rint((line.times[1:] - line.edges[recorded]) / h[recorded]).astype(np.int64)
    reached = np.clip(reached, 1, line.steps[recorded])
    whole = np.ones(line.count, dtype=bool)
    whole[recorded[reached == line.steps[recorded]]] = False  # the others end without a row
    ends = np.flatnonzero(whole)
    stretch = np.concatenate([[0], recorded, ends])
    end = np.concatenate([[0], reached, line.steps[ends]])
    row = np.concatenate([[0], np.arange(1, len(line.times)), np.full(len(ends), NO_ROW)])
    order = np.lexsort((end, stretch))
    stretch, end, row = stretch[order], end[order], row[order]
    first = np.append(True, np.diff(stretch) > 0)
    done = np.where(first, 0, np.append(0, end[:-1]))
    due = np.where(first, line.tasks[stretch], 0)
    times = np.stack([line.edges[stretch], h[stretch], line.insides[stretch]], axis=1)
    return Segments(times, np.stack([due, done, end - done, row], axis=1))
