"""The bodies of a robot, the mounts of links and nodes on them, and the connections that move them.

Links behind a moving joint, flexible links and their nodes are bodies. A link that is fixed to a body is part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.beam import ROOT, Beam, ModalData
from armillary.description.couplings import locked_joints
from armillary.description.order import base_to_tip
from armillary.description.robot import Joint, Link, Placement, Robot
from armillary.multibody.body import RigidPart
from armillary.multibody.model import BASE
from armillary.spatial.inertia import rotate
from armillary.spatial.rotation import orthonormal
from armillary.spatial.scalar import Floats, Scalar


@dataclass(frozen=True, eq=False)
class Mount:
    """Place of a link: its body, and its rotation and position [m] there."""

    body: int
    R: Floats
    p: Floats

    def place(self, placement: Placement) -> Mount:
        """Return the mount of a frame that is placed in this one."""
        R, p = orthonormal(placement.rotation), np.array(placement.xyz)
        return Mount(self.body, self.R @ R, self.p + self.R @ p)

    def after_joint(self, joint: Joint, position: float) -> Mount:
        """Return the mount that a joint with one coordinate at a position [rad or m] gives its child."""
        change = joint.displacement(position)
        return Mount(self.body, self.R @ change.rotation, self.p + self.R @ change.direction * change.distance)

    def part(
        self, name: str, mass: Scalar, com: ArrayLike, inertia: ArrayLike, kind: str, compensated: float = 0.0
    ) -> RigidPart:
        """Return a part of the body, given in the axes of the mount."""
        tensor = np.asarray(rotate(np.array(inertia), self.R))
        return RigidPart(name, mass, self.p + self.R @ np.array(com), tensor, kind, compensated)


@dataclass(frozen=True, eq=False)
class Connection:
    """The connection that moves a body: a joint, or None at a node of a flexible link, and its mount."""

    name: str
    mount: Mount
    joint: Joint | None = None
    node: str = ""


@dataclass(eq=False)
class Skeleton:
    """The mounts of links and nodes, and the connection and the name of each body."""

    links: dict[str, Link]
    mounts: dict[str, Mount]
    """Mounts of links, and of the base, by name."""
    connections: list[Connection] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    nodes: dict[tuple[str, str], Mount] = field(default_factory=dict)
    """Mounts of nodes by the names of link and node."""
    flexible: dict[int, Link] = field(default_factory=dict)
    """Flexible links by body."""
    places: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Positions of nodes by flexible link: a cache, since a link may have thousands."""

    def add(self, name: str, connection: Connection) -> Mount:
        """Add a body with its connection; return the mount at its origin."""
        self.connections.append(connection)
        self.names.append(name)
        return Mount(len(self.names) - 1, np.eye(3), np.zeros(3))

    def at(self, link: str, node: str | None) -> Mount:
        """Return the mount of a node of a link; a node becomes a body when its mount is first needed."""
        beam = self.links[link].beam if link in self.links else None
        if beam is None or node == ROOT:
            return self.mounts[link]
        if link not in self.places:
            self.places[link] = beam.node_positions()
        places = self.places[link]
        node = node or beam.end
        if (link, node) not in self.nodes:
            position = places[node]
            if isinstance(beam, Beam) and position == 0:  # the root by another name
                return self.mounts[link]
            place = np.array(beam.axis) * position if isinstance(beam, Beam) else np.array(position)
            mount = self.mounts[link]
            mount = Mount(mount.body, mount.R, mount.p + mount.R @ place)
            if has_modes(beam):  # else the node is a place on a rigid body
                name = f"{link}.{node}"
                mount = self.add(name, Connection(name, mount, node=node))
            self.nodes[link, node] = mount
        return self.nodes[link, node]


def has_modes(beam: Beam | ModalData | None) -> bool:
    """Return whether a link has modal coordinates."""
    return beam is not None and not (isinstance(beam, Beam) and beam.modes is None)


def skeleton_of(robot: Robot) -> Skeleton:
    """Return the mounts of all links; nodes are added as they are needed."""
    base = Mount(BASE, np.eye(3), np.zeros(3)).place(robot.base_placement)
    skeleton = Skeleton({link.name: link for link in robot.links}, {robot.base: base})
    locked = locked_joints(robot)
    for joint in base_to_tip(robot):
        mount = skeleton.at(joint.parent, joint.node).place(joint.placement)
        if joint.name in locked:
            mount = mount.after_joint(joint, locked[joint.name])
        link = skeleton.links[joint.child]
        moves = joint.type != "fixed" and joint.name not in locked
        if moves or has_modes(link.beam):
            mount = skeleton.add(joint.child, Connection(joint.name, mount, joint))
        skeleton.mounts[joint.child] = mount
        if has_modes(link.beam):
            skeleton.flexible[mount.body] = link
    return skeleton
