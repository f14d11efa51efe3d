"""Gravity torques, their derivatives and their weighted norm, O(n²). [Popescu2008, eqs. 22, 23]

Let f_k be the first moment that the velocity direction k gives to all it moves: with mass m_k and
centre of mass c_k of everything beyond the joint at o, whose axes are (a_ω, a_v) in the world,
    f_k = Σ m J_v,k = m_k (a_v + a_ω × (c_k − o))                       (1)
    g_k = −G · f_k,   G the acceleration of gravity                     (2)
By the derivatives of J (`kinematics.jacobian`), summed over what both directions move: if j comes
before k, or belongs to the same joint, f_k turns with j; if j comes after k, only what lies beyond j
moves:
    D_j g_k = −G · (a_ω,j × f_k)                     j ≤ k               (3)
    D_j g_k = −G · (a_ω,k × f_j)                     j > k               (4)
and zero for directions on different branches. The norm and its gradient:
    p = gᵀ W g,   D_j p = Σ_i (D_j g_i) ((W + Wᵀ) g)_i                  (5)
The print has 2 W instead of W + Wᵀ, which holds for symmetric weights only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.kinematics.poses import Poses, body_poses
from armillary.model import BASE, Model
from armillary.spatial.rotation import Array, cross
from armillary.spatial.scalar import Scalar


def gravity_torques(model: Model, q: ArrayLike) -> Array:
    """Return g, shape (nv,) [N·m or N], the efforts that hold the robot at rest."""
    _, f = _axes_and_moments(model, q)
    return -(f @ model.gravity)  # (2)


def gravity_jacobian(model: Model, q: ArrayLike) -> Array:
    """Return D[i, j] = D_j g_i, shape (nv, nv) [N·m/rad, N·m/m, …].

    Derivatives are along the velocity directions; D is symmetric, except within a spherical joint.
    """
    a_omega, f = _axes_and_moments(model, q)
    rows = [[_derivative(model, a_omega, f, i, j) for j in range(model.nv)] for i in range(model.nv)]
    return np.array(rows)


def gravity_norm(model: Model, q: ArrayLike, W: ArrayLike | None = None) -> Scalar:
    """Return p = gᵀ W g [N²·m²]; W, shape (nv, nv), is the identity unless given."""
    g = gravity_torques(model, q)
    return g @ (_weights(model, W) @ g)


def gravity_norm_gradient(model: Model, q: ArrayLike, W: ArrayLike | None = None) -> Array:
    """Return the derivatives of p along the velocity directions, shape (nv,)."""
    weights = _weights(model, W)
    return gravity_jacobian(model, q).T @ ((weights + weights.T) @ gravity_torques(model, q))  # (5)


def _axes_and_moments(model: Model, q: ArrayLike) -> tuple[Array, Array]:
    """Return a_ω and f of (1) for every velocity direction, shapes (nv, 3)."""
    poses = body_poses(model, q)
    mass, first_moment = _beyond(model, poses)
    a_omega: list[Array] = []
    f: list[Array] = []
    for i, _ in model.outward():
        joint, (R, o) = model.joints[i], poses[i]
        for c in range(joint.kind.nv):
            turn, slide = R @ joint.kind.angular[:, c], R @ joint.kind.linear[:, c]
            a_omega.append(turn)
            f.append(mass[i] * slide + cross(turn, first_moment[i] - mass[i] * o))  # (1)
    return np.array(a_omega), np.array(f)


def _beyond(model: Model, poses: Poses) -> tuple[dict[int, Scalar], dict[int, Array]]:
    """Return for every body the mass and the first moment, about the world's origin, of it and all it carries."""
    mass: dict[int, Scalar] = {BASE: 0.0}
    moment: dict[int, Array] = {BASE: np.zeros(3)}
    for i, _ in model.outward():
        (R, o), body = poses[i], model.bodies[i]
        mass[i], moment[i] = body.mass, body.mass * o + R @ body.first_moment
    for i, p in model.inward():
        mass[p], moment[p] = mass[p] + mass[i], moment[p] + moment[i]
    return mass, moment


def _derivative(model: Model, a_omega: Array, f: Array, i: int, j: int) -> Scalar:
    owner = model.owner
    if model.moves[owner[i], j]:
        return -(model.gravity @ cross(a_omega[j], f[i]))  # (3)
    if model.moves[owner[j], i]:
        return -(model.gravity @ cross(a_omega[i], f[j]))  # (4)
    return 0.0


def _weights(model: Model, W: ArrayLike | None) -> Array:
    weights = np.eye(model.nv) if W is None else np.asarray(W)
    if weights.shape != (model.nv, model.nv):
        raise ArgumentError("W", f"an array of shape {weights.shape}", f"weights of shape {(model.nv, model.nv)}")
    return weights
