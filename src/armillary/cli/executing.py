"""Options that say where work is done: --workers, --dask, and --resume where answers are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from armillary.errors import ArgumentError

if TYPE_CHECKING:
    from armillary.executors import Executor

_Command = TypeVar("_Command", bound=Callable[..., Any])


def executor_options(default: str) -> Callable[[_Command], _Command]:
    """Return the options --workers and --dask; `default` says where work is done without them."""

    def decorate(command: _Command) -> _Command:
        dask = click.option(
            "--dask", metavar="ADDRESS", help="Compute on the Dask cluster with this scheduler: tcp://HOST:PORT."
        )
        count = click.IntRange(1, 1024)
        workers = click.option("--workers", type=count, help=f"Processes of this machine; default: {default}.")
        return workers(dask(command))

    return decorate


resume_option = click.option(
    "--resume",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep what is finished in this folder, and go on with it.",
)


def find_executor(workers: int | None, dask: str | None, resume: Path | None = None) -> Executor | None:
    """Return the executor of the options; None for the default."""
    from armillary.executors import Dask, Processes, Resumed, Serial

    if dask is not None and workers is not None:
        raise ArgumentError("--dask", "together with --workers", "one of them: a cluster has its own workers")
    executor: Executor | None = None
    if dask is not None:
        executor = Dask(dask)
    elif workers is not None:
        executor = Serial() if workers == 1 else Processes(workers)  # one worker needs no second process
    return executor if resume is None else Resumed(resume, executor or Serial())
