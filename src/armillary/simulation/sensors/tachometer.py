"""Tachometer: the rate of a joint or of the shaft of a motor, seen at its joint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from armillary.multibody import Model
from armillary.simulation.sensors.seats import AtShafts
from armillary.simulation.sensors.sensor import Channel
from armillary.spatial.scalar import Scalar

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.instant import Instant


@dataclass(frozen=True)
class Tachometer(AtShafts):
    """Rates of joints, or of motors seen at their joints [rad/s or m/s]: the law's qd, unless `seen` is false.

    Args:
        joints: Names of joints or of their coordinates; default all.
        motors: Names of motors, for tachometers on their shafts.

    Other arguments are those of `Instrument`.
    """

    READING: ClassVar[str] = "joint speed"
    KIND: ClassVar[str] = "velocity"

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return a channel for each joint or motor."""
        return tuple(Channel(each.name, f"{each.x.unit}/s", each.gives("v")) for each in self.seats(plant))

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return the rates."""
        return [seat.rate(now.q, now.v) for seat in self.seats(now.plant)]
