"""One way through a timeline: the arrays that the native driver reads and writes, and its calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armillary.simulation.native.arguments import DONE, REPORT
from armillary.simulation.native.assemble import LoopState, NativeLoop, address, columns
from armillary.simulation.native.driver import MARKS, driver
from armillary.spatial.scalar import Floats

Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Stretches:
    """A part of a timeline: edges (k + 1,) [s], tasks (k,), fixed steps (k,), rows before each edge (k + 1,), times.

    `last` is the place of the last stretch of the run.
    """

    edges: Floats
    tasks: Whole
    steps: Whole
    due: Whole
    times: Floats
    last: int


@dataclass(frozen=True, eq=False)
class Tasks:
    """Addresses of the tasks, rows of random numbers (instants, size, lanes) for each, number of changing values.

    `ahead` says whether the last task gives ẋ, too.
    """

    addresses: Sequence[int]
    draws: Sequence[Floats]
    changing: int
    ahead: bool


class Passage:
    """The driver on its way through some stretches."""

    def __init__(self, loop: NativeLoop, stretches: Stretches, tasks: Tasks, fixed: bool, bounded: bool) -> None:
        self.loop, self.stretches, lanes, n = loop, stretches, loop.lanes, loop.states
        count, own = len(stretches.times) + 1, () if lanes == 1 else (lanes,)
        self.rows, self.values = np.empty((count, n, *own)), np.empty((count, tasks.changing, *own))
        self.found, self.former = columns(tasks.changing, lanes), np.zeros(n + 1)
        self._marks = np.zeros(len(MARKS) + lanes, dtype=np.int64)
        self._report = np.zeros(len(REPORT) + lanes, dtype=np.int64)
        sizes = {"n": n, "changing": tasks.changing}
        sizes["ahead"] = len(tasks.addresses) - 1 if tasks.ahead else -1
        self._set(stop=len(stretches.steps), last=stretches.last, fixed=fixed, bounded=bounded, **sizes)
        self._updates = np.array([*tasks.addresses, 0], dtype=np.int64)
        rows = [(address(each), each[0].size if len(each) else 0, 0) for each in tasks.draws]
        self._table = np.array([*rows, (0, 0, 0)], dtype=np.int64)
        self._draws = tasks.draws  # memory that the table has addresses of
        self._call, self._code = driver(lanes)
        self._start = self._marks.copy()
        self._on: LoopState | None = None
        self._arguments: tuple[int | None, ...] = ()

    def restart(self) -> None:
        """Go back to the first of the stretches."""
        self._marks[:] = self._start

    def _set(self, **values: int) -> None:
        for name, value in values.items():
            self._marks[MARKS.index(name)] = value

    @property
    def now(self) -> dict[str, int]:
        """The whole numbers of the driver by name."""
        return dict(zip(MARKS, self._marks.tolist(), strict=False))

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Whether each trajectory has left the bounds, or has numbers that are not finite, shape (lanes,)."""
        return np.asarray(self._marks[len(MARKS) :] > 0)

    @property
    def unfinished(self) -> bool:
        """Whether stretches are left."""
        return bool(self._marks[0] < self._marks[1])

    def go(self, on: LoopState, options: Floats, limits: Whole, budget: int) -> dict[str, int]:
        """Go on, for at most `budget` steps, and return the whole numbers of the driver.

        Options and limits are the same arrays in all calls.
        """
        self._set(budget=budget, status=DONE, steps=0, rejected=0, evaluations=0)
        if on is not self._on:
            line, self._on = self.stretches, on
            own = (self._updates, self._table, line.edges, line.tasks, line.steps, line.due, self.found, self.former)
            loop = self.loop.arguments(on, options, line.times, self.rows, limits, self._report)
            self._arguments = (*loop, self.loop.address, *map(address, (*own, self.values, self._marks)))
        self._call(*self._arguments)
        return self.now
