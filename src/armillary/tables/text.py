"""Parts as lines of text, for terminals and pipes.

A table that is wider than the screen is narrowed in these steps, until it fits:
    1. the gaps shrink
    2. columns with `keep` are wrapped or cut, down to that width
    3. headings are broken between words
    4. the table is turned or shelved, if `wide` says so, or columns with `spare` are left out
A table that still does not fit is wider than the screen: names and numbers are never broken.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len

from armillary.errors import printable
from armillary.files.arguments import whole
from armillary.tables.chart import Chart
from armillary.tables.parts import Best, Facts, Folded, Listing, Notes, Part, Picture, Section, Text
from armillary.tables.table import Column, Table, shown

GAP, SMALL_GAP = 3, 2
LEAST = 20
"""Smallest width of a paragraph [characters]."""

Span = tuple[str, str]
"""A text and its role: heading, head, row, name, dim, good, bad, warning, or none."""
Line = tuple[Span, ...]


@dataclass(frozen=True)
class Texts:
    """A column with its cells as texts."""

    column: Column
    cells: tuple[str, ...]

    @property
    def full(self) -> int:
        """The width in which each cell and the heading have one line."""
        return _widest((self.column.heading, *self.cells))

    @property
    def kept(self) -> int:
        """The width after wrapping or cutting; the heading is broken only where the text is."""
        return self.full if self.column.keep is None else self.least

    @property
    def least(self) -> int:
        """The narrowest width of this column."""
        cells = _widest(self.cells)
        if self.column.keep is not None and self.column.align == "left":
            words = 0 if self.column.cut else _widest(word for cell in self.cells for word in _words(cell))
            cells = max(min(cells, self.column.keep), words)
        heading = [self.column.heading] if self.column.whole else _words(self.column.heading)
        return max(_widest(heading), cells)


@dataclass(frozen=True)
class TableLayout:
    """The shown columns, their widths and the gap between them; `spared` are the names of omitted columns."""

    columns: list[Texts]
    widths: list[int]
    gap: int
    spared: list[str]

    @property
    def width(self) -> int:
        """The width of the table."""
        return _total(self.widths, self.gap)


def text(parts: Iterable[Part], width: int = 100) -> str:
    """Return parts as plain text, in lines of at most `width` characters where names and numbers allow it."""
    return plain(lines(parts, whole("width", width, 1))).rstrip("\n") + "\n"


def plain(rows: Iterable[Line]) -> str:
    """Return lines without their roles; characters that a terminal obeys are spelled out."""
    return "\n".join(printable("".join(text for text, _ in line).rstrip(), "") for line in rows) + "\n"


def lines(parts: Iterable[Part], width: int) -> Iterator[Line]:
    """Yield the lines of parts; a table, facts and a section end with one empty line."""
    blank = False
    for line in _lines_of(parts, width):
        if line or not blank:
            yield line
        blank = not line


def _lines_of(parts: Iterable[Part], width: int) -> Iterator[Line]:
    for part in parts:
        match part:
            case Table():
                if part.title:
                    yield ((part.title, "heading"),)
                yield from _table(part, width)
                yield ()
            case Text():
                yield from paragraph(part.words, width, part.style)
            case Notes():
                for note in part.lines:
                    yield from paragraph(note, width, indent="  ")
            case Facts():
                for name, value in part.rows.items():
                    first, *rest = paragraph(value, width - 11)
                    yield ((f"{name + ':':<10} ", "dim"), *first)
                    yield from (((" " * 11, ""), *line) for line in rest)
                yield ()
            case Listing():
                yield ((part.title, "heading"),)
                yield from (((line, ""),) for line in part.text.splitlines())
            case Chart():
                yield from paragraph(part.text(), width)
            case Picture():
                yield from paragraph(part.words, width)
            case Folded() | Section():
                yield ((part.title, "heading"),)
                yield from _lines_of(part.parts, width)
                yield ()


def paragraph(words: str, width: int, role: str = "", indent: str = "") -> Iterator[Line]:
    """Yield a text in lines of at most `width` characters, broken between words; later lines are indented."""
    wrapped = textwrap.wrap(words, max(width, LEAST), subsequent_indent=indent, break_long_words=False)
    yield from (((line, role),) for line in wrapped or [""])


def fits(table: Table, room: int) -> bool:
    """Return whether a table fits a screen of this width with nothing cut, wrapped or left out."""
    return _total([column.full for column in _texts(table)], SMALL_GAP) <= room


def lay_out(table: Table, room: int) -> TableLayout:
    """Return the layout of a table on a screen of this width."""
    columns, spared = _texts(table), []
    ranked = [column for column in columns if column.column.spare is not None]
    for column in sorted(ranked, key=lambda column: column.column.spare or 0):
        if _total([column.least for column in columns], SMALL_GAP) <= room:
            break
        spared.append(column.column.name)
        columns.remove(column)
    full = [column.full for column in columns]
    for gap in (GAP, SMALL_GAP):
        if _total(full, gap) <= room:
            return TableLayout(columns, full, gap, spared)
    headings_fit = _total([column.kept for column in columns], SMALL_GAP) <= room
    # A column that wraps starts wide and is narrowed; one that does not may only break its heading.
    start = [column.full if headings_fit or column.column.keep is not None else column.least for column in columns]
    return TableLayout(columns, _narrow(columns, start, room), SMALL_GAP, spared)


def _narrow(columns: Sequence[Texts], widths: list[int], room: int) -> list[int]:
    """Return the widths after wrapping or cutting columns, the one with most room first."""
    flexible = [k for k, column in enumerate(columns) if column.column.keep is not None]
    while flexible and _total(widths, SMALL_GAP) > room:
        widest = max(flexible, key=lambda k: widths[k] - columns[k].least)
        if widths[widest] <= columns[widest].least:
            break
        widths[widest] -= 1
    return widths


def _table(table: Table, room: int) -> Iterator[Line]:
    """Yield headings, a rule and the rows; a wide table is turned or shelved first."""
    layout = lay_out(table, room)
    if layout.width > room and table.wide:
        whole = table.turned() if table.wide == "turn" else table
        for k, shelf in enumerate(_shelves(whole, room)):
            yield from [()] if k else []
            yield from _table(shelf, room)
        return
    yield from _row([_wrapped(column.column.heading, w) for column, w in _pairs(layout)], layout, "head")
    yield (("─" * layout.width, "dim"),)
    for k in range(len(table.rows)):
        yield from _row([_lines(column, k, w) for column, w in _pairs(layout)], layout, "row")
    if layout.spared:
        yield ((f"no room for {', '.join(layout.spared)}: see a wider screen or --json", "dim"),)


def _shelves(table: Table, room: int) -> Iterator[Table]:
    """Yield tables that fit the room, each starting with the fixed columns."""
    table = table.used(text=True)
    columns, fixed = _texts(table), list(range(table.fixed))
    shelf: list[int] = []
    for k in range(table.fixed, len(columns)):
        if shelf and _total([columns[j].least for j in (*fixed, *shelf, k)], SMALL_GAP) > room:
            yield _part(table, (*fixed, *shelf))
            shelf = []
        shelf.append(k)
    yield _part(table, (*fixed, *shelf))


def _part(table: Table, places: Sequence[int]) -> Table:
    """Return some columns of a table; below the first shelf, empty rows are left out."""
    part = replace(table.part(places), wide="")
    if table.fixed in places:
        return part
    return replace(part, rows=[row for row in part.rows if any(shown(cell) for cell in row[table.fixed :])])


def _texts(table: Table) -> list[Texts]:
    """Return the columns of a table with their cells; cells beside a starred one keep the place of the star free."""
    used, texts = table.used(text=True), []
    for k, column in enumerate(used.columns):
        cells = [row[k] for row in used.rows]
        marked = column.align == "right" and any(isinstance(cell, Best) for cell in cells)
        gaps = [" " if marked and not isinstance(cell, Best) else "" for cell in cells]
        texts.append(Texts(column, tuple(shown(cell) + gap for cell, gap in zip(cells, gaps, strict=True))))
    return texts


def _pairs(layout: TableLayout) -> list[tuple[Texts, int]]:
    return list(zip(layout.columns, layout.widths, strict=True))


def _lines(column: Texts, row: int, width: int) -> list[str]:
    cell = column.cells[row]
    if column.column.keep is None or column.column.align == "right":
        return [cell]
    return [shortened(cell, width)] if column.column.cut else _wrapped(cell, width)


def _wrapped(cell: str, width: int) -> list[str]:
    if cell_len(cell) <= width:
        return [cell]
    return textwrap.wrap(" ".join(_words(cell)), width, break_long_words=False, break_on_hyphens=False) or [""]


def _words(cell: str) -> list[str]:
    """Return the words of a cell; a key such as "workspace.volume" is broken after its group."""
    if " " not in cell and cell.count(".") == 1 and cell.replace(".", "").replace("_", "").isalpha():
        return cell.replace(".", ". ").split()
    return cell.split()


def _row(cells: list[list[str]], layout: TableLayout, role: str) -> Iterator[Line]:
    """Yield the lines of a row; short cells stand at its top, and at its bottom in the row of headings."""
    height = max(map(len, cells))
    blank = [[""] * (height - len(cell)) for cell in cells]
    filled = [[*gap, *cell] if role == "head" else [*cell, *gap] for cell, gap in zip(cells, blank, strict=True)]
    for k in range(height):
        padded = []
        for cell, (column, width) in zip(filled, _pairs(layout), strict=True):
            space = " " * (width - cell_len(cell[k]))
            padded.append(space + cell[k] if column.column.align == "right" else cell[k] + space)
        yield (((" " * layout.gap).join(padded).rstrip(), role),)


def shortened(text: str, width: int) -> str:
    """Return the text in at most `width` characters, the last an ellipsis if some were dropped."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _total(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _widest(texts: Iterable[str]) -> int:
    return max((cell_len(text) for text in texts), default=0)
