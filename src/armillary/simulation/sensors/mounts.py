"""Mounts of sensors in the drive train: joint coordinates and motor shafts.

A joint position is y = p(x), with p a polynomial for a joint coupled to the coordinate x, and y = x otherwise. A sensor
on the motor shaft measures y in place of the shaft angle with a rigid gear, and with an elastic gear φ, the rotor angle
divided by the ratio. φ of a differential belongs to no single joint.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Annotated

from armillary.description.couplings import followed, order, value_at
from armillary.errors import ArgumentError
from armillary.files.words import few, unknown
from armillary.multibody import Model
from armillary.multibody.coordinates import JointCoordinate, joint_coordinates
from armillary.multibody.joints import Drive
from armillary.simulation.parameters import Names, settle
from armillary.simulation.sensors.sensor import Instrument, LawCoordinate
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class SensorMount:
    """A joint or a motor shaft: name, coordinate x, coefficients of p, gear."""

    name: str
    x: JointCoordinate
    at: int
    """Index of x in q."""
    polynomial: tuple[float, ...] = (0.0, 1.0)
    ratio: float = 1.0
    drive: Drive | None = None

    def position(self, q: Array) -> Scalar:
        """Return the position at the joint [rad or m]."""
        if self.drive is not None:
            return q[self.drive.q.start]
        return value_at(self.polynomial, q[self.at])

    def rate(self, q: Array, v: Array) -> Scalar:
        """Return the velocity at the joint [rad/s or m/s]."""
        if self.drive is not None:
            return v[self.drive.v.start]
        slope = [k * c for k, c in enumerate(self.polynomial)][1:]
        return value_at(slope, q[self.at]) * v[self.x.v]

    def gives(self, of: str) -> tuple[LawCoordinate, ...]:
        """Return the entries of q (`of="q"`) or qd ("v") that the law takes from a reading of this mount."""
        entries = []
        # x follows from y only if p is linear, and y from φ only without a differential.
        if order(self.polynomial) == 1 and (self.drive is None or len(self.drive.legs) == 1):
            c, r = self.polynomial[:2]
            entries.append(LawCoordinate("q", self.at, 1 / r, c) if of == "q" else LawCoordinate("v", self.x.v, 1 / r))
        if self.drive is not None:
            entries.append(LawCoordinate(of, (self.drive.q if of == "q" else self.drive.v).start))
        return tuple(entries)


@dataclass(frozen=True)
class AtJoints(Instrument):
    """Base of sensors at joints; default: all coordinates that are single entries of q."""

    joints: Annotated[Names, "joints, or coordinates of joints; default all"] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, joints=(self.joints,) if isinstance(self.joints, str) else self.joints)

    @property
    def place(self) -> str:
        """The joint, if there is only one."""
        return self.joints[0] if len(self.joints) == 1 else ""

    def mounts(self, plant: Model) -> tuple[SensorMount, ...]:
        """Return the mounts at the joints of a plant."""
        coordinates = _coordinates(plant)
        names = self.joints or tuple(coordinates)
        if not names:
            expected = "a revolute or prismatic joint"
            raise ArgumentError("joints", "a robot whose coordinates are all quaternions", expected, "try Gyroscope")
        couplings = followed(plant.robot)
        mounts: list[SensorMount] = []
        for name in names:
            matching = [x for x in coordinates.values() if name in (x.name, x.joint)]
            if not matching and name in couplings:
                found = f"{name!r}, which follows {couplings[name].joint!r} and has no coordinate"
                raise ArgumentError("joints", found, f"one of {few(list(coordinates))}", "use motors= for its motor")
            if not matching:
                raise ArgumentError("joints", *unknown(name, coordinates, "a joint that turns or slides"))
            mounts += [SensorMount(x.name, x, x.q or 0) for x in matching]
        return tuple(mounts)


@dataclass(frozen=True)
class AtShafts(AtJoints):
    """Base of sensors at joints or on motor shafts, whose readings replace the true values in the law."""

    _: KW_ONLY
    motors: Annotated[Names, "motors, for sensors on their shafts"] = ()
    seen: Annotated[bool, "whether the readings replace the true values in the law"] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, motors=(self.motors,) if isinstance(self.motors, str) else self.motors)
        if self.joints and self.motors:
            raise ArgumentError(
                "motors", few(self.motors), "joints or motors, not both", "use one sensor for each side"
            )

    @property
    def place(self) -> str:
        """The joint or motor, if there is only one."""
        return self.motors[0] if len(self.motors) == 1 else super().place

    def mounts(self, plant: Model) -> tuple[SensorMount, ...]:
        """Return the mounts at the joints or motor shafts of a plant."""
        if not self.motors:
            return super().mounts(plant)
        return tuple(_shaft(plant, name) for name in self.motors)


def _coordinates(plant: Model) -> dict[str, JointCoordinate]:
    """Return the joint coordinates that are single entries of q, by name."""
    return {x.name: x for x in joint_coordinates(plant) if x.q is not None}


def _shaft(plant: Model, name: str) -> SensorMount:
    """Return the mount on the shaft of a motor."""
    motors = {motor.name: motor for motor in plant.robot.motors}
    if name not in motors:
        raise ArgumentError("motors", *unknown(name, motors, "a motor of this robot"))
    motor = motors[name]
    coupling = followed(plant.robot).get(motor.joint)
    leader = motor.joint if coupling is None else coupling.joint
    x = next((x for x in _coordinates(plant).values() if x.joint == leader), None)
    if x is None:
        raise ArgumentError("motors", f"{name!r}, whose joint {motor.joint!r} does not move", "a motor that moves")
    drive = next((drive for drive in plant.drives if drive.motor == name), None)
    polynomial = (0.0, 1.0) if coupling is None else tuple(coupling.polynomial)
    return SensorMount(name, x, x.q or 0, polynomial, float(motor.ratio), drive)
