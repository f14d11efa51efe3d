"""The chain of joints from the base to a frame: axes and frames at q = 0, and the inertia that each joint moves.

Links that fixed joints hold, payloads, and motors with their stators are part of the link that carries them. Rotors act
as reflected inertia, as with `motors="reflected"`. What moves beside the chain, and what a row of joints with masses
cannot hold, is left out and listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from armillary.description.friction import FRICTIONLESS
from armillary.description.order import base_to_tip
from armillary.description.robot import Frame, Joint, Matrix, Motor, Placement, Robot, Vector
from armillary.errors import ArgumentError
from armillary.files.words import listed, nearest, shortened
from armillary.spatial.inertia import rotate, shift_from_com
from armillary.spatial.pose import FramePose
from armillary.spatial.scalar import Floats

TIP = "tip"


SAME = FramePose(np.eye(3), np.zeros(3))


def pose_of(placement: Placement) -> FramePose:
    """Return a placement as a pose."""
    return FramePose(np.array(placement.rotation), np.array(placement.xyz))


@dataclass(frozen=True, eq=False)
class SerialLink:
    """A joint of a chain and all that it moves as one body.

    `pose` is the frame of the link in that of the base at q = 0; centre of mass [m] and inertia there [kg·m²] are in
    the frame of the link. `rotor_inertia` is at the joint if `ratio` is 1.
    """

    joint: Joint
    pose: FramePose
    mass: float
    com: Floats
    inertia: Floats
    rotor_inertia: float
    ratio: float

    @property
    def slides(self) -> bool:
        """Whether the joint is prismatic."""
        return self.joint.type == "prismatic"

    @property
    def axis(self) -> Floats:
        """The direction of the axis in the frame of the base at q = 0; it passes through the origin of the link."""
        return np.asarray(self.pose.R @ np.array(self.joint.axis))


@dataclass(frozen=True, eq=False)
class SerialChain:
    """The links of a chain, the pose of its frame in the last one, and what it leaves out."""

    links: tuple[SerialLink, ...]
    tip: FramePose
    frame: Frame
    omissions: tuple[str, ...]


def serial_chain(robot: Robot, frame: str = TIP, types: Sequence[str] = ("revolute", "prismatic")) -> SerialChain:
    """Return the chain of joints from the base to a frame or link; `types` are those of its moving joints.

    Raises:
        ArgumentError: The frame is unknown, no joint moves it, or the chain has other joints or flexible links.
    """
    end = _frame(robot, frame)
    joints = _chain(robot, end.link, types)
    if not joints:
        raise ArgumentError("frame", f"{frame!r}, which no joint moves", "a frame that moves")
    place = {joint.name: k for k, joint in enumerate(joints)}
    mounts: dict[str, tuple[int, FramePose]] = {robot.base: (-1, SAME)}
    """By link: the number of the link of the chain that carries it, and the pose in the frame of that link."""
    poses, beside = list[FramePose](), list[str]()
    for joint in base_to_tip(robot):
        if joint.parent not in mounts:
            continue  # beyond a joint beside the chain
        k, mount = mounts[joint.parent]
        placed = mount @ pose_of(joint.placement)
        if joint.type == "fixed":
            mounts[joint.child] = k, placed
        elif joint.name in place:
            poses.append(poses[k] @ placed if poses else placed)
            mounts[joint.child] = place[joint.name], SAME
        else:
            beside.append(joint.name)
    bodies = _bodies(robot, mounts, len(joints))
    rotors = [_rotor([motor for motor in _motors(robot) if motor.joint == joint.name]) for joint in joints]
    links = (
        SerialLink(joint, pose, *body, *rotor)
        for joint, pose, body, rotor in zip(joints, poses, bodies, rotors, strict=True)
    )
    omissions = [f"joint {name!r} beside the chain, with what it carries" for name in beside]
    tip = mounts[end.link][1] @ pose_of(end.placement)
    return SerialChain(tuple(links), tip, end, (*omissions, *_omissions(robot, joints, mounts)))


def _frame(robot: Robot, name: str) -> Frame:
    """Return a frame by its name, or the frame of a link; the tip is by default the last link."""
    frames = {frame.name: frame for frame in robot.frames}
    links = {link.name: Frame(link.name, link.name) for link in robot.links}
    known = links | frames
    if isinstance(name, str) and name == TIP and TIP not in known and len(robot.ends()) == 1:
        return Frame(TIP, robot.ends()[0])
    if not isinstance(name, str) or name not in known:
        raise ArgumentError("frame", shortened(name), f"one of {listed(known)}", nearest(name, known))
    return known[name]


def _chain(robot: Robot, link: str, types: Sequence[str]) -> list[Joint]:
    """Return the moving joints from the base to a link."""
    above = {joint.child: joint for joint in robot.joints}
    chain: list[Joint] = []
    beams = {part.name for part in robot.links if part.beam is not None}
    while link != robot.base:
        joint = above[link]
        if link in beams:
            raise ArgumentError("robot", f"{robot.name!r}, whose link {link!r} is flexible", "rigid links")
        if joint.type not in (*types, "fixed"):
            raise ArgumentError("robot", f"{joint.name!r}, a {joint.type} joint", f"{' and '.join(types)} joints")
        if joint.couple is not None:
            problem = f"{joint.name!r}, which follows {joint.couple.joint!r}"
            raise ArgumentError("robot", problem, "joints with a coordinate each")
        if joint.type != "fixed":
            chain.insert(0, joint)
        link = joint.parent
    return chain


def _motors(robot: Robot) -> Iterator[Motor]:
    """Yield the motors; those of a differential as one motor for each of their joints."""
    for motor in robot.motors:
        yield from motor.alone() if motor.differential else (motor,)


def _bodies(
    robot: Robot, mounts: dict[str, tuple[int, FramePose]], count: int
) -> Iterator[tuple[float, Floats, Floats]]:
    """Yield mass, centre of mass and inertia there of all that moves with each link of the chain."""
    parts: list[tuple[str, float, Vector, Matrix]] = [
        (link.name, link.mass, link.com, link.inertia) for link in robot.links
    ]
    parts += [(load.link, load.mass, load.com, load.inertia) for load in robot.payloads]
    parts += [(motor.carrier, motor.mass, motor.position, motor.stator_inertia) for motor in _motors(robot)]
    for k in range(count):
        moved = []
        for name, m, com_on_link, own in parts:
            if name in mounts and mounts[name][0] == k:
                pose = mounts[name][1]
                moved.append((m, pose.t + pose.R @ np.array(com_on_link), rotate(own, pose.R)))
        heavy = [(m, com) for m, com, _ in moved if m]
        mass = sum(m for m, _ in heavy)
        # A part alone keeps its centre of mass, and with it its inertia, to the last digit.
        com = heavy[0][1] if len(heavy) == 1 else sum((m * c for m, c in heavy), np.zeros(3)) / (mass or 1.0)
        inertia = sum((shift_from_com(own, m, c - com) for m, c, own in moved), np.zeros((3, 3)))
        yield float(mass), com, (inertia + inertia.T) / 2


def _rotor(motors: list[Motor]) -> tuple[float, float]:
    """Return rotor inertia and ratio of the motors of a joint; several are one of ratio 1 with their reflected sum."""
    if len(motors) == 1:
        return motors[0].rotor_inertia, motors[0].ratio
    return float(sum(motor.ratio**2 * motor.rotor_inertia for motor in motors)), 1.0


def _omissions(robot: Robot, joints: list[Joint], mounts: dict[str, tuple[int, FramePose]]) -> Iterator[str]:
    """Yield what joints with masses, friction and reflected rotors cannot hold."""
    yield from robot.omissions
    for joint in joints:
        friction = joint.friction
        rest = replace(friction, viscous=0.0, coulomb=0.0, coulomb_negative=None, factor=FRICTIONLESS.factor)
        if rest != FRICTIONLESS:
            yield f"joint {joint.name!r}: friction other than viscous and Coulomb friction"
        if joint.stiffness:
            yield f"joint {joint.name!r}: its spring"
    for link in robot.links:
        if link.gravity_compensation and link.name in mounts:
            yield f"link {link.name!r}: its gravity compensation"
    for motor in robot.motors:
        if motor.axis is not None and motor.rotor_inertia and mounts.get(motor.carrier, (-1,))[0] >= 0:
            yield f"motor {motor.name!r}: the effects of its spin on its carrier"
        if motor.gear is not None:
            yield f"motor {motor.name!r}: elasticity, backlash and losses of its gear"
        if motor.friction != FRICTIONLESS:
            yield f"motor {motor.name!r}: friction of its rotor"
