"""Scores of candidates: a weighted sum of normalised ratios to the best candidate, measure by measure.

Let x be the value of a measure at a candidate and x* the best of all candidates. Every measure has a natural zero, so
ratios are meaningful and units cancel:
    r = x / x*   where less is better,      r = x* / x   where more is better,      r ≥ 1      (1)
    u = 1 − min(1, ln r / ln R),      R = 10                                                   (2)
    S = Σ w_k u_k,      w_k = weight of k / sum of weights                                     (3)
u is 1 for the best, falls by 0.30 for every factor of two, and is 0 at a ratio of ten or more. It is monotone, has no
unit, and treats a measure and its inverse alike.

Why the logarithm. If no ratio reaches R, (1) to (3) give for two candidates a and b
    S_a − S_b = Σ w_k s_k ln(x_kb / x_ka) / ln R,      s = 1 where less is better, else −1     (4)
without x*: the order of two candidates does not depend on the others. Sums of plain ratios, and of values scaled
between minimum and maximum, lack this property; scaled values also exaggerate differences of a per cent. Likewise
R^(1−S) = Π r^w: 10^(1−S) is the weighted geometric mean of a candidate's ratios to the best. [Fleming1986] has the
argument for benchmarks.

Special cases:
    zeros      if less is better and x* = 0, candidates at zero have u = 1 and all others u = 0; if more is better,
               a zero has u = 0. Values below 1e-9 of the largest are rounding and count as zero
    R          u stays 0 beyond a ratio of ten, so that a single measure cannot decide. Then (4) does not hold, and
               a new candidate that is far better than all can change the order of others
    missing    a measure that a candidate lacks is excluded for all, since scores with and without it are not
               comparable; so are measures with negative values, different units, or NaN
    equal      if all values are equal, u = 1 for all and the weight stays
    infeasible candidates that cannot perform the task (`selection.verdict`) rank below all that can, whatever S is
A standard error σ of a value changes S by
    w σ / (x ln R)                                                                            (5)
by differentiation of (2). Errors of several measures are treated as independent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from armillary.errors import ArgumentError
from armillary.selection.candidate import Measure

WORST = 10.0  # R of (2): the ratio to the best at which u becomes 0
ROUNDING = 1e-9  # value treated as zero, relative to the largest value
SCORING = (
    "sum of share × (1 − log10(ratio to the best)), a part from 0 (ten times worse, or more) to 1 (the best); "
    "shares are weights divided by their sum; a measure that some candidate lacks is left out for all"
)
TIED = 1e-12  # largest difference of equal scores

Reasons = Mapping[str, tuple[str, ...] | None]  # why candidates cannot perform the task, by name
Table = Mapping[str, Mapping[str, Measure]]  # the measures of every candidate: name → key → measure


@dataclass(frozen=True)
class ScorePart:
    """Contribution of one measure to a score: its share of the weights, r of (1), u of (2), and `error` of (5)."""

    key: str
    share: float
    ratio: float
    normalised: float
    error: float = 0.0

    @property
    def points(self) -> float:
        """The term of (3)."""
        return self.share * self.normalised


@dataclass(frozen=True)
class Score:
    """The score of a candidate with its parts; `rank` is 1 for the best and equal for equal scores.

    `reasons` say why the candidate cannot perform the task; empty if it can, None where there is no task.
    """

    candidate: str
    parts: tuple[ScorePart, ...]
    rank: int = 0
    reasons: tuple[str, ...] | None = None

    @property
    def feasible(self) -> bool | None:
        """Whether the candidate can perform the task; None where there is no task."""
        return None if self.reasons is None else not self.reasons

    @property
    def value(self) -> float:
        """The sum (3), from 0 to 1."""
        return math.fsum(part.points for part in self.parts)

    @property
    def error(self) -> float:
        """Standard error of the score from sampling."""
        return math.hypot(*(part.error for part in self.parts))


@dataclass(frozen=True)
class Scores:
    """Scores in the order of the candidates, the shares of the weights, and the excluded measures with reasons."""

    scores: tuple[Score, ...]
    shares: Mapping[str, float]
    left_out: Mapping[str, str]

    @property
    def ranking(self) -> tuple[Score, ...]:
        """The scores, best first; equal ones in the order of the candidates."""
        return tuple(sorted(self.scores, key=lambda score: score.rank))

    @property
    def close_calls(self) -> tuple[tuple[str, str], ...]:
        """Neighbours in the ranking whose scores differ by less than two standard errors."""
        ranked = self.ranking
        return tuple(
            (a.candidate, b.candidate)
            for a, b in pairwise(ranked)
            if a.rank < b.rank and a.feasible == b.feasible and a.value - b.value < 2 * math.hypot(a.error, b.error)
        )


def score(table: Table, weights: Mapping[str, float], obstacles: Reasons | None = None) -> Scores:
    """Return the scores of candidates for weights by measure key; only ratios of weights matter.

    `obstacles` say why candidates cannot perform the task; default: there is no task.

    Raises:
        ArgumentError: No weighted measure is available for all candidates.
    """
    reasons = {key: why_not(table, key) for key, weight in weights.items() if weight > 0}
    counted = {key: weights[key] for key, why in reasons.items() if not why}
    left_out = {key: why for key, why in reasons.items() if why}
    if not counted:
        what = "; ".join(f"{key}: {why}" for key, why in left_out.items()) or "none above zero"
        raise ArgumentError("weights", what, "at least one measure that every candidate has")
    total = math.fsum(counted.values())
    shares = {key: weight / total for key, weight in counted.items()}
    columns = {key: parts(key, share, [table[name][key] for name in table]) for key, share in shares.items()}
    scores = [Score(name, tuple(column[k] for column in columns.values())) for k, name in enumerate(table)]
    scores = [replace(entry, reasons=(obstacles or {}).get(entry.candidate)) for entry in scores]
    ranks = [1 + sum(_better(other, entry) for other in scores) for entry in scores]
    return Scores(tuple(replace(entry, rank=rank) for entry, rank in zip(scores, ranks, strict=True)), shares, left_out)


def _better(a: Score, b: Score) -> bool:
    """Return whether a ranks before b."""
    if bool(a.reasons) != bool(b.reasons):
        return not a.reasons
    return a.value > b.value + TIED


def why_not(table: Table, key: str) -> str:
    """Return why a measure is excluded for these candidates; "" if it is not."""
    column = {name: measures.get(key) for name, measures in table.items()}
    missing = [
        name
        for name, measure in column.items()
        if measure is None or measure.value is None or math.isnan(measure.value)
    ]
    if missing:
        notes = dict.fromkeys(measure.note for name in missing if (measure := column[name]) and measure.note)
        robots = "any" if len(missing) == len(column) else ", ".join(missing)
        return f"no value for {robots}" + (f" ({'; '.join(notes)})" if notes else "")
    present = [measure for measure in column.values() if measure is not None]
    if any(measure.better == "" for measure in present):
        return "neither more nor less of it is better"
    units = dict.fromkeys(measure.unit for measure in present)
    if len(units) > 1:
        return f"units differ: {', '.join(unit or 'none' for unit in units)}"
    below = [name for name, measure in column.items() if measure and measure.value is not None and measure.value < 0]
    return f"below zero for {', '.join(below)}: ratios have no meaning" if below else ""


def parts(key: str, share: float, column: Sequence[Measure]) -> list[ScorePart]:
    """Return the contribution of a measure to each score; all candidates must have it."""
    values = without_rounding([float(measure.value or 0.0) for measure in column])
    less = column[0].better == "less"
    best = min(values) if less else max(values)
    contributions = []
    for measure, x in zip(column, values, strict=True):
        r = _ratio(x, best) if less else _ratio(best, x)  # (1)
        u = 1 - min(1.0, math.log(r) / math.log(WORST))  # (2)
        spread = abs(measure.error / x) if measure.error and 0 < x < math.inf and r < WORST else 0.0
        contributions.append(ScorePart(key, share, r, u, share * spread / math.log(WORST)))  # (5)
    return contributions


def _ratio(above: float, below: float) -> float:
    if above == below:
        return 1.0
    return math.inf if below == 0 or math.isinf(above) else max(1.0, above / below)


def without_rounding(values: Sequence[float]) -> list[float]:
    """Return the values with rounding errors replaced by zeros."""
    greatest = max((abs(x) for x in values if math.isfinite(x)), default=0.0)
    return [0.0 if abs(x) < ROUNDING * greatest else x for x in values]
