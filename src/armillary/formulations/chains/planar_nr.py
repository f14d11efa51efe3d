"""Planar n-R arms with loads in closed recursions: H in O(n²), h and g in O(n). [Popescu2008, eqs. 9–13, 22–24]

Link i has length l_i, mass m_i with its centre at l_ci, moment of inertia I_i there, and a point load
ml_i at its tip. u_i = (cos φ_i, sin φ_i), r_i = (x_i, y_i) from joint i to the tip, φ̇_i = Σ_{j≤i} q̇_j.
All mass beyond the tip of link i acts on link i as if it were at the tip:
    M_i = Σ_{k>i} (m_k + ml_k)
    b_i = m_i l_ci + (ml_i + M_i) l_i                 first moment of link i so loaded   (1)
    d_i = I_i + m_i l_ci² + (ml_i + M_i) l_i²         its moment of inertia              (2)
In absolute angles T = ½ Σ_ij D_ij cos(φ_i − φ_j) φ̇_i φ̇_j with D_ii = d_i and D_ij = l_i b_j for i < j.
With e_i = l_i u_i and S_j the first moment of all links beyond joint j, for i < j,
    S_j = Σ_{k≥j} b_k u_k                                                              (3)
    H_ij = H_{i+1,j} + e_i · S_j,   H_ii = H_i,i+1 + e_i · S_{i+1} + d_i,   H_nn = d_n       (4)
so that 2n² − 2 operations make all of H.

For h every link but the last is a mass t m_i at its tip, t = l_ci/l_i, the rest at its joint, and a
moment of inertia without effect on velocity torques. The last link, and a link so short that t would
be huge, keeps its first moment ν_i (all others have ν = 0). With μ_k all mass at joint k, including
the load and tip mass of the link before, and P_k the acceleration of joint k at φ̈ = 0:
    P_{k+1} = P_k − e_k φ̇_k²,   P_1 = 0                                                 (5)
    E_i = E_{i+1} + μ_{i+1} P_{i+1} − ν_{i+1} φ̇²_{i+1} u_{i+1},   E_n = 0                (6)
    h_i = h_{i+1} + e_i × E_i + ν_i u_i × P_i                                            (7)
with a × b = a_x b_y − a_y b_x; E is the force on all mass beyond link i. P_2 is along e_1 and
drops out of h_1. Gravity, with G along −y:
    g_i = g_{i+1} + G b_i cos φ_i  =  G S_x,i                                           (8)
    ∂g_i/∂q_j = ∂g_{i+1}/∂q_j − G b_i sin φ_i (j ≤ i)  =  −G S_y,max(i,j)              (9)
    ∇p = (∂g/∂q)ᵀ (W + Wᵀ) g,   p = gᵀ W g                                             (10)

The paper's own form sums over the bodies c, links and loads, each with its Jacobian J_c (2, n),
    ∂x_c/∂q_j = −(y_j − y_i + l_c sin φ_i),   ∂y_c/∂q_j = x_j − x_i + l_c cos φ_i,  j ≤ i   (11)
    ∂²x_c/∂q_j∂q_k = −(x_r − x_i + l_c cos φ_i), …  r = max(j, k) ≤ i                      (12)
    Ψ_k = (∂J_c/∂q_k)ᵀ J_c + J_cᵀ (∂J_c/∂q_k)                                             (13)
    H = Σ m_c J_cᵀ J_c + Σ I_i 1_{i×i},   h = Σ m_c ((Σ_j Ψ_j q̇_j) q̇ − ½ [q̇ᵀ Ψ_k q̇])      (14)
In the print (11) and (12) have wrong signs, the mass misses the last term of (14), I_i misses H, and
(1) has Σ m_k l_k for M_i l_i. (14) costs O(n⁴), not O(n³) as said there; here it checks (4) and (7).
Together with the kinematics, (x, J, J̇, H, h, g) take 2n² + 27n − 24 operations for n > 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.chains.planar_chain import cos_sin, lumps_well
from armillary.kinematics.planar_nr import before, beyond, from_tip, kinmodel, link_angles, link_vectors, to_tip
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class PlanarArm:
    """A planar n-R arm; all arrays have shape (n,).

    Attributes:
        lengths: l, from joint to joint [m].
        coms: l_c, from the joint to the centre of mass, along the link [m].
        masses: m [kg].
        inertias: I, about the centres of mass [kg·m²].
        loads: ml, point masses at the tips of the links [kg]; default none.
        gravity: G, along −y [m/s²].
    """

    lengths: ArrayLike
    coms: ArrayLike
    masses: ArrayLike
    inertias: ArrayLike
    loads: ArrayLike | None = None
    gravity: float = 9.81

    @property
    def links(self) -> tuple[Array, Array, Array, Array]:
        """l, l_c, m and ml as arrays."""
        L = np.asarray(self.lengths)
        loads = np.zeros(len(L)) if self.loads is None else np.asarray(self.loads)
        return L, np.asarray(self.coms), np.asarray(self.masses), loads


class DynModel(NamedTuple):
    """Tip x, J, J̇; inertia matrix H (n, n), velocity torques h (n,), gravity torques g (n,)."""

    x: Array
    J: Array
    Jd: Array
    H: Array
    h: Array
    g: Array


def dynmodel(arm: PlanarArm, q: ArrayLike, qd: ArrayLike) -> DynModel:
    """Return the complete model (x, J, J̇, H, h, g): τ = H q̈ + h + g without friction; q, q̇ in [rad], [rad/s]."""
    H, h = mass_matrix(arm, q), velocity_torques(arm, q, qd)
    return DynModel(*kinmodel(q, qd, arm.lengths), H, h, gravity_torques(arm, q))


def mass_matrix(arm: PlanarArm, q: ArrayLike) -> Array:
    """Return H, shape (n, n) [kg·m²], (4)."""
    L, lc, m, _ = arm.links
    n = len(L)
    (C, S), (e_x, e_y) = cos_sin(link_angles(q)), link_vectors(q, L)
    b, at_tip = _loaded(arm)
    S_x, S_y = from_tip(b * C), from_tip(b * S)  # (3)
    d = np.asarray(arm.inertias) + m * lc * lc + at_tip * L * L  # (2)
    H: list[list[Scalar]] = [[0.0] * n for _ in range(n)]
    for j in reversed(range(n)):
        reach = e_x[j] * S_x[j + 1] + e_y[j] * S_y[j + 1] if j + 1 < n else 0.0
        H[j][j] = H[j][j + 1] + reach + d[j] if j + 1 < n else d[j] + 0 * C[j]
        for i in reversed(range(j)):
            H[i][j] = H[j][i] = H[i + 1][j] + (e_x[i] * S_x[j] + e_y[i] * S_y[j])  # (4)
    return np.array(H)


def velocity_torques(arm: PlanarArm, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return h, the Coriolis and centrifugal torques, shape (n,) [N·m], (7)."""
    n, rate = len(np.asarray(arm.lengths)), np.cumsum(np.asarray(qd))
    (C, S), (e_x, e_y) = cos_sin(link_angles(q)), link_vectors(q, arm.lengths)
    mu, nu = _lumped(arm)
    P_x, P_y = (before(-(part * rate * rate)) for part in (e_x, e_y))  # (5)
    h: list[Scalar] = [0.0] * (n + 1)
    E_x = E_y = 0.0 * rate[0]
    for i in reversed(range(n)):
        force = nu[i] * C[i], nu[i] * S[i]
        h[i] = h[i + 1] + (e_x[i] * E_y - e_y[i] * E_x) + (force[0] * P_y[i] - force[1] * P_x[i])  # (7)
        square = rate[i] * rate[i]
        E_x, E_y = E_x - square * force[0], E_y - square * force[1]  # (6)
        if i > 1:
            E_x, E_y = E_x + mu[i] * P_x[i], E_y + mu[i] * P_y[i]
    return np.array(h[:n])


def gravity_torques(arm: PlanarArm, q: ArrayLike) -> Array:
    """Return g, shape (n,) [N·m], (8)."""
    return arm.gravity * from_tip(_loaded(arm)[0] * cos_sin(link_angles(q))[0])


def gravity_norm(arm: PlanarArm, q: ArrayLike, W: ArrayLike | None = None) -> Scalar:
    """Return p = gᵀ W g [N²·m²]; W is the identity by default."""
    g = gravity_torques(arm, q)
    return g @ (g if W is None else np.asarray(W) @ g)


def gravity_norm_gradient(arm: PlanarArm, q: ArrayLike, W: ArrayLike | None = None) -> Array:
    """Return ∂p/∂q, shape (n,), (10); O(n) once (W + Wᵀ) g is known."""
    g = gravity_torques(arm, q)
    u = 2 * g if W is None else (np.asarray(W) + np.asarray(W).T) @ g
    S_y = from_tip(_loaded(arm)[0] * cos_sin(link_angles(q))[1])
    return -arm.gravity * (S_y * np.cumsum(u) + beyond(S_y * u))  # (9)


def psi_form(arm: PlanarArm, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
    """Return H and h by the paper's own form (14), corrected; O(n⁴), a check of the recursions."""
    qd, n = np.asarray(qd), np.size(q)
    L, lc, m, ml = arm.links
    H: Array = np.zeros((n, n))
    h: Array = np.zeros(n)
    for i in range(n):
        inside = np.array([[float(j <= i and k <= i) for k in range(n)] for j in range(n)])
        H = H + np.asarray(arm.inertias)[i] * inside
        for mass, reach in ((m[i], lc[i]), (ml[i], L[i])):
            J, dJ = _body_jacobian(q, L, i, reach)
            Psi = [slope.T @ J + J.T @ slope for slope in dJ]  # (13)
            turning = sum(psi * rate for psi, rate in zip(Psi, qd, strict=True)) @ qd
            H = H + mass * (J.T @ J)  # (14)
            h = h + mass * (turning - np.array([qd @ psi @ qd for psi in Psi]) / 2)
    return H, h


def _body_jacobian(q: ArrayLike, lengths: Array, i: int, reach: Scalar) -> tuple[Array, list[Array]]:
    """Return J_c of a point on link i, `reach` from its joint, and its derivatives by every q_k."""
    x, y = to_tip(q, lengths)
    C, S = cos_sin(link_angles(q))
    n = len(x)
    along = [x[j] - x[i] + reach * C[i] if j <= i else 0.0 for j in range(n)]
    across = [y[j] - y[i] + reach * S[i] if j <= i else 0.0 for j in range(n)]
    J = np.array([[-value for value in across], along])  # (11)
    slopes = [np.array([[-axis[max(j, k)] for j in range(n)] for axis in (along, across)]) for k in range(n)]
    return J, slopes  # (12)


def _lumped(arm: PlanarArm) -> tuple[Array, Array]:
    """Return μ, the mass at each joint, and ν, the first moment that a link keeps, of (6)."""
    L, lc, m, ml = arm.links
    b, _ = _loaded(arm)
    last = len(L) - 1
    mu, nu = list(m + np.concatenate([[0.0], ml[:-1]])), [0.0] * len(L)
    mu[last], nu[last] = mu[last] + ml[last], b[last]
    for i in range(last):
        if lumps_well(L[i], lc[i]):
            moved = m[i] * lc[i] / L[i]
            mu[i], mu[i + 1] = mu[i] - moved, mu[i + 1] + moved
        else:
            nu[i] = m[i] * lc[i]
    return np.array(mu), np.array(nu)


def _loaded(arm: PlanarArm) -> tuple[Array, Array]:
    """Return b of (1), and the mass at the tip of each link, ml + M."""
    L, lc, m, ml = arm.links
    at_tip = ml + beyond(m + ml)
    return m * lc + at_tip * L, at_tip
