"""Contributions of motors to the efforts of a prescribed motion, linear in their masses and inertias.

A drive (m, I_t, I_z, J, r) of joint i is fixed at p on a link with angular velocity ω, with the spin axis z; p has the
acceleration a and the Jacobians J_v, J_ω. The efforts of all joints on a prescribed motion are
    τ = τ₀ + Σ_i (m A_m + I_t A_t + (I_z + J) A_z + r J A_κ) + Σ_i e_i r J α_i               (1)
    A_m = J_vᵀ (a − g)                                                                 (2)
    A_z = J_ωᵀ (z zᵀω̇ + (zᵀω) ω × z),   A_t = J_ωᵀ ω̇ − A_z                               (3)
    A_κ = J_ωᵀ (q̈_i z + q̇_i ω × z)                                                     (4)
    α_i = r q̈_i + zᵀω̇                                                                  (5)
τ₀ is the effort without these motors, with friction; e_i is the unit vector of joint i. The first sum loads the joints
before the motor: its weight, its stator, and the reaction to its spinning rotor. The second sum accelerates the rotor:
α is its angular acceleration about z in the world (the rotor is axisymmetric, so ω × H has no component along z). A
motor on the base contributes only r² J q̈_i. (1) is the "full" motor model in separate terms; [Celentano2008] and
`multibody.body` combine them.
Flexible links sag and vibrate along the motion (`motion.elastic_response`); in τ₀ and in the search they bend as
without these motors, and joints follow the motion exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armillary.compiler import compiled
from armillary.description.robot import Robot
from armillary.motion.elastic_response import with_elastic_response
from armillary.motion.task import Motion
from armillary.multibody import Model
from armillary.selection.motors.drive import GearMotor, GearMotors
from armillary.selection.motors.mounts import MotorMount, with_frames
from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class MotorResponse:
    """Unit contributions of one motor.

    `units` are A_m, A_t, A_z, A_κ of (2)–(4), shape (4, K, nv), `turning` is zᵀω̇, shape (K,) [rad/s²], and `spin` is
    zᵀJ_ω, the Jacobian of the mount's rotation about the spin axis, shape (K, nv).
    """

    units: Floats
    turning: Floats
    spin: Floats

    def carried(self, drive: GearMotor | GearMotors, j: int) -> Floats:
        """Return the load of a drive on joint j, a term of the first sum of (1), shape (K,), or (C, K) for C drives."""
        return np.asarray(sum(inertia * unit[:, j] for inertia, unit in zip(drive.inertias, self.units, strict=True)))


@dataclass(frozen=True, eq=False)
class MotionLoads:
    """Efforts without motors, τ₀ of shape (K, nv), and the unit contributions of the motor of each joint."""

    without: Floats
    responses: Mapping[str, MotorResponse]
    coordinate: Mapping[str, int]
    motion: Motion

    def at(self, joint: str, chosen: Mapping[str, GearMotor]) -> Floats:
        """Return the load of a joint by the links and the drives of other joints, shape (K,) [N·m or N]."""
        j = self.coordinate[joint]
        total = self.without[:, j].copy()
        for other, drive in chosen.items():
            if other != joint:
                total += self.responses[other].carried(drive, j)
        return total


def loads_of(robot: Robot, motion: Motion, mounts: Mapping[str, MotorMount]) -> MotionLoads:
    """Return the loads of a motion; `robot` has no motors at the joints with mounts."""
    framed, frames = with_frames(robot, mounts)
    dyn = compiled.compile(framed)
    motion = with_elastic_response(dyn, motion)
    responses = responses_of(dyn, motion, mounts, frames)
    return MotionLoads(dyn.inverse_dynamics(motion.q, motion.qd, motion.qdd), responses, coordinates(dyn.model), motion)


def coordinates(model: Model) -> dict[str, int]:
    """Return the velocity coordinate of each joint."""
    return {joint.name: joint.v.start for joint in model.joints}


def responses_of(
    dyn: compiled.Compiled, motion: Motion, mounts: Mapping[str, MotorMount], frames: Mapping[str, str]
) -> dict[str, MotorResponse]:
    """Return the unit contributions of the motor of each joint; `frames` are at the moving mounts, by joint."""
    coordinate = coordinates(dyn.model)
    q, qd, qdd = motion.q, motion.qd, motion.qdd
    g = np.array(dyn.model.robot.gravity)
    responses = {}
    for joint, mount in mounts.items():
        i = coordinate[joint]
        if joint not in frames:
            responses[joint] = MotorResponse(np.zeros((4, *qd.shape)), np.zeros(len(qd)), np.zeros_like(qd))
            continue
        J, J_dot = dyn.jacobian(q, frame=frames[joint]), dyn.jacobian_dot(q, qd, frame=frames[joint])
        J_w, J_v = J[:, :3], J[:, 3:]
        z = dyn.pose(q, frame=frames[joint])[:, :3, :3] @ np.array(mount.axis)  # (K, 3)
        speed = np.einsum("kin,kn->ki", J, qd)
        rate = np.einsum("kin,kn->ki", J, qdd) + np.einsum("kin,kn->ki", J_dot, qd)
        w, w_dot, a = speed[:, :3], rate[:, :3], rate[:, 3:]
        turning = np.einsum("ki,ki->k", z, w_dot)
        along = np.einsum("ki,ki->k", z, w)
        across = np.cross(w, z)
        axial = _pulled(J_w, turning[:, None] * z + along[:, None] * across)  # (3)
        coupling = _pulled(J_w, qdd[:, i, None] * z + qd[:, i, None] * across)  # (4)
        units = np.stack([_pulled(J_v, a - g), _pulled(J_w, w_dot) - axial, axial, coupling])  # (2), (3)
        responses[joint] = MotorResponse(units, turning, _pulled(J_w, z))
    return responses


def _pulled(J: Floats, wrench: Floats) -> Floats:
    """Return Jᵀ w for every row, shape (K, nv)."""
    return np.asarray(np.einsum("kin,ki->kn", J, wrench))
