"""Drives: rotors behind elastic gears, each with a coordinate φ, and the efforts of gears and motors.

A gear that leads by δ = φ − r x − c (`Drive`) loads φ with e = k δ + d δ̇ + κ δ³ and x with −r e. k and d are entries
of the matrices of stiffness and damping; the rest positions (x₀, r x₀ + c) leave δ as it is where the joint has a
spring with rest x₀.                                                                                       (1)
The rotor is a `Rotor` geared to φ: its inertia, momentum and gyroscopic moments are those of any rotor.
An effort τ that is commanded at x comes from its n motors in equal parts: τ / (n r) at each φ. The part of rigid motors
stays at x. [decision 19]                                                                                  (2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.couplings import order
from armillary.description.robot import Coupling, Motor, Robot
from armillary.multibody.followers import Passive
from armillary.multibody.joints import Drive
from armillary.multibody.model import Model, ModelJoint
from armillary.multibody.parameters import Numbers
from armillary.spatial.scalar import Array, Floats


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
    drives: list[Drive] = []
    for motor in robot.motors:
        if not is_elastic(motor) or motor.name not in driven:
            continue
        joint, place = driven[motor.name], len(drives)
        couple = couples.get(motor.joint)
        c, r = couple.polynomial[:2] if couple is not None and order(couple.polynomial) == 1 else (0.0, 1.0)
        others = motors[joint.v.start]
        left = sum(not is_elastic(each) for each in others) / len(others)
        q, v = (slice(start + place, start + place + 1) for start in size)
        cubic = numbers("motor", motor.name, "gear.cubic", motor.gear.cubic if motor.gear else 0.0)
        turns, share = bool(joint.kind.form.turns[0]), 1 / (len(others) * r)
        drives.append(Drive(motor.name, q, v, joint.v.start, joint.q.start, r, c, share, left, turns, cubic))
    return tuple(drives)


def is_elastic(motor: Motor) -> bool:
    """Return whether the gear of a motor is elastic."""
    return motor.gear is not None and motor.gear.elastic


def add_gears(passive: Passive, robot: Robot, drives: Sequence[Drive], numbers: Numbers) -> None:
    """Add stiffness and damping of the gears to the efforts of all coordinates, (1)."""
    gears = {motor.name: motor.gear for motor in robot.motors}
    for drive in drives:
        gear, (x, phi, r) = gears[drive.motor], (drive.k, drive.v.start, drive.ratio)
        if gear is None:
            continue
        stiffness = numbers("motor", drive.motor, "gear.stiffness", gear.stiffness)
        damping = numbers("motor", drive.motor, "gear.damping", gear.damping) * passive.friction
        for matrix, value in ((passive.stiffness, stiffness), (passive.damping, damping)):
            matrix[phi][phi] = value
            matrix[x][phi] = matrix[phi][x] = -(r * value)
            matrix[x][x] = matrix[x][x] + r * r * value
        passive.rest[phi] = r * passive.rest[x] + drive.offset


def unwound(model: Model, q: ArrayLike) -> Floats:
    """Return configurations, shape (nq,) or (N, nq), with unloaded gears: φ = r x + c."""
    found = np.array(q, dtype=float)
    for drive in model.drives:
        found[..., drive.q.start] = drive.ratio * found[..., drive.at] + drive.offset
    return found


def unwound_rates(model: Model, qd: ArrayLike) -> Floats:
    """Return velocities, shape (nv,) or (N, nv), at which gears keep their twist."""
    found = np.array(qd, dtype=float)
    for drive in model.drives:
        found[..., drive.v.start] = drive.ratio * found[..., drive.k]
    return found


def transmitted(model: Model, tau: Array) -> Array:
    """Return efforts, shape (nv,), with those that are commanded at joints moved to their rotors, (2)."""
    if not model.drives:
        return tau
    found = list(tau)
    for drive in model.drives:
        found[drive.v.start] = found[drive.v.start] + drive.share * tau[drive.k]
        found[drive.k] = drive.left * tau[drive.k]
    return np.array(found)


def actuated(model: Model) -> list[int]:
    """Return the velocity coordinates at which actuators act: joints with a rigid drive, then rotors."""
    soft = {drive.k for drive in model.drives if not drive.left}
    joints = model.nv - len(model.elastic) - len(model.drives)
    return [*(k for k in range(joints) if k not in soft), *(drive.v.start for drive in model.drives)]
