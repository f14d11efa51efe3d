"""The interface of executors: work is a function of the number of an item, and answers arrive as they are ready.

The function stores its results itself; only a short answer is sent back. An executor may lose a process and repeat an
item, so running an item twice must do no harm.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from armillary.errors import ArgumentError, ArmillaryError, ExecutorError
from armillary.files.words import shortened

Work = Callable[[int], Any]
"""Computes an item and returns a short answer; for workers in other processes it must be picklable."""
DEATHS = 3
"""Number of workers that one item may kill before it is answered by an error."""


@dataclass(frozen=True)
class Answer:
    """The answer for one item.

    `value` is the result of the work, `worker` the name of the worker, `seconds` the time of the item [s]. A failed
    item has a message in `error`; `raised` is the error if it is an `ArmillaryError`, `trace` the traceback of any
    other error. Items whose workers died have neither.
    """

    item: int
    value: Any = None
    worker: str = ""
    seconds: float = 0.0
    error: str = ""
    trace: str = ""
    raised: ArmillaryError | None = None


@runtime_checkable
class Executor(Protocol):
    """Does work on many items."""

    @property
    def workers(self) -> int:
        """Number of items that are computed at once."""
        ...

    def map(self, work: Work, items: Iterable[int]) -> Iterator[Answer]:
        """Yield answers in the order in which they are ready; items are taken when a worker is free.

        Raises:
            ExecutorError: The workers cannot be started or reached, or the scheduler was lost.
        """
        ...

    def elsewhere(self, work: Callable[[], Any]) -> dict[str, Any]:
        """Return the result of a function by worker, for all workers that may have other files than this process."""
        ...


def attempt(work: Work, item: int, worker: str) -> Answer:
    """Return the answer for an item, with the error if the work raises one; an interruption is raised."""
    begun = time.perf_counter()
    try:
        return Answer(item, work(item), worker, time.perf_counter() - begun)
    except ArmillaryError as error:
        return Answer(item, None, worker, time.perf_counter() - begun, str(error), raised=error)
    except Exception as error:
        text = "".join(traceback.format_exception(error))
        message = "".join(traceback.format_exception_only(error)).strip()
        return Answer(item, None, worker, time.perf_counter() - begun, message, text)


def executor_of(executor: Executor | None, default: Executor) -> Executor:
    """Return an executor, or the default for None."""
    if executor is None:
        return default
    if isinstance(executor, type) or not isinstance(executor, Executor):  # a class also has these attributes
        raise ArgumentError("executor", shortened(executor), "an executor, such as arm.executors.Processes()")
    return executor


def value_of(answer: Answer) -> Any:
    """Return the value of an answer, or raise its error."""
    # An error of Armillary keeps its class and data; others were sent as text.
    if answer.raised is not None:
        raise answer.raised
    if answer.error:
        raise ExecutorError(f"{answer.error}\n{answer.trace}".rstrip())
    return answer.value


def killed_answer(item: int, worker: str, how: str) -> Answer:
    """Return the answer for an item that has killed its workers."""
    text = f"item {item} killed its worker {DEATHS} times ({how}), probably for lack of memory"
    return Answer(item, worker=worker, error=text)
