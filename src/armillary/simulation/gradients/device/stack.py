"""A stack of runs on a device, in chunks: rows, tangents of rows, and cotangents of everything that has gradients.

Backward, the states before every step of a segment are kept, segment after segment from the last one, and those at the
start of each segment before. `memory` bounds these arrays, as it does on the CPU. A chunk has at least `FEWEST` runs if
the stack has as many; longer motions than fit then are computed from checkpoints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armillary.simulation.gradients.device.arguments import STATE
from armillary.simulation.gradients.device.engine import Engine
from armillary.simulation.gradients.device.memory import Memory, Rows
from armillary.simulation.gradients.device.tables import Tables, tables
from armillary.simulation.gradients.plan import Plan

FEWEST = 1 << 16
"""Runs that occupy a whole device."""


@dataclass(frozen=True, eq=False)
class Arrays:
    """Arrays of the user on the device by name: "q0", "qd0", "efforts" and parameters, each as rows of runs."""

    rows: Mapping[str, Rows]

    def of(self, name: str, first: int, bytes_: int) -> Rows | None:
        """Return the rows of an array from one run on."""
        found = self.rows.get(name)
        return None if found is None else Rows(found.address + first * found.step * bytes_, found.step)


@dataclass(frozen=True, eq=False)
class Stack:
    """The runs of one call."""

    plan: Plan
    engine: Engine
    count: int
    memory: Memory
    limit: int
    """Approximate limit on the memory for states [B]."""
    given: Arrays

    @cached_property
    def tables(self) -> Tables:
        """The steps of a run."""
        return tables(self.plan)

    @cached_property
    def _fixed(self) -> dict[str, int]:
        """Arrays that all chunks share: tables and p."""
        shared = self.memory.copied(self.plan.setup.p())
        size = self.memory.bytes
        for name, place in self._places.items():
            rows = self.given.rows.get(name)
            if rows is not None and not rows.step:
                self.memory.moved(shared + place * size, rows.address, 1)
        times, marks = self.memory.copied(self.tables.times, "float64"), self.memory.copied(self.tables.marks, "int64")
        return {"times": times, "marks": marks, "shared": shared}

    @property
    def _places(self) -> dict[str, int]:
        """Place in p of each parameter."""
        return dict(zip(self.plan.names, self.plan.places[self.plan.own :], strict=True))

    @cached_property
    def longest(self) -> int:
        """Steps of a segment: all of them if memory holds their states, else the root of half of them."""
        whole = self._per_run(self.plan.steps + 1) * min(self.count, FEWEST)
        return self.plan.steps if whole <= self.limit else max(1, round((self.plan.steps / 2) ** 0.5))

    def _per_run(self, states_kept: int) -> int:
        """Return the memory of a run that keeps some states [B]."""
        states = self.plan.rates[0].size + self.engine.shape.changing
        drawn = sum(count * width for count, width in zip(self.plan.instants, self._widths, strict=True))
        kept = states * (states_kept + 3)
        return self.memory.bytes * (kept + len(self.engine.shape.own) + drawn)

    @property
    def _widths(self) -> list[int]:
        """Random numbers of each task at an instant."""
        return [next(port.size for port in task.update.inputs if port.name == "w") for task in self.plan.tasks[0]]

    def chunks(self, backward: bool = False) -> Iterator[Chunk]:
        """Yield the runs in chunks that fit the memory."""
        kept = self.longest + -(-self.plan.steps // self.longest) if backward else 0
        size = max(1, self.limit // self._per_run(kept))
        for first in range(0, self.count, size):
            yield Chunk(self, first, min(first + size, self.count))


class Chunk:
    """Some runs of a stack, computed together."""

    def __init__(self, stack: Stack, first: int, last: int) -> None:
        self.stack, self.first, self.runs = stack, first, last - first
        whole = stack.memory
        self.memory = Memory(whole.device, whole.dtype, whole.library)
        self.plan, self.shape = stack.plan, stack.engine.shape
        self._alike = stack.plan.setup.count == 1
        self._listed = slice(0, 1) if self._alike else slice(first, last)
        self.start = self._start()
        self.fixed = {
            "runs": self.runs, "whole": stack.count, "rows": len(stack.plan.line.times), **stack._fixed,
            "own": self._own(), **self._draws(),
        }  # fmt: skip

    def _start(self) -> dict[str, Rows]:
        """Return the states at the start; those of the host are copied where the user has given none."""
        sizes, setup = self.shape.sizes, self.plan.setup
        whole, found = setup.start[self._listed, : sizes.n], dict[str, Rows]()
        places = (("q", "q0", 0, sizes.nq), ("v", "qd0", sizes.nq, sizes.nv), ("rest", "", sizes.nq + sizes.nv, 0))
        for name, own, first, size in places:
            given = self.stack.given.of(own, self.first, self.memory.bytes)
            found[name] = given or self._rows(whole[:, first : first + size if size else sizes.n])
        found["c"] = self._rows(setup.p_of(range(self.shape.changing), self._listed))
        return found

    def _rows(self, table: Any) -> Rows:
        """Return a copy of a table of the host, with a row for each run or one for all."""
        return Rows(self.memory.copied(table), 0 if self._alike else table.shape[1])

    def parts(self, address: int, step: int) -> dict[str, Rows]:
        """Return coordinates, velocities and other states in an array of states."""
        sizes, size = self.shape.sizes, self.memory.bytes
        places = (0, sizes.nq, sizes.nq + sizes.nv)
        return {name: Rows(address + size * place, step) for name, place in zip(STATE[:3], places, strict=True)}

    def _own(self) -> int:
        """Return the entries of p in which runs differ, (places, runs)."""
        own, size = self.shape.own, self.memory.bytes
        listed = self.plan.setup.p_of(own, self._listed)
        address = self.memory.copied(np.broadcast_to(listed, (self.runs, len(own))).T)
        for name, place in self.stack._places.items():
            rows = self.stack.given.of(name, self.first, size)
            if rows is not None and rows.step:
                self.memory.moved(address + own.index(place) * self.runs * size, rows.address, self.runs)
        return address

    def _draws(self) -> dict[str, int]:
        """Return the random numbers of tasks, each (instants, width, runs)."""
        drawn = self.plan.draws(range(self.first, self.first + self.runs))
        return {f"draws{k}": self.memory.copied(each) for k, each in enumerate(drawn)}

    def _launch(self, kind: str, segment: tuple[int, int], **given: int | Rows) -> None:
        phase = int(self.stack.tables.phases[segment[0]])
        efforts = self.stack.given.of("efforts", self.first, self.memory.bytes)
        more = {} if efforts is None else {"efforts": efforts}
        words: dict[str, int | Rows] = {**self.fixed, "first": segment[0], "last": segment[1], **more, **given}
        self.stack.engine.launch(kind, phase, self.memory, words)

    def _carried(self) -> tuple[dict[str, Rows], dict[str, int]]:
        """Return new memory for a state, as the start of later steps and as outputs of a kernel."""
        n, changing, size = self.shape.sizes.n, self.shape.changing, self.memory.bytes
        x, c = self.memory.room(self.runs * n * size), self.memory.room(self.runs * changing * size)
        return {**self.parts(x, n), "c": Rows(c, changing)}, {"x_out": x, "c_out": c}

    def forward(self, q_rows: int, v_rows: int) -> None:
        """Write the rows of these runs."""
        state = self.start
        for segment in self.stack.tables.split(self.plan.steps):
            after, out = self._carried()
            self._launch("forward", segment, q_rows=q_rows, v_rows=v_rows, **state, **out)
            state = after

    def tangent(self, along: Mapping[str, Rows], dp: int, rows: tuple[int, int]) -> None:
        """Write the tangents of the rows, from those of the start (dq, dv, drest), of added efforts and of p."""
        state, n = self.start, self.shape.sizes.n
        for segment in self.stack.tables.split(self.plan.steps):
            after, out = self._carried()
            dx = self.memory.room(self.runs * n * self.memory.bytes)
            self._launch("tangent", segment, q_rows=rows[0], v_rows=rows[1], dx_out=dx, dp=dp, **state, **along, **out)
            state, along = after, {**along, **{f"d{name}": each for name, each in self.parts(dx, n).items()}}

    def backward(self, rows: tuple[int, int], out: Mapping[str, Rows], p_bar: int, efforts_bar: Rows) -> None:
        """Write cotangents of the start to `out` (q_out, v_out), those of p and of added efforts."""
        n, size = self.shape.sizes.n, self.memory.bytes
        segments, states = self.stack.tables.split(self.stack.longest), [self.start]
        for segment in segments[:-1]:
            after, carried = self._carried()
            self._launch("forward", segment, **states[-1], **carried)
            states.append(after)
        longest = max(last - first for first, last in segments)
        path = self.memory.room(self.runs * longest * (n + self.shape.changing) * size)
        bars = self.parts(self.memory.zeros(self.runs * n), n)
        for segment in reversed(segments):
            self._launch("forward", segment, path=path, **states.pop())
            given = {f"{name}_bar": each for name, each in bars.items()} | {"efforts_bar": efforts_bar}
            given |= {f"{name}_out": each for name, each in bars.items()} | (dict(out) if segment[0] == 0 else {})
            self._launch("adjoint", segment, q_rows=rows[0], v_rows=rows[1], path=path, p_bar=p_bar, **given)
