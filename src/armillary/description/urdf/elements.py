"""Links and joints of a URDF file, element by element.

An `origin` places a frame by xyz [m] and roll, pitch, yaw [rad]: R = Rz(yaw) Ry(pitch) Rx(roll).
A link's tensor I_C is given at its centre of mass in the axes of the inertial origin, so in the
axes of the link it is R I_C Rᵀ.   (1)

URDF demands effort and velocity in every <limit>, and lower and upper have the default 0. Files whose authors do not
know these numbers have 0: an effort or velocity of 0, and a range from 0 to 0, bound nothing. A strict reader takes
the zeros as they are, and so does every reader if the <limit> has zeros="literal", which our writer adds. Bounds of
1e9 and more stand for none, too.
"""

from __future__ import annotations

import math

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
"""URDF joint type → ours; the last two belong to dialects."""

ATTRIBUTES = {
    "origin": {"xyz", "rpy"},
    "axis": {"xyz"},
    "mass": {"value"},
    "inertia": {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"},
}
"""Attributes of the elements for placements and masses; any other is doubtful."""

FREE_ATTRIBUTES = {
    "limit": {"lower", "upper", "velocity", "effort", "zeros"},
    "dynamics": {"damping", "friction"},
    "mimic": {"joint", "multiplier", "offset"},
}
"""Attributes of the elements to which dialects add others; an unknown one gets a note."""

LITERAL = "literal"
"""Value of the attribute "zeros" of a <limit> whose zeros are limits."""

NEGLIGIBLE = 1e-12
"""Square of a radius of gyration [m²] below which a tensor is rounding noise of the program that wrote it."""


def read_link(element: Element, faults: Faults) -> Link:
    """Return a link; without <inertial> it is massless."""
    name = faults.text(element, "link", "name")
    field = f'link "{name}" inertial'
    inertial = _only(element, "inertial", field, faults)
    if inertial is None:
        return Link(name, 0.0)
    placement = _origin(inertial, field, faults)
    mass = _only(inertial, "mass", f"{field} mass", faults, needed=True)
    tensor = _only(inertial, "inertia", f"{field} inertia", faults, needed=True)
    entries = NO_INERTIA
    if tensor is not None:
        xx, yy, zz = (faults.number(tensor, f"{field} inertia", name) for name in ("ixx", "iyy", "izz"))
        xy, xz, yz = (faults.number(tensor, f"{field} inertia", name, 0.0) for name in ("ixy", "ixz", "iyz"))
        entries = matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    weight = faults.number(mass, f"{field} mass", "value") if mass is not None else 0.0
    largest = max(abs(entry) for row in entries for entry in row)
    if 0.0 < largest <= NEGLIGIBLE * weight and fault(entries) is not None:
        faults.notes.append(f"the inertia of link {name!r} is rounding noise and no body's: taken as a point mass")
        entries = NO_INERTIA
    return Link(name, weight, placement.xyz, matrix(rotate(entries, placement.rotation)))  # (1)


def read_joint(element: Element, faults: Faults) -> Joint:
    """Return a joint; an unsupported type becomes fixed, with a problem kept."""
    name = faults.text(element, "joint", "name")
    field = f'joint "{name}"'
    kind = _type(element, field, faults)
    moving = kind != "fixed"
    friction = _only(element, "dynamics", f"{field} dynamics", faults) if moving else None
    if friction is not None and kind in ("planar", "floating"):
        faults.notes.append(f"the friction of joint {name!r} is left out: it has several coordinates")
        friction = None
    named = ("damping", "friction")
    rubs = [] if friction is None else [faults.option(friction, f"{field} dynamics", each, 0.0) for each in named]
    return Joint(
        name,
        kind,
        parent=_end(element, field, "parent", faults),
        child=_end(element, field, "child", faults),
        placement=_origin(element, field, faults),
        axis=_axis(element, field, faults) if kind in ("revolute", "prismatic", "planar") else None,
        limits=_limits(element, field, faults) if kind in ("revolute", "prismatic", "spherical") else Limits(),
        friction=Friction(*rubs),
        couple=_mimic(element, f"{field} mimic", faults) if moving else None,
    )


def _mimic(element: Element, field: str, faults: Faults) -> Coupling | None:
    mimic = _only(element, "mimic", field, faults)
    if mimic is None:
        return None
    ratio, offset = faults.option(mimic, field, "multiplier", 1.0), faults.option(mimic, field, "offset", 0.0)
    return Coupling.linear(faults.text(mimic, field, "joint"), ratio, offset)


def _type(element: Element, field: str, faults: Faults) -> JointType:
    given = element.attributes.get("type", "")
    if given not in TYPES:
        found = f"the type is {given!r}" if given else "no attribute 'type'"
        faults.add(element, f"{field} type", found, "one of " + ", ".join(TYPES))
    return TYPES.get(given, "fixed")


def _end(element: Element, field: str, tag: str, faults: Faults) -> str:
    end = _only(element, tag, f"{field} {tag}", faults, needed=True)
    return faults.text(end, f"{field} {tag}", "link") if end is not None else f"<{tag}> at line {element.line}"


def _origin(element: Element, field: str, faults: Faults) -> Placement:
    return read_origin(_only(element, "origin", f"{field} origin", faults), field, faults)


def read_origin(origin: Element | None, field: str, faults: Faults) -> Placement:
    """Return the placement that an <origin> gives; without one, the same frame."""
    if origin is None:
        return Placement()
    xyz, rpy = (faults.vector(origin, f"{field} origin", name) for name in ("xyz", "rpy"))
    return Placement(vector(xyz), matrix(from_rpy(*rpy)))


def _axis(element: Element, field: str, faults: Faults) -> Vector:
    default = (1.0, 0.0, 0.0)  # default of URDF
    axis = _only(element, "axis", f"{field} axis", faults)
    if axis is None:
        return default
    x, y, z = faults.vector(axis, f"{field} axis", "xyz", default)
    length = math.hypot(x, y, z)
    # Within rounding of one it stays as written; the reciprocal of anything below 1e-150 loses its digits.
    if abs(length - 1.0) <= 4e-16:
        return vector((x, y, z))
    if not 1e-150 < length < math.inf:
        faults.add(axis, f"{field} axis xyz", f"the length of ({x:g}, {y:g}, {z:g}) is {length:g}", "a direction")
        return default
    return vector((x / length, y / length, z / length))


def _limits(element: Element, field: str, faults: Faults) -> Limits:
    """Return the limits; position limits apply to revolute and prismatic joints if at least one is given."""
    field = f"{field} limit"
    limit = _only(element, "limit", field, faults)
    if limit is None:
        return Limits()
    literal = not faults.lenient or limit.attributes.get("zeros") == LITERAL
    bounded = element.attributes.get("type") in ("revolute", "prismatic") and has_range(limit)
    lower, upper = -math.inf, math.inf
    if bounded:
        lower, upper = (faults.option(limit, field, name, 0.0, finite=False) for name in ("lower", "upper"))
        if lower == upper == 0.0 and not literal:
            lower, upper = -math.inf, math.inf
    velocity, effort = (_bound(limit, field, name, faults, literal) for name in ("velocity", "effort"))
    lower, upper, velocity, effort = (_unbounded(value) for value in (lower, upper, velocity, effort))
    return Limits(lower, upper, velocity, effort)


def _bound(limit: Element, field: str, name: str, faults: Faults, literal: bool) -> float:
    """Return the largest speed or effort; a negative one bounds nothing, nor does 0 unless it is `literal`."""
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
    """Return the one child of this tag; keep problems: several, none though needed, unknown attributes."""
    found = element.all(tag)
    if needed and not found:
        faults.add(element, field, f"no <{tag}>", f"<{tag} …/> in <{element.tag}>")
    if len(found) > 1:
        faults.doubt(found[1], field, f"<{tag}> is given {len(found)} times", "once", "the first is read")
    for child in found[:1]:
        known = ATTRIBUTES.get(tag, child.attributes.keys())
        for name in (name for name in child.attributes if name not in known):
            expected = f"one of {', '.join(sorted(known))}"
            faults.doubt(child, field, f"unknown attribute {name!r}", expected, "it is not read")
    return found[0] if found else None
