"""Accelerometer: the specific force at the origin of a frame, in its axes.

    f = Rᵀ (J_v q̈ + J̇_v q̇ − g)                                                                 (1)
At rest it is as large as gravity, and points up. q̈ is that of the efforts before the control instant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from armillary.kinematics.jacobian import frame_acceleration
from armillary.simulation.sensors.frames import AtFrame
from armillary.spatial.scalar import Scalar

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.instant import Instant


@dataclass(frozen=True)
class Accelerometer(AtFrame):
    """Specific force at a frame, in its axes [m/s²]: acceleration less gravity.

    Args:
        frame: Frame or node of a beam; default "tip".

    Other arguments are those of `Instrument`.
    """

    READING: ClassVar[str] = "acceleration"
    KIND: ClassVar[str] = "acceleration"

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return f, (1)."""
        moved = frame_acceleration(now.plant, now.q, now.v, now.qdd, self.frame)[3:]
        return self.into(now.plant, now.q, moved - now.plant.gravity)
