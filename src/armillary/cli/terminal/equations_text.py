"""Equations in a terminal: names of entries bold, sines and cosines and coordinates in a colour."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from armillary.cli.terminal.tables import console

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations
    from armillary.symbolic.printers.page import Line

WIDEST, PIPE = 120, 100
"""Columns of a page in a wide terminal, and in a pipe."""

ROLES = {"title": "bold underline", "name": "bold", "note": "dim", "letter": "bold"}
WAVE = re.compile(r"(?<![^\s(\[⎡⎢⎣−½¼¾])[cs](?:\d+|\([^()\s]*[^()\s]\))(?![A-Za-z0-9,′])")


class Screen:
    """Writes the pages of one robot."""

    def __init__(self, equations: Equations) -> None:
        self.console = console()
        names = [
            equations.printer.names[slot] for one in equations.symbols.coordinates for slot in (one.q, one.qd, one.qdd)
        ]
        listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self.moving = re.compile(rf"(?<![\w′])(?:{listed})(?![A-Za-z0-9,\u0307\u0308])") if names else None

    @property
    def width(self) -> int:
        """The columns of a page: those of the terminal, as far as lines stay readable."""
        return min(self.console.width, WIDEST) if self.console.is_terminal else PIPE

    def write(self, lines: Iterable[Line]) -> None:
        """Write lines as they are; they were broken for this width."""
        for line in lines:
            text = Text(no_wrap=True, overflow="ignore")
            for part, role in line:
                text.append_text(self.printed(part) if role == "formula" else Text(part, style=ROLES.get(role, "")))
            text.rstrip()
            self.console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def note(self, words: str) -> None:
        """Write a remark."""
        self.console.print(Text(words, style="dim"))

    def printed(self, formula: str) -> Text:
        """Return a formula in its colours."""
        text = Text(formula)
        text.highlight_regex(WAVE, "cyan")
        if self.moving:
            text.highlight_regex(self.moving, "green")
        return text
