"""How the time of a call grows with the size of its input: a ratio, which no speed of the machine changes."""

import time
from collections.abc import Callable

FACTOR = 8
LITTLE = 0.05
"""CPU time [s] that is too short to compare."""


def linear(call: Callable[[int], object], size: int) -> bool:
    """Return whether the CPU time of `call(size)` grows about as the size does; a square grows eight times as fast."""
    for _ in range(2):  # other work on the machine may disturb one comparison
        large = least(lambda: call(FACTOR * size))
        if large < LITTLE or large < 3 * FACTOR * least(lambda: call(size)):
            return True
    return False


def least(call: Callable[[], object], times: int = 3) -> float:
    """Return the least CPU time of several calls [s]."""
    found = []
    for _ in range(times):
        begun = time.process_time()
        call()
        found.append(time.process_time() - begun)
    return min(found)
