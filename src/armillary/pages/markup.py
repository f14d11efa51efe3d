"""Pieces of a page: tables, sections, lists, and the JSON of its data.

Elements and escaped texts are those of `tables.html`; nowhere else is HTML put together by hand. In the JSON of a
page <, > and & are written as numbers, so that no text can end the script that holds it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from armillary.tables.html import Safe as Markup
from armillary.tables.html import bare, joined, number
from armillary.tables.html import element as tag
from armillary.tables.html import escape as text

__all__ = ["Markup", "details", "joined", "json_text", "notes", "number", "section", "table", "tag", "text", "vector"]

_NUMERIC = re.compile(r"[−–+]?\d|–$|nan$|−?∞$")
LONGEST = 4000
"""Letters of one cell of a table that are shown."""


def table(head: Sequence[Any], rows: Iterable[Sequence[Any]], caption: str = "", numbers: bool = False) -> Markup:
    """Return a table whose first cells name the rows; with `numbers`, columns of numbers stand at the right."""
    body = [list(row) for row in rows]
    right = [numbers and all(_numeric(row[k]) for row in body if k < len(row)) for k in range(len(head))]
    columns = tag("tr", *(tag("th", cell, scope="col", class_=_side(right, k)) for k, cell in enumerate(head)))
    lines = [
        tag(
            "tr",
            tag("th", _cell(row[0]), scope="row"),
            *(tag("td", _cell(one), class_=_side(right, k)) for k, one in enumerate(row[1:], 1)),
        )
        for row in body
    ]
    parts = [tag("caption", caption)] if caption else []
    made = tag("table", *parts, tag("thead", columns), tag("tbody", *lines))
    return tag("div", made, class_="scroll", tabindex="0", role="region", aria_label=caption or "table")


def _numeric(cell: Any) -> bool:
    return _NUMERIC.match(bare(cell)) is not None


def _side(right: Sequence[bool], column: int) -> str | None:
    return "number" if column and right[column] else None


def _cell(value: Any) -> Any:
    if isinstance(value, Markup):
        return value
    shown = str(value)
    return shown if len(shown) <= LONGEST else shown[:LONGEST] + "…"


def section(name: str, title: str, *inside: Any) -> Markup:
    """Return a section of a page with its heading."""
    heading = tag("h2", title, id=f"{name}-title")
    return tag("section", heading, *inside, id=name, class_="card", aria_labelledby=f"{name}-title")


def details(summary: str, *inside: Any, open_: bool = False) -> Markup:
    """Return something that is folded away until it is asked for."""
    return tag("details", tag("summary", summary), *inside, open=open_)


def notes(lines: Sequence[str]) -> Markup:
    """Return lines as a list; nothing if there are none."""
    return tag("ul", *(tag("li", line) for line in lines), class_="notes") if lines else Markup("")


def json_text(data: Any) -> str:
    """Return data as JSON for a script element; numbers that are not finite become null."""
    made = json.dumps(_plain(data), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return made.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(value) for value in data]
    if hasattr(data, "tolist"):
        return _plain(data.tolist())  # arrays and scalars of NumPy
    return None if isinstance(data, float) and not math.isfinite(data) else data


def vector(values: Iterable[float], digits: int = 4) -> str:
    """Return some numbers in parentheses."""
    return "(" + ", ".join(number(float(value), digits) for value in values) + ")"
