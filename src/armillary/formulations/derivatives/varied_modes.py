"""The change of a flexible link along its modes: of its wrench and of its modal efforts.

Amplitudes a and integrals are those of `flexible.modal`. Mode k moves the points of the link by J_k = Σ_b A_bk Ψ_b, and
with δa = A_k also δȧ = Ȧ_k, δä = Ä_k, where Ȧ = (0, C q̇), Ä = (0, C q̈). With W_k = Σ_b A_bk W_b(a) its loads are
    f' = (Aᵀp)_k,   n' = vee W_k + h_k,   n'' = 2 (W_kᵀ ω − (tr W_k) ω + Σ_bc A_bk λ_cb ȧ_c) + ω × h_k             (1)
    by q̇_k   f = 2 ω × f' + 2 (Ȧᵀp)_k,   n = 2 ((tr W_k) ω − W_k ω + Σ_b Ȧ_bk vee W_b) + ω × h_k                   (2)
    by q_k   f = U f' + (Äᵀp)_k + 2 ω × (Ȧᵀp)_k
             n = f' × γ + N + Σ_b Ä_bk vee W_b + 2 Σ_b Ȧ_bk ((tr W_b) ω − W_b ω)
               + Σ_bc A_ck (ä_b vee W_bc + 2 ȧ_b ((tr W_bc) ω − W_bc ω))                                           (3)
where N = ∫ r × U r dm for the second moments W_k + W_kᵀ. The efforts τ = Aᵀ E of the link itself change by
    ∂τ_k/∂q_l = Σ_b C_b,kl E_b + (Aᵀ (T A + m Ä + 2 Λ Ȧ))_kl,   T_bc = U : W_bc,   Λ_bc = ω · λ_cb                  (4)
    ∂τ_k/∂q̇_l = 2 (Aᵀ (m Ȧ + Λ A))_kl                                                                           (5)
"""

from __future__ import annotations

import numpy as np

from armillary.formulations.derivatives.varied_motion import VariedLoads, VariedMotion
from armillary.multibody.flexible.modal import vee
from armillary.spatial.inertia import turning_moment
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array


def mode_loads(motion: VariedMotion, i: int) -> list[VariedLoads]:
    """Return the loads of each mode of the flexible link i, (1)–(3)."""
    body, omega, U, gamma = motion.bodies[i], motion.omega[i], motion.U[i], motion.gamma[i]
    modes, products = body.modal_state, np.asarray(body.modal.products)
    rate, acceleration = modes.rates(motion.qd, motion.qdd)
    A, A1, A2 = modes.A, modes.A_rate(motion.qd[modes.v]), modes.A_rate(motion.qdd[modes.v])
    vees, dragged = vee(modes.W), _dragged(modes.W, omega)
    swung = np.tensordot(modes.gyration, rate, axes=(1, 0))  # (N, 3), Σ_c λ_cb ȧ_c
    pulled = np.tensordot(acceleration, modes.gyration, axes=1)  # (N, 3), Σ_b ä_b vee W_bc
    pulled = pulled + 2 * _dragged(np.tensordot(rate, products, axes=1), omega)
    loads = []
    for k in range(A.shape[1]):
        a, a1, a2 = A[:, k], A1[:, k], A2[:, k]
        W, f1, h, slid = np.tensordot(a, modes.W, axes=1), a @ modes.p, a @ modes.h, a1 @ modes.p
        turned = cross(omega, h)
        n_q = cross(f1, gamma) + turning_moment(W + W.T, U) + a2 @ vees + 2 * (a1 @ dragged) + a @ pulled
        f_q = U @ f1 + a2 @ modes.p + 2 * cross(omega, slid)
        n_qd = 2 * (a @ dragged + a1 @ vees) + turned
        f_qd = 2 * (cross(omega, f1) + slid)
        n2 = 2 * (W.T @ omega - np.trace(W) * omega + a @ swung) + turned
        loads.append(VariedLoads(n_q, f_q, n_qd, f_qd, vee(W) + h, n2, f1))
    return loads


def modal_block(motion: VariedMotion, i: int) -> tuple[Array, Array]:
    """Return the derivatives of the efforts of the link itself by its own coordinates and rates, (4), (5)."""
    body, omega, U = motion.bodies[i], motion.omega[i], motion.U[i]
    modes = body.modal_state
    A, A1, A2 = modes.A, modes.A_rate(motion.qd[modes.v]), modes.A_rate(motion.qdd[modes.v])
    E = modes.efforts(motion.gamma[i], U, omega, motion.omega_dot[i], *modes.rates(motion.qd, motion.qdd))
    T = np.tensordot(np.asarray(body.modal.products), U, axes=((2, 3), (0, 1)))
    gyration = modes.gyration @ omega
    bent_up = np.tensordot(E[A.shape[1] :], modes.C, axes=1) if len(modes.C) else np.zeros((A.shape[1],) * 2)
    by_q = bent_up + A.T @ (T @ A + modes.m @ A2 + 2 * (gyration @ A1))
    return by_q, 2 * (A.T @ (modes.m @ A1 + gyration @ A))


def _dragged(W: Array, omega: Array) -> Array:
    """Return (tr W) ω − W ω of each of many matrices, shape (N, 3)."""
    return np.array([np.trace(W_k) * omega - W_k @ omega for W_k in W])
