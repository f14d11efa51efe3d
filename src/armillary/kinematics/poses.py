"""Poses of bodies and frames in the world.

Outward, base to tip (p is the parent of i):
    R_i = R_p R_pi(q),   o_i = o_p + R_p r_pi(q)          (1)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import BASE, Model
from armillary.spatial.scalar import Array
from armillary.spatial.transform import homogeneous

Poses = dict[int, tuple[Array, Array]]
"""For every body, and BASE: rotation to world axes (3, 3), origin in the world (3,) [m]."""


def body_poses(model: Model, q: ArrayLike) -> Poses:
    """Return the pose of every body in the world."""
    poses: Poses = {BASE: (np.eye(3), np.zeros(3))}
    for i, p in model.outward():
        R_p, o_p = poses[p]
        R_pi, r_pi = model.joints[i].pose(q)
        poses[i] = R_p @ R_pi, o_p + R_p @ r_pi  # (1)
    return poses


def frame_pose(model: Model, poses: Poses, frame: str) -> tuple[Array, Array]:
    """Return rotation and origin of a named frame, given the poses of the bodies."""
    placed = model.frame(frame)
    R, o = poses[placed.body]
    return R @ placed.rotation, o + R @ placed.translation


def pose(model: Model, q: ArrayLike, frame: str = "tip") -> Array:
    """Return the pose of a frame in the world as a 4 × 4 matrix."""
    return homogeneous(*frame_pose(model, body_poses(model, q), frame))


def link_positions(model: Model, q: ArrayLike) -> Array:
    """Return the origins of all bodies in the world, shape (bodies, 3) [m]."""
    poses = body_poses(model, q)
    return np.array([poses[i][1] for i, _ in model.outward()])
