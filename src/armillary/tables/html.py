"""Small pieces of HTML: escaped text and elements, and for notebooks tables, and charts of lines as inline SVG.

Texts come from files that others wrote: <, >, &, " and ' are escaped, and characters that no page may hold replaced.
Nothing here needs a style sheet, a script or the network. Texts and axes have the colour of the page around them, so
that they can be read on light and on dark ones. Lines have the colours of Okabe and Ito, which people who see few
colours can tell apart.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from html import escape as _escape

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6d3b", "#7f7f7f")
"""Colours of lines, by their number."""
WIDTH, HEIGHT = 420, 180
LEFT, RIGHT, TOP, BOTTOM = 62, 10, 24, 34
"""The size of a chart and of the margins about its frame [px]."""
MOST_POINTS = 600
"""Points of a line; one with more is shown by the least and greatest values of its stretches."""
_FIGURE = r"[−-]?\d[\d.,]*(e[−+-]?\d+)?"
_NUMBER = re.compile(rf"{_FIGURE}( ?± ?{_FIGURE})?( [^\s\d]{{1,8}})?|[−-]?∞|–")
_TAG = re.compile(r"<[^>]*>")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
PADDING = "padding:1px 10px 1px 2px"
FONT = "font-family:system-ui,sans-serif;font-size:11px"


class Safe(str):
    """A piece of HTML, which is not escaped again."""

    __slots__ = ()


def escape(text: object) -> Safe:
    """Return a text for HTML, quotes included; pieces of HTML stay as they are."""
    return text if isinstance(text, Safe) else _escaped(text)


def _escaped(text: object) -> Safe:
    return Safe(_escape(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", str(text)), quote=True))


def joined(pieces: Iterable[object]) -> Safe:
    """Return pieces one after another."""
    return Safe("".join(escape(piece) for piece in pieces))


def element(tag: str, *inside: object, **attributes: object) -> Safe:
    """Return an element; a name such as `stroke_width` becomes stroke-width, None or False leaves an attribute out.

    Example:
        >>> element("b", "a < b", title='"')
        '<b title="&quot;">a &lt; b</b>'
    """
    given = "".join(
        f" {name.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{_escaped(value)}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    return Safe(f"<{tag}{given}>{joined(inside)}</{tag}>")


def table(head: Sequence[object], rows: Iterable[Sequence[object]], title: str = "") -> Safe:
    """Return a table; cells that are numbers, with an error and a unit if they have them, are set to the right."""
    caption = [element("caption", title, style="text-align:left;font-weight:bold;padding:4px 0")] if title else []
    top = element("thead", element("tr", *(element("th", name, style=f"text-align:left;{PADDING}") for name in head)))
    body = element("tbody", *(element("tr", *(_cell(cell) for cell in row)) for row in rows))
    return element("table", *caption, *([top] if head else []), body, style="margin:4px 0 8px")


def _cell(cell: object) -> Safe:
    text = escape(number(cell) if isinstance(cell, float) else cell)
    side = "right" if _NUMBER.fullmatch(bare(text)) else "left"
    return element("td", text, style=f"text-align:{side};{PADDING}")


def bare(piece: object) -> str:
    """Return the text of a piece of HTML without its tags."""
    return _TAG.sub("", str(piece))


def number(value: float, digits: int = 4) -> str:
    """Return a number with few digits; a true minus sign.

    Example:
        >>> number(-0.123456), number(1e-9), number(math.inf)
        ('−0.1235', '1e−09', '∞')
    """
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value + 0.0:.{digits}g}".replace("-", "−")


def chart(
    title: str, label: str, x: Sequence[float], lines: Sequence[tuple[str, Sequence[float]]], unit: str = "s"
) -> Safe:
    """Return lines over x as an SVG picture with axes and a legend; what is not finite leaves a gap.

    Example:
        >>> chart("angle", "q [rad]", [0, 1], [("joint1", [0, 2])]).count("<path")
        1
    """
    finite = [value for _, values in lines for value in values if math.isfinite(value)]
    y_ticks = ticks(min(finite, default=0.0), max(finite, default=1.0))
    x_ticks = ticks(min(x, default=0.0), max(x, default=1.0))
    x_low, x_high = (x[0], x[-1]) if len(x) and x[-1] > x[0] else (x_ticks[0], x_ticks[-1])
    y_low, y_high = min([y_ticks[0], *finite]), max([y_ticks[-1], *finite])

    def right(value: float) -> float:
        return LEFT + (value - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT)

    def down(value: float) -> float:
        return HEIGHT - BOTTOM - (value - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM)

    parts = [_grid(down(y), y) for y in y_ticks] + [_tick(right(t), t) for t in x_ticks if x_low <= t <= x_high]
    for k, (name, values) in enumerate(lines):
        path = _path([(right(a), down(b)) if math.isfinite(b) else None for a, b in _thinned(x, values)])
        title_of = element("title", name)
        colour = COLOURS[k % len(COLOURS)]
        parts.append(element("path", title_of, d=path, fill="none", stroke=colour, stroke_width=1.5))
    parts.append(_text(LEFT, 12, element("tspan", f"{title}, ", font_weight="bold"), label, anchor="start"))
    parts.append(_text(WIDTH - RIGHT, HEIGHT - 4, f"t [{unit}]" if unit else "", anchor="end"))
    picture = element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        aria_label=f"{title}, {label}",
        style=FONT,
    )
    return element(
        "div", picture, _legend([name for name, _ in lines]), style="display:inline-block;vertical-align:top"
    )


def bar(share: float, width: int = 120) -> Safe:
    """Return a bar that is filled by a share from 0 to 1."""
    share = min(max(share, 0.0), 1.0) if math.isfinite(share) else 0.0
    filled = element("rect", width=f"{share * width:.1f}", height=10, fill=COLOURS[0])
    frame = element("rect", width=width, height=10, fill="none", stroke="currentColor", stroke_opacity=0.3)
    return element(
        "svg", filled, frame, xmlns="http://www.w3.org/2000/svg", width=width, height=10, role="presentation"
    )


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return round numbers that cover a range, about so many.

    Example:
        >>> ticks(0.0, 9.3)
        [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    """
    if not math.isfinite(high - low):
        low, high = 0.0, 1.0
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        room = 0.5 * abs(high) or 1.0
        low, high = low - room, high + room
    step = 10.0 ** math.floor(math.log10((high - low) / count))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (factor * step) <= count)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [k * step + 0.0 for k in range(first, last + 1)]


def _grid(y: float, value: float) -> Safe:
    line = element(
        "line", x1=LEFT, x2=WIDTH - RIGHT, y1=f"{y:.1f}", y2=f"{y:.1f}", stroke="currentColor", stroke_opacity=0.15
    )
    return joined([line, _text(LEFT - 5, y + 4, number(value), anchor="end")])


def _tick(x: float, value: float) -> Safe:
    bottom = HEIGHT - BOTTOM
    line = element(
        "line", x1=f"{x:.1f}", x2=f"{x:.1f}", y1=bottom, y2=bottom + 4, stroke="currentColor", stroke_opacity=0.5
    )
    return joined([line, _text(x, bottom + 15, number(value), anchor="middle")])


def _text(x: float, y: float, *inside: object, anchor: str) -> Safe:
    return element("text", *inside, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, fill="currentColor")


def _legend(names: Sequence[str]) -> Safe:
    marks = [
        element(
            "span",
            element("span", "■ ", style=f"color:{COLOURS[k % len(COLOURS)]}"),
            name,
            style="margin-right:10px;white-space:nowrap",
        )
        for k, name in enumerate(names)
    ]
    return element(
        "div",
        *marks,
        style=f"{FONT};display:flex;flex-wrap:wrap;box-sizing:border-box;width:{WIDTH}px;padding-left:{LEFT}px",
    )


def _path(points: Sequence[tuple[float, float] | None]) -> str:
    """Return the commands of a path, which begins anew after a gap."""
    words, pen = [], "M"
    for point in points:
        if point is None:
            pen = "M"
            continue
        words.append(f"{pen}{point[0]:.1f} {point[1]:.1f}")
        pen = "L"
    return "".join(words)


def _thinned(x: Sequence[float], values: Sequence[float]) -> list[tuple[float, float]]:
    """Return the points of a line, of a long one the least and the greatest of each stretch, in their order."""
    count = len(values)
    points = [(float(a), float(b)) for a, b in zip(x, values, strict=True)]
    if count <= MOST_POINTS:
        return points
    kept: list[tuple[float, float]] = []
    stretches = MOST_POINTS // 2
    for k in range(stretches):
        own = points[k * count // stretches : (k + 1) * count // stretches]
        low, high = min(own, key=lambda point: point[1]), max(own, key=lambda point: point[1])
        kept += sorted({own[0] if k == 0 else low, low, high})
    return kept
