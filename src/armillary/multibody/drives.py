"""Drives: rotors behind elastic gears, each with a coordinate φ, and the efforts of gears and motors.

A gear that leads by δ = φ − Σ r_j x_j − c (`Drive`) loads φ with e = k δ + d δ̇ + κ δ³ and x_j with −r_j e. k and d are
entries of the matrices of stiffness and damping; the rest positions (x₀, Σ r_j x₀_j + c) leave δ as it is where joints
have springs with rest x₀.                                                                                 (1)
The rotor is a `Rotor` geared to φ: its inertia, momentum and gyroscopic moments are those of any rotor.
An effort τ that is commanded at x comes from its n motors in equal parts: τ / (n r) at each φ. The part of rigid motors
stays at x. [decision 19]                                                                                  (2)
The n motors of a differential drive n joints, φ = C x for unloaded gears: τ at the joints is C⁻ᵀ τ at φ.   (3)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.couplings import order
from armillary.description.gear import differentials
from armillary.description.robot import Coupling, Motor, Robot
from armillary.multibody.joints import Drive, Leg
from armillary.multibody.model import Model, ModelJoint
from armillary.multibody.parameters import Numbers
from armillary.multibody.passive import Passive
from armillary.spatial.scalar import Array, Floats, Scalar


def drives_of(
    robot: Robot, joints: Sequence[ModelJoint], couples: Mapping[str, Coupling], size: tuple[int, int], numbers: Numbers
) -> tuple[Drive, ...]:
    """Return the drives of a robot; their coordinates follow those of joints and links, `size` of them in q and qd."""
    placed = {joint.name: joint for joint in joints if joint.kind.nv}
    driven = {motor.name: placed[motor.joint] for motor in robot.motors if motor.joint in placed}
    motors: dict[int, list[Motor]] = {}
    for motor in robot.motors:
        if motor.name in driven:
            motors.setdefault(driven[motor.name].v.start, []).append(motor)
    elastic = [motor for motor in robot.motors if is_elastic(motor) and motor.name in driven]
    rows = {motor.name: _row(motor, placed, couples) for motor in elastic}
    coupled = [motor for motor in elastic if motor.differential or _joined(motor, elastic)]
    shares = _shares({motor.name: rows[motor.name][1] for motor in coupled})
    drives: list[Drive] = []
    for place, motor in enumerate(elastic):
        joint, (c, ratios) = driven[motor.name], rows[motor.name]
        others = motors[joint.v.start]
        left = sum(not is_elastic(other) for other in others) / len(others)
        motor_shares = shares.get(motor.name) or {k: 1 / (len(others) * r) for k, r in ratios.items()}
        at = {leader.v.start: leader.q.start for leader in placed.values() if not leader.kind.shared}
        legs = tuple(Leg(k, at[k], r, motor_shares[k]) for k, r in ratios.items())
        q, v = (slice(start + place, start + place + 1) for start in size)
        cubic = numbers("motor", motor.name, "gear.cubic", motor.gear.cubic if motor.gear else 0.0)
        drives.append(Drive(motor.name, q, v, legs, c, left, bool(joint.kind.form.turns[0]), cubic))
    return tuple(drives)


def _row(
    motor: Motor, placed: Mapping[str, ModelJoint], couples: Mapping[str, Coupling]
) -> tuple[float, dict[int, float]]:
    """Return c and the r_j of (1) by velocity coordinate."""
    offset, ratios = 0.0, dict[int, float]()
    for name, factor in ((motor.joint, 1.0), *((branch.joint, branch.factor) for branch in motor.differential)):
        if name not in placed:  # held by a fixed leader
            continue
        couple, k = couples.get(name), placed[name].v.start
        c, r = couple.polynomial[:2] if couple is not None and order(couple.polynomial) == 1 else (0.0, 1.0)
        offset, ratios[k] = offset + factor * c, ratios.get(k, 0.0) + factor * r
    return offset, ratios


def _joined(motor: Motor, motors: Sequence[Motor]) -> bool:
    """Return whether a differential of another motor drives the joint of a motor."""
    return any(branch.joint == motor.joint for other in motors for branch in other.differential)


def _shares(rows: Mapping[str, Mapping[int, float]]) -> dict[str, dict[int, float]]:
    """Return the share of each motor of differentials in the efforts of its joints, by motor and coordinate, (3)."""
    shares: dict[str, dict[int, float]] = {}
    for group in differentials(rows):
        places = sorted({k for name in group for k in rows[name]})
        C = np.array([[rows[name].get(k, 0.0) for k in places] for name in group])
        inverse = np.linalg.inv(C)
        shares |= {name: dict(zip(places, inverse[:, i].tolist(), strict=True)) for i, name in enumerate(group)}
    return shares


def is_elastic(motor: Motor) -> bool:
    """Return whether the gear of a motor is elastic."""
    return motor.gear is not None and motor.gear.elastic


def add_gears(passive: Passive, robot: Robot, drives: Sequence[Drive], numbers: Numbers) -> None:
    """Add stiffness and damping of the gears to the efforts of all coordinates, (1)."""
    gears = {motor.name: motor.gear for motor in robot.motors}
    for drive in drives:
        gear, felt = gears[drive.motor], drive.effort_row(len(passive.rest))
        if gear is None:
            continue
        stiffness = numbers("motor", drive.motor, "gear.stiffness", gear.stiffness)
        damping = numbers("motor", drive.motor, "gear.damping", gear.damping) * passive.friction
        places = np.flatnonzero(felt).tolist()
        for matrix, value in ((passive.stiffness, stiffness), (passive.damping, damping)):
            for i in places:
                for j in places:
                    matrix[i][j] = matrix[i][j] + float(felt[i] * felt[j]) * value
        passive.rest[drive.v.start] = sum((leg.ratio * passive.rest[leg.k] for leg in drive.legs), drive.offset)


def unwound(model: Model, q: ArrayLike) -> Floats:
    """Return configurations, shape (nq,) or (N, nq), with unloaded gears: φ = Σ r_j x_j + c."""
    q_unloaded = np.array(q, dtype=float)
    for drive in model.drives:
        q_unloaded[..., drive.q.start] = sum(leg.ratio * q_unloaded[..., leg.at] for leg in drive.legs) + drive.offset
    return q_unloaded


def unwound_rates(model: Model, qd: ArrayLike) -> Floats:
    """Return velocities, shape (nv,) or (N, nv), at which gears keep their twist."""
    rates = np.array(qd, dtype=float)
    for drive in model.drives:
        rates[..., drive.v.start] = sum(leg.ratio * rates[..., leg.k] for leg in drive.legs)
    return rates


def transmitted(model: Model, tau: Array) -> Array:
    """Return efforts, shape (nv,), with those that are commanded at joints moved to their rotors, (2), (3)."""
    if not model.drives:
        return tau
    efforts = list(tau)
    for drive in model.drives:
        efforts[drive.v.start] = efforts[drive.v.start] + drive.effort(tau)
        for leg in drive.legs:
            efforts[leg.k] = drive.rigid_share * tau[leg.k]
    return np.array(efforts)


def gear_effort(model: Model, drive: Drive, q: Array, v: Array) -> Scalar:
    """Return the effort e with which the gear of a drive loads φ, (1)."""
    lead, phi = drive.deflection(q), drive.v.start
    pull = model.stiffness[phi][phi] * lead + model.damping[phi][phi] * drive.deflection_rate(v)
    return pull + drive.cubic * lead * lead * lead


def actuated(model: Model) -> list[int]:
    """Return the velocity coordinates at which actuators act: joints with a rigid drive, then rotors."""
    soft = {leg.k for drive in model.drives if not drive.rigid_share for leg in drive.legs}
    joints = model.nv - len(model.elastic) - len(model.drives)
    return [*(k for k in range(joints) if k not in soft), *(drive.v.start for drive in model.drives)]
