"""Scores of candidates: a weighted sum of how near each comes to the best of them, measure by measure.

Let x be the value of a measure at a candidate and x* the best of all candidates. Every measure has a natural zero, so
that ratios have a meaning and units cancel:
    r = x / x*   where less is better,      r = x* / x   where more is better,      r ≥ 1      (1)
    u = 1 − min(1, ln r / ln R),      R = 10                                                   (2)
    S = Σ w_k u_k,      w_k = weight of k / sum of weights                                     (3)
u is 1 for the best, loses the same for every doubling (0.30), and is 0 from ten times worse on. It is monotone, has no
unit, and does not ask in which direction the measure counts: a volume and its inverse give the same u.

Why the logarithm. Where no ratio reaches R, (1) to (3) give for two candidates a and b
    S_a − S_b = Σ w_k s_k ln(x_kb / x_ka) / ln R,      s = 1 where less is better, else −1     (4)
in which no x* is left: the order of two does not depend on who else is compared. Sums of plain ratios, and of values
scaled between the least and the greatest, lack this; the latter also make two candidates that differ by a per cent
as far apart as two that differ by a factor. In the same way R^(1−S) = Π r^w: ten to the power 1 − S is how many times
worse than the best a candidate is, by the weighted geometric mean. [Fleming1986] has the argument for benchmarks.

Where it ends:
    zeros      where less is better and x* = 0, those at zero have u = 1 and all others u = 0; where more is better, a
               zero has u = 0. Values below 1e-9 of the greatest are rounding, and count as zero
    R          from ten times worse on nothing more is lost, so that one measure alone cannot decide. Beyond it (4) does
               not hold, and a new candidate that is far better than all can exchange others
    missing    a measure that some candidate does not have is left out for all: scores without it, or with a made-up
               value, would not compare. So are measures with values below zero, with different units, and NaN
    equal      where all are equal u = 1 for all: the measure says nothing, its weight stays
A standard error σ of a value moves S by
    w σ / (x ln R)                                                                            (5)
from (2) differentiated. Errors of several measures are added as if they were independent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from armillary.errors import ArgumentError
from armillary.selection.measure import Measure

WORST = 10.0
"""R of (2): the ratio to the best from which a measure gives nothing."""
ROUNDING = 1e-9
"""What is smaller than this part of the greatest value is zero."""
TIED = 1e-12
"""Scores that differ by less are the same."""

Table = Mapping[str, Mapping[str, Measure]]
"""The measures of every candidate: name → key → measure."""


@dataclass(frozen=True)
class Part:
    """What one measure gives to a score: its share of the weights, r of (1), u of (2); `error` is (5)."""

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
    """The score of a candidate, with its parts; `rank` is 1 for the best, and the same for equal scores."""

    candidate: str
    parts: tuple[Part, ...]
    rank: int = 0

    @property
    def value(self) -> float:
        """The sum (3), from 0 to 1."""
        return math.fsum(part.points for part in self.parts)

    @property
    def error(self) -> float:
        """Its standard error as far as sampling goes."""
        return math.hypot(*(part.error for part in self.parts))


@dataclass(frozen=True)
class Scores:
    """Scores in the order of the candidates, the shares that made them, and the measures that could not count."""

    scores: tuple[Score, ...]
    shares: Mapping[str, float]
    left_out: Mapping[str, str]

    @property
    def ranking(self) -> tuple[Score, ...]:
        """The scores, best first; equal ones as the candidates came."""
        return tuple(sorted(self.scores, key=lambda score: score.rank))

    @property
    def close_calls(self) -> tuple[tuple[str, str], ...]:
        """Neighbours in the ranking that sampling alone could exchange: closer than twice their common error."""
        ranked = self.ranking
        return tuple(
            (a.candidate, b.candidate)
            for a, b in pairwise(ranked)
            if a.rank < b.rank and a.value - b.value < 2 * math.hypot(a.error, b.error)
        )


def score(table: Table, weights: Mapping[str, float]) -> Scores:
    """Return the scores of candidates under weights, which are by key and need not add up to anything.

    Raises:
        ArgumentError: No measure is left that all candidates have.
    """
    reasons = {key: why_not(table, key) for key, weight in weights.items() if weight > 0}
    counted = {key: weights[key] for key, why in reasons.items() if not why}
    left_out = {key: why for key, why in reasons.items() if why}
    if not counted:
        found = "; ".join(f"{key}: {why}" for key, why in left_out.items()) or "none above zero"
        raise ArgumentError("weights", found, "at least one measure that every candidate has")
    total = math.fsum(counted.values())
    shares = {key: weight / total for key, weight in counted.items()}
    columns = {key: parts(key, share, [table[name][key] for name in table]) for key, share in shares.items()}
    scores = [Score(name, tuple(column[k] for column in columns.values())) for k, name in enumerate(table)]
    return Scores(_ranked(scores), shares, left_out)


def why_not(table: Table, key: str) -> str:
    """Return why a measure cannot count for these candidates; nothing if it can."""
    column = {name: measures.get(key) for name, measures in table.items()}
    missing = [name for name, one in column.items() if one is None or one.value is None or math.isnan(one.value)]
    if missing:
        notes = dict.fromkeys(one.note for name in missing if (one := column[name]) and one.note)
        who = "any" if len(missing) == len(column) else ", ".join(missing)
        return f"no value for {who}" + (f" ({'; '.join(notes)})" if notes else "")
    found = [one for one in column.values() if one is not None]
    if any(one.better == "" for one in found):
        return "neither more nor less of it is better"
    units = dict.fromkeys(one.unit for one in found)
    if len(units) > 1:
        return f"units differ: {', '.join(unit or 'none' for unit in units)}"
    below = [name for name, one in column.items() if one and one.value is not None and one.value < 0]
    return f"below zero for {', '.join(below)}: ratios have no meaning" if below else ""


def parts(key: str, share: float, column: Sequence[Measure]) -> list[Part]:
    """Return what a measure gives to each candidate; all must have it."""
    values = without_rounding([float(one.value or 0.0) for one in column])
    less = column[0].better == "less"
    best = min(values) if less else max(values)
    found = []
    for one, x in zip(column, values, strict=True):
        r = _ratio(x, best) if less else _ratio(best, x)  # (1)
        u = 1 - min(1.0, math.log(r) / math.log(WORST))  # (2)
        spread = abs(one.error / x) if one.error and 0 < x < math.inf and r < WORST else 0.0
        found.append(Part(key, share, r, u, share * spread / math.log(WORST)))  # (5)
    return found


def _ratio(above: float, below: float) -> float:
    if above == below:
        return 1.0
    return math.inf if below == 0 or math.isinf(above) else max(1.0, above / below)


def without_rounding(values: Sequence[float]) -> list[float]:
    """Return values with those that rounding has left of zeros as zeros."""
    greatest = max((abs(x) for x in values if math.isfinite(x)), default=0.0)
    return [0.0 if abs(x) < ROUNDING * greatest else x for x in values]


def _ranked(scores: Sequence[Score]) -> tuple[Score, ...]:
    """Return the scores with their ranks: one more than the number of better ones."""
    values = [one.value for one in scores]
    return tuple(
        Score(one.candidate, one.parts, 1 + sum(other > mine + TIED for other in values))
        for one, mine in zip(scores, values, strict=True)
    )
