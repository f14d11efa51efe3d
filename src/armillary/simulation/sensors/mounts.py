"""Places of sensors in the drive train: coordinates of joints, and shafts of motors.

A motor at joint y = p(x), which is x itself for a joint that follows no other, is seen at its joint: behind an elastic
gear as φ, the angle of the rotor divided by the ratio, and with a rigid gear as y. φ of a differential belongs to no
single joint.
"""

from __future__ import annotations

from collections.abc import Iterable
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
class Mount:
    """A joint, or the shaft of a motor: name, coordinate x of the joint, polynomial p by its coefficients, gear."""

    name: str
    x: JointCoordinate
    at: int
    """Place of x in q."""
    polynomial: tuple[float, ...] = (0.0, 1.0)
    ratio: float = 1.0
    drive: Drive | None = None

    def position(self, q: Array) -> Scalar:
        """Return the position, seen at the joint [rad or m]."""
        if self.drive is not None:
            return q[self.drive.q.start]
        return value_at(self.polynomial, q[self.at])

    def rate(self, q: Array, v: Array) -> Scalar:
        """Return the rate of the position [rad/s or m/s]."""
        if self.drive is not None:
            return v[self.drive.v.start]
        slope = [k * c for k, c in enumerate(self.polynomial)][1:]
        return value_at(slope, q[self.at]) * v[self.x.v]

    def gives(self, of: str) -> tuple[LawCoordinate, ...]:
        """Return the entries of q or qd that a reading of position or rate gives to the law."""
        found = []
        if order(self.polynomial) == 1 and (self.drive is None or len(self.drive.legs) == 1):
            c, r = self.polynomial[:2]
            found = [LawCoordinate("q", self.at, 1 / r, c) if of == "q" else LawCoordinate("v", self.x.v, 1 / r)]
        if self.drive is not None:
            found.append(LawCoordinate(of, (self.drive.q if of == "q" else self.drive.v).start))
        return tuple(found)


@dataclass(frozen=True)
class AtJoints(Instrument):
    """Base of sensors at joints: at all coordinates that q has as one number by default."""

    joints: Annotated[Names, "joints, or coordinates of joints; default all"] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, joints=(self.joints,) if isinstance(self.joints, str) else self.joints)

    @property
    def place(self) -> str:
        """The joint, if it is one."""
        return self.joints[0] if len(self.joints) == 1 else ""

    def mounts(self, plant: Model) -> tuple[Mount, ...]:
        """Return the joints on a plant."""
        own = _coordinates(plant)
        names = self.joints or tuple(own)
        if not names:
            expected = "a joint that turns about one axis or slides"
            raise ArgumentError("joints", "a robot whose coordinates are all quaternions", expected, "try Gyroscope")
        found = [(name, [each for each in own.values() if name in (each.name, each.joint)]) for name in names]
        couples = followed(plant.robot)
        for name, there in found:
            if not there and name in couples:
                told = f"{name!r}, which follows {couples[name].joint!r} and has no coordinate"
                raise ArgumentError("joints", told, f"one of {few(list(own))}", "motors= is for its motor")
        _check_known("joints", found, own, "a joint that turns or slides")
        return tuple(Mount(each.name, each, each.q or 0) for _, all_of in found for each in all_of)


@dataclass(frozen=True)
class AtShafts(AtJoints):
    """Base of sensors at joints or on the side of motors, which the law sees in place of the true values."""

    _: KW_ONLY
    motors: Annotated[Names, "motors, for a sensor on their side of the gear"] = ()
    seen: Annotated[bool, "whether the law sees the readings in place of the true values"] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        settle(self, motors=(self.motors,) if isinstance(self.motors, str) else self.motors)
        if self.joints and self.motors:
            raise ArgumentError("motors", few(self.motors), "joints or motors, not both", "give a sensor for each side")

    @property
    def place(self) -> str:
        """The joint or motor, if it is one."""
        return self.motors[0] if len(self.motors) == 1 else super().place

    def mounts(self, plant: Model) -> tuple[Mount, ...]:
        """Return the joints or motors on a plant."""
        if not self.motors:
            return super().mounts(plant)
        known = [motor.name for motor in plant.robot.motors]
        _check_known("motors", [(name, name in known) for name in self.motors], known, "a motor of this robot")
        return tuple(_motor_mount(plant, name) for name in self.motors)


def _coordinates(plant: Model) -> dict[str, JointCoordinate]:
    """Return the coordinates of joints that are entries of q, by name."""
    return {each.name: each for each in joint_coordinates(plant) if each.q is not None}


def _motor_mount(plant: Model, name: str) -> Mount:
    """Return the shaft of a motor."""
    motor = next(each for each in plant.robot.motors if each.name == name)
    couple = followed(plant.robot).get(motor.joint)
    leader = motor.joint if couple is None else couple.joint
    x = next((each for each in _coordinates(plant).values() if each.joint == leader), None)
    if x is None:
        raise ArgumentError("motors", f"{name!r}, whose joint {motor.joint!r} does not move", "a motor that moves")
    drive = next((each for each in plant.drives if each.motor == name), None)
    polynomial = (0.0, 1.0) if couple is None else tuple(couple.polynomial)
    return Mount(name, x, x.q or 0, polynomial, float(motor.ratio), drive)


def _check_known(field: str, found: Iterable[tuple[str, object]], known: Iterable[str], what: str) -> None:
    """Raise an `ArgumentError` for the first name that was not found."""
    for name, there in found:
        if not there:
            told, expected, hint = unknown(name, known, what)
            raise ArgumentError(field, told, expected, hint)
