"""Tables of a selection: ranking, scores with their parts, measures by group, conventions.

Candidates are columns, best first; on a narrow screen they are rows. A star marks the best value of a measure, "–"
a measure that does not apply.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from armillary.selection.candidate import Measure
from armillary.selection.measures import GROUPS, dexterity, operations, times
from armillary.selection.score import SCORING, without_rounding
from armillary.selection.weights import USUAL
from armillary.tables.numbers import with_error
from armillary.tables.parts import Bar, Best, Folded, Legend, Notes, Part, Section
from armillary.tables.table import Column, Table, columns

if TYPE_CHECKING:
    from armillary.selection.result import Selection

LABEL = 22  # smallest width of labels before candidates become rows
MOST_COLUMNS = 12  # largest number of candidates as columns in HTML
ABSENT = "–"
JOINT = ".joint."  # part of the keys of single-joint measures, whose names differ between robots
EXPLAINED = ("operations", "times")  # groups explained by the conventions; their notes concern single values
COLOURS = 9  # number of group colours in bars


def tables_of(selection: Selection) -> list[Section]:
    """Return the ranking, the parts of the scores, a section for each group of measures, and the conventions."""
    return [
        _ranking(selection),
        _parts(selection),
        *(_group(selection, group) for group in dict.fromkeys(key.partition(".")[0] for key in selection.keys)),
        Section("conventions", "conventions", [Notes(conventions(selection))]),
    ]


def html_parts(selection: Selection) -> list[Part]:
    """Return the sections for HTML, where tables of many candidates have one row for each."""

    def narrow(part: Any) -> Any:
        turns = getattr(part, "wide", "") == "turn" and len(part.columns) > MOST_COLUMNS + 2
        return part.turned() if turns else part

    return [replace(section, parts=[narrow(part) for part in section.parts]) for section in tables_of(selection)]


def notebook_parts(selection: Selection) -> list[Part]:
    """Return ranking and parts of the scores, with the other sections collapsed."""
    ranking, scores, *groups = html_parts(selection)
    return [ranking, scores, Folded("all measures, group by group, and conventions", groups)]


def conventions(selection: Selection) -> list[str]:
    """Return notes on the conventions of the numbers."""
    settings = selection.settings
    task = settings["task"]
    notes = [
        f"score: {SCORING}.",
        f"operations: {operations.CONVENTION}. 15M 24A 1T: T counts the different angles.",
        f"element formulas: {operations.ELEMENTS}.",
    ]
    if any(key.startswith("times.") for key in selection.keys):
        notes.append(f'times: {times.HOW["batch"]}; "one state": {times.HOW["scalar"]}; measured on this machine.')
    mixed = [
        name for name, by_key in selection.by_key.items() if any(row.note == dexterity.MIXED for row in by_key.values())
    ]
    if mixed:
        notes.append(f"dexterity of {', '.join(mixed)}: {dexterity.MIXED}; the values depend on the units.")
    motions = selection.motions
    for name in dict.fromkeys(motions.values()):
        robots = [robot for robot, motion in motions.items() if motion == name]
        load = f", with {settings['payload']:g} kg at its frame" if settings["payload"] else ""
        of = "" if len(robots) == len(motions) else f" of {', '.join(robots)}"
        notes.append(f"efforts{of}: on the {motion_name(name)}{load}.")
    payloads = {
        candidate.robot.name: ", ".join(f"{payload.name} {payload.mass:g} kg" for payload in candidate.robot.payloads)
        for candidate in selection.looked_at
    }
    loaded = [f"{name} ({text})" for name, text in payloads.items() if text]
    if settings["payload"] and loaded:
        besides = f"the {settings['payload']:g} kg of the motion are carried besides the robot's own payloads"
        notes.append(f"payloads: {besides}: {'; '.join(loaded)}.")
    rows = task if isinstance(task, str) else list(task)
    notes.append(
        f"all: motors {settings['motors']}; frame {settings['frame']}, task {rows}; "
        f"{settings['samples']} samples, seed {settings['seed']}. ± is a standard error. * is the best."
    )
    return notes


def motion_name(name: str) -> str:
    """Return the name of a motion in tables."""
    return name if name.startswith("standard") else f"motion {name!r}"


def _ranking(selection: Selection) -> Section:
    def colour(key: str) -> int:
        return GROUPS.index(key.partition(".")[0]) % COLOURS + 1

    ranked = selection.result.ranking
    winners = Counter(part.key for entry in ranked for part in entry.parts if part.ratio == 1)
    rows = []
    for entry in ranked:
        parts = sorted(entry.parts, key=lambda part: GROUPS.index(part.key.partition(".")[0]))
        pieces = [(f"{part.key}: {part.points:.3f}", colour(part.key), part.points) for part in parts]
        best_at = ", ".join(part.key for part in entry.parts if part.ratio == 1 and winners[part.key] == 1)
        score = f"{entry.value:.3f}" + (f"±{entry.error:.3f}" if entry.error >= 5e-4 else "")
        bar = Bar(f"parts of the score of {entry.candidate}", pieces)
        able = "" if entry.reasons is None else "; ".join(entry.reasons) or "yes"
        rows.append((str(entry.rank), entry.candidate, able, score, best_at, bar))
    used = sorted(dict.fromkeys(key.partition(".")[0] for key in selection.result.shares), key=GROUPS.index)
    close = [
        f"too close to call within the errors of sampling and timing: {a} and {b}"
        for a, b in selection.result.close_calls
    ]
    heads = columns(
        "rank>", "candidate", "feasible", "score>", "best at", "parts by group", wrap={"best at": 24, "feasible": 24}
    )
    first = [Notes([selection.verdict])] if any(entry.reasons is not None for entry in ranked) else []
    legend = Legend([(group.replace("_", " "), colour(group)) for group in used])
    return Section(
        "ranking", f"{len(ranked)} robots, best first", [*first, Table("", heads, rows).used(), legend, Notes(close)]
    )


def _parts(selection: Selection) -> Section:
    """Return the contribution of each measure to each score, and the excluded measures."""
    ranked, shares = selection.result.ranking, selection.result.shares
    rows = [
        (key, f"{share:.3f}", *(f"{entry.parts[k].points:.3f}" for entry in ranked))
        for k, (key, share) in enumerate(shares.items())
    ]
    rows.append(("score", "1.000", *(f"{entry.value:.3f}" for entry in ranked)))
    used = ", ".join(f"{key} {weight:g}" for key, weight in selection.weights.items())
    usual = all(USUAL.get(key) == weight for key, weight in selection.weights.items())
    return Section(
        "parts",
        "parts of the scores",
        [
            Notes([f"{'default ' if usual else ''}weights: {used}"]),
            _table("part of the score", ("share", *selection.ranking), rows),
            Notes([f"left out: {key}: {why}" for key, why in selection.left_out.items()]),
        ],
    )


def _table(first: str, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    heads = [Column(first, keep=LABEL), *(Column(name, align="right", whole=True) for name in names)]
    return Table("", heads, rows, wide="turn", across="candidate")


def _group(selection: Selection, group: str) -> Section:
    """Return the measures of a group, and notes on them."""
    keys = [key for key in selection.keys if key.partition(".")[0] == group]
    whole = [key for key in keys if JOINT not in key]
    parts = {f"{key}{end}" for key in keys for end in ("_m", "_a", "_angles")}  # shown in one cell
    rows = [_row(selection, key) for key in whole if key not in parts]
    rows = [row for row in rows if any(cell != ABSENT for cell in row[1:])]
    notes = _notes(selection, whole)
    if len(whole) < len(keys):
        notes.append("numbers of each joint: in JSON and CSV")
    tables = [_table("measure", selection.ranking, rows)] if rows else []
    return Section(f"group-{group}", group.replace("_", " "), [*tables, Notes(notes)])


def _row(selection: Selection, key: str) -> tuple[Any, ...]:
    column = rounded([selection.by_key[name].get(key) for name in selection.ranking])
    first = next(measure for measure in column if measure is not None)
    cells = [_cell(selection, name, measure) for name, measure in zip(selection.ranking, column, strict=True)]
    label = f"{first.label} [{first.unit}]" if first.unit else first.label
    return label, *(Best(cell) if star else cell for cell, star in zip(cells, stars(column), strict=True))


def rounded(column: list[Measure | None]) -> list[Measure | None]:
    """Return measures with zeros in place of rounding errors."""
    present = [measure.value for measure in column if measure is not None and measure.value is not None]
    values = iter(without_rounding(present))
    return [
        replace(measure, value=next(values)) if measure is not None and measure.value is not None else measure
        for measure in column
    ]


def _cell(selection: Selection, name: str, measure: Measure | None) -> str:
    """Return a number, or for operations the numbers of multiplications, additions and angles."""
    if measure is None or measure.value is None:
        return ABSENT
    by_key = selection.by_key[name]
    split = [by_key.get(f"{measure.key}{end}") for end in ("_m", "_a", "_angles")]
    if all(part is not None and part.value is not None for part in split):
        return " ".join(f"{part.value:.0f}{letter}" for part, letter in zip(split, "MAT", strict=True) if part)
    return with_error(measure.value, measure.error)


def stars(column: Sequence[Measure | None]) -> list[bool]:
    """Return which candidates have the best value; none if all are equal or there is no preference."""
    values = [
        measure.value
        for measure in column
        if measure is not None and measure.value is not None and not math.isnan(measure.value)
    ]
    better = {measure.better for measure in column if measure is not None}
    if len(set(values)) < 2 or better not in ({"less"}, {"more"}):
        return [False] * len(column)
    best = min(values) if better == {"less"} else max(values)
    return [measure is not None and measure.value == best for measure in column]


def _notes(selection: Selection, keys: Sequence[str]) -> list[str]:
    """Return why candidates lack measures, and the notes common to all candidates."""
    why: dict[str, dict[str, list[str]]] = {}
    alike: dict[str, list[str]] = {}
    for key in keys:
        column = {name: by_key[key] for name, by_key in selection.by_key.items() if key in by_key}
        for name, measure in column.items():
            if measure.value is None:
                why.setdefault(measure.note or "does not apply", {}).setdefault(name, []).append(key.partition(".")[2])
        notes = {measure.note for measure in column.values() if measure.value is not None}
        if len(notes) == 1 and "" not in notes and key.partition(".")[0] not in EXPLAINED:
            alike.setdefault(notes.pop(), []).append(key.partition(".")[2])
    absent = []
    for note, who in why.items():
        names = list(dict.fromkeys(name for names in who.values() for name in names))
        robots = "all" if len(who) == len(selection.candidates) else ", ".join(who)
        absent.append(f"{ABSENT} {robots}: {_several(names)}: {note}")
    return [f"{_several(names)}: {note}" for note, names in alike.items()] + absent


def _several(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"
