"""The extreme of a quantity over the configurations of a robot: a sample, then a search about its best.

From each of the best configurations of a sample, children are drawn about it, with a spread σ in shares of the joints'
ranges, and the best of parent and children goes on; σ falls by a constant factor each round. It needs no derivatives
and takes maxima with kinks. Near a smooth extreme the value is wrong by the square of what the configuration is.
Families do not mix, so that the spread of their ends tells how sure the result is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.motion.ranges import Ranges
from armillary.spatial.scalar import Floats

FAMILIES, CHILDREN, ROUNDS = 12, 24, 110
FIRST, FALL = 0.1, 0.9


class Extreme(NamedTuple):
    """The greatest value found, where, and how much the best families of two halves of the sample differ."""

    value: float
    q: Floats
    error: float


def greatest(value: Callable[[Floats], Floats], ranges: Ranges, sample: Floats, seed: int = 0) -> Extreme:
    """Return the greatest of a quantity, a function of configurations (N, nq), near the best of a sample (N, nq)."""
    rng = np.random.default_rng(seed)
    known = value(sample)
    half = FAMILIES // 2
    best = np.concatenate([part[np.argsort(-known[part], kind="stable")[:half]] for part in _halves(len(sample))])
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


def _halves(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.arange(0, count, 2, dtype=np.intp), np.arange(1, count, 2, dtype=np.intp)
