"""Planar chains with flexible links, deformations left out of the kinetic energy. [Celentano2008, eqs. 65–69]

The links are cut into sublinks with elastic joints; β are the angles of all joints along the chain, α = Uβ. The
source neglects the deformation angles in the kinetic energy. With the angles of motion
    a = Pβ + a₀,   P as U without the columns of the elastic joints, whose angles stay at zero deformation,       (1)
the inertia matrix depends on the angles between links only, eq. (65),
    B = Uᵀ A(a) U,   A = D ∘ cos(a_k − a_h),   T = ½ β̇ᵀ B β̇ = ½ α̇ᵀ A(a) α̇,                                      (2)
and so does its gradient, which at elastic joints is zero, eq. (66). With G_hk = D_hk sin(a_k − a_h):
    c = ∂T/∂β = Pᵀ (α̇ ∘ G α̇)                                                                                     (3)
    Ḃβ̇ = Uᵀ Ȧα̇,   Ȧα̇ = ȧ ∘ G α̇ − G (ȧ ∘ α̇),   ȧ = Pβ̇                                                           (4)
    τ = Bβ̈ + Ḃβ̇ − c − γ − η                                                                                       (5)
    state (β, p = Bβ̇):   β̇ = B⁻¹p,   ṗ = c + γ + η + τ                                                            (6)
Weights γ and springs η = −K β keep all angles, since only the kinetic energy is simplified ((69) lacks the minus). (5)
are Lagrange's equations of the energy T + V with this T: it is conserved, though T is not that of the robot. The error
is of second order in the deformation, including all stiffening by spin. For one link B is constant, and a state
derivative takes a fifth to a quarter of the operations of the exact O(n) recursion; for two links of four sublinks
each it takes as many, for longer chains more. This form is used only if requested by name.

The functions take and return the coordinates of a model. For a model without sublinks they are exact.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.chains import celentano_planar as planar
from armillary.formulations.chains.planar_chain import PlanarChain
from armillary.formulations.ldl import accelerations, solve_ldl
from armillary.formulations.passive import passive
from armillary.multibody import Model
from armillary.spatial.scalar import Array, Scalar


@lru_cache(maxsize=8)
def _chain(model: Model) -> PlanarChain:
    return PlanarChain.from_model(model)


def motion_angles(chain: PlanarChain, beta: ArrayLike) -> Array:
    """Return a, the absolute angles of all sublinks with nothing deformed, (1)."""
    return np.cumsum(np.where(chain.bends, chain.rest, chain.values("beta", beta)))


def relative_inertia(chain: PlanarChain, beta: ArrayLike) -> Array:
    """Return B [kg·m²], (2)."""
    U = np.tri(chain.n)
    return U.T @ planar.absolute_inertia(chain, motion_angles(chain, beta)) @ U


def relative_kinetic_gradient(chain: PlanarChain, beta: ArrayLike, beta_d: ArrayLike) -> Array:
    """Return c = ∂T/∂β [N·m] at fixed β̇, (3)."""
    a, alpha_d = motion_angles(chain, beta), np.cumsum(np.asarray(beta_d))
    return _motions(chain, planar.reverse_sums(planar.dense_kinetic_gradient(chain, a, alpha_d)))


def inertia_rate(chain: PlanarChain, beta: ArrayLike, beta_d: ArrayLike) -> Array:
    """Return Ḃβ̇ [N·m], (4)."""
    a, alpha_d = motion_angles(chain, beta), np.cumsum(np.asarray(beta_d))
    a_d = np.cumsum(_motions(chain, beta_d))
    G = planar.sine_matrix(chain, a)
    return planar.reverse_sums(a_d * (G @ alpha_d) - G @ (a_d * alpha_d))


def relative_state_derivative(chain: PlanarChain, beta: ArrayLike, p: ArrayLike, tau: ArrayLike) -> tuple[Array, Array]:
    """Return (β̇, ṗ) for the momenta p = Bβ̇ and the torques τ at the joints [N·m], (6)."""
    beta_d = solve_ldl(relative_inertia(chain, beta), p)
    forces = planar.relative_gravity(chain, beta) + planar.passive_torques(chain, beta, beta_d) + np.asarray(tau)
    return beta_d, relative_kinetic_gradient(chain, beta, beta_d) + forces


def _motions(chain: PlanarChain, x: ArrayLike) -> Array:
    """Return x with zeros at the elastic joints."""
    return np.where(chain.bends, 0.0, np.asarray(x))


def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return B in the coordinates of the model, shape (nv, nv) [kg·m²]."""
    chain = _chain(model)
    B, place = relative_inertia(chain, _beta(chain, q)), np.argsort(chain.order)
    return np.asarray(chain.sense[:, None] * B * chain.sense)[place][:, place]


def gravity(model: Model, q: ArrayLike) -> Array:
    """Return the efforts that hold the robot at rest against gravity, −γ, shape (nv,) [N·m]; nothing is neglected."""
    chain = _chain(model)
    return chain.coordinates(-planar.relative_gravity(chain, _beta(chain, q)))


def momentum(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return p = B q̇, shape (nv,) [kg·m²/s]."""
    return np.asarray(mass_matrix(model, q) @ np.asarray(qd))


def kinetic_gradient(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return c, shape (nv,) [N·m], (3)."""
    chain = _chain(model)
    return chain.coordinates(relative_kinetic_gradient(chain, _beta(chain, q), chain.along(qd)))


def kinetic_energy(model: Model, q: ArrayLike, qd: ArrayLike) -> Scalar:
    """Return T [J], (2)."""
    return np.asarray(qd) @ momentum(model, q, qd) / 2


def bias(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the efforts at zero acceleration, shape (nv,) [N·m], (5)."""
    chain = _chain(model)
    beta, beta_d = _beta(chain, q), chain.along(qd)
    velocities = inertia_rate(chain, beta, beta_d) - relative_kinetic_gradient(chain, beta, beta_d)
    return chain.coordinates(velocities) + gravity(model, q) + passive(model, q, qd)


def inverse_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return the efforts τ, shape (nv,) [N·m], that cause a motion, (5)."""
    return np.asarray(mass_matrix(model, q) @ np.asarray(qdd) + bias(model, q, qd))


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = B⁻¹(τ − bias), shape (nv,)."""
    return accelerations(model, mass_matrix(model, q), np.asarray(tau) - bias(model, q, qd))


def state_derivative(model: Model, q: ArrayLike, p: ArrayLike, tau: ArrayLike) -> tuple[Array, Array]:
    """Return (q̇, ṗ) for the momenta p = B q̇ and the efforts τ [N·m], (6)."""
    chain = _chain(model)
    beta_d, p_dot = relative_state_derivative(chain, _beta(chain, q), chain.along(p), chain.along(tau))
    return chain.coordinates(beta_d), chain.coordinates(p_dot)


def _beta(chain: PlanarChain, q: ArrayLike) -> Array:
    return np.asarray(chain.along(chain.values("q", q)) + chain.offset)
