"""Result of a selection: candidates, measures, scores; as tables, JSON, CSV, figures and a page."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from armillary.errors import ArgumentError
from armillary.files.words import among, shortened
from armillary.selection import table
from armillary.selection.candidate import Candidate, Measure
from armillary.selection.score import SCORING, WORST, Score, Scores, score
from armillary.selection.verdict import reasons, verdict
from armillary.selection.weights import check_weights, weights_for
from armillary.tables.json import plain, to_json
from armillary.tables.parts import Section
from armillary.tables.shown import Shown
from armillary.tables.table import Column, Table

COLUMNS = (
    "candidate", "rank", "score", "feasible", "reasons", "key", "label", "value", "unit", "error", "better",
    "share", "ratio", "normalised", "points", "note",
)  # fmt: skip
"""Columns of the CSV file; `share` to `points` are empty for measures without weight."""


@dataclass(frozen=True, eq=False, repr=False)
class Selection(Shown):
    """Robots with their measures and ranking.

    `looked_at` are the candidates with their compiled code and samples; `weights` are the given or default weights.
    """

    looked_at: tuple[Candidate, ...]
    measures: Mapping[str, tuple[Measure, ...]]
    weights: Mapping[str, float]
    result: Scores

    @property
    def candidates(self) -> tuple[str, ...]:
        """The names of the robots, in the given order."""
        return tuple(self.measures)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores with their parts, in the order of the candidates."""
        return self.result.scores

    @property
    def ranking(self) -> tuple[str, ...]:
        """The names of the robots, best first."""
        return tuple(score.candidate for score in self.result.ranking)

    @property
    def feasible(self) -> tuple[str, ...]:
        """The robots that can perform the task within their limits, best first; empty without a task."""
        return tuple(score.candidate for score in self.result.ranking if score.feasible)

    @property
    def infeasible(self) -> Mapping[str, tuple[str, ...]]:
        """The robots that cannot perform the task, with the reasons."""
        return {score.candidate: score.reasons for score in self.result.ranking if score.reasons}

    @property
    def verdict(self) -> str:
        """Which of the robots can perform the task, in one sentence."""
        return verdict({score.candidate: score.reasons for score in self.scores})

    @property
    def left_out(self) -> Mapping[str, str]:
        """Weighted measures without a share in the score, with the reasons."""
        return self.result.left_out

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of all measures, group by group."""
        return tuple(dict.fromkeys(measure.key for column in self.measures.values() for measure in column))

    @cached_property
    def by_key(self) -> Mapping[str, Mapping[str, Measure]]:
        """The measures of every candidate by key."""
        return {name: {measure.key: measure for measure in column} for name, column in self.measures.items()}

    def measure(self, candidate: str, key: str) -> Measure:
        """Return a measure of a candidate, such as "workspace.volume"."""
        if not among(candidate, self.by_key):
            raise ArgumentError("candidate", shortened(candidate), f"one of {', '.join(self.candidates)}")
        if not among(key, self.by_key[candidate]):
            raise ArgumentError("key", shortened(key), f"one of {', '.join(self.keys)}")
        return self.by_key[candidate][key]

    def reweighted(self, weights: Mapping[str, float] | None) -> Selection:
        """Return the selection with other weights and the same measures."""
        check_weights(weights, dict.fromkeys(key.partition(".")[0] for key in self.keys))
        return score_candidates(self.looked_at, self.measures, weights)

    def tables(self) -> list[Section]:
        """Return verdict and ranking, scores with their parts, measures group by group, and conventions."""
        return table.tables_of(self)

    @property
    def motions(self) -> dict[str, str]:
        """The name of each candidate's motion."""
        return {candidate.robot.name: candidate.motion.name for candidate in self.looked_at if candidate.motion}

    @property
    def settings(self) -> dict[str, Any]:
        """The common settings of all candidates."""
        first = self.looked_at[0]
        return {
            "motors": ", ".join(dict.fromkeys(candidate.model.motors for candidate in self.looked_at)),
            "frame": first.frame,
            "task": first.task,
            "samples": first.samples,
            "seed": first.seed,
            "motions": self.motions,
            "payload": first.motion.payload if first.motion else None,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the selection as plain data; numbers that are not finite become None."""
        candidates = [
            {
                "name": score.candidate,
                "rank": score.rank,
                "score": score.value,
                "score_error": score.error,
                "feasible": score.feasible,
                "reasons": score.reasons,
                "parts": [asdict(part) | {"points": part.points} for part in score.parts],
                "measures": [asdict(measure) for measure in self.measures[score.candidate]],
            }
            for score in self.scores
        ]
        data: dict[str, Any] = plain(
            {
                "verdict": self.verdict,
                "feasible": self.feasible,
                "ranking": self.ranking,
                "weights": dict(self.weights),
                "shares": dict(self.result.shares),
                "left_out": dict(self.result.left_out),
                "too_close_to_call": self.result.close_calls,
                "scoring": {"rule": SCORING, "worst_ratio": WORST},
                "settings": self.settings,
                "candidates": candidates,
            }
        )
        return data

    def to_json(self) -> str:
        """Return the selection as JSON."""
        return to_json(self.to_dict())

    def to_csv(self) -> str:
        """Return the selection as CSV, one row for every measure of every candidate, best candidate first."""
        rows = []
        for entry in self.result.ranking:
            parts = {part.key: part for part in entry.parts}
            for measure in self.measures[entry.candidate]:
                part = parts.get(measure.key)
                weighed = (part.share, part.ratio, part.normalised, part.points) if part else (None,) * 4
                numbers = (measure.key, measure.label, measure.value, measure.unit, measure.error, measure.better)
                judged = (entry.feasible, "; ".join(entry.reasons or ()))
                rows.append((entry.candidate, entry.rank, entry.value, *judged, *numbers, *weighed, measure.note))
        return Table("", [Column(name) for name in COLUMNS], rows).to_csv()

    def plot(self, path: str | os.PathLike[str], what: Sequence[str] | None = None) -> None:
        """Write figures to a .png, .svg or .pdf file: any of "score", "distributions", "tradeoff"; default: all."""
        from armillary.figures.draw import save_plot
        from armillary.figures.selection import plot_selection

        save_plot(plot_selection(self, what), path)

    def __repr__(self) -> str:
        ranked = ", ".join(
            f"{score.candidate} {score.value:.3f}" + (" (infeasible)" if score.reasons else "")
            for score in self.result.ranking
        )
        return f"<Selection of {len(self.candidates)}: {ranked}>"

    def to_html(self) -> str:
        """Return the selection as a self-contained HTML page."""
        from armillary.pages.page import page

        ranked = self.result.ranking
        best = "none can perform the task" if ranked[0].reasons else f"best: {ranked[0].candidate}"
        subtitle = f"{len(ranked)} robots, motors {self.settings['motors']}; {best}"
        return page("Robots compared", subtitle, table.html_parts(self))

    def _repr_html_(self) -> str:
        """Return ranking and measures as tables, for notebooks."""
        from armillary.tables.html import html

        return html(table.notebook_parts(self))


def score_candidates(
    candidates: tuple[Candidate, ...],
    measures: Mapping[str, tuple[Measure, ...]],
    weights: Mapping[str, float] | None,
) -> Selection:
    """Return the selection of candidates with their measures under weights."""
    by_key = {name: {measure.key: measure for measure in column} for name, column in measures.items()}
    available: dict[str, Measure] = {}
    for column in by_key.values():
        available = column | available
    used = weights_for(weights, available)
    judged = {candidate.robot.name: reasons(candidate) for candidate in candidates}
    return Selection(candidates, measures, used, score(by_key, used, judged))
