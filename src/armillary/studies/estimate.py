"""Size and time of a study before it is computed: a few of its runs are computed and thrown away.

    time = start · structures + time of a run · runs / workers                                               (1)
The start (tracing, compiled code) and the time of a run are those of the first chunk.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from armillary.compiler.llvm.target import host
from armillary.studies.study import Study

MOST_SECONDS = 2.0
"""Time [s] that a larger sample may take; else the first runs are the sample."""


@dataclass(frozen=True)
class Estimate:
    """Expected size and time of a study.

    Args:
        runs: Number of runs.
        chunks: Number of chunks.
        structures: Number of closed loops that are compiled, at most.
        size: Size of the results on disk [bytes].
        sample: Number of runs that were measured; 0: the times are not known.
        start: Time until the first run of a structure [s].
        run: Time of one run on one core, as part of a stack [s].
    """

    runs: int
    chunks: int
    structures: int
    size: int
    sample: int = 0
    start: float = math.nan
    run: float = math.nan

    def seconds(self, workers: int = 1) -> float:
        """Return the expected time of the study [s], (1); each worker starts, and the runs are shared."""
        return self.start * self.structures + self.run * self.runs / max(1, min(workers, self.chunks))


def estimate(study: Study, measure: bool = True) -> Estimate:
    """Return the expected size and time of a study; `measure`: whether to compute some runs for the time."""
    layout = study.layout
    structures = math.prod(dimension.structures for dimension in study.dimensions)
    numbers = sum(math.prod(dimension.shape) for dimension in study.variables)
    whole = math.prod(layout.chunks) * layout.count  # chunks at the edge have files as large as the others
    size = whole * (8 * numbers + 1) + 4 * layout.count * (len(study.variables) + 1)
    if not measure:
        return Estimate(layout.runs, layout.count, structures, size)
    box = layout.chunk(0)
    first_runs = np.arange(box.runs) < host().width
    begun = time.perf_counter()
    study.compute(box, first_runs)
    middle = time.perf_counter()
    study.compute(box, first_runs)
    once = time.perf_counter() - middle
    count, seconds = int(first_runs.sum()), once
    if once / count * box.runs < MOST_SECONDS and box.runs > count:
        middle = time.perf_counter()
        study.compute(box)
        count, seconds = box.runs, time.perf_counter() - middle
    start = max(0.0, middle - begun - once)
    return Estimate(layout.runs, layout.count, structures, size, count, start, seconds / count)
