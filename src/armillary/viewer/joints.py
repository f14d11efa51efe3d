"""Sliders of joints, as data: their joints and ranges, and the configuration that they set.

Sliders of angles are in degrees, of displacements in metres; a rotation in space has three sliders, the components of
the rotation vector φ of its quaternion,
    q = (cos |φ|/2, φ/|φ| sin |φ|/2)                                                     (1)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.multibody.coordinates import joint_coordinates, joint_count
from armillary.spatial.rotation import quaternion_exp
from armillary.spatial.scalar import Floats

TURN = 180.0
"""Range of a revolute joint without limits, to either side [°]."""


@dataclass(frozen=True)
class Slider:
    """A slider: its joint, the part of a joint with several coordinates, its range and unit (° or m)."""

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


def controls(model: Model, size: float) -> tuple[Slider, ...]:
    """Return the sliders of a robot; prismatic joints without limits move by `size` [m] to either side."""
    sliders: list[Slider] = []
    for coordinate in joint_coordinates(model):
        part = coordinate.name[len(coordinate.joint) + 1 :]  # of joints with several coordinates: "x" of "wrist.x"
        if coordinate.q is None:
            sliders.append(Slider(coordinate.joint, part, "°", -TURN, TURN))
            continue
        unit, factor, reach = ("°", math.degrees(1.0), TURN) if coordinate.turns else ("m", 1.0, size)
        lower, upper = factor * coordinate.limits.lower, factor * coordinate.limits.upper
        sliders.append(Slider(coordinate.joint, part, unit, *_range(lower, upper, reach)))
    return tuple(sliders)


def _range(lower: float, upper: float, reach: float) -> tuple[float, float]:
    """Return the range of a slider: infinite limits become ±reach, or `reach` beyond the other limit."""
    low = lower if math.isfinite(lower) else min(-reach, upper - reach)
    high = upper if math.isfinite(upper) else max(reach, lower + reach)
    return (low, high) if high > low else (low, low + 1e-3)  # viser refuses sliders without a range


def from_sliders(model: Model, values: ArrayLike) -> Floats:
    """Return q at the values of all sliders; elastic coordinates are zero."""
    q = model.neutral.copy()
    settings = np.asarray(values, dtype=float)
    for coordinate in joint_coordinates(model):
        if coordinate.q is not None:
            q[coordinate.q] = math.radians(settings[coordinate.v]) if coordinate.turns else settings[coordinate.v]
    for place, v in model.quaternions:
        q[place] = quaternion_exp(np.radians(settings[v]))  # (1)
    return q


def slider_values(model: Model, q: ArrayLike) -> list[float]:
    """Return the values of all sliders at a configuration."""
    from scipy.spatial.transform import Rotation

    q = np.asarray(q, dtype=float)
    values = np.zeros(joint_count(model))
    for coordinate in joint_coordinates(model):
        if coordinate.q is not None:
            values[coordinate.v] = math.degrees(q[coordinate.q]) if coordinate.turns else q[coordinate.q]
    for place, v in model.quaternions:
        values[v] = Rotation.from_quat(q[place][[1, 2, 3, 0]]).as_rotvec(degrees=True)  # (1)
    return [float(value) for value in values]
