"""Notes on the parts of an MJCF model that are not in the robot: contacts, springs, tendons and the like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from armillary.files.words import few


def notes_on(mujoco: Any, m: Any) -> Iterator[str]:
    """Yield notes on the parts of the compiled model that are not in the robot."""
    parts = [*_forces(mujoco, m), *_structures(m)]
    if parts:
        yield "not modelled: " + "; ".join(parts)
    straight = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
    moved = [j for j in range(m.njnt) if int(m.jnt_type[j]) in straight and m.qpos0[m.jnt_qposadr[j]] != 0]
    refs = [_joint(mujoco, m, j) for j in moved]
    if refs:
        yield f"coordinates are MuJoCo's qpos: at q = 0 these joints are not where they are drawn: {few(refs)}"


def _forces(mujoco: Any, m: Any) -> Iterator[str]:
    """Yield forces that act in addition to rigid-body dynamics."""
    sprung = [j for j in range(m.njnt) if m.jnt_stiffness[j] or np.any(_optional(m, "jnt_stiffnesspoly", j))]
    if sprung:
        yield f"joint springs at {few([_joint(mujoco, m, j) for j in sprung])}"
    damped = sorted({int(m.dof_jntid[k]) for k in range(m.nv) if np.any(_optional(m, "dof_dampingpoly", k))})
    if damped:
        yield f"nonlinear damping at {few([_joint(mujoco, m, j) for j in damped])}"
    curved = [k for k in range(m.nu) if np.any(_optional(m, "actuator_dampingpoly", k))]
    if curved:
        yield "nonlinear damping of actuators"
    if np.any(m.body_gravcomp):
        yield "gravity compensation of bodies"
    if m.opt.density or m.opt.viscosity:
        yield "forces of the surrounding fluid"
    if np.any(m.geom_contype) or np.any(m.geom_conaffinity):
        yield "contact"
    feedback = m.actuator_biastype != int(mujoco.mjtBias.mjBIAS_NONE) if m.nu else np.zeros(0)
    if np.any(feedback):
        yield f"the feedback of {int(np.sum(feedback))} actuators (position, velocity and the like)"


def _structures(m: Any) -> Iterator[str]:
    """Yield elements that tie bodies together, or that are not bodies."""
    counts = {
        "equality constraint": m.neq,
        "tendon": m.ntendon,
        "flexible object": getattr(m, "nflex", 0),
        "plugin": m.nplugin,
    }
    for what, count in counts.items():
        if count:
            yield f"{count} {what}{'s' if count > 1 else ''}"
    if m.nmocap:
        yield f"the motion of {m.nmocap} mocap bodies, which stand where they are drawn"


def _optional(m: Any, name: str, i: int) -> Any:
    """Return a row of a table that older versions of MuJoCo lack; zero there."""
    table = getattr(m, name, None)
    return 0.0 if table is None else table[i]


def _joint(mujoco: Any, m: Any, j: int) -> str:
    return mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_JOINT, j) or f"joint{j}"
