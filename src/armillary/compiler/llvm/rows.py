"""Rows of a batch to lanes and back.

The states of a batch lie row after row in memory, state l in row l; a kernel wants entry j of W states
side by side in the W lanes of one register: column j. Both ways go by blocks of columns, four at a time
where an array has them, else two. The last block of a row is of two columns if that is enough, and overlaps
the one before it rather than reach beyond the row.

A block of four columns of eight rows (of four rows alike, with registers of half the length), reading:
    Q = [row 0 | row 2], Q′ = [row 4 | row 6], each row four entries                           (1)
    first pairs of Q and Q′, that is of rows 0, 2, 4, 6; second pairs; the same of rows 1, 3, 5, 7  (2)
    columns 0, 1 = even and odd entries of the two first pairs, columns 2, 3 of the second       (3)
and writing: (3) on columns 0, 1 and on columns 2, 3, then the pairs of one row side by side  (4).
On Zen 4 these shuffles run beside multiplications; one that takes from two registers
freely, as (4) does, costs about a multiplication, but writing pairs instead doubles the stores.
An array of one column needs no shuffle.
"""

from __future__ import annotations

from armillary.compiler.llvm.text import Text


def blocks(size: int, lanes: int, most: int) -> list[tuple[int, int]]:
    """Return (first column, how many) of the blocks that cover a row of some size."""
    if size == 1 or lanes == 1:
        return [(j, 1) for j in range(size)]
    k = most if size >= most and lanes >= most else 2
    found = [(first, k) for first in range(0, size - k + 1, k)]
    left = size % k
    if left:
        last = k if left > 2 else 2
        found.append((size - last, last))
    return found


def _piece(text: Text, pointer: str, offset: int) -> str:
    return text.let(f"getelementptr double, ptr {pointer}, i64 {offset}") if offset else pointer


def _shuffle(text: Text, a: str, b: str, lanes: int, order: list[int]) -> str:
    mask = ", ".join(f"i32 {index}" for index in order)
    kind = f"<{lanes} x double>"
    return text.let(f"shufflevector {kind} {a}, {kind} {b}, <{len(order)} x i32> <{mask}>")


def _interleave(text: Text, a: str, b: str, lanes: int) -> tuple[str, str]:
    """Return the even and the odd entries of two registers, those of a and b in turn."""  # (3)
    even = [index for i in range(0, lanes, 2) for index in (i, lanes + i)]
    return _shuffle(text, a, b, lanes, even), _shuffle(text, a, b, lanes, [index + 1 for index in even])


def _halves(text: Text, a: str, b: str, lanes: int) -> tuple[str, str]:
    """Return the first and the second pairs of every four entries of two registers."""  # (2)
    low = [index for i in range(0, 2 * lanes, 4) for index in (i, i + 1)]
    return _shuffle(text, a, b, lanes, low), _shuffle(text, a, b, lanes, [index + 2 for index in low])


def load(text: Text, pointer: str, size: int, first: int, count: int) -> list[str]:
    """Write the loads of a block of columns and return their names."""
    lanes = text.lanes
    if count == 1:
        return [text.let(f"load {text.double}, ptr {_piece(text, pointer, first)}, align 8")]
    rows = [
        text.let(f"load <{count} x double>, ptr {_piece(text, pointer, row * size + first)}, align 8")
        for row in range(lanes)
    ]
    even, odd = rows[::2], rows[1::2]
    if count == 2:
        return list(_interleave(text, _joined(text, even, 2), _joined(text, odd, 2), lanes))
    half = lanes // 4
    pairs = [
        _halves(text, _joined(text, some[:half], 4), _joined(text, some[half:], 4), lanes)  # (1), (2)
        for some in (even, odd)
    ]
    return [column for e, o in zip(*pairs, strict=True) for column in _interleave(text, e, o, lanes)]  # (3)


def _joined(text: Text, parts: list[str], size: int) -> str:
    """Return registers one after another in a longer one."""
    while len(parts) > 1:
        parts = [
            _shuffle(text, a, b, size, list(range(2 * size))) for a, b in zip(parts[::2], parts[1::2], strict=True)
        ]
        size *= 2
    return parts[0]


def store(text: Text, pointer: str, size: int, first: int, columns: list[str]) -> None:
    """Write the stores of a block of columns."""
    lanes, count = text.lanes, len(columns)
    if count == 1:
        text.do(f"store {text.double} {columns[0]}, ptr {_piece(text, pointer, first)}, align 8")
        return
    if count == 4:
        (e, o), (e2, o2) = (
            _interleave(text, columns[0], columns[1], lanes),
            _interleave(text, columns[2], columns[3], lanes),
        )
        low = [index for i in range(0, lanes, 4) for index in (i, i + 1, lanes + i, lanes + i + 1)]  # (4)
        high = [index + 2 for index in low]
        registers = [_shuffle(text, *pair, lanes, order) for order in (low, high) for pair in ((e, e2), (o, o2))]
    else:
        registers = list(_interleave(text, columns[0], columns[1], lanes))
    for row, register in enumerate(registers):
        for part in range(0, lanes, count):
            piece = (
                register
                if lanes == count
                else _shuffle(text, register, "poison", lanes, list(range(part, part + count)))
            )
            place = _piece(text, pointer, (row + part) * size + first)
            text.do(f"store <{count} x double> {piece}, ptr {place}, align 8")
