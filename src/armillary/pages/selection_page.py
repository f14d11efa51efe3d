"""A selection as a page: the ranking with the parts of its scores as bars, measures, conventions."""

from __future__ import annotations

from collections.abc import Sequence

from armillary.pages.markup import Markup, joined, notes, section, table, tag
from armillary.pages.page import page
from armillary.selection import table as words
from armillary.selection.output import data, settings
from armillary.selection.result import GROUPS, Selection

COLOURS = 9
"""Colours of the style, --line-1 and so on."""
LONG = 400
"""Length of the bar of a score of one, in its own units."""


def selection_html(selection: Selection) -> str:
    """Return a selection as one page."""
    ranked = selection.result.ranking
    groups = list(dict.fromkeys(key.partition(".")[0] for key in selection.keys))
    best = ranked[0]
    subtitle = f"{len(ranked)} robots, motors {settings(selection)['motors']}; best: {best.candidate}"
    parts = [
        section("ranking", "Ranking", _ranking(selection), _close(selection)),
        section("parts", "Parts of the scores, which add up to them", _parts(selection)),
        *(section(f"group-{group}", group.replace("_", " "), _group(selection, group)) for group in groups),
        section("conventions", "Conventions", notes(words.conventions(selection))),
    ]
    return page("Robots compared", subtitle, joined(parts))


def _ranking(selection: Selection) -> Markup:
    rows = []
    for one in data(selection)["candidates"]:
        own = [(part["key"], part["points"]) for part in one["parts"]]
        sure = f" ± {one['score_error']:.3f}" if one["score_error"] >= 5e-4 else ""
        rows.append((one["rank"], one["name"], f"{one['score']:.3f}{sure}", _bar(one["name"], own)))
    rows.sort(key=lambda row: row[0])
    shown = [(str(rank), *rest) for rank, *rest in rows]
    used = dict.fromkeys(key.partition(".")[0] for key in selection.result.shares)
    keys = tag("p", *(tag("span", tag("span", "", class_=f"swatch fill-{_colour(g)}"), f" {g.replace('_', ' ')} ")
                      for g in sorted(used, key=GROUPS.index)), class_="legend")  # fmt: skip
    return joined([table(("rank", "robot", "score", "its parts by subject"), shown, "robots, best first"), keys])


def _bar(name: str, parts: Sequence[tuple[str, float]]) -> Markup:
    """Return a score as a bar of its parts."""
    pieces, at = [], 0.0
    for key, points in sorted(parts, key=lambda part: GROUPS.index(part[0].partition(".")[0])):
        what = tag("title", f"{key}: {points:.3f}")
        wide = max(LONG * points - 1, 0)
        colour = f"fill-{_colour(key.partition('.')[0])}"
        pieces.append(tag("rect", what, x=f"{at:.1f}", y="0", width=f"{wide:.1f}", height="16", class_=colour))
        at += LONG * points
    return tag(
        "svg", *pieces, class_="bar", viewBox=f"0 0 {LONG} 16", width="400", height="16", role="img",
        aria_label=f"parts of the score of {name}",
    )  # fmt: skip


def _colour(group: str) -> int:
    return GROUPS.index(group) % COLOURS + 1


def _close(selection: Selection) -> Markup:
    calls = [f"{a} and {b} are too close to call: sampling and timing alone can exchange them"
             for a, b in selection.result.close_calls]  # fmt: skip
    return notes(calls)


def _parts(selection: Selection) -> Markup:
    ranked = selection.result.ranking
    rows = [
        (key, f"{share:.3f}", *(f"{one.parts[k].points:.3f}" for one in ranked))
        for k, (key, share) in enumerate(selection.result.shares.items())
    ]
    rows.append(("score", "1.000", *(f"{one.value:.3f}" for one in ranked)))
    head = ("measure", "share", *(one.candidate for one in ranked))
    left = [f"left out: {key}: {why}" for key, why in selection.left_out.items()]
    return joined([table(head, rows, "shares of the weights, and points", numbers=True), notes(left)])


def _group(selection: Selection, group: str) -> Markup:
    """Return the measures of a subject; the best of each is marked."""
    rows, said = words.measures(selection, group)
    shown = [(row.label, *(_marked(cell) for cell in row.cells)) for row in rows]
    made = table(("measure", *selection.ranking), shown, "the best is bold", numbers=True) if shown else ""
    return joined([made, notes(said)])


def _marked(cell: str) -> Markup | str:
    bare = cell.strip()
    return tag("strong", bare.removesuffix("*"), class_="best") if bare.endswith("*") else bare
