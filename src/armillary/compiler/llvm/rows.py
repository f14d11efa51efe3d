"""Rows of a batch to lanes and back.

The states of a batch lie row after row in memory, state l in row l; a kernel needs entry j of W states in the W lanes
of one register: column j. Both ways go by blocks of four columns if an array has four, else of two. The last block of a
row has two columns if that is enough; it overlaps the block before it and so does not reach beyond the row.

A block of four columns of eight rows (of four rows alike, with registers of half the length), reading:
    Q = [row 0 | row 2], Q′ = [row 4 | row 6], each row four entries                           (1)
    first pairs of Q and Q′, that is of rows 0, 2, 4, 6; second pairs; the same of rows 1, 3, 5, 7  (2)
    columns 0, 1 = even and odd entries of the two first pairs, columns 2, 3 of the second       (3)
and writing: (3) on columns 0, 1 and on columns 2, 3, then the pairs of one row side by side  (4).
On Zen 4 these shuffles run beside multiplications; one that takes from two registers
freely, as (4) does, costs about a multiplication, but writing pairs instead doubles the stores.
An array of one column needs no shuffle. Columns in memory are turned into rows in a loop over the blocks, since LLVM
takes long for thousands of shuffles in a row; and rows into such columns.
"""

from __future__ import annotations

from collections.abc import Callable

from armillary.compiler.llvm.writer import Writer

COLUMNS = 4
"""Columns of an array that are turned into lanes and back together."""


def blocks(size: int, lanes: int, most: int) -> list[tuple[int, int]]:
    """Return (first column, number of columns) of the blocks that cover a row."""
    if size == 1 or lanes == 1:
        return [(j, 1) for j in range(size)]
    k = most if size >= most and lanes >= most else 2
    covering = [(first, k) for first in range(0, size - k + 1, k)]
    left = size % k
    if left:
        last = k if left > 2 else 2
        covering.append((size - last, last))
    return covering


def _piece(text: Writer, pointer: str, offset: int) -> str:
    return text.at(pointer, offset, text.scalar.name)


def _interleave(text: Writer, a: str, b: str, lanes: int) -> tuple[str, str]:
    """Return the even and the odd entries of two registers, alternating between a and b, (3)."""
    even = [index for i in range(0, lanes, 2) for index in (i, lanes + i)]
    return text.shuffled(a, b, even), text.shuffled(a, b, [index + 1 for index in even])


def _halves(text: Writer, a: str, b: str, lanes: int) -> tuple[str, str]:
    """Return the first and the second pairs of every four entries of two registers, (2)."""
    low = [index for i in range(0, 2 * lanes, 4) for index in (i, i + 1)]
    return text.shuffled(a, b, low), text.shuffled(a, b, [index + 2 for index in low])


def load(text: Writer, pointer: str, size: int, first: int, count: int) -> list[str]:
    """Write the loads of a block of columns and return their names."""
    lanes = text.lanes
    if count == 1:
        return [text.load(_piece(text, pointer, first), note=text.anywhere)]
    short = text.with_lanes(count)
    rows = [short.load(_piece(text, pointer, row * size + first), note=text.anywhere) for row in range(lanes)]
    even, odd = rows[::2], rows[1::2]
    if count == 2:
        return list(_interleave(text, _joined(text, even, 2), _joined(text, odd, 2), lanes))
    half = lanes // 4
    pairs = [
        _halves(text, _joined(text, some[:half], 4), _joined(text, some[half:], 4), lanes)  # (1), (2)
        for some in (even, odd)
    ]
    return [column for e, o in zip(*pairs, strict=True) for column in _interleave(text, e, o, lanes)]  # (3)


def _joined(text: Writer, parts: list[str], size: int) -> str:
    """Return registers one after another in a longer one."""
    while len(parts) > 1:
        part = text.with_lanes(size)
        parts = [part.shuffled(a, b, range(2 * size)) for a, b in zip(parts[::2], parts[1::2], strict=True)]
        size *= 2
    return parts[0]


def store(text: Writer, pointer: str, size: int, first: int, columns: list[str], volatile: str = "") -> None:
    """Write the stores of a block of columns."""
    lanes, count = text.lanes, len(columns)
    if count == 1:
        text.store(columns[0], _piece(text, pointer, first), note=text.anywhere, volatile=volatile)
        return
    if count == 4:
        e, o = _interleave(text, columns[0], columns[1], lanes)
        e2, o2 = _interleave(text, columns[2], columns[3], lanes)
        low = [index for i in range(0, lanes, 4) for index in (i, i + 1, lanes + i, lanes + i + 1)]  # (4)
        high = [index + 2 for index in low]
        registers = [text.shuffled(*pair, order) for order in (low, high) for pair in ((e, e2), (o, o2))]
    else:
        registers = list(_interleave(text, columns[0], columns[1], lanes))
    for row, register in enumerate(registers):
        for part in range(0, lanes, count):
            piece = register if lanes == count else text.shuffled(register, "poison", range(part, part + count))
            text.with_lanes(count).store(piece, _piece(text, pointer, (row + part) * size + first), note=text.anywhere)


def load_all(text: Writer, pointer: str, size: int, to: str) -> None:
    """Write all rows of an array as columns to memory."""

    def move(first: int | str, count: int) -> None:
        begin = text.at(to, first)
        for j, column in enumerate(load(text, text.at(pointer, first, text.scalar.name), size, 0, count)):
            text.store(column, text.at(begin, j))

    _over_blocks(text, size, move)


def store_all(text: Writer, pointer: str, size: int, source: str, places: str) -> None:
    """Write columns in memory as the rows of an array; `places` is a table (size,) of the places of the columns."""

    def move(first: int | str, count: int) -> None:
        begin, columns = text.at(places, first, "i32"), []
        for j in range(count):
            place = text.let(f"zext i32 {text.load(text.at(begin, j, 'i32'), 'i32')} to i64")
            columns.append(text.load(text.at(source, place)))
        store(text, text.at(pointer, first, text.scalar.name), size, 0, columns)

    _over_blocks(text, size, move)


def _over_blocks(text: Writer, size: int, move: Callable[[int | str, int], None]) -> None:
    """Do `move` for the first column and the number of columns of every block, in a loop as far as blocks are alike."""
    parts = blocks(size, text.lanes, COLUMNS)
    alike = [part for part in parts if part[1] == parts[0][1] and part[0] % part[1] == 0]
    if len(alike) > 1:
        with text.counted(alike[-1][0] + alike[-1][1], alike[0][1]) as first:
            move(first, alike[0][1])
    for part in parts[len(alike) :] if len(alike) > 1 else parts:
        move(*part)
