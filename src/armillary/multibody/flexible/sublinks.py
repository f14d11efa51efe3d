"""Robots with beams of sublinks or segments become robots with more links. [Celentano2008, section 5]

A beam of ν elastic joints becomes ν + 1 rigid links with joints and springs between them (`pieces`). Every
formulation accepts this robot. The coordinates of elastic joints come after those of the joints proper.
A beam of n segments becomes n links with modes, each fixed to the tip of the one before (`segments`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from armillary.description.beam import TIP, Beam
from armillary.description.order import base_to_tip
from armillary.description.robot import LINK_FIELDS, Frame, Joint, Link, Motor, Payload, Placement, Robot, vector
from armillary.multibody.flexible.pieces import Cut, Division
from armillary.multibody.flexible.segments import BeamSegments


@dataclass(frozen=True)
class Expanded:
    """A robot whose beams with sublinks or segments have become links and joints.

    `elastic` maps the names of elastic joints, in the order of their coordinates, to their link and to the modulus of
    their stiffness, "E" or "G".
    `pieces` maps the names of pieces to their link; the first rigid piece is a payload on it, the first segment is the
    link itself. `segments` has the names of all segments of a link. `frames` are the nodes of cut beams, and the tip.
    """

    robot: Robot
    elastic: dict[str, tuple[Link, str]]
    pieces: dict[str, Link]
    segments: dict[str, tuple[str, ...]]
    frames: tuple[Frame, ...]


def expand(robot: Robot) -> Expanded:
    """Return the robot with its sublinks and segments made explicit.

    The first piece keeps the name of the link and its hub, the others are named ``link/2``, ``link/3``, …; the elastic
    joints ``link.bending_y1``, … A part at a node sits on the piece that has the node.
    """
    cuts = _cut(robot)
    if not cuts:
        return Expanded(robot, {}, {}, {}, ())
    joints: list[Joint] = []
    elastic: dict[str, tuple[Link, str]] = {}
    for joint in base_to_tip(robot):  # in this order the elastic joints of a link stay together
        joints.append(_on_piece(joint, cuts))
        cut = cuts.get(joint.child)
        joints += cut.joints() if cut is not None else ()
        if isinstance(cut, Cut):
            sheared = "E" if cut.beam.G is None else "G"  # without G it is a share of E
            moduli = {"torsion": "G", "shear_y": sheared, "shear_z": sheared}
            elastic |= {name: (cut.link, moduli.get(kind, "E")) for name, kind in cut.hinge_names()}
    links = [part for link in robot.links for part in (cuts[link.name].links() if link.name in cuts else (link,))]
    nodes = [(name, node) for name, cut in cuts.items() for node in cut.beam.node_positions()]
    frames = [Frame(f"{name}.{node}", name, node=node) for name, node in nodes]
    ends = robot.ends()
    names = {robot.base, *(link.name for link in robot.links), *(frame.name for frame in robot.frames)}
    if len(ends) == 1 and TIP not in names:
        frames.append(Frame(TIP, ends[0]))  # the pieces would hide which link is the end
    rigid = [cut for cut in cuts.values() if isinstance(cut, Cut)]
    first = [cut.first_piece() for cut in rigid]
    plain = Robot(
        robot.name,
        tuple(links),
        tuple(joints),
        tuple(_on_piece(motor, cuts) for motor in robot.motors),
        (*(_on_piece(payload, cuts) for payload in robot.payloads), *first),
        tuple(_on_piece(frame, cuts) for frame in robot.frames),
        robot.base,
        robot.base_placement,
        robot.gravity,
        robot.source,
        notes=robot.notes,
        omissions=robot.omissions,
        strict=robot.strict,
    )
    pieces = {part.name: cut.link for cut in cuts.values() for part in list(cut.links())[1:]}
    pieces |= {part.name: cut.link for part, cut in zip(first, rigid, strict=True)}
    segments = {
        name: tuple(link.name for link in cut.links()) for name, cut in cuts.items() if isinstance(cut, BeamSegments)
    }
    return Expanded(plain, elastic, pieces, segments, tuple(_on_piece(frame, cuts) for frame in frames))


def _cut(robot: Robot) -> dict[str, Division]:
    """Return the beams with sublinks or segments by the names of their links."""
    taken = {robot.base, *(link.name for link in robot.links), *(frame.name for frame in robot.frames)}
    taken |= {joint.name for joint in robot.joints}
    taken |= {f"{link.name}.{node}" for link in robot.links if link.beam for node in link.beam.node_positions()}
    cuts: dict[str, Division] = {}
    for link in robot.links:
        if isinstance(link.beam, Beam) and (link.beam.sublinks is not None or link.beam.segments > 1):
            kind = Cut if link.beam.sublinks is not None else BeamSegments
            cuts[link.name] = kind(link, link.beam, frozenset(taken))
    return cuts


_PLACES = {Joint: "placement", Motor: "position", Payload: "com", Frame: "placement"}
"""Field that places a part on its link."""
P = TypeVar("P", Joint, Motor, Payload, Frame)


def _on_piece(part: P, cuts: dict[str, Division]) -> P:
    """Return a part that sits on a beam as one that sits on the piece that has its node."""
    link, place = LINK_FIELDS[type(part).__name__.lower()], _PLACES[type(part)]
    cut = cuts.get(getattr(part, link))
    if cut is None:
        return part
    piece, node, shift = cut.at(part.node or cut.beam.end)
    at: Any = getattr(part, place)
    if isinstance(at, Placement):
        at = replace(at, xyz=vector(np.array(at.xyz) + shift))
    else:
        at = vector(np.array(at) + shift)
    moved: Any = {link: piece, place: at, "node": node}
    return replace(part, **moved)
