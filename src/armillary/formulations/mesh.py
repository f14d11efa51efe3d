"""Efforts in the mesh of rigid gears with losses: the rotors before them, and their motors. [decision 21]

A rotor of inertia J about the axis z turns at ρ ẋ, ρ(x), against a carrier with the angular velocity ω. Its motor and
its friction load the coordinate x with a, and the mesh carries to x what is left of a:
    e = a − ρ J (ρ ẍ + ρ′ ẋ² + z · ω̇) = a − b − rᵀ q̈                                                        (1)
since the moment of an axisymmetric rotor about its own axis has no gyroscopic part. r and b follow z from the carrier
to the base, body by body, with the motion subspaces and drifts of the joints on the way (`newton_euler`):
    r_j += ρ J S_ωᵀ z,   b += ρ J z · ((Rᵀ ω_p) × S_ω q̇ + d_ω),   z ← R z                                     (2)
The gear loses F = λ |e| s against the motion in the direction s: λ = 1 − η where the motor drives (e s > 0) and
1/η_b − 1 where the joint drives. Beyond the mesh the joint gets T = e − F, so that
    e = T/η where T s > 0,   η_b T where T s < 0,   T at rest                                                 (3)
is the effort that a motion needs, with s the sign of the rate or, where a motion begins, of the acceleration. n motors
at one coordinate give τ/n each, of which c_i stays at the rotor i:
    Σ T_i(τ/n − c_i) = T                                                                                    (4)
has a left side that grows with τ and is concave, or convex, as all gears turn in one direction: Newton's method ends
after as many rounds as there are gears.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.expr.pointwise import less, where
from armillary.formulations.newton_euler import inverse_dynamics
from armillary.formulations.passive import friction
from armillary.multibody import BASE, Model
from armillary.multibody.drives import gear_effort
from armillary.multibody.motors import GearedRotor, GearLoss
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar, magnitude, sign, tanh


class RotorRow(NamedTuple):
    """r, shape (nv,), and b of (1): a rotor takes rᵀ q̈ + b of the effort of its motor."""

    r: Array
    b: Scalar


def rigid_losses(model: Model) -> list[tuple[GearLoss, GearedRotor]]:
    """Return the losses of rigid gears with their rotors."""
    return [(loss, loss.rotor) for loss in model.losses if loss.rotor is not None]


def rotor_rows(model: Model, q: ArrayLike, qd: ArrayLike) -> list[RotorRow]:
    """Return r and b of (1) for each rigid gear with losses."""
    q, qd = np.asarray(q), np.asarray(qd)
    omega = _angular_velocities(model, q, qd) if any(rotor.turned for _, rotor in rigid_losses(model)) else {}
    rows = []
    for loss, rotor in rigid_losses(model):
        slope, rate = rotor.slope(q[rotor.at]), qd[loss.k]
        kappa, row = slope * rotor.inertia, list[Scalar]([0.0] * model.nv)
        row[loss.k] = kappa * slope
        b = kappa * rotor.bend(q[rotor.at]) * (rate * rate) if len(rotor.polynomial) > 2 else 0.0
        z, body = rotor.axis, rotor.carrier if rotor.turned else BASE
        while body != BASE:  # (2)
            joint = model.joints[body]
            step, S_omega = joint.step(q), joint.subspace(q)[0]
            if joint.kind.nv:
                for k, part in enumerate(S_omega.T @ z, joint.v.start):
                    row[k] = row[k] + kappa * part
            drift = cross(step.into(omega[joint.parent]), S_omega @ qd[joint.v]) + joint.drift(q, qd)[0]
            b = b + kappa * (z @ drift)
            z, body = step.out(z), joint.parent
        rows.append(RotorRow(np.array(row), b))
    return rows


def _angular_velocities(model: Model, q: Array, qd: Array) -> dict[int, Array]:
    """Return ω of every body in its own frame."""
    omega: dict[int, Array] = {BASE: np.zeros(3)}
    for i, p in model.outward():
        joint = model.joints[i]
        omega[i] = joint.step(q).into(omega[p]) + joint.subspace(q)[0] @ qd[joint.v]
    return omega


def rotor_alone(model: Model, loss: GearLoss, rotor: GearedRotor) -> Model:
    """Return a model whose only friction is that of the rotor before a rigid gear."""
    places = np.arange(model.nv) == loss.k
    friction_of = {"viscous": rotor.viscous, "coulomb": rotor.coulomb, "coulomb_sided": rotor.sided}
    fields = {name: np.array([value if place else 0.0 for place in places]) for name, value in friction_of.items()}
    nothing = np.zeros((model.nv, model.nv))
    return model.changed(**fields, damping=nothing, followers=rotor.followers, stribeck=rotor.stribeck)


def motor_efforts(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return the efforts of the motors at the coordinates that cause a motion through gears with losses, shape (nv,).

    Without losses they are those of inverse dynamics.
    """
    return through_gears(model, q, qd, qdd, inverse_dynamics(model, q, qd, qdd))


def through_gears(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, tau: ArrayLike) -> Array:
    """Return the efforts of the motors that cause the efforts τ of a motion with ideal gears, both of shape (nv,)."""
    q, qd, qdd, efforts = np.asarray(q), np.asarray(qd), np.asarray(qdd), list(np.asarray(tau))
    for loss in model.losses:
        if loss.drive is not None:
            e = loss.drive.legs[0].ratio * gear_effort(model, loss.drive, q, qd)
            efforts[loss.k] = efforts[loss.k] + _lost(loss, qd[loss.k], qdd[loss.k], e) * e
    taken: dict[int, list[tuple[GearLoss, int, Scalar]]] = {}
    for (loss, rotor), row in zip(rigid_losses(model), rotor_rows(model, q, qd), strict=True):
        c = row.r @ qdd + row.b + friction(rotor_alone(model, loss, rotor), q, qd)[loss.k]
        taken.setdefault(loss.k, []).append((loss, rotor.motors, c))
    for k, gears in taken.items():
        efforts[k] = _shared(efforts[k], qd[k], qdd[k], gears)
    return np.array(efforts)


def _lost(loss: GearLoss, v: Scalar, a: Scalar, e: Scalar) -> Scalar:
    """Return F / e of a gear at the rate v and the acceleration a, for an effort e or any scalar with its sign."""
    s = tanh(v / loss.smooth) if loss.smooth else sign(where(less(0.0, magnitude(v)), v, a))
    return loss.part(e, s)


def _shared(tau: Scalar, v: Scalar, a: Scalar, gears: list[tuple[GearLoss, int, Scalar]]) -> Scalar:
    """Return the effort of all motors at one coordinate, (3) or (4), for the effort with ideal gears."""
    motors = gears[0][1]
    if motors == 1:
        ((loss, _, c),) = gears
        T = tau - c
        return c + T / (1.0 - _lost(loss, v, a, T))  # T has the sign of e, which is all that the loss asks
    effort = tau
    for _ in range(len(gears) + 1):
        excess, slope = 0.0 * effort, 1.0
        for loss, _, c in gears:
            e = effort * (1 / motors) - c
            part = _lost(loss, v, a, e)
            excess, slope = excess - part * e, slope - part * (1 / motors)
        effort = effort - (effort - tau + excess) / slope  # (4)
    return effort
