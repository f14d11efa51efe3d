"""Energies, summed body by body from first principles.

    T = Σ ½ m |v_C|² + ½ ωᵀ I_C ω over links, payloads and stators                    (1)
      + Σ ½ I_m (z · ω_c + k q̇_j)² over rotors, the total spin about their own axis   (2)
      + Σ ½ dm |v + ω × (r + u) + u̇|² + ½ Ωᵀ J Ω over the points of flexible links      (3)
    V = −Σ m g · p_C − Σ dm g · (o + R (r + u)) + ½ (q − q₀)ᵀ K (q − q₀)               (4)
with u = u₁ + u₂ and Ω = ω + Σ θ_k q̇_k at each point (`flexible.field`); o and R are the pose of the link.
Nothing is lumped or integrated beforehand, so this checks the other formulations. A rotor of which
only the reflected inertia counts has z = 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.passive import elastic_energy
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar


def body_velocities(model: Model, q: ArrayLike, qd: ArrayLike) -> dict[int, tuple[Array, Array]]:
    """Return (ω, v of the origin) of every body in its own frame."""
    qd = np.asarray(qd)
    velocities = {BASE: (np.zeros(3), np.zeros(3))}
    for i, p in model.outward():
        joint = model.joints[i]
        R, r = joint.pose(q)
        omega, v = velocities[p]
        S_omega, S_v = joint.subspace(q)
        velocities[i] = R.T @ omega + S_omega @ qd[joint.v], R.T @ (v + cross(omega, r)) + S_v @ qd[joint.v]
    return velocities


def kinetic_energy(model: Model, q: ArrayLike, qd: ArrayLike) -> Scalar:
    """Return T [J]."""
    velocities = body_velocities(model, q, qd)
    energy: Scalar = 0.0
    for i, _ in model.outward():
        omega, v = velocities[i]
        for lump in model.bodies[i].lumps:
            v_C = v + cross(omega, lump.com)
            energy = energy + (lump.mass * (v_C @ v_C) + omega @ lump.inertia @ omega) / 2  # (1)
        energy = energy + _bending_energy(model.bodies[i].modal, omega, v, np.asarray(q), np.asarray(qd))
    for rotor in model.rotors:
        spin = rotor.ratio * np.asarray(qd)[rotor.joint] + rotor.axis @ velocities[rotor.carrier][0]
        energy = energy + rotor.inertia * spin * spin / 2  # (2)
    return energy


def _bending_energy(modal: Modal, omega: Array, v: Array, q: Array, qd: Array) -> Scalar:
    """Return the kinetic energy of the points of a flexible link, (3)."""
    field, own, rate = modal.field, q[modal.q], qd[modal.v]
    if not len(field.mass):
        return 0.0
    chi, C = field.shortening
    u_dot = np.tensordot(rate, field.shape, axes=1)  # (G, 3)
    for direction, half in zip(chi, C, strict=True):
        u_dot = u_dot + direction * (own @ half @ rate)
    v_points = v + cross(omega, (field.r + _displacements(field, own)).T).T + u_dot
    spins = omega + np.tensordot(rate, field.turn, axes=1)
    turning = [spin @ J @ spin for spin, J in zip(spins, field.spin, strict=True) if np.any(J)]
    return modal.density * (field.mass @ np.sum(v_points * v_points, axis=1) + sum(turning)) / 2


def _displacements(field: Field, own: Array) -> Array:
    """Return u of all points of a flexible link, shape (G, 3) [m]."""
    chi, C = field.shortening
    u = np.tensordot(own, field.shape, axes=1)
    for direction, half in zip(chi, C, strict=True):
        u = u + direction * (own @ half @ own / 2)
    return u


def potential_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return V [J], zero at the world's origin with nothing bent, (4)."""
    return gravitational_energy(model, q) + elastic_energy(model, q)


def gravitational_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return the part of V that gravity makes [J], zero at the world's origin, (4)."""
    poses = body_poses(model, q)
    energy: Scalar = 0.0
    for i, _ in model.outward():
        R, o = poses[i]
        for lump in model.bodies[i].lumps:
            energy = energy - lump.mass * (model.gravity @ (o + R @ lump.com))
        modal = model.bodies[i].modal
        field, own = modal.field, np.asarray(q)[modal.q]
        if len(field.mass):
            moment = field.mass @ (field.r + _displacements(field, own))  # of the points, about the link's origin
            energy = energy - modal.density * (model.gravity @ (field.mass.sum() * o + R @ moment))
    return energy
