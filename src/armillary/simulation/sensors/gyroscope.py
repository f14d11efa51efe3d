"""Gyroscope: the angular velocity of a frame, in its axes, ω = Rᵀ J_ω q̇."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from armillary.kinematics.jacobian import frame_velocity
from armillary.simulation.sensors.frames import AtFrame
from armillary.spatial.scalar import Scalar

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.instant import Instant


@dataclass(frozen=True)
class Gyroscope(AtFrame):
    """Angular velocity of a frame, in its axes [rad/s].

    Args:
        frame: Frame or node of a beam; default "tip".

    Other arguments are those of `Instrument`.
    """

    READING: ClassVar[str] = "angular speed"
    KIND: ClassVar[str] = "rate"

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return ω."""
        return self.into(now.plant, now.q, frame_velocity(now.plant, now.q, now.v, self.frame)[:3])
