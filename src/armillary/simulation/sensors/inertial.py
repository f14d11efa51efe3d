"""Inertial sensors, gyroscope and accelerometer, on a link, on a node of a beam such as "upper.tip", or on a frame.

The gyroscope measures the angular velocity ω of the frame, the accelerometer the specific force f at its origin:
    ω = Rᵀ J_ω q̇,   f = Rᵀ (J_v q̈ + J̇_v q̇ − g)                                                 (1)
At rest f has the size of gravity and points upwards. q̈ is the acceleration just before the control instant.
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
    from armillary.simulation.loop.instant import Instant


@dataclass(frozen=True)
class AtFrame(Instrument):
    """Base of sensors on a frame, with channels x, y, z along its axes."""

    frame: Annotated[str, "frame, or node of a beam, with the sensor"] = "tip"

    @property
    def place(self) -> str:
        """The frame."""
        return self.frame

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return the three channels."""
        plant.frame(self.frame)
        return tuple(Channel(axis, symbol(self.READING)) for axis in "xyz")

    def into(self, plant: Model, q: Array, vector: Array) -> list[Array]:
        """Return a vector in world axes as its components along the axes of the frame."""
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
    """Specific force at a frame, in its axes [m/s²]: acceleration minus gravity.

    Args:
        frame: Frame or node of a beam; default "tip".

    Other arguments are those of `Instrument`.
    """

    READING: ClassVar[str] = "acceleration"
    KIND: ClassVar[str] = "acceleration"

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return f, (1)."""
        acceleration = frame_acceleration(now.plant, now.q, now.v, now.qdd, self.frame)[3:]
        return self.into(now.plant, now.q, acceleration - now.plant.gravity)
