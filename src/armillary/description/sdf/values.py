"""Values in an SDF file, which are the texts of elements: numbers, vectors, poses, flags."""

from __future__ import annotations

import math

import numpy as np

from armillary.description.robot import Vector
from armillary.description.xml_tree import Element, Faults
from armillary.spatial.rotation import from_quaternion, from_rpy
from armillary.spatial.scalar import Floats

UNLIMITED = 1e16
"""Bounds of this size and above mean "unlimited" in SDF."""


def text_of(element: Element, *tags: str) -> str:
    """Return the text of the first child with one of the tags; empty without one."""
    child = element.first(*tags)
    return "" if child is None else child.text.strip()


def is_true(text: str) -> bool:
    """Return whether the text of a flag means true."""
    return text.strip().lower() in ("true", "1")


def number(element: Element | None, tag: str, field: str, default: float, faults: Faults, finite: bool = True) -> float:
    """Return the number in the first child with a tag; the default if it is missing or empty."""
    child = element.first(tag) if element is not None else None
    if child is None or not child.text.strip():
        return default
    return faults.parse(child, f"{field} {tag}", child.text.strip(), default, finite, True)


def bound(element: Element | None, tag: str, field: str, faults: Faults, least: float = -math.inf) -> float:
    """Return a limit; infinite if it is unlimited in SDF or below `least`."""
    value = number(element, tag, field, -UNLIMITED if tag == "lower" else UNLIMITED, faults, False)
    if value < least:  # a negative effort or velocity means unlimited
        return math.inf
    return math.copysign(math.inf, value) if abs(value) >= UNLIMITED else value


def numbers(element: Element, field: str, count: int, faults: Faults) -> list[float]:
    """Return the numbers in the text of an element; zeros, with a problem kept, if their number is not `count`."""
    words = element.text.split()
    if len(words) != count:
        faults.add(element, field, f"{len(words)} values", f"{count} numbers separated by spaces")
        return [0.0] * count
    return [faults.parse(element, field, word) for word in words]


def unit_vector(element: Element, field: str, faults: Faults) -> Vector:
    """Return the unit vector along the three numbers in the text of an element; z if they have no direction."""
    x, y, z = numbers(element, field, 3, faults)
    return faults.direction(element, field, (x, y, z), (0.0, 0.0, 1.0))


def pose_of(element: Element, faults: Faults) -> tuple[Floats, Floats]:
    """Return rotation and origin of a <pose>: x y z [m], then roll pitch yaw [rad or deg] or a quaternion x y z w."""
    quaternion = element.attributes.get("rotation_format", "euler_rpy").strip() == "quat_xyzw"
    if not element.text.strip():
        return np.eye(3), np.zeros(3)
    values = numbers(element, "pose", 7 if quaternion else 6, faults)
    if quaternion:
        x, y, z, w = values[3:]
        length = math.hypot(x, y, z, w)
        if not 1e-150 < length < math.inf:
            faults.add(element, "pose", "a quaternion without length", "x y z w, not all zero")
            x, y, z, w, length = 0.0, 0.0, 0.0, 1.0, 1.0
        rotation = from_quaternion([w / length, x / length, y / length, z / length])
    else:
        degrees = is_true(element.attributes.get("degrees", ""))
        rotation = from_rpy(*(math.radians(angle) if degrees else angle for angle in values[3:]))
    return np.asarray(rotation, dtype=float), np.array(values[:3])
