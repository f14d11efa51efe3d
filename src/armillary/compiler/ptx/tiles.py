"""The arrays of a kernel on a GPU: rows in global memory, tiles of a block of threads in shared memory.

A thread computes one state, and its values are scalars. Neighbouring threads that read entry j of their rows from
global memory would touch all rows at once, each time. So a block copies the rows of all its threads, which lie one
after another, to a tile in shared memory, neighbouring words by neighbouring threads, and each thread reads its row
from there; outputs go the other way. Rows of a tile are an odd number of words apart, so that the threads of a warp
use different banks.

    array of one entry a row           global memory directly: neighbouring threads read neighbouring words
    input shared by all states         global memory: all threads read the same word
    other arrays                       a tile, as long as tiles fit `ROOM`
If outputs do not fit, each thread keeps its results in its local memory. At the end a block writes `STAGED` columns of
all its rows at a time through one tile, in the place of the tiles of the inputs, which are no longer needed. Inputs
that do not fit are read directly. Threads behind the last state repeat it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from armillary.compiler.llvm.writer import Scalar, Writer
from armillary.compiler.program import Program

ROOM = 48 * 1024
"""Shared memory that a block may have on every device without asking [bytes]."""
THREADS = (128, 64)
"""Threads of a block; fewer if the tiles then fit."""
STAGED = 32
"""Columns of a large output that a block writes at a time: a line of 128 bytes of each row, or two."""
UNROLLED = 64
"""Entries of a row up to which the copies of a tile are written one by one."""
GLOBAL, SHARED = 1, 3
"""LLVM's numbers of address spaces."""
FIXED = ", !invariant.load !1"


@dataclass(frozen=True)
class Tile:
    """An array of a kernel: entries of a row and their place."""

    name: str
    size: int
    tiled: bool
    uniform: bool = False
    """Whether all states share one row."""
    staged: bool = False
    """Whether a few columns at a time pass through a tile."""

    @property
    def stride(self) -> int:
        """Words from row to row of a tile, an odd number."""
        return self.size | 1


@dataclass(frozen=True)
class Tiles:
    """The layout of a kernel: its arrays by name, and the threads of a block. An `ArrayLayout` of `llvm.body`."""

    arrays: dict[str, Tile]
    threads: int
    scalar: Scalar

    @property
    def collected(self) -> bool:
        """Whether results are kept in local memory and written last."""
        return any(tile.staged for tile in self.arrays.values())

    def globals(self, kernel: str) -> list[str]:
        """Return the tiles as variables of a module; with staged outputs, one variable for all of them."""
        if self.collected:
            words = max(sum(tile.stride for tile in self._tiled), STAGED + 1)
            return [self._declared(f"@{kernel}.room", words)]
        return [self._declared(self._variable(kernel, tile), tile.stride) for tile in self._tiled]

    def _declared(self, name: str, words: int) -> str:
        kind = f"[{self.threads * words} x {self.scalar.name}]"
        return f"{name} = internal addrspace({SHARED}) global {kind} undef, align 16"

    def _variable(self, kernel: str, tile: Tile) -> str:
        """Return the address of a tile."""
        if not self.collected:
            return f"@{kernel}.{tile.name}"
        before = itertools.takewhile(lambda other: other is not tile, self._tiled)
        words = 0 if tile.staged else self.threads * sum(other.stride for other in before)
        return f"getelementptr ({self.scalar.name}, ptr addrspace({SHARED}) @{kernel}.room, i32 {words})"

    # The places of rows

    def begin(self, text: Writer, kernel: str) -> None:
        """Write the number of the thread's state and the addresses of its rows; read the tiles of inputs."""
        text.let("call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", "%thread")
        block = text.let("call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
        text.let(f"mul i64 {text.let(f'zext i32 {block} to i64')}, {self.threads}", "%first")
        left = text.let("sub i64 %n, %first")
        text.let(f"icmp sge i64 {left}, {self.threads}", "%whole")
        few = text.let(f"select i1 %whole, i64 {self.threads}, i64 {left}")
        text.let(f"trunc i64 {few} to i32", "%states")
        last = text.let("sub i32 %states, 1")
        # Threads behind the last state repeat it: all must reach the barriers, and equal stores do no harm.
        beyond = text.let("icmp sge i32 %thread, %states")
        text.let(f"select i1 {beyond}, i32 {last}, i32 %thread", "%row")
        text.let(f"add i64 %first, {text.let('zext i32 %row to i64')}", "%state")
        for tile in self.arrays.values():
            self._rows(text, kernel, tile)
        self._copied(text, kernel, [tile for tile in self._tiled if tile.name.startswith("in")], self._fetched)
        text.do("call void @llvm.nvvm.cp.async.wait.all()")
        text.do("call void @llvm.nvvm.barrier0()")

    def end(self, text: Writer, kernel: str) -> None:
        """Write the tiles of outputs to global memory."""
        text.do("call void @llvm.nvvm.barrier0()")
        self._copied(text, kernel, [tile for tile in self._tiled if tile.name.startswith("out")], self._delivered)

    @property
    def _tiled(self) -> list[Tile]:
        return [tile for tile in self.arrays.values() if tile.tiled]

    def _rows(self, text: Writer, kernel: str, tile: Tile) -> None:
        """Write the addresses of a thread's row and of the block's rows."""
        T, name, block = self.scalar.name, tile.name, tile.tiled or tile.staged
        offset = text.let(f"mul i64 %{'first' if block else 'state'}, {0 if tile.uniform else tile.size}")
        place = "block" if block else "row"
        text.let(f"getelementptr {T}, ptr addrspace({GLOBAL}) %{name}, i64 {offset}", f"%{place}.{name}")
        if block:
            row = text.let(f"mul i32 %row, {STAGED + 1 if tile.staged else tile.stride}")
            base = self._variable(kernel, tile)
            text.let(f"getelementptr {T}, ptr addrspace({SHARED}) {base}, i32 {row}", f"%row.{name}")
            text.let(f"getelementptr {T}, ptr addrspace({SHARED}) {base}, i32 0", f"%tile.{name}")

    # Copies of tiles, by all threads of a block

    def _copied(
        self, text: Writer, kernel: str, tiles: Sequence[Tile], move: Callable[[Writer, str, str], None]
    ) -> None:
        """Write the copies of whole tiles, word by word, and in a loop those of tiles of fewer states."""
        if not tiles:
            return
        whole, some, after = (text.new_block(stem) for stem in ("whole", "some", "copied"))
        text.branch("%whole", whole, some)
        text.begin(whole)
        for tile in tiles:
            if tile.size <= UNROLLED:
                for k in range(tile.size):
                    word = text.let(f"add i32 %thread, {k * self.threads}")
                    move(text, *self._word(text, kernel, tile, word))
            else:
                self._strided(text, kernel, tile, move)
        text.jump(after)
        text.begin(some)
        for tile in tiles:
            self._strided(text, kernel, tile, move)
        text.jump(after)
        text.begin(after)

    def _strided(self, text: Writer, kernel: str, tile: Tile, move: Callable[[Writer, str, str], None]) -> None:
        """Write a loop over the words of a tile."""
        self._over_words(text, tile.size, lambda word: move(text, *self._word(text, kernel, tile, word)))

    def _over_words(self, text: Writer, columns: int, body_of: Callable[[str], None]) -> None:
        """Write a loop of the block's threads over the words of some columns of all its rows."""
        before, head, body, after = text.block, *(text.new_block() for _ in range(3))
        end = text.let(f"mul i32 %states, {columns}")
        index, more = text.new_name(), text.new_name()
        text.jump(head)
        text.begin(head)
        text.let(f"phi i32 [ %thread, %{before} ], [ {more}, %{body} ]", index)
        text.branch(text.let(f"icmp ult i32 {index}, {end}"), body, after)
        text.begin(body)
        body_of(index)
        text.let(f"add i32 {index}, {self.threads}", more)
        text.jump(head)
        text.begin(after)

    def _word(self, text: Writer, kernel: str, tile: Tile, word: str) -> tuple[str, str]:
        """Return the addresses of a word of the block's rows in global memory and in the tile."""
        T, place = self.scalar.name, word
        if tile.stride != tile.size:  # each row of the tile is one word longer: its place moves on by one for each row
            row = text.let(f"udiv i32 {word}, {tile.size}")
            place = text.let(f"add i32 {word}, {row}")
        base = self._variable(kernel, tile)
        there = text.let(f"getelementptr {T}, ptr addrspace({GLOBAL}) %block.{tile.name}, i32 {word}")
        return there, text.let(f"getelementptr {T}, ptr addrspace({SHARED}) {base}, i32 {place}")

    def _fetched(self, text: Writer, there: str, here: str) -> None:
        copy = f"llvm.nvvm.cp.async.ca.shared.global.{self.scalar.bytes}"
        text.do(f"call void @{copy}(ptr addrspace({SHARED}) {here}, ptr addrspace({GLOBAL}) {there})")

    def _delivered(self, text: Writer, there: str, here: str) -> None:
        text.store(text.load(f"addrspace({SHARED}) {here}"), f"addrspace({GLOBAL}) {there}")

    # The functions of a layout

    def _address(self, text: Writer, pointer: str, index: int | str) -> str:
        tile = self.arrays[pointer.removeprefix("%")]
        space = SHARED if tile.tiled else GLOBAL
        kind = "i64" if isinstance(index, str) else "i32"
        at = text.let(f"getelementptr {self.scalar.name}, ptr addrspace({space}) %row.{tile.name}, {kind} {index}")
        return f"addrspace({space}) {at}"

    def blocks(self, size: int, lanes: int, most: int) -> list[tuple[int, int]]:
        """Return (first column, number of columns) of the blocks that cover a row: one for each column."""
        return [(j, 1) for j in range(size)]

    def load(self, text: Writer, pointer: str, size: int, first: int, count: int) -> list[str]:
        """Write the load of an entry and return its name."""
        note = FIXED if self.arrays[pointer.removeprefix("%")].uniform else ""
        return [text.load(self._address(text, pointer, first), note=note)]

    def store(self, text: Writer, pointer: str, size: int, first: int, columns: list[str], volatile: str = "") -> None:
        """Write the store of an entry."""
        text.store(columns[0], self._address(text, pointer, first), volatile=volatile)

    def load_all(self, text: Writer, pointer: str, size: int, to: str) -> None:
        """Write all entries of a row to the memory of a program in pieces."""
        with text.counted(size, 1) as j:
            text.store(text.load(self._address(text, pointer, j)), text.at(to, j))

    def store_all(self, text: Writer, pointer: str, size: int, source: str, places: str) -> None:
        """Write entries of that memory to a row; `places` is a table (size,) of their places."""
        tile = self.arrays[pointer.removeprefix("%")]
        if tile.staged:
            for first in range(0, size, STAGED):
                self._staged(text, tile, first, min(STAGED, size - first), (source, places))
            return
        with text.counted(size, 1) as j:
            place = text.let(f"zext i32 {text.load(text.at(places, j, 'i32'), 'i32')} to i64")
            text.store(text.load(text.at(source, place)), self._address(text, pointer, j))

    def _staged(self, text: Writer, tile: Tile, first: int, count: int, memory: tuple[str, str]) -> None:
        """Write some columns of all rows of a block through the tile: its rows, then by neighbouring threads."""
        T, (source, places) = self.scalar.name, memory
        text.do("call void @llvm.nvvm.barrier0()")  # the columns before are out, and inputs are read
        with text.counted(count, 1) as j:
            place = text.load(text.at(text.at(places, first, "i32"), j, "i32"), "i32")
            value = text.load(text.at(source, text.let(f"zext i32 {place} to i64")))
            here = text.let(f"getelementptr {T}, ptr addrspace({SHARED}) %row.{tile.name}, i64 {j}")
            text.store(value, f"addrspace({SHARED}) {here}")
        text.do("call void @llvm.nvvm.barrier0()")

        def moved(word: str) -> None:
            row = text.let(f"udiv i32 {word}, {count}")
            column = text.let(f"sub i32 {word}, {text.let(f'mul i32 {row}, {count}')}")
            place = text.let(f"add i32 {text.let(f'mul i32 {row}, {STAGED + 1}')}, {column}")
            offset = text.let(f"add i32 {text.let(f'mul i32 {row}, {tile.size}')}, {column}")
            there = text.let(f"add i32 {offset}, {first}")
            here = text.let(f"getelementptr {T}, ptr addrspace({SHARED}) %tile.{tile.name}, i32 {place}")
            at = text.let(f"getelementptr {T}, ptr addrspace({GLOBAL}) %block.{tile.name}, i32 {there}")
            self._delivered(text, at, here)

        self._over_words(text, count, moved)


def lay_out(program: Program, scalar: Scalar, uniform: frozenset[str]) -> Tiles:
    """Return the layout of a program's kernel.

    Args:
        program: The program.
        scalar: Precision of its numbers.
        uniform: Names of the inputs of which all states share one row.
    """
    rows = [(f"in{k}", port.size, port.name in uniform) for k, port in enumerate(program.inputs)]
    rows += [(f"out{k}", port.size, False) for k, port in enumerate(program.outputs)]
    # Neighbouring threads already read neighbouring words of arrays of one entry, and the same word of shared rows.
    sizes = {name: size for name, size, shared in sorted(rows, key=_size) if size > 1 and not shared}
    threads, fitting = _fitting(sizes, scalar)
    staged = set()
    if not all(name in fitting for name in sizes if name.startswith("out")):
        # Outputs go through one tile at the end, in the place of the inputs: these have all of the room.
        staged = {name for name in sizes if name.startswith("out")}
        threads, fitting = _fitting({name: size for name, size in sizes.items() if name not in staged}, scalar)
    arrays = {name: Tile(name, size, name in fitting, shared, name in staged) for name, size, shared in rows}
    return Tiles(arrays, threads, scalar)


def _size(row: tuple[str, int, bool]) -> int:
    return row[1]


def _fitting(sizes: dict[str, int], scalar: Scalar) -> tuple[int, set[str]]:
    """Return the threads of a block, fewer if all tiles then fit, and the arrays, smallest first, whose tiles fit."""
    for threads in THREADS:
        fitting = set()
        left = ROOM // (threads * scalar.bytes)
        for name, size in sizes.items():
            left -= size | 1
            if left >= 0:
                fitting.add(name)
        if len(fitting) == len(sizes):
            break
    return threads, fitting
