"""Orientations along a path: constant, or turning steadily from one to another about a fixed axis.

    R(s) = R_0 exp(s θ n~),   ω = R_0 n θ ṡ,   ω̇ = R_0 n θ s̈                                     (1)
θ n is the rotation vector of R_0ᵀ R_1: the shortest turn between the two.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.simulation.references.time_law import Progress
from armillary.spatial.rotation import about_axis, from_quaternion, from_rpy, is_rotation, orthonormal, to_quaternion
from armillary.spatial.scalar import Array, Floats


class Turning(NamedTuple):
    """Rotation (3, 3), angular velocity (3,) [rad/s] and angular acceleration (3,) [rad/s²]."""

    R: Array
    omega: Array
    omega_dot: Array


def rotation_of(name: str, value: ArrayLike) -> Floats:
    """Return the rotation matrix of roll, pitch, yaw [rad], of a quaternion (w, x, y, z), or of a matrix.

    Example:
        >>> rotation_of("orientation", [0, 0, 0, 1]).tolist()
        [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    try:
        found = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if np.all(np.isfinite(found)):
        if found.shape == (3,):
            return from_rpy(*found)
        if found.shape == (4,) and abs(np.linalg.norm(found) - 1) <= 1e-6:
            return np.asarray(from_quaternion(found / np.linalg.norm(found)), dtype=float)
        if found.shape == (3, 3) and is_rotation(found, 1e-6):
            return orthonormal(found)
    expected = "roll, pitch, yaw [rad], a unit quaternion (w, x, y, z), or a rotation matrix"
    raise ArgumentError(name, repr(value)[:80], expected)


def shortest_turn(R0: Floats, R1: Floats) -> tuple[Floats, float]:
    """Return axis, in world axes, and angle [rad] of the shortest turn from R0 to R1."""
    w, *vector = to_quaternion(R1 @ R0.T)
    sine = float(np.linalg.norm(vector))
    if sine < 1e-15:
        return np.array([0.0, 0.0, 1.0]), 0.0
    return np.array(vector) / sine, 2 * float(np.arctan2(sine, w))


def turning(R0: Floats, R1: Floats | None, progress: Progress) -> Turning:
    """Return orientation and rates at a place between two orientations, (1); constant where there is but one."""
    axis, angle = (np.zeros(3), 0.0) if R1 is None else shortest_turn(R0, R1)
    if angle == 0.0:
        return Turning(R0, np.zeros(3), np.zeros(3))
    vector = angle * axis
    return Turning(about_axis(axis, angle * progress.s) @ R0, vector * progress.sd, vector * progress.sdd)
