"""The order in which joints are numbered."""

from __future__ import annotations

import heapq

from armillary.description.robot import Joint, Robot


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
