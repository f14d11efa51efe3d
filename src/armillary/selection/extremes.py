"""Extremes of a quantity over the configurations of a robot: an evolutionary search from the best of a sample.

Each of the best sampled configurations founds a family. In every round children are drawn about the parent, with
a spread σ relative to the joint ranges, and the best of parent and children becomes the next parent; σ falls by
a constant factor. The search needs no derivatives and handles maxima with kinks. Near a smooth extreme the error of the
value is quadratic in the error of the configuration. Families do not mix, so their spread estimates the error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from armillary.motion.ranges import Ranges
from armillary.spatial.scalar import Floats

FAMILIES, CHILDREN, ROUNDS = 12, 24, 110
FIRST, FALL = 0.1, 0.9


class Extreme(NamedTuple):
    """Largest value found, its configuration, and the difference of the best families of two halves of the sample."""

    value: float
    q: Floats
    error: float


def greatest(value: Callable[[Floats], Floats], ranges: Ranges, sample: Floats, seed: int = 0) -> Extreme:
    """Return the largest value of a function of configurations (N, nq), searched from a sample (N, nq)."""
    rng = np.random.default_rng(seed)
    known = value(sample)
    half = FAMILIES // 2
    halves = [np.arange(start, len(sample), 2) for start in (0, 1)]
    best = np.concatenate([part[np.argsort(-known[part], kind="stable")[:half]] for part in halves])
    q, f = sample[best], known[best]
    sides = np.arange(len(best)) < min(half, (len(sample) + 1) // 2)
    spread = FIRST
    for _ in range(ROUNDS):
        steps = rng.normal(size=(len(q), CHILDREN, ranges.n)) * (spread * ranges.scale)
        children = ranges.moved(np.repeat(q, CHILDREN, axis=0), steps.reshape(-1, ranges.n))
        found = value(children).reshape(len(q), CHILDREN)
        child = np.argmax(found, axis=1)
        rows = np.arange(len(q))
        better = found[rows, child] > f
        q = np.where(better[:, None], children.reshape(len(q), CHILDREN, -1)[rows, child], q)
        f = np.where(better, found[rows, child], f)
        spread *= FALL
    top = int(np.argmax(f))
    other = f[~sides].max() if np.any(~sides) else f.min()
    return Extreme(float(f[top]), q[top], float(abs(f[sides].max() - other)))
