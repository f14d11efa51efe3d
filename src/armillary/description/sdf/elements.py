"""Links and joints of an SDF file, model by model.

The frame of a joint J is placed on its child C. With the poses T of all frames in the world, at zero displacement,
    parent → J by T_P⁻¹ T_J,   J → C by T_J⁻¹ T_C                                                       (1)
Where J and C differ, the joint moves a massless link to which C is fixed, so that C keeps its frame. A universal joint
with perpendicular axes stays one; other pairs of axes become two revolute joints in series. A link without gravity
becomes a link with gravity compensation.
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
from armillary.description.sdf.values import bound, is_true, number, text_of, unit_vector
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
"""Greatest cosine of the angle between perpendicular axes."""
IN_MODEL = 1.5
"""Before this version of SDF, axes are given in the frame of the model."""


class SdfParts:
    """Collects the parts of a robot; `places` holds the element of each, for messages."""

    def __init__(self, frames: Frames, version: float, folder: Path | None, faults: Faults) -> None:
        self.shapes = Shapes(frames, folder, faults)
        self.frames, self.version, self.faults = frames, version, faults
        self.links: list[Link] = []
        self.joints: list[Joint] = []
        self.motors: list[Motor] = []
        self.named_frames: list[Frame] = []
        self.places: dict[str, list[Element]] = {"link": [], "joint": [], "motor": []}
        # Names of joints and links that are not or only partly modelled.
        self.loop_joints: list[str] = []
        self.gearboxes: list[str] = []
        self.unknown_joints: list[str] = []
        self.immersed: list[str] = []
        self.decaying: list[str] = []
        self.without_inertial: list[str] = []
        self._moved: set[str] = set()

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
            self.without_inertial.append(name)
        elif is_true(inertial.attributes.get("auto", "")):
            body = self.shapes.body(scope, element, inertial, name)
            if body is not None:
                mass, com, inertia = body
            else:
                problem = "auto='true', but no collision shape has a volume"
                faults.doubt(inertial, field, problem, "collision shapes", "the numbers in it, or defaults, are read")
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
        """Add a joint, with the massless links that it needs; a joint that closes a loop is left out."""
        faults, field = self.faults, f'joint "{name}"'
        sdf_type = element.attributes.get("type", "").strip()
        parent, child = (self._end(scope, element, tag, field) for tag in ("parent", "child"))
        place = f"{name!r} (line {element.line})"
        if sdf_type == "gearbox":
            self.gearboxes.append(place)
        elif sdf_type not in TYPES:
            self.unknown_joints.append(f"{name!r} ({sdf_type or 'no type'}, line {element.line})")
        elif child == WORLD:
            faults.add(element, f"{field} child", "the world", "a link that the joint moves")
        elif child in self._moved:
            self.loop_joints.append(place)
        else:
            self._moved.add(child)
            joint_pose = self.frames.relative(key, parent)
            child_pose = self.frames.relative(child, key)
            joints = self._joints(scope, element, name, key, field)
            self._chain(joints, parent, child, joint_pose, child_pose, element)
            self._rotor(element, joints[0], parent, field)

    def _end(self, scope: Scope, element: Element, tag: str, field: str) -> str:
        end = element.first(tag)
        text = end.text.strip() if end is not None else ""
        if end is None or not text:
            self.faults.add(element, f"{field} {tag}", f"no <{tag}>", f"<{tag}>NAME</{tag}>")
            return f"<{tag}> at line {element.line}"
        return self.frames.link(scope.named(text), end, f"{field} {tag}")

    def _rotor(self, element: Element, joint: Joint, parent: str, field: str) -> None:
        """Add the rotor of Drake's elements as a motor without an axis, which adds n² J at the joint."""
        tags = {"drake:rotor_inertia": 0.0, "drake:gear_ratio": 1.0}
        inertia, ratio = (number(element, tag, field, default, self.faults) for tag, default in tags.items())
        if inertia and joint.type in ("revolute", "prismatic"):
            self.motors.append(Motor(f"{joint.name} rotor", joint.name, parent, rotor_inertia=inertia, ratio=ratio))
            self.places["motor"].append(element)

    def _chain(
        self, joints: list[Joint], parent: str, child: str, joint_pose: Pose, child_pose: Pose, element: Element
    ) -> None:
        """Add joints in series from a parent to a child, with massless links between them, (1)."""
        if joints[0].type == "fixed":
            # A joint that mimics with the multiplier 0 is fixed at its offset, which is in its placement.
            offset = Pose(np.array(joints[0].placement.rotation), np.array(joints[0].placement.xyz))
            pose = joint_pose @ offset @ child_pose
            self.add(replace(joints[0], parent=parent, child=child, placement=pose.placement), element)
            return
        apart = np.any(child_pose.p) or not np.array_equal(child_pose.R, np.eye(3))
        placement = joint_pose.placement
        for k, joint in enumerate(joints):
            last = k == len(joints) - 1 and not apart
            moved = child if last else f"{child}/{joint.name}"
            if not last:
                self.add(Link(moved), element)
            self.add(replace(joint, parent=parent, child=moved, placement=placement), element)
            parent, placement = moved, Pose().placement
        if apart:
            self.add(Joint(f"{joints[-1].name}/fixed", "fixed", parent, child, child_pose.placement), element)

    def add(self, part: Link | Joint, element: Element) -> None:
        """Add a link or joint that an element describes."""
        kind = "link" if isinstance(part, Link) else "joint"
        getattr(self, f"{kind}s").append(part)
        self.places[kind].append(element)

    def _joints(self, scope: Scope, element: Element, name: str, key: str, field: str) -> list[Joint]:
        """Return the joint, or two joints in series, without parent, child and placement."""
        sdf_type = element.attributes["type"].strip()
        kind = TYPES[sdf_type]
        first, second = (element.first(tag) for tag in ("axis", "axis2"))
        if kind in ("fixed", "spherical"):
            return [Joint(name, kind, "", "")]
        axes = [self._axis(scope, axis, key, f"{field} {tag}") for axis, tag in ((first, "axis"), (second, "axis2"))]
        coordinates = [self._coordinate(axis, f"{field} axis", sdf_type) for axis in (first, second)]
        if kind == "universal":
            if abs(np.dot(axes[0], axes[1])) <= NORMAL:
                return [Joint(name, kind, "", "", axis=axes[0], second_axis=axes[1], coordinates=tuple(coordinates))]
            return [
                Joint(name, "revolute", "", "", axis=axes[0], **vars(coordinates[0])),
                Joint(f"{name}/axis2", "revolute", "", "", axis=axes[1], **vars(coordinates[1])),
            ]
        pitch = self._pitch(element, field) if kind == "screw" else 0.0
        joint = Joint(name, kind, "", "", axis=axes[0], pitch=pitch, **vars(coordinates[0]))
        return [self._mimic(scope, first, joint, f"{field} mimic")]

    def _axis(self, scope: Scope, axis: Element | None, key: str, field: str) -> Vector:
        """Return a unit axis in the frame of the joint."""
        xyz = axis.first("xyz") if axis is not None else None
        if axis is None or xyz is None:
            return 0.0, 0.0, 1.0
        direction = unit_vector(xyz, f"{field} xyz", self.faults)
        frame = xyz.attributes.get("expressed_in", "").strip()
        flag = axis.first("use_parent_model_frame")
        in_model = is_true(flag.text) if flag is not None else self.version < IN_MODEL
        if not frame and in_model:
            frame = "__model__"
        if not frame:
            return direction
        rotated = self.frames.pose(key).R.T @ self.frames.pose(scope.named(frame), xyz).R @ np.array(direction)
        return vector(rotated / np.linalg.norm(rotated))

    def _coordinate(self, axis: Element | None, field: str, sdf_type: str) -> Coordinate:
        """Return limits, friction and spring of an axis."""
        faults = self.faults
        limit, dynamics = (axis.first(tag) if axis is not None else None for tag in ("limit", "dynamics"))
        lower, upper = (bound(limit, tag, f"{field} limit", faults) for tag in ("lower", "upper"))
        velocity, effort = (bound(limit, tag, f"{field} limit", faults, 0.0) for tag in ("velocity", "effort"))
        if sdf_type == "continuous":
            lower, upper = -math.inf, math.inf
        tags = ("damping", "friction", "spring_stiffness", "spring_reference")
        viscous, coulomb, stiffness, rest = (number(dynamics, tag, f"{field} dynamics", 0.0, faults) for tag in tags)
        limits = Limits(lower, upper, velocity, effort)
        return Coordinate(limits, Friction(viscous, coulomb), stiffness, rest if stiffness else 0.0)

    def _pitch(self, element: Element, field: str) -> float:
        """Return the pitch of a screw [m/rad].

        <screw_thread_pitch> is in metres per revolution, <thread_pitch> in rad/m with the opposite sign.
        """
        if text_of(element, "screw_thread_pitch") or not text_of(element, "thread_pitch"):
            return number(element, "screw_thread_pitch", field, 1.0, self.faults) / (2 * math.pi)
        radians_per_metre = number(element, "thread_pitch", field, 1.0, self.faults)
        return -1.0 / radians_per_metre if radians_per_metre else 0.0

    def _mimic(self, scope: Scope, axis: Element | None, joint: Joint, field: str) -> Joint:
        """Return a joint with its coupling, if it has one: q = multiplier (q_leader − reference) + offset."""
        mimic = axis.first("mimic") if axis is not None else None
        if mimic is None:
            return joint
        tags = ("multiplier", "offset", "reference")
        ratio, offset, reference = (number(mimic, tag, field, float(tag == "multiplier"), self.faults) for tag in tags)
        leader = scope.named(self.faults.text(mimic, field, "joint"))
        if ratio == 0 and (joint.form.single or not offset):  # else the checks report the coupling
            self.faults.notes.append(
                f"joint {joint.name!r} follows {leader!r} with the multiplier 0: fixed at {offset:g}"
            )
            return fixed_at(joint, offset)
        return replace(joint, couple=Coupling.linear(leader, ratio, offset - ratio * reference))
