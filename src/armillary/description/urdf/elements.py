"""Links and joints of a URDF file.

An `origin` places a frame by xyz [m] and roll, pitch, yaw [rad]: R = Rz(yaw) Ry(pitch) Rx(roll). The inertia I_C of a
link is given about its centre of mass in the axes of the inertial origin; in the axes of the link it is R I_C Rᵀ.   (1)

URDF requires effort and velocity in every <limit>, and the defaults of lower and upper are 0. Authors who do not know
these numbers write 0. A lenient reader therefore takes an effort or velocity of 0, and a range from 0 to 0, as
unlimited. A strict reader takes them literally, and so does every reader if the <limit> has zeros="literal", which our
writer adds. Bounds of 1e9 and more also mean unlimited.

Where <limit> gives no bound, the largest effort and velocity that a command interface accepts are taken:
    <ros2_control><joint name="a"><command_interface name="effort"><param name="max">87</param>…
Bounds of position interfaces are those of the controller, and are not read.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from armillary.description.robot import (
    NO_INERTIA,
    Coupling,
    Friction,
    Joint,
    JointType,
    Limits,
    Link,
    Placement,
    Vector,
    matrix,
    vector,
)
from armillary.description.xml_sheet import UNLIMITED
from armillary.description.xml_tree import Element, Faults
from armillary.spatial.inertia import fault, rotate
from armillary.spatial.rotation import from_rpy

TYPES: dict[str, JointType] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "planar": "planar",
    "floating": "floating",
    "spherical": "spherical",
    "ball": "spherical",
}
"""URDF joint type → ours; spherical and ball belong to dialects."""

ATTRIBUTES = {
    "origin": {"xyz", "rpy"},
    "axis": {"xyz"},
    "mass": {"value"},
    "inertia": {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"},
}
"""Attributes of placements and masses; any other attribute of these elements is doubtful."""

FREE_ATTRIBUTES = {
    "limit": {"lower", "upper", "velocity", "effort", "zeros"},
    "dynamics": {"damping", "friction"},
    "mimic": {"joint", "multiplier", "offset"},
}
"""Attributes of elements to which dialects add others; an unknown one only gets a note."""

LITERAL = "literal"
"""Value of the attribute "zeros" of a <limit> in which 0 is a bound."""

NEGLIGIBLE = 1e-12
"""Squared radius of gyration [m²] below which an inertia is rounding noise of the program that wrote it."""

INTERFACES = ("effort", "velocity")
"""Command interfaces of <ros2_control> whose bounds are read, named as the fields of limits."""


def read_link(element: Element, faults: Faults) -> Link:
    """Read a link; without <inertial> it is massless."""
    name = faults.text(element, "link", "name")
    field = f'link "{name}" inertial'
    inertial = _only(element, "inertial", field, faults)
    if inertial is None:
        return Link(name, 0.0)
    placement = _origin(inertial, field, faults)
    mass = _only(inertial, "mass", f"{field} mass", faults, needed=True)
    tensor = _only(inertial, "inertia", f"{field} inertia", faults, needed=True)
    inertia = NO_INERTIA
    if tensor is not None:
        xx, yy, zz = (faults.number(tensor, f"{field} inertia", name) for name in ("ixx", "iyy", "izz"))
        xy, xz, yz = (faults.number(tensor, f"{field} inertia", name, 0.0) for name in ("ixy", "ixz", "iyz"))
        inertia = matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    kilograms = faults.number(mass, f"{field} mass", "value") if mass is not None else 0.0
    largest = max(abs(entry) for row in inertia for entry in row)
    # Exporters round the inertia of a point mass to numbers that no body can have.
    if 0.0 < largest <= NEGLIGIBLE * kilograms and fault(inertia) is not None:
        faults.notes.append(f"the inertia of link {name!r} is impossible rounding noise: read as a point mass")
        inertia = NO_INERTIA
    return Link(name, kilograms, placement.xyz, matrix(rotate(inertia, placement.rotation)))  # (1)


def read_joint(element: Element, faults: Faults) -> Joint:
    """Read a joint; an unsupported type becomes fixed, with a problem kept."""
    name = faults.text(element, "joint", "name")
    field = f'joint "{name}"'
    kind = _type(element, field, faults)
    moving = kind != "fixed"
    friction = Friction()
    dynamics = _only(element, "dynamics", f"{field} dynamics", faults) if moving else None
    if dynamics is not None and kind in ("planar", "floating"):
        faults.notes.append(f"the friction of joint {name!r} is left out: it has several coordinates")
    elif dynamics is not None:
        viscous, coulomb = (
            faults.option(dynamics, f"{field} dynamics", attribute, 0.0) for attribute in ("damping", "friction")
        )
        friction = Friction(viscous, coulomb)
    return Joint(
        name,
        kind,
        parent=_end(element, field, "parent", faults),
        child=_end(element, field, "child", faults),
        placement=_origin(element, field, faults),
        axis=_axis(element, field, faults) if kind in ("revolute", "prismatic", "planar") else None,
        limits=_limits(element, field, faults) if kind in ("revolute", "prismatic", "spherical") else Limits(),
        friction=friction,
        couple=_mimic(element, f"{field} mimic", faults) if moving else None,
    )


def with_interface_bounds(root: Element, joints: list[Joint], faults: Faults) -> list[Joint]:
    """Return the joints with the bounds of their ros2_control interfaces where <limit> gives none."""
    bounds: dict[str, dict[str, float]] = {}
    for element in (joint for part in root.all("ros2_control") for joint in part.all("joint")):
        name = element.attributes.get("name", "").strip()
        for interface in element.all("command_interface"):
            kind = interface.attributes.get("name", "").strip()
            ends = [part for part in interface.all("param") if part.attributes.get("name") in ("min", "max")]
            field = f'ros2_control joint "{name}" {kind}'
            values = [abs(faults.parse(part, field, part.text.strip(), math.inf, False, True)) for part in ends]
            # A lenient reader takes 0 as unknown, as in <limit>.
            if kind in INTERFACES and values and (any(values) or not faults.lenient):
                bounds.setdefault(name, {})[kind] = max(values)
    bounded = []
    for joint in joints:
        if joint.name in bounds and joint.type in ("revolute", "prismatic"):
            missing: dict[str, Any] = {
                kind: bound for kind, bound in bounds[joint.name].items() if math.isinf(getattr(joint.limits, kind))
            }
            joint = replace(joint, limits=replace(joint.limits, **missing))
        bounded.append(joint)
    return bounded


def _mimic(element: Element, field: str, faults: Faults) -> Coupling | None:
    mimic = _only(element, "mimic", field, faults)
    if mimic is None:
        return None
    ratio, offset = faults.option(mimic, field, "multiplier", 1.0), faults.option(mimic, field, "offset", 0.0)
    return Coupling.linear(faults.text(mimic, field, "joint"), ratio, offset)


def _type(element: Element, field: str, faults: Faults) -> JointType:
    name = element.attributes.get("type", "")
    if name not in TYPES:
        problem = f"the type is {name!r}" if name else "no attribute 'type'"
        faults.add(element, f"{field} type", problem, "one of " + ", ".join(TYPES))
    return TYPES.get(name, "fixed")


def _end(element: Element, field: str, tag: str, faults: Faults) -> str:
    end = _only(element, tag, f"{field} {tag}", faults, needed=True)
    return faults.text(end, f"{field} {tag}", "link") if end is not None else f"<{tag}> at line {element.line}"


def _origin(element: Element, field: str, faults: Faults) -> Placement:
    return read_origin(_only(element, "origin", f"{field} origin", faults), field, faults)


def read_origin(origin: Element | None, field: str, faults: Faults) -> Placement:
    """Return the placement in an <origin>; the identity without one."""
    if origin is None:
        return Placement()
    xyz, rpy = (faults.vector(origin, f"{field} origin", name) for name in ("xyz", "rpy"))
    return Placement(vector(xyz), matrix(from_rpy(*rpy)))


def _axis(element: Element, field: str, faults: Faults) -> Vector:
    default = (1.0, 0.0, 0.0)  # default of URDF
    axis = _only(element, "axis", f"{field} axis", faults)
    if axis is None:
        return default
    xyz = faults.vector(axis, f"{field} axis", "xyz", default)
    return faults.direction(axis, f"{field} axis xyz", xyz, default)


def _limits(element: Element, field: str, faults: Faults) -> Limits:
    """Read the limits; only revolute and prismatic joints have position limits, if at least one bound is given."""
    field = f"{field} limit"
    limit = _only(element, "limit", field, faults)
    if limit is None:
        return Limits()
    literal = not faults.lenient or limit.attributes.get("zeros") == LITERAL
    lower, upper = -math.inf, math.inf
    if element.attributes.get("type") in ("revolute", "prismatic") and has_range(limit):
        lower, upper = (faults.option(limit, field, name, 0.0, finite=False) for name in ("lower", "upper"))
        if lower == upper == 0.0 and not literal:
            lower, upper = -math.inf, math.inf
    velocity, effort = (_bound(limit, field, name, faults, literal) for name in ("velocity", "effort"))
    lower, upper, velocity, effort = (_unbounded(value) for value in (lower, upper, velocity, effort))
    return Limits(lower, upper, velocity, effort)


def _bound(limit: Element, field: str, name: str, faults: Faults, literal: bool) -> float:
    """Read the largest speed or effort; a negative one is no bound, nor is 0 unless it is `literal`."""
    value = faults.option(limit, field, name, math.inf, finite=False)
    if value < 0 and faults.lenient:
        faults.doubt(limit, f"{field} {name}", f"{value:g}", "zero or more", "no limit is read")
        return math.inf
    return math.inf if value == 0 and not literal else value


def _unbounded(value: float) -> float:
    return math.copysign(math.inf, value) if abs(value) >= UNLIMITED else value


def has_range(limit: Element | None) -> bool:
    """Return whether a <limit> bounds the position."""
    return limit is not None and not {"lower", "upper"}.isdisjoint(limit.attributes)


def _only(element: Element, tag: str, field: str, faults: Faults, needed: bool = False) -> Element | None:
    """Return the child of this tag; keep problems if there are several, if it is missing, of unknown attributes."""
    children = element.all(tag)
    if needed and not children:
        faults.add(element, field, f"no <{tag}>", f"<{tag} …/> in <{element.tag}>")
    if len(children) > 1:
        faults.doubt(children[1], field, f"<{tag}> is given {len(children)} times", "once", "the first is read")
    if not children:
        return None
    child = children[0]
    known = ATTRIBUTES.get(tag, child.attributes.keys())
    for name in child.attributes:
        if name not in known:
            expected = f"one of {', '.join(sorted(known))}"
            faults.doubt(child, field, f"unknown attribute {name!r}", expected, "it is not read")
    return child
