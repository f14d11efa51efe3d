"""A run that the page started: its process, progress and result.

A separate process keeps the page responsive, and can be ended at any time.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from armillary.errors import ArmillaryError
from armillary.results.trajectory import Trajectory

GRACE = 5.0
"""Time between cancelling a run and killing its process [s]."""


class RunProcess:
    """One run in a process. `changed` is called in another thread after every change."""

    def __init__(
        self, name: str, scenario: Path, changed: Callable[[RunProcess], None], settings: tuple[str, ...] = ()
    ) -> None:
        self.name = name
        self.part = 0.0
        self.state = "running"
        self.message = ""
        self.warnings: list[str] = []
        self.motion: Trajectory | None = None
        self.cancelled = False
        self._report = changed
        self._folder = tempfile.TemporaryDirectory(prefix="armillary-run-", ignore_cleanup_errors=True)
        self._result = Path(self._folder.name) / "result.nc"
        command = [sys.executable, "-m", "armillary.viewer.worker", str(scenario), str(self._result), *settings]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")
        self._errors: list[str] = []
        self._reader = threading.Thread(target=self._read, name=f"run of {name}", daemon=True)
        self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()
        self._error_reader.start()

    @property
    def running(self) -> bool:
        """Whether the run has not ended."""
        return self.state == "running"

    def cancel(self, grace: float = GRACE) -> None:
        """Ask the run to end and keep its result so far; it is killed after `grace` seconds."""
        if not self.running:
            return
        self.cancelled = True
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.close()  # the worker reads the end of its input as a cancellation, on every system
        killer = threading.Timer(grace, self._kill)
        killer.daemon = True
        killer.start()

    def wait(self, patience: float | None = None) -> None:
        """Wait until the run has ended."""
        self._reader.join(patience)

    def close(self) -> None:
        """Kill the run and wait until it has ended."""
        self._report = lambda _job: None
        self._kill()
        self._reader.join(GRACE)

    def _kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()

    def _read_errors(self) -> None:
        """Keep the last lines of stderr, which tell why the process failed."""
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stderr is not None
            for line in self._process.stderr:
                self._errors = [*self._errors, line.rstrip()][-5:]

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            for line in self._process.stdout:
                self._receive(line)
        self._process.wait()
        self._error_reader.join(1.0)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()
        self._end()
        self._folder.cleanup()
        self._report(self)

    def _receive(self, line: str) -> None:
        with contextlib.suppress(ValueError):
            message: dict[str, Any] = json.loads(line)
            if "part" in message:
                self.part = float(message["part"])
            if "warning" in message:
                self.warnings.append(str(message["warning"]))
            if "failed" in message:
                self.message = str(message["failed"])
            self._report(self)

    def _end(self) -> None:
        """Read the result, or the reason of the failure."""
        if self._process.returncode == 0:
            try:
                self.motion = Trajectory.load(self._result)
                self.part = self.part if self.cancelled else 1.0
                self.state = "cancelled" if self.cancelled else "done"
                return
            except ArmillaryError as error:
                self.message = str(error)
        if self.cancelled:
            self.state, self.message = "cancelled", self.message or "cancelled before the first result"
        else:
            self.state = "failed"
            self.message = self.message or "; ".join(self._errors[-1:]) or "the run ended without a message"
