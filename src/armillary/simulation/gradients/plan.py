"""The plan of a differentiable run: legs of equal steps between the instants at which something happens.

A stretch of the timeline begins with the tasks of a sampled law and is divided into legs of at most `longest` steps.
Several legs are a segment, at whose start the state is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from armillary.files.content import digest, same
from armillary.simulation.closed_loop.prepare import setup_of
from armillary.simulation.closed_loop.setup import Setup
from armillary.simulation.closed_loop.state import quaternions
from armillary.simulation.gradients.rates import Rates, rates_of
from armillary.simulation.gradients.stepping import Sizes
from armillary.simulation.gradients.tasks import Task, tasks_of
from armillary.simulation.job import Job
from armillary.simulation.solvers import METHODS
from armillary.simulation.timeline import Timeline
from armillary.spatial.scalar import Floats


@dataclass(frozen=True)
class Leg:
    """Steps of one stretch: times in seconds, number of steps, tasks that are due before, rows that they reach."""

    start: float
    step: float
    inside: float
    steps: int
    phase: int
    due: tuple[tuple[int, int], ...]
    """Numbers of the tasks, each with the number of its instant."""
    rows: tuple[tuple[int, int], ...]
    """Number of a row of the run, and the number of steps of the leg before it, from 1 on."""
    piece: int
    """Number of the row of added efforts that holds."""


class Segment(NamedTuple):
    """Legs that follow each other, with their numbers for the sweeps (`sweeps.NUMBERS`), shape (legs, 3)."""

    legs: tuple[Leg, ...]
    numbers: Floats

    @property
    def steps(self) -> int:
        """Number of steps."""
        return sum(leg.steps for leg in self.legs)


@lru_cache(maxsize=4)
def _segments(line: Timeline, begins: tuple[float, ...], clocks: int, pieces: int, longest: int) -> tuple[Segment, ...]:
    """Return the segments of a timeline; recent ones are kept, since gradients are computed again and again."""
    groups: list[list[Leg]] = [[]]
    total = 0
    for leg in _legs(line, begins, clocks, pieces, longest):
        if total + leg.steps > longest and groups[-1]:
            groups.append([])
            total = 0
        groups[-1].append(leg)
        total += leg.steps
    tables = (np.array([[leg.start, leg.step, leg.inside] for leg in legs]) for legs in groups)
    return tuple(Segment(tuple(legs), table) for legs, table in zip(groups, tables, strict=True))


def _legs(line: Timeline, begins: Sequence[float], clocks: int, pieces: int, longest: int) -> Iterator[Leg]:
    """Yield the legs of a timeline in order, of at most `longest` steps each."""
    counts = [0] * clocks
    phases = np.searchsorted(begins, line.insides, side="right") - 1
    for k in range(line.count):
        start, steps, inside = float(line.edges[k]), int(line.steps[k]), float(line.insides[k])
        h = (float(line.edges[k + 1]) - start) / steps
        reached = [(r, round((float(line.times[r]) - start) / h)) for r in range(line.rows[k], line.rows[k + 1])]
        due = []
        for task in range(clocks):
            if line.tasks[k] >> task & 1:
                due.append((task, counts[task]))
                counts[task] += 1
        piece = int(inside / line.edges[-1] * pieces)
        for first in range(0, steps, longest):
            count = min(longest, steps - first)
            rows = tuple((r, s - first) for r, s in reached if first < s <= first + count)
            yield Leg(start + first * h, h, inside, count, int(phases[k]), tuple(due), rows, piece)
            due = []


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

    def sizes(self, lanes: int) -> Sizes:
        """Return the sizes of native sweeps."""
        rates, layout = self.rates[0], self.setup.layout
        own = quaternions(self.setup.loop.plant)
        return Sizes(rates.size, self.setup.loop.size_of_p, rates.count, layout.nq, layout.nv, lanes, own)

    @property
    def steps(self) -> int:
        """Number of steps of a run."""
        return int(self.line.steps.sum())

    def split(self, longest: int) -> tuple[Segment, ...]:
        """Return the legs of a run in segments of at most `longest` steps."""
        begins = tuple(begin for begin, _ in self.setup.phases)
        return _segments(self.line, begins, len(self.setup.clocks), self.efforts, longest)

    @property
    def instants(self) -> list[int]:
        """Number of instants at which each task is due."""
        return [int(np.count_nonzero(self.line.tasks >> k & 1)) for k in range(len(self.setup.clocks))]

    def draws(self, runs: Sequence[int]) -> Sequence[Floats]:
        """Return the random numbers of each task, (instants, width, runs); no arrays if nothing is random."""
        end = float(self.line.edges[-1])
        draws = Job(self.setup, end, end, METHODS[self.method]()).draws(runs)
        return [] if draws is None else draws(self.instants)

    def starts(self, runs: Sequence[int]) -> tuple[Floats, Floats]:
        """Return states and parameters p at the start of some runs, shapes (n, size) and (n, m)."""
        numbers = np.asarray(runs, dtype=np.int64)
        return self.setup.start[numbers, : self.rates[0].size], self.setup.p(numbers)


def _planned(scenario: Any, parameters: Any, *rest: Any) -> Plan:
    """Return the plan with these contents, as `rollout` makes it."""
    return Plan(setup_of(scenario, None, parameters, lift=True), *rest)
