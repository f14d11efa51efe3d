"""When a run is cut, and when it is recorded.

Time is cut into stretches wherever something jumps: switches of the reference, pushes, changes of the plant, control
instants. Cuts closer than 1e-12 of the duration are one.

Rows are wanted at k · spacing and at the end. Integrators that choose their step interpolate, and have them exactly
there. Those with a fixed step have states at its multiples only: a row is then the first step at or after its time. The
step of a stretch is the longest that is not longer than asked for and goes into it a whole number of times.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from armillary.spatial.scalar import Floats

SHORTEST = 1e-12
"""The shortest stretch, as a part of the duration."""
NEXT_TO_NOTHING = 1e-9
"""What a multiple may be missed by, of what it is a multiple of."""


class Stretch(NamedTuple):
    """A time in which nothing jumps [s]; `asked` says that it begins with a control instant."""

    t0: float
    t1: float
    asked: bool

    @property
    def inside(self) -> float:
        """A time inside."""
        return (self.t0 + self.t1) / 2


def stretches(duration: float, jumps: Iterable[float], period: float | None = None) -> Iterator[Stretch]:
    """Yield the stretches from 0 to the duration, one after the other."""
    shortest = SHORTEST * duration
    jumped = ((t, False) for t in sorted(jumps) if t > 0)
    t0, asked = 0.0, period is not None
    for t, instant in heapq.merge(jumped, _instants(period, duration)):
        if duration - t <= shortest:
            break
        if t - t0 <= shortest:
            asked |= instant
            continue
        yield Stretch(t0, t, asked)
        t0, asked = t, instant
    yield Stretch(t0, duration, asked)


def _instants(period: float | None, duration: float) -> Iterator[tuple[float, bool]]:
    k = 1
    while period is not None and k * period < duration:
        yield k * period, True
        k += 1


def steps_of(stretch: Stretch, step: float) -> int:
    """Return how many steps a stretch takes, none of them longer than `step`."""
    return max(1, math.ceil((stretch.t1 - stretch.t0) / step - NEXT_TO_NOTHING))


def due(stretch: Stretch, spacing: float, last: bool, steps: int | None = None) -> Floats:
    """Return when rows are recorded within a stretch, after its begin; `last` says that the run ends with it."""
    t0, t1 = stretch.t0, stretch.t1
    first, count = (math.floor(t / spacing * (1 + SHORTEST) + NEXT_TO_NOTHING) for t in (t0, t1))
    if first == count and not last:
        return np.empty(0)
    times: Floats = np.arange(first + 1.0, count + 1.0) * spacing
    if steps is not None:
        h = (t1 - t0) / steps
        places = np.unique(np.clip(np.ceil((times - t0) / h - 1e-6), 1, steps))
        times = np.where(places == steps, t1, t0 + places * h)
    times = np.where(times > t1 - NEXT_TO_NOTHING * spacing, t1, times)
    return np.concatenate([times, [t1]]) if last and (len(times) == 0 or times[-1] < t1) else times
