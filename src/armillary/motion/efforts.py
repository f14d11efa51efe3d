"""Efforts along a motion, with a point mass at a frame.

Inverse dynamics is affine in a mass m at the origin p of a frame: by virtual work the mass adds
    τ_m = m h,   h = J_vᵀ (p̈ − g),   p̈ = J_v q̈ + J̇_v q̇                                  (1)
so efforts with any payload follow from efforts without payload. Flexible links are held straight. The constraint forces
do no work on the joints, so the joint efforts equal those of a robot with rigid links of the same shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.compiled import Compiled
from armillary.errors import ArgumentError
from armillary.formulations.mesh import through_gears
from armillary.motion.ranges import Ranges
from armillary.multibody import Model
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.motion.task import Motion


def efforts(dyn: Compiled, motion: Motion, payload: float | None = None) -> Floats:
    """Return the efforts of motors at the joints, shape (K, n) [N·m or N], with friction and gear losses of `dyn`.

    `payload` is the point mass at the motion's frame [kg]; default: the payload of the motion.
    """
    check_fits(dyn.model, motion)
    mass = motion.payload if payload is None else payload
    tau = dyn.inverse_dynamics(motion.q, motion.qd, motion.qdd)
    if mass:
        tau = tau + mass * efforts_per_mass(dyn, motion.q, motion.qd, motion.qdd, motion.frame)
    if dyn.model.losses:
        rows = zip(motion.q, motion.qd, motion.qdd, tau, strict=True)
        tau = np.array([through_gears(dyn.model, *row) for row in rows], dtype=float)
    return tau[:, : Ranges(dyn.model).n]


def efforts_per_mass(dyn: Compiled, q: Floats, qd: Floats, qdd: Floats, frame: str = "tip") -> Floats:
    """Return h of (1) for each row, shape (N, nv) [N·m/kg or N/kg]."""
    J = dyn.jacobian(q, frame=frame)[:, 3:]
    J_dot = dyn.jacobian_dot(q, qd, frame=frame)[:, 3:]
    acceleration = np.einsum("nij,nj->ni", J, qdd) + np.einsum("nij,nj->ni", J_dot, qd)
    return np.einsum("nij,ni->nj", J, acceleration - dyn.model.gravity)  # (1)


def integral(values: Floats, t: Floats) -> Floats:
    """Return the time integral of values (K, …) by the trapezoidal rule."""
    return np.tensordot(np.diff(t), (values[1:] + values[:-1]) / 2, axes=1)


def check_fits(model: Model, motion: Motion) -> None:
    """Raise `ArgumentError` if the columns of a motion do not fit the coordinates of a robot."""
    for name, size in (("q", model.nq), ("qd", model.nv), ("qdd", model.nv)):
        columns = getattr(motion, name).shape[1]
        if columns != size:
            problem = f"{motion.name!r} with {columns} columns of {name}"
            raise ArgumentError("motion", problem, f"{size}, as {model.robot.name!r} has")
