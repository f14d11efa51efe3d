"""The one thread that changes the page: tasks that browsers ask for, then a frame, over and over.

Callbacks of browsers come in any thread. They put down a task under a name; a task that is put down again before it was
done is done once, as it was put down last. So a slider that moves faster than the page is worked out skips values and
never lags, and no two things change the page at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

Task = Callable[[], None]

RATE = 30.0
"""The most rounds in a second."""


class Loop:
    """Rounds of tasks and frames. `frame` draws one and says whether another is due; `failed` hears what went wrong."""

    def __init__(self, frame: Callable[[], bool], failed: Callable[[Exception], None], rate: float = RATE) -> None:
        self._frame, self._failed, self._pause = frame, failed, 1 / rate
        self._tasks: dict[str, Task] = {}
        self._news = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._go, name="armillary page", daemon=True)
        self.rounds = 0

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def post(self, name: str, task: Task) -> None:
        """Put down a task for the next round, in the place of one of the same name that was not done yet."""
        with self._news:
            self._tasks.pop(name, None)  # the order is that in which they were put down last
            self._tasks[name] = task
            self._news.notify()

    def stop(self, patience: float = 5.0) -> None:
        """End after the round that is going on."""
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
        """Do something; the loop outlives whatever goes wrong in it."""
        try:
            return what()
        except Exception as error:
            self._failed(error)
            return False
