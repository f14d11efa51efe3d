"""A table: columns with names, units and sides, and rows of cells.

A cell is a text, a number, or a value with a text form (`str`) and an HTML form (`__html__`), such as `Best`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from armillary.errors import printable
from armillary.tables.numbers import number

FORMULA = ("=", "+", "-", "@")
"""Characters at which a spreadsheet begins a formula."""

Align = Literal["left", "right"]


@dataclass(frozen=True)
class Column:
    """A column of a table, and its layout on a narrow screen.

    `keep` is the width [characters] down to which its text may wrap between words; with `cut` the text is shortened by
    an ellipsis instead. Columns with a rank in `spare` may be left out, the lowest rank first. The heading may break
    between words unless `whole`.
    """

    name: str
    unit: str = ""
    align: Align = "left"
    keep: int | None = None
    cut: bool = False
    spare: int | None = None
    whole: bool = False

    @property
    def heading(self) -> str:
        """Name and unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


def columns(
    *headings: str,
    wrap: Mapping[str, int] | None = None,
    cut: Mapping[str, int] | None = None,
    spare: Sequence[str] = (),
) -> tuple[Column, ...]:
    """Return columns from headings such as "mass [kg]>": a unit in brackets, ">" for numbers at the right.

    Args:
        headings: Names with units.
        wrap: Headings of columns whose text may wrap, with the width that each keeps.
        cut: Headings of columns whose text may be shortened by an ellipsis, with the width that each keeps.
        spare: Headings of columns that a narrow screen may leave out, in this order.

    Example:
        >>> columns("link", "mass [kg]>")[1]
        Column(name='mass', unit='kg', align='right', keep=None, cut=False, spare=None, whole=False)
    """
    wrap, cut = wrap or {}, cut or {}
    made = []
    for text in headings:
        heading = text.removesuffix(">")
        name, _, unit = heading.partition(" [")
        align: Align = "right" if text.endswith(">") else "left"
        rank = spare.index(heading) if heading in spare else None
        keep = wrap.get(heading, cut.get(heading))
        made.append(Column(name, unit.removesuffix("]"), align, keep, heading in cut, rank))
    return tuple(made)


@dataclass(frozen=True)
class Table:
    """A table with a title, which may be empty.

    `wide` is the layout of a table that does not fit the screen: "turn" makes its columns rows; "shelve" splits it into
    several tables below each other, each starting with the first `fixed` columns. `across` is the heading of the
    columns' names in a turned table. In a page, a table with `sorts` sorts by its columns and filters its rows.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    wide: Literal["", "turn", "shelve"] = ""
    fixed: int = 1
    across: str = ""
    sorts: bool = False
    kind: ClassVar[str] = "table"

    def used(self, *, text: bool = False) -> Table:
        """Return the table without the columns whose cells are all empty; with `text`, empty as texts."""
        places = range(len(self.columns))
        if not self.rows:
            return self
        return self.part([k for k in places if any((shown(row[k]) if text else row[k]) != "" for row in self.rows)])

    def part(self, places: Sequence[int]) -> Table:
        """Return the table with some of its columns."""
        rows = [[row[k] for k in places] for row in self.rows]
        return replace(self, columns=[self.columns[k] for k in places], rows=rows)

    def turned(self) -> Table:
        """Return the table with a row for each of its columns but the first."""
        others = self.columns[1:]
        heads = [Column(shown(row[0]), align="right", keep=1) for row in self.rows]
        rows = [(other.heading, *(row[k] for row in self.rows)) for k, other in enumerate(others, start=1)]
        return replace(self, columns=(Column(self.across), *heads), rows=rows, wide="shelve")

    def text(self, width: int = 100) -> str:
        """Return the table as plain text in lines of at most `width` characters, names and numbers unbroken."""
        from armillary.tables.text import text

        return text([self], width)

    def html(self) -> str:
        """Return the table as HTML that needs no style sheet."""
        from armillary.tables.html import html

        return html([self])

    def to_csv(self) -> str:
        """Return the table as CSV with one line of headings; None is an empty cell."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([csv_cell(column.heading) for column in self.columns])
        writer.writerows([csv_cell(cell) for cell in row] for row in self.rows)
        return text.getvalue()

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain data: title, columns with units, rows of texts and numbers."""
        from armillary.tables.json import plain

        return {
            "title": self.title,
            "columns": [{"name": column.name, "unit": column.unit} for column in self.columns],
            "rows": plain(self.rows),
        }


def csv_cell(cell: object) -> object:
    """Return a cell of a CSV file: a text that a spreadsheet would take for a formula gets an apostrophe before it.

    Characters that a terminal obeys are spelled out. Numbers stay numbers.
    """
    if not isinstance(cell, str):
        return cell
    text = printable(cell)
    return f"'{text}" if text[:1] in FORMULA and len(text) > 1 else text


def shown(cell: object) -> str:
    """Return the text of a cell."""
    return number(cell) if isinstance(cell, float) else str(cell)
