"""A progress bar for what may take long or not: it comes up on stderr after a second, if that is a terminal."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 1.0
"""Seconds before the bar comes up."""


@contextmanager
def late_bar(what: str) -> Iterator[Callable[[float], None]]:
    """Give a function to call with the part that is done, from 0 to 1; `what` stands before the bar."""
    if not sys.stderr.isatty():
        yield lambda part: None
        return
    begun, bars = time.monotonic(), _Bars(what)

    def show(part: float) -> None:
        if bars.progress is not None or time.monotonic() - begun > PATIENCE:
            bars.update(part)

    try:
        yield show
    finally:
        bars.stop()


@contextmanager
def step_bar(what: str, steps: int) -> Iterator[Callable[[], None]]:
    """Give a function to call after each of `steps` steps."""
    done = itertools.count(1)
    with late_bar(what) as show:
        yield lambda: show(next(done) / steps)


class _Bars:
    """The bar, once it is up."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.progress: Any = None
        self.task: Any = None

    def update(self, part: float) -> None:
        if self.progress is None:
            from rich.console import Console
            from rich.progress import Progress

            self.progress = Progress(console=Console(stderr=True), transient=True)
            self.progress.start()
            self.task = self.progress.add_task(self.what, total=1.0)
        self.progress.update(self.task, completed=part)

    def stop(self) -> None:
        if self.progress is not None:
            self.progress.stop()
