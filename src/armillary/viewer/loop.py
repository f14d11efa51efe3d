"""The threads of the page: `UpdateLoop` changes the page, `Background` does work that is too slow for a frame.

Callbacks of browsers come in any thread and post a task under a name; of several tasks with one name only the last is
done. So a slider that moves faster than the page is drawn skips values and never lags, and only one thread changes
the page. Threads of Python take turns, so background work would slow the page down while a slider moves: it waits
until nothing new was asked for during `REST`, or for `LONGEST` at most.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

Task = Callable[[], None]

RATE = 30.0
"""Largest number of rounds per second."""
REST, LONGEST = 0.15, 1.5
"""Pause before background work starts, and its upper limit [s]."""


class UpdateLoop:
    """Rounds of tasks and frames. `frame` draws and returns whether another frame is due; `failed` receives errors."""

    def __init__(self, frame: Callable[[], bool], failed: Callable[[Exception], None], rate: float = RATE) -> None:
        self._frame = frame
        self._failed = failed
        self._pause = 1 / rate
        self._tasks: dict[str, Task] = {}
        self._news = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._go, name="armillary page", daemon=True)
        self.rounds = 0

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def post(self, name: str, task: Task) -> None:
        """Schedule a task for the next round, instead of a waiting one with the same name."""
        with self._news:
            self._tasks.pop(name, None)  # a replaced task goes to the end of the queue
            self._tasks[name] = task
            self._news.notify()

    def stop(self, patience: float = 5.0) -> None:
        """End after the current round."""
        with self._news:
            self._stopped = True
            self._news.notify()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(patience)

    def _go(self) -> None:
        moving = True
        while True:
            begun = time.monotonic()
            with self._news:
                if not self._tasks and not moving and not self._stopped:
                    self._news.wait()
                if self._stopped:
                    return
                tasks, self._tasks = self._tasks, {}
            for task in tasks.values():
                self._try(task)
            moving = self._try(self._frame) or False
            self.rounds += 1
            time.sleep(max(0.0, self._pause - (time.monotonic() - begun)))

    def _try(self, what: Callable[[], bool | None]) -> bool | None:
        """Run a task or frame; an error is reported and does not end the loop."""
        try:
            return what()
        except Exception as error:
            self._failed(error)
            return False


class Background:
    """One thread for slow work; new work replaces waiting work."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._news = threading.Condition()
        self._work: Task | None = None
        self._first = self._latest = 0.0
        self._stopped = False
        self._thread = threading.Thread(target=self._go, name="armillary background", daemon=True)
        self._thread.start()

    def ask(self, work: Task) -> None:
        """Schedule work, instead of work that is waiting."""
        with self._news:
            self._latest = time.monotonic()
            self._first = self._latest if self._work is None else self._first
            self._work = work
            self._news.notify()

    def stop(self) -> None:
        """End after the current work."""
        with self._news:
            self._stopped, self._work = True, None
            self._news.notify()

    def _wait(self) -> float:
        """Return how long the work still has to wait [s]."""
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
