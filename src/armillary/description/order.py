"""Order of the joints and of their entries in q: each parent before its children, otherwise as in the description."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from armillary.description.robot import Joint, Robot


@dataclass(frozen=True)
class Entries:
    """Entries of one joint in q: their dimensions, and their values at the zero position."""

    joint: Joint
    dimensions: tuple[str, ...]
    neutral: tuple[float, ...]


def base_to_tip(robot: Robot) -> list[Joint]:
    """Return the joints with each parent before its children, otherwise in the order of the description."""
    joints_on: dict[str, list[int]] = {}
    for index, joint in enumerate(robot.joints):
        joints_on.setdefault(joint.parent, []).append(index)
    # Joints whose parent is placed; the heap gives the one that is described first.
    ready = list(joints_on.get(robot.base, ()))
    heapq.heapify(ready)
    order = []
    while ready:
        joint = robot.joints[heapq.heappop(ready)]
        order.append(joint)
        for index in joints_on.get(joint.child, ()):
            heapq.heappush(ready, index)
    return order


def entries(robot: Robot) -> Iterator[Entries]:
    """Yield the entries of each joint with coordinates of its own, in the order of q."""
    for joint in base_to_tip(robot):
        if joint.form.q and joint.couple is None:
            yield Entries(joint, joint.form.dimensions, joint.form.neutral)
