"""Work that is too slow for a frame: done in another thread, the latest only.

Threads of Python take turns, so that work would slow the page down while a slider moves. It waits until nothing new was
asked for during `REST`, or for `LONGEST` at most.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

Work = Callable[[], None]

REST, LONGEST = 0.15, 1.5
"""Seconds."""


class Background:
    """One thread; work that is asked for while other work waits takes its place."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._news = threading.Condition()
        self._work: Work | None = None
        self._first = self._latest = 0.0
        self._stopped = False
        self._thread = threading.Thread(target=self._go, name="armillary background", daemon=True)
        self._thread.start()

    def ask(self, work: Work) -> None:
        """Do this next, in the place of what waits."""
        with self._news:
            self._latest = time.monotonic()
            self._first = self._latest if self._work is None else self._first
            self._work = work
            self._news.notify()

    def stop(self) -> None:
        """End after what is being done."""
        with self._news:
            self._stopped, self._work = True, None
            self._news.notify()

    def _wait(self) -> float:
        """Return how long what is asked for has to wait [s]."""
        return min(self._latest + REST, self._first + LONGEST) - time.monotonic()

    def _go(self) -> None:
        while True:
            with self._news:
                while not self._stopped and (self._work is None or self._wait() > 0):
                    self._news.wait(None if self._work is None else self._wait())
                if self._stopped:
                    return
                work, self._work = self._work, None
            if work is not None:
                try:
                    work()
                except Exception as error:
                    self._failed(error)
