"""A selection as HTML for notebooks: ranking, the measures that count, and all others folded away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from armillary.selection.measure import Measure
from armillary.selection.numbers import shown
from armillary.selection.output import SCORING
from armillary.selection.table import ABSENT, rounded, stars
from armillary.tables.html import Safe, bar, element, table

if TYPE_CHECKING:
    from armillary.selection.result import Selection

MOST_COLUMNS = 12
"""Candidates that have a column of their own; the best ones."""


def selection_html(selection: Selection) -> Safe:
    """Return who ranks where, and by what."""
    ranked = selection.result.ranking
    rows = [
        (
            one.rank,
            one.candidate,
            f"{one.value:.3f}" + (f" ± {one.error:.3f}" if one.error >= 5e-4 else ""),
            bar(one.value),
        )
        for one in ranked
    ]
    parts = [table(("rank", "robot", "score", ""), rows, f"{len(ranked)} robots, best first")]
    close = "; ".join(f"{a} and {b}" for a, b in selection.result.close_calls)
    if close:
        parts.append(element("div", f"too close to call: {close}"))
    counted = list(selection.result.shares)
    parts.append(_measures(selection, counted, "What counts, with its share of the score; the best is bold"))
    parts += [element("div", f"left out: {key}: {why}") for key, why in selection.left_out.items()]
    rest = [key for key in selection.keys if key not in counted and ".joint." not in key]
    if rest:
        parts.append(
            element("details", element("summary", f"{len(rest)} more measures"), _measures(selection, rest, ""))
        )
    parts.append(element("div", f"Score: {SCORING}.", style="opacity:0.75;max-width:70em"))
    return element("div", *parts)


def _measures(selection: Selection, keys: Iterable[str], title: str) -> Safe:
    names = selection.ranking[:MOST_COLUMNS]
    shares = selection.result.shares
    more = len(selection.ranking) - len(names)
    head = ["measure", "share" if title else "", *names, *([f"… {more} more"] if more else [])]
    rows: list[Sequence[object]] = []
    for key in keys:
        column = rounded([selection.by_key[name].get(key) for name in selection.ranking])
        first = next((one for one in column if one is not None and one.value is not None), None)
        if first is None:
            continue
        cells = [_cell(one, best) for one, best in zip(column, stars(column), strict=True)][: len(names)]
        label = f"{first.label} [{first.unit}]" if first.unit else first.label
        rows.append([element("span", label, title=key), f"{shares[key]:.3f}" if key in shares else "", *cells])
    return table(head, rows, title)


def _cell(one: Measure | None, best: bool) -> object:
    if one is None or one.value is None:
        return ABSENT
    text = shown(one.value, one.error)
    return element("b", text) if best else text
