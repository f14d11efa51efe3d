"""HTML from texts that may hold anything: every text is escaped here, and nowhere else is HTML put together by hand.

Texts come from files that others wrote. In HTML <, >, &, " and ' are escaped and control characters replaced; in the
JSON of a page <, > and & are written as numbers, so that no text can end the script that holds it.
"""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_NUMERIC = re.compile(r"[−–+]?\d|–$|nan$|−?inf$")
LONGEST = 4000
"""Letters of one cell of a table that are shown."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def text(value: Any) -> Markup:
    """Return a value as HTML: escaped, unless it is HTML already."""
    if isinstance(value, Markup):
        return value
    return Markup(html.escape(_CONTROL.sub("�", str(value)), quote=True))


def tag(name: str, *inside: Any, **attributes: Any) -> Markup:
    """Return an element with everything inside it escaped; class_ is the attribute class, data_time data-time."""
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{text(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return Markup(f"<{name}{given}>{joined(inside)}</{name}>")


def joined(parts: Iterable[Any]) -> Markup:
    """Return parts one after the other."""
    return Markup("".join(text(part) for part in parts))


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
    return _NUMERIC.match(str(cell)) is not None


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


def number(value: float, digits: int = 4) -> str:
    """Return a number to some digits with a true minus sign."""
    return f"{value + 0.0:.{digits}g}".replace("-", "−")


def vector(values: Iterable[float], digits: int = 4) -> str:
    """Return some numbers in parentheses."""
    return "(" + ", ".join(number(float(value), digits) for value in values) + ")"
