"""Work for tests of executors; other processes import it."""

import math
import os
import time
import types
from multiprocessing import connection
from pathlib import Path


def square(item):
    return item * item


def process(item):
    time.sleep(0.05)
    return os.getpid()


def told(item):
    if item > 1:
        time.sleep(60)
    time.sleep(0.5)
    return os.getpid()


def pause(item):
    time.sleep(item)
    return item


def odd_fail(item):
    if item % 2:
        raise ZeroDivisionError("odd")
    return item


def refuse(item):
    from armillary.errors import ArgumentError

    raise ArgumentError("path", "full", "space")


class DyingWhileItAnswers:
    """Ends its process with signal 9 when a part of an answer is in the pipe, in the first attempt."""

    def __init__(self, folder):
        self.mark = Path(folder, "died")

    def __call__(self, item):
        if not self.mark.exists():
            self.mark.touch()
            connection.Connection._send = die_while_sending
        return bytes(100_000)


def die_while_sending(pipe, content):
    os.write(pipe.fileno(), content[: len(content) // 2])
    os.kill(os.getpid(), 9)


def unpicklable(item):
    return lambda: item


def threads(item):
    import signal

    return os.environ["OPENBLAS_NUM_THREADS"], signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


class DieOnce:
    """Ends the first process that calls it, with signal 9."""

    def __init__(self, folder):
        self.mark = Path(folder, "died")

    def __call__(self):
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return os.getpid()
        os.kill(os.getpid(), 9)


class Dying:
    """Ends its process with signal 9 in the first `times` attempts at each third item."""

    def __init__(self, folder, times, delay=0.0):
        self.folder, self.times, self.delay = Path(folder), times, delay

    def __call__(self, item):
        with (self.folder / f"{item}.log").open("a") as log:
            log.write(f"{os.getpid()}\n")
        tries = len((self.folder / f"{item}.log").read_text().split())
        if item % 3 == 0 and tries <= self.times:
            time.sleep(self.delay)
            os.kill(os.getpid(), 9)
        return item


class Ours:
    """Stands for a value of Armillary that cannot be pickled."""

    __module__ = "armillary.made_up"

    def __reduce__(self):
        raise TypeError("cannot pickle an open file")


def holding(law):
    """Return a value that holds another one."""
    return types.SimpleNamespace(mass=1.0, law=law)


class Unloadable:
    """Can be pickled, and not be unpickled."""

    def __reduce__(self):
        return int, ("no number",)

    def __call__(self, item):
        return item


def fail():
    raise ZeroDivisionError("odd")


def nap(item):
    time.sleep(0.1)


class Counted:
    """Keeps a log of its items; answers are numbers that decimal texts of few digits would change."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def __call__(self, item):
        with (self.folder / f"{item}.log").open("a") as log:
            log.write("x")
        return [1 / (item + 1), math.pi**item]

    def key(self, item):
        return f"item{item}"

    def calls(self):
        return {int(file.stem): len(file.read_text()) for file in self.folder.glob("*.log")}
