"""Size and time of a study before it is computed, measured on a few of its runs, whose results are discarded.

    time = start · structures + time of a run · runs / workers                                               (1)
The start (tracing, compilation) and the time of a run are measured on the first chunk.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from armillary.compiler.llvm.target import host
from armillary.studies.study import Study

MOST_SECONDS = 2.0
"""Longest expected time of the whole chunk as the sample [s]; otherwise its first runs are the sample."""


@dataclass(frozen=True)
class Estimate:
    """Expected size and time of a study.

    Args:
        runs: Number of runs.
        chunks: Number of chunks.
        structures: Largest number of closed loops that are compiled.
        size: Size of the results on disk [bytes].
        sample: Number of measured runs; 0 if the times are unknown.
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
        """Return the expected time of the study [s], (1); every worker needs the start, and they share the runs."""
        return self.start * self.structures + self.run * self.runs / max(1, min(workers, self.chunks))


def estimate(study: Study, measure: bool = True) -> Estimate:
    """Return the expected size of a study and, with `measure`, its expected time."""
    layout = study.layout
    structures = math.prod(dimension.structures for dimension in study.dimensions)
    numbers = sum(math.prod(variable.shape) for variable in study.variables)
    stored_runs = math.prod(layout.chunks) * layout.count  # chunks at the edge have files as large as the others
    # Per run 8 bytes a number and one of the status; per chunk a checksum of 4 bytes for each array.
    size = stored_runs * (8 * numbers + 1) + 4 * layout.count * (len(study.variables) + 1)
    if not measure:
        return Estimate(layout.runs, layout.count, structures, size)
    box = layout.chunk(0)
    first_runs = np.arange(box.runs) < host().width
    # The same runs twice: the first time traces and compiles, the second is the time of the runs alone.
    begun = time.perf_counter()
    study.compute(box, first_runs)
    compiled = time.perf_counter()
    study.compute(box, first_runs)
    again = time.perf_counter() - compiled
    count, seconds = int(first_runs.sum()), again
    if again / count * box.runs < MOST_SECONDS and box.runs > count:
        compiled = time.perf_counter()
        study.compute(box)
        count, seconds = box.runs, time.perf_counter() - compiled
    start = max(0.0, compiled - begun - again)
    return Estimate(layout.runs, layout.count, structures, size, count, start, seconds / count)
