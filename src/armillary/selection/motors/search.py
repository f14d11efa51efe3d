"""Search for the best combination of drives.

A drive loads the joints that move its mount. Joint j waits for joint i if j moves the mount of i. With every motor at
its joint on the parent link, j waits for the joints beyond it, so an order from the tip to the base decides each joint
when its load is known; `branch` searches the combinations in this order.

With given mounts joints can wait for each other in a cycle (a motor beyond its own joint loads itself, which is not
a cycle). Then sweeps are repeated: each joint takes its cheapest drive with the others fixed, until a sweep changes
nothing. After a state has recurred, a joint keeps its drive while it is feasible, and never takes a drive again that it
gave up. Every further change gives up a drive, so the sweeps end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from armillary.selection.motors.duty import Tried
from armillary.spatial.scalar import Floats

Try = Callable[[str, Mapping[str, int]], Tried]
"""Function that tries all drives of a joint, given the drives chosen for other joints, by their place in a list."""
Cost = Callable[[Tried], Floats]  # function that returns the costs of tried drives, shape (C,)


@dataclass
class DriveChoice:
    """A choice: the place of each joint's drive in the list of its drives, the total cost, and whether all carry it."""

    chosen: dict[str, int] = field(default_factory=dict)
    cost: float = np.inf
    feasible: bool = False
    exhausted: bool = False  # whether no other combination can be better, or feasible if this one is not
    decisions: int = 0
    sweeps: int = 1


def waiting_order(joints: Sequence[str], waits: Mapping[str, set[str]]) -> list[str] | None:
    """Return the joints in an order in which each follows the joints that it waits for; None for a cycle."""
    order: list[str] = []
    left = list(joints)[::-1]  # joints that do not wait for each other: the tip first
    while left:
        ready = next((joint for joint in left if not (waits[joint] - {joint}) & set(left)), None)
        if ready is None:
            return None
        order.append(ready)
        left.remove(ready)
    return order


def rank_feasible(tried: Tried, cost: Floats) -> list[int]:
    """Return the indices of the feasible drives, cheapest first, then by the use of their limits."""
    carrying = np.flatnonzero(tried.feasible)
    return [int(k) for k in carrying[np.lexsort((tried.worst[carrying], cost[carrying]))]]


def greedy(order: Sequence[str], attempt: Try, rank: Cost, cost: Cost) -> DriveChoice:
    """Return the choice of the best drive by `rank` at each joint, or the one nearest to feasible."""
    choice = DriveChoice(cost=0.0, feasible=True, decisions=len(order))
    for joint in order:
        tried = attempt(joint, choice.chosen)
        best = rank_feasible(tried, rank(tried))
        k = best[0] if best else int(tried.worst.argmin())
        choice.chosen[joint] = k
        choice.cost += float(cost(tried)[k])
        choice.feasible = choice.feasible and bool(best)
    return choice


def sweeps(joints: Sequence[str], attempt: Try, cost: Cost) -> DriveChoice:
    """Return the choice of repeated greedy sweeps over joints that wait for each other."""
    chosen: dict[str, int] = {}
    given_up: dict[str, set[int]] = {joint: set() for joint in joints}
    seen: set[tuple[int, ...]] = set()
    careful, rounds = False, 0
    while True:
        before, feasible, spent = dict(chosen), True, 0.0
        for joint in reversed(joints):
            tried = attempt(joint, {name: drive for name, drive in chosen.items() if name != joint})
            costs = cost(tried)
            able = rank_feasible(tried, costs)
            if careful:
                k = _careful(able, chosen[joint], given_up[joint])
            else:
                k = able[0] if able else int(tried.worst.argmin())
            chosen[joint] = k
            feasible, spent = feasible and k in able, spent + float(costs[k])
        rounds += 1
        if chosen == before:
            return DriveChoice(chosen, spent, feasible, False, rounds * len(joints), rounds)
        state = tuple(chosen[joint] for joint in joints)
        careful = careful or state in seen  # a recurring state would repeat forever
        seen.add(state)


def _careful(able: list[int], current: int, given_up: set[int]) -> int:
    """Return the held drive if it is feasible or no new drive is; otherwise the cheapest drive not given up before."""
    fresh = [k for k in able if k not in given_up]
    if current in able or not fresh:
        return current
    given_up.add(current)
    return fresh[0]
