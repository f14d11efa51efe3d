"""A stack of runs on a device, in chunks: rows, tangents of rows, and cotangents of everything that has gradients.

`memory` bounds the arrays that hold states, as it does on the CPU. A chunk has at least `FEWEST` runs if the stack has
as many; longer motions than fit then are computed from checkpoints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armillary.simulation.gradients.device.kernels import DeviceKernels
from armillary.simulation.gradients.device.memory import Memory
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.gradients.runs import Rows, Runs, Words
from armillary.simulation.gradients.walk import ORIGINS
from armillary.spatial.scalar import Floats

FEWEST = 1 << 16
"""Runs that occupy a whole device."""


@dataclass(frozen=True, eq=False)
class Arrays:
    """Arrays of the user on the device by name: "q0", "qd0", "efforts" and parameters, each as rows of runs."""

    rows: Mapping[str, Rows]

    def of(self, name: str, first: int, bytes_: int) -> Rows | None:
        """Return the rows of an array from one run on."""
        rows = self.rows.get(name)
        return None if rows is None else Rows(rows.address + first * rows.step * bytes_, rows.step)


@dataclass(frozen=True, eq=False)
class Stack:
    """The runs of one call."""

    plan: Plan
    kernels: DeviceKernels
    count: int
    memory: Memory
    limit: int
    """Approximate limit on the memory for states [B]."""
    given: Arrays

    @cached_property
    def tables(self) -> dict[str, int]:
        """Addresses of the arrays that all chunks share: tables of steps, p, and the places in which runs differ."""
        shared, steps = self.memory.copied(self.plan.loop.p()), self.plan.steps
        for name, place in self.places.items():
            rows = self.given.rows.get(name)
            if rows is not None and not rows.step:
                self.memory.moved(shared + place * self.memory.bytes, rows.address, 1)
        whole = {"marks": steps.marks, "reached": steps.reached, "places": np.array(self.differing, dtype=np.int64)}
        tables = {name: self.memory.copied(table, "int64") for name, table in whole.items()}
        return {"times": self.memory.copied(steps.times, "float64"), "shared": shared, **tables}

    @property
    def places(self) -> dict[str, int]:
        """Place in p of each parameter."""
        return dict(zip(self.plan.names, self.plan.places[self.plan.first_parameter :], strict=True))

    @cached_property
    def differing(self) -> tuple[int, ...]:
        """Places of p in which runs differ."""
        rows = self.given.rows
        by_user = {place for name, place in self.places.items() if name in rows and rows[name].step}
        return tuple(sorted({*self.plan.loop.places_of_runs, *by_user}))

    @cached_property
    def longest(self) -> int:
        """Steps of a segment: all of them if memory holds their states, else the root of half of them."""
        steps = self.plan.steps.count
        whole = self._per_run(steps + 1) * min(self.count, FEWEST)
        return steps if whole <= self.limit else max(1, round((steps / 2) ** 0.5))

    def _per_run(self, states_kept: int) -> int:
        """Return the memory of a run that keeps some states [B]."""
        structure = self.plan.structure
        states = (structure.sizes.n + structure.changing) * (states_kept + 3)
        return self.memory.bytes * (states + len(self.differing))

    def chunks(self, backward: bool = False) -> Iterator[Chunk]:
        """Yield the runs in chunks that fit the memory."""
        states = self.longest + -(-self.plan.steps.count // self.longest) if backward else 0
        size = max(1, self.limit // self._per_run(states))
        for first in range(0, self.count, size):
            yield Chunk(self, first, min(first + size, self.count))


class Chunk:
    """Some runs of a stack, walked together on the device: the place of their `Runs`."""

    def __init__(self, stack: Stack, first: int, last: int) -> None:
        self.stack, self.first, self.count = stack, first, last - first
        whole = stack.memory
        self.memory = Memory(whole.device, whole.dtype, whole.library)
        self.plan = stack.plan
        self._alike = stack.plan.loop.count == 1
        self._listed = slice(0, 1) if self._alike else slice(first, last)

    # The place

    def row_room(self, size: int) -> Rows:
        """Return new memory for a row of each run."""
        return Rows(self.memory.room(self.count * size * self.memory.bytes), size)

    def column_room(self, size: int) -> Rows:
        """Return new memory for a column of each run."""
        return Rows(self.memory.room(self.count * size * self.memory.bytes), self.count)

    def part(self, rows: Rows, first: int) -> Rows:
        """Return the rows without their first entries."""
        return Rows(rows.address + first * self.memory.bytes, rows.step)

    def launch(self, kind: str, phase: int, words: Words) -> None:
        """Queue the walk of a segment."""
        self.stack.kernels.launch(kind, phase, self.memory, words)

    # The runs

    def runs(self) -> Runs:
        """Return the runs at their start, which keep this chunk, as long as they are used."""
        plan = self.plan
        fixed: dict[str, int | Rows] = {
            "runs": self.count, **self.stack.tables,
            "differing": len(self.stack.differing), "differing_p": self._differing_p(),
        }  # fmt: skip
        if any(plan.structure.streams):
            origins = plan.loop.origins(range(self.first, self.first + self.count)).T
            fixed[ORIGINS] = Rows(self.memory.copied(origins, "uint64"), 2)
        efforts = self.stack.given.of("efforts", self.first, self.memory.bytes)
        if efforts is not None:
            fixed["efforts"] = efforts
        return Runs(self, plan.structure, plan.steps, self._start(), fixed)

    def _start(self) -> dict[str, Rows]:
        """Return the states at the start; those of the host are copied where the user has given none."""
        sizes, loop = self.plan.sizes, self.plan.loop
        whole, start = loop.start[self._listed, : sizes.n], dict[str, Rows]()
        places = (("q", "q0", 0, sizes.nq), ("v", "qd0", sizes.nq, sizes.nv), ("rest", "", sizes.nq + sizes.nv, 0))
        for name, argument, first, size in places:
            rows = self.stack.given.of(argument, self.first, self.memory.bytes)
            start[name] = rows or self._rows(whole[:, first : first + size if size else sizes.n])
        start["c"] = self._rows(loop.p_of(range(self.plan.structure.changing), self._listed))
        return start

    def _rows(self, table: Floats) -> Rows:
        """Return a copy of a table of the host, with a row for each run or one for all."""
        return Rows(self.memory.copied(table), 0 if self._alike else table.shape[1])

    def _columns(self, table: Any) -> Rows:
        """Return a copy of a table (size, runs)."""
        return Rows(self.memory.copied(table), self.count)

    def _differing_p(self) -> Rows:
        """Return the entries of p in which runs differ."""
        differing, size = self.stack.differing, self.memory.bytes
        listed = self.plan.loop.p_of(differing, self._listed)
        columns = self._columns(np.broadcast_to(listed, (self.count, len(differing))).T)
        for name, place in self.stack.places.items():
            rows = self.stack.given.of(name, self.first, size)
            if rows is not None and rows.step:
                to = columns.address + differing.index(place) * self.count * size
                self.memory.moved(to, rows.address, self.count)
        return columns

    def backward(self, rows: Words, out: Words, more: Words) -> None:
        """Pull cotangents of the rows back: see `Runs.backward`."""
        n = self.plan.sizes.n
        bars = Rows(self.memory.zeros(self.count * n), n)
        self.runs().backward(self.stack.longest, rows, bars, out, more)
