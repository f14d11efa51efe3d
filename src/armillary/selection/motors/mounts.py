"""Mounts of motors (link, position, spin axis), and the robot with drives at its mounts.

By default a motor is at its joint on the parent link and spins about the joint axis. Existing motors of the selected
joints are replaced; motors of other joints stay.

Links of many robots contain their drives, which are then not motors of the description. The mass m of such a drive at
the mount p is taken off its link (M, c, I about c) as a point,
    M' = M − m,   c' = (M c − m p) / M',   I' = I + M S(c) − m S(p) − M' S(c'),   S(r) = |r|² 1 − r rᵀ      (1)
so that the same point put back gives the link as it was. The moments of the old drive about its own centre, which
nobody knows, stay in the link.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from armillary.description.couplings import followed, locked_joints
from armillary.description.friction import FRICTIONLESS
from armillary.description.robot import ORIGIN, Frame, Joint, Motor, Payload, Robot, Vector, matrix, vector
from armillary.errors import ArgumentError, DescriptionError
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.selection.motors.drive import GearMotor
from armillary.spatial.scalar import Floats

MASS = Quantity("mass", least=0)


@dataclass(frozen=True)
class MotorMount:
    """Mount of a motor: the carrier link, and position [m] and spin axis in its frame.

    On a flexible link the frame is that of `node`; default the tip.
    """

    carrier: str
    position: Vector
    axis: Vector
    node: str | None = None


def default_mount(robot: Robot, joint: str) -> MotorMount:
    """Return the mount at a joint, on its parent link, along its axis."""
    described = robot.joint(joint)
    z = np.array(described.placement.rotation) @ np.array(described.axis)
    return MotorMount(described.parent, described.placement.xyz, vector(z / np.linalg.norm(z)), described.node)


def existing_mounts(robot: Robot) -> dict[str, MotorMount]:
    """Return the mounts of a robot's motors; an unknown spin axis becomes the joint axis."""
    mounts = {}
    for motor in robot.motors:
        mount = default_mount(robot, motor.joint)
        if motor.axis is None and motor.carrier != mount.carrier:
            continue  # the joint axis is unknown in the frame of another link
        mounts[motor.joint] = MotorMount(motor.carrier, motor.position, motor.axis or mount.axis, motor.node)
    return mounts


def mounts_of(robot: Robot, joints: Iterable[str], mounts: Mapping[str, MotorMount | None]) -> dict[str, MotorMount]:
    """Return the mount of every joint; default: at the joint."""
    links = {robot.base, *(link.name for link in robot.links)}
    for name, mount in mounts.items():
        if mount is not None and not isinstance(mount, MotorMount):
            raise ArgumentError(
                "joints", f"{mount!r} for joint {name!r}"[:100], "a MotorMount(carrier, position, axis)"
            )
        if mount is not None and mount.carrier not in links:
            raise ArgumentError("joints", f"no link {mount.carrier!r} for joint {name!r}", f"a link of {robot.name}")
    return {name: mounts.get(name) or default_mount(robot, name) for name in joints}


def drivable(robot: Robot) -> list[Joint]:
    """Return the joints with one coordinate, coupled ones left out."""
    return [joint for joint in robot.joints if joint.form.single and joint.couple is None]


def movers(robot: Robot, link: str) -> list[str]:
    """Return the names of the joints that move a link, from the base outwards; a leader for a coupled joint."""
    above = {joint.child: joint for joint in robot.joints}
    leaders, still = followed(robot), locked_joints(robot)
    names = []
    while link in above:
        name = above[link].name
        if above[link].type != "fixed" and name not in still:
            names.append(leaders[name].joint if name in leaders else name)
        link = above[link].parent
    return names[::-1]


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
        places |= {placed.name: (placed.link, placed.placement.xyz, placed.node) for placed in robot.frames}
        if frame not in places:
            raise ArgumentError("frame", shortened(frame), f"a frame or a link of {robot.name}, to carry the payload")
        name = _free("payload of the motion", [load.name for load in loads])
        link, at, node = places[frame]
        loads = (*loads, Payload(name, link, payload, at, node=node))
    motors = tuple(replace(motor, gear=None) for motor in robot.motors if motor.joint not in joints)
    return replace(robot, motors=motors, payloads=loads)


def without_drives(robot: Robot, built_in: Mapping[str, float], mounts: Mapping[str, MotorMount]) -> Robot:
    """Return the robot without the drives that its links contain, (1); masses [kg] by joint, the base has none."""
    links = {link.name: link for link in robot.links}
    for joint, m in built_in.items():
        if joint not in mounts or MASS.fault(m):
            what = f"{shortened(m)} at {shortened(joint)}"
            expected = f"masses of zero or more [kg] at some of {', '.join(mounts)}"
            raise ArgumentError("built_in", what, expected)
        link = links.get(mounts[joint].carrier)
        if link is None or not m:
            continue
        if link.beam is not None:
            what = f"{m:g} kg at {joint}, in the flexible link {link.name}"
            raise ArgumentError("built_in", what, "a rigid link", "lower the mass of the beam in the robot file")
        rest = link.mass - m
        if not rest > 0:
            what = f"{m:g} kg at {joint}, but only {link.mass:g} kg are left in link {link.name}"
            raise ArgumentError("built_in", what, "less than the mass of the link")
        c, p = np.array(link.com), np.array(mounts[joint].position)
        com = (link.mass * c - m * p) / rest
        inertia = np.array(link.inertia) + link.mass * _spread(c) - m * _spread(p) - rest * _spread(com)  # (1)
        links[link.name] = replace(link, mass=rest, com=vector(com), inertia=matrix(inertia.tolist()))
        try:
            robot = replace(robot, links=tuple(links.values()))
        except DescriptionError as error:
            what = f"{m:g} kg at {joint}, without which link {link.name} cannot exist ({error.problems[0]})"
            raise ArgumentError("built_in", what, "a smaller mass, or a motor mounted where the drive is") from error
    return robot


def _spread(r: Floats) -> Floats:
    """Return S(r) of (1)."""
    return np.asarray(r @ r * np.eye(3) - np.outer(r, r))


def with_drives(
    robot: Robot, drives: Mapping[str, GearMotor], mounts: Mapping[str, MotorMount], inertial: bool = False
) -> Robot:
    """Return the robot with drives in place of the motors of their joints.

    `inertial` leaves out elasticity and losses of gears, friction and windings, so that masses and rotors remain.
    """
    other_motors = [motor for motor in robot.motors if motor.joint not in drives]
    added: list[Motor] = []
    for joint, drive in drives.items():
        mount, z = mounts[joint], np.array(mounts[joint].axis)
        about = np.outer(z, z)
        added.append(
            Motor(
                name=_free(f"{joint}: {drive.name}", [motor.name for motor in (*other_motors, *added)]),
                joint=joint,
                carrier=mount.carrier,
                mass=drive.mass,
                position=mount.position,
                stator_inertia=matrix((drive.transverse * (np.eye(3) - about) + drive.axial * about).tolist()),
                rotor_inertia=drive.rotor_inertia,
                ratio=drive.gear.ratio,
                axis=mount.axis,
                node=mount.node,
                gear=None if inertial else drive.transmission,
                friction=FRICTIONLESS if inertial else drive.friction,
                winding=None if inertial else drive.winding,
            )
        )
    return replace(robot, motors=(*other_motors, *added))


def with_frames(robot: Robot, mounts: Mapping[str, MotorMount]) -> tuple[Robot, dict[str, str]]:
    """Return the robot with a frame at every moving mount, parallel to the link frame, and the frame names by joint."""
    taken = [robot.base, *(link.name for link in robot.links), *(frame.name for frame in robot.frames)]
    frames: list[Frame] = []
    names: dict[str, str] = {}
    for joint, mount in mounts.items():
        if movers(robot, mount.carrier):
            names[joint] = _free(f"mount of {joint}", taken)
            taken.append(names[joint])
            place = replace(Frame("", "").placement, xyz=mount.position)
            frames.append(Frame(names[joint], mount.carrier, place, mount.node))
    return replace(robot, frames=(*robot.frames, *frames)), names


def _free(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number if it is taken."""
    taken = set(taken)
    numbers = (f"{name} {k}" for k in range(2, len(taken) + 3))
    return name if name not in taken else next(candidate for candidate in numbers if candidate not in taken)
