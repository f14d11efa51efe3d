"""JSON and CSV of a selection: all measures with units, errors and notes, all scores with their parts."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from armillary.selection.score import WORST
from armillary.tables.json import plain
from armillary.tables.table import Column, Table

if TYPE_CHECKING:
    from armillary.selection.result import Selection

SCORING = (
    "sum of share × (1 − log10(ratio to the best)), a part from 0 (ten times worse, or more) to 1 (the best); "
    "shares are weights divided by their sum; a measure that some candidate lacks is left out for all"
)
COLUMNS = (
    "candidate", "rank", "score", "key", "label", "value", "unit", "error", "better",
    "share", "ratio", "normalised", "points", "note",
)  # fmt: skip
"""Columns of the CSV file; `share` to `points` are empty for measures without weight."""


def settings(selection: Selection) -> dict[str, Any]:
    """Return the common settings of all candidates."""
    first = selection.looked_at[0]
    return {
        "motors": ", ".join(dict.fromkeys(one.model.motors for one in selection.looked_at)),
        "frame": first.frame,
        "kinematic_task": first.task,
        "samples": first.samples,
        "seed": first.seed,
        "motions": motions(selection),
        "payload": first.motion.payload if first.motion else None,
    }


def motions(selection: Selection) -> dict[str, str]:
    """Return the name of each candidate's motion."""
    return {one.robot.name: one.motion.name for one in selection.looked_at if one.motion}


def data(selection: Selection) -> dict[str, Any]:
    """Return a selection as plain data; numbers that are not finite become None."""
    result = selection.result
    candidates = [
        {
            "name": one.candidate,
            "rank": one.rank,
            "score": one.value,
            "score_error": one.error,
            "parts": [asdict(part) | {"points": part.points} for part in one.parts],
            "measures": [asdict(measure) for measure in selection.measures[one.candidate]],
        }
        for one in selection.scores
    ]
    found = {
        "ranking": selection.ranking,
        "weights": dict(selection.weights),
        "shares": dict(result.shares),
        "left_out": dict(result.left_out),
        "too_close_to_call": result.close_calls,
        "scoring": {"rule": SCORING, "worst_ratio": WORST},
        "settings": settings(selection),
        "candidates": candidates,
    }
    made: dict[str, Any] = plain(found)
    return made


def to_csv(selection: Selection) -> str:
    """Return a selection as CSV text, best candidate first."""
    rows = []
    for one in selection.result.ranking:
        parts = {part.key: part for part in one.parts}
        for own in selection.measures[one.candidate]:
            part = parts.get(own.key)
            weighed = (part.share, part.ratio, part.normalised, part.points) if part else (None,) * 4
            known = (own.key, own.label, own.value, own.unit, own.error, own.better)
            rows.append((one.candidate, one.rank, one.value, *known, *weighed, own.note))
    return Table("", [Column(name) for name in COLUMNS], rows).to_csv()
