"""Forward dynamics by articulated bodies, O(n). [Featherstone2008, ch. 7; Bascetta2002]

Accelerations and forces are six-vectors (angular, linear) in the frame of their body; the linear
part of an acceleration is that of the frame's origin. Outward, with V = ω~ω~:
    ω_i = Rᵀ ω_p + S_ω q̇,   c_i = ((Rᵀ ω_p) × S_ω q̇, Rᵀ V_p r + 2 (Rᵀ ω_p) × S_v q̇)      (1)
    w_i = (ω × I ω + Σ rotors carried [k I_m q̇_j ω × z], V s)                           (2)
with the terms of modes (`ModelJoint.drift`, `Body.wrench`); ε are the efforts that velocities need at the modes.
Body i and all beyond it answer with f = P a + w. A rotor geared to joint i that rides on the parent
(spin vector y = k I_m (z, 0)) or on body i itself (y') enters where it acts, with armature k² I_m:
    τ = Sᵀ f + y' · a_i + y · a_p + k² I_m q̈,   f + y' q̈ on body i,   y q̈ on p         (3)
Inward, with U = P S + y':
    D = Sᵀ P S + 2 y' · S + k² I_m,   U_A = Xᵀ U + y,   u = τ − Uᵀ c − Sᵀ w            (4)
    P_p += Xᵀ P X − U_A D⁻¹ U_Aᵀ,   w_p += Xᵀ (P c + w) + U_A D⁻¹ u                    (5)
(the part of the product without y is taken off in the frame of i, where it leaves zeros). Outward:
    q̈ = D⁻¹ (u − U_Aᵀ a_p),   a_i = X a_p + c + S q̈,   a_base = −g                     (6)
A flexible link and the bodies on its nodes, S of a node, E the modal mass, Y the momentum per modal rate:
    P += Xᵀ P X,   Y += Xᵀ P S,   E += Sᵀ P S,   w += Xᵀ (P c + w),   ε += Sᵀ (P c + w)   from each node   (7)
Its modes ξ, with the efforts τ_ξ, are then taken out before its joint is:
    P −= Y E⁻¹ Yᵀ,   w += Y E⁻¹ (τ_ξ − ε),   ξ̈ = E⁻¹ (τ_ξ − ε − Yᵀ a)                    (8)
A rotor on any other body c couples its joint to far joints, with t = J_cᵀ z and L the columns e_j, t of all of them:
    M = M_near + Σ κ (e_j tᵀ + t e_jᵀ) = M_near + L N Lᵀ,   κ = k I_m                  (9)
    q̈ = q̈_near − Z (N⁻¹ + Lᵀ Z)⁻¹ Lᵀ q̈_near,   Z = M_near⁻¹ L,                         (10)
which takes two more sweeps for each of these rotors; the velocity part of its load, κ z · ω̇_c at q̈ = 0,
is subtracted from τ_j first.                                                          (11)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.ldl import solve_ldl
from armillary.formulations.passive import passive
from armillary.multibody import BASE, Model, Rotor, gather
from armillary.spatial.rotation import cross, rate_matrix
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.transform import spatial_inertia
from armillary.spatial.turn import mirrored


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return the accelerations q̈, shape (nv,), that joint efforts τ cause."""
    sweep = _Sweep(model, q)
    moving = sweep.velocity_terms(qd)
    tau = np.asarray(tau) - passive(model, q, qd) - moving.far_loads
    qdd = sweep.solve(tau, moving, np.concatenate([np.zeros(3), -model.gravity]))
    return sweep.couple_far(qdd) if sweep.far else qdd


class _Velocity(NamedTuple):
    """The terms of velocities alone: c of (1), w and ε of (2), and the loads of far rotors, (11)."""

    c: dict[int, Array]
    w: dict[int, Array]
    epsilon: dict[int, Array]
    far_loads: Array


class _Sweep:
    """The terms of the configuration alone: steps, articulated inertias, gains."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self.model = model
        self.bodies = {i: model.bodies[i].at(q) for i, _ in model.outward()}
        self.near, self.far = _split(model, [rotor for body in self.bodies.values() for rotor in body.rotors])
        self.step = {i: model.joints[i].step(q) for i in self.bodies}
        self.q = q
        self.S = {i: np.vstack(joint.subspace(q)) for i, joint in enumerate(model.joints)}
        self.P = {i: spatial_inertia(b.mass, b.first_moment, b.inertia) for i, b in self.bodies.items()}
        self.U: dict[int, Array] = {}
        self.y: dict[int, Array] = {}
        self.gain: dict[int, Array] = {}
        self.Y = {i: np.vstack([body.bent.turning.T, body.bent.first.T]) for i, body in self.bodies.items()}
        self.E: dict[int, Array] = {i: body.bent.mass for i, body in self.bodies.items()}
        self.modal_gain: dict[int, Array] = {}
        for i, p in model.inward():
            if model.joints[i].kind.shared:
                self._gather_node(i, p)
            else:
                self._eliminate_modes(i)
                self._eliminate(i, p)

    def _gather_node(self, i: int, p: int) -> None:
        """Add the inertia beyond a node to its link, (7)."""
        S, P, step = self.S[i], self.P[i], self.step[i]
        U = P @ S
        self.P[p] = self.P[p] + step.inertia_out(P)
        self.Y[p] = self.Y[p] + np.stack([step.force_out(column) for column in U.T], axis=1)
        n = S.shape[1]
        self.E[p] = self.E[p] + mirrored([[S[:, a] @ U[:, b] for b in range(n)] for a in range(n)])

    def _eliminate_modes(self, i: int) -> None:
        """Eliminate the modes of link i, the first third of (8)."""
        n = len(self.E[i])
        if n == 0:
            return
        self.modal_gain[i] = solve_ldl(self.E[i], np.eye(n), self.bodies[i].modal.v.start)
        loss, Y = self.Y[i] @ self.modal_gain[i], self.Y[i]
        self.P[i] = mirrored([[self.P[i][a, b] - loss[a] @ Y[b] for b in range(6)] for a in range(6)])

    def _eliminate(self, i: int, p: int) -> None:
        """Eliminate joint i: (4) and the first half of (5)."""
        S, P, step = self.S[i], self.P[i], self.step[i]
        self.y[i], y_own = self._spin(i, p), self._spin(i, i)
        armature = np.diag(self.model.armature[self.model.joints[i].v])
        self.U[i] = P @ S + y_own
        D = S.T @ self.U[i] + y_own.T @ S + armature  # (4)
        self.gain[i] = solve_ldl(D, np.eye(len(D)), self.model.joints[i].v.start) if len(D) else D
        if p == BASE:
            return
        loss = self.U[i] @ self.gain[i]
        left = mirrored([[P[a, b] - loss[a] @ self.U[i][b] for b in range(6)] for a in range(6)])
        if not (np.any(armature) or self._rotors(i, i)):
            # Without armature the joint transmits nothing along its direction: P S − U D⁻¹ SᵀU = 0.
            free = np.any(S, axis=1) & (np.count_nonzero(S) == S.shape[1])
            left = np.where(np.add.outer(free, free), 0.0, left)
        self.P[p] = self.P[p] + step.inertia_out(left)  # (5)
        if self._rotors(i, p):
            seen = np.stack([step.force_out(column) for column in loss.T], axis=1) @ self.y[i].T
            own = self.y[i] @ self.gain[i] @ self.y[i].T
            self.P[p] = self.P[p] - seen - seen.T - own

    def _spin(self, joint: int, carrier: int) -> Array:
        """Return y, shape (6, nv): spin momentum on `carrier` per rate of the joint, near rotors only."""
        y = np.zeros((6, self.model.joints[joint].kind.nv))
        for rotor in self._rotors(joint, carrier):
            column = np.concatenate([rotor.coupling * rotor.axis, np.zeros(3)])
            y = y + np.outer(column, np.eye(y.shape[1])[0])
        return y

    def _rotors(self, joint: int, carrier: int) -> list[Rotor]:
        """Return the near rotors on `carrier` that drive the joint."""
        return [r for r in self.near if r.carrier == carrier and self.model.owner[r.joint] == joint]

    def velocity_terms(self, qd: ArrayLike) -> _Velocity:
        """Return the terms of velocities, (1) and (2), and the loads of far rotors at q̈ = 0, (11)."""
        model, qd, zero = self.model, np.asarray(qd), np.zeros(3)
        omega, turning = {BASE: zero}, {BASE: zero}
        V: dict[int, Array] = {BASE: np.zeros((3, 3))}
        c: dict[int, Array] = {}
        w: dict[int, Array] = {}
        epsilon: dict[int, Array] = {}
        for i, p in model.outward():
            S, rate, step = self.S[i], qd[model.joints[i].v], self.step[i]
            d_omega, d_v = model.joints[i].drift(self.q, qd)
            carried = step.into(omega[p])
            omega[i] = carried + S[:3] @ rate
            V[i] = rate_matrix(omega[i], zero)
            turned = cross(carried, S[:3] @ rate) + d_omega
            moved = step.into(V[p] @ step.r) + 2 * cross(carried, S[3:] @ rate) + d_v
            c[i] = np.concatenate([turned, moved])  # (1)
            moment, force, epsilon[i] = self.bodies[i].wrench(zero, V[i], omega[i], zero, qd, np.zeros(model.nv))
            w[i] = np.concatenate([moment, force])  # (2)
            turning[i] = step.into(turning[p]) + turned
        loads: list[Scalar] = [0.0] * model.nv
        for rotor in self.far:
            loads[rotor.joint] = loads[rotor.joint] + rotor.coupling * (rotor.axis @ turning[rotor.carrier])
        return _Velocity(c, w, epsilon, np.array(loads))

    def still(self) -> _Velocity:
        """Return the terms of velocities of a robot at rest."""
        zeros = {i: np.zeros(6) for i in self.bodies}
        modal = {i: np.zeros(body.modal.count) for i, body in self.bodies.items()}
        return _Velocity(zeros, zeros, modal, np.zeros(self.model.nv))

    def solve(self, tau: Array, moving: _Velocity, a_base: Array) -> Array:
        """Return q̈ of the robot without its far rotors."""
        model, c, w = self.model, moving.c, dict(moving.w) | {BASE: np.zeros(6)}
        epsilon = dict(moving.epsilon)
        u: dict[int, Array] = {}
        u_modal: dict[int, Array] = {}
        for i, p in model.inward():
            if model.joints[i].kind.shared:
                beyond = self.P[i] @ c[i] + w[i]
                w[p] = w[p] + self.step[i].force_out(beyond)
                epsilon[p] = epsilon[p] + self.S[i].T @ beyond  # (7)
                continue
            if i in self.modal_gain:
                u_modal[i] = tau[self.bodies[i].modal.v] - epsilon[i]
                w[i] = w[i] + self.Y[i] @ (self.modal_gain[i] @ u_modal[i])  # (8)
            u[i] = tau[model.joints[i].v] - self.U[i].T @ c[i] - self.S[i].T @ w[i]
            if p != BASE:
                share = self.gain[i] @ u[i]
                beyond = self.P[i] @ c[i] + w[i] + self.U[i] @ share
                w[p] = w[p] + self.step[i].force_out(beyond) + self.y[i] @ share  # (5)
        return self._outward(c, u, u_modal, a_base)

    def _outward(self, c: dict[int, Array], u: dict[int, Array], u_modal: dict[int, Array], a_base: Array) -> Array:
        model = self.model
        a: dict[int, Array] = {BASE: a_base}
        found: dict[int, Array] = {}
        parts: list[tuple[slice, Array]] = []
        for i, p in model.outward():
            carried = self.step[i].motion_into(a[p])
            if model.joints[i].kind.shared:
                a[i] = carried + c[i] + self.S[i] @ found[p]
                continue
            own = self.gain[i] @ (u[i] - self.U[i].T @ carried - self.y[i].T @ a[p])
            a[i] = carried + c[i] + self.S[i] @ own  # (6)
            parts.append((model.joints[i].v, own))
            if i in self.modal_gain:
                found[i] = self.modal_gain[i] @ (u_modal[i] - self.Y[i].T @ a[i])  # (8)
                parts.append((self.bodies[i].modal.v, found[i]))
        return gather(model.nv, parts)

    def couple_far(self, qdd: Array) -> Array:
        """Correct q̈ for the far rotors by the Woodbury formula, (10)."""
        columns: list[Array] = []
        for rotor in self.far:
            columns += [np.eye(self.model.nv)[rotor.joint], self._turning_of_axis(rotor)]
        L = np.stack(columns, axis=1)  # (nv, 2 far)
        Z = np.stack([self.solve(column, self.still(), np.zeros(6)) for column in columns], axis=1)
        swap = np.array([[0.0, 1.0], [1.0, 0.0]])
        N_inverse = np.kron(np.diag([1 / rotor.coupling for rotor in self.far]), swap)
        return qdd - Z @ _solve_dense(N_inverse + L.T @ Z, L.T @ qdd)  # (10)

    def _turning_of_axis(self, rotor: Rotor) -> Array:
        """Return t of (9), t · q̇ = z · ω of the carrier, shape (nv,)."""
        row: list[Scalar] = [0.0] * self.model.nv
        z = np.concatenate([rotor.axis, np.zeros(3)])
        for i in self.model.path(rotor.carrier):
            row[self.model.joints[i].v] = list(self.S[i].T @ z)  # a path has each coordinate once
            z = self.step[i].force_out(z)
        return np.array(row)


def _split(model: Model, rotors: list[Rotor]) -> tuple[list[Rotor], list[Rotor]]:
    """Return the rotors near their joint (on its parent or child), and the far ones."""
    near: list[Rotor] = []
    far: list[Rotor] = []
    for rotor in rotors:
        driven = int(model.owner[rotor.joint])
        if rotor.inertia:
            (near if rotor.carrier in (driven, model.joints[driven].parent) else far).append(rotor)
    return near, far


def _solve_dense(A: Array, b: Array) -> Array:
    """Return A⁻¹ b for the small indefinite matrix of (10), by elimination, any scalar."""
    n = len(b)
    rows = [[*A[i], b[i]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: _size(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        inverse = 1 / rows[k][k]
        rows[k] = [entry * inverse for entry in rows[k]]
        for i in range(n):
            if i != k:
                factor = rows[i][k]
                rows[i] = [entry - factor * other for entry, other in zip(rows[i], rows[k], strict=True)]
    return np.array([row[-1] for row in rows])


def _size(entry: Scalar) -> float:
    """Return the size of a pivot; 1 for an expression."""
    try:
        return abs(complex(entry))
    except TypeError:
        return 1.0
