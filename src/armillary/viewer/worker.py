"""One simulation in a separate process: `python -m armillary.viewer.worker SCENARIO RESULT [KEY=VALUE …]`.

The process writes one line of JSON for each event: {"part": 0.4}, {"warning": …}, and at its end {"done": …} or
{"failed": …}. A line or the end of its standard input cancels the run and keeps its result so far, so a run never
outlives the page that started it.
"""

from __future__ import annotations

import json
import sys
import threading
import warnings
from typing import Any

from armillary.errors import ArmillaryError, RunInterrupted


def main(scenario: str, result: str, *settings: str) -> int:
    """Run a scenario file and write its result; return the exit status."""
    from armillary.simulation.scenario_file.read import load_scenario
    from armillary.simulation.simulate import simulate

    cancelled = threading.Event()

    def listen() -> None:
        sys.stdin.readline()
        cancelled.set()

    threading.Thread(target=listen, daemon=True).start()

    def progress(part: float) -> None:
        tell(part=part)
        if cancelled.is_set():
            raise KeyboardInterrupt

    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                motion = simulate(load_scenario(scenario, settings), progress=progress)
            except RunInterrupted as error:
                motion = error.trajectory
        for message in dict.fromkeys(str(warning.message) for warning in caught):
            tell(warning=message)
        motion.save(result)
    except KeyboardInterrupt:
        tell(failed="cancelled before the first result")
        return 130
    except ArmillaryError as error:
        tell(failed=str(error))
        return 2
    except MemoryError as error:
        tell(failed=f"not enough memory: {error}")
        return 2
    tell(done=result)
    return 0


def tell(**what: Any) -> None:
    """Write one line of JSON."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
