"""Energies, summed body by body from first principles.

    T = Σ ½ m |v_C|² + ½ ωᵀ I_C ω over links, payloads and stators                    (1)
      + Σ ½ I_m (z · ω_c + k q̇_j)² over rotors, the total spin about their own axis   (2)
    V = −Σ m g · p_C                                                                  (3)
Nothing is lumped beforehand, so this checks the other formulations. A rotor of which only the
reflected inertia counts has z = 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.kinematics.poses import body_poses
from armillary.model import BASE, Model
from armillary.spatial.rotation import Array, cross
from armillary.spatial.scalar import Scalar


def body_velocities(model: Model, q: ArrayLike, qd: ArrayLike) -> dict[int, tuple[Array, Array]]:
    """Return (ω, v of the origin) of every body in its own frame."""
    qd = np.asarray(qd)
    velocities = {BASE: (np.zeros(3), np.zeros(3))}
    for i, p in model.outward():
        joint = model.joints[i]
        R, r = joint.pose(q)
        omega, v = velocities[p]
        velocities[i] = (
            R.T @ omega + joint.kind.angular @ qd[joint.v],
            R.T @ (v + cross(omega, r)) + joint.kind.linear @ qd[joint.v],
        )
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
    for rotor in model.rotors:
        spin = rotor.ratio * np.asarray(qd)[rotor.joint] + rotor.axis @ velocities[rotor.carrier][0]
        energy = energy + rotor.inertia * spin * spin / 2  # (2)
    return energy


def potential_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return V [J], zero at the world's origin."""
    poses = body_poses(model, q)
    energy: Scalar = 0.0
    for i, _ in model.outward():
        R, o = poses[i]
        for lump in model.bodies[i].lumps:
            energy = energy - lump.mass * (model.gravity @ (o + R @ lump.com))  # (3)
    return energy
