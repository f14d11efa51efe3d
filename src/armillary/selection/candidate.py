"""Candidates of a selection, their measures, and extremes over their configurations.

A candidate is a robot with its compiled code, a seeded sample of configurations, and a motion. All its measures use the
same sample. Revolute joints without limits are sampled over one revolution; prismatic joints need limits, since their
workspace would be infinite.

Extremes of a quantity over the configurations are found by an evolutionary search from the best of the sample.
Each of the best sampled configurations founds a family. In every round children are drawn about the parent, with
a spread σ relative to the joint ranges, and the best of parent and children becomes the next parent; σ falls by
a constant factor. The search needs no derivatives and handles maxima with kinks. Near a smooth extreme the error of the
value is quadratic in the error of the configuration. Families do not mix, so their spread estimates the error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from armillary.compiler import compiled
from armillary.compiler.compiled import Compiled
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import whole
from armillary.files.words import shortened
from armillary.kinematics.task import Task
from armillary.motion.ranges import Ranges, span
from armillary.motion.task import Motion, standard_motion
from armillary.multibody import Model, as_model, with_rigid_gears
from armillary.spatial.scalar import Floats

Better = Literal["less", "more", ""]
FAMILIES, CHILDREN, ROUNDS = 12, 24, 110
FIRST, FALL = 0.1, 0.9  # first spread σ, and the factor by which it falls


@dataclass(frozen=True)
class Measure:
    """A number of a candidate.

    `key` is its name, group first ("operations.inverse_dynamics"), `label` its name in tables, `unit` the unit of the
    value ("" for pure numbers). `better` is the preferred direction, "" for no preference. A value of None does not
    apply to the candidate; `note` then gives the reason. `error` is the standard error of a sampled value.

    Example:
        >>> Measure("workspace.reach", 0.85, "m", "more", "reach of the tip").value
        0.85
    """

    key: str
    value: float | None
    unit: str
    better: Better
    label: str
    note: str = ""
    error: float | None = None

    @property
    def group(self) -> str:
        """The group, the part of the key before the dot."""
        return self.key.partition(".")[0]


def standard_error(values: Floats | tuple[float, ...]) -> float | None:
    """Return the standard error of the mean of values; None for a single value."""
    return float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else None


MOST_SAMPLES = 10_000_000
"""Largest number of sampled configurations."""


@dataclass(frozen=True)
class Sampling:
    """Random configurations over which workspace and indices are sampled: their number `count`, and their `seed`.

    Example:
        >>> Sampling(500, seed=1).count
        500
    """

    count: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        whole("count", self.count, 2, MOST_SAMPLES)
        whole("seed", self.seed)


def sampling_of(sampling: Sampling | None, count: int = 2000) -> Sampling:
    """Return the given sampling; default one with `count` configurations."""
    chosen = Sampling(count) if sampling is None else sampling
    if not isinstance(chosen, Sampling):
        raise ArgumentError("sampling", shortened(chosen), "a Sampling(count, seed)")
    return chosen


@dataclass(frozen=True, eq=False)
class Candidate:
    """A robot with the settings of its measures. `task` selects rows of the tip's motion (`kinematics.task`)."""

    subject: Robot | Model
    frame: str = "tip"
    task: Task = "position"
    samples: int = 2000
    seed: int = 0
    motion: Motion | None = None

    @cached_property
    def model(self) -> Model:
        """The model, with rigid gears; for a robot, its model with default choices."""
        return with_rigid_gears(as_model(self.subject))

    @property
    def robot(self) -> Robot:
        """The robot's description."""
        return self.model.robot

    @cached_property
    def dyn(self) -> Compiled:
        """The compiled quantities."""
        return compiled.compile(self.model)

    @cached_property
    def moved(self) -> Motion:
        """The motion; default: the standard motion."""
        return standard_motion(self.model) if self.motion is None else self.motion

    @cached_property
    def configurations(self) -> Floats:
        """Uniformly distributed configurations within the joint limits, links straight, shape (samples, nq)."""
        rng = np.random.default_rng(self.seed)
        drawn = np.tile(self.model.neutral, (self.samples, 1))
        balls = {v.start: q for q, v in self.model.quaternions}
        for coordinate in Ranges(self.model).coordinates:
            if coordinate.v in balls:
                turns = rng.normal(size=(self.samples, 4))  # quaternions of uniformly distributed rotations
                drawn[:, balls[coordinate.v]] = turns / np.linalg.norm(turns, axis=1, keepdims=True)
            elif coordinate.q is not None:
                low, high = span(coordinate)
                drawn[:, coordinate.q] = low + (high - low) * rng.random(self.samples)
        return drawn

    def greatest(self, value: Callable[[Floats], Floats]) -> Extreme:
        """Return the largest value of a function of configurations (N, nq) within the joint limits."""
        return greatest(value, Ranges(self.model), self.configurations, self.seed)


class Extreme(NamedTuple):
    """Largest value found, its configuration, and the difference of the best families of two halves of the sample."""

    value: float
    q: Floats
    error: float


def greatest(value: Callable[[Floats], Floats], ranges: Ranges, sample: Floats, seed: int = 0) -> Extreme:
    """Return the largest value of a function of configurations (N, nq), searched from a sample (N, nq)."""
    rng = np.random.default_rng(seed)
    values = value(sample)
    half = FAMILIES // 2
    # Families of two disjoint halves of the sample are independent: their difference estimates the error.
    halves = [np.arange(start, len(sample), 2) for start in (0, 1)]
    best = np.concatenate([part[np.argsort(-values[part], kind="stable")[:half]] for part in halves])
    q, f = sample[best], values[best]
    sides = np.arange(len(best)) < min(half, (len(sample) + 1) // 2)  # families of the first half of the sample
    spread = FIRST
    for _ in range(ROUNDS):
        steps = rng.normal(size=(len(q), CHILDREN, ranges.n)) * (spread * ranges.scale)
        children = ranges.moved(np.repeat(q, CHILDREN, axis=0), steps.reshape(-1, ranges.n))
        offspring = value(children).reshape(len(q), CHILDREN)
        child = np.argmax(offspring, axis=1)
        rows = np.arange(len(q))
        better = offspring[rows, child] > f
        q = np.where(better[:, None], children.reshape(len(q), CHILDREN, -1)[rows, child], q)
        f = np.where(better, offspring[rows, child], f)
        spread *= FALL
    top = int(np.argmax(f))
    other = f[~sides].max() if np.any(~sides) else f.min()
    return Extreme(float(f[top]), q[top], float(abs(f[sides].max() - other)))
