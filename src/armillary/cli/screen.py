"""Writes parts to stdout: in colours on a terminal, as plain text in a pipe or a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text as Styled

from armillary.errors import printable
from armillary.tables.parts import Part, Text
from armillary.tables.text import Line, lines

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations

PLAIN_WIDTH = 200
"""Columns of a table that goes to a pipe."""
ROLES = {
    "heading": "bold", "head": "bold", "dim": "dim", "good": "green", "bad": "bold red", "warning": "yellow",
    "title": "bold underline", "name": "bold", "note": "dim", "letter": "bold",
}  # fmt: skip
"""Styles of the roles of spans."""
WIDEST, PIPE = 120, 100
"""Columns of a page of equations in a wide terminal, and in a pipe."""
WAVE = re.compile(r"(?<![^\s(\[⎡⎢⎣−½¼¾])[cs](?:\d+|\([^()\s]*[^()\s]\))(?![A-Za-z0-9,′])")
"""Sines and cosines."""
VERDICTS = ((re.compile(r"(?<=\s)ok(?=\s|$)"), "green"), (re.compile(r"(?<=\s)FAIL(?=\s|$)"), "bold red"))


class _Console(Console):
    """A console that raises `BrokenPipeError` when the reader of the output has closed it."""

    def on_broken_pipe(self) -> None:
        """Raise the error; rich would end the program with the status of a failed check."""
        raise BrokenPipeError


class Screen:
    """Standard output, in colours on a terminal without NO_COLOR."""

    def __init__(self) -> None:
        console = _Console(highlight=False, emoji=False)
        self.console = console if console.is_terminal else _Console(highlight=False, emoji=False, width=PLAIN_WIDTH)

    @property
    def width(self) -> int:
        """Columns of the screen."""
        return self.console.width

    def show(self, *parts: Part) -> None:
        """Write parts below each other."""
        self.write(lines(parts, self.width))

    def line(self, words: str = "", style: str = "") -> None:
        """Write a paragraph."""
        self.show(Text(words, style))  # type: ignore[arg-type]

    def write(self, content: Iterable[Line]) -> None:
        """Write lines without breaking them again: they were broken for this width."""
        for line in content:
            text = Styled(no_wrap=True, overflow="ignore")
            for part, role in line:
                text.append_text(self.styled(printable(part, ""), role))
            text.rstrip()
            self.console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def styled(self, part: str, role: str) -> Styled:
        """Return a span in its colours; brackets in it are no markup."""
        text = Styled(part, style=ROLES.get(role, ""))
        for pattern, style in VERDICTS if role == "row" else ():
            text.highlight_regex(pattern, style)
        return text


class EquationsScreen(Screen):
    """A screen for the equations of one robot: sines, cosines and coordinates in colours."""

    def __init__(self, equations: Equations) -> None:
        super().__init__()
        names = []
        for symbol in equations.symbols.coordinates:
            names += [equations.printer.names[slot] for slot in (symbol.q, symbol.qd, symbol.qdd)]
        listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self.moving = re.compile(rf"(?<![\w′])(?:{listed})(?![A-Za-z0-9,\u0307\u0308])") if names else None

    @property
    def width(self) -> int:
        """Columns of a page: the width of the terminal, at most `WIDEST`; `PIPE` in a pipe."""
        return min(self.console.width, WIDEST) if self.console.is_terminal else PIPE

    def styled(self, part: str, role: str) -> Styled:
        """Return a span in its colours."""
        text = super().styled(part, role)
        if role == "formula":
            text.highlight_regex(WAVE, "cyan")
            if self.moving:
                text.highlight_regex(self.moving, "green")
        return text
