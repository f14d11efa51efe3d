"""Items in several processes of this machine.

Processes are spawned, since forks of a process with threads may hang. Each worker has one item at a time and asks for
the next through its pipe, so the number of items in flight is the number of workers. A worker that dies closes its
pipe: another is started and repeats the item. A worker ends when its parent does. (Why not the executors of
`concurrent.futures`: docs/decisions/0036.)
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import signal
import threading
import traceback
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from typing import Any

from armillary.errors import ArgumentError, ExecutorError
from armillary.executors.executor import DEATHS, Answer, Work, attempt, killed_answer
from armillary.files.arguments import whole
from armillary.files.words import shortened

MOST = 1024
"""Greatest number of processes."""
PATIENCE = 5.0
"""Time that a worker has to end before it is killed [s]."""
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Variables that set the number of threads of linear algebra; workers have one thread each."""
READY = "ready"
"""First message of a worker; any other text is the traceback of a failed start."""
GUARD = "a script starts workers under `if __name__ == '__main__':`, or uses arm.executors.Serial()"


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Processes:
    """Computes items in `count` processes of this machine; default: one for each core that this process may use.

    Work and answers are pickled, so the work is a function at the top of a module, or a `functools.partial` of one.

    Example:
        >>> sorted(answer.value for answer in Processes(2).map(abs, [-1, 2]))
        [1, 2]
    """

    count: int = field(default_factory=cores)

    def __post_init__(self) -> None:
        whole("count", self.count, 1, MOST)

    @property
    def workers(self) -> int:
        """Number of items that are computed at once."""
        return self.count

    def elsewhere(self, work: Callable[[], Any]) -> dict[str, Any]:
        """Return nothing: no worker has other files than this process."""
        return {}

    def map(self, work: Work, items: Iterable[int]) -> Iterator[Answer]:
        """Yield answers in the order in which they are ready.

        Raises:
            ArgumentError: The work cannot be pickled.
            ExecutorError: Processes cannot be started.
        """
        pool = _WorkerPool(_pickle(work))
        source = iter(items)
        to_repeat: list[int] = []
        ready: list[Answer] = []
        try:
            while True:
                while len(pool.busy) < self.count:
                    item = to_repeat.pop() if to_repeat else next(source, None)
                    if item is None:
                        break
                    if not pool.give(item):
                        to_repeat.append(item)
                # Answers are yielded after the next items are sent: workers compute while the caller handles answers.
                yield from ready
                if not pool.busy:
                    return
                ready = [answer for answer in pool.listen(to_repeat) if answer]
        finally:
            pool.end()


@dataclass(eq=False)
class _Worker:
    """A process, our end of its pipe, and its item."""

    name: str
    process: Any
    pipe: Connection
    item: int = -1
    started: bool = False


class _WorkerPool:
    """The workers of one call of `map`."""

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.busy: dict[Any, _Worker] = {}
        self.idle: list[_Worker] = []
        self.deaths: dict[int, int] = {}
        self.failed_starts = 0
        self.names: list[str] = []

    def give(self, item: int) -> bool:
        """Send an item to an idle worker or a new one; return False if that worker has died."""
        worker = self.idle.pop() if self.idle else self._start()
        try:
            worker.pipe.send(item)
        except OSError:
            self._stop(worker)
            return False
        worker.item = item
        self.busy[worker.pipe] = worker
        return True

    def listen(self, to_repeat: list[int]) -> Iterator[Answer | None]:
        """Wait for workers and yield their answers; add items of dead workers to `to_repeat`."""
        for pipe in wait(list(self.busy)):
            worker = self.busy[pipe]
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):  # the end of a process closes its end of the pipe
                del self.busy[pipe]
                yield self._handle_death(worker, to_repeat)
                continue
            if isinstance(message, Answer):
                self.idle.append(self.busy.pop(pipe))
                self.deaths.pop(message.item, None)
                yield message
            elif message == READY:
                worker.started = True
                self.failed_starts = 0
            else:
                raise ExecutorError(f"a worker process cannot load its work; {GUARD}:\n{message}")

    def end(self) -> None:
        """End all workers; items in progress are dropped."""
        for worker in self.busy.values():
            worker.process.kill()
        # All pipes are closed before the first wait, so that idle workers end at the same time.
        for worker in (*self.idle, *self.busy.values()):
            worker.pipe.close()
        for worker in (*self.idle, *self.busy.values()):
            self._stop(worker)

    def _start(self) -> _Worker:
        """Start a process."""
        context = multiprocessing.get_context("spawn")
        our_end, worker_end = context.Pipe()
        name = self.names.pop() if self.names else f"process {len(self.busy) + 1}"
        process = context.Process(
            target=_serve, args=(worker_end, name, self.payload), name=f"armillary, {name}", daemon=True
        )
        # A process that dies at once breaks the pipe of `start`; `listen` handles it like any other death.
        with _inherited_settings(), contextlib.suppress(BrokenPipeError):
            try:
                process.start()
            except BrokenPipeError:
                raise
            except OSError as error:
                raise ExecutorError(f"no process can be started ({error}); try fewer workers") from error
        worker_end.close()  # only the worker holds this end now: its death closes the pipe
        return _Worker(name, process, our_end)

    def _handle_death(self, worker: _Worker, to_repeat: list[int]) -> Answer | None:
        """Queue the item of a dead worker again, or return an error after several deaths."""
        code = self._stop(worker)
        cause = f"signal {-code}" if code is not None and code < 0 else f"exit status {code}"
        if not worker.started:
            self.failed_starts += 1
            # An exit status is an error of the script, which every worker has; a signal may hit a start by chance.
            if (code or 0) > 0 or self.failed_starts > DEATHS * (len(self.busy) + 1) + 10:
                raise ExecutorError(f"worker processes end while they start ({cause}); {GUARD}")
        else:
            deaths = self.deaths[worker.item] = self.deaths.get(worker.item, 0) + 1
            if deaths >= DEATHS:
                del self.deaths[worker.item]
                return killed_answer(worker.item, worker.name, cause)
        to_repeat.append(worker.item)
        return None

    def _stop(self, worker: _Worker) -> int | None:
        """Wait until a process has ended, kill it if it does not, and return its exit status."""
        self.names.append(worker.name)
        worker.pipe.close()
        if worker.process.pid is None:
            return None
        worker.process.join(PATIENCE)
        if worker.process.exitcode is None:
            worker.process.kill()
            worker.process.join()
        code: int | None = worker.process.exitcode
        worker.process.close()
        return code


def _serve(pipe: Connection, name: str, payload: bytes) -> None:
    """Run as a worker process: compute the items from a pipe until it is closed; `payload` is the pickled work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; the parent decides
    threading.Thread(target=_watch_parent, name="watch the parent", daemon=True).start()
    try:
        try:
            work = ForkingPickler.loads(payload)
        except Exception:  # a module that cannot be imported here, or any error in its code
            pipe.send(traceback.format_exc())
            return
        pipe.send(READY)
        while True:
            _send(pipe, attempt(work, pipe.recv(), name))
    except (EOFError, OSError):  # the parent has closed the pipe
        return


def _send(pipe: Connection, answer: Answer) -> None:
    """Send an answer; one that cannot be pickled becomes an error."""
    try:
        pipe.send(answer)
    except (EOFError, OSError):
        raise
    except Exception as error:
        message = f"the answer cannot be sent to another process: {error}"
        pipe.send(Answer(answer.item, None, answer.worker, answer.seconds, message, traceback.format_exc()))


def _watch_parent() -> None:
    """End this process as soon as the parent has ended, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _pickle(work: Work) -> bytes:
    """Return pickled work, or raise an error that names the part that cannot be pickled."""
    if _pickling_error(work) is None:
        return bytes(ForkingPickler.dumps(work))
    where, value = _unpicklable_part("work", work)
    reason = f"{shortened(value)}: {_pickling_error(value)}"
    if (getattr(value, "__module__", None) or "").partition(".")[0] == "armillary":
        raise ExecutorError(
            f"{where}: {reason}. Armillary cannot send this value of its own to another process, which is an error in "
            "Armillary; arm.executors.Serial() computes in this process"
        )
    expected = "a function at the top of a module, with values that can be pickled"
    raise ArgumentError(where, reason, expected, "or arm.executors.Serial()")


def _pickling_error(value: Any) -> Exception | None:
    """Return why a value cannot be pickled."""
    try:
        ForkingPickler.dumps(value)
    except Exception as error:  # pickling calls methods of the user's values
        return error
    return None


def _unpicklable_part(where: str, value: Any) -> tuple[str, Any]:
    """Return the innermost part of a value that cannot be pickled, and where it is."""
    seen: set[int] = set()
    while id(value) not in seen:
        seen.add(id(value))
        for name, part in _parts(value):
            if _pickling_error(part) is not None:
                where, value = f"{where}{name}", part
                break
    return where, value


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a value that are pickled with it, with the text that accesses them."""
    if isinstance(value, functools.partial):
        yield ".func", value.func
        yield from ((f".args[{k}]", part) for k, part in enumerate(value.args))
        yield from ((f".{name}", part) for name, part in value.keywords.items())
    elif isinstance(value, Mapping):
        yield from ((f"[{key!r}]", part) for key, part in value.items())
    elif isinstance(value, (list, tuple)):
        yield from ((f"[{k}]", part) for k, part in enumerate(value))
    elif not isinstance(value, (type, types.FunctionType)):
        yield from ((f".{name}", part) for name, part in getattr(value, "__dict__", {}).items())


@contextlib.contextmanager
def _inherited_settings() -> Iterator[None]:
    """Start processes with one thread of linear algebra and with Ctrl-C blocked.

    Both are inherited: a worker imports libraries, and could be interrupted, before it runs our first line.
    """
    before = {name: os.environ.get(name) for name in THREADS}
    masks = hasattr(signal, "pthread_sigmask")
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if masks else None
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        if blocked is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
