"""Straight motions between two positions, in joint or task space, by any time law.

    q = q_0 + (q_1 − q_0) s(t)                                                           (1)
All coordinates start, switch and stop together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.simulation.references.parameters import Says, number, numbers, settle
from armillary.simulation.references.time_law import TimeLaw
from armillary.simulation.signals import Motion
from armillary.spatial.scalar import Scalar


class PointToPoint:
    """What the motions from `start` to `end` have in common; `start` None is where the robot starts (`anchored`)."""

    start: ArrayLike | None
    end: ArrayLike
    begin: float

    def _check(self) -> None:
        end = numbers("end", self.end)
        start = None if self.start is None else numbers("start", self.start, len(end))
        settle(self, start=start, end=end, begin=number("begin", self.begin))

    @cached_property
    def law(self) -> TimeLaw:
        """The law by which it moves."""
        raise NotImplementedError

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""
        return self.law.switches

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the same motion from where the robot is at q, unless it says itself from where."""
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
class TimedMotion(PointToPoint):
    """Those that are given how long they take."""

    start: Annotated[ArrayLike | None, Says("start; default: where the robot is", unit="joint")] = None
    end: Annotated[ArrayLike, Says("end of the motion", unit="joint")]
    duration: Annotated[float, Says("duration", "number", "s")]
    begin: Annotated[float, Says("time at which it begins", "number", "s")] = 0.0

    def __post_init__(self) -> None:
        self._check()
        settle(self, duration=number("duration", self.duration, 0.0, True))
