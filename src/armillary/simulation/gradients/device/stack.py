"""A stack of runs on a device, in chunks: rows, tangents of rows, and cotangents of everything that has gradients.

`memory` bounds the arrays that hold states, as it does on the CPU. A chunk has at least `FEWEST` runs if the stack has
as many; longer motions than fit then are computed from checkpoints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armillary.compiler.llvm.target import Target
from armillary.compiler.ptx.driver import Device
from armillary.simulation.gpu.memory import DeviceRuns, Memory
from armillary.simulation.gpu.threads import FEWEST, ThreadCode, launch, module_of, run_kernel
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.gradients.runs import Runs
from armillary.simulation.walk.places import RunArray, Words, flat, shared_by, start_of
from armillary.simulation.walk.runs import ORIGINS
from armillary.simulation.walk.values import Number, Slot

SUMS = "sums"
PARTS = 256
"""Threads that share a column of a sum."""
SUM_WORDS = ("threads", "rows", "width", "parts", "down", "right", "source", "to")
"""Arguments of a sum: number of threads, rows, columns, parts; entries from row to row and from column to column;
arrays."""


def sums_text(target: Target) -> str:
    """Return the text of the module of the kernel of sums.

    Sums over the runs give gradients by numbers that all runs share. Thread i adds every `parts`-th row of one column,
    from row i // width on. Applied to the rows, and then with one part to the results, this gives the sums of all
    columns, always in the same order.
    """
    code = ThreadCode(SUMS, SUM_WORDS, set(SUM_WORDS[:-2]), target, {})
    source, to = code.array("source"), code.array("to")
    row, total = code.counter(code.let(f"udiv i64 {code.run}, %width")), code.slot(0.0)
    across = code.let(f"mul i64 {code.let(f'urem i64 {code.run}, %width')}, %right")
    with code.loop() as out:
        out.leave_if(~row.below("%rows"))
        place = code.let(f"add i64 {code.let(f'mul i64 {row.get()}, %down')}, {across}")
        total.set(total.value + Number(code, code.load(code.at(source, place))))
        row.add("%parts")
    slot = Slot(code, code.at(to, code.run))
    slot.set(slot.value + total.value)
    return code.module()


@dataclass(frozen=True, eq=False)
class DeviceKernels:
    """The kernels of a plan in a precision on a device."""

    plan: Plan
    device: Device
    dtype: str

    def launch(self, kind: str, phase: int, memory: Memory, words: Words) -> None:
        """Queue a kernel for some steps of some runs."""
        structure = self.plan.structure
        kernel = self.plan.loop.phases[phase][1].compiled.obtain(
            (kind, self.plan.places, structure, self.device, self.dtype),
            lambda: run_kernel(kind, self.device, self.dtype, structure, self.plan.programs(kind, phase)),
        )
        launch(kernel, self.device, memory.stream, flat(words, structure.words(kind)))

    def add_up(self, memory: Memory, source: RunArray, rows: int, width: int, right: int, to: int) -> None:
        """Add the sums of all rows of an array to `to` (width,); columns are `right` entries apart."""
        part = memory.zeros(width * PARTS)
        module = module_of(SUMS, self.device, self.dtype, [], sums_text)
        first = (width * PARTS, rows, width, PARTS, source.step, right, source.address, part)
        second = (width, PARTS, width, 1, width, 1, part, to)
        for arguments in (first, second):
            launch(module, self.device, memory.stream, arguments)


@dataclass(frozen=True, eq=False)
class Arrays:
    """Arrays of the user on the device by name: "q0", "qd0", "efforts" and parameters, each as rows of runs."""

    rows: Mapping[str, RunArray]

    def of(self, name: str, first: int, bytes_: int) -> RunArray | None:
        """Return the rows of an array from one run on."""
        rows = self.rows.get(name)
        return None if rows is None else RunArray(rows.address + first * rows.step * bytes_, rows.step)


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
        place, loop = DeviceRuns(self.memory, self.count), self.plan.loop
        tables = shared_by(place, loop, self.plan.steps, self.plan.p())
        for name, entry in self.places.items():
            rows = self.given.rows.get(name)
            if rows is not None and not rows.step:
                self.memory.moved(tables["shared"] + entry * self.memory.bytes, rows.address, 1)
        return tables | {"places": place.put_table(np.array(self.differing), "int64")}

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


class Chunk(DeviceRuns):
    """Some runs of a stack, walked together on the device."""

    def __init__(self, stack: Stack, first: int, last: int) -> None:
        whole = stack.memory
        super().__init__(Memory(whole.device, whole.dtype, whole.library), last - first)
        self.stack, self.first, self.plan = stack, first, stack.plan
        self._alike = stack.plan.loop.count == 1
        self._listed = slice(0, 1) if self._alike else slice(first, last)

    def launch(self, kind: str, phase: int, words: Words) -> None:
        """Queue the walk of a segment."""
        self.stack.kernels.launch(kind, phase, self.memory, words)

    def runs(self) -> Runs:
        """Return the runs at their start, which keep this chunk, as long as they are used."""
        plan = self.plan
        fixed: dict[str, int | RunArray] = {
            "runs": self.work, **self.stack.tables,
            "differing": len(self.stack.differing), "differing_p": self._differing_p(),
        }  # fmt: skip
        if plan.structure.noisy:
            origins = plan.loop.origins(range(self.first, self.first + self.work)).T
            fixed[ORIGINS] = self.put(origins, "uint64")
        efforts = self.stack.given.of("efforts", self.first, self.memory.bytes)
        if efforts is not None:
            fixed["efforts"] = efforts
        return Runs(self, plan.structure, plan.steps, self._start(), fixed)

    def _start(self) -> dict[str, RunArray]:
        """Return the states at the start; those of the host are copied where the user has given none."""
        start = start_of(self, self.plan.loop, self.plan.structure, self._listed)
        if self._alike:  # one row for all runs
            start = {name: RunArray(rows.address, 0) for name, rows in start.items()}
        for name, argument in (("q", "q0"), ("v", "qd0")):
            start[name] = self.stack.given.of(argument, self.first, self.memory.bytes) or start[name]
        return start

    def _differing_p(self) -> RunArray:
        """Return the entries of p in which runs differ."""
        differing, size = self.stack.differing, self.memory.bytes
        listed = self.plan.loop.p_of(differing, self._listed)
        columns = self.put_columns(np.broadcast_to(listed, (self.work, len(differing))))
        for name, place in self.stack.places.items():
            rows = self.stack.given.of(name, self.first, size)
            if rows is not None and rows.step:
                to = columns.address + differing.index(place) * self.work * size
                self.memory.moved(to, rows.address, self.work)
        return columns

    def backward(self, rows: Words, out: Words, more: Words) -> None:
        """Pull cotangents of the rows back: see `Runs.backward`."""
        n = self.plan.sizes.n
        bars = RunArray(self.memory.zeros(self.work * n), n)
        self.runs().backward(self.stack.longest, rows, bars, out, more)
