"""Inertia tensors: shift, rotation, principal moments, simple shapes, validity. [Khatib, 5.2.3]

    I_A = I_C + m (pᵀp 1 − p pᵀ)       parallel axes, p from A to the centre of mass C   (1)
    I_B = R_BA I_A R_BAᵀ               the same tensor in turned axes                     (2)
The print of (1), [Khatib, eq. 5.29], sets the scalar product as a transpose of P alone.

A tensor is that of a body with positive density if its principal moments are positive and no one
exceeds the sum of the other two (the triangle inequality). Products of inertia are matrix entries:
I_xy = −∫ x y dm, as in URDF.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.spatial.scalar import Array, Scalar

Part = tuple[Scalar, Array, Array]
"""Mass [kg], first moment [kg·m] and inertia [kg·m²] about the origin of some frame."""

LOPSIDED = "it is not symmetric"
"""The fault of a matrix that is no tensor of inertia at all."""


def shift_from_com(I_com: ArrayLike, mass: Scalar, com: ArrayLike) -> Array:
    """Return the tensor about the origin from that about the centre of mass, (1)."""
    p = np.asarray(com)
    return np.asarray(I_com) + mass * ((p @ p) * np.eye(3) - np.outer(p, p))


def shift_to_com(I_origin: ArrayLike, mass: Scalar, com: ArrayLike) -> Array:
    """Return the tensor about the centre of mass from that about the origin, (1) reversed."""
    return shift_from_com(I_origin, -mass, com)


def shift(r: ArrayLike, u: ArrayLike) -> Array:
    """Return the increase of an inertia taken about a point from which the old origin is at r.

    With first moment s about the old origin and mass m this is shift(r, s + ½ m r), where
        shift(r, u) = 2 (r · u) 1 − r uᵀ − u rᵀ
    """
    (x, y, z), (a, b, c) = np.asarray(r), np.asarray(u)
    xa, yb, zc = 2 * (x * a), 2 * (y * b), 2 * (z * c)
    xy, xz, yz = -(x * b + y * a), -(x * c + z * a), -(y * c + z * b)
    return np.array([[yb + zc, xy, xz], [xy, xa + zc, yz], [xz, yz, xa + yb]])


def shift_moments(r: ArrayLike, u: ArrayLike) -> Array:
    """Return r uᵀ + u rᵀ: the increase of second moments taken about a point from which the old origin is at r.

    u = s + ½ m r, with first moment s about the old origin and mass m.
    """
    (x, y, z), (a, b, c) = np.asarray(r), np.asarray(u)
    xy, xz, yz = x * b + y * a, x * c + z * a, y * c + z * b
    return np.array([[2 * (x * a), xy, xz], [xy, 2 * (y * b), yz], [xz, yz, 2 * (z * c)]])


def inertia_of_moments(Q: ArrayLike) -> Array:
    """Return the inertia I = (tr Q) 1 − Q of second moments Q; each diagonal entry is a sum of two moments."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = np.asarray(Q)
    return np.array([[yy + zz, -xy, -xz], [-xy, xx + zz, -yz], [-xz, -yz, xx + yy]])


def rotate(inertia: ArrayLike, R_BA: ArrayLike) -> Array:
    """Return in axes B the tensor given in axes A, (2)."""
    R = np.asarray(R_BA)
    return R @ np.asarray(inertia) @ R.T


def second_moments(inertia: ArrayLike) -> Array:
    """Return Q = ∫ p pᵀ dm = ½ tr(I) 1 − I, about the same point as I."""
    inertia = np.asarray(inertia)
    return (inertia[0, 0] + inertia[1, 1] + inertia[2, 2]) / 2 * np.eye(3) - inertia


def turning_moment(Q: ArrayLike, U: ArrayLike) -> Array:
    """Return ∫ r × U r dm, shape (3,), for second moments Q and any 3 × 3 matrix U.

    With U = ω̇~ + ω~ω~ this is I ω̇ + ω × I ω.
    """
    Q, U = np.asarray(Q), np.asarray(U)
    return np.array(
        [
            Q[i, j] * U[k, i]
            - Q[i, k] * U[j, i]
            + Q[j, j] * U[k, j]
            - Q[k, k] * U[j, k]
            + Q[j, k] * (U[k, k] - U[j, j])
            for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        ]
    )


def box(mass: float, size: ArrayLike) -> NDArray[np.float64]:
    """Return the central tensor of a solid box with edges `size` [m]."""
    x, y, z = np.asarray(size, dtype=float) ** 2
    return mass / 12 * np.diag([y + z, x + z, x + y])


def cylinder(mass: float, radius: float, length: float, inner: float = 0.0) -> NDArray[np.float64]:
    """Return the central tensor of a cylinder or tube along z, radii and length in [m]."""
    square = radius * radius + inner * inner  # a power would raise where a product is infinite
    across = mass / 12 * (3 * square + length * length)
    return np.diag([across, across, mass / 2 * square])


def sphere(mass: float, radius: float) -> NDArray[np.float64]:
    """Return the central tensor of a solid sphere of `radius` [m]."""
    return 0.4 * mass * radius * radius * np.eye(3)


def fault(inertia: ArrayLike, tolerance: float = 1e-6) -> str | None:
    """Return the fault of a central inertia tensor in words, or None if a real body can have it.

    Zero tensors (points) and rods pass. `tolerance` is relative to the largest moment: data files
    carry few digits.
    """
    tensor = np.asarray(inertia, dtype=float)
    if not np.isfinite(tensor).all():
        return "an entry is not finite"
    _, exponent = math.frexp(float(np.abs(tensor).max()))
    tensor = np.ldexp(tensor, -exponent)  # by a power of two, which is exact: sums of huge entries overflow
    scale = float(np.abs(tensor).max())
    if scale == 0.0:
        return None
    if np.abs(tensor - tensor.T).max() > tolerance * scale:
        return LOPSIDED
    moments = np.linalg.eigvalsh((tensor + tensor.T) / 2)
    shown = ", ".join(f"{float(moment) * 2.0 ** (exponent - 1) * 2:.6g}" for moment in moments)
    if moments[0] < -tolerance * scale:
        return f"it is not positive definite: its principal moments are {shown} kg·m²"
    if moments[0] + moments[1] < moments[2] * (1 - tolerance):
        return (
            f"it violates the triangle inequality: of its principal moments {shown} kg·m² "
            "the largest exceeds the sum of the other two"
        )
    return None
