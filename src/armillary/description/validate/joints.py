"""Checks of joints: type, directions, limits, friction and springs of each coordinate."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armillary.description.joint_types import FORMS, JOINT_TYPES
from armillary.description.robot import COORDINATE_FIELDS, Coordinate, Joint, Limits, Stop
from armillary.description.validate.friction import friction_faults, viscous_alone
from armillary.description.validate.quantities import Impossible, placement_faults
from armillary.errors import Problem

PERPENDICULAR = 1e-9
"""Largest cosine between the axes of a universal joint."""
_AXES = {"axis": "a direction such as [0, 0, 1]", "second_axis": "a direction normal to axis, such as [0, 1, 0]"}


def joint_faults(field: str, joint: Joint) -> Iterator[Problem]:
    """Yield every fault of a joint."""
    if joint.type not in JOINT_TYPES:
        yield Problem(f"{field}.type", repr(joint.type), f"one of {', '.join(JOINT_TYPES)}")
        return
    yield from placement_faults(field, joint.placement)
    yield from _directions(field, joint)
    yield from _coordinate(field, joint)
    if joint.type == "spherical":
        yield from viscous_alone(f"{field}.friction", joint.friction, "a spherical joint")
    if joint.type == "spherical" and (joint.stiffness or joint.rest):
        yield Problem(f"{field}.spring", "a spring at a spherical joint", "none there", "use three revolute joints")
    yield from _parts(field, joint)


def _directions(field: str, joint: Joint) -> Iterator[Problem]:
    """Yield the faults of axes and pitch."""
    who, needs = f"{joint.type} joint {joint.name!r}", joint.form.needs
    for name, example in _AXES.items():
        axis = getattr(joint, name)
        if axis is None and name in needs:
            yield Problem(f"{field}.{name}", f"{who} has no {name}", example)
        elif axis is not None and name not in needs:
            yield Problem(
                f"{field}.{name}",
                f"{who} has an axis" if name == "axis" else f"{who} has a {name}",
                "none for this type",
            )
    if "second_axis" in needs and joint.axis and joint.second_axis:
        cosine = sum(a * b for a, b in zip(joint.axis, joint.second_axis, strict=True))
        if math.isfinite(cosine) and abs(cosine) > PERPENDICULAR:
            angle = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
            hint = "axes at other angles are two revolute joints"
            yield Problem(f"{field}.second_axis", f"{angle:.4g} deg from axis", "axes at a right angle", hint)
    if "pitch" in needs and joint.pitch == 0:
        hint = "without pitch it is a revolute joint"
        yield Problem(f"{field}.pitch", f"{who} has no pitch", "metres per radian, not zero", hint)
    elif math.isfinite(joint.pitch) and not math.isfinite(joint.pitch * joint.pitch):
        yield Problem(f"{field}.pitch", f"the square of {joint.pitch:g} is too large a number", "metres per radian")
    elif joint.pitch and "pitch" not in needs:
        yield Problem(f"{field}.pitch", f"{who} has a pitch", "none for this type")


def _coordinate(field: str, part: Joint | Coordinate) -> Iterator[Problem]:
    """Yield the faults of limits, friction and spring."""
    limits = part.limits
    if limits.lower > limits.upper:
        yield Impossible(f"{field}.limits", f"lower {limits.lower:g}, upper {limits.upper:g}", "lower at most upper")
    if limits.stop is not None:
        yield from _stop(f"{field}.limits.stop", limits.stop)
    yield from friction_faults(f"{field}.friction", part.friction)


def _stop(field: str, stop: Stop) -> Iterator[Problem]:
    """Yield the faults of an end stop: one of stiffness and restitution."""
    if (stop.stiffness is None) == (stop.restitution is None):
        problem = "neither stiffness nor restitution" if stop.stiffness is None else "both stiffness and restitution"
        yield Problem(field, problem, "a stiffness (compliant stop) or a restitution (rigid stop)")
    if stop.restitution is not None and stop.damping:
        problem = f"{stop.damping:g} beside a restitution"
        yield Problem(f"{field}.damping", problem, "none: the restitution says what a rigid stop dissipates")


def _parts(field: str, joint: Joint) -> Iterator[Problem]:
    """Yield the faults of the coordinates of a joint that has several."""
    form, who = FORMS[joint.type], f"{joint.type} joint {joint.name!r}"
    if form.single or not form.v:
        if joint.coordinates:
            problem = f"{who} has a table of coordinates"
            yield Problem(f"{field}.coordinates", problem, "limits, friction and spring of the joint itself")
        return
    of_joint = Coordinate(*(getattr(joint, name) for name in COORDINATE_FIELDS))
    if of_joint != Coordinate() and (joint.type != "spherical" or joint.coordinates):
        hint = f"as in {form.v[0]} = {{ friction = {{ viscous = 0.1 }} }}"
        problem = f"{who} has limits, friction or a spring of its own"
        yield Problem(field, problem, f"one for each of {', '.join(form.v)}", hint)
    if not joint.coordinates:
        return
    if len(joint.coordinates) != len(form.v):
        expected = f"{len(form.v)}: {', '.join(form.v)}"
        yield Problem(f"{field}.coordinates", f"{len(joint.coordinates)} coordinates of {who}", expected)
        return
    for k, (name, part) in enumerate(zip(form.v, joint.coordinates, strict=True)):
        yield from _coordinate(f"{field}.{name}", part)
        if form.place(k) is None:
            yield from _in_quaternion(f"{field}.{name}", part)


def _in_quaternion(field: str, part: Coordinate) -> Iterator[Problem]:
    """Yield the faults of a rotation that is part of a quaternion."""
    yield from viscous_alone(f"{field}.friction", part.friction, "a rotation in space")
    if part.stiffness or part.rest:
        yield Problem(f"{field}.spring", "a spring at a rotation in space", "none there", "use revolute joints")
    if (part.limits.lower, part.limits.upper) != (Limits().lower, Limits().upper):
        yield Problem(f"{field}.limits", "a range for a rotation in space", "none there", "use revolute joints")
