"""Text set in columns: cells of one or several lines, names and numbers never broken."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

GAP = 2


@dataclass(frozen=True)
class Column:
    """A column: its heading and its cells; `wrap` is the width at which its text goes on in another line."""

    heading: str
    cells: tuple[str, ...]
    right: bool = True
    wrap: int = 0

    @property
    def width(self) -> int:
        """The width that it needs; headings are broken between words where the cells are narrow."""
        cells = [line for cell in self.cells for line in self.lines(cell)]
        return max(map(cell_len, (*self.headings, *cells)), default=0)

    @property
    def headings(self) -> list[str]:
        """The lines of the heading."""
        return (
            textwrap.wrap(self._broken(self.heading), self.wrap, break_long_words=False)
            if self.wrap
            else [self.heading]
        )

    def lines(self, cell: str) -> list[str]:
        """Return the lines of a cell: a text is wrapped, a number is not."""
        if self.right or not self.wrap:
            return [cell]
        return textwrap.wrap(self._broken(cell), self.wrap, break_long_words=False, subsequent_indent="  ") or [""]

    def _broken(self, text: str) -> str:
        """Return a text that is too long and has no spaces with one after its first dot: keys break after the group."""
        return text.replace(".", ". ", 1) if cell_len(text) > self.wrap and " " not in text else text


def width(columns: Sequence[Column]) -> int:
    """Return the width of columns beside each other."""
    return sum(column.width for column in columns) + GAP * (len(columns) - 1)


def lay_out(columns: Sequence[Column]) -> list[str]:
    """Return the lines of a table: headings, a rule, rows."""
    rows = [[column.headings for column in columns]]
    rows += [[column.lines(column.cells[k]) for column in columns] for k in range(len(columns[0].cells))]
    widths = [column.width for column in columns]
    lines = [line for row in rows[1:] for line in _row(row, columns, widths, top=True)]
    return [*_row(rows[0], columns, widths, top=False), "─" * width(columns), *lines]


def shelves(first: Sequence[Column], others: Iterable[Column], room: int) -> list[str]:
    """Return columns as tables below each other that fit the room, each beginning with the first columns."""
    lines: list[str] = []
    shelf: list[Column] = []
    for column in others:
        if shelf and width([*first, *shelf, column]) > room:
            lines += [*lay_out([*first, *shelf]), ""]
            shelf = []
        shelf.append(column)
    return [*lines, *lay_out([*first, *shelf])]


def _row(cells: list[list[str]], columns: Sequence[Column], widths: list[int], top: bool) -> list[str]:
    """Return the lines of a row; short cells stand at its top, or at its bottom as headings do."""
    height = max(map(len, cells))
    blank = [[""] * (height - len(cell)) for cell in cells]
    filled = [[*cell, *gap] if top else [*gap, *cell] for cell, gap in zip(cells, blank, strict=True)]
    return [
        (" " * GAP).join(map(_padded, [cell[k] for cell in filled], columns, widths)).rstrip() for k in range(height)
    ]


def _padded(text: str, column: Column, size: int) -> str:
    space = " " * (size - cell_len(text))
    return space + text if column.right else text + space


def paragraphs(texts: Iterable[str], room: int, indent: str = "  ") -> list[str]:
    """Return texts as lines of at most `room` characters, those after the first of each indented."""
    return [
        line
        for text in texts
        for line in textwrap.wrap(text, max(room, 20), subsequent_indent=indent, break_long_words=False) or [""]
    ]
