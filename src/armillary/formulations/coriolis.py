"""The Coriolis matrix by composite bodies, O(n²): C = Σ m JᵀJ̇ over all mass points, and Ṁ = C + Cᵀ. [Echeandia2021]

For mass points C_ij = Σ m J_i · J̇_j is made of Christoffel symbols, since J̇_j = Σ_k (∂²x/∂q_j∂q_k) q̇_k. A joint j moves
everything beyond it as one body. With ρ from O_j to a point, rates seen from the world, that body has
    m,  s = Σ m ρ,  I = Σ m (ρ·ρ 1 − ρ ρᵀ);   their rates ṡ, İ;   h = Σ m ρ × ρ̇                                  (1)
which for one rigid link are ṡ = ω × s, İ = ω~I − Iω~, h = Iω, and which add up tip to base, r from O_p to O_i:
    s_p += s + m r,   I_p += I + X(r, s + ½ m r),   X(a, b) = 2 a·b 1 − a bᵀ − b aᵀ                               (2)
    ṡ_p += ṡ + m ṙ,   İ_p += İ + X(ṙ, s + m r) + X(r, ṡ),   h_p += h + r × (ṡ + m ṙ) + s × ṙ                       (3)
Since −Σ m ρ~ρ̇~ = ½ (İ − h~), a turning joint with axis e needs at O_j for J̇_j the force and moment
    f = ė × s + e × ṡ,   n = I ė + ½ (İ e − h × e);    a slide:  f = m ė,   n = s × ė                              (4)
and gives C_ij = J_iᵀ (n, f) to all joints i before it. Its momentum is
    f' = e × s,  n' = I e;    a slide:  f' = m e,  n' = s × e                                                     (5)
with the rates of which Ṁ_ij = C_ij + C_ji follows; or directly, carried back to joint i with R, Ṙ from O_i to O_j,
    C_ji = ė_i · (n' + R × f') + e_i · (n'' + Ṙ × f'),   n'' = ½ (İ e + h × e)   (e_i turning)                      (6)
    C_ji = ė_i · f'   (e_i sliding);   a slide j has n'' = ṡ × e                                                   (7)
Everything is in the frame of its body, and ė = ω × e there. A rotor on body c with axis z, κ = k I_m, is one more body
beyond c that turns with k q̇_J about z, J the joint that it drives. For all i, a that turn c
    C_iJ += ½ κ e_i · (ω_c × z),   C_Ja += ½ κ z · (e_a × (ω_c − 2 ω_a)),   C_ia += ½ κ q̇_J e_i · (e_a × z)         (8)
The result depends on M(q) alone, so that frames and base parameters may be chosen at will (`reframe`, `regroup`).

Flexible links are mass points as well. A node has the columns S of its elastic coordinates, and a coupled joint the
column of its leader's coordinate. The rates of these columns in their frame add to ė, and in (8) C_Ja gains
κ z · Ṡ_ω,a. A bent link, with amplitudes a(q), ȧ = A q̇, Ȧ = (0, C q̇) and the integrals of `flexible.modal`, has in (1)
    ṡ = ω × s + Σ p_b ȧ_b,   İ of Q̇ = ω~Q − Qω~ + Ẇ + Ẇᵀ,   h = I ω + vee Ẇ,   Ẇ = Σ W_b(a) ȧ_b                    (9)
Its own points move by J_k = Σ_b A_bk Ψ_b, which with W_k = Σ_b A_bk W_b(a) gives its mode k the loads of (4)–(6)
    f = ω × (Aᵀp)_k + (Ȧᵀp)_k,   n = (tr W_k) ω − W_k ω + Σ_b Ȧ_bk vee W_b                                        (10)
    f' = (Aᵀp)_k,   n' = vee W_k,   n'' = W_kᵀ ω − (tr W_k) ω + Σ_bc A_bk λ_cb ȧ_c                                  (11)
    C_kl += ω · Σ_bc A_bk λ_cb A_cl + (Aᵀ m Ȧ)_kl                                                                 (12)
The pieces' own spin h_k, constant in the frame of the link, couples its turning to q̇_k just as a rotor does: (8) with
κ z = h_k and J the coordinate k.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import BASE, BodyState, Model
from armillary.multibody.flexible.modal import vee
from armillary.spatial.inertia import inertia_of_moments, shift
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.turn import FrameStep

Entries = list[list[Scalar]]


class CompositeRates(NamedTuple):
    """A body and all beyond it, about the body's origin and in its axes, (1)."""

    m: Scalar
    s: Array
    I: Array  # noqa: E741
    s_dot: Array
    I_dot: Array
    h: Array


class _Column(NamedTuple):
    """A velocity direction of a joint: its coordinate, e and d in the child's axes, their rates seen from the world."""

    k: int
    e: Array
    d: Array
    e_dot: Array
    d_dot: Array


class BodyMotions:
    """The motion of every body: steps, columns, ω, and ṙ of its origin from the parent's, in the parent's axes."""

    def __init__(self, model: Model, q: ArrayLike, qd: ArrayLike, step: dict[int, FrameStep] | None = None) -> None:
        self.model, self.qd = model, np.asarray(qd)
        self.step = step or {i: model.joints[i].step(q) for i, _ in model.outward()}
        self.bodies = {i: model.bodies[i].at(q) for i in self.step}
        self.omega: dict[int, Array] = {BASE: np.zeros(3)}
        self.r_dot: dict[int, Array] = {}
        self.columns: dict[int, list[_Column]] = {}
        self.spun: dict[int, Array] = {}
        for i, p in model.outward():
            joint, qd_i = model.joints[i], self.qd[model.joints[i].v]
            (S_omega, S_v), (S_omega_dot, S_v_dot) = joint.subspace(q), joint.subspace_rate(q, self.qd)
            omega = self.omega[i] = self.step[i].into(self.omega[p]) + S_omega @ qd_i
            self.r_dot[i] = cross(self.omega[p], self.step[i].r) + self.step[i].out(S_v @ qd_i)
            self.spun[i] = S_omega_dot
            halves = zip(S_omega.T, S_v.T, S_omega_dot.T, S_v_dot.T, strict=True)
            self.columns[i] = [
                _Column(k, e, d, cross(omega, e) + e_dot, cross(omega, d) + d_dot)
                for k, (e, d, e_dot, d_dot) in enumerate(halves, joint.v.start)
            ]


def coriolis_matrix(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return C(q, q̇), shape (nv, nv), with Ṁ − 2C skew and C q̇ the Coriolis and centrifugal efforts."""
    motion = BodyMotions(model, q, qd)
    composite = _composites(motion)
    entries: Entries = [[0.0] * model.nv for _ in range(model.nv)]
    for i, _ in model.outward():
        for column in motion.columns[i]:
            _project(motion, i, _loads(composite[i], column), column.k, entries)
        if model.bodies[i].modal.count:
            _add_modes(motion, i, entries)
    add_rotors(motion, entries)
    return np.array(entries)


def _composites(motion: BodyMotions) -> dict[int, CompositeRates]:
    composite = {i: _alone(body, motion.omega[i], motion.qd) for i, body in motion.bodies.items()}
    for i, p in motion.model.inward():
        if p == BASE:
            continue
        step, body, to = motion.step[i], composite[i], composite[p]
        r, rd = step.r, motion.r_dot[i]
        s, s_dot, weight = step.out(body.s), step.out(body.s_dot), body.m * r
        thrust = s_dot + body.m * rd
        composite[p] = CompositeRates(
            to.m + body.m,
            to.s + s + weight,
            to.I + step.tensor_out(body.I) + shift(r, s + weight / 2),  # (2)
            to.s_dot + thrust,
            to.I_dot + step.tensor_out(body.I_dot) + shift(rd, s + weight) + shift(r, s_dot),
            to.h + step.out(body.h) + cross(r, thrust) + cross(s, rd),  # (3)
        )
    return composite


def _alone(body: BodyState, w: Array, qd: Array) -> CompositeRates:
    """Return one body, (1) and (9)."""
    s, inertia = body.first_moment, body.inertia
    s_dot, I_dot, h = cross(w, s), _turning(w, inertia), inertia @ w
    if body.modal.count:
        rate = body.modal_state.A @ qd[body.modal.v]
        W_dot = np.tensordot(rate, body.modal_state.W, axes=1)
        s_dot, I_dot = s_dot + body.modal_state.p.T @ rate, I_dot + inertia_of_moments(W_dot + W_dot.T)
        h = h + vee(W_dot)
    return CompositeRates(body.mass, s, inertia, s_dot, I_dot, h)


def _turning(w: Array, inertia: Array) -> Array:
    """Return ω~I − Iω~, symmetric."""
    half = np.stack([cross(w, column) for column in np.asarray(inertia).T], axis=1)
    upper = {(i, j): half[i, j] + half[j, i] for i in range(3) for j in range(i, 3)}
    return np.array([[upper[min(i, j), max(i, j)] for j in range(3)] for i in range(3)])


class _ColumnLoads(NamedTuple):
    """n, f of (4), n', f' of (5) and n'' of (6)."""

    n: Array
    f: Array
    n1: Array
    f1: Array
    n2: Array


def _loads(body: CompositeRates, column: _Column) -> _ColumnLoads:
    _, e, slide, turned, slid = column
    rate, spin = body.I_dot @ (e / 2), cross(body.h, e / 2)
    return _ColumnLoads(
        body.I @ turned + rate - spin + cross(body.s, slid),
        cross(turned, body.s) + cross(e, body.s_dot) + body.m * slid,
        body.I @ e + cross(body.s, slide),
        cross(e, body.s) + body.m * slide,
        rate + spin + cross(body.s_dot, slide),
    )


def _add_modes(motion: BodyMotions, body: int, entries: Entries) -> None:
    """Add the entries of the modes of a flexible link, (10)–(12)."""
    modes, omega = motion.bodies[body].modal_state, motion.omega[body]
    a_dot, start = motion.qd[modes.v], modes.v.start
    A, A_dot = modes.A, modes.A_rate(a_dot)
    swung = np.tensordot(modes.gyration, A @ a_dot, axes=(1, 0))  # (N, 3), Σ_c λ_cb ȧ_c
    for a in range(len(a_dot)):
        W, p = np.tensordot(A[:, a], modes.W, axes=1), A[:, a] @ modes.p
        spread = np.trace(W) * omega
        n, f = spread - W @ omega + A_dot[:, a] @ vee(modes.W), cross(omega, p) + A_dot[:, a] @ modes.p  # (10)
        n2 = W.T @ omega - spread + A[:, a] @ swung  # (11)
        _project(motion, body, _ColumnLoads(n, f, vee(W), p, n2), start + a, entries, of_joint=False)
    inner = A.T @ ((modes.gyration @ omega) @ A + modes.m @ A_dot)  # (12)
    for (a, b), value in np.ndenumerate(inner):
        entries[start + a][start + b] = entries[start + a][start + b] + value


def _project(
    motion: BodyMotions, body: int, loads: _ColumnLoads, k: int, entries: Entries, of_joint: bool = True
) -> None:
    """Add C_jk and C_kj of coordinate k, whose loads act on `body`, for every joint j before it.

    With `of_joint` k belongs to the joint of the body; its other coordinates are added separately.
    """
    n, f, n1, f1, n2 = loads
    for i in motion.model.path(body):
        for j, e, slide, turned, slid in motion.columns[i]:
            if not of_joint or i != body or j == k:
                entries[j][k] = entries[j][k] + e @ n + slide @ f  # (4)
            if not of_joint or i != body or j != k:
                entries[k][j] = entries[k][j] + turned @ n1 + e @ n2 + slid @ f1  # (6), (7)
        step, rd = motion.step[i], motion.r_dot[i]
        f, f1 = step.out(f), step.out(f1)
        n = step.out(n) + cross(step.r, f)
        n1, n2 = step.out(n1) + cross(step.r, f1), step.out(n2) + cross(rd, f1)


def add_rotors(motion: BodyMotions, entries: Entries) -> None:
    """Add the entries of rotors, and of pieces of flexible links that turn with its modes, to C, (8)."""
    for i, body in motion.bodies.items():
        for rotor in body.rotors:
            _add_spin(motion, i, rotor.joint, rotor.coupling * np.asarray(rotor.axis), entries)
        for k, spin in enumerate(body.modal_state.h[: body.modal.count], body.modal.v.start):
            if np.any(spin):
                _add_spin(motion, i, k, spin, entries)


def _add_spin(motion: BodyMotions, carrier: int, J: int, spin: Array, entries: Entries) -> None:
    """Add (8) for the spin momentum κ z on a body per rate of coordinate J."""
    z, w = spin / 2, motion.omega[carrier]
    for i in motion.model.path(carrier):
        turned, precessed = cross(w, z), w - 2 * motion.omega[i]
        for (a, e, *_), e_dot in zip(motion.columns[i], motion.spun[i].T, strict=True):
            entries[a][J] = entries[a][J] + e @ turned
            entries[J][a] = entries[J][a] + z @ (cross(e, precessed) + 2 * e_dot)
            _add_pairs(motion, i, a, motion.qd[J] * cross(e, z), entries)
        z, w = motion.step[i].out(z), motion.step[i].out(w)


def _add_pairs(motion: BodyMotions, body: int, a: int, moment: Array, entries: Entries) -> None:
    """Add the last term of (8) for a coordinate of a body and all before it, each pair once."""
    for i in motion.model.path(body):
        for k, e, *_ in motion.columns[i]:
            if k != a and (i != body or k < a):  # of joints that share a coordinate both terms cancel
                entries[k][a], entries[a][k] = entries[k][a] + e @ moment, entries[a][k] - e @ moment
        moment = motion.step[i].out(moment)
