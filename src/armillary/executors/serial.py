"""Items one after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from armillary.executors.executor import Answer, Work, attempt


@dataclass(frozen=True)
class Serial:
    """Computes items one after the other in this process.

    Example:
        >>> [answer.value for answer in Serial().map(abs, [-1, 2])]
        [1, 2]
    """

    @property
    def workers(self) -> int:
        """Number of items that are computed at once: 1."""
        return 1

    def map(self, work: Work, items: Iterable[int]) -> Iterator[Answer]:
        """Yield the answers in the order of the items."""
        for item in items:
            yield attempt(work, item, "this process")

    def elsewhere(self, work: Callable[[], Any]) -> dict[str, Any]:
        """Return nothing: no worker has other files than this process."""
        return {}
