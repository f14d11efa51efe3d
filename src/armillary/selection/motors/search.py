"""The search: which drive at which joint.

A drive loads the joints that move the link it sits on. Joint j waits for joint i if it moves the seat of i; with every
motor at its joint on the parent link these are the joints before it, so an order from the tip to the base decides each
joint when all that it carries is known. Along that order grows a tree of choices: at each joint the drives that carry
the motion, best first.
    - Branches are followed in the order of how many better drives they pass over, deepest first. So the first complete
      choice is the greedy one, at each joint the best drive for what hangs on it, and those near it come next.
    - A joint that nothing carries ends its branch: another drive further out may help.
    - A branch is cut when what it costs so far, and the least that the joints left can cost, reach the best choice.
It ends: the tree is finite. If the tree was exhausted, the best found is the best there is; `budget` bounds the
decisions, and a search that was cut short says so. Best is by the sum of costs over the joints.

Seats may be given so that joints wait for each other in a ring (a motor that rides beyond the joint that it
drives may load itself, which is no ring). Then sweeps repeat: each joint takes its best drive with the others as
they are, until a sweep changes nothing. Where a state comes back, a joint from there on keeps its drive while that
carries the motion, and never takes one again that it gave up: every further change gives up one, so the sweeps end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count

import numpy as np

from armillary.selection.motors.drive import Drive
from armillary.selection.motors.duty import Tried
from armillary.spatial.scalar import Floats

Try = Callable[[str, Mapping[str, Drive]], Tried]
"""Tries all drives of a joint with the drives that are chosen elsewhere."""
Cost = Callable[[Tried], Floats]
"""Tells what each of the tried drives costs, shape (C,)."""


@dataclass
class Found:
    """A choice: the drive of each joint, what it costs, whether all carry the motion."""

    chosen: dict[str, Drive] = field(default_factory=dict)
    cost: float = np.inf
    feasible: bool = False
    exhausted: bool = False
    """Whether no combination is left that could be better, or that could do at all."""
    decisions: int = 0
    sweeps: int = 1


def waiting_order(joints: Sequence[str], waits: Mapping[str, set[str]]) -> list[str] | None:
    """Return the joints so that each comes after those that it waits for, or None if they wait in a ring."""
    order: list[str] = []
    left = list(joints)[::-1]  # as near to tip-first as the ties allow
    while left:
        ready = next((joint for joint in left if not (waits[joint] - {joint}) & set(left)), None)
        if ready is None:
            return None
        order.append(ready)
        left.remove(ready)
    return order


def ranked(tried: Tried, cost: Floats) -> list[int]:
    """Return the drives that carry the motion, cheapest first; of equal ones the one that is used less."""
    carrying = np.flatnonzero(tried.feasible)
    return [int(k) for k in carrying[np.lexsort((tried.worst[carrying], cost[carrying]))]]


def branch(
    order: Sequence[str], attempt: Try, cost: Cost, least: Mapping[str, float], budget: int, start: Found
) -> Found:
    """Search along the order for what is better than `start`; `least` bounds what each joint costs from below."""
    best = replace(start)
    after = np.cumsum([0.0, *(least[joint] for joint in reversed(order))])[::-1]  # least cost of the joints from k on
    number = count()
    heap: list[tuple[int, int, int, dict[str, Drive], float]] = [(0, 0, next(number), {}, 0.0)]
    while heap:
        passed_over, depth, _, chosen, spent = heappop(heap)
        if spent + after[-depth] >= best.cost:
            continue
        if -depth == len(order):
            best.chosen, best.cost, best.feasible = chosen, spent, True
            continue
        if best.decisions >= len(order) + budget * (1 if best.feasible else 10):
            return best
        best.decisions += 1
        joint = order[-depth]
        tried = attempt(joint, chosen)
        costs = cost(tried)
        for rank, i in enumerate(ranked(tried, costs)):
            more = {**chosen, joint: tried.drives.drives[i]}
            heappush(heap, (passed_over + rank, depth - 1, next(number), more, spent + float(costs[i])))
    best.exhausted = True
    return best


def greedy(order: Sequence[str], attempt: Try, rank: Cost, cost: Cost) -> Found:
    """Take the best drive by `rank` at each joint in turn, and the nearest where nothing carries the motion."""
    found = Found(cost=0.0, feasible=True, decisions=len(order))
    for joint in order:
        tried = attempt(joint, found.chosen)
        best = ranked(tried, rank(tried))
        k = best[0] if best else int(tried.worst.argmin())
        found.chosen[joint] = tried.drives.drives[k]
        found.cost += float(cost(tried)[k])
        found.feasible = found.feasible and bool(best)
    return found


def sweeps(joints: Sequence[str], attempt: Try, cost: Cost) -> Found:
    """Repeat greedy sweeps over joints that wait for each other until nothing changes."""
    chosen: dict[str, Drive] = {}
    given_up: dict[str, set[Drive]] = {joint: set() for joint in joints}
    seen: set[tuple[Drive, ...]] = set()
    careful, rounds = False, 0
    while True:
        before, feasible, spent = dict(chosen), True, 0.0
        for joint in reversed(joints):
            tried = attempt(joint, {name: drive for name, drive in chosen.items() if name != joint})
            costs, drives = cost(tried), tried.drives.drives
            able = ranked(tried, costs)
            if careful:
                k = _careful(able, drives, chosen[joint], given_up[joint])
            else:
                k = able[0] if able else int(tried.worst.argmin())
            chosen[joint] = drives[k]
            feasible, spent = feasible and k in able, spent + float(costs[k])
        rounds += 1
        if chosen == before:
            return Found(chosen, spent, feasible, False, rounds * len(joints), rounds)
        state = tuple(chosen[joint] for joint in joints)
        careful = careful or state in seen
        seen.add(state)


def _careful(able: list[int], drives: Sequence[Drive], held: Drive, given_up: set[Drive]) -> int:
    """Return the drive that is held while it carries the motion or nothing new does; else one not given up before."""
    if any(drives[k] == held for k in able):
        return drives.index(held)
    fresh = [k for k in able if drives[k] not in given_up]
    if not fresh:
        return drives.index(held)
    given_up.add(held)
    return fresh[0]
