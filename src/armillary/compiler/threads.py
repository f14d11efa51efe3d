"""Native code in several threads: one pool for kernels of batches and for stacks of runs.

Native code runs without Python's lock, so that threads share the cores. The pool lives as long as the process; a forked
process makes a new one, since it has none of its parent's threads.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from armillary.errors import ArgumentError

MOST = 256
"""Threads of the pool."""


def check_threads(threads: Any, least: int = 1) -> int:
    """Return a number of threads, or raise an `ArgumentError`."""
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < least:
        raise ArgumentError("threads", repr(threads)[:80], f"a whole number of at least {least}")
    return threads


def together(function: Callable[..., Any], work: Sequence[tuple[Any, ...]], threads: int) -> list[Any]:
    """Return what a function returns for each of several tuples of arguments, which threads share.

    The calling thread works too. Where a call raises, no further one is begun and the error is raised here, after those
    that run have ended.
    """
    results: list[Any] = [None] * len(work)
    todo = deque(enumerate(work))

    def take() -> None:
        try:
            while todo:
                try:
                    place, arguments = todo.popleft()
                except IndexError:  # another thread took the last one
                    return
                results[place] = function(*arguments)
        except BaseException:
            todo.clear()
            raise

    helpers = min(threads, len(work)) - 1
    futures = [_pool(os.getpid()).submit(take) for _ in range(helpers)]
    try:
        take()
    finally:
        for future in futures:
            future.result()
    return results


@cache
def _pool(process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST, thread_name_prefix="armillary")
