"""Point-to-point motions in joint or task space, with any time law, and constant positions.

    q = q_0 + (q_1 − q_0) s(t)                                                                    (1)
All coordinates are synchronised. [Bascetta2002], which omits q_0 in (1), has two of the time laws. The trapezoidal law
follows from the most restrictive joint:
    v = min_j v_j / |Δ_j|,   a = min_j a_j / |Δ_j|,   Δ = q_1 − q_0                               (2)
    v² < a:   ramps of T_a = v / a,   T = 1/v + T_a;     else a triangle:  T_a = 1/√a,  T = 2 T_a   (3)
If the duration and one limit are given, the other follows:
    T, a:   T_a = T/2 − √(T²/4 − 1/a),   a T² ≥ 4                                                  (4)
    T, v:   T_a = T − 1/v,   1 < v T ≤ 2                                                           (5)
With the duration alone, each ramp takes a third of it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import numbers
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.parameters import Checked, Gain, Row, settle
from armillary.simulation.references.time_law import (
    RAMP,
    FifthOrderLaw,
    SeventhOrderLaw,
    StandstillLaw,
    StepAccelerationLaw,
    TimeLaw,
    TrapezoidLaw,
    numbers_of,
    progress_of,
)
from armillary.simulation.signals import DesiredMotion, Parametric
from armillary.spatial.scalar import Scalar


@dataclass(frozen=True)
class Constant(Checked, Parametric):
    """Constant position, in joint coordinates [rad, m] or task coordinates [m].

    Example:
        >>> Constant([0.5, -1.0]).motion(3.0).velocity.tolist()
        [0.0, 0.0]
    """

    position: Annotated[Row, Quantity("joint position", says="the constant position")]
    switches: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, position=numbers("position", self.position))

    @property
    def numbers(self) -> tuple[float, ...]:
        """The entries of the position."""
        return tuple(np.array(self.position, dtype=float))

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return the position, with zero velocity and acceleration."""
        return DesiredMotion(np.array(numbers), np.zeros(len(numbers)), np.zeros(len(numbers)))


@dataclass(frozen=True, kw_only=True)
class PointToPoint(Checked, Parametric):
    """Base of motions from `start` to `end`; without a start, from the initial position (`anchored`)."""

    start: Annotated[Row | None, Quantity("joint position", says="start; default: the initial position")] = None
    end: Annotated[Row, Quantity("joint position", says="end of the motion")]

    def __post_init__(self) -> None:
        super().__post_init__()
        end = numbers("end", self.end)
        start = None if self.start is None else numbers("start", self.start, len(end))
        settle(self, start=start, end=end)

    @cached_property
    def law(self) -> TimeLaw:
        """The time law s of the motion."""
        raise NotImplementedError

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""
        return self.law.switches

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the motion; a missing start becomes q."""
        if self.start is not None:
            return self
        return replace(self, start=numbers("q", q)[: len(np.asarray(self.end))])

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """Start, displacement and the numbers of the time law."""
        return *np.concatenate(self._start_and_displacement()), *numbers_of(self.law)

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s], (1)."""
        n = len(np.asarray(self.end))
        start, displacement = np.array(numbers[:n]), np.array(numbers[n : 2 * n])
        s, sd, sdd = progress_of(self.law, numbers[2 * n :], t, inside)
        return DesiredMotion(start + displacement * s, displacement * sd, displacement * sdd)  # (1)

    def _start_and_displacement(self) -> tuple[np.ndarray, np.ndarray]:
        """Return q_0 and q_1 − q_0 of (1)."""
        if self.start is None:
            raise ArgumentError("start", "nothing", "the start of the motion", "give start=, or use anchored(model, q)")
        start, end = np.array(self.start, dtype=float), np.array(self.end, dtype=float)
        with np.errstate(over="ignore"):
            displacement = end - start
        if not np.all(np.isfinite(displacement)):
            raise ArgumentError("end", shortened(self.end), "a finite distance from start to end")
        return start, displacement


@dataclass(frozen=True, kw_only=True)
class FifthOrder(PointToPoint):
    """Motion from `start` to `end` by a fifth-order polynomial, at rest before and after.

    Args:
        start: Start, joint coordinates [rad, m] or task coordinates [m]; default: the initial position.
        end: End of the motion, in the same coordinates.
        duration: Duration [s].
        begin: Time at which the motion begins [s]; default 0.

    Example:
        >>> motion = FifthOrder(start=[0.0, 1.0], end=[1.0, 1.0], duration=2.0).motion(1.0)
        >>> motion.position.tolist(), motion.velocity.tolist(), motion.acceleration.tolist()
        ([0.5, 1.0], [0.9375, 0.0], [0.0, 0.0])
    """

    time_law: ClassVar[type[FifthOrderLaw]] = FifthOrderLaw

    duration: Annotated[float, Quantity("time", above=0, says="duration")]
    begin: Annotated[float, Quantity("time", says="time at which the motion begins")] = 0.0

    @cached_property
    def law(self) -> TimeLaw:
        """The time law s of the motion."""
        return self.time_law(self.duration, self.begin)


@dataclass(frozen=True, kw_only=True)
class SeventhOrder(FifthOrder):
    """Motion from `start` to `end` by a seventh-order polynomial, with continuous jerk.

    Args:
        start: Start, joint coordinates [rad, m] or task coordinates [m]; default: the initial position.
        end: End of the motion, in the same coordinates.
        duration: Duration [s].
        begin: Time at which the motion begins [s]; default 0.

    Example:
        >>> motion = SeventhOrder(start=[0.0], end=[1.0], duration=2.0).motion(1.0)
        >>> motion.position.tolist(), motion.velocity.tolist(), motion.acceleration.tolist()
        ([0.5], [1.09375], [0.0])
    """

    time_law: ClassVar[type[FifthOrderLaw]] = SeventhOrderLaw


@dataclass(frozen=True, kw_only=True)
class StepAcceleration(FifthOrder):
    """Motion from `start` to `end` with constant acceleration, then constant deceleration.

    Args:
        start: Start, joint coordinates [rad, m] or task coordinates [m]; default: the initial position.
        end: End of the motion, in the same coordinates.
        duration: Duration [s].
        begin: Time at which the motion begins [s]; default 0.

    Example:
        >>> motion = StepAcceleration(start=[0.0], end=[1.0], duration=2.0).motion(0.5)
        >>> motion.position.tolist(), motion.velocity.tolist(), motion.acceleration.tolist()
        ([0.125], [0.5], [1.0])
    """

    time_law: ClassVar[type[FifthOrderLaw]] = StepAccelerationLaw


@dataclass(frozen=True, kw_only=True)
class Trapezoid(PointToPoint):
    """Motion from `start` to `end` with a trapezoidal velocity profile, synchronised joints.

    Args:
        start: Start, joint coordinates [rad, m] or task coordinates [m]; default: the initial position.
        end: End of the motion, in the same coordinates.
        velocity: Velocity limit, a number or one for each joint [rad/s, m/s].
        acceleration: Acceleration limit, a number or one for each joint [rad/s², m/s²].
        duration: Duration [s]. Give two of velocity, acceleration and duration, or the duration alone.
        begin: Time at which the motion begins [s]; default 0.

    Example:
        >>> move = Trapezoid(start=[0.0, 0.0], end=[3.0, 1.0], velocity=1.0, acceleration=1.0)
        >>> move.law.duration, move.switches
        (4.0, (0.0, 1.0, 3.0, 4.0))
    """

    velocity: Annotated[Gain | None, Quantity("joint speed", above=0, says="velocity limit")] = None
    acceleration: Annotated[Gain | None, Quantity("joint acceleration", above=0, says="acceleration limit")] = None
    duration: Annotated[float | None, Quantity("time", above=0, says="duration")] = None
    begin: Annotated[float, Quantity("time", says="time at which the motion begins")] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        names = [name for name in ("velocity", "acceleration", "duration") if getattr(self, name) is not None]
        if len(names) != 2 and names != ["duration"]:
            expected = "two of velocity, acceleration and duration, or the duration alone"
            raise ArgumentError("velocity, acceleration, duration", " and ".join(names) or "nothing", expected)
        for name in ("velocity", "acceleration"):
            if getattr(self, name) is not None:
                settle(self, **{name: numbers(name, getattr(self, name), len(np.asarray(self.end)))})
        if self.start is not None:
            _ = self.law  # raises at once if the duration is too short

    @cached_property
    def law(self) -> TrapezoidLaw | StandstillLaw:
        """The time law s of the motion."""
        distances = np.abs(self._start_and_displacement()[1])
        if not np.any(distances):
            return StandstillLaw(duration=self.duration or 0.0)
        v = _relative_limit(self.velocity, distances)  # (2)
        a = _relative_limit(self.acceleration, distances)
        T = self.duration
        if T is None:
            ramp = v / a if v * v < a else 1 / math.sqrt(a)  # (3)
            return TrapezoidLaw(1 / v + ramp if v * v < a else 2 * ramp, self.begin, ramp)
        return TrapezoidLaw(T, self.begin, self._ramp(T, v, a))

    def _ramp(self, T: float, v: float, a: float) -> float:
        """Return T_a where the duration is given, (4) and (5)."""
        if self.acceleration is not None:
            if a * T * T < 4 * (1 - 1e-12):
                hint = f"this acceleration takes {2 / math.sqrt(a):g} s"
                raise ArgumentError("duration", f"{T:g} s", "a longer duration, or more acceleration", hint)
            # The smaller root of T_a² − T T_a + 1/a = 0, without cancellation.
            return (1 / a) / (T / 2 + math.sqrt(max(0.0, T * T / 4 - 1 / a)))
        if self.velocity is not None:
            if not 1 < v * T <= 2 * (1 + 1e-12):
                expected = f"more than {1 / v:g} s and at most {2 / v:g} s, to reach this velocity"
                raise ArgumentError("duration", f"{T:g} s", expected)
            return T - 1 / v
        return RAMP * T


def _relative_limit(limits: Any, distances: np.ndarray) -> float:
    """Return the smallest limit relative to the distance of its joint, (2)."""
    if limits is None:
        return math.inf
    smallest = min(limit / distance for limit, distance in zip(limits, distances.tolist(), strict=True) if distance)
    return max(smallest, sys.float_info.min)  # a quotient may underflow to zero
