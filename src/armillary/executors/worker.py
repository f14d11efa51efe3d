"""The side of a worker process: it does one item after the other, and ends when its parent does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler

from armillary.executors.executor import Answer, attempt

READY = "ready"
"""First message of a worker; another text is the reason why it cannot work."""


def serve(pipe: Connection, name: str, payload: bytes) -> None:
    """Do the items that come through a pipe, until it is closed; `payload` is the pickled work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; the parent decides
    threading.Thread(target=_watch, name="watch of the parent", daemon=True).start()
    try:
        try:
            work = ForkingPickler.loads(payload)
        except Exception:  # a module that cannot be imported here, or any error of its code
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


def _watch() -> None:
    """End this process as soon as the parent has ended, also if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
