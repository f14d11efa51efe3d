"""Explicit Lagrange dynamics: mass matrix, Christoffel symbols, gravity. [Khatib, 5.3]

    M = Σ m J_vᵀ J_v + J_ωᵀ I_C J_ω  over links, payloads, stators                       (1)
      + Σ I_m u uᵀ,  u = k e_j + J_ωᵀ z  over rotors                                      (2)
    m_ijk = D_k m_ij, the derivative along velocity direction k                          (3)
    b_ijk = ½ (m_ijk + m_ikj − m_jki)                       [Khatib, eq. 5.55]            (4)
    v = C(q) [q̇²] + B(q) [q̇q̇],  C_ij = b_ijj,  B_i(jk) = 2 b_ijk, j < k                  (5)
    g = −Σ J_vᵀ m g                                         [Khatib, eq. 5.64]            (6)
B is n × n(n−1)/2; the print gives n times as many columns. "b_iji = 0" of the print holds only for j ≤ i.

The rotations of spherical and floating joints do not commute. With their brackets [e_j, e_k] the same
construction (the metric connection of M in that basis) reads
    2 b_ijk = m_ijk + m_ikj − m_jki + ⟨[e_k, e_j], e_i⟩ − ⟨[e_j, e_i], e_k⟩ + ⟨[e_i, e_k], e_j⟩    (7)
and with C(q, q̇)_ij = Σ_k b_ijk q̇_k, Ṁ − 2C is skew for every robot.                      (8)
J_ω is taken in the frame of its body, where I_C is constant. `spread` has coupled robots.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.formulation import LAGRANGE
from armillary.formulations.ldl import accelerations
from armillary.formulations.passive import passive
from armillary.formulations.remember import memoised
from armillary.formulations.spread import Spread, joint_matrix, joint_vector
from armillary.formulations.weight import with_compensation
from armillary.kinematics.jacobian import derivatives, point_jacobian
from armillary.kinematics.poses import Poses, body_poses
from armillary.multibody import Model, RigidPart, Rotor
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array


@memoised
@joint_matrix
def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv) [kg·m², kg·m or kg], (1) and (2)."""
    LAGRANGE.check(model)
    poses = body_poses(model, q)
    M = np.zeros((model.nv, model.nv))
    for i, _ in model.outward():
        for part in model.bodies[i].rigid_parts:
            J, A = _jacobians(model, q, poses, i, part)
            M = M + part.mass * J[3:].T @ J[3:] + A.T @ part.inertia @ A  # (1)
    for rotor in model.rotors:
        u = _spin_row(model, q, poses, rotor)
        M = M + rotor.inertia * np.outer(u, u)  # (2)
    return M


def mass_matrix_derivatives(model: Model, q: ArrayLike) -> Array:
    """Return m_ijk = D_k M_ij, shape (nv, nv, nv), (3)."""
    LAGRANGE.check(model)
    if model.coupled:
        b = christoffel(model, q)
        return b + b.transpose(1, 0, 2)
    poses = body_poses(model, q)
    half = np.zeros((model.nv,) * 3)
    for i, _ in model.outward():
        for part in model.bodies[i].rigid_parts:
            R, o = poses[i]
            J, D = derivatives(model, q, poses, i, o + R @ part.com)
            A, dA = R.T @ J[:3], _body_derivatives(R, J, D)
            half = half + part.mass * np.tensordot(J[3:].T, D[3:], axes=1)
            half = half + np.tensordot(A.T @ part.inertia, dA, axes=1)
    for rotor in model.spinning:
        R, o = poses[rotor.carrier]
        turned = _body_derivatives(R, *derivatives(model, q, poses, rotor.carrier, o))
        du = np.tensordot(rotor.axis, turned, axes=1)
        half = half + rotor.inertia * np.multiply.outer(_spin_row(model, q, poses, rotor), du)
    return half + half.transpose(1, 0, 2)


@memoised
def christoffel(model: Model, q: ArrayLike) -> Array:
    """Return b_ijk, shape (nv, nv, nv), (4) with (7)."""
    if model.coupled:
        spread = Spread(model, q)
        return spread.symbols(christoffel(spread.model, spread.q), mass_matrix(spread.model, spread.q))
    m = mass_matrix_derivatives(model, q)
    b = m + m.transpose(0, 2, 1) - m.transpose(2, 0, 1)  # m_ijk + m_ikj − m_jki
    brackets = np.zeros((model.nv,) * 3)
    for joint in model.joints:
        brackets[joint.v, joint.v, joint.v] = joint.kind.brackets
    if np.any(brackets):
        lowered = np.tensordot(mass_matrix(model, q), brackets, axes=1)  # ⟨[e_j, e_k], e_i⟩ at [i, j, k]
        b = b + lowered.transpose(0, 2, 1) - lowered.transpose(2, 1, 0) + lowered.transpose(1, 0, 2)  # (7)
    return b / 2


def coriolis_matrix(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return C(q, q̇), shape (nv, nv), with Ṁ − 2C skew, (8)."""
    return christoffel(model, q) @ np.asarray(qd)


def khatib_matrices(model: Model, q: ArrayLike) -> tuple[Array, Array]:
    """Return B, shape (nv, nv(nv−1)/2), for [q̇q̇] = (q̇1q̇2, q̇1q̇3, …), and C, (nv, nv), for [q̇²], (5)."""
    b = christoffel(model, q)
    pairs = list(itertools.combinations(range(model.nv), 2))
    # For directions that do not commute b is not symmetric in j and k; only the sum matters.
    B = np.array([[b[i, j, k] + b[i, k, j] for j, k in pairs] for i in range(model.nv)])
    return B.reshape(model.nv, len(pairs)), np.stack([b[:, j, j] for j in range(model.nv)], axis=1)


@memoised
@with_compensation
@joint_vector
def gravity(model: Model, q: ArrayLike) -> Array:
    """Return g(q), shape (nv,) [N·m or N], (6)."""
    LAGRANGE.check(model)
    poses = body_poses(model, q)
    g = np.zeros(model.nv)
    for i, _ in model.outward():
        for part in model.bodies[i].rigid_parts:
            J, _A = _jacobians(model, q, poses, i, part)
            g = g - part.mass * (J[3:].T @ model.gravity)  # (6)
    return g


def bias(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return C q̇ + g + friction + elastic efforts, shape (nv,) [N·m or N]."""
    return coriolis_matrix(model, q, qd) @ np.asarray(qd) + gravity(model, q) + passive(model, q, qd)


def inverse_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return τ = M q̈ + C q̇ + g + friction, shape (nv,) [N·m or N]."""
    return mass_matrix(model, q) @ np.asarray(qdd) + bias(model, q, qd)


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = M⁻¹ (τ − C q̇ − g − friction), shape (nv,)."""
    return accelerations(model, mass_matrix(model, q), np.asarray(tau) - bias(model, q, qd))


def _jacobians(model: Model, q: ArrayLike, poses: Poses, body: int, part: RigidPart) -> tuple[Array, Array]:
    """Return J at the centre of mass in the world, (6, nv), and its angular half in the body's axes."""
    R, o = poses[body]
    J = point_jacobian(model, q, poses, body, o + R @ part.com)
    return J, R.T @ J[:3]


def _body_derivatives(R: Array, J: Array, D: Array) -> Array:
    """Return D_j (Rᵀ J_ω,k), shape (3, nv, nv): the body's axes turn, too."""
    return np.tensordot(R.T, D[:3] - cross(J[:3, None, :], J[:3, :, None]), axes=1)


def _spin_row(model: Model, q: ArrayLike, poses: Poses, rotor: Rotor) -> Array:
    """Return u of (2): the total spin of the rotor about its axis is u · q̇."""
    R, o = poses[rotor.carrier]
    A = R.T @ point_jacobian(model, q, poses, rotor.carrier, o)[:3]
    return rotor.ratio * np.eye(model.nv)[rotor.joint] + A.T @ rotor.axis
