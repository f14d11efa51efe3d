"""What there is to say of a robot at rest at a configuration: tip pose, velocity ellipsoid, efforts against gravity."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.formulations.evaluate import Evaluated
from armillary.kinematics.jacobian import jacobian
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_units, joint_count, velocity_names
from armillary.spatial.rotation import to_rpy
from armillary.viewer.ellipsoids import Ellipsoid, velocity_ellipsoid

Floats = NDArray[np.float64]

RANK = 1e-9
"""A semi-axis below this, against the longest, is none: a planar arm has two."""


@dataclass(frozen=True, eq=False)
class Posture:
    """A robot at rest: `efforts` (joints,) [N·m, N] hold it against gravity; and its tip, if any."""

    q: Floats
    names: tuple[str, ...]
    units: tuple[str, ...]
    efforts: Floats
    position: Floats | None = None
    rpy: tuple[float, float, float] | None = None
    velocities: Ellipsoid | None = None

    @property
    def manipulability(self) -> float:
        """The product of the semi-axes of the velocity ellipsoid that the robot has."""
        if self.velocities is None:
            return 0.0
        sigma = self.velocities.semi_axes
        return float(np.prod(sigma[sigma > RANK * sigma.max()])) if sigma.max() > 0 else 0.0


def posture(model: Model, q: ArrayLike, frame: str = "tip") -> Posture:
    """Return what there is to say of a robot at rest at q."""
    q, count = np.asarray(q, dtype=float), joint_count(model)
    efforts = np.asarray(Evaluated(model).gravity(q), dtype=float)[:count]
    names, units = velocity_names(model)[:count], coordinate_units(model)["tau"][:count]
    if frame not in model.frames:
        return Posture(q, names, units, efforts)
    R, position = frame_pose(model, body_poses(model, q), frame)
    J = np.asarray(jacobian(model, q, frame), dtype=float)[3:, :count]
    position = np.asarray(position, dtype=float)
    return Posture(q, names, units, efforts, position, to_rpy(R), velocity_ellipsoid(J, position))


def _fixed(value: float, digits: int) -> str:
    """Return a number with so many digits behind the point; zero has no sign."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def told(found: Posture) -> str:
    """Return a posture as HTML: the tip, then a row for each joint."""
    lines = []
    if found.position is not None and found.rpy is not None and found.velocities is not None:
        x, y, z = (_fixed(value, 4) for value in found.position)
        roll, pitch, yaw = (_fixed(math.degrees(angle), 2) for angle in found.rpy)
        sigma = found.velocities.semi_axes
        axes = ", ".join(f"{axis:.3g}" for axis in np.where(sigma > RANK * sigma.max(), sigma, 0.0))
        lines += [
            f"<b>Tip</b> x {x}, y {y}, z {z} m",
            f"roll {roll}, pitch {pitch}, yaw {yaw}°",
            f"<b>Manipulability</b> {found.manipulability:.4g} (semi-axes {axes})",
        ]
    else:
        lines.append("No frame is named tip: this robot has several ends.")
    least = 1e-12 * float(np.abs(found.efforts).max(initial=0.0))  # what is left of zeros after rounding
    efforts = np.where(np.abs(found.efforts) > least, found.efforts, 0.0)
    rows = (
        f'<tr><td>{html.escape(name)}</td><td style="text-align:right">{effort:.4g} {unit}</td></tr>'
        for name, effort, unit in zip(found.names, efforts, found.units, strict=True)
    )
    table = f'<table style="width:100%">{"".join(rows)}</table>'
    return "<br>".join([*lines, "<b>Gravity torques</b>"]) + table
