"""The momentum form, state (q, p = M q̇), O(n). [Celentano2008, eqs. 6–7]

    dp/dt = c + γ + u,   c = ∂T/∂q,   γ = −∂V/∂q                          (1)
Twists and momenta are (angular, linear) in the frame of their body. Outward, then inward:
    v_i = X v_p + S q̇                                                     (2)
    h_i = I_i v_i + spin of its rotors and modes + Σ_children Xᵀ h_c       (3)
    p_i = Sᵀ h_i + Σ rotors that drive it [k I_m z · ω_carrier + k² I_m q̇]   (4)
The gradient is exact for any robot, with no derivative of M. Newton–Euler says that the force on
everything beyond joint i is ḣ_i + v_i ×* h_i; projected on S, ṗ_i less the second term remains:
    c_i = h_i · (v_i × S + Ṡ)                                              (5)
For a spherical joint (5) is ∂T/∂q along the turns of the child plus the terms of its turning axes. Ṡ, the rate of S in
the frame of the child, is zero except for nodes of flexible links and for coupled, universal, planar and floating
joints: ∂v_i/∂q_k = (v_i − S q̇) × S_k + (∂_k S) q̇, and where R and r are functions of q whose rates are q̇,
∂_k S_l − ∂_l S_k = S_l × S_k.
The rate of (3), components differentiated in the moving frames, gives d(M q̇)/dt without M:
    v̇_i = X v̇_p + S q̈ + v_i × S q̇ + Ṡ q̇                                   (6)
    ḣ_i = I_i v̇_i + İ_i v_i + spin rate + Σ_children Xᵀ (ḣ_c + S_c q̇_c ×* h_c)   (7)
    ṗ_i = Sᵀ ḣ_i + Ṡᵀ h_i + the terms of rotors as in (4)                  (8)
Gravity comes from mass and first moment of everything beyond a joint, s = Σ m r:
    g_i = −S · (s × g, m g)                                                (9)
The modes of a link, with the amplitudes a(q), ȧ = A q̇, Ȧ = (0, C q̇) and the integrals of `flexible.modal`, add to
the terms of its nodes in (4), (5), (8) and (9)
    momentum    Aᵀ P,   P_k = ∂T/∂ȧ_k = p_k · v + (vee W_k(a) + h_k) · ω + Σ m_kl ȧ_l                      (10)
    gradient    Aᵀ E + Ȧᵀ P,   E_k = ∂T/∂a_k = v · (ω × p_k) + ω · (tr(W_k) ω − W_k ω) + ω · Σ λ_kl ȧ_l   (11)
    gravity     −Aᵀ p · g                                                  (12)
W_k being W_k(a), since ∂s/∂a_k = p_k, ∂Q/∂a_k = W_k + W_kᵀ, ∂W_l/∂a_k = W_lk. The energies are
    T = ½ Σ (v · h of each body alone + q̇ · (10)) + ½ Σ (k² I_m q̇² + k I_m q̇ z · ω_carrier)            (13)
    V = −Σ g · (m o + R s) + elastic energy                                (14)
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.ldl import accelerations, solve_ldl
from armillary.formulations.passive import elastic_energy, passive
from armillary.formulations.remember import memoised
from armillary.formulations.weight import with_compensation
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model, gather
from armillary.multibody.flexible.modal import ModalState, vee
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.transform import force_cross, motion_cross, motion_transform


def momentum(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return p = M q̇, shape (nv,) [kg·m²/s or kg·m/s]."""
    return _SpatialMotion(_Placed(model, q), qd).momentum()


def momentum_at_origin(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the momentum of all that moves (angular about the world's origin, linear), world axes, shape (6,)."""
    spin = sum((rotor.coupling * np.asarray(qd)[rotor.joint] * rotor.on_base for rotor in model.rotors), np.zeros(3))
    return _SpatialMotion(_Placed(model, q), qd).h[BASE] + np.concatenate([spin, np.zeros(3)])


def kinetic_gradient(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return c = ∂T/∂q at constant q̇, shape (nv,) [N·m or N]."""
    return _SpatialMotion(_Placed(model, q), qd).gradient()


def momentum_rate(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return d(M q̇)/dt = M q̈ + Ṁ q̇, shape (nv,) [N·m or N]."""
    return _SpatialMotion(_Placed(model, q), qd).rate(qdd)


def kinetic_energy(model: Model, q: ArrayLike, qd: ArrayLike) -> Scalar:
    """Return T [J] from the momenta of bodies, (13)."""
    return _SpatialMotion(_Placed(model, q), qd).energy()


def potential_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return V [J] from the first moments of bodies, zero at the world's origin with nothing bent, (14)."""
    return elastic_energy(model, q) + _gravitational_energy(model, q)


@with_compensation
def _gravitational_energy(model: Model, q: ArrayLike) -> Scalar:
    poses = body_poses(model, q)
    moment = np.zeros(3)
    for i, _ in model.outward():
        (R, o), body = poses[i], model.bodies[i].at(q)
        moment = moment + body.mass * o + R @ body.first_moment
    return -(model.gravity @ moment)


@memoised
@with_compensation
def gravity(model: Model, q: ArrayLike) -> Array:
    """Return the efforts that hold the robot at rest against gravity, shape (nv,) [N·m or N], (9) and (12)."""
    poses = body_poses(model, q)
    bodies = {i: model.bodies[i].at(q) for i, _ in model.outward()}
    mass = {i: body.mass for i, body in bodies.items()} | {BASE: 0.0}
    s = {i: body.first_moment for i, body in bodies.items()} | {BASE: np.zeros(3)}
    efforts: list[tuple[slice, Array]] = []
    for i, p in model.inward():
        joint = model.joints[i]
        R, r = joint.pose(q)
        S_omega, S_v = joint.subspace(q)
        g = poses[i][0].T @ model.gravity
        efforts.append((joint.v, -(S_omega.T @ cross(s[i], g) + S_v.T @ (mass[i] * g))))  # (9)
        efforts.append((bodies[i].modal.v, -(bodies[i].modal_state.first @ g)))  # (12)
        mass[p], s[p] = mass[p] + mass[i], s[p] + R @ s[i] + mass[i] * r
    return gather(model.nv, efforts)


@memoised
def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv): its columns are the momenta of unit velocities."""
    placed = _Placed(model, q)
    return np.stack([_SpatialMotion(placed, unit).momentum() for unit in np.eye(model.nv)], axis=1)


def bias(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the efforts at zero acceleration, shape (nv,) [N·m or N]."""
    return inverse_dynamics(model, q, qd, np.zeros(model.nv))


def inverse_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return τ = d(M q̇)/dt − c + g + passive efforts, shape (nv,) [N·m or N], (1)."""
    motion = _SpatialMotion(_Placed(model, q), qd)
    return motion.rate(qdd) - motion.gradient() + gravity(model, q) + passive(model, q, qd)


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = M⁻¹ (dp/dt − Ṁ q̇), shape (nv,)."""
    motion = _SpatialMotion(_Placed(model, q), qd)
    p_dot = np.asarray(tau) + motion.gradient() - gravity(model, q) - passive(model, q, qd)  # (1)
    return accelerations(model, mass_matrix(model, q), p_dot - motion.rate(np.zeros(model.nv)))


def state_derivative(model: Model, q: ArrayLike, p: ArrayLike, tau: ArrayLike) -> tuple[Array, Array]:
    """Return (q̇, ṗ) of the state (q, p), shapes (nv,), (nv,): Celentano's function F of Fig. 1.

    q̇ is the velocity; `Model.rate` turns it into dq/dt where a joint has a quaternion.
    """
    qd = solve_ldl(mass_matrix(model, q), np.asarray(p))
    c = kinetic_gradient(model, q, qd)
    return qd, np.asarray(tau) + c - gravity(model, q) - passive(model, q, qd)  # (1)


class _Placed:
    """The transforms, motion subspaces and bodies of one configuration."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self.model, self.q = model, q
        self.X = {i: motion_transform(*model.joints[i].pose(q)) for i, _ in model.outward()}
        self.S = {i: np.vstack(model.joints[i].subspace(q)) for i in self.X}
        self.bodies = {i: model.bodies[i].at(q) for i in self.X}


class _SpatialMotion:
    """The twists and momenta of one state, (2) and (3)."""

    def __init__(self, placed: _Placed, qd: ArrayLike) -> None:
        self.placed, self.qd = placed, np.asarray(qd)
        self.model, self.X, self.S, self.bodies = placed.model, placed.X, placed.S, placed.bodies
        self.v = {BASE: np.zeros(6)}
        self.momenta: dict[int, Array] = {}  # of the bodies themselves
        for i, p in self.model.outward():
            self.v[i] = self.X[i] @ self.v[p] + self.S[i] @ self.qd[self.model.joints[i].v]  # (2)
            self.momenta[i] = np.concatenate(self.bodies[i].momentum(self.v[i][:3], self.v[i][3:], self.qd))
        self.h: dict[int, Array] = dict(self.momenta) | {BASE: np.zeros(6)}
        for i, p in self.model.inward():
            self.h[p] = self.h[p] + self.X[i].T @ self.h[i]  # (3)

    @cached_property
    def S_dot(self) -> dict[int, Array]:
        """The rates of the motion subspaces, each of shape (6, nv of the joint)."""
        rates = ((i, self.model.joints[i].subspace_rate(self.placed.q, self.qd)) for i in self.X)
        return {i: np.vstack(rate) for i, rate in rates}

    def energy(self) -> Scalar:
        """Return T, (13)."""
        double = self.qd @ self._geared(self.model.armature * self.qd, self.v)
        for i, body in self.bodies.items():
            double = double + self.v[i] @ self.momenta[i]
            if body.modal.count:
                double = double + self.qd[body.modal.v] @ self._of_modes(i, self.v[i], self.qd)
        return double / 2

    def momentum(self) -> Array:
        """Return p, (4) and (10)."""
        parts = [(self.model.joints[i].v, self.S[i].T @ self.h[i]) for i, _ in self.model.outward()]
        flexible = ((i, body.modal.v) for i, body in self.bodies.items() if body.modal.count)
        parts += [(v, self._of_modes(i, self.v[i], self.qd)) for i, v in flexible]
        return self._geared(gather(self.model.nv, parts) + self.model.armature * self.qd, self.v)

    def gradient(self) -> Array:
        """Return c, (5) and (11)."""
        parts = []
        for i, _ in self.model.outward():
            columns = zip(self.S[i].T, self.S_dot[i].T, strict=True)
            turned = [self.h[i] @ (motion_cross(self.v[i], S) + S_dot) for S, S_dot in columns]
            parts.append((self.model.joints[i].v, np.array(turned)))  # (5)
            modes = self.bodies[i].modal_state
            if self.bodies[i].modal.count:
                parts.append((modes.v, _modal_gradient(modes, self.v[i], self.qd[modes.v])))
        return gather(self.model.nv, parts)

    def rate(self, qdd: ArrayLike) -> Array:
        """Return dp/dt for the acceleration q̈, (6)–(8)."""
        model, qdd = self.model, np.asarray(qdd)
        a: dict[int, Array] = {BASE: np.zeros(6)}
        h_dot: dict[int, Array] = {BASE: np.zeros(6)}
        parts: list[tuple[slice, Array]] = []
        for i, p in model.outward():
            qd_i, body = self.qd[model.joints[i].v], self.bodies[i]
            carried = self.X[i] @ a[p] + self.S[i] @ qdd[model.joints[i].v]
            a[i] = carried + motion_cross(self.v[i], self.S[i] @ qd_i) + self.S_dot[i] @ qd_i  # (6)
            h_dot[i] = np.concatenate(body.momentum(a[i][:3], a[i][3:], qdd))
            if body.modal.count:
                changed, efforts = _bending_rate(body.modal_state, self.v[i], self.qd[body.modal.v])
                h_dot[i] = h_dot[i] + changed
                parts.append((body.modal.v, self._of_modes(i, a[i], qdd) + efforts))
        for i, p in model.inward():
            moved = self.S[i] @ self.qd[model.joints[i].v]
            h_dot[p] = h_dot[p] + self.X[i].T @ (h_dot[i] + force_cross(moved, self.h[i]))  # (7)
            parts.append((model.joints[i].v, self.S[i].T @ h_dot[i] + self.S_dot[i].T @ self.h[i]))  # (8)
        return self._geared(gather(model.nv, parts) + model.armature * qdd, a)

    def _of_modes(self, i: int, twist: Array, rate: Array) -> Array:
        """Return (10) for the modes of body i at a twist and rates, or at their derivatives."""
        modes = self.bodies[i].modal_state
        return np.asarray(modes.A.T @ _modal_momentum(modes, twist, modes.A @ rate[modes.v]))

    def _geared(self, p: Array, twist: dict[int, Array]) -> Array:
        """Return p, or its rate, with the terms of rotors on turning carriers, (4)."""
        parts = list(p)
        for rotor in self.model.spinning:
            parts[rotor.joint] = parts[rotor.joint] + rotor.coupling * (rotor.axis @ twist[rotor.carrier][:3])
        return np.array(parts)


def _modal_momentum(modes: ModalState, twist: Array, rate: Array) -> Array:
    """Return P of (10) for a twist and amplitude rates, or for their derivatives, shape (N,)."""
    return modes.p @ twist[3:] + (vee(modes.W) + modes.h) @ twist[:3] + modes.m @ rate


def _modal_gradient(modes: ModalState, twist: Array, qd_modes: Array) -> Array:
    """Return (11), shape (n,), the kinetic energy of one link differentiated by its own modal coordinates."""
    omega, v, rate = twist[:3], twist[3:], modes.A @ qd_modes
    turning = np.tensordot(rate, modes.gyration, axes=1) @ omega
    pairs = zip(modes.p, modes.W, strict=True)
    E = turning + np.array([v @ cross(omega, p) + omega @ (np.trace(W) * omega - W @ omega) for p, W in pairs])
    return np.asarray(modes.A.T @ E + modes.A_rate(qd_modes).T @ _modal_momentum(modes, twist, rate))


def _bending_rate(modes: ModalState, twist: Array, qd_modes: Array) -> tuple[Array, Array]:
    """Return the rates at q̈ = 0 due to bending of a link's momentum, shape (6,), and of (10), shape (n,).

    vee W changes by Σ λ_lk ȧ_l, which cancels in the angular momentum: λ is antisymmetric.
    """
    omega, v, rate, A_dot = twist[:3], twist[3:], modes.A @ qd_modes, modes.A_rate(qd_modes)
    W_dot, s_dot, drift = np.tensordot(rate, modes.W, axes=1), modes.p.T @ rate, A_dot @ qd_modes
    angular = 2 * np.trace(W_dot) * omega - (W_dot + W_dot.T) @ omega + cross(s_dot, v)
    angular = angular + (vee(modes.W) + modes.h).T @ drift
    changed = np.concatenate([angular, cross(omega, s_dot) + modes.p.T @ drift])
    P_dot = modes.m @ drift + np.tensordot(rate, modes.gyration, axes=(0, 1)) @ omega
    return changed, modes.A.T @ P_dot + A_dot.T @ _modal_momentum(modes, twist, rate)
