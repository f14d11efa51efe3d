"""Texts, notes, facts, listings and sections around tables and charts; and cells with an HTML form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

LONG = 400
"""Length of a whole bar [px]."""
Style = Literal["", "heading", "dim", "good", "bad", "warning"]


class Part(Protocol):
    """A table, a chart, or one of the values below; templates and the text form choose by `kind`."""

    @property
    def kind(self) -> str:
        """The name of its kind."""
        ...


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    words: str = ""
    style: Style = ""
    kind: ClassVar[str] = "text"


@dataclass(frozen=True)
class Notes:
    """Short remarks, one below the other."""

    lines: Sequence[str]
    kind: ClassVar[str] = "notes"


@dataclass(frozen=True)
class Facts:
    """Named values."""

    rows: Mapping[str, str]
    kind: ClassVar[str] = "facts"


@dataclass(frozen=True)
class Listing:
    """The text of a file, folded unless `open`; a page offers to save it as `file`."""

    title: str
    text: str
    file: str = ""
    open: bool = False
    kind: ClassVar[str] = "listing"


@dataclass(frozen=True)
class Folded:
    """Parts that a page hides until a click."""

    title: str
    parts: Sequence[Part]
    kind: ClassVar[str] = "folded"


@dataclass(frozen=True)
class Section:
    """Parts under a heading; `name` is the anchor of the section in a page."""

    name: str
    title: str
    parts: Sequence[Part]
    kind: ClassVar[str] = "section"


@dataclass(frozen=True)
class Picture:
    """A picture as a data address, with words for readers who do not see it."""

    title: str
    words: str
    address: str
    kind: ClassVar[str] = "picture"


@dataclass(frozen=True)
class Legend:
    """Meaning of the colours of bars: names with colour numbers from 1."""

    entries: Sequence[tuple[str, int]]
    kind: ClassVar[str] = "legend"


class HtmlCell:
    """A cell with an HTML form: the macro of the same name in parts.html, in lower case."""

    def __html__(self) -> str:
        from armillary.tables.html import macro

        return macro(type(self).__name__.lower(), self)


@dataclass(frozen=True)
class Best(HtmlCell):
    """The best cell of its kind: with a star in text, bold in HTML."""

    text: str

    def __str__(self) -> str:
        return f"{self.text}*"


@dataclass(frozen=True)
class Jump(HtmlCell):
    """A cell with a time [s]; on a page it is a button that moves the animation there."""

    time: float
    text: str

    @property
    def data(self) -> str:
        """The time with all digits."""
        return repr(float(self.time))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Bar(HtmlCell):
    """A cell with a bar of parts beside each other: (name, colour number from 1, share), shares from 0 to 1."""

    label: str
    parts: Sequence[tuple[str, int, float]]

    @property
    def places(self) -> list[tuple[str, int, str, str]]:
        """Name, colour number, start and width of each part [px]; a whole bar has `LONG`."""
        places, at = [], 0.0
        for name, colour, share in self.parts:
            places.append((name, colour, f"{at:.1f}", f"{max(LONG * share - 1, 0):.1f}"))
            at += LONG * share
        return places

    def __str__(self) -> str:
        return ""
