"""Forward dynamics by articulated bodies, O(n). [Featherstone2008, ch. 7; Bascetta2002]

Twists, accelerations and forces are six-vectors (angular, linear) in the frame of their body.
Outward:
    v_i = X v_p + S q̇,   c_i = v_i × S q̇                                             (1)
    w_i = v_i ×* I v_i + Σ rotors carried [k I_m q̇_j ω × z]                           (2)
Body i and all beyond it answer with f = P a + w. A rotor geared to joint i that rides on the parent
(spin vector y = k I_m (z, 0)) or on body i itself (y') enters where it acts, with armature k² I_m:
    τ = Sᵀ f + y' · a_i + y · a_p + k² I_m q̈,   f + y' q̈ on body i,   y q̈ on p         (3)
Inward, with U = P S + y':
    D = Sᵀ P S + 2 y' · S + k² I_m,   U_A = Xᵀ U + y,   u = τ − Uᵀ c − Sᵀ w            (4)
    P_p += Xᵀ P X − U_A D⁻¹ U_Aᵀ,   w_p += Xᵀ (P c + w) + U_A D⁻¹ u                    (5)
Outward:
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
from armillary.spatial.rotation import Array, cross
from armillary.spatial.scalar import Scalar
from armillary.spatial.transform import force_cross, motion_cross, motion_transform


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return the accelerations q̈, shape (nv,), that joint efforts τ cause."""
    sweep = _Sweep(model, q)
    c, w, far_loads = sweep.velocity_terms(qd)
    tau = np.asarray(tau) - joint_friction(model, qd) - far_loads
    qdd = sweep.solve(tau, c, w, np.concatenate([np.zeros(3), -model.gravity]))
    return sweep.couple_far(qdd) if sweep.far else qdd


class _Sweep:
    """What depends on the configuration alone: transforms, articulated inertias, gains."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self.model = model
        self.near, self.far = _split(model)
        self.X = {i: motion_transform(*model.joints[i].pose(q)) for i, _ in model.outward()}
        self.S = {i: np.vstack([joint.kind.angular, joint.kind.linear]) for i, joint in enumerate(model.joints)}
        self.P: dict[int, Array] = {i: model.bodies[i].spatial_inertia for i, _ in model.outward()}
        self.U: dict[int, Array] = {}
        self.U_A: dict[int, Array] = {}
        self.gain: dict[int, Array] = {}
        for i, p in model.inward():
            self._eliminate(i, p)

    def _eliminate(self, i: int, p: int) -> None:
        """Take joint i out of the chain: (4) and the first half of (5)."""
        X, S, P = self.X[i], self.S[i], self.P[i]
        y, y_own = self._spin(i, p), self._spin(i, i)
        self.U[i] = P @ S + y_own
        armature = np.diag(self.model.armature[self.model.joints[i].v])
        D = S.T @ self.U[i] + y_own.T @ S + armature  # (4)
        self.gain[i] = solve_ldl(D, np.eye(len(D)))
        self.U_A[i] = X.T @ self.U[i] + y
        if p != BASE:
            self.P[p] = self.P[p] + X.T @ P @ X - self.U_A[i] @ self.gain[i] @ self.U_A[i].T  # (5)

    def _spin(self, joint: int, carrier: int) -> Array:
        """Return y, shape (6, nv): spin momentum on `carrier` per rate of the joint, near rotors only."""
        y = np.zeros((6, self.model.joints[joint].kind.nv))
        for rotor in self.near:
            if rotor.carrier == carrier and self.model.owner[rotor.joint] == joint:
                y[:3, 0] += rotor.coupling * rotor.axis
        return y

    def velocity_terms(self, qd: ArrayLike) -> tuple[dict[int, Array], dict[int, Array], Array]:
        """Return c of (1), w of (2), and the loads of far rotors at q̈ = 0, (8)."""
        model, qd = self.model, np.asarray(qd)
        v: dict[int, Array] = {BASE: np.zeros(6)}
        turning: dict[int, Array] = {BASE: np.zeros(3)}
        c: dict[int, Array] = {}
        w: dict[int, Array] = {}
        for i, p in model.outward():
            moved = self.S[i] @ qd[model.joints[i].v]
            v[i] = self.X[i] @ v[p] + moved
            c[i] = motion_cross(v[i], moved)  # (1)
            w[i] = force_cross(v[i], model.bodies[i].spatial_inertia @ v[i])
            turning[i] = self.X[i][:3, :3] @ turning[p] + c[i][:3]
            for rotor in model.bodies[i].rotors:
                gyroscopic = rotor.coupling * qd[rotor.joint] * cross(v[i][:3], rotor.axis)
                w[i] = w[i] + np.concatenate([gyroscopic, np.zeros(3)])  # (2)
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
            w[p] = w[p] + self.X[i].T @ (self.P[i] @ c[i] + w[i]) + self.U_A[i] @ (self.gain[i] @ u[i])  # (5)
        a: dict[int, Array] = {BASE: a_base}
        qdd: list[Scalar] = []
        for i, p in model.outward():
            own = self.gain[i] @ (u[i] - self.U_A[i].T @ a[p])
            a[i] = self.X[i] @ a[p] + c[i] + self.S[i] @ own  # (6)
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
            z = self.X[i].T @ z
        return np.array(row)


def _split(model: Model) -> tuple[list[Rotor], list[Rotor]]:
    """Return the rotors near their joint (on its parent or child), and the far ones."""
    near: list[Rotor] = []
    far: list[Rotor] = []
    for rotor in model.spinning:
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
