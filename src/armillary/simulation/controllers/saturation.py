"""Saturation, for any scalar: bounds of efforts, and integrals that do not wind up behind them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.graph import Expr
from armillary.expr.pointwise import less, maximum, minimum, select
from armillary.multibody import Model
from armillary.simulation.controllers.joints import Joints
from armillary.spatial.scalar import Array, Scalar

Limits = ArrayLike | str | None
"""Greatest efforts: a number, one for each joint, "robot" for those of the robot's description, or None."""


def clip(value: Scalar, least: float, greatest: float) -> Scalar:
    """Return the value, or the bound that it is beyond."""
    if isinstance(value, Expr):
        value = value if greatest == math.inf else minimum(value, greatest)
        return value if least == -math.inf else maximum(value, least)
    if np.real(value) > greatest:
        return greatest
    return least if np.real(value) < least else value


def unless_pushing(error: Scalar, command: Scalar, limit: float) -> Scalar:
    """Return the error, or zero where the command is beyond ± limit and the error would drive it further."""
    if limit == math.inf:
        return error
    if isinstance(error, Expr) or isinstance(command, Expr):
        above = less(limit, command) * less(0.0, error)
        below = less(command, -limit) * less(error, 0.0)
        return select(above + below, 0.0, error)
    pushing = (np.real(command) > limit and np.real(error) > 0) or (np.real(command) < -limit and np.real(error) < 0)
    return 0.0 * error if pushing else error


def effort_limits(model: Model, limits: Limits) -> Array:
    """Return the greatest effort of each joint, shape (joints,), ∞ where there is none."""
    joints = Joints(model)
    if limits is None:
        return np.full(joints.nv, math.inf)
    if isinstance(limits, str):
        return _of_robot(model, joints, limits)
    try:
        found = np.asarray(limits, dtype=float)
    except (TypeError, ValueError):
        found = np.full(0, np.nan)
    if found.ndim == 0:
        found = np.full(joints.nv, float(found))
    if found.shape != (joints.nv,) or not np.all(found > 0):
        raise ArgumentError("limits", repr(limits)[:80], f'a number above zero, {joints.nv} of them, or "robot"')
    return found


def _of_robot(model: Model, joints: Joints, limits: str) -> Array:
    if limits != "robot":
        raise ArgumentError("limits", repr(limits), 'numbers, or "robot" for the limits in the robot\'s description')
    known: dict[str, Any] = {joint.name: joint.limits.effort for joint in model.robot.joints}
    found = np.full(joints.nv, math.inf)
    for joint in model.joints:
        if not joint.kind.shared and joint.v.start < joints.nv:
            found[joint.v] = known.get(joint.name, math.inf)
    return found
