"""From the description to the model: number the bodies, merge fixed links, place nodes, rotors and frames.

Three passes. First every link gets a mount: the body that it is part of, and its place there. Then rigid parts and
rotors go to the bodies that carry them. Last come the fields of flexible links and their nodes, since mode shapes may
depend on the load at the tip.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, cast, get_args

import numpy as np

from armillary.description.beam import ROOT, TIP, Beam, ModalData
from armillary.description.couplings import followed, order
from armillary.description.friction import FRICTIONLESS
from armillary.description.robot import Link, Motor, Robot
from armillary.errors import ArgumentError
from armillary.expr.linear import to_expressions
from armillary.files.words import among, shortened
from armillary.multibody.body import RIGID, Body, RigidPart, Rotor
from armillary.multibody.carried import Carried, carried
from armillary.multibody.drives import add_gears, drives_of
from armillary.multibody.flexible.beam_field import beam_field
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.flexible.modal_data import modal_field
from armillary.multibody.flexible.segments import chain_damping
from armillary.multibody.flexible.sublinks import Expanded, expand
from armillary.multibody.followers import Gears, Passive
from armillary.multibody.gear_loss import GearBacklash, GearedRotor, GearLoss
from armillary.multibody.gravity_compensation import with_compensation
from armillary.multibody.model import BASE, Model, ModelJoint, PlacedFrame
from armillary.multibody.parameters import Key, Numbers, resolve
from armillary.multibody.parts import AtCoordinate, Parts
from armillary.multibody.placed_joints import Couples, placed_joints, ratios
from armillary.multibody.skeleton import Skeleton, has_modes, skeleton_of
from armillary.multibody.windings import PlacedWinding
from armillary.spatial.inertia import shift_from_com
from armillary.spatial.rotation import unit
from armillary.spatial.scalar import Array, Scalar, sign

Motors = Literal["full", "reflected", "none"]
MOTORS: tuple[str, ...] = get_args(Motors)


KEPT = 8
"""Number of models that are kept for the next call with the same robot; their programs are kept with them."""
_recent: OrderedDict[Hashable, Model] = OrderedDict()
"""Models by the identity of their robot, which lives as long as its model does, and by their choices."""


def model(robot: Robot, *, motors: str = "full", friction: bool = True, free: Sequence[str] = ()) -> Model:
    """Return the model of a robot with these choices. Every function that takes a robot also takes a model.

    Args:
        robot: The description.
        motors: "full" (mass, stator, spinning rotor), "reflected" (mass, stator, and ratio² · rotor inertia at the
            joint) or "none". Default "full".
        friction: Whether joint friction, losses of gears, and damping of gears and flexible links count. Default True.
        free: Names of parameters that stay inputs of programs and compiled code, such as "payload.mass",
            "elbow.friction.viscous", "upper.beam.E" or "gravity.z"; `Model.parameters` lists all. Default none.

    Example:
        >>> import armillary as arm
        >>> arm.model(arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1]), friction=False).nv
        2
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot", "arm.library.get(name) and arm.load(file) give one")
    if not isinstance(friction, (bool, np.bool_)):
        raise ArgumentError("friction", shortened(friction), "True or False")
    if not among(motors, MOTORS):
        raise ArgumentError("motors", shortened(motors), f"one of {', '.join(MOTORS)}")
    found = resolve(robot, motors, bool(friction), free)
    key = (id(robot), motors, bool(friction), tuple(found))
    kept = _recent.pop(key, None)
    if kept is not None:
        _recent[key] = kept
        return kept
    with np.errstate(over="ignore", invalid="ignore"):
        made = build(robot, motors, bool(friction), tuple(found))
    for body in made.bodies:
        if body.inertia.dtype != object and not np.all(np.isfinite(body.inertia)):
            raise ArgumentError("robot", f"the inertia of {shortened(body.name)} is not finite", "smaller numbers")
    _recent[key] = made
    while len(_recent) > KEPT:
        _recent.popitem(last=False)
    return made


def build(
    robot: Robot, motors: str, friction: bool, free: tuple[str, ...], given: Mapping[Key, Scalar] | None = None
) -> Model:
    """Return the model of a robot; `given` replaces some of its numbers by other scalars, for `Model.with_values`."""
    numbers = Numbers(given or {})
    damped = _damped(robot, numbers)
    expanded = expand(damped)
    plain = expanded.robot
    moving = (joint for joint in plain.moving_joints() if joint.couple is None)
    if not any(moving) and not any(has_modes(link.beam) for link in plain.links):
        raise ArgumentError("robot", f"{robot.name!r}, whose joints are all fixed", "a robot with a joint that moves")
    skeleton = skeleton_of(plain)
    frames = _frames(expanded, skeleton)
    parts = Parts(damped, expanded, skeleton, motors, numbers)
    rigid_parts = parts.rigid_parts(frames)
    # Shapes of modes are made for the robot's own numbers.
    own = replace(parts, numbers=Numbers({})).rigid_parts(frames) if given else rigid_parts
    beams = (link.beam for link in skeleton.flexible.values())
    loaded = any(isinstance(beam, Beam) and beam.modes is not None and beam.modes.shapes == "loaded" for beam in beams)
    hung = carried(skeleton, own) if loaded else []
    fields = {i: _field(skeleton, link, own, hung) for i, link in skeleton.flexible.items()}
    couples = followed(plain)
    joints, modal, elastic = placed_joints(skeleton, fields, expanded, numbers, couples)
    drives = drives_of(plain, joints, couples, _size(joints, modal), numbers) if motors != "none" else ()
    gears = Gears(joints, couples, drives)
    motor_rotors = _motor_rotors(plain, skeleton, motors, numbers)
    rotors = tuple(
        part
        for motor in plain.motors
        if motor.name in motor_rotors
        for part in gears.rotors(motor_rotors[motor.name], motor.joint)
    )
    spinning = [rotor for rotor in rotors if np.any(rotor.axis)]
    bodies = tuple(
        Body.of_parts(name, tuple(rigid_parts[i]), tuple(r for r in spinning if r.carrier == i), modal.get(i, RIGID))
        for i, name in enumerate(skeleton.names)
    )
    collected = _passive(parts, joints, modal, Passive(_size(joints, modal)[1] + len(drives), friction), couples)
    add_gears(collected, plain, drives, numbers)
    windings: tuple[PlacedWinding, ...] = ()
    losses: tuple[GearLoss, ...] = ()
    if motors != "none":
        rubbed = _rotor_friction(plain, gears, parts, friction, len(collected.rest))
        for rubbing in rubbed.values():
            collected.include(rubbing)
        windings = tuple(_windings(plain, gears, parts))
        if friction:
            losses = tuple(_losses(plain, gears, rubbed, motor_rotors, numbers))
    for at, D in _segmented(parts, modal, fields) if friction else ():
        for i, row in zip(at, D, strict=True):
            for j, value in zip(at, row, strict=True):
                collected.damping[i][j] = collected.damping[i][j] + value
    passive = collected.fields()
    made = Model(
        robot=robot,
        motors=motors,
        friction=friction,
        free=free,
        bodies=(*bodies, *(body for _, body in gears.spun)),
        joints=(*joints, *(joint for joint, _ in gears.spun)),
        rotors=rotors,
        frames=frames,
        gravity=numbers.vector("world", "gravity", "", robot.gravity),
        elastic=elastic,
        drives=drives,
        windings=windings,
        losses=losses,
        backlashes=tuple(_backlashes(plain, gears, numbers)),
        **passive,
    )
    return with_compensation(made)


def with_rigid_gears(model: Model) -> Model:
    """Return the model of the same robot with rigid gears, with which control laws compute."""
    if not model.drives:
        return model
    if model.changes:
        raise ArgumentError("robot", "a changed model with elastic gears", "a model from arm.model, or rigid gears")
    return _rigid(model)


@lru_cache(maxsize=16)
def _rigid(model: Model) -> Model:
    """Return a model with rigid gears, the same one each time: closed loops are shared by models."""
    motors = tuple(part for motor in model.robot.motors for part in motor.alone())
    return build(replace(model.robot, motors=motors), model.motors, model.friction, ())


def as_model(robot: Robot | Model, argument: str = "robot") -> Model:
    """Return a model itself, or the model of a robot with the default choices; `argument` is its name in an error."""
    if isinstance(robot, Model):
        return robot
    if not isinstance(robot, Robot):
        hint = "arm.library.get(name) and arm.load(file) give a robot, arm.model(robot) its model"
        raise ArgumentError(argument, shortened(robot), "a Robot or a Model", hint)
    return model(robot)


def free_parameter(fixed: Model, name: str) -> Model:
    """Return a model with one free parameter, and with the choices and changes of another model."""
    freed = model(fixed.robot, motors=fixed.motors, friction=fixed.friction, free=[name])
    return freed.changed(**fixed.changes) if fixed.changes else freed


def _size(joints: tuple[ModelJoint, ...], modal: dict[int, Modal]) -> tuple[int, int]:
    """Return the number of coordinates and of velocities of joints and flexible links."""
    own, modes = [joint.kind for joint in joints if not joint.kind.shared], sum(part.count for part in modal.values())
    return sum(kind.nq for kind in own) + modes, sum(kind.nv for kind in own) + modes


def _passive(
    parts: Parts, joints: tuple[ModelJoint, ...], modal: dict[int, Modal], passive: Passive, couples: Couples
) -> Passive:
    """Return friction, springs, stiffness and damping by velocity coordinate, added to `passive`."""
    placed = zip((connection.joint for connection in parts.skeleton.connections), joints, strict=True)
    proper = [(joint, at) for joint, at in placed if joint is not None]  # a node has neither spring nor friction
    for joint, at in proper:
        for i, own in enumerate(parts.at_joint(joint), at.v.start) if joint.name not in couples else ():
            passive.add(i, own)
    for joint, at in proper:
        moved = joint.name in couples and at.kind.nv  # a fixed leader holds a flexible link fast
        for i, own in enumerate(parts.at_joint(joint), at.v.start) if moved else ():
            passive.follow(i, couples[joint.name].polynomial, own)
    for part in modal.values():
        for i in range(part.count):
            passive.stiffness[part.v.start + i][part.v] = part.stiffness[i]
            passive.damping[part.v.start + i][part.v] = part.damping[i] * passive.friction
    return passive


def _rotor_friction(robot: Robot, gears: Gears, parts: Parts, friction: bool, nv: int) -> dict[str, Passive]:
    """Return the friction of the motors at the coordinates that turn their rotors, by name."""
    found: dict[str, Passive] = {}
    for motor in robot.motors:
        mount = gears.mount(motor.name, motor.joint)
        if mount is None or motor.friction == FRICTIONLESS:
            continue
        k, _, _, polynomial = mount
        own = parts.friction("motor", motor.name, motor.friction)
        found[motor.name] = Passive(nv, friction)
        turned = _turned(motor, polynomial, parts.numbers)
        found[motor.name].follow(k, turned, AtCoordinate(motor.name, True, own, 0.0, 0.0))
    return found


def _turned(motor: Motor, polynomial: Sequence[float], numbers: Numbers) -> tuple[Scalar, ...]:
    """Return the angle of a rotor as a polynomial of the coordinate that turns it."""
    ratio = numbers("motor", motor.name, "ratio", motor.ratio)
    return tuple(ratio * value for value in polynomial)


def _windings(robot: Robot, gears: Gears, parts: Parts) -> Iterator[PlacedWinding]:
    """Yield the windings of the motors."""
    for motor in robot.motors:
        mount = gears.mount(motor.name, motor.joint)
        if mount is None or motor.winding is None:
            continue
        k, place, joint, polynomial = mount
        if order(polynomial) > 1:
            found = f"the winding of {motor.name!r}, which drives a joint that follows another by a polynomial"
            raise ArgumentError("robot", found, "a linear coupling there", "or leave the winding out")
        mounts = (gears.mount(each.name, each.joint) for each in robot.motors)
        share = 1 / sum(other is not None and other[0] == k for other in mounts)
        zero, ratio = _turned(motor, polynomial, parts.numbers)[:2]
        drive = gears.drives.get(motor.name)
        ahead = ratio if drive is None else ratio * drive.legs[0].ratio
        sense = sign(to_expressions(np.array([ahead]))[0])
        own = parts.winding(motor.name, motor.winding)
        yield PlacedWinding(motor.name, k, place, joint, share, ratio, zero, sense, own, motor.winding)


def _losses(
    robot: Robot, gears: Gears, rubbed: Mapping[str, Passive], rotors: Mapping[str, Rotor], numbers: Numbers
) -> Iterator[GearLoss]:
    """Yield the losses of gears that grow with their load."""
    for motor in robot.motors:
        mount = gears.mount(motor.name, motor.joint)
        if motor.gear is None or not motor.gear.lossy or mount is None:
            continue
        k, place, joint, polynomial = mount
        drive, geared = gears.drives.get(motor.name), None
        if drive is None:
            rotor, own = rotors[motor.name], rubbed.get(motor.name)
            others = [gears.mount(each.name, each.joint) for each in robot.motors if each.name not in gears.drives]
            sharing = sum(other is not None and other[0] == k for other in others)
            turned = _turned(motor, polynomial, numbers)
            friction = () if own is None else (own.viscous[k], own.coulomb[k], own.sided[k])
            geared = GearedRotor(place, turned, rotor.inertia, rotor.carrier, rotor.axis, sharing, *friction)
            if own is not None:
                geared = replace(geared, followers=tuple(own.followers), stribeck=tuple(own.stribeck))
        ahead = numbers("motor", motor.name, "gear.efficiency", motor.gear.efficiency)
        back = numbers("motor", motor.name, "gear.efficiency_back", motor.gear.efficiency_back)
        smooth = motor.gear.smooth_velocity or 0.0
        yield GearLoss(motor.name, joint, 1.0 - ahead, 1.0 / back - 1.0, drive, geared, smooth)


def _backlashes(robot: Robot, gears: Gears, numbers: Numbers) -> Iterator[GearBacklash]:
    """Yield the backlash of elastic gears."""
    for motor in robot.motors:
        drive = gears.drives.get(motor.name)
        if motor.gear is not None and motor.gear.backlash and drive is not None:
            yield GearBacklash(drive, numbers("motor", motor.name, "gear.backlash", motor.gear.backlash))


def _damped(robot: Robot, numbers: Numbers) -> Robot:
    """Return the robot with the damping ratio 1 for beams whose ratio is given: damping is proportional to it."""
    links = []
    for link in robot.links:
        beam = link.beam
        if isinstance(beam, Beam) and Key("beam", link.name, "damping") in numbers.given:
            modes = beam.modes and replace(beam.modes, damping=(1.0,))
            sublinks = beam.sublinks and replace(beam.sublinks, damping=1.0)
            link = replace(link, beam=replace(beam, modes=modes, sublinks=sublinks))
        links.append(link)
    return robot if links == list(robot.links) else replace(robot, links=tuple(links))


def _field(skeleton: Skeleton, link: Link, rigid_parts: dict[int, list[RigidPart]], hung: list[Carried]) -> Field:
    """Return the field of a flexible link, its shapes made for the load at its tip, or for all that it carries."""
    if not isinstance(link.beam, Beam):
        return modal_field(cast(ModalData, link.beam))
    at_tip = rigid_parts[skeleton.nodes[link.name, TIP].body] if (link.name, TIP) in skeleton.nodes else []
    mass = sum(rigid_part.mass for rigid_part in at_tip)
    inertia = sum(
        (shift_from_com(rigid_part.inertia, rigid_part.mass, rigid_part.com) for rigid_part in at_tip), np.zeros((3, 3))
    )
    mounts = skeleton.nodes.items() if hung else ()
    loads = {node: hung[mount.body] for (name, node), mount in mounts if name == link.name}
    return beam_field(link.beam, mass, np.asarray(inertia, dtype=float), loads)


def _segmented(parts: Parts, modal: dict[int, Modal], fields: dict[int, Field]) -> Iterator[tuple[list[int], Array]]:
    """Yield the velocity coordinates and the damping matrix of each beam with segments."""
    bodies = {link.name: i for i, link in parts.skeleton.flexible.items()}
    for name, segments in parts.expanded.segments.items():
        link = parts.robot.link(name)
        if not isinstance(link.beam, Beam) or link.beam.modes is None or not any(link.beam.modes.damping):
            continue
        own = [bodies[segment] for segment in segments]
        D = chain_damping([fields[i] for i in own], link.beam)
        more = ratios(link, link.beam.modes, parts.numbers)[1] * len(own)
        at = [k for i in own for k in range(modal[i].v.start, modal[i].v.stop)]
        yield at, np.array([[D[i, j] * more[i] for j in range(len(at))] for i in range(len(at))])


def _motor_rotors(robot: Robot, skeleton: Skeleton, motors: str, numbers: Numbers) -> dict[str, Rotor]:
    """Return the rotors of the motors by name; they are not yet geared to a coordinate."""
    rotors: dict[str, Rotor] = {}
    for motor in robot.motors if motors != "none" else ():
        mount = skeleton.at(motor.carrier, motor.node)
        # A rotor on the base, or one that only reflects, couples to nothing: its axis is zero.
        none, spin = np.zeros(3), np.zeros(3)
        if motors == "full" and motor.axis is not None:
            spin = mount.R @ unit(motor.axis)
        axis, on_base = (none, spin) if mount.body == BASE else (spin, none)
        ratio = numbers("motor", motor.name, "ratio", motor.ratio)
        inertia = numbers("motor", motor.name, "rotor_inertia", motor.rotor_inertia)
        rotors[motor.name] = Rotor(motor.name, mount.body, 0, ratio, inertia, axis, on_base)
    return rotors


def _frames(expanded: Expanded, skeleton: Skeleton) -> dict[str, PlacedFrame]:
    """Return all frames by name: links, nodes of beams as ``link.node``, and named frames.

    Modal data may have thousands of nodes: only the tip and nodes that carry a part become frames. Nodes of a beam with
    segments hide those of its first segment, which has the name of the beam.
    """
    robot = expanded.robot
    for load in robot.payloads:
        skeleton.at(load.link, load.node)
    for motor in robot.motors:
        skeleton.at(motor.carrier, motor.node)
    named = dict(skeleton.mounts)
    for link in robot.links:
        if isinstance(link.beam, Beam):
            named |= {f"{link.name}.{node}": skeleton.at(link.name, node) for node in link.beam.node_positions()}
        elif link.beam:
            named |= {f"{link.name}.{ROOT}": skeleton.mounts[link.name]}
            skeleton.at(link.name, None)
    named |= {f"{link}.{node}": mount for (link, node), mount in skeleton.nodes.items()}
    placed = (*expanded.frames, *robot.frames)
    named |= {frame.name: skeleton.at(frame.link, frame.node).place(frame.placement) for frame in placed}
    ends = robot.ends()
    if len(ends) == 1:
        named.setdefault("tip", skeleton.at(ends[0], None))
    return {name: PlacedFrame(name, mount.body, mount.R, mount.p) for name, mount in named.items()}
