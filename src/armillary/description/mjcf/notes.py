"""Notes on the parts of an MJCF model that are not in the robot: contacts, tendons, muscles and the like."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from armillary.description.mjcf.equalities import Ties
from armillary.description.mjcf.parts import Source
from armillary.files.words import few


def notes_on(source: Source, ties: Ties) -> Iterator[str]:
    """Yield notes on coupled joints, and on the parts of the compiled model that are not in the robot."""
    parts = [*_at_joints(source), *_forces(source), *_structures(source, ties)]
    if parts:
        yield "not modelled: " + "; ".join(parts)
    if ties.couplings:
        count, names = len(ties.couplings), few(_joints(source, sorted(ties.couplings)))
        yield f"{count} joint{'s' * (count > 1)} without a coordinate, by equalities: {names}"
    for j, value in ties.locked.items():
        yield f"joint {source.names.given['joint'][j]!r} is fixed at {value:g} by an equality"
    m = source.m
    refs = [j for j in source.joints if source.is_kind(j, "hinge", "slide") and m.qpos0[m.jnt_qposadr[j]] != 0]
    if refs:
        text = few(_joints(source, refs))
        yield f"coordinates are MuJoCo's qpos: at q = 0 these joints are not where they are drawn: {text}"


def _at_joints(source: Source) -> Iterator[str]:
    """Yield properties of joints for which the robot has no field."""
    m, row = source.m, source.row
    curved = [j for j in source.joints if np.any(row("jnt_stiffnesspoly", j))]
    if curved:
        yield f"nonlinear springs at {few(_joints(source, curved))}, of which the linear part is kept"
    damped = [j for j in source.joints if np.any(row("dof_dampingpoly", m.jnt_dofadr[j]))]
    if damped:
        yield f"nonlinear damping at {few(_joints(source, damped))}, of which the linear part is kept"
    for kind in ("ball", "free"):
        joints = [j for j in source.joints if source.is_kind(j, kind)]
        first = {j: m.jnt_dofadr[j] for j in joints}
        properties = {
            "frictionloss": [j for j in joints if m.dof_frictionloss[first[j]]],
            "springs": [j for j in joints if m.jnt_stiffness[j]],
        }
        for what, found in properties.items():
            if found:
                yield f"{what} of {kind} joint{'s' * (len(found) > 1)} {few(_joints(source, found))}"
    for j in source.joints:
        if source.is_kind(j, "ball") and m.jnt_limited[j]:
            most = math.degrees(float(m.jnt_range[j][1]))
            yield f"the range of ball joint {source.names.given['joint'][j]!r}, up to {most:g}°"


def _forces(source: Source) -> Iterator[str]:
    """Yield forces that act in addition to rigid-body dynamics."""
    mujoco, m = source.mujoco, source.m
    if any(np.any(source.row("actuator_dampingpoly", k)) for k in range(m.nu)):
        yield "nonlinear damping of actuators"
    if m.opt.density or m.opt.viscosity:
        yield "forces of the surrounding fluid"
    if np.any(m.geom_contype) or np.any(m.geom_conaffinity):
        yield "contact"
    muscles = np.flatnonzero(m.actuator_gaintype == int(mujoco.mjtGain.mjGAIN_MUSCLE))
    if len(muscles):
        yield f"muscles {few(_actuators(source, muscles))}"
    feedback = m.actuator_biastype != int(mujoco.mjtBias.mjBIAS_NONE)
    feedback[muscles] = False
    if np.any(feedback):
        yield f"the feedback of {int(np.sum(feedback))} actuators (position, velocity and the like)"
    joints = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    others = [k for k in range(m.nu) if int(m.actuator_trntype[k]) not in joints and k not in muscles]
    if others:
        yield f"actuators that act on no single joint: {few(_actuators(source, others))}"


def _structures(source: Source, ties: Ties) -> Iterator[str]:
    """Yield elements that tie bodies together, or that are not bodies."""
    m = source.m
    if ties.open:
        yield f"{', '.join(ties.open)}, where loops stay open"
    counts = {
        "tendon": m.ntendon,
        "flexible object": getattr(m, "nflex", 0),
        "plugin": m.nplugin,
    }
    for what, count in counts.items():
        if count:
            yield f"{count} {what}{'s' if count > 1 else ''}"
    if m.nmocap:
        yield f"the motion of {m.nmocap} mocap bodies, which stand where they are drawn"


def _joints(source: Source, numbers: Iterable[int]) -> list[str]:
    return [source.names.given["joint"][j] for j in numbers]


def _actuators(source: Source, numbers: Iterable[int]) -> list[str]:
    return [source.names.given["actuator"][k] for k in numbers]
