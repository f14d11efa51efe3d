"""Velocity by a tracking observer of the readings r of another sensor (α–β filter).

    x⁻ = x + T v,   e = r − x⁻,   x ← x⁻ + α e,   v ← v + (β/T) e                                  (1)
    α = 1 − ρ²,   β = (1 − ρ)²,   ρ = exp(−2π f T)                                                (2)
Both poles are at ρ: critical damping, with the bandwidth f. A constant velocity is followed without error.
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
    """Velocities that follow the readings of another sensor, (1): the law's qd for those of an encoder.

    Args:
        bandwidth: Bandwidth f [Hz].
        of: Name of the other sensor; default the only encoder.
    """

    KIND: ClassVar[str] = "velocity"

    bandwidth: Annotated[float, Quantity("frequency", above=0, says="bandwidth of the observer")]
    _: KW_ONLY

    def states(self, count: int) -> int:
        """Return the number of positions and velocities."""
        return 2 * count

    def first(self, readings: Sequence[Scalar]) -> list[Scalar]:
        """Return the readings, at rest."""
        return [*readings, *[0.0] * len(readings)]

    def next(self, readings: Sequence[Scalar], states: Sequence[Scalar], period: float) -> list[Scalar]:
        """Return positions and velocities at the next instant, (1)."""
        rho = math.exp(-2 * math.pi * self.bandwidth * period)
        alpha, beta = 1 - rho**2, (1 - rho) ** 2  # (2)
        places, rates = [], []
        for k, r in enumerate(readings):
            v = states[len(readings) + k]
            ahead = states[k] + period * v
            places.append(ahead + alpha * (r - ahead))
            rates.append(v + (beta / period) * (r - ahead))
        return [*places, *rates]

    def output(self, states: Sequence[Scalar], count: int, period: float) -> list[Scalar]:
        """Return the velocities."""
        return list(states[count:])
