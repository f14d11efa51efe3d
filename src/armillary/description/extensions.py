"""Extensions of URDF and SDF that affect the motion and are not modelled: loop closures, springs, fluid forces.

Drake adds constraints and springs between links; Gazebo reads further joints from <gazebo> in a URDF file, and fluid
forces from plugins. A tree of rigid bodies has no place for them, so each becomes an omission of the robot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from armillary.description.xml_tree import Element
from armillary.files.words import few

CLOSURES = ("loop_joint", "linear_bushing_rpy", "ball_constraint", "distance_constraint", "weld_constraint")
"""Elements that constrain two links beside the joints of the tree; tags without prefixes such as drake:."""
SPRINGS = ("linear_spring_damper", "prismatic_spring", "revolute_spring", "springStiffness", "spring_stiffness")
FLUID = re.compile(r"buoyancy|hydrodynamic|lift[-_]?drag|wind[-_]?effects|libwind|underwater", re.IGNORECASE)
"""Matches the names of plugins that apply forces of air or water."""
OPEN_LOOPS = "the loops are open, and their ends move apart"
NO_FLUID = "drag, lift and buoyancy are missing"
_ZERO = re.compile(r"[+-]?(0++\.?0*+|\.0++)")


def omissions_in(root: Element, known: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield an omission for each kind of unsupported element in a file; tags in `known` are read elsewhere."""
    closures, springs, fluid = list[str](), list[str](), list[str]()
    for element in root.walk():
        tag = element.tag.rpartition(":")[2]
        name = element.attributes.get("name", "").strip()
        place = f"<{element.tag}>{f' {name!r}' if name else ''} (line {element.line})"
        if tag in CLOSURES:
            closures.append(place)
        elif tag in SPRINGS and tag not in known and not _ZERO.fullmatch(element.text.strip()):
            springs.append(place)
        elif tag == "plugin" and any(FLUID.search(text) for text in element.attributes.values()):
            fluid.append(place)
        elif tag == "gazebo":
            closures += [
                f"<joint> {joint.attributes.get('name', '').strip()!r} in <gazebo> (line {joint.line})"
                for joint in element.all("joint")
                if joint.first("parent") is not None and joint.first("child") is not None
            ]
    yield from omission("constraints that close loops", closures, OPEN_LOOPS)
    yield from omission("springs and dampers", springs, "their forces are missing")
    yield from omission("forces of the surrounding fluid", fluid, NO_FLUID)


def omission(what: str, parts: Sequence[str], consequence: str) -> Iterator[str]:
    """Yield the text of an omission: what is left out, how many and which, and how the motion differs."""
    if parts:
        yield f"{what} ({len(parts)}): {few(parts)}: {consequence}"
