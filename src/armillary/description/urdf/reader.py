"""Read a URDF file: links, joints, transmissions and visuals.

The root link becomes the base of the robot. One `DescriptionError` lists all problems of a file, each with its line.
Problems of the finished robot (loops, unknown names, impossible inertias) are traced back to the element that causes
them. docs/robot-files.md lists the elements that are read.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from armillary.description.bases import FREE, WORLD, floats, loosened
from armillary.description.extensions import omissions_in
from armillary.description.lenient import noted
from armillary.description.load import XML_FILE
from armillary.description.reading import AS_WRITTEN, Reading
from armillary.description.robot import Joint, Link, Robot
from armillary.description.subtree import fixed_at
from armillary.description.urdf import notes as urdf_notes
from armillary.description.urdf.elements import ATTRIBUTES, read_joint, read_link, with_interface_bounds
from armillary.description.urdf.transmissions import read_motors
from armillary.description.urdf.visuals import read_visuals
from armillary.description.xml_tree import Element, Faults, parse_xml
from armillary.errors import DescriptionError, Problem
from armillary.files.lines import field_path
from armillary.files.words import as_text, claim

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
        "couple": "mimic",
        "couple.joint": "mimic joint",
        "couple.polynomial": "mimic multiplier",
    },
    "motor": {"joint": "joint", "carrier": "joint", "mass": "actuator mass"},
}
"""Path of each field of the robot in its element: tags, and the name of the attribute if there is one."""

CAUSES = {**ATTRIBUTES, "limit": {"lower", "upper"}}
"""Attributes that together make one field, by element."""

NUMBERS = {"xyz", "rpy", "value", "radius", "length", "size", "scale", "lower", "upper", "effort", "velocity"}
NUMBERS |= {"damping", "friction", "multiplier", "offset", "ixx", "iyy", "izz", "ixy", "ixz", "iyz"}
"""Numeric attributes."""

_MACRO = re.compile(r"\$\{|\$\((?:arg|env|optenv|find|eval|dirname)\s")


def read_urdf(path: str | os.PathLike[str], reading: Reading = AS_WRITTEN) -> Robot:
    """Return the robot that a URDF file describes.

    Raises:
        DescriptionError: The file cannot be read or is wrong; lists every problem with its line.
    """
    return parse_urdf(XML_FILE.read_text(path), os.fspath(path), Path(path).parent, reading)


def parse_urdf(
    text: str,
    file: str | None = None,
    folder: str | Path | None = None,
    reading: Reading = AS_WRITTEN,
    expanded: bool = False,
) -> Robot:
    """Return the robot that a URDF text describes.

    Args:
        text: The XML text.
        file: Name of the text in messages.
        folder: Folder of relative mesh files. Default: mesh files are not looked for.
        reading: Options of `arm.load`; by default the reader is lenient.
        expanded: Whether xacro has expanded the text, so that it contains no macros.

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
    _expect_urdf(root, file, expanded)
    strict = reading.is_strict(False)
    faults = Faults(file, lenient=not strict)
    link_elements, joint_elements = root.all("link"), root.all("joint")
    if not strict:
        link_elements += _implied(link_elements, joint_elements, faults)
    links = [read_link(element, faults) for element in link_elements]
    joints = with_interface_bounds(root, [read_joint(element, faults) for element in joint_elements], faults)
    if not strict:
        joints = _without_missing_leaders(joints, joint_elements, faults)
    joints = [_fix_if_constant(joint, faults) for joint in joints]
    motors, transmissions, notes = read_motors(root, joints, faults)
    base = _root(links, joints)
    pairs = list(zip(links, link_elements, strict=True))
    at = next((i for i, link in enumerate(links) if link.name == base), None)
    whole = reading.root is None or reading.root == base
    # The root of URDF is the base, which has no mass. A free base is added here, where the root still has its inertia.
    if reading.base == "free" and whole and at is not None and not floats(joints, base):
        world = claim(WORLD, {link.name for link in links})
        joints = [*loosened(joints, base, world)]
        joints.append(Joint(claim(FREE, {joint.name for joint in joints}), "floating", world, base))
        base = world
    elif at is not None:
        pairs.pop(at)
    links = [link for link, _ in pairs]
    places = {"link": [element for _, element in pairs], "joint": joint_elements, "motor": transmissions}
    notes += faults.notes
    notes += urdf_notes.massless(links, joints, [link.name for link, place in pairs if not place.first("inertial")])
    notes += urdf_notes.others(joints, link_elements, joint_elements)
    mesh_folder = Path(folder) if folder is not None else None
    notes += urdf_notes.meshes(link_elements, mesh_folder)
    visuals, visual_notes = read_visuals(root, mesh_folder)
    known = {base, *(link.name for link in links)}
    before = {(problem.line, problem.field) for problem in faults.problems}
    robot = faults.robot(
        lambda: Robot(
            name=root.attributes.get("name", "").strip() or (as_text(Path(file).stem) if file else "robot"),
            links=tuple(links),
            joints=tuple(joints),
            motors=tuple(motors),
            base=base,
            source=f"URDF file {as_text(Path(file).name)}" if file else "URDF text",
            notes=(*notes, *visual_notes),
            omissions=(*faults.omissions, *omissions_in(root)),
            visuals=tuple(visual for visual in visuals if visual.link in known),  # nameless links are reported already
            strict=strict,
        ),
        lambda problem: _trace_back(problem, places, root, faults, before),
    )
    idle = list(urdf_notes.idle(links, joints))
    return replace(robot, notes=(*robot.notes, *idle)) if strict else noted(robot, faults.doubts, idle)


def _implied(links: list[Element], joints: list[Element], faults: Faults) -> list[Element]:
    """Return the link "world" if joints have it as parent but the file lacks it, as Drake and MuJoCo allow."""
    names = {link.attributes.get("name", "").strip() for link in links}
    parents = [part for joint in joints for part in joint.all("parent")]
    place = next((part for part in parents if part.attributes.get("link", "").strip() == WORLD), None)
    if place is None or WORLD in names:
        return []
    faults.notes.append("the parent link 'world' of joints is not in the file: taken as the base")
    return [Element("link", {"name": WORLD}, place.line)]


def _without_missing_leaders(joints: list[Joint], elements: list[Element], faults: Faults) -> list[Joint]:
    """Return the joints; those that mimic a joint which is not in the file become independent, with a remark."""
    names = {joint.name for joint in joints}
    result = []
    for joint, element in zip(joints, elements, strict=True):
        if joint.couple is not None and joint.couple.joint not in names:
            field, problem = f'joint "{joint.name}" mimic', f"there is no joint {joint.couple.joint!r}"
            faults.doubt(element, field, problem, "the name of a joint", "the joint moves independently")
            joint = replace(joint, couple=None)
        result.append(joint)
    return result


def _fix_if_constant(joint: Joint, faults: Faults) -> Joint:
    """Return the joint, fixed at its offset if it mimics its leader with the multiplier 0."""
    if joint.couple is None or any(joint.couple.polynomial[1:]):
        return joint
    leader, offset = joint.couple.joint, joint.couple.polynomial[0]
    if offset and not joint.form.single:  # an offset of what? The checks report the coupling.
        return joint
    faults.notes.append(f"joint {joint.name!r} follows {leader!r} with the multiplier 0: fixed at {offset:g}")
    return fixed_at(joint, offset)


def _expect_urdf(root: Element, file: str | None, expanded: bool) -> None:
    """Reject another root element, and macros that were not expanded."""
    faults = Faults(file)
    if root.tag != "robot":
        hint = "this is MJCF: name it .xml" if root.tag == "mujoco" else ""
        faults.add(root, "", f"the root element is <{root.tag}>", "<robot>", hint)
    prefixes = [
        key.removeprefix("xmlns:") + ":"
        for key, value in root.attributes.items()
        if key.startswith("xmlns:") and value.rstrip("/").endswith("xacro")
    ]
    for element in root.walk() if not expanded else ():
        # Without the namespace of xacro, ${…} in a name is part of the name, but in place of a number it is a macro.
        texts = element.attributes if prefixes else element.attributes.keys() & NUMBERS
        macro = next((element.attributes[key] for key in texts if _MACRO.search(element.attributes[key])), None)
        if element.tag.startswith(("xacro:", *prefixes)) or macro is not None:
            problem = f"the macro {f'<{element.tag}>' if macro is None else macro!r}"
            hint = "name it .xacro and load it with trusted=True, or expand it first: xacro FILE.xacro > FILE.urdf"
            faults.add(element, "", problem, "plain URDF", hint)
            break
    if faults.problems:
        raise DescriptionError(faults.problems)


def _root(links: list[Link], joints: list[Joint]) -> str:
    """Return the link that is no child; of several, the one with the most descendants, so that others are reported."""
    children: dict[str, list[str]] = {}
    for joint in joints:
        children.setdefault(joint.parent, []).append(joint.child)
    moved = {joint.child for joint in joints}
    root, most = "", -1
    reached: set[str] = set()  # from any root: a link below two roots, which is a fault, counts once
    for link in links:
        if link.name in moved:
            continue
        before, waiting = len(reached), [link.name]
        while waiting:
            new = {child for child in children.get(waiting.pop(), []) if child not in reached}
            reached |= new
            waiting += new
        descendants = len(reached) - before
        if descendants > most:
            root, most = link.name, descendants
    return root or "root"


def _trace_back(
    problem: Problem, places: dict[str, list[Element]], root: Element, faults: Faults, before: set[Any]
) -> None:
    """Keep a problem of the robot at its element, unless a problem in `before` (line, field) causes it."""
    kind, index = (*field_path(problem.field), None, None)[:2]
    element, field = root, problem.field
    causes: set[str] = set()  # fields in which another problem explains this one
    if kind in places and isinstance(index, int):
        element = places[str(kind)][index]
        tag = "transmission" if kind == "motor" else kind
        field = f'{tag} "{element.attributes.get("name", "").strip()}"'
        part_field = problem.field.partition("].")[2]
        path = ELEMENTS[str(kind)].get(part_field, "")
        field += f" {path or part_field}" if part_field else ""
        is_element = True
        for name in path.split():
            inner = element.first(name)
            element, is_element = inner or element, inner is not None
        # Otherwise the last name of the path is an attribute, or an element that is missing.
        causes = {f"{field} {name}" for name in CAUSES.get(element.tag, ())} if is_element else {field}
    if any((element.line, cause) in before for cause in causes):
        return
    if "> at line " in problem.found:  # the substitute for a missing name, which is reported already
        return
    expected = problem.expected
    if len(expected) > 200:  # a list of all names
        expected = expected[:200].rpartition(",")[0] + ", …"
    faults.add(element, field, problem.found, expected, problem.hint)
