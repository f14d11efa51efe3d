"""Workspace: the points that a frame reaches with joints within their limits, and the manipulability there.

Configurations are random, uniform between the limits of each coordinate (`motion.ranges`); ±π or ±1 m without limits.
Links are straight.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armillary.compiler.compiled import compile as compiled
from armillary.description.robot import Robot
from armillary.files.arguments import whole
from armillary.kinematics.task import required_rank
from armillary.motion.ranges import Ranges
from armillary.multibody import Model, as_model
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Facts, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

MOST = 1_000_000
"""Largest number of configurations."""


@dataclass(frozen=True, eq=False)
class Workspace(Shown):
    """Points of a frame: `points` (N, 3) [m] in the world, with the configurations `q` (N, nq).

    `manipulability` (N,) is that of the position at each point; 0 at singular configurations.
    """

    points: Floats
    q: Floats
    manipulability: Floats
    frame: str
    model: Model = field(repr=False)

    @property
    def reach(self) -> float:
        """Greatest distance from the origin of the first joint [m]."""
        first = np.asarray(self.model.joints[0].translation, dtype=float) if self.model.joints else np.zeros(3)
        return float(np.linalg.norm(self.points - first, axis=1).max())

    def __repr__(self) -> str:
        return f"<Workspace of {self.frame} of {self.model.robot.name}: {len(self.points)} points>"

    def tables(self) -> list[Part]:
        """Return the reach and the ranges of the coordinates of the frame."""
        best = self.points[self.manipulability.argmax()]
        facts = {
            "Frame": self.frame,
            "Configurations": f"{len(self.q)}",
            "Reach": f"{self.reach:.4g} m from the first joint",
            "Greatest manipulability": f"{self.manipulability.max():.4g} at ({', '.join(f'{x:.3g}' for x in best)}) m",
        }
        ranges = zip("xyz", self.points.min(axis=0), self.points.max(axis=0), strict=True)
        rows = [(axis, f"{low + 0.0:.4g}", f"{high + 0.0:.4g}") for axis, low, high in ranges]
        return [Facts(facts), Table("", columns("axis", "least [m]>", "greatest [m]>"), rows)]

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of matplotlib: the workspace from the side and from above, or in the plane of a planar robot.

        Colours show the greatest manipulability of the points in each cell.

        Args:
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
        """
        from armillary.figures.draw import kept
        from armillary.figures.workspace import plot_workspace

        return kept(plot_workspace(self), path)


def workspace(robot: Robot | Model, frame: str = "tip", *, count: int = 20_000, seed: int = 0) -> Workspace:
    """Return the points that a frame of a robot reaches with its joints within their limits.

    Args:
        robot: The robot, or its model.
        frame: Name of the frame.
        count: Number of random configurations, at most a million.
        seed: Random seed of the configurations.

    Example:
        >>> import armillary as arm
        >>> reachable = arm.workspace(arm.planar([1.0, 0.5], [1.0, 1.0]), count=2000)
        >>> bool(1.45 < reachable.reach <= 1.5), reachable.points.shape
        (True, (2000, 3))
    """
    model, count = as_model(robot), whole("count", count, 1, MOST)
    model.frame(frame)
    required_rank(model, frame, "position")
    q, dyn = Ranges(model).drawn(count, whole("seed", seed)), compiled(model)
    points = np.asarray(dyn.pose(q, frame))[:, :3, 3]
    return Workspace(points, q, np.asarray(dyn.manipulability(q, frame)), frame, model)
