"""The order of joints and of their entries in q: a parent before its children, otherwise as described."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from armillary.description.robot import Joint, Robot


@dataclass(frozen=True)
class Entries:
    """The entries of a joint in q: their dimensions, and the values of the joint at its zero."""

    joint: Joint
    dimensions: tuple[str, ...]
    neutral: tuple[float, ...]


def base_to_tip(robot: Robot) -> list[Joint]:
    """Order the joints so that a parent comes before its children, else as described."""
    held: dict[str, list[int]] = {}
    for index, joint in enumerate(robot.joints):
        held.setdefault(joint.parent, []).append(index)
    ready, order = list(held.get(robot.base, ())), []
    heapq.heapify(ready)
    while ready:
        joint = robot.joints[heapq.heappop(ready)]
        order.append(joint)
        for index in held.get(joint.child, ()):
            heapq.heappush(ready, index)
    return order


def entries(robot: Robot) -> Iterator[Entries]:
    """Yield the entries of q of every joint that has coordinates, in the order of q."""
    for joint in base_to_tip(robot):
        if joint.form.q and joint.couple is None:
            yield Entries(joint, joint.form.dimensions, joint.form.neutral)
