"""Tables and headings on stdout: coloured in a terminal, plain text in a pipe or a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import JustifyMethod

PLAIN_WIDTH = 200
"""Columns of a table that goes to a pipe; nothing is shortened there to fit a screen."""


def console() -> Console:
    """Return the console on stdout; it asks NO_COLOR and whether stdout is a terminal."""
    screen = Console(highlight=False, emoji=False)
    return screen if screen.is_terminal else Console(highlight=False, emoji=False, width=PLAIN_WIDTH)


class Report:
    """Writes lines and tables in the order they are given."""

    def __init__(self) -> None:
        self.console = console()

    def heading(self, text: str) -> None:
        """Write a heading."""
        self.console.print(Text(text, style="bold"))

    def line(self, text: str = "", style: str = "") -> None:
        """Write a line of text; brackets in it are only brackets."""
        self.console.print(Text(text, style=style))

    def fact(self, name: str, value: str) -> None:
        """Write a named value."""
        self.console.print(Text.assemble((f"{name + ':':<10}", "dim"), " ", value))

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]], shorten: str | None = None) -> None:
        """Write a table; a column whose name ends in ">" is set to the right.

        The column named by `shorten` gives way when the terminal is narrow; a column in which no row
        says anything is left out.
        """
        kept = [k for k in range(len(columns)) if not rows or any(row[k] for row in rows)]
        if shorten is not None:
            names = [column.removesuffix(">") for column in columns]
            rows = self._fitted(names, rows, names.index(shorten))
        grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        for column in (columns[k] for k in kept):
            name = column.removesuffix(">")
            right: JustifyMethod = "right" if column.endswith(">") else "left"
            grid.add_column(Text(name), justify=right, overflow="fold")
        for row in rows:
            grid.add_row(*(verdict(row[k]) for k in kept))
        with self.console.capture() as captured:
            self.console.print(grid)
        # Rich fills lines up to the table's width; a pipe or a file is better without.
        lines = captured.get().splitlines()
        self.console.file.write("\n".join(line.rstrip() for line in lines) + "\n\n")

    def _fitted(self, names: Sequence[str], rows: Sequence[Sequence[str]], column: int) -> list[list[str]]:
        """Return the rows with one column cut to the width that the others leave."""
        gap = 3
        widths = [max(cell_len(row[k]) for row in (names, *rows)) + gap for k in range(len(names)) if k != column]
        room = max(self.console.width - sum(widths), 12)
        return [[shortened(cell, room) if k == column else cell for k, cell in enumerate(row)] for row in rows]


def shortened(text: str, width: int) -> str:
    """Return the text in at most `width` characters, the last an ellipsis if some were dropped."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def verdict(text: str) -> Text:
    """Return a cell, with pass and fail in their colours."""
    return Text(text, style={"ok": "green", "FAIL": "bold red"}.get(text, ""))
