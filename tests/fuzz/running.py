"""One case at a time: what it may cost and what it may raise.

A case is a kind ("documents" or "arguments"), a seed and a number, and these give the same case again. It fails on an
exception outside the family of `errors.py`, on a warning outside it (NumPy's on numbers that are not finite, too), on
more than `CPU` seconds and on more than `MEMORY` bytes.
"""

import contextlib
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import armillary as arm

from .arguments import argument_case
from .documents import document_case

CPU = 3.0
"""Greatest time of a case [s], on a slow core that shares its cache."""
MEMORY = 1 << 30
"""Greatest growth of the process [bytes]."""
KINDS = {"documents": document_case, "arguments": argument_case}
FAMILY = (arm.ArmillaryError, arm.ArmillaryWarning)
ROOT = Path(__file__).parents[2]


class TooSlowError(BaseException):
    """A case that took longer than `CPU`; no `except Exception` catches it."""


@dataclass(frozen=True)
class Outcome:
    """A case: its number, what it called, and how it ended.

    `ended` is "accepted", "refused" (an error of the family), "failed", or "left out" for want of a package; `why`
    says how it failed, `place` where.
    Failures of one kind at one place are one find.
    """

    number: int
    what: str
    ended: str
    why: str = ""
    place: str = ""

    def __str__(self) -> str:
        return f"case {self.number}, {self.what}: {self.why}"


def outcomes(kind: str, seed: int, numbers: Iterable[int], folder: Path) -> Iterator[Outcome]:
    """Run cases and yield how each ended."""
    signal.signal(signal.SIGVTALRM, _too_slow)
    sys.setrecursionlimit(1000)
    for number in numbers:
        rng = random.Random(f"{seed}:{kind}:{number}")
        try:
            what, call = KINDS[kind](rng, folder)
        except arm.errors.MissingExtraError as error:  # of a package that the values of a case need
            yield Outcome(number, error.package, "left out")
            continue
        before, begun = _peak(), time.process_time()
        ended, why, place = "accepted", "", what.partition("(")[0]
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, 5 * CPU)
            with warnings.catch_warnings(), contextlib.redirect_stdout(None), contextlib.chdir(folder):
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", arm.ArmillaryWarning)
                call()
        except FAMILY as error:
            ended, why = "refused", _unreadable(str(error))
        except TooSlowError as error:
            why = f"still busy after {5 * CPU:g} s\n{_where(error)}"
            place = f"slow: {_place(error)}"
        except BaseException as error:
            why = f"{type(error).__name__}: {_told(error)}\n{_where(error)}"
            place = f"{type(error).__name__}: {_place(error)}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        spent, grown = time.process_time() - begun, _peak() - before
        if not why and CPU < spent < 5 * CPU:  # the first call of a kind imports packages and compiles
            begun = time.process_time()
            with contextlib.suppress(Exception), warnings.catch_warnings(), contextlib.chdir(folder):
                warnings.simplefilter("ignore")
                call()
            spent = time.process_time() - begun
        if not why and spent > CPU:
            why, place = f"took {spent:.1f} s", f"slow: {place}"
        if not why and grown > MEMORY:
            why, place = f"took {grown / MEMORY:.1f} GiB", f"memory: {place}"
        yield Outcome(number, what, "failed" if why else ended, why, place if why else "")


def serve(pipe: Connection, seed: int) -> None:
    """Run the blocks of cases that come through a pipe; send the number of each case, then its outcome."""
    with tempfile.TemporaryDirectory() as folder:
        while (block := pipe.recv()) is not None:
            kind, first, last = block
            for number in range(first, last):
                pipe.send(number)
                (outcome,) = outcomes(kind, seed, [number], Path(folder))
                pipe.send(outcome)
            pipe.send("next")


def _told(error: BaseException) -> str:
    try:
        return str(error)[:200]
    except Exception:  # the text of a wild object
        return "(without a text)"


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


def _place(error: BaseException) -> str:
    """Return file and line of the innermost call inside the package."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [each for each in frames if f"{ROOT.name}/tests/" not in each.filename and "armillary" in each.filename]
    last = inside[-1] if inside else frames[-1]
    return f"{last.filename.rpartition('armillary/')[2]}:{last.lineno} {last.name}"


def _peak() -> int:
    """Return the greatest resident memory of this program; `ru_maxrss` would begin with that of the parent process."""
    if not (status := Path("/proc/self/status")).exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 1024 * int(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1])


def _too_slow(*_: object) -> None:
    raise TooSlowError
