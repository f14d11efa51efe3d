"""Bounds of <ros2_control>: the largest effort and speed that a command interface of a joint accepts.

    <ros2_control><joint name="a"><command_interface name="effort"><param name="max">87</param>…

They count where <limit> of the joint gives none. The bounds of positions are those of the controller, and not read.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from armillary.description.robot import Joint
from armillary.description.xml_tree import Element, Faults

BOUNDS = ("effort", "velocity")
"""Command interfaces, named as the fields of limits."""


def bounded(root: Element, joints: list[Joint], faults: Faults) -> list[Joint]:
    """Return the joints with the bounds of their command interfaces."""
    found: dict[str, dict[str, float]] = {}
    for element in (joint for part in root.all("ros2_control") for joint in part.all("joint")):
        name = element.attributes.get("name", "").strip()
        for interface in element.all("command_interface"):
            kind = interface.attributes.get("name", "").strip()
            ends = [part for part in interface.all("param") if part.attributes.get("name") in ("min", "max")]
            field = f'ros2_control joint "{name}" {kind}'
            values = [abs(faults.parse(part, field, part.text.strip(), math.inf, False, True)) for part in ends]
            # A lenient reader takes 0 as unknown, as in <limit>.
            if kind in BOUNDS and values and (any(values) or not faults.lenient):
                found.setdefault(name, {})[kind] = max(values)
    return [
        replace(joint, limits=replace(joint.limits, **_missing(joint, found[joint.name])))
        if joint.name in found and joint.type in ("revolute", "prismatic")
        else joint
        for joint in joints
    ]


def _missing(joint: Joint, bounds: dict[str, float]) -> dict[str, Any]:
    return {kind: value for kind, value in bounds.items() if math.isinf(getattr(joint.limits, kind))}
