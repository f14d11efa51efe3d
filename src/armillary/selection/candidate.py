"""A candidate of a selection: a robot with its compiled code, a seeded sample of configurations, and a motion.

All measures of a candidate use the same sample. Revolute joints without limits are sampled over one revolution;
prismatic joints need limits, since their workspace would be infinite.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armillary.compiler import compiled
from armillary.compiler.compiled import Compiled
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.kinematics.task import Task
from armillary.motion.ranges import Ranges, span
from armillary.motion.task import Motion
from armillary.multibody import Model, as_model
from armillary.spatial.scalar import Floats


@dataclass(frozen=True)
class Sampling:
    """Random configurations over which workspace and indices are sampled.

    Example:
        >>> Sampling(500, seed=1).count
        500
    """

    count: int = 2000
    """Number of configurations, at least 2."""
    seed: int = 0
    """Random seed."""

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
