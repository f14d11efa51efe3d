"""Equations in a terminal: sines and cosines and coordinates in a colour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.text import Text

from armillary.cli.terminal.screen import Screen

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations

WIDEST, PIPE = 120, 100
"""Columns of a page in a wide terminal, and in a pipe."""
WAVE = re.compile(r"(?<![^\s(\[⎡⎢⎣−½¼¾])[cs](?:\d+|\([^()\s]*[^()\s]\))(?![A-Za-z0-9,′])")


class EquationsScreen(Screen):
    """Writes the pages of one robot."""

    def __init__(self, equations: Equations) -> None:
        super().__init__()
        names = [
            equations.printer.names[slot] for one in equations.symbols.coordinates for slot in (one.q, one.qd, one.qdd)
        ]
        listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self.moving = re.compile(rf"(?<![\w′])(?:{listed})(?![A-Za-z0-9,\u0307\u0308])") if names else None

    @property
    def width(self) -> int:
        """The columns of a page: those of the terminal, as far as lines stay readable."""
        return min(self.console.width, WIDEST) if self.console.is_terminal else PIPE

    def styled(self, part: str, role: str) -> Text:
        """Return a span in its colours."""
        text = super().styled(part, role)
        if role == "formula":
            text.highlight_regex(WAVE, "cyan")
            if self.moving:
                text.highlight_regex(self.moving, "green")
        return text
