"""Limits of the joints of a model by coordinate: positions, speeds, efforts; infinite without a limit."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from armillary.multibody.coordinates import joint_coordinates
from armillary.multibody.model import Model
from armillary.spatial.scalar import Floats

Whole = NDArray[np.int64]


def position_limits(model: Model) -> tuple[Floats, Floats]:
    """Return the least and the greatest position of each coordinate of q, shapes (nq,) [rad or m]."""
    lower, upper = np.full(model.nq, -math.inf), np.full(model.nq, math.inf)
    for coordinate in joint_coordinates(model):
        if coordinate.q is not None:
            lower[coordinate.q], upper[coordinate.q] = coordinate.limits.lower, coordinate.limits.upper
    return lower, upper


def speed_limits(model: Model) -> Floats:
    """Return the greatest speed of each velocity coordinate, shape (nv,) [rad/s or m/s]."""
    most = np.full(model.nv, math.inf)
    for coordinate in joint_coordinates(model):
        most[coordinate.v] = coordinate.limits.velocity
    return most


def effort_limits(model: Model) -> Floats:
    """Return the greatest effort of each velocity coordinate, shape (nv,) [N·m or N].

    Behind an elastic gear the rotor has the limit in place of its joint.
    """
    most = np.full(model.nv, math.inf)
    for coordinate in joint_coordinates(model):
        most[coordinate.v] = coordinate.limits.effort
    at_joints = most.copy()
    for drive in model.drives:
        most[drive.v] = sum(abs(leg.share) * at_joints[leg.k] for leg in drive.legs if leg.share)
        for leg in drive.legs:
            most[leg.k] = drive.rigid_share * at_joints[leg.k] if drive.rigid_share else math.inf
    return most


def position_places(model: Model) -> Whole:
    """Return the place in q of each velocity coordinate, shape (nv,), −1 for those without a position of their own."""
    places = np.full(model.nv, -1)
    for coordinate in joint_coordinates(model):
        places[coordinate.v] = -1 if coordinate.q is None else coordinate.q
    return places


def _ranges(model: Model) -> tuple[Floats, Floats]:
    """Return the least and the greatest position of each velocity coordinate, shapes (nv,)."""
    places, (lower, upper) = position_places(model), position_limits(model)
    known = places >= 0
    return np.where(known, lower[places], -math.inf), np.where(known, upper[places], math.inf)


def middles(model: Model) -> Floats:
    """Return the middle of the range of each velocity coordinate, shape (nv,) [rad or m]; zero without a range."""
    lower, upper = _ranges(model)
    limited = np.isfinite(lower) & np.isfinite(upper)
    return np.where(limited, np.where(limited, lower, 0.0) + np.where(limited, upper, 0.0), 0.0) / 2


def limits_of(model: Model) -> Floats:
    """Return half the range, the greatest speed and the greatest effort of each velocity coordinate, shape (3, nv)."""
    lower, upper = _ranges(model)
    return np.array([(upper - lower) / 2, speed_limits(model), effort_limits(model)])
