"""A stack of runs in chunks: arrays in, one thread a run, rows out.

Chunks are as large as the memory of the device allows, and small enough that one takes about a second: Ctrl-C stops
between them. The energy balance, the bending of links and the momentum are looked at in recorded rows, not in steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.errors import ArgumentError
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.digital import Digital
from armillary.simulation.closed_loop.setup import Setup
from armillary.simulation.closed_loop.state import quaternions
from armillary.simulation.gpu.segments import Segments, segments
from armillary.simulation.gpu.thread import ARRAYS, Explicit, Plan
from armillary.simulation.job import Job
from armillary.simulation.native.balance import UNSEEN
from armillary.simulation.solvers import EXPLICIT
from armillary.spatial.scalar import Floats

FEWEST = 1 << 16
"""Runs that occupy a whole device."""
WORK = 10**13
"""Approximate number of operations of a chunk."""
FILLED = ("record", "values", "flags", "extremes", "worst")
"""Arrays that come back."""


class Kernel(Protocol):
    """The code of a stack."""

    def room(self) -> int:
        """Return the memory for the arrays of a chunk [bytes]."""

    def run(
        self, numbers: Sequence[int], arrays: dict[str, NDArray[Any]], filled: Sequence[str], shared: Floats
    ) -> None:
        """Compute the runs of a chunk.

        Args:
            numbers: Numbers of runs, segments and rows.
            arrays: All arrays in the order of the kernel's arguments.
            filled: Names of the arrays that the kernel writes.
            shared: p and bounds, as the plan says.
        """


def plan(job: Job) -> Plan:
    """Return the programs and the structure of a job."""
    closed, lower = job.setup.loop, job.bounds()[0]
    watched = np.flatnonzero(np.isfinite(lower) | np.isfinite(job.bounds()[1]))
    kept = quaternions(closed.plant) if job.solver.normalises else ()
    own = job.setup.places_of_runs
    return Plan(closed.program, closed.updates(), closed.balance(), closed.layout, kept, tuple(watched.tolist()), own)


def optimised(given: Plan) -> Plan:
    """Return a plan with shorter programs, each with a unique name."""

    def short(program: Program, name: str) -> Program:
        return replace(optimise(program), name=name)

    tasks = tuple(short(each, f"task{k}") for k, each in enumerate(given.tasks))
    return replace(
        given, derivative=short(given.derivative, "derivative"), tasks=tasks, balance=short(given.balance, "balance")
    )


def check(job: Job) -> Explicit:
    """Return the solver of a job, or raise an `ArgumentError` if a GPU cannot compute its runs."""
    setup, solver = job.setup, job.solver
    if not isinstance(solver, EXPLICIT):
        names = " or ".join(f"arm.solvers.{each.__name__}(step=…)" for each in EXPLICIT)
        raise ArgumentError("solver", f"{type(solver).__name__} on a GPU", f"a fixed step: {names}")
    if setup.reason is not None:
        raise ArgumentError("controller", f"one that cannot be compiled ({setup.reason})", "a traced law on a GPU")
    if len(setup.phases) > 1:
        raise ArgumentError("changes", "a plant that changes", "one plant on a GPU", "or leave out device")
    if setup.loop.switching.count:
        found = "a plant with events: " + _eventful(setup.loop)
        hint = "give the friction of joints a smooth_velocity and gears no backlash, or leave out device"
        raise ArgumentError("robot", found, "one without events on a GPU", hint)
    if not setup.stacked:
        raise ArgumentError("device", "one run", "a stack of runs", "give q0 of shape (N, n), or leave out device")
    return solver


def _eventful(closed: ClosedLoop) -> str:
    parts = ["joints that stick"] if closed.switching.sticking else []
    return " and ".join(parts + (["gears with backlash"] if closed.switching.gaps else []))


@dataclass(frozen=True, eq=False)
class Rows:
    """Where the results of all N runs are written; the fields of `Outcome` of a stack, and flags (N,)."""

    x: Floats
    changing: Floats
    extremes: Floats
    worst: Floats
    left: NDArray[np.bool_]


class DeviceStack:
    """The runs of a job on a device."""

    def __init__(self, job: Job, plan: Plan, kernel: Kernel) -> None:
        self.job, self.plan, self.kernel = job, plan, kernel
        self.setup: Setup = job.setup
        self.count = job.setup.count

    @cached_property
    def segments(self) -> Segments:
        """The table of the timeline."""
        return segments(self.job.timeline)

    @cached_property
    def shared(self) -> Floats:
        """Entries of p of the first run, then lower and upper bounds of the states that have some."""
        bounds = np.array([each[list(self.plan.watched)] for each in self.job.bounds()])
        return np.concatenate([self.setup.p(), bounds.T.ravel()])

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """Number of random numbers of each task at an instant."""
        controller = self.setup.loop.controller
        return controller.draws if isinstance(controller, Digital) else ()

    def chunks(self) -> Iterator[slice]:
        """Yield the runs of each chunk."""
        steps = int(self.segments.counts[:, 2].sum())
        operations = max(1, steps * self.plan.derivative.operations)
        drawn = sum(self.segments.instants(k) * width for k, width in enumerate(self.widths))
        rows = len(self.job.timeline.times) * (self.plan.states + self.plan.changing)
        each = 8 * (rows + 2 * self.plan.states + len(self.plan.own) + drawn + 16)
        size = max(1, min(self.kernel.room() // each, max(FEWEST, WORK // operations)))
        for first in range(0, self.count, size):
            yield slice(first, min(first + size, self.count))

    def compute(self, own: slice, to: Rows) -> None:
        """Compute the runs of a chunk."""
        arrays = self.arrays(own, to)
        self.kernel.run(self.numbers(own), arrays, FILLED, self.shared)
        to.left[own] = arrays["flags"] != 0
        if not self.plan.changing:
            to.changing[own] = self.setup.p(np.arange(own.start, own.stop))[:, None, : to.changing.shape[2]]

    def numbers(self, own: slice) -> tuple[int, int, int]:
        """Return the numbers of runs, segments and rows of a chunk."""
        return own.stop - own.start, len(self.segments.counts), len(self.job.timeline.times)

    def arrays(self, own: slice, to: Rows) -> dict[str, NDArray[Any]]:
        """Return the arrays of a chunk by name, in the order of the kernel's arguments; those of `to` are filled."""
        runs = np.arange(own.start, own.stop)
        x, p = self.setup.start[own], self.setup.p(runs)
        to.extremes[own] = UNSEEN[:, 0]
        flags = np.zeros(len(runs), dtype=np.int64)
        values = to.changing[own] if self.plan.changing else np.zeros((len(runs), 0))
        given = (
            self.segments.times, self.segments.counts, x, p[:, list(self.plan.own)],
            self.setup.loop.whole_momentum(x, p), to.x[own], values, flags, to.extremes[own], to.worst[own],
        )  # fmt: skip
        arrays = dict(zip(ARRAYS, map(np.ascontiguousarray, given), strict=True))
        draws = self.job.draws(runs.tolist())
        drawn = draws([self.segments.instants(k) for k in range(len(self.widths))]) if draws else []
        for k in range(len(self.plan.tasks)):
            arrays[f"draws{k}"] = np.ascontiguousarray(drawn[k]) if drawn else np.zeros(1)
        return arrays
