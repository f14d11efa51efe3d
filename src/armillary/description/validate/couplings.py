"""Checks of coupled joints: a polynomial of order 1 to 4, joints with one coordinate, no loops of couplings."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armillary.description.couplings import order
from armillary.description.robot import Joint, Robot
from armillary.errors import Problem
from armillary.files.words import shown

HIGHEST = 4
"""Highest order of the polynomial of a coupling."""
SINGLE = ("revolute", "prismatic")
"""Types of joint with one coordinate."""


def coupling_faults(robot: Robot) -> Iterator[Problem]:
    """Yield every fault of the couplings of a robot, except unknown names."""
    joints = {joint.name: joint for joint in robot.joints}
    told: set[str] = set()
    for i, joint in enumerate(robot.joints):
        if joint.couple is None:
            continue
        yield from _coupling(f"joint[{i}]", joint, joints.get(joint.couple.joint))
        loop = _loop(joint, joints)
        if len(loop) > 1 and told.isdisjoint(loop):
            told |= set(loop)
            found = f"the joints {' → '.join(map(shown, [*loop, loop[0]]))} follow each other in a loop"
            yield Problem(f"joint[{i}].couple.joint", found, "one joint of them without couple")


def _coupling(field: str, joint: Joint, leader: Joint | None) -> Iterator[Problem]:
    assert joint.couple is not None
    polynomial, place = joint.couple.polynomial, f"{field}.couple.polynomial"
    if joint.type not in SINGLE:
        hint = "leave out couple" if joint.type == "fixed" else ""
        yield Problem(
            f"{field}.couple", f"{joint.type} joint {joint.name!r} is coupled", "a joint of one coordinate", hint
        )
    if leader is joint:
        yield Problem(f"{field}.couple.joint", f"joint {joint.name!r} follows itself", "the name of another joint")
    elif leader is not None and leader.type not in (*SINGLE, "fixed"):
        found = f"{leader.name!r} is {leader.type}"
        yield Problem(f"{field}.couple.joint", found, "a joint of one coordinate, revolute or prismatic")
    if not all(math.isfinite(value) for value in polynomial):
        yield Problem(place, f"the value is {polynomial}", "finite numbers")
    elif order(polynomial) < 1:
        found = f"joint {joint.name!r} does not move with its leader: the polynomial is constant"
        yield Problem(place, found, "a ratio other than zero", 'type = "fixed" keeps a joint in its place')
    elif order(polynomial) > HIGHEST:
        yield Problem(place, f"a polynomial of order {order(polynomial)}", f"order {HIGHEST} at most")


def _loop(joint: Joint, joints: dict[str, Joint]) -> list[str]:
    """Return the names on the loop of couplings that a joint is part of; empty without one."""
    walked = [joint.name]
    while (couple := joints[walked[-1]].couple) is not None and couple.joint in joints:
        if couple.joint == walked[0]:
            return walked
        if couple.joint in walked:
            return []
        walked.append(couple.joint)
    return []
