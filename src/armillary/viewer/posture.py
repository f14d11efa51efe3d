"""A robot at rest: pose of the tip, velocity ellipsoid, efforts against gravity."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.evaluate import Evaluated
from armillary.kinematics.jacobian import jacobian
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.kinematics.task import task_rank
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_units, joint_count, velocity_names
from armillary.spatial.rotation import to_rpy
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Facts, Part
from armillary.tables.table import Table, columns
from armillary.viewer.ellipsoids import Ellipsoid, velocity_ellipsoid

RANK = 1e-9
"""Ratio to the longest semi-axis below which a semi-axis counts as zero."""


@dataclass(frozen=True, eq=False)
class PostureReadout:
    """A robot at rest: `efforts` (joints,) [N·m, N] hold it against gravity; and its tip, if any.

    `rank` is the number of directions in which the joints can move the tip: 2 for a planar arm.
    """

    q: Floats
    names: tuple[str, ...]
    units: tuple[str, ...]
    efforts: Floats
    position: Floats | None = None
    rpy: tuple[float, float, float] | None = None
    velocities: Ellipsoid | None = None
    rank: int = 0

    @property
    def semi_axes(self) -> Floats:
        """The semi-axes of the velocity ellipsoid, longest first; zero where they are rounding errors."""
        sigma = self.velocities.semi_axes if self.velocities is not None else np.zeros(3)
        return np.where(sigma > RANK * sigma.max(), sigma, 0.0)

    @property
    def manipulability(self) -> float:
        """The product of the `rank` longest semi-axes, as `manipulability` of `arm.evaluate`: 0 if singular."""
        return float(np.prod(self.semi_axes[: self.rank])) if self.rank else 0.0


def posture(model: Model, q: ArrayLike, frame: str = "tip") -> PostureReadout:
    """Return the posture of a robot at rest at q."""
    q = np.asarray(q, dtype=float)
    count = joint_count(model)
    efforts = np.asarray(Evaluated(model).gravity(q), dtype=float)[:count]
    names, units = velocity_names(model)[:count], coordinate_units(model)["tau"][:count]
    if frame not in model.frames:
        return PostureReadout(q, names, units, efforts)
    R, position = frame_pose(model, body_poses(model, q), frame)
    J = np.asarray(jacobian(model, q, frame), dtype=float)[3:, :count]
    position = np.asarray(position, dtype=float)
    velocities = velocity_ellipsoid(J, position)
    rank = task_rank(model, frame)
    return PostureReadout(q, names, units, efforts, position, to_rpy(R), velocities, rank)


def _fixed(value: float, digits: int) -> str:
    """Return a number with `digits` decimal places; zero has no sign."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def tables_of(readout: PostureReadout) -> list[Part]:
    """Return the pose of the tip and its manipulability, and the efforts of the joints."""
    facts = {"Tip": "No frame is named tip: this robot has several ends."}
    if readout.position is not None and readout.rpy is not None and readout.velocities is not None:
        x, y, z = (_fixed(value, 4) for value in readout.position)
        roll, pitch, yaw = (_fixed(math.degrees(angle), 2) for angle in readout.rpy)
        axes = ", ".join(f"{axis:.3g}" for axis in readout.semi_axes)
        singular = "singular, " if readout.rank and not readout.manipulability else ""
        facts = {
            "Tip": f"x {x}, y {y}, z {z} m; roll {roll}, pitch {pitch}, yaw {yaw}°",
            "Manipulability": f"{readout.manipulability:.4g} ({singular}semi-axes {axes})",
        }
    least = 1e-12 * float(np.abs(readout.efforts).max(initial=0.0))  # rounding errors of zeros
    efforts = np.where(np.abs(readout.efforts) > least, readout.efforts, 0.0)
    rows = [(name, f"{tau:.4g} {unit}") for name, tau, unit in zip(readout.names, efforts, readout.units, strict=True)]
    return [Facts(facts), Table("Gravity torques", columns("joint", "effort>"), rows)]
