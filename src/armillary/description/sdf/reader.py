"""Read an SDF file: models of Gazebo with their links, joints, frames and visuals.

The world is the base of the robot. A link without a parent joint floats, as in Gazebo, or is fixed to the world if its
model is static. One `DescriptionError` lists all problems of a file, each with its line. docs/robot-files.md lists the
elements that are read.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from armillary.description.extensions import OPEN_LOOPS, omission, omissions_in
from armillary.description.lenient import noted
from armillary.description.load import XML_FILE
from armillary.description.reading import AS_WRITTEN, Reading
from armillary.description.robot import Joint, Robot, Vector, vector
from armillary.description.sdf.elements import SdfParts
from armillary.description.sdf.includes import expand
from armillary.description.sdf.scope import WORLD, Frames, Scope, models
from armillary.description.sdf.values import numbers, text_of
from armillary.description.sdf.visuals import VisualTree
from armillary.description.xml_tree import Element, Faults, parse_xml
from armillary.errors import DescriptionError, Problem
from armillary.files.lines import field_path
from armillary.files.words import as_text, claim, few

GRAVITY: Vector = (0.0, 0.0, -9.8)
"""Default gravity of an SDF <world>; a file without a world gets the default of all robots, 9.81 m/s²."""
SDF_SPRINGS = frozenset({"spring_stiffness"})
"""Elements of springs that are read, as properties of joints."""
IGNORED = ("plugin", "sensor", "light", "actor", "gripper", "particle_emitter", "projector", "battery")
"""Ignored elements, which a note counts."""


def read_sdf(path: str | os.PathLike[str], reading: Reading = AS_WRITTEN) -> Robot:
    """Return the robot that an SDF file describes.

    Raises:
        DescriptionError: The file cannot be read or is wrong; lists every problem with its line.
    """
    return parse_sdf(XML_FILE.read_text(path), os.fspath(path), Path(path).parent, reading)


@np.errstate(over="ignore", invalid="ignore")  # the checks of the robot report infinite numbers
def parse_sdf(
    text: str, file: str | None = None, folder: str | Path | None = None, reading: Reading = AS_WRITTEN
) -> Robot:
    """Return the robot that an SDF text describes.

    Args:
        text: The XML text.
        file: Name of the text in messages.
        folder: Folder of included models and relative mesh files. Default: they are not looked for.
        reading: Options of `arm.load`; by default the reader is lenient.

    Example:
        >>> robot = parse_sdf('''
        ...     <sdf version="1.9"><model name="pendulum"><link name="bob"><pose>0 0 1 0 0 0</pose></link>
        ...     <joint name="pivot" type="revolute"><parent>world</parent><child>bob</child>
        ...     <pose>0 0 0.5 0 0 0</pose><axis><xyz>0 1 0</xyz></axis></joint></model></sdf>''')
        >>> robot.base, robot.joint("pivot").placement.xyz
        ('world', (0.0, 0.0, 1.5))
    """
    root = parse_xml(text, file)
    strict = reading.is_strict(False)
    faults = Faults(file, lenient=not strict)
    mesh_folder = Path(folder) if folder is not None else None
    _expect_sdf(root, faults)
    expand(root, mesh_folder, faults)
    frames, shapes = Frames(faults), VisualTree()
    parts = SdfParts(frames, _version(root), mesh_folder, faults)
    # All frames must be known before poses are computed, and models be in place before parts are read.
    scopes = []
    for scope, outer in models(root):
        scopes.append(scope)
        _register(scope, outer, frames, faults)
    for scope in scopes:
        if frame := scope.element.attributes.get("placement_frame", "").strip():
            frames.put(scope.key, scope.named(frame))
    for scope in scopes:
        _read(scope, frames, parts, shapes)
    _attach_to_world(scopes, frames, parts)
    visuals, visual_notes = shapes.read(mesh_folder)
    world = root.first("world")
    named = scopes[0].element if len(scopes) and world is None else world
    title = named.attributes.get("name", "").strip() if named is not None else ""
    # Until here WORLD names the world, since a link may be called "world".
    base = claim("world", {link.name for link in parts.links})
    joints = (replace(joint, parent=base) if joint.parent == WORLD else joint for joint in parts.joints)
    motors = (replace(motor, carrier=base) if motor.carrier == WORLD else motor for motor in parts.motors)
    robot = faults.robot(
        lambda: Robot(
            name=title or (as_text(Path(file).stem) if file else "robot"),
            links=tuple(parts.links),
            joints=tuple(joints),
            motors=tuple(motors),
            frames=tuple(parts.named_frames),
            base=base,
            gravity=_gravity(world, faults),
            source=f"SDF file {as_text(Path(file).name)}" if file else "SDF text",
            notes=(*faults.notes, *_notes(root, parts), *visual_notes),
            omissions=(*_omissions(parts), *faults.omissions, *omissions_in(root, SDF_SPRINGS)),
            visuals=tuple(visuals),
            strict=strict,
        ),
        lambda problem: _trace_back(problem, parts, root, faults),
    )
    return robot if strict else noted(robot, faults.doubts)


def _expect_sdf(root: Element, faults: Faults) -> None:
    if root.tag != "sdf":
        hints = {"robot": "this is URDF: name it .urdf", "mujoco": "this is MJCF: name it .xml"}
        faults.add(root, "", f"the root element is <{root.tag}>", "<sdf>", hints.get(root.tag, ""))
        raise DescriptionError(faults.problems)


def _version(root: Element) -> float:
    """Return the version of SDF, 1.x; 2.0 if it is unreadable or later, and so of the newest rules."""
    major, _, minor = root.attributes.get("version", "").strip().partition(".")
    return float(f"1.{minor}") if major == "1" and minor.isdecimal() and len(minor) == 1 else 2.0


def _register(scope: Scope, outer: Scope | None, frames: Frames, faults: Faults) -> None:
    """Add the frames of a model, its links, frames and joints."""
    element = scope.element
    faults.text(element, "model", "name")
    # The model is attached to its canonical link, by default the first link, or that of its first nested model.
    canonical = element.attributes.get("canonical_link", "").strip()
    inner = [child.attributes.get("name", "").strip() for child in (*element.all("link"), *element.all("model"))]
    carrier = scope.named(canonical or next(iter(inner), ""))
    outside = outer if outer is not None else Scope(element, "", WORLD)
    frames.add(outside, scope.key, element, outside.key, carrier)
    for link in element.all("link"):
        name = scope.named(faults.text(link, "link", "name"))
        frames.add(scope, name, link, scope.key, name)
        frames.links[name] = link
    for frame in element.all("frame"):
        attached = scope.named(frame.attributes.get("attached_to", "").strip() or "__model__")
        frames.add(scope, scope.named(faults.text(frame, "frame", "name")), frame, attached, attached)
    for joint in element.all("joint"):
        child = scope.named(text_of(joint, "child"))
        frames.add(scope, _key(scope, joint), joint, child, child)


def _key(scope: Scope, joint: Element) -> str:
    """Return the name of the frame of a joint; in older files a joint and a link may have the same name."""
    name = joint.attributes.get("name", "").strip()
    return scope.named(f"joint {name}" if name in scope.names else name or f"<joint> at line {joint.line}")


def _read(scope: Scope, frames: Frames, parts: SdfParts, shapes: VisualTree) -> None:
    """Read the parts of a model."""
    element, faults = scope.element, parts.faults
    for link in element.all("link"):
        name = scope.named(link.attributes.get("name", "").strip())
        if frames.links.get(name) is link:  # not a second link of the same name, which is reported already
            parts.link(scope, link, name)
            shapes.add(frames, scope, link, name)
    for frame in element.all("frame"):
        parts.frame(frame, scope.named(frame.attributes.get("name", "").strip()))
    for joint in element.all("joint"):
        parts.joint(scope, joint, scope.named(faults.text(joint, "joint", "name")), _key(scope, joint))


def _attach_to_world(scopes: list[Scope], frames: Frames, parts: SdfParts) -> None:
    """Add a joint from the world to each link without a parent joint: floating, or fixed if its model is static."""
    moved = {joint.child for joint in parts.joints}
    roots = []
    for scope in scopes:
        for link in scope.element.all("link"):
            name = scope.named(link.attributes.get("name", "").strip())
            if name not in moved:
                roots.append((scope, link, name))
    single = sum(not scope.static for scope, _, _ in roots) == 1
    taken = {joint.name for joint in parts.joints}
    for scope, link, name in roots:
        placement = frames.pose(name).placement
        if scope.static:
            joint = Joint(f"{name}/fixed", "fixed", WORLD, name, placement)
        else:
            title = "free" if single and "free" not in taken else f"{name}/free"
            joint = Joint(title, "floating", WORLD, name, placement)
        parts.add(joint, link)


def _gravity(world: Element | None, faults: Faults) -> Vector:
    if world is None:
        return 0.0, 0.0, -9.81
    gravity = world.first("gravity")
    return vector(numbers(gravity, "gravity", 3, faults)) if gravity is not None else GRAVITY


def _omissions(parts: SdfParts) -> Iterator[str]:
    """Yield the omissions among the links and joints of a file."""
    yield from omission("joints that close loops", parts.loop_joints, OPEN_LOOPS)
    yield from omission("gearboxes", parts.gearboxes, "the joints that they couple move independently")
    yield from omission("joints of types that are not modelled", parts.unknown_joints, "their links move freely")
    yield from omission("added mass of a fluid at links", parts.immersed, "they have their inertia in a vacuum")
    yield from omission("velocity decay of links", parts.decaying, "their motion is not damped")


def _notes(root: Element, parts: SdfParts) -> list[str]:
    notes = []
    if parts.without_inertial:
        names = few(parts.without_inertial)
        notes.append(f"no <inertial>, read with the default of SDF, 1 kg and 1 kg·m²: {names}")
    counts = Counter(element.tag for element in root.walk() if element.tag in IGNORED)
    if counts:
        notes.append(f"not modelled: {', '.join(f'{count} <{tag}>' for tag, count in counts.items())}")
    return notes


def _trace_back(problem: Problem, parts: SdfParts, root: Element, faults: Faults) -> None:
    """Keep a problem of the robot at its element."""
    kind, index = (*field_path(problem.field), None, None)[:2]
    places = parts.places.get(str(kind), [])
    element = places[index] if isinstance(index, int) and index < len(places) else root
    if "> at line " not in problem.found:  # else the substitute for a missing name, which is reported already
        faults.add(element, problem.field, problem.found, problem.expected, problem.hint)
