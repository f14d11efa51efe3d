"""A progress bar for work of unknown duration: it appears on stderr after a second, if that is a terminal."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

PATIENCE = 1.0
"""Time before the bar appears [s]."""


@contextmanager
def late_bar(what: str) -> Iterator[Callable[[float], None]]:
    """Give a function to call with the fraction that is done, from 0 to 1; `what` stands before the bar."""
    if not sys.stderr.isatty():
        yield lambda part: None
        return
    begun, update = time.monotonic(), None
    with ExitStack() as stack:

        def show(part: float) -> None:
            nonlocal update
            if update is None and time.monotonic() - begun > PATIENCE:
                from rich.console import Console
                from rich.progress import Progress

                bar = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
                update = partial(bar.update, bar.add_task(what, total=1.0))
            if update is not None:
                update(completed=part)

        yield show


@contextmanager
def step_bar(what: str, steps: int) -> Iterator[Callable[[], None]]:
    """Give a function to call after each of `steps` steps."""
    done = itertools.count(1)
    with late_bar(what) as show:
        yield lambda: show(next(done) / steps)
