"""Links and joints of an SDF file, model by model.

The frame of a joint J is placed on its child C; both frames are known in the world while nothing is displaced:
    parent → J by T_P⁻¹ T_J,   J → C by T_J⁻¹ T_C                                                       (1)
Where J and C differ, the joint moves a massless link, to which C is fixed: C keeps its frame. The two axes of a
universal joint are normal to each other; other pairs of axes are two revolute joints in a row. A link without gravity
is one whose weight is compensated.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from armillary.description.robot import (
    Coordinate,
    Coupling,
    Frame,
    Friction,
    Joint,
    JointType,
    Limits,
    Link,
    Motor,
    Vector,
    matrix,
    vector,
)
from armillary.description.sdf.auto_inertia import Shapes
from armillary.description.sdf.scope import WORLD, Frames, Pose, Scope
from armillary.description.sdf.values import bound, direction, is_true, number, text_of
from armillary.description.subtree import fixed_at
from armillary.description.xml_tree import Element, Faults
from armillary.spatial.inertia import rotate

TYPES: dict[str, JointType] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "screw": "screw",
    "ball": "spherical",
    "fixed": "fixed",
    "universal": "universal",
    "revolute2": "universal",
}
"""SDF joint type → ours."""
NORMAL = 1e-9
"""Cosine of the angle between two axes below which they are normal to each other."""
IN_MODEL = 1.5
"""Axes are in the frame of the model before this version of SDF."""


class SdfParts:
    """The parts of a robot, while they are collected."""

    def __init__(self, frames: Frames, version: float, folder: Path | None, faults: Faults) -> None:
        self.shapes = Shapes(frames, folder, faults)
        self.frames, self.version, self.faults = frames, version, faults
        self.links: list[Link] = []
        self.joints: list[Joint] = []
        self.motors: list[Motor] = []
        self.named_frames: list[Frame] = []
        self.places: dict[str, list[Element]] = {"link": [], "joint": [], "motor": []}
        self.open: list[str] = []
        self.gearboxes: list[str] = []
        self.other: list[str] = []
        self.immersed: list[str] = []
        self.decaying: list[str] = []
        self.weightless: list[str] = []
        self._held: set[str] = set()

    def link(self, scope: Scope, element: Element, name: str) -> None:
        """Add a link."""
        inertial, faults, field = element.first("inertial"), self.faults, f'link "{name}" inertial'
        mass = number(inertial, "mass", field, 1.0, faults)
        tensor = inertial.first("inertia") if inertial is not None else None
        xx, yy, zz = (number(tensor, tag, f"{field} inertia", 1.0, faults) for tag in ("ixx", "iyy", "izz"))
        xy, xz, yz = (number(tensor, tag, f"{field} inertia", 0.0, faults) for tag in ("ixy", "ixz", "iyz"))
        pose = self.frames.place(inertial, scope, name) if inertial is not None else Pose()
        com, inertia = pose.p, rotate(matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), pose.R)
        if inertial is None:
            self.weightless.append(name)
        elif is_true(inertial.attributes.get("auto", "")):
            body = self.shapes.body(scope, element, inertial, name)
            if body is not None:
                mass, com, inertia = body
            else:
                found = "auto='true', and no collision shape with a volume"
                faults.doubt(inertial, field, found, "collision shapes", "the numbers in it, or defaults, are read")
        if inertial is not None and inertial.first("fluid_added_mass") is not None:
            self.immersed.append(f"{name!r} (line {inertial.line})")
        decay = element.first("velocity_decay")
        if any(number(decay, tag, f'link "{name}" velocity_decay', 0.0, faults) for tag in ("linear", "angular")):
            self.decaying.append(f"{name!r} (line {element.line})")
        gravity = element.first("gravity")
        compensation = 1.0 if gravity is not None and not is_true(gravity.text) else 0.0
        self.add(Link(name, mass, vector(com), matrix(inertia), gravity_compensation=compensation), element)

    def frame(self, element: Element, name: str) -> None:
        """Add a named frame on the link that carries it."""
        link = self.frames.link(name, element, f'frame "{name}" attached_to')
        if link in self.frames.links:
            self.named_frames.append(Frame(name, link, self.frames.relative(name, link).placement))

    def joint(self, scope: Scope, element: Element, name: str, key: str) -> None:
        """Add a joint, with the links that it needs; one that closes a loop is left out."""
        faults, field = self.faults, f'joint "{name}"'
        given = element.attributes.get("type", "").strip()
        parent, child = (self._end(scope, element, tag, field) for tag in ("parent", "child"))
        place = f"{name!r} (line {element.line})"
        if given == "gearbox":
            self.gearboxes.append(place)
        elif given not in TYPES:
            self.other.append(f"{name!r} ({given or 'no type'}, line {element.line})")
        elif child == WORLD:
            faults.add(element, f"{field} child", "the world", "a link that the joint moves")
        elif child in self._held:
            self.open.append(place)
        else:
            self._held.add(child)
            placed = self.frames.relative(key, parent)
            beyond = self.frames.relative(child, key)
            made = self._made(scope, element, name, key, field)
            self._chain(made, parent, child, placed, beyond, element)
            self._reflected(element, made[0], parent, field)

    def _end(self, scope: Scope, element: Element, tag: str, field: str) -> str:
        end = element.first(tag)
        text = end.text.strip() if end is not None else ""
        if end is None or not text:
            self.faults.add(element, f"{field} {tag}", f"no <{tag}>", f"<{tag}>NAME</{tag}>")
            return f"<{tag}> at line {element.line}"
        return self.frames.link(scope.named(text), end, f"{field} {tag}")

    def _reflected(self, element: Element, joint: Joint, parent: str, field: str) -> None:
        """Add the rotor that Drake's elements give a joint, a motor without an axis: n² J at the joint."""
        tags = {"drake:rotor_inertia": 0.0, "drake:gear_ratio": 1.0}
        inertia, ratio = (number(element, tag, field, default, self.faults) for tag, default in tags.items())
        if inertia and joint.type in ("revolute", "prismatic"):
            self.motors.append(Motor(f"{joint.name} rotor", joint.name, parent, rotor_inertia=inertia, ratio=ratio))
            self.places["motor"].append(element)

    def _chain(self, made: list[Joint], parent: str, child: str, placed: Pose, beyond: Pose, element: Element) -> None:
        """Add joints in a row from a parent to a child, (1)."""
        if made[0].type == "fixed":
            pose = placed @ Pose(np.array(made[0].placement.rotation), np.array(made[0].placement.xyz)) @ beyond
            self.add(replace(made[0], parent=parent, child=child, placement=pose.placement), element)
            return
        apart = np.any(beyond.p) or not np.array_equal(beyond.R, np.eye(3))
        for k, joint in enumerate(made):
            last = k == len(made) - 1 and not apart
            to = child if last else f"{child}/{joint.name}"
            if not last:
                self.add(Link(to), element)
            place = placed.placement if k == 0 else Pose().placement
            self.add(replace(joint, parent=parent, child=to, placement=place), element)
            parent = to
        if apart:
            self.add(Joint(f"{made[-1].name}/fixed", "fixed", parent, child, beyond.placement), element)

    def add(self, part: Link | Joint, element: Element) -> None:
        """Add a link or joint that an element describes."""
        kind = "link" if isinstance(part, Link) else "joint"
        getattr(self, f"{kind}s").append(part)
        self.places[kind].append(element)

    def _made(self, scope: Scope, element: Element, name: str, key: str, field: str) -> list[Joint]:
        """Return the joint, or the joints in a row, without its place."""
        given = element.attributes["type"].strip()
        kind = TYPES[given]
        first, second = (element.first(tag) for tag in ("axis", "axis2"))
        if kind in ("fixed", "spherical"):
            return [Joint(name, kind, "", "")]
        axes = [self._axis(scope, axis, key, f"{field} {tag}") for axis, tag in ((first, "axis"), (second, "axis2"))]
        numbers = [self._numbers(axis, f"{field} axis", given) for axis in (first, second)]
        if kind == "universal":
            if abs(np.dot(axes[0], axes[1])) <= NORMAL:
                return [Joint(name, kind, "", "", axis=axes[0], second_axis=axes[1], coordinates=tuple(numbers))]
            own = {k: vars(each) for k, each in enumerate(numbers)}
            rows = zip((name, f"{name}/axis2"), axes, (0, 1), strict=True)
            return [Joint(title, "revolute", "", "", axis=axis, **own[k]) for title, axis, k in rows]
        pitch = self._pitch(element, field) if kind == "screw" else 0.0
        joint = Joint(name, kind, "", "", axis=axes[0], pitch=pitch, **vars(numbers[0]))
        return [self._mimic(scope, first, joint, f"{field} mimic")]

    def _axis(self, scope: Scope, axis: Element | None, key: str, field: str) -> Vector:
        """Return a unit axis in the frame of the joint."""
        xyz = axis.first("xyz") if axis is not None else None
        if axis is None or xyz is None:
            return 0.0, 0.0, 1.0
        found, on = direction(xyz, f"{field} xyz", self.faults), xyz.attributes.get("expressed_in", "").strip()
        flag = axis.first("use_parent_model_frame")
        if not on and (is_true(flag.text) if flag is not None else self.version < IN_MODEL):
            on = "__model__"
        if not on:
            return found
        turned = self.frames.pose(key).R.T @ self.frames.pose(scope.named(on), xyz).R @ np.array(found)
        return vector(turned / np.linalg.norm(turned))

    def _numbers(self, axis: Element | None, field: str, given: str) -> Coordinate:
        """Return limits, friction and spring of an axis."""
        faults = self.faults
        limit, dynamics = (axis.first(tag) if axis is not None else None for tag in ("limit", "dynamics"))
        lower, upper = (bound(limit, tag, f"{field} limit", faults) for tag in ("lower", "upper"))
        velocity, effort = (bound(limit, tag, f"{field} limit", faults, 0.0) for tag in ("velocity", "effort"))
        if given == "continuous":
            lower, upper = -math.inf, math.inf
        tags = ("damping", "friction", "spring_stiffness", "spring_reference")
        viscous, coulomb, stiffness, rest = (number(dynamics, tag, f"{field} dynamics", 0.0, faults) for tag in tags)
        limits = Limits(lower, upper, velocity, effort)
        return Coordinate(limits, Friction(viscous, coulomb), stiffness, rest if stiffness else 0.0)

    def _pitch(self, element: Element, field: str) -> float:
        """Return the slide per turn of a screw [m/rad]; thread_pitch is in rad/m, for a left-handed thread."""
        if text_of(element, "screw_thread_pitch") or not text_of(element, "thread_pitch"):
            return number(element, "screw_thread_pitch", field, 1.0, self.faults) / (2 * math.pi)
        turns = number(element, "thread_pitch", field, 1.0, self.faults)
        return -1.0 / turns if turns else 0.0

    def _mimic(self, scope: Scope, axis: Element | None, joint: Joint, field: str) -> Joint:
        """Return a joint that follows another: q = multiplier (q_leader − reference) + offset."""
        mimic = axis.first("mimic") if axis is not None else None
        if mimic is None:
            return joint
        tags = ("multiplier", "offset", "reference")
        ratio, offset, reference = (number(mimic, tag, field, float(tag == "multiplier"), self.faults) for tag in tags)
        leader = scope.named(self.faults.text(mimic, field, "joint"))
        if ratio == 0 and (joint.form.single or not offset):  # else the checks report the coupling
            self.faults.notes.append(
                f"joint {joint.name!r} follows {leader!r} by the multiplier 0: fixed at {offset:g}"
            )
            return fixed_at(joint, offset)
        return replace(joint, couple=Coupling.linear(leader, ratio, offset - ratio * reference))
