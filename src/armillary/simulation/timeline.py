"""When a run is cut, when its controllers are asked, and when it is recorded: one table, made before the run.

Time is cut into stretches wherever something jumps: switches of the reference, pushes, changes of the plant, control
instants. Control instants are offset + k · period, each the rounded product, so they do not drift. Cuts closer
than 1e-12 of the duration are one. Rows are wanted at k · spacing and at the end. Adaptive solvers interpolate, and
have rows exactly there. Solvers with a fixed step have states only at its multiples: a row is then the first step at or
after its time. A stretch is divided into the fewest equal steps that are not longer than the solver's step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.spatial.scalar import Floats

SHORTEST = 1e-12
"""The shortest stretch, as a part of the duration."""
NEXT_TO_NOTHING = 1e-9
"""Relative tolerance on multiples of a step or a spacing."""


class Clock(NamedTuple):
    """The instants offset + k · period of a task, k = 0, 1, … [s], or the first `most` of them."""

    period: float
    offset: float = 0.0
    most: int | None = None

    def until(self, duration: float) -> Floats:
        """Return the instants up to a duration [s]."""
        count = max(0, int((duration - self.offset) / self.period)) + 1
        return self.offset + self.period * np.arange(float(count if self.most is None else min(count, self.most)))


@dataclass(frozen=True, eq=False)
class Timeline:
    """The stretches of a run, K of them, and its rows.

    `times` (R,) are those of the rows [s]. The first row is the start of the run; `rows[k]` rows come before the steps
    of stretch k, `rows[K]` is R.
    """

    edges: Floats
    """Start of each stretch, and the end of the last one (K + 1,) [s]."""
    tasks: NDArray[np.int64]
    """Tasks that are due at the start of each stretch, as bits: 1 << number of the clock (K,)."""
    steps: NDArray[np.int64]
    """Number of fixed steps in each stretch (K,)."""
    times: Floats
    rows: NDArray[np.int64]

    @property
    def count(self) -> int:
        """Number of stretches."""
        return len(self.tasks)

    @cached_property
    def insides(self) -> Floats:
        """A time inside each stretch (K,) [s]."""
        return (self.edges[:-1] + self.edges[1:]) / 2

    @cached_property
    def row_insides(self) -> Floats:
        """A time inside the stretch of each row (R,) [s]."""
        counts = np.diff(self.rows)
        counts[0] += 1  # the start
        return np.repeat(self.insides, counts)


def timeline(
    duration: float, jumps: Iterable[float], clocks: Sequence[Clock], spacing: float, step: float | None = None
) -> Timeline:
    """Return the table of a run.

    Args:
        duration: Simulated time [s].
        jumps: Instants at which something is not smooth [s].
        clocks: Instants of the tasks.
        spacing: Time between rows [s].
        step: Step of a solver with a fixed step [s]; None for an adaptive one.
    """
    edges, tasks = _cuts(duration, jumps, clocks)
    steps = np.ones(len(tasks), dtype=np.int64)
    if step is not None:
        steps = np.maximum(np.ceil(np.diff(edges) / step - NEXT_TO_NOTHING), 1).astype(np.int64)
    places, times = _rows(edges, spacing, None if step is None else steps)
    counts = np.bincount(places, minlength=len(tasks))
    return Timeline(edges, tasks, steps, np.append(0.0, times), np.append(0, np.cumsum(counts)) + 1)


def _cuts(duration: float, jumps: Iterable[float], clocks: Sequence[Clock]) -> tuple[Floats, NDArray[np.int64]]:
    """Return the edges of the stretches, and the tasks that are due at the start of each."""
    shortest = SHORTEST * duration
    found = [np.array([0.0, *jumps])]
    found += [clock.until(duration) for clock in clocks]
    due = np.repeat([0, *(1 << k for k in range(len(clocks)))], [len(each) for each in found]).astype(np.int64)
    t = np.concatenate(found)
    order = np.argsort(t, kind="stable")
    order = order[(t[order] >= 0) & (duration - t[order] > shortest)]
    t, due = t[order], due[order]
    first = np.flatnonzero(np.diff(t, prepend=-np.inf) > shortest)
    return np.append(t[first], duration), np.bitwise_or.reduceat(due, first)


def _rows(edges: Floats, spacing: float, steps: NDArray[np.int64] | None) -> tuple[NDArray[np.int64], Floats]:
    """Return the stretch and the time [s] of each row after the start."""
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
