"""Robot → MJCF text whose dynamics are those of the robot with reflected motors.

MuJoCo has no spinning rotors: a motor is the mass of its stator and an armature ratio² · rotor inertia at its joint.
Payloads and stators become bodies without joints, frames sites, couplings joint equalities (soft constraints there),
named configurations keyframes. MuJoCo refuses moving bodies without mass or inertia; the compiler's lower bounds are
written for those. It also refuses inertias that no body has, even by rounding, also of bodies that are fixed to others:
the nearest possible inertia is written for those, which is nearer than the sphere that `balanceinertia` makes of them.
With Q the second moments of a tensor, Q = Σ λ_k v_k v_kᵀ, the nearest has
    λ_k ≥ max(1e−12 λ_max, 1e−14 kg·m²)                                                             (1)
"""

from __future__ import annotations

import math

import numpy as np

from armillary.description.couplings import value_at
from armillary.description.order import base_to_tip, entries
from armillary.description.robot import (
    IDENTITY,
    Configuration,
    Coordinate,
    Friction,
    Joint,
    Matrix,
    Motor,
    Placement,
    Robot,
    Vector,
    matrix,
)
from armillary.description.xml_sheet import UNLIMITED, Node, Sheet
from armillary.errors import ArgumentError
from armillary.files.words import claim
from armillary.spatial.inertia import inertia_of_moments, second_moments
from armillary.spatial.rotation import to_quaternion

TYPES = {"revolute": "hinge", "prismatic": "slide", "spherical": "ball", "fixed": "", "floating": "free"}
"""Our joint type → MuJoCo's."""
BOUND = 1e-12
"""Mass [kg] and inertia [kg·m²] that MuJoCo gives bodies without any."""
SLACK, SMALLEST = 1e-12, 1e-14
"""Least second moment of an inertia that is written: relative to the greatest one, and [kg·m²]."""
REMARKED = 1e-6
"""Relative change of an inertia that is remarked; smaller ones are the rounding of files."""


def to_mjcf(robot: Robot) -> str:
    """Return the robot as MJCF; an `ArmillaryWarning` lists what MJCF cannot say."""
    sheet = Sheet("mujoco", "MJCF", robot, TYPES)
    sheet.root.set("model", robot.name)
    bare = _bare(robot)
    bound = {"boundmass": BOUND, "boundinertia": BOUND} if bare else {}
    sheet.add(sheet.root, "compiler", angle="radian", autolimits="true", inertiafromgeom="false", **bound)
    sheet.add(sheet.root, "option", gravity=robot.gravity)
    world = sheet.add(sheet.root, "worldbody")
    held: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        held.setdefault(joint.parent, []).append(joint)
    placed = robot.base_placement != Placement()
    nodes = {robot.base: _body(sheet, world, robot.base, robot.base_placement) if placed else world}
    waiting, links = [robot.base], {link.name: link for link in robot.links}
    armature = _armature(robot)
    changed: dict[str, float] = {}

    def inertial(node: Node, name: str, mass: float, com: Vector, inertia: Matrix) -> None:
        if mass < 0:  # MuJoCo takes it for zero
            problem, hint = f"{name!r} has the mass {mass:g} kg", "merge the link with the one that it is fixed to"
            raise ArgumentError("robot", problem, "masses of zero or more in MJCF", hint)
        inertia, change = _accepted(inertia)
        changed.update({name: change} if change > REMARKED else {})
        _inertial(sheet, node, mass, com, inertia)

    for name in waiting:
        for joint in held.get(name, ()):
            node = nodes[joint.child] = _body(sheet, nodes[name], joint.child, joint.placement)
            _joint(sheet, node, joint, armature.get(joint.name, 0.0))
            link = links[joint.child]
            if link.gravity_compensation:
                node.set("gravcomp", repr(link.gravity_compensation))
            inertial(node, link.name, link.mass, link.com, link.inertia)
            waiting.append(joint.child)
    names = {robot.base, *links}
    for part, carrier, place in sheet.point_parts():
        name = claim(part.name, names)
        inertia = part.stator_inertia if isinstance(part, Motor) else part.inertia
        inertial(_body(sheet, nodes[carrier], name, Placement()), part.name, part.mass, place, inertia)
    for frame in robot.frames:
        sheet.add(nodes[frame.link], "site", name=frame.name, pos=frame.placement.xyz, quat=_quat(frame.placement))
    _visuals(sheet, robot, nodes)
    coupled = [joint for joint in robot.joints if joint.couple is not None]
    equality = sheet.add(sheet.root, "equality") if coupled else None
    for joint in coupled:
        if equality is not None and joint.couple is not None:
            five = (*joint.couple.polynomial, *[0.0] * 5)[:5]
            stands = robot.joint(joint.couple.joint).type == "fixed"  # MuJoCo does not have that joint
            leader = None if stands else joint.couple.joint
            sheet.add(equality, "joint", joint1=joint.name, joint2=leader, polycoef=five)
    keyframes = sheet.add(sheet.root, "keyframe") if robot.configurations else None
    for configuration in robot.configurations:
        if keyframes is not None:
            sheet.add(keyframes, "key", name=configuration.name, qpos=_qpos(robot, configuration))
    _remarks(sheet, robot, bare)
    nearest = "impossible inertias, which MuJoCo refuses, are written as the nearest possible ones, changed by"
    sheet.remark(nearest, (f"{100 * change:.2g} % ({name})" for name, change in changed.items()))
    return sheet.text()


def _qpos(robot: Robot, configuration: Configuration) -> tuple[float, ...]:
    """Return a configuration in the order of MuJoCo, depth first, with coupled joints where their leaders put them."""
    values, positions = iter(configuration.q), dict[str, tuple[float, ...]]()
    for entry in entries(robot):
        positions[entry.joint.name] = tuple(next(values) for _ in entry.dimensions)
    joints = {joint.name: joint for joint in robot.joints}

    def at(name: str) -> tuple[float, ...]:
        couple = joints[name].couple
        if couple is None:
            return positions.get(name, (0.0,))  # a fixed leader is at its zero
        return (value_at(couple.polynomial, at(couple.joint)[0]),)

    waiting, qpos = [joint for joint in reversed(robot.joints) if joint.parent == robot.base], list[float]()
    while waiting:
        joint = waiting.pop()
        qpos += at(joint.name) if joint.type != "fixed" else ()
        waiting += [child for child in reversed(robot.joints) if child.parent == joint.child]
    return tuple(qpos)


def _quat(placement: Placement) -> tuple[float, ...] | None:
    return tuple(to_quaternion(placement.rotation)) if placement.rotation != IDENTITY else None


def _body(sheet: Sheet, parent: Node, name: str, placement: Placement) -> Node:
    return sheet.add(parent, "body", name=name, pos=placement.xyz, quat=_quat(placement))


def _accepted(inertia: Matrix) -> tuple[Matrix, float]:
    """Return the nearest inertia that MuJoCo accepts, (1), and the relative change of the second moments."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia
    if not (xy or xz or yz):
        a, b, c = sorted((xx, yy, zz))
        if a >= 0 and a + b >= c:
            return inertia, 0.0
    values, vectors = np.linalg.eigh(second_moments(inertia))
    least = max(SLACK * float(values[-1]), SMALLEST)
    if values[0] >= least:
        return inertia, 0.0
    clipped = np.maximum(values, least)
    change = float(np.linalg.norm(clipped - values) / np.linalg.norm(values))
    return matrix(inertia_of_moments((vectors * clipped) @ vectors.T)), change


def _inertial(sheet: Sheet, node: Node, mass: float, com: Vector, inertia: Matrix) -> None:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia
    if xy or xz or yz:
        sheet.add(node, "inertial", pos=com, mass=mass, fullinertia=(xx, yy, zz, xy, xz, yz))
    elif mass or xx or yy or zz:
        sheet.add(node, "inertial", pos=com, mass=mass, diaginertia=(xx, yy, zz))


def _joint(sheet: Sheet, node: Node, joint: Joint, armature: float) -> None:
    if joint.type == "fixed":
        return
    if joint.type == "floating":
        if joint.parent != sheet.robot.base or {joint.placement, sheet.robot.base_placement} != {Placement()}:
            problem = f"floating joint {joint.name!r} away from the origin of the world"
            raise ArgumentError("robot", problem, "free joints of MJCF, whose parent is the world", "save it as .toml")
        rubs = joint.coordinates[0].friction if _evenly_damped(joint) else Friction()
        damping = rubs.factor * rubs.viscous
        if damping or armature:
            attributes = {"damping": damping or None, "armature": armature or None}
            sheet.add(node, "joint", name=joint.name, type="free", **attributes)
        else:
            sheet.add(node, "freejoint", name=joint.name)
        return
    limits, straight = joint.limits, joint.type in ("revolute", "prismatic")
    bounded = straight and (math.isfinite(limits.lower) or math.isfinite(limits.upper))
    effort = limits.effort
    sheet.add(
        node,
        "joint",
        name=joint.name,
        type=TYPES[joint.type],
        axis=joint.axis,
        range=(max(limits.lower, -UNLIMITED), min(limits.upper, UNLIMITED)) if bounded else None,
        damping=joint.friction.factor * joint.friction.viscous or None,
        frictionloss=joint.friction.factor * joint.friction.coulomb or None,
        stiffness=joint.stiffness or None,
        springref=joint.rest or None,
        armature=armature or None,
        actuatorfrcrange=(-effort, effort) if straight and 0 < effort < math.inf else None,
    )


def _evenly_damped(joint: Joint) -> bool:
    """Return whether all coordinates of a joint have the same viscous friction and nothing else."""
    if not joint.coordinates:
        return False
    first = joint.coordinates[0].friction
    return set(joint.coordinates) == {Coordinate(friction=Friction(first.viscous, factor=first.factor))}


def _armature(robot: Robot) -> dict[str, float]:
    """Return the inertia of rotors at each joint."""
    inertias: dict[str, float] = {}
    for motor in robot.motors:
        for single in motor.alone():
            reflected = single.ratio**2 * single.rotor_inertia
            inertias[single.joint] = inertias.get(single.joint, 0.0) + reflected
    return inertias


def _bare(robot: Robot) -> list[str]:
    """Return the links that a joint moves with neither mass and inertia nor any fixed to them."""
    solid = {link.name for link in robot.links if link.mass > 0 and all(link.inertia[i][i] > BOUND for i in range(3))}
    for joint in reversed(base_to_tip(robot)):
        if joint.type == "fixed" and joint.child in solid:
            solid.add(joint.parent)
    return [joint.child for joint in robot.joints if joint.type != "fixed" and joint.child not in solid]


def _visuals(sheet: Sheet, robot: Robot, nodes: dict[str, Node]) -> None:
    """Write the simple shapes; MuJoCo refuses a file whose meshes it cannot read, so these are left out."""
    unseen = {"contype": "0", "conaffinity": "0", "group": "1"}  # by contacts
    for visual in (visual for visual in robot.visuals if visual.shape != "mesh"):
        x, y, z = map(abs, visual.scale)
        match visual.shape:
            case "box":
                size: tuple[float, ...] = tuple(s * f / 2 for s, f in zip(visual.size, (x, y, z), strict=True))
            case "cylinder":
                size = (x * visual.size[0], z * visual.size[1] / 2)
            case _:
                size = (x * visual.size[0],)
        rgba = (*visual.colour, 1.0) if visual.colour is not None else None
        geom = sheet.add(nodes[visual.link], "geom", type=visual.shape, size=size, rgba=rgba, **unseen)
        geom.set("pos", " ".join(map(repr, visual.placement.xyz)))
        if (quat := _quat(visual.placement)) is not None:
            geom.set("quat", " ".join(map(repr, map(float, quat))))


def _remarks(sheet: Sheet, robot: Robot, bare: list[str]) -> None:
    """Say what the file leaves out."""
    sheet.motor_remarks()
    spun = (motor.name for motor in robot.motors if motor.rotor_inertia and motor.axis is not None)
    sheet.remark("rotors count as inertia at their joint, without their gyroscopic effect", spun)
    sheet.remark("MuJoCo gives links without mass or inertia a very small one", bare)
    sheet.remark("largest speeds are left out", (j.name for j in robot.joints if math.isfinite(j.limits.velocity)))
    sheet.friction_remarks()
    sheet.stop_remarks()
    coupled = (j.name for j in robot.joints if j.couple is not None)
    sheet.remark("coupled joints are soft constraints in MuJoCo", coupled)
    sheet.remark("mesh files are left out, of links", dict.fromkeys(v.link for v in robot.visuals if v.shape == "mesh"))
    odd = (j.name for j in robot.joints if j.coordinates and not (j.type == "floating" and _evenly_damped(j)))
    sheet.remark("properties of the coordinates of a joint are left out", odd)
