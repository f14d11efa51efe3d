"""Geometric Jacobians in world axes, their derivatives and their rate.

Column k belongs to a velocity direction of a joint at o with axes (a_ω, a_v) in the world. For a point p on a body
beyond the joint, with (ω, v) = J q̇,
    J_ω,k = a_ω                                               (1)
    J_v,k = a_v + a_ω × (p − o)                               (2)
The derivative of column k along direction j is D_j J_k. If j comes before k, or belongs to the same joint, the
whole column rotates with j, and changes with the axes of a joint whose S depends on its own q; if j comes after k, only
p moves:
    D_j J_k = (J_ω,j × J_ω,k, J_ω,j × J_v,k)                  j ≤ k   (3)
    D_j J_k = (0, J_ω,k × J_v,j)                              j > k   (4)
J̇ = Σ_j D_j J q̇_j takes O(n) operations with the angular velocity Ω and the velocity ȯ of the origin of the body
that joint k moves, and the velocity ṗ of the point:
    J̇_ω,k = Ω × a_ω                                          (5)
    J̇_v,k = Ω × a_v + (Ω × a_ω) × (p − o) + a_ω × (ṗ − ȯ)     (6)
The columns of coupled joints, which share the coordinate of their leader, add up. There, at nodes of flexible links and
at universal, planar and floating joints a_ω and a_v vary in the moving frame, and their rates are added. J̇ is linear in
q̇, so D_j J is J̇ at the unit velocity j; (3) and (4) are cheaper.

References of a frame with rotation R and origin p in the world [LynchPark2017, ch. 5; Siciliano2009, ch. 3]:
    world      angular velocity and velocity of the origin in world axes, (1) and (2)
    body       both in the axes of the frame, (Rᵀ ω, Rᵀ v)                                                (7)
    space      the twist about the origin of the world, (ω, v − ω × p)                                    (8)
    analytic   rates of an orientation φ, and v, with ω = E(φ) φ̇:
        rpy         R = Rz(γ) Ry(β) Rx(α), φ = (α, β, γ):   α̇ = (cγ ω_x + sγ ω_y) / cβ,
                    β̇ = cγ ω_y − sγ ω_x,   γ̇ = ω_z + sβ α̇                                              (9)
        zyz         R = Rz(α) Ry(β) Rz(γ), φ = (α, β, γ):   γ̇ = (cα ω_x + sα ω_y) / sβ,
                    β̇ = cα ω_y − sα ω_x,   α̇ = ω_z − cβ γ̇                                              (10)
        quaternion  (w, x, y, z):   ½ (0, ω) ∘ quaternion, four rows                                     (11)
(9) has no value at cβ = 0 and (10) none at sβ = 0, where the angles themselves are singular.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from armillary.expr.pointwise import where
from armillary.kinematics.poses import Poses, body_poses, frame_pose
from armillary.multibody import BASE, Model, ModelJoint
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar, sqrt

Reference = Literal["world", "body", "space", "analytic"]
Orientation = Literal["rpy", "zyz", "quaternion"]


def point_jacobian(model: Model, q: ArrayLike, poses: Poses, body: int, point: ArrayLike) -> Array:
    """Return J, shape (6, nv), of a point [m, world] that moves with a body."""
    columns: list[Array] = [np.zeros(6)] * model.nv
    for k in model.path(body):
        joint = model.joints[k]
        R, o = poses[k]
        a_omega, a_v = (R @ half for half in joint.subspace(q))
        for c in range(joint.kind.nv):
            linear = a_v[:, c] + cross(a_omega[:, c], np.asarray(point) - o)  # (2)
            place = joint.v.start + c
            columns[place] = columns[place] + np.concatenate([a_omega[:, c], linear])  # (1)
    return np.stack(columns, axis=1)


def jacobian(
    model: Model, q: ArrayLike, frame: str = "tip", reference: Reference = "world", orientation: Orientation = "rpy"
) -> Array:
    """Return the Jacobian of a frame, shape (6, nv), rows (angular, linear); seven rows for quaternion rates.

    Args:
        model: The robot's model.
        q: Configuration, shape (nq,), of any scalar type.
        frame: Name of the frame; default "tip".
        reference: "world" (default), "body", "space" or "analytic".
        orientation: Orientation whose rates an analytic Jacobian has: "rpy" (default), "zyz" or "quaternion".
    """
    poses = body_poses(model, q)
    R, p = frame_pose(model, poses, frame)
    J = point_jacobian(model, q, poses, model.frame(frame).body, p)
    if reference == "body":
        return np.concatenate([R.T @ J[:3], R.T @ J[3:]])  # (7)
    if reference == "space":
        return np.concatenate([J[:3], J[3:] + cross(p, J[:3])])  # (8)
    if reference == "analytic":
        return np.concatenate([_orientation_rates(R, J[:3], orientation), J[3:]])
    return J


def _orientation_rates(R: Array, omega: Array, orientation: Orientation) -> Array:
    """Return the rates of an orientation for angular velocities in world axes, shape (3 or 4, nv)."""
    x, y, z = omega
    if orientation == "rpy":  # (9)
        c = sqrt(R[0, 0] * R[0, 0] + R[1, 0] * R[1, 0])
        c_yaw, s_yaw = R[0, 0] / c, R[1, 0] / c
        roll = (c_yaw * x + s_yaw * y) / c
        return np.stack([roll, c_yaw * y - s_yaw * x, z - R[2, 0] * roll])
    if orientation == "zyz":  # (10)
        s = sqrt(R[0, 2] * R[0, 2] + R[1, 2] * R[1, 2])
        c_first, s_first = R[0, 2] / s, R[1, 2] / s
        last = (c_first * x + s_first * y) / s
        return np.stack([z - R[2, 2] * last, c_first * y - s_first * x, last])
    w, a, b, c = _unit_quaternion(R)
    rows = [-a * x - b * y - c * z, w * x + c * y - b * z, w * y + a * z - c * x, w * z + b * x - a * y]
    return np.stack(rows) / 2  # (11)


def _unit_quaternion(R: Array) -> list[Scalar]:
    """Return the quaternion (w, x, y, z), w ≥ 0, of a rotation matrix of any scalar.

    Of the four squares 4 w², 4 x², 4 y², 4 z² the largest is the divisor, so that no digits are lost.
    """
    diagonal = R[0, 0], R[1, 1], R[2, 2]
    trace = diagonal[0] + diagonal[1] + diagonal[2]
    sums = {pair: R[pair] + R[pair[::-1]] for pair in ((1, 0), (2, 0), (2, 1))}
    turns = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    columns = [  # 4 times the quaternion times its component k
        [1 + trace, *turns],
        [turns[0], 1 + 2 * diagonal[0] - trace, sums[1, 0], sums[2, 0]],
        [turns[1], sums[1, 0], 1 + 2 * diagonal[1] - trace, sums[2, 1]],
        [turns[2], sums[2, 0], sums[2, 1], 1 + 2 * diagonal[2] - trace],
    ]
    chosen, largest = columns[0], columns[0][0]
    for k in (1, 2, 3):
        greater = columns[k][k] > largest
        chosen = [where(greater, new, old) for new, old in zip(columns[k], chosen, strict=True)]
        largest = where(greater, columns[k][k], largest)
    length = 2 * sqrt(largest)
    sign = where(chosen[0] < 0, -1.0, 1.0)
    return [sign * entry / length for entry in chosen]


def derivatives(model: Model, q: ArrayLike, poses: Poses, body: int, point: ArrayLike) -> tuple[Array, Array]:
    """Return J and D[:, k, j] = D_j J_k, shapes (6, nv) and (6, nv, nv), of a point of a rigid robot without couplings.

    Derivatives are along the velocity directions. Where these are rotations about the child's axes, as for a spherical
    joint, D is not symmetric in its last two indices.
    """
    owner, J = model.owner, point_jacobian(model, q, poses, body, point)
    D = np.zeros((6, model.nv, model.nv), dtype=J.dtype)
    beyond = (owner[:, None] != owner) & model.moves[owner].T  # [k, j]: j belongs to a joint beyond that of k
    inner, outer = np.nonzero(beyond)
    D[3:, inner, outer] = cross(J[:3, inner], J[3:, outer])  # (4)
    later, first = np.nonzero(~beyond)
    D[:3, later, first] = cross(J[:3, first], J[:3, later])  # (3)
    D[3:, later, first] = cross(J[:3, first], J[3:, later])
    for i in model.path(body):
        R, o = poses[i]
        for k, j, turned, slid in subspace_changes(model.joints[i], q):
            D[:3, k, j] = D[:3, k, j] + R @ turned
            D[3:, k, j] = D[3:, k, j] + R @ slid + cross(R @ turned, np.asarray(point) - o)
    return J, D


def subspace_changes(joint: ModelJoint, q: ArrayLike) -> Iterator[tuple[int, int, Array, Array]]:
    """Yield k, j and the change of S_ω and S_v of velocity k along velocity j in the child's frame, both of a joint."""
    count = 0 if joint.kind.constant else joint.kind.nv
    for j, unit in enumerate(np.eye(count), joint.v.start):
        halves = joint.kind.subspace_rate(np.asarray(q)[joint.q], unit)
        for k, (turned, slid) in enumerate(zip(*(half.T for half in halves), strict=True), joint.v.start):
            yield k, j, turned, slid


def jacobian_derivatives(model: Model, q: ArrayLike, frame: str = "tip") -> Array:
    """Return D[:, k, j] = D_j J_k of a frame, shape (6, nv, nv), as `derivatives` does, for any links."""
    if model.flexible or model.coupled:
        return np.stack([jacobian_dot(model, q, unit, frame) for unit in np.eye(model.nv)], axis=2)
    poses = body_poses(model, q)
    point = frame_pose(model, poses, frame)[1]
    return derivatives(model, q, poses, model.frame(frame).body, point)[1]


def jacobian_dot(model: Model, q: ArrayLike, qd: ArrayLike, frame: str = "tip") -> Array:
    """Return the time derivative of the Jacobian of a frame, shape (6, nv)."""
    qd = np.asarray(qd)
    poses = body_poses(model, q)
    body, point = model.frame(frame).body, frame_pose(model, poses, frame)[1]
    twist = world_twists(model, q, poses, qd)
    columns: list[Array] = [np.zeros(6)] * model.nv
    Omega, o_dot = twist[body]
    p_dot = o_dot + cross(Omega, point - poses[body][1])
    for k in model.path(body):
        joint = model.joints[k]
        (R, o), (Omega, o_dot) = poses[k], twist[k]
        axes, rates = joint.subspace(q), joint.subspace_rate(q, qd)
        for c in range(joint.kind.nv):
            a_omega, a_v = (R @ half[:, c] for half in axes)
            d_omega, d_v = (R @ half[:, c] for half in rates)
            turning, sliding = cross(Omega, a_omega) + d_omega, cross(Omega, a_v) + d_v  # (5)
            linear = sliding + cross(turning, point - o) + cross(a_omega, p_dot - o_dot)  # (6)
            columns[joint.v.start + c] = columns[joint.v.start + c] + np.concatenate([turning, linear])
    return np.stack(columns, axis=1)


def world_twists(model: Model, q: ArrayLike, poses: Poses, qd: ArrayLike) -> dict[int, tuple[Array, Array]]:
    """Return (angular velocity, velocity of the origin) of every body, in world axes."""
    qd = np.asarray(qd)
    twist = {BASE: (np.zeros(3), np.zeros(3))}
    for i, p in model.outward():
        joint = model.joints[i]
        (R, o), (omega, v) = poses[i], twist[p]
        lever = cross(omega, o - poses[p][1])
        turning, sliding = (R @ (half @ qd[joint.v]) for half in joint.subspace(q))
        twist[i] = (omega + turning, v + lever + sliding)
    return twist


def frame_velocity(model: Model, q: ArrayLike, qd: ArrayLike, frame: str = "tip") -> Array:
    """Return (angular, linear) velocity of a frame in world axes, shape (6,)."""
    return jacobian(model, q, frame) @ np.asarray(qd)


def frame_acceleration(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, frame: str = "tip") -> Array:
    """Return (angular, linear) acceleration of a frame in world axes, J q̈ + J̇ q̇, shape (6,)."""
    return jacobian(model, q, frame) @ np.asarray(qdd) + jacobian_dot(model, q, qd, frame) @ np.asarray(qd)
