"""How many of its cases a test takes: some in every run, all of them with ARMILLARY_TESTS=all (`make test-all`)."""

import os
from collections.abc import Iterable
from typing import TypeVar

ALL = os.environ.get("ARMILLARY_TESTS") == "all"

Case = TypeVar("Case")


def some(cases: Iterable[Case], count: int) -> list[Case]:
    """Return the first `count` of the cases, or all of them; the first have every kind of robot, joint or solver."""
    return list(cases)[: None if ALL else count]


def examples(count: int) -> int:
    """Return the number of generated examples of a test, of which a run for a release has `count`."""
    return count if ALL else max(20, count // 5)
