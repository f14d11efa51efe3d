"""Robots with beams of sublinks become robots of rigid links and elastic joints. [Celentano2008, section 5]

A beam of ν elastic joints becomes ν + 1 links with revolute joints and springs between them (`pieces`), after which
nothing is special about them: every formulation takes them. Their coordinates come after those of the joints
proper.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from armillary.description.beam import TIP, Beam
from armillary.description.robot import Frame, Joint, Link, Placement, Robot, vector
from armillary.multibody.flexible.pieces import Cut, Names
from armillary.multibody.skeleton import base_to_tip
from armillary.spatial.scalar import Floats


@dataclass(frozen=True)
class Expanded:
    """A robot whose beams with sublinks have become links and joints.

    `elastic` maps their joints to the link and to the modulus that stiffens them, "E" or "G". `pieces` maps the names
    of pieces to the link; the first piece is a payload on it.
    """

    robot: Robot
    elastic: dict[str, tuple[Link, str]]
    pieces: dict[str, Link]


class _Made(Robot):
    """A robot made from one that was checked. A piece of a thin rod, shorter than thick, would not pass again."""

    def __post_init__(self) -> None:
        pass


def expand(robot: Robot) -> Expanded:
    """Return the robot with its sublinks made explicit.

    The first piece keeps the name of the link and its hub, the others are named ``link/2``, ``link/3``, …; the elastic
    joints ``link.bending_y1``, … What sat at a node sits on the piece that has it.

    Example:
        >>> import armillary as arm
        >>> list(expand(arm.library.get("celentano-link")).elastic)[:2]
        ['link.bending_y1', 'link.bending_y2']
    """
    cuts = _cut(robot)
    if not cuts:
        return Expanded(robot, {}, {})
    joints: list[Joint] = []
    elastic: dict[str, tuple[Link, str]] = {}
    for joint in base_to_tip(robot):  # in this order the elastic joints of a link stay together
        joints.append(_on_piece(joint, cuts))
        if joint.child in cuts:
            cut = cuts[joint.child]
            own = list(cut.joints())
            joints += own
            kinds = [way.kind for _ in range(cut.sublinks.count) for way in cut.ways]
            moduli = ("G" if kind == "torsion" else "E" for kind in kinds)
            elastic |= {hinge.name: (cut.link, modulus) for hinge, modulus in zip(own, moduli, strict=True)}
    links = [part for link in robot.links for part in (cuts[link.name].links() if link.name in cuts else (link,))]
    frames = [frame for cut in cuts.values() for frame in cut.frames()]
    plain = _Made(
        robot.name,
        tuple(links),
        tuple(joints),
        tuple(
            replace(m, carrier=on, position=vector(np.array(m.position) + shift), node=node)
            for m in robot.motors
            for on, shift, node in [_seat(m.carrier, m.node, cuts)]
        ),
        tuple(
            replace(p, link=on, com=vector(np.array(p.com) + shift), node=node)
            for p in robot.payloads
            for on, shift, node in [_seat(p.link, p.node, cuts)]
        )
        + tuple(cut.first_piece() for cut in cuts.values()),
        tuple(_frame_on_piece(frame, cuts) for frame in (*robot.frames, *frames, *_tip(robot))),
        robot.base,
        robot.base_placement,
        robot.gravity,
        robot.source,
        robot.notes,
    )
    pieces = {part.name: cut.link for cut in cuts.values() for part in list(cut.links())[1:]}
    pieces |= {cut.first_piece().name: cut.link for cut in cuts.values()}
    return Expanded(plain, elastic, pieces)


def _cut(robot: Robot) -> dict[str, Cut]:
    """Return the beams with sublinks by the names of their links."""
    taken = {robot.base, *(link.name for link in robot.links), *(frame.name for frame in robot.frames)}
    taken |= {joint.name for joint in robot.joints}
    taken |= {f"{link.name}.{node}" for link in robot.links if link.beam for node in link.beam.node_positions()}
    return {
        link.name: Cut(link, link.beam, link.beam.sublinks, Names(link.name, taken))
        for link in robot.links
        if isinstance(link.beam, Beam) and link.beam.sublinks is not None
    }


def _seat(link: str, node: str | None, cuts: dict[str, Cut]) -> tuple[str, Floats, str | None]:
    """Return the link that a node is on, how far from that link's origin, and the node if it still is one."""
    if link not in cuts:
        return link, np.zeros(3), node
    name, place = cuts[link].at(TIP if node is None else node)
    return name, place, None


def _on_piece(joint: Joint, cuts: dict[str, Cut]) -> Joint:
    name, shift, node = _seat(joint.parent, joint.node, cuts)
    return replace(joint, parent=name, placement=_shifted(joint.placement, shift), node=node)


def _frame_on_piece(frame: Frame, cuts: dict[str, Cut]) -> Frame:
    name, shift, node = _seat(frame.link, frame.node, cuts)
    return replace(frame, link=name, placement=_shifted(frame.placement, shift), node=node)


def _shifted(placement: Placement, shift: Floats) -> Placement:
    return replace(placement, xyz=vector(np.array(placement.xyz) + shift))


def _tip(robot: Robot) -> Iterator[Frame]:
    """Yield the frame "tip" of a robot with one end: the pieces, of which a node may carry that end, hide it."""
    ends = {link.name for link in robot.links} - {joint.parent for joint in robot.joints}
    named = {robot.base, *(link.name for link in robot.links), *(frame.name for frame in robot.frames)}
    if len(ends) == 1 and TIP not in named:
        yield Frame(TIP, ends.pop())
