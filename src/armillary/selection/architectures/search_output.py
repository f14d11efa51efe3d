"""Table, JSON and CSV of a search: ranks, fronts, scores with their parts, objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from armillary.selection import output
from armillary.selection.measure import Measure
from armillary.selection.table import ABSENT, motion_name
from armillary.tables.numbers import with_error
from armillary.tables.parts import Notes, Part
from armillary.tables.table import Column, Table, columns

if TYPE_CHECKING:
    from armillary.selection.architectures.search import Search

RULE = (
    "same robots are one: another zero or sense of q, turned about the vertical, mirrored in a vertical plane, shifted "
    "as a whole; gravity and the attitude of the first axis are held"
)


def tables_of(search: Search, most: int | None = None) -> list[Part]:
    """Return the table of the best `most` architectures, and the conventions."""
    names = search.ranking[:most]
    scores = {one.candidate: one for one in search.selection.scores}
    heads = [*columns("rank>", "front>", "architecture", "score>")]
    for key in search.objectives:
        heads.append(Column(key.replace(".", " ").replace("_", " "), search.objective(key).unit, "right", keep=1))
    rows = [
        (str(k + 1), _front(search, name), name, f"{scores[name].value:.3f}",
         *(_cell(search, name, key) for key in search.objectives))
        for k, name in enumerate(names)
    ]  # fmt: skip
    rest = len(search.ranking) - len(names)
    more = [f"and {rest} more", ""] if rest else []
    return [Table("", heads, rows, wide="shelve", fixed=3), Notes([*more, *conventions(search)])]


def conventions(search: Search) -> list[str]:
    """Return notes on the conventions of the numbers."""
    alphabet, dims = search.chosen.alphabet, search.chosen.dimensions
    better = [f"{key} ({search.objective(key).better} is better)" for key in search.objectives]
    counted = [key for key in search.selection.result.shares if key not in search.objectives]
    motions = list(dict.fromkeys(output.motions(search.selection).values()))
    first = search.selection.looked_at[0]
    found = [
        f"{len(search.architectures)} architectures of {alphabet.joints}, axes {' or '.join(alphabet.axes)}, "
        f"orthogonal ones {' or '.join(alphabet.meeting)}, first axis {' or '.join(alphabet.first)}, tip in "
        f"{alphabet.directions} directions; {RULE}.",
        f"dimensions: {dims}.",
        "names: joints and relations of axes, then axis and link of each joint at q = 0, along x, y, z (up).",
        f"front 1: no other is as good in all of {', '.join(better)} and better in one; front 2 is that without "
        "front 1, and so on. ?: another of the same front beats it if values within two standard errors are equal.",
        f"score: {output.SCORING}. In brackets what an objective gives to the score"
        + (f"; it counts {', '.join(counted)} too, see JSON." if counted else "."),
    ]
    found += [f"not in the score: {key}, {why}." for key, why in _reasons(search)]
    found += [f"efforts: on the {motion_name(name)}." for name in motions]
    found.append(f"sampled: {first.samples} configurations, seed {first.seed}; ± is a standard error.")
    if search.left_out:
        names = list(search.left_out)
        found.append(f"left out: {len(names)} that cannot do the task: {names[0]}: {search.left_out[names[0]]}")
    return found


def _reasons(search: Search) -> list[tuple[str, str]]:
    """Return the excluded measures with the number of architectures that lack them."""
    found = []
    for key, why in search.selection.left_out.items():
        lacking = [name for name in search.selection.candidates if search.value(name, key) is None]
        notes = dict.fromkeys(search.selection.measure(name, key).note for name in lacking)
        found.append((key, f"{len(lacking)} lack it ({'; '.join(filter(None, notes))})" if lacking else why))
    return found


def _front(search: Search, name: str) -> str:
    front = search.fronts[name]
    return ABSENT if front is None else f"{front}{'?' if name in search.in_doubt else ' '}"


def _cell(search: Search, name: str, key: str) -> str:
    one: Measure = search.selection.measure(name, key)
    if one.value is None:
        return ABSENT
    points = _points(search, name).get(key)
    return with_error(one.value, one.error) + (f" ({points:.2f})" if points is not None else "")


def _points(search: Search, name: str) -> dict[str, float]:
    score = next(one for one in search.selection.scores if one.candidate == name)
    return {part.key: part.points for part in score.parts}


def data(search: Search) -> dict[str, Any]:
    """Return a search as plain data."""
    return {
        "architectures": [_row(search, k, name) for k, name in enumerate(search.ranking)],
        "objectives": [
            {"key": key, "label": one.label, "unit": one.unit, "better": one.better}
            for key, one in ((key, search.objective(key)) for key in search.objectives)
        ],
        "alphabet": search.chosen.alphabet,
        "dimensions": search.chosen.dimensions,
        "same_robots": RULE,
        "left_out": search.left_out,
        "selection": output.data(search.selection),
    }


def _row(search: Search, k: int, name: str) -> dict[str, Any]:
    one = search.architecture(name)
    score = next(own for own in search.selection.scores if own.candidate == name)
    return {
        "rank": k + 1,
        "front": search.fronts[name],
        "in_doubt": name in search.in_doubt,
        "name": name,
        "ascii": one.ascii,
        "joints": [piece._asdict() for piece in one.pieces],
        "score": score.value,
        "points": {part.key: part.points for part in score.parts},
        "objectives": {key: search.value(name, key) for key in search.objectives},
    }


def to_csv(search: Search) -> str:
    """Return a search as CSV text, one row for each architecture, best first."""
    parts = list(search.selection.result.shares)
    heads = [Column(name) for name in ("rank", "front", "in_doubt", "name", "ascii", "score")]
    heads += [Column(key, search.objective(key).unit) for key in search.objectives]
    heads += [Column(f"points of {key}") for key in parts]
    rows = []
    for k, name in enumerate(search.ranking):
        row = _row(search, k, name)
        named = [row[key] for key in ("rank", "front", "in_doubt", "name", "ascii", "score")]
        rows.append([*named, *row["objectives"].values(), *(row["points"][key] for key in parts)])
    return Table("", heads, rows).to_csv()
