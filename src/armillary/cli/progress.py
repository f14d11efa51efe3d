"""Progress on stderr: a bar that appears after a second on a terminal; for sweeps a line for each worker too."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from armillary.tables.numbers import number

if TYPE_CHECKING:
    from armillary.studies.progress import Progress as SweepProgress

PATIENCE = 1.0
"""Time before the bar appears [s]."""
MOST_WORKERS = 16
"""Number of workers that are shown."""
SELDOM = 60.0
"""Time between lines without a terminal [s]."""


@contextmanager
def late_bar(what: str) -> Iterator[Callable[[float], None]]:
    """Give a function to call with the fraction that is done, from 0 to 1; `what` stands before the bar."""
    if not sys.stderr.isatty():
        yield lambda part: None
        return
    begun = time.monotonic()
    update = None  # until the bar is there: short work shows none
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


@contextmanager
def sweep_bar() -> Iterator[Callable[[SweepProgress], None]]:
    """Give a function to call with the progress of a sweep."""
    begun = time.monotonic()
    if not sys.stderr.isatty():
        last = begun

        def tell(progress: SweepProgress) -> None:
            nonlocal last
            if time.monotonic() - last > SELDOM:
                last = time.monotonic()
                click.echo(f"armillary: {summary(progress)}", err=True)

        yield tell
        return
    with ExitStack() as stack:
        live: Any = None

        def show(progress: SweepProgress) -> None:
            nonlocal live
            if live is None and time.monotonic() - begun > PATIENCE:
                from rich.console import Console
                from rich.live import Live

                live = stack.enter_context(Live(console=Console(stderr=True), transient=True, refresh_per_second=4))
            if live is not None:
                live.update("\n".join(lines(progress)))

        yield show


def summary(progress: SweepProgress) -> str:
    """Return the progress in one line."""
    failed = f", {progress.failed} failed" if progress.failed else ""
    rest = f", {rate(progress.rate)} runs/s, {duration(progress.left)} left" if progress.rate else ""
    return f"{progress.done} of {progress.runs} runs ({progress.part:.0%}){failed}{rest}"


def lines(progress: SweepProgress) -> list[str]:
    """Return the summary, and a line for each worker that answered last, in the order of their names."""
    workers = dict(progress.workers or {})
    shown = sorted(list(workers)[-MOST_WORKERS:], key=lambda name: (len(name), name))
    listed = [
        f"  {name}: chunk {workers[name].chunk} in {number(workers[name].seconds, 3)} s, {workers[name].runs} runs"
        for name in shown
    ]
    more = [f"  … and {len(workers) - MOST_WORKERS} more workers"] if len(workers) > MOST_WORKERS else []
    return [summary(progress), *listed, *more]


def rate(value: float) -> str:
    """Return runs per second with few digits."""
    return f"{value:,.0f}" if value >= 100 else number(value, 3)


def duration(seconds: float) -> str:
    """Return a time as in 1:02:03, or 02:03 below an hour."""
    if seconds == float("inf"):
        return "unknown time"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"
