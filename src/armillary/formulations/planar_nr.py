"""Planar n-R arms with loads in closed recursions: H in O(n²), h and g in O(n). [Popescu2008, eqs. 9–13, 22–24]

Link i has length l_i, mass m_i with its centre at l_ci, moment of inertia I_i there, and a point load
ml_i at its tip. u_i = (cos φ_i, sin φ_i), r_i = (x_i, y_i) from joint i to the tip, φ̇_i = Σ_{j≤i} q̇_j.
All that hangs on the tip of link i moves link i as if it were there:
    M_i = Σ_{k>i} (m_k + ml_k)
    b_i = m_i l_ci + (ml_i + M_i) l_i                 first moment of link i so loaded   (1)
    d_i = I_i + m_i l_ci² + (ml_i + M_i) l_i²         its moment of inertia              (2)
In absolute angles T = ½ Σ_ij D_ij cos(φ_i − φ_j) φ̇_i φ̇_j with D_ii = d_i and D_ij = l_i b_j for i < j.
Summed over all links beyond the joints i and j ≥ i,
    S_j = Σ_{k≥j} b_k u_k                                                              (3)
    K_j = K_{j+1} + d_j + 2 l_j u_j · S_{j+1}                                          (4)
    H_ij = K_j + S_j · (r_i − r_j)                                                     (5)
    h_i = h_{i+1} + u_i × (b_i P_i + l_i Q_i)                                          (6)
    P_i = −Σ_{j<i} l_j φ̇_j² u_j,   Q_i = −Σ_{j>i} b_j φ̇_j² u_j
with a × b = a_x b_y − a_y b_x; P is the acceleration of joint i at φ̈ = 0, Q that of the first moments
beyond. Gravity, with G along −y:
    g_i = g_{i+1} + G b_i cos φ_i                                                      (7)
    ∂g_i/∂q_j = ∂g_{i+1}/∂q_j − G b_i sin φ_i (j ≤ i)  =  −G S_y,max(i,j)              (8)
    ∇p = (∂g/∂q)ᵀ (W + Wᵀ) g,   p = gᵀ W g                                             (9)

The paper's own form sums over the bodies c, links and loads, each with its Jacobian J_c (2, n),
    ∂x_c/∂q_j = −(y_j − y_i + l_c sin φ_i),   ∂y_c/∂q_j = x_j − x_i + l_c cos φ_i,  j ≤ i   (10)
    ∂²x_c/∂q_j∂q_k = −(x_r − x_i + l_c cos φ_i), …  r = max(j, k) ≤ i                      (11)
    Ψ_k = (∂J_c/∂q_k)ᵀ J_c + J_cᵀ (∂J_c/∂q_k)                                             (12)
    H = Σ m_c J_cᵀ J_c + Σ I_i 1_{i×i},   h = Σ m_c ((Σ_j Ψ_j q̇_j) q̇ − ½ [q̇ᵀ Ψ_k q̇])      (13)
In the print (10) and (11) have wrong signs, the mass misses the last term of (13), I_i misses H, and
(1) has Σ m_k l_k for M_i l_i. (13) costs O(n⁴), not O(n³) as said there; here it checks (5) and (6).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.kinematics.planar_nr import before, beyond, from_tip, kinmodel, link_angles, to_tip
from armillary.spatial.rotation import Array
from armillary.spatial.scalar import Scalar, cos, sin


class DynModel(NamedTuple):
    """Tip x, J, J̇; inertia matrix H (n, n), velocity torques h (n,), gravity torques g (n,)."""

    x: Array
    J: Array
    Jd: Array
    H: Array
    h: Array
    g: Array


def dynmodel(
    q: ArrayLike,
    qd: ArrayLike,
    lengths: ArrayLike,
    coms: ArrayLike,
    masses: ArrayLike,
    inertias: ArrayLike,
    loads: ArrayLike | None = None,
    gravity: float = 9.81,
) -> DynModel:
    """Return the complete model (x, J, J̇, H, h, g): τ = H q̈ + h + g without friction.

    Args:
        q: Joint angles [rad], shape (n,) as everything here.
        qd: Joint rates [rad/s].
        lengths: l, from joint to joint [m].
        coms: l_c, from the joint to the centre of mass, along the link [m].
        masses: m [kg].
        inertias: I, about the centres of mass [kg·m²].
        loads: ml, point masses at the tips of the links [kg]; none by default.
        gravity: G, along −y [m/s²].
    """
    H = mass_matrix(q, lengths, coms, masses, inertias, loads)
    h = velocity_torques(q, qd, lengths, coms, masses, loads)
    return DynModel(*kinmodel(q, qd, lengths), H, h, gravity_torques(q, lengths, coms, masses, loads, gravity))


def mass_matrix(
    q: ArrayLike,
    lengths: ArrayLike,
    coms: ArrayLike,
    masses: ArrayLike,
    inertias: ArrayLike,
    loads: ArrayLike | None = None,
) -> Array:
    """Return H, shape (n, n) [kg·m²], (5)."""
    L, lc, m = np.asarray(lengths), np.asarray(coms), np.asarray(masses)
    x, y = to_tip(q, lengths)
    C, S = _directions(q)
    b, at_tip = _loaded(L, lc, m, loads)
    S_x, S_y = from_tip(b * C), from_tip(b * S)  # (3)
    d = np.asarray(inertias) + m * lc * lc + at_tip * L * L  # (2)
    K = from_tip(d + 2 * L * (C * beyond(b * C) + S * beyond(b * S)))  # (4)

    def entry(i: int, j: int) -> Scalar:
        i, j = min(i, j), max(i, j)
        return K[j] + S_x[j] * (x[i] - x[j]) + S_y[j] * (y[i] - y[j])  # (5)

    return np.array([[entry(i, j) for j in range(len(L))] for i in range(len(L))])


def velocity_torques(
    q: ArrayLike,
    qd: ArrayLike,
    lengths: ArrayLike,
    coms: ArrayLike,
    masses: ArrayLike,
    loads: ArrayLike | None = None,
) -> Array:
    """Return h, the Coriolis and centrifugal torques, shape (n,) [N·m], (6)."""
    L = np.asarray(lengths)
    C, S = _directions(q)
    b, _ = _loaded(L, np.asarray(coms), np.asarray(masses), loads)
    rate = np.cumsum(np.asarray(qd))
    square = rate * rate

    def inwards(u: Array) -> Array:
        """Return one component of b P + l Q."""
        return -(b * before(L * square * u) + L * beyond(b * square * u))

    return from_tip(C * inwards(S) - S * inwards(C))


def gravity_torques(
    q: ArrayLike,
    lengths: ArrayLike,
    coms: ArrayLike,
    masses: ArrayLike,
    loads: ArrayLike | None = None,
    gravity: float = 9.81,
) -> Array:
    """Return g, shape (n,) [N·m], (7)."""
    b, _ = _loaded(np.asarray(lengths), np.asarray(coms), np.asarray(masses), loads)
    return gravity * from_tip(b * _directions(q)[0])


def gravity_norm(
    q: ArrayLike,
    lengths: ArrayLike,
    coms: ArrayLike,
    masses: ArrayLike,
    loads: ArrayLike | None = None,
    gravity: float = 9.81,
    W: ArrayLike | None = None,
) -> Scalar:
    """Return p = gᵀ W g [N²·m²]; W is the identity unless given."""
    g = gravity_torques(q, lengths, coms, masses, loads, gravity)
    return g @ (g if W is None else np.asarray(W) @ g)


def gravity_norm_gradient(
    q: ArrayLike,
    lengths: ArrayLike,
    coms: ArrayLike,
    masses: ArrayLike,
    loads: ArrayLike | None = None,
    gravity: float = 9.81,
    W: ArrayLike | None = None,
) -> Array:
    """Return ∂p/∂q, shape (n,), (9); O(n) once (W + Wᵀ) g is known."""
    g = gravity_torques(q, lengths, coms, masses, loads, gravity)
    u = 2 * g if W is None else (np.asarray(W) + np.asarray(W).T) @ g
    b, _ = _loaded(np.asarray(lengths), np.asarray(coms), np.asarray(masses), loads)
    S_y = from_tip(b * _directions(q)[1])
    return -gravity * (S_y * np.cumsum(u) + beyond(S_y * u))  # (8)


def psi_form(
    q: ArrayLike,
    qd: ArrayLike,
    lengths: ArrayLike,
    coms: ArrayLike,
    masses: ArrayLike,
    inertias: ArrayLike,
    loads: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """Return H and h by the paper's own form (13), corrected; O(n⁴), a check of the recursions."""
    qd, L, n = np.asarray(qd), np.asarray(lengths), np.size(q)
    ml = np.zeros(n) if loads is None else np.asarray(loads)
    H: Array = np.zeros((n, n))
    h: Array = np.zeros(n)
    for i in range(n):
        inside = np.array([[float(j <= i and k <= i) for k in range(n)] for j in range(n)])
        H = H + np.asarray(inertias)[i] * inside
        for mass, reach in ((np.asarray(masses)[i], np.asarray(coms)[i]), (ml[i], L[i])):
            J, dJ = _body_jacobian(q, L, i, reach)
            Psi = [slope.T @ J + J.T @ slope for slope in dJ]  # (12)
            turning = sum(psi * rate for psi, rate in zip(Psi, qd, strict=True)) @ qd
            H = H + mass * (J.T @ J)  # (13)
            h = h + mass * (turning - np.array([qd @ psi @ qd for psi in Psi]) / 2)
    return H, h


def _body_jacobian(q: ArrayLike, lengths: Array, i: int, reach: Scalar) -> tuple[Array, list[Array]]:
    """Return J_c of a point on link i, `reach` from its joint, and its derivatives by every q_k."""
    x, y = to_tip(q, lengths)
    C, S = _directions(q)
    n = len(x)
    along = [x[j] - x[i] + reach * C[i] if j <= i else 0.0 for j in range(n)]
    across = [y[j] - y[i] + reach * S[i] if j <= i else 0.0 for j in range(n)]
    J = np.array([[-value for value in across], along])  # (10)
    derivatives = [
        np.array([[-axis[max(j, k)] for j in range(n)] for axis in (along, across)])  # (11)
        for k in range(n)
    ]
    return J, derivatives


def _directions(q: ArrayLike) -> tuple[Array, Array]:
    phi = link_angles(q)
    return np.array([cos(angle) for angle in phi]), np.array([sin(angle) for angle in phi])


def _loaded(L: Array, lc: Array, m: Array, loads: ArrayLike | None) -> tuple[Array, Array]:
    """Return b of (1), and the mass at the tip of each link, ml + M."""
    ml = np.zeros(len(L)) if loads is None else np.asarray(loads)
    at_tip = ml + beyond(m + ml)
    return m * lc + at_tip * L, at_tip
