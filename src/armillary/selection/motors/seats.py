"""Seats of motors (link, position, spin axis), and the robot with drives at its seats.

By default a motor is at its joint on the parent link and spins about the joint axis. Existing motors of the selected
joints are replaced; motors of other joints stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from armillary.description.couplings import followed, held
from armillary.description.friction import FRICTIONLESS
from armillary.description.robot import ORIGIN, Frame, Joint, Motor, Payload, Robot, Vector, matrix, vector
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.selection.motors.drive import Drive


@dataclass(frozen=True)
class Seat:
    """Seat of a motor: the carrier link, and position [m] and spin axis in its frame.

    On a flexible link the frame is that of `node`; default the tip.
    """

    carrier: str
    position: Vector
    axis: Vector
    node: str | None = None


def default_seat(robot: Robot, joint: str) -> Seat:
    """Return the seat at a joint, on its parent link, along its axis."""
    described = robot.joint(joint)
    z = np.array(described.placement.rotation) @ np.array(described.axis)
    return Seat(described.parent, described.placement.xyz, vector(z / np.linalg.norm(z)), described.node)


def existing_seats(robot: Robot) -> dict[str, Seat]:
    """Return the seats of a robot's motors; an unknown spin axis becomes the joint axis."""
    seats = {}
    for motor in robot.motors:
        seat = default_seat(robot, motor.joint)
        if motor.axis is None and motor.carrier != seat.carrier:
            continue  # the joint axis is unknown in the frame of another link
        seats[motor.joint] = Seat(motor.carrier, motor.position, motor.axis or seat.axis, motor.node)
    return seats


def seats_of(robot: Robot, joints: Iterable[str], given: Mapping[str, Seat | None]) -> dict[str, Seat]:
    """Return the seat of every joint; default: at the joint."""
    links = {robot.base, *(link.name for link in robot.links)}
    for name, seat in given.items():
        if seat is not None and not isinstance(seat, Seat):
            raise ArgumentError("joints", f"{seat!r} for joint {name!r}"[:100], "a Seat(carrier, position, axis)")
        if seat is not None and seat.carrier not in links:
            raise ArgumentError("joints", f"no link {seat.carrier!r} for joint {name!r}", f"a link of {robot.name}")
    return {name: given.get(name) or default_seat(robot, name) for name in joints}


def drivable(robot: Robot) -> list[Joint]:
    """Return the joints with one coordinate, coupled ones left out."""
    return [joint for joint in robot.joints if joint.form.single and joint.couple is None]


def movers(robot: Robot, link: str) -> list[str]:
    """Return the names of the joints that move a link, from the base outwards; a leader for a coupled joint."""
    above, leaders, still = {joint.child: joint for joint in robot.joints}, followed(robot), held(robot)
    found = []
    while link in above:
        name = above[link].name
        if above[link].type != "fixed" and name not in still:
            found.append(leaders[name].joint if name in leaders else name)
        link = above[link].parent
    return found[::-1]


def bare(robot: Robot, joints: Iterable[str], payload: float = 0.0, frame: str = "tip") -> Robot:
    """Return the robot without motors at `joints`, other gears rigid, with a payload [kg] at a frame."""
    joints = set(joints)
    loads = robot.payloads
    if payload:
        places: dict[str, tuple[str, Vector, str | None]] = {
            link.name: (link.name, ORIGIN, None) for link in robot.links
        }
        ends = places.keys() - {joint.parent for joint in robot.joints}
        if len(ends) == 1:
            places.setdefault("tip", (ends.pop(), ORIGIN, None))
        places |= {one.name: (one.link, one.placement.xyz, one.node) for one in robot.frames}
        if frame not in places:
            raise ArgumentError("frame", shortened(frame), f"a frame or a link of {robot.name}, to carry the payload")
        name = _free("payload of the motion", [one.name for one in loads])
        link, at, node = places[frame]
        loads = (*loads, Payload(name, link, payload, at, node=node))
    motors = tuple(replace(motor, gear=None) for motor in robot.motors if motor.joint not in joints)
    return replace(robot, motors=motors, payloads=loads)


def with_drives(robot: Robot, drives: Mapping[str, Drive], seats: Mapping[str, Seat], inertial: bool = False) -> Robot:
    """Return the robot with drives in place of the motors of their joints.

    `inertial` leaves out elasticity and losses of gears, friction and windings, so that masses and rotors remain.
    """
    kept = [motor for motor in robot.motors if motor.joint not in drives]
    added: list[Motor] = []
    for joint, drive in drives.items():
        seat, z = seats[joint], np.array(seats[joint].axis)
        about = np.outer(z, z)
        added.append(
            Motor(
                name=_free(f"{joint}: {drive.name}", [motor.name for motor in (*kept, *added)]),
                joint=joint,
                carrier=seat.carrier,
                mass=drive.mass,
                position=seat.position,
                stator_inertia=matrix((drive.transverse * (np.eye(3) - about) + drive.axial * about).tolist()),
                rotor_inertia=drive.rotor_inertia,
                ratio=drive.gear.ratio,
                axis=seat.axis,
                node=seat.node,
                gear=None if inertial else drive.transmission,
                friction=FRICTIONLESS if inertial else drive.friction,
                winding=None if inertial else drive.winding,
            )
        )
    return replace(robot, motors=(*kept, *added))


def with_frames(robot: Robot, seats: Mapping[str, Seat]) -> tuple[Robot, dict[str, str]]:
    """Return the robot with a frame at every moving seat, parallel to the link frame, and the frame names by joint."""
    taken = [robot.base, *(link.name for link in robot.links), *(frame.name for frame in robot.frames)]
    frames: list[Frame] = []
    names: dict[str, str] = {}
    for joint, seat in seats.items():
        if movers(robot, seat.carrier):
            names[joint] = _free(f"seat of {joint}", taken)
            taken.append(names[joint])
            place = replace(Frame("", "").placement, xyz=seat.position)
            frames.append(Frame(names[joint], seat.carrier, place, seat.node))
    return replace(robot, frames=(*robot.frames, *frames)), names


def _free(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number if it is taken."""
    taken = set(taken)
    numbers = (f"{name} {k}" for k in range(2, len(taken) + 3))
    return name if name not in taken else next(one for one in numbers if one not in taken)
