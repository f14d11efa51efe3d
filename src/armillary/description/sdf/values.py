"""Values in an SDF file, which are texts of elements: numbers, vectors, poses, flags."""

from __future__ import annotations

import math

import numpy as np

from armillary.description.robot import Vector, vector
from armillary.description.xml_tree import Element, Faults
from armillary.spatial.rotation import from_quaternion, from_rpy
from armillary.spatial.scalar import Floats

UNLIMITED = 1e16
"""SDF's number for "no limit"; larger ones mean the same."""


def text_of(element: Element, *tags: str) -> str:
    """Return the text of the first element with one of the tags in an element, or nothing."""
    found = element.first(*tags)
    return "" if found is None else found.text.strip()


def is_true(text: str) -> bool:
    """Return whether the text of a flag sets it."""
    return text.strip().lower() in ("true", "1")


def number(element: Element | None, tag: str, field: str, default: float, faults: Faults, finite: bool = True) -> float:
    """Return the number in the element of a tag in another, or the default without one."""
    found = element.first(tag) if element is not None else None
    if found is None or not found.text.strip():
        return default
    return faults.parse(found, f"{field} {tag}", found.text.strip(), default, finite, True)


def bound(element: Element | None, tag: str, field: str, faults: Faults, least: float = -math.inf) -> float:
    """Return a limit; one that SDF takes for unlimited is infinite, and so is one below `least`."""
    upper = tag != "lower"
    value = number(element, tag, field, UNLIMITED if upper else -UNLIMITED, faults, False)
    if abs(value) >= UNLIMITED or value < least:
        return math.inf if value > 0 or value < least else -math.inf
    return value


def numbers(element: Element, field: str, count: int, faults: Faults) -> list[float]:
    """Return the numbers in the text of an element; zeros, with a problem kept, if they are not `count`."""
    words = element.text.split()
    if len(words) != count:
        faults.add(element, field, f"{len(words)} values", f"{count} numbers separated by spaces")
        return [0.0] * count
    return [faults.parse(element, field, word) for word in words]


def direction(element: Element, field: str, faults: Faults) -> Vector:
    """Return a unit vector."""
    x, y, z = numbers(element, field, 3, faults)
    length = math.hypot(x, y, z)
    if not 1e-150 < length < math.inf:
        faults.add(element, field, f"the length of ({x:g}, {y:g}, {z:g}) is {length:g}", "a direction")
        return 0.0, 0.0, 1.0
    return vector((x / length, y / length, z / length)) if abs(length - 1.0) > 4e-16 else vector((x, y, z))


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
        turn = from_quaternion([w / length, x / length, y / length, z / length])
    else:
        degrees = is_true(element.attributes.get("degrees", ""))
        turn = from_rpy(*(math.radians(angle) if degrees else angle for angle in values[3:]))
    return np.asarray(turn, dtype=float), np.array(values[:3])
