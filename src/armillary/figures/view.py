"""From which side a robot is looked at: in its plane if it moves in one, else in perspective."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armillary.compiler.choose import planar
from armillary.kinematics.poses import body_poses
from armillary.multibody import Model
from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class Plane:
    """A plane to draw in: world axes to the right and up, and what they are called."""

    right: Floats
    up: Floats
    names: tuple[str, str]

    def project(self, points: Floats) -> Floats:
        """Return points, (N, 3), as they are seen in the plane, (N, 2)."""
        return points @ np.stack([self.right, self.up], axis=1)


def plane_of(model: Model) -> Plane | None:
    """Return the plane in which all bodies of a robot move, or None. Gravity, if it lies in the plane, points down."""
    if not planar(model):
        return None
    normal = _hinge(model)
    down = model.gravity - (model.gravity @ normal) * normal
    if np.linalg.norm(down) > 1e-9:
        up = -down / np.linalg.norm(down)
    else:
        axes = [axis - (axis @ normal) * normal for axis in np.eye(3)[[1, 2, 0]]]
        best = max(axes, key=lambda axis: round(float(np.linalg.norm(axis)), 6))
        up = best / np.linalg.norm(best)
    right = np.cross(up, normal)
    right = right if right[np.abs(right).argmax()] > 0 else -right  # seen from the side on which its axis points right
    return Plane(right, up, (_name(right), _name(up)))


def _hinge(model: Model) -> Floats:
    """Return the unit vector about which the bodies turn, in the world."""
    poses = body_poses(model, model.neutral)
    for i, joint in enumerate(model.joints):
        if np.any(joint.kind.angular):
            axis = poses[i][0] @ joint.kind.angular[:, np.abs(joint.kind.angular).sum(axis=0).argmax()]
            return np.asarray(axis / np.linalg.norm(axis), dtype=float)
    turns = [poses[i][0] @ row for i, body in enumerate(model.bodies) for row in body.modal.field.turn.reshape(-1, 3)]
    longest = max(turns, key=lambda row: float(np.linalg.norm(row)))
    return np.asarray(longest / np.linalg.norm(longest), dtype=float)


def _name(direction: Floats) -> str:
    for name, axis in zip("xyz", np.eye(3), strict=True):
        if abs(abs(float(direction @ axis)) - 1) < 1e-6:
            return name if direction @ axis > 0 else f"−{name}"
    return "along (" + ", ".join(f"{value + 0.0:.2g}" for value in direction) + ")"
