"""One pool of threads for native code: batches of states and stacks of runs.

Native code runs without Python's lock, so threads share the cores. The pool lives as long as the process; a forked
process has none of its parent's threads and makes a new pool.

The argument `threads` means the same everywhere: 0 is one thread for each core. Its default is 0 where runs are shared,
since a run takes milliseconds. It is 1 where states are shared, since thousands of them take less time than a second
thread needs to begin.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

from armillary.files.arguments import whole

Result = TypeVar("Result")

MOST = 256
"""Greatest number of threads in the pool."""


def thread_count(threads: Any) -> int:
    """Return the number of threads that a user asks for; 0 stands for one for each core."""
    return whole("threads", threads) or os.cpu_count() or 1


def together(
    function: Callable[..., Result],
    work: Sequence[tuple[Any, ...]],
    threads: int,
    give_up: Callable[[], None] | None = None,
) -> Generator[Result]:
    """Yield the results of a function for tuples of arguments, in their order.

    After an error no further call begins; the error is raised here when the running calls have ended.

    Args:
        function: The function; it runs in several threads.
        work: Its arguments, call by call.
        threads: Threads that share the work, the calling one among them.
        give_up: Called after an error, to let running calls end early.
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
            if not isinstance(error, Exception):  # an interruption
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


def in_parts(function: Callable[[slice], Result], count: int, size: int) -> list[Result]:
    """Return the results of a function for slices of `count` items, `size` items each, computed on all cores."""
    parts = [(slice(first, min(first + size, count)),) for first in range(0, count, size)]
    return list(together(function, parts, os.cpu_count() or 1))


@cache
def _pool(process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST, thread_name_prefix="armillary")
