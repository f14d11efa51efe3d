"""Part of a robot: the tree of one link, on a fixed base or floating, or its first joints; and a tool on its tip.

All links above the link `root` stand where they are at q = 0, and so do joints that follow theirs. Links beside this
chain are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from armillary.description.couplings import after_leaders, followed
from armillary.description.joint_types import FORMS
from armillary.description.order import base_to_tip, entries
from armillary.description.reading import BASES, BaseChoice
from armillary.description.robot import (
    NO_INERTIA,
    Configuration,
    Frame,
    Joint,
    Matrix,
    Motor,
    Payload,
    Placement,
    Robot,
    matrix,
    vector,
)
from armillary.errors import ArgumentError
from armillary.files.arguments import number, numbers, reals, refusal, whole, word
from armillary.files.words import claim, listed, nearest, shortened
from armillary.spatial.inertia import fault, rotate


def subtree(robot: Robot, root: str, base: BaseChoice = "as described") -> Robot:
    """Return the tree of the link `root`: the link, the joint that moves it, and all that it carries.

    With a "fixed" base the link itself stands where it is at q = 0, with a "free" one it floats from there.

    Raises:
        ArgumentError: The link is unknown, nothing moves on it, or the rest of the robot moves a part of its tree.
    """
    joint_above = {joint.child: joint for joint in robot.joints}
    word("base", base, BASES)
    if isinstance(root, str) and root == robot.base:
        return robot
    if not isinstance(root, str) or root not in joint_above:
        raise ArgumentError("root", shortened(root), f"one of {listed(joint_above)}", nearest(root, joint_above))
    above, below = [root], {root}
    while (parent := joint_above[above[-1]].parent) != robot.base:
        above.append(parent)
    for joint in base_to_tip(robot):
        below |= {joint.child} if joint.parent in below else set()
    flexible = [link.name for link in robot.links if link.name in above[1:] and link.beam is not None]
    if flexible:
        problem = f"link {shortened(flexible[0])} between the base and {shortened(root)} is flexible"
        raise ArgumentError("root", problem, "a link that hangs on rigid links")
    links = {robot.base, *above, *below}
    fixed = {joint.name for joint in robot.joints if joint.child in (above[1:] if base == "as described" else above)}
    for name, couple in after_leaders(robot):
        fixed |= {name} if couple.joint in fixed else set()
    zero = {name: couple.polynomial[0] for name, couple in followed(robot).items()}
    joints = tuple(
        fixed_at(joint, zero.get(joint.name, 0.0)) if joint.name in fixed else joint
        for joint in robot.joints
        if joint.child in links
    )
    moving = {joint.name for joint in joints if joint.type != "fixed"}
    floating = base == "free"
    if floating:
        joints = tuple(replace(joint, type="floating") if joint.child == root else joint for joint in joints)
    for joint in joints:
        if joint.couple is not None and joint.couple.joint not in {other.name for other in joints}:
            problem = f"joint {shortened(joint.name)} follows {shortened(joint.couple.joint)}, which is left out"
            raise ArgumentError("root", problem, "a link whose tree has all joints that its joints follow")
    if not moving and not floating:
        problem = f"no joint moves {shortened(root)} or a link that it carries"
        raise ArgumentError("root", problem, 'a link with joints, or base="free"')
    carried = [motor for motor in robot.motors if motor.carrier in links]
    _whole_differentials(carried, moving)
    loads = [load for load in robot.payloads if load.link in links]
    for motor in carried:
        if motor.joint not in moving and motor.mass:  # it does not turn, but still has a mass
            loads.append(load_of(motor, {load.name for load in loads}))
    return replace(
        robot,
        links=tuple(link for link in robot.links if link.name in links),
        joints=joints,
        motors=tuple(motor for motor in carried if motor.joint in moving),
        payloads=tuple(loads),
        frames=tuple(frame for frame in robot.frames if frame.link in links),
        visuals=tuple(visual for visual in robot.visuals if visual.link in links),
        configurations=tuple(configurations_of(robot, moving, FORMS["floating"].neutral if floating else ())),
    )


def first(robot: Robot, count: int) -> Robot:
    """Return the first joints with coordinates, from base to tip, and the links that they and fixed joints carry.

    The frame "tip" is where the next joint of the chain was, if the robot has one such joint. Motors on the links that
    drive other joints remain as masses.
    """
    moving = [joint.name for joint in base_to_tip(robot) if joint.type != "fixed" and joint.couple is None]
    count = whole("count", count, 1, len(moving))
    kept, links, beyond = set(moving[:count]), {robot.base}, list[Joint]()
    for joint in base_to_tip(robot):
        if joint.parent not in links:
            continue
        follows = joint.couple is not None and joint.couple.joint in kept
        if joint.type == "fixed" or joint.name in kept or follows:
            links.add(joint.child)
            kept.add(joint.name)
        else:
            beyond.append(joint)
    joints = tuple(joint for joint in robot.joints if joint.name in kept)
    for joint in joints:
        if joint.couple is not None and joint.couple.joint not in kept:
            problem = f"joint {shortened(joint.name)} follows {shortened(joint.couple.joint)}, which is left out"
            raise ArgumentError("count", problem, "joints with their leaders")
    _whole_differentials([motor for motor in robot.motors if motor.carrier in links], kept)
    frames = [frame for frame in robot.frames if frame.link in links]
    if len(beyond) == 1 and not any(frame.name == "tip" for frame in frames):
        (joint,) = beyond
        frames.append(Frame("tip", joint.parent, joint.placement, joint.node))
    loads = [load for load in robot.payloads if load.link in links]
    for motor in robot.motors:
        if motor.carrier in links - {robot.base} and motor.joint not in kept and motor.mass:
            loads.append(load_of(motor, {load.name for load in loads}))
    return replace(
        robot,
        links=tuple(link for link in robot.links if link.name in links),
        joints=joints,
        motors=tuple(motor for motor in robot.motors if motor.joint in kept and motor.carrier in links),
        payloads=tuple(loads),
        frames=tuple(frames),
        visuals=tuple(visual for visual in robot.visuals if visual.link in links),
        configurations=tuple(configurations_of(robot, kept)),
    )


def with_tool(
    robot: Robot, placement: Placement, mass: float, com: Sequence[float], inertia: Matrix | None, name: str
) -> Robot:
    """Return the robot with a tool on its tip; arguments as for `Robot.with_tool`."""
    if not isinstance(placement, Placement):
        raise ArgumentError("placement", shortened(placement), "a Placement", "arm.Placement(xyz, rotation)")
    numbers("placement.xyz", placement.xyz, 3)
    turn = reals(placement.rotation)
    if turn.shape != (3, 3):
        raise refusal("placement.rotation", placement.rotation, "a rotation matrix")
    mass, com = number("mass", mass, 0.0), numbers("com", com, 3)
    if inertia is not None and reals(inertia).shape != (3, 3):
        raise refusal("inertia", inertia, "3 × 3 finite numbers")
    tip = next((frame for frame in robot.frames if frame.name == "tip"), None)
    if tip is None:
        if len(robot.ends()) != 1:
            raise ArgumentError("robot", f"{robot.name!r}, which has several ends and no tip", "a frame named tip")
        tip = Frame("tip", robot.ends()[0])
    others = tuple(frame for frame in robot.frames if frame is not tip)
    flange = replace(tip, name=claim("flange", {frame.name for frame in others} | {link.name for link in robot.links}))
    R, p = np.array(tip.placement.rotation), np.array(tip.placement.xyz)
    xyz, rotation = p + R @ np.array(placement.xyz), R @ np.array(placement.rotation)
    loads = robot.payloads
    if mass:
        centre = vector(p + R @ np.array(com, dtype=float))
        turned = matrix(rotate(NO_INERTIA if inertia is None else inertia, R))
        load = Payload(claim(name, {load.name for load in loads}), tip.link, mass, centre, turned, tip.node)
        loads = (*loads, load)
    return replace(
        robot,
        payloads=loads,
        frames=(*others, flange, replace(tip, placement=Placement(vector(xyz), matrix(rotation)))),
    )


def _whole_differentials(motors: Iterable[Motor], moving: Collection[str]) -> None:
    """Raise an error for a differential of which some joints are left out."""
    for motor in motors:
        joints = [motor.joint, *(branch.joint for branch in motor.differential)]
        out = [joint for joint in joints if joint not in moving]
        if out and len(out) < len(joints):
            problem = f"the differential of motor {shortened(motor.name)} drives {shortened(out[0])}, which is left out"
            raise ArgumentError("root", problem, "a link whose tree has all joints of its differentials")


def fixed_at(joint: Joint, position: float = 0.0) -> Joint:
    """Return the joint fixed at a position [rad or m]; joints with several coordinates only at their zero."""
    placement = joint.placement
    if position:
        R, change = np.array(placement.rotation), joint.displacement(position)
        xyz = np.array(placement.xyz) + R @ change.direction * change.distance
        placement = Placement(vector(xyz), matrix(R @ change.rotation))
    return Joint(joint.name, "fixed", joint.parent, joint.child, placement, node=joint.node)


def load_of(motor: Motor, taken: set[str]) -> Payload:
    """Return a motor that stands still as a payload, whose rotor turns with its carrier.

    The rotor counts only if the sum is the inertia of a real body, which it is not with a point mass as stator.
    """
    inertia, spin = motor.stator_inertia, motor.axis
    if spin is not None:
        both = np.array(inertia) + motor.rotor_inertia * np.outer(spin, spin)
        inertia = inertia if fault(both) else matrix(both)
    name = claim(motor.name, taken)
    return Payload(name, motor.carrier, motor.mass, motor.position, inertia, node=motor.node)


def configurations_of(robot: Robot, moving: set[str], first: Sequence[float] = ()) -> Iterator[Configuration]:
    """Yield the configurations of the joints that still move, behind those of a joint that is new."""
    names = [entry.joint.name for entry in entries(robot) for _ in entry.dimensions]
    for configuration in robot.configurations:
        values = (value for name, value in zip(names, configuration.q, strict=True) if name in moving)
        yield Configuration(configuration.name, (*first, *values))
