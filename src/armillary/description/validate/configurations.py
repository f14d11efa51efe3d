"""Checks of named configurations: one number for each entry of q of the joints, quaternions of length 1."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armillary.description.joint_types import FORMS
from armillary.description.order import entries
from armillary.description.robot import Robot
from armillary.errors import Problem
from armillary.spatial.rotation import UNIT


def configuration_faults(robot: Robot) -> Iterator[Problem]:
    """Yield the faults of the named configurations of a robot whose joints make a tree."""
    known = all(joint.type in FORMS for joint in robot.joints)  # else the number of entries is not
    if not robot.configurations or not known:
        return
    joint_entries = list(entries(robot))
    size = sum(len(entry.dimensions) for entry in joint_entries)
    for i, configuration in enumerate(robot.configurations):
        field, q = f"configuration[{i}].q", configuration.q
        if len(q) != size:
            names = ", ".join(entry.joint.name for entry in joint_entries)
            yield Problem(field, f"{len(q)} numbers", f"{size}: joints in order from base to tip, {names}")
        elif all(map(math.isfinite, q)):
            at = 0
            for entry in joint_entries:
                size_here = len(entry.dimensions)
                turn = [q[at + k] for k in range(size_here) if entry.dimensions[k] == "number"]
                at += size_here
                if turn and abs(math.hypot(*turn) - 1) > UNIT:
                    problem = f"a quaternion of length {math.hypot(*turn):.6g} at joint {entry.joint.name!r}"
                    yield Problem(field, problem, "(w, x, y, z) of length 1")
