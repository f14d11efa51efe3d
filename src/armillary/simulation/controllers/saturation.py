"""Saturation, for any scalar: bounds of efforts, and integrals that do not wind up behind them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.graph import Expr
from armillary.expr.pointwise import less, maximum, minimum, select
from armillary.multibody import Model
from armillary.simulation.references.parameters import floats
from armillary.spatial.scalar import Array, Floats, Scalar

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
    count = model.nv - len(model.elastic)
    if limits is None:
        return np.full(count, math.inf)
    if isinstance(limits, str):
        if limits != "robot":
            raise ArgumentError(
                "limits", repr(limits), 'numbers, or "robot" for the limits of the robot\'s description'
            )
        return robot_limits(model)[:count]
    found = floats(limits)
    if found.ndim == 0:
        found = np.full(count, float(found))
    if found.shape != (count,) or not np.all(found > 0):
        raise ArgumentError("limits", repr(limits)[:80], f'a number above zero, {count} of them, or "robot"')
    return found


def robot_limits(model: Model) -> Floats:
    """Return the greatest effort of each velocity coordinate, shape (nv,), from the limits of the joints."""
    most = np.full(model.nv, math.inf)
    known = {joint.name: joint.limits.effort for joint in model.robot.joints}
    for joint in model.joints:
        if joint.name in known and not joint.kind.shared:
            most[joint.v] = known[joint.name]
    return most
