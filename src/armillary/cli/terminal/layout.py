"""How wide the columns of a table are, and what gives way when it is wider than the screen.

In this order, each step only if the last was not enough:
    1. the gaps shrink
    2. columns that may give way do, by an ellipsis or a new line between words, down to what they keep
    3. headings are broken between words
    4. columns that can be spared are left out
A table that does not fit even then is wider than the screen: names and numbers are never broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

GAP, SMALL_GAP = 3, 2


@dataclass(frozen=True)
class Column:
    """A column of a table.

    `keep` is the width down to which it may give way, None if it may not; `cut` says how: by an ellipsis,
    or else by a new line between words.
    """

    name: str
    cells: tuple[str, ...]
    right: bool = False
    keep: int | None = None
    cut: bool = False

    @property
    def full(self) -> int:
        """The width in which each cell and the heading have one line."""
        return _widest((self.name, *self.cells))

    @property
    def kept(self) -> int:
        """The width after the text gave way, the heading unbroken unless it is the text's."""
        return self.full if self.keep is None else self.least

    @property
    def least(self) -> int:
        """The width after all that this column can do."""
        cells = _widest(self.cells)
        if self.keep is not None:
            words = 0 if self.cut else _widest(word for cell in self.cells for word in cell.split())
            cells = max(min(cells, self.keep), words)
        return max(_widest(self.name.split()), cells)


@dataclass(frozen=True)
class Layout:
    """The columns that are shown, their widths and the gap between them; `spared` are left out."""

    columns: list[Column]
    widths: list[int]
    gap: int
    spared: list[str]

    @property
    def width(self) -> int:
        """The width of the whole table."""
        return total(self.widths, self.gap)


def lay_out(columns: Sequence[Column], room: int, spare: Sequence[str] = ()) -> Layout:
    """Return the layout of a table on a screen with this many columns."""
    shown, spared = list(columns), []
    for name in spare:
        if total([column.least for column in shown], SMALL_GAP) <= room:
            break
        spared += [column.name for column in shown if column.name == name]
        shown = [column for column in shown if column.name != name]
    full = [column.full for column in shown]
    for gap in (GAP, SMALL_GAP):
        if total(full, gap) <= room:
            return Layout(shown, full, gap, spared)
    headings_fit = total([column.kept for column in shown], SMALL_GAP) <= room
    start = [column.full if headings_fit or column.keep is not None else column.least for column in shown]
    return Layout(shown, _given_way(shown, start, room), SMALL_GAP, spared)


def _given_way(columns: Sequence[Column], widths: list[int], room: int) -> list[int]:
    """Return the widths after columns gave way, the one with most to give first."""
    givers = [k for k, column in enumerate(columns) if column.keep is not None]
    while givers and total(widths, SMALL_GAP) > room:
        most = max(givers, key=lambda k: widths[k] - columns[k].least)
        if widths[most] <= columns[most].least:
            break
        widths[most] -= 1
    return widths


def total(widths: Sequence[int], gap: int) -> int:
    """Return the width of columns with gaps between them."""
    return sum(widths) + gap * (len(widths) - 1)


def _widest(texts: Iterable[str]) -> int:
    return max((cell_len(text) for text in texts), default=0)
