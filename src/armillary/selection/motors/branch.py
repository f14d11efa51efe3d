"""Branch and bound: the best combination of drives for joints whose loads are known in an order.

The search follows a tree of choices in this order; the children of a node are the drives that carry the motion,
cheapest first.
    - Branches are followed in the order of the number of cheaper drives passed over, deepest first. The first complete
      choice is therefore the greedy one, with the cheapest drive at each joint; its neighbours follow.
    - A joint without a feasible drive ends its branch: another drive further out can help.
    - A branch is cut if its cost plus the lower bounds of the remaining joints reaches the cost of the best choice.
The tree is finite. If it is exhausted, the best choice found is optimal; `budget` limits the decisions, and the result
tells whether the search was cut short. The cost of a choice is the sum over the joints.

Attempts take nearly all of the time, and an executor makes them. Decisions have the order above for any number of
workers: the search goes on as far as attempts are known, and a free worker gets the first attempt that the search needs
if those under way lead nowhere. So all executors give the same choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import islice

import numpy as np

from armillary.executors.executor import Executor, value_of
from armillary.selection.motors.attempts import Tries
from armillary.selection.motors.search import Cost, DriveChoice, rank_feasible
from armillary.spatial.scalar import Floats


@dataclass(frozen=True)
class CostBounds:
    """Lower bounds of the costs by joint, and the limit on decisions after the first complete choice."""

    least: Mapping[str, float]
    budget: int


@dataclass(frozen=True, eq=False)
class Ranking:
    """The feasible drives of a joint, cheapest first, and their costs."""

    drives: Sequence[int]
    costs: Sequence[float]


@dataclass(frozen=True, eq=False)
class SearchBranch:
    """Drives of the first joints of an order, and their cost; the last drive has a rank among those of its joint."""

    chosen: tuple[int, ...] = ()
    spent: float = 0.0
    parent: SearchBranch | None = None
    ranking: Ranking = Ranking((), ())
    rank: int = 0

    def child(self, ranking: Ranking, rank: int) -> SearchBranch | None:
        """Return the branch with a drive of the next joint; None past the last drive."""
        if rank == len(ranking.drives):
            return None
        chosen = (*self.chosen, ranking.drives[rank])
        return SearchBranch(chosen, self.spent + ranking.costs[rank], self, ranking, rank)

    def next(self) -> SearchBranch | None:
        """Return the branch with the next more expensive drive of the last joint."""
        return None if self.parent is None else self.parent.child(self.ranking, self.rank + 1)


@dataclass(eq=False)
class Tree:
    """The open branches and the best choice so far.

    Open branches are sorted by the number of drives passed over, by depth, and by the decision from which they grew. Of
    the branches of one decision only the cheapest is open; it opens the next one when it is taken.
    `after` are lower bounds of the cost of the joints from each depth on.
    """

    order: Sequence[str]
    number: Callable[[str, Mapping[str, int]], int]
    after: Floats
    budget: int
    best: DriveChoice
    open: list[tuple[int, int, int, SearchBranch]]

    def copy(self) -> Tree:
        """Return a copy that can go on without this tree."""
        return replace(self, best=replace(self.best), open=self.open.copy())

    def advance(self, rankings: Mapping[int, Ranking]) -> int | None:
        """Decide as far as attempts are known; return the number of the next attempt, or None at the end."""
        best = self.best
        while self.open:
            passed_over, negative, _, branch = self.open[0]
            if branch.spent + self.after[-negative] >= best.cost:
                heappop(self.open)  # the next ones of its joint cost more
                continue
            if -negative == len(self.order):
                self.take()
                best.chosen, best.cost, best.feasible = self.named(branch), branch.spent, True
                continue
            if best.decisions >= len(self.order) + self.budget * (1 if best.feasible else 10):
                return None
            item = self.number(self.order[-negative], self.named(branch))
            if item not in rankings:
                return item
            self.take()
            best.decisions += 1
            self._open(passed_over, negative - 1, best.decisions, branch.child(rankings[item], 0))
        best.exhausted = True
        return None

    def take(self) -> None:
        """Remove the first open branch, and open the next one of its joint."""
        passed_over, negative, decision, branch = heappop(self.open)
        self._open(passed_over + 1, negative, decision, branch.next())

    def named(self, branch: SearchBranch) -> dict[str, int]:
        """Return the drives of a branch by joint."""
        return dict(zip(self.order, branch.chosen, strict=False))

    def _open(self, passed_over: int, negative: int, decision: int, branch: SearchBranch | None) -> None:
        if branch is not None:
            heappush(self.open, (passed_over, negative, decision, branch))


def branch_and_bound(
    order: Sequence[str], tries: Tries, cost: Cost, bounds: CostBounds, start: DriveChoice
) -> DriveChoice:
    """Return the best choice found, at least as good as `start`."""
    after = np.cumsum([0.0, *(bounds.least[joint] for joint in reversed(order))])[::-1]
    best = replace(start, decisions=0)
    tree = Tree(order, tries.attempts.number, after, bounds.budget, best, [(0, 0, 0, SearchBranch())])
    rankings: dict[int, Ranking] = {}
    requested: set[int] = set()

    def needed() -> Iterator[int]:
        """Yield attempts that the search needs, the most urgent first, and use those that are known."""
        while (item := _next(tree, rankings, requested)) is not None:
            requested.add(item)
            if tries.find(item):
                rankings[item] = _ranking(tries, item, cost)
            else:
                yield item

    def search(where: Executor, most: int | None) -> None:
        for answer in where.map(tries.attempts, islice(needed(), most)):
            tries.learn(answer.item, value_of(answer))
            rankings[answer.item] = _ranking(tries, answer.item, cost)

    while tree.advance(rankings) is not None:
        search(tries.here, len(order))  # the way to the first choice has no attempts for several workers
        search(tries.executor, None)
    return tree.best


def _next(tree: Tree, rankings: Mapping[int, Ranking], requested: set[int]) -> int | None:
    """Return the first attempt that is not requested and is needed if the requested ones lead nowhere."""
    item, ahead = tree.advance(rankings), tree
    while item in requested:
        ahead = tree.copy() if ahead is tree else ahead
        ahead.take()
        item = ahead.advance(rankings)
    return item


def _ranking(tries: Tries, item: int, cost: Cost) -> Ranking:
    tried = tries.known[item]
    costs = cost(tried)
    best = rank_feasible(tried, costs)
    return Ranking(best, costs[best].tolist())
