"""Sweeps whose processes are killed by signal 9 at random moments: `python kill_sweeps.py FOLDER`.

All processes are forks of this one, so that a start takes milliseconds: the main process of a sweep with its workers,
and a Dask scheduler with its worker. The study grows when it is complete, so that there is always something to do.
"""

import asyncio
import contextlib
import json
import logging
import multiprocessing
import os
import random
import signal
import sys
import time
import traceback
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from distributed import Scheduler, Worker

import armillary as arm
from armillary.executors import Dask, Processes, processes
from armillary.studies.store import Store
from armillary.studies.sweep import sweep
from sweep_jobs import StandInStudy

LOCAL, MAINS, SCHEDULERS, WORKERS = 130, 40, 15, 15
"""Kills of local workers, of main processes, of Dask schedulers and of Dask workers: 200."""
MORE = 300
"""Samples by which the study grows."""


@dataclass(frozen=True)
class Watched(StandInStudy):
    """A study that notes chunks that are computed although they are complete."""

    folder: str = ""

    def compute(self, chunk, todo):
        place = ".".join(str(a // n) for a, n in zip(chunk.start, self.chunks, strict=True))
        if Path(self.folder, "s.zarr/status", f"c.{place}").exists():
            Path(self.folder, "again").touch()
        time.sleep(0.002)
        return super().compute(chunk, todo)


class Forks:
    """The processes that this one has started."""

    def __init__(self, folder):
        self.folder, self.draw, self.kills = folder, random.Random(3), dict.fromkeys(("worker", "main", "scheduler"), 0)
        self.study = Watched(folder=str(folder), samples=MORE, chunks=(1, 2), bad=110.0)
        self.complete = self.checks = 0

    def start(self, work):
        """Fork a process that does some work; only errors that a lost scheduler explains may end it."""
        process = os.fork()
        if process:
            return process
        try:
            work()
        except arm.errors.ExecutorError as error:
            os._exit(0 if "lost" in str(error) or "no Dask scheduler answers" in str(error) else 1)
        except BaseException:
            Path(self.folder, f"error{os.getpid()}").write_text(traceback.format_exc())
            os._exit(1)
        os._exit(0)

    def kill(self, process, kind):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
            self.kills[kind] += 1

    def pause(self):
        time.sleep(self.draw.uniform(0.0, 0.15))

    def check(self):
        """Check that no chunk is lost or damaged; let a study that is complete grow."""
        store, self.checks = Store.open(self.folder / "s.zarr"), self.checks + 1
        found = int(store.present_chunks().sum())
        assert found >= self.complete, "chunks were lost"
        if self.checks % 12 == 0:
            assert not list(store.verify()), "a file is damaged"
        assert not list(self.folder.glob("error*")), next(self.folder.glob("error*")).read_text()
        assert not (self.folder / "again").exists(), "a complete chunk was computed again"
        self.complete = found
        if found == store.layout.count:
            self.study = replace(self.study, samples=self.study.samples + MORE)


def children(process):
    """Return the processes that another has started."""
    try:
        return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def ended(process):
    return os.waitpid(process, os.WNOHANG) != (0, 0)


def local(forks):
    """Kill workers of local processes, and main processes."""
    path = forks.folder / "s.zarr"
    while forks.kills["worker"] < LOCAL or forks.kills["main"] < MAINS:
        main = forks.start(lambda: sweep(forks.study, path, executor=Processes(2)))
        share = LOCAL // MAINS + 1
        while share and not ended(main):
            forks.pause()
            some = children(main)
            if some and share > 1:
                forks.kill(forks.draw.choice(some), "worker")
                share -= 1
            elif some:
                forks.kill(main, "main")
                os.waitpid(main, 0)
                share = 0
        forks.check()


def scheduler(file):
    """Serve as a scheduler at a free port, and write its address to a file."""

    async def serve():
        async with Scheduler(port=0, dashboard_address=":0", host="127.0.0.1", validate=False) as made:
            part = file.with_suffix(".part")
            part.write_text(made.address)
            part.rename(file)
            await made.finished()

    asyncio.run(serve())


def dask_worker(address):
    """Serve as a worker, until a signal ends it: its scheduler may be killed before it has registered."""

    async def serve():
        async with Worker(address, nthreads=1, dashboard=False) as made:
            await made.finished()

    with contextlib.suppress(OSError, asyncio.TimeoutError):
        asyncio.run(serve())


def on_dask(forks):
    """Kill schedulers, and Dask workers, of which another takes the place."""
    path, workers = forks.folder / "s.zarr", 0
    while forks.kills["scheduler"] < SCHEDULERS or workers < WORKERS:
        first, address = started(forks)
        members = [forks.start(lambda address=address: dask_worker(address))]
        main = forks.start(lambda address=address: sweep(forks.study, path, executor=Dask(address, patience=60.0)))
        begun, target = time.monotonic(), forks.complete + forks.draw.randrange(1, 20)
        while not ended(main) and time.monotonic() - begun < 20:
            time.sleep(0.02)
            if sum(1 for _ in (path / "status").iterdir()) - 1 < target:
                continue
            forks.pause()
            if workers < WORKERS and len(members) == 1:
                forks.kill(members[-1], "worker")
                workers += 1
                members.append(forks.start(lambda address=address: dask_worker(address)))
                target += 2
                continue
            forks.kill(first, "scheduler")
            break
        for each in (first, main, *members):
            if each != main:
                os.kill(each, signal.SIGKILL)  # still a child of this process, ended or not
            else:
                patient(main)
        for each in (first, *members):
            os.waitpid(each, 0)
        forks.check()


def started(forks):
    """Start a scheduler; return its process and its address."""
    file = forks.folder / "address"
    file.unlink(missing_ok=True)
    process, begun = forks.start(lambda: scheduler(file)), time.monotonic()
    while not file.exists():
        assert not ended(process), "the scheduler does not start"
        assert time.monotonic() - begun < 120, "the scheduler does not start"
        time.sleep(0.01)
    return process, file.read_text()


def patient(main):
    """Wait for a main process that has lost its scheduler, which ends by itself."""
    begun = time.monotonic()
    while time.monotonic() - begun < 300:  # busy machines took 130 s
        try:
            if ended(main):
                return
        except ChildProcessError:
            return
        time.sleep(0.02)
    raise AssertionError("a sweep goes on without its scheduler")


def run(folder):
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    context = multiprocessing.get_context("fork")
    multiprocessing.get_context = lambda method=None: context
    processes.PATIENCE = 0.2  # forked workers hold the pipes of each other, and are killed in the end
    forks = Forks(folder)
    Store.create(folder / "s.zarr", forks.study)
    local(forks)
    on_dask(forks)
    study = forks.study
    results = sweep(study, folder / "s.zarr", executor=arm.executors.Serial())
    assert results.complete
    assert not list(results.store.verify())
    for number in range(results.store.layout.count):
        box = results.store.layout.chunk(number)
        found, wanted = results.store.read(number), study.found(box)
        assert np.array_equal(found.status, wanted.status)
        assert found.reasons == wanted.reasons
        good = wanted.status == 1
        assert all(np.array_equal(found.values[name][good], wanted.values[name][good]) for name in found.values)
    assert not list((folder / "s.zarr/failures/.parts").iterdir()), "hidden files are left"
    print(json.dumps(forks.kills | {"chunks": results.store.layout.count}))


if __name__ == "__main__":
    run(Path(sys.argv[1]))
