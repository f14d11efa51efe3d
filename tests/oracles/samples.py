"""How many of its cases a test takes: some in every run, all of them with ARMILLARY_TESTS=all (`make test-all`)."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

ALL = os.environ.get("ARMILLARY_TESTS") == "all"

Case = TypeVar("Case")


def some(cases: Iterable[Case], count: int) -> list[Case]:
    """Return the first `count` of the cases, or all of them; the first have every kind of robot, joint or solver."""
    return list(cases)[: None if ALL else count]


def examples(count: int) -> int:
    """Return the number of generated examples of a test, of which a run for a release has `count`."""
    return count if ALL else max(20, count // 5)


def dropped(tests: Iterable[Any]) -> Iterator[Any]:
    """Yield the tests with the mark `crossed` that a run leaves out: it has every value of each parameter, mixed.

    Of robots a, b and quantities 0 … 3 in all combinations, it keeps a0, b1, a2, b3.
    """
    grids = defaultdict(list)
    for test in tests:
        if not ALL and test.get_closest_marker("crossed") is not None:
            grids[test.parent, test.originalname].append(test)
    for grid in grids.values():
        kept = set(diagonal(places([test.callspec.params for test in grid])))
        yield from (test for k, test in enumerate(grid) if k not in kept)


def places(given: list[dict[str, Any]]) -> list[dict[str, int]]:
    """Return which value of each parameter every test has, counted from zero; values may be arrays or functions."""
    seen: dict[str, dict[int, int]] = {name: {} for name in given[0]}
    return [{name: seen[name].setdefault(id(each[name]), len(seen[name])) for name in seen} for each in given]


def diagonal(points: list[dict[str, int]]) -> Iterator[int]:
    """Yield the places of points, given by their indices on each axis, that have every index of every axis."""
    counts = {axis: max(point[axis] for point in points) + 1 for axis in points[0]}
    longest = max(counts, key=lambda axis: counts[axis])

    def far(k: int) -> int:
        return sum(points[k][axis] != points[k][longest] % count for axis, count in counts.items())

    seen: set[tuple[str, int]] = set()
    for k in sorted(range(len(points)), key=far):
        if not far(k) or not seen >= points[k].items():
            seen |= points[k].items()
            yield k
