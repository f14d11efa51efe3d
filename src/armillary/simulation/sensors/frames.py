"""Sensors at a frame: a link, a node of a beam such as "upper.tip", or a named frame.

The gyroscope reads the angular velocity of the frame, the accelerometer the specific force at its origin, in its axes:
    ω = Rᵀ J_ω q̇,   f = Rᵀ (J_v q̈ + J̇_v q̇ − g)                                                 (1)
At rest f is as large as gravity, and points up. q̈ is that of the efforts before the control instant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from armillary.files.units import symbol
from armillary.kinematics.jacobian import frame_acceleration, frame_velocity
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.simulation.sensors.sensor import Channel, Instrument
from armillary.spatial.scalar import Array, Scalar

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.instant import Instant


@dataclass(frozen=True)
class AtFrame(Instrument):
    """Three channels x, y, z in the axes of a frame."""

    frame: Annotated[str, "frame, or node of a beam, that carries the sensor"] = "tip"

    @property
    def place(self) -> str:
        """The frame."""
        return self.frame

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return the three channels."""
        plant.frame(self.frame)
        return tuple(Channel(axis, symbol(self.READING)) for axis in "xyz")

    def into(self, plant: Model, q: Array, vector: Array) -> list[Array]:
        """Return a vector of world axes in those of the frame."""
        R = frame_pose(plant, body_poses(plant, q), self.frame)[0]
        return list(R.T @ vector)


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
        """Return ω, (1)."""
        return self.into(now.plant, now.q, frame_velocity(now.plant, now.q, now.v, self.frame)[:3])


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
