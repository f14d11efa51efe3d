"""Checks of the nodes at which joints, motors, payloads, frames and visuals sit."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.description.beam import ROOT, TIP, Beam, ModalData
from armillary.description.robot import Link, Robot
from armillary.description.validate.beams import MOST_MODES
from armillary.errors import Problem
from armillary.files.words import listed, nearest


def node_faults(robot: Robot) -> Iterator[Problem]:
    """Yield a fault for every part at an unknown node."""
    links = {link.name: link for link in robot.links}
    uses = [(f"joint[{i}]", f"joint {j.name!r}", j.parent, j.node) for i, j in enumerate(robot.joints)]
    uses += [(f"motor[{i}]", f"motor {m.name!r}", m.carrier, m.node) for i, m in enumerate(robot.motors)]
    uses += [(f"payload[{i}]", f"payload {p.name!r}", p.link, p.node) for i, p in enumerate(robot.payloads)]
    uses += [(f"frame[{i}]", f"frame {f.name!r}", f.link, f.node) for i, f in enumerate(robot.frames)]
    uses += [(f"visual[{i}]", "the visual", v.link, v.node) for i, v in enumerate(robot.visuals)]
    for place, what, owner, node in uses:
        if owner == robot.base and node is not None:
            yield Problem(f"{place}.node", f"the base {owner!r} is rigid and has no nodes", "no node here")
        elif owner in links:
            yield from _node(f"{place}.node", what, links[owner], node)
    yield from _names(robot)


def _names(robot: Robot) -> Iterator[Problem]:
    """Refuse links and frames named as the frame of a node, and joints named as an elastic coordinate."""
    beams = [(link.name, link.beam) for link in robot.links if link.beam is not None]
    nodes = {f"{name}.{node}" for name, beam in beams for node in beam.node_positions()}
    named = [(f"link[{i}].name", link.name) for i, link in enumerate(robot.links)]
    named += [(f"frame[{i}].name", frame.name) for i, frame in enumerate(robot.frames)]
    for field, name in named:
        if name in nodes:
            expected = "a name that no node has, since every node is a frame too"
            yield Problem(field, f"{name!r} is also the name of a node", expected)
    coordinates = {name for link in robot.links for name in _coordinates(link)}
    for i, joint in enumerate(robot.joints):
        if joint.name in coordinates:
            found = f"{joint.name!r} is also the name of an elastic coordinate"
            yield Problem(f"joint[{i}].name", found, "a name that no mode of a link has")


def _coordinates(link: Link) -> Iterator[str]:
    """Yield the names of the modal coordinates of a link; sublinks avoid the names of joints."""
    if isinstance(link.beam, ModalData):
        counts = {"mode": len(link.beam.frequencies)}
    elif isinstance(link.beam, Beam) and link.beam.modes is not None:
        counts = {kind: getattr(link.beam.modes, kind) for kind in ("bending_y", "bending_z", "torsion", "axial")}
    else:
        return
    for kind, count in counts.items():
        yield from (f"{link.name}.{kind}{k + 1}" for k in range(min(count, MOST_MODES)))


def _node(field: str, what: str, link: Link, node: str | None) -> Iterator[Problem]:
    if link.beam is None:
        if node is not None:
            hint = "give the link a beam, or leave out node"
            yield Problem(field, f"link {link.name!r} is rigid and has no nodes", "no node here", hint)
        return
    known = dict.fromkeys([ROOT, *link.beam.node_positions()])
    name = TIP if node is None else node
    if name in known:
        if isinstance(link.beam, ModalData) and name != ROOT:
            yield from _turns(field, what, link, link.beam, name)
    elif node is None:
        found = f"{what} has no node, and the modal data of link {link.name!r} have no node {TIP!r}"
        yield Problem(field, found, f"node = one of {listed(known)}")
    else:
        found = f"link {link.name!r} has no node {name!r}"
        yield Problem(field, found, f"one of {listed(known)}", nearest(name, known))


def _turns(field: str, what: str, link: Link, data: ModalData, name: str) -> Iterator[Problem]:
    """Ask for the rotations of a node that carries a part, since the part turns with it."""
    at = next((i for i, node in enumerate(data.nodes) if node.name == name), None)
    if at is not None and data.frequencies and not data.nodes[at].rotation:
        found = f"{what} sits at node {name!r} of link {link.name!r}, whose rotation is not given"
        yield Problem(field, found, "a node with the rotation of each mode")
