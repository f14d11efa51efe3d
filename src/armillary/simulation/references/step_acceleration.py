"""The step acceleration, "ST": full acceleration for half of the time, full deceleration for the other. [Bascetta2002]

With u = (t − t_0) / T,
    s̈ = 4/T²,   s = 2 u²,             0 < u < ½                                              (1)
    s̈ = −4/T²,  s = 1 − 2 (1 − u)²,   ½ < u < 1                                              (2)
It is the fastest motion for a given greatest acceleration. The acceleration jumps at 0, T/2 and T.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from armillary.simulation.references.parameters import number, settle
from armillary.simulation.references.piecewise import piece
from armillary.simulation.references.point_to_point import TimedMotion
from armillary.simulation.references.time_law import Progress
from armillary.spatial.scalar import Scalar


@dataclass(frozen=True)
class StepAccelerationLaw:
    """s of (1) and (2), from `begin` for `duration` [s]."""

    duration: float
    begin: float = 0.0

    def __post_init__(self) -> None:
        settle(self, duration=number("duration", self.duration, 0.0, True), begin=number("begin", self.begin))

    @property
    def switches(self) -> tuple[float, ...]:
        """Begin, middle and end [s]."""
        return self.begin, self.begin + self.duration / 2, self.begin + self.duration

    def at(self, t: Scalar, inside: Scalar) -> Progress:
        """Return s, ṡ and s̈ at t."""
        T = self.duration
        u = (t - self.begin) / T
        v = 1 - u
        faster = [2 * (u * u), (4 / T) * u, 4 / T**2]  # (1)
        slower = [1 - 2 * (v * v), (4 / T) * v, -4 / T**2]  # (2)
        return Progress(*piece(inside, self.switches, [[0.0, 0.0, 0.0], faster, slower, [1.0, 0.0, 0.0]]))


@dataclass(frozen=True, kw_only=True)
class StepAcceleration(TimedMotion):
    """A motion with constant acceleration, then constant deceleration, from `start` to `end`.

    Args:
        start: Where from, joint coordinates [rad, m] or task coordinates [m]; None is where the robot starts.
        end: Where to.
        duration: How long [s].
        begin: When it begins [s].

    Example:
        >>> motion = StepAcceleration(start=[0.0], end=[1.0], duration=2.0).motion(0.5)
        >>> motion.position.tolist(), motion.velocity.tolist(), motion.acceleration.tolist()
        ([0.125], [0.5], [1.0])
    """

    @cached_property
    def law(self) -> StepAccelerationLaw:
        """The law s of (1) and (2)."""
        return StepAccelerationLaw(self.duration, self.begin)
