"""Energies, summed body by body from first principles, and the dynamics that follow from them alone.

    T = Σ ½ m |v_C|² + ½ ωᵀ I_C ω over links, payloads and stators                    (1)
      + Σ ½ I_m (z · ω_c + k q̇_j)² over rotors, the total spin about their own axis   (2)
      + Σ ½ dm |v + ω × (r + u) + u̇|² + ½ Ωᵀ J Ω over the points of flexible links      (3)
    V = −Σ m g · p_C − Σ dm g · (o + R (r + u)) + ½ (q − q₀)ᵀ K (q − q₀)               (4)
with u = u₁ + u₂ and Ω = ω + Σ θ_k q̇_k at each point (`flexible.field`); o and R are the pose of the link.
Nothing is lumped or integrated beforehand, so this checks the other formulations. A rotor of which only the reflected
inertia counts has z = 0.

T is quadratic in q̇, so momenta and mass matrix come from values of T without differentiation:
    p_k = T(q̇ + e_k) − T(q̇) − T(e_k),   M_ij = T(e_i + e_j) − T(e_i) − T(e_j)                 (5)
Derivatives along a motion (q̇, q̈), or along a velocity direction, use the complex step, exact to rounding:
    D f = Im f(q + i h q', …) / h,  h = 1e-30                                               (6)
The equations of motion in velocities whose directions have brackets [e_j, e_k] = Σ B_ljk e_l (zero except for
spherical joints) are those of Boltzmann and Hamel:
    τ_k = dp_k/dt − D_k T − Σ_jl p_l B_ljk q̇_j + D_k V                                       (7)
The elastic part of V, quadratic in q, gives its efforts in closed form (`passive`), as does friction. The energies run
on any scalar; (6) and (7) run on numbers only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.passive import elastic_energy, passive
from armillary.formulations.remember import memoised
from armillary.formulations.weight import with_compensation
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar

STEP = 1e-30
"""h of (6)."""


class Moving:
    """A robot at a configuration q, moving at any velocities: joints are placed once."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self.model, self.q = model, np.asarray(q)
        placed = ((i, p, model.joints[i]) for i, p in model.outward())
        self.joints = [(i, p, joint.v, joint.pose(q), joint.subspace(q)) for i, p, joint in placed]

    def velocities(self, qd: ArrayLike) -> dict[int, tuple[Array, Array]]:
        """Return (ω, v of the origin) of every body in its own frame, with columns for those of q̇."""
        qd = np.asarray(qd)
        rest = np.zeros((3, *qd.shape[1:]))
        velocities = {BASE: (rest, rest)}
        for i, p, slot, (R, r), (S_omega, S_v) in self.joints:
            omega, v = velocities[p]
            velocities[i] = R.T @ omega + S_omega @ qd[slot], R.T @ (v + cross(omega, r)) + S_v @ qd[slot]
        return velocities

    def energy(self, qd: ArrayLike) -> Scalar:
        """Return T [J]; an array if q̇ has columns, shape (nv, N)."""
        model, velocities, qd = self.model, self.velocities(qd), np.asarray(qd)
        energy: Scalar = 0.0
        for i, _ in model.outward():
            omega, v = velocities[i]
            for part in model.bodies[i].rigid_parts:
                v_C = v + cross(omega, part.com)
                turning = np.sum((part.inertia @ omega) * omega, axis=0)
                energy = energy + (part.mass * np.sum(v_C * v_C, axis=0) + turning) / 2  # (1)
            modal = model.bodies[i].modal
            if len(modal.field.mass):
                spins, speeds, rates = (columns.reshape(len(columns), -1) for columns in (omega, v, qd))
                bending = _bending_energy(modal, spins, speeds, rates, self.q)
                energy = energy + (bending[0] if qd.ndim == 1 else bending)
        for rotor in model.rotors:
            spin = rotor.ratio * qd[rotor.joint] + rotor.axis @ velocities[rotor.carrier][0]
            energy = energy + rotor.inertia * spin * spin / 2  # (2)
        return energy


def kinetic_energy(model: Model, q: ArrayLike, qd: ArrayLike) -> Scalar:
    """Return T [J]."""
    return Moving(model, q).energy(qd)


def _bending_energy(modal: Modal, omega: Array, v: Array, qd: Array, q: Array) -> Array:
    """Return the kinetic energy of the points of a flexible link for N columns of velocities, shape (N,), (3)."""
    field, amplitudes, rate = modal.field, q[modal.q], qd[modal.v]
    chi, C = field.shortening
    u_dot = np.tensordot(field.shape, rate, axes=(0, 0))  # (G, 3, N)
    for direction, half in zip(chi, C, strict=True):
        u_dot = u_dot + direction[..., None] * (amplitudes @ half @ rate)
    turned = cross(omega[:, None], (field.r + _displacements(field, amplitudes)).T[..., None])  # (3, G, N)
    v_points = v + turned.swapaxes(0, 1) + u_dot
    energy = field.mass @ np.sum(v_points * v_points, axis=1)
    heavy = np.any(field.spin, axis=(1, 2))
    spins = omega + np.tensordot(field.turn[:, heavy], rate, axes=(0, 0))
    energy = energy + np.sum((field.spin[heavy] @ spins) * spins, axis=(0, 1))
    if field.lamina is not None:
        first, second = field.slopes[: field.modes], field.slopes[field.modes :]
        tilt = np.eye(3) + np.tensordot(amplitudes, first, axes=1)  # (G, 3, 3)
        tilt_rate = np.tensordot(first, rate, axes=(0, 0))  # (G, 3, 3, N)
        for slope, half in zip(second, C, strict=True):
            tilt = tilt + slope * (amplitudes @ half @ amplitudes / 2)
            tilt_rate = tilt_rate + slope[..., None] * (amplitudes @ half @ rate)
        moved = tilt_rate.swapaxes(0, 1) + cross(omega[:, None, None], tilt.swapaxes(0, 1)[..., None])  # (3, G, 3, N)
        energy = energy + np.sum((field.lamina @ moved) * moved, axis=(0, 1, 2))
    return np.asarray(modal.density * energy / 2)


def _displacements(field: Field, amplitudes: Array) -> Array:
    """Return u of all points of a flexible link, shape (G, 3) [m]."""
    chi, C = field.shortening
    u = np.tensordot(amplitudes, field.shape, axes=1)
    for direction, half in zip(chi, C, strict=True):
        u = u + direction * (amplitudes @ half @ amplitudes / 2)
    return u


def potential_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return V [J], zero at the world's origin with nothing bent, (4)."""
    return gravitational_energy(model, q) + elastic_energy(model, q)


@with_compensation
def gravitational_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return the part of V that gravity makes [J], zero at the world's origin, (4)."""
    poses = body_poses(model, q)
    energy: Scalar = 0.0
    for i, _ in model.outward():
        R, o = poses[i]
        for part in model.bodies[i].rigid_parts:
            energy = energy - part.mass * (model.gravity @ (o + R @ part.com))
        modal = model.bodies[i].modal
        field, amplitudes = modal.field, np.asarray(q)[modal.q]
        if len(field.mass):
            points = field.r + _displacements(field, amplitudes)  # from the link's origin
            moment = field.mass @ points
            energy = energy - modal.density * (model.gravity @ (field.mass.sum() * o + R @ moment))
    return energy


def momentum(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return p = ∂T/∂q̇, shape (nv,), (5)."""
    energy, qd = Moving(model, q).energy, np.asarray(qd)
    units = np.eye(model.nv)
    return np.asarray(energy(qd[:, None] + units) - energy(qd) - energy(units))


def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv), (5)."""
    energy, units = Moving(model, q).energy, np.eye(model.nv)
    T = energy(units)
    M = np.diag(2 * T)
    i, j = np.triu_indices(model.nv, 1)
    M[i, j] = M[j, i] = energy(units[:, i] + units[:, j]) - T[i] - T[j]
    return M


@memoised
def gravity(model: Model, q: ArrayLike) -> Array:
    """Return D V of the weights alone, shape (nv,) [N·m or N], (6)."""
    q = np.asarray(q)
    along = [q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv)]
    return np.array([np.imag(gravitational_energy(model, point)) / STEP for point in along])


@memoised
def kinetic_gradient(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return D T plus the bracket terms of (7), shape (nv,) [N·m or N]."""
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
    """Return τ, shape (nv,) [N·m or N], (7) with friction."""
    q, qd, qdd = np.asarray(q), np.asarray(qd), np.asarray(qdd)
    moved = momentum(model, q + 1j * STEP * model.rate(q, qd), qd + 1j * STEP * qdd)
    p_dot = np.imag(moved) / STEP
    return p_dot - kinetic_gradient(model, q, qd) + gravity(model, q) + passive(model, q, qd)
