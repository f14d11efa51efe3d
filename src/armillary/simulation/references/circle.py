"""A circle, or an arc, of a frame, by any time law, with or without an orientation.

With r_0 = x_0 − c, n the axis, φ = α s, and r = c_φ-turned r_0,
    x = c + R(n, φ) r_0,   ẋ = φ̇ n × r,   ẍ = φ̈ n × r + φ̇² n × (n × r)                         (1)
The orientation is kept, turns to another by the shortest way, or turns with the circle:
    R = R(n, φ) R_0,   ω = φ̇ n,   ω̇ = φ̈ n                                                       (2)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.simulation.references.parameters import Says, number, numbers, settle
from armillary.simulation.references.path import Path, Turning
from armillary.simulation.references.time_law import Progress
from armillary.spatial.rotation import about_axis, cross, unit
from armillary.spatial.scalar import Array, Floats


@dataclass(frozen=True, kw_only=True)
class Circle(Path):
    """A circle of a frame about an axis, from `start`.

    Args:
        start: Start [m], world axes; default: where the frame is when the robot starts.
        centre: A point of the axis [m].
        axis: Direction of the axis; the frame turns about it by the right-hand rule.
        angle: Angle of the arc [rad]; default 2π. A negative angle turns the other way.
        duration: Duration [s].
        law: "fifth_order", "step_acceleration", "trapezoid", or a time law, which has its own duration.
        begin: Time at which the motion begins [s].
        orientation: Roll, pitch, yaw [rad], a quaternion or a matrix; without one, the reference is a position only.
        end_orientation: Orientation at the end; default: that of the start.
        follow: Whether the orientation turns with the circle.

    Example:
        >>> circle = Circle(start=[2, 0, 0], centre=[1, 0, 0], axis=[0, 0, 1], duration=4.0)
        >>> circle.motion(2.0).position.round(12).tolist()
        [0.0, 0.0, 0.0]
    """

    centre: Annotated[ArrayLike, Says("a point of the axis", unit="m")]
    axis: Annotated[ArrayLike, Says("direction of the axis")] = (0.0, 0.0, 1.0)
    angle: Annotated[float, Says("angle of the arc", "number", "rad")] = 2 * math.pi
    follow: Annotated[bool, Says("whether the orientation turns with the circle", "flag")] = False

    def __post_init__(self) -> None:
        axis = np.array(numbers("axis", self.axis, 3))
        if not np.any(axis):
            raise ArgumentError("axis", repr(self.axis), "a direction")
        settle(
            self, centre=numbers("centre", self.centre, 3), axis=tuple(unit(axis)), angle=number("angle", self.angle)
        )
        if self.follow and self.end_orientation is not None:
            raise ArgumentError("follow", "true, with an end_orientation", "one of the two")
        super().__post_init__()

    def _along(self, start: Floats, progress: Progress) -> tuple[Array, Array, Array]:
        c, n = np.array(self.centre), np.array(self.axis)
        r = about_axis(n, self.angle * progress.s) @ (start - c)
        across = cross(n, r)
        rate, change = self.angle * progress.sd, self.angle * progress.sdd
        return c + r, rate * across, change * across + rate * rate * cross(n, across)  # (1)

    def _turning(self, R0: Floats, progress: Progress) -> Turning:
        if not self.follow:
            return super()._turning(R0, progress)
        n = self.angle * np.array(self.axis)
        R = about_axis(self.axis, self.angle * progress.s) @ R0
        return Turning(R, n * progress.sd, n * progress.sdd)  # (2)
