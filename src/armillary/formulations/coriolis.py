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
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.model import BASE, Model
from armillary.spatial.inertia import shift
from armillary.spatial.rotation import Array, cross
from armillary.spatial.scalar import Scalar
from armillary.spatial.turn import Step


class Composite(NamedTuple):
    """A body and all beyond it, about the body's origin and in its axes, (1)."""

    m: Scalar
    s: Array
    I: Array  # noqa: E741
    s_dot: Array
    I_dot: Array
    h: Array


def coriolis_matrix(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return C(q, q̇), shape (nv, nv), with Ṁ − 2C skew and C q̇ the Coriolis and centrifugal efforts."""
    qd = np.asarray(qd)
    step = {i: model.joints[i].step(q) for i, _ in model.outward()}
    omega, r_dot = _motion(model, step, qd)
    composite = _composites(model, step, omega, r_dot)
    entries: list[list[Scalar]] = [[0.0] * model.nv for _ in range(model.nv)]
    for i, _ in model.outward():
        joint = model.joints[i]
        for column in range(joint.kind.nv):
            loads = _column(composite[i], omega[i], joint.kind.angular[:, column], joint.kind.linear[:, column])
            _project(model, step, omega, r_dot, i, loads, joint.v.start + column, entries)
    add_rotors(model, step, qd, entries)
    return np.array(entries)


def _motion(model: Model, step: dict[int, Step], qd: Array) -> tuple[dict[int, Array], dict[int, Array]]:
    """Return ω of every body in its axes, and ṙ of its origin against the parent's, in the parent's axes."""
    omega, r_dot = {BASE: np.zeros(3)}, {}
    for i, p in model.outward():
        kind, own = model.joints[i].kind, qd[model.joints[i].v]
        omega[i] = step[i].into(omega[p]) + kind.angular @ own
        r_dot[i] = cross(omega[p], step[i].r) + step[i].out(kind.linear @ own)
    return omega, r_dot


def _composites(
    model: Model, step: dict[int, Step], omega: dict[int, Array], r_dot: dict[int, Array]
) -> dict[int, Composite]:
    composite = {}
    for i, _ in model.outward():
        body, w = model.bodies[i], omega[i]
        s, inertia = body.first_moment, body.inertia
        composite[i] = Composite(body.mass, s, inertia, cross(w, s), _turning(w, inertia), inertia @ w)
    for i, p in model.inward():
        if p == BASE:
            continue
        own, to, r, rd = composite[i], composite[p], step[i].r, r_dot[i]
        s, s_dot, weight = step[i].out(own.s), step[i].out(own.s_dot), own.m * r
        thrust = s_dot + own.m * rd
        composite[p] = Composite(
            to.m + own.m,
            to.s + s + weight,
            to.I + step[i].tensor_out(own.I) + shift(r, s + weight / 2),  # (2)
            to.s_dot + thrust,
            to.I_dot + step[i].tensor_out(own.I_dot) + shift(rd, s + weight) + shift(r, s_dot),
            to.h + step[i].out(own.h) + cross(r, thrust) + cross(s, rd),  # (3)
        )
    return composite


def _turning(w: Array, inertia: Array) -> Array:
    """Return ω~I − Iω~, symmetric."""
    half = np.stack([cross(w, column) for column in np.asarray(inertia).T], axis=1)
    upper = {(i, j): half[i, j] + half[j, i] for i in range(3) for j in range(i, 3)}
    return np.array([[upper[min(i, j), max(i, j)] for j in range(3)] for i in range(3)])


class _Loads(NamedTuple):
    """n, f of (4), n', f' of (5) and n'' of (6)."""

    n: Array
    f: Array
    n1: Array
    f1: Array
    n2: Array


def _column(body: Composite, omega: Array, e: Array, slide: Array) -> _Loads:
    turned, slid = cross(omega, e), cross(omega, slide)
    rate, spin = body.I_dot @ (e / 2), cross(body.h, e / 2)
    return _Loads(
        body.I @ turned + rate - spin + cross(body.s, slid),
        cross(turned, body.s) + cross(e, body.s_dot) + body.m * slid,
        body.I @ e + cross(body.s, slide),
        cross(e, body.s) + body.m * slide,
        rate + spin + cross(body.s_dot, slide),
    )


def _project(
    model: Model,
    step: dict[int, Step],
    omega: dict[int, Array],
    r_dot: dict[int, Array],
    body: int,
    loads: _Loads,
    k: int,
    entries: list[list[Scalar]],
) -> None:
    """Put C_jk and C_kj of coordinate k, whose loads act on `body`, in their places for every joint j before it."""
    n, f, n1, f1, n2 = loads
    for i in model.path(body):
        joint = model.joints[i]
        for column in range(joint.kind.nv):
            e, slide = joint.kind.angular[:, column], joint.kind.linear[:, column]
            j = joint.v.start + column
            if i != body or j == k:
                entries[j][k] = e @ n + slide @ f  # (4)
            if j != k:
                turned, slid = cross(omega[i], e), cross(omega[i], slide)
                entries[k][j] = turned @ n1 + e @ n2 + slid @ f1  # (6), (7)
        r, rd = step[i].r, r_dot[i]
        f, f1 = step[i].out(f), step[i].out(f1)
        n = step[i].out(n) + cross(r, f)
        n1, n2 = step[i].out(n1) + cross(r, f1), step[i].out(n2) + cross(rd, f1)


def add_rotors(model: Model, step: dict[int, Step], qd: Array, entries: list[list[Scalar]]) -> None:
    """Add what rotors contribute to the entries of C, (8)."""
    omega, _ = _motion(model, step, qd) if model.spinning else ({}, {})
    for rotor in model.spinning:
        J, z, w = rotor.joint, rotor.coupling / 2 * np.asarray(rotor.axis), omega[rotor.carrier]
        for i in model.path(rotor.carrier):
            for a, e in _axes(model, i):
                entries[a][J] = entries[a][J] + e @ cross(w, z)
                entries[J][a] = entries[J][a] + z @ cross(e, w - 2 * omega[i])
                _add_pairs(model, step, i, a, qd[J] * cross(e, z), entries)
            z, w = step[i].out(z), step[i].out(w)


def _axes(model: Model, i: int) -> list[tuple[int, Array]]:
    """Return the coordinates of a joint with their axes."""
    joint = model.joints[i]
    return [(joint.v.start + k, joint.kind.angular[:, k]) for k in range(joint.kind.nv)]


def _add_pairs(
    model: Model, step: dict[int, Step], body: int, a: int, moment: Array, entries: list[list[Scalar]]
) -> None:
    """Add the last term of (8) for a coordinate of a body and all before it."""
    for i in model.path(body):
        for k, e in _axes(model, i):
            if k < a:
                entries[k][a], entries[a][k] = entries[k][a] + e @ moment, entries[a][k] - e @ moment
        moment = step[i].out(moment)
