"""Tables and headings on stdout: coloured in a terminal, plain text in a pipe or a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from armillary.cli.terminal.layout import GAP, Column, lay_out

if TYPE_CHECKING:
    from rich.console import JustifyMethod

PLAIN_WIDTH = 200
"""Columns of a table that goes to a pipe; nothing is shortened there to fit a screen."""


class Screen(Console):
    """A console that lets the command decide what happens when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        """Pass the error on; rich would end the program with the status of a failed check."""
        raise BrokenPipeError


def console() -> Console:
    """Return the console on stdout; it asks NO_COLOR and whether stdout is a terminal."""
    screen = Screen(highlight=False, emoji=False)
    return screen if screen.is_terminal else Screen(highlight=False, emoji=False, width=PLAIN_WIDTH)


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

    def table(
        self,
        columns: Sequence[str],
        rows: Sequence[Sequence[str]],
        shorten: Mapping[str, int] | None = None,
        wrap: Mapping[str, int] | None = None,
        spare: Sequence[str] = (),
    ) -> None:
        """Write a table; a column in which no row says anything is left out.

        Args:
            columns: Their names; one whose name ends in ">" is set to the right.
            rows: Cells of text.
            shorten: Columns whose text is cut on a narrow screen, each with the width that it keeps.
            wrap: Columns whose text goes on in another line instead.
            spare: Columns to leave out, in this order, where that is not enough.
        """
        layout = lay_out(_columns(columns, rows, shorten or {}, wrap or {}), self.console.width, spare)
        padding = (0, 1) if layout.gap == GAP else (0, 1, 0, 0)
        grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold", padding=padding)
        for column, width in zip(layout.columns, layout.widths, strict=True):
            justify: JustifyMethod = "right" if column.right else "left"
            grid.add_column(Text(column.name), justify=justify, width=width, vertical="top")
        for k in range(len(rows)):
            grid.add_row(*map(_cell, layout.columns, layout.widths, [k] * len(layout.columns)))
        self._print_whole(grid, layout.width)
        if layout.spared:
            self.line(f"no room for {', '.join(layout.spared)}: see a wider screen or --json", style="dim")
            self.line()

    def fits(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
        """Return whether the screen is wide enough for a table with nothing cut or left out."""
        return lay_out(_columns(columns, rows, {}, {}), self.console.width).width <= self.console.width

    def _print_whole(self, grid: Table, width: int) -> None:
        """Print a table in its own width, be it wider than the screen."""
        screen = self.console.width
        self.console.width = max(width, screen)
        with self.console.capture() as captured:
            self.console.print(grid)
        self.console.width = screen
        # Rich fills lines up to the table's width; a pipe or a file is better without.
        lines = captured.get().splitlines()
        self.console.file.write("\n".join(line.rstrip() for line in lines) + "\n\n")


def _columns(
    names: Sequence[str], rows: Sequence[Sequence[str]], shorten: Mapping[str, int], wrap: Mapping[str, int]
) -> list[Column]:
    """Return the columns of a table, without those in which no row says anything."""
    columns = []
    for k, heading in enumerate(names):
        name, cells = heading.removesuffix(">"), tuple(row[k] for row in rows)
        keep = shorten.get(name, wrap.get(name))
        if any(cells) or not rows:
            columns.append(Column(name, cells, heading.endswith(">"), keep, cut=name in shorten))
    return columns


def _cell(column: Column, width: int, row: int) -> Text:
    text = column.cells[row]
    return verdict(shortened(text, width) if column.cut else text)


def shortened(text: str, width: int) -> str:
    """Return the text in at most `width` characters, the last an ellipsis if some were dropped."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def verdict(text: str) -> Text:
    """Return a cell, with pass and fail in their colours."""
    return Text(text, style={"ok": "green", "FAIL": "bold red"}.get(text, ""))
