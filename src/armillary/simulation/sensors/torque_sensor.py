"""Torque sensor: the effort that gears carry to a joint.

Behind elastic gears it is that of their springs and dampers, less the losses of the gears. With a rigid gear it is the
effort τ of the actuators less the part that accelerates their own rotors, of inertia I and ratio n, with the axis z on
a carrier that turns at ω:
    e = τ − Σ n I (n q̈ + z · ω̇) − (losses of the gears)                                        (1)
e is the limit of the former for a stiff gear. Friction of rotors with rigid gears counts with that of the joint, which
the sensor feels as load. q̈ is that of the efforts before the control instant.
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
    from armillary.simulation.closed_loop.instant import Instant


@dataclass(frozen=True)
class TorqueSensor(AtJoints):
    """Torques or forces that gears carry to joints [N·m or N].

    Args:
        joints: Names of joints or of their coordinates; default all.

    Other arguments are those of `Instrument`.
    """

    READING: ClassVar[str] = "joint effort"
    KIND: ClassVar[str] = "torque"

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return a channel for each joint."""
        return tuple(Channel(each.name, "N·m" if each.x.turns else "N") for each in self.mounts(plant))

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return the efforts, (1)."""
        return [_carried(now, mount.x.v) for mount in self.mounts(now.plant)]


def _carried(now: Instant, k: int) -> Scalar:
    """Return the effort that gears carry to velocity coordinate k."""
    plant = now.plant
    found = now.tau[k] - sum(_spun_up(now, rotor) for rotor in plant.rotors if rotor.joint == k)
    for drive in plant.drives:
        for leg in drive.legs:
            if leg.k == k:
                found = found + leg.ratio * now.gear(drive)
    return found - now.gear_losses.efforts[k] if plant.losses else found


def _spun_up(now: Instant, rotor: Rotor) -> Scalar:
    """Return the effort at its joint that accelerates a rotor."""
    effort = rotor.reflected * now.qdd[rotor.joint]
    if not any(rotor.axis):
        return effort
    frame = next(name for name, each in now.plant.frames.items() if each.body == rotor.carrier)
    axis = body_poses(now.plant, now.q)[rotor.carrier][0] @ rotor.axis
    return effort + rotor.coupling * (axis @ frame_acceleration(now.plant, now.q, now.v, now.qdd, frame)[:3])
