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
The coordinates of a joint with several, and the modes of a link, are taken one after the other: with D = Lᵀ Δ L (`ldl`)
they are L q̈, for which U L⁻¹ and L⁻ᵀ u stand for U and u, and the diagonal Δ for D. D⁻¹ itself would lose digits.
A flexible link and the bodies on its nodes, S of a node, E the modal mass, Y the momentum per modal rate:
    P += Xᵀ P X,   Y += Xᵀ P S,   E += Sᵀ P S,   w += Xᵀ (P c + w),   ε += Sᵀ (P c + w)   from each node   (7)
Its modes ξ, with the efforts τ_ξ, are then taken out before its joint is:
    P −= Y E⁻¹ Yᵀ,   w += Y E⁻¹ (τ_ξ − ε),   ξ̈ = E⁻¹ (τ_ξ − ε − Yᵀ a)                    (8)
A rotor on any other body couples its joint to far joints. Its acceleration x_j stays open on the way between
the joint and the rotors (`open_joints`): body i and all beyond it then answer with
    f = P a + w + Σ y_j x_j,   τ_j = y_j · a + Σ g_jk x_k + h_j                            (9)
where y_j = κ (z, 0), κ = k I_m, on the carrier itself. Beyond joint i, with V_j = Sᵀ y_j,
    y_j,p += Xᵀ (y_j − U D⁻¹ V_j),   g_jk,p += g_jk − V_jᵀ D⁻¹ V_k,   h_j,p += h_j + y_j · c + V_jᵀ D⁻¹ u,   (10)
    q̈ = D⁻¹ (u − U_Aᵀ a_p − Σ V_j x_j)
An open joint passes on without the loss of (5), with the column y_i = U_A, g_ii = D, g_ij = V_j, h_i = Uᵀ c + Sᵀ w. It
is eliminated as the modes are, (8), on the first body that carries both the joint and all of its rotors:
    P −= y_j y_jᵀ / g_jj,   w += y_j (τ_j − h_j) / g_jj,   x_j = (τ_j − h_j − y_j · a − Σ g_jk x_k) / g_jj    (11)
The joints that share a coordinate by coupling stay open likewise: their columns and squares add up, and the coordinate
is eliminated on the last body that carries the parents of them all. The coordinate of a drive is open on the carrier of
its rotor alone, with g_jj = k² I_m.
A coordinate that is held has a row and a column of zeros in D⁻¹ or a zero in place of 1 / g_jj.
All pivots are those of a symmetric elimination of the mass matrix, and positive. If the rotors ride on and beyond
body i alone, y_i is the y' of (3).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.ldl import Factors, factor_ldl
from armillary.formulations.newton_euler import gravity
from armillary.formulations.open_joints import Closed, Open, add, ends
from armillary.formulations.passive import passive
from armillary.multibody import BASE, Model, Rotor, gather
from armillary.spatial.rotation import cross, rate_matrix
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.transform import spatial_inertia
from armillary.spatial.turn import mirrored


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return the accelerations q̈, shape (nv,), that joint efforts τ cause."""
    sweep = _ArticulatedSweep(model, q)
    moving = sweep.velocity_terms(qd)
    tau = np.asarray(tau) - passive(model, q, qd)
    tau = tau if model.compensation is None else tau - gravity(model.compensation, q)
    return sweep.solve(tau, moving, np.concatenate([np.zeros(3), -model.gravity]))


class _Velocity(NamedTuple):
    """The terms of velocities alone: c of (1), w and ε of (2)."""

    c: dict[int, Array]
    w: dict[int, Array]
    epsilon: dict[int, Array]


class _RemainingEfforts(NamedTuple):
    """The efforts that are left for the acceleration: of joints and modes by body, of open joints by coordinate."""

    joint: dict[int, Array]
    modal: dict[int, Array]
    open: dict[int, Scalar]


class _ArticulatedSweep:
    """The terms of the configuration alone: steps, articulated inertias, gains."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self.model = model
        self.held = model.held
        self.bodies = {i: model.bodies[i].at(q) for i, _ in model.outward()}
        rotors = [rotor for body in self.bodies.values() for rotor in body.rotors if rotor.inertia]
        self.ends = ends(model, rotors)
        self.step = {i: model.joints[i].step(q) for i in self.bodies}
        self.q = q
        self.S = {i: np.vstack(joint.subspace(q)) for i, joint in enumerate(model.joints)}
        self.P = {i: spatial_inertia(b.mass, b.first_moment, b.inertia) for i, b in self.bodies.items()}
        self.U: dict[int, Array] = {}
        self.y: dict[int, Array] = {}
        self.gain: dict[int, Array] = {}
        self.free: dict[int, Array] = {}
        self.Y = {
            i: np.vstack([body.modal_state.turning.T, body.modal_state.first.T]) for i, body in self.bodies.items()
        }
        self.E: dict[int, Array] = {i: body.modal_state.mass for i, body in self.bodies.items()}
        self.factors: dict[int, Factors] = {}
        self.modal_gain: dict[int, Array] = {}
        self.modal_factors: dict[int, Factors] = {}
        self.open = {i: Open() for i in (BASE, *self.bodies)}
        self.closed: dict[int, list[Closed]] = {}
        self.columns: dict[int, dict[int, Array]] = {}
        self.V: dict[int, dict[int, Array]] = {}
        self.near: dict[int, list[Rotor]] = {i: [] for i in self.bodies}
        for j in (drive.v.start for drive in model.drives):
            self.open[self.ends[j]].add_square(j, j, model.armature[j])
        for rotor in rotors:
            driven = int(model.owner[rotor.joint])
            if rotor.joint not in self.ends and rotor.carrier == model.joints[driven].parent:
                self.near[driven].append(rotor)
            else:
                self.open[rotor.carrier].add_column(rotor.joint, _column(rotor))
        for i, p in model.inward():
            self._eliminate_modes(i)
            self._close(i)
            if model.joints[i].kind.modal:
                self.columns[i] = dict(self.open[i].column)
                self._gather_node(i, p)
            else:
                self._eliminate(i, p)
        self._close(BASE)

    def _gather_node(self, i: int, p: int) -> None:
        """Add the inertia beyond a node to its link, (7)."""
        S, P, step = self.S[i], self.P[i], self.step[i]
        U = P @ S
        self.P[p] = self.P[p] + step.inertia_out(P)
        self.Y[p] = self.Y[p] + np.stack([step.force_out(column) for column in U.T], axis=1)
        n = S.shape[1]
        self.E[p] = self.E[p] + mirrored([[S[:, a] @ U[:, b] for b in range(n)] for a in range(n)])
        self.open[i].pass_on(self.open[p], step)
        for j, column in self.open[i].column.items():
            add(self.open[p].modal, j, S.T @ column)

    def _eliminate_modes(self, i: int) -> None:
        """Eliminate the modes of link i, the first third of (8)."""
        n = len(self.E[i])
        if n == 0:
            return
        factors = self.modal_factors[i] = self._factored(self.E[i], self.bodies[i].modal.v.start)
        self.modal_gain[i], Y = factors.gain, factors.down(self.Y[i].T).T
        modal = self.open[i].modal
        modal |= {j: factors.down(coupling) for j, coupling in modal.items()}
        self.open[i].eliminate(Y, modal, self.modal_gain[i])
        self.Y[i], loss = Y, Y * self.modal_gain[i]
        self.P[i] = mirrored([[self.P[i][a, b] - loss[a] @ Y[b] for b in range(6)] for a in range(6)])

    def _close(self, i: int) -> None:
        """Eliminate the open joints that end on body i, the first third of (11)."""
        self.closed[i] = []
        for j in (j for j, end in self.ends.items() if end == i):
            joint = self.open[i].close(j, self._factored)
            self.closed[i].append(joint)
            if i != BASE:
                y, P = joint.column, self.P[i]
                loss = joint.gain * y
                self.P[i] = mirrored([[P[a, b] - loss[a] * y[b] for b in range(6)] for a in range(6)])

    def _eliminate(self, i: int, p: int) -> None:
        """Eliminate joint i: (4), the first half of (5) and (10); or leave it open."""
        S, P, step, joint, others = self.S[i], self.P[i], self.step[i], self.model.joints[i], self.open[i]
        columns = range(joint.v.start, joint.v.stop)
        spins = any(j in others.column for j in columns)
        y_own, g_own, V = others.take(columns)
        self.columns[i] = dict(others.column)
        self.y[i] = self._spin(i)
        armature = np.diag(np.zeros(len(columns)) if joint.kind.shared else self.model.armature[joint.v])
        self.U[i] = P @ S + y_own
        self.V[i] = {j: S.T @ column + V[j] for j, column in others.column.items()}
        D = S.T @ self.U[i] + y_own.T @ S + armature + g_own  # (4)
        if columns.start in self.ends:
            self._leave_open(i, p, D)
            return
        factors = self.factors[i] = self._factored(D, joint.v.start)
        self.gain[i] = factors.gain
        self.U[i], self.y[i] = factors.down(self.U[i].T).T, factors.down(self.y[i].T).T
        self.V[i] = {j: factors.down(coupling) for j, coupling in self.V[i].items()}
        others.eliminate(self.U[i], self.V[i], self.gain[i])
        # Without armature the joint transmits its effort alone along its direction: P S − U D⁻¹ SᵀU = 0.
        free = np.zeros(6, dtype=bool)
        tight = bool(np.any(armature)) or spins or any(k in self.held for k in columns)
        if joint.kind.constant and not tight and np.count_nonzero(S) == S.shape[1]:
            free = np.any(S, axis=1)
        self.free[i] = free
        for j, column in others.column.items():
            others.column[j] = np.where(free, 0.0, column)
        others.pass_on(self.open[p], step)
        for j, coupling in self.V[i].items() if self.near[i] else ():
            self.open[p].add_column(j, -(self.y[i] @ (self.gain[i] * coupling)))  # (10)
        if p == BASE:
            return
        loss = self.U[i] * self.gain[i]
        left = mirrored([[P[a, b] - loss[a] @ self.U[i][b] for b in range(6)] for a in range(6)])
        if np.any(free):
            left = np.where(np.add.outer(free, free), 0.0, left)
        self.P[p] = self.P[p] + step.inertia_out(left)  # (5)
        if self.near[i]:
            seen = np.stack([step.force_out(column) for column in loss.T], axis=1) @ self.y[i].T
            own_loss = (self.y[i] * self.gain[i]) @ self.y[i].T
            self.P[p] = self.P[p] - seen - seen.T - own_loss

    def _factored(self, D: Array, first: int) -> Factors:
        """Return the factors of D for coordinates from `first` on, of which some may be held."""
        return factor_ldl(D, first, self.held)

    def _leave_open(self, i: int, p: int, D: Array) -> None:
        """Pass the open joint i on to its parent, with all beyond it."""
        others, slot = self.open[i], self.model.joints[i].v
        for a, j in enumerate(range(slot.start, slot.stop)):
            others.column[j] = self.U[i][:, a]
            for b, k in enumerate(range(slot.start, j + 1)):
                others.add_square(j, k, D[a, b])
            for k, coupling in self.V[i].items():
                others.add_square(j, k, coupling[a])
        others.pass_on(self.open[p], self.step[i])
        if p != BASE:
            self.P[p] = self.P[p] + self.step[i].inertia_out(self.P[i])

    def _spin(self, i: int) -> Array:
        """Return y of (3), shape (6, nv): spin momentum on the parent per rate of joint i."""
        y = np.zeros((6, self.model.joints[i].kind.nv))
        for rotor in self.near[i]:
            y = y + np.outer(_column(rotor), np.eye(y.shape[1])[0])
        return y

    def velocity_terms(self, qd: ArrayLike) -> _Velocity:
        """Return the terms of velocities, (1) and (2)."""
        model, qd, zero = self.model, np.asarray(qd), np.zeros(3)
        omega = {BASE: zero}
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
        return _Velocity(c, w, epsilon)

    def solve(self, tau: Array, moving: _Velocity, a_base: Array) -> Array:
        """Return q̈ for efforts without passive ones, and the acceleration of the base, gravity subtracted."""
        model, c, w = self.model, moving.c, dict(moving.w) | {BASE: np.zeros(6)}
        epsilon, h = dict(moving.epsilon), {i: dict[int, Scalar]() for i in self.open}
        u: dict[int, Array] = {}
        u_modal: dict[int, Array] = {}
        u_open: dict[int, Scalar] = {}
        for i, p in model.inward():
            if i in self.modal_gain:
                u_modal[i] = self.modal_factors[i].down(tau[self.bodies[i].modal.v] - epsilon[i])
                share = self.modal_gain[i] * u_modal[i]
                w[i] = w[i] + self.Y[i] @ share  # (8)
                for j, coupling in self.open[i].modal.items():
                    add(h[i], j, coupling @ share)
            w[i] = self._load_closed(i, tau, h[i], u_open, w[i])
            v = model.joints[i].v
            pending = [h[i].pop(j, 0.0) for j in range(v.start, v.stop)]
            for j, column in self.columns[i].items():
                add(h[p], j, h[i].pop(j, 0.0) + column @ c[i])  # (10)
            if model.joints[i].kind.modal:
                beyond = self.P[i] @ c[i] + w[i]
                w[p] = w[p] + self.step[i].force_out(beyond)
                epsilon[p] = epsilon[p] + self.S[i].T @ beyond  # (7)
            elif i not in self.gain:
                for j, load in enumerate(self.U[i].T @ c[i] + self.S[i].T @ w[i] + pending, v.start):
                    add(h[p], j, load)
                w[p] = w[p] + self.step[i].force_out(self.P[i] @ c[i] + w[i])
            else:
                u[i] = self.factors[i].down(tau[v] - self.S[i].T @ w[i] - pending) - self.U[i].T @ c[i]
                share = self.gain[i] * u[i]
                for j, coupling in self.V[i].items():
                    add(h[p], j, coupling @ share)  # (10)
                if p != BASE:
                    beyond = self.P[i] @ c[i] + w[i] + self.U[i] @ share
                    beyond = np.where(self.free[i], self.S[i] @ tau[v], beyond)
                    w[p] = w[p] + self.step[i].force_out(beyond) + self.y[i] @ share  # (5)
        self._load_closed(BASE, tau, h[BASE], u_open, w[BASE])
        return self._outward(c, _RemainingEfforts(u, u_modal, u_open), a_base)

    def _load_closed(self, i: int, tau: Array, h: dict[int, Scalar], u: dict[int, Scalar], w: Array) -> Array:
        """Return w with the loads of the open joints that end on body i, the second third of (11)."""
        for joint in self.closed[i]:
            u[joint.j] = tau[joint.j] - h.pop(joint.j, 0.0)
            share = joint.gain * u[joint.j]
            w = w + joint.column * share
            for k, g in joint.row.items():
                add(h, k, g * share)
        return w

    def _outward(self, c: dict[int, Array], loads: _RemainingEfforts, a_base: Array) -> Array:
        model = self.model
        a: dict[int, Array] = {BASE: a_base}
        accelerations: dict[int, Array] = {}
        x: dict[int, Scalar] = {}
        parts: list[tuple[slice, Array]] = []
        self._find_closed(BASE, loads.open, a_base, x)
        for i, p in model.outward():
            carried, v = self.step[i].motion_into(a[p]), model.joints[i].v
            if model.joints[i].kind.modal:
                qdd_i = accelerations[p]
            elif i in self.gain:
                left = loads.joint[i] - self.U[i].T @ carried - self.y[i].T @ a[p]
                left = left - sum(coupling * x[j] for j, coupling in self.V[i].items())
                qdd_i = self.factors[i].up(self.gain[i] * left)
                parts.append((v, qdd_i))
                x |= dict(enumerate(qdd_i, v.start))
            else:
                qdd_i = np.array([x[j] for j in range(v.start, v.stop)])
                parts += [] if model.joints[i].kind.shared else [(v, qdd_i)]
            a[i] = carried + c[i] + self.S[i] @ qdd_i  # (6)
            self._find_closed(i, loads.open, a[i], x)
            if i in self.modal_gain:
                bending = sum(coupling * x[j] for j, coupling in self.open[i].modal.items())
                left = loads.modal[i] - self.Y[i].T @ a[i] - bending
                accelerations[i] = self.modal_factors[i].up(self.modal_gain[i] * left)  # (8)
                parts.append((self.bodies[i].modal.v, accelerations[i]))
        parts += [(drive.v, np.array([x[drive.v.start]])) for drive in model.drives]
        return gather(model.nv, parts)

    def _find_closed(self, i: int, u: dict[int, Scalar], a: Array, x: dict[int, Scalar]) -> None:
        """Find the open joints that end on body i, the last third of (11)."""
        for joint in reversed(self.closed[i]):
            x[joint.j] = joint.acceleration(u[joint.j], a, x)


def _column(rotor: Rotor) -> Array:
    """Return the spin momentum of a rotor per rate of its joint, κ (z, 0), shape (6,)."""
    return np.concatenate([rotor.coupling * rotor.axis, np.zeros(3)])
