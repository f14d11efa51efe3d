"""Planar chains of revolute joints in absolute and relative angles. [Celentano2008, theorems 1–5]

Link i turns about its axis C_i; α_i is the angle of the line C_i C_{i+1} to the horizontal x axis, y is up.
β_i = α_i − α_{i−1} are the angles between the links, so α = Uβ with U lower triangular ones, eq. (28).
The centre of mass may lie off the line, turned from it by φ_i: M L_G becomes M L_G e^{iφ} in the formulas.
Per link, velocity (ẋ, ẏ, α̇) of the axis C_i and rate:
    I_i = [M, 0, −N sin(α_i + φ_i); 0, M, N cos(α_i + φ_i); ·, ·, J_i],  N = M L_G                          (1)
    R_i = [−L_h sin α_h …, 0; L_h cos α_h …, 0; 0 …, 1],  h < i                                             (2)
    A_i = R_iᵀ I_i R_i                                                                                       (3)
    a_hk = M_i L~_h L~_k cos(α~_k − α~_h),  a_hh = M_i L_h²,  a_ii = J_i,                                     (4)
with L~ = L, α~ = α, but L~_i = L_G, α~_i = α_i + φ_i for the link itself. A is the sum of the A_i, each added to
the leading block of its size (fig. 8). With M_> the mass beyond a link and d_k = M_k L_Gk e^{iφ_k} + L_k M_>k the
sum closes: D is constant,
    A_hh = J_h + L_h² M_>h,   A_hk = Re(L_h d_k e^{i(α_k − α_h)}) for h < k,   i.e.  A = D ∘ cos(α_k − α_h)   (5)
where all φ = 0 (remark 3 of the source says that A is complex: it is not).   B = UᵀAU                        (6)
Gradient of the kinetic energy, dense, and in O(n) with V_m the sum of L_h α̇_h e^{iα_h} over h < m and P_m that of
d_k α̇_k e^{iα_k} over k > m:
    c_m = α̇_m Σ_k α̇_k ∂a_mk/∂α_m;   if φ = 0:  c_m = α̇_m Σ_k D_mk sin(α_k − α_m) α̇_k                          (7)
    c_m = α̇_m Im(L_m e^{−iα_m} P_m − V_m* d_m e^{iα_m})                                                      (8)
    ∂T_i/∂β_l = −M_i Σ_{h < l ≤ k ≤ i} L~_h L~_k α̇_h α̇_k sin(α~_k − α~_h),   c_β = Uᵀ c_α                     (9)
Gravity, with g the acceleration downwards in the plane:
    γ_m = −g Re(d_m e^{iα_m}),   γ_β = Uᵀ γ_α;   link i on joint k: −M_i g Σ_{m=k..i} L~_m cos α~_m           (10)
Motion, state (α, p = Aα̇), torques τ at the joints, η those of friction and springs:
    α̇ = A⁻¹p,   ṗ = c + γ + U⁻ᵀ(τ + η);   or   β̇ = B⁻¹p,   ṗ = c_β + γ_β + τ + η                           (11)
Rotors add a constant matrix K to A and change nothing else, see `PlanarChain`.                               (12)
Flexible links are sublinks with springs, η = −K_j (β_j − β_j0), eq. (69) with its sign corrected; nothing is neglected
in (1)–(11), which hold for any angles. `celentano_flexible` has the simplified form of the source.           (13)
Corrections to the print: (11) and (23)–(25) need cos α_i; the sums (19), (20) end at i − 1; (30) is A(Uβ); both
lines of (31a) are ∂T/∂β, the second lacks its leading zero; (32) has ½ M ρ² α̇²; (33) has a minus and starts at k.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.chains.planar_chain import PlanarChain as PlanarChain
from armillary.formulations.chains.planar_chain import cos_sin
from armillary.formulations.ldl import solve_ldl
from armillary.formulations.passive import coulomb
from armillary.spatial.scalar import Array, Scalar, cos, sign, sin


def differences(x: ArrayLike) -> Array:
    """Return U⁻¹x: each entry less the one before; β from α."""
    x = np.asarray(x)
    return np.array([x[0], *(x[1:] - x[:-1])])


def reverse_sums(x: ArrayLike) -> Array:
    """Return Uᵀx: each entry is the sum from there to the end; forces on β from those on α."""
    return np.cumsum(np.asarray(x)[::-1])[::-1]


def joint_to_absolute(tau: ArrayLike) -> Array:
    """Return U⁻ᵀτ, the generalized forces on α of torques at the joints."""
    tau = np.asarray(tau)
    return np.array([*(tau[:-1] - tau[1:]), tau[-1]])


def _lengths(chain: PlanarChain, i: int, alpha: ArrayLike) -> tuple[Array, Array]:
    """Return L~ and α~ of (4), (9), (10) for link i, shape (i + 1,)."""
    L, angles = list(chain.L[:i]), list(np.asarray(alpha)[:i])
    return np.array([*L, chain.L_G[i]]), np.array([*angles, np.asarray(alpha)[i] + chain.phi[i]])


def link_inertia(chain: PlanarChain, i: int, alpha: ArrayLike) -> Array:
    """Return A_i by the product (3), shape (i + 1, i + 1) [kg·m²]; links count from 0."""
    c, s = cos_sin(np.asarray(alpha)[:i])
    M, N = chain.M[i], chain.M[i] * chain.L_G[i]
    angle = np.asarray(alpha)[i] + chain.phi[i]
    across, along = -N * sin(angle), N * cos(angle)
    inertia = np.array([[M, 0, across], [0, M, along], [across, along, chain.J[i]]])  # (1)
    L = chain.L[:i]
    R = np.array([[*(-L * s), 0], [*(L * c), 0], [*[0] * i, 1]])  # (2)
    return np.asarray(R.T @ inertia @ R)  # (3)


def link_inertia_direct(chain: PlanarChain, i: int, alpha: ArrayLike) -> Array:
    """Return A_i entry by entry, (4)."""
    L, angles = _lengths(chain, i, alpha)
    c, s = cos_sin(angles)
    entries = chain.M[i] * np.outer(L, L) * (np.outer(c, c) + np.outer(s, s))
    last = np.zeros((i + 1, i + 1))
    last[i, i] = 1.0
    return np.asarray(entries + last * (chain.J[i] - chain.M[i] * chain.L_G[i] ** 2))


def assembled_inertia(chain: PlanarChain, alpha: ArrayLike) -> Array:
    """Return A as the sum of the links' matrices in their leading blocks (fig. 8), rotors added."""
    A = chain.K
    for i in range(chain.n):
        A_i, rest = link_inertia(chain, i, alpha), chain.n - i - 1
        A = A + np.pad(A_i, ((0, rest), (0, rest)))
    return A


def constant_D(chain: PlanarChain) -> tuple[Array, Array]:
    """Return D and, for centres of mass off the line, D' with A = D ∘ cos − D' ∘ sin(α_k − α_h), (5)."""
    dx, dy = chain.d
    upper = np.triu(np.ones((chain.n, chain.n)), 1)
    along, across = upper * np.outer(chain.L, dx), upper * np.outer(chain.L, dy)
    return along + along.T + np.diag(chain.J + chain.L**2 * chain.beyond), across - across.T


def absolute_inertia(chain: PlanarChain, alpha: ArrayLike) -> Array:
    """Return A(α) [kg·m²] in closed form, (5), rotors added (12)."""
    c, s = cos_sin(chain.values("alpha", alpha))
    D, D_off = constant_D(chain)
    cosines, sines = np.outer(c, c) + np.outer(s, s), np.outer(c, s) - np.outer(s, c)
    return np.asarray(D * cosines - D_off * sines + chain.K)


def relative_inertia(chain: PlanarChain, beta: ArrayLike) -> Array:
    """Return B(β) = Uᵀ A(Uβ) U [kg·m²], (6)."""
    U = np.tri(chain.n)
    return U.T @ absolute_inertia(chain, np.cumsum(chain.values("beta", beta))) @ U


def dense_kinetic_gradient(chain: PlanarChain, alpha: ArrayLike, alpha_d: ArrayLike) -> Array:
    """Return ∂T/∂α [N·m] from D, (7)."""
    return np.asarray(np.asarray(alpha_d) * (sine_matrix(chain, alpha) @ np.asarray(alpha_d)))


def sine_matrix(chain: PlanarChain, alpha: ArrayLike) -> Array:
    """Return D ∘ sin(α_k − α_h) of (7), with the terms of centres of mass off the line [kg·m²]."""
    c, s = cos_sin(chain.values("alpha", alpha))
    D, D_off = constant_D(chain)
    cosines, sines = np.outer(c, c) + np.outer(s, s), np.outer(c, s) - np.outer(s, c)
    return np.asarray(D * sines + D_off * cosines)


def absolute_kinetic_gradient(chain: PlanarChain, alpha: ArrayLike, alpha_d: ArrayLike) -> Array:
    """Return ∂T/∂α [N·m] in O(n), (8)."""
    c, s = cos_sin(chain.values("alpha", alpha))
    dx, dy = chain.d
    rate = chain.values("alpha_d", alpha_d)
    mx, my = dx * c - dy * s, dx * s + dy * c  # d_m e^{iα_m}
    Vx, Vy = (np.cumsum(part) - part for part in (chain.L * rate * c, chain.L * rate * s))
    Px, Py = (reverse_sums(part) - part for part in (rate * mx, rate * my))
    return np.asarray(rate * (chain.L * (c * Py - s * Px) - (Vx * my - Vy * mx)))


def relative_kinetic_gradient(chain: PlanarChain, beta: ArrayLike, beta_d: ArrayLike) -> Array:
    """Return ∂T/∂β [N·m] at fixed β̇, (9)."""
    return reverse_sums(
        absolute_kinetic_gradient(chain, np.cumsum(chain.values("beta", beta)), np.cumsum(np.asarray(beta_d)))
    )


def link_kinetic_gradient(chain: PlanarChain, i: int, beta: ArrayLike, beta_d: ArrayLike) -> Array:
    """Return ∂T_i/∂β_1…i [N·m] as theorem 4 sums it, (9), shape (i + 1,)."""
    L, angles = _lengths(chain, i, np.cumsum(chain.values("beta", beta)))
    c, s = cos_sin(angles)
    rate = L * np.cumsum(np.asarray(beta_d))[: i + 1]
    pairs = np.outer(rate, rate) * (np.outer(c, s) - np.outer(s, c))
    return np.array([-chain.M[i] * np.sum(pairs[:joint, joint:]) for joint in range(i + 1)])


def absolute_gravity(chain: PlanarChain, alpha: ArrayLike) -> Array:
    """Return γ_α [N·m], the generalized forces of the weights, (10)."""
    (c, s), (dx, dy) = cos_sin(chain.values("alpha", alpha)), chain.d
    return np.asarray(-chain.g * (dx * c - dy * s))


def relative_gravity(chain: PlanarChain, beta: ArrayLike) -> Array:
    """Return γ_β [N·m], the torques of the weights about the joints, (10)."""
    return reverse_sums(absolute_gravity(chain, np.cumsum(chain.values("beta", beta))))


def link_gravity(chain: PlanarChain, i: int, alpha: ArrayLike) -> Array:
    """Return the torques of the weight of link i about joints 1…i as theorem 5 sums them, (10)."""
    L, angles = _lengths(chain, i, alpha)
    return np.asarray(-chain.M[i] * chain.g * reverse_sums(L * cos_sin(angles)[0]))


def kinetic_energy(chain: PlanarChain, alpha: ArrayLike, alpha_d: ArrayLike) -> Scalar:
    """Return T [J]."""
    return np.asarray(alpha_d) @ absolute_inertia(chain, alpha) @ np.asarray(alpha_d) / 2


def potential_energy(chain: PlanarChain, alpha: ArrayLike) -> Scalar:
    """Return the energy of the weights [J], zero at the height of the first joint."""
    (c, s), (dx, dy) = cos_sin(chain.values("alpha", alpha)), chain.d
    return chain.g * np.sum(dx * s + dy * c)


def elastic_energy(chain: PlanarChain, alpha: ArrayLike) -> Scalar:
    """Return the energy of the springs [J]."""
    bent = differences(chain.values("alpha", alpha)) - chain.rest
    return np.sum(chain.spring * bent * bent) / 2


def absolute_state_derivative(
    chain: PlanarChain, alpha: ArrayLike, p: ArrayLike, tau: ArrayLike
) -> tuple[Array, Array]:
    """Return (α̇, ṗ) for the momenta p = Aα̇ and the torques τ at the joints [N·m], (11)."""
    alpha_d = solve_ldl(absolute_inertia(chain, alpha), p)
    u = joint_to_absolute(np.asarray(tau) + passive_torques(chain, differences(alpha), differences(alpha_d)))
    return alpha_d, absolute_kinetic_gradient(chain, alpha, alpha_d) + absolute_gravity(chain, alpha) + u


def relative_state_derivative(chain: PlanarChain, beta: ArrayLike, p: ArrayLike, tau: ArrayLike) -> tuple[Array, Array]:
    """Return (β̇, ṗ) for the momenta p = Bβ̇ and the torques τ at the joints [N·m], (11)."""
    beta_d = solve_ldl(relative_inertia(chain, beta), p)
    u = np.asarray(tau) + passive_torques(chain, beta, beta_d)
    return beta_d, relative_kinetic_gradient(chain, beta, beta_d) + relative_gravity(chain, beta) + u


def passive_torques(chain: PlanarChain, beta: ArrayLike, beta_d: ArrayLike) -> Array:
    """Return η [N·m], the torques of friction and springs at the joints, (11) and (13)."""
    beta, beta_d = np.asarray(beta), np.asarray(beta_d)
    coefficients = zip(chain.coulomb, chain.sided, beta_d, strict=True)
    dry = [coulomb(c, d, sign(rate)) if c or d else 0.0 for c, d, rate in coefficients]
    springs = zip(chain.spring, beta, chain.rest, strict=True)
    bent = [k * (angle - rest) if k else 0.0 for k, angle, rest in springs]
    return np.asarray(-(chain.viscous * beta_d + np.array(dry) + np.array(bent)))
