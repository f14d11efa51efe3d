"""Arrays of columns: entry j of the states in all lanes is one register in memory.

Of a batch in column order (`Columns(strided=True)`) entry j begins j strides after entry 0. The stride of an array
%in0 is the value %in0.stride, in numbers: the number of states, or more for some states of a longer batch. Of a state
in each lane (`Columns(strided=False)`) entry after entry lies (size, lanes), as compiled loops keep their states
through many calls.

The methods are the functions of `rows`, without shuffles. Nothing writes an input while a kernel runs, so that LLVM may
load it again at each use.
"""

from __future__ import annotations

from dataclasses import dataclass

from armillary.compiler.llvm.writer import Writer

FIXED = ", !invariant.load !1"


@dataclass(frozen=True)
class Columns:
    """The layout of arrays whose entries lie column after column."""

    strided: bool

    def blocks(self, size: int, lanes: int, most: int) -> list[tuple[int, int]]:
        """Return (first column, number of columns) of the blocks that cover a state: one for each column."""
        return [(j, 1) for j in range(size)]

    def load(self, text: Writer, pointer: str, size: int, first: int, count: int) -> list[str]:
        """Write the load of a column and return its name."""
        return [text.load(self._at(text, pointer, first), note=text.anywhere + FIXED)]

    def store(self, text: Writer, pointer: str, size: int, first: int, columns: list[str], volatile: str = "") -> None:
        """Write the store of a column."""
        text.store(columns[0], self._at(text, pointer, first), note=text.anywhere, volatile=volatile)

    def load_all(self, text: Writer, pointer: str, size: int, to: str) -> None:
        """Write all columns of an array to the memory of a program in pieces."""
        with text.counted(size, 1) as j:
            text.store(text.load(self._at(text, pointer, j), note=text.anywhere), text.at(to, j))

    def store_all(self, text: Writer, pointer: str, size: int, source: str, places: str) -> None:
        """Write columns of that memory to an array; `places` is a table (size,) of the places of the columns."""
        with text.counted(size, 1) as j:
            place = text.let(f"zext i32 {text.load(text.at(places, j, 'i32'), 'i32')} to i64")
            text.store(text.load(text.at(source, place)), self._at(text, pointer, j), note=text.anywhere)

    def _at(self, text: Writer, pointer: str, j: int | str) -> str:
        """Return the address of column j."""
        if not self.strided or j == 0:
            return text.at(pointer, j)
        return text.at(pointer, text.let(f"mul i64 {pointer}.stride, {j}"), text.scalar.name)
