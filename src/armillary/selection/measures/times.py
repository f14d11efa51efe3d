"""Measured times of a candidate's dynamics, per evaluation, on the machine at hand.

What is timed is the code of the programs that `operations` counts, so that times and counts belong together: a
program with fewer operations but more sines can be slower. Each is run by a loop in native code (`analysis.loops`):
    batch    per state of a batch of `STATES` random states, one thread, several states at a time
    scalar   one state after another
Results are written to memory, which counts for large matrices. Contenders take turns and keep their least time
(`analysis.timing`). Two runs of the same code still differ by some per cent, on a busy machine by more, so times that
are nearly equal do not say which is faster. The rounds are therefore measured in `PARTS` parts, and
    spread = largest least time of a part / least time of all − 1                      (1)
is said with each time; its error is the standard error of the least times of the parts. Candidates that are measured
one after another meet different moments of the machine; in `race` all take turns, and their ratios hold better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armillary.analysis.loops import batch_loop, state_loop
from armillary.analysis.states import random_state
from armillary.analysis.timing import Contender, measure
from armillary.compiler.least import least
from armillary.multibody import Model
from armillary.selection.candidate import Candidate
from armillary.selection.measure import Measure
from armillary.selection.measures.operations import LABELS, QUANTITIES, without_friction

STATES = 1024
SECONDS = 0.25
"""About how long the quantities of one candidate are measured altogether."""
PARTS = 3
ROUNDS = 10
"""How often every contender has its turn in each part."""

MODES = {"batch": "", "scalar": "_scalar"}
"""How it is run → how the key of its measure ends."""

HOW = {"batch": f"per state of a batch of {STATES}, one thread", "scalar": "one state at a time, in a native loop"}


@dataclass(frozen=True)
class Time:
    """The least time of an evaluation [ns], and that of each part of the measurement."""

    least: float
    parts: tuple[float, ...]

    @property
    def spread(self) -> float:
        """How far the parts differ, (1)."""
        return max(self.parts) / self.least - 1

    @property
    def error(self) -> float:
        """The standard error of the parts [ns]."""
        return float(np.std(self.parts, ddof=1) / np.sqrt(len(self.parts)))


def measures(candidate: Candidate, seconds: float = SECONDS) -> list[Measure]:
    """Return the time of each quantity, in a batch and one by one [ns]; `seconds` is for all of them."""
    times = race({"": without_friction(candidate)}, tuple(QUANTITIES), seconds, candidate.seed)
    found = []
    for mode, ending in MODES.items():
        for name in QUANTITIES:
            time = times["", name, mode]
            note = f"{HOW[mode]}; measured, parts of the measurement within {100 * time.spread:.0f} %"
            label = f"time of {LABELS[name]}{', one state' if mode == 'scalar' else ''}"
            found.append(Measure(f"times.{name}{ending}", time.least, "ns", "less", label, note, time.error))
    return found


def race(
    models: Mapping[str, Model], quantities: Sequence[str] = tuple(QUANTITIES), seconds: float = SECONDS, seed: int = 0
) -> dict[tuple[str, str, str], Time]:
    """Return the times of quantities of several robots, all taking turns, by (robot, quantity, "batch" or "scalar").

    Args:
        models: The robots, by names.
        quantities: Names of `operations.QUANTITIES`.
        seconds: About how long it takes.
        seed: Of the random states.

    Example:
        >>> import armillary as arm
        >>> models = {name: arm.model(arm.library.get(name)) for name in ("rtx", "stanford")}
        >>> times = race(models, ["gim"], seconds=0.02)
        >>> times["rtx", "gim", "batch"].least > 0
        True
    """
    contenders: dict[tuple[str, str, str], Contender] = {}
    for robot, model in models.items():
        rng = np.random.default_rng(seed)
        states = [np.array(part) for part in zip(*(random_state(model, rng) for _ in range(STATES)), strict=True)]
        for quantity in quantities:
            for mode, contender in _contenders(model, quantity, states).items():
                contenders[robot, quantity, mode] = contender
    named = [Contender(str(k), contender.statement, STATES) for k, contender in enumerate(contenders.values())]
    parts = [measure(named, seconds / PARTS, ROUNDS) for _ in range(PARTS)]
    found = [tuple(part[one.name] for part in parts) for one in named]
    return {key: Time(min(times), times) for key, times in zip(contenders, found, strict=True)}


def _contenders(model: Model, quantity: str, states: list[np.ndarray]) -> dict[str, Contender]:
    """Return the two loops around the kernel of a quantity; inputs are q, q̇ and q̈ or τ, in this order."""
    kernel = least(model, *QUANTITIES[quantity]).kernel()
    inputs = dict(zip(("q", "qd", "qdd", "tau"), (*states, states[-1]), strict=True))
    arrays = [inputs[array.name] for array in kernel.program.inputs]
    arrays += [np.empty((STATES, *array.shape)) for array in kernel.program.outputs]
    return {
        "batch": Contender("batch", batch_loop(kernel, arrays), STATES),
        "scalar": Contender("scalar", state_loop(kernel, arrays), STATES),
    }
