"""Velocity by differences of the readings r of another sensor over n control periods T.

    v_k = (r_k − r_{k−n}) / (n T)                                                                (1)
A quantisation step of r becomes a step of v of 1/(n T) times its size. v is delayed by n T/2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Annotated, ClassVar

from armillary.files.quantity import Quantity
from armillary.simulation.sensors.sensor import LONGEST, Derived
from armillary.spatial.scalar import Scalar


@dataclass(frozen=True)
class Differences(Derived):
    """Velocities by differences of the readings of another sensor, (1); of an encoder, they are the law's qd.

    Args:
        samples: Number n of control periods between the readings; default 1.
        of: Name of the other sensor; default: the only encoder.
    """

    KIND: ClassVar[str] = "velocity"

    samples: Annotated[int, Quantity(least=1, most=LONGEST, says="number of control periods between the readings")] = 1
    _: KW_ONLY

    def states(self, count: int) -> int:
        """Return the number of stored readings of `count` channels."""
        return (self.samples + 1) * count

    def first(self, readings: Sequence[Scalar]) -> list[Scalar]:
        """Return the first readings as all stored readings: at rest."""
        return [*readings] * (self.samples + 1)

    def next(self, readings: Sequence[Scalar], states: Sequence[Scalar], period: float) -> list[Scalar]:
        """Return the stored readings, newest first."""
        return [*readings, *states][: len(states)]

    def output(self, states: Sequence[Scalar], count: int, period: float) -> list[Scalar]:
        """Return the differences, (1)."""
        factor = 1 / (self.samples * period)
        return [(states[k] - states[self.samples * count + k]) * factor for k in range(count)]
