"""Rotation matrices, angles and quaternions.

Conventions (docs/notation.md): `R_AB` turns the components of a vector in frame B into those in
frame A. Quaternions are (w, x, y, z) with w the real part. Roll, pitch, yaw are the URDF ones:
R = Rz(yaw) Ry(pitch) Rx(roll), which is also "ZYX".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.spatial.scalar import Array, Scalar, cos, sin

UNIT = 1e-6
"""Largest error of the length of a unit quaternion in a configuration; smaller ones are normalised."""


def skew(a: ArrayLike) -> Array:
    """Return a~, the matrix with a~ b = a × b, shape (3, 3)."""
    x, y, z = np.asarray(a)
    return np.array([[0 * x, -z, y], [z, 0 * x, -x], [-y, x, 0 * x]])


def cross(a: ArrayLike, b: ArrayLike) -> Array:
    """Return a × b for three-vectors of any scalar."""
    ax, ay, az = np.asarray(a)
    bx, by, bz = np.asarray(b)
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def rate_matrix(omega: ArrayLike, omega_dot: ArrayLike) -> Array:
    """Return U = ω̇~ + ω~ω~, shape (3, 3): a point at r in a turning frame accelerates by U r."""
    (x, y, z), (a, b, c) = np.asarray(omega), np.asarray(omega_dot)
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return np.array([[-(yy + zz), xy - c, xz + b], [xy + c, -(xx + zz), yz - a], [xz - b, yz + a, -(xx + yy)]])


def about_axis(axis: ArrayLike, angle: Scalar) -> Array:
    """Return the rotation by `angle` [rad] about the unit vector `axis`, shape (3, 3)."""
    return rodrigues(axis, cos(angle), sin(angle))


def rodrigues(axis: ArrayLike, c: Scalar, s: Scalar) -> Array:
    """Return the rotation about the unit vector `axis` by the angle with cosine c and sine s, shape (3, 3)."""
    n = np.asarray(axis)
    parallel = np.outer(n, n)
    return parallel + c * (np.eye(3) - parallel) + s * skew(n)


def from_quaternion(quaternion: ArrayLike) -> Array:
    """Return the rotation matrix of a unit quaternion (w, x, y, z), shape (3, 3)."""
    w, x, y, z = np.asarray(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def to_quaternion(R: ArrayLike) -> NDArray[np.float64]:
    """Return the unit quaternion (w, x, y, z), w ≥ 0, of a rotation matrix of floats."""
    R = np.asarray(R, dtype=float)
    # The four products with the largest component are all well conditioned.
    trace = np.trace(R)
    four = np.array([1 + trace, *(1 + 2 * np.diag(R) - trace)])
    k = int(np.argmax(four))
    if k == 0:
        q = np.array([four[0], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    else:
        i, j, m = k - 1, k % 3, (k + 1) % 3
        q = np.empty(4)
        q[0], q[k] = R[m, j] - R[j, m], four[k]
        q[j + 1], q[m + 1] = R[i, j] + R[j, i], R[i, m] + R[m, i]
    q /= np.linalg.norm(q)
    return -q if q[0] < 0 else q


def quaternion_product(a: ArrayLike, b: ArrayLike) -> Array:
    """Return the Hamilton product a ∘ b: the rotation b, then a."""
    a, b = np.asarray(a), np.asarray(b)
    vector = a[0] * b[1:] + b[0] * a[1:] + cross(a[1:], b[1:])
    return np.array([a[0] * b[0] - a[1:] @ b[1:], *vector])


def quaternion_exp(turn: ArrayLike) -> NDArray[np.float64]:
    """Return the unit quaternion of a rotation vector [rad] (axis times angle)."""
    turn = np.asarray(turn, dtype=float)
    angle = float(np.linalg.norm(turn))
    # sinc keeps the small-angle limit exact.
    return np.array([math.cos(angle / 2), *(0.5 * np.sinc(angle / (2 * np.pi)) * turn)])


def quaternion_log(quaternion: ArrayLike) -> NDArray[np.float64]:
    """Return the rotation vector of a unit quaternion, at most half a turn [rad], shape (3,)."""
    w, *v = np.asarray(quaternion, dtype=float)
    size = float(np.linalg.norm(v))
    return 2 * np.arctan2(size * np.sign(w or 1.0), abs(w)) / (size or 1.0) * np.array(v)


def from_rpy(roll: float, pitch: float, yaw: float) -> NDArray[np.float64]:
    """Return Rz(yaw) Ry(pitch) Rx(roll), with exact zeros and ones at multiples of a quarter turn."""
    R = np.eye(3)
    for axis, angle in zip(np.eye(3)[::-1], (yaw, pitch, roll), strict=True):
        R = R @ tidy(about_axis(axis, angle))
    return R


def to_rpy(R: ArrayLike) -> tuple[float, float, float]:
    """Return (roll, pitch, yaw) of a rotation matrix; at pitch = ±90° roll is taken as zero."""
    R = np.asarray(R, dtype=float)
    pitch = math.atan2(-R[2, 0], math.hypot(R[0, 0], R[1, 0]))
    if math.hypot(R[0, 0], R[1, 0]) < 1e-12:
        return 0.0, pitch, math.atan2(-R[0, 1], R[1, 1])
    return math.atan2(R[2, 1], R[2, 2]), pitch, math.atan2(R[1, 0], R[0, 0])


def tidy(R: ArrayLike) -> NDArray[np.float64]:
    """Replace entries within 1e-15 of −1, 0 or 1 by these: cos(π/2) in floats is 6e-17, not a structural zero."""
    R = np.array(R, dtype=float)
    whole = np.round(R)
    return np.where(np.abs(R - whole) <= 1e-15, whole, R) + 0.0


def unit(v: ArrayLike) -> NDArray[np.float64]:
    """Return v scaled to unit length; a vector of unit length is returned unchanged, to the last digit."""
    v = np.array(v, dtype=float)
    most = float(np.abs(v).max())
    v = v if 1e-100 < most < 1e100 or not most else v / most  # of squares that overflow or vanish
    length = float(np.linalg.norm(v))
    return v if abs(length - 1) <= 1e-15 else v / length


def orthonormal(R: ArrayLike) -> NDArray[np.float64]:
    """Return the rotation nearest to R, which is a rotation to a few digits; exact rotations stay unchanged.

    One step of Newton's iteration for the polar factor, R (3 − RᵀR) / 2, squares the error.
    """
    R = np.array(R, dtype=float)
    error = R.T @ R - np.eye(3)
    return R if np.abs(error).max() <= 1e-15 else R - R @ error / 2


def is_rotation(R: Sequence[Sequence[float]] | ArrayLike, tolerance: float = 1e-9) -> bool:
    """Return whether R is orthonormal and right-handed within `tolerance`."""
    R = np.asarray(R, dtype=float)
    return bool(np.abs(R.T @ R - np.eye(3)).max() <= tolerance and np.linalg.det(R) > 0)
