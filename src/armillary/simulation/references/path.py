"""Paths of a frame, lines and circles, with any time law, with or without an orientation.

A vector v, or each column of a rotation matrix, rotated by φ about the unit vector n is
    a + b cos φ + c sin φ,   a = n (n·v),   b = v − a,   c = n × v                                (1)
The orientation is constant, or rotates about a fixed axis from R_0 to R_1, with (1) of the columns of R_0:
    φ = θ s,   ω = θ n ṡ,   ω̇ = θ n s̈                                                            (2)
θ n is the rotation vector of R_1 R_0ᵀ: the shortest rotation between the two. A line along d has
    x = x_0 + d s,   ẋ = d ṡ,   ẍ = d s̈                                                          (3)
A circle about an axis through m has, with φ = α s and (1) of x_0 − m,
    x = m + a + b cos φ + c sin φ,   ẋ = φ̇ e,   ẍ = φ̈ e − φ̇² (b cos φ + c sin φ),   e = c cos φ − b sin φ   (4)
An orientation that rotates with the circle has the n of the circle, and θ = α.                   (5)
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import numbers, reals, word
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.simulation.parameters import Checked, Row, settle
from armillary.simulation.references.time_law import (
    LAWS,
    PathProgress,
    TimeLaw,
    has_functions,
    numbers_of,
    pattern_of,
    progress_of,
)
from armillary.simulation.signals import DesiredMotion, Parametric, TaskMotion
from armillary.spatial.rotation import from_quaternion, from_rpy, is_rotation, orthonormal, skew, to_quaternion, unit
from armillary.spatial.scalar import Array, Floats, Scalar, cos, sin


def rotation_of(name: str, value: ArrayLike) -> Floats:
    """Return a rotation matrix from roll, pitch, yaw [rad], from a quaternion (w, x, y, z), or from a matrix.

    Example:
        >>> rotation_of("orientation", [0, 0, 0, 1]).tolist()
        [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    entries = reals(value)
    if np.all(np.isfinite(entries)):
        if entries.shape == (3,):
            return from_rpy(*entries)
        # Six digits of a rounded quaternion or matrix suffice; both are normalised.
        if entries.shape == (4,) and abs(np.linalg.norm(entries) - 1) <= 1e-6:
            return np.asarray(from_quaternion(entries / np.linalg.norm(entries)), dtype=float)
        if entries.shape == (3, 3) and is_rotation(entries, 1e-6):
            return orthonormal(entries)
    expected = "roll, pitch, yaw [rad], a unit quaternion (w, x, y, z), or a rotation matrix"
    raise ArgumentError(name, shortened(value), expected)


def shortest_rotation(R0: Floats, R1: Floats) -> tuple[Floats, float]:
    """Return axis, in world axes, and angle [rad] of the shortest rotation from R0 to R1."""
    w, *vector = to_quaternion(R1 @ R0.T)
    sine = float(np.linalg.norm(vector))
    if sine < 1e-15:  # no rotation: any axis will do
        return np.array([0.0, 0.0, 1.0]), 0.0
    return np.array(vector) / sine, 2 * float(np.arctan2(sine, w))


def rotation_parts(v: Floats, axis: Floats) -> Floats:
    """Return a, b and c of a vector, or of the columns of a matrix, rotated about an axis, (1)."""
    along = np.outer(axis, axis) @ v
    return np.array([along, v - along, skew(axis) @ v])


@dataclass(frozen=True, kw_only=True)
class Path(Checked, Parametric):
    """Motion of a frame along a path.

    With an orientation the motion is a `TaskMotion`, without one a `DesiredMotion` of three coordinates.
    """

    start: Annotated[Row | None, Quantity("length", says="start; default: position of the frame")] = None
    duration: Annotated[float | None, Quantity("time", above=0, says="duration")] = None
    law: Annotated[str | TimeLaw, "fifth_order, seventh_order, step_acceleration or trapezoid"] = "fifth_order"
    begin: Annotated[float, Quantity("time", says="time at which the motion begins")] = 0.0
    orientation: Annotated[Row | None, Quantity("angle", says="roll, pitch, yaw, or a quaternion")] = None
    end_orientation: Annotated[Row | None, Quantity("angle", says="orientation at the end")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.start is not None:
            settle(self, start=numbers("start", self.start, 3))
        if isinstance(self.law, str):
            word("law", self.law, tuple(LAWS))
            if self.duration is None:
                raise ArgumentError("duration", "nothing", "a duration, which this time law needs")
        elif not hasattr(self.law, "at") or self.duration is not None:
            expected = f"one of {', '.join(LAWS)} with a duration, or a time law without one"
            raise ArgumentError("law", shortened(self.law), expected)
        for name in ("orientation", "end_orientation"):
            if getattr(self, name) is not None:
                rows = rotation_of(name, getattr(self, name)).tolist()
                settle(self, **{name: tuple(map(tuple, rows))})
        if self.end_orientation is not None and self.orientation is None and self.start is not None:
            raise ArgumentError("orientation", "nothing", "the orientation at the start, which end_orientation needs")

    @cached_property
    def time_law(self) -> TimeLaw:
        """The time law s along the path."""
        return LAWS[self.law](self.duration, self.begin) if isinstance(self.law, str) else self.law

    @property
    def switches(self) -> tuple[float, ...]:
        """Instants at which the motion is not smooth [s]."""
        return self.time_law.switches

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the path with a missing initial position or orientation taken from the frame at q."""
        R, p = frame_pose(model, body_poses(model, np.asarray(q, dtype=float)), frame)
        initial: dict[str, Any] = {}
        if self.start is None:
            initial["start"] = tuple(np.asarray(p, dtype=float))
        if self.end_orientation is not None and self.orientation is None:
            initial["orientation"] = np.asarray(R, dtype=float)
        return replace(self, **initial) if initial else self

    @property
    def pattern(self) -> Hashable:
        """The class, and the pattern of the time law."""
        return type(self), pattern_of(self.time_law)

    @property
    def has_functions(self) -> bool:
        """Whether the time law is one of a user."""
        return has_functions(self.time_law)

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """Numbers of the time law, of the curve, and of the orientation if there is one."""
        if self.start is None:
            raise ArgumentError("start", "nothing", "the start of the path", "give start=, or use anchored(model, q)")
        curve = self._curve(np.array(self.start, dtype=float))
        return *numbers_of(self.time_law), *curve, *self._orientation()

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s], and the orientation with its rates if it has one."""
        first = len(numbers_of(self.time_law))
        progress = progress_of(self.time_law, numbers[:first], t, inside)
        curve = np.array(numbers[first : first + self.size])
        rotation = np.array(numbers[first + self.size :])
        x, xd, xdd = self._along(curve, progress)
        if self.orientation is None:
            return DesiredMotion(x, xd, xdd)
        if len(rotation) == 9:  # a constant orientation
            R, theta_n = rotation.reshape(3, 3), np.zeros(3)
        else:
            phi, (a, b, c) = rotation[0] * progress.s, rotation[4:].reshape(3, 3, 3)
            R, theta_n = a + cos(phi) * b + sin(phi) * c, rotation[1:4]  # (2)
        velocity = np.concatenate([theta_n * progress.sd, xd])
        acceleration = np.concatenate([theta_n * progress.sdd, xdd])
        return TaskMotion(x, velocity, acceleration, R)

    size: ClassVar[int]
    """Number of entries of `numbers` that describe the curve."""

    def _curve(self, start: Floats) -> Floats:
        """Return the numbers of the curve."""
        raise NotImplementedError

    def _along(self, curve: Array, progress: PathProgress) -> tuple[Array, Array, Array]:
        """Return position, velocity and acceleration on the curve."""
        raise NotImplementedError

    def _rotation(self) -> tuple[Floats, float] | None:
        """Return axis and angle [rad] of the whole rotation; None for a constant orientation."""
        if self.end_orientation is None:
            return None
        return shortest_rotation(np.array(self.orientation), np.array(self.end_orientation))

    def _orientation(self) -> Floats:
        """Return R_0, or θ, θ n and the parts of R, (2)."""
        if self.orientation is None:
            return np.zeros(0)
        R0 = np.array(self.orientation)
        rotation = self._rotation()
        if rotation is None:
            return R0.ravel()
        axis, angle = rotation
        return np.concatenate([[angle], angle * axis, rotation_parts(R0, axis).ravel()])


@dataclass(frozen=True, kw_only=True)
class Line(Path):
    """A straight line of a frame from `start` to `end`, or along `displacement`.

    Args:
        start: Start [m], world axes; default: the initial position of the frame.
        end: End [m].
        displacement: Displacement from the start [m], instead of `end`.
        duration: Duration [s].
        law: "fifth_order" (default), "seventh_order", "step_acceleration", "trapezoid", or a time law, which
            includes the duration.
        begin: Time at which the motion begins [s]; default 0.
        orientation: Roll, pitch, yaw [rad], a quaternion or a matrix; default none: a motion of the position only.
        end_orientation: Orientation at the end; default: that of the start.

    Example:
        >>> line = Line(start=[0, 0, 1], displacement=[1, 0, 0], duration=2.0)
        >>> line.motion(1.0).position.tolist(), line.motion(1.0).velocity.tolist()
        ([0.5, 0.0, 1.0], [0.9375, 0.0, 0.0])
    """

    end: Annotated[Row | None, Quantity("length", says="end of the motion")] = None
    displacement: Annotated[Row | None, Quantity("length", says="displacement from the start")] = None

    def __post_init__(self) -> None:
        if (self.end is None) == (self.displacement is None):
            found = "neither" if self.end is None else "both"
            raise ArgumentError("end, displacement", found, "one of the two")
        for name in ("end", "displacement"):
            if getattr(self, name) is not None:
                settle(self, **{name: numbers(name, getattr(self, name), 3)})
        super().__post_init__()

    size: ClassVar[int] = 6

    def _curve(self, start: Floats) -> Floats:
        """Return start and displacement."""
        displacement = np.array(self.displacement) if self.end is None else np.array(self.end) - start
        return np.array([start, displacement]).ravel()

    def _along(self, curve: Array, progress: PathProgress) -> tuple[Array, Array, Array]:
        start, d = curve[:3], curve[3:]
        return start + d * progress.s, d * progress.sd, d * progress.sdd  # (3)


@dataclass(frozen=True, kw_only=True)
class Circle(Path):
    """A circle of a frame about an axis, from `start`.

    Args:
        start: Start [m], world axes; default: the initial position of the frame.
        centre: A point of the axis [m].
        axis: Direction of the axis, default z; the frame moves around it by the right-hand rule.
        angle: Angle of the arc [rad], negative for the other direction; default 2π.
        duration: Duration [s].
        law: "fifth_order" (default), "seventh_order", "step_acceleration", "trapezoid", or a time law, which
            includes the duration.
        begin: Time at which the motion begins [s]; default 0.
        orientation: Roll, pitch, yaw [rad], a quaternion or a matrix; default none: a motion of the position only.
        end_orientation: Orientation at the end; default: that of the start.
        follow: Whether the orientation rotates with the circle; default false.

    Example:
        >>> circle = Circle(start=[2, 0, 0], centre=[1, 0, 0], axis=[0, 0, 1], duration=4.0)
        >>> circle.motion(2.0).position.round(12).tolist()
        [0.0, 0.0, 0.0]
    """

    centre: Annotated[Row, Quantity("length", says="a point of the axis")]
    axis: Annotated[Row, Quantity(says="direction of the axis")] = (0.0, 0.0, 1.0)
    angle: Annotated[float, Quantity("angle", says="angle of the arc")] = 2 * math.pi
    follow: Annotated[bool, "whether the orientation rotates with the circle"] = False

    def __post_init__(self) -> None:
        axis = np.array(numbers("axis", self.axis, 3))
        if not np.any(axis):
            raise ArgumentError("axis", shortened(self.axis), "a non-zero direction")
        settle(self, centre=numbers("centre", self.centre, 3), axis=tuple(unit(axis)))
        super().__post_init__()
        if self.follow and self.end_orientation is not None:
            raise ArgumentError("follow", "true with an end_orientation", "one of the two")

    size: ClassVar[int] = 10

    def _curve(self, start: Floats) -> Floats:
        """Return α, m + a, b and c of (4)."""
        centre = np.array(self.centre)
        a, b, c = rotation_parts(start - centre, np.array(self.axis))
        return np.array([self.angle, *(centre + a), *b, *c])

    def _along(self, curve: Array, progress: PathProgress) -> tuple[Array, Array, Array]:
        angle, (middle, b, c) = curve[0], curve[1:].reshape(3, 3)
        phi, phi_d, phi_dd = (angle * derivative for derivative in progress)
        cosine, sine = cos(phi), sin(phi)
        radius, tangent = cosine * b + sine * c, cosine * c - sine * b
        return middle + radius, phi_d * tangent, phi_dd * tangent - phi_d * phi_d * radius  # (4)

    def _rotation(self) -> tuple[Floats, float] | None:
        return (np.array(self.axis), self.angle) if self.follow else super()._rotation()  # (5)
