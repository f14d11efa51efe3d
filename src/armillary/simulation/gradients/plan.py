"""The plan of a differentiable run: its closed loops with their products, and its steps as tables.

Between the instants at which something happens lie intervals of equal steps; tasks of a sampled law are due at their
starts. A run is walked in segments: backward, the states at the start of each segment are checkpoints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.kernel import Kernel
from armillary.compiler.program import Program
from armillary.files.content import digest, same
from armillary.simulation.closed_loop.prepare import setup_of
from armillary.simulation.closed_loop.setup import Setup
from armillary.simulation.closed_loop.state import quaternions
from armillary.simulation.gradients.rates import Rates, rates_of
from armillary.simulation.gradients.stepping import Sizes
from armillary.simulation.gradients.tasks import Task, tasks_of
from armillary.simulation.gradients.walk import Structure
from armillary.simulation.job import Job
from armillary.simulation.solvers import METHODS
from armillary.simulation.timeline import Timeline
from armillary.spatial.scalar import Floats

Whole = NDArray[np.int64]

MARKS = ("begin", "steps", "due", "piece")
"""Whole numbers of an interval: steps of the run before it, its steps, the tasks that are due at its start as bits, the
row of added efforts that holds. Then, for each task, how often it was due before."""
NO_ROW = -1


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
class Steps:
    """The fixed steps of a run as tables that all runs read, K intervals and R rows.

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

    def split(self, longest: int) -> list[Segment]:
        """Return the segments of a run, of at most `longest` steps each."""
        begins, rows = self.marks[:, 0], self.reached[:-1]
        changes = begins[np.flatnonzero(np.diff(self.phases)) + 1].tolist()
        cuts = [*pairwise([0, *changes, self.count])]
        starts = [k for a, b in cuts for k in range(a, b, longest)]
        segments = []
        for first, last in pairwise([*starts, self.count]):
            a, b = (np.searchsorted(begins, [first, last - 1], side="right") - 1).tolist()
            row, behind = np.searchsorted(rows, [first, last], side="right").tolist()
            segments.append(Segment(first, last, a, b, row, behind - 1, int(self.phases[a])))
        return segments


@lru_cache(maxsize=4)
def _steps(line: Timeline, begins: tuple[float, ...], clocks: int, pieces: int) -> Steps:
    """Return the tables of a timeline; recent ones are kept, since gradients are computed again and again."""
    h = np.diff(line.edges) / line.steps
    before = np.cumsum(line.steps) - line.steps
    marks = np.zeros((line.count, len(MARKS) + clocks), dtype=np.int64)
    marks[:, 0], marks[:, 1], marks[:, 2] = before, line.steps, line.tasks
    marks[:, 3] = (line.insides / line.edges[-1] * pieces).astype(np.int64)
    for task in range(clocks):
        due = line.tasks >> task & 1
        marks[:, len(MARKS) + task] = np.cumsum(due) - due
    recorded = np.repeat(np.arange(line.count), np.diff(line.rows))  # interval of each row after the start
    inside = np.rint((line.times[1:] - line.edges[recorded]) / h[recorded]).astype(np.int64)
    reached = before[recorded] + np.clip(inside, 1, line.steps[recorded])
    times = np.stack([line.edges[:-1], h, line.insides], axis=1)
    phases = np.searchsorted(begins, line.insides, side="right") - 1
    return Steps(times, marks, np.concatenate([[0], reached, [NO_ROW]]), phases)


@dataclass(frozen=True, eq=False)
class Plan:
    """A setup with its timeline: everything that the sweeps of a run need."""

    setup: Setup
    line: Timeline
    method: str
    names: tuple[str, ...]
    """Names of the parameters that have gradients."""
    efforts: int
    """Number of rows of added efforts; 0 for none."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and same(self._content, other._content)

    def __hash__(self) -> int:
        return digest(self._content)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy by the scenario and its parameters, of which closed loops are made again."""
        return _planned, self._content

    @property
    def _content(self) -> tuple[Any, ...]:
        setup = self.setup
        return setup.scenario, setup.parameters, self.line, self.method, self.names, self.efforts

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Entries of p that have cotangents: those that change at instants or added efforts, then the parameters."""
        loop = self.setup.loop
        known = (*loop.plant.free, *(loop.tuning.names if loop.tuning else ()))
        named = tuple(loop.changing + known.index(name) for name in self.names)
        return (*range(self.own), *named)

    @property
    def own(self) -> int:
        """Number of the places before those of the parameters."""
        loop = self.setup.loop
        return loop.changing if self.setup.clocks else loop.plant.nv if self.efforts else 0

    @cached_property
    def rates(self) -> tuple[Rates, ...]:
        """The closed loop of each phase with its products."""
        return tuple(rates_of(loop, self.places) for _, loop in self.setup.phases)

    @cached_property
    def tasks(self) -> tuple[tuple[Task, ...], ...]:
        """The tasks of the law in each phase."""
        return tuple(map(tasks_of, self.rates))

    @cached_property
    def sizes(self) -> Sizes:
        """The sizes of its steps."""
        rates, layout = self.rates[0], self.setup.layout
        units = quaternions(self.setup.loop.plant)
        return Sizes(rates.size, self.setup.loop.size_of_p, rates.count, layout.nq, layout.nv, units)

    @cached_property
    def structure(self) -> Structure:
        """The structure of a run."""
        setup = self.setup
        changing = setup.loop.changing if setup.clocks else 0
        widths = tuple(task.draws for task in self.tasks[0])
        return Structure(self.method, self.sizes, changing, self.own, bool(self.efforts), widths)

    @cached_property
    def steps(self) -> Steps:
        """The steps of a run."""
        begins = tuple(begin for begin, _ in self.setup.phases)
        return _steps(self.line, begins, len(self.setup.clocks), self.efforts)

    def programs(self, kind: str, phase: int) -> list[Program]:
        """Return the functions that a walk calls, as `Structure.functions` names them."""
        rates, tasks = self.rates[phase], self.tasks[phase]
        updates = [task.program for task in tasks]
        if kind == "forward":
            return [rates.program, *updates]
        if kind == "tangent":
            return [rates.jvp, *updates, *(task.jvp for task in tasks)]
        return [rates.program, rates.vjp, *updates, *(task.vjp for task in tasks)]

    def kernels(self, kind: str, phase: int) -> list[Kernel]:
        """Return their native code, which is kept with the closed loop."""
        rates, tasks = self.rates[phase], self.tasks[phase]
        updates = [task.kernel for task in tasks]
        if kind == "forward":
            return [rates.kernel, *updates]
        if kind == "tangent":
            return [rates.along, *updates, *(task.along for task in tasks)]
        return [rates.kernel, rates.back, *updates, *(task.back for task in tasks)]

    @property
    def instants(self) -> list[int]:
        """Number of instants at which each task is due."""
        return [int(np.count_nonzero(self.line.tasks >> k & 1)) for k in range(len(self.setup.clocks))]

    def draws(self, runs: Sequence[int]) -> Sequence[Floats]:
        """Return the random numbers of each task, (instants, width, runs); no arrays if nothing is random."""
        end = float(self.line.edges[-1])
        draws = Job(self.setup, end, end, METHODS[self.method]()).draws(runs)
        return [] if draws is None else draws(self.instants)


def _planned(scenario: Any, parameters: Any, *rest: Any) -> Plan:
    """Return the plan with these contents, as `rollout` makes it."""
    return Plan(setup_of(scenario, None, parameters, lift=True), *rest)
