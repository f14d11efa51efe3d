"""Write a robot as URDF text with the same dynamics.

Payloads, stators and frames become links behind fixed joints. A motor becomes a transmission with the reduction. Its
rotor is written in elements that our reader knows (`transmissions.py`) and most other programs ignore; a rotor without
an axis, like the armature of MJCF, in those of Drake. A joint without position limits is `continuous`, or has the
bounds `UNLIMITED` where URDF requires numbers; these are read as unlimited.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import numpy as np

from armillary.description.couplings import order
from armillary.description.robot import HOME, IDENTITY, Joint, Link, Motor, Placement, Robot, Visual
from armillary.description.urdf.elements import LITERAL
from armillary.description.urdf.transmissions import GEAR, REFLECTED, ROTOR
from armillary.description.xml_sheet import UNLIMITED, Node, Sheet
from armillary.errors import ArgumentError
from armillary.files.words import claim, few
from armillary.spatial.rotation import to_rpy

TYPES = {name: name for name in ("revolute", "prismatic", "spherical", "fixed", "planar", "floating")}
"""Joint types of URDF or its dialects."""
GRAVITY = (0.0, 0.0, -9.81)


def to_urdf(robot: Robot, folder: str | os.PathLike[str] | None = None) -> str:
    """Return the robot as URDF text; an `ArmillaryWarning` lists what URDF cannot express.

    Args:
        robot: The robot, with rigid links.
        folder: Folder of the file; mesh files inside it get relative paths. Default: absolute paths.

    Raises:
        ArgumentError: The robot has flexible links, joints that URDF lacks, or names that would read back changed.
    """
    sheet = Sheet("robot", "URDF", robot, TYPES)
    _expect_trimmed(robot)
    sheet.root.set("name", robot.name)
    taken = {robot.base, *(link.name for link in robot.links), *(joint.name for joint in robot.joints)}
    nodes = {robot.base: sheet.add(sheet.root, "link", name=robot.base)}
    for link in robot.links:
        nodes[link.name] = sheet.add(sheet.root, "link", name=link.name)
        if link.mass or any(map(any, link.inertia)):
            _inertial(sheet, nodes[link.name], link)
    for joint in robot.joints:
        _joint(sheet, joint)
    if robot.base_placement != Placement():
        world = claim("world", taken)
        sheet.add(sheet.root, "link", name=world)
        _fixed(sheet, claim("world joint", taken), world, robot.base, robot.base_placement)
    for part, carrier, place in sheet.point_parts():
        name = claim(part.name, taken)
        inertia = part.stator_inertia if isinstance(part, Motor) else part.inertia
        _inertial(sheet, sheet.add(sheet.root, "link", name=name), Link(name, part.mass, place, inertia))
        _fixed(sheet, claim(f"{name} joint", taken), carrier, name, Placement())
    for frame in robot.frames:
        name = claim(frame.name, taken)
        sheet.add(sheet.root, "link", name=name)
        _fixed(sheet, claim(f"{name} joint", taken), frame.link, name, frame.placement)
    for visual in robot.visuals:
        _visual(sheet, nodes[visual.link], visual, folder)
    joints = {joint.name: joint for joint in robot.joints}
    for whole in robot.motors:
        for motor in whole.alone():  # that of a differential as one motor at each joint
            if motor.rotor_inertia or joints[motor.joint].form.single:
                _transmission(sheet, motor, joints[motor.joint])
    _remarks(sheet, robot)
    return sheet.text()


def _expect_trimmed(robot: Robot) -> None:
    """Reject names with spaces at their ends: readers trim them, since files in use contain stray spaces."""
    parts: tuple[Any, ...] = (*robot.links, *robot.joints, *robot.motors, *robot.payloads, *robot.frames)
    names = [name for name in (robot.name, robot.base, *(part.name for part in parts)) if name != name.strip()]
    if names or not robot.name:
        problem = f"names that are empty or have spaces at their ends: {few([repr(name) for name in names or ['']])}"
        expected = "names that URDF readers do not change"
        raise ArgumentError("robot", problem, expected, "rename them, or save the robot as .toml")


def _origin(sheet: Sheet, parent: Node, placement: Placement) -> None:
    if placement != Placement():
        rpy = to_rpy(placement.rotation) if placement.rotation != IDENTITY else None
        sheet.add(parent, "origin", xyz=placement.xyz, rpy=rpy)


def _fixed(sheet: Sheet, name: str, parent: str, child: str, placement: Placement) -> None:
    node = sheet.add(sheet.root, "joint", name=name, type="fixed")
    sheet.add(node, "parent", link=parent)
    sheet.add(node, "child", link=child)
    _origin(sheet, node, placement)


def _inertial(sheet: Sheet, node: Node, link: Link) -> None:
    inertial = sheet.add(node, "inertial")
    _origin(sheet, inertial, Placement(link.com))
    sheet.add(inertial, "mass", value=link.mass)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = link.inertia
    sheet.add(inertial, "inertia", ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)


def _joint(sheet: Sheet, joint: Joint) -> None:
    limits = joint.limits
    bounded = math.isfinite(limits.lower) or math.isfinite(limits.upper)
    continuous = joint.type == "revolute" and not bounded
    node = sheet.add(sheet.root, "joint", name=joint.name, type="continuous" if continuous else joint.type)
    sheet.add(node, "parent", link=joint.parent)
    sheet.add(node, "child", link=joint.child)
    _origin(sheet, node, joint.placement)
    if joint.axis is not None:
        sheet.add(node, "axis", xyz=joint.axis)
    limited = not continuous or math.isfinite(limits.velocity) or math.isfinite(limits.effort)
    if joint.type in ("revolute", "prismatic") and limited:
        bounds: dict[str, Any] = {}
        if not continuous:
            bounds = {"lower": _finite(limits.lower), "upper": _finite(limits.upper)}
        bounds |= {"effort": _finite(limits.effort), "velocity": _finite(limits.velocity)}
        # A lenient reader takes zeros as unknown limits, which is what most files mean by them.
        zeros = 0.0 in (limits.effort, limits.velocity) or limits.lower == limits.upper == 0.0
        sheet.add(node, "limit", **bounds, zeros=LITERAL if zeros else None)
    if joint.friction.viscous or joint.friction.coulomb:
        factor = joint.friction.factor
        sheet.add(node, "dynamics", damping=factor * joint.friction.viscous, friction=factor * joint.friction.coulomb)
    if joint.couple is not None and order(joint.couple.polynomial) == 1:
        offset, ratio = joint.couple.polynomial[:2]
        sheet.add(node, "mimic", joint=joint.couple.joint, multiplier=ratio, offset=offset)


def _finite(bound: float) -> float:
    return min(max(bound, -UNLIMITED), UNLIMITED)


def _transmission(sheet: Sheet, motor: Motor, joint: Joint) -> None:
    node = sheet.add(sheet.root, "transmission", name=f"{motor.name} transmission")
    sheet.add(node, "type").text = "transmission_interface/SimpleTransmission"
    driven = sheet.add(node, "joint", name=motor.joint)
    sheet.add(driven, "hardwareInterface").text = "hardware_interface/EffortJointInterface"
    actuator = sheet.add(node, "actuator", name=motor.name)
    sheet.add(actuator, "mechanicalReduction").text = repr(motor.ratio)
    if not motor.rotor_inertia:
        return
    if motor.axis is None and joint.form.single:
        sheet.root.set("xmlns:drake", "http://drake.mit.edu")
        sheet.add(actuator, GEAR, value=motor.ratio)
        sheet.add(actuator, REFLECTED, value=motor.rotor_inertia)
        return
    mount = {} if _is_default_mount(motor, joint) else {"carrier": motor.carrier, "axis": motor.axis}
    rotor = sheet.add(actuator, ROTOR[0], **mount)
    rotor.text = repr(motor.rotor_inertia)


def _visual(sheet: Sheet, node: Node, visual: Visual, folder: str | os.PathLike[str] | None) -> None:
    shown = sheet.add(node, "visual")
    _origin(sheet, shown, visual.placement)
    geometry = sheet.add(shown, "geometry")
    x, y, z = visual.scale
    size = visual.size
    match visual.shape:
        case "box":
            sheet.add(geometry, "box", size=(abs(x) * size[0], abs(y) * size[1], abs(z) * size[2]))
        case "cylinder":
            sheet.add(geometry, "cylinder", radius=abs(x) * size[0], length=abs(z) * size[1])
        case "sphere":
            sheet.add(geometry, "sphere", radius=abs(x) * size[0])
        case _:
            file = Path(visual.file).absolute()
            inside = folder is not None and file.is_relative_to(Path(folder).absolute())
            name = file.relative_to(Path(folder or "").absolute()).as_posix() if inside else str(file)
            sheet.add(geometry, "mesh", filename=name, scale=visual.scale if visual.scale != (1.0, 1.0, 1.0) else None)
    if visual.colour is not None:
        material = sheet.add(shown, "material", name="#" + "".join(f"{round(255 * c):02x}" for c in visual.colour))
        sheet.add(material, "color", rgba=(*visual.colour, 1.0))


def _remarks(sheet: Sheet, robot: Robot) -> None:
    """Keep remarks on what the file leaves out."""
    joints = {joint.name: joint for joint in robot.joints}
    if robot.gravity != GRAVITY:
        sheet.remarks.append(f"gravity {robot.gravity} m/s² is left out: URDF has none, and readers assume {GRAVITY}")
    sheet.remark("springs of joints are left out", (j.name for j in robot.joints if j.stiffness))
    sheet.friction_remarks()
    sheet.stop_remarks()
    curved = (j.name for j in robot.joints if j.couple is not None and order(j.couple.polynomial) > 1)
    sheet.remark("joints coupled by polynomials above order 1 are written as independent joints", curved)
    spherical = (j.name for j in robot.joints if j.type == "spherical")
    sheet.remark("spherical joints belong to a dialect that few programs read", spherical)
    sheet.motor_remarks()
    rotors = (motor.name for motor in robot.motors if motor.rotor_inertia)
    extension = "rotor inertias are an extension that most programs ignore (Drake reads those without an axis)"
    sheet.remark(extension, rotors)
    several = (m.name for m in robot.motors if not m.rotor_inertia and not joints[m.joint].form.single)
    sheet.remark("motors without rotors at joints with several coordinates are left out", several)
    compensated = (link.name for link in robot.links if link.gravity_compensation)
    sheet.remark("gravity compensation is left out", compensated)
    sheet.remark(
        "properties of the coordinates of a joint are left out", (j.name for j in robot.joints if j.coordinates)
    )
    # "home" is no loss: a robot that is read from URDF gets a default start.
    others = (named.name for named in robot.configurations if named.name != HOME)
    sheet.remark("named configurations are left out", others)
    stretched = (v.link for v in robot.visuals if v.shape in ("cylinder", "sphere") and len({*map(abs, v.scale)}) > 1)
    sheet.remark("stretched cylinders and spheres are written with one radius, on links", stretched)


def _is_default_mount(motor: Motor, joint: Joint) -> bool:
    """Return whether the reader gives a rotor this carrier and axis by default."""
    if motor.axis is None:
        return not joint.form.single
    if joint.type != "revolute" or joint.axis is None or motor.carrier != joint.parent:
        return False
    along = np.array(joint.placement.rotation) @ np.array(joint.axis)
    return bool(np.abs(along - np.array(motor.axis)).max() < 1e-9)
