"""Velocity and force ellipsoids of a frame along a path.

The velocities v = J q̇ of a frame for |q̇| ≤ 1 fill an ellipsoid with the semi-axes σ_k u_k of J = U Σ Vᵀ [Popescu2008,
eq. 16]. Static forces f at the frame with joint efforts τ = Jᵀ f, |τ| ≤ 1, fill one with the same directions and
    the semi-axes u_k / σ_k                                                (1)
The direction in which a robot is fast is the direction in which it is weak. At a singular configuration a semi-axis of
the velocity is zero and that of the force infinite: the structure carries the force.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armillary.description.robot import Robot
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.kinematics.task import SINGULAR, singular_values
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates, configuration
from armillary.spatial.scalar import Floats
from armillary.tables.chart import spaced_rows
from armillary.tables.parts import Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

MOST_ROWS = 20
"""Rows of the table; longer paths are thinned evenly."""


@dataclass(frozen=True, eq=False)
class Ellipsoids(Shown):
    """Ellipsoids of a frame at N configurations.

    `centres` (N, 3) [m] are the positions of the frame, `axes` (N, 3, r) the directions of the semi-axes in the world.
    `velocity` (N, r) are the semi-axes of velocities for unit joint rates [m/s], longest first; `force` (N, r) those of
    forces for unit joint efforts [N], infinite where the robot is singular. r is 2 for a planar robot.
    """

    centres: Floats
    axes: Floats
    velocity: Floats
    force: Floats
    q: Floats
    frame: str
    model: Model = field(repr=False)

    @property
    def manipulability(self) -> Floats:
        """Product of the semi-axes of the velocity, shape (N,); 0 where the robot is singular."""
        return np.asarray(np.prod(self.velocity, axis=1))

    def __len__(self) -> int:
        return len(self.centres)

    def __repr__(self) -> str:
        return f"<Ellipsoids of {self.frame} of {self.model.robot.name}: {len(self)} configurations>"

    def tables(self) -> list[Part]:
        """Return positions, semi-axes and manipulability."""
        rows = []
        for k in spaced_rows(len(self), MOST_ROWS):
            place = ", ".join(f"{x + 0.0:.4g}" for x in self.centres[k])
            speeds, forces = (", ".join(f"{a:.4g}" for a in axes[k]) for axes in (self.velocity, self.force))
            rows.append((place, speeds, forces, f"{self.manipulability[k]:.4g}"))
        heads = columns("position [m]", "velocity semi-axes [m/s]", "force semi-axes [N]", "manipulability>")
        return [Table(f"{self.frame}, for unit joint rates and unit joint efforts", heads, rows)]

    def plot(self, path: str | os.PathLike[str] | None = None, *, most: int = 9) -> Any:
        """Return a figure of matplotlib: velocity and force ellipsoids along the path of the frame.

        Args:
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
            most: Largest number of ellipsoids; of more configurations, an evenly spaced selection is drawn.
        """
        from armillary.figures.draw import kept
        from armillary.figures.ellipsoids import plot_ellipsoids

        return kept(plot_ellipsoids(self, most), path)


def ellipsoids(robot: Robot | Model, q: Coordinates, frame: str = "tip") -> Ellipsoids:
    """Return the velocity and force ellipsoids of a frame at configurations, such as `run.q` of a motion.

    Args:
        robot: The robot, or its model.
        q: Configurations along a path, shape (N, n), or one configuration.
        frame: Name of the frame.

    Example:
        >>> import armillary as arm
        >>> ellipses = arm.ellipsoids(arm.planar([1.0, 1.0], [1.0, 1.0]), [[0.0, 1.0], [0.0, 0.0]])
        >>> ellipses.manipulability.round(4), np.isinf(ellipses.force[:, 1])
        (array([0.8415, 0.    ]), array([False,  True]))
    """
    model = as_model(robot)
    points = configuration(model, q, rows=True)
    model.frame(frame)
    centres = np.array([frame_pose(model, body_poses(model, at), frame)[1] for at in points], dtype=float)
    decompositions = [singular_values(model, at, frame) for at in points]
    # Rounding leaves tiny singular values at singular configurations; the axes of force are infinite there.
    sigma = np.array([np.where(svd.sigma > SINGULAR * svd.sigma[0], svd.sigma, 0.0) for svd in decompositions])
    with np.errstate(divide="ignore"):
        force = 1 / sigma  # (1)
    return Ellipsoids(centres, np.array([svd.U for svd in decompositions]), sigma, force, points, frame, model)
