"""Candidates of a selection, and their measures.

A candidate is a robot with its compiled code, a seeded sample of configurations, and a motion. All its measures use the
same sample. Revolute joints without limits are sampled over one revolution; prismatic joints need limits, since their
workspace would be infinite.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from armillary.compiler import compiled
from armillary.compiler.compiled import Compiled
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.kinematics.task import Task
from armillary.motion.ranges import Ranges, span
from armillary.motion.task import Motion, standard_motion
from armillary.multibody import Model, as_model
from armillary.spatial.scalar import Floats

Better = Literal["less", "more", ""]


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
        for name, least in (("count", 2), ("seed", 0)):
            value = getattr(self, name)
            if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < least:
                raise ArgumentError(name, repr(value)[:60], f"a whole number of {least} or more")


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
        """The model; for a robot, its model with default choices."""
        return as_model(self.subject)

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
        for joint, q, _ in Ranges(self.model).joints():
            if joint.type == "spherical":
                turns = rng.normal(size=(self.samples, 4))  # quaternions of uniformly distributed rotations
                drawn[:, q] = turns / np.linalg.norm(turns, axis=1, keepdims=True)
            else:
                drawn[:, q] = rng.uniform(*span(joint), (self.samples, 1))
        return drawn
