"""Sliders of joints, as data: what each moves, between which values, and the configuration that they make together.

A joint that turns is moved in degrees, one that slides in metres; a spherical joint has three sliders, the components
of the rotation vector φ of its quaternion,
    q = (cos |φ|/2, φ/|φ| sin |φ|/2)                                                     (1)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.multibody.coordinates import joint_places, slides
from armillary.spatial.rotation import quaternion_exp
from armillary.spatial.scalar import Floats

TURN = 180.0
"""Degrees that a joint without limits turns on its slider, to either side."""


@dataclass(frozen=True)
class Control:
    """A slider: the joint and, of a spherical one, the axis that it moves; its range and its unit (° or m)."""

    joint: str
    axis: str
    unit: str
    lower: float
    upper: float

    @property
    def label(self) -> str:
        """What stands beside the slider."""
        return f"{self.joint}{'.' if self.axis else ''}{self.axis} [{self.unit}]"

    @property
    def step(self) -> float:
        """A tenth of a degree; about a thousandth of the way that a joint slides."""
        return 0.1 if self.unit == "°" else 10.0 ** math.floor(math.log10((self.upper - self.lower) / 1000))


def controls(model: Model, size: float) -> tuple[Control, ...]:
    """Return the sliders of a robot; joints without limits slide by `size` [m] to either side."""
    limits = {joint.name: joint.limits for joint in model.robot.joints}
    found: list[Control] = []
    for name, (q, v) in joint_places(model).items():
        if q.stop - q.start > v.stop - v.start:
            found += [Control(name, axis, "°", -TURN, TURN) for axis in "xyz"]
            continue
        unit, factor, reach = ("m", 1.0, size) if slides(model, name) else ("°", math.degrees(1.0), TURN)
        bounds = limits.get(name)
        lower, upper = (factor * bounds.lower, factor * bounds.upper) if bounds else (-math.inf, math.inf)
        found.append(Control(name, "", unit, *_range(lower, upper, reach)))
    return tuple(found)


def _range(lower: float, upper: float, reach: float) -> tuple[float, float]:
    """Return bounds as they are, those that are infinite replaced; about zero where the other side allows it."""
    low = lower if math.isfinite(lower) else min(-reach, upper - reach)
    high = upper if math.isfinite(upper) else max(reach, lower + reach)
    return (low, high) if high > low else (low, low + 1e-3)


def configuration(model: Model, values: ArrayLike) -> Floats:
    """Return q for the values of all sliders, elastic coordinates zero."""
    q, given = model.neutral.copy(), list(np.asarray(values, dtype=float))
    for name, (place, v) in joint_places(model).items():
        own = [given.pop(0) for _ in range(v.stop - v.start)]
        if place.stop - place.start > len(own):
            q[place] = quaternion_exp(np.radians(own))  # (1)
        else:
            q[place] = own[0] if slides(model, name) else math.radians(own[0])
    return q


def slider_values(model: Model, q: ArrayLike) -> list[float]:
    """Return where the sliders are for a configuration."""
    q, values = np.asarray(q, dtype=float), []
    for name, (place, v) in joint_places(model).items():
        own = q[place]
        if len(own) > v.stop - v.start:
            values += np.degrees(_rotation_vector(own)).tolist()
        else:
            values.append(float(own[0]) if slides(model, name) else math.degrees(own[0]))
    return values


def _rotation_vector(quaternion: Floats) -> Floats:
    """Return φ of (1)."""
    w, axis = float(quaternion[0]), np.asarray(quaternion[1:], dtype=float)
    sine = float(np.linalg.norm(axis))
    if sine == 0:
        return np.zeros(3)
    sign = 1.0 if w >= 0 else -1.0  # the shorter way round
    return axis * sign * (2 * math.atan2(sine, abs(w)) / sine)


def start(model: Model, sliders: tuple[Control, ...]) -> Floats:
    """Return a configuration to begin with: all joints at zero, or at the nearest value within their limits."""
    values = [min(max(0.0, each.lower), each.upper) for each in sliders]
    return configuration(model, values)
