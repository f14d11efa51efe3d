"""Execution times of several functions, measured in turns.

The speed of a shared machine varies. Contenders therefore run in turns, round after round, and the minimum time per
state of each is kept, which is the time without disturbance. Ratios of minimum times of one run are more reproducible
than the times themselves.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

ROUNDS = 50
SHORTEST = 1e-4  # shortest sample [s], long compared with the resolution of the clock


@dataclass(frozen=True)
class Contender:
    """Code to time: a function without arguments, or a statement with its names, and its number of states."""

    name: str
    statement: str | Callable[[], Any]
    states: int = 1
    names: dict[str, Any] | None = None


def measure(
    contenders: Sequence[Contender],
    seconds: float = 1.0,
    rounds: int = ROUNDS,
    progress: Callable[[], None] | None = None,
) -> dict[str, float]:
    """Return the minimum time of each contender per state [ns].

    Args:
        contenders: Code to time; each is run once before the measurement, to compile and load everything.
        seconds: Approximate total measurement time [s].
        rounds: Number of rounds.
        progress: Function called after every round.

    Example:
        >>> times = measure([Contender("sum", "sum(x)", 100, {"x": range(100)})], seconds=0.01, rounds=3)
        >>> times["sum"] > 0
        True
    """
    timers = {one.name: timeit.Timer(one.statement, globals=one.names) for one in contenders}
    share = max(seconds / (rounds * max(len(contenders), 1)), SHORTEST)
    numbers = {name: _number(timer, share) for name, timer in timers.items()}
    least = dict.fromkeys(timers, float("inf"))
    for _ in range(rounds):
        for name, timer in timers.items():
            least[name] = min(least[name], timer.timeit(numbers[name]) / numbers[name])
        if progress:
            progress()
    return {one.name: 1e9 * least[one.name] / one.states for one in contenders}


def _number(timer: timeit.Timer, share: float) -> int:
    """Return the number of repetitions that takes about `share` seconds."""
    timer.timeit(1)
    number = 1
    while True:
        taken = timer.timeit(number)
        if taken >= share / 4 or number >= 10**7:
            return max(1, round(number * share / max(taken, 1e-9)))
        number *= 4
