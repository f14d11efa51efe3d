"""Result of an architecture search: ranks, fronts, scores with their parts, objectives; tables, JSON, CSV and files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import Any

from armillary.description.robot import Robot
from armillary.description.save import save
from armillary.errors import ArgumentError
from armillary.files.arguments import whole
from armillary.files.words import among, nearest, shortened
from armillary.selection.architectures.architectures import Architectures
from armillary.selection.architectures.arrangement import Architecture
from armillary.selection.architectures.pareto import doubtful, fronts
from armillary.selection.candidate import Measure
from armillary.selection.result import Selection
from armillary.selection.score import SCORING, Score
from armillary.selection.table import ABSENT, motion_name
from armillary.tables.json import to_json
from armillary.tables.numbers import with_error
from armillary.tables.parts import Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Column, Table, columns

RULE = (
    "equal robots are listed once: robots that differ by the zero or sense of q, a rotation about the vertical, "
    "a mirror image in a vertical plane, or a shift; gravity and the direction of the first axis are fixed"
)

MOST_TOLD = 5
"""Maximum number of excluded architectures that notes list with reasons."""


@dataclass(frozen=True, eq=False, repr=False)
class Search(Shown):
    """Architectures with their measures, scores and fronts.

    `chosen` are all architectures of the search, `selection` has the measures and scores of the feasible ones, and
    `left_out` the reasons why the others cannot perform the task.
    """

    chosen: Architectures
    objectives: tuple[str, ...]
    selection: Selection
    left_out: Mapping[str, str]

    @cached_property
    def architectures(self) -> tuple[Architecture, ...]:
        """The measured architectures, in the order of their normal forms."""
        return tuple(
            arrangement for arrangement in self.chosen.arrangements if arrangement.name in self.selection.measures
        )

    @cached_property
    def robots(self) -> Mapping[str, Robot]:
        """The measured robots by name."""
        return {candidate.robot.name: candidate.robot for candidate in self.selection.looked_at}

    @cached_property
    def scores(self) -> Mapping[str, Score]:
        """The scores by name."""
        return {score.candidate: score for score in self.selection.scores}

    @cached_property
    def _measures(self) -> list[list[Measure]]:
        """The objectives of each architecture."""
        return [[self.selection.measure(name, key) for key in self.objectives] for name in self.selection.candidates]

    @property
    def dropped(self) -> frozenset[str]:
        """The names on no front, since they exceed their limits and others do not; empty if all exceed them."""
        exceeding = frozenset(name for name, score in self.scores.items() if score.reasons)
        return exceeding if len(exceeding) < len(self.scores) else frozenset()

    @property
    def _compared(self) -> list[list[float | None]]:
        """Values of the objectives; None for architectures that are `dropped`."""
        dropped = self.dropped
        return [
            [None if name in dropped else measure.value for measure in row]
            for name, row in zip(self.selection.candidates, self._measures, strict=True)
        ]

    @cached_property
    def fronts(self) -> Mapping[str, int | None]:
        """The front of each architecture, 1 for the best.

        None if an objective has no value, or if the architecture exceeds its limits and others do not.
        """
        front = fronts(self._compared, [measure.better for measure in self._measures[0]])
        return dict(zip(self.selection.candidates, front, strict=True))

    @cached_property
    def in_doubt(self) -> tuple[str, ...]:
        """Architectures whose front is uncertain because of sampling, (3) of `architectures.pareto`."""
        errors = [[measure.error for measure in row] for row in self._measures]
        doubts = doubtful(self._compared, errors, [measure.better for measure in self._measures[0]])
        return tuple(compress(self.selection.candidates, doubts))

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The names, best first: by feasibility, then by front, then by score."""
        last, scores = len(self.scores) + 1, self.scores

        def place(name: str) -> tuple[bool, int, float]:
            return bool(scores[name].reasons), self.fronts[name] or last, -scores[name].value

        return tuple(sorted(scores, key=place))

    @property
    def front(self) -> tuple[str, ...]:
        """The names on the first front, best score first."""
        return tuple(name for name in self.ranking if self.fronts[name] == 1)

    def architecture(self, name: str) -> Architecture:
        """Return an architecture by its name, plain or in ASCII."""
        for arrangement in self.architectures:
            if among(name, (arrangement.name, arrangement.ascii)):
                return arrangement
        advice = nearest(name, [arrangement.ascii for arrangement in self.architectures])
        raise ArgumentError("name", shortened(name), "an architecture", advice)

    def value(self, name: str, key: str) -> float | None:
        """Return a measure of an architecture."""
        return self.selection.measure(name, key).value

    def objective(self, key: str) -> Measure:
        """Return a measure of the first architecture, for its label, unit and direction."""
        return self.selection.measure(self.selection.candidates[0], key)

    def tables(self, most: int | None = None) -> list[Part]:
        """Return the table of the best `most` architectures, default all, and the conventions."""
        shown = None if most is None else whole("most", most)
        heads = [*columns("rank>", "front>", "architecture", "score>")]
        for key in self.objectives:
            heads.append(Column(key.replace(".", " ").replace("_", " "), self.objective(key).unit, "right", keep=1))
        rows = []
        for row in self.rows()[:shown]:
            doubt = "?" if row["in_doubt"] else " "
            front = ABSENT if row["front"] is None else f"{row['front']}{doubt}"

            cells = [_cell(self.selection.measure(row["name"], key), row["points"].get(key)) for key in self.objectives]
            rows.append((str(row["rank"]), front, row["name"], f"{row['score']:.3f}", *cells))
        rest = len(self.ranking) - len(rows)
        more = [f"and {rest} more", ""] if rest else []
        first = [Notes([self.selection.verdict])] if self.selection.infeasible else []
        return [*first, Table("", heads, rows, wide="shelve", fixed=3), Notes([*more, *self.conventions()])]

    def conventions(self) -> list[str]:
        """Return notes on the conventions of the numbers."""
        alphabet, dims = self.chosen.alphabet, self.chosen.dimensions
        better = [f"{key} ({self.objective(key).better} is better)" for key in self.objectives]
        counted = [key for key in self.selection.result.shares if key not in self.objectives]
        motions = list(dict.fromkeys(self.selection.motions.values()))
        first = self.selection.looked_at[0]
        notes = [
            f"{len(self.architectures)} architectures of {alphabet.joints}, axes {' or '.join(alphabet.axes)}, "
            f"orthogonal axes {' or '.join(alphabet.meeting)}, first axis {' or '.join(alphabet.first)}, "
            + ("" if alphabet.directions is None else f"tip in {alphabet.directions} directions, ")
            + f"{RULE}.",
            f"dimensions: {dims}.",
            "names: joints and relations of axes, then axis and link of each joint at q = 0, along x, y, z (up).",
            f"front 1: no other architecture is as good in all of {', '.join(better)} and better in one; front 2: "
            "likewise without front 1, and so on. ?: uncertain, since values differ by less than two standard errors.",
            f"score: {SCORING}. In brackets: the part of an objective in the score"
            + (f"; {', '.join(counted)} also count, see JSON." if counted else "."),
        ]
        for key, why in self.selection.left_out.items():
            lacking = [name for name in self.selection.candidates if self.value(name, key) is None]
            remarks = dict.fromkeys(self.selection.measure(name, key).note for name in lacking)
            reason = f"{len(lacking)} lack it ({'; '.join(filter(None, remarks))})" if lacking else why
            notes.append(f"not in the score: {key}, {reason}.")
        carried = first.motion.payload if first.motion else 0.0
        load = f", with {carried:g} kg at its frame" if carried else ""
        load = f", with the payload of {dims.payload:g} kg" if dims.payload else load
        notes += [f"efforts: on the {motion_name(name)}{load}." for name in motions]
        notes.append(f"sampled: {first.samples} configurations, seed {first.seed}; ± is a standard error.")
        notes += [f"{name} exceeds its limits: {'; '.join(why)}" for name, why in self.selection.infeasible.items()]
        if self.left_out:
            excluded = "; ".join(f"{name}: {why}" for name, why in list(self.left_out.items())[:MOST_TOLD])
            more = "; …" * (len(self.left_out) > MOST_TOLD)
            notes.append(f"left out: {len(self.left_out)} that cannot perform the motion at all: {excluded}{more}")
        return notes

    def rows(self) -> list[dict[str, Any]]:
        """Return the architectures as plain data, best first."""
        return [
            {
                "rank": rank,
                "front": self.fronts[name],
                "in_doubt": name in self.in_doubt,
                "name": name,
                "ascii": self.architecture(name).ascii,
                "joints": [piece._asdict() for piece in self.architecture(name).pieces],
                "score": self.scores[name].value,
                "feasible": self.scores[name].feasible,
                "reasons": self.scores[name].reasons,
                "points": {part.key: part.points for part in self.scores[name].parts},
                "objectives": {key: self.value(name, key) for key in self.objectives},
            }
            for rank, name in enumerate(self.ranking, 1)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the search as plain data."""
        return {
            "architectures": self.rows(),
            "objectives": [
                {"key": key, "label": objective.label, "unit": objective.unit, "better": objective.better}
                for key, objective in ((key, self.objective(key)) for key in self.objectives)
            ],
            "alphabet": self.chosen.alphabet,
            "dimensions": self.chosen.dimensions,
            "same_robots": RULE,
            "left_out": self.left_out,
            "selection": self.selection.to_dict(),
        }

    def to_json(self) -> str:
        """Return the search as JSON."""
        return to_json(self.to_dict())

    def to_csv(self) -> str:
        """Return the search as CSV, one row for each architecture, best first."""
        names, parts = ("rank", "front", "in_doubt", "name", "ascii", "score"), list(self.selection.result.shares)
        heads = [Column(name) for name in names]
        heads += [Column(key, self.objective(key).unit) for key in self.objectives]
        heads += [Column(f"points of {key}") for key in parts]
        rows = [
            [*(row[name] for name in names), *row["objectives"].values(), *(row["points"][key] for key in parts)]
            for row in self.rows()
        ]
        return Table("", heads, rows).to_csv()

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Write a figure of the first objective against each other objective to a .png, .svg or .pdf file."""
        from armillary.figures.draw import save_plot
        from armillary.figures.pareto import plot_pareto

        save_plot(plot_pareto(self), path)

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write each robot to a .toml file named in ASCII; a missing folder is created."""
        return save_robots([(arrangement, self.robots[arrangement.name]) for arrangement in self.architectures], folder)

    def __repr__(self) -> str:
        return f"<Search of {len(self.architectures)}: front {', '.join(self.front)}>"


def _cell(measure: Measure, points: float | None) -> str:
    if measure.value is None:
        return ABSENT
    return with_error(measure.value, measure.error) + (f" ({points:.2f})" if points is not None else "")


def save_robots(named: Sequence[tuple[Architecture, Robot]], folder: str | os.PathLike[str]) -> list[Path]:
    """Write robots to .toml files named after their architectures in ASCII; return the files."""
    if not isinstance(folder, (str, os.PathLike)):
        raise ArgumentError("folder", shortened(folder), "the name of a folder")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise ArgumentError(
            "folder", f"{place}: {getattr(error, 'strerror', None) or error}", "a folder to write to"
        ) from error
    files = [place / f"{arrangement.ascii}.toml" for arrangement, _ in named]
    for file, (_, robot) in zip(files, named, strict=True):
        save(robot, file)
    return files
