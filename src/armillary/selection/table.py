"""A selection as text: the ranking, the scores with their parts, the measures group by group, the conventions.

Candidates are columns, best first, where the lines have room for them; where there are too many they are rows, and
the measures columns, in as many tables as it takes. A star marks the best of a measure, "–" what does not apply.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from armillary.selection.grid import GAP, Column, lay_out, paragraphs, shelves, width
from armillary.selection.measure import Measure
from armillary.selection.measures import dexterity, operations, times
from armillary.selection.numbers import shown
from armillary.selection.output import SCORING, motions, settings
from armillary.selection.score import without_rounding
from armillary.selection.weights import USUAL

if TYPE_CHECKING:
    from armillary.selection.result import Selection

LABEL = 22
"""The width to which labels give way before candidates become rows."""
HEADING = 13
"""The width of the headings of measures where candidates are rows."""
ABSENT = "–"
JOINT = ".joint."
"""In the keys of measures of single joints, which have other names in other robots."""
EXPLAINED = ("operations", "times")
"""Groups whose numbers the conventions explain; notes of theirs are about one number each."""


@dataclass(frozen=True)
class Block:
    """A part of the text: its title and its lines."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A line of numbers: what they are, and one for each candidate, best candidate first."""

    label: str
    cells: tuple[str, ...]


def text(selection: Selection, room: int = 80) -> str:
    """Return a selection as text in lines of at most `room` characters, if names and numbers leave it that."""
    return "\n".join(line for block in blocks(selection, room) for line in (block.title, *block.lines, ""))


def blocks(selection: Selection, room: int = 80) -> list[Block]:
    """Return the parts of the text."""
    groups = dict.fromkeys(key.partition(".")[0] for key in selection.keys)
    return [
        _ranking(selection, room),
        _parts(selection, room),
        *(_group(selection, group, room) for group in groups),
        Block("conventions", tuple(paragraphs(conventions(selection), room))),
    ]


def conventions(selection: Selection) -> list[str]:
    """Return what one must know to read the numbers."""
    same = settings(selection)
    task = same["kinematic_task"]
    found = [
        f"score: {SCORING}.",
        f"operations: {operations.CONVENTION}. 15M 24A 1T: T counts the different angles.",
        f"element formulas: {operations.ELEMENTS}.",
    ]
    if any(key.startswith("times.") for key in selection.keys):
        found.append(f'times: {times.HOW["batch"]}; "one state": {times.HOW["scalar"]}; measured on this machine.')
    mixed = [name for name, own in selection.by_key.items() if any(one.note == dexterity.MIXED for one in own.values())]
    if mixed:
        found.append(f"dexterity of {', '.join(mixed)}: {dexterity.MIXED}, in other units its numbers are others.")
    moved = motions(selection)
    for name in dict.fromkeys(moved.values()):
        who = [robot for robot, own in moved.items() if own == name]
        load = f", with {same['payload']:g} kg at its frame" if same["payload"] else ""
        of = "" if len(who) == len(moved) else f" of {', '.join(who)}"
        found.append(f"efforts{of}: on the {_motion(name)}{load}.")
    found.append(
        f"all: motors {same['motors']}; frame {same['frame']}, task {task if isinstance(task, str) else list(task)}; "
        f"{same['samples']} samples, seed {same['seed']}. ± is a standard error. * is the best."
    )
    return found


def _motion(name: str) -> str:
    """Return what a motion is called; the standard one says so itself."""
    return name if name.startswith("standard") else f"motion {name!r}"


def _ranking(selection: Selection, room: int) -> Block:
    ranked = selection.result.ranking
    columns = [
        Column("rank", tuple(str(one.rank) for one in ranked)),
        Column("candidate", tuple(one.candidate for one in ranked), right=False),
        Column("score", tuple(_points(one.value, one.error) for one in ranked)),
        Column("best at", tuple(_best_at(selection, one.candidate) for one in ranked), right=False),
    ]
    columns[-1] = Column("best at", columns[-1].cells, right=False, wrap=max(24, room - width(columns[:-1]) - 2))
    lines = lay_out(columns)
    close = "; ".join(f"{a} and {b}" for a, b in selection.result.close_calls)
    if close:
        lines += paragraphs([f"too close to call, sampling and timing alone can exchange them: {close}"], room)
    return Block(f"{len(ranked)} robots, best first", tuple(lines))


def _best_at(selection: Selection, candidate: str) -> str:
    """Return the weighted measures at which a candidate alone is the best."""
    found = []
    for key in selection.result.shares:
        ratios = {one.candidate: next(part.ratio for part in one.parts if part.key == key) for one in selection.scores}
        if ratios[candidate] == 1 and sum(ratio == 1 for ratio in ratios.values()) == 1:
            found.append(key)
    return ", ".join(found)


def _points(value: float, error: float) -> str:
    return f"{value:.3f}±{error:.3f}" if error >= 5e-4 else f"{value:.3f}"


def _parts(selection: Selection, room: int) -> Block:
    """Return what each measure gives to each score, and why some give nothing."""
    ranked, shares = selection.result.ranking, selection.result.shares
    rows = [
        Row(key, (f"{share:.3f}", *(f"{one.parts[k].points:.3f}" for one in ranked)))
        for k, (key, share) in enumerate(shares.items())
    ]
    rows.append(Row("score", ("1.000", *(f"{one.value:.3f}" for one in ranked))))
    given = ", ".join(f"{key} {weight:g}" for key, weight in selection.weights.items())
    usual = all(USUAL.get(key) == weight for key, weight in selection.weights.items())
    lines = paragraphs([f"weights{', the usual ones' if usual else ''}: {given}"], room)
    lines += ["", *_table(("share", *selection.ranking), rows, room, "part of the score")]
    lines += paragraphs((f"left out: {key}: {why}" for key, why in selection.left_out.items()), room)
    return Block("parts of the scores, which add up to them", tuple(lines))


def _group(selection: Selection, group: str, room: int) -> Block:
    rows, notes = measures(selection, group)
    lines = _table(selection.ranking, rows, room, "measure") if rows else []
    return Block(group.replace("_", " "), tuple(lines + paragraphs(notes, room)))


def measures(selection: Selection, group: str) -> tuple[list[Row], list[str]]:
    """Return the measures of a group that some candidate has, and what is to be said of them."""
    keys = [key for key in selection.keys if key.partition(".")[0] == group]
    whole = [key for key in keys if JOINT not in key]
    parts = {f"{key}{end}" for key in keys for end in ("_m", "_a", "_angles")}  # which stand in one cell
    rows = [_row(selection, key) for key in whole if key not in parts]
    notes = _notes(selection, whole)
    if len(whole) < len(keys):
        notes.append("numbers of each joint: in JSON and CSV")
    return [row for row in rows if any(cell.strip() != ABSENT for cell in row.cells)], notes


def _row(selection: Selection, key: str) -> Row:
    column = rounded([selection.by_key[name].get(key) for name in selection.ranking])
    first = next(one for one in column if one is not None)
    cells = [_cell(selection, name, one) for name, one in zip(selection.ranking, column, strict=True)]
    best = stars(column)
    marked = any(best)
    label = f"{first.label} [{first.unit}]" if first.unit else first.label
    return Row(
        label, tuple(cell + ("*" if star else " " if marked else "") for cell, star in zip(cells, best, strict=True))
    )


def rounded(column: list[Measure | None]) -> list[Measure | None]:
    """Return measures without what rounding has left of zeros."""
    known = [one.value for one in column if one is not None and one.value is not None]
    values = iter(without_rounding(known))
    return [replace(one, value=next(values)) if one is not None and one.value is not None else one for one in column]


def _cell(selection: Selection, name: str, one: Measure | None) -> str:
    """Return a number, or the multiplications, additions and angles that it is the sum of."""
    if one is None or one.value is None:
        return ABSENT
    own = selection.by_key[name]
    split = [own.get(f"{one.key}{end}") for end in ("_m", "_a", "_angles")]
    if all(part is not None and part.value is not None for part in split):
        return " ".join(f"{part.value:.0f}{letter}" for part, letter in zip(split, "MAT", strict=True) if part)
    return shown(one.value, one.error)


def stars(column: Sequence[Measure | None]) -> list[bool]:
    """Return which of the candidates is best, if it makes a difference."""
    values = [one.value for one in column if one is not None and one.value is not None and not math.isnan(one.value)]
    better = {one.better for one in column if one is not None}
    if len(set(values)) < 2 or better not in ({"less"}, {"more"}):
        return [False] * len(column)
    best = min(values) if better == {"less"} else max(values)
    return [one is not None and one.value == best for one in column]


def _notes(selection: Selection, keys: Sequence[str]) -> list[str]:
    """Return why candidates lack measures, and what is said of a measure alike for all that have it."""
    why: dict[str, dict[str, list[str]]] = {}
    alike: dict[str, list[str]] = {}
    for key in keys:
        column = {name: own[key] for name, own in selection.by_key.items() if key in own}
        for name, one in column.items():
            if one.value is None:
                why.setdefault(one.note or "does not apply", {}).setdefault(name, []).append(key.partition(".")[2])
        said = {one.note for one in column.values() if one.value is not None}
        if len(said) == 1 and "" not in said and key.partition(".")[0] not in EXPLAINED:
            alike.setdefault(said.pop(), []).append(key.partition(".")[2])
    absent = [_absence(selection, note, who) for note, who in why.items()]
    return [f"{_several(names)}: {note}" for note, names in alike.items()] + absent


def _absence(selection: Selection, note: str, who: dict[str, list[str]]) -> str:
    names = list(dict.fromkeys(name for names in who.values() for name in names))
    robots = "all" if len(who) == len(selection.candidates) else ", ".join(who)
    return f"{ABSENT} {robots}: {_several(names)}: {note}"


def _several(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"


def _table(names: Sequence[str], rows: Sequence[Row], room: int, what: str) -> list[str]:
    """Return rows as a table, or turned where candidates are too many for the room."""
    columns = [Column(name, tuple(row.cells[k] for row in rows)) for k, name in enumerate(names)]
    labels = tuple(row.label for row in rows)
    left = room - width(columns) - GAP
    beside = [Column(what, labels, right=False, wrap=max(left, LABEL)), *columns]
    return lay_out(beside) if width(beside) <= room else _turned(names, rows, room)


def _turned(names: Sequence[str], rows: Sequence[Row], room: int) -> list[str]:
    """Return a table with a row for each candidate, in parts that fit the room."""
    first = Column("candidate", tuple(names), right=False)
    return shelves([first], (Column(row.label, row.cells, wrap=HEADING) for row in rows), room)
