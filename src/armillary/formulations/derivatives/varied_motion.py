"""The motion of a robot, and its change along each coordinate of a joint: that of the child, and of all beyond it.

A coordinate of a joint moves everything beyond it as one body: a point at ρ from the child's origin moves by e × ρ + d,
with the column (e, d) of S. Let primes be the rates of this displacement while q̇ and q̈ stay as they are. In axes that
turn at ω with the rate matrix U, where the column has the rates e°, e°°,
    e' = ω × e + e°,   e'' = U e + 2 ω × e° + e°°,   U = ω̇~ + ω~ω~                                        (1)
and likewise d. e is seen from the child and d from the parent (`ColumnRates`); where directions do not commute, both
are seen from the parent. In axes that move along, the motion of the child's frame then changes by
    δω = e',   δω̇ + ω × δω = e'',   δγ = d'' − e × γ             along q_j                                (2)
    δω = e,    δω̇ + ω × δω = 2 e' + S_ω b,   δγ = 2 d' + S_v b   along q̇_j,   b = [q̇, e_j]                 (3)
where b, the bracket of the directions of the joint, vanishes for most joints. By any such change a point beyond gains
the acceleration
    δẍ = δγ + (δω̇ + ω × δω) × ρ + 2 δω × ρ̇                                                               (4)
so that the wrench of everything beyond changes by moments of one composite body,
    m,  s = Σ m ρ,  Q = Σ m ρ ρᵀ,  ṡ = Σ m ρ̇,  G = Σ m ρ̇ ρᵀ,  h = Σ κ q̇ z of all rotors                     (5)
    δf = (δω̇ + ω × δω) × s + 2 δω × ṡ + m δγ
    δn = I (δω̇ + ω × δω) + s × δγ + 2 ((tr G) 1 − G) δω + δω × h                                          (6)
A body alone has ṡ = ω × s and G = ω~Q; its modes add Σ p ȧ and Σ W ȧ, and the spin Σ h ȧ of its pieces. Tip to base,
with r from the parent's origin to the child's,
    s_p += s + m r,   Q_p += Q + r uᵀ + u rᵀ, u = s + ½ m r
    ṡ_p += ṡ + m ṙ,   G_p += G + (ṡ + m ṙ) rᵀ + ṙ sᵀ,   h_p += h                                           (7)
The doubles of ṡ, G and ṙ are stored, since all equations need those. Read the other way, the effort at (e, d) that
(6) needs is δγ · f' + (δω̇ + ω × δω) · n' + δω · n'' with
    f' = e × s + m d,   n' = I e + s × d,   n'' = 2 ((tr G) e − Gᵀ e + ṡ × d) + h × e                          (8)
In axes that stay at rest, the wrench n, f of everything beyond moves with q_j:
    δn += e × n + d × f,   δf += e × f                                                                       (9)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import BASE, BodyState, Model
from armillary.spatial.inertia import inertia_of_moments, shift_moments
from armillary.spatial.rotation import cross, rate_matrix, skew
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.turn import FrameStep


class FrameChange(NamedTuple):
    """A change of a frame's motion: δω̇ + ω × δω, δγ and δω, (2), (3)."""

    turned: Array
    moved: Array
    spun: Array


class VariedColumn(NamedTuple):
    """A velocity direction of a joint: its coordinate, e and d, and the changes along q and q̇."""

    k: int
    e: Array
    d: Array
    by_q: FrameChange
    by_qd: FrameChange


class VariedLoads(NamedTuple):
    """Wrenches of a coordinate at the frame of a body: by q, by q̇, (6), and n', n'', f' of (8)."""

    n_q: Array
    f_q: Array
    n_qd: Array
    f_qd: Array
    n1: Array
    n2: Array
    f1: Array

    def plus(self, other: VariedLoads) -> VariedLoads:
        """Return the sum."""
        return VariedLoads(*(load + more for load, more in zip(self, other, strict=True)))

    def effort(self, change: FrameChange) -> Scalar:
        """Return the change of the coordinate's effort by a change of the frame's motion, (8)."""
        return change.turned @ self.n1 + change.spun @ self.n2 + change.moved @ self.f1


class VariedComposite(NamedTuple):
    """A body and everything beyond it, (5)."""

    m: Scalar
    s: Array
    Q: Array
    s_dot2: Array
    G2: Array
    h: Array

    @property
    def spread(self) -> Array:
        """2 ((tr G) 1 − G); each sum of two entries is formed alone."""
        G = self.G2
        return np.array(
            [
                [G[1, 1] + G[2, 2], -G[0, 1], -G[0, 2]],
                [-G[1, 0], G[0, 0] + G[2, 2], -G[1, 2]],
                [-G[2, 0], -G[2, 1], G[0, 0] + G[1, 1]],
            ]
        )

    def wrench(self, change: FrameChange) -> tuple[Array, Array]:
        """Return δn and δf, (6)."""
        turned, moved, spun = change
        n = inertia_of_moments(self.Q) @ turned + cross(self.s, moved) + self.spread @ spun + cross(spun, self.h)
        return n, cross(turned, self.s) + cross(spun, self.s_dot2) + self.m * moved


class VariedMotion:
    """The state of every body: step, motion, composite, and the moment n and force f that everything beyond needs."""

    def __init__(self, model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> None:
        self.model, self.q, self.qd, self.qdd = model, np.asarray(q), np.asarray(qd), np.asarray(qdd)
        self.step: dict[int, FrameStep] = {i: model.joints[i].step(q) for i, _ in model.outward()}
        self.bodies = {i: model.bodies[i].at(q) for i in self.step}
        self.columns: dict[int, list[VariedColumn]] = {}
        self._move()
        self._gather()

    def _move(self) -> None:
        """Newton–Euler outward and inward; the columns of every joint on the way."""
        model, zero, none = self.model, np.zeros(3), np.zeros((3, 3))
        self.omega, self.omega_dot, self.gamma = {BASE: zero}, {BASE: zero}, {BASE: -model.gravity}
        self.U, self.n, self.f = {BASE: none}, {BASE: zero}, {BASE: zero}
        self.r_dot2: dict[int, Array] = {}
        for i, p in model.outward():
            step, joint = self.step[i], model.joints[i]
            S_omega, S_v = joint.subspace(self.q)
            qd_i, pushed = self.qd[joint.v], self.qdd[joint.v]
            turning, sliding, (d_omega, d_v) = S_omega @ qd_i, S_v @ qd_i, joint.drift(self.q, self.qd)
            carried, carried_dot = step.into(self.omega[p]), step.into(self.omega_dot[p])
            self.omega[i] = carried + turning
            self.omega_dot[i] = carried_dot + S_omega @ pushed + cross(carried, turning) + d_omega
            self.U[i] = rate_matrix(self.omega[i], self.omega_dot[i])
            apart = step.into(self.gamma[p] + self.U[p] @ step.r)
            self.gamma[i] = apart + S_v @ pushed + 2 * cross(carried, sliding) + d_v
            self.r_dot2[i] = 2 * (cross(self.omega[p], step.r) + step.out(sliding))
            motion = (self.gamma[i], self.U[i], self.omega[i], self.omega_dot[i])
            self.n[i], self.f[i], _ = self.bodies[i].wrench(*motion, self.qd, self.qdd)
            self.columns[i] = self._columns(i, carried, rate_matrix(carried, carried_dot))
        for i, p in model.inward():
            if p != BASE:
                f = self.step[i].out(self.f[i])
                self.f[p] = self.f[p] + f
                self.n[p] = self.n[p] + self.step[i].out(self.n[i]) + cross(self.step[i].r, f)

    def _columns(self, i: int, carried: Array, U_carried: Array) -> list[VariedColumn]:
        """Return the columns of joint i with their changes, (1)–(3); `carried` is the motion of the parent."""
        joint = self.model.joints[i]
        kind, qd_i = joint.kind, self.qd[joint.v]
        S_omega, S_v = joint.subspace(self.q)
        rates = kind.column_rates(self.q[joint.q], qd_i, self.qdd[joint.v])
        commute = not kind.brackets.any()
        omega, U = (self.omega[i], self.U[i]) if commute else (carried, U_carried)
        columns = []
        for c in range(len(qd_i)):
            e, d, e1, e2, d1, d2 = (part[:, c] for part in (S_omega, S_v, *rates))
            e_prime, d_prime = cross(omega, e) + e1, cross(carried, d) + d1
            e_second, d_second = U @ e + 2 * cross(omega, e1) + e2, U_carried @ d + 2 * cross(carried, d1) + d2
            by_q = FrameChange(e_second, d_second - cross(e, self.gamma[i]), e_prime)  # (2)
            turned, moved = 2 * e_prime, 2 * d_prime
            if not commute:
                bracket = np.einsum("lk,k->l", kind.brackets[:, :, c], qd_i)
                turned, moved = turned + S_omega @ bracket, moved + S_v @ bracket
            columns.append(VariedColumn(joint.v.start + c, e, d, by_q, FrameChange(turned, moved, e)))  # (3)
        return columns

    def loads(self, i: int, column: VariedColumn) -> VariedLoads:
        """Return the loads of a column of joint i, in axes that move along, (6), (8)."""
        body, (_, e, d, by_q, by_qd) = self.composite[i], column
        n1, f1 = inertia_of_moments(body.Q) @ e + cross(body.s, d), cross(e, body.s) + body.m * d
        n2 = body.spread.T @ e + cross(body.s_dot2, d) + cross(body.h, e)
        return VariedLoads(*body.wrench(by_q), *body.wrench(by_qd), n1, n2, f1)

    def at_rest(self, i: int, column: VariedColumn, loads: VariedLoads) -> VariedLoads:
        """Return these loads in axes that stay: along q the wrench that everything beyond needs moves, too, (9)."""
        (_, e, d, *_), n, f = column, self.n[i], self.f[i]
        return loads._replace(n_q=loads.n_q + cross(e, n) + cross(d, f), f_q=loads.f_q + cross(e, f))

    def _gather(self) -> None:
        """Composites tip to base, (7)."""
        self.composite = {i: _alone(body, self.omega[i], self.qd) for i, body in self.bodies.items()}
        for i, p in self.model.inward():
            if p == BASE:
                continue
            (m, s, Q, s_dot2, G2, h), step, parent = self.composite[i], self.step[i], self.composite[p]
            r, r_dot2 = step.r, self.r_dot2[i]
            s, s_dot2 = step.out(s), step.out(s_dot2) + m * r_dot2
            self.composite[p] = VariedComposite(
                parent.m + m,
                parent.s + s + m * r,
                parent.Q + step.tensor_out(Q) + shift_moments(r, s + m / 2 * r),
                parent.s_dot2 + s_dot2,
                parent.G2 + step.matrix_out(G2) + np.outer(s_dot2, r) + np.outer(r_dot2, s),
                parent.h + step.out(h),
            )


def _alone(body: BodyState, omega: Array, qd: Array) -> VariedComposite:
    """Return one body, (5)."""
    s, Q, twice = body.first_moment, body.second_moments, 2 * omega
    s_dot2, G2, h = cross(twice, s), skew(twice) @ Q, np.zeros(3)
    for rotor in body.rotors:
        h = h + rotor.coupling * qd[rotor.joint] * rotor.axis
    if body.modal.count:
        rate = body.modal_state.A @ qd[body.modal.v]
        s_dot2, G2 = s_dot2 + body.modal_state.p.T @ (2 * rate), G2 + np.tensordot(2 * rate, body.modal_state.W, axes=1)
        h = h + body.modal_state.h.T @ rate
    return VariedComposite(body.mass, s, Q, s_dot2, G2, h)
