"""A stack of runs in chunks: arrays in, one thread a run, rows out.

Chunks are as large as the memory of the device allows, and small enough that one takes about a second: Ctrl-C stops
between them. One kernel integrates the runs (`thread`), a second one computes the outputs of their rows (`rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.simulation.capabilities import require
from armillary.simulation.gpu.plan import Plan
from armillary.simulation.gpu.thread import Explicit
from armillary.simulation.loop.loop import Loop
from armillary.simulation.run import Recording, Simulation
from armillary.simulation.solvers import EXPLICIT
from armillary.simulation.walk.balance import stride
from armillary.spatial.scalar import Floats

FEWEST = 1 << 16
"""Runs that occupy a whole device."""
WORK = 10**13
"""Approximate number of operations of a chunk."""


@dataclass(frozen=True, eq=False)
class Chunk:
    """The arrays of some runs.

    `numbers` are the counts of runs, pieces of a run and rows, and the stride of the energy balance. `inputs` has the
    arrays that kernels read, `results` the arrays that the kernel of runs fills, `outputs` those of the kernel of rows,
    in the host's memory, by name. `shared` has p and the bounds of states (`Plan.shared`).
    """

    numbers: tuple[int, int, int, int]
    inputs: dict[str, NDArray[Any]]
    results: dict[str, NDArray[Any]]
    outputs: dict[str, Floats]
    shared: Floats


class Kernel(Protocol):
    """The code of a stack."""

    def room(self) -> int:
        """Return the memory for the arrays of a chunk [bytes]."""

    def run(self, chunk: Chunk) -> None:
        """Compute the runs of a chunk and fill its results and outputs."""


def check(job: Simulation) -> Explicit:
    """Return the solver of a job, or raise an `ArgumentError` if a GPU cannot compute its runs."""
    loop, solver = job.loop, job.solver
    if not isinstance(solver, EXPLICIT):
        names = " or ".join(f"arm.solvers.{each.__name__}(step=…)" for each in EXPLICIT)
        raise ArgumentError("solver", f"{type(solver).__name__} on a GPU", f"a fixed step: {names}")
    require(loop, "a stack on a GPU")
    return solver


class DeviceStack:
    """The runs of a job on a device."""

    def __init__(self, job: Simulation, plan: Plan, kernel: Kernel) -> None:
        self.job, self.plan, self.kernel = job, plan, kernel
        self.loop: Loop = job.loop
        self.count = job.loop.count

    @cached_property
    def shared(self) -> Floats:
        """Entries of p of the first run, then lower and upper bounds of the states that have some."""
        bounds = np.array([each[list(self.plan.watched)] for each in self.job.bounds()])
        return np.concatenate([self.loop.p(), bounds.T.ravel()])

    @cached_property
    def steps(self) -> int:
        """Number of steps of a run."""
        return self.job.schedule.table.count

    def chunks(self) -> Iterator[slice]:
        """Yield the runs of each chunk."""
        operations = max(1, self.steps * self.plan.derivative.operations)
        of_row = self.plan.states + self.plan.changing + sum(port.size for port in self.plan.outputs.outputs)
        bytes_of_run = 8 * (
            len(self.job.schedule.times) * of_row + 2 * self.plan.states + len(self.plan.differing) + 18
        )
        size = max(1, min(self.kernel.room() // bytes_of_run, max(FEWEST, WORK // operations)))
        for first in range(0, self.count, size):
            yield slice(first, min(first + size, self.count))

    def compute(self, runs: slice, to: Recording) -> None:
        """Compute the runs of a chunk."""
        chunk = self.chunk(runs, to)
        self.kernel.run(chunk)
        to.left[runs] = chunk.results["flags"] != 0
        held = range(0 if self.plan.changing else self.loop.equations.changing)
        if np.any(self.loop.p()[: len(held)]) or not set(held).isdisjoint(self.plan.differing):
            to.changing[runs] = self.loop.p_of(held, runs)[:, None]

    def chunk(self, runs: slice, to: Recording) -> Chunk:
        """Return the arrays of some runs; those of `to` are filled."""
        schedule, count = self.job.schedule, runs.stop - runs.start
        pieces = len(schedule.table.rows[0])
        numbers = (count, pieces, len(schedule.times), stride(self.steps))
        results = {
            "record": to.x[runs],
            "values": to.changing[runs] if self.plan.changing else np.zeros(0),
            "flags": np.empty(count, dtype=np.int64),
            "extremes": to.extremes[runs],
            "worst": to.worst[runs] if "bending" in self.plan.seen else np.zeros(0),
        }
        outputs = {name: values[runs] for name, values in to.outputs.items()}
        return Chunk(numbers, self.inputs(runs), results, outputs, self.shared)

    def inputs(self, runs: slice) -> dict[str, NDArray[Any]]:
        """Return the arrays that kernels read."""
        schedule, numbers, x = self.job.schedule, np.arange(runs.start, runs.stop), self.loop.start[runs]
        times, counts = schedule.table.rows
        momentum = np.zeros(0)
        if self.plan.keeps_momentum:
            momentum = self.loop.equations.whole_momentum(x, self.loop.p(numbers))
        arrays = {
            "times": times,
            "counts": counts,
            "clocks": np.stack([schedule.times, schedule.row_insides], axis=1),
            "start": x,
            "differing": self.loop.p_of(self.plan.differing, runs),
            "momentum": momentum,
            "origins": self.loop.origins(numbers.tolist()).T if any(self.plan.streams) else np.zeros(0),
        }
        return {name: np.ascontiguousarray(array) for name, array in arrays.items()}
