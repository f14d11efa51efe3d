"""Whether a candidate can perform a task: its motion within the limits of position, speed and effort of every joint.

A score compares candidates and does not consider limits: a robot that cannot perform the task may be best in every
measure. The use of a limit is max |q̇_i| / limit or max |τ_i| / limit on the motion, efforts with
friction and payload (`motion.efforts`); above 1 the joint cannot do it.
The standard motion, used if no task is given, is only a yardstick: it is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from armillary.motion.efforts import efforts
from armillary.motion.ranges import Ranges
from armillary.motion.task import STANDARD
from armillary.multibody.coordinates import velocity_names
from armillary.selection.candidate import Candidate
from armillary.selection.measures.effort import limits_of
from armillary.spatial.scalar import Floats

SURE = 1e-6
"""Excess of a limit, relative to it, that is treated as rounding."""


class Obstacle(NamedTuple):
    """A limit that a motion exceeds: how far, in units of the limit, and in words."""

    use: float
    text: str


def reasons(candidate: Candidate) -> tuple[str, ...] | None:
    """Return why a candidate cannot perform its task, the greatest excess first, or () if it can.

    None without a task: the standard motion is not judged.
    """
    if candidate.motion is None or candidate.motion.name == STANDARD:
        return None
    obstacles = sorted(_obstacles(candidate), key=lambda obstacle: -obstacle.use)
    return tuple(obstacle.text for obstacle in obstacles)


def _obstacles(candidate: Candidate) -> Iterator[Obstacle]:
    motion, ranges = candidate.moved, Ranges(candidate.model)
    names = velocity_names(ranges.model)
    for k, coordinate in enumerate(ranges.coordinates):
        if coordinate.q is None:
            continue
        q, lower, upper = motion.q[:, coordinate.q], coordinate.limits.lower, coordinate.limits.upper
        excess = max(lower - float(q.min()), float(q.max()) - upper)
        size = max((abs(end) for end in (lower, upper) if np.isfinite(end)), default=1.0)
        if excess > SURE * max(size, 1.0):
            half = (upper - lower) / 2
            use = 1 + excess / half if 0 < half < np.inf else np.inf
            yield Obstacle(use, f"{names[k]} leaves its range by {excess:.3g} {coordinate.unit}")
    yield from _beyond("speed", motion.qd[:, : ranges.n], limits_of(ranges, "velocity"), names)
    limits = limits_of(ranges, "effort")
    if np.any(np.isfinite(limits)):  # no code is compiled for robots without limits of effort
        yield from _beyond("effort", efforts(candidate.dyn, motion), limits, names)


def _beyond(what: str, values: Floats, limits: Floats, names: tuple[str, ...]) -> Iterator[Obstacle]:
    """Yield the joints that exceed a limit."""
    most = np.abs(values).max(axis=0)
    for k in np.flatnonzero(most > limits * (1 + SURE)).tolist():
        use = most[k] / limits[k] if limits[k] > 0 else np.inf
        yield Obstacle(float(use), f"{what} use {use:.3g} at {names[k]}")


def verdict(reasons_of: Mapping[str, tuple[str, ...] | None]) -> str:
    """Return in one sentence which of the candidates can perform the task, from their `reasons` by name."""
    judged = {name: why for name, why in reasons_of.items() if why is not None}
    if not judged:
        return "Not judged: there is no task, and the standard motion is only a yardstick."
    able = [name for name, why in judged.items() if not why]
    if not able:
        return "No candidate can perform the task within its limits; the ranking compares what none of them can do."
    if len(able) == len(judged):
        return "All candidates can perform the task within their limits."
    return f"{len(able)} of {len(judged)} candidates can perform the task within their limits; the others rank below."
