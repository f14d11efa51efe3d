"""Results that show themselves: one list of tables, as text and in notebooks.

`print(result)` shows the tables; `repr(result)`, in lists and messages, is one line.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from armillary.files.content import Content
from armillary.tables.parts import Part


class Shown(Content):
    """A result with tables."""

    @abstractmethod
    def tables(self) -> Sequence[Part]:
        """Return the result as tables, charts and notes."""

    def table(self, width: int = 100) -> str:
        """Return the result as text, in lines of at most `width` characters where names and numbers leave room."""
        from armillary.tables.text import text

        return text(self.tables(), width)

    def __str__(self) -> str:
        return self.table().rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the result as HTML, for notebooks."""
        from armillary.tables.html import html

        return html(self.tables())
