"""The momentum form, state (q, p = M q̇), O(n). [Celentano2008, eqs. 6–7]

    dp/dt = c + γ + u,   c = ∂T/∂q,   γ = −∂V/∂q                          (1)
Twists and momenta are (angular, linear) in the frame of their body. Outward, then inward:
    v_i = X v_p + S q̇                                                     (2)
    h_i = I_i v_i + spin of its rotors + Σ_children Xᵀ h_c                 (3)
    p_i = Sᵀ h_i + Σ rotors that drive it [k I_m z · ω_carrier + k² I_m q̇]   (4)
The gradient is exact for any robot, with no derivative of M. Newton–Euler says that the force on
everything beyond joint i is ḣ_i + v_i ×* h_i; projected on S, ṗ_i less the second term remains:
    c_i = h_i · (v_i × S)                                                  (5)
For a spherical joint (5) is ∂T/∂q along the turns of the child plus what its turning axes add.
The rate of (3), components differentiated in the moving frames, gives d(M q̇)/dt without M:
    v̇_i = X v̇_p + S q̈ + v_i × S q̇                                         (6)
    ḣ_i = I_i v̇_i + spin rate + Σ_children Xᵀ (ḣ_c + S_c q̇_c ×* h_c)        (7)
Gravity comes from mass and first moment of everything beyond a joint, s = Σ m r:
    g_i = −S · (s × g, m g)                                                (8)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.friction import joint_friction
from armillary.formulations.ldl import solve_ldl
from armillary.kinematics.poses import body_poses
from armillary.model import BASE, Model
from armillary.spatial.rotation import Array, cross
from armillary.spatial.transform import force_cross, motion_cross, motion_transform


def momentum(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return p = M q̇, shape (nv,) [kg·m²/s or kg·m/s]."""
    return _Motion(model, q, qd).momentum()


def kinetic_gradient(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return c = ∂T/∂q at constant q̇, shape (nv,) [N·m or N]."""
    return _Motion(model, q, qd).gradient()


def momentum_rate(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return d(M q̇)/dt = M q̈ + Ṁ q̇, shape (nv,) [N·m or N]."""
    return _Motion(model, q, qd).rate(qdd)


def gravity(model: Model, q: ArrayLike) -> Array:
    """Return ∂V/∂q, the efforts that hold the robot at rest, shape (nv,), (8)."""
    poses = body_poses(model, q)
    mass = {i: model.bodies[i].mass for i, _ in model.outward()} | {BASE: 0.0}
    s = {i: model.bodies[i].first_moment for i, _ in model.outward()} | {BASE: np.zeros(3)}
    efforts: dict[int, Array] = {}
    for i, p in model.inward():
        joint = model.joints[i]
        R, r = joint.pose(q)
        g = poses[i][0].T @ model.gravity
        efforts[i] = -(joint.kind.angular.T @ cross(s[i], g) + joint.kind.linear.T @ (mass[i] * g))  # (8)
        mass[p], s[p] = mass[p] + mass[i], s[p] + R @ s[i] + mass[i] * r
    return np.concatenate([efforts[i] for i, _ in model.outward()])


def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv): its columns are the momenta of unit velocities."""
    return np.stack([momentum(model, q, unit) for unit in np.eye(model.nv)], axis=1)


def inverse_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return τ = d(M q̇)/dt − c + g + friction, shape (nv,) [N·m or N]."""
    motion = _Motion(model, q, qd)
    return motion.rate(qdd) - motion.gradient() + gravity(model, q) + joint_friction(model, qd)


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = M⁻¹ (dp/dt − Ṁ q̇), shape (nv,)."""
    motion = _Motion(model, q, qd)
    p_dot = np.asarray(tau) + motion.gradient() - gravity(model, q) - joint_friction(model, qd)  # (1)
    return solve_ldl(mass_matrix(model, q), p_dot - motion.rate(np.zeros(model.nv)))


def state_derivative(model: Model, q: ArrayLike, p: ArrayLike, tau: ArrayLike) -> tuple[Array, Array]:
    """Return (q̇, ṗ) of the state (q, p), shapes (nv,), (nv,): Celentano's function F of Fig. 1.

    q̇ is the velocity; `Model.rate` turns it into dq/dt where a joint has a quaternion.
    """
    qd = solve_ldl(mass_matrix(model, q), np.asarray(p))
    c = kinetic_gradient(model, q, qd)
    return qd, np.asarray(tau) + c - gravity(model, q) - joint_friction(model, qd)  # (1)


class _Motion:
    """The twists and momenta of one state, (2) and (3)."""

    def __init__(self, model: Model, q: ArrayLike, qd: ArrayLike) -> None:
        self.model, self.qd = model, np.asarray(qd)
        self.X, self.S, self.v = {}, {}, {BASE: np.zeros(6)}
        self.h: dict[int, Array] = {BASE: np.zeros(6)}
        for i, p in model.outward():
            joint = model.joints[i]
            self.X[i] = motion_transform(*joint.pose(q))
            self.S[i] = np.vstack([joint.kind.angular, joint.kind.linear])
            self.v[i] = self.X[i] @ self.v[p] + self.S[i] @ self.qd[joint.v]  # (2)
            self.h[i] = np.concatenate(model.bodies[i].momentum(self.v[i][:3], self.v[i][3:], self.qd))
        for i, p in model.inward():
            self.h[p] = self.h[p] + self.X[i].T @ self.h[i]  # (3)

    def momentum(self) -> Array:
        """Return p, (4)."""
        p = np.concatenate([self.S[i].T @ self.h[i] for i, _ in self.model.outward()])
        return self._geared(p + self.model.armature * self.qd, self.v)

    def gradient(self) -> Array:
        """Return c, (5)."""
        return np.concatenate(
            [
                np.array([self.h[i] @ motion_cross(self.v[i], column) for column in self.S[i].T])  # (5)
                for i, _ in self.model.outward()
            ]
        )

    def rate(self, qdd: ArrayLike) -> Array:
        """Return dp/dt for the acceleration q̈, (6) and (7)."""
        model, qdd = self.model, np.asarray(qdd)
        a: dict[int, Array] = {BASE: np.zeros(6)}
        h_dot: dict[int, Array] = {BASE: np.zeros(6)}
        for i, p in model.outward():
            joint = model.joints[i]
            moved = self.S[i] @ self.qd[joint.v]
            a[i] = self.X[i] @ a[p] + self.S[i] @ qdd[joint.v] + motion_cross(self.v[i], moved)  # (6)
            h_dot[i] = np.concatenate(model.bodies[i].momentum(a[i][:3], a[i][3:], qdd))
        for i, p in model.inward():
            moved = self.S[i] @ self.qd[model.joints[i].v]
            h_dot[p] = h_dot[p] + self.X[i].T @ (h_dot[i] + force_cross(moved, self.h[i]))  # (7)
        p_dot = np.concatenate([self.S[i].T @ h_dot[i] for i, _ in model.outward()])
        return self._geared(p_dot + model.armature * qdd, a)

    def _geared(self, p: Array, twist: dict[int, Array]) -> Array:
        """Add to p, or to its rate, what the carriers' turning adds through the gears, (4)."""
        parts = list(p)
        for rotor in self.model.spinning:
            parts[rotor.joint] = parts[rotor.joint] + rotor.coupling * (rotor.axis @ twist[rotor.carrier][:3])
        return np.array(parts)
