"""From the description to the model: number the bodies, merge what is fixed, place nodes, rotors and frames.

Three passes. Every link gets a seat: the body that it is part of, and its place there. Links behind a moving joint,
flexible links and their nodes are bodies of their own. Then lumps and rotors go to the bodies that carry them. Last
come the fields of flexible links, since their shapes may depend on what their tips carry, and with them the nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.beam import ROOT, TIP, Beam, ModalData
from armillary.description.robot import Joint, Link, Robot
from armillary.errors import ArgumentError
from armillary.multibody.body import RIGID, Body, Lump, Rotor
from armillary.multibody.flexible.beam_field import beam_field
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.flexible.modal_field import modal_field
from armillary.multibody.flexible.sublinks import Expanded, expand
from armillary.multibody.joints import JointKind, Node, Prismatic, Revolute, Spherical, Weld
from armillary.multibody.model import BASE, Model, ModelJoint, PlacedFrame
from armillary.multibody.skeleton import Connection, Seat, Skeleton, bends, skeleton_of
from armillary.spatial.inertia import shift_from_com
from armillary.spatial.rotation import unit
from armillary.spatial.scalar import Floats

MOTORS = ("full", "reflected", "none")


def model(robot: Robot, *, motors: str = "full", friction: bool = True) -> Model:
    """Return the model of a robot with these choices. Every function that takes a robot also takes a model.

    Args:
        robot: The description.
        motors: "full" (mass, stator, spinning rotor), "reflected" (mass, stator, and ratio² · rotor inertia at the
            joint) or "none". Default "full".
        friction: Whether joint friction and the damping of springs and flexible links count. Default True.

    Example:
        >>> import armillary as arm
        >>> arm.model(arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1]), friction=False).nv
        2
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", repr(robot)[:80], "a Robot", "arm.library.get(name) and arm.load(file) give one")
    if not isinstance(friction, (bool, np.bool_)):
        raise ArgumentError("friction", repr(friction), "True or False")
    if motors not in MOTORS:
        raise ArgumentError("motors", repr(motors), f"one of {', '.join(MOTORS)}")
    expanded = expand(robot)
    plain = expanded.robot
    if not any(plain.moving_joints()) and not any(bends(link.beam) for link in plain.links):
        raise ArgumentError("robot", f"{robot.name!r}, whose joints are all fixed", "a robot with a joint that moves")
    skeleton = skeleton_of(plain)
    frames = _frames(plain, skeleton)
    lumps = _lumps(plain, skeleton, motors)
    fields = {i: _field(skeleton, link, lumps) for i, link in skeleton.bent.items()}
    joints, modal, elastic = _joints(skeleton, fields, expanded)
    rotors = _rotors(plain, skeleton, joints, motors)
    bodies = tuple(
        Body.of_lumps(
            name,
            tuple(lumps[i]),
            tuple(rotor for rotor in rotors if rotor.carrier == i and np.any(rotor.axis)),
            modal.get(i, RIGID),
        )
        for i, name in enumerate(skeleton.names)
    )
    passive = _passive(skeleton, joints, modal, friction)
    return Model(
        robot=robot,
        motors=motors,
        friction=bool(friction),
        bodies=bodies,
        joints=joints,
        rotors=rotors,
        frames=frames,
        gravity=np.array(robot.gravity),
        viscous=passive.viscous,
        coulomb=passive.coulomb,
        stiffness=passive.stiffness,
        damping=passive.damping,
        rest=passive.rest,
        elastic=elastic,
        built=True,
    )


def as_model(robot: Robot | Model, argument: str = "robot") -> Model:
    """Return a model as it is, or the model of a robot with the default choices; `argument` names it in an error."""
    if isinstance(robot, Model):
        return robot
    if not isinstance(robot, Robot):
        hint = "arm.library.get(name) and arm.load(file) give a robot, arm.model(robot) its model"
        raise ArgumentError(argument, repr(robot)[:80], "a Robot or a Model", hint)
    return model(robot)


@dataclass(frozen=True, eq=False)
class _Passive:
    """What springs, friction and flexible links do by themselves, per velocity coordinate."""

    viscous: Floats
    coulomb: Floats
    stiffness: Floats
    damping: Floats
    rest: Floats

    def add_joint(self, joint: Joint | None, v: slice, friction: bool) -> None:
        """Enter the spring and the friction of a joint; a node has none."""
        if joint is None or v.stop == v.start:
            return
        self.viscous[v], self.coulomb[v] = joint.viscous * friction, joint.coulomb * friction
        self.stiffness[v, v] = np.eye(v.stop - v.start) * joint.stiffness
        self.rest[v] = joint.rest if joint.stiffness else 0.0

    def add_modes(self, modal: Modal, friction: bool) -> None:
        """Enter the stiffness and the damping of a link."""
        self.stiffness[modal.v, modal.v] = modal.stiffness
        self.damping[modal.v, modal.v] = modal.damping * friction


def _passive(skeleton: Skeleton, joints: tuple[ModelJoint, ...], modal: dict[int, Modal], friction: bool) -> _Passive:
    nv = sum(joint.kind.nv for joint in joints if not joint.kind.shared) + sum(part.count for part in modal.values())
    passive = _Passive(np.zeros(nv), np.zeros(nv), np.zeros((nv, nv)), np.zeros((nv, nv)), np.zeros(nv))
    for connection, joint in zip(skeleton.connections, joints, strict=True):
        passive.add_joint(connection.joint, joint.v, friction)
    for part in modal.values():
        passive.add_modes(part, friction)
    return passive


def _kind(joint: Joint) -> JointKind:
    if joint.type == "fixed":
        return Weld()
    if joint.axis is None:
        return Spherical()
    axis = unit(joint.axis)
    return Revolute(axis) if joint.type == "revolute" else Prismatic(axis)


def _field(skeleton: Skeleton, link: Link, lumps: dict[int, list[Lump]]) -> Field:
    """Return the field of a flexible link, its shapes made for what its tip carries."""
    if not isinstance(link.beam, Beam):
        return modal_field(cast(ModalData, link.beam))
    at_tip = lumps[skeleton.nodes[link.name, TIP].body] if (link.name, TIP) in skeleton.nodes else []
    mass = sum(lump.mass for lump in at_tip)
    inertia = sum((shift_from_com(lump.inertia, lump.mass, lump.com) for lump in at_tip), np.zeros((3, 3)))
    return beam_field(link.beam, mass, np.asarray(inertia, dtype=float))


def _joints(
    skeleton: Skeleton, fields: dict[int, Field], expanded: Expanded
) -> tuple[tuple[ModelJoint, ...], dict[int, Modal], tuple[str, ...]]:
    """Return the joints, the modes and the names of the elastic coordinates: joints proper first, then link by link."""
    kinds = [_kind(c.joint) if c.joint is not None else _node(c, fields) for c in skeleton.connections]
    q: dict[int, slice] = {}
    v: dict[int, slice] = {}
    modal: dict[int, Modal] = {}
    elastic: list[str] = []
    nq = nv = 0
    proper = [i for i, c in enumerate(skeleton.connections) if c.joint is not None]
    hinged = {i for i, c in enumerate(skeleton.connections) if c.name in expanded.elastic}
    for i in (i for i in proper if i not in hinged):
        q[i], v[i] = slice(nq, nq + kinds[i].nq), slice(nv, nv + kinds[i].nv)
        nq, nv = q[i].stop, v[i].stop
    for i in proper:
        if i in hinged:
            q[i], v[i] = slice(nq, nq + 1), slice(nv, nv + 1)
            nq, nv = nq + 1, nv + 1
            elastic.append(skeleton.connections[i].name)
        if i in fields:
            n = fields[i].modes
            modal[i] = Modal.of(fields[i], slice(nq, nq + n), slice(nv, nv + n))
            nq, nv = nq + n, nv + n
            elastic += mode_names(skeleton.bent[i], n)
    for i, connection in enumerate(skeleton.connections):
        if connection.joint is None:
            q[i], v[i] = modal[connection.seat.body].q, modal[connection.seat.body].v
    joints = tuple(
        ModelJoint(c.name, c.seat.body, c.seat.R, c.seat.p, kinds[i], q[i], v[i])
        for i, c in enumerate(skeleton.connections)
    )
    return joints, modal, tuple(elastic)


def _node(connection: Connection, fields: dict[int, Field]) -> JointKind:
    return Node(fields[connection.seat.body].nodes[connection.node])


def mode_names(link: Link, count: int) -> list[str]:
    """Return the names of the modal coordinates of a link, such as ``upper.bending_y1``."""
    modes = link.beam.modes if isinstance(link.beam, Beam) else None
    if modes is None:
        return [f"{link.name}.mode{k + 1}" for k in range(count)]
    kinds = ("bending_y", "bending_z", "torsion", "axial")
    return [f"{link.name}.{kind}{k + 1}" for kind in kinds for k in range(getattr(modes, kind))]


def _rotors(robot: Robot, skeleton: Skeleton, joints: tuple[ModelJoint, ...], motors: str) -> tuple[Rotor, ...]:
    if motors == "none":
        return ()
    coordinate = {joint.name: joint.v.start for joint in joints}
    rotors = []
    for motor in robot.motors:
        seat = skeleton.at(motor.carrier, motor.node)
        # A rotor on the base, or one that only reflects, couples to nothing: its axis is zero.
        known = motors == "full" and motor.axis is not None and seat.body != BASE
        axis = seat.R @ unit(motor.axis) if known and motor.axis else np.zeros(3)
        rotors.append(Rotor(motor.name, seat.body, coordinate[motor.joint], motor.ratio, motor.rotor_inertia, axis))
    return tuple(rotors)


def _lumps(robot: Robot, skeleton: Skeleton, motors: str) -> dict[int, list[Lump]]:
    """Return the rigid parts of every body."""
    lumps: dict[int, list[Lump]] = {i: [] for i in range(BASE, len(skeleton.names))}

    def add(seat: Seat, name: str, mass: float, com: ArrayLike, inertia: ArrayLike, kind: str = "link") -> None:
        lumps[seat.body].append(seat.lump(name, mass, com, inertia, kind))

    for link in robot.links:
        seat = skeleton.seats[link.name]
        if link.mass or not link.beam:
            add(seat, link.name, link.mass, link.com, link.inertia)
        if isinstance(link.beam, Beam) and not bends(link.beam):
            mass, moment, inertia = beam_field(link.beam).rigid_part()
            central = inertia - np.asarray(shift_from_com(np.zeros((3, 3)), mass, moment / mass), dtype=float)
            add(seat, f"{link.name} (beam)", mass, moment / mass, central)
    for load in robot.payloads:
        add(skeleton.at(load.link, load.node), load.name, load.mass, load.com, load.inertia, "payload")
    for motor in robot.motors if motors != "none" else ():
        seat = skeleton.at(motor.carrier, motor.node)
        add(seat, motor.name, motor.mass, motor.position, motor.stator_inertia, "motor")
    return lumps


def _frames(robot: Robot, skeleton: Skeleton) -> dict[str, PlacedFrame]:
    """Return all frames by name: links, nodes of beams as ``link.node``, and those that have names.

    Modal data may have thousands of nodes: of these only the tip and those that carry something become frames.
    """
    parents = {joint.parent for joint in robot.joints}
    ends = [link.name for link in robot.links if link.name not in parents]
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
    named |= {frame.name: skeleton.at(frame.link, frame.node).place(frame.placement) for frame in robot.frames}
    if len(ends) == 1:
        named.setdefault("tip", skeleton.at(ends[0], None))
    return {name: PlacedFrame(name, seat.body, seat.R, seat.p) for name, seat in named.items()}
