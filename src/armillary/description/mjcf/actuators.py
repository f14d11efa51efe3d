"""Actuators of an MJCF model: rotors with their gears, damping, and limits of effort."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from armillary.description.mjcf.parts import MjcfSource
from armillary.description.robot import Motor
from armillary.files.words import claim


@dataclass(frozen=True)
class JointActuator:
    """An actuator that acts on one joint directly, through a gear."""

    index: int
    name: str
    gear: float


def drives_of(source: MjcfSource, j: int) -> list[JointActuator]:
    """Return the actuators that act on hinge or slide j directly."""
    m, kinds = source.m, source.mujoco.mjtTrn
    if not source.is_kind(j, "hinge", "slide"):
        return []
    direct = (int(kinds.mjTRN_JOINT), int(kinds.mjTRN_JOINTINPARENT))
    return [
        JointActuator(k, source.names.given["actuator"][k], float(m.actuator_gear[k][0]))
        for k in source.actuators
        if int(m.actuator_trntype[k]) in direct and m.actuator_trnid[k][0] == j and m.actuator_gear[k][0] != 0
    ]


def is_muscle(source: MjcfSource, k: int) -> bool:
    """Return whether actuator k is a muscle."""
    return int(source.m.actuator_gaintype[k]) == int(source.mujoco.mjtGain.mjGAIN_MUSCLE)


def damping_of(source: MjcfSource, drives: list[JointActuator]) -> float:
    """Return the viscous friction of actuators at their joint."""
    return sum(drive.gear * (drive.gear * float(source.row("actuator_damping", drive.index))) for drive in drives)


def motors_of(source: MjcfSource, j: int, drives: list[JointActuator], carrier: str, taken: set[str]) -> list[Motor]:
    """Return the armatures of a joint and of its actuators as motors without a known axis."""
    name, motors = source.names.given["joint"][j], []
    rotors = [(f"{name} armature", 1.0, float(source.m.dof_armature[source.m.jnt_dofadr[j]]))]
    rotors += [(drive.name, drive.gear, float(source.row("actuator_armature", drive.index))) for drive in drives]
    for title, ratio, inertia in rotors:
        if not inertia:
            continue
        title = claim(title if title not in taken else f"{title} of {name}", taken)
        motors.append(Motor(title, name, carrier, rotor_inertia=inertia, ratio=ratio))
    return motors


def effort_of(source: MjcfSource, j: int, drives: list[JointActuator]) -> float:
    """Return the effort limit of a joint: the sum of its actuators' limits, if all have one, and its own limit."""
    m = source.m
    effort = sum(abs(drive.gear) * _strength(source, drive.index) for drive in drives) if drives else math.inf
    if source.is_kind(j, "hinge", "slide") and m.jnt_actfrclimited[j]:
        effort = min(effort, float(np.abs(m.jnt_actfrcrange[j]).max()))
    return effort


def _strength(source: MjcfSource, k: int) -> float:
    """Return the largest force of an actuator: its force range, or gain times control of a plain motor."""
    m, mujoco = source.m, source.mujoco
    if m.actuator_forcelimited[k]:
        return float(np.abs(m.actuator_forcerange[k]).max())
    # A filter between control and force keeps the range of the control.
    direct = (mujoco.mjtDyn.mjDYN_NONE, mujoco.mjtDyn.mjDYN_FILTER, mujoco.mjtDyn.mjDYN_FILTEREXACT)
    plain = (
        m.actuator_gaintype[k] == int(mujoco.mjtGain.mjGAIN_FIXED)
        and m.actuator_biastype[k] == int(mujoco.mjtBias.mjBIAS_NONE)
        and int(m.actuator_dyntype[k]) in map(int, direct)
    )
    if plain and m.actuator_ctrllimited[k]:
        return float(abs(m.actuator_gainprm[k][0]) * np.abs(m.actuator_ctrlrange[k]).max())
    return math.inf
