"""From the description to the model: number the bodies, merge fixed links, place nodes, rotors and frames.

`build` has three passes. The first one gives every link a mount: the body that it is part of, and its place there. The
second one gives rigid parts to the bodies that carry them, and flexible links their modes, whose shapes may depend on
the load at the tip; all coordinates are known then. The third one adds rotors, friction, springs and damping.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, cast, get_args

import numpy as np

from armillary.description.beam import ROOT, TIP, Beam, ModalData
from armillary.description.couplings import followed
from armillary.description.robot import Link, Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import flag, word
from armillary.files.recent import Recent
from armillary.files.words import shortened
from armillary.multibody.body import RIGID, Body, RigidPart, Rotor
from armillary.multibody.carried_loads import CarriedLoad, carried_loads
from armillary.multibody.drives import add_gears, drives_of
from armillary.multibody.flexible.beam_field import beam_field
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.flexible.modal_data import modal_field
from armillary.multibody.flexible.segments import chain_damping
from armillary.multibody.flexible.sublinks import Expanded, expand
from armillary.multibody.gearing import Gearing, backlashes, gear_losses, motor_rotors, rotor_friction, windings
from armillary.multibody.gravity_compensation import with_compensation
from armillary.multibody.model import Model, ModelJoint, PlacedFrame
from armillary.multibody.motors import GearLoss, PlacedWinding
from armillary.multibody.numbers import ModelNumbers
from armillary.multibody.parameters import Key, Numbers
from armillary.multibody.parts import NumberedParts
from armillary.multibody.passive import Passive
from armillary.multibody.placed_joints import placed_joints, ratios
from armillary.multibody.skeleton import Skeleton, has_modes, skeleton_of
from armillary.spatial.inertia import shift_from_com
from armillary.spatial.scalar import Scalar

Motors = Literal["full", "reflected", "none"]
MOTORS: tuple[str, ...] = get_args(Motors)

_recent: Recent[Model] = Recent(8)
"""Models by the identity of their robot, which lives as long as its model does, and by their choices.

Equal robots may have different visuals and notes, which pictures and reports of a model show. Their models are equal,
so that compiled code, which is kept by equality, serves both.
"""


def model(robot: Robot, *, motors: str = "full", friction: bool = True, free: Sequence[str] = ()) -> Model:
    """Return the model of a robot with these choices. Every function that takes a robot also takes a model.

    Args:
        robot: The description.
        motors: "full" (mass, stator, spinning rotor), "reflected" (mass, stator, and ratio² · rotor inertia at the
            joint) or "none". Default "full".
        friction: Whether joint friction, losses of gears, and damping of gears and flexible links count. Default True.
        free: Names of parameters that stay inputs of programs and compiled code, such as "payload.mass",
            "elbow.friction.viscous", "upper.beam.E" or "gravity.z"; `Model.numbers` lists all. Default none.

    Example:
        >>> import armillary as arm
        >>> arm.model(arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1]), friction=False).nv
        2
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot", "arm.library.get(name) and arm.load(file) give one")
    friction = flag("friction", friction)
    motors = word("motors", motors, MOTORS)
    names = ModelNumbers(robot, motors, friction).resolve(free)
    key = (id(robot), motors, friction, tuple(names))
    recent = _recent.get(key)
    if recent is not None:
        return recent
    with np.errstate(over="ignore", invalid="ignore"):
        made = build(robot, motors, friction, tuple(names))
    for body in made.bodies:
        if body.inertia.dtype != object and not np.all(np.isfinite(body.inertia)):
            raise ArgumentError("robot", f"the inertia of {shortened(body.name)} is not finite", "smaller numbers")
    _recent[key] = made
    return made


def build(
    robot: Robot, motors: str, friction: bool, free: tuple[str, ...], given: Mapping[Key, Scalar] | None = None
) -> Model:
    """Return the model of a robot; `given` replaces some of its numbers by other scalars, for `Model.with_values`."""
    numbers = Numbers(given or {})
    damped = _with_unit_damping(robot, numbers)
    expanded = expand(damped)
    plain = expanded.robot
    moving = any(joint.couple is None for joint in plain.moving_joints())
    if not moving and not any(has_modes(link.beam) for link in plain.links):
        raise ArgumentError("robot", f"{robot.name!r}, whose joints are all fixed", "a robot with a joint that moves")

    # Pass 1: mounts. Frames and parts at nodes of flexible links add the bodies of these nodes, so that the skeleton is
    # complete only after `_frames`.
    skeleton = skeleton_of(plain)
    frames = _frames(expanded, skeleton)

    # Pass 2: rigid parts on their bodies, then the fields of flexible links and with them all coordinates.
    parts = NumberedParts(damped, expanded, skeleton, motors, numbers)
    rigid_parts = parts.rigid_parts(frames)
    # Mode shapes are numeric and do not follow free parameters: they are made for the loads of the robot's own numbers.
    loads = replace(parts, numbers=Numbers({})).rigid_parts(frames) if given else rigid_parts
    fields = _fields(skeleton, loads)
    couples = followed(plain)
    joints, modal, elastic = placed_joints(skeleton, fields, expanded, numbers, couples)
    size = _size(joints, modal)

    # Pass 3: what acts at these coordinates: gears and rotors, then friction, springs and damping.
    drives = drives_of(plain, joints, couples, size, numbers) if motors != "none" else ()
    gearing = Gearing(joints, couples, drives)
    ungeared = motor_rotors(plain, skeleton, motors, numbers)
    rotors: list[Rotor] = []
    for motor in plain.motors:
        if motor.name in ungeared:
            rotors += gearing.rotors(ungeared[motor.name], motor.joint)
    bodies = []
    for i, name in enumerate(skeleton.names):
        # Rotors without an axis only reflect their inertia to the joint; nothing of them turns with the body.
        carried = tuple(rotor for rotor in rotors if np.any(rotor.axis) and rotor.carrier == i)
        bodies.append(Body.of_parts(name, tuple(rigid_parts[i]), carried, modal.get(i, RIGID)))
    passive = Passive(size[1] + len(drives), friction)
    passive.add_joints(parts, joints, couples)
    passive.add_modes(modal.values())
    # After the joints: the rest position of a rotor follows from theirs.
    add_gears(passive, plain, drives, numbers)
    placed_windings: tuple[PlacedWinding, ...] = ()
    losses: tuple[GearLoss, ...] = ()
    if motors != "none":
        by_motor = rotor_friction(plain, gearing, parts, friction, len(passive.rest))
        for of_rotor in by_motor.values():
            passive.include(of_rotor)
        placed_windings = tuple(windings(plain, gearing, parts))
        if friction:
            losses = tuple(gear_losses(plain, gearing, by_motor, ungeared, numbers))
    if friction:
        _add_segment_damping(passive, parts, modal, fields)
    made = Model(
        robot=robot,
        motors=motors,
        friction=friction,
        free=free,
        bodies=(*bodies, *(body for _, body in gearing.spinning_bodies)),
        joints=(*joints, *(joint for joint, _ in gearing.spinning_bodies)),
        rotors=tuple(rotors),
        frames=frames,
        gravity=numbers.vector("world", "gravity", "", robot.gravity),
        elastic=elastic,
        drives=drives,
        windings=placed_windings,
        losses=losses,
        backlashes=tuple(backlashes(plain, gearing, numbers)),
        **passive.fields(),
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
    """Return a model with one free parameter, whose other choices and changes are those of `fixed`."""
    parametric = model(fixed.robot, motors=fixed.motors, friction=fixed.friction, free=[name])
    return parametric.changed(**fixed.changes) if fixed.changes else parametric


def _with_unit_damping(robot: Robot, numbers: Numbers) -> Robot:
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


def _size(joints: tuple[ModelJoint, ...], modal: dict[int, Modal]) -> tuple[int, int]:
    """Return the number of coordinates and of velocities of joints and flexible links."""
    modes = sum(part.count for part in modal.values())
    # A coupled joint and a node share the coordinates of another, which count once.
    kinds = [joint.kind for joint in joints if not joint.kind.shared]
    return sum(kind.nq for kind in kinds) + modes, sum(kind.nv for kind in kinds) + modes


def _fields(skeleton: Skeleton, rigid_parts: dict[int, list[RigidPart]]) -> dict[int, Field]:
    """Return the fields of flexible links by body; `rigid_parts` are the loads that their shapes are made for."""
    beams = [link.beam for link in skeleton.flexible.values() if isinstance(link.beam, Beam)]
    loads: list[CarriedLoad] = []
    if any(beam.modes is not None and beam.modes.shapes == "loaded" for beam in beams):
        loads = carried_loads(skeleton, rigid_parts)
    return {i: _field(skeleton, link, rigid_parts, loads) for i, link in skeleton.flexible.items()}


def _field(skeleton: Skeleton, link: Link, rigid_parts: dict[int, list[RigidPart]], loads: list[CarriedLoad]) -> Field:
    """Return the field of a flexible link, its shapes made for the load at its tip, or for `loads`, by body."""
    if not isinstance(link.beam, Beam):
        return modal_field(cast(ModalData, link.beam))
    at_tip: list[RigidPart] = []
    if (link.name, TIP) in skeleton.nodes:
        at_tip = rigid_parts[skeleton.nodes[link.name, TIP].body]
    mass = sum(part.mass for part in at_tip)
    inertia = sum((shift_from_com(part.inertia, part.mass, part.com) for part in at_tip), np.zeros((3, 3)))
    at_nodes: dict[str, CarriedLoad] = {}
    if loads:
        nodes = skeleton.nodes.items()
        at_nodes = {node: loads[mount.body] for (name, node), mount in nodes if name == link.name}
    return beam_field(link.beam, mass, np.asarray(inertia, dtype=float), at_nodes)


def _add_segment_damping(
    passive: Passive, parts: NumberedParts, modal: dict[int, Modal], fields: dict[int, Field]
) -> None:
    """Add the damping of beams with segments, which couples the modes of all segments of a beam."""
    bodies = {link.name: i for i, link in parts.skeleton.flexible.items()}
    for name, segment_names in parts.expanded.segments.items():
        link = parts.robot.link(name)
        if not isinstance(link.beam, Beam) or link.beam.modes is None or not any(link.beam.modes.damping):
            continue
        segments = [bodies[segment] for segment in segment_names]
        D = chain_damping([fields[i] for i in segments], link.beam)
        factors = ratios(link, link.beam.modes, parts.numbers)[1] * len(segments)
        places = [k for i in segments for k in range(modal[i].v.start, modal[i].v.stop)]
        for row, i in enumerate(places):
            for column, j in enumerate(places):
                passive.damping[i][j] = passive.damping[i][j] + D[row, column] * factors[row]


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
