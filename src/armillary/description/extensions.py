"""Elements of other programs in URDF and SDF files that act on the motion: loop closures, springs, forces of a fluid.

Drake adds constraints and springs between links, Gazebo takes further joints of a URDF file from <gazebo> and forces
of a fluid from plugins. None of them has a place in a tree of rigid bodies; each becomes an omission of the robot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from armillary.description.xml_tree import Element
from armillary.files.words import few

CLOSURES = ("loop_joint", "linear_bushing_rpy", "ball_constraint", "distance_constraint", "weld_constraint")
"""Tags, without a prefix such as drake:, of elements that tie two links together besides the joints of the tree."""
SPRINGS = ("linear_spring_damper", "prismatic_spring", "revolute_spring", "springStiffness", "spring_stiffness")
FLUID = re.compile(r"buoyancy|hydrodynamic|lift[-_]?drag|wind[-_]?effects|libwind|underwater", re.IGNORECASE)
"""Names of plugins that push links as air or water does."""
_ZERO = re.compile(r"[+-]?(0++\.?0*+|\.0++)")


def omissions_in(root: Element, known: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the omissions of a file; tags in `known` are read elsewhere."""
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
    told = {
        "constraints that close loops": (closures, "the loops are open, and their ends move apart"),
        "springs and dampers": (springs, "their forces are missing"),
        "forces of the surrounding fluid": (fluid, "nothing drags, lifts or buoys the links"),
    }
    for what, (places, consequence) in told.items():
        if places:
            yield f"{what} ({len(places)}): {few(places)}: {consequence}"
