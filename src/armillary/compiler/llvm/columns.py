"""Arrays of columns: entry j of all states, one in each lane, is one register in memory, (size, lanes).

The functions are those of `rows`, without shuffles: a caller that keeps its states in this form through many calls, as
native loops do, saves them. Nothing writes an input while a kernel runs, so that LLVM may load it again at each use.
"""

from __future__ import annotations

from armillary.compiler.llvm.writer import Writer

FIXED = ", !invariant.load !1"


def blocks(size: int, lanes: int, most: int) -> list[tuple[int, int]]:
    """Return (first column, number of columns) of the blocks that cover a state: one for each column."""
    return [(j, 1) for j in range(size)]


def load(text: Writer, pointer: str, size: int, first: int, count: int) -> list[str]:
    """Write the load of a column and return its name."""
    return [text.load(text.at(pointer, first), note=text.anywhere + FIXED)]


def store(text: Writer, pointer: str, size: int, first: int, columns: list[str], volatile: str = "") -> None:
    """Write the store of a column."""
    text.store(columns[0], text.at(pointer, first), note=text.anywhere, volatile=volatile)


def load_all(text: Writer, pointer: str, size: int, to: str) -> None:
    """Write all columns of an array to the memory of a program in pieces."""
    with text.counted(size, 1) as j:
        text.store(text.load(text.at(pointer, j), note=text.anywhere), text.at(to, j))


def store_all(text: Writer, pointer: str, size: int, source: str, places: str) -> None:
    """Write columns of that memory to an array; `places` is a table (size,) of the places of the columns."""
    with text.counted(size, 1) as j:
        place = text.let(f"zext i32 {text.load(text.at(places, j, 'i32'), 'i32')} to i64")
        text.store(text.load(text.at(source, place)), text.at(pointer, j), note=text.anywhere)
