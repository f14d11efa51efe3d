"""Velocity by a tracking observer (α–β filter) of the readings r of another sensor.

    x⁻ = x + T v,   e = r − x⁻,   x ← x⁻ + α e,   v ← v + (β/T) e                                  (1)
    α = 1 − ρ²,   β = (1 − ρ)²,   ρ = exp(−2π f T)                                                (2)
Both poles are ρ: critical damping with bandwidth f. A constant velocity is tracked without error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Annotated, ClassVar

from armillary.files.quantity import Quantity
from armillary.simulation.sensors.sensor import Derived
from armillary.spatial.scalar import Scalar


@dataclass(frozen=True)
class Observer(Derived):
    """Velocities by a tracking observer of another sensor, (1); of an encoder, they are the law's qd.

    Args:
        bandwidth: Bandwidth f [Hz].
        of: Name of the other sensor; default: the only encoder.
    """

    KIND: ClassVar[str] = "velocity"

    bandwidth: Annotated[float, Quantity("frequency", above=0, says="bandwidth of the observer")]
    _: KW_ONLY

    def states(self, count: int) -> int:
        """Return the number of positions and velocities of `count` channels."""
        return 2 * count

    def first(self, readings: Sequence[Scalar]) -> list[Scalar]:
        """Return the first readings as positions, at rest."""
        return [*readings, *[0.0] * len(readings)]

    def next(self, readings: Sequence[Scalar], states: Sequence[Scalar], period: float) -> list[Scalar]:
        """Return positions and velocities at the next instant, (1)."""
        rho = math.exp(-2 * math.pi * self.bandwidth * period)
        alpha, beta = 1 - rho**2, (1 - rho) ** 2  # (2)
        positions, velocities = [], []
        for k, r in enumerate(readings):
            v = states[len(readings) + k]
            predicted = states[k] + period * v
            positions.append(predicted + alpha * (r - predicted))  # (1)
            velocities.append(v + (beta / period) * (r - predicted))
        return [*positions, *velocities]

    def output(self, states: Sequence[Scalar], count: int, period: float) -> list[Scalar]:
        """Return the velocities."""
        return list(states[count:])
