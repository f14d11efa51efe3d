"""Read a URDF file: links, joints, transmissions, on the standard library alone.

Every number becomes SI as URDF has it. What is read:
- links: <inertial>, its tensor turned into the link's axes; a link without one is massless, and a note says so;
- joints: revolute, continuous, prismatic, fixed, and "spherical" or "ball" of some dialects; their axis (default
  (1, 0, 0)), scaled to unit length; limits; damping as viscous and friction as Coulomb friction;
- transmissions, as motors (see `transmissions`);
- <visual>, for pictures only (see `visuals`).
The root link becomes the base of the robot. A mimic joint stays an independent coordinate, with a note. Mesh files
are not read; a note lists missing ones. Planar and floating joints are refused.

All problems of a file, at most a hundred, come in one `DescriptionError`, each with its line. Problems of the finished
robot (loops, unknown names, impossible inertias) are traced back to the element that causes them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from armillary.description.load import XML_FILE
from armillary.description.robot import Joint, Link, Robot
from armillary.description.urdf import notes as urdf_notes
from armillary.description.urdf.elements import ATTRIBUTES, read_joint, read_link
from armillary.description.urdf.transmissions import read_motors
from armillary.description.urdf.visuals import read_visuals
from armillary.description.xml_tree import Element, Faults, parse_xml
from armillary.errors import DescriptionError, Problem

ELEMENTS = {
    "link": {"mass": "inertial mass", "com": "inertial origin", "inertia": "inertial inertia"},
    "joint": {
        "axis": "axis",
        "parent": "parent",
        "child": "child",
        "xyz": "origin",
        "rotation": "origin",
        "limits": "limit",
        "limits.velocity": "limit velocity",
        "limits.effort": "limit effort",
        "friction.viscous": "dynamics damping",
        "friction.coulomb": "dynamics friction",
    },
    "motor": {"joint": "joint", "carrier": "joint", "mass": "actuator mass"},
}
"""Origin of each field of the robot: tags below its element, and the attribute if it is one."""

CAUSES = {**ATTRIBUTES, "limit": {"lower", "upper"}}
"""Attributes of elements that make one field together."""

_MACRO = re.compile(r"\$\{|\$\(arg\s")


def read_urdf(path: str | os.PathLike[str]) -> Robot:
    """Return the robot that a URDF file describes.

    Raises:
        DescriptionError: The file cannot be read or is wrong; lists every problem with its line.
    """
    return parse_urdf(XML_FILE.read_text(path), os.fspath(path), Path(path).parent)


def parse_urdf(text: str, file: str | None = None, folder: str | Path | None = None) -> Robot:
    """Return the robot that a URDF text describes.

    Args:
        text: The XML text.
        file: Name of the text in messages.
        folder: Folder of relative mesh files. Default: mesh files are not looked for.

    Example:
        >>> robot = parse_urdf('''
        ...     <robot name="pendulum"><link name="stand"/>
        ...     <link name="bob"><inertial><origin xyz="0 0 -1"/><mass value="2"/>
        ...       <inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>
        ...     <joint name="pivot" type="continuous"><parent link="stand"/><child link="bob"/></joint></robot>''')
        >>> robot.base, robot.link("bob").com, robot.joint("pivot").axis
        ('stand', (0.0, 0.0, -1.0), (1.0, 0.0, 0.0))
    """
    root = parse_xml(text, file)
    _expect_urdf(root, file)
    faults = Faults(file)
    link_elements, joint_elements = root.all("link"), root.all("joint")
    links = [read_link(element, faults) for element in link_elements]
    joints = [read_joint(element, faults) for element in joint_elements]
    motors, transmissions, notes = read_motors(root, joints, faults)
    base = _root(links, joints)
    at = next((i for i, link in enumerate(links) if link.name == base), None)
    places = {"link": list(link_elements), "joint": joint_elements, "motor": transmissions}
    if at is not None:
        links.pop(at), places["link"].pop(at)
    bare = [link.name for link, element in zip(links, places["link"], strict=True) if not element.first("inertial")]
    notes += faults.notes
    notes += urdf_notes.massless(links, joints, bare)
    notes += urdf_notes.merged(joints)
    notes += urdf_notes.mimics(joint_elements, faults)
    notes += urdf_notes.unlimited(joint_elements)
    notes += urdf_notes.ignored(link_elements, joint_elements)
    beside = Path(folder) if folder is not None else None
    notes += urdf_notes.meshes(link_elements, beside)
    visuals, said = read_visuals(root, beside)
    known = {base, *(link.name for link in links)}
    robot = None
    try:
        robot = Robot(
            name=root.attributes.get("name", "").strip() or (Path(file).stem if file else "robot"),
            links=tuple(links),
            joints=tuple(joints),
            motors=tuple(motors),
            base=base,
            source=f"URDF file {Path(file).name}" if file else "URDF text",
            notes=(*notes, *said),
            visuals=tuple(visual for visual in visuals if visual.link in known),  # the others lack a name: told there
        )
    except DescriptionError as error:
        _trace_back(error.problems, places, root, faults)
    faults.raise_any()
    if robot is None:
        raise DescriptionError([Problem("", "no robot", "a robot", file=file)])
    return robot


def _expect_urdf(root: Element, file: str | None) -> None:
    """Refuse another root element, and macros that were not expanded."""
    faults = Faults(file)
    if root.tag != "robot":
        hint = "this is MJCF: read it with read_mjcf" if root.tag == "mujoco" else ""
        faults.add(root, "", f"the root element is <{root.tag}>", "<robot>", hint)
    prefixes = ["xacro:"] + [
        key.removeprefix("xmlns:") + ":"
        for key, value in root.attributes.items()
        if key.startswith("xmlns:") and value.rstrip("/").endswith("xacro")
    ]
    for element in root.walk():
        macro = next((value for value in element.attributes.values() if _MACRO.search(value)), None)
        if element.tag.startswith(tuple(prefixes)) or macro is not None:
            faults.add(
                element,
                "",
                f"the macro {f'<{element.tag}>' if macro is None else macro!r}",
                "plain URDF",
                "expand the file first: xacro FILE.xacro > FILE.urdf",
            )
            break
    faults.raise_any()


def _root(links: list[Link], joints: list[Joint]) -> str:
    """Return the link that no joint moves; of several, the one with the most links below it."""
    below: dict[str, list[str]] = {}
    for joint in joints:
        below.setdefault(joint.parent, []).append(joint.child)
    children = {joint.child for joint in joints}
    best, most = "", -1
    reached: set[str] = set()  # by any root: a link below two roots, which is a fault, counts once
    for name in (link.name for link in links if link.name not in children):
        before, waiting = len(reached), [name]
        while waiting:
            fresh = {child for child in below.get(waiting.pop(), []) if child not in reached}
            reached |= fresh
            waiting += fresh
        if len(reached) - before > most:
            best, most = name, len(reached) - before
    return best or "root"


def _trace_back(problems: tuple[Problem, ...], places: dict[str, list[Element]], root: Element, faults: Faults) -> None:
    """Keep the problems of the robot at their elements; skip consequences of problems already kept."""
    before = {(problem.line, problem.field) for problem in faults.problems}
    for problem in problems:
        kind, index, rest = _split(problem.field)
        element, field, causes = root, problem.field, set[str]()
        if kind in places and index is not None:
            element = places[kind][index]
            tag = "transmission" if kind == "motor" else kind
            field = f'{tag} "{element.attributes.get("name", "").strip()}"'
            tags = ELEMENTS[kind].get(rest, "")
            field += f" {tags or rest}" if rest else ""
            whole = True
            for name in tags.split():
                inner = element.first(name)
                element, whole = inner or element, inner is not None
            # The last name is an attribute, or a missing element.
            causes = {f"{field} {name}" for name in CAUSES.get(element.tag, ())} if whole else {field}
        follows = any((element.line, cause) in before for cause in causes)
        if follows or "> at line " in problem.found:
            continue
        expected = problem.expected.replace("[[joint]]", "<joint>")
        if len(expected) > 200:
            expected = expected[:200].rpartition(",")[0] + ", …"
        faults.add(element, field, problem.found, expected, problem.hint)


def _split(field: str) -> tuple[str, int | None, str]:
    """Split ``joint[3].limits.effort`` into kind, index and the rest."""
    match = re.fullmatch(r"(\w+)\[(\d+)\]\.?(.*)", field)
    return (match[1], int(match[2]), match[3]) if match else (field, None, "")
