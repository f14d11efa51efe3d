"""Torque sensor: the effort that gears transmit to a joint.

For elastic gears this is the effort of their springs and dampers minus gear losses. For a rigid gear it is the actuator
effort τ minus the part that accelerates the rotors, with inertia I, ratio n, and axis z on a carrier that rotates at ω:
    e = τ − Σ n I (n q̈ + z · ω̇) − (gear losses)                                                (1)
which is the limit of the effort of a stiff elastic gear. Friction of rotors with rigid gears is counted as joint
friction, a load on the sensor. q̈ is the acceleration just before the control instant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from armillary.kinematics.jacobian import frame_acceleration
from armillary.kinematics.poses import body_poses
from armillary.multibody import Model
from armillary.multibody.body import Rotor
from armillary.simulation.sensors.mounts import AtJoints
from armillary.simulation.sensors.sensor import Channel
from armillary.spatial.scalar import Scalar

if TYPE_CHECKING:
    from armillary.simulation.loop.instant import Instant


@dataclass(frozen=True)
class TorqueSensor(AtJoints):
    """Torques or forces that gears transmit to joints [N·m or N].

    Args:
        joints: Names of joints or of their coordinates; default all.

    Other arguments are those of `Instrument`.
    """

    READING: ClassVar[str] = "joint effort"
    KIND: ClassVar[str] = "torque"

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return a channel for each joint."""
        return tuple(Channel(mount.name, "N·m" if mount.x.turns else "N") for mount in self.mounts(plant))

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return the efforts, (1)."""
        return [_transmitted(now, mount.x.v) for mount in self.mounts(now.plant)]


def _transmitted(now: Instant, k: int) -> Scalar:
    """Return the effort that gears transmit to velocity coordinate k."""
    plant = now.plant
    effort = now.tau[k] - sum(_rotor_effort(now, rotor) for rotor in plant.rotors if rotor.joint == k)
    for drive in plant.drives:
        for leg in drive.legs:
            if leg.k == k:
                effort = effort + leg.ratio * now.gear(drive)
    return effort - now.gear_losses.efforts[k] if plant.losses else effort


def _rotor_effort(now: Instant, rotor: Rotor) -> Scalar:
    """Return the effort that accelerates a rotor, at its joint."""
    effort = rotor.reflected * now.qdd[rotor.joint]
    if not any(rotor.axis):  # no gyroscopic coupling with the carrier
        return effort
    # All frames of a body have its angular acceleration.
    frame = next(name for name, placed in now.plant.frames.items() if placed.body == rotor.carrier)
    axis = body_poses(now.plant, now.q)[rotor.carrier][0] @ rotor.axis
    return effort + rotor.coupling * (axis @ frame_acceleration(now.plant, now.q, now.v, now.qdd, frame)[:3])
