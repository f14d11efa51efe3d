"""Encoder and tachometer: quantised position and velocity of a joint or of a motor shaft.

    reading = o + r ⌊(y − o)/r + ½⌋,   r = 2π / counts  or the resolution                       (1)
On a motor shaft, y is the rotor angle φ divided by the gear ratio n, and the step is r / |n|. With a rigid gear this is
the joint position in finer steps; behind an elastic gear it does not contain the twist of the gear.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.sensors.mounts import AtShafts
from armillary.simulation.sensors.sensor import Channel
from armillary.spatial.scalar import Scalar

if TYPE_CHECKING:
    from armillary.simulation.loop.instant import Instant


@dataclass(frozen=True)
class Encoder(AtShafts):
    """Positions of joints, or of motor shafts divided by the gear ratio [rad or m]; the law's q unless `seen=False`.

    Args:
        joints: Names of joints or of their coordinates; default all.
        motors: Names of motors, for encoders on their shafts.
        counts: Steps per revolution of the encoder shaft; alternatively, a resolution in rad or m.
        offset: Position in the middle of a step [rad or m]; default 0.

    Other arguments are those of `Instrument`.

    Example:
        >>> import armillary as arm
        >>> robot, law = arm.library.get("khatib-rr"), arm.controllers.PD(kp=100, kd=20)
        >>> run = arm.simulate(robot, 0.01, controller=law, period=1e-3, sensors=Encoder(counts=4096))
        >>> run.signals["measured.position"].shape
        (1001, 2)
    """

    READING: ClassVar[str] = "joint position"
    KIND: ClassVar[str] = "position"

    _: KW_ONLY
    counts: Annotated[float | None, Quantity(above=0, says="steps per revolution")] = None
    offset: Annotated[float, Quantity("joint position", says="position in the middle of a step")] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.counts is not None and self.resolution is not None:
            raise ArgumentError("counts", shortened(self.counts), "counts or a resolution, not both")

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return a channel for each joint or motor."""
        channels = []
        for mount in self.mounts(plant):
            if self.counts is not None and not mount.x.turns and not self.motors:
                raise ArgumentError("counts", f"{self.counts:g} at {mount.name!r}, which slides", "a resolution [m]")
            channels.append(Channel(mount.name, mount.x.unit, mount.gives("q"), 1 / abs(mount.ratio)))
        return tuple(channels)

    @property
    def middle(self) -> float:
        """The offset o of (1)."""
        return self.offset

    def step(self, channel: Channel, k: int, count: int) -> float:
        """Return the step of a channel at its joint, (1)."""
        if self.counts is None:
            return super().step(channel, k, count)
        return 2 * math.pi / self.counts * channel.finer

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return the positions."""
        return [mount.position(now.q) for mount in self.mounts(now.plant)]


@dataclass(frozen=True)
class Tachometer(AtShafts):
    """Velocities of joints, or of motor shafts over the gear ratio [rad/s or m/s]; the law's qd unless `seen=False`.

    Args:
        joints: Names of joints or of their coordinates; default all.
        motors: Names of motors, for tachometers on their shafts.

    Other arguments are those of `Instrument`.
    """

    READING: ClassVar[str] = "joint speed"
    KIND: ClassVar[str] = "velocity"

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return a channel for each joint or motor."""
        return tuple(Channel(mount.name, f"{mount.x.unit}/s", mount.gives("v")) for mount in self.mounts(plant))

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return the velocities."""
        return [mount.rate(now.q, now.v) for mount in self.mounts(now.plant)]
