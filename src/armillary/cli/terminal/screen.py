"""Writes parts to stdout: in colours on a terminal, as plain text in a pipe or a file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text as Styled

from armillary.tables.parts import Part, Text
from armillary.tables.text import Line, lines

PLAIN_WIDTH = 200
"""Columns of a table that goes to a pipe; nothing is shortened there to fit a screen."""
ROLES = {
    "heading": "bold", "head": "bold", "dim": "dim", "good": "green", "bad": "bold red", "warning": "yellow",
    "title": "bold underline", "name": "bold", "note": "dim", "letter": "bold",
}  # fmt: skip
"""Styles of the roles of spans."""
VERDICTS = ((re.compile(r"(?<=\s)ok(?=\s|$)"), "green"), (re.compile(r"(?<=\s)FAIL(?=\s|$)"), "bold red"))


class _Console(Console):
    """A console that leaves it to the command what happens when nobody reads the output any more."""

    def on_broken_pipe(self) -> None:
        """Pass the error on; rich would end the program with the status of a failed check."""
        raise BrokenPipeError


class Screen:
    """Standard output; it respects NO_COLOR and asks whether it is a terminal."""

    def __init__(self) -> None:
        found = _Console(highlight=False, emoji=False)
        self.console = found if found.is_terminal else _Console(highlight=False, emoji=False, width=PLAIN_WIDTH)

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

    def write(self, found: Iterable[Line]) -> None:
        """Write lines as they are: they were broken for this width, and a wider one is better whole."""
        for line in found:
            text = Styled(no_wrap=True, overflow="ignore")
            for part, role in line:
                text.append_text(self.styled(part, role))
            text.rstrip()
            self.console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def styled(self, part: str, role: str) -> Styled:
        """Return a span in its colours; brackets in it are only brackets."""
        text = Styled(part, style=ROLES.get(role, ""))
        for pattern, style in VERDICTS if role == "row" else ():
            text.highlight_regex(pattern, style)
        return text
