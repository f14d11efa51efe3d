"""Encoder and tachometer: position, in steps, and rate of a joint or of the shaft of a motor.

    reading = o + r ⌊(y − o)/r + ½⌋,   r = 2π / counts  or the resolution                       (1)
On the side of a motor y is φ, the angle of the rotor divided by the gear ratio n, and the step is r / |n|: with a rigid
gear the reading is that of the joint in finer steps, with an elastic gear it leaves out the twist of the gear.
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
    from armillary.simulation.closed_loop.instant import Instant


@dataclass(frozen=True)
class Encoder(AtShafts):
    """Positions of joints, or of motors seen at their joints [rad or m]: the law's q, unless `seen` is false.

    Args:
        joints: Names of joints or of their coordinates; default all.
        motors: Names of motors, for encoders on their shafts.
        counts: Steps in one turn; a resolution in rad or m may be given in its place, at the shaft of the encoder.
        offset: A position in the middle of a step [rad or m]; default 0.

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
    counts: Annotated[float | None, Quantity(above=0, says="steps in one turn")] = None
    offset: Annotated[float, Quantity("joint position", says="a position in the middle of a step")] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.counts is not None and self.resolution is not None:
            raise ArgumentError("counts", shortened(self.counts), "counts or a resolution, not both")

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return a channel for each joint or motor."""
        found = []
        for mount in self.mounts(plant):
            if self.counts is not None and not mount.x.turns and not self.motors:
                raise ArgumentError("counts", f"{self.counts:g} at {mount.name!r}, which slides", "a resolution [m]")
            found.append(Channel(mount.name, mount.x.unit, mount.gives("q"), 1 / abs(mount.ratio)))
        return tuple(found)

    @property
    def middle(self) -> float:
        """The offset."""
        return self.offset

    def step(self, channel: Channel, k: int, count: int) -> float:
        """Return the step of a channel at its joint, (1)."""
        turn = super().step(channel, k, count)
        return turn if self.counts is None else 2 * math.pi / self.counts * channel.finer

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return the positions."""
        return [mount.position(now.q) for mount in self.mounts(now.plant)]


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
        return tuple(Channel(each.name, f"{each.x.unit}/s", each.gives("v")) for each in self.mounts(plant))

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return the rates."""
        return [mount.rate(now.q, now.v) for mount in self.mounts(now.plant)]
