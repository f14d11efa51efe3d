"""Straight motions between two positions, in joint or task space, by any time law, and positions to hold.

    q = q_0 + (q_1 − q_0) s(t)                                                           (1)
All coordinates start, switch and stop together. [Bascetta2002], whose print lacks q_0 in (1), has two of the laws.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.simulation.references.parameters import Says, number, numbers, settle
from armillary.simulation.references.time_law import FifthOrderLaw, StepAccelerationLaw, TimeLaw
from armillary.simulation.signals import Motion
from armillary.spatial.scalar import Scalar


@dataclass(frozen=True)
class Constant:
    """A position to hold, in joint coordinates [rad, m] or task coordinates [m].

    Example:
        >>> Constant([0.5, -1.0]).motion(3.0).velocity.tolist()
        [0.0, 0.0]
    """

    position: Annotated[ArrayLike, Says("the position to hold", unit="joint")]
    switches: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        settle(self, position=numbers("position", self.position))

    def motion(self, t: Scalar, inside: Scalar = None) -> Motion:
        """Return the position, and zeros."""
        position = np.array(self.position, dtype=float)
        return Motion(position, np.zeros(len(position)), np.zeros(len(position)))


class PointToPoint:
    """Base of motions from `start` to `end`; `start` None is where the robot starts (`anchored`)."""

    start: ArrayLike | None
    end: ArrayLike
    begin: float

    def _check(self) -> None:
        end = numbers("end", self.end)
        start = None if self.start is None else numbers("start", self.start, len(end))
        settle(self, start=start, end=end, begin=number("begin", self.begin))

    @cached_property
    def law(self) -> TimeLaw:
        """The time law s of the motion."""
        raise NotImplementedError

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""
        return self.law.switches

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the motion with its start at q, if it has none."""
        if self.start is not None:
            return self
        here = tuple(np.asarray(q, dtype=float)[: len(np.asarray(self.end))])
        return replace(self, start=here)  # type: ignore[type-var]

    def motion(self, t: Scalar, inside: Scalar = None) -> Motion:
        """Return position, velocity and acceleration at t [s], (1)."""
        start, way = self._way()
        s, sd, sdd = self.law.at(t, t if inside is None else inside)
        return Motion(start + way * s, way * sd, way * sdd)

    def _way(self) -> tuple[np.ndarray, np.ndarray]:
        if self.start is None:
            raise ArgumentError("start", "nothing", "where the motion starts", "give start, or use anchored(model, q)")
        start = np.array(self.start, dtype=float)
        return start, np.array(self.end, dtype=float) - start


@dataclass(frozen=True, kw_only=True)
class FifthOrder(PointToPoint):
    """A motion by the fifth-order polynomial from `start` to `end`, at rest before and after.

    Args:
        start: Start, joint coordinates [rad, m] or task coordinates [m]; default: where the robot starts.
        end: End of the motion, in the same coordinates.
        duration: Duration [s].
        begin: Time at which the motion begins [s].

    Example:
        >>> motion = FifthOrder(start=[0.0, 1.0], end=[1.0, 1.0], duration=2.0).motion(1.0)
        >>> motion.position.tolist(), motion.velocity.tolist(), motion.acceleration.tolist()
        ([0.5, 1.0], [0.9375, 0.0], [0.0, 0.0])
    """

    time_law: ClassVar[type[FifthOrderLaw]] = FifthOrderLaw

    start: Annotated[ArrayLike | None, Says("start; default: where the robot is", unit="joint")] = None
    end: Annotated[ArrayLike, Says("end of the motion", unit="joint")]
    duration: Annotated[float, Says("duration", "number", "s")]
    begin: Annotated[float, Says("time at which it begins", "number", "s")] = 0.0

    def __post_init__(self) -> None:
        self._check()
        settle(self, duration=number("duration", self.duration, 0.0, True))

    @cached_property
    def law(self) -> TimeLaw:
        """The time law s of the motion."""
        return self.time_law(self.duration, self.begin)


@dataclass(frozen=True, kw_only=True)
class StepAcceleration(FifthOrder):
    """A motion with constant acceleration, then constant deceleration, from `start` to `end`.

    Args:
        start: Start, joint coordinates [rad, m] or task coordinates [m]; default: where the robot starts.
        end: End of the motion, in the same coordinates.
        duration: Duration [s].
        begin: Time at which the motion begins [s].

    Example:
        >>> motion = StepAcceleration(start=[0.0], end=[1.0], duration=2.0).motion(0.5)
        >>> motion.position.tolist(), motion.velocity.tolist(), motion.acceleration.tolist()
        ([0.125], [0.5], [1.0])
    """

    time_law: ClassVar[type[FifthOrderLaw]] = StepAccelerationLaw
