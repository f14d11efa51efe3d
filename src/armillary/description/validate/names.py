"""Checks of names: they are unique and known, joints make a tree, and parts sit at nodes that exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from armillary.description.beam import ROOT, TIP, ModalData
from armillary.description.robot import LINK_FIELDS, Link, Robot
from armillary.description.validate.flexible import MOST_MODES
from armillary.errors import Problem
from armillary.files.words import listed, nearest, shortened, shown

HALF = "half of a surrogate pair"
HINTED = 20
"""Unknown names that get a hint: the search for a similar name takes time in proportion to all names."""


def name_faults(robot: Robot) -> Iterator[Problem]:
    """Yield every fault of the names of a robot."""
    texts = [("name", robot.name), ("source", robot.source), *(("omissions", text) for text in robot.omissions)]
    for field, text in texts:
        if not is_text(text):
            yield Problem(field, f"{shortened(text)}, {HALF}", "Unicode text, which files can hold")
    yield from _duplicates(robot)
    yield from _clashes(robot)
    yield from _references(robot)
    yield from _nodes(robot)
    yield from _tree(robot)


def _duplicates(robot: Robot) -> Iterator[Problem]:
    for kind in ("link", "joint", "motor", "payload", "frame", "configuration"):
        names = [part.name for part in getattr(robot, f"{kind}s")]
        first = {name: i for i, name in reversed(list(enumerate(names)))}
        last = {name: i for i, name in enumerate(names)}
        for name, count in Counter([robot.base, *names] if kind == "link" else names).items():
            if count > 1:
                problem = f"{name!r} is used {count} times"
                yield Problem(f"{kind}[{last[name]}].name", problem, f"a name that no other {kind} has")
            if not is_text(name):
                place = f"{kind}[{first[name]}].name" if name in first else "base.name"
                yield Problem(place, f"{shortened(name)}, {HALF}", "Unicode text, which files can hold")
            if not name.strip():
                is_base = kind == "link" and name == robot.base
                yield Problem("base.name" if is_base else f"{kind}[{first[name]}].name", "an empty name", "a name")


def is_text(name: str) -> bool:
    """Return whether a name is Unicode text: a string may also have half of a surrogate pair."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _clashes(robot: Robot) -> Iterator[Problem]:
    """Refuse frames named as a link, links and frames named as a node, joints named as an elastic coordinate."""
    links = {robot.base, *(link.name for link in robot.links)}
    bent = [(link.name, link.beam) for link in robot.links if link.beam is not None]
    nodes = {f"{name}.{node}" for name, beam in bent for node in beam.node_positions()}
    modes = {f"{name}.{mode}" for name, beam in bent for mode in islice(beam.mode_names(), 4 * MOST_MODES)}
    link_too, node_too = "since every link is a frame too", "since every node is a frame too"
    clashes = [("frame", links, "a link", f"a name that no link has, {link_too}")]
    clashes += [(kind, nodes, "a node", f"a name that no node has, {node_too}") for kind in ("link", "frame")]
    clashes += [("joint", modes, "an elastic coordinate", "a name that no mode of a link has")]
    for kind, taken, what, expected in clashes:
        for i, part in enumerate(getattr(robot, f"{kind}s")):
            if part.name in taken:
                yield Problem(f"{kind}[{i}].name", f"{part.name!r} is also the name of {what}", expected)


def _references(robot: Robot) -> Iterator[Problem]:
    # Dictionaries keep the order and find names fast.
    links = dict.fromkeys([robot.base, *(link.name for link in robot.links)])
    joints = dict.fromkeys(joint.name for joint in robot.joints)
    uses = [(f"{kind}[{i}].{LINK_FIELDS[kind]}", link, "link", links) for kind, i, _, link in robot.mounted_parts()]
    uses += [(f"joint[{i}].child", joint.child, "link", links) for i, joint in enumerate(robot.joints)]
    coupled = [(i, joint.couple) for i, joint in enumerate(robot.joints) if joint.couple]
    uses += [(f"joint[{i}].couple.joint", couple.joint, "joint", joints) for i, couple in coupled]
    uses += [(f"motor[{i}].joint", motor.joint, "joint", joints) for i, motor in enumerate(robot.motors)]
    branches = ((i, k, branch) for i, motor in enumerate(robot.motors) for k, branch in enumerate(motor.differential))
    uses += [(f"motor[{i}].differential[{k}].joint", branch.joint, "joint", joints) for i, k, branch in branches]
    hints: dict[tuple[str, str], str] = {}  # by unknown name, which may occur often
    for field, name, kind, known in uses:
        if name not in known:
            if len(hints) < HINTED and (kind, name) not in hints:
                hints[kind, name] = nearest(name, known)
            hint = hints.get((kind, name), "")
            yield Problem(field, f"there is no {kind} {name!r}", f"one of {listed(known)}", hint)


def _nodes(robot: Robot) -> Iterator[Problem]:
    """Yield a fault for every part at an unknown node."""
    links = {link.name: link for link in robot.links}
    for kind, i, part, owner in robot.mounted_parts():
        field, node = f"{kind}[{i}].node", part.node
        if owner == robot.base and node is not None:
            yield Problem(field, f"the base {owner!r} is rigid and has no nodes", "no node here")
        elif owner in links:
            what = "the visual" if kind == "visual" else f"{kind} {part.name!r}"
            yield from _node(field, what, links[owner], node)


def _node(field: str, what: str, link: Link, node: str | None) -> Iterator[Problem]:
    if link.beam is None:
        if node is not None:
            hint = "give the link a beam, or leave out node"
            yield Problem(field, f"link {link.name!r} is rigid and has no nodes", "no node here", hint)
        return
    known = dict.fromkeys([ROOT, *link.beam.node_positions()])
    name = TIP if node is None else node
    if name in known and isinstance(link.beam, ModalData) and link.beam.frequencies:
        # A part turns with its node.
        if any(node.name == name != ROOT and not node.rotation for node in link.beam.nodes):
            problem = f"{what} sits at node {name!r} of link {link.name!r}, whose rotation is not given"
            yield Problem(field, problem, "a node with the rotation of each mode")
    elif name not in known and node is None:
        problem = f"{what} has no node, and the modal data of link {link.name!r} have no node {TIP!r}"
        yield Problem(field, problem, f"node = one of {listed(known)}")
    elif name not in known:
        problem = f"link {link.name!r} has no node {name!r}"
        yield Problem(field, problem, f"one of {listed(known)}", nearest(name, known))


def _tree(robot: Robot) -> Iterator[Problem]:
    """Check that every link hangs on exactly one joint, and that its chain of parents ends at the base."""
    cut = "open chains only: cut the loop at one joint"
    parent: dict[str, str] = {}
    for i, joint in enumerate(robot.joints):
        if joint.child == robot.base:
            yield Problem(f"joint[{i}].child", f"the base {robot.base!r}", "a link other than the base")
        elif joint.child in parent:
            problem = f"link {joint.child!r} hangs on two joints: the chain closes a loop"
            yield Problem(f"joint[{i}].child", problem, "one joint above each link", cut)
        else:
            parent[joint.child] = joint.parent
    for i, link in enumerate(robot.links):
        if link.name not in parent:
            yield Problem(f"link[{i}]", f"no joint holds link {link.name!r}", "a joint with it as child")
    rooted = {robot.base}
    for i, joint in enumerate(robot.joints):
        walked, name = {joint.child: None}, joint.parent  # a dictionary keeps the order
        while name in parent and name not in rooted and name not in walked:
            walked[name] = None
            name = parent[name]
        if name in walked:
            loop = list(walked)[list(walked).index(name) :]
            problem = f"the links {' → '.join(map(shown, [*loop[::-1], loop[-1]]))} form a loop"
            yield Problem(f"joint[{i}].parent", problem, f"a chain that starts at {robot.base!r}", cut)
            break
        rooted |= walked.keys()
