"""Checks of coupled joints: a polynomial of order 1 to 4, joints with one coordinate, no loops of couplings."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armillary.description.couplings import after_leaders, followed, order
from armillary.description.joint_types import SINGLE
from armillary.description.robot import Joint, Robot
from armillary.errors import Problem
from armillary.files.words import shown

HIGHEST = 4
"""Highest order of the polynomial of a coupling."""
LONGEST = 64
"""Highest order of the composed polynomials of a chain of couplings."""


def coupling_faults(robot: Robot) -> Iterator[Problem]:
    """Yield every fault of the couplings of a robot, except unknown names."""
    joints = {joint.name: joint for joint in robot.joints}
    loops = {name: loop for loop in _loops(joints) for name in loop}
    reported: set[str] = set()
    sound = not loops
    for i, joint in enumerate(robot.joints):
        if joint.couple is None:
            continue
        faults = list(_coupling(f"joint[{i}]", joint, joints.get(joint.couple.joint)))
        loop = loops.get(joint.name, [])
        if len(loop) > 1 and joint.name not in reported:
            reported |= set(loop)
            first = loop.index(joint.name)
            loop = loop[first:] + loop[:first]
            text = f"the joints {' → '.join(map(shown, [*loop, loop[0]]))} follow each other in a loop"
            faults.append(Problem(f"joint[{i}].couple.joint", text, "one joint of them without couple"))
        sound = sound and not faults and joint.couple.joint in joints
        yield from faults
    if sound:
        yield from _chains(robot)


def _chains(robot: Robot) -> Iterator[Problem]:
    """Yield a fault for each chain of couplings with a polynomial of too high an order, or with infinite numbers."""
    orders: dict[str, int] = {}
    for name, couple in after_leaders(robot):
        orders[name] = min(order(couple.polynomial) * orders.get(couple.joint, 1), HIGHEST * LONGEST)
    composed = followed(robot) if max(orders.values(), default=0) <= LONGEST else {}
    for i, joint in enumerate(robot.joints):
        field, what = f"joint[{i}].couple", f"the chain of couplings of {joint.name!r}"
        if (total := orders.get(joint.name, 0)) > LONGEST:
            yield Problem(field, f"{what} is a polynomial of order {total} or more", f"order {LONGEST} at most")
        elif joint.name in composed and not all(map(math.isfinite, composed[joint.name].polynomial)):
            yield Problem(field, f"{what} has numbers that are too large", "polynomials whose composition is finite")
        elif joint.name in composed and order(composed[joint.name].polynomial) < orders[joint.name]:
            problem = f"{what} has numbers that are too small"
            yield Problem(field, problem, "polynomials whose composition is not rounded to zero")


def _coupling(field: str, joint: Joint, leader: Joint | None) -> Iterator[Problem]:
    assert joint.couple is not None
    polynomial, place = joint.couple.polynomial, f"{field}.couple.polynomial"
    if joint.type not in SINGLE:
        hint = "leave out couple" if joint.type == "fixed" else ""
        problem = f"{joint.type} joint {joint.name!r} is coupled"
        yield Problem(f"{field}.couple", problem, f"one of {', '.join(SINGLE)}", hint)
    if leader is joint:
        yield Problem(f"{field}.couple.joint", f"joint {joint.name!r} follows itself", "the name of another joint")
    elif leader is not None and leader.type not in (*SINGLE, "fixed"):
        problem = f"{leader.name!r} is {leader.type}"
        yield Problem(f"{field}.couple.joint", problem, f"one of {', '.join(SINGLE)}")
    if not all(math.isfinite(value) for value in polynomial):
        yield Problem(place, f"the value is {polynomial}", "finite numbers")
    elif order(polynomial) < 1:
        problem = f"joint {joint.name!r} does not move with its leader: the polynomial is constant"
        yield Problem(place, problem, "a ratio other than zero", 'type = "fixed" keeps a joint in its place')
    elif order(polynomial) > HIGHEST:
        yield Problem(place, f"a polynomial of order {order(polynomial)}", f"order {HIGHEST} at most")


def _loops(joints: dict[str, Joint]) -> Iterator[list[str]]:
    """Yield the names on each loop of couplings, every joint before its leader."""
    seen: set[str] = set()
    for start in joints:
        walked: dict[str, None] = {}  # a dictionary keeps the order
        name: str | None = start
        while name in joints and name not in seen and name not in walked:
            walked[name] = None
            couple = joints[name].couple
            name = None if couple is None else couple.joint
        if name in walked:
            yield list(walked)[list(walked).index(name) :]
        seen |= walked.keys()
