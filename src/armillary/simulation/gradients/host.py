"""Runs walked by this process: in lanes of the machine, block after block.

Numbers of runs are arrays (blocks, size, lanes): entry j of the runs of a block is one register.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.llvm.assemble import LoadedCode, environment, load_object, to_object
from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import vector
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.gradients.runs import Rows, Runs, Words, flat
from armillary.simulation.gradients.walk import ORIGINS, TABLES, RunCode, Structure, Walk
from armillary.simulation.noise import llvm_text
from armillary.simulation.walk.arguments import LINE, address
from armillary.simulation.walk.values import Vector
from armillary.spatial.scalar import Floats


class BlockCode(RunCode):
    """The text of a walk over blocks of runs, whose functions are arguments."""

    def __init__(self, kind: str, structure: Structure, lanes: int, width: int) -> None:
        rows, functions = structure.rows(kind), structure.functions(kind)
        tables = {*TABLES, *rows, *functions}
        words = (*structure.words(kind), *functions)
        arguments = ", ".join(f"{'ptr' if name in tables else 'i64'} %{name}" for name in words)
        super().__init__(kind, (), width, heading=f"void @{kind}({arguments}) #0")
        self.block_lanes = lanes

    @contextlib.contextmanager
    def each_run(self) -> Iterator[None]:
        """Write the body for every block."""
        count = self.counter(0)
        with self.loop() as out:
            out.leave_if(~count.below("%runs"))
            self.run = count.get()
            yield
            count.add()

    def array(self, name: str) -> str:
        """Return an address among the arguments as a pointer."""
        return f"%{name}"

    def is_given(self, name: str) -> str:
        """Return whether an address among the arguments is not NULL."""
        return self.let(f"icmp ne ptr %{name}, null")

    def row(self, name: str, first: str | int = 0) -> Vector:
        """Return the entries of this block from one on."""
        place = self.sum(self.sum(self.run, f"%{name}.step", first), self.block_lanes)
        return Vector(self, self.at(f"%{name}", place), 0)

    def copy_column(self, name: str, first: str | int, to: Vector) -> None:
        """Read entries of this block."""
        self.copy(to, self.row(name, first))

    def set_column(self, name: str, first: str | int, source: Vector) -> None:
        """Write entries of this block."""
        self.copy(Vector(self, self.row(name, first).pointer, source.size), source)

    def origin(self, place: int, lanes: int) -> str:
        """Return the keys or the numbers of the runs of this block."""
        wide, kind = self.with_lanes(lanes), vector("i64", lanes)
        entry = self.sum(self.run, 2 * lanes, place * lanes)
        return wide.load(self.at(f"%{ORIGINS}", entry, "i64"), kind, wide.anywhere)

    def call_function(self, name: str, pointers: str) -> None:
        """Write the call of a function by its address."""
        self.do(f"call void %{name}({pointers})")


@cache
def walk(kind: str, structure: Structure, lanes: int) -> tuple[Any, LoadedCode]:
    """Return a walk as a function of words, and its code, which must outlive it."""
    target = host()
    parts: list[str | bytes] = [
        "walk", kind, repr(structure), f"{lanes} {target.width}", environment(),
        source_digest("simulation.walk", "simulation.gradients", "simulation.solvers", "simulation.noise"),
    ]  # fmt: skip
    image = load_or_build(parts, lambda: to_object(_text(kind, structure, lanes, target.width), loops=[kind]))
    library = load_object(image, [kind])
    count = len(structure.words(kind)) + len(structure.functions(kind))
    return ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * count)(library[kind]), library


def _text(kind: str, structure: Structure, lanes: int, width: int) -> str:
    code = BlockCode(kind, structure, lanes, width)
    Walk(kind, structure, code, lanes)
    return "\n\n".join([code.finish(), *([llvm_text(lanes)] if any(structure.streams) else [])])


@dataclass(eq=False)
class Blocks:
    """Memory of some runs in this process, and the code of their walks."""

    plan: Plan
    lanes: int
    count: int
    """Number of runs."""
    arrays: dict[int, NDArray[Any]] = field(default_factory=dict)
    """Arrays by their addresses."""

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.count // self.lanes)

    def row_room(self, size: int) -> Rows:
        """Return zeros for a row of each run."""
        shape = (self.blocks, size, self.lanes)
        if self.lanes == 1:
            return self._hold(np.zeros(shape))
        entries = math.prod(shape)
        memory = np.zeros(entries + LINE)
        first = -address(memory) // memory.itemsize % LINE  # no register of lanes crosses a line of cache
        return self._hold(memory[first : first + entries].reshape(shape))

    def _hold(self, array: Floats) -> Rows:
        """Return an array (blocks, size, lanes) as rows; it lives as long as this object."""
        rows = Rows(address(array), array.shape[1])
        self.arrays[rows.address] = array
        return rows

    def column_room(self, size: int) -> Rows:
        """Return zeros for a column of each run: blocks have both alike."""
        return self.row_room(size)

    def part(self, rows: Rows, first: int) -> Rows:
        """Return the rows without their first entries."""
        return Rows(rows.address + first * self.lanes * 8, rows.step)

    def put(self, values: Floats) -> Rows:
        """Return a copy of rows (runs, …); lanes without a run repeat the last one."""
        table = values.reshape(len(values), -1)
        if self.lanes == 1:
            return self._hold(np.array(table, dtype=float, order="C")[:, :, None])
        missing = self.blocks * self.lanes - len(table)
        whole = np.concatenate([table, np.repeat(table[-1:], missing, axis=0)]) if missing else table
        rows = self.row_room(table.shape[1])
        self.arrays[rows.address][...] = whole.reshape(self.blocks, self.lanes, -1).transpose(0, 2, 1)
        return rows

    def get(self, rows: Rows, *shape: int) -> Floats:
        """Return rows as an array (runs, *shape)."""
        blocks = self.arrays[rows.address]
        return blocks.transpose(0, 2, 1).reshape(-1, blocks.shape[1])[: self.count].reshape(self.count, *shape)

    def launch(self, kind: str, phase: int, words: Words) -> None:
        """Walk a segment."""
        structure = self.plan.structure
        function, _ = walk(kind, structure, self.lanes)
        kernels = self.plan.kernels(kind, phase)
        functions = (kernel.address_one if self.lanes == 1 else kernel.address_lanes for kernel in kernels)
        function(*flat(words, structure.words(kind)), *functions)


@dataclass(frozen=True, eq=False)
class Group:
    """Some runs of a plan, in lanes: their numbers, and rows of added efforts (runs, K, nv) or None."""

    plan: Plan
    lanes: int
    runs: tuple[int, ...]
    efforts: Floats | None

    def forward(self, rows: Floats) -> None:
        """Compute the runs and write their rows (runs, R, n)."""
        blocks, runs = self._start()
        written = self._rows(blocks)
        runs.forward(written)
        self._read(blocks, written, rows)

    def tangent(self, dx: Floats, dp: Floats, defforts: Floats | None) -> Floats:
        """Return tangents of the rows, (runs, R, n), from tangents of the start and of the places of p."""
        blocks, runs = self._start()
        sizes, written = self.plan.sizes, self._rows(blocks)
        x = blocks.put(dx)
        along = {f"d{name}": blocks.part(x, first) for name, (first, _) in sizes.parts.items()}
        along["dp"] = blocks.put(dp)
        if defforts is not None:
            along["defforts"] = blocks.put(defforts)
        runs.tangent(along, written)
        tangents = np.zeros((len(self.runs), len(self.plan.schedule.times), sizes.n))
        self._read(blocks, written, tangents)
        return tangents

    def backward(self, longest: int, rows_bar: Floats, efforts_bar: Floats | None) -> tuple[Floats, Floats]:
        """Return cotangents of the start and of the places of p from those of the rows, (runs, R, n).

        Cotangents of added efforts, (runs, K, nv), are written to `efforts_bar`.
        """
        blocks, runs = self._start()
        sizes = self.plan.sizes
        q, v = slice(0, sizes.nq), slice(sizes.nq, sizes.nq + sizes.nv)
        rows = {name: blocks.put(rows_bar[:, :, part]) for name, part in (("q_rows", q), ("v_rows", v))}
        x_bar, p_bar = blocks.row_room(sizes.n), blocks.row_room(sizes.chosen)
        more = {"p_bar": p_bar}
        if efforts_bar is not None:
            more["efforts_bar"] = blocks.put(np.zeros_like(efforts_bar))
        runs.backward(longest, rows, x_bar, {}, more)
        if efforts_bar is not None:
            efforts_bar[...] = blocks.get(more["efforts_bar"], *efforts_bar.shape[1:])
        return blocks.get(x_bar, sizes.n), blocks.get(p_bar, sizes.chosen)

    def _rows(self, blocks: Blocks) -> dict[str, Rows]:
        """Return memory for the rows of q and q̇."""
        count, sizes = len(self.plan.schedule.times), self.plan.sizes
        return {"q_rows": blocks.row_room(count * sizes.nq), "v_rows": blocks.row_room(count * sizes.nv)}

    def _read(self, blocks: Blocks, written: dict[str, Rows], to: Floats) -> None:
        """Copy rows of q and q̇ to an array (runs, R, n)."""
        nq, nv = self.plan.sizes.nq, self.plan.sizes.nv
        to[:, :, :nq] = blocks.get(written["q_rows"], to.shape[1], nq)
        to[:, :, nq : nq + nv] = blocks.get(written["v_rows"], to.shape[1], nv)

    def _start(self) -> tuple[Blocks, Runs]:
        """Return memory for the runs, and the runs at their start."""
        plan, numbers = self.plan, slice(self.runs[0], self.runs[-1] + 1)
        loop, structure, steps = plan.loop, plan.structure, plan.steps
        blocks = Blocks(plan, self.lanes, len(self.runs))
        x = blocks.put(loop.start[numbers, : structure.sizes.n])
        differing = loop.places_of_runs
        start = {name: blocks.part(x, first) for name, (first, _) in structure.sizes.parts.items()}
        start["c"] = blocks.put(loop.p_of(range(structure.changing), numbers))
        fixed: dict[str, int | Rows] = {
            "runs": blocks.blocks,
            "differing": len(differing),
            "differing_p": blocks.put(loop.p_of(differing, numbers)),
        }
        tables = (steps.times, steps.marks, steps.reached, loop.p(), np.array(differing, dtype=np.int64))
        for name, table in zip(TABLES, tables, strict=True):
            fixed[name] = place = address(table)
            blocks.arrays[place] = table
        if self.efforts is not None:
            fixed["efforts"] = blocks.put(np.ascontiguousarray(self.efforts))
        if any(structure.streams):
            fixed[ORIGINS] = blocks.put(loop.origins(self.runs).T.view(np.float64))  # the bits as they are
        return blocks, Runs(blocks, structure, steps, start, fixed)
