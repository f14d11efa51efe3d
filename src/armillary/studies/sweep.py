"""All runs of a study, computed chunk by chunk by an executor and kept in a store (docs/decisions/0023).

    store           is created, opened, or extended for a study that has grown; a store of another study is rejected
    chunks          all that have runs to compute, or the share of one part of a job array
    workers         compute a chunk and write it; only counts are sent back
    interruption    at any moment leaves complete chunks and no others: the next sweep continues
A chunk that kills its workers, or that raises an unexpected error, does not stop the others; the error is raised when
these are done, or after `MOST_ERRORS` such chunks. A store that cannot be written stops the sweep at once.
"""

from __future__ import annotations

import contextlib
import os
import threading
import warnings
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.llvm.target import host
from armillary.compiler.ptx.target import CPU
from armillary.errors import (
    ArgumentError,
    ArmillaryError,
    ArmillaryWarning,
    DeviceError,
    ExecutorError,
    MissingExtraError,
    RunInterrupted,
    StoreError,
    outside,
)
from armillary.executors.executor import Answer, Executor, executor_of
from armillary.executors.processes import Processes
from armillary.executors.serial import Serial
from armillary.files.arguments import flag, watcher
from armillary.files.words import is_whole, shortened
from armillary.studies.device import check_device_run
from armillary.studies.layout import FAILED, ChunkResults, GridChunk, Planned
from armillary.studies.progress import Meter, Progress
from armillary.studies.results import Results
from armillary.studies.store import Store
from armillary.studies.store.description import machine_name
from armillary.studies.store.location import Location, location_of

MOST_ERRORS = 8
"""Number of chunks with unexpected errors after which a sweep ends, since the others would probably have them too."""
_computing = threading.Lock()
"""Held while a chunk is computed: the threads of a Dask worker take turns."""


@runtime_checkable
class Computable(Planned, Protocol):
    """A study that can be computed; `Study` is one."""

    def compute(self, chunk: GridChunk, todo: NDArray[np.bool_]) -> ChunkResults:
        """Return the results of the runs of a chunk; `todo` says which to compute."""
        ...


class ChunkReport(NamedTuple):
    """Answer of a worker for a chunk: numbers of computed and failed runs, and texts of warnings."""

    runs: int
    failed: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ChunkWork:
    """Work of an executor: compute a chunk and write it, unless another process has done so."""

    location: Location
    study: Computable
    retry_failed: bool = False

    @cached_property
    def store(self) -> Store:
        """The store, opened once in each process."""
        return Store.open(self.location, self.study)

    def __call__(self, number: int) -> ChunkReport:
        """Compute and write the missing runs of a chunk."""
        with _computing:
            store = self.store
            box, todo = store.layout.chunk(number), store.todo(number, self.retry_failed)
            if not todo.any():
                return ChunkReport(0, 0)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", ArmillaryWarning)
                results = self.study.compute(box, todo)
        store.write(box, results)  # without the lock: another thread computes meanwhile
        texts = (str(warning.message) for warning in caught if issubclass(warning.category, ArmillaryWarning))
        failed = int(np.count_nonzero(results.status[todo] == FAILED))
        return ChunkReport(int(np.count_nonzero(todo)), failed, tuple(dict.fromkeys(texts)))


def sweep(
    study: Computable,
    store: str | os.PathLike[str],
    *,
    executor: Executor | None = None,
    part: tuple[int, int] | None = None,
    retry_failed: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Results:
    """Compute the runs of a study that its store lacks, and return the results.

    A sweep may be interrupted at any time, by Ctrl-C, a lost machine or a full disk: complete chunks are in the store,
    and the same call continues with the others. The results do not depend on the executor.

    Args:
        study: The study.
        store: Folder of the results, such as "gains.zarr", or an address that fsspec opens, such as
            "s3://bucket/gains.zarr". It is made if it does not exist; a store of the same study is completed, and a
            store of a smaller study is extended.
        executor: Where runs are computed; default `arm.executors.Processes()`, all cores of this machine, and
            `arm.executors.Serial()` for a study on a GPU.
        part: (k, n) computes the k-th of n shares of the chunks, k = 1 … n: the parts of a job array. Each part has
            its store; `arm.merge_results` joins them.
        retry_failed: Whether to compute failed runs again; default False.
        progress: Function that is called with a `Progress` at the start and after each chunk; default none.

    Raises:
        StoreError: The store belongs to another study, or cannot be written: no space, no permission.
        ExecutorError: Workers cannot be started or were lost; a new sweep continues.
        DeviceError: There is no GPU for a study on one, or it was lost.
        KeyboardInterrupt: Ctrl-C; complete chunks are kept.

    Example:
        >>> import tempfile, armillary as arm
        >>> robot = arm.library.get("khatib-rr")
        >>> study = arm.Study(robot, axes={"payload.mass": [0, 1, 2]}, outputs=["workspace.reach"])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     results = sweep(study, f"{folder}/reach.zarr", executor=arm.executors.Serial())
        ...     results.counts.done
        3
    """
    if not isinstance(study, Computable):
        raise ArgumentError("study", shortened(study), "a Study")
    location, share = location_of("store", store), share_of(part)
    retry_failed = flag("retry_failed", retry_failed)
    watcher(progress)
    on_cpu = getattr(study, "device", CPU) == CPU
    executor = executor_of(executor, Processes() if on_cpu else Serial())
    check_device_run(study, executor)  # before the store: a study that cannot run must leave no folder behind
    opened = Store.create(location.absolute(), study)
    numbers, runs = chunks_left(opened, share, retry_failed)
    if len(numbers):
        _check_workers(executor, opened)
        meter = Meter(runs, len(numbers))
        _compute_chunks(executor, ChunkWork(opened.location, study, retry_failed), numbers, meter, progress)
    return Results(opened, study)


def share_of(part: Any) -> tuple[int, int]:
    """Return the part of a job array, (k, n) with 1 ≤ k ≤ n; all chunks for None."""
    if part is None:
        return 1, 1
    is_pair = isinstance(part, (tuple, list)) and len(part) == 2 and all(is_whole(number, 1) for number in part)
    if not is_pair or part[0] > part[1]:
        raise ArgumentError("part", shortened(part), "(k, n): the k-th of n parts, k = 1 … n", "such as (7, 64)")
    return int(part[0]), int(part[1])


def chunks_left(
    store: Store, share: tuple[int, int] = (1, 1), retry_failed: bool = False
) -> tuple[NDArray[np.int64], int]:
    """Return the numbers of chunks with runs to compute, of one share of all chunks, and the number of their runs.

    Shares are neighbouring chunks, since these have the same structure more often than others.
    """
    count, (k, n) = store.layout.count, share
    first, last = (k - 1) * count // n, k * count // n
    numbers = np.fromiter(store.missing(retry_failed), dtype=np.int64)
    numbers = numbers[(numbers >= first) & (numbers < last)]
    # Only chunks with a file are read, to count the runs that they lack: there may be millions of others.
    partial_chunks = store.present_chunks()[numbers] == 1
    absent = np.zeros(count, dtype=np.uint8)
    absent[numbers[~partial_chunks]] = 1
    missing = sum(int(store.todo(number, retry_failed).sum()) for number in map(int, numbers[partial_chunks]))
    return numbers, store.layout.runs_in(absent) + missing


def _compute_chunks(
    executor: Executor,
    work: ChunkWork,
    numbers: NDArray[np.int64],
    meter: Meter,
    progress: Callable[[Progress], None] | None,
) -> None:
    """Compute all chunks; raise errors of the executor and the store at once, and errors of chunks at the end."""
    failed: dict[int, Answer] = {}
    warned: set[str] = set()
    if progress is not None:
        progress(meter.now)
    try:
        with contextlib.ExitStack() as stack:
            answers = executor.map(work, map(int, numbers))
            if isinstance(answers, Generator):
                stack.callback(answers.close)  # ends the workers at once if this loop raises
            for answer in answers:
                if answer.error:
                    _keep_failed(answer, failed)
                    continue
                report: ChunkReport = answer.value
                for text in report.warnings:
                    if text not in warned:
                        warned.add(text)
                        warnings.warn(text, ArmillaryWarning, stacklevel=outside())
                now = meter.add(answer.item, (report.runs, report.failed), answer.worker, answer.seconds)
                if progress is not None:
                    progress(now)
    except RunInterrupted:
        raise KeyboardInterrupt("the sweep was interrupted; complete chunks are kept") from None
    except ArgumentError as error:
        argument, _, field = error.field.partition(".")
        if argument != "work":
            raise
        # The executor names its argument `work`; the user passed the study.
        hint = "define its functions in a module, without lambda, or use arm.executors.Serial()"
        raise ArgumentError(field, error.found, "a study that can be sent to other processes", hint) from error
    if failed:
        raise _error_of(failed)


def _keep_failed(answer: Answer, failed: dict[int, Answer]) -> None:
    """Keep the answer of a chunk with an error; raise errors that all chunks would have."""
    if isinstance(answer.raised, (StoreError, ExecutorError, DeviceError, MissingExtraError)):
        raise answer.raised
    failed[answer.item] = answer
    if len(failed) >= MOST_ERRORS:
        raise _error_of(failed)


def _error_of(failed: Mapping[int, Answer]) -> ArmillaryError:
    """Return the error for chunks that could not be computed."""
    first = next(iter(failed.values()))
    if first.raised is not None:
        return first.raised
    names = ", ".join(map(str, list(failed)[:MOST_ERRORS]))
    text = f"{len(failed)} chunk{'s' * (len(failed) > 1)} ({names}) could not be computed: {first.error}"
    return ExecutorError(f"{text}; complete chunks are kept, and a new start goes on\n{first.trace}".rstrip())


def _check_workers(executor: Executor, store: Store) -> None:
    """Raise `StoreError` if a worker cannot see the store; warn of other processors, whose last digits may differ."""
    here = host()
    if machine_name() not in store.about.machine.split("; "):
        text = f"{store.location}: begun with another processor ({store.about.machine}; here {machine_name()})"
        warnings.warn(f"{text}: the last digits of results may differ", ArmillaryWarning, stacklevel=outside())
    for worker, (fingerprint, name, width) in executor.elsewhere(partial(_view_of_worker, store.location)).items():
        if fingerprint != store.about.fingerprint:
            hint = "give a path on a file system that all workers share, or an address such as 's3://bucket/gains.zarr'"
            raise StoreError(str(store.location), f"not seen by the worker {worker}", "the same folder there", hint)
        if (name, width) != (here.name, here.width):
            text = f"the worker {worker} has another processor ({name}, {width} lanes; here {here.name}, {here.width})"
            warnings.warn(f"{text}: the last digits of its results may differ", ArmillaryWarning, stacklevel=outside())


def _view_of_worker(location: Location) -> tuple[str, str, int]:
    """Return the fingerprint of a store as a worker sees it, and the name and width of its processor."""
    try:
        fingerprint = Store.open(location).about.fingerprint
    except StoreError:
        fingerprint = ""
    return fingerprint, host().name, host().width
