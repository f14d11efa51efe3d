"""A robot that is looked at: its compiled code, its seeded sample of configurations, its reference motion.

All metrics of a candidate read the same sample, so that their distributions belong together. Joints without limits
turn over a whole turn; slides without limits are refused, since their workspace has no end.
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
from armillary.motion.ranges import span
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
    """A robot with what its metrics need. `task` is the part of the tip's motion that counts, see `kinematics.task`."""

    subject: Robot | Model
    frame: str = "tip"
    task: Task = "position"
    samples: int = 2000
    seed: int = 0
    motion: Motion | None = None

    @cached_property
    def model(self) -> Model:
        """The model; of a robot with the default choices."""
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
        """Configurations drawn evenly within the joints' limits, nothing bent, shape (samples, nq)."""
        rng = np.random.default_rng(self.seed)
        drawn = np.tile(self.model.neutral, (self.samples, 1))
        for joint in self.model.joints:
            described = next((one for one in self.robot.joints if one.name == joint.name), None)
            if described is None or joint.kind.shared or not joint.kind.nv:
                continue
            if joint.kind.nq == 1:
                lower, upper = span(described)
                drawn[:, joint.q] = rng.uniform(lower, upper, (self.samples, 1))
            else:
                turns = rng.normal(size=(self.samples, joint.kind.nq))  # quaternions of even rotations
                drawn[:, joint.q] = turns / np.linalg.norm(turns, axis=1, keepdims=True)
        return drawn
