"""Derivatives of inverse dynamics by composite bodies, O(n²), for joints with one coordinate.

Let J_j be the velocity that a unit rate of joint j gives a mass point beyond it: with axis e (turning)
or d (sliding), γ = ö − g at the joint's origin o, and ρ from there,
    J_j = e × ρ + d,   J̇_j = ė × ρ + e × ρ̇ + ḋ,   ė = ω × e,  ë = U e,  U = ω̇~ + ω~ω~              (1)
and likewise ḋ, d̈. Efforts are τ_i = Σ m J_i · (ẍ − g). Moving q_j by δ moves a point by J_j δ, hence
its velocity by J̇_j δ and its acceleration by J̈_j δ; a rate changes the acceleration by 2 J̇_j:
    ∂τ_i/∂q̇_j = Σ m J_i · 2 J̇_j                                                                (2)
    ∂τ_i/∂q_j = Σ m J_i · y_j,   y_j = ë × ρ + 2 ė × ρ̇ − e × γ + d̈          j before i, or i      (3)
    ∂τ_i/∂q_j = the same + the effort of the moment e × n_j + d × f_j and the force e × f_j      j after i   (4)
since J_i turns with j in (3), and in (4) only the points move; n_j, f_j are the moment and force that
everything beyond j needs. The sums over everything beyond a joint are moments of one composite body:
    m,  s = Σ m ρ,  Q = Σ m ρ ρᵀ,  ṡ = Σ m ρ̇,  G = Σ m ρ̇ ρᵀ   (ω × s and ω~Q for one body)        (5)
    s_p += s + m r,   Q_p += Q + r uᵀ + u rᵀ, u = s + ½ m r
    ṡ_p += ṡ + m ṙ,   G_p += G + (ṡ + m ṙ) rᵀ + ṙ sᵀ                                            (6)
with Σ m ρ × (a × ρ) = (tr Q) a − Q a and Σ m ρ × (a × ρ̇) = (tr G) a − G a. So joint j needs
    for (2)  F = 2 (ė × s + e × ṡ + m ḋ),   N = 2 (I ė + (tr G) e − G e + s × ḋ)                  (7)
    for (4)  F = ë × s + 2 ė × ṡ − m e × γ + m d̈ + e × f,
             N = I ë + 2 ((tr G) ė − G ė) + s × (d̈ − e × γ) + e × n + d × f                       (8)
carried inward to all joints before it. Read the other way, the distribution m J_i has
    f' = e × s + m d,   n' = I e + s × d,   n'' = 2 Σ m ρ̇ × J_i = 2 ((tr G) e − Gᵀ e + ṡ × d)      (9)
carried inward by n'_p = n' + r × f', n''_p = n'' + 2 ṙ × f', and at joint j
    ∂τ_i/∂q_j = ë·n' + ė·n'' + f'·(d̈ − e × γ),   ∂τ_i/∂q̇_j = 2 ė·n' + e·n'' + 2 ḋ·f'               (10)
Springs add their stiffness to (3), gravity compensation the gravity Jacobian of the lift (`multibody.lift`), damping
and viscous friction their constants to (2).
(2) is twice the Coriolis matrix of `coriolis`, friction apart. [Echeandia2021, Singh2022]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.formulations.gravity_norm import gravity_jacobian
from armillary.formulations.spread import Spread
from armillary.multibody import BASE, BodyState, Model
from armillary.multibody.joints import Coupled
from armillary.spatial.inertia import inertia_of_moments, shift_moments
from armillary.spatial.rotation import cross, rate_matrix, skew
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.turn import Step


def applies(model: Model) -> bool:
    """Return whether a model is supported: rigid links, joints with one coordinate, no rotor that couples joints.

    Couplings must be linear, dry friction Coulomb's.
    """
    kinds = [joint.kind for joint in model.joints]
    linear = all(kind.ratio is not None for kind in kinds if isinstance(kind, Coupled))
    if model.stribeck:
        return False
    return linear and not model.spinning and not model.flexible and all(kind.nv == 1 for kind in kinds)


def inverse_dynamics_derivatives(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[Array, Array]:
    """Return ∂τ/∂q and ∂τ/∂q̇, shapes (nv, nv); Coulomb friction, which jumps, is taken as constant."""
    if not applies(model):
        expected = "rigid links, joints with one coordinate, motors none or reflected"
        raise ArgumentError("model", shortened(model.robot.name), expected, "arm.compile knows the derivatives of all")
    rubbed = np.diag(model.viscous) + model.damping
    held = model.stiffness if model.lift is None else model.stiffness + gravity_jacobian(model.lift, q)
    if model.coupled:
        spread = Spread(model, q)
        by_q, by_qd = _by_joints(spread.model, spread.q, spread.rates(qd), spread.rates(qdd))
        return spread.matrix(by_q) + held, spread.matrix(by_qd) + rubbed
    by_q, by_qd = _by_joints(model, q, np.asarray(qd), np.asarray(qdd))
    return by_q + held, by_qd + rubbed


def _by_joints(model: Model, q: ArrayLike, qd: Array, qdd: Array) -> tuple[Array, Array]:
    """Return the derivatives without springs, friction and damping, each joint with its own coordinate."""
    motion = _Motion(model, q, qd, qdd)
    by_q: list[list[Scalar]] = [[0.0] * model.nv for _ in range(model.nv)]
    by_qd: list[list[Scalar]] = [[0.0] * model.nv for _ in range(model.nv)]
    for i, _ in model.outward():
        loads = motion.loads(i)
        for j in model.path(i):
            r, c = model.joints[i].v.start, model.joints[j].v.start
            by_q[r][c], by_qd[r][c] = motion.felt(j, loads)  # (10)
            if j != i:
                e, d = motion.e[j], motion.d[j]
                by_q[c][r] = e @ loads.n_q + d @ loads.f_q  # (4) by (8)
                by_qd[c][r] = e @ loads.n_v + d @ loads.f_v  # (2) by (7)
            loads = motion.carry(j, loads)
    return np.array(by_q), np.array(by_qd)


class _Composite(NamedTuple):
    """Everything beyond a joint, (5)."""

    m: Scalar
    s: Array
    Q: Array
    s_dot: Array
    G: Array


class _Loads(NamedTuple):
    """The loads of (7), (8) and (9), which are carried inward."""

    n_q: Array
    f_q: Array
    n_v: Array
    f_v: Array
    n1: Array
    n2: Array
    f1: Array


class _Motion:
    """The state of every joint: axes and their rates, accelerations, forces, composites."""

    def __init__(self, model: Model, q: ArrayLike, qd: Array, qdd: Array) -> None:
        self.model = model
        self.step: dict[int, Step] = {i: model.joints[i].step(q) for i, _ in model.outward()}
        self.e = {i: joint.kind.angular[:, 0] for i, joint in enumerate(model.joints)}
        self.d = {i: joint.kind.linear[:, 0] for i, joint in enumerate(model.joints)}
        bodies = {i: model.bodies[i].at(q) for i in self.step}
        self._move(bodies, qd, qdd)
        self._gather(bodies)

    def _move(self, bodies: dict[int, BodyState], qd: Array, qdd: Array) -> None:
        """Newton–Euler outward and inward: ω, U, γ, ṙ of every joint, n and f beyond it."""
        model, zero = self.model, np.zeros(3)
        self.omega, omega_dot, self.gamma = {BASE: zero}, {BASE: zero}, {BASE: -model.gravity}
        self.U, self.n, self.f = {BASE: np.zeros((3, 3))}, {BASE: zero}, {BASE: zero}
        self.r_dot: dict[int, Array] = {}
        for i, p in model.outward():
            step, e, d, k = self.step[i], self.e[i], self.d[i], model.joints[i].v.start
            carried = step.into(self.omega[p])
            self.omega[i] = carried + e * qd[k]
            omega_dot[i] = step.into(omega_dot[p]) + e * qdd[k] + cross(carried, e * qd[k])
            self.U[i] = rate_matrix(self.omega[i], omega_dot[i])
            apart = step.into(self.gamma[p] + self.U[p] @ step.r)
            self.gamma[i] = apart + d * qdd[k] + 2 * cross(carried, d * qd[k])
            self.r_dot[i] = cross(self.omega[p], step.r) + step.out(d * qd[k])
            motion = (self.gamma[i], self.U[i], self.omega[i], omega_dot[i])
            self.n[i], self.f[i], _ = bodies[i].wrench(*motion, qd, qdd)
        for i, p in model.inward():
            if p != BASE:
                f = self.step[i].out(self.f[i])
                self.f[p] = self.f[p] + f
                self.n[p] = self.n[p] + self.step[i].out(self.n[i]) + cross(self.step[i].r, f)

    def _gather(self, bodies: dict[int, BodyState]) -> None:
        """Composites tip to base, (6)."""
        self.composite: dict[int, _Composite] = {}
        for i, body in bodies.items():
            omega, Q = self.omega[i], body.second_moments
            self.composite[i] = _Composite(
                body.mass, body.first_moment, Q, cross(omega, body.first_moment), skew(omega) @ Q
            )
        for i, p in self.model.inward():
            if p == BASE:
                continue
            (m, s, Q, s_dot, G), step, own = self.composite[i], self.step[i], self.composite[p]
            r, r_dot = step.r, self.r_dot[i]
            s, s_dot = step.out(s), step.out(s_dot) + m * r_dot
            self.composite[p] = _Composite(
                own.m + m,
                own.s + s + m * r,
                own.Q + step.tensor_out(Q) + shift_moments(r, s + m / 2 * r),
                own.s_dot + s_dot,
                own.G + step.matrix_out(G) + np.outer(s_dot, r) + np.outer(r_dot, s),
            )

    def loads(self, i: int) -> _Loads:
        """Return the loads of joint i in its own frame, (7)–(9)."""
        m, s, Q, s_dot, G = self.composite[i]
        e, d, U, gamma = self.e[i], self.d[i], self.U[i], self.gamma[i]
        e1, d1 = cross(self.omega[i], e), cross(self.omega[i], d)
        e2, d2 = U @ e, U @ d
        # (tr G) 1 − G, each sum of two entries formed on its own
        K = np.array(
            [
                [G[1, 1] + G[2, 2], -G[0, 1], -G[0, 2]],
                [-G[1, 0], G[0, 0] + G[2, 2], -G[1, 2]],
                [-G[2, 0], -G[2, 1], G[0, 0] + G[1, 1]],
            ]
        )
        inertia = inertia_of_moments(Q)
        lifted = d2 - cross(e, gamma)
        return _Loads(
            n_q=inertia @ e2 + 2 * (K @ e1) + cross(s, lifted) + cross(e, self.n[i]) + cross(d, self.f[i]),
            f_q=cross(e2, s) + 2 * cross(e1, s_dot) + m * lifted + cross(e, self.f[i]),
            n_v=2 * (inertia @ e1 + K @ e + cross(s, d1)),
            f_v=2 * (cross(e1, s) + cross(e, s_dot) + m * d1),
            n1=inertia @ e + cross(s, d),
            n2=2 * (K.T @ e + cross(s_dot, d)),
            f1=cross(e, s) + m * d,
        )

    def felt(self, j: int, loads: _Loads) -> tuple[Scalar, Scalar]:
        """Return the derivatives by q_j and q̇_j of the effort at the joint of the loads, (10)."""
        e, d, omega, U = self.e[j], self.d[j], self.omega[j], self.U[j]
        e1, d1 = cross(omega, e), cross(omega, d)
        lifted = U @ d - cross(e, self.gamma[j])
        by_q = (U @ e) @ loads.n1 + e1 @ loads.n2 + lifted @ loads.f1
        return by_q, 2 * (e1 @ loads.n1 + d1 @ loads.f1) + e @ loads.n2

    def carry(self, i: int, loads: _Loads) -> _Loads:
        """Return the loads in the frame of the parent of joint i."""
        step = self.step[i]
        f_q, f_v, f1 = step.out(loads.f_q), step.out(loads.f_v), step.out(loads.f1)
        return _Loads(
            n_q=step.out(loads.n_q) + cross(step.r, f_q),
            f_q=f_q,
            n_v=step.out(loads.n_v) + cross(step.r, f_v),
            f_v=f_v,
            n1=step.out(loads.n1) + cross(step.r, f1),
            n2=step.out(loads.n2) + 2 * cross(self.r_dot[i], f1),
            f1=f1,
        )
