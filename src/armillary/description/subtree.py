"""Part of a robot: the tree of one link, on a fixed base.

The link `root` and all links above it stand where they are at q = 0. Links beside this chain are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from armillary.description.order import base_to_tip, entries
from armillary.description.robot import Configuration, Joint, Payload, Robot
from armillary.errors import ArgumentError
from armillary.files.words import few, listed, nearest, shortened


def subtree(robot: Robot, root: str) -> Robot:
    """Return the tree of the link `root`, fixed where the link is at q = 0.

    Raises:
        ArgumentError: There is no such link, nothing moves on it, or the rest of the robot moves a part of its tree.
    """
    held = {joint.child: joint for joint in robot.joints}
    if root not in held:
        raise ArgumentError("root", shortened(root), f"one of {listed(held)}", nearest(root, held))
    above, below = [root], {root}
    while (parent := held[above[-1]].parent) != robot.base:
        above.append(parent)
    for joint in base_to_tip(robot):
        below |= {joint.child} if joint.parent in below else set()
    bent = [link.name for link in robot.links if link.name in above and link.beam is not None]
    if bent:
        found = f"link {shortened(bent[0])} between the base and {shortened(root)} is flexible"
        raise ArgumentError("root", found, "a link that hangs on rigid links")
    kept = {robot.base, *above, *below}
    joints = tuple(_fixed(joint) if joint.child in above else joint for joint in robot.joints if joint.child in kept)
    moving = {joint.name for joint in joints if joint.type != "fixed"}
    for joint in joints:
        if joint.couple is not None and joint.couple.joint not in {each.name for each in joints}:
            found = f"joint {shortened(joint.name)} follows {shortened(joint.couple.joint)}, which is left out"
            raise ArgumentError("root", found, "a link whose tree has all joints that its joints follow")
    if not moving:
        raise ArgumentError("root", f"no joint moves on {shortened(root)}", "a link with joints")
    carried = [motor for motor in robot.motors if motor.carrier in kept]
    idle = (motor for motor in carried if motor.joint not in moving and motor.mass)
    return replace(
        robot,
        links=tuple(link for link in robot.links if link.name in kept),
        joints=joints,
        motors=tuple(motor for motor in carried if motor.joint in moving),
        payloads=(
            *(load for load in robot.payloads if load.link in kept),
            # Their motors do not turn; they still have a mass.
            *(Payload(m.name, m.carrier, m.mass, m.position, m.stator_inertia, m.node) for m in idle),
        ),
        frames=tuple(frame for frame in robot.frames if frame.link in kept),
        visuals=tuple(visual for visual in robot.visuals if visual.link in kept),
        configurations=tuple(_without(robot, moving)),
    )


def grounded(robot: Robot) -> Robot:
    """Return the robot with its floating joints to the base fixed at q = 0, and a note on them."""
    loose = {joint.name for joint in robot.joints if joint.type == "floating" and joint.parent == robot.base}
    if not loose:
        return robot
    return replace(
        robot,
        joints=tuple(_fixed(joint) if joint.name in loose else joint for joint in robot.joints),
        configurations=tuple(_without(robot, {joint.name for joint in robot.joints} - loose)),
        notes=(*robot.notes, f'base="fixed": floating joint{"s" * (len(loose) > 1)} fixed: {few(sorted(loose))}'),
    )


def _fixed(joint: Joint) -> Joint:
    return Joint(joint.name, "fixed", joint.parent, joint.child, joint.placement, node=joint.node)


def _without(robot: Robot, moving: set[str]) -> Iterator[Configuration]:
    """Yield the configurations of the joints that still move."""
    names = [each.joint.name for each in entries(robot) for _ in each.dimensions]
    for each in robot.configurations:
        own = (value for name, value in zip(names, each.q, strict=True) if name in moving)
        yield Configuration(each.name, tuple(own))
