"""Chains of spherical joints in absolute ZYX angles. [Celentano2008, theorems 6–12]

With z~, y~, x~ the cross products with the axes, the derivatives of ℜ = ZYX are products (theorem 7):
    ∂^{a+b+c}ℜ = z~^a Z y~^b Y X x~^c;   R_k = ∂ℜ/∂α_k,   Ṙ_k = Σ_l R_kl α̇_l                                  (1)
Let S(ξ) = ∂(ℜξ)/∂α = [R_1 ξ, R_2 ξ, R_3 ξ] = Σ_h S_h ξ_h, S_h = ∂(ℜe_h)/∂α. The print has R_h for S_h in (35), (37),
(39), (40), (47), (48), (52), (57), (58): column h of the one is not the other. Per link, coordinates (x_O, α):
    ℑ = [M 1, ℑ_12; ·, ℑ_22],   ℑ_12 = M S(ξ_G),   ℑ_22,kl = tr(R_k Q R_lᵀ) = (Σ_hm S_hᵀ S_m Q_hm)_kl           (2)
(theorems 6 and 8; Q = ∫ξξᵀdm where the print has the inertia tensor). Link i in a chain (theorems 9 and 10):
    A_i = [M_i VᵀV, Vᵀℑ_12; ·, ℑ_22],   V = [V_1 … V_{i−1}],   V_j = S_j(ξ_O'j)                                 (3)
A is the sum of the A_i in their leading blocks, or at once, with d_k = M_k ξ_Gk + M_>k ξ_O'k:
    A_hh = ℑ_22h + M_>h V_hᵀV_h,   A_hk = V_hᵀ S_k(d_k) for h < k                                              (4)
The kinetic gradient, which the source announces and does not give, with v_j the velocity of O_j and P_j the linear
momentum of all links beyond link j:
    c_jk = (Ṙ_k ξ_O')·P_j + M_j (Ṙ_k ξ_G)·v_j + tr(Ṙ_k Q ℜ̇ᵀ)                                                   (5)
Gravity, γ = −∂U/∂α (theorem 11; its (60) is +∂U/∂α, of which (6) of the source needs the negative):
    γ_jk = g · R_k d_j;   link i alone: M_i g · R_k ξ_O'j for j < i, M_i g · R_k ξ_Gi                            (6)
    with gravity along −z and ξ_O', ξ_G on the x axes:  γ_j = M_i g (0, cos α_2j ξ, 0)  (theorem 12)            (7)
Motion, state (α, p = Aα̇), u the generalized forces on α:
    α̇ = A⁻¹p,   ṗ = c + γ + u                                                                                 (8)
A is singular at α_2 = ±90°, for example for a link that hangs straight down: `SingularityError`, see
`spherical_chain`. The assembly of γ in the print needs γ(1:3*i).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.formulations.chains.spherical_chain import SphericalChain as SphericalChain
from armillary.formulations.chains.spherical_chain import X, Y, Z, check_angles, rotation
from armillary.formulations.ldl import solve_ldl
from armillary.spatial.rotation import about_axis, skew
from armillary.spatial.scalar import Array, Scalar, cos


def rotation_derivative(angles: ArrayLike, orders: tuple[int, int, int]) -> Array:
    """Return the derivative of ℜ, `orders` times by each angle, shape (3, 3), (1)."""
    a, b, c = np.asarray(angles)
    turned = _power(Z, orders[0]) @ about_axis(Z, a) @ _power(Y, orders[1]) @ about_axis(Y, b)
    return np.asarray(turned @ about_axis(X, c) @ _power(X, orders[2]))


def _power(axis: Array, order: int) -> Array:
    return np.linalg.matrix_power(np.asarray(skew(axis), dtype=float), order)


def rotation_gradient(angles: ArrayLike) -> Array:
    """Return R_k = ∂ℜ/∂α_k, shape (3, 3, 3) with k first, (1)."""
    return np.array([rotation_derivative(angles, _orders(k)) for k in range(3)])


def _orders(*which: int) -> tuple[int, int, int]:
    return which.count(0), which.count(1), which.count(2)


def _rates(angles: ArrayLike, rate: Array) -> tuple[Array, Array]:
    """Return ℜ̇, shape (3, 3), and Ṙ_k, shape (3, 3, 3), (1)."""
    R = rotation_gradient(angles)
    second = [sum(rotation_derivative(angles, _orders(k, m)) * rate[m] for m in range(3)) for k in range(3)]
    return sum(R[k] * rate[k] for k in range(3)), np.array(second)


def _S(R: Array, xi: Array) -> Array:
    """Return S(ξ) = [R_1 ξ, R_2 ξ, R_3 ξ]."""
    return np.stack([R_k @ xi for R_k in R], axis=1)


def _trace(R: Array, Q: Array, other: Array) -> Scalar:
    """Return tr(R Q otherᵀ)."""
    return np.sum((R @ Q) * other)


def link_blocks(chain: SphericalChain, i: int, angles: ArrayLike) -> tuple[Array, Array]:
    """Return ℑ_12 and ℑ_22 of link i for its own three angles, shapes (3, 3), (2); links count from 0."""
    R, Q = rotation_gradient(angles), chain.Q[i]
    return chain.M[i] * _S(R, chain.xi_G[i]), np.array([[_trace(R_k, Q, R_l) for R_l in R] for R_k in R])


def link_inertia(chain: SphericalChain, i: int, alpha: ArrayLike) -> Array:
    """Return A_i [kg·m²] of theorem 9, shape (3(i + 1), 3(i + 1)), (3)."""
    angles = chain.angles(alpha)
    J12, J22 = link_blocks(chain, i, angles[i])
    if i == 0:
        return J22
    V = np.hstack([_S(rotation_gradient(angles[j]), chain.xi_O[j]) for j in range(i)])
    return np.block([[chain.M[i] * V.T @ V, V.T @ J12], [J12.T @ V, J22]])


def assembled_inertia(chain: SphericalChain, alpha: ArrayLike, check: bool = True) -> Array:
    """Return A as the sum of the links' matrices in their leading blocks; raises near the singularity."""
    if check:
        check_angles(chain.angles(alpha), chain.names)
    A = np.zeros((3 * chain.n, 3 * chain.n))
    for i in range(chain.n):
        rest = 3 * (chain.n - i - 1)
        A = A + np.pad(link_inertia(chain, i, alpha), ((0, rest), (0, rest)))
    return A


def inertia(chain: SphericalChain, alpha: ArrayLike, check: bool = True) -> Array:
    """Return A(α), shape (3n, 3n) [kg·m²], in closed form, (4).

    With `check`, the default, it raises `SingularityError` near α_2 = ±90°: A is finite there, but
    must not be inverted.
    """
    if check:
        check_angles(chain.angles(alpha), chain.names)
    R = [rotation_gradient(angles) for angles in chain.angles(alpha)]
    V = [_S(R[k], chain.xi_O[k]) for k in range(chain.n)]
    D = [_S(R[k], chain.d[k]) for k in range(chain.n)]
    blocks = [[V[h].T @ D[k] if h < k else D[h].T @ V[k] for k in range(chain.n)] for h in range(chain.n)]
    for h, mass in enumerate(chain.beyond):
        blocks[h][h] = link_blocks(chain, h, chain.angles(alpha)[h])[1] + mass * V[h].T @ V[h]
    return np.block(blocks)


def kinetic_gradient(chain: SphericalChain, alpha: ArrayLike, alpha_d: ArrayLike) -> Array:
    """Return ∂T/∂α, shape (3n,) [N·m], O(n), (5)."""
    turns = [_rates(a, r) for a, r in zip(chain.angles(alpha), chain.angles(alpha_d), strict=True)]
    velocity = [np.zeros(3)]
    for (R_dot, _), xi in zip(turns, chain.xi_O, strict=True):
        velocity.append(velocity[-1] + R_dot @ xi)
    c, P = [], np.zeros(3)
    for j in reversed(range(chain.n)):
        (R_dot, R_k), M, v = turns[j], chain.M[j], velocity[j]
        reach = P @ (R_k @ chain.xi_O[j]).T + M * (v @ (R_k @ chain.xi_G[j]).T)
        c.append(reach + np.array([_trace(turn, chain.Q[j], R_dot) for turn in R_k]))  # (5)
        P = P + M * (v + R_dot @ chain.xi_G[j])
    return np.concatenate(c[::-1])


def gravity(chain: SphericalChain, alpha: ArrayLike) -> Array:
    """Return γ = −∂U/∂α, shape (3n,) [N·m], (6)."""
    R = [rotation_gradient(angles) for angles in chain.angles(alpha)]
    return np.concatenate([_S(R_j, d).T @ chain.gravity for R_j, d in zip(R, chain.d, strict=True)])


def link_gravity(chain: SphericalChain, i: int, alpha: ArrayLike) -> Array:
    """Return the part of γ from the weight of link i, shape (3(i + 1),), by theorem 11, (6)."""
    reach = [*chain.xi_O[:i], chain.xi_G[i]]
    R = [rotation_gradient(angles) for angles in chain.angles(alpha)[: i + 1]]
    return np.concatenate([chain.M[i] * _S(R[j], xi).T @ chain.gravity for j, xi in enumerate(reach)])


def link_gravity_on_axis(chain: SphericalChain, i: int, alpha: ArrayLike) -> Array:
    """Return the same by theorem 12, (7): gravity along −z, centres on the x axes of the links."""
    reach = np.array([*chain.xi_O[:i], chain.xi_G[i]])
    if any(value != 0 for value in [*reach[:, 1:].ravel(), *chain.gravity[:2]]):
        raise ArgumentError(
            "chain", "gravity or a centre off its axis", "gravity along z, centres on the x axes", "use link_gravity"
        )
    weight, pitch = -chain.M[i] * chain.gravity[2], chain.angles(alpha)[: i + 1, 1]
    gamma = [[0, weight * cos(angle) * xi, 0] for angle, xi in zip(pitch, reach[:, 0], strict=True)]
    return np.array(gamma).ravel()


def kinetic_energy(chain: SphericalChain, alpha: ArrayLike, alpha_d: ArrayLike) -> Scalar:
    """Return T [J]; finite and right at the singularity too."""
    return np.asarray(alpha_d) @ inertia(chain, alpha, check=False) @ np.asarray(alpha_d) / 2


def potential_energy(chain: SphericalChain, alpha: ArrayLike) -> Scalar:
    """Return U [J], zero at the world's origin."""
    turned = [rotation(angles) @ d for angles, d in zip(chain.angles(alpha), chain.d, strict=True)]
    return -chain.gravity @ (sum(chain.M) * chain.origin + sum(turned))


def state_derivative(chain: SphericalChain, alpha: ArrayLike, p: ArrayLike, u: ArrayLike) -> tuple[Array, Array]:
    """Return (α̇, ṗ), shapes (3n,), for momenta p = Aα̇ and generalized forces u on α [N·m], (8).

    `spherical_chain.generalized_forces` makes u from joint torques. Raises `SingularityError` near
    α_2 = ±90°, for example for a link that hangs straight down.
    """
    alpha_d = solve_ldl(inertia(chain, alpha), p)
    return alpha_d, kinetic_gradient(chain, alpha, alpha_d) + gravity(chain, alpha) + np.asarray(u)
