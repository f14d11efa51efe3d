"""Items on a Dask cluster (`dask.distributed`): a local one, one at an address, or jobs of a queue (dask-jobqueue).

The scheduler repeats the items of lost workers. The work is sent with each item as bytes, and each worker unpacks it
once: data that Dask keeps on workers would be lost with them. Few items are submitted at a time, so a million items
need no memory here or in the scheduler. Workers share compiled code by the keys of the cache (`object_code.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import pkgutil
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any

from armillary import __version__
from armillary.errors import ArgumentError, ArmillaryWarning, ExecutorError, MissingExtraError, outside
from armillary.executors.executor import Answer, Work, attempt, killed_answer
from armillary.files.words import shortened

PATIENCE = 5.0
"""Time in which a scheduler must answer [s]."""
AHEAD = 2
"""Items submitted for each thread of the workers: one runs while the next waits on the same worker."""
PAUSE = 0.2
"""Time between polls of the workers [s]."""
LONELY = 10.0
"""Time without workers after which a warning is given [s]."""
EXPECTED = "a distributed.Client, a cluster, or the address of a scheduler such as 'tcp://host:8786'"


class Dask:
    """Computes items on the workers of a Dask cluster, one at a time on each thread.

    Workers need the same version of Armillary, and a common file system or object store for the files that the work
    reads and writes.

    Args:
        client: A `distributed.Client`, a cluster (`LocalCluster`, `dask_jobqueue.SLURMCluster`), or the address of a
            scheduler, such as "tcp://host:8786".
        patience: Time in which the scheduler must answer [s]; default 5.

    Raises:
        MissingExtraError: The package `distributed` is not installed.
        ExecutorError: No scheduler answers.
    """

    def __init__(self, client: Any, patience: float = PATIENCE) -> None:
        try:
            import distributed
        except ImportError:
            raise MissingExtraError("distributed", "dask", "Work on a Dask cluster") from None
        if not isinstance(client, distributed.Client):
            if not isinstance(client, str) and not hasattr(client, "scheduler_address"):
                raise ArgumentError("client", shortened(client), EXPECTED)
            client = _connect(distributed, client, patience)
        if client.asynchronous:
            raise ArgumentError("client", "an asynchronous client", "a client with asynchronous=False")
        self.client = client

    @property
    def workers(self) -> int:
        """Number of items that are computed at once: the threads of all workers."""
        try:
            return sum(self.client.nthreads().values())
        except OSError as error:
            raise _lost(error) from error

    def elsewhere(self, work: Callable[[], Any]) -> dict[str, Any]:
        """Return the result of a function by worker, for all workers; waits until there is one.

        Raises:
            ExecutorError: Workers have another version of Armillary, or the function raises an error there.
        """
        versions = self._everywhere(pkgutil.resolve_name, "armillary:__version__")
        for worker, version in versions.items():
            if version != __version__:
                installed = f"no Armillary ({version})" if isinstance(version, Exception) else f"Armillary {version}"
                text = f"the Dask worker {worker} has {installed}; expected {__version__}, as in this process"
                raise ExecutorError(text)
        answers = self._everywhere(work)
        for worker, answer in answers.items():
            if isinstance(answer, Exception):
                raise ExecutorError(f"the Dask worker {worker}: {type(answer).__name__}: {answer}") from answer
        return answers

    def map(self, work: Work, items: Iterable[int]) -> Iterator[Answer]:
        """Yield answers in the order in which they are ready.

        Raises:
            ExecutorError: Workers have another version of Armillary, or the scheduler was lost.
        """
        from distributed.protocol.pickle import dumps

        self.elsewhere(int)  # checks the versions
        self._share_code()
        payload, source = dumps(work), iter(items)  # type: ignore[no-untyped-call]
        running: dict[Any, int] = {}
        # Items whose workers died. Another item of the same worker may be the cause: each runs again alone at the end.
        suspects: list[int] = []
        alone: int | None = None
        done: SimpleQueue[Any] = SimpleQueue()
        most = AHEAD * max(1, self.workers)
        last_check = time.monotonic()

        def submit(item: int) -> None:
            future = self.client.submit(_compute, payload, __version__, item, pure=False)
            running[future] = item
            future.add_done_callback(done.put)

        try:
            while True:
                while len(running) < most and (item := next(source, None)) is not None:
                    submit(item)
                if not running:
                    if not suspects:
                        return
                    alone = suspects.pop()
                    submit(alone)
                if time.monotonic() - last_check > LONELY:  # workers join and leave
                    count, last_check = self.workers, time.monotonic()
                    most = AHEAD * max(1, count)
                    if not count:
                        self._warn()
                try:
                    future = done.get(timeout=1.0)
                except Empty:
                    if self.client.status not in ("running", "connecting"):
                        raise _lost(f"the client is {self.client.status}") from None
                    continue
                if future.status in ("lost", "pending"):  # its worker died with the answer: Dask repeats it
                    future.add_done_callback(done.put)
                    continue
                item = running.pop(future)
                answer = _answer(future, item)
                if answer is None and item != alone:
                    suspects.append(item)
                else:
                    yield answer or killed_answer(item, "", "reported by Dask")
        finally:
            if running and self.client.status == "running":
                with contextlib.suppress(OSError, CancelledError):  # the scheduler may be lost by now
                    self.client.cancel(list(running))

    def _everywhere(self, function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
        """Return the results of a function by worker, for all workers that are alive after their answers."""
        until = time.monotonic() + LONELY
        while True:
            self._wait_for_worker()
            try:
                replies: dict[str, Any] = self.client.run(function, *arguments, on_error="return")
                silent = [worker for worker, answer in replies.items() if isinstance(answer, OSError)]
                if silent:  # the scheduler notices the death of a worker a little later
                    time.sleep(PAUSE)
                alive = self.client.nthreads()
            except OSError as error:
                raise _lost(error) from error
            answers = {worker: answer for worker, answer in replies.items() if worker in alive}
            # A live worker that still answers with an OSError after this time has it from the function itself.
            complete = not any(worker in alive for worker in silent)
            if answers and (complete or time.monotonic() > until):
                return answers

    def _share_code(self) -> None:
        """Let workers share compiled code; a scheduler without Armillary cannot, and the error is ignored."""
        from armillary.executors.object_code import Depot

        with contextlib.suppress(Exception):
            self.client.register_plugin(Depot())

    def _wait_for_worker(self) -> None:
        """Wait until the cluster has a worker: jobs of a queue may start late."""
        begun = time.monotonic()
        while not self.workers:
            if time.monotonic() - begun > LONELY:
                self._warn()
                begun = math.inf
            time.sleep(PAUSE)

    def _warn(self) -> None:
        text = f"{self.client.scheduler.address}: the Dask scheduler has no workers; waiting for one"
        warnings.warn(f"{text} (Ctrl-C ends the wait)", ArmillaryWarning, stacklevel=outside())


def _connect(distributed: Any, place: Any, patience: float) -> Any:
    """Return a client of a scheduler."""
    address = str(place if isinstance(place, str) else place.scheduler_address)
    try:
        # A client that fails to connect leaves tasks behind, so the address is asked first, in another thread, since
        # notebooks have an event loop in this one.
        if isinstance(place, str):
            with ThreadPoolExecutor(1) as thread:
                kind = thread.submit(asyncio.run, _server_kind(distributed, address, patience)).result()
            if kind != "Scheduler":
                raise OSError(f"it is the address of a {kind}")
        return distributed.Client(place, timeout=patience, set_as_default=False)
    except Exception as error:  # transports of Dask raise errors of many kinds
        why = str(error) or type(error).__name__
        text = f"{address}: no Dask scheduler answers ({why}); expected the address of a running scheduler"
        raise ExecutorError(f"{text}; try `dask scheduler` there, and one of the addresses that it prints") from error


async def _server_kind(distributed: Any, address: str, patience: float) -> str:
    """Return the kind of server at an address."""
    arguments = distributed.Security().get_connection_args("client")
    async with (
        asyncio.timeout(patience),
        distributed.rpc(address, timeout=patience, connection_args=arguments) as server,
    ):
        return str((await server.identity()).get("type"))


def _answer(future: Any, item: int) -> Answer | None:
    """Return the answer of a finished future; None if it killed its workers."""
    from distributed import KilledWorker

    if future.status == "cancelled":
        raise _lost("an item was cancelled")
    if future.status == "error":
        error = future.exception()
        return None if isinstance(error, KilledWorker) else Answer(item, error=f"{type(error).__name__}: {error}")
    try:
        answer: Answer = future.result()
    except (OSError, CancelledError) as error:  # the scheduler was lost between the answer and its transfer
        raise _lost(error or type(error).__name__) from error
    return answer


def _lost(why: object) -> ExecutorError:
    return ExecutorError(f"the Dask scheduler was lost ({why}); finished items are kept, and a new start goes on")


def _compute(payload: bytes, version: str, item: int) -> Answer:
    """Compute an item on a worker."""
    from distributed import get_worker

    from armillary.executors.object_code import shared

    name = f"Dask {get_worker().name}"
    if version != __version__:
        return Answer(item, worker=name, error=f"{name} has Armillary {__version__}; expected {version}")
    with shared():
        return attempt(_unpack(payload), item, name)


@lru_cache(maxsize=4)
def _unpack(payload: bytes) -> Work:
    """Return work from its bytes; the cache unpacks it once in each process."""
    from distributed.protocol.pickle import loads

    work: Work = loads(payload)  # type: ignore[no-untyped-call]
    return work
