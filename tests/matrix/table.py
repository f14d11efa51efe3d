"""The table of docs/combinations.md: written from the outcomes of all cells, and read back to check them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from matrix.cells import PART, USES, WORKS, in_order, reason_of
from matrix.kinds import KINDS
from matrix.reasons import REASONS

PAGE = Path(__file__).parents[2] / "docs" / "combinations.md"
HEAD = """\
# What works with what

The tables combine each kind of robot with each use: {cells:,} cells, {works:,} of which work (✓). A number
means that the combination is not supported: the use raises an `ArmillaryError` for the [reason](#reasons)
with that number. A number in parentheses means that the use works in part: an `ArmillaryWarning` names
what is left out.

`python -m tests.matrix --write` makes this page from a run of all cells. `make test` runs a sample of
the cells, `make test-all` all of them; the test fails if a cell differs from this page. A cell must raise
no error, and its results are checked: finite values, energy balances, and agreement with the plain
evaluation of the same equations (`tests/matrix`).
"""

Cell = tuple[str, str]
"""Names of a use and of a kind."""


def note_of(message: str) -> str | None:
    """Return the footnote of a refusal, `WORKS` for a cell that works, None for a refusal without a known reason.

    That of a cell that works in part begins with `PART`.
    """
    if message == WORKS:
        return WORKS
    reason = reason_of(message, REASONS)
    return None if reason is None else PART * message.startswith(PART) + reason.note


def render(outcomes: Mapping[Cell, str]) -> str:
    """Return the page from the outcomes of all cells."""
    notes = {cell: note_of(message) for cell, message in outcomes.items()}
    told = {note.removeprefix(PART) for note in notes.values()}
    numbers = {note: str(k) for k, note in enumerate((each.note for each in REASONS if each.note in told), 1)}
    texts = {WORKS: WORKS} | numbers | {PART + note: f"({number})" for note, number in numbers.items()}
    works = sum(note == WORKS for note in notes.values())
    parts = [HEAD.format(cells=len(notes), works=works)]
    for group, kinds in groupby(KINDS, lambda name: KINDS[name].group):
        names = list(kinds)
        parts.append(f"## {group}\n")
        parts.append("\n".join(f"- **{KINDS[name].title}**: {KINDS[name].meaning}" for name in names) + "\n")
        rows = [["use", *(KINDS[name].title for name in names)], ["---", *([":-:"] * len(names))]]
        for use_group, uses in groupby(in_order(), lambda name: USES[name].group):
            rows.append([f"**{use_group}**", *([""] * len(names))])
            rows += [[USES[use].title, *(texts[notes[use, name]] for name in names)] for use in uses]
        parts.append("\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n")
    parts.append("## Reasons\n")
    parts.append("\n".join(f"{number}. {note}" for note, number in numbers.items()) + "\n")
    return "\n".join(parts)


def read(page: str) -> dict[Cell, str]:
    """Return the note of every cell of the page."""
    notes = {found[1]: found[2] for found in re.finditer(r"^(\d+)\. (.+)$", page, re.MULTILINE)}
    texts = {WORKS: WORKS} | notes | {f"({number})": PART + note for number, note in notes.items()}
    uses = {(each.group, each.title): name for name, each in USES.items()}
    kinds = {(each.group, each.title): name for name, each in KINDS.items()}
    found: dict[Cell, str] = {}
    for group, head, rows in _tables(page):
        section = ""
        for first, *cells in rows:
            if first.startswith("**"):
                section = first.strip("*")
            elif not first.startswith("---"):
                for title, cell in zip(head[1:], cells, strict=True):
                    found[uses[section, first], kinds[group, title]] = texts[cell]
    return found


def _tables(page: str) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Yield the heading above each table, its head and its rows."""
    group, rows = "", list[list[str]]()
    for line in [*page.splitlines(), ""]:
        if line.startswith("## "):
            group = line[3:]
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            yield group, rows[0], rows[1:]
            rows = []
