"""One case at a time: what it may cost and what it may raise.

A case is a seed and a number, and both give the same case again. It fails on an exception outside the family of
`errors.py`, on a warning outside it (NumPy's on numbers that are not finite, too), on more than `CPU` seconds and on
more than `MEMORY` bytes.
"""

import contextlib
import random
import re
import resource
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import armillary as arm

from .arguments import argument_case
from .documents import document_case

CPU = 3.0
"""Greatest time of a case [s], on a slow core that shares its cache."""
MEMORY = 1 << 30
"""Greatest growth of the process [bytes]."""
DOCUMENTS = 0.5
"""Part of the cases that read documents; the others call public functions."""
FAMILY = (arm.ArmillaryError, arm.ArmillaryWarning)


class TooSlowError(BaseException):
    """A case that took longer than `CPU`; no `except Exception` catches it."""


@dataclass(frozen=True)
class Failure:
    """A case that failed: its number, what it called, and what happened."""

    number: int
    what: str
    why: str

    def __str__(self) -> str:
        return f"case {self.number}, {self.what}: {self.why}"


def failures(seed: int, numbers: Iterable[int], folder: Path) -> Iterator[Failure]:
    """Run cases and yield those that fail."""
    signal.signal(signal.SIGVTALRM, _too_slow)
    sys.setrecursionlimit(1000)
    for number in numbers:
        rng = random.Random(f"{seed}:{number}")
        case = document_case if rng.random() < DOCUMENTS else argument_case
        what, call = case(rng, folder)
        before, begun = _peak(), time.process_time()
        why = ""
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, 5 * CPU)
            with warnings.catch_warnings(), contextlib.redirect_stdout(None), contextlib.chdir(folder):
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", arm.ArmillaryWarning)
                call()
        except FAMILY as error:
            why = _unreadable(str(error))
        except TooSlowError as error:
            why = f"still busy after {5 * CPU:g} s\n{_where(error)}"
        except BaseException as error:
            why = f"{type(error).__name__}: {str(error)[:200]}\n{_where(error)}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        spent, grown = time.process_time() - begun, _peak() - before
        if not why and spent > CPU:
            why = f"took {spent:.1f} s"
        if not why and grown > MEMORY:
            why = f"took {grown / MEMORY:.1f} GiB"
        if why:
            yield Failure(number, what, why)


def _unreadable(text: str) -> str:
    """Return the fault of a message, if it has one: empty, endless, or with characters that a terminal obeys."""
    if not text.strip():
        return "an error without a message"
    if len(text) > 200_000:
        return f"a message of {len(text)} characters"
    if any(ord(c) < 32 and c != "\n" for c in text):
        return f"a message with control characters: {text[:200]!r}"
    return ""


def _where(error: BaseException) -> str:
    return "".join(traceback.format_tb(error.__traceback__)[-4:])


def _peak() -> int:
    """Return the greatest resident memory of this program; `ru_maxrss` would begin with that of the parent process."""
    if not (status := Path("/proc/self/status")).exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 1024 * int(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1])


def _too_slow(*_: object) -> None:
    raise TooSlowError
