"""Runs with fixed steps in this process: in lanes of the machine, block after block.

Numbers of runs are arrays (blocks, size, lanes): entry j of the runs of a block is one register.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.llvm.assemble import LoadedCode, environment, load_object, to_object
from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import DOUBLE, Scalar, vector
from armillary.simulation.noise import llvm_text
from armillary.simulation.walk.arguments import LINE, address
from armillary.simulation.walk.places import KernelSource, RunArray, Words, flat
from armillary.simulation.walk.runs import ORIGINS, TABLES, KernelStructure, RunCode
from armillary.simulation.walk.values import Vector
from armillary.spatial.scalar import Floats


class BlockCode(RunCode):
    """The text of a kernel over blocks of runs, whose functions are arguments."""

    def __init__(self, kind: str, structure: KernelStructure, lanes: int, width: int, scalar: Scalar) -> None:
        functions = structure.functions(kind)
        tables = {*TABLES, *structure.arrays(kind), ORIGINS, *functions}
        words = (*structure.words(kind), *functions)
        arguments = ", ".join(f"{'ptr' if name in tables else 'i64'} %{name}" for name in words)
        super().__init__(kind, (), width, scalar, heading=f"void @{kind}({arguments}) #0")
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

    def row(self, name: str, first: str | int = 0, kind: str = "") -> Vector:
        """Return the entries of this block from one on; default type: a number of the code."""
        place = self.sum(self.sum(self.run, f"%{name}.step", first), self.block_lanes)
        return Vector(self, self.at(f"%{name}", place, kind), 0)

    def recorded(self, name: str, row: str, size: int) -> Vector:
        """Return one of the recorded rows of this block, whose number is the distance between blocks."""
        place = self.let(f"mul i64 {self.sum(self.run, f'%{name}.step', row)}, {size * self.block_lanes}")
        return Vector(self, self.at(f"%{name}", place), size * self.block_lanes)

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
        return wide.load(self.at(f"%{ORIGINS}", entry, "i64"), kind, ", align 8")

    def call_function(self, name: str, *arrays: Vector) -> None:
        """Write the call of a function by its address."""
        self.do(f"call void %{name}({', '.join(f'ptr {array.pointer}' for array in arrays)})")


@lru_cache(maxsize=64)
def loaded(kind: str, structure: KernelStructure, lanes: int, scalar: Scalar) -> tuple[Any, LoadedCode]:
    """Return a kernel as a function of words, and its code, which must outlive it."""
    target = host(scalar=scalar)
    parts: list[str | bytes] = [
        "blocks", kind, repr(structure), f"{lanes} {target.width} {scalar.name}", environment(),
        source_digest("simulation.walk", "simulation.gradients", "simulation.solvers", "simulation.noise"),
    ]  # fmt: skip
    image = load_or_build(parts, lambda: to_object(_text(kind, structure, lanes, target.width, scalar), loops=[kind]))
    library = load_object(image, [kind])
    count = len(structure.words(kind)) + len(structure.functions(kind))
    return ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * count)(library[kind]), library


def _text(kind: str, structure: KernelStructure, lanes: int, width: int, scalar: Scalar) -> str:
    code = BlockCode(kind, structure, lanes, width, scalar)
    structure.write(kind, code, lanes)
    return "\n\n".join([code.finish(), *([llvm_text(lanes)] if structure.noisy else [])])


THICK = 8192
"""Steps of all runs in one call of native code: enough that Python takes little of the time. More would leave the
cache of the processor."""


@dataclass(eq=False)
class Blocks:
    """Memory of some runs in this process, and the code that walks them."""

    plan: KernelSource
    lanes: int
    count: int
    """Number of runs."""
    scalar: Scalar = DOUBLE
    arrays: dict[int, NDArray[Any]] = field(default_factory=dict)
    """Arrays by their addresses."""

    @property
    def work(self) -> int:
        """Number of blocks."""
        return -(-self.count // self.lanes)

    def row_room(self, size: int, dtype: str = "") -> RunArray:
        """Return zeros for a row of each run, default in the precision of the runs."""
        dtype = dtype or self.scalar.dtype
        shape = (self.work, size, self.lanes)
        if self.lanes == 1:
            return self._hold(np.zeros(shape, dtype))
        entries = math.prod(shape)
        memory = np.zeros(entries + LINE * 8, dtype)
        line = LINE * 8 // memory.itemsize
        first = -address(memory) // memory.itemsize % line  # no register of lanes crosses a line of cache
        return self._hold(memory[first : first + entries].reshape(shape))

    def _hold(self, array: NDArray[Any]) -> RunArray:
        """Return an array (blocks, size, lanes) as rows; it lives as long as this object."""
        rows = RunArray(address(array), array.shape[1])
        self.arrays[rows.address] = array
        return rows

    def column_room(self, size: int) -> RunArray:
        """Return zeros for a column of each run: blocks have both alike."""
        return self.row_room(size)

    def part(self, rows: RunArray, first: int) -> RunArray:
        """Return the rows without their first entries."""
        return RunArray(rows.address + first * self.lanes * self.scalar.bytes, rows.step)

    def put(self, values: NDArray[Any], dtype: str = "") -> RunArray:
        """Return a copy of rows (runs, …), default in the precision of the runs.

        Lanes without a run repeat the last one.
        """
        table, dtype = values.reshape(len(values), -1), dtype or self.scalar.dtype
        if self.lanes == 1:
            return self._hold(np.array(table, dtype=dtype, order="C")[:, :, None])
        missing = self.work * self.lanes - len(table)
        whole = np.concatenate([table, np.repeat(table[-1:], missing, axis=0)]) if missing else table
        rows = self.row_room(table.shape[1], dtype)
        self.arrays[rows.address][...] = whole.reshape(self.work, self.lanes, -1).transpose(0, 2, 1)
        return rows

    def put_columns(self, values: Floats) -> RunArray:
        """Return a copy of rows as columns: blocks have both alike."""
        return self.put(values)

    def put_table(self, values: NDArray[Any], dtype: str = "") -> int:
        """Return the address of an array that all runs share, default in the precision of the runs."""
        table = np.ascontiguousarray(values, dtype=dtype or self.scalar.dtype)
        place = address(table)
        self.arrays[place] = table
        return place

    def get(self, rows: RunArray, *shape: int) -> Floats:
        """Return rows as an array (runs, *shape)."""
        blocks = self.arrays[rows.address]
        return blocks.transpose(0, 2, 1).reshape(-1, blocks.shape[1])[: self.count].reshape(self.count, *shape)

    def fetch(self, results: Iterable[tuple[RunArray, NDArray[Any]]]) -> None:
        """Fill arrays (runs, …) from rows."""
        for rows, array in results:
            array[...] = self.get(rows, *array.shape[1:])

    def launch(self, kind: str, phase: int, words: Words) -> None:
        """Walk a segment."""
        structure = self.plan.structure
        function, _ = loaded(kind, structure, self.lanes, self.scalar)
        kernels = self.plan.kernels(kind, phase, self.scalar)
        functions = (kernel.address_one if self.lanes == 1 else kernel.address_lanes for kernel in kernels)
        function(*flat(words, structure.words(kind)), *functions)
