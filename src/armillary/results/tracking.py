"""Tracking errors of joints and frames: reference minus motion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armillary.multibody.coordinates import joint_size
from armillary.results.columns import XYZ
from armillary.results.positions import positions
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class Tracking:
    """The joints and the frames that follow a reference.

    `joints` (names) and `units` belong to the columns of `q` and `desired`, shape (…, K, n). `names` are those of the
    frames; `axes` has the reference of a task, (…, K) by axis, and is empty where joints follow a reference.
    """

    trajectory: Trajectory
    joints: dict[str, int]
    """Names of the joints with their places in q."""
    desired: Floats
    names: tuple[str, ...]
    axes: dict[str, Floats]

    @property
    def units(self) -> tuple[str, ...]:
        """Units of the joints."""
        return tuple(self.trajectory.units["q"][k] for k in self.joints.values())

    @cached_property
    def q(self) -> Floats:
        """Coordinates of the joints, shape (…, K, n)."""
        return self.trajectory.q[..., list(self.joints.values())]

    @cached_property
    def frames(self) -> dict[str, tuple[Floats, Floats]]:
        """Positions of each frame and the desired ones, shape (…, K, 3) [m]."""
        pairs = {}
        trajectory = self.trajectory
        for frame in self.names:
            if self.axes:
                desired = np.stack([self.axes[axis] for axis in XYZ], axis=-1)
            else:
                q = np.repeat(trajectory.q[..., :1, :], len(trajectory.t), axis=-2)
                q[..., list(self.joints.values())] = self.desired
                desired = positions(trajectory.model, q, frame)
            pairs[frame] = trajectory.position(frame), desired
        return pairs


def tracking(trajectory: Trajectory, frames: Sequence[str] | None = None) -> Tracking:
    """Return the joints and the frames of a motion that follow a reference, as `desired_of` decides.

    `frames` defaults to the frame of the task. Frames without a reference are left out: a reference of one frame does
    not determine the others, while a reference of all joints determines every frame, with links bent as at the start.
    """
    by_joint = desired_of(trajectory, "joint")
    by_axis = desired_of(trajectory, "task")
    plain = {name: k for name, k in plain_joints(trajectory).items() if name in by_joint}
    desired = np.stack([by_joint[name] for name in plain], axis=-1) if plain else trajectory.q[..., :0]
    task = frame_of(trajectory)
    all_joints = bool(plain) and len(plain) == joint_size(trajectory.model)
    candidates = [frame for frame in ([task] if frames is None else frames) if frame is not None]
    names = tuple(frame for frame in candidates if all_joints or (by_axis and frame == task))
    return Tracking(trajectory, plain, desired, names, by_axis)


def plain_joints(trajectory: Trajectory) -> dict[str, int]:
    """Return the places in q of the joints with one coordinate, by name; a quaternion has four."""
    count = joint_size(trajectory.model)
    coordinates = zip(trajectory.coordinates[:count], trajectory.units["q"], strict=False)
    return {name: k for k, (name, unit) in enumerate(coordinates) if unit}


def desired_of(trajectory: Trajectory, space: str) -> dict[str, Floats]:
    """Return the reference, shape (…, K), by column name; empty if it belongs to the other `space`, "joint" or "task".

    Every run has a reference; it counts as followed only if it moves or the run has efforts.
    """
    values = trajectory.signals.get("reference")
    if values is None or values.ndim != trajectory.q.ndim:
        return {}
    names = trajectory.labels_of("reference")
    followed = np.any(np.ptp(values, axis=-2)) or np.any(trajectory.tau)
    if ("task" if names[:3] == XYZ else "joint") != space or not followed:
        return {}
    return dict(zip(names, np.moveaxis(values, -1, 0), strict=True))


def frame_of(trajectory: Trajectory) -> str | None:
    """Return the frame of the task, by default the tip; None if the robot lacks it."""
    frame = str(trajectory.info.get("frame", "tip"))
    return frame if frame in trajectory.model.frames else None
