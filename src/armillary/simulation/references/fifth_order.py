"""The fifth-order polynomial, "PP": at rest with no acceleration at both ends. [Bascetta2002]

With u = (t − t_0) / T,
    s = 10 u³ − 15 u⁴ + 6 u⁵,   ṡ = 30 u² (1 − u)² / T,   s̈ = 60 u (1 − u)(1 − 2u) / T²       (1)
    q = q_0 + (q_1 − q_0) s                                                                (2)
The print lacks q_0 in (2).
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
class FifthOrderLaw:
    """s of (1), from `begin` for `duration` [s]."""

    duration: float
    begin: float = 0.0

    def __post_init__(self) -> None:
        settle(self, duration=number("duration", self.duration, 0.0, True), begin=number("begin", self.begin))

    @property
    def switches(self) -> tuple[float, ...]:
        """Begin and end [s]."""
        return self.begin, self.begin + self.duration

    def at(self, t: Scalar, inside: Scalar) -> Progress:
        """Return s, ṡ and s̈ at t, (1)."""
        T = self.duration
        u = (t - self.begin) / T
        v = 1 - u
        moving = [
            u * u * u * (10 + u * (6 * u - 15)), (30 / T) * (u * u * (v * v)), (60 / T**2) * (u * v * (v - u))
        ]  # fmt: skip
        return Progress(*piece(inside, self.switches, [[0.0, 0.0, 0.0], moving, [1.0, 0.0, 0.0]]))


@dataclass(frozen=True, kw_only=True)
class FifthOrder(TimedMotion):
    """A motion by the fifth-order polynomial from `start` to `end`, at rest before and after, (2).

    Args:
        start: Where from, joint coordinates [rad, m] or task coordinates [m]; None is where the robot starts.
        end: Where to.
        duration: How long [s].
        begin: When it begins [s].

    Example:
        >>> motion = FifthOrder(start=[0.0, 1.0], end=[1.0, 1.0], duration=2.0).motion(1.0)
        >>> motion.position.tolist(), motion.velocity.tolist(), motion.acceleration.tolist()
        ([0.5, 1.0], [0.9375, 0.0], [0.0, 0.0])
    """

    @cached_property
    def law(self) -> FifthOrderLaw:
        """The law s of (1)."""
        return FifthOrderLaw(self.duration, self.begin)
