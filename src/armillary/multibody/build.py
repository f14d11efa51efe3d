"""From the description to the model: number the bodies, merge fixed links, place nodes, rotors and frames.

Three passes. First every link gets a seat: the body that it is part of, and its place there. Then lumps and rotors go
to the bodies that carry them. Last come the fields of flexible links and their nodes, since mode shapes may depend on
the load at the tip.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.beam import ROOT, TIP, Beam, ModalData, Modes
from armillary.description.couplings import followed
from armillary.description.robot import Coupling, Joint, Link, Payload, Robot
from armillary.errors import ArgumentError
from armillary.files.words import among, shortened
from armillary.multibody.body import RIGID, Body, Lump, Rotor
from armillary.multibody.carried import Carried, carried
from armillary.multibody.flexible.beam_field import beam_field
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.flexible.modal_data import modal_field
from armillary.multibody.flexible.segments import chain_damping
from armillary.multibody.flexible.sublinks import Expanded, expand
from armillary.multibody.followers import Gears, Passive
from armillary.multibody.joints import (
    Coupled,
    Cylindrical,
    Floating,
    JointKind,
    Node,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
    Weld,
)
from armillary.multibody.model import BASE, Model, ModelJoint, PlacedFrame
from armillary.multibody.parameters import TIP_LOAD, Key, Numbers, parameter_names, resolve
from armillary.multibody.skeleton import Connection, Seat, Skeleton, bends, skeleton_of
from armillary.spatial.inertia import shift_from_com
from armillary.spatial.rotation import unit
from armillary.spatial.scalar import Array, Scalar, sqrt

Motors = Literal["full", "reflected", "none"]
MOTORS: tuple[str, ...] = get_args(Motors)
Couples = Mapping[str, Coupling]
"""For each coupled joint its leader and the composed polynomial."""

KINDS: dict[str, Callable[..., JointKind]] = {
    "revolute": Revolute,
    "prismatic": Prismatic,
    "screw": Screw,
    "cylindrical": Cylindrical,
    "universal": Universal,
    "planar": Planar,
    "spherical": Spherical,
    "floating": Floating,
    "fixed": Weld,
}
"""Kinds of joint, which are made from their axes and pitch."""


def model(robot: Robot, *, motors: str = "full", friction: bool = True, free: Sequence[str] = ()) -> Model:
    """Return the model of a robot with these choices. Every function that takes a robot also takes a model.

    Args:
        robot: The description.
        motors: "full" (mass, stator, spinning rotor), "reflected" (mass, stator, and ratio² · rotor inertia at the
            joint) or "none". Default "full".
        friction: Whether joint friction and the damping of springs and flexible links count. Default True.
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
    with np.errstate(over="ignore", invalid="ignore"):
        made = build(robot, motors, bool(friction), tuple(found))
    for body in made.bodies:
        if body.inertia.dtype != object and not np.all(np.isfinite(body.inertia)):
            raise ArgumentError("robot", f"the inertia of {shortened(body.name)} is not finite", "smaller numbers")
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
    if not any(moving) and not any(bends(link.beam) for link in plain.links):
        raise ArgumentError("robot", f"{robot.name!r}, whose joints are all fixed", "a robot with a joint that moves")
    skeleton = skeleton_of(plain)
    frames = _frames(expanded, skeleton)
    parts = _Parts(damped, expanded, skeleton, motors, numbers)
    lumps = parts.lumps(frames)
    # Shapes of modes are made for the robot's own numbers.
    own = replace(parts, numbers=Numbers({})).lumps(frames) if given else lumps
    beams = (link.beam for link in skeleton.bent.values())
    loaded = any(isinstance(beam, Beam) and beam.modes is not None and beam.modes.shapes == "loaded" for beam in beams)
    hung = carried(skeleton, own) if loaded else []
    fields = {i: _field(skeleton, link, own, hung) for i, link in skeleton.bent.items()}
    couples = followed(plain)
    joints, modal, elastic = _joints(skeleton, fields, expanded, numbers, couples)
    gears = Gears(joints, couples)
    rotors = _rotors(plain, skeleton, gears, motors, numbers)
    spinning = [rotor for rotor in rotors if np.any(rotor.axis)]
    bodies = tuple(
        Body.of_lumps(name, tuple(lumps[i]), tuple(r for r in spinning if r.carrier == i), modal.get(i, RIGID))
        for i, name in enumerate(skeleton.names)
    )
    passive = _passive(parts, joints, modal, friction, couples).fields()
    for index, D in _segmented(parts, modal, fields) if friction else ():
        passive["damping"][index] = passive["damping"][index] + D
    return Model(
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
        **passive,
    )


def as_model(robot: Robot | Model, argument: str = "robot") -> Model:
    """Return a model itself, or the model of a robot with the default choices; `argument` is its name in an error."""
    if isinstance(robot, Model):
        return robot
    if not isinstance(robot, Robot):
        hint = "arm.library.get(name) and arm.load(file) give a robot, arm.model(robot) its model"
        raise ArgumentError(argument, shortened(robot), "a Robot or a Model", hint)
    return model(robot)


def _passive(
    parts: _Parts, joints: tuple[ModelJoint, ...], modal: dict[int, Modal], friction: bool, couples: Couples
) -> Passive:
    """Return friction, springs, stiffness and damping by velocity coordinate."""
    own = sum(joint.kind.nv for joint in joints if not joint.kind.shared)
    passive = Passive(own + sum(part.count for part in modal.values()), friction)
    placed = zip((connection.joint for connection in parts.skeleton.connections), joints, strict=True)
    proper = [(joint, at) for joint, at in placed if joint is not None]  # a node has neither spring nor friction
    for joint, at in proper:
        for i, numbers in enumerate(parts.at_joint(joint), at.v.start) if joint.name not in couples else ():
            passive.add(i, numbers)
    for joint, at in proper:
        moved = joint.name in couples and at.kind.nv  # a fixed leader holds a flexible link fast
        for i, numbers in enumerate(parts.at_joint(joint), at.v.start) if moved else ():
            passive.follow(i, couples[joint.name].polynomial, numbers)
    for part in modal.values():
        for i in range(part.count):
            passive.stiffness[part.v.start + i][part.v] = part.stiffness[i]
            passive.damping[part.v.start + i][part.v] = part.damping[i] * friction
    return passive


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


def _kind(connection: Connection, fields: dict[int, Field], couples: Couples, placed: Container[str]) -> JointKind:
    joint = connection.joint
    if joint is None:
        return Node(fields[connection.seat.body].nodes[connection.node])
    if joint.name in couples and couples[joint.name].joint not in placed:
        return Weld()
    axes = [unit(axis) for axis in (joint.axis, joint.second_axis) if axis is not None]
    own = KINDS[joint.type](*axes, *([joint.pitch] if joint.pitch else []))
    if joint.name in couples and isinstance(own, Revolute | Prismatic | Screw):
        return Coupled(own, couples[joint.name].polynomial)
    return own


def _field(skeleton: Skeleton, link: Link, lumps: dict[int, list[Lump]], hung: list[Carried]) -> Field:
    """Return the field of a flexible link, its shapes made for the load at its tip, or for all that it carries."""
    if not isinstance(link.beam, Beam):
        return modal_field(cast(ModalData, link.beam))
    at_tip = lumps[skeleton.nodes[link.name, TIP].body] if (link.name, TIP) in skeleton.nodes else []
    mass = sum(lump.mass for lump in at_tip)
    inertia = sum((shift_from_com(lump.inertia, lump.mass, lump.com) for lump in at_tip), np.zeros((3, 3)))
    seats = skeleton.nodes.items() if hung else ()
    loads = {node: hung[seat.body] for (name, node), seat in seats if name == link.name}
    return beam_field(link.beam, mass, np.asarray(inertia, dtype=float), loads)


def _joints(
    skeleton: Skeleton, fields: dict[int, Field], expanded: Expanded, numbers: Numbers, couples: Couples
) -> tuple[tuple[ModelJoint, ...], dict[int, Modal], tuple[str, ...]]:
    """Return the joints, the modes and the names of the elastic coordinates, which follow the joints link by link."""
    connections = skeleton.connections
    moving = {each.name: i for i, each in enumerate(connections) if each.joint and each.joint.type != "fixed"}
    kinds = [_kind(connection, fields, couples, moving) for connection in connections]
    places: dict[int, tuple[slice, slice]] = {}
    modal: dict[int, Modal] = {}
    elastic: list[str] = []
    nq = nv = 0

    def next_places(more_q: int, more_v: int) -> tuple[slice, slice]:
        nonlocal nq, nv
        nq, nv = nq + more_q, nv + more_v
        return slice(nq - more_q, nq), slice(nv - more_v, nv)

    proper = [i for i, connection in enumerate(connections) if connection.joint is not None]
    hinged = {connections[i].name: i for i in proper if connections[i].name in expanded.elastic}
    hinges = iter(expanded.elastic)  # in the order of coordinates; along the chain it alternates from joint to joint
    for i in (i for i in proper if connections[i].name not in hinged and not kinds[i].shared):
        places[i] = next_places(kinds[i].nq, kinds[i].nv)
    for i in (i for i in proper if kinds[i].shared):
        places[i] = places[moving[couples[connections[i].name].joint]]
    for i in proper:
        if connections[i].name in hinged:
            elastic.append(next(hinges))
            places[hinged[elastic[-1]]] = next_places(1, 1)
        if i in fields:
            link, n = skeleton.bent[i], fields[i].modes
            modal[i] = _modal(expanded.pieces.get(link.name, link), fields[i], *next_places(n, n), numbers)
            elastic += [f"{link.name}.{mode}" for mode in link.beam.mode_names()] if link.beam else []
    for i, connection in enumerate(connections):
        if connection.joint is None:
            places[i] = modal[connection.seat.body].q, modal[connection.seat.body].v
    joints = (
        ModelJoint(c.name, c.seat.body, c.seat.R, c.seat.p, kinds[i], *places[i]) for i, c in enumerate(connections)
    )
    return tuple(joints), modal, tuple(elastic)


def _modal(link: Link, field: Field, q: slice, v: slice, numbers: Numbers) -> Modal:
    """Return the modes of a link: integrals grow with density ρ, K with E or G, D with ζ √(Eρ) or ζ √(Gρ)."""
    made = Modal.of(field, q, v, numbers.ratio(link, "density"))
    if not numbers.given or not isinstance(link.beam, Beam) or link.beam.modes is None:
        return made
    stiffer, more = _ratios(link, link.beam.modes, numbers)
    stiffness = [[made.stiffness[i, j] * stiffer[i] for j in range(made.count)] for i in range(made.count)]
    damping = [[made.damping[i, j] * more[i] for j in range(made.count)] for i in range(made.count)]
    return replace(made, stiffness=np.array(stiffness), damping=np.array(damping))


def _ratios(link: Link, modes: Modes, numbers: Numbers) -> tuple[list[Scalar], list[Scalar]]:
    """Return the factors of stiffness and damping of each mode of a beam whose numbers are given."""
    density, damped = numbers.ratio(link, "density"), numbers("beam", link.name, "damping", 1.0)
    before = modes.bending_y + modes.bending_z
    moduli = ["G" if before <= k < before + modes.torsion else "E" for k in range(modes.count)]
    stiffer = [numbers.ratio(link, modulus) for modulus in moduli]
    return stiffer, [damped * sqrt(ratio * density) for ratio in stiffer]


def _segmented(parts: _Parts, modal: dict[int, Modal], fields: dict[int, Field]) -> Iterator[tuple[Any, Array]]:
    """Yield the indices and the damping matrix of the coordinates of each beam with segments."""
    bodies = {link.name: i for i, link in parts.skeleton.bent.items()}
    for name, segments in parts.expanded.segments.items():
        link = parts.robot.link(name)
        if not isinstance(link.beam, Beam) or link.beam.modes is None or not any(link.beam.modes.damping):
            continue
        own = [bodies[segment] for segment in segments]
        D = chain_damping([fields[i] for i in own], link.beam)
        more = _ratios(link, link.beam.modes, parts.numbers)[1] * len(own)
        at = np.concatenate([np.arange(modal[i].v.start, modal[i].v.stop) for i in own])
        yield np.ix_(at, at), np.array([[D[i, j] * more[i] for j in range(len(at))] for i in range(len(at))])


def _rotors(robot: Robot, skeleton: Skeleton, gears: Gears, motors: str, numbers: Numbers) -> tuple[Rotor, ...]:
    if motors == "none":
        return ()
    rotors = []
    for motor in robot.motors:
        seat = skeleton.at(motor.carrier, motor.node)
        # A rotor on the base, or one that only reflects, couples to nothing: its axis is zero.
        none, spin = np.zeros(3), np.zeros(3)
        if motors == "full" and motor.axis is not None:
            spin = seat.R @ unit(motor.axis)
        axis, on_base = (none, spin) if seat.body == BASE else (spin, none)
        ratio = numbers("motor", motor.name, "ratio", motor.ratio)
        inertia = numbers("motor", motor.name, "rotor_inertia", motor.rotor_inertia)
        rotors.append(gears.rotor(Rotor(motor.name, seat.body, 0, ratio, inertia, axis, on_base), motor.joint))
    return tuple(rotor for rotor in rotors if rotor is not None)


@dataclass(frozen=True, eq=False)
class _Parts:
    """The rigid parts and joints of a robot, with their numbers."""

    robot: Robot
    expanded: Expanded
    skeleton: Skeleton
    motors: str
    numbers: Numbers

    def lumps(self, frames: dict[str, PlacedFrame]) -> dict[int, list[Lump]]:
        """Return the rigid parts of every body."""
        robot, skeleton, numbers = self.expanded.robot, self.skeleton, self.numbers
        lumps: dict[int, list[Lump]] = {i: [] for i in range(BASE, len(skeleton.names))}

        def add(seat: Seat, name: str, mass: Scalar, com: ArrayLike, inertia: ArrayLike, kind: str = "link") -> None:
            lumps[seat.body].append(seat.lump(name, mass, com, inertia, kind))

        for link in robot.links:
            seat, density = skeleton.seats[link.name], self._density(link.name)
            mass = numbers("link", link.name, "mass", link.mass)
            if link.mass or not link.beam:
                com = numbers.vector("link", link.name, "com", link.com)
                inertia = numbers.tensor("link", link.name, "inertia", link.inertia)
                add(seat, link.name, mass * density, com, inertia * density)
            if isinstance(link.beam, Beam) and not bends(link.beam):
                own, moment, about = beam_field(link.beam).rigid_part()
                central = about - np.asarray(shift_from_com(np.zeros((3, 3)), own, moment / own), dtype=float)
                density = numbers.ratio(link, "density")
                add(seat, f"{link.name} (beam)", own * density, moment / own, central * density)
        for load in robot.payloads:
            mass, density = numbers("payload", load.name, "mass", load.mass), self._density(load.name)
            com, heavier = self._com(load), mass / load.mass if load.mass else 1.0
            inertia = np.array(load.inertia) * (heavier if mass is not load.mass else 1.0) * density
            add(skeleton.at(load.link, load.node), load.name, mass * density, com, inertia, "payload")
        for motor in robot.motors if self.motors != "none" else ():
            mass = numbers("motor", motor.name, "mass", motor.mass)
            seat = skeleton.at(motor.carrier, motor.node)
            add(seat, motor.name, mass, motor.position, motor.stator_inertia, "motor")
        tip, mass = frames.get("tip"), numbers("payload", TIP_LOAD, "mass", None)
        if mass is not None and tip is not None and not any(load.name == TIP_LOAD for load in robot.payloads):
            lumps[tip.body].append(Lump(TIP_LOAD, mass, tip.translation, np.zeros((3, 3)), "payload"))
        return lumps

    def at_joint(self, joint: Joint) -> Iterator[tuple[Scalar, Scalar, Scalar | None, Scalar, Scalar]]:
        """Yield viscous and dry friction, dry friction at negative rates or None, stiffness and rest by coordinate."""
        if joint.name in self.expanded.elastic:  # between pieces of a beam
            link, modulus = self.expanded.elastic[joint.name]
            stiffer, density = self.numbers.ratio(link, modulus), self.numbers.ratio(link, "density")
            damping = joint.viscous * self.numbers("beam", link.name, "damping", 1.0) * sqrt(stiffer * density)
            yield damping, joint.coulomb, None, joint.stiffness * stiffer, joint.rest
            return
        for name, part in zip(parameter_names(joint), joint.each(), strict=True):
            yield (
                self.numbers("joint", name, "friction.viscous", part.viscous),
                self.numbers("joint", name, "friction.coulomb", part.coulomb),
                self.numbers("joint", name, "friction.coulomb_negative", part.coulomb_negative),
                self.numbers("joint", name, "stiffness", part.stiffness),
                self.numbers("joint", name, "rest", part.rest),
            )

    def _com(self, load: Payload) -> Array:
        """Return the centre of mass of a payload; on a piece of a beam it is shifted with its node."""
        own = next((each.com for each in self.robot.payloads if each.name == load.name), load.com)
        given = self.numbers.vector("payload", load.name, "com", own)
        return given + (np.array(load.com) - own) if self.numbers.given else np.array(load.com)

    def _density(self, name: str) -> Scalar:
        """Return the ratio of the density of a piece of a beam to the robot's value; 1 for other parts."""
        link = self.expanded.pieces.get(name)
        return 1.0 if link is None else self.numbers.ratio(link, "density")


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
    named = dict(skeleton.seats)
    for link in robot.links:
        if isinstance(link.beam, Beam):
            named |= {f"{link.name}.{node}": skeleton.at(link.name, node) for node in link.beam.node_positions()}
        elif link.beam:
            named |= {f"{link.name}.{ROOT}": skeleton.seats[link.name]}
            skeleton.at(link.name, None)
    named |= {f"{link}.{node}": seat for (link, node), seat in skeleton.nodes.items()}
    placed = (*expanded.frames, *robot.frames)
    named |= {frame.name: skeleton.at(frame.link, frame.node).place(frame.placement) for frame in placed}
    ends = robot.ends()
    if len(ends) == 1:
        named.setdefault("tip", skeleton.at(ends[0], None))
    return {name: PlacedFrame(name, seat.body, seat.R, seat.p) for name, seat in named.items()}
