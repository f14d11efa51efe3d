"""Forward dynamics by articulated bodies, O(n). [Featherstone2008, ch. 7; Bascetta2002]

Accelerations and forces are six-vectors (angular, linear) in the frame of their body; the linear
part of an acceleration is that of the frame's origin. Outward, with V = ω~ω~:
    ω_i = Rᵀ ω_p + S_ω q̇,   c_i = ((Rᵀ ω_p) × S_ω q̇, Rᵀ V_p r + 2 (Rᵀ ω_p) × S_v q̇)      (1)
    w_i = (ω × I ω + Σ rotors carried [k I_m q̇_j ω × z], V s)                           (2)
Body i and all beyond it answer with f = P a + w. A rotor geared to joint i that rides on the parent
(spin vector y = k I_m (z, 0)) or on body i itself (y') enters where it acts, with armature k² I_m:
    τ = Sᵀ f + y' · a_i + y · a_p + k² I_m q̈,   f + y' q̈ on body i,   y q̈ on p         (3)
Inward, with U = P S + y':
    D = Sᵀ P S + 2 y' · S + k² I_m,   U_A = Xᵀ U + y,   u = τ − Uᵀ c − Sᵀ w            (4)
    P_p += Xᵀ P X − U_A D⁻¹ U_Aᵀ,   w_p += Xᵀ (P c + w) + U_A D⁻¹ u                    (5)
(the part of the product without y is taken off in the frame of i, where it leaves zeros). Outward:
    q̈ = D⁻¹ (u − U_Aᵀ a_p),   a_i = X a_p + c + S q̈,   a_base = −g                     (6)
A rotor on any other body c couples its joint to far joints, E = [e_j, w], w = J_cᵀ z:
    M = M_near + Σ κ (e_j wᵀ + w e_jᵀ),   κ = k I_m                                    (7)
solved by the Woodbury formula with two more sweeps for each such rotor; the velocity part of its
load, κ z · ω̇_c at q̈ = 0, is taken off τ_j first.                                     (8)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.friction import joint_friction
from armillary.formulations.ldl import solve_ldl
from armillary.model import BASE, Model, Rotor
from armillary.spatial.rotation import Array, cross, rate_matrix
from armillary.spatial.scalar import Scalar
from armillary.spatial.transform import spatial_inertia
from armillary.spatial.turn import mirrored


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return the accelerations q̈, shape (nv,), that joint efforts τ cause."""
    sweep = _Sweep(model, q)
    c, w, far_loads = sweep.velocity_terms(qd)
    tau = np.asarray(tau) - joint_friction(model, qd) - far_loads
    qdd = sweep.solve(tau, c, w, np.concatenate([np.zeros(3), -model.gravity]))
    return sweep.couple_far(qdd) if sweep.far else qdd


class _Sweep:
    """What depends on the configuration alone: steps, articulated inertias, gains."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self.model = model
        self.bodies = {i: model.bodies[i].at(q) for i, _ in model.outward()}
        self.near, self.far = _split(model, [rotor for body in self.bodies.values() for rotor in body.rotors])
        self.step = {i: model.joints[i].step(q) for i in self.bodies}
        self.S = {i: np.vstack([joint.kind.angular, joint.kind.linear]) for i, joint in enumerate(model.joints)}
        self.own = {i: spatial_inertia(b.mass, b.first_moment, b.inertia) for i, b in self.bodies.items()}
        self.P: dict[int, Array] = dict(self.own)
        self.U: dict[int, Array] = {}
        self.y: dict[int, Array] = {}
        self.gain: dict[int, Array] = {}
        for i, p in model.inward():
            self._eliminate(i, p)

    def _eliminate(self, i: int, p: int) -> None:
        """Take joint i out of the chain: (4) and the first half of (5)."""
        S, P, step = self.S[i], self.P[i], self.step[i]
        self.y[i], y_own = self._spin(i, p), self._spin(i, i)
        armature = np.diag(self.model.armature[self.model.joints[i].v])
        self.U[i] = P @ S + y_own
        D = S.T @ self.U[i] + y_own.T @ S + armature  # (4)
        self.gain[i] = solve_ldl(D, np.eye(len(D)), self.model.joints[i].v.start)
        if p == BASE:
            return
        loss = self.U[i] @ self.gain[i]
        left = mirrored([[P[a, b] - loss[a] @ self.U[i][b] for b in range(6)] for a in range(6)])
        if not (np.any(armature) or self._rotors(i, i)):
            # Nothing holds the joint, so the rest does not feel its direction: P S − U D⁻¹ SᵀU = 0.
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

    def velocity_terms(self, qd: ArrayLike) -> tuple[dict[int, Array], dict[int, Array], Array]:
        """Return c of (1), w of (2), and the loads of far rotors at q̈ = 0, (8)."""
        model, qd, zero = self.model, np.asarray(qd), np.zeros(3)
        omega, turning = {BASE: zero}, {BASE: zero}
        V: dict[int, Array] = {BASE: np.zeros((3, 3))}
        c: dict[int, Array] = {}
        w: dict[int, Array] = {}
        for i, p in model.outward():
            kind, rate, step = model.joints[i].kind, qd[model.joints[i].v], self.step[i]
            carried = step.into(omega[p])
            omega[i] = carried + kind.angular @ rate
            V[i] = rate_matrix(omega[i], zero)
            turned = cross(carried, kind.angular @ rate)
            moved = step.into(V[p] @ step.r) + 2 * cross(carried, kind.linear @ rate)
            c[i] = np.concatenate([turned, moved])  # (1)
            moment, force = self.bodies[i].wrench(zero, V[i], omega[i], qd, np.zeros(model.nv))
            w[i] = np.concatenate([moment, force])  # (2)
            turning[i] = step.into(turning[p]) + turned
        loads: list[Scalar] = [0.0] * model.nv
        for rotor in self.far:
            loads[rotor.joint] = loads[rotor.joint] + rotor.coupling * (rotor.axis @ turning[rotor.carrier])
        return c, w, np.array(loads)

    def solve(self, tau: Array, c: dict[int, Array], w: dict[int, Array], a_base: Array) -> Array:
        """Return q̈ of the robot without its far rotors."""
        model, w = self.model, dict(w) | {BASE: np.zeros(6)}
        u: dict[int, Array] = {}
        for i, p in model.inward():
            u[i] = tau[model.joints[i].v] - self.U[i].T @ c[i] - self.S[i].T @ w[i]
            if p != BASE:
                share = self.gain[i] @ u[i]
                beyond = self.P[i] @ c[i] + w[i] + self.U[i] @ share
                w[p] = w[p] + self.step[i].force_out(beyond) + self.y[i] @ share  # (5)
        a: dict[int, Array] = {BASE: a_base}
        qdd: list[Scalar] = []
        for i, p in model.outward():
            carried = self.step[i].motion_into(a[p])
            own = self.gain[i] @ (u[i] - self.U[i].T @ carried - self.y[i].T @ a[p])
            a[i] = carried + c[i] + self.S[i] @ own  # (6)
            qdd.extend(own)
        return np.array(qdd)

    def couple_far(self, qdd: Array) -> Array:
        """Correct q̈ for the far rotors by the Woodbury formula on (7)."""
        still = {i: np.zeros(6) for i, _ in self.model.outward()}
        columns: list[Array] = []
        for rotor in self.far:
            columns += [np.eye(self.model.nv)[rotor.joint], self._turning_of_axis(rotor)]
        E = np.stack(columns, axis=1)  # (nv, 2 far)
        Y = np.stack([self.solve(column, still, still, np.zeros(6)) for column in columns], axis=1)
        swap = np.array([[0.0, 1.0], [1.0, 0.0]])
        K_inverse = np.kron(np.diag([1 / rotor.coupling for rotor in self.far]), swap)
        return qdd - Y @ _solve_dense(K_inverse + E.T @ Y, E.T @ qdd)

    def _turning_of_axis(self, rotor: Rotor) -> Array:
        """Return w with w · q̇ = z · ω of the carrier, shape (nv,)."""
        row: list[Scalar] = [0.0] * self.model.nv
        z = np.concatenate([rotor.axis, np.zeros(3)])
        for i in self.model.path(rotor.carrier):
            row[self.model.joints[i].v] = list(self.S[i].T @ z)
            z = self.step[i].force_out(z)
        return np.array(row)


def _split(model: Model, rotors: list[Rotor]) -> tuple[list[Rotor], list[Rotor]]:
    """Return the rotors near their joint (on its parent or child), and the far ones."""
    near: list[Rotor] = []
    far: list[Rotor] = []
    for rotor in rotors:
        driven = int(model.owner[rotor.joint])
        beside = rotor.carrier in (driven, model.joints[driven].parent)
        if rotor.inertia:
            (near if beside else far).append(rotor)
    return near, far


def _solve_dense(A: Array, b: Array) -> Array:
    """Solve the small indefinite system of the Woodbury formula by elimination, any scalar."""
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
    """Rank pivots by size where they are numbers; anything symbolic that is not zero will do."""
    try:
        return abs(complex(entry))
    except TypeError:
        return 1.0
