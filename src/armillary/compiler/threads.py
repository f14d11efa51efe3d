"""Native code in several threads: one pool for kernels of batches and for stacks of runs.

Native code runs without Python's lock, so that threads share the cores. The pool lives as long as the process; a forked
process makes a new one, since it has none of its parent's threads.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

from armillary.errors import ArgumentError

Result = TypeVar("Result")

MOST = 256
"""Threads of the pool."""


def check_threads(threads: Any, least: int = 1) -> int:
    """Return a number of threads, or raise an `ArgumentError`."""
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < least:
        raise ArgumentError("threads", repr(threads)[:80], f"a whole number of at least {least}")
    return threads


def together(
    function: Callable[..., Result],
    work: Sequence[tuple[Any, ...]],
    threads: int,
    give_up: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """Yield what a function returns for each of several tuples of arguments, in their order; threads share the work.

    The calling thread works too. Where a call raises, no further one is begun and the error is raised here, after those
    that run have ended.

    Args:
        function: What to call; it runs in several threads.
        work: Its arguments.
        threads: Threads that share the work, the calling one among them.
        give_up: Called where work is given up, to let calls that run end early.
    """
    futures: list[Future[Result]] = [Future() for _ in work]
    todo = deque(zip(futures, work, strict=True))

    def take() -> None:
        try:
            future, arguments = todo.popleft()
        except IndexError:  # another thread took the last one
            return
        try:
            future.set_result(function(*arguments))
        except BaseException as error:
            todo.clear()
            future.set_exception(error)
            if not isinstance(error, Exception):  # an interruption waits for nobody
                raise

    def take_all() -> None:
        while todo:
            take()

    helpers = [_pool(os.getpid()).submit(take_all) for _ in range(min(threads, len(work)) - 1)]
    try:
        for future in futures:
            while todo and not future.done():
                take()
            yield future.result()
    except BaseException:
        todo.clear()
        if give_up is not None:
            give_up()
        raise
    finally:
        for helper in helpers:
            helper.result()


@cache
def _pool(process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST, thread_name_prefix="armillary")
