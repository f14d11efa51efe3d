"""The recursions of Featherstone in plain JAX: what a user would write for a serial chain or a tree of revolute joints.

Six-vectors are (angular, linear) in the frame of each body; X takes motions from the parent's frame to the child's.
rnea, outward and inward:                                                          [Featherstone2008, ch. 5]
    v = X v_p + S q̇,   a = X a_p + v × S q̇ + S q̈,   f = I a + v ×* I v,   τ = Sᵀ f,   f_p += Xᵀ f
aba, three sweeps:                                                                 [Featherstone2008, ch. 7]
    U = Y S,  D = Sᵀ U,  u = τ − Sᵀ p,  Y_a = Y − U Uᵀ / D,  p_a = p + Y_a c + U u / D,  Y_p += Xᵀ Y_a X,  p_p += Xᵀ p_a
    q̈ = (u − Uᵀ a') / D,  a' = X a_p + c,   a = a' + S q̈
Functions are of one state; `jax.vmap` and `jax.jit` make the batch.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from armillary.multibody import BASE, Model


def skew(v):
    """Return the matrix of v ×."""
    x, y, z = v
    zero = jnp.zeros_like(x)
    return jnp.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]])


def inertia(body) -> np.ndarray:
    """Return the 6 × 6 inertia about the origin of the body's frame."""
    x, y, z = body.first_moment
    h = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.block([[body.inertia, h], [h.T, body.mass * np.eye(3)]])


def transform(joint, angle):
    """Return X of a revolute joint."""
    axis, dtype = np.asarray(joint.kind.axis, dtype=float), angle.dtype
    along, K = np.outer(axis, axis), np.cross(axis, np.eye(3)).T
    turn = along + jnp.cos(angle) * (np.eye(3) - along).astype(dtype) + jnp.sin(angle) * K.astype(dtype)
    E = (np.asarray(joint.rotation, dtype=dtype) @ turn.astype(dtype)).T
    r = jnp.asarray(joint.translation, dtype)
    return jnp.block([[E, jnp.zeros((3, 3), dtype)], [-E @ skew(r), E]])


def cross_motion(v):
    """Return the matrix of v × on motions."""
    w, u = skew(v[:3]), skew(v[3:])
    return jnp.block([[w, jnp.zeros_like(w)], [u, w]])


def parts(model: Model, q, qd):
    """Return S, X, I and velocities of all bodies."""
    dtype, S, X, Y, v = q.dtype, {}, {}, {}, {BASE: jnp.zeros(6, q.dtype)}
    for i, p in model.outward():
        joint = model.joints[i]
        S[i] = jnp.asarray(np.concatenate([joint.kind.axis, np.zeros(3)]), dtype)
        X[i], Y[i] = transform(joint, q[joint.q][0]), jnp.asarray(inertia(model.bodies[i]), dtype)
        v[i] = X[i] @ v[p] + S[i] * qd[joint.v][0]
    return S, X, Y, v


def rnea(model: Model, q, qd, qdd):
    """Return the efforts of a motion."""
    S, X, Y, v = parts(model, q, qd)
    a, f = {BASE: jnp.asarray(np.concatenate([np.zeros(3), -model.gravity]), q.dtype)}, {}
    for i, p in model.outward():
        k, turning = model.joints[i].v.start, cross_motion(v[i])
        a[i] = X[i] @ a[p] + turning @ (S[i] * qd[k]) + S[i] * qdd[k]
        f[i] = Y[i] @ a[i] - turning.T @ (Y[i] @ v[i])
    tau = [None] * model.nv
    for i, p in model.inward():
        tau[model.joints[i].v.start] = S[i] @ f[i]
        if p != BASE:
            f[p] = f[p] + X[i].T @ f[i]
    return jnp.stack(tau)


def aba(model: Model, q, qd, tau):
    """Return the accelerations that efforts cause."""
    S, X, Y, v = parts(model, q, qd)
    bias = {i: -cross_motion(v[i]).T @ (Y[i] @ v[i]) for i in S}
    c = {i: cross_motion(v[i]) @ (S[i] * qd[model.joints[i].v.start]) for i in S}
    U, D, u = {}, {}, {}
    for i, p in model.inward():
        U[i] = Y[i] @ S[i]
        D[i], u[i] = S[i] @ U[i], tau[model.joints[i].v.start] - S[i] @ bias[i]
        if p != BASE:
            left = Y[i] - jnp.outer(U[i], U[i]) / D[i]
            Y[p] = Y[p] + X[i].T @ left @ X[i]
            bias[p] = bias[p] + X[i].T @ (bias[i] + left @ c[i] + U[i] * (u[i] / D[i]))
    a, qdd = {BASE: jnp.asarray(np.concatenate([np.zeros(3), -model.gravity]), q.dtype)}, [None] * model.nv
    for i, p in model.outward():
        a[i] = X[i] @ a[p] + c[i]
        qdd[model.joints[i].v.start] = (u[i] - U[i] @ a[i]) / D[i]
        a[i] = a[i] + S[i] * qdd[model.joints[i].v.start]
    return jnp.stack(qdd)
