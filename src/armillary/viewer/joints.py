"""Sliders of joints, as data: their joints and ranges, and the configuration that they set.

Sliders of revolute joints are in degrees, of prismatic joints in metres; a spherical joint has three sliders, the
components of the rotation vector φ of its quaternion,
    q = (cos |φ|/2, φ/|φ| sin |φ|/2)                                                     (1)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.couplings import joint_limits
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_places, slides
from armillary.spatial.rotation import quaternion_exp
from armillary.spatial.scalar import Floats

TURN = 180.0
"""Range of a revolute joint without limits, to either side [°]."""


@dataclass(frozen=True)
class Control:
    """A slider: its joint, the axis of a spherical joint, its range and unit (° or m)."""

    joint: str
    axis: str
    unit: str
    lower: float
    upper: float

    @property
    def label(self) -> str:
        """Text beside the slider."""
        return f"{self.joint}{'.' if self.axis else ''}{self.axis} [{self.unit}]"

    @property
    def step(self) -> float:
        """Step: a tenth of a degree, or about a thousandth of the range of a prismatic joint [m]."""
        return 0.1 if self.unit == "°" else 10.0 ** math.floor(math.log10((self.upper - self.lower) / 1000))


def controls(model: Model, size: float) -> tuple[Control, ...]:
    """Return the sliders of a robot; prismatic joints without limits move by `size` [m] to either side."""
    limits = joint_limits(model.robot)
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
    """Return the range of a slider: infinite limits become ±reach, or `reach` beyond the other limit."""
    low = lower if math.isfinite(lower) else min(-reach, upper - reach)
    high = upper if math.isfinite(upper) else max(reach, lower + reach)
    return (low, high) if high > low else (low, low + 1e-3)


def configuration(model: Model, values: ArrayLike) -> Floats:
    """Return q at the values of all sliders, elastic coordinates zero."""
    q, given = model.neutral.copy(), list(np.asarray(values, dtype=float))
    for name, (place, v) in joint_places(model).items():
        own = [given.pop(0) for _ in range(v.stop - v.start)]
        if place.stop - place.start > len(own):
            q[place] = quaternion_exp(np.radians(own))  # (1)
        else:
            q[place] = own[0] if slides(model, name) else math.radians(own[0])
    return q


def slider_values(model: Model, q: ArrayLike) -> list[float]:
    """Return the values of all sliders at a configuration."""
    from scipy.spatial.transform import Rotation

    q, values = np.asarray(q, dtype=float), []
    for name, (place, v) in joint_places(model).items():
        own = q[place]
        if len(own) > v.stop - v.start:
            values += Rotation.from_quat(own[[1, 2, 3, 0]]).as_rotvec(degrees=True).tolist()  # (1)
        else:
            values.append(float(own[0]) if slides(model, name) else math.degrees(own[0]))
    return values


def start(model: Model, sliders: tuple[Control, ...]) -> Floats:
    """Return the start configuration: all joints at zero, or at the nearest value within their limits."""
    values = [min(max(0.0, each.lower), each.upper) for each in sliders]
    return configuration(model, values)
