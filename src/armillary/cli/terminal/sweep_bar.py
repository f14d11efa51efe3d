"""Progress of a sweep on stderr: runs, rate, time left, and a line for each worker; plain lines without a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.terminal.late_bar import PATIENCE
from armillary.tables.numbers import number

if TYPE_CHECKING:
    from armillary.studies.progress import Progress

LINES = 16
"""Number of workers that are shown."""
SELDOM = 60.0
"""Time between lines without a terminal [s]."""


@contextmanager
def sweep_bar() -> Iterator[Callable[[Progress], None]]:
    """Give a function to call with the progress of a sweep."""
    begun = time.monotonic()
    if not sys.stderr.isatty():
        told = begun

        def tell(progress: Progress) -> None:
            nonlocal told
            if time.monotonic() - told > SELDOM:
                told = time.monotonic()
                click.echo(f"armillary: {summary(progress)}", err=True)

        yield tell
        return
    with ExitStack() as stack:
        live: Any = None

        def show(progress: Progress) -> None:
            nonlocal live
            if live is None and time.monotonic() - begun > PATIENCE:
                from rich.console import Console
                from rich.live import Live

                live = stack.enter_context(Live(console=Console(stderr=True), transient=True, refresh_per_second=4))
            if live is not None:
                live.update("\n".join(lines(progress)))

        yield show


def summary(progress: Progress) -> str:
    """Return the progress in one line."""
    failed = f", {progress.failed} failed" if progress.failed else ""
    rest = f", {rate(progress.rate)} runs/s, {duration(progress.left)} left" if progress.rate else ""
    return f"{progress.done} of {progress.runs} runs ({progress.part:.0%}){failed}{rest}"


def lines(progress: Progress) -> list[str]:
    """Return the summary, and a line for each worker that answered last, in the order of their names."""
    workers = dict(progress.workers or {})
    shown = sorted(list(workers)[-LINES:], key=lambda name: (len(name), name))
    found = [
        f"  {name}: chunk {workers[name].chunk} in {number(workers[name].seconds, 3)} s, {workers[name].runs} runs"
        for name in shown
    ]
    more = [f"  … and {len(workers) - LINES} more workers"] if len(workers) > LINES else []
    return [summary(progress), *found, *more]


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
