"""Object code shared by the workers of a Dask cluster, by the keys of the cache of compiled code.

A worker whose cache lacks an entry asks the scheduler for it:
    present          the scheduler sends the bytes, and the cache of the worker stores them
    being compiled   the worker waits until another one has compiled it, or has ended
    absent           the worker compiles it and sends the bytes to the scheduler
So each program is compiled once, whichever workers need it. The key of an entry binds the version, the sources and the
processor: a worker with another processor asks for another key. The scheduler keeps recent entries in memory.

A worker compiles by itself if the scheduler has no Armillary or was lost, or if the other worker takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from distributed import get_worker
from distributed.diagnostics.plugin import SchedulerPlugin
from distributed.utils import sync

from armillary.compiler.cache import WAIT, obtaining
from armillary.files.recent import Recent

NAME = "armillary object code"
TAKE, GIVE = "armillary_take", "armillary_give"
MOST, MOST_BYTES = 10_000, 128 * 2**20
"""Greatest number of the entries that the scheduler keeps, and their greatest size together [bytes]."""


class Depot(SchedulerPlugin):
    """Entries by their keys, on the scheduler; of workers that need the same entry at once, one compiles it."""

    idempotent = True
    name = NAME

    def __init__(self) -> None:
        self.entries: Recent[bytes] = Recent(MOST, len, MOST_BYTES)
        self.makers: dict[str, tuple[str, Any]] = {}
        """The worker that compiles an entry, and the event that ends the wait of others."""

    async def start(self, scheduler: Any) -> None:
        """Register the two operations with the scheduler."""
        scheduler.handlers.update({TAKE: self.take, GIVE: self.give})

    async def take(self, key: str, worker: str) -> bytes | None:
        """Return an entry; None if the worker has to compile it."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT):
                # In a loop: the worker may have ended without an entry, and another one compiles it by now.
                while key not in self.entries and key in self.makers:
                    await self.makers[key][1].wait()
        if key in self.entries:
            return self.entries[key]
        self._end(key)
        self.makers[key] = worker, asyncio.Event()
        return None

    async def give(self, key: str, content: bytes) -> None:
        """Keep an entry; empty content means that it could not be compiled."""
        if content:
            self.entries[key] = bytes(content)
        self._end(key)

    def remove_worker(self, scheduler: Any, worker: str, **_: Any) -> None:
        """Let other workers compile the entries of a lost worker."""
        for key in [key for key, (maker, _) in self.makers.items() if maker == worker]:
            self._end(key)

    def _end(self, key: str) -> None:
        if key in self.makers:
            self.makers.pop(key)[1].set()


@contextlib.contextmanager
def shared() -> Iterator[None]:
    """On a worker: get entries that the cache lacks through the scheduler."""
    worker = get_worker()

    def ask(operation: str, **message: Any) -> Any:
        return sync(worker.loop, getattr(worker.scheduler, operation), **message)

    def obtain(key: str, make: Callable[[], bytes]) -> bytes:
        try:
            entry = ask(TAKE, key=key, worker=worker.address)
        except Exception:  # Dask raises errors of many kinds where it cannot answer
            return make()
        if entry:
            return bytes(entry)
        content = b""
        try:
            content = make()
        finally:  # also after an error: other workers wait for this entry
            with contextlib.suppress(Exception):
                ask(GIVE, key=key, content=content)
        return content

    with obtaining(obtain):
        yield
