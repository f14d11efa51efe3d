"""Dynamics from the energies alone, differentiated exactly; the check on everything else.

T is quadratic in q̇, so momenta and mass matrix come from values of T without differentiation:
    p_k = T(q̇ + e_k) − T(q̇) − T(e_k),   M_ij = T(e_i + e_j) − T(e_i) − T(e_j)                 (1)
Derivatives along a motion (q̇, q̈), or along a velocity direction, use the complex step
    D f = Im f(q + i h q', …) / h,  h = 1e-30                                               (2)
which is exact to rounding. The equations of motion in velocities whose directions have brackets
[e_j, e_k] = Σ B_ljk e_l (zero but for spherical joints) are those of Boltzmann and Hamel:
    τ_k = dp_k/dt − D_k T − Σ_jl p_l B_ljk q̇_j + D_k V                                       (3)
The elastic part of V, quadratic in q, gives its efforts in closed form (`passive`), with those of friction.
Nothing is assumed of rotors but their kinetic energy. Numbers only: no expression nodes.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.energy import gravitational_energy, kinetic_energy
from armillary.formulations.passive import passive
from armillary.multibody import Model
from armillary.spatial.scalar import Array

STEP = 1e-30


def momentum(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return p = ∂T/∂q̇, shape (nv,), (1)."""
    qd = np.asarray(qd)
    T = kinetic_energy(model, q, qd)
    units = np.eye(model.nv)
    return np.array([kinetic_energy(model, q, qd + e) - T - kinetic_energy(model, q, e) for e in units])


def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv), (1)."""
    units = np.eye(model.nv)
    T = [kinetic_energy(model, q, unit) for unit in units]
    M = np.diag([2 * value for value in T])
    for i, j in itertools.combinations(range(model.nv), 2):
        M[i, j] = M[j, i] = kinetic_energy(model, q, units[i] + units[j]) - T[i] - T[j]
    return M


def gravity(model: Model, q: ArrayLike) -> Array:
    """Return D V of the weights alone, shape (nv,) [N·m or N], (2)."""
    q = np.asarray(q)
    along = [q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv)]
    return np.array([np.imag(gravitational_energy(model, point)) / STEP for point in along])


def kinetic_gradient(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return D T plus the bracket terms of (3), shape (nv,) [N·m or N]."""
    q, qd = np.asarray(q), np.asarray(qd)
    along = [q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv)]
    gradient = np.array([np.imag(kinetic_energy(model, point, qd)) / STEP for point in along])
    p = momentum(model, q, qd)
    for joint in model.joints:
        gradient[joint.v] += np.einsum("l,ljk,j->k", p[joint.v], joint.kind.brackets, qd[joint.v])
    return gradient


def bias(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the efforts at zero acceleration, shape (nv,) [N·m or N]."""
    return inverse_dynamics(model, q, qd, np.zeros(model.nv))


def inverse_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return τ, shape (nv,) [N·m or N], (3) with friction."""
    q, qd, qdd = np.asarray(q), np.asarray(qd), np.asarray(qdd)
    moved = momentum(model, q + 1j * STEP * model.rate(q, qd), qd + 1j * STEP * qdd)
    p_dot = np.imag(moved) / STEP
    return p_dot - kinetic_gradient(model, q, qd) + gravity(model, q) + passive(model, q, qd)
