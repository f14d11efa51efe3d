"""Free and fixed bases: a robot that floats has a floating joint between the world and its root link.

`free` adds the joint, `fixed` takes it away. It comes first, so that its coordinates are the first of q.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from armillary.description.order import entries
from armillary.description.robot import Configuration, Joint, Link, Placement, Robot, home_name, matrix, vector
from armillary.description.subtree import configurations_of, fixed_at, load_of
from armillary.errors import ArgumentError
from armillary.files.words import claim, few, shortened
from armillary.spatial.rotation import from_quaternion

WORLD, FREE = "world", "free"
"""Names of the base and of the floating joint of a free robot, where no other part has them."""


def free(robot: Robot, base: Link | None = None) -> Robot:
    """Return a robot whose base floats: the base becomes a link on a floating joint.

    Args:
        robot: The robot. Trees on floating joints stay as they are; a robot without other joints is returned as it is.
        base: The base as a body, with its mass, centre of mass and inertia in the frame of the base. Default: a base
            without mass, for robots whose root carries fixed links with mass.

    Example:
        >>> import armillary as arm
        >>> bus = arm.Link("bus", mass=200, inertia=[[33, 0, 0], [0, 33, 0], [0, 0, 33]])
        >>> satellite = arm.free(arm.library.get("ur5"), bus)
        >>> arm.model(satellite).nv
        12
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot")
    if base is not None and not isinstance(base, Link):
        raise ArgumentError("base", shortened(base), "a Link, or None for a base without mass")
    if floats(robot.joints, robot.base):
        if base is not None:
            problem = f"{base.name!r}, though {robot.name!r} floats already"
            raise ArgumentError("base", problem, "None", "change the mass of its root link instead")
        return robot
    body = Link(robot.base) if base is None else base
    world = claim(WORLD, {body.name, robot.base, *(link.name for link in robot.links)})
    joint = Joint(claim(FREE, {joint.name for joint in robot.joints}), "floating", world, body.name)

    def on_body(parts: tuple[Any, ...], key: str) -> tuple[Any, ...]:
        return tuple(replace(p, **{key: body.name}) if getattr(p, key) == robot.base else p for p in parts)

    floating = replace(
        robot,
        base=world,
        links=(body, *robot.links),
        joints=(joint, *on_body(loosened(robot.joints, robot.base, world), "parent")),
        motors=on_body(robot.motors, "carrier"),
        payloads=on_body(robot.payloads, "link"),
        frames=on_body(robot.frames, "link"),
        visuals=on_body(robot.visuals, "link"),
        configurations=(),
    )
    return replace(floating, configurations=tuple(_carried_over(robot, floating)))


def fixed(robot: Robot) -> Robot:
    """Return a robot whose base does not float: floating joints on the base are fixed, with a note on them.

    They stand where they are in the default configuration: `home`, else the first one with a name, else zero.

    Args:
        robot: The robot; one without floating joints on its base is returned as it is.

    Example:
        >>> import armillary as arm
        >>> satellite = arm.free(arm.library.get("ur5"), arm.Link("bus", mass=200))
        >>> arm.model(arm.fixed(satellite)).nv
        6
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot")
    loose = {joint.name for joint in robot.joints if joint.type == "floating" and joint.parent == robot.base}
    if not loose:
        return robot
    start = home_name(robot)
    poses = {entry.joint.name: entry.neutral for entry in entries(robot)}
    if start is not None:
        values = iter(robot.configuration(start))
        poses = {name: tuple(itertools.islice(values, len(pose))) for name, pose in poses.items()}
    joints = []
    for joint in robot.joints:
        if joint.name in loose:
            R, pose = np.array(joint.placement.rotation), np.array(poses[joint.name])
            turn = np.asarray(from_quaternion(pose[3:] / np.linalg.norm(pose[3:])), dtype=float)
            placement = Placement(vector(np.array(joint.placement.xyz) + R @ pose[:3]), matrix(R @ turn))
            joint = fixed_at(replace(joint, placement=placement))
        joints.append(joint)
    loads = list(robot.payloads)
    for motor in robot.motors:
        if motor.joint in loose and motor.mass:
            loads.append(load_of(motor, {load.name for load in loads}))
    place = "" if start is None else f" where {start} has {'them' if len(loose) > 1 else 'it'}"
    return replace(
        robot,
        joints=tuple(joints),
        motors=tuple(motor for motor in robot.motors if motor.joint not in loose),
        payloads=tuple(loads),
        configurations=tuple(configurations_of(robot, {joint.name for joint in robot.joints} - loose)),
        notes=(*robot.notes, f"floating joint{'s' * (len(loose) > 1)} fixed{place}: {few(sorted(loose))}"),
    )


def floats(joints: Sequence[Joint], base: str) -> bool:
    """Return whether a floating joint is on the base and all joints that move are in the trees of such joints."""
    loose = {joint.child for joint in joints if joint.parent == base and joint.type == "floating"}
    above = {joint.child: joint.parent for joint in joints}

    def tied(name: str) -> bool:
        seen = {name}
        while name in above and name not in loose and above[name] not in seen:
            name = above[name]
            seen.add(name)
        return name not in loose

    return bool(loose) and not any(joint.type != "fixed" and tied(joint.child) for joint in joints)


def loosened(joints: Sequence[Joint], base: str, world: str) -> tuple[Joint, ...]:
    """Return joints with the floating ones on the base moved to the world."""
    return tuple(
        replace(joint, parent=world) if joint.parent == base and joint.type == "floating" else joint for joint in joints
    )


def _carried_over(robot: Robot, floating: Robot) -> Iterator[Configuration]:
    """Yield the configurations of a robot for the freed one, whose new joint is at its zero."""
    for configuration in robot.configurations:
        values, positions = iter(configuration.q), dict[str, tuple[float, ...]]()
        for entry in entries(robot):
            positions[entry.joint.name] = tuple(itertools.islice(values, len(entry.dimensions)))
        placed = (positions.get(entry.joint.name, entry.neutral) for entry in entries(floating))
        yield Configuration(configuration.name, tuple(itertools.chain.from_iterable(placed)))
