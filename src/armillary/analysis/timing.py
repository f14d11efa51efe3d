"""Execution times of several functions, measured in turns.

A machine that others use too is now fast, now slow. Contenders therefore take turns, round after round, and each
keeps its least time per state: what it takes when nothing disturbs it. Ratios of such times, taken in one run,
hold far better than the times themselves.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

ROUNDS = 50
SHORTEST = 1e-4
"""Shortest sample [s], long against the clock's resolution."""


@dataclass(frozen=True)
class Contender:
    """Code to time: a function without arguments, or a statement with its names, and its number of states."""

    name: str
    statement: str | Callable[[], Any]
    states: int = 1
    names: dict[str, Any] | None = None

    def timer(self) -> timeit.Timer:
        """Return what times it."""
        return timeit.Timer(self.statement, globals=self.names)


def measure(
    contenders: Sequence[Contender],
    seconds: float = 1.0,
    rounds: int = ROUNDS,
    progress: Callable[[], None] | None = None,
) -> dict[str, float]:
    """Return the minimum time of each contender per state [ns].

    Args:
        contenders: What to time; each is run once before, so that nothing is made or loaded during the measurement.
        seconds: About how long all of it takes.
        rounds: How often every contender has its turn.
        progress: Called after every round.

    Example:
        >>> times = measure([Contender("sum", "sum(x)", 100, {"x": range(100)})], seconds=0.01, rounds=3)
        >>> times["sum"] > 0
        True
    """
    timers = {contender.name: contender.timer() for contender in contenders}
    share = max(seconds / (rounds * max(len(contenders), 1)), SHORTEST)
    numbers = {name: _number(timer, share) for name, timer in timers.items()}
    least = dict.fromkeys(timers, float("inf"))
    for _ in range(rounds):
        for name, timer in timers.items():
            least[name] = min(least[name], timer.timeit(numbers[name]) / numbers[name])
        if progress:
            progress()
    return {contender.name: 1e9 * least[contender.name] / contender.states for contender in contenders}


def _number(timer: timeit.Timer, share: float) -> int:
    """Return the number of repetitions that takes about `share` seconds."""
    timer.timeit(1)
    number = 1
    while True:
        taken = timer.timeit(number)
        if taken >= share / 4 or number >= 10**7:
            return max(1, round(number * share / max(taken, 1e-9)))
        number *= 4
