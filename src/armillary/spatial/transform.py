"""Six-vector transforms. [Featherstone2008, ch. 2]

Six-vectors are (angular, linear). For a frame i placed in frame p by (R, r), R = R_pi:
    v_i = X v_p,   X = [Rᵀ, 0; −Rᵀ r~, Rᵀ]                 (1)
    f_p = Xᵀ f_i
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.spatial.rotation import cross, skew
from armillary.spatial.scalar import Array, Scalar


def motion_transform(R: ArrayLike, r: ArrayLike) -> Array:
    """Return X_ip of (1), shape (6, 6)."""
    Rt = np.asarray(R).T
    return np.block([[Rt, np.zeros((3, 3))], [-Rt @ skew(r), Rt]])


def motion_cross(v: ArrayLike, m: ArrayLike) -> Array:
    """Return v × m for motion six-vectors."""
    v, m = np.asarray(v), np.asarray(m)
    return np.array([*cross(v[:3], m[:3]), *(cross(v[:3], m[3:]) + cross(v[3:], m[:3]))])


def force_cross(v: ArrayLike, f: ArrayLike) -> Array:
    """Return v ×* f for a motion and a force six-vector."""
    v, f = np.asarray(v), np.asarray(f)
    return np.array([*(cross(v[:3], f[:3]) + cross(v[3:], f[3:])), *cross(v[:3], f[3:])])


def spatial_inertia(mass: Scalar, first_moment: ArrayLike, I_origin: ArrayLike) -> Array:
    """Return [I, s~; −s~, m 1] about the frame's origin, s the first moment [kg·m], shape (6, 6)."""
    s = skew(first_moment)
    return np.block([[np.asarray(I_origin), s], [-s, mass * np.eye(3)]])


def homogeneous(R: ArrayLike, p: ArrayLike) -> Array:
    """Return the 4 × 4 matrix [R, p; 0, 1]."""
    return np.block([[np.asarray(R), np.asarray(p)[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])
